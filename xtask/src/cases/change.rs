//! New pages out of old ones: renamed, moved, removed, replaced, wrapped, and surrounded by look-alikes.

use super::Dice;
use super::page::{El, Page};

/// Names that mean the same thing.
const SAME: [(&str, &[&str]); 40] = [
    ("Submit", &["Send", "Send message", "Absenden"]),
    ("Add to cart", &["Add to basket", "Add", "In den Warenkorb", "Buy"]),
    ("Wishlist", &["Add to wishlist", "Save for later"]),
    ("Search", &["Find", "Suche", "Search products"]),
    ("Checkout", &["Go to checkout", "Proceed to checkout"]),
    ("Subscribe", &["Sign me up", "Abonnieren", "Subscribe now"]),
    ("Show more", &["Load more", "More products"]),
    ("Your email", &["Email address", "E-Mail"]),
    ("Deals", &["Offers", "Special offers"]),
    ("Help", &["Support", "Help center", "Ayuda"]),
    ("Contact us", &["Contact", "Get in touch", "Kontakt"]),
    ("Home", &["Start", "Inicio"]),
    ("First name", &["Given name", "Vorname", "Nombre"]),
    ("Last name", &["Surname", "Family name", "Nachname"]),
    ("Email", &["Email address", "E-mail *", "Correo electrónico"]),
    ("Phone", &["Phone number", "Telephone", "Telefon"]),
    ("Company", &["Organisation", "Company name"]),
    ("Postal code", &["ZIP code", "Postleitzahl", "Postcode"]),
    ("Message", &["Your message", "How can we help?"]),
    ("Country", &["Country/Region", "Land"]),
    ("I accept the terms", &["I agree to the terms of service", "Accept terms and conditions"]),
    ("Log in", &["Sign in", "Login", "Anmelden"]),
    ("Sign up", &["Create account", "Register", "Join free"]),
    ("Log out", &["Logout", "Sign out", "Abmelden"]),
    ("Edit", &["Modify", "Change", "Edit…"]),
    ("Delete", &["Remove", "Löschen", "Delete permanently"]),
    ("Invite user", &["Add user", "Invite people", "Invite"]),
    ("Filter users", &["Search users", "Filter"]),
    ("Settings", &["Preferences", "Einstellungen"]),
    ("Dashboard", &["Overview", "Übersicht"]),
    ("Save", &["Save changes", "Apply", "Speichern", "Guardar"]),
    ("Display name", &["Name", "Public name"]),
    ("About you", &["Bio", "Biography"]),
    ("Language", &["Preferred language", "Sprache", "Idioma"]),
    ("Delete account", &["Close account", "Delete my account"]),
    ("Download my data", &["Export my data", "Download data"]),
    ("Compose", &["New message", "Write"]),
    ("Search mail", &["Search in mail", "Find messages"]),
    ("What needs to be done?", &["New task", "Add a task"]),
    ("Trash", &["Bin", "Deleted items"]),
];

/// Other things that may come to stand in the same place.
const OTHER: [(&str, &str); 18] = [
    ("Delete", "Archive"),
    ("Edit", "View"),
    ("Submit", "Reset"),
    ("Log in", "Log out"),
    ("Log out", "Log in"),
    ("Checkout", "PayPal Checkout"),
    ("Wishlist", "Compare"),
    ("Subscribe", "Unsubscribe"),
    ("Next", "Last"),
    ("Previous", "First"),
    ("Archive", "Snooze"),
    ("Reply", "Block sender"),
    ("Add to cart", "Sold out"),
    ("Export", "Import"),
    ("Share", "Print"),
    ("Phone", "Fax"),
    ("Download my data", "Merge accounts"),
    ("Clear completed", "Undo"),
];

