6const rows = teas.map((tea: Tea, index: number) => (
  <li {...{ "data-semtag-id": `cart.lines.item.${index}`, "data-semtag-role": "observable", "data-semtag-state": "line.name" }}>{tea.name}</li>
));
const list = <ul data-semtag-id="cart.lines" data-semtag-role="collection">{rows}</ul>;