// Where it may, our server starts a browser of its own: every answer warns of it, and it ends with the client.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { exactly } from "./support/exactly.mjs";
import { servePages } from "./support/pages.mjs";
import { Semantic } from "./support/servers.mjs";
import { scenario } from "./support/stage.mjs";

const NOWHERE = "http://127.0.0.1:9"; // the port of a service that nobody runs
const profiles = (pid) => readdirSync(tmpdir()).filter((name) => name.startsWith(`semantic-browser-${pid}-`));

scenario("a browser of our own", async (use) => {
  const pages = await use(servePages());
  const url = pages.url("/login.html");
  const env = {
    SEMANTIC_HINTS_CDP_URL: NOWHERE,
    SEMANTIC_HINTS_LAUNCH_BROWSER: "true",
    SEMANTIC_HINTS_TARGET_URL: url,
  };
  const see = new Semantic([], env);
  await see.connect();
  const { pid } = see.transport;
  try {
    const answers = [
      await see.snapshot(), // opens the address of the settings
      await see.observe("login.email"),
      JSON.parse((await see.ask("semantic_observe", { id: "nothing" })).text),
      JSON.parse((await see.ask("semantic_snapshot", { url: "not an address" })).text),
    ];
    exactly([answers[0].url, answers[1].id], [url, "login.email"]);
    for (const answer of answers) {
      exactly(Object.keys(answer)[0], "warning");
      assert.match(answer.warning, /standalone session.*does not share/);
    }
    exactly(profiles(pid).length, 1);
  } finally {
    await see.end();
  }
  for (let i = 0; i < 100 && profiles(pid).length > 0; i++) await sleep(50);
  exactly(profiles(pid), [], "the browser and its profile went with the client");
});
