// Reviews of annotated apps: boxes lie on their elements, filters and keys work, page text is inert, secrets are covered.
import assert from "node:assert/strict";
import { boxesOf, colorsIn, elementsOf, near, openReviews, paleTexts } from "./support/reviews.mjs";
import { scenario } from "./support/stage.mjs";

const visible = (page, selector) =>
  page.evaluate((selector) => [...document.querySelectorAll(selector)].filter((el) => el.checkVisibility()).length, selector);
const focused = (page) => page.evaluate(() => document.activeElement.id);

scenario("boxes lie within a pixel of their elements", async (use) => {
  const reviews = await openReviews(use);
  for (const [path, least] of [["/shop.html", 20], ["/form.html", 12], ["/frames.html", 7], ["/keys.html", 20]]) {
    const page = await reviews.open(path);
    const elements = await elementsOf(page);
    const { file } = await reviews.review(page);
    const { page: review, faults } = await reviews.read(file);
    const boxes = (await boxesOf(review)).filter((box) => box.id !== "vault.open"); // in a closed shadow tree
    assert.ok(boxes.length >= least, `${path}: ${boxes.length} boxes`);
    near(boxes, elements);
    assert.deepEqual(faults, [], path);
    assert.deepEqual(await elementsOf(page), elements, `${path} is where it was`);
  }
});

