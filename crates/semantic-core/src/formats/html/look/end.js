  // The page itself.
  const page = viewport(document, 0, 0, 1, 1);
  const foreignHere = window.parent !== window;
  const start = { flags: 0, select: false, pointer: false, naming: 0, frame: page, absolute: foreignHere, depth: 0, giver: 0, mute: false };
  watch(document);
  root(document, start, numberOf(document));
  run();

  // Puts a part that is not rendered where the tree already has something around it.
  const hiddenMet = new Set();
  const putHidden = (el, listed) => {
    if (hiddenMet.has(el)) return;
    hiddenMet.add(el);
    let around = parentOf(el);
    while (around && kindOf(around) === 1 && !isSeen(around)) around = parentOf(around);
    if (!around) return;
    stream.push(3, numberOf(around));
    let left = MOST_HIDDEN;
    let depth = 0;
    for (let node = el; node; ) {
      const kind = kindOf(node);
      let down = null;
      if (kind === 3 && left > 0) {
        left -= 1;
        if (dataOf(node).trim() === "") stream.push(5);
        else stream.push(4, numberOf(node), cut(dataOf(node), 2000));
      } else if (kind === 1 && left > 0) {
        const name = localName(node);
        const html = namespace(node) === XHTML;
        if (!(html && SILENT.has(name))) {
          left -= 1;
          const type = html && name === "input" ? typeOf(node) : "";
          const file = type === "file" ? LISTED : 0;
          stream.push(1, idOf(name), numberOf(node), UNRENDERED | NO_BOX | file);
          if (file) hiddenMet.add(node);
          const secret = type !== "" && isSecret(node, type, () => styleOf(node));
          attributes(node, name, html, type, secret, start, true);
          down = firstOf(node);
          if (!down) stream.push(0);
          else depth += 1;
        }
      }
      if (down) {
        node = down;
        continue;
      }
      while (node && node !== el && !nextOf(node)) {
        node = parentOf(node);
        stream.push(0);
        depth -= 1;
      }
      node = node === el ? null : nextOf(node);
    }
    stream.push(0);
    if (listed) met += 1;
  };
  let looked = 0;
  for (const [el, value] of references) {
    const root = rootOf(el);
    for (const id of value.split(/\s+/, 50)) {
      if (!id || (looked += 1) > 20000) continue;
      const target = findIn[which(root)](root, id);
      if (target && !isSeen(target)) putHidden(target, false);
    }
  }
  for (const root of roots) {
    for (const file of allIn[which(root)](root, 'input[type="file" i]')) {
      if (isSeen(file) || hiddenMet.has(file)) continue;
      let top = file;
      for (let at = parentOf(file); at && kindOf(at) === 1 && !isSeen(at); at = parentOf(at)) {
        if (localName(at) === "label") top = at;
      }
      putHidden(top, true);
    }
  }

  // What lies over a control: the innermost element at its centre, where that is neither in nor around it.
  const deepest = (document, x, y) => {
    let at = hitIn[0](document, x, y);
    for (let root = at && innerRoot(at); root; root = at && innerRoot(at)) {
      const inner = hitIn[1](root, x, y);
      if (!inner || inner === at) break;
      at = inner;
    }
    return at;
  };
  const holds = (outer, node) => {
    for (let at = node; at; at = flatParent(at)) if (at === outer) return true;
    return false;
  };
  // Whether a point lies in the box of an element.
  const spans = (el, x, y) => {
    const box = boxOf(el);
    return x >= boxX(box) && y >= boxY(box) && x < boxX(box) + boxW(box) && y < boxY(box) + boxH(box);
  };
  // Whether a scroller or another frame around an element does not show the point: nothing lies over it, it is scrolled away.
  const isCutOff = (el, x, y, hit) => {
    let { position } = styleOf(el);
    for (let at = flatParent(el); at && kindOf(at) === 1 && !holds(at, hit); at = flatParent(at)) {
      if (position === "fixed") return false;
      const style = styleOf(at);
      if (position === "absolute" && style.position === "static") continue;
      ({ position } = style);
      if (style.overflow !== "visible" && style.display !== "inline" && !spans(at, x, y)) return true;
    }
    return false;
  };
  const covers = [];
  for (const { el, number, cx, cy, frame } of hits) {
    const [x, y] = frame.moved ? [(cx - frame.x) / frame.sx, (cy - frame.y) / frame.sy] : [cx, cy];
    const hit = deepest(frame.document, x, y);
    if (!hit || holds(el, hit) || holds(hit, el) || isCutOff(el, x, y, hit)) continue;
    // A click on a label is one on its control.
    const leads = (at) => localName(at) === "label" && namespace(at) === XHTML && controlOf(at) === el;
    let [layer, led, apart] = [hit, false, true];
    for (let at = hit; at && kindOf(at) === 1 && !led; at = flatParent(at)) {
      led = leads(at);
      apart &&= !holds(at, el);
      if (apart && spans(at, x, y)) layer = at;
    }
    if (led) continue;
    covers.push([number, numberOf(hit), numberOf(layer)]);
  }

  // Parts that a dialog by ARIA alone does not lie over: they are drawn above it.
  const above = [];
  const modal = modals[modals.length - 1];
  if (modal) {
    const dialog = boxOf(modal);
    let left = 300;
    for (let inner = modal, around = flatParent(modal); around && kindOf(around) === 1; inner = around, around = flatParent(around)) {
      for (let one = firstOf(around); one && left > 0; one = nextOf(one)) {
        if (one === inner || kindOf(one) !== 1 || !isSeen(one, EVERYWAY)) continue;
        left -= 1;
        const style = styleOf(one);
        if (style.position === "static") continue;
        const box = boxOf(one);
        const [x0, x1] = [Math.max(boxX(box), boxX(dialog), 0), Math.min(boxX(box) + boxW(box), boxX(dialog) + boxW(dialog), innerWidth)];
        const [y0, y1] = [Math.max(boxY(box), boxY(dialog), 0), Math.min(boxY(box) + boxH(box), boxY(dialog) + boxH(dialog), innerHeight)];
        if (x0 >= x1 || y0 >= y1) continue;
        const hit = deepest(document, (x0 + x1) / 2, (y0 + y1) / 2);
        if (hit && holds(one, hit)) above.push(numberOf(one));
      }
    }
  }

  const html = outermost(document);
  const told = JSON.stringify({
    stamp: ours.stamp,
    url: location.href,
    title: squash(titleOf(document), 1000),
    base: baseOf(document),
    ready: readyOf(document),
    viewport: [innerWidth, innerHeight, scrollX, scrollY, html ? scrollHeightOf(html) : 0],
    names,
    stream,
    foreign,
    givens,
    covers,
    above,
    ...flashes(),
    counts,
  });
  // Half a surrogate pair, which a page may hold, is no text for others.
  return /\\ud[89a-f]/.test(told) ? told.replace(/(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g, "$1\ufffd") : told;
}
