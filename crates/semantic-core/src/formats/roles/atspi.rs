//! AT-SPI's role names, as the Linux desktops print them: in words with spaces, or with dashes.

use crate::tree::Role;

/// The ARIA role of an AT-SPI role name (`push button`, `push-button`).
pub(in crate::formats) fn role(native: &str) -> Option<Role> {
    let native = native.trim();
    match native.contains(['-', '_']) {
        true => spaced(&native.replace(['-', '_'], " ")),
        false => spaced(native),
    }
}

#[rustfmt::skip]
fn spaced(native: &str) -> Option<Role> {
    Some(match native {
        "application" | "embedded" => Role::Application,
        "frame" | "window" | "internal frame" | "input method window" => Role::Window,
        "dialog" | "color chooser" | "file chooser" | "font chooser" => Role::Dialog,
        "alert" => Role::AlertDialog,
        "notification" => Role::Alert,
        "document web" | "document frame" | "document text" | "document email" | "document presentation"
        | "document spreadsheet" | "html container" | "terminal" => Role::Document,
        "push button" | "button" | "toggle button" | "push button menu" => Role::Button,
        "link" => Role::Link,
        "check box" => Role::Checkbox,
        "switch" => Role::Switch,
        "radio button" => Role::Radio,
        "text" | "entry" | "password text" | "date editor" | "autocomplete" => Role::TextBox,
        "combo box" => Role::ComboBox,
        "list box" => Role::ListBox,
        "list" | "description list" => Role::List,
        "list item" => Role::ListItem,
        "table" => Role::Table,
        "tree" | "tree table" => Role::Tree,
        "tree item" => Role::TreeItem,
        "table row" => Role::Row,
        "table cell" => Role::Cell,
        "column header" | "table column header" => Role::ColumnHeader,
        "row header" | "table row header" => Role::RowHeader,
        "page tab list" => Role::TabList,
        "page tab" => Role::Tab,
        "menu bar" => Role::MenuBar,
        "menu" | "popup menu" => Role::Menu,
        "menu item" | "tearoff menu item" => Role::MenuItem,
        "check menu item" => Role::MenuItemCheckbox,
        "radio menu item" => Role::MenuItemRadio,
        "slider" | "dial" | "rating" => Role::Slider,
        "spin button" => Role::SpinButton,
        "progress bar" => Role::ProgressBar,
        "level bar" => Role::Meter,
        "scroll bar" => Role::ScrollBar,
        "separator" => Role::Separator,
        "tool bar" | "edit bar" => Role::Toolbar,
        "status bar" | "info bar" => Role::Status,
        "tool tip" => Role::Tooltip,
        "title bar" => Role::TitleBar,
        "heading" => Role::Heading,
        "image" | "icon" | "desktop icon" | "animation" | "image map" | "canvas" | "chart" | "drawing area" => Role::Image,
        "label" | "static" | "accelerator label" => Role::Text,
        "panel" | "grouping" | "calendar" | "audio" | "video" | "header" | "footer" => Role::Group,
        "landmark" => Role::Region,
        "form" => Role::Form,
        "article" => Role::Article,
        "paragraph" => Role::Paragraph,
        "block quote" => Role::Blockquote,
        "caption" => Role::Caption,
        "comment" | "footnote" => Role::Note,
        "description term" => Role::Term,
        "description value" | "definition" => Role::Definition,
        "content deletion" => Role::Deletion,
        "content insertion" => Role::Insertion,
        "math fraction" | "math root" => Role::Math,
        "arrow" | "desktop frame" | "directory pane" | "extended" | "filler" | "focus traversable" | "glass pane"
        | "invalid" | "layered pane" | "option pane" | "page" | "redundant object" | "root pane" | "ruler"
        | "scroll pane" | "section" | "split pane" | "suggestion" | "unknown" | "viewport" => Role::Generic,
        "log" => Role::Log,
        "marquee" => Role::Marquee,
        "math" => Role::Math,
        "timer" => Role::Timer,
        "subscript" => Role::Subscript,
        "superscript" => Role::Superscript,
        "mark" => Role::Mark,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_and_dashes_are_one() {
        assert_eq!(role("push button"), Some(Role::Button));
        assert_eq!(role("push-button"), Some(Role::Button));
        assert_eq!(role("radio-menu-item"), Some(Role::MenuItemRadio));
        assert_eq!(role("hologram"), None);
    }
}
