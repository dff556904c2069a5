// Locators as an answer of ours gives them, and what Playwright makes of them.
import { split } from "./reading.mjs";

/** The elements of an answer with their locators, by ref. */
export function locatorsOf(answer) {
  const found = new Map();
  let ways;
  for (const line of answer.split("\n")) {
    const [, locator] = /^ locator: (.+)$/.exec(line) ?? [];
    if (locator) ways?.push(locator);
    else if (/^\d+\. /.test(line)) found.set(/\bs_\d+\b/.exec(split(line).plain)[0], (ways = []));
  }
  return found;
}

/** The locators of the element with this ref, and of what was found beside it. */
export async function locatorsFound(see, ref, role) {
  const { text, isError } = await see.ask("semantic_find", { query: `role:${role}`, scope: ref, topK: 20 });
  return isError ? new Map() : locatorsOf(text);
}

/** A locator as Playwright code takes it: a chain of calls, or a selector. */
export function locatorIn(page, text) {
  const isCall = /^(?:getBy|frameLocator\(|locator\()/.test(text);
  return isCall ? new Function("page", `return page.${text}`)(page) : page.locator(text);
}

/** `right` where a locator finds the element with this number and nothing else; else in words what it finds. */
export async function resolve(page, text, number) {
  try {
    const numbers = await locatorIn(page, text).evaluateAll((all) => all.map((element) => element.numbered ?? null));
    if (numbers.length !== 1) return `${numbers.length} elements`;
    return numbers[0] === number ? "right" : "another element";
  } catch (error) {
    return error.message.split("\n")[0];
  }
}
