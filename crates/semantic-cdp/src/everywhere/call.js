/*
 * Calls a function of ours in a document, with what a page does not hand out, and looks whether something is missing.
 *
 * about.options, about.run  the function's first argument, and whether it is to be called at all
 * about.frames              how many of the nodes are elements of frames; the rest are elements in shadow trees
 *
 * The function gets these elements of frames, then the closed ones among the shadow trees. Returned are what it
 * returned (null where it was not called), how many trees of elements there are here (documents and shadow trees with
 * an element, as far as they can be entered), how many frames cannot be entered, and which of the given ones those are.
 */
function (about, ...nodes) {
  const ours = (
    FUNCTION
  );
  const getter = (type, name) => {
    const get = Object.getOwnPropertyDescriptor(type.prototype, name).get;
    return (object) => get.call(object);
  };
  const shadowOf = getter(Element, "shadowRoot");
  const localName = getter(Element, "localName");
  const modeOf = getter(ShadowRoot, "mode");
  const contentOf = {
    iframe: getter(HTMLIFrameElement, "contentDocument"),
    frame: getter(HTMLFrameElement, "contentDocument"),
    object: getter(HTMLObjectElement, "contentDocument"),
  };
  const rootOf = (node) => Node.prototype.getRootNode.call(node);
  const ownerOf = getter(Node, "ownerDocument");
  const walkerOf = (root) => {
    return Document.prototype.createTreeWalker.call(ownerOf(root) || root, root, NodeFilter.SHOW_ELEMENT);
  };
  const isClosed = (root) => {
    try {
      return modeOf(root) === "closed";
    } catch {
      return false; // a document, or what is in none
    }
  };
  const content = (el) => {
    try {
      return contentOf[localName(el)](el);
    } catch {
      return undefined; // of the same name, and no frame
    }
  };

  const frames = nodes.slice(0, about.frames);
  const closed = [...new Set(nodes.slice(about.frames).map(rootOf).filter(isClosed))];
  const numbers = new Map(frames.map((el, number) => [el, number]));
  const roots = new Set([document, ...closed]); // grows while it is walked through
  const foreign = [];
  let trees = 0;
  let unread = 0;
  for (const root of roots) {
    const walker = walkerOf(root);
    let el = walker.nextNode();
    if (el) trees += 1;
    for (; el; el = walker.nextNode()) {
      const shadow = shadowOf(el);
      if (shadow) roots.add(shadow);
      const name = localName(el);
      if (name !== "iframe" && name !== "frame" && name !== "object") continue;
      const inside = content(el);
      if (inside) roots.add(inside);
      else if (inside === null && name !== "object") {
        unread += 1;
        if (numbers.has(el)) foreign.push(numbers.get(el));
      }
    }
  }
  return [about.run ? ours(about.options, ...frames, ...closed) : null, trees, unread, foreign];
}
