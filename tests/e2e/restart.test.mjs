// The browser comes late, goes, and comes back: one clear error each time it is gone, and then the server goes on.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";
import { startBrowser } from "./support/browser.mjs";
import { exactly } from "./support/exactly.mjs";
import { servePages } from "./support/pages.mjs";
import { Semantic } from "./support/servers.mjs";
import { scenario } from "./support/stage.mjs";

/** A port that nothing listens at. */
async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

scenario("a browser that comes and goes", async (use) => {
  const pages = await use(servePages());
  const port = await freePort();
  const see = await use(new Semantic(["--cdp", `http://127.0.0.1:${port}`]).connect());
  assert.match(await see.refused("semantic_snapshot"), /--remote-debugging-port=/);
  for (const path of ["/login.html", "/shop.html"]) {
    const browser = await startBrowser({ port });
    try {
      exactly((await see.snapshot({ url: pages.url(path) })).url, pages.url(path));
    } finally {
      await browser.end();
    }
    assert.ok((await see.refused("semantic_snapshot")).length > 0);
    assert.match(await see.refused("semantic_snapshot"), /--remote-debugging-port=/);
  }
});
