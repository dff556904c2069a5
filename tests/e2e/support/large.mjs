// A made-up shop page of exactly 2,000 elements, of which more than 500 are hinted.

const WORDS = ["amber", "birch", "copper", "dune", "ember", "fern", "granite", "harbour", "iris", "juniper"];
const NOUNS = ["lamp", "kettle", "chair", "notebook", "scarf", "bowl", "clock"];
const CARDS = 141;

/** The hints of an element as attributes. */
const hints = (all) => Object.entries(all).map(([key, value]) => `data-semtag-${key}="${value}"`).join(" ");

/** A card: 14 elements, of which 5 are hinted. */
function card(number) {
  const id = `products.grid.item.p${number}`;
  const name = `${WORDS[number % 10]} ${NOUNS[number % 7]} ${number}`;
  const price = `£${(3 + ((number * 37) % 400) / 10).toFixed(2)}`;
  return `<li><article>
<img alt="" width="40" height="40">
<h3><a href="#p${number}" ${hints({ id, role: "navigation", target: "product.detail" })}>${name}</a></h3>
<p>A ${name} of good make, <small>sent within ${1 + (number % 5)} days</small></p>
<div><span ${hints({ id: `${id}.price`, role: "observable", state: "product.price" })}>${price}</span>
<span ${hints({ id: `${id}.stock`, role: "observable", state: "product.stock" })}>${number % 9} left</span></div>
<label>Pieces <input type="number" value="1" ${hints({ id: `${id}.count`, role: "input", state: "line.count" })}></label>
<button ${hints({ id: `${id}.add`, role: "action", action: "add-to-cart" })}><b>Add</b></button>
</article></li>`;
}

/** The page's markup. */
export function largePage() {
  const start = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Everything</title></head><body>
<main><h1 id="title">Everything</h1><p>All <i>that</i> we <em>have</em>, <b>today</b>.
<span ${hints({ id: "cart.total", role: "observable", state: "cart.total" })}>£0.00</span></p>
<hr><ul ${hints({ id: "products.grid", role: "collection" })} aria-label="Products">`;
  const cards = Array.from({ length: CARDS }, (_, number) => card(number)).join("\n");
  const links = WORDS.map((word) => `<a href="#${word}">${word}</a>`).join(" ");
  return `${start}${cards}</ul></main><footer><nav>${links}</nav></footer></body></html>`;
}
