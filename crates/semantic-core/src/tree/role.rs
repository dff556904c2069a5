//! Roles: the ARIA vocabulary plus the few words that every producer needs beside it.

macro_rules! roles {
    ($($(#[$doc:meta])* $variant:ident = $name:literal $(| $alias:literal)*),+ $(,)?) => {
        /// What a node is, in ARIA's words. `Other` is a word that is not in the vocabulary; the node
        /// keeps it as its native role.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        #[allow(missing_docs)] // each variant is the ARIA role of that name
        pub enum Role { $($(#[$doc])* $variant),+ }

        impl Role {
            /// Every role once.
            pub const ALL: &'static [Role] = &[$(Role::$variant),+];

            /// The role's name as ARIA spells it, lower case.
            pub fn as_str(self) -> &'static str {
                match self { $(Role::$variant => $name),+ }
            }

            fn exact(name: &str) -> Option<Role> {
                match name { $($name $(| $alias)* => Some(Role::$variant),)+ _ => None }
            }
        }
    };
}

roles! {
    Alert = "alert", AlertDialog = "alertdialog", Application = "application", Article = "article",
    Banner = "banner", Blockquote = "blockquote", Button = "button" | "disclosuretriangle" | "tappable",
    Caption = "caption" | "figurecaption" | "legend", Cell = "cell", Checkbox = "checkbox", Code = "code",
    ColumnHeader = "columnheader", ComboBox = "combobox", Complementary = "complementary",
    ContentInfo = "contentinfo", Definition = "definition", Deletion = "deletion", Dialog = "dialog",
    Directory = "directory", Document = "document" | "rootwebarea" | "webarea", Emphasis = "emphasis",
    Feed = "feed", Figure = "figure", Form = "form",
    Generic = "generic" | "genericcontainer" | "layouttable" | "layouttablerow" | "layouttablecell" | "view"
        | "widget",
    Grid = "grid", GridCell = "gridcell", Group = "group", Heading = "heading" | "header",
    Iframe = "iframe" | "iframepresentational", Image = "img" | "image" | "graphics-symbol" | "svgroot" | "canvas",
    Insertion = "insertion",
    /// The text that names a form control (no ARIA role of its own).
    Label = "label" | "labeltext",
    Link = "link", List = "list" | "descriptionlist", ListBox = "listbox" | "menulistpopup",
    ListItem = "listitem", Log = "log", Main = "main", Mark = "mark", Marquee = "marquee", Math = "math",
    Menu = "menu", MenuBar = "menubar", MenuItem = "menuitem", MenuItemCheckbox = "menuitemcheckbox",
    MenuItemRadio = "menuitemradio", Meter = "meter", Navigation = "navigation",
    None = "none" | "presentation" | "ignored", Note = "note", Option = "option" | "menulistoption",
    Paragraph = "paragraph", ProgressBar = "progressbar" | "progressindicator", Radio = "radio" | "radiobutton",
    RadioGroup = "radiogroup", Region = "region", Row = "row", RowGroup = "rowgroup", RowHeader = "rowheader",
    ScrollBar = "scrollbar", Search = "search", SearchBox = "searchbox", Separator = "separator",
    Slider = "slider", SpinButton = "spinbutton", Status = "status", Strong = "strong",
    Subscript = "subscript", Superscript = "superscript", Switch = "switch" | "toggle", Tab = "tab",
    Table = "table", TabList = "tablist", TabPanel = "tabpanel", Term = "term",
    /// Plain text (no ARIA role of its own).
    Text = "text" | "statictext" | "inlinetextbox" | "textrun",
    TextBox = "textbox" | "textfield" | "textinput" | "textarea", Time = "time", Timer = "timer",
    /// A window's own bar of title and buttons (no ARIA role of its own).
    TitleBar = "titlebar",
    Toolbar = "toolbar", Tooltip = "tooltip", Tree = "tree", TreeGrid = "treegrid", TreeItem = "treeitem",
    /// A top-level window (no ARIA role of its own).
    Window = "window",
    /// A word outside the vocabulary.
    Other = "other",
}

impl Role {
    /// The role that a producer's word means, in any case and with or without `-`, `_` or spaces;
    /// [`Role::Other`] where the word is not known. An empty word is [`Role::Generic`].
    pub fn from_name(name: &str) -> Role {
        if let Some(role) = Role::exact(name) {
            return role;
        }
        if name.trim().is_empty() {
            return Role::Generic;
        }
        let plain: String =
            name.chars().filter(|c| !matches!(c, '-' | '_' | ' ')).flat_map(char::to_lowercase).collect();
        match plain.as_str() {
            "unknown" => Role::Generic,
            other => Role::exact(other).unwrap_or(Role::Other),
        }
    }

    /// Whether the role says nothing, so that another source (a tag) may speak.
    pub fn is_vague(self) -> bool {
        matches!(self, Role::Generic | Role::None | Role::Other)
    }

    /// Whether a person can act on a node of this role.
    pub fn is_interactive(self) -> bool {
        use Role::*;
        matches!(
            self,
            Button
                | Checkbox
                | ComboBox
                | GridCell
                | Link
                | ListBox
                | MenuItem
                | MenuItemCheckbox
                | MenuItemRadio
                | Option
                | Radio
                | ScrollBar
                | SearchBox
                | Slider
                | SpinButton
                | Switch
                | Tab
                | TextBox
                | TreeItem
        )
    }

    /// Whether the role usually holds other nodes rather than being acted on or read itself.
    pub fn is_container(self) -> bool {
        use Role::*;
        matches!(
            self,
            AlertDialog
                | Application
                | Article
                | Banner
                | Complementary
                | ContentInfo
                | Dialog
                | Directory
                | Document
                | Feed
                | Figure
                | Form
                | Grid
                | Group
                | Iframe
                | List
                | ListItem
                | Log
                | Main
                | Menu
                | MenuBar
                | Navigation
                | RadioGroup
                | Region
                | Row
                | RowGroup
                | Search
                | Table
                | TabList
                | TabPanel
                | Toolbar
                | Tree
                | TreeGrid
                | Window
        )
    }

    /// Whether the role is a part of the page or a set of items that stays what it is when its items change.
    pub fn is_collection(self) -> bool {
        use Role::*;
        matches!(
            self,
            Application
                | Banner
                | Complementary
                | ContentInfo
                | Directory
                | Document
                | Feed
                | Grid
                | List
                | ListBox
                | Log
                | Main
                | Menu
                | MenuBar
                | Navigation
                | RowGroup
                | Search
                | TabList
                | Table
                | Toolbar
                | Tree
                | TreeGrid
                | Window
        )
    }

    /// Whether the role is one item of a repeated set: a table row, card or list item.
    pub fn is_item(self) -> bool {
        use Role::*;
        matches!(self, Row | ListItem | Article | TreeItem)
    }

    /// Whether text can be entered.
    pub fn is_text_entry(self) -> bool {
        matches!(self, Role::TextBox | Role::SearchBox | Role::ComboBox | Role::SpinButton)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_and_spellings_fold() {
        for &role in Role::ALL {
            assert_eq!(Role::from_name(role.as_str()), role);
        }
        for (word, role) in [
            ("StaticText", Role::Text),
            ("image", Role::Image),
            ("RootWebArea", Role::Document),
            ("radio button", Role::Radio),
            ("", Role::Generic),
            ("carousel", Role::Other),
        ] {
            assert_eq!(Role::from_name(word), role, "{word}");
        }
    }
}
