// 2,000 calls in a row: the server's memory after the first 200 and after all, and what is left behind in the browser.
import { chromium } from "playwright-core";
import { startBrowser } from "../support/browser.mjs";
import { largePage } from "../support/large.mjs";
import { residentOf } from "../support/memory.mjs";
import { servePages } from "../support/pages.mjs";
import { Semantic } from "../support/servers.mjs";

const WARM = 200;
const CALLS = 2_000;

export async function measureMemory(use, say) {
  const browser = await use(startBrowser());
  const pages = await use(servePages(new Map([["/", largePage()]])));
  const see = await use(new Semantic(["--cdp", browser.endpoint]).connect());
  await see.call("semantic_snapshot", { url: pages.url("/") });
  const theirs = await chromium.connectOverCDP(browser.endpoint);
  const page = theirs.contexts()[0].pages()[0];
  const figures = {};
  for (let call = 1; call <= CALLS; call++) {
    if (call % 2 === 0) await see.call("semantic_snapshot");
    else await see.call("semantic_observe", { id: `products.grid.item.p${call % 141}.price` });
    if (call === WARM || call === CALLS) {
      figures[call] = { resident: residentOf(see.transport.pid), ...(await leftBehind(theirs, page)) };
    }
  }
  say({ part: "memory", calls: CALLS, warm: WARM, before: figures[WARM], after: figures[CALLS] });
  await theirs.close();
}

/** The worlds of the page and the targets of the browser, as another client sees them. */
async function leftBehind(browser, page) {
  const session = await page.context().newCDPSession(page);
  let worlds = 0;
  session.on("Runtime.executionContextCreated", () => worlds++);
  await session.send("Runtime.enable"); // tells of each world that is there
  await session.detach();
  const whole = await browser.newBrowserCDPSession();
  const { targetInfos } = await whole.send("Target.getTargets");
  await whole.detach();
  return { worlds, targets: targetInfos.length };
}
