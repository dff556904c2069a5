// Locators as an answer of ours gives them, and what Playwright makes of them.
import { split } from "./reading.mjs";

/** The elements of an answer in their order: ref, what the line says, and locators. */
export function elementsOf(answer) {
  const elements = [];
  for (const line of answer.split("\n")) {
    const [, locator] = /^ locator: (.+)$/.exec(line) ?? [];
    if (locator) elements.at(-1)?.locators.push(locator);
    else if (/^(?:\d+\. )?[a-z]\w* .*\bs_\d+\b/.test(line)) {
      elements.push({ ref: /\bs_\d+\b/.exec(split(line).plain)[0], line, locators: [] });
    }
  }
  return elements;
}

/** The locators of the element with this ref; none where the ref is refused. */
export async function locatorsFor(see, ref) {
  const { text, isError } = await see.ask("semantic_relocate", { ref });
  if (isError) return [];
  const inside = text.slice(text.indexOf("<page "));
  return elementsOf(inside).find((element) => element.ref === ref)?.locators ?? [];
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
