// What a scenario plays on: one browser, our pages, and both servers attached to that browser.
import { test } from "node:test";
import { findBrowser, startBrowser } from "./browser.mjs";
import { servePages } from "./pages.mjs";
import { Playwright, Semantic } from "./servers.mjs";

const refused = process.env.SEMANTIC_NO_BROWSER === "1" ? "SEMANTIC_NO_BROWSER=1" : undefined;
const skip = refused ?? (findBrowser() ? false : "no Chromium was found");

/** A test that needs a browser; skipped with the reason where there is none. What it opens is ended with it. */
export function scenario(name, run) {
  test(name, { skip, timeout: 180_000 }, (t) => withParts((use) => run(use, t)));
}

/** Runs something that opens parts: `use` waits for a part to be there, and it is ended after the run. */
export async function withParts(run) {
  const parts = [];
  const use = async (part) => {
    const there = await part;
    parts.push(there);
    return there;
  };
  try {
    await run(use);
  } finally {
    for (const part of parts.reverse()) await part.end();
  }
}

/** Browser, pages (`texts` by path before those of the project) and both servers: `act` is Playwright MCP, `see` ours. */
export async function openStage(use, texts) {
  const browser = await use(startBrowser());
  const pages = await use(servePages(texts));
  const act = await use(new Playwright(browser.endpoint).connect());
  const see = await use(new Semantic(["--cdp", browser.endpoint]).connect());
  return { browser, pages, act, see };
}
