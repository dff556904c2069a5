// A dialog of the page holds everything up: we say so and how to go on, and Playwright MCP answers it.
import assert from "node:assert/strict";
import { exactly } from "./support/exactly.mjs";
import { openStage, scenario } from "./support/stage.mjs";

const PAGE = `<!DOCTYPE html><title>Draft</title>
<button data-semtag-id="draft.delete" data-semtag-role="action" data-semtag-action="delete-draft"
  onclick="at.textContent = confirm('Delete it for good?') ? 'Deleted' : 'Kept'">Delete</button>
<output id="at" data-semtag-id="draft.state" data-semtag-role="observable">Written</output>`;

scenario("a dialog that is open", async (use) => {
  const { pages, act, see } = await openStage(use, new Map([["/draft", PAGE]]));
  await see.snapshot({ url: pages.url("/draft") });
  for (const [accept, outcome] of [[false, "Kept"], [true, "Deleted"]]) {
    await act.click("draft.delete");
    for (const [tool, args] of [["semantic_observe", { id: "draft.state" }], ["semantic_snapshot", {}]]) {
      const why = await see.refused(tool, args);
      assert.match(why, /Delete it for good\?/);
      assert.match(why, /browser_handle_dialog/);
    }
    await act.call("browser_handle_dialog", { accept });
    exactly((await see.observe("draft.state")).value, outcome);
  }
});
