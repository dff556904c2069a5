6export const Page: React.FC<Props> = <T extends object>({ items }: Props) => {
  const [all] = useState<Array<string>>([]); /* <b data-semtag-role="nothing"> */
  return (
    <main>
      <select data-semtag-id="jobs.sort" data-semtag-role={`select`} data-semtag-state="jobs.sort" data-semtag-options={`new|Newest;old|Oldest`}>
        <option value="new">Newest</option>
        <option value={`pay`}>Best paid</option>
      </select>
    </main>
  );
};