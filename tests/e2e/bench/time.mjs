// Time from call to answer on a page of 2,000 elements: ours and Playwright's in turns, on the same page.
import { chromium } from "playwright-core";
import { startBrowser } from "../support/browser.mjs";
import { largePage } from "../support/large.mjs";
import { servePages } from "../support/pages.mjs";
import { Playwright, Semantic } from "../support/servers.mjs";

const WARM = 3;
const ROUNDS = 20;

export async function measureTime(use, say) {
  const browser = await use(startBrowser());
  const pages = await use(servePages(new Map([["/", largePage()]])));
  const see = await use(new Semantic(["--cdp", browser.endpoint]).connect());
  const act = await use(new Playwright(browser.endpoint).connect());
  const theirs = await chromium.connectOverCDP(browser.endpoint);
  const page = theirs.contexts()[0].pages()[0];
  await act.navigate(pages.url("/"));
  const elements = await page.evaluate("document.querySelectorAll('*').length");
  const hinted = await page.evaluate("document.querySelectorAll('[data-semtag-id]').length");

  const ways = {
    "semantic_snapshot": () => see.call("semantic_snapshot"),
    "semantic_observe": () => see.call("semantic_observe", { id: "products.grid.item.p77.price" }),
    "semantic_view": () => see.call("semantic_view", { budget: 100_000 }),
    "semantic_find": () => see.call("semantic_find", { query: "add granite chair 86 to the cart" }),
    "Playwright AI snapshot": () => page.ariaSnapshot({ mode: "ai" }),
    "browser_snapshot of Playwright MCP": () => act.call("browser_snapshot"),
    "Playwright aria snapshot": () => page.ariaSnapshot(),
  };
  const taken = Object.fromEntries(Object.keys(ways).map((way) => [way, []]));
  const answers = {};
  for (let round = 0; round < WARM + ROUNDS; round++) {
    // The page changes between rounds, so that nobody answers from memory.
    await page.evaluate((text) => (document.getElementById("title").textContent = text), `Everything ${round}`);
    for (const [way, ask] of Object.entries(ways)) {
      const start = performance.now();
      answers[way] = await ask();
      if (round >= WARM) taken[way].push(performance.now() - start);
    }
  }
  for (const [way, times] of Object.entries(taken)) {
    times.sort((a, b) => a - b);
    const median = (times[ROUNDS / 2 - 1] + times[ROUNDS / 2]) / 2;
    say({ part: "time", elements, hinted, way, median, fastest: times[0], characters: [...answers[way]].length });
  }
  await theirs.close();
}
