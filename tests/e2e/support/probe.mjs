// Which element of the page a ref of ours means: all controls are named anew for one look, then get their names back.

/** Numbers the controls that Playwright found, as a property that no capture reads; gives those that are not inert. */
export async function numbered(page, controls) {
  const live = [];
  const give = (element, number) => !element.closest("[inert]") && ((element.numbered = number), true);
  for (const control of controls) {
    if (await page.locator(`aria-ref=${control.ref}`).evaluate(give, live.length)) live.push(control);
  }
  return live;
}

/** Our refs of the numbered elements, by number. */
export async function refsByNumber(page, view) {
  for (const frame of page.frames()) await frame.evaluate(rename);
  const seen = await view();
  for (const frame of page.frames()) await frame.evaluate(restore);
  const refs = new Map();
  let header = [];
  for (const line of seen.split("\n")) {
    const cells = line.split(/\|(?=(?:[^"]|"(?:[^"\\]|\\.)*")*$)/);
    cells.forEach((cell, n) => pair(cell, header[n] ?? [], refs));
    header = /^ *(?:columns|\d+ records:) /.test(line) ? cells.map(names) : [];
  }
  return refs;
}

const numberOf = (text) => /^probe-(\d+)-$/.exec(text)?.[1];

/** The numbers of the controls that a header names; undefined for what has another name or none. */
function names(cell) {
  const words = cell.replace(/^ *(?:columns|\d+ records:) /, "").matchAll(/\w+(?: "((?:[^"\\]|\\.)*)")?/g);
  return [...words].map(([, name]) => numberOf(name ?? ""));
}

/** Notes which ref belongs to which number: to the one before it, or to the one that the header has in its place. */
function pair(cell, header, refs) {
  let [last, at] = [undefined, 0];
  for (const [token, text] of cell.matchAll(/"((?:[^"\\]|\\.)*)"|\bs_\d+\b|>/g)) {
    if (text !== undefined) last = numberOf(text) ?? last;
    else if (token === ">") last = undefined;
    else {
      const number = last ?? header[at];
      // What is named by a control (a panel by its tab) comes after it.
      if (number !== undefined && !refs.has(Number(number))) refs.set(Number(number), token);
      [last, at] = [undefined, at + 1];
    }
  }
}

/** In the page: the number becomes the name. */
function rename() {
  globalThis.renamed = [];
  const walk = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) walk(element.shadowRoot);
      if (element.numbered === undefined) continue;
      const before = ["aria-label", "aria-labelledby"].map((name) => [name, element.getAttribute(name)]);
      globalThis.renamed.push([element, before]);
      element.removeAttribute("aria-labelledby");
      element.setAttribute("aria-label", `probe-${element.numbered}-`);
    }
  };
  walk(document);
}

/** In the page: as it was. */
function restore() {
  for (const [element, before] of globalThis.renamed) {
    for (const [name, value] of before) {
      if (value === null) element.removeAttribute(name);
      else element.setAttribute(name, value);
    }
  }
}
