//! The rules.

use super::rule::{Rule, Severity, Sight};

/// All rules: first what is not understood at all, then what is understood wrong, then what is not there.
pub static RULES: [&Rule; 24] = [
    &UNKNOWN_ATTRIBUTE,
    &DECOY_ATTRIBUTE,
    &UNKNOWN_ROLE,
    &MISSING_ID,
    &MISSING_ROLE,
    &MALFORMED_ID,
    &DUPLICATE_ID,
    &FLAT_ID,
    &POSITIONAL_ID,
    &FRAMEWORK_ID,
    &TEST_INTENT,
    &INDEX_KEY,
    &ITEM_WITHOUT_COLLECTION,
    &UNFOLDED_GROUP,
    &SELECT_WITHOUT_OPTIONS,
    &OPTIONS_CONTRADICT,
    &MISPLACED_ATTRIBUTE,
    &URL_AS_TARGET,
    &CONTROLS_NOTHING,
    &STATE_NEVER_SHOWN,
    &SECRET_SHOWN,
    &INVISIBLE_HINT,
    &UNCOVERED_CONTROL,
    &UNCOVERED_TEXT,
];

pub(super) static UNKNOWN_ATTRIBUTE: Rule = Rule {
    id: "unknown-attribute",
    title: "An attribute begins with `data-semtag-` and is none of the seven.",
    why: "The vocabulary is closed. Any other attribute is read by nobody, so what it says is lost, and nothing tells.",
    cure: "Spell it as one of the seven, or take it out.",
    bad: r#"<button data-semtag-id="cart.pay" data-semtag-role="action" data-semtag-acton="pay">Pay</button>"#,
    good: r#"<button data-semtag-id="cart.pay" data-semtag-role="action" data-semtag-action="pay">Pay</button>"#,
    severity: Severity::Error,
    sight: Sight::Both,
    fix: "where one attribute of the vocabulary is nearly spelled so",
};

pub(super) static DECOY_ATTRIBUTE: Rule = Rule {
    id: "decoy-attribute",
    title: "An attribute looks like a hint and is none.",
    why: "`semtag-id`, `data-semtagid`, `data-semantic-role` and their like are read by nobody. Who reads the source \
          believes that the element is annotated.",
    cure: "Write the attribute of the vocabulary in full: `data-semtag-…`.",
    bad: r#"<output semtag-id="cart.total" data-semantic-role="observable">£3</output>"#,
    good: r#"<output data-semtag-id="cart.total" data-semtag-role="observable" data-semtag-state="cart.total">£3</output>"#,
    severity: Severity::Error,
    sight: Sight::Source,
    fix: "where the attribute that is meant is not there yet",
};

pub(super) static UNKNOWN_ROLE: Rule = Rule {
    id: "unknown-role",
    title: "A role is none of the ten.",
    why: "Roles are compared letter by letter, in small letters. An element with any other word is listed under \
          `other`, where nothing says what it is for, and it holds no value.",
    cure: "Take one of the ten roles: what the element is for, not which tag or ARIA role it has.",
    bad: r#"<button data-semtag-id="cart.pay" data-semtag-role="button" data-semtag-action="pay">Pay</button>"#,
    good: r#"<button data-semtag-id="cart.pay" data-semtag-role="action" data-semtag-action="pay">Pay</button>"#,
    severity: Severity::Error,
    sight: Sight::Both,
    fix: "where one role is nearly spelled so",
};

pub(super) static MISSING_ID: Rule = Rule {
    id: "missing-id",
    title: "An element has hints and no id.",
    why: "Nothing can address it, so it is not listed at all, whatever its other hints say.",
    cure: "Give it a `data-semtag-id`, a dotted path in the words of the domain, or take the hints out.",
    bad: r#"<output data-semtag-role="observable" data-semtag-state="cart.total">£3</output>"#,
    good: r#"<output data-semtag-id="cart.total" data-semtag-role="observable" data-semtag-state="cart.total">£3</output>"#,
    severity: Severity::Error,
    sight: Sight::Both,
    fix: "",
};

