// What a client is told of our tools: plain schemas that it can compile, and honest annotations.
import assert from "node:assert/strict";
import { test } from "node:test";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/client/validators/ajv";
import { exactly } from "./support/exactly.mjs";
import { Semantic } from "./support/servers.mjs";
import { withParts } from "./support/stage.mjs";

test("the tools and their schemas", { timeout: 60_000 }, () => withParts(async (use) => {
  const see = await use(new Semantic(["--cdp", "http://127.0.0.1:9"]).connect());
  exactly(see.client.getServerVersion().name, "semantic");
  assert.ok(see.client.getInstructions().includes("[data-semtag-id='ID']"));
  const { tools } = await see.client.listTools();
  const named = Object.fromEntries(tools.map((tool) => [tool.name, tool]));
  const { semantic_snapshot: snapshot, semantic_observe: observe } = named;
  exactly([snapshot.annotations.readOnlyHint, observe.annotations.readOnlyHint], [false, true]);
  exactly(snapshot.annotations.destructiveHint, false);

  const validator = new AjvJsonSchemaValidator();
  for (const { name, inputSchema, description } of tools) {
    assert.ok(description.length > 40, name);
    exactly(inputSchema.type, "object");
    for (const word of ["$ref", "anyOf", "oneOf", "allOf"]) assert.ok(!JSON.stringify(inputSchema).includes(word), name);
    validator.getValidator(inputSchema);
  }
  const accepts = (tool, args) => validator.getValidator(tool.inputSchema)(args).valid;
  assert.ok(accepts(snapshot, {}) && accepts(snapshot, { url: "http://a.test/", scope: "cart", includeHidden: true }));
  assert.ok(accepts(observe, { id: "cart.total" }) && !accepts(observe, {}));
  assert.ok(!accepts(snapshot, { includeHidden: "yes" }));

  const { text, isError } = await see.ask("semantic_observe", { name: "cart.total" });
  assert.ok(isError && /\bid\b/.test(text), text);
  await assert.rejects(see.ask("semantic_click", {}), /semantic_snapshot/);
}));
