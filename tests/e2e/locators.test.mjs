// Every locator that we give for a control is tried in Playwright, which must find that control alone: in forms, rows,
// shadow trees and frames.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { chromium } from "playwright-core";
import { locatorsFor, resolve } from "./support/locators.mjs";
import { ROOT, unhinted } from "./support/pages.mjs";
import { numbered, refsByNumber } from "./support/probe.mjs";
import { controlsOf, refsOf } from "./support/reading.mjs";
import { openStage, scenario } from "./support/stage.mjs";

const HINTED = ["form", "list", "login", "shop"];
const LIVE = ["board", "frames", "inner", "look", "shadow", "tree"];

scenario("locators of all controls", async (use) => {
  const texts = new Map();
  for (const name of HINTED) texts.set(`/plain/${name}.html`, await unhinted(`${name}.html`));
  for (const name of LIVE) texts.set(`/live/${name}.html`, await readFile(`${ROOT}fixtures/live/${name}.html`, "utf8"));
  const { browser, pages, see } = await openStage(use, texts);
  const theirs = await chromium.connectOverCDP(browser.endpoint);
  await use({ end: () => theirs.close() });
  const page = theirs.contexts()[0].pages()[0];
  for (const path of [...texts.keys(), ...HINTED.map((name) => `/${name}.html`)]) {
    await page.goto(pages.url(path));
    const view = () => see.call("semantic_view");
    const shown = refsOf(await view());
    const controls = await numbered(page, controlsOf(await page.ariaSnapshot({ mode: "ai" })));
    const refs = await refsByNumber(page, view);
    for (const [number, { role, name }] of controls.entries()) {
      const what = `${path}: ${role} "${name}"`;
      assert.ok(shown.includes(refs.get(number)), `${what} has no ref`);
      const locators = await locatorsFor(see, refs.get(number));
      assert.ok(locators.length > 0, `${what} has no locator`);
      for (const locator of locators) {
        assert.equal(await resolve(page, locator, number), "right", `${what} by ${locator}`);
      }
    }
  }
});