pub(super) static MISSING_ROLE: Rule = Rule {
    id: "missing-role",
    title: "An element has an id and no role.",
    why: "Nothing is inferred from tags. An element without a role is listed under `other`, and its value is not read.",
    cure: "Give it the role that says what it is for.",
    bad: r#"<output data-semtag-id="cart.total" data-semtag-state="cart.total">£3</output>"#,
    good: r#"<output data-semtag-id="cart.total" data-semtag-role="observable" data-semtag-state="cart.total">£3</output>"#,
    severity: Severity::Error,
    sight: Sight::Both,
    fix: "",
};

pub(super) static MALFORMED_ID: Rule = Rule {
    id: "malformed-id",
    title: "An id is no dotted path: white space, quotes, brackets or empty parts are in it.",
    why: "Ids are put into selectors and told to people. What breaks a selector or cannot be seen cannot be used.",
    cure: "Parts of letters, digits and hyphens with one dot between: `cart.line-count`.",
    bad: r#"<output data-semtag-id=" cart..total" data-semtag-role="observable" data-semtag-state="cart.total">£3</output>"#,
    good: r#"<output data-semtag-id="cart.total" data-semtag-role="observable" data-semtag-state="cart.total">£3</output>"#,
    severity: Severity::Error,
    sight: Sight::Both,
    fix: "white space at the ends goes, inside it becomes a hyphen; dots that stand double become one",
};

pub(super) static DUPLICATE_ID: Rule = Rule {
    id: "duplicate-id",
    title: "Two elements that are on the page together have one id.",
    why: "An id that two elements have addresses neither: observing it is refused. Copies for narrow and wide screens \
          and literal ids in loops are the usual reasons.",
    cure: "Name each for its part (`nav.main.cart`, `nav.mobile.cart`), and put the key into ids of repeated things.",
    bad: r#"<nav><a data-semtag-id="nav.cart" data-semtag-role="navigation" data-semtag-target="cart.page">Cart</a>
<a class="mobile" data-semtag-id="nav.cart" data-semtag-role="navigation" data-semtag-target="cart.page">Cart</a></nav>"#,
    good: r#"<nav><a data-semtag-id="nav.main.cart" data-semtag-role="navigation" data-semtag-target="cart.page">Cart</a>
<a class="mobile" data-semtag-id="nav.mobile.cart" data-semtag-role="navigation" data-semtag-target="cart.page">Cart</a></nav>"#,
    severity: Severity::Error,
    sight: Sight::Both,
    fix: "",
};

pub(super) static FLAT_ID: Rule = Rule {
    id: "flat-id",
    title: "The id of something in a part of the page does not say which part.",
    why: "`submit` and `name` are taken as soon as the page grows a second form, and say nothing by themselves.",
    cure: "Begin with the part or the thing it belongs to: `checkout.submit`. Regions and collections may be one word.",
    bad: r#"<button data-semtag-id="submit" data-semtag-role="action" data-semtag-action="place-order">Order</button>"#,
    good: r#"<button data-semtag-id="checkout.submit" data-semtag-role="action" data-semtag-action="place-order">Order</button>"#,
    severity: Severity::Warning,
    sight: Sight::Both,
    fix: "",
};

pub(super) static POSITIONAL_ID: Rule = Rule {
    id: "positional-id",
    title: "An id says where or which kind of box something is.",
    why: "`left-panel`, `button-2` and `row3` change their meaning when the page is laid out anew, and never say what \
          the thing is.",
    cure: "Name what it is in the domain: `cart.summary`, `checkout.cancel`.",
    bad: r#"<button data-semtag-id="checkout.button-2" data-semtag-role="action" data-semtag-action="cancel-order">Cancel</button>"#,
    good: r#"<button data-semtag-id="checkout.cancel" data-semtag-role="action" data-semtag-action="cancel-order">Cancel</button>"#,
    severity: Severity::Warning,
    sight: Sight::Both,
    fix: "",
};

