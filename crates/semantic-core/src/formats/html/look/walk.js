  // The walk: which nodes there are, in the order in which they are shown, and what each is.
  const stream = [];
  const foreign = [];
  const references = []; // elements that refer to others, with the attribute's value
  const roots = []; // of documents and shadow trees
  const hits = []; // controls in view, to be looked for from above
  const modals = [];
  const givens = []; // pairs: a node that lies in a slot, and the host that gave it
  const counts = { tooDeep: 0, tooMany: 0, cut: 0, unhit: 0, unrendered: 0, shut: 0, invisible: 0 };
  let met = 0;

  let active = null;
  for (let root = document; root; ) {
    const at = activeOf[which(root)](root);
    active = at ?? active;
    root = at && (innerRoot(at) ?? inside(at));
  }
  function inside(el) {
    const get = namespace(el) === XHTML ? contentOf[localName(el)] : undefined;
    try {
      return get ? get(el) : null;
    } catch {
      return null; // a frame of another origin
    }
  }

  const round = (n) => Math.round(n * 100) / 100;
  const cut = (text, most) => {
    if (text.length <= most) return text;
    if (most === LONGEST) counts.cut += 1;
    return text.slice(0, most);
  };

  // The attributes of an element, behind its flags. Those that tell its state come from what it is, not from what is
  // written in it.
  const attributes = (el, name, html, type, secret, ctx, hidden) => {
    const at = stream.length;
    let count = 0;
    stream.push(0);
    const put = (key, value) => {
      stream.push(idOf(key), value);
      count += 1;
    };
    let handler = false;
    for (const key of attrNames(el)) {
      const kind = kindOfAttr(key);
      if (kind === 0) continue;
      if (kind === 2) {
        handler = true;
        continue;
      }
      if (key === "type" && type) continue;
      const value = attr(el, key);
      if (value === null) continue;
      if (kind === 3 && !hidden) references.push([el, value]);
      if (key === "href" && ctx.absolute && html && name === "a") put(key, cut(hrefOf(el), LONGEST));
      else put(key, cut(value, kind === 4 ? 200 : LONGEST));
    }
    if (handler) put("onclick", "");
    if (!html) {
      // no states
    } else if (name === "input") {
      if (attr(el, "type") !== null) put("type", type);
      if (type === "checkbox" || type === "radio") {
        if (checkedOf(el)) put("checked", "");
      } else if (type !== "file" && !secret && (type !== "hidden" || hidden)) {
        const value = valueOf(el);
        const button = type === "submit" || type === "reset" || type === "button" || type === "image";
        if (value || !button || attr(el, "value") !== null) put("value", cut(value, LONGEST));
      }
    } else if (name === "option") {
      if (selectedOf(el)) put("selected", "");
    } else if (name === "meter" || name === "progress") {
      const value = attr(el, "value");
      if (value !== null) put("value", value);
    } else if (name === "iframe" || name === "frame" || name === "embed" || name === "object") {
      const source = attr(el, name === "object" ? "data" : "src");
      if (source) put("src", cut(source, 2000));
    }
    stream[at] = count;
    return handler;
  };

  const SECRETS = new Set(["one-time-code", "current-password", "new-password"]);
  const isSecret = (el, type, style) => {
    if (type === "password") return true;
    const words = attr(el, "autocomplete");
    if (words && words.toLowerCase().split(/\s+/).some((word) => word.startsWith("cc-") || SECRETS.has(word))) return true;
    return (style().webkitTextSecurity || "none") !== "none";
  };

  // The text of `content` of a pseudo-element.
  const made = (el, which) => {
    const content = styleOf(el, which).content;
    if (content === "none" || content === "normal" || content === "") return "";
    const said = content.includes('" / "') ? content.slice(content.lastIndexOf(' / "')) : content;
    return (said.match(/"(?:[^"\\]|\\.)*"/g) ?? []).map((one) => one.slice(1, -1).replace(/\\(.)/g, "$1")).join("");
  };

  // A frame of the stack is a list of siblings and what is known of the node around them.
  const stack = [];
  const enter = (first, list, ctx, after) => stack.push({ next: first, list, at: 0, ctx, after });

  const text = (node, ctx) => {
    const data = dataOf(node);
    if (ctx.mute) return;
    if (data.trim() === "") {
      if (data !== "") stream.push(5);
      return;
    }
    met += 1;
    const number = numberOf(node);
    if (ctx.giver) givens.push(number, ctx.giver);
    stream.push(4, number, cut(data, LONGEST));
  };

  const root = (node, ctx, number) => {
    roots.push(node);
    const document = isDocument(node);
    stream.push(2, number, document ? 1 : 0, document ? titleOf(node) : "");
    enter(firstOf(node), null, ctx, "");
  };

  const element = (el, around) => {
    const name = localName(el);
    const space = namespace(el);
    const html = space === XHTML;
    if (html ? SILENT.has(name) : space === SVG && !DRAWN.has(name)) return;
    if ((met += 1) > MOST) {
      counts.tooMany += 1;
      return;
    }
    let flags = around.flags;
    let style = null;
    const styles = () => (style ??= styleOf(el));
    const bare = html && (name === "slot" || name === "area" || around.select);
    if (bare) {
      flags |= NO_BOX;
      if (around.select && name !== "slot" && attr(el, "hidden") !== null && styles().display === "none") return;
    } else if (!isSeen(el, EVERYWAY)) {
      if (!isSeen(el)) {
        if (html && name === "body") flags |= NO_BOX;
        else if (styles().display !== "contents" || !isSeen(documentElementOf(el))) {
          if (!(space === SVG && (name === "title" || name === "desc"))) return hide(el, styles());
          flags |= NO_BOX | UNRENDERED;
        } else flags |= NO_BOX;
        if (styles().visibility !== "visible") flags |= INVISIBLE;
        else flags &= ~INVISIBLE;
      } else {
        flags = isSeen(el, BY_STYLE) ? flags & ~INVISIBLE : flags | INVISIBLE;
        if (!isSeen(el, BY_OPACITY)) flags |= TRANSPARENT;
      }
    } else if (flags & INVISIBLE) flags &= ~INVISIBLE;

    let x = 0, y = 0, w = 0, h = 0;
    if (!(flags & NO_BOX)) {
      const box = boxOf(el);
      const frame = around.frame;
      x = boxX(box); y = boxY(box); w = boxW(box); h = boxH(box);
      if (w <= 1 || h <= 1) {
        if (w === 0 || h === 0) flags |= EMPTY;
        if (!(flags & (CLIPPED | INVISIBLE)) && isClipped(el, styles(), w, h)) flags |= CLIPPED;
      }
      if (!(flags & OFFSCREEN) && isOutside(frame, x, y, w, h) && firmly(styles().position) && !canScrollTo(el, x, y, w, h)) flags |= OFFSCREEN;
      if (frame.moved) {
        x = frame.x + x * frame.sx; y = frame.y + y * frame.sy; w *= frame.sx; h *= frame.sy;
      }
      x = round(x); y = round(y); w = round(w); h = round(h);
    }

    const type = html && name === "input" ? typeOf(el) : "";
    const role = attr(el, "role");
    const control = html && (name === "a" ? attr(el, "href") !== null : NATIVE.has(name));
    const acts = control || (role !== null && ROLES.has(role));
    if (acts && flags & INVISIBLE) counts.invisible += 1;
    let pointer = around.pointer || acts;
    if (!pointer && html && name !== "html" && name !== "body" && styles().cursor === "pointer") {
      pointer = true;
      flags |= POINTER;
    }
    // How its text joins what is beside it matters where texts become a name.
    if (html && !(flags & NO_BOX) && (around.naming || style)) {
      flags |= styles().display === "inline" ? INLINE : APART;
    }
    if (style && !(flags & CLIPPED) && style.fontSize === "0px") flags |= CLIPPED;
    let secret = false;
    const editor = html && (name === "textarea" || type !== "");
    if (editor && type !== "checkbox" && type !== "radio" && type !== "file" && isSecret(el, type, styles)) {
      secret = true;
      flags |= SECRET;
      if ((name === "textarea" ? areaValueOf(el) : valueOf(el)) !== "") flags |= FILLED;
    }
    if (type === "checkbox" && mixedOf(el)) flags |= INDETERMINATE;
    if (el === active && name !== "body") flags |= FOCUSED;
    if (html && name === "select" && chosenOf(el) < 0) flags |= NOTHING_CHOSEN;
    const dialog = html && name === "dialog";
    if (dialog && matches(el, ":modal")) flags |= MODAL;
    if (html && attr(el, "popover") !== null && matches(el, ":popover-open")) flags |= POPOVER;
    if ((dialog || (role !== null && FLOATING.has(role)) || flags & POPOVER) && floats(el)) flags |= FLOATS;

    const number = numberOf(el);
    if (around.giver) givens.push(number, around.giver);
    const shadow = html ? innerRoot(el) : null;
    stream.push(1, idOf(name), number, flags);
    if (!(flags & NO_BOX)) stream.push(x, y, w, h);
    const handler = attributes(el, name, html, type, secret, around, false);

    if (role === "dialog" || role === "alertdialog" || dialog) {
      if (attr(el, "aria-modal") === "true" && !(flags & (MODAL | INVISIBLE | EMPTY | NO_BOX))) modals.push(el);
    }
    const worth = acts || dialog || role === "dialog" || flags & POINTER || handler || attr(el, "tabindex") !== null;
    if (worth && !(flags & (NO_BOX | EMPTY | INVISIBLE | CLIPPED | OFFSCREEN))) {
      const [cx, cy] = [x + w / 2, y + h / 2];
      if (cx >= 0 && cy >= 0 && cx < innerWidth && cy < innerHeight) {
        if (hits.length < MOST_HITS) hits.push({ el, number, cx, cy, frame: around.frame });
        else counts.unhit += 1;
      }
    }

    // What is inside.
    if (html && (name === "input" || name === "textarea" || name === "img" || name === "br" || name === "hr")) {
      if (name === "textarea" && !secret) stream.push(6, cut(areaValueOf(el), LONGEST));
      stream.push(0);
      return;
    }
    const ctx = {
      flags: flags & (INVISIBLE | TRANSPARENT | CLIPPED | OFFSCREEN),
      select: around.select || (html && name === "select"),
      pointer,
      naming: Math.max(around.naming, namingOf(name, html, role, acts || flags & POINTER)),
      frame: around.frame,
      absolute: around.absolute,
      depth: around.depth,
      giver: 0,
      mute: html && (name === "iframe" || name === "frame" || name === "canvas" || name === "video" || name === "audio"),
    };
    let after = "";
    if (ctx.naming > 1 && html && !around.select) {
      const before = made(el, "::before");
      if (before) stream.push(6, before);
      after = made(el, "::after");
    }
    if (shadow) {
      if (around.depth >= DEEPEST) {
        counts.tooDeep += 1;
        stream.push(0);
        return;
      }
      enter(null, null, ctx, after); // closes the host
      watch(shadow);
      root(shadow, { ...ctx, depth: around.depth + 1 }, numberOf(shadow));
      return;
    }
    if (html && (name === "iframe" || name === "frame")) {
      const content = inside(el);
      const place = frameOf(el, x, y, w, h, styles(), around.frame);
      if (content && around.depth < DEEPEST) {
        enter(null, null, ctx, "");
        watch(content);
        const absolute = true;
        const fresh = { flags: ctx.flags, select: false, pointer: false, naming: 0, frame: place, absolute };
        root(content, { ...fresh, depth: around.depth + 1, giver: 0, mute: false }, numberOf(content));
        return;
      }
      if (content) counts.tooDeep += 1;
      else foreign.push([number, place.x, place.y, place.sx, place.sy, given.get(el) ?? -1]);
      stream.push(0);
      return;
    }
    if (html && name === "slot") {
      const list = givenTo(el, FLATTEN);
      if (list.length) {
        const host = rootOf(el);
        const giver = isShadow(host) ? numberOf(hostOf(host)) : 0;
        enter(null, list, { ...ctx, giver }, "");
        return;
      }
    }
    const first = firstOf(el);
    if (first) enter(first, null, ctx, after);
    else {
      if (after) stream.push(6, after);
      stream.push(0);
    }
  };

  // Counts the controls of a part that is not shown. File inputs are listed all the same.
  function hide(el, style) {
    const controls = [...within(el, HIDDEN)].length + (matches(el, HIDDEN) ? 1 : 0);
    if (controls === 0) return;
    const shut = style.display !== "none" && closest(el, "details:not([open])") !== null;
    counts[shut ? "shut" : "unrendered"] += controls;
  }

  // Whether texts inside become a name (1), those of style sheets too (2).
  function namingOf(name, html, role, acts) {
    if (acts || role === "heading") return 2;
    return html && NAMED.has(name) ? (name === "td" || name === "th" ? 1 : 2) : 0;
  }

  function documentElementOf(el) {
    return outermost(documentOf(el)) ?? el;
  }

  // Whether a box of no size is that of a text which only a screen reader is to get.
  function isClipped(el, style, w, h) {
    for (let node = firstOf(el); node; node = nextOf(node)) {
      if (kindOf(node) === 3 && dataOf(node).trim() !== "") {
        return style.fontSize === "0px" || (style.display !== "inline" && style.overflow !== "visible");
      }
    }
    return style.overflow !== "visible" && style.position === "absolute" && w <= 1 && h <= 1 && w + h > 0;
  }

  function firmly(position) {
    return position === "absolute" || position === "fixed";
  }

  // Whether a box lies where nobody can scroll to.
  function isOutside(frame, x, y, w, h) {
    if (x + w > 0 && y + h > 0 && x < frame.width) return false;
    return x + w + frame.scrollX <= frame.left || y + h + frame.scrollY <= 0 || x + frame.scrollX >= frame.right;
  }

  // Whether something around a box scrolls, and the box is among what can be scrolled to there.
  function canScrollTo(el, x, y, w, h) {
    for (let at = flatParent(el); at && kindOf(at) === 1 && at !== outermost(documentOf(at)); at = flatParent(at)) {
      const [wide, high] = [scrollWidthOf(at), scrollHeightOf(at)];
      if (wide <= clientWidth(at) && high <= clientHeight(at)) continue;
      const style = styleOf(at);
      if (!/auto|scroll/.test(style.overflow)) continue;
      const box = boxOf(at);
      const left = boxX(box) - scrollLeftOf(at) - (style.direction === "rtl" ? wide - clientWidth(at) : 0);
      const top = boxY(box) - scrollTopOf(at);
      return x + w > left && y + h > top && x < left + wide && y < top + high;
    }
    return false;
  }

  function floats(el) {
    for (let at = el, n = 0; at && n < 5 && kindOf(at) === 1; at = flatParent(at), n += 1) {
      if (firmly(styleOf(at).position)) return true;
    }
    return false;
  }

  // Where the viewport of a document lies in ours, and how far it can be scrolled.
  function viewport(document, x, y, sx, sy) {
    const view = viewOf(document);
    const html = outermost(document);
    const width = view?.innerWidth ?? 0;
    const total = Math.max(width, html ? scrollWidthOf(html) : 0);
    const left = html && styleOf(html).direction === "rtl" ? width - total : 0;
    const moved = x !== 0 || y !== 0 || sx !== 1 || sy !== 1;
    const [scrollX, scrollY] = [view?.scrollX ?? 0, view?.scrollY ?? 0];
    return { x, y, sx, sy, moved, width, left, right: left + total, scrollX, scrollY, document };
  }
  function frameOf(el, x, y, w, h, style, around) {
    const number = (text) => Number.parseFloat(text) || 0;
    const [fullW, fullH] = [offsetWidth(el), offsetHeight(el)];
    const sx = fullW > 0 ? w / fullW : around.sx;
    const sy = fullH > 0 ? h / fullH : around.sy;
    const left = x + (clientLeft(el) + number(style.paddingLeft)) * sx;
    const top = y + (clientTop(el) + number(style.paddingTop)) * sy;
    const content = inside(el);
    return content ? viewport(content, left, top, sx, sy) : { x: left, y: top, sx, sy };
  }

  const run = () => {
    while (stack.length) {
      const top = stack[stack.length - 1];
      let node = null;
      if (top.list) node = top.list[top.at++] ?? null;
      else {
        node = top.next;
        if (node) top.next = nextOf(node);
      }
      if (!node) {
        stack.pop();
        if (top.after) stream.push(6, top.after);
        stream.push(0);
        continue;
      }
      const kind = kindOf(node);
      if (kind === 3) text(node, top.ctx);
      else if (kind === 1) element(node, top.ctx);
    }
  };
