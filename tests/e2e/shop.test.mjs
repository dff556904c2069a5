// Shopping: sorting and searching draw the products anew, and the cart's total follows every click.
import { exactly } from "./support/exactly.mjs";
import { openStage, scenario } from "./support/stage.mjs";

const price = { role: "observable", state: "product.price" };
const sale = { role: "observable", state: "product.sale", value: "On sale" };
const add = { role: "action", name: "Add", action: "add-to-cart", controls: "cart.lines" };

/** The block of the products. Controls stand in the order in which the rows bring them up. */
const products = (...items) => ({
  id: "products.grid",
  name: "Products",
  idPattern: "products.grid.item.{key}[.{control}]",
  item: { role: "observable", state: "product.name" },
  itemControls: items[0][3] ? { price, sale, add } : { price, add, sale },
  fields: ["key", "value", "price.value", "sale"],
  items,
});
const total = (value) => ({ id: "cart.total", role: "observable", name: value, state: "cart.total", value });

scenario("a cart and its total", async (use) => {
  const { pages, act, see } = await openStage(use);
  const url = pages.url("/shop.html");
  const sencha = ["sencha", "Sencha", "£6.50", null];
  const assam = ["assam", "Assam", "£4.20", true];
  const lapsang = ["lapsang", "Lapsang Souchong", "£7.80", null];
  const mint = ["mint", "Mint", "£3.10", null];
  const shop = (sort, cart, collections) => ({
    url,
    screen: "shop.html",
    navigation: [
      { id: "nav.products", name: "Products", target: "products.list" },
      { id: "nav.cart", name: "Cart", target: "cart" },
    ],
    action: [{ id: "cart.pay", name: "Pay", action: "pay", target: "checkout.page", ...(cart === "£0.00" && { enabled: false }) }],
    input: [{ id: "products.search", name: "Search tea", state: "products.query", controls: "products.grid", value: "" }],
    select: [{
      id: "products.sort", name: "Sort by", action: "sort-products", state: "products.sort", controls: "products.grid",
      options: [{ value: "name", label: "Name" }, { value: "price", label: "Price" }], value: sort,
    }],
    observable: [{ id: "cart.total", name: cart, state: "cart.total", value: cart }],
    region: [{ id: "nav", name: "Main" }, { id: "cart", name: "Your cart" }],
    collections,
  });

  exactly(await see.snapshot({ url }), shop("Name", "£0.00", [products(assam, lapsang, mint, sencha)]));
  await act.select("products.sort", "price");
  exactly(await see.snapshot(), shop("Price", "£0.00", [products(mint, assam, sencha, lapsang)]));

  await act.type("products.search", "mi");
  const found = await see.snapshot({ scope: "products.grid" });
  exactly(found, {
    url,
    screen: "shop.html",
    action: [{ id: "products.grid.item.mint.add", name: "Add", action: "add-to-cart", controls: "cart.lines" }],
    observable: [
      { id: "products.grid.item.mint", name: "Mint", state: "product.name", value: "Mint" },
      { id: "products.grid.item.mint.price", name: "£3.10", state: "product.price", value: "£3.10" },
    ],
    collection: [{ id: "products.grid", name: "Products" }],
  });
  await act.click("products.grid.item.mint.add");
  exactly(await see.observe("cart.total"), total("£3.10"));

  await act.type("products.search", "");
  await act.click("products.grid.item.sencha.add");
  await act.click("products.grid.item.sencha.add");
  exactly(await see.observe("cart.total"), total("£16.10"));
  const lines = {
    id: "cart.lines",
    idPattern: "cart.lines.item.{key}[.{control}]",
    item: { role: "observable", state: "line.name" },
    itemControls: {
      count: { role: "observable", state: "line.count" },
      remove: { role: "action", name: "Remove", action: "remove-from-cart" },
    },
    fields: ["key", "value", "count.value"],
    items: [["mint", "Mint", "1 ×"], ["sencha", "Sencha", "2 ×"]],
  };
  exactly(await see.snapshot(), shop("Price", "£16.10", [products(mint, assam, sencha, lapsang), lines]));

  await act.click("cart.lines.item.sencha.remove");
  exactly(await see.observe("cart.total"), total("£3.10"));
  await act.click("cart.lines.item.mint.remove");
  exactly(await see.observe("cart.pay"), {
    id: "cart.pay", role: "action", name: "Pay", action: "pay", target: "checkout.page", enabled: false,
  });
  exactly(await see.snapshot(), shop("Price", "£0.00", [products(mint, assam, sencha, lapsang)]));
});
