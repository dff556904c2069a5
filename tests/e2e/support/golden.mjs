// The golden pages of the shared data: annotated pages with the snapshots expected of them, at their own addresses.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { startBrowser } from "./browser.mjs";
import { ROOT, servePages } from "./pages.mjs";

const FOLDER = join(ROOT, "../shared/data/hints");

/** Why the golden pages cannot be used, or false. */
export const missing = existsSync(FOLDER) ? false : "../shared/data/hints is not there";

/** The pages in the order of their names: what each must give, its address, and how large Playwright's snapshots are. */
export function goldenPages() {
  const folders = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.map((entry) => entry.name).sort().map((name) => {
    const read = (file) => readFileSync(join(FOLDER, name, file), "utf8");
    const meta = JSON.parse(read("meta.json"));
    return { name, meta, url: meta.url, html: read("page.html"), expected: read("expected.json").trim() };
  });
}

/** A server of one page at a time and a browser that finds it under the page's own host, and no other host. */
export async function goldenStage(use) {
  const shown = new Map();
  const pages = await use(servePages(shown));
  const hosts = `MAP app.test:80 127.0.0.1:${pages.port}, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`;
  const browser = await use(startBrowser({ args: [`--host-resolver-rules=${hosts}`] }));
  const show = ({ url, html }) => {
    shown.clear();
    shown.set(new URL(url).pathname, html);
  };
  return { browser, show };
}
