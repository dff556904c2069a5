// What locators find in real Playwright, asked for line by line by `cargo xtask eval situations`:
// {"url", "locator", "element": a script that names the element, or null} in, {"html"} or {"wrong"} out.
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";
import { locatorIn } from "./support/locators.mjs";

const browser = await chromium.connectOverCDP(process.argv[2]);

async function finds({ url, locator, element }) {
  const page = browser.contexts().flatMap((context) => context.pages()).find((page) => page.url() === url);
  if (!page) return { wrong: `no page at ${url}` };
  const all = await locatorIn(page, locator).all();
  if (all.length !== 1) return { wrong: `finds ${all.length} elements` };
  const html = await all[0].evaluate((found) => found.outerHTML.slice(0, 300));
  if (!element) return { html };
  const wanted = await page.evaluateHandle(element);
  return (await all[0].evaluate((found, wanted) => found === wanted, wanted)) ? { html } : { wrong: `finds ${html}` };
}

for await (const line of createInterface({ input: process.stdin })) {
  const told = await finds(JSON.parse(line)).catch((error) => ({ wrong: error.message.split("\n")[0] }));
  process.stdout.write(`${JSON.stringify(told)}\n`);
}
await browser.close();
