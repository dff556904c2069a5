// Which element of the page a ref of ours means: all controls are named anew for one look, then get their names back.

/** Numbers the controls that Playwright found, as a property that no capture reads. */
export async function number(page, controls) {
  for (const [index, { ref }] of controls.entries()) {
    await page.locator(`aria-ref=${ref}`).evaluate((element, index) => (element.numbered = index), index);
  }
}

/** Our refs of the numbered elements, by number. */
export async function refsByNumber(page, view) {
  for (const frame of page.frames()) await frame.evaluate(rename);
  const seen = await view();
  for (const frame of page.frames()) await frame.evaluate(restore);
  const refs = new Map();
  let last;
  for (const [token, text] of seen.matchAll(/"((?:[^"\\\n]|\\.)*)"|\bs_\d+\b|[\n|>]/g)) {
    if (text !== undefined) last = /^probe-(\d+)-$/.exec(text)?.[1] ?? last;
    else {
      if (token.startsWith("s_") && last !== undefined) refs.set(Number(last), token);
      last = undefined;
    }
  }
  return refs;
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
