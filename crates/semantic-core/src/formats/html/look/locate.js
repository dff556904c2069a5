/*
 * Answers questions about the elements that a look gave numbers to; reads only, in the world that the look was taken in.
 *
 * options.css  a selector: the numbers of what it matches are told, through shadow trees and frames of the same origin;
 *              with options.inside the known numbers of what that holds, texts included.
 * options.of   by the stamp of a world: pairs of a number and selectors to try for that element. Told are those, in their
 *              order, that match it and nothing else in its document; where there are none, one of our own, if there is
 *              any. Open shadow trees are looked through as drivers do, whose combinators cross them.
 * nodes        closed shadow roots (and frames of other origins, which are passed over).
 */
function locate(options, ...nodes) {
  const getter = (type, name) => {
    const get = Object.getOwnPropertyDescriptor(type.prototype, name).get;
    return (object) => get.call(object);
  };
  const method = (type, name) => {
    const call = type.prototype[name];
    return (object, ...args) => call.apply(object, args);
  };
  const attr = method(Element, "getAttribute");
  const matches = method(Element, "matches");
  const shadowOf = getter(Element, "shadowRoot");
  const localName = getter(Element, "localName");
  const rootOf = method(Node, "getRootNode");
  const parentOf = getter(Node, "parentNode");
  const firstOf = getter(Node, "firstChild");
  const nextOf = getter(Node, "nextSibling");
  const within = method(Element, "querySelectorAll");
  const kindOf = getter(Node, "nodeType");
  const hostOf = getter(ShadowRoot, "host");
  const previousOf = getter(Element, "previousElementSibling");
  const classesOf = getter(Element, "classList");
  const allIn = [method(Document, "querySelectorAll"), method(DocumentFragment, "querySelectorAll")];
  const all = (root, selector) => allIn[kindOf(root) === 9 ? 0 : 1](root, selector);
  const frameOf = { iframe: getter(HTMLIFrameElement, "contentDocument"), frame: getter(HTMLFrameElement, "contentDocument") };
  const attempt = (run, otherwise) => {
    try {
      return run() ?? otherwise;
    } catch {
      return otherwise;
    }
  };

  const ours = globalThis[Symbol.for("semantic.look")];
  if (!ours) return JSON.stringify({ stamp: "" });
  const closed = new Map();
  for (const node of nodes) {
    const host = attempt(() => hostOf(node), null);
    if (host) closed.set(host, node);
  }

  // The trees of the page: each document with the open shadow trees in it, and the closed ones apart.
  const trees = []; // every root with its document's group
  const elements = new Map(); // by number
  const enter = (root, group) => {
    trees.push(root);
    if (group) group.push(root);
    for (const el of all(root, "*")) {
      const number = ours.numbers.get(el);
      if (number !== undefined) elements.set(number, { el, group: group ?? [] });
      const shadow = shadowOf(el);
      if (shadow) waiting.push([shadow, group]);
      else if (closed.has(el)) waiting.push([closed.get(el), null]);
      const name = localName(el);
      const content = name === "iframe" || name === "frame" ? attempt(() => frameOf[name](el), null) : null;
      if (content) waiting.push([content, []]);
    }
  };
  const waiting = [[document, []]];
  while (waiting.length && trees.length < 5000) enter(...waiting.shift());

  const told = { stamp: ours.stamp };
  if (typeof options?.css === "string") {
    try {
      const numberOf = (el) => {
        let number = ours.numbers.get(el);
        if (number === undefined) ours.numbers.set(el, (number = ++ours.last));
        return number;
      };
      const inside = (el) => {
        const found = [];
        for (const around of [el, ...within(el, "*")]) {
          for (let node = firstOf(around); node; node = nextOf(node)) found.push(ours.numbers.get(node));
        }
        return found.filter((number) => number !== undefined);
      };
      const tell = options.inside ? inside : numberOf;
      told.css = trees.flatMap((root) => [...all(root, options.css)].flatMap(tell)).slice(0, 10000);
    } catch (error) {
      told.invalid = String(error.message).slice(0, 200);
    }
  }

  // A selector as its compounds, last first, each with the combinator before it; nothing for a list of selectors.
  const parts = (selector) => {
    const found = [];
    let start = 0, depth = 0, quote = "", combinator = "";
    const put = (end) => {
      const compound = selector.slice(start, end);
      if (compound) {
        found.unshift({ compound, combinator });
        combinator = "";
      }
    };
    for (let i = 0; i < selector.length; i += 1) {
      const c = selector[i];
      if (c === "\\") i += 1;
      else if (quote) quote = c === quote ? "" : quote;
      else if (c === '"' || c === "'") quote = c;
      else if (c === "[" || c === "(") depth += 1;
      else if (c === "]" || c === ")") depth -= 1;
      else if (depth === 0 && c === ",") return null;
      else if (depth === 0 && /[\s>+~]/.test(c)) {
        put(i);
        combinator = combinator.trim() || c.trim() || " ";
        start = i + 1;
      }
    }
    put(selector.length);
    return found;
  };
  const childrenOf = (node) => {
    const type = kindOf(node) === 1 ? Element : kindOf(node) === 9 ? Document : DocumentFragment;
    return getter(type, "children")(node);
  };
  const outer = (node) => {
    const parent = parentOf(node);
    return parent && (kindOf(parent) === 1 ? parent : attempt(() => hostOf(parent), null));
  };
  // Whether an element fits where combinators cross the edges of shadow trees, as those of drivers do.
  const fits = (el, list, at, work) => {
    if ((work.left -= 1) < 0) throw new Error("too much work");
    if (!matches(el, list[at].compound)) return false;
    const { combinator } = list[at];
    if (!combinator) return true;
    const next = combinator === " " || combinator === ">" ? outer : previousOf;
    const all = combinator === " " || combinator === "~";
    for (let other = next(el); other; other = next(other)) {
      if (fits(other, list, at + 1, work)) return true;
      if (!all) return false;
    }
    return false;
  };
  // Whether a selector matches the element and nothing else in its document.
  const lists = new Map(); // by root: what a compound matches
  const isAlone = (el, group, selector) =>
    attempt(() => {
      const list = parts(selector);
      const work = { left: 20000 };
      if (!list?.length || list[list.length - 1].combinator || !fits(el, list, 0, work)) return false;
      for (const root of group) {
        let known = lists.get(root);
        if (!known) lists.set(root, (known = new Map()));
        const { compound } = list[0];
        if (!known.has(compound)) known.set(compound, [...all(root, compound)]);
        for (const one of known.get(compound)) if (one !== el && fits(one, list, 0, work)) return false;
      }
      return true;
    }, false);

  const KEYS = ["data-testid", "data-test-id", "data-test", "data-cy", "name", "aria-label", "href", "title", "placeholder", "alt", "for", "value", "role", "type"];
  const quoted = (text) => `"${text.replace(/["\\]/g, "\\$&").replace(/\n/g, "\\a ")}"`;
  const simple = function* (el) {
    const tag = CSS.escape(localName(el));
    const id = attr(el, "id");
    // What is counted up by a script is another number tomorrow.
    const fixed = (word) => !/\d{4,}|^[:_]|[0-9a-f]{8,}/i.test(word);
    if (id && id.length < 60 && fixed(id)) yield `#${CSS.escape(id)}`;
    for (const key of KEYS) {
      const value = key === "value" && localName(el) !== "option" ? null : attr(el, key);
      if (value && value.length < 100) yield key.startsWith("data-") ? `[${key}=${quoted(value)}]` : `${tag}[${key}=${quoted(value)}]`;
    }
    const classes = [...classesOf(el)].filter((one) => one.length < 40 && fixed(one)).slice(0, 4);
    for (const one of classes) yield `${tag}.${CSS.escape(one)}`;
    if (classes.length > 1) yield `${tag}.${classes.map((one) => CSS.escape(one)).join(".")}`;
    yield tag;
    if (id && id.length < 60) yield `#${CSS.escape(id)}`;
  };
  const ownCache = new Map(); // elements with the simple selector that is theirs alone, or ""
  const own = (el, group) => {
    let found = ownCache.get(el);
    if (found === undefined) {
      found = "";
      for (const one of simple(el)) {
        if (isAlone(el, group, one)) {
          found = one;
          break;
        }
      }
      ownCache.set(el, found);
    }
    return found;
  };
  const places = new Map(); // by parent: the place of each child among those of its name
  const step = (el) => {
    const parent = parentOf(el);
    let known = places.get(parent);
    if (!known) {
      places.set(parent, (known = new Map()));
      const seen = new Map();
      for (const one of childrenOf(parent)) {
        const name = localName(one);
        seen.set(name, (seen.get(name) ?? 0) + 1);
        known.set(one, seen.get(name));
      }
    }
    return `${CSS.escape(localName(el))}:nth-of-type(${known.get(el)})`;
  };
  const shorten = (el, group) => {
    const alone = own(el, group);
    if (alone) return alone;
    let path = "";
    for (let at = el, n = 0; at && kindOf(at) === 1 && n < 40; at = outer(at), n += 1) {
      const around = at === el ? "" : own(at, group);
      const begin = around || step(at);
      path = path ? `${begin} > ${path}` : begin;
      if (at !== el && isAlone(el, group, path)) return path;
      if (around) return "";
    }
    return "";
  };

  const asked = options?.of?.[ours.stamp];
  if (Array.isArray(asked)) {
    told.of = asked.map(([number, tries]) => {
      const known = elements.get(number);
      if (!known || !known.group.includes(rootOf(known.el))) return [];
      const good = tries.filter((one) => isAlone(known.el, known.group, one));
      const ours = good.length ? "" : shorten(known.el, known.group);
      return ours ? [ours] : good;
    });
  }
  return JSON.stringify(told);
}
