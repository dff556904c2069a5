// Where nothing that fits listens or is open, the answer says what to do, and nothing is launched.
import assert from "node:assert/strict";
import { test } from "node:test";
import { exactly } from "./support/exactly.mjs";
import { servePages } from "./support/pages.mjs";
import { Semantic } from "./support/servers.mjs";
import { openStage, scenario, withParts } from "./support/stage.mjs";

test("no browser listens", { timeout: 60_000 }, () => withParts(async (use) => {
  const see = await use(new Semantic(["--cdp", "http://127.0.0.1:9"]).connect());
  for (const [tool, args] of [["semantic_snapshot", {}], ["semantic_observe", { id: "a" }]]) {
    const error = await see.refused(tool, args);
    assert.match(error, /127\.0\.0\.1:9\b/);
    for (const cure of ["--remote-debugging-port=", "--cdp-endpoint", "SEMANTIC_HINTS_LAUNCH_BROWSER=true"]) {
      assert.ok(error.includes(cure), error);
    }
  }
}));

test("something else listens", { timeout: 60_000 }, () => withParts(async (use) => {
  const pages = await use(servePages());
  const see = await use(new Semantic(["--cdp", pages.url("")]).connect());
  assert.match(await see.refused("semantic_snapshot", {}), /--remote-debugging-port=/);
}));

scenario("nothing is open, and nothing fits", async (use) => {
  const { pages, act, see } = await openStage(use);
  assert.match(await see.refused("semantic_snapshot", {}), /url/);
  await act.navigate(pages.url("/shop.html"));
  exactly((await see.snapshot()).screen, "shop.html");
  assert.match(await see.refused("semantic_snapshot", { scope: "products.gird" }), /products\.gird.*products\.grid/);
  assert.match(await see.refused("semantic_snapshot", { scope: "ul[" }), /ul\[/);
  assert.match(await see.refused("semantic_snapshot", { url: "javascript:alert(1)" }), /no address/);
});
