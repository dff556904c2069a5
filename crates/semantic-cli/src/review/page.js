// Filters, choosing, keys and the theme of a review. Without it the page shows all that it has.
(() => {
  "use strict";
  const at = (id) => document.getElementById(id);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  for (const el of all("[data-scripted]")) el.hidden = false;

  const rows = all(".row");
  const boxes = all(".box");
  const chips = all(".chips button");
  const search = at("search");
  const canvas = document.querySelector(".canvas");
  const texts = new Map(rows.map((row) => [row, row.textContent.toLowerCase()]));
  const kinds = new Map(rows.map((row) => [row, (row.dataset.kind ?? "").split(" ")]));
  const boxOf = (row) => (row?.dataset.box ? at(row.dataset.box) : null);
  const rowOf = (box) => at(box.hash.slice(1));
  const shown = (list) => list.filter((el) => !el.hidden);

  // Filters.
  const filter = () => {
    const wanted = chips.filter((chip) => chip.getAttribute("aria-pressed") === "true").map((chip) => chip.dataset.kind);
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const row of rows) {
      const kind = wanted.length === 0 || kinds.get(row).some((one) => wanted.includes(one));
      row.hidden = !kind || !words.every((word) => texts.get(row).includes(word));
    }
    for (const box of boxes) box.hidden = rowOf(box).hidden;
    for (const part of all(".rule")) part.hidden = shown(all(".row", part)).length === 0;
    const filtered = wanted.length > 0 || words.length > 0;
    at("count").textContent = filtered ? `${shown(rows).length} of ${rows.length} shown` : "";
    settle();
  };
  search.addEventListener("input", filter);
  for (const chip of chips) {
    chip.addEventListener("click", () => {
      chip.setAttribute("aria-pressed", chip.getAttribute("aria-pressed") !== "true");
      filter();
    });
  }

  // One stop of Tab a list, and one for the picture.
  const groups = [...all(".rows").map((list) => all(".row", list)), boxes].filter((group) => group.length > 0);
  const groupOf = new Map(groups.flatMap((group) => group.map((el) => [el, group])));
  const settle = () => {
    for (const group of groups) {
      const there = shown(group);
      const stop = there.find((el) => el.tabIndex === 0) ?? there[0];
      for (const el of group) el.tabIndex = el === stop ? 0 : -1;
    }
  };
  const stopAt = (el) => {
    for (const other of groupOf.get(el)) other.tabIndex = other === el ? 0 : -1;
  };

  // Choosing.
  let chosen = null;
  const choose = (row) => {
    for (const el of all(".on")) el.classList.remove("on");
    chosen = row;
    if (!row) return;
    row.classList.add("on");
    stopAt(row);
    const box = boxOf(row);
    for (const id of (row.dataset.on ?? "").split(" ").filter(Boolean)) boxOf(at(id))?.classList.add("on");
    const first = box ?? document.querySelector(".box.on");
    if (box) {
      box.classList.add("on");
      stopAt(box);
    }
    first?.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  const go = (row) => {
    choose(row);
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  };
  for (const row of rows) {
    row.addEventListener("click", (event) => {
      if (!event.target.closest("a")) choose(row);
    });
    row.addEventListener("focus", () => choose(row));
  }
  for (const box of boxes) {
    box.addEventListener("click", (event) => {
      event.preventDefault();
      go(rowOf(box));
    });
    box.addEventListener("focus", () => choose(rowOf(box)));
  }
  for (const link of all("a[href^='#e'], a[href^='#g']").filter((link) => !link.classList.contains("box"))) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      const row = at(link.hash.slice(1));
      if (row.hidden) clear();
      go(row);
    });
  }

  // Keys.
  const clear = () => {
    search.value = "";
    for (const chip of chips) chip.setAttribute("aria-pressed", "false");
    filter();
  };
  const next = (selector) => {
    const list = shown(all(selector));
    if (list.length > 0) go(list[(list.indexOf(chosen) + 1) % list.length]);
  };
  const single = {
    "/": () => {
      search.focus();
      search.select();
    },
    "?": () => at("help").showModal(),
    g: () => next(".row.gap"),
    f: () => next(".row.finding"),
  };
  const move = (el, key) => {
    const list = shown(groupOf.get(el));
    const to = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[key];
    const place = key === "Home" ? 0 : key === "End" ? list.length - 1 : list.indexOf(el) + to;
    const target = list[Math.max(0, Math.min(list.length - 1, place))];
    target?.focus({ preventScroll: true });
    target?.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || at("help").open) return;
    const typing = target.matches("input[type='search']");
    if (key === "Escape") {
      if (typing && search.value) search.value = "";
      else if (typing) search.blur();
      else choose(null);
      filter();
      event.preventDefault();
    } else if (groupOf.has(target) && /^(Arrow|Home$|End$)/.test(key)) {
      move(target, key);
      event.preventDefault();
    } else if (key === "Enter" && target.matches(".row")) {
      const on = boxOf(target) ?? document.querySelector(".box.on");
      on?.focus({ preventScroll: true });
      on?.scrollIntoView({ block: "center", inline: "center" });
      if (on) event.preventDefault();
    } else if (!typing && at("single").checked && single[key]) {
      single[key]();
      event.preventDefault();
    }
  });
  at("keys").addEventListener("click", () => at("help").showModal());

  // The picture.
  at("real")?.addEventListener("click", ({ currentTarget: button }) => {
    const real = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", real);
    canvas.classList.toggle("real", real);
  });
  at("bare")?.addEventListener("click", ({ currentTarget: button }) => {
    const bare = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", bare);
    canvas.classList.toggle("plain", bare);
  });

  // The theme.
  const THEMES = ["auto", "light", "dark"];
  at("theme").addEventListener("click", () => {
    const now = document.documentElement.dataset.theme ?? "auto";
    const theme = THEMES[(THEMES.indexOf(now) + 1) % THEMES.length];
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    at("theme-name").textContent = theme;
  });

  filter();
})();
