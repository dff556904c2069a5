// The app of docs/annotating-an-app.md in a real browser: its screens, their coverage and sizes are those that are kept,
// and all that the annotated one has more is hints.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { chromium } from "playwright-core";
import { startBrowser } from "./support/browser.mjs";
import { servePages } from "./support/pages.mjs";
import { SCREENS, kept, parcelFiles, showScreen } from "./support/parcels.mjs";
import { SEMANTIC, Semantic } from "./support/servers.mjs";
import { scenario } from "./support/stage.mjs";

/** A command of which a finding is no failure. */
const run = (...command) => promisify(execFile)(...command).catch((error) => (error.code === 1 ? error : Promise.reject(error)));

const withoutHints = (html) => html.replace(/\s+data-semtag-[a-z]+="[^"]*"/g, "");

scenario("an app before and after it was annotated", async (use) => {
  const browser = await use(startBrowser());
  const pages = await use(servePages(parcelFiles()));
  const see = await use(new Semantic(["--cdp", browser.endpoint]).connect());
  const theirs = await chromium.connectOverCDP(browser.endpoint);
  await use({ end: () => theirs.close() });
  const page = theirs.contexts()[0].pages()[0];
  const ours = (...args) => run(SEMANTIC, [...args, "--cdp", browser.endpoint]).then(({ stdout }) => stdout);
  const coverage = {};
  for (const [name, screen] of Object.entries(SCREENS)) {
    const saved = {};
    coverage[name] = {};
    for (const side of ["before", "after"]) {
      await showScreen(page, pages.url(`/${side}/index.html`), screen);
      saved[side] = `${await page.content()}\n`;
      // Of the screens before only one is kept: they are those after without the hints.
      if (side === "after" ? !screen.width : name === "parcels") kept(`${side}/${name}.html`, saved[side]);
      const { pages: [{ controls, readings }], summary } = JSON.parse(await ours("hints", "lint", "--format", "json"));
      coverage[name][side] = { controls, readings };
      if (side === "after") assert.deepEqual([summary.errors, summary.warnings], [0, 0], name);
    }
    assert.equal(withoutHints(saved.after), withoutHints(saved.before), `${name}: more than hints was added`);
    kept(`aria/${name}.ours.yml`, await ours("convert", "--to", "aria"));
    kept(`aria/${name}.yml`, `${await page.ariaSnapshot()}\n`);
    kept(`aria/${name}.ai.yml`, `${await page.ariaSnapshot({ mode: "ai" })}\n`);
    const { url, ...hints } = await see.snapshot();
    kept(`hints/${name}.json`, `${JSON.stringify(hints)}\n`);
  }
  kept("coverage.json", `${JSON.stringify(coverage, null, 1)}\n`);
});
