  // Texts that come up between looks, alerts above all, are noted by an observer of ours, which ends itself when nobody
  // has looked for long.
  const LIVE = '[role="alert"],[role="alertdialog"],[role="status"],[role="log"],[aria-live]:not([aria-live="off"]),output';
  const MOST_FLASHES = 50;
  const IDLE = 600000; // milliseconds
  function watch(root) {
    const noted = (ours.flashes ??= { list: [], last: 0, lost: [], looked: 0, roots: new WeakSet(), observer: null });
    const closest = method(Element, "closest");
    const within = [method(Document, "querySelectorAll"), method(DocumentFragment, "querySelectorAll"), method(Element, "querySelectorAll")];
    const note = (el, seen, added) => {
      // What a log said before is no news.
      const from = added && attr(el, "role") === "log" ? added : el;
      if (seen.has(from)) return;
      seen.add(from);
      if (!isSeen(el, EVERYWAY)) return;
      const said = squash(textOf(from), 300);
      if (!said) return;
      const role = attr(el, "role") || (attr(el, "aria-live") === "assertive" ? "alert" : "status");
      const last = noted.list.findIndex((one) => one.of === numberOf(el) && (one.text === said || said.startsWith(one.text)));
      if (last >= 0) noted.list.splice(last, 1);
      if (noted.list.length >= MOST_FLASHES) {
        noted.lost.push(noted.list.shift().n);
        if (noted.lost.length > 10000) noted.lost.shift();
      }
      noted.list.push({ n: (noted.last += 1), of: numberOf(el), role: squash(role, 20), text: said, at: performance.now() });
    };
    const meet = (records) => {
      if (performance.now() - noted.looked > IDLE) {
        noted.observer.disconnect();
        noted.observer = null;
        noted.roots = new WeakSet();
        return;
      }
      const seen = new Set();
      let left = 200; // parts looked into for one turn of the page
      const into = (node) => {
        const kind = kindOf(node);
        const el = kind === 1 ? node : parentOf(node);
        if (!el || kindOf(el) !== 1 || (left -= 1) < 0) return;
        const around = closest(el, LIVE);
        if (around) note(around, seen, node);
        else if (kind === 1) for (const one of within[2](el, LIVE)) note(one, seen);
      };
      for (const record of records) {
        if (record.type === "childList") for (const node of record.addedNodes) into(node);
        else into(record.target);
      }
    };
    noted.observer ??= new MutationObserver(meet);
    if (noted.roots.has(root)) return;
    noted.roots.add(root);
    const attributeFilter = ["class", "style", "hidden", "role", "aria-live", "open"];
    noted.observer.observe(root, { subtree: true, childList: true, characterData: true, attributeFilter });
  }
  const flashes = () => {
    const noted = ours.flashes;
    const since = options?.since?.[ours.stamp] ?? noted.last;
    const now = performance.now();
    noted.looked = now;
    return {
      flashes: noted.list.filter(({ n }) => n > since).map((one) => [one.role, one.text, Math.round(now - one.at)]),
      dropped: noted.lost.filter((n) => n > since).length,
      last: noted.last,
    };
  };