pub(super) static FRAMEWORK_ID: Rule = Rule {
    id: "framework-id",
    title: "An id was made up by a framework or at random.",
    why: "`radix-:r3:`, `mui-42` and random keys are others in the next build or after a reload, so that nothing that \
          was learned or recorded fits.",
    cure: "Write the id by hand, in the words of the domain.",
    bad: r#"<input data-semtag-id="profile.mui-42" data-semtag-role="input" data-semtag-state="profile.email">"#,
    good: r#"<input data-semtag-id="profile.email" data-semtag-role="input" data-semtag-state="profile.email">"#,
    severity: Severity::Error,
    sight: Sight::Both,
    fix: "",
};

pub(super) static TEST_INTENT: Rule = Rule {
    id: "test-intent",
    title: "A name speaks of tests.",
    why: "Hints say what a page is for to whoever uses it. Names for a test tell an agent what is checked rather than \
          what is there, and are wrong for everybody else.",
    cure: "Name the thing, not the test: `login.submit`, not `login.test-submit`.",
    bad: r#"<button data-semtag-id="login.test-submit" data-semtag-role="action" data-semtag-action="sign-in">Sign in</button>"#,
    good: r#"<button data-semtag-id="login.submit" data-semtag-role="action" data-semtag-action="sign-in">Sign in</button>"#,
    severity: Severity::Warning,
    sight: Sight::Both,
    fix: "",
};

pub(super) static INDEX_KEY: Rule = Rule {
    id: "index-key",
    title: "Repeated things are told apart by their place in the list.",
    why: "After sorting, filtering or deleting, `item.0` is another thing than before, and an agent acts on the wrong \
          one without noticing.",
    cure: "Take the key that the thing has in the domain: its number, its slug.",
    bad: r#"<ul data-semtag-id="cart.lines" data-semtag-role="collection">
<li data-semtag-id="cart.lines.item.0" data-semtag-role="observable" data-semtag-state="line.name">Tea</li>
<li data-semtag-id="cart.lines.item.1" data-semtag-role="observable" data-semtag-state="line.name">Cup</li></ul>"#,
    good: r#"<ul data-semtag-id="cart.lines" data-semtag-role="collection">
<li data-semtag-id="cart.lines.item.tea" data-semtag-role="observable" data-semtag-state="line.name">Tea</li>
<li data-semtag-id="cart.lines.item.cup" data-semtag-role="observable" data-semtag-state="line.name">Cup</li></ul>"#,
    severity: Severity::Warning,
    sight: Sight::Both,
    fix: "",
};

pub(super) static ITEM_WITHOUT_COLLECTION: Rule = Rule {
    id: "item-without-collection",
    title: "Repeated things lie in no collection.",
    why: "Only what lies in an element of role `collection` is folded into a table. Without it each thing is listed by \
          itself, at many times the size.",
    cure: "Give the element around them an id and the role `collection`.",
    bad: r#"<body><ul>
<li data-semtag-id="cart.item.tea" data-semtag-role="observable" data-semtag-state="line.name">Tea</li></ul></body>"#,
    good: r#"<body><ul data-semtag-id="cart" data-semtag-role="collection">
<li data-semtag-id="cart.item.tea" data-semtag-role="observable" data-semtag-state="line.name">Tea</li></ul></body>"#,
    severity: Severity::Warning,
    sight: Sight::Both,
    fix: "",
};

pub(super) static UNFOLDED_GROUP: Rule = Rule {
    id: "unfolded-group",
    title: "Repeated things that lie in a collection are not folded.",
    why: "What cannot be told apart in a row, or lies outside of the collection that holds its kind, stays as it is: \
          correct, but large.",
    cure: "The finding says why: a control named like a field, ids that are there twice, members outside of the collection.",
    bad: r#"<ul data-semtag-id="cart" data-semtag-role="collection">
<li><a data-semtag-id="cart.item.tea" data-semtag-role="navigation" data-semtag-target="product.detail">Tea</a>
<button data-semtag-id="cart.item.tea.action" data-semtag-role="action" data-semtag-action="remove-line">Remove</button></li>
<li><a data-semtag-id="cart.item.cup" data-semtag-role="navigation" data-semtag-target="product.detail">Cup</a></li></ul>"#,
    good: r#"<ul data-semtag-id="cart" data-semtag-role="collection">
<li><a data-semtag-id="cart.item.tea" data-semtag-role="navigation" data-semtag-target="product.detail">Tea</a>
<button data-semtag-id="cart.item.tea.remove" data-semtag-role="action" data-semtag-action="remove-line">Remove</button></li>
<li><a data-semtag-id="cart.item.cup" data-semtag-role="navigation" data-semtag-target="product.detail">Cup</a></li></ul>"#,
    severity: Severity::Warning,
    sight: Sight::Page,
    fix: "",
};

