//! Kinds of elements: what can be done with them, and which two can never be the same element.

use crate::tree::{Node, Role};

/// What an element is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Kind {
    /// Something to press: a button, a link, a tab.
    Press,
    /// A field to write into.
    Entry,
    /// Something that is on or off.
    Toggle,
    /// A list to choose from, or one of its choices.
    Pick,
    /// A value on a scale.
    Range,
    Heading,
    Text,
    Image,
    /// Something that holds other things.
    Container,
    /// Nothing is known of it.
    Vague,
}

/// The kind of a node.
pub(super) fn kind_of(node: Node<'_>) -> Kind {
    use Role::*;
    match node.role() {
        Button | Link | MenuItem | Tab => Kind::Press,
        TextBox | SearchBox | ComboBox | SpinButton => Kind::Entry,
        Checkbox | Switch | Radio | MenuItemCheckbox | MenuItemRadio => Kind::Toggle,
        ListBox | Option => Kind::Pick,
        Slider | ScrollBar => Kind::Range,
        Heading => Kind::Heading,
        Text | Label | Paragraph | Caption | Strong | Emphasis | Term | Definition | Code | Time => {
            Kind::Text
        }
        Image => Kind::Image,
        Generic | None | Other => Kind::Vague,
        _ => Kind::Container,
    }
}

impl Kind {
    /// Whether a person acts on it.
    pub fn is_control(self) -> bool {
        matches!(self, Kind::Press | Kind::Entry | Kind::Toggle | Kind::Pick | Kind::Range)
    }
}

/// Whether two elements do such different things that they can never be the same one: a button is not a field,
/// a field is not a checkbox, and what submits is not what resets.
pub(super) fn contradict(b: (Kind, Role, Option<&str>), a: (Kind, Role, Option<&str>)) -> bool {
    use Kind::*;
    let pick = |role| matches!(role, Role::ComboBox | Role::ListBox | Role::Option);
    let roles = match (b.0, a.0) {
        (x, y) if x == y => false,
        (x, y) if !x.is_control() || !y.is_control() => false,
        (Entry, Pick) | (Pick, Entry) => false,
        // A menu that opens is a combo box to one framework and a button to another.
        (Press, Entry | Pick) => !pick(a.1),
        (Entry | Pick, Press) => !pick(b.1),
        (Toggle, Pick) => a.1 != Role::Option,
        (Pick, Toggle) => b.1 != Role::Option,
        (Press, Toggle) => b.1 == Role::Link || a.1 == Role::Radio,
        (Toggle, Press) => a.1 == Role::Link || b.1 == Role::Radio,
        _ => true,
    };
    roles || types_contradict(b.2, a.2)
}

/// Whether two `type` attributes of inputs say contrary things.
fn types_contradict(b: Option<&str>, a: Option<&str>) -> bool {
    let does = |t: Option<&str>| match t? {
        "submit" | "image" => Some(0),
        "reset" => Some(1),
        "file" => Some(2),
        "checkbox" => Some(3),
        "radio" => Some(4),
        "range" => Some(5),
        "color" => Some(6),
        _ => None,
    };
    matches!((does(b), does(a)), (Some(x), Some(y)) if x != y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_something_else_is_something_else() {
        let of = |role: Role, kind| (kind, role, None);
        let button = of(Role::Button, Kind::Press);
        let field = of(Role::TextBox, Kind::Entry);
        let choice = of(Role::ComboBox, Kind::Entry);
        assert!(contradict(button, field) && contradict(field, button));
        assert!(!contradict(button, of(Role::Link, Kind::Press)));
        assert!(!contradict(field, choice));
        assert!(!contradict(choice, button));
        assert!(!contradict(of(Role::Generic, Kind::Vague), button));
        let input = |t| (Kind::Press, Role::Button, Some(t));
        assert!(contradict(input("reset"), input("submit")));
        assert!(!contradict(input("button"), input("submit")));
    }
}
