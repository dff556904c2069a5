4// data-semtag-role="no such role"
export function Page({ items }) {
  const less = items.length < 3 && /[<"`]/.test(items[0]);
  return (
    <>
      <button data-semtag-id={"cart.pay"} data-semtag-role="Action" data-semtag-action={"pay"}>Pay</button>
      <a data-semtag-id={"cart.back"} data-semtag-role="link" data-semtag-target={"shop.page"}>Back</a>
    </>
  );
}