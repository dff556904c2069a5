// Starts MCP servers as children and drives them by the official client over stdio.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport, getDefaultEnvironment } from "@modelcontextprotocol/client/stdio";
import { ROOT } from "./pages.mjs";

/** The program of Playwright MCP. */
export const PLAYWRIGHT_MCP = fileURLToPath(new URL("../node_modules/@playwright/mcp/cli.js", import.meta.url));

/** The command to be tested. */
export const SEMANTIC =
  process.env.SEMANTIC_BIN ?? join(ROOT, "target/debug", process.platform === "win32" ? "semantic.exe" : "semantic");

/** `[data-semtag-id='…']`, as an agent writes it for Playwright MCP. */
export const hinted = (id) => `[data-semtag-id='${id}']`;

/** One MCP server with its client. */
class Server {
  #log = "";
  #faults = [];

  constructor(command, args, { env = {}, cwd } = {}) {
    this.transport = new StdioClientTransport({
      command, args, cwd, stderr: "pipe", env: { ...getDefaultEnvironment(), ...env },
    });
    this.transport.stderr.on("data", (chunk) => (this.#log += chunk));
    this.client = new Client({ name: "semantic-e2e", version: "1.0.0" });
    this.client.onerror = (error) => this.#faults.push(error);
  }

  async connect() {
    try {
      await this.client.connect(this.transport);
    } catch (error) {
      throw new Error(`${error.message}\n${this.#log}`, { cause: error });
    }
    return this;
  }

  /** What the server wrote beside the protocol. */
  get log() {
    return this.#log;
  }

  /** The text of a tool's answer; a tool error is thrown with its text. */
  async call(name, args = {}) {
    const { text, notes, isError } = await this.ask(name, args);
    if (isError) throw new Error(`${name} ${JSON.stringify(args)}: ${text} ${notes}`);
    return text;
  }

  /** The text of a tool's answer, what is said beside it, and whether it is an error. */
  async ask(name, args = {}) {
    const { content, isError = false } = await this.client.callTool({ name, arguments: args });
    const [text, ...notes] = content.map((part) => part.text);
    return { text, notes: notes.join("\n"), isError };
  }

  /** Ends the session. Whatever the server sent that is not the protocol is an error. */
  async end() {
    await this.client.close();
    if (this.#faults.length > 0) throw new AggregateError(this.#faults, `${this.#faults[0].message}\n${this.#log}`);
  }
}

/** What a text says that must be compact JSON. */
function compact(text) {
  const value = JSON.parse(text);
  assert.equal(text, JSON.stringify(value));
  return value;
}

/** `semantic mcp`, with short ways to call the tools for hints. */
export class Semantic extends Server {
  constructor(args = [], env = {}) {
    super(SEMANTIC, ["mcp", ...args], { env });
  }

  /** The snapshot, parsed. */
  async snapshot(args = {}) {
    return compact(await this.call("semantic_snapshot", args));
  }

  /** One element, parsed. */
  async observe(id) {
    return compact(await this.call("semantic_observe", { id }));
  }

  /** Why a call is refused; that it is not is an error. */
  async refused(name, args = {}) {
    const { text, isError } = await this.ask(name, args);
    assert.ok(isError, text);
    return compact(text).error;
  }
}

/** Playwright MCP on a running browser, with short ways to act on hinted elements. */
export class Playwright extends Server {
  #folder;

  constructor(endpoint) {
    const folder = mkdtempSync(join(tmpdir(), "semantic-e2e-output-")); // it writes files where it runs
    super(process.execPath, [PLAYWRIGHT_MCP, "--cdp-endpoint", endpoint], { cwd: folder });
    this.#folder = folder;
  }

  async end() {
    await super.end();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  navigate(url) {
    return this.call("browser_navigate", { url });
  }

  click(id) {
    return this.call("browser_click", { element: id, target: hinted(id) });
  }

  type(id, text) {
    return this.call("browser_type", { element: id, target: hinted(id), text });
  }

  select(id, ...values) {
    return this.call("browser_select_option", { element: id, target: hinted(id), values });
  }
}
