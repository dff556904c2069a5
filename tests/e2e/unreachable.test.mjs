// Where no browser listens, the answer says how to start one, and nothing is launched; once it listens, all is well.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Semantic } from "./support/servers.mjs";
import { openStage, scenario } from "./support/stage.mjs";
import { servePages } from "./support/pages.mjs";
import { exactly } from "./support/exactly.mjs";

async function refused(server, tool, args) {
  const { text, isError } = await server.ask(tool, args);
  assert.ok(isError, text);
  return JSON.parse(text).error;
}

test("no browser listens", { timeout: 60_000 }, async () => {
  const see = await new Semantic(["--cdp", "http://127.0.0.1:9"]).connect();
  try {
    for (const [tool, args] of [["semantic_snapshot", {}], ["semantic_observe", { id: "a" }]]) {
      const error = await refused(see, tool, args);
      assert.match(error, /127\.0\.0\.1:9\b/);
      for (const cure of ["--remote-debugging-port=", "--cdp-endpoint", "SEMANTIC_HINTS_LAUNCH_BROWSER=true"]) {
        assert.ok(error.includes(cure), error);
      }
    }
  } finally {
    await see.end();
  }
});

test("something else listens", { timeout: 60_000 }, async () => {
  const pages = await servePages();
  const see = await new Semantic(["--cdp", pages.url("")]).connect();
  try {
    assert.match(await refused(see, "semantic_snapshot", {}), /--remote-debugging-port=/);
  } finally {
    await see.end();
    await pages.end();
  }
});

scenario("nothing is open, and nothing fits", async (use) => {
  const { pages, act, see } = await openStage(use);
  assert.match(await refused(see, "semantic_snapshot", {}), /url/);
  await act.navigate(pages.url("/shop.html"));
  exactly((await see.snapshot()).screen, "shop.html");
  assert.match(await refused(see, "semantic_snapshot", { scope: "products.gird" }), /products\.gird.*products\.grid/);
  assert.match(await refused(see, "semantic_snapshot", { scope: "ul[" }), /ul\[/);
  assert.match(await refused(see, "semantic_snapshot", { url: "javascript:alert(1)" }), /no address/);
});
