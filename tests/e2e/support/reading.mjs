// Reading views back: ours by its grammar (docs/page.md), and Playwright's snapshot for models.

/** Whatever a text quotes, in its order, unescaped, and what stands outside of quotes with `""` in its place. */
export function split(view) {
  const quoted = [];
  const plain = view.replace(/"((?:[^"\\\n]|\\.)*)"/g, (_, text) => {
    quoted.push(unescaped(text));
    return '""';
  });
  return { plain, quoted };
}

const NAMED = { n: "\n", r: "\r", t: "\t" };

function unescaped(text) {
  return text.replace(/\\(?:u\{([0-9a-f]+)\}|(.))/gi, (_, code, char) =>
    code ? String.fromCodePoint(parseInt(code, 16)) : (NAMED[char] ?? char),
  );
}

/** The refs of a view, in its order. */
export function refsOf(view) {
  return [...new Set(split(view).plain.match(/\bs_\d+\b/g) ?? [])];
}

/** A text as it is compared: without white space and what has no width. A style's capitals are no text of the page. */
export const squeezed = (text) => text.replace(/[\s\p{Cf}]+/gu, "").normalize("NFC").toLowerCase();

/** The texts of a view, as something that says whether a sentence is there. */
export class Texts {
  #all;
  #pieces;

  constructor(view) {
    const pieces = split(view).quoted.map(squeezed).filter(Boolean);
    this.#all = pieces.join("");
    this.#pieces = new Set(pieces);
  }

  /** Whether a sentence stands there in one piece or as the cells of records, some of which only their header names. */
  has(sentence) {
    const text = squeezed(sentence);
    return this.#all.includes(text) || this.#isMadeOfPieces(text);
  }

  #isMadeOfPieces(text) {
    const reached = new Set([0]);
    for (let at = 0; at < text.length; at++) {
      if (!reached.has(at)) continue;
      for (let end = at + 1; end <= text.length; end++) {
        if (this.#pieces.has(text.slice(at, end))) reached.add(end);
      }
    }
    return reached.has(text.length);
  }
}

/** The roles of what can be acted on. */
const ACTED_ON = new Set(
  ("button checkbox combobox link listbox menuitem menuitemcheckbox menuitemradio option radio searchbox slider " +
    "spinbutton switch tab textbox treeitem").split(" "),
);

/** What can be acted on in Playwright's snapshot: role, name, ref, and whether it is disabled. */
export function controlsOf(snapshot) {
  const found = [];
  for (const line of snapshot.split("\n")) {
    const [, role, name = "", marks] = /^\s*- '?(\w+)(?: ("(?:[^"\\]|\\.)*"))?((?: \[[^\]]*\])*)/.exec(line) ?? [];
    const ref = /\[ref=(\w+)\]/.exec(marks ?? "")?.[1];
    if (!ref || !ACTED_ON.has(role)) continue;
    found.push({ role, name: name && JSON.parse(name.replaceAll("''", "'")), ref, disabled: marks.includes("[disabled]") });
  }
  return found;
}
