// Reviews of pages in a running browser: made by the command, opened in the same browser, compared with the page.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { chromium } from "playwright-core";
import { startBrowser } from "./browser.mjs";
import { ROOT, servePages } from "./pages.mjs";
import { SEMANTIC } from "./servers.mjs";

/** The page with secrets, gaps and hostile text. */
export const KEYS = readFileSync(`${ROOT}fixtures/review/keys.html`, "utf8");

/** A screen with wide tables, some heads of which are for screen readers alone. */
const PARCELS = readFileSync(`${ROOT}fixtures/parcels/after/parcels.html`, "utf8");

/** A browser with our pages, driven directly. */
export async function openReviews(use, texts = new Map([["/keys.html", KEYS], ["/parcels.html", PARCELS]])) {
  const browser = await use(startBrowser({ args: ["--window-size=1280,900"] }));
  const pages = await use(servePages(texts));
  const driver = await chromium.connectOverCDP(browser.endpoint);
  const context = driver.contexts()[0];
  const folder = mkdtempSync(join(tmpdir(), "semantic-review-"));
  await use({ end: () => rmSync(folder, { recursive: true, force: true }) });
  let count = 0;
  return {
    /** A page of ours in a tab of its own. */
    async open(path) {
      const page = await context.newPage();
      await page.goto(pages.url(path));
      return page;
    },
    /** The file with the review of an open page. */
    async review(page, ...args) {
      const file = join(folder, `${(count += 1)}.html`);
      const from = ["--cdp", browser.endpoint, "--tab", page.url()];
      const { stderr } = await promisify(execFile)(SEMANTIC, ["hints", "review", ...from, "-o", file, ...args]);
      return { file, said: stderr, text: readFileSync(file, "utf8") };
    },
    /** A review as a person sees it: with nothing asked from elsewhere, and nothing said on the console. */
    async read(file, options = {}) {
      const page = await context.newPage();
      const faults = [];
      page.on("console", (message) => faults.push(message.text()));
      page.on("pageerror", (error) => faults.push(error.message));
      page.on("request", (request) => {
        if (!request.url().startsWith("data:") && request.url() !== pathToFileURL(file).href) faults.push(request.url());
      });
      await page.emulateMedia({ colorScheme: options.colorScheme ?? "light" });
      await page.setViewportSize({ width: options.width ?? 1440, height: 1000 });
      await page.goto(pathToFileURL(file).href);
      return { page, faults };
    },
  };
}

/** The boxes of a review in its picture at actual size: by id, in the order of the page. */
export const boxesOf = (review) =>
  review.evaluate(() => {
    if (document.querySelector("#real").getAttribute("aria-pressed") !== "true") document.querySelector("#real").click();
    const from = document.querySelector(".canvas").getBoundingClientRect();
    return [...document.querySelectorAll(".box:not(.gap)")].map((box) => {
      const { x, y, width, height } = box.getBoundingClientRect();
      const id = document.querySelector(`${box.getAttribute("href")} .id`).textContent;
      return { id, x: x - from.x, y: y - from.y, width, height };
    });
  });

/** Where the hinted elements of a page are, through frames and open shadow trees, in CSS pixels of its viewport. */
export async function elementsOf(page) {
  const found = [];
  for (const frame of page.frames()) {
    for (const element of await frame.locator("[data-semtag-id]").all()) {
      found.push({ id: await element.getAttribute("data-semtag-id"), ...(await element.boundingBox()) });
    }
  }
  return found;
}

/** Asserts that each box lies on an element with its id, within a pixel. */
export function near(boxes, elements) {
  const sides = ["x", "y", "width", "height"];
  for (const box of boxes) {
    const own = elements.filter((element) => element.id === box.id);
    const fits = own.some((element) => sides.every((side) => Math.abs(element[side] - box[side]) <= 1));
    assert.ok(fits, `${JSON.stringify(box)} is none of ${JSON.stringify(own)}`);
  }
}

/** Texts whose contrast with what is behind them is below AA, in the theme that the page has now. */
export const paleTexts = (review) =>
  review.evaluate(() => {
    const pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const parts = (color) => {
      pen.clearRect(0, 0, 1, 1);
      pen.fillStyle = color;
      pen.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data;
      return { rgb: [r, g, b], a };
    };
    const light = ({ rgb }) => {
      const [r, g, b] = rgb.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const behind = (el) => {
      for (let at = el; at; at = at.parentElement) {
        const color = parts(getComputedStyle(at).backgroundColor);
        if (color.a === 255) return color;
      }
      return { rgb: [255, 255, 255] };
    };
    const pale = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const el = node.parentElement;
      if (!node.data.trim() || !el.checkVisibility() || el.closest("script, style")) continue;
      const style = getComputedStyle(el);
      const [a, b] = [light(parts(style.color)), light(behind(el))].sort((x, y) => y - x);
      const large = Number.parseFloat(style.fontSize) >= 24;
      const ratio = (a + 0.05) / (b + 0.05);
      if (ratio < (large ? 3 : 4.5)) pale.push(`${node.data.trim().slice(0, 40)}: ${ratio.toFixed(2)}`);
    }
    return pale;
  });

/** Whether a part of the picture of a review is of one color, and which. */
export const colorsIn = (review, { x, y, width, height }) =>
  review.evaluate(
    ([x, y, width, height]) => {
      const image = document.querySelector(".canvas img");
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
      const pen = canvas.getContext("2d");
      pen.drawImage(image, 0, 0);
      const { data } = pen.getImageData(x, y, width, height);
      const span = [255, 0, 255, 0, 255, 0];
      for (let i = 0; i < data.length; i += 4) {
        for (let c = 0; c < 3; c += 1) {
          span[2 * c] = Math.min(span[2 * c], data[i + c]);
          span[2 * c + 1] = Math.max(span[2 * c + 1], data[i + c]);
        }
      }
      return Math.max(span[1] - span[0], span[3] - span[2], span[5] - span[4]);
    },
    [x, y, width, height].map(Math.round),
  );