pub(super) static SELECT_WITHOUT_OPTIONS: Rule = Rule {
    id: "select-without-options",
    title: "A select does not say what it offers.",
    why: "Nothing is read from `<option>`s, and a list that opens on a click is not there before. Without \
          `data-semtag-options` an agent has to open it to learn what it can choose.",
    cure: "List the choices as `value|Label;value2|Label2`; the label may be left out where it says the same.",
    bad: r#"<button data-semtag-id="jobs.sort" data-semtag-role="select" data-semtag-state="jobs.sort">Newest</button>"#,
    good: r#"<button data-semtag-id="jobs.sort" data-semtag-role="select" data-semtag-state="jobs.sort"
  data-semtag-options="new|Newest;pay|Best paid">Newest</button>"#,
    severity: Severity::Error,
    sight: Sight::Both,
    fix: "",
};

pub(super) static OPTIONS_CONTRADICT: Rule = Rule {
    id: "options-contradict",
    title: "The choices of a hint are not those of the element.",
    why: "An agent believes the hint and chooses what is not there, or never learns of what is.",
    cure: "List exactly the values of the `<option>`s; make both from one list where there is code.",
    bad: r#"<select data-semtag-id="jobs.sort" data-semtag-role="select" data-semtag-state="jobs.sort" data-semtag-options="new|Newest;old|Oldest">
<option value="new">Newest</option><option value="pay">Best paid</option></select>"#,
    good: r#"<select data-semtag-id="jobs.sort" data-semtag-role="select" data-semtag-state="jobs.sort" data-semtag-options="new|Newest;pay|Best paid">
<option value="new">Newest</option><option value="pay">Best paid</option></select>"#,
    severity: Severity::Error,
    sight: Sight::Both,
    fix: "",
};

pub(super) static MISPLACED_ATTRIBUTE: Rule = Rule {
    id: "misplaced-attribute",
    title: "An element that is no select lists choices.",
    why: "`data-semtag-options` is read on selects only; on everything else it is lost.",
    cure: "Give the element the role `select`, or take the choices out.",
    bad: r#"<input data-semtag-id="jobs.kind" data-semtag-role="input" data-semtag-state="jobs.kind" data-semtag-options="a;b">"#,
    good: r#"<input data-semtag-id="jobs.kind" data-semtag-role="select" data-semtag-state="jobs.kind" data-semtag-options="a;b">"#,
    severity: Severity::Warning,
    sight: Sight::Both,
    fix: "",
};

pub(super) static URL_AS_TARGET: Rule = Rule {
    id: "url-as-target",
    title: "A target is an address.",
    why: "A target names a destination in the words of the domain, so that it stays when addresses change. The address \
          itself stands in the link already.",
    cure: "Name the place: `product.detail`, `checkout.page`.",
    bad: r#"<a href="/cart" data-semtag-id="nav.cart" data-semtag-role="navigation" data-semtag-target="/cart">Cart</a>"#,
    good: r#"<a href="/cart" data-semtag-id="nav.cart" data-semtag-role="navigation" data-semtag-target="cart.page">Cart</a>"#,
    severity: Severity::Error,
    sight: Sight::Both,
    fix: "",
};

pub(super) static CONTROLS_NOTHING: Rule = Rule {
    id: "controls-nothing",
    title: "`data-semtag-controls` names an id that no element has.",
    why: "An agent looks there for what its action changed, and finds nothing.",
    cure: "Name the `data-semtag-id` of the region or collection that changes, not its HTML `id`.",
    bad: r#"<main><input data-semtag-id="jobs.query" data-semtag-role="input" data-semtag-state="jobs.query" data-semtag-controls="jobs.lst">
<ul data-semtag-id="jobs.list" data-semtag-role="collection"></ul></main>"#,
    good: r#"<main><input data-semtag-id="jobs.query" data-semtag-role="input" data-semtag-state="jobs.query" data-semtag-controls="jobs.list">
<ul data-semtag-id="jobs.list" data-semtag-role="collection"></ul></main>"#,
    severity: Severity::Error,
    sight: Sight::Both,
    fix: "where one id is nearly spelled so",
};