scenario("the page does not notice, unless all of it is asked for", async (use) => {
  const reviews = await openReviews(use);
  const page = await reviews.open("/shop.html?more=60");
  await page.evaluate(() => {
    scrollTo(0, 300);
    globalThis.noticed = [];
    const note = (what) => () => noticed.push(what);
    for (const what of ["resize", "scroll", "focus", "blur", "visibilitychange"]) addEventListener(what, note(what), true);
    visualViewport.addEventListener("resize", note("viewport"));
    matchMedia(`(width: ${innerWidth}px)`).addEventListener("change", note("media"));
    new MutationObserver(note("change")).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  await page.waitForTimeout(200);
  await page.evaluate(() => noticed.splice(0));
  const { file, said } = await reviews.review(page);
  assert.deepEqual(await page.evaluate(() => noticed), []);
  assert.match(said, /note: 209 hinted elements, \d+ of them in the picture; 0 without a hint; findings: /);
  const { page: review } = await reviews.read(file);
  const away = await visible(review, ".row.observable:not([data-box])");
  assert.ok(away > 20, `${away} lie outside of the picture and are listed`);
  near(await boxesOf(review), await elementsOf(page));

  const whole = await reviews.review(page, "--whole-page");
  assert.equal(await page.evaluate(() => scrollY), 300);
  const { page: all, faults } = await reviews.read(whole.file);
  const boxes = await boxesOf(all);
  assert.equal(boxes.length, 208); // the empty list of the cart has no size
  assert.deepEqual(faults, []);
  const [width, height] = await all.evaluate(() => {
    const image = document.querySelector(".canvas img");
    return [image.naturalWidth, image.naturalHeight];
  });
  const size = await page.evaluate(() => [innerWidth, document.documentElement.scrollHeight]);
  assert.deepEqual([width, height], size);
});

scenario("filters and keys", async (use) => {
  const reviews = await openReviews(use);
  const { file } = await reviews.review(await reviews.open("/keys.html"), "--whole-page");
  const { page, faults } = await reviews.read(file);
  const rows = await visible(page, ".row");
  assert.deepEqual([await visible(page, ".row.gap"), await visible(page, ".box.gap")], [3, 3]);

  await page.click(".chips [data-kind='action']");
  assert.equal(await visible(page, ".row"), await visible(page, ".row.action"));
  assert.equal(await visible(page, ".box"), await visible(page, ".box.action"));
  assert.match(await page.textContent("#count"), /^10 of \d+ shown$/);
  await page.click(".chips [data-kind='gap']");
  assert.equal(await visible(page, ".row"), 13);
  await page.click(".chips [data-kind='action']");
  await page.click(".chips [data-kind='gap']");
  assert.equal(await visible(page, ".row"), rows);

  await page.keyboard.press("/");
  assert.equal(await focused(page), "search");
  await page.keyboard.type("remove grace");
  assert.deepEqual([await visible(page, ".row"), await visible(page, ".box")], [1, 1]);
  await page.keyboard.press("Escape");
  assert.equal(await visible(page, ".row"), rows);
  await page.keyboard.press("Escape"); // leaves the field

  // Each list and the picture is one stop; arrows move in it.
  await page.keyboard.press("g");
  assert.equal(await focused(page), "g0");
  assert.ok(await page.evaluate(() => document.activeElement.matches(":focus-visible")));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  assert.equal(await focused(page), "bg1");
  assert.ok(await page.evaluate(() => document.querySelector("#bg1 .label").checkVisibility()));
  await page.keyboard.press("ArrowUp");
  assert.equal(await focused(page), "bg0");
  await page.keyboard.press("Enter");
  assert.equal(await focused(page), "g0");
  await page.keyboard.press("f");
  assert.match(await page.evaluate(() => document.querySelector(".box.on .label b").textContent), /^keys\.token$/);
  await page.keyboard.press("Escape");
  assert.equal(await visible(page, ".on"), 0);
  const stops = await page.evaluate(() => document.querySelectorAll(".row[tabindex='0'], .box[tabindex='0']").length);
  assert.equal(stops, (await page.evaluate(() => document.querySelectorAll(".rows").length)) + 1);

  await page.keyboard.press("?");
  assert.ok(await page.isVisible("#help"));
  await page.uncheck("#single");
  await page.keyboard.press("Escape");
  assert.ok(!(await page.isVisible("#help")));
  await page.focus("#e0");
  await page.keyboard.press("g");
  assert.equal(await focused(page), "e0");
  assert.deepEqual(faults, []);
});

scenario("page text is inert, and secrets are not there", async (use) => {
  const hostile = "</title></script><img src=x onerror=document.title='owned'><script>document.title='owned'</script>";
  const escaped = hostile.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
  const texts = new Map([["/hostile.html", `<!DOCTYPE html><title>${escaped}</title><main>
    <ul data-semtag-id="l" data-semtag-role="collection" aria-label="${escaped}">${["a", "b"].map((key) => `
      <li><span data-semtag-id="l.item.${key}${escaped}" data-semtag-role="observable" data-semtag-state="${escaped}">${escaped}</span></li>`).join("")}</ul>
    <button data-semtag-id="x.y${escaped}" data-semtag-role="${escaped}" data-semtag-action="${escaped}" data-semtag-odd="">${escaped}</button>
    <a href="#x" aria-label="${escaped}">9</a> <p>{{script}} 7 ${escaped.slice(0, 20)}</p>
    <select data-semtag-id="x.s" data-semtag-role="select" data-semtag-options="${escaped}|${escaped}"><option>1</option></select></main>`]]);
  const reviews = await openReviews(use, texts);
  const { file } = await reviews.review(await reviews.open("/hostile.html"));
  const { page, faults } = await reviews.read(file);
  assert.equal(await page.title(), `Hints of ${hostile}`);
  const counts = await page.evaluate(() => ["script", "img", "iframe", "object", "[onerror]", "style"].map((one) => document.querySelectorAll(one).length));
  assert.deepEqual(counts, [1, 1, 0, 0, 0, 2]);
  assert.deepEqual(faults, []);
  assert.ok((await page.textContent("#missing")).includes(hostile.slice(0, 40)));

  const app = await openReviews(use);
  const secret = await app.review(await app.open("/keys.html"), "--whole-page");
  for (const text of ["sk_live_51", "tok_9f3e", "lovelace"]) assert.ok(!secret.text.includes(text), text);
  const { page: review } = await app.read(secret.file);
  const boxes = await boxesOf(review);
  for (const id of ["keys.live", "keys.token", "keys.password"]) {
    const span = await colorsIn(review, boxes.find((box) => box.id === id));
    assert.ok(span <= 12, `${id} is painted over: its colors span ${span}`);
  }
  assert.ok((await colorsIn(review, boxes.find((box) => box.id === "keys.copy"))) > 60, "what is no secret is seen");
});

scenario("light, dark, narrow, printed: readable", async (use) => {
  const reviews = await openReviews(use);
  const { file } = await reviews.review(await reviews.open("/keys.html"));
  for (const colorScheme of ["light", "dark"]) {
    const { page, faults } = await reviews.read(file, { colorScheme });
    assert.deepEqual(await paleTexts(page), [], colorScheme);
    const back = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const auto = await back();
    await page.click("#theme");
    const light = await back();
    await page.click("#theme");
    const dark = await back();
    assert.notEqual(light, dark);
    assert.equal(auto, colorScheme === "light" ? light : dark);
    assert.deepEqual(faults, []);
  }
  const wider = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  const tables = await reviews.review(await reviews.open("/parcels.html"));
  assert.equal(await wider((await reviews.read(tables.file, { width: 390 })).page), 0, "wide tables scroll by themselves");
  const { page, faults } = await reviews.read(file, { width: 390 });
  assert.equal(await wider(page), 0, "nothing is cut off");
  assert.deepEqual(await paleTexts(page), []);
  const small = await page.evaluate(() =>
    [...document.querySelectorAll("button, .row, input")].filter((el) => el.checkVisibility() && el.getBoundingClientRect().height < 24).length);
  assert.equal(small, 0, "what is touched is at least 24 pixels high");
  await page.emulateMedia({ media: "print" });
  assert.equal(await visible(page, ".bar"), 0);
  assert.ok((await visible(page, ".box")) > 10);
  const unnamed = await page.evaluate(() => ({
    headings: document.querySelectorAll("h1").length,
    sections: [...document.querySelectorAll("section")].filter((el) => !el.ariaLabel && !document.getElementById(el.getAttribute("aria-labelledby"))).length,
    heads: [...document.querySelectorAll("table")].filter((el) => !el.querySelector("thead th[scope=col]") || !el.querySelector("tbody th[scope=row]")).length,
  }));
  assert.deepEqual(unnamed, { headings: 1, sections: 0, heads: 0 });
  assert.deepEqual(faults, []);
});
