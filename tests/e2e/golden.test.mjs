// Pages of annotated apps, served at their own addresses, give the snapshots that are expected of them, byte for byte.
import assert from "node:assert/strict";
import { goldenPages, goldenStage, missing } from "./support/golden.mjs";
import { Semantic } from "./support/servers.mjs";
import { scenario } from "./support/stage.mjs";

scenario("golden pages", async (use, t) => {
  if (missing) return t.skip(missing);
  const { browser, show } = await goldenStage(use);
  const see = await use(new Semantic(["--cdp", browser.endpoint]).connect());
  for (const page of goldenPages()) {
    show(page);
    assert.equal(await see.call("semantic_snapshot", { url: page.url }), page.expected, page.name);
  }
});
