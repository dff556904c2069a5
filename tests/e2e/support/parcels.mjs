// The parcel desk of `examples/parcels`, before and after it was annotated: its files and its screens.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { ROOT } from "./pages.mjs";

const FILES = ["style.css", "data.js", ...["before", "after"].flatMap((side) => [`${side}/index.html`, `${side}/app.js`])];

/** The files of both sides by the path that they are served under. */
export function parcelFiles() {
  const there = FILES.filter((file) => existsSync(`${ROOT}examples/parcels/${file}`));
  return new Map(there.map((file) => [`/${file}`, readFileSync(`${ROOT}examples/parcels/${file}`, "utf8")]));
}

const press = (name) => (page) => page.getByRole("button", { name, exact: true }).click();

/** The screens by name: where each is, what has to be pressed there, and how wide the window is. */
export const SCREENS = {
  parcels: { hash: "#/parcels", presses: [] },
  parcel: { hash: "#/parcels/PX-1042", presses: [] },
  problem: { hash: "#/parcels/PX-1042", presses: [press("Record a problem…"), press("Record")] },
  new: { hash: "#/new", presses: [press("Take the parcel in")] },
  phone: { hash: "#/parcels", presses: [], width: 390 },
};

/** Shows a screen, from a page that has just been loaded. */
export async function showScreen(page, url, { hash, presses, width = 1280 }) {
  await page.setViewportSize({ width, height: 800 });
  await page.goto("about:blank");
  await page.goto(url + hash);
  for (const press of presses) await press(page);
}

/** Holds a text against a file of `fixtures/parcels`; with `UPDATE_DOCS=1` it is written instead. */
export function kept(file, text) {
  const path = `${ROOT}fixtures/parcels/${file}`;
  if (process.env.UPDATE_DOCS === "1") {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const there = existsSync(path) ? readFileSync(path, "utf8") : "";
  assert.equal(text, there, `fixtures/parcels/${file} is stale: run this test with UPDATE_DOCS=1`);
}
