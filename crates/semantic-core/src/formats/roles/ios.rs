//! XCUITest's element types (iOS, iPadOS, tvOS, and macOS through Appium's mac2).

use crate::tree::Role;

/// The role of an element type: `XCUIElementTypeButton`, `Button`, or its number (`9`).
///
/// On iOS a `Table` is a list of `Cell`s, and is read so; a reader of macOS trees maps the two itself.
pub(in crate::formats) fn role(native: &str) -> Option<Role> {
    let name = native.strip_prefix("XCUIElementType").unwrap_or(native);
    TYPES.iter().find(|t| t.1 == name || t.0 == name).map(|t| t.2)
}

/// Every type in the order of Apple's enumeration, with its number.
#[rustfmt::skip]
static TYPES: &[(&str, &str, Role)] = &[
    ("0", "Any", Role::Generic), ("1", "Other", Role::Generic), ("2", "Application", Role::Application),
    ("3", "Group", Role::Group), ("4", "Window", Role::Window), ("5", "Sheet", Role::Dialog),
    ("6", "Drawer", Role::Complementary), ("7", "Alert", Role::AlertDialog), ("8", "Dialog", Role::Dialog),
    ("9", "Button", Role::Button), ("10", "RadioButton", Role::Radio), ("11", "RadioGroup", Role::RadioGroup),
    ("12", "CheckBox", Role::Checkbox), ("13", "DisclosureTriangle", Role::Button),
    ("14", "PopUpButton", Role::ComboBox), ("15", "ComboBox", Role::ComboBox), ("16", "MenuButton", Role::Button),
    ("17", "ToolbarButton", Role::Button), ("18", "Popover", Role::Dialog), ("19", "Keyboard", Role::Group),
    ("20", "Key", Role::Button), ("21", "NavigationBar", Role::Toolbar), ("22", "TabBar", Role::TabList),
    ("23", "TabGroup", Role::TabList), ("24", "Toolbar", Role::Toolbar), ("25", "StatusBar", Role::Status),
    ("26", "Table", Role::List), ("27", "TableRow", Role::Row), ("28", "TableColumn", Role::ColumnHeader),
    ("29", "Outline", Role::Tree), ("30", "OutlineRow", Role::TreeItem), ("31", "Browser", Role::Tree),
    ("32", "CollectionView", Role::List), ("33", "Slider", Role::Slider), ("34", "PageIndicator", Role::Slider),
    ("35", "ProgressIndicator", Role::ProgressBar), ("36", "ActivityIndicator", Role::ProgressBar),
    ("37", "SegmentedControl", Role::TabList), ("38", "Picker", Role::Group), ("39", "PickerWheel", Role::ComboBox),
    ("40", "Switch", Role::Switch), ("41", "Toggle", Role::Switch), ("42", "Link", Role::Link),
    ("43", "Image", Role::Image), ("44", "Icon", Role::Image), ("45", "SearchField", Role::SearchBox),
    ("46", "ScrollView", Role::Generic), ("47", "ScrollBar", Role::ScrollBar), ("48", "StaticText", Role::Text),
    ("49", "TextField", Role::TextBox), ("50", "SecureTextField", Role::TextBox), ("51", "DatePicker", Role::Group),
    ("52", "TextView", Role::TextBox), ("53", "Menu", Role::Menu), ("54", "MenuItem", Role::MenuItem),
    ("55", "MenuBar", Role::MenuBar), ("56", "MenuBarItem", Role::MenuItem), ("57", "Map", Role::Image),
    ("58", "WebView", Role::Document), ("59", "IncrementArrow", Role::Button), ("60", "DecrementArrow", Role::Button),
    ("61", "Timeline", Role::Group), ("62", "RatingIndicator", Role::Slider), ("63", "ValueIndicator", Role::Generic),
    ("64", "SplitGroup", Role::Generic), ("65", "Splitter", Role::Separator), ("66", "RelevanceIndicator", Role::Meter),
    ("67", "ColorWell", Role::Button), ("68", "HelpTag", Role::Tooltip), ("69", "Matte", Role::Generic),
    ("70", "DockItem", Role::Button), ("71", "Ruler", Role::Group), ("72", "RulerMarker", Role::Generic),
    ("73", "Grid", Role::Grid), ("74", "LevelIndicator", Role::Meter), ("75", "Cell", Role::ListItem),
    ("76", "LayoutArea", Role::Generic), ("77", "LayoutItem", Role::Generic), ("78", "Handle", Role::Generic),
    ("79", "Stepper", Role::SpinButton), ("80", "Tab", Role::Tab), ("81", "TouchBar", Role::Toolbar),
    ("82", "StatusItem", Role::MenuItem),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_agree() {
        for (i, &(number, name, want)) in TYPES.iter().enumerate() {
            assert_eq!(number, i.to_string());
            assert_eq!((role(number), role(name)), (Some(want), Some(want)));
            assert_eq!(role(&format!("XCUIElementType{name}")), Some(want));
        }
        assert_eq!(role("XCUIElementTypeHologram"), None);
    }
}
