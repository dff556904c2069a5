//! Synthetic pages for measuring: the same number of elements gives the same page, on every machine.
//!
//! A page is a header, a navigation and as many sections as fit, each a table, a form, a list of cards or a
//! toolbar. Two thirds of the names are combined from the words below and are mostly distinct; the others are
//! those that pages repeat ("Edit", "Add to cart").

use semantic_core::find::{ElementDescriptor, Positional};
use semantic_core::tree::{State, States, Tri};

/// A short query as people write it.
pub const SHORT: &str = "sign in button";

/// A query of 25 words, with a place, a relation and a negation.
pub const LONG: &str = "please click on the small edit button next to the overdue invoice of the northern harbour \
                        warehouse in the billing table but not in the footer";

const FIRST: &str = "account active annual archived autumn available backup basic blocked blue bright broken bulk \
    cached central checked classic closed cloud coastal common compact complete copper corporate current custom \
    daily default delayed deleted digital direct draft early eastern empty encrypted enterprise estimated \
    exclusive expired express external failed favorite federal final flat foreign free frozen fresh general \
    global golden gray green hidden historic hourly imported indoor initial inner internal invalid isolated \
    joint junior large latest legal light linked local locked lunar manual marine master medical merged mobile \
    modern monthly national native nested neutral new northern official offline old online open optional \
    orange organic original outdoor overdue paid parallel partial pending personal plain popular portable \
    premium primary priority private public purple quarterly quick random rapid recent recurring red regional \
    remote reserved royal rural scheduled seasonal secondary secure senior shared silver simple single slow \
    small smart southern special standard static steel strict summer temporary tiny total trusted urban urgent \
    verified vintage virtual weekly western white wide winter wireless wooden yearly yellow";

const SECOND: &str = "access address agenda agreement alarm alert album analysis answer appointment archive article \
    asset audience auction balance banner barrel basket battery bicycle binder blanket bottle branch breakfast \
    bridge browser bucket budget building bundle cabinet calendar camera campaign candle card carrier catalog \
    category ceiling certificate chair channel charger chart city claim clinic clock coat coffee collection \
    comment commission company component contact container contract counter country coupon course courier \
    credit curtain customer dashboard deadline deal department deposit desk detail device diagram dinner \
    document domain donation door drawer driver economy editor elevator employee engine entrance envelope \
    equipment event exam expense export fabric factory family fence festival file filter fleet flight floor \
    folder forecast forest fountain garden gateway glass goal grant group guest guide harbour helmet highway \
    history hotel house income incident index insurance interview inventory invitation invoice island issue \
    jacket journal journey keyboard kitchen ladder language laptop layout lease lecture lesson letter level \
    library license limit lounge luggage machine magazine manager manual map market material meeting member \
    memory menu message meter milestone mirror module monitor museum network notebook notice offer office \
    operator option order outlet owner package painting paper parcel parking partner passenger payment pencil \
    permit phone picture pilot pipeline plan planet plant platform player pocket policy portfolio position \
    printer product profile project promotion property province purchase quality quarter question quota rack \
    radio railway rating receipt recipe record refund region reminder rent repair report request reservation \
    resource restaurant review reward ribbon river road robot room route salary sample sandwich schedule \
    school screen season seat sector segment seller sensor server service session shelf shipment signal site \
    sofa source station statement stock storage store street student studio subscription supplier survey \
    switch system tablet target task tax team template tenant terminal territory theatre ticket timeline topic \
    tower track trade trailer train transfer transport travel treaty trial trip tunnel tutorial uniform unit \
    update upgrade user vacation valley vehicle vendor venue vessel video village visit visitor voucher \
    wallet warehouse warranty watch weather website window workflow workshop zone";

const REPEATED: [(&str, &str); 20] = [
    ("button", "Edit"),
    ("button", "Delete"),
    ("button", "Add to cart"),
    ("link", "Details"),
    ("button", "More options"),
    ("link", "Read more"),
    ("button", "Save"),
    ("button", "Cancel"),
    ("link", "Download"),
    ("button", "Share"),
    ("text", "Paid"),
    ("text", "In stock"),
    ("text", "Overdue"),
    ("button", "Remove"),
    ("link", "View all"),
    ("text", "Price"),
    ("button", "Copy link"),
    ("link", "Reply"),
    ("button", "Close"),
    ("text", "Today"),
];

/// A page of exactly `count` elements.
pub fn page(count: usize) -> Vec<ElementDescriptor> {
    let words = |text: &'static str| text.split_ascii_whitespace().collect::<Vec<_>>();
    let mut page = Page {
        elements: Vec::with_capacity(count + 64),
        first: words(FIRST),
        second: words(SECOND),
        state: 0x5eed_0000_0000_0001,
        section: String::new(),
        y: 0.0,
    };
    page.header();
    while page.elements.len() < count {
        match page.below(4) {
            0 => page.table(),
            1 => page.form(),
            2 => page.cards(),
            _ => page.toolbar(),
        }
    }
    page.elements.truncate(count);
    page.count_siblings();
    page.elements
}

/// The page as a flat dump: a JSON array of about 230 bytes an element.
pub fn json(page: &[ElementDescriptor]) -> Vec<u8> {
    serde_json::to_vec(page).expect("descriptors are plain data")
}

/// A query of `count` words that stand on a page.
pub fn query(count: usize) -> String {
    let words: Vec<_> = FIRST.split_ascii_whitespace().chain(SECOND.split_ascii_whitespace()).collect();
    (0..count).map(|i| words[i * 37 % words.len()]).collect::<Vec<_>>().join(" ")
}

struct Page {
    elements: Vec<ElementDescriptor>,
    first: Vec<&'static str>,
    second: Vec<&'static str>,
    state: u64,
    section: String,
    y: f64,
}

impl Page {
    /// A number from 0 that is below `n` (xorshift, Marsaglia 2003).
    fn below(&mut self, n: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 16) as usize % n
    }

    /// A name of two or three words, mostly distinct.
    fn name(&mut self) -> String {
        let (a, b, c) =
            (self.below(self.first.len()), self.below(self.second.len()), self.below(self.second.len()));
        let (a, b, c) = (self.first[a], self.second[b], self.second[c]);
        let mut name = match self.below(6) {
            0..3 => format!("{a} {b}"),
            3 | 4 => format!("{a} {b} {c}"),
            _ => format!("{b} {}", self.below(9000) + 1000),
        };
        name[..1].make_ascii_uppercase();
        name
    }

    /// Adds an element inside the one numbered `parent` and returns its number.
    fn add(&mut self, role: &str, name: &str, parent: Option<usize>, x: f64, width: f64) -> usize {
        let i = self.elements.len();
        let tag = match role {
            "button" => "button",
            "link" => "a",
            "textbox" | "checkbox" => "input",
            "combobox" => "select",
            "text" => "span",
            "heading" => "h2",
            "row" => "tr",
            "cell" => "td",
            "table" => "table",
            "listitem" => "li",
            "list" => "ul",
            "img" => "img",
            "navigation" => "nav",
            "form" => "form",
            _ => "div",
        };
        let interactive = matches!(role, "button" | "link" | "textbox" | "checkbox" | "combobox");
        let depth = parent.map_or(0, |p| self.elements[p].positional.depth.unwrap_or_default() + 1);
        self.elements.push(ElementDescriptor {
            reference: format!("e{i}"),
            role: role.to_owned(),
            name: name.to_owned(),
            tag: tag.to_owned(),
            interactive: Some(interactive),
            parent: parent.map(|p| format!("e{p}")).unwrap_or_default(),
            section: self.section.clone(),
            positional: Positional {
                depth: Some(depth),
                x: Some(x),
                y: Some(self.y),
                width: Some(width),
                height: Some(24.0),
                ..Positional::default()
            },
            ..ElementDescriptor::default()
        });
        if interactive && self.below(3) == 0 {
            let id = format!("{}-{i}", name.to_ascii_lowercase().replace(' ', "-"));
            self.elements[i].testid = id;
        }
        i
    }

    /// One of the controls that pages repeat.
    fn add_repeated(&mut self, parent: usize, x: f64) {
        let (role, name) = REPEATED[self.below(REPEATED.len())];
        self.add(role, name, Some(parent), x, 80.0);
    }

    fn header(&mut self) {
        self.section = "Header".to_owned();
        let header = self.add("banner", "Header", None, 0.0, 1280.0);
        self.add("link", "Home", Some(header), 16.0, 60.0);
        let search = self.add("searchbox", "Search", Some(header), 400.0, 300.0);
        self.elements[search].placeholder = "Search everything".to_owned();
        self.add("link", "Create account", Some(header), 1000.0, 120.0);
        self.add("button", "Sign in", Some(header), 1140.0, 100.0);
        let nav = self.add("navigation", "Main menu", None, 0.0, 1280.0);
        for i in 0..8 {
            let name = self.name();
            self.add("link", &name, Some(nav), f64::from(i) * 140.0, 120.0);
        }
    }

    /// A titled region, whose number comes back.
    fn region(&mut self, role: &str) -> usize {
        self.section = self.name();
        let name = self.section.clone();
        self.y += 48.0;
        let region = self.add("region", &name, None, 32.0, 1200.0);
        self.add("heading", &name, Some(region), 32.0, 400.0);
        self.y += 32.0;
        let inner = if role == "table" { self.name() } else { String::new() };
        self.add(role, &inner, Some(region), 32.0, 1200.0)
    }

    fn table(&mut self) {
        let table = self.region("table");
        for _ in 0..6 + self.below(20) {
            self.y += 28.0;
            let row = self.add("row", "", Some(table), 32.0, 1200.0);
            for column in 0..4 {
                let name = self.name();
                self.add("cell", &name, Some(row), 32.0 + f64::from(column) * 220.0, 200.0);
            }
            self.add_repeated(row, 920.0);
            self.add_repeated(row, 1020.0);
            self.add("checkbox", "Select row", Some(row), 1140.0, 24.0);
        }
    }

    fn form(&mut self) {
        let form = self.region("form");
        for _ in 0..4 + self.below(10) {
            self.y += 40.0;
            let name = self.name();
            let role = ["textbox", "textbox", "combobox", "checkbox"][self.below(4)];
            let field = self.add(role, &name, Some(form), 32.0, 320.0);
            let hint = format!("Enter {}", self.name().to_lowercase());
            let value = self.name();
            let mut states = States::default();
            let element = &mut self.elements[field];
            match role {
                "checkbox" => states
                    .set(State::Checked, if value.len().is_multiple_of(2) { Tri::True } else { Tri::False }),
                "combobox" => element.value = value,
                _ if value.len().is_multiple_of(3) => element.value = value,
                _ => element.placeholder = hint,
            }
            if name.len().is_multiple_of(4) {
                states.set(State::Required, Tri::True);
            }
            self.elements[field].states = states;
            self.elements[field].label = name;
        }
        self.add("button", "Save", Some(form), 32.0, 100.0);
        self.add("button", "Cancel", Some(form), 140.0, 100.0);
    }

    fn cards(&mut self) {
        let list = self.region("list");
        for i in 0..4 + self.below(12) {
            self.y += if i % 4 == 0 { 200.0 } else { 0.0 };
            let x = 32.0 + (i % 4) as f64 * 300.0;
            let card = self.add("listitem", "", Some(list), x, 280.0);
            let name = self.name();
            let image = self.add("img", "", Some(card), x, 280.0);
            self.elements[image].alt = format!("Picture of {}", name.to_lowercase());
            self.add("heading", &name, Some(card), x, 280.0);
            let description = self.name();
            self.add("text", &description, Some(card), x, 280.0);
            let price = format!("${}.{:02}", self.below(400) + 1, self.below(100));
            self.add("text", &price, Some(card), x, 80.0);
            self.add_repeated(card, x);
            self.add_repeated(card, x + 100.0);
        }
    }

    fn toolbar(&mut self) {
        let bar = self.region("toolbar");
        for i in 0..4 + self.below(6) {
            let x = 32.0 + i as f64 * 120.0;
            match self.below(2) {
                0 => self.add_repeated(bar, x),
                _ => {
                    let name = self.name();
                    self.add("button", &name, Some(bar), x, 100.0);
                }
            }
        }
    }

    fn count_siblings(&mut self) {
        let number = |e: &ElementDescriptor| e.parent.strip_prefix('e').and_then(|p| p.parse::<usize>().ok());
        let mut children = vec![0u32; self.elements.len() + 1];
        let roots = self.elements.len();
        for element in &mut self.elements {
            let count = &mut children[number(element).unwrap_or(roots)];
            element.positional.sibling_index = Some(*count);
            *count += 1;
        }
        for element in &mut self.elements {
            element.positional.sibling_count = Some(children[number(element).unwrap_or(roots)]);
        }
    }
}
