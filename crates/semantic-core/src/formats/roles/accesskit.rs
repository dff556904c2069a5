//! AccessKit's role words; those that fold onto ARIA's by spelling alone are not listed.

use crate::tree::Role;

/// The ARIA role of an AccessKit role, as its JSON spells it (`multilineTextInput`).
#[rustfmt::skip]
pub(in crate::formats) fn role(native: &str) -> Option<Role> {
    Some(match native {
        "label" | "staticText" | "listMarker" | "lineBreak" => Role::Text,
        "multilineTextInput" | "passwordInput" | "emailInput" | "phoneNumberInput" | "urlInput" | "numberInput"
        | "dateInput" | "dateTimeInput" | "weekInput" | "monthInput" | "timeInput" | "terminal" => Role::TextBox,
        "searchInput" => Role::SearchBox,
        "defaultButton" | "toggleButton" | "colorWell" | "popupButton" => Role::Button,
        "editableComboBox" | "textFieldWithComboBox" | "comboBoxGrouping" | "comboBoxMenuButton" => Role::ComboBox,
        "listBoxOption" => Role::Option,
        "listGrid" => Role::Grid,
        "splitter" => Role::Separator,
        "titleBar" => Role::TitleBar,
        "webView" | "rootWebArea" | "pdfRoot" | "embeddedObject" | "pluginObject" => Role::Document,
        "descriptionListTerm" => Role::Term,
        "descriptionListDetail" => Role::Definition,
        "contentDeletion" => Role::Deletion,
        "contentInsertion" => Role::Insertion,
        "footnote" | "comment" => Role::Note,
        "details" | "audio" | "video" | "imeCandidate" => Role::Group,
        "abbr" | "caret" | "client" | "column" | "desktop" | "footer" | "header" | "keyboard" | "layoutTable"
        | "pane" | "portal" | "pre" | "ruby" | "rubyAnnotation" | "scrollView"
        | "section" | "sectionFooter" | "sectionHeader" | "suggestion" | "tableHeaderContainer" => Role::Generic,
        "docBackLink" | "docBiblioRef" | "docGlossRef" | "docNoteRef" => Role::Link,
        "docIndex" | "docPageList" | "docToc" => Role::Navigation,
        "docBiblioEntry" | "docEndnote" => Role::ListItem,
        "docFootnote" | "docNotice" | "docTip" => Role::Note,
        "docPageBreak" => Role::Separator,
        "docSubtitle" => Role::Heading,
        "docCover" => Role::Image,
        "graphicsDocument" | "graphicsObject" => Role::Group,
        "graphicsSymbol" => Role::Image,
        _ => return None,
    })
}
