// What a server costs before it attaches: milliseconds from its start to its answer to `initialize`, and its memory.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { residentOf } from "../support/memory.mjs";
import { PLAYWRIGHT_MCP, SEMANTIC } from "../support/servers.mjs";

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1" } },
};

export async function measureStart(use, say) {
  const nowhere = "http://127.0.0.1:9";
  const servers = {
    "semantic mcp": { count: 20, command: SEMANTIC, args: ["mcp", "--cdp", nowhere] },
    "Playwright MCP": { count: 5, command: process.execPath, args: [PLAYWRIGHT_MCP, "--cdp-endpoint", nowhere] },
  };
  for (const [server, { count, command, args }] of Object.entries(servers)) {
    const runs = [];
    for (let run = 0; run < count; run++) runs.push(await started(command, args));
    const middle = (key) => runs.map((run) => run[key]).sort((a, b) => a - b)[Math.floor(count / 2)];
    say({ part: "start", server, runs: count, median: middle("took"), resident: middle("resident") });
  }
}

/** Starts a server, asks it to begin, and ends it by closing its input. */
async function started(command, args) {
  const begun = performance.now();
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "ignore"] });
  const ended = once(child, "exit");
  child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
  const [line] = await once(createInterface(child.stdout), "line");
  const took = performance.now() - begun;
  const { result } = JSON.parse(line);
  if (!result?.serverInfo) throw new Error(`${command}: ${line}`);
  const resident = residentOf(child.pid);
  child.stdin.end();
  await ended;
  return { took, resident };
}
