// A list that is drawn anew at every change, with a menu outside of it: ids stay good, and what is gone is told.
import assert from "node:assert/strict";
import { exactly } from "./support/exactly.mjs";
import { openStage, scenario } from "./support/stage.mjs";

const tasks = (...items) => [{
  id: "tasks.list",
  idPattern: "tasks.list.item.{key}[.{control}]",
  item: { role: "observable", state: "task.title" },
  itemControls: {
    done: { role: "toggle", name: "Done", action: "toggle-task", state: "task.done" },
    more: { role: "action", name: "More", action: "open-menu" },
  },
  fields: ["key", "value", "done.value"],
  items,
}];

scenario("a list that re-renders", async (use) => {
  const { pages, act, see } = await openStage(use);
  const url = pages.url("/list.html");
  await act.navigate(url);
  const page = (open, items, menu = []) => ({
    url,
    screen: "list.html",
    action: [{ id: "tasks.add", name: "Add", action: "add-task", controls: "tasks.list" }, ...menu],
    input: [{ id: "tasks.new", name: "New task", state: "tasks.draft", controls: "tasks.list", value: "" }],
    observable: [{ id: "tasks.count", name: open, state: "tasks.open", value: open }],
    collections: tasks(...items),
  });
  const water = (done) => ["1", "Water the plants", done];
  const call = ["2", "Call the plumber", true];
  const write = ["3", "Write to Grandma", false];
  const bread = ["4", 'Bake "bread" & <rolls>', false];
  exactly(await see.snapshot(), page("2 open of 3", [water(false), call, write]));

  await act.type("tasks.new", bread[1]);
  await act.click("tasks.add");
  exactly(await see.snapshot(), page("3 open of 4", [water(false), call, write, bread]));

  await act.click("tasks.list.item.1.done");
  exactly(await see.observe("tasks.list.item.1.done"), {
    id: "tasks.list.item.1.done", role: "toggle", name: "Done", action: "toggle-task", state: "task.done", value: true,
  });
  exactly((await see.observe("tasks.count")).value, "2 open of 4");

  await act.click("tasks.list.item.2.more");
  const menu = [{ id: "tasks.list.item.2.delete", name: "Delete", action: "delete-task" }];
  exactly(await see.snapshot(), page("2 open of 4", [water(true), call, write, bread], menu));
  await act.click("tasks.list.item.2.delete");
  exactly(await see.snapshot(), page("2 open of 3", [water(true), write, bread]));

  const { text, isError } = await see.ask("semantic_observe", { id: "tasks.list.item.2" });
  assert.ok(isError);
  const told = JSON.parse(text);
  exactly([told.error, told.id], ['No element found with data-semtag-id="tasks.list.item.2"', "tasks.list.item.2"]);
  assert.ok(told.suggestions.length > 0 && told.suggestions.every((id) => id.startsWith("tasks.list.item.")), text);
});
