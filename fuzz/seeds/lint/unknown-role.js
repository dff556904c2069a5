3const view = (items) => html`
    <button data-semtag-id='cart.pay' data-semtag-role="Action" data-semtag-action='pay'>Pay</button>
    <a data-semtag-id='cart.back' data-semtag-role="link" data-semtag-target='shop.page'>Back</a>
`;
const other = '<b data-semtag-role="in a string">';