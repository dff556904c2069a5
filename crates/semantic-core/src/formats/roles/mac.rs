//! macOS accessibility roles and subroles.

use crate::tree::Role;

/// The role of `AXButton` or `Button`; with a subrole behind a colon (`AXWindow:AXDialog`) that one decides where it
/// is known, so a reader joins the two. A subrole alone is known too.
pub(in crate::formats) fn role(native: &str) -> Option<Role> {
    match native.split_once(':') {
        Some((role, sub)) => subrole(plain(sub)).or_else(|| main_role(plain(role))),
        None => main_role(plain(native)).or_else(|| subrole(plain(native))),
    }
}

fn plain(word: &str) -> &str {
    let word = word.trim();
    word.strip_prefix("AX").unwrap_or(word)
}

#[rustfmt::skip]
fn main_role(word: &str) -> Option<Role> {
    Some(match word {
        "Application" | "SystemWide" => Role::Application,
        "Window" => Role::Window,
        "Sheet" | "Popover" => Role::Dialog,
        "Drawer" => Role::Complementary,
        "WebArea" => Role::Document,
        "Button" | "MenuButton" | "DisclosureTriangle" | "DockItem" | "ColorWell" | "IncrementorArrow" => Role::Button,
        "Link" => Role::Link,
        "CheckBox" => Role::Checkbox,
        "Switch" => Role::Switch,
        "RadioButton" => Role::Radio,
        "RadioGroup" => Role::RadioGroup,
        "TextField" | "TextArea" | "SecureTextField" => Role::TextBox,
        "SearchField" => Role::SearchBox,
        "ComboBox" | "PopUpButton" => Role::ComboBox,
        "List" | "Grid" => Role::List,
        "ListItem" => Role::ListItem,
        "Table" => Role::Table,
        "Row" => Role::Row,
        "Cell" => Role::Cell,
        "Column" => Role::ColumnHeader,
        "Outline" | "Browser" => Role::Tree,
        "TabGroup" => Role::TabList,
        "MenuBar" => Role::MenuBar,
        "Menu" => Role::Menu,
        "MenuItem" | "MenuBarItem" | "MenuExtra" => Role::MenuItem,
        "Slider" => Role::Slider,
        "Incrementor" | "Stepper" => Role::SpinButton,
        "DateField" | "TimeField" | "DateTimeArea" => Role::Group,
        "ProgressIndicator" | "BusyIndicator" => Role::ProgressBar,
        "LevelIndicator" | "RelevanceIndicator" => Role::Meter,
        "ScrollBar" => Role::ScrollBar,
        "Splitter" => Role::Separator,
        "Toolbar" => Role::Toolbar,
        "HelpTag" => Role::Tooltip,
        "Heading" => Role::Heading,
        "Image" => Role::Image,
        "StaticText" => Role::Text,
        "Group" | "Ruler" | "Page" => Role::Group,
        "ScrollArea" | "SplitGroup" | "LayoutArea" | "LayoutItem" | "Unknown" | "Matte" | "GrowArea" | "Handle"
        | "RulerMarker" | "ValueIndicator" => Role::Generic,
        _ => return None,
    })
}

#[rustfmt::skip]
fn subrole(word: &str) -> Option<Role> {
    Some(match word {
        "Dialog" | "SystemDialog" | "FloatingWindow" | "SystemFloatingWindow" | "ApplicationDialog" => Role::Dialog,
        "StandardWindow" => Role::Window,
        "ApplicationAlertDialog" => Role::AlertDialog,
        "ApplicationAlert" => Role::Alert,
        "ApplicationStatus" => Role::Status,
        "ApplicationLog" => Role::Log,
        "ApplicationMarquee" => Role::Marquee,
        "ApplicationTimer" => Role::Timer,
        "ApplicationGroup" | "Fieldset" | "Details" => Role::Group,
        "WebApplication" => Role::Application,
        "LandmarkBanner" => Role::Banner,
        "LandmarkComplementary" => Role::Complementary,
        "LandmarkContentInfo" => Role::ContentInfo,
        "LandmarkForm" => Role::Form,
        "LandmarkMain" => Role::Main,
        "LandmarkNavigation" => Role::Navigation,
        "LandmarkRegion" => Role::Region,
        "LandmarkSearch" => Role::Search,
        "Document" => Role::Document,
        "DocumentArticle" => Role::Article,
        "DocumentMath" => Role::Math,
        "DocumentNote" => Role::Note,
        "UserInterfaceTooltip" => Role::Tooltip,
        "SearchField" => Role::SearchBox,
        "SecureTextField" => Role::TextBox,
        "Switch" => Role::Switch,
        "Toggle" | "ToggleButton" | "CloseButton" | "MinimizeButton" | "ZoomButton" | "FullScreenButton"
        | "ToolbarButton" | "SortButton" | "IncrementArrow" | "DecrementArrow" | "IncrementPage" | "DecrementPage"
        | "Summary" | "ApplicationDockItem" | "DocumentDockItem" | "FolderDockItem" | "MinimizedWindowDockItem"
        | "URLDockItem" | "DockExtraDockItem" | "TrashDockItem" | "ProcessSwitcherList" => Role::Button,
        "TabButton" => Role::Tab,
        "TabPanel" => Role::TabPanel,
        "OutlineRow" => Role::TreeItem,
        "TableRow" => Role::Row,
        "ContentList" | "CollectionList" | "SectionList" | "DescriptionList" | "DefinitionList" => Role::List,
        "DescriptionTerm" | "Term" => Role::Term,
        "DescriptionDefinition" | "Definition" => Role::Definition,
        "RatingIndicator" => Role::Slider,
        "Meter" => Role::Meter,
        "SeparatorDockItem" | "ContentSeparator" => Role::Separator,
        "CodeStyleGroup" => Role::Code,
        "DeleteStyleGroup" => Role::Deletion,
        "InsertStyleGroup" => Role::Insertion,
        "EmphasisStyleGroup" => Role::Emphasis,
        "StrongStyleGroup" => Role::Strong,
        "SubscriptStyleGroup" => Role::Subscript,
        "SuperscriptStyleGroup" => Role::Superscript,
        "TimeGroup" => Role::Time,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_subrole_decides() {
        for (word, want) in [
            ("AXButton", Some(Role::Button)),
            ("ScrollArea", Some(Role::Generic)),
            ("AXWindow:AXDialog", Some(Role::Dialog)),
            ("AXTextField:AXSearchField", Some(Role::SearchBox)),
            ("AXRadioButton:AXTabButton", Some(Role::Tab)),
            ("AXRow:AXOutlineRow", Some(Role::TreeItem)),
            ("AXImage:AXUnknown", Some(Role::Image)),
            ("AXImage:", Some(Role::Image)),
            ("AXLandmarkMain", Some(Role::Main)),
            ("AXHologram", None),
        ] {
            assert_eq!(role(word), want, "{word}");
        }
    }
}
