// Both servers work on one and the same page: what is opened in one is read in the other, and a new tab is told.
import assert from "node:assert/strict";
import { exactly } from "./support/exactly.mjs";
import { openStage, scenario } from "./support/stage.mjs";

scenario("one shared page", async (use) => {
  const { pages, act, see } = await openStage(use);
  const [login, shop, form] = ["/login.html", "/shop.html#cart", "/form.html?table=7"].map(pages.url);

  await act.navigate(login);
  exactly((await see.snapshot()).url, login);
  exactly((await see.snapshot({ url: shop })).url, shop);
  const theirs = await act.call("browser_snapshot");
  assert.match(theirs, new RegExp(`Page URL: ${shop}\\n`));
  assert.match(theirs, /Lapsang Souchong/);

  await act.type("products.search", "typed by Playwright");
  exactly((await see.observe("products.search")).value, "typed by Playwright");

  // The page goes elsewhere: an observation answers for the page that is there now, and says that it is another.
  await act.navigate(login);
  const elsewhere = await see.ask("semantic_observe", { id: "login.email" });
  exactly(JSON.parse(elsewhere.text).id, "login.email");
  assert.ok(elsewhere.notes.includes(login), elsewhere.notes);
  await act.navigate(shop);

  // Another tab in front: the session stays where it is and says so, until it is told to follow.
  await act.call("browser_tabs", { action: "new", url: form });
  const stays = await see.snapshot();
  exactly(stays.url, shop);
  assert.match(stays.warning, /this is still tab .*"Book a table".*in front now/);
  const follows = await see.snapshot({ tab: "active" });
  exactly(follows.url, form);
  await act.type("booking.name", "Ada");
  exactly((await see.observe("booking.name")).value, "Ada");

  await act.call("browser_tabs", { action: "close" });
  const gone = await see.ask("semantic_snapshot");
  assert.ok(gone.isError, gone.text);
  exactly((await see.snapshot()).url, shop);
});
