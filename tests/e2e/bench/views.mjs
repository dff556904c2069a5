// `semantic_view` beside Playwright's snapshot for models, page by page: characters, whatever is not there of controls
// and text, and whether each control has a locator that finds it and nothing else.
import { chromium } from "playwright-core";
import { goldenStage } from "../support/golden.mjs";
import { locatorsFor, resolve } from "../support/locators.mjs";
import { numbered, refsByNumber } from "../support/probe.mjs";
import { Texts, controlsOf, refsOf } from "../support/reading.mjs";
import { measuredPages, missing } from "../support/rendered.mjs";
import { Semantic } from "../support/servers.mjs";

const characters = (text) => [...text].length;
const WHOLE = { budget: 100_000 };

export async function measureViews(use, say) {
  if (missing) return say({ part: "views", skipped: missing });
  const { browser, show } = await goldenStage(use);
  const see = await use(new Semantic(["--cdp", browser.endpoint, "--max-chars", "1000000"]).connect());
  const theirs = await chromium.connectOverCDP(browser.endpoint);
  const page = theirs.contexts()[0].pages()[0];
  const only = process.env.ONLY_PAGE; // a part of a name
  for (const measured of measuredPages().filter(({ name }) => !only || name.includes(only))) {
    show(measured);
    await page.goto(measured.url, { waitUntil: "load" });
    say({ part: "views", set: measured.set, page: measured.name, ...(await compare(see, page)) });
  }
  await theirs.close();
}

async function compare(see, page) {
  const view = await see.call("semantic_view", WHOLE);
  const snapshot = await page.ariaSnapshot({ mode: "ai" });
  const controls = await numbered(page, controlsOf(snapshot));
  const refs = await refsByNumber(page, () => see.call("semantic_view", WHOLE));
  const shown = new Set(refsOf(view));
  const without = controls.filter((_, index) => !shown.has(refs.get(index)));
  const sentences = await visible(page);
  const texts = new Texts(view);
  return {
    ours: characters(view),
    ai: characters(snapshot),
    controls: controls.length,
    without: without.map(({ role, name, disabled }) => `${role} ${JSON.stringify(name)}${disabled ? " [disabled]" : ""}`),
    sentences: sentences.length,
    lost: sentences.filter((sentence) => !texts.has(sentence)),
    ...(await locate(see, page, controls, refs)),
  };
}

/** The visible sentences of a page. The options of a closed choice cannot be seen, though `innerText` has them. */
async function visible(page) {
  const text = await page.evaluate(() => {
    const closed = [...document.querySelectorAll("select")].filter((select) => !select.multiple && select.size < 2);
    const before = closed.map((select) => select.style.display);
    closed.forEach((select) => (select.style.display = "none"));
    const text = document.body.innerText;
    closed.forEach((select, n) => (select.style.display = before[n]));
    return text;
  });
  const lines = text.split(/[\n\t]+/).map((line) => line.replace(/\s+/g, " ").trim());
  return [...new Set(lines.filter(Boolean))];
}

/** Tries every locator that is given for a control. */
async function locate(see, page, controls, refs) {
  let [located, locators] = [0, 0];
  const failures = [];
  for (const [index, { role, name }] of controls.entries()) {
    const ref = refs.get(index);
    if (!ref) continue;
    const ways = await locatorsFor(see, ref);
    const found = [];
    for (const way of ways) found.push(await resolve(page, way, index));
    const wrong = found.filter((outcome) => outcome !== "right");
    locators += ways.length;
    if (ways.length > 0 && wrong.length === 0) located++;
    else {
      const bad = ways.filter((_, n) => found[n] !== "right");
      failures.push({ what: `${role} ${JSON.stringify(name)}`, why: wrong[0] ?? "no locator", ways: bad });
    }
  }
  return { tried: refs.size, located, locators, failures };
}
