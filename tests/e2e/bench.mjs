// Figures of our server beside Playwright, as JSON lines: `node bench.mjs [sizes] [time] [start] [memory] [views]`.
import { measureMemory } from "./bench/memory.mjs";
import { measureSizes } from "./bench/sizes.mjs";
import { measureStart } from "./bench/start.mjs";
import { measureTime } from "./bench/time.mjs";
import { measureViews } from "./bench/views.mjs";
import { withParts } from "./support/stage.mjs";

const PARTS = { sizes: measureSizes, time: measureTime, start: measureStart, memory: measureMemory, views: measureViews };

const say = (line) => console.log(JSON.stringify(line));
const wanted = process.argv.slice(2);
for (const [part, measure] of Object.entries(PARTS)) {
  if (wanted.length === 0 || wanted.includes(part)) await withParts((use) => measure(use, say));
}
