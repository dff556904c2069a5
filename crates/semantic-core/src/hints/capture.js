/*
 * Lists the elements of the open page that carry hints; one pass, reads only.
 *
 * Call it in an isolated world (Page.createIsolatedWorld, then Runtime.callFunctionOn with this text as
 * functionDeclaration and returnByValue): there the built-ins are the browser's own whatever the page did to its. What a
 * page can still shadow there, the properties of its forms and documents by elements with such names, is read through the
 * prototypes.
 *
 * options.scope  a data-semtag-id, else a CSS selector: the list is restricted to what lies in its first match.
 *                An id is not restricted to here: the reader of the list does that.
 * options.only   a data-semtag-id: of elements with another id nothing but that is told.
 * nodes          what the page does not hand out and the caller resolved into this world (DOM.resolveNode with
 *                executionContextId): closed shadow roots, whose content is then listed like that of open ones, and
 *                frames of other origins, whose place in the list is told under `foreign` with their number here.
 *
 * Returns the JSON text that Captured::from_json reads.
 */
function capture(options, ...nodes) {
  const PREFIX = "data-semtag-";
  const KEYS = ["role", "action", "state", "target", "controls", "options"];
  const WITH_VALUE = new Set(["input", "select", "toggle", "slider", "observable"]);
  const LONGEST = 2500; // characters kept of any text
  const MOST = 100000; // hinted elements
  const DEEPEST = 64; // shadow trees and frames in one another
  const XHTML = "http://www.w3.org/1999/xhtml";
  let budget = 5000000; // characters of rendered text looked at for the whole page

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
  const isSeen = method(Element, "checkVisibility");
  const boxOf = method(Element, "getBoundingClientRect");
  const boxesOf = method(Element, "getClientRects");
  const shadowOf = getter(Element, "shadowRoot");
  const localName = getter(Element, "localName");
  const namespace = getter(Element, "namespaceURI");
  const contains = method(Node, "contains");
  const childrenOf = getter(Element, "children");
  const rootOf = method(Node, "getRootNode");
  const documentOf = getter(Node, "ownerDocument");
  const kindOf = getter(Node, "nodeType");
  const textOf = getter(Node, "textContent");
  const innerText = getter(HTMLElement, "innerText");
  const hostOf = getter(ShadowRoot, "host");
  const walkerOf = method(Document, "createTreeWalker");
  const titleOf = getter(Document, "title");
  const viewOf = getter(Document, "defaultView");
  const typeOf = getter(HTMLInputElement, "type");
  const checkedOf = getter(HTMLInputElement, "checked");
  const selectedOf = getter(HTMLSelectElement, "selectedOptions");
  const labelOfOption = getter(HTMLOptionElement, "label");
  const valueOf = { input: getter(HTMLInputElement, "value"), textarea: getter(HTMLTextAreaElement, "value") };
  const controlOf = getter(HTMLLabelElement, "control");
  const contentOf = { iframe: getter(HTMLIFrameElement, "contentDocument"), frame: getter(HTMLFrameElement, "contentDocument") };
  const is = (object, type) => {
    try {
      return type(object) !== undefined;
    } catch {
      return false; // not of that type
    }
  };
  const tagOf = (el) => (namespace(el) === XHTML ? localName(el) : "");
  // Half a character, as a cut leaves it or a page writes it, would make the whole answer unreadable.
  const cut = (text, most = LONGEST) => text.slice(0, most).replace(/\p{Surrogate}/gu, "\ufffd");
  const squash = (text) => cut(text.slice(0, 50000).replace(/\s+/g, " ").trim());

  // What the caller resolved for us.
  const closed = new Map();
  const given = new Map();
  nodes.forEach((node, number) => {
    if (is(node, hostOf)) closed.set(hostOf(node), node);
    else given.set(node, number);
  });

  // The walk: which elements there are, in document order, and what is around each.
  const found = [];
  let foreign = [];
  const roots = [];
  const labelsOf = new Map(); // by control; asking each control for its labels would walk the page each time
  const notices = [];
  let tooDeep = 0;
  let tooMany = 0;
  const walk = (root, parent, depth) => {
    if (depth > DEEPEST) {
      tooDeep += 1;
      return;
    }
    roots.push(root);
    const owner = kindOf(root) === 9 ? root : documentOf(root);
    const walker = walkerOf(owner, root, NodeFilter.SHOW_ELEMENT);
    const open = []; // hinted elements around the next one
    const around = (el) => {
      while (open.length && !contains(open[open.length - 1].el, el)) open.pop();
      return open.length ? open[open.length - 1].place : parent;
    };
    for (let el = walker.nextNode(); el; el = walker.nextNode()) {
      const id = attr(el, PREFIX + "id");
      const shadow = shadowOf(el) || (closed.size ? closed.get(el) : null);
      const name = localName(el);
      const frame = name === "iframe" || name === "frame";
      if (name === "label" && namespace(el) === XHTML) {
        const control = controlOf(el);
        if (control) labelsOf.set(control, [...(labelsOf.get(control) || []), el].slice(0, 10));
      }
      if (!id && !shadow && !frame) continue;
      let place = around(el);
      if (id) {
        if (found.length >= MOST) {
          tooMany += 1;
        } else {
          found.push({ el, id, parent: place });
          place = found.length - 1;
          open.push({ el, place });
        }
      }
      if (shadow) walk(shadow, place, depth + 1);
      if (frame && namespace(el) === XHTML) {
        let inside = null;
        try {
          inside = contentOf[name](el);
        } catch {
          // a frame of another origin
        }
        if (inside) walk(inside, place, depth + 1);
        else foreign.push({ el, at: found.length, parent: place, given: given.get(el) ?? null, src: cut(attr(el, "src") || "") });
      }
    }
  };
  walk(document, null, 0);
  if (tooDeep) notices.push(`${tooDeep} shadow trees or frames nested too deep left out`);
  if (tooMany) notices.push(`${tooMany} elements left out: too many`);

  // The scope, where it is no id.
  let scope = null;
  let kept = found;
  const wanted = typeof options?.scope === "string" ? options.scope : "";
  if (wanted && !found.some((one) => one.id === wanted)) {
    let within = null;
    try {
      for (const root of roots) {
        within = method(kindOf(root) === 9 ? Document : DocumentFragment, "querySelector")(root, wanted);
        if (within) break;
      }
      scope = within ? "found" : "missing";
    } catch (error) {
      scope = { invalid: cut(String(error.message)) };
    }
    if (within) {
      const inside = (el) => {
        for (let node = el; node; ) {
          if (contains(within, node)) return true;
          const root = rootOf(node);
          node = is(root, hostOf) ? hostOf(root) : kindOf(root) === 9 ? viewOf(root)?.frameElement : null;
        }
        return false;
      };
      const places = []; // of each found element: its own in the shorter list, or that of the nearest one around it
      const before = [0]; // how many stay of those before it
      const placeOf = (parent) => (parent === null ? null : places[parent]);
      kept = [];
      for (const one of found) {
        const parent = placeOf(one.parent);
        const stays = inside(one.el);
        places.push(stays ? kept.length : parent);
        if (stays) kept.push({ ...one, parent });
        before.push(kept.length);
      }
      foreign = foreign.filter((one) => inside(one.el));
      foreign = foreign.map((one) => ({ ...one, at: before[one.at], parent: placeOf(one.parent) }));
    }
  }

  // Texts.
  let starved = 0;
  const rendered = (el) => {
    if (budget <= 0) {
      starved += 1;
      return "";
    }
    const text = namespace(el) === XHTML ? innerText(el) : textOf(el);
    budget -= text.length + 1;
    return squash(text);
  };
  const byIds = (el, key) => {
    const ids = (attr(el, key) || "").split(/\s+/).filter(Boolean).slice(0, 50);
    if (!ids.length) return "";
    const root = rootOf(el);
    const find = method(kindOf(root) === 9 ? Document : DocumentFragment, "getElementById");
    const texts = ids.map((id) => find(root, id)).filter(Boolean);
    return texts.map((one) => squash(attr(one, "aria-label") || "") || rendered(one)).filter(Boolean).join(" ");
  };
  const labelText = (el, tag) => {
    return (labelsOf.get(el) || [])
      .map((label) => {
        const text = rendered(label);
        // A list of choices inside its own label is no part of it.
        return tag === "select" && contains(label, el) ? squash(text.replace(rendered(el), " ")) : text;
      })
      .filter(Boolean)
      .join(" ");
  };
  // The name a browser computes where the rules of the contract give none: texts that stand for pictures.
  const lastResort = (el, tag, byContent) => {
    const first = (name) => [...childrenOf(el)].find((child) => localName(child) === name);
    const heading = { fieldset: "legend", table: "caption", figure: "figcaption" }[tag];
    if (heading) {
      const child = first(heading);
      return child ? rendered(child) : "";
    }
    if (tag === "input" && ["button", "submit", "reset", "image"].includes(typeOf(el))) {
      const words = { submit: "Submit", reset: "Reset", image: "Submit Query" };
      return squash(attr(el, "alt") || attr(el, "value") || words[typeOf(el)] || "");
    }
    if (tag === "img" || tag === "area") return squash(attr(el, "alt") || "");
    if (!byContent) return "";
    const parts = [];
    const walker = walkerOf(documentOf(el), el, NodeFilter.SHOW_ELEMENT);
    let seen = 0;
    for (let node = localName(el) === "svg" ? el : walker.nextNode(); node && seen < 300; node = walker.nextNode()) {
      seen += 1;
      if (attr(node, "aria-hidden") === "true") continue;
      const name = localName(node);
      const text =
        attr(node, "aria-label") ||
        (name === "img" ? attr(node, "alt") : "") ||
        (name === "title" && namespace(node) !== XHTML ? textOf(node) : "") ||
        attr(node, "title");
      if (text) parts.push(text);
    }
    return squash(parts.join(" "));
  };

  const isSecret = (el, type) => {
    if (type === "password" || (getComputedStyle(el).webkitTextSecurity || "none") !== "none") return true;
    const words = (attr(el, "autocomplete") || "").toLowerCase().split(/\s+/);
    return words.some((word) => word.startsWith("cc-") || ["one-time-code", "current-password", "new-password"].includes(word));
  };
  const hiddenBy = (el) => {
    const box = boxOf(el);
    const empty = box.width === 0 || box.height === 0;
    // Reading styles is what costs most, so it is left to those that may be hidden.
    if (!empty && isSeen(el, { checkOpacity: true, checkVisibilityCSS: true })) return "";
    const style = getComputedStyle(el);
    if (style.display === "none") return "display";
    if (style.visibility !== "visible") return "visibility";
    if (empty) {
      return boxesOf(el).length || style.display === "contents" ? "size" : "display";
    }
    return Number.parseFloat(style.opacity) === 0 ? "opacity" : "";
  };
  const switched = (el) => {
    const word = attr(el, "aria-checked") ?? attr(el, "aria-pressed");
    return word === null ? undefined : word === "mixed" ? "mixed" : word === "true";
  };
  const isCheckable = (el) => tagOf(el) === "input" && ["checkbox", "radio"].includes(typeOf(el));
  const held = (el, tag, type, role, shown) => {
    // A drawn switch is a label: its checkbox has no size, and only that knows whether it is on.
    const box = tag === "label" && role === "toggle" ? controlOf(el) : el;
    if (box && isCheckable(box)) return checkedOf(box);
    if (tag === "input" || tag === "textarea") return cut(valueOf[tag](el));
    if (tag === "select") return squash([...selectedOf(el)].slice(0, 100).map((one) => labelOfOption(one)).join(", "));
    const on = role === "observable" ? undefined : switched(el);
    if (on !== undefined) return on;
    const range = role === "slider" ? attr(el, "aria-valuetext") || attr(el, "aria-valuenow") : "";
    return shown() || squash(range || (tag === "progress" || tag === "meter" ? attr(el, "value") || "" : ""));
  };

  const describe = ({ el, id, parent }) => {
    const out = { id: cut(id) };
    if (parent !== null) out.parent = parent;
    for (const key of KEYS) {
      const text = attr(el, PREFIX + key);
      if (text) out[key] = cut(text, key === "options" ? 8000 : LONGEST);
    }
    const role = out.role || "";
    const tag = tagOf(el);
    const type = tag === "input" ? typeOf(el) : "";
    const editable = !["", "input", "textarea", "select"].includes(tag) && (attr(el, "contenteditable") ?? "false") !== "false";
    const field = editable || ["input", "textarea", "select"].includes(tag);
    const secret = field && isSecret(el, type);
    out.tag = editable ? "editable" : tag;
    if (type) out.type = type;

    let text;
    const shown = () => (text ??= ["input", "textarea", "select"].includes(tag) ? "" : rendered(el));
    const label = labelText(el, tag);
    const byContent = role !== "region" && role !== "collection" && !secret;
    const name =
      byIds(el, "aria-labelledby") ||
      squash(attr(el, "aria-label") || "") ||
      label ||
      squash(attr(el, "placeholder") || "") ||
      squash(attr(el, "title") || "") ||
      (byContent && shown()) ||
      lastResort(el, tag, byContent);
    if (name) out.name = name;

    if (secret) {
      const content = valueOf[tag] ? valueOf[tag](el) : tag === "select" ? held(el, tag) : textOf(el);
      out.filled = content.trim() !== "";
    } else {
      if (WITH_VALUE.has(role)) out.value = held(el, tag, type, role, shown);
      if (field) {
        const about = ["name", "id", "aria-label", "placeholder", "title"].map((key) => attr(el, key));
        out.about = [...about, label].filter(Boolean).map((one) => cut(one, 200));
      }
    }
    if (matches(el, ":disabled") || attr(el, "aria-disabled") === "true") out.disabled = true;
    const hidden = hiddenBy(el);
    if (hidden) out.hidden = hidden;
    return out;
  };

  const only = options?.only ?? null;
  const elements = kept.map((one) => (only === null || one.id === only ? describe(one) : { id: cut(one.id), parent: one.parent }));
  if (starved) notices.push(`${starved} texts left out: the page has too much text in its hinted elements`);
  return JSON.stringify({
    url: location.href,
    title: squash(titleOf(document)),
    scope,
    elements,
    foreign: foreign.map(({ el, ...rest }) => rest),
    notices,
  });
}