/// The new page, and the keys that something happened to.
pub fn change(before: &Page, dice: &mut Dice) -> (Page, Vec<String>) {
    let mut after = before.clone();
    let mut marked = Vec::new();
    let keys: Vec<String> = before.list().iter().map(|(e, _)| e.key.clone()).collect();
    let rate = 8 + dice.below(16);
    let drift = dice.percent(50);
    let restyled = dice.percent(50);
    let renamed = rename_all(&mut after, dice, &mut marked);
    for key in &keys {
        let Some(e) = find(&mut after.0, key) else { continue };
        if drift {
            drift_identifier(e);
        }
        if restyled {
            restyle(e);
        }
        if e.is_target() && !renamed.contains(&e.name) && dice.percent(rate) {
            happen(e, dice);
            marked.push(key.clone());
        }
    }
    count_on(&mut after.0, dice, &mut marked);
    remove(&mut after.0, dice, &mut marked);
    reorder(&mut after.0, dice, &mut marked);
    add(&mut after, dice);
    if dice.percent(40) {
        let inside = std::mem::take(&mut after.0);
        after.0 = vec![El::new("wrapper", "generic", "").with("class", "container").holding(inside)];
    }
    after.lay_out(if dice.percent(50) { 20 } else { 130 });
    (after, marked)
}

fn find<'a>(els: &'a mut [El], key: &str) -> Option<&'a mut El> {
    els.iter_mut().find_map(|e| if e.key == key { Some(e) } else { find(&mut e.inside, key) })
}

fn each(els: &mut [El], f: &mut impl FnMut(&mut El)) {
    for e in els {
        f(e);
        each(&mut e.inside, f);
    }
}

/// A change of wording that reaches every element of a name; returns the new names.
fn rename_all(after: &mut Page, dice: &mut Dice, marked: &mut Vec<String>) -> Vec<String> {
    if !dice.percent(60) {
        return Vec::new();
    }
    let mut out = Vec::new();
    for (name, others) in SAME {
        if !dice.percent(18) {
            continue;
        }
        let other = *dice.one(others);
        each(&mut after.0, &mut |e| {
            if e.name == name && e.is_target() {
                e.name = other.to_owned();
                marked.push(e.key.clone());
            }
        });
        out.push(other.to_owned());
    }
    out
}

/// Something happens to one element: it is renamed, replaced by another, or becomes a link or a button.
fn happen(e: &mut El, dice: &mut Dice) {
    let same = SAME.iter().find(|s| s.0 == e.name);
    let other = OTHER.iter().find(|o| o.0 == e.name);
    match dice.below(10) {
        0..4 => {
            if let Some((_, others)) = same {
                e.name = (*dice.one(others)).to_owned();
            }
        }
        4..7 => {
            if let Some((_, other)) = other {
                e.name = (*other).to_owned();
                e.key = format!("new-{}", e.key);
                e.attrs.retain(|a| a.0 != "href" && a.0 != "name" && a.0 != "id");
            }
        }
        7 => match e.role {
            "link" => (e.role, e.tag) = ("button", "button"),
            "button" => (e.role, e.tag) = ("link", "a"),
            _ => {}
        },
        8 => e.attrs.retain(|a| a.0 != "id"),
        _ => e
            .attrs
            .iter_mut()
            .filter(|a| a.0 == "href")
            .for_each(|a| a.1 = a.1.replace("demo.test/", "demo.test/en/")),
    }
}

/// Identifiers that count up or carry a hash of the build.
fn drift_identifier(e: &mut El) {
    for (_, id) in e.attrs.iter_mut().filter(|a| a.0 == "id") {
        if id.ends_with(|c: char| c.is_ascii_digit()) {
            let digits = id.chars().rev().take_while(char::is_ascii_digit).count();
            let (stem, n) = id.split_at(id.len() - digits);
            *id = format!("{stem}{}", n.parse::<u32>().unwrap_or(0) + 7);
        } else {
            id.push_str("-x4f2");
        }
    }
}

fn restyle(e: &mut El) {
    for (_, class) in e.attrs.iter_mut().filter(|a| a.0 == "class") {
        *class =
            class.replace("btn", "button").replace("nav-link", "menu__link").replace("form-control", "input");
    }
}

/// Numbers in names go on counting.
fn count_on(els: &mut [El], dice: &mut Dice, marked: &mut Vec<String>) {
    each(els, &mut |e| {
        let counts =
            e.name.starts_with("Cart (") || e.name.starts_with("Inbox ") || e.name.starts_with("Drafts ");
        if counts && dice.percent(60) {
            let digits: String = e.name.chars().filter(char::is_ascii_digit).collect();
            let more = digits.parse::<u32>().unwrap_or(0) + 1 + dice.below(9) as u32;
            e.name = e.name.replace(&digits, &more.to_string());
            marked.push(e.key.clone());
        }
    });
}