pub(super) static STATE_NEVER_SHOWN: Rule = Rule {
    id: "state-never-shown",
    title: "An element without a value names a state that no element shows.",
    why: "Only inputs, selects, toggles, sliders and observables hold a value. Where none of them has the state, an \
          agent reads of something that it can never look at.",
    cure: "Make what shows the state an observable with that state, or take the state out.",
    bad: r#"<main><button data-semtag-id="cart.add" data-semtag-role="action" data-semtag-action="add-to-cart" data-semtag-state="cart.count">Add</button>
<b>3</b></main>"#,
    good: r#"<main><button data-semtag-id="cart.add" data-semtag-role="action" data-semtag-action="add-to-cart" data-semtag-state="cart.count">Add</button>
<b data-semtag-id="cart.count" data-semtag-role="observable" data-semtag-state="cart.count">3</b></main>"#,
    severity: Severity::Warning,
    sight: Sight::Both,
    fix: "",
};

pub(super) static SECRET_SHOWN: Rule = Rule {
    id: "secret-shown",
    title: "A password, token, code or card number is made observable.",
    why: "The text of an observable is printed in every snapshot, and goes to whoever reads it.",
    cure: "Give a field the role `input`, whose secret is never printed; show whether there is one, not which.",
    bad: r#"<code data-semtag-id="account.api-token" data-semtag-role="observable" data-semtag-state="account.api-token">tok_1</code>"#,
    good: r#"<span data-semtag-id="account.token-status" data-semtag-role="observable" data-semtag-state="account.token-status">in use</span>"#,
    severity: Severity::Error,
    sight: Sight::Both,
    fix: "",
};

pub(super) static INVISIBLE_HINT: Rule = Rule {
    id: "invisible-hint",
    title: "A hinted element cannot be seen.",
    why: "It is left out of snapshots. For a closed menu or an empty message that is right; an element without a size or with an opacity \
          of 0 that lies under what a person clicks is hinted in vain.",
    cure: "What is shown at other times (a closed dialog, an empty message or list) is right as it is. Else put the hints on what is seen: \
           the label of a hidden checkbox, the picture of a hidden file field.",
    bad: r#"<label><input type="checkbox" style="opacity:0" data-semtag-id="task.done" data-semtag-role="toggle" data-semtag-state="task.done"> Done</label>"#,
    good: r#"<label data-semtag-id="task.done" data-semtag-role="toggle" data-semtag-state="task.done"><input type="checkbox" style="opacity:0"> Done</label>"#,
    severity: Severity::Warning,
    sight: Sight::Page,
    fix: "",
};

pub(super) static UNCOVERED_CONTROL: Rule = Rule {
    id: "uncovered-control",
    title: "A person can act on something that has no hint.",
    why: "An agent that trusts the snapshot does not know that it is there.",
    cure: "Annotate it, or the element around it that acts as one thing with it.",
    bad: "<main><button>Pay</button></main>",
    good: r#"<main><button data-semtag-id="cart.pay" data-semtag-role="action" data-semtag-action="pay">Pay</button></main>"#,
    severity: Severity::Warning,
    sight: Sight::Page,
    fix: "",
};

pub(super) static UNCOVERED_TEXT: Rule = Rule {
    id: "uncovered-text",
    title: "Figures, messages or live texts have no hint.",
    why: "What changes is what an agent has to check. Labels and headings need no hint; prices, counts and messages do.",
    cure: "Make each an observable with the state it shows.",
    bad: r#"<main><p role="status">3 tasks left</p></main>"#,
    good: r#"<main><p role="status" data-semtag-id="tasks.left" data-semtag-role="observable" data-semtag-state="tasks.left">3 tasks left</p></main>"#,
    severity: Severity::Note,
    sight: Sight::Page,
    fix: "",
};
