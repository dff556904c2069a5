//! Old pages: shops, forms, tables, lists, mail and settings, in a handful of designs.

use super::Dice;

/// One element of a page.
#[derive(Clone, Debug, Default)]
pub struct El {
    /// What makes it the same element in both pages.
    pub key: String,
    pub role: &'static str,
    pub name: String,
    pub tag: &'static str,
    pub attrs: Vec<(&'static str, String)>,
    pub inside: Vec<El>,
    /// Left, top, width, height.
    pub at: [i32; 4],
}

/// A page: elements beside each other, and inside each other.
#[derive(Clone, Debug, Default)]
pub struct Page(pub Vec<El>);

impl El {
    pub fn new(key: &str, role: &'static str, name: &str) -> El {
        let tag = match role {
            "button" => "button",
            "link" => "a",
            "textbox" | "checkbox" | "radio" => "input",
            "combobox" => "select",
            "heading" => "h2",
            "listitem" => "li",
            "list" => "ul",
            "row" => "tr",
            "cell" => "td",
            "table" => "table",
            "navigation" => "nav",
            "form" => "form",
            "generic" => "div",
            _ => "",
        };
        El { key: key.to_owned(), role, name: name.to_owned(), tag, ..El::default() }
    }

    pub fn with(mut self, key: &'static str, value: impl Into<String>) -> El {
        self.attrs.push((key, value.into()));
        self
    }

    pub fn holding(mut self, inside: Vec<El>) -> El {
        self.inside = inside;
        self
    }

    /// Whether an agent would act on it.
    pub fn is_target(&self) -> bool {
        matches!(
            self.role,
            "button" | "link" | "textbox" | "checkbox" | "combobox" | "radio" | "tab" | "menuitem"
        )
    }
}

impl Page {
    /// All elements in document order, each with the position of the one that holds it.
    pub fn list(&self) -> Vec<(&El, Option<usize>)> {
        fn walk<'a>(els: &'a [El], parent: Option<usize>, out: &mut Vec<(&'a El, Option<usize>)>) {
            for e in els {
                out.push((e, parent));
                walk(&e.inside, Some(out.len() - 1), out);
            }
        }
        let mut out = Vec::new();
        walk(&self.0, None, &mut out);
        out
    }