/// Takes rows, cards or controls away.
fn remove(els: &mut Vec<El>, dice: &mut Dice, marked: &mut Vec<String>) {
    for e in els.iter_mut() {
        remove(&mut e.inside, dice, marked);
    }
    let mut n = 0;
    while n < els.len() {
        let chance = match els[n].role {
            "row" | "listitem" if !els[n].key.starts_with("head") => 18,
            _ if els[n].is_target() && els[n].inside.is_empty() => 6,
            _ => 0,
        };
        if dice.percent(chance) {
            let gone = els.remove(n);
            let mut gone = vec![gone];
            each(&mut gone, &mut |e| marked.push(e.key.clone()));
        } else {
            n += 1;
        }
    }
}

/// Rows, cards, links and panels change places.
fn reorder(els: &mut [El], dice: &mut Dice, marked: &mut Vec<String>) {
    for e in els.iter_mut() {
        reorder(&mut e.inside, dice, marked);
    }
    let first = els.iter().position(|e| !e.key.starts_with("head")).unwrap_or(0);
    let alike = els[first..].windows(2).all(|w| w[0].role == w[1].role);
    if els.len() - first > 2 && alike && dice.percent(45) {
        let last = els.len() - 1;
        let (from, to) = (first + dice.below(els.len() - first), first + dice.below(els.len() - first));
        els[from.min(to)..=from.max(to)].rotate_left(1);
        let mut moved = vec![els[from.max(to).min(last)].clone()];
        each(&mut moved, &mut |e| marked.push(e.key.clone()));
    }
}

/// New rows, banners and look-alikes.
fn add(after: &mut Page, dice: &mut Dice) {
    if dice.percent(50) {
        let banner = El::new("new-banner", "generic", "").holding(vec![
            El::new("new-text", "text", "We use cookies to improve your visit"),
            El::new("new-accept", "button", "Accept all"),
            El::new("new-decline", "button", "Decline"),
        ]);
        after.0.insert(0, banner);
    }
    let extra = |name: &str| match name {
        "Checkout" => Some(["Express Checkout", "PayPal Checkout"]),
        "Search" => Some(["Search by image", "Advanced search"]),
        "Delete" => Some(["Delete all", "Delete account"]),
        "Subscribe" => Some(["Subscribe to podcast", "Unsubscribe"]),
        "Submit" => Some(["Submit a ticket", "Save draft"]),
        "Export" => Some(["Export as PDF", "Import"]),
        "Archive" => Some(["Archive all", "Unarchive"]),
        "Log in" => Some(["Log in with Google", "Sign up"]),
        "Add" => Some(["Add many", "Add section"]),
        _ => None,
    };
    let mut n = 0;
    fn insert(
        els: &mut Vec<El>,
        dice: &mut Dice,
        extra: &dyn Fn(&str) -> Option<[&'static str; 2]>,
        n: &mut usize,
    ) {
        let mut i = 0;
        while i < els.len() {
            insert(&mut els[i].inside, dice, extra, n);
            if let Some(names) =
                extra(&els[i].name).filter(|_| els[i].is_target() && *n < 3 && dice.percent(40))
            {
                let mut twin = els[i].clone();
                *n += 1;
                twin.key = format!("new-like-{n}");
                twin.name = (*dice.one(&names)).to_owned();
                twin.attrs.retain(|a| a.0 == "class");
                let at = if dice.percent(50) { i } else { i + 1 };
                els.insert(at, twin);
                i += 1;
            }
            i += 1;
        }
    }
    insert(&mut after.0, dice, &extra, &mut n);
    each(&mut after.0, &mut |e| {
        let mut fresh = match e.inside.last() {
            Some(last) if e.role == "list" || e.role == "table" => last.clone(),
            _ => return,
        };
        if !dice.percent(60) {
            return;
        }
        let mut k = 0;
        let names = ["Zinnia pot", "Ivan Petrov", "Sharpen knives", "Welcome aboard"];
        each(std::slice::from_mut(&mut fresh), &mut |x| {
            k += 1;
            x.key = format!("new-{}-{k}", e.key);
            x.attrs.retain(|a| a.0 == "class");
            if k == 2 || x.role == "text" {
                x.name = if x.is_target() && x.role != "link" {
                    x.name.clone()
                } else {
                    (*dice.one(&names)).to_owned()
                };
            }
        });
        let at = if dice.percent(50) { e.inside.len() } else { usize::from(e.role == "table") };
        e.inside.insert(at, fresh);
    });
}
