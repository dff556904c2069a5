//! Windows UI Automation control types, by name and by number, and the class names that pywinauto prints instead.

use crate::tree::Role;

/// The role of a control type: `Button`, `ButtonControl`, `ControlType.Button`, `UIA_ButtonControlTypeId`, `50000`, or
/// `Button (50000)`. Case does not matter.
pub(in crate::formats) fn role(native: &str) -> Option<Role> {
    let word = native.trim();
    if let Some(number) = number(word) {
        let place = number.checked_sub(50_000).and_then(|n| usize::try_from(n).ok())?;
        return CONTROL_TYPES.get(place).map(|t| t.1);
    }
    let plain = strip_end(
        strip_end(strip_start(strip_start(word, "UIA_"), "ControlType."), "ControlTypeId"),
        "Control",
    );
    let find = |name: &str| {
        let rows = CONTROL_TYPES.iter().chain(FRIENDLY);
        rows.copied().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, role)| role)
    };
    find(word).or_else(|| find(plain))
}

/// The name of a control type that is known by its number.
pub(in crate::formats) fn name(number: u32) -> Option<&'static str> {
    let place = number.checked_sub(50_000).and_then(|n| usize::try_from(n).ok())?;
    CONTROL_TYPES.get(place).map(|t| t.0)
}

/// A control type's number, alone or in brackets behind its name.
fn number(word: &str) -> Option<u32> {
    let digits = match word.rsplit_once('(') {
        Some((_, inner)) => inner.strip_suffix(')')?,
        None => word,
    };
    digits.parse().ok()
}

fn strip_start<'a>(word: &'a str, start: &str) -> &'a str {
    let begins = word.get(..start.len()).is_some_and(|w| w.eq_ignore_ascii_case(start));
    if begins { &word[start.len()..] } else { word }
}

fn strip_end<'a>(word: &'a str, end: &str) -> &'a str {
    let Some(rest) = word.len().checked_sub(end.len()).filter(|&rest| rest > 0) else { return word };
    let ends = word.get(rest..).is_some_and(|w| w.eq_ignore_ascii_case(end));
    if ends { &word[..rest] } else { word }
}

/// Every control type in the order of their numbers, from 50000.
#[rustfmt::skip]
static CONTROL_TYPES: &[(&str, Role)] = &[
    ("Button", Role::Button), ("Calendar", Role::Grid), ("CheckBox", Role::Checkbox), ("ComboBox", Role::ComboBox),
    ("Edit", Role::TextBox), ("Hyperlink", Role::Link), ("Image", Role::Image), ("ListItem", Role::ListItem),
    ("List", Role::List), ("Menu", Role::Menu), ("MenuBar", Role::MenuBar), ("MenuItem", Role::MenuItem),
    ("ProgressBar", Role::ProgressBar), ("RadioButton", Role::Radio), ("ScrollBar", Role::ScrollBar),
    ("Slider", Role::Slider), ("Spinner", Role::SpinButton), ("StatusBar", Role::Status), ("Tab", Role::TabList),
    ("TabItem", Role::Tab), ("Text", Role::Text), ("ToolBar", Role::Toolbar), ("ToolTip", Role::Tooltip),
    ("Tree", Role::Tree), ("TreeItem", Role::TreeItem), ("Custom", Role::Generic), ("Group", Role::Group),
    ("Thumb", Role::Generic), ("DataGrid", Role::Grid), ("DataItem", Role::Row), ("Document", Role::Document),
    ("SplitButton", Role::Button), ("Window", Role::Window), ("Pane", Role::Generic), ("Header", Role::RowGroup),
    ("HeaderItem", Role::ColumnHeader), ("Table", Role::Table), ("TitleBar", Role::TitleBar),
    ("Separator", Role::Separator), ("SemanticZoom", Role::Group), ("AppBar", Role::Toolbar),
];

/// pywinauto's friendly names of Win32 controls, and the names for the same in other tools.
#[rustfmt::skip]
static FRIENDLY: &[(&str, Role)] = &[
    ("Static", Role::Text), ("Label", Role::Text), ("Dialog", Role::Dialog), ("GroupBox", Role::Group),
    ("TextBox", Role::TextBox), ("ListBox", Role::ListBox), ("ListView", Role::List), ("TreeView", Role::Tree),
    ("TabControl", Role::TabList), ("TrackBar", Role::Slider), ("UpDown", Role::SpinButton),
    ("Progress", Role::ProgressBar), ("PopupMenu", Role::Menu), ("Link", Role::Link), ("SysLink", Role::Link),
    ("DateTimePicker", Role::Group), ("IPAddress", Role::TextBox), ("HotKey", Role::TextBox),
    ("Animation", Role::Image), ("Pager", Role::Generic), ("ReBar", Role::Toolbar), ("ComboBoxEx", Role::ComboBox),
    ("ToggleSwitch", Role::Switch), ("ToggleButton", Role::Button),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_a_control_type_is_known() {
        assert_eq!((CONTROL_TYPES[15].0, CONTROL_TYPES.len()), ("Slider", 41));
        for (word, want) in [
            ("Button", Some(Role::Button)),
            ("HyperLink", Some(Role::Link)),
            ("EditControl", Some(Role::TextBox)),
            ("ControlType.TreeItem", Some(Role::TreeItem)),
            ("UIA_TabItemControlTypeId", Some(Role::Tab)),
            ("50033", Some(Role::Generic)),
            ("CheckBox(50002)", Some(Role::Checkbox)),
            ("50041", None),
            ("7", None),
            ("TabControl", Some(Role::TabList)),
            ("Control", None),
            ("…Control", None),
            ("", None),
        ] {
            assert_eq!(role(word), want, "{word}");
        }
    }
}
