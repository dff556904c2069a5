/*
 * Tells the whole of the open page in one pass: its flat tree with what only layout and live objects know.
 *
 * Call it in an isolated world (Page.createIsolatedWorld, then Runtime.callFunctionOn with this text as
 * functionDeclaration and returnByValue): there the built-ins are the browser's own whatever the page did to its. What a
 * page can still shadow there, the properties of its forms and documents by elements with such names, is read through the
 * prototypes. It reads only: what it remembers (a number for each node, texts that came up) is in its own world.
 *
 * options.since  by the stamp of a world: the number of the last text that came up (`flashes`) and was told already. None
 *                are told where there is no such number: nobody has looked before.
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
  const POPOVER = 16384, LISTED = 32768, EMPTY = 65536, FLOATS = 131072, NOTHING_CHOSEN = 524288;

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
  const closest = method(Element, "closest");
  const within = method(Element, "querySelectorAll");
  const isSeen = method(Element, "checkVisibility");
  const boxOf = method(Element, "getBoundingClientRect");
  const clientLeft = getter(Element, "clientLeft");
  const clientTop = getter(Element, "clientTop");
  const clientWidth = getter(Element, "clientWidth");
  const clientHeight = getter(Element, "clientHeight");
  const scrollWidthOf = getter(Element, "scrollWidth");
  const scrollHeightOf = getter(Element, "scrollHeight");
  const scrollLeftOf = getter(Element, "scrollLeft");
  const scrollTopOf = getter(Element, "scrollTop");
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
      if (kinds.size > 5000) kinds.clear();
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
  // What is counted of a part that nobody sees.
  const HIDDEN = `a[href], button, input:not([type="hidden" i], [type="file" i]), select, textarea, summary,
    [role="button"], [role="link"], [role="menuitem"], [role="tab"], [role="checkbox"], [role="switch"]`;
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

