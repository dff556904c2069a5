// The pages of the shared data that are measured beside Playwright: those with hints, and rendered ones of many kinds.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { goldenPages, missing as noGolden } from "./golden.mjs";
import { ROOT } from "./pages.mjs";

const FOLDER = join(ROOT, "../shared/data/dumps/html");

/** Why these pages cannot be used, or false. */
export const missing = noGolden || (existsSync(FOLDER) ? false : "../shared/data/dumps/html is not there");

/** All pages with their set, name, address and markup. */
export function measuredPages() {
  const hints = goldenPages().map((page) => ({ set: "hints", ...page }));
  const files = readdirSync(FOLDER).filter((file) => file.endsWith(".html")).sort();
  const rendered = files.map((file) => ({
    set: "html",
    name: file.replace(/\.html$/, ""),
    url: "http://app.test/",
    html: readFileSync(join(FOLDER, file), "utf8"),
  }));
  return [...hints, ...rendered];
}
