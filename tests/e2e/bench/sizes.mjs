// Characters of our snapshot of each golden page, and of both of Playwright's snapshots: as recorded and as of now.
import { chromium } from "playwright-core";
import { goldenPages, goldenStage, missing } from "../support/golden.mjs";
import { Semantic } from "../support/servers.mjs";

const characters = (text) => [...text].length;

export async function measureSizes(use, say) {
  if (missing) return say({ part: "sizes", skipped: missing });
  const { browser, show } = await goldenStage(use);
  const see = await use(new Semantic(["--cdp", browser.endpoint]).connect());
  const theirs = await chromium.connectOverCDP(browser.endpoint);
  const page = theirs.contexts()[0].pages()[0];
  for (const golden of goldenPages()) {
    show(golden);
    const ours = characters(await see.call("semantic_snapshot", { url: golden.url }));
    say({
      part: "sizes",
      page: golden.name,
      ours,
      ai: golden.meta.aria_ai_chars,
      plain: golden.meta.aria_chars,
      ai_now: characters(await page.ariaSnapshot({ mode: "ai" })),
      plain_now: characters(await page.ariaSnapshot()),
    });
  }
  await theirs.close();
}
