/*
 * Tells the whole of the open page in one pass: its flat tree with what only layout and live objects know.
 *
 * Call it in an isolated world (Page.createIsolatedWorld, then Runtime.callFunctionOn with this text as
 * functionDeclaration and returnByValue): there the built-ins are the browser's own whatever the page did to its. What a
 * page can still shadow there, the properties of its forms and documents by elements with such names, is read through the
 * prototypes. It reads only: what it remembers (a number for each node, texts that came up) is in its own world.
 *
 * options.fresh  whether what came up since the last look (`flashes`) is taken out of the list.
 * nodes          what the page does not hand out and the caller resolved into this world (DOM.resolveNode with
 *                executionContextId): closed shadow roots, which are then entered like open ones, and frames of other
 *                origins, whose place in the list is told under `foreign` with their number here.
 *
 * Returns the JSON text that wire.rs reads. `stream` is the tree as one flat list of numbers and strings:
 *   0                                         closes the innermost open node
 *   1 name number flags [x y w h] n (key value)*n   opens an element; the box is there unless NO_BOX is set
 *   2 number document base                    opens the root of a shadow tree (document 0) or a document (1)
 *   3 number                                  opens an element met before, to put more into it
 *   4 number text                             a text
 *   5                                         a blank between two nodes
 *   6 text                                    a text made by a style sheet
 * Names and keys are positions in `names`.
 */