    /// Lays the page out: what has no children side by side in a row or bar, everything else below each other.
    pub fn lay_out(&mut self, top: i32) {
        let mut y = top;
        for e in &mut self.0 {
            y = place(e, 16, y) + 12;
        }
    }
}

/// Places an element and returns where it ends.
fn place(e: &mut El, x: i32, y: i32) -> i32 {
    let width = |e: &El| 28 + 8 * e.name.chars().count().min(60) as i32;
    if e.inside.is_empty() {
        let height = if e.role == "heading" { 32 } else { 24 };
        let wide = matches!(e.role, "textbox" | "combobox");
        e.at = [x, y, if wide { 280 } else { width(e) }, height];
        return y + height;
    }
    let across = matches!(e.role, "row" | "navigation" | "toolbar" | "tablist") || e.role == "listitem";
    let (mut right, mut bottom) = (x + 8, y + 4);
    for child in &mut e.inside {
        if across {
            bottom = bottom.max(place(child, right, y + 4));
            right += if e.role == "row" { 180 } else { child.at[2] + 12 };
        } else {
            bottom = place(child, x + 8, bottom) + 6;
        }
    }
    e.at = [x, y, 900, bottom - y + 4];
    bottom + 4
}

type Design = fn(&mut Dice) -> Page;

/// Every design by its name.
pub const DESIGNS: [(&str, Design); 6] = [
    ("shop", shop),
    ("form", form),
    ("table", table),
    ("tasks", tasks),
    ("mail", mail),
    ("settings", settings),
];

fn header(dice: &mut Dice, names: &[&str]) -> El {
    let links = names.iter().map(|n| {
        let slug = n.to_lowercase().replace(' ', "-");
        El::new(&format!("nav-{slug}"), "link", n)
            .with("href", format!("https://demo.test/{slug}"))
            .with("class", "nav-link")
    });
    let mut links: Vec<El> = links.collect();
    links.truncate(4 + dice.below(3));
    El::new("nav", "navigation", "Main").holding(links)
}

const PRODUCTS: [&str; 12] = [
    "Red mug",
    "Blue mug",
    "Green mug",
    "Oak table",
    "Steel kettle",
    "Wool blanket",
    "Desk lamp",
    "Garden chair",
    "Copper pan",
    "Paper lantern",
    "Leather wallet",
    "Glass bowl",
];

fn shop(dice: &mut Dice) -> Page {
    let from = dice.below(6);
    let cards = PRODUCTS[from..from + 4].iter().enumerate().map(|(n, product)| {
        let slug = product.to_lowercase().replace(' ', "-");
        El::new(&format!("card-{slug}"), "listitem", "").holding(vec![
            El::new(&format!("title-{slug}"), "link", product)
                .with("href", format!("https://demo.test/p/{slug}")),
            El::new(&format!("price-{slug}"), "text", &format!("{} €", 12 + 7 * (from + n))),
            El::new(&format!("add-{slug}"), "button", "Add to cart")
                .with("class", "btn btn-primary")
                .with("id", format!("add-{}", 40 + from + n)),
            El::new(&format!("wish-{slug}"), "button", "Wishlist").with("class", "btn btn-link"),
        ])
    });
    let cards = cards.collect();
    Page(vec![
        header(dice, &["Home", "Deals", "New arrivals", "Gift cards", "Contact us", "Help"]),
        El::new("search", "textbox", "Search").with("name", "q").with("id", "search-box"),
        El::new("find", "button", "Search").with("class", "btn").with("type", "submit"),
        El::new("cart", "link", "Cart (2)").with("href", "https://demo.test/cart").with("id", "cart-link"),
        El::new("h", "heading", "Products"),
        El::new("list", "list", "").holding(cards),
        El::new("more", "button", "Show more").with("class", "btn"),
        El::new("checkout", "button", "Checkout").with("class", "btn btn-primary").with("id", "checkout"),
        El::new("news", "textbox", "Your email").with("name", "newsletter"),
        El::new("subscribe", "button", "Subscribe").with("class", "btn"),
    ])
}

fn form(dice: &mut Dice) -> Page {
    let field = |key: &str, role, label: &str, n: usize| {
        El::new(key, role, label)
            .with("name", key.to_owned())
            .with("id", format!("field-{n}"))
            .with("class", "form-control")
    };
    let all = [
        ("first_name", "textbox", "First name"),
        ("last_name", "textbox", "Last name"),
        ("email", "textbox", "Email"),
        ("phone", "textbox", "Phone"),
        ("company", "textbox", "Company"),
        ("country", "combobox", "Country"),
        ("street", "textbox", "Street"),
        ("city", "textbox", "City"),
        ("zip", "textbox", "Postal code"),
        ("message", "textbox", "Message"),
    ];
    let skip = dice.below(3);
    let mut fields: Vec<El> = all
        .iter()
        .skip(skip)
        .enumerate()
        .map(|(n, &(key, role, label))| field(key, role, label, n + 10))
        .collect();
    fields.push(El::new("terms", "checkbox", "I accept the terms").with("name", "terms"));
    fields.push(El::new("newsletter", "checkbox", "Send me the newsletter").with("name", "newsletter"));
    fields
        .push(El::new("submit", "button", "Submit").with("class", "btn btn-primary").with("type", "submit"));
    fields.push(El::new("cancel", "button", "Cancel").with("class", "btn").with("type", "button"));
    Page(vec![
        header(dice, &["Home", "Pricing", "Blog", "About us", "Log in", "Sign up"]),
        El::new("h", "heading", "Contact form"),
        El::new("form", "form", "Contact").holding(fields),
        El::new("privacy", "link", "Privacy policy").with("href", "https://demo.test/privacy"),
        El::new("imprint", "link", "Imprint").with("href", "https://demo.test/imprint"),
    ])
}

const PEOPLE: [(&str, &str); 8] = [
    ("Alice Moreau", "Admin"),
    ("Bob Tanaka", "Editor"),
    ("Carol Diaz", "Viewer"),
    ("Dan Okafor", "Editor"),
    ("Eve Lindgren", "Viewer"),
    ("Frank Rossi", "Admin"),
    ("Grace Kim", "Editor"),
    ("Hugo Weber", "Viewer"),
];

fn table(dice: &mut Dice) -> Page {
    let from = dice.below(4);
    let n = 4 + dice.below(2);
    let mut rows =
        vec![
            El::new("head", "row", "").holding(
                ["Name", "Role", "Actions"]
                    .iter()
                    .map(|h| El::new(&format!("th-{h}"), "columnheader", h))
                    .collect(),
            ),
        ];
    for (i, (person, role)) in PEOPLE.iter().enumerate().skip(from).take(n.min(PEOPLE.len() - from)) {
        let key = person.split(' ').next().unwrap_or(person).to_lowercase();
        rows.push(El::new(&format!("row-{key}"), "row", "").holding(vec![
                El::new(&format!("who-{key}"), "cell", person),
                El::new(&format!("what-{key}"), "cell", role),
                El::new(&format!("edit-{key}"), "button", "Edit")
                    .with("class", "btn btn-sm")
                    .with("id", format!("edit-{}", 300 + i)),
                El::new(&format!("delete-{key}"), "button", "Delete")
                    .with("class", "btn btn-sm btn-danger")
                    .with("id", format!("delete-{}", 300 + i)),
            ]));
    }
    Page(vec![
        header(dice, &["Dashboard", "Users", "Groups", "Reports", "Settings", "Log out"]),
        El::new("h", "heading", "Users"),
        El::new("filter", "textbox", "Filter users").with("name", "filter"),
        El::new("invite", "button", "Invite user").with("class", "btn btn-primary"),
        El::new("export", "button", "Export").with("class", "btn"),
        El::new("table", "table", "Users").holding(rows),
        El::new("prev", "button", "Previous").with("class", "page-link"),
        El::new("next", "button", "Next").with("class", "page-link"),
    ])
}

fn tasks(dice: &mut Dice) -> Page {
    let all = [
        "Buy milk",
        "Call the plumber",
        "Renew passport",
        "Water the plants",
        "Book flights",
        "Pay rent",
        "Fix the bike",
    ];
    let from = dice.below(3);
    let items = all[from..from + 4].iter().map(|task| {
        let slug = task.to_lowercase().replace(' ', "-");
        El::new(&format!("item-{slug}"), "listitem", "").holding(vec![
            El::new(&format!("done-{slug}"), "checkbox", "Done"),
            El::new(&format!("text-{slug}"), "text", task),
            El::new(&format!("edit-{slug}"), "button", "Edit").with("class", "icon"),
            El::new(&format!("del-{slug}"), "button", "Delete").with("class", "icon"),
        ])
    });
    let items = items.collect();
    Page(vec![
        El::new("h", "heading", "My tasks"),
        El::new("new", "textbox", "What needs to be done?").with("id", "new-task"),
        El::new("add", "button", "Add").with("id", "btn-add-1"),
        El::new("list", "list", "Tasks").holding(items),
        El::new("bar", "toolbar", "").holding(vec![
            El::new("all", "link", "All").with("href", "#/"),
            El::new("active", "link", "Active").with("href", "#/active"),
            El::new("completed", "link", "Completed").with("href", "#/completed"),
            El::new("clear", "button", "Clear completed").with("id", "btn-clear-1"),
        ]),
        El::new("archive", "button", "Archive list").with("id", "btn-archive-1"),
        El::new("share", "button", "Share").with("id", "btn-share-1"),
    ])
}

fn mail(dice: &mut Dice) -> Page {
    let folders = ["Inbox 5", "Starred", "Sent", "Drafts 1", "Spam", "Trash"].iter().map(|n| {
        let slug = n.split(' ').next().unwrap_or(n).to_lowercase();
        El::new(&format!("folder-{slug}"), "link", n).with("href", format!("#{slug}")).with("class", "folder")
    });
    let folders = folders.collect();
    let mails = [
        ("Invoice March", "Ola"),
        ("Team lunch", "Priya"),
        ("Your ticket", "Rail"),
        ("Holiday plans", "Mum"),
        ("Invoice April", "Ola"),
    ];
    let skip = dice.below(2);
    let items = mails.iter().skip(skip).map(|(subject, from)| {
        let slug = subject.to_lowercase().replace(' ', "-");
        El::new(&format!("mail-{slug}"), "listitem", "").holding(vec![
            El::new(&format!("sel-{slug}"), "checkbox", ""),
            El::new(&format!("star-{slug}"), "button", "Star"),
            El::new(&format!("from-{slug}"), "text", from),
            El::new(&format!("open-{slug}"), "link", subject).with("href", format!("#mail/{slug}")),
        ])
    });
    let items = items.collect();
    Page(vec![
        El::new("compose", "button", "Compose").with("id", "compose-btn"),
        El::new("search", "textbox", "Search mail").with("name", "q"),
        El::new("side", "navigation", "Folders").holding(folders),
        El::new("bar", "toolbar", "").holding(vec![
            El::new("reply", "button", "Reply"),
            El::new("forward", "button", "Forward"),
            El::new("archive", "button", "Archive"),
            El::new("delete", "button", "Delete"),
            El::new("read", "button", "Mark as read"),
        ]),
        El::new("h", "heading", "Inbox"),
        El::new("mails", "list", "Messages").holding(items),
        El::new("older", "button", "Older").with("class", "pager"),
    ])
}

fn settings(dice: &mut Dice) -> Page {
    let group = |key: &'static str, title: &str, inside: Vec<El>| {
        let mut all = vec![El::new(&format!("h-{key}"), "heading", title)];
        all.extend(inside);
        El::new(key, "generic", "").with("class", "panel").holding(all)
    };
    let save = |key: &str, n: usize| {
        El::new(key, "button", "Save").with("class", "btn btn-primary").with("id", format!("btn-save-{n}"))
    };
    let mut panels = vec![
        group(
            "profile",
            "Profile",
            vec![
                El::new("display", "textbox", "Display name").with("name", "display"),
                El::new("bio", "textbox", "About you").with("name", "bio"),
                save("save-profile", 1),
            ],
        ),
        group(
            "account",
            "Account",
            vec![
                El::new("email", "textbox", "Email address").with("name", "email"),
                El::new("language", "combobox", "Language").with("name", "lang"),
                save("save-account", 2),
            ],
        ),
        group(
            "alerts",
            "Notifications",
            vec![
                El::new("push", "checkbox", "Push notifications").with("name", "push"),
                El::new("weekly", "checkbox", "Weekly summary").with("name", "weekly"),
                save("save-alerts", 3),
            ],
        ),
        group(
            "danger",
            "Danger zone",
            vec![
                El::new("export", "button", "Download my data"),
                El::new("close", "button", "Delete account").with("class", "btn btn-danger"),
            ],
        ),
    ];
    if dice.percent(40) {
        panels.swap(0, 1);
    }
    let mut page = vec![header(dice, &["Home", "Profile", "Billing", "Team", "Log out", "Help"])];
    page.push(El::new("h", "heading", "Settings"));
    page.extend(panels);
    Page(page)
}
