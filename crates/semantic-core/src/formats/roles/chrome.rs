//! Chrome's internal role words; those that fold onto ARIA's by spelling alone are not listed.

use crate::tree::Role;

/// The ARIA role of one of Chrome's own words.
pub(in crate::formats) fn role(native: &str) -> Option<Role> {
    Some(match native {
        "ColorWell" | "PopUpButton" | "ToggleButton" => Role::Button,
        "ComboBoxGrouping" | "ComboBoxMenuButton" | "ComboBoxSelect" | "TextFieldWithComboBox" => {
            Role::ComboBox
        }
        "ListBoxOption" => Role::Option,
        "ListGrid" => Role::Grid,
        "Date" | "DateTime" | "InputTime" | "Video" | "Audio" | "Details" => Role::Group,
        "EmbeddedObject" | "PluginObject" | "PdfRoot" => Role::Document,
        "Abbr" | "ImeCandidate" | "Keyboard" | "LayoutTableColumn" | "Pane" | "Pre" | "Ruby"
        | "RubyAnnotation" | "ScrollView" | "Section" | "SectionFooter" | "SectionHeader" => Role::Generic,
        "DescriptionListTerm" | "DescriptionTerm" => Role::Term,
        "DescriptionListDetail" | "DescriptionDetail" => Role::Definition,
        "MathMLMath" => Role::Math,
        "doc-backlink" | "doc-biblioref" | "doc-glossref" | "doc-noteref" => Role::Link,
        "doc-index" | "doc-pagelist" | "doc-toc" => Role::Navigation,
        "doc-biblioentry" | "doc-endnote" => Role::ListItem,
        "doc-footnote" | "doc-notice" | "doc-tip" => Role::Note,
        "doc-pagebreak" => Role::Separator,
        "doc-subtitle" => Role::Heading,
        "doc-cover" => Role::Image,
        _ => return None,
    })
}

/// Whether a node of that word only repeats text for the layout: a line of a text, a line break, a bullet.
pub(in crate::formats) fn is_layout(native: &str) -> bool {
    matches!(native, "InlineTextBox" | "LineBreak" | "ListMarker")
}
