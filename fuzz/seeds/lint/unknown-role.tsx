6export const Page: React.FC<Props> = <T extends object>({ items }: Props) => {
  const [all] = useState<Array<string>>([]); /* <b data-semtag-role="nothing"> */
  return (
    <main>
      <button data-semtag-id="cart.pay" data-semtag-role={`Action`} data-semtag-action="pay">Pay</button>
      <a data-semtag-id="cart.back" data-semtag-role={`link`} data-semtag-target="shop.page">Back</a>
    </main>
  );
};