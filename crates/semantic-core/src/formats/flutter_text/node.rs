//! One semantics node: its properties, what they mean, and its place on the screen.

use crate::formats::text::{from_edges, numbers};
use crate::tree::{Role, State, States, Tri};

/// What a dump says about one node.
#[derive(Default)]
pub(super) struct Semantics<'a> {
    pub(super) id: &'a str,
    pub(super) depth: u32,
    pub(super) label: Option<String>,
    pub(super) value: Option<String>,
    pub(super) hint: Option<String>,
    pub(super) tooltip: Option<String>,
    pub(super) identifier: Option<String>,
    pub(super) actions: Vec<String>,
    pub(super) flags: Vec<String>,
    pub(super) attrs: Vec<(&'static str, String)>,
    pub(super) level: u8,
    /// x, y, width and height on the screen in logical pixels, once [`place`] has run.
    pub(super) bounds: Option<[f64; 4]>,
    /// The role that newer versions name.
    role: String,
    /// Left, top, right and bottom as printed.
    rect: Option<[f64; 4]>,
    shift: (f64, f64),
    scale: Option<f64>,
    merged_up: bool,
    boundary: bool,
}

/// Keys of properties that are kept as attributes.
const ATTRS: [&str; 12] = [
    "decreasedValue",
    "increasedValue",
    "elevation",
    "indexInParent",
    "platformViewId",
    "scrollChildren",
    "scrollExtentMax",
    "scrollPosition",
    "sortKey",
    "tags",
    "textDirection",
    "inputType",
];

impl<'a> Semantics<'a> {
    /// A node about which nothing is known yet.
    pub(super) fn new(id: &'a str, depth: u32) -> Self {
        Semantics { id, depth, ..Semantics::default() }
    }

    /// Reads one property, all its lines joined.
    pub(super) fn property(&mut self, text: &str) {
        if let Some(rect) = text.strip_prefix("Rect.fromLTRB(") {
            return self.read_rect(rect);
        }
        if text.starts_with("merged up") {
            self.merged_up = true;
            return;
        }
        if text.starts_with("merge boundary") {
            self.boundary = true;
            return;
        }
        let Some((key, value)) = text.split_once(':') else {
            if matches!(text, "invisible" | "hidden") {
                self.flags.push("isHidden".to_owned());
            }
            return;
        };
        let value = value.trim_start();
        match key.trim() {
            "label" => self.label = Some(unquoted(value)),
            "value" => self.value = Some(unquoted(value)),
            "hint" => self.hint = Some(unquoted(value)),
            "tooltip" => self.tooltip = Some(unquoted(value)),
            "identifier" => self.identifier = Some(unquoted(value)),
            "actions" => self.actions.extend(words(value)),
            "flags" => self.flags.extend(words(value)),
            "headingLevel" => self.level = value.parse().unwrap_or(0),
            "role" => self.role = value.trim_start_matches("SemanticsRole.").to_owned(),
            key => {
                let known = ATTRS.iter().find(|known| **known == key);
                self.attrs.extend(known.map(|known| (*known, unquoted(value))));
            }
        }
    }

    fn read_rect(&mut self, text: &str) {
        let Some((edges, rest)) = text.split_once(')') else { return };
        self.rect = numbers(edges);
        if let Some(scale) = rest.trim().strip_prefix("scaled by ") {
            self.scale = scale.trim_end_matches('x').parse().ok().filter(|scale| *scale > 0.0);
        } else if let Some(matrix) = rest.trim().strip_prefix("with transform ")
            && let Some(m) = numbers::<16>(matrix)
        {
            self.shift = (m[3], m[7]);
            self.scale = Some(m[0]).filter(|&scale| scale > 0.0 && scale != 1.0);
        }
    }

    /// Whether a flag is set.
    pub(super) fn is(&self, flag: &str) -> bool {
        self.flags.iter().any(|f| f == flag)
    }

    fn can(&self, action: &str) -> bool {
        self.actions.iter().any(|a| a == action)
    }

    /// What the node is: the role that the dump names, else by its flags and actions.
    pub(super) fn kind(&self) -> &'static str {
        let named = ROLES.iter().find(|(word, _)| *word == self.role);
        let has_label = self.label.as_ref().is_some_and(|label| !label.is_empty());
        match named {
            // The node that it is merged into is what a person acts on.
            _ if self.merged_up && has_label => "text",
            _ if self.merged_up => "widget",
            Some((word, _)) => word,
            None if self.is("isTextField") => "textField",
            None if self.is("isInMutuallyExclusiveGroup") && self.is("hasCheckedState") => "radio",
            None if self.is("hasCheckedState") => "checkbox",
            None if self.is("hasToggledState") => "switch",
            None if self.is("isSlider") => "slider",
            None if self.is("isLink") => "link",
            None if self.is("isButton") || self.is("isKeyboardKey") => "button",
            None if self.is("isHeader") || self.level > 0 => "header",
            None if self.is("isImage") => "image",
            None if self.can("tap") => "tappable",
            None if self.can("longPress") => "longPressable",
            None if self.actions.iter().any(|a| a.starts_with("scroll")) => "scrollable",
            None if has_label => "text",
            None => "widget",
        }
    }

    /// The same in ARIA's words.
    pub(super) fn role(&self) -> Option<Role> {
        let kind = self.kind();
        ROLES.iter().find(|(word, _)| *word == kind).map(|&(_, role)| role)
    }

    /// The states: a flag `hasXState` makes a missing `isX` known to be off.
    pub(super) fn states(&self) -> States {
        let mut states = States::default();
        if self.merged_up {
            return states;
        }
        for (has, is, state) in [
            ("hasCheckedState", "isChecked", State::Checked),
            ("hasToggledState", "isToggled", State::Checked),
            ("hasSelectedState", "isSelected", State::Selected),
            ("hasExpandedState", "isExpanded", State::Expanded),
            ("hasRequiredState", "isRequired", State::Required),
            ("isFocusable", "isFocused", State::Focused),
            ("isFocusable", "isFocusable", State::Focusable),
            ("isTextField", "isReadOnly", State::Readonly),
            ("isTextField", "isMultiline", State::Multiline),
            ("isHidden", "isHidden", State::Hidden),
        ] {
            if self.is(is) || self.is(has) {
                states.set(state, if self.is(is) { Tri::True } else { Tri::False });
            }
        }
        if self.is("isCheckStateMixed") {
            states.set(State::Checked, Tri::Mixed);
        }
        if self.is("hasEnabledState") {
            states.set(State::Disabled, if self.is("isEnabled") { Tri::False } else { Tri::True });
        }
        if self.can("tap") || self.can("longPress") {
            states.set(State::Interactive, Tri::True);
        }
        states
    }
}

/// The words for what a node is, those of mcp_flutter and the roles that newer versions name.
static ROLES: &[(&str, Role)] = &[
    ("textField", Role::TextBox),
    ("button", Role::Button),
    ("slider", Role::Slider),
    ("link", Role::Link),
    ("checkbox", Role::Checkbox),
    ("radio", Role::Radio),
    ("switch", Role::Switch),
    ("header", Role::Heading),
    ("image", Role::Image),
    ("tappable", Role::Button),
    ("longPressable", Role::Button),
    ("scrollable", Role::Generic),
    ("text", Role::Text),
    ("widget", Role::Generic),
    ("tab", Role::Tab),
    ("tabBar", Role::TabList),
    ("tabPanel", Role::TabPanel),
    ("dialog", Role::Dialog),
    ("alertDialog", Role::AlertDialog),
    ("table", Role::Table),
    ("cell", Role::Cell),
    ("row", Role::Row),
    ("columnHeader", Role::ColumnHeader),
    ("dragHandle", Role::Generic),
    ("spinButton", Role::SpinButton),
    ("comboBox", Role::ComboBox),
    ("menuBar", Role::MenuBar),
    ("menu", Role::Menu),
    ("menuItem", Role::MenuItem),
    ("menuItemCheckbox", Role::MenuItemCheckbox),
    ("menuItemRadio", Role::MenuItemRadio),
    ("list", Role::List),
    ("listItem", Role::ListItem),
    ("form", Role::Form),
    ("tooltip", Role::Tooltip),
    ("loadingSpinner", Role::ProgressBar),
    ("progressBar", Role::ProgressBar),
    ("hotKey", Role::Generic),
    ("radioGroup", Role::RadioGroup),
    ("status", Role::Status),
    ("alert", Role::Alert),
    ("complementary", Role::Complementary),
    ("contentInfo", Role::ContentInfo),
    ("main", Role::Main),
    ("navigation", Role::Navigation),
    ("region", Role::Region),
];

/// A text without the quotes around it; nothing in it is escaped.
fn unquoted(text: &str) -> String {
    let inner = text.find('"').and_then(|start| {
        let end = text.rfind('"').filter(|&end| end > start).unwrap_or(text.len());
        text.get(start + 1..end)
    });
    inner.unwrap_or(text).to_owned()
}

fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(',').map(|word| word.trim_matches([' ', '[', ']']).to_owned()).filter(|word| !word.is_empty())
}

/// Positions of the parents, by depth.
fn parents<'n>(nodes: &'n [Semantics<'_>]) -> impl Iterator<Item = Option<usize>> + 'n {
    let mut open: Vec<usize> = Vec::new();
    (0..nodes.len()).map(move |i| {
        while open.last().is_some_and(|&o| nodes[o].depth >= nodes[i].depth) {
            open.pop();
        }
        let parent = open.last().copied();
        open.push(i);
        parent
    })
}

/// Turns the rects, each relative to the parent, into boxes on the screen.
///
/// The root is in device pixels and the node in it is scaled to logical ones: that scale is left out, and divides
/// the root. Scales further in belong to the picture and count.
pub(super) fn place(nodes: &mut [Semantics<'_>]) {
    let above: Vec<Option<usize>> = parents(nodes).collect();
    let mut origins: Vec<(f64, f64, f64)> = Vec::with_capacity(nodes.len()); // x, y, scale of what is inside
    for i in 0..nodes.len() {
        let (x, y, scale) = above[i].map_or((0.0, 0.0, 1.0), |p| origins[p]);
        let node = &nodes[i];
        let device = above[i].is_some_and(|p| above[p].is_none()) && node.scale.is_some();
        let own = if device { 1.0 } else { node.scale.unwrap_or(1.0) };
        let [left, top, width, height] = from_edges(node.rect.unwrap_or_default());
        let (left, top) = (left + node.shift.0, top + node.shift.1);
        origins.push((x + scale * left, y + scale * top, scale * own));
        let bounds = [x + scale * left, y + scale * top, scale * own * width, scale * own * height];
        if let (true, Some(p), Some(outer)) = (device, above[i], above[i].and_then(|p| nodes[p].rect)) {
            // The printed scale is rounded; the two widths tell it better where they belong together.
            let [.., outer_width, outer_height] = from_edges(outer);
            let printed = nodes[i].scale.unwrap_or(1.0);
            let told = outer_width / width;
            let exact = if (told - printed).abs() < 0.06 { told } else { printed };
            nodes[p].bounds = Some([0.0, 0.0, outer_width / exact, outer_height / exact]);
        }
        nodes[i].bounds = nodes[i].rect.map(|_| bounds);
    }
}

/// Gives each merge boundary what was merged up into it: it is the one node that the platform sees.
pub(super) fn merge(nodes: &mut [Semantics<'_>]) {
    let above: Vec<Option<usize>> = parents(nodes).collect();
    let mut into: Vec<Option<usize>> = Vec::with_capacity(nodes.len());
    for i in 0..nodes.len() {
        let around = above[i].and_then(|p| if nodes[p].boundary { Some(p) } else { into[p] });
        into.push(around);
        let Some(boundary) = around.filter(|_| nodes[i].merged_up) else { continue };
        let (actions, flags) = (nodes[i].actions.clone(), nodes[i].flags.clone());
        let (label, value) = (nodes[i].label.clone(), nodes[i].value.clone());
        let target = &mut nodes[boundary];
        let new = |list: &[String], word: &String| !list.contains(word);
        let more: Vec<String> = actions.into_iter().filter(|a| new(&target.actions, a)).collect();
        target.actions.extend(more);
        let more: Vec<String> = flags.into_iter().filter(|f| new(&target.flags, f)).collect();
        target.flags.extend(more);
        match (&mut target.label, label) {
            (Some(all), Some(label)) if !all.is_empty() && !label.is_empty() => {
                all.push('\n');
                all.push_str(&label);
            }
            (all, Some(label)) => *all = Some(label),
            _ => {}
        }
        target.value = target.value.take().or(value);
    }
}
