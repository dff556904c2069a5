// The shop, the form and the list without any hint: an agent finds by a sentence, acts by the locator that it is given,
// and sees by the difference what came of it.
import assert from "node:assert/strict";
import { elementsOf } from "./support/locators.mjs";
import { unhinted } from "./support/pages.mjs";
import { openStage, scenario } from "./support/stage.mjs";

/** An agent that knows a page only by what our server says of it. */
class Agent {
  constructor({ act, see }) {
    Object.assign(this, { act, see });
  }

  /** Goes to a page, which must not have hints, and looks at it. */
  async open(url) {
    await this.act.navigate(url);
    assert.deepEqual(Object.keys(await this.see.snapshot()).filter((key) => key !== "url" && key !== "screen"), []);
    return this.see.call("semantic_view");
  }

  /** Acts on what a sentence means by its best locator, and gives what changed. */
  async do(tool, sentence, values = {}) {
    const answer = await this.see.call("semantic_find", { query: sentence });
    const [{ line, locators }] = elementsOf(answer);
    assert.ok(locators.length > 0, answer);
    await this.act.call(tool, { element: line, target: locators[0], ...values });
    return this.see.call("semantic_diff");
  }

  click(sentence) {
    return this.do("browser_click", sentence);
  }

  type(sentence, text) {
    return this.do("browser_type", sentence, { text });
  }

  select(sentence, ...values) {
    return this.do("browser_select_option", sentence, { values });
  }
}

/** Asserts that each of these is said, in this order. */
function says(text, ...parts) {
  let at = 0;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    assert.ok(found >= 0, `${part} is not in:\n${text}`);
    at = found + part.length;
  }
}

async function stage(use, file) {
  const parts = await openStage(use, new Map([[`/${file}`, await unhinted(file)]]));
  return { agent: new Agent(parts), see: parts.see, url: parts.pages.url(`/${file}`) };
}

scenario("a cart without hints", async (use) => {
  const { agent, see, url } = await stage(use, "shop.html");
  const view = await agent.open(`${url}?more=250`);
  says(view, 'searchbox "Search tea"', 'list "Products"', '254 records', '"Mint"|"£3.10"|', 'button "Pay"', "disabled");

  const added = await agent.click("add Mint to the cart");
  says(added, "changes ", '"£0.00" → "£3.10"', 'button "Pay"', "not disabled", '"Mint" "1 ×" button "Remove"');
  const share = [...added].length / [...view].length;
  assert.ok(share <= 0.05, `a changed line costs ${(100 * share).toFixed(1)} % of the page`);

  says(await agent.click("add Lapsang Souchong to the cart"), '"£3.10" → "£10.90"', '"Lapsang Souchong" "1 ×"');
  says(await agent.click("remove Mint from the cart"), '"£10.90" → "£7.80"', '- ', '"Mint" "1 ×"');
  says(await see.call("semantic_diff"), "unchanged");

  const searched = await agent.type("search tea", "mint");
  says(searched, "full", "not be smaller", 'searchbox "Search tea"="mint"', '"Mint"', 'region "Your cart"');
});

scenario("a form without hints", async (use) => {
  const { agent, url } = await stage(use, "form.html");
  says(await agent.open(url), 'form "Book a table"', 'textbox "Your name"=""', 'combobox "Time"', "3 options");
  says(await agent.type("number of guests", "20"), 'spinbutton "Guests"', '"2" → "20"');
  const wrong = await agent.click("the Book button");
  says(wrong, "invalid");
  says(wrong, '"Please give a name"');
  says(wrong, '"From 1 to 12 guests"');
  says(await agent.type("your name", "Ada Lovelace"), 'textbox "Your name"', '"" → "Ada Lovelace"');
  says(await agent.type("guests", "4"), '"20" → "4"');
  says(await agent.select("the time", "18:00"), 'combobox "Time"', '→ "18:00"');
  says(await agent.click("terrace button"), 'button "Terrace"', "pressed");
  says(await agent.click("a place in the sun"), 'radio "Sun"', "checked");
  const card = await agent.type("card number", "4111111111111111");
  says(card, 'textbox "Card number"', "filled");
  assert.ok(!card.includes("4111"), card);
  says(await agent.click("the Book button"), '"Booked for 4 at 18:00, Ada Lovelace"');
});

scenario("a list without hints", async (use) => {
  const { agent, url } = await stage(use, "list.html");
  says(await agent.open(url), 'textbox "New task"=""', '"2 open of 3"', '"Water the plants"');
  await agent.type("new task", 'Bake "bread" & <rolls>');
  says(await agent.click("add"), '"2 open of 3" → "3 open of 4"', '"Bake \\"bread\\" & <rolls>"');
  says(await agent.click("mark Water the plants as done"), '"3 open of 4" → "2 open of 4"');
  says(await agent.click("more about Call the plumber"), '+ button "Delete"');
  says(await agent.click("delete"), '"2 open of 4" → "2 open of 3"', '"Call the plumber"', '- button "Delete"');
});
