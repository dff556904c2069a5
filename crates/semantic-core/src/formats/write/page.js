"use strict";
const byId = (id) => document.getElementById(id);
const tree = byId("tree"), search = byId("search"), count = byId("count"), drawing = byId("drawing");
const rows = [...tree.children];
const boxes = new Map();
for (const box of drawing ? drawing.querySelectorAll("rect") : []) boxes.set(+box.dataset.n, box);
const endOf = (i) => +rows[i].dataset.end || i + 1;
const isFolded = (i) => rows[i].getAttribute("aria-expanded") === "false";
let current = 0, query = "", hits = [], hovered = -1, texts = null;

// Rows inside folded ones are hidden; a search shows its hits and what holds them instead.
function refresh() {
  let skip = 0;
  rows.forEach((row, i) => {
    row.hidden = query ? !row.classList.contains("way") : i < skip;
    if (i >= skip && isFolded(i)) skip = endOf(i);
  });
}

function fold(i, folded) {
  if (rows[i].hasAttribute("aria-expanded")) rows[i].setAttribute("aria-expanded", String(!folded));
}

function holders(i) {
  const found = [];
  for (let at = 0; at < i; ) {
    if (endOf(at) > i) found.push(at++);
    else at = endOf(at);
  }
  return found;
}

function pick(i, focus) {
  const old = rows[current];
  old.tabIndex = -1;
  old.setAttribute("aria-selected", "false");
  boxes.get(current)?.classList.remove("pick");
  current = i;
  const folded = holders(i).filter(isFolded);
  folded.forEach((at) => fold(at, false));
  if (folded.length) refresh();
  const row = rows[i], box = boxes.get(i);
  row.tabIndex = 0;
  row.setAttribute("aria-selected", "true");
  if (focus) row.focus({ preventScroll: true });
  row.scrollIntoView({ block: "nearest" });
  if (box) {
    box.classList.add("pick");
    reveal(box);
  }
}

// Scrolls the drawing only, so that the tree stays where it is.
function reveal(box) {
  const pane = drawing.parentElement, a = box.getBoundingClientRect(), b = pane.getBoundingClientRect();
  if (a.top < b.top || a.top > b.bottom - 20) pane.scrollTop += a.top - b.top - b.height / 3;
  if (a.left < b.left || a.left > b.right - 20) pane.scrollLeft += a.left - b.left - 20;
}

function hover(i) {
  if (i === hovered) return;
  rows[hovered]?.classList.remove("hover");
  boxes.get(hovered)?.classList.remove("hover");
  hovered = i;
  rows[i]?.classList.add("hover");
  boxes.get(i)?.classList.add("hover");
}

function step(from, by) {
  for (let i = from + by; i >= 0 && i < rows.length; i += by) if (!rows[i].hidden) return pick(i, true);
}

function find(text) {
  query = text.trim().toLowerCase();
  texts ??= rows.map((row) => row.textContent.toLowerCase());
  hits = query ? rows.keys().filter((i) => texts[i].includes(query)).toArray() : [];
  const isHit = new Set(hits), open = [];
  rows.forEach((row) => row.classList.remove("way", "hit"));
  rows.forEach((row, i) => {
    while (open.length && endOf(open[open.length - 1]) <= i) open.pop();
    if (isHit.has(i)) {
      row.classList.add("way", "hit");
      for (let k = open.length - 1; k >= 0 && !rows[open[k]].classList.contains("way"); k--) rows[open[k]].classList.add("way");
    }
    open.push(i);
  });
  count.textContent = query ? `${hits.length} of ${rows.length}` : "";
  refresh();
}

const rowOf = (event) => rows.indexOf(event.target.closest?.("li[data-row]"));
const numberOf = (event) => +(event.target.dataset?.n ?? -1);

tree.addEventListener("click", (event) => {
  const i = rowOf(event);
  if (i < 0) return;
  if (event.target.className === "fold") {
    fold(i, !isFolded(i));
    refresh();
  }
  pick(i, true);
});
tree.addEventListener("pointerover", (event) => hover(rowOf(event)));
tree.addEventListener("focusin", (event) => hover(rowOf(event)));
tree.addEventListener("pointerleave", () => hover(-1));
tree.addEventListener("keydown", (event) => {
  const last = rows.length;
  const keys = {
    ArrowDown: () => step(current, 1),
    ArrowUp: () => step(current, -1),
    Home: () => step(-1, 1),
    End: () => step(last, -1),
    ArrowRight: () => {
      if (isFolded(current)) fold(current, false), refresh();
      else if (endOf(current) > current + 1) step(current, 1);
    },
    ArrowLeft: () => {
      const above = holders(current).pop();
      if (rows[current].getAttribute("aria-expanded") === "true") fold(current, true), refresh();
      else if (above !== undefined) pick(above, true);
    },
  };
  if (!keys[event.key] || event.ctrlKey || event.altKey || event.metaKey) return;
  keys[event.key]();
  event.preventDefault();
});
drawing?.addEventListener("pointerover", (event) => hover(numberOf(event)));
drawing?.addEventListener("pointerleave", () => hover(-1));
drawing?.addEventListener("click", (event) => numberOf(event) >= 0 && pick(numberOf(event), true));
search.addEventListener("input", () => find(search.value));
search.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !hits.length) return;
  pick(hits.find((i) => i > current) ?? hits[0], false);
});
for (const [id, folded] of [["fold", true], ["unfold", false]]) {
  byId(id).addEventListener("click", () => {
    rows.forEach((_, i) => fold(i, folded));
    refresh();
  });
}
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && event.target !== search) search.focus(), event.preventDefault();
  if (event.key === "Escape" && event.target === search) (search.value = ""), find("");
});