function look(options, ...nodes) {
  const XHTML = "http://www.w3.org/1999/xhtml";
  const SVG = "http://www.w3.org/2000/svg";
  const LONGEST = 20000; // characters kept of any text
  const MOST = 150000; // nodes
  const DEEPEST = 64; // shadow trees and frames in one another
  const MOST_HITS = 400; // controls whose centre is looked at
  const MOST_HIDDEN = 400; // nodes of one hidden part that something refers to

  // Flags of an element; wire.rs has the same.
  const UNRENDERED = 1, INVISIBLE = 2, TRANSPARENT = 4, CLIPPED = 8, OFFSCREEN = 16, NO_BOX = 32, POINTER = 64;
  const FOCUSED = 128, SECRET = 256, FILLED = 512, INDETERMINATE = 1024, APART = 2048, INLINE = 4096, MODAL = 8192;
  const POPOVER = 16384, LISTED = 32768, EMPTY = 65536, FLOATS = 131072, CLOSED = 262144, NOTHING_CHOSEN = 524288;

  const getter = (type, name) => {
    const get = Object.getOwnPropertyDescriptor(type.prototype, name).get;
    return (object) => get.call(object);
  };
  const method = (type, name) => {
    const call = type.prototype[name];
    return (object, one, two) => call.call(object, one, two);
  };
  const attr = method(Element, "getAttribute");
  const attrNames = method(Element, "getAttributeNames");
  const matches = method(Element, "matches");
  const isSeen = method(Element, "checkVisibility");
  const boxOf = method(Element, "getBoundingClientRect");
  const clientLeft = getter(Element, "clientLeft");
  const clientTop = getter(Element, "clientTop");
  const offsetWidth = getter(HTMLElement, "offsetWidth");
  const offsetHeight = getter(HTMLElement, "offsetHeight");
  const [boxX, boxY, boxW, boxH] = ["x", "y", "width", "height"].map((name) => {
    const own = Object.getOwnPropertyDescriptor(DOMRect.prototype, name);
    return (box) => own.get.call(box);
  });
  const shadowOf = getter(Element, "shadowRoot");
  const localName = getter(Element, "localName");
  const namespace = getter(Element, "namespaceURI");
  const rootOf = method(Node, "getRootNode");
  const documentOf = getter(Node, "ownerDocument");
  const kindOf = getter(Node, "nodeType");
  const parentOf = getter(Node, "parentNode");
  const firstOf = getter(Node, "firstChild");
  const nextOf = getter(Node, "nextSibling");
  const textOf = getter(Node, "textContent");
  const dataOf = getter(CharacterData, "data");
  const slotOf = getter(Element, "assignedSlot");
  const textSlotOf = getter(Text, "assignedSlot");
  const givenTo = method(HTMLSlotElement, "assignedNodes");
  const hostOf = getter(ShadowRoot, "host");
  const baseOf = getter(Node, "baseURI");
  const titleOf = getter(Document, "title");
  const viewOf = getter(Document, "defaultView");
  const outermost = getter(Document, "documentElement");
  const readyOf = getter(Document, "readyState");
  const activeOf = [getter(Document, "activeElement"), getter(ShadowRoot, "activeElement")];
  const hitIn = [method(Document, "elementFromPoint"), method(ShadowRoot, "elementFromPoint")];
  const findIn = [method(Document, "getElementById"), method(DocumentFragment, "getElementById")];
  const allIn = [method(Document, "querySelectorAll"), method(DocumentFragment, "querySelectorAll")];
  const typeOf = getter(HTMLInputElement, "type");
  const checkedOf = getter(HTMLInputElement, "checked");
  const mixedOf = getter(HTMLInputElement, "indeterminate");
  const valueOf = getter(HTMLInputElement, "value");
  const areaValueOf = getter(HTMLTextAreaElement, "value");
  const chosenOf = getter(HTMLSelectElement, "selectedIndex");
  const selectedOf = getter(HTMLOptionElement, "selected");
  const controlOf = getter(HTMLLabelElement, "control");
  const hrefOf = getter(HTMLAnchorElement, "href");
  const styleOf = (el, pseudo) => getComputedStyle(el, pseudo);
  const contentOf = {
    iframe: getter(HTMLIFrameElement, "contentDocument"),
    frame: getter(HTMLFrameElement, "contentDocument"),
  };
  const isDocument = (node) => kindOf(node) === 9;
  const which = (root) => (isDocument(root) ? 0 : 1);
  const isShadow = (node) => {
    try {
      return hostOf(node) !== undefined;
    } catch {
      return false;
    }
  };
  const squash = (text, most) => text.slice(0, 4 * most).replace(/\s+/g, " ").trim().slice(0, most);

  // What stays in this world from look to look.
  const ours = (globalThis[Symbol.for("semantic.look")] ??= {
    numbers: new WeakMap(),
    last: 0,
    stamp: `${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`,
  });
  const numberOf = (node) => {
    let number = ours.numbers.get(node);
    if (number === undefined) ours.numbers.set(node, (number = ++ours.last));
    return number;
  };

  // What the caller resolved for us.
  const given = new Map();
  const closed = new Map();
  nodes.forEach((node, number) => {
    if (isShadow(node)) closed.set(hostOf(node), node);
    else given.set(node, number);
  });
  const innerRoot = (el) => shadowOf(el) ?? closed.get(el) ?? null;
  const flatParent = (node) => {
    const kind = kindOf(node);
    const slot = kind === 1 ? slotOf(node) : kind === 3 ? textSlotOf(node) : null;
    if (slot) return slot;
    const parent = parentOf(node);
    return parent && isShadow(parent) ? hostOf(parent) : parent;
  };

  // Names and attributes that matter.
  const names = [];
  const ids = new Map();
  const idOf = (name) => {
    let id = ids.get(name);
    if (id === undefined) {
      id = names.length;
      ids.set(name, id);
      names.push(name);
    }
    return id;
  };
  const KEPT = new Set(
    (
      "abbr accept accesskey action alt autocomplete class colspan commandfor contenteditable controls data-cy " +
      "data-icon data-state data-test data-test-id data-testid dir disabled download draggable enterkeyhint for form " +
      "headers href id inert inputmode label lang list max maxlength method min minlength multiple muted name open " +
      "pattern placeholder popover popovertarget readonly required role rowspan scope size slot step switch tabindex " +
      "target title type usemap xlink:href"
    ).split(" "),
  );
  const SHORT = new Set(["class", "pattern", "action"]);
  const HANDLERS = /^(on(click|dblclick|(mouse|pointer|touch|key)(down|up|start|end|press))|(ng-|x-on:|v-on:|@|\(|wire:)\(?click\)?\)?|jsaction|data-action|data-on-?click)$/;
  const REFERS = new Set(["aria-labelledby", "aria-describedby", "aria-errormessage", "list"]);
  const kinds = new Map(); // by attribute: 0 left out, 1 kept, 2 a handler, 3 refers to ids, 4 kept short
  const kindOfAttr = (name) => {
    let kind = kinds.get(name);
    if (kind === undefined) {
      kind = REFERS.has(name) ? 3 : SHORT.has(name) ? 4 : HANDLERS.test(name) ? 2 : 0;
      if (!kind && (KEPT.has(name) || name.startsWith("aria-") || name.startsWith("data-semtag-"))) kind = 1;
      kinds.set(name, kind);
    }
    return kind;
  };

  const SILENT = new Set(
    "script style template noscript noframes noembed head meta link base title param source track rp".split(" "),
  );
  const NATIVE = new Set(["button", "input", "select", "textarea", "summary", "option"]);
  const NAMED = new Set("h1 h2 h3 h4 h5 h6 label legend caption figcaption td th dt".split(" "));
  const DRAWN = new Set("svg g a title desc text tspan textPath image foreignObject use switch".split(" "));
  const ROLES = new Set(
    (
      "button link checkbox radio switch tab menuitem menuitemcheckbox menuitemradio option combobox textbox searchbox " +
      "slider spinbutton treeitem gridcell listbox"
    ).split(" "),
  );
  const FLOATING = new Set("menu listbox dialog alertdialog tooltip tree grid".split(" "));
  const EVERYWAY = { checkOpacity: true, checkVisibilityCSS: true };
  const BY_STYLE = { checkVisibilityCSS: true };
  const BY_OPACITY = { checkOpacity: true };
  const FLATTEN = { flatten: true };

  const stream = [];
  const foreign = [];
  const references = []; // elements that refer to others, with the attribute's value
  const roots = []; // of documents and shadow trees
  const hits = []; // controls in view, to be looked for from above
  const modals = [];
  const givens = []; // pairs: a node that lies in a slot, and the host that gave it
  const counts = { tooDeep: 0, tooMany: 0, cut: 0, unhit: 0 };
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

  // The walk. A frame of the stack is a list of siblings and what is known of the node around them.
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
          if (!(space === SVG && (name === "title" || name === "desc"))) return;
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
      if (!(flags & OFFSCREEN) && isOutside(frame, x, y, w, h) && firmly(styles().position)) flags |= OFFSCREEN;
      if (frame.moved) {
        x = frame.x + x * frame.sx; y = frame.y + y * frame.sy; w *= frame.sx; h *= frame.sy;
      }
      x = round(x); y = round(y); w = round(w); h = round(h);
    }

    const type = html && name === "input" ? typeOf(el) : "";
    const role = attr(el, "role");
    const control = html && (name === "a" ? attr(el, "href") !== null : NATIVE.has(name));
    const acts = control || (role !== null && ROLES.has(role));
    let pointer = around.pointer || acts;
    if (!pointer && html && name !== "html" && name !== "body" && styles().cursor === "pointer") {
      pointer = true;
      flags |= POINTER;
    }
    // How its text joins what is beside it matters where texts become a name.
    if (html && !(flags & NO_BOX) && (around.naming || style)) {
      flags |= styles().display === "inline" ? INLINE : APART;
    }
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
  function scrollWidthOf(html) {
    return getter(Element, "scrollWidth")(html);
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
