// Frames and shadow trees, open and closed: we read into all of them, and Playwright MCP acts where it can reach.
import { exactly } from "./support/exactly.mjs";
import { openStage, scenario } from "./support/stage.mjs";

scenario("frames and shadow trees", async (use) => {
  const { pages, act, see } = await openStage(use);
  await see.snapshot({ url: pages.url("/frames.html") });
  exactly((await see.snapshot()).collections, [{
    id: "outer",
    name: "Parts",
    idPattern: "outer.item.{key}[.{control}]",
    item: { role: "action", action: "press" },
    fields: ["key", "name"],
    items: [["shadow", "In the shadow"], ["frame", "In the frame"]],
  }]);
  const button = (id, name, action) => ({ id, role: "action", name, action });
  exactly(await see.observe("outer.item.frame"), button("outer.item.frame", "In the frame", "press"));
  exactly(await see.observe("vault.open"), button("vault.open", "Closed", "open"));
  await act.click("outer.item.shadow"); // through the shadow root, by the same selector
});

scenario("a frame of another site", async (use) => {
  const texts = new Map();
  const { pages, act, see } = await openStage(use, texts);
  const button = (id, name) => `<button data-semtag-id="${id}" data-semtag-role="action">${name}</button>`;
  const inner = pages.url("/inner").replace("127.0.0.1", "localhost");
  texts.set("/outer", `<!DOCTYPE html><title>Outer</title>${button("pay.back", "Back")}<iframe src="${inner}"></iframe>`);
  texts.set("/inner", `<!DOCTYPE html><title>Inner</title>${button("pay.confirm", "Confirm")}`);
  await act.navigate(pages.url("/outer"));
  exactly((await see.snapshot()).action, [{ id: "pay.back", name: "Back" }, { id: "pay.confirm", name: "Confirm" }]);
});
