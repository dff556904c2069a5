6export const Page: React.FC<Props> = <T extends object>({ items }: Props) => {
  const [all] = useState<Array<string>>([]); /* <b data-semtag-role="nothing"> */
  return (
    <main>
      <output semtag-id="cart.total" data-semantic-role={`observable`}>£3</output>
    </main>
  );
};