// Serves a folder of pages, or pages given as text, on a free port of this machine.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { basename, extname } from "node:path";
import { fileURLToPath } from "node:url";

/** What files are that are no pages. */
const TYPES = { ".css": "text/css", ".js": "text/javascript" };

/** The project's root. */
export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** A page of `fixtures/hints` without any hint: none in its markup, and none that its scripts set. */
export async function unhinted(file) {
  const text = await readFile(`${ROOT}fixtures/hints/${file}`, "utf8");
  const deaf = `<script>{
    const set = Element.prototype.setAttribute;
    Element.prototype.setAttribute = function (name, value) {
      if (!name.startsWith("data-semtag-")) set.call(this, name, value);
    };
  }</script>`;
  return text.replace(/\s+data-semtag-[a-z]+="[^"]*"/g, "").replace("</head>", `${deaf}</head>`);
}

/** Serves the files of `fixtures/hints` and, before those, what `texts` holds by path. */
export async function servePages(texts = new Map()) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://pages.test");
    const text = texts.get(pathname) ?? (await readFile(`${ROOT}fixtures/hints/${basename(pathname)}`).catch(() => null));
    const type = TYPES[extname(pathname)] ?? "text/html";
    response.writeHead(text === null ? 404 : 200, { "content-type": `${type}; charset=utf-8` });
    response.end(text ?? "not found");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const end = () => new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
  return { port: server.address().port, url: (path) => `http://127.0.0.1:${server.address().port}${path}`, end };
}
