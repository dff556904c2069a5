//! Kinds: the nouns by which people call controls and parts of a page, and the roles they mean.

use crate::tree::Role;

/// A noun for a kind of element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Button,
    Link,
    Field,
    Search,
    Checkbox,
    Switch,
    Radio,
    Dropdown,
    Item,
    MenuItem,
    Menu,
    Tab,
    Icon,
    Image,
    Heading,
    Row,
    Cell,
    Column,
    Table,
    List,
    Dialog,
    Form,
    Section,
    Text,
    Slider,
    Progress,
    Spin,
    Tree,
    Card,
    Notice,
    Header,
    Footer,
    Sidebar,
    Navigation,
    Main,
    Toolbar,
    Page,
}

impl Kind {
    /// The roles that the noun means.
    pub fn roles(self) -> &'static [Role] {
        use Role::*;
        match self {
            Kind::Button => &[Button],
            Kind::Link => &[Link],
            Kind::Field => &[TextBox, SearchBox, ComboBox, SpinButton],
            Kind::Search => &[SearchBox, ComboBox, TextBox],
            Kind::Checkbox => &[Checkbox, MenuItemCheckbox],
            Kind::Switch => &[Switch],
            Kind::Radio => &[Radio, MenuItemRadio],
            Kind::Dropdown => &[ComboBox, ListBox],
            Kind::Item => {
                &[Option, MenuItem, MenuItemCheckbox, MenuItemRadio, ListItem, Radio, Tab, TreeItem]
            }
            Kind::MenuItem => &[MenuItem, MenuItemCheckbox, MenuItemRadio],
            Kind::Menu => &[Menu, MenuBar],
            Kind::Tab => &[Tab],
            Kind::Icon => &[Image, Button],
            Kind::Image => &[Image, Figure],
            Kind::Heading => &[Heading],
            Kind::Row => &[Row],
            Kind::Cell => &[Cell, GridCell, RowHeader],
            Kind::Column => &[ColumnHeader],
            Kind::Table => &[Table, Grid, TreeGrid],
            Kind::List => &[List, ListBox],
            Kind::Dialog => &[Dialog, AlertDialog],
            Kind::Form => &[Form],
            Kind::Section => &[Region, Group, Form, Search, Complementary],
            Kind::Text => &[Text, Paragraph, Label, Heading],
            Kind::Slider => &[Slider],
            Kind::Progress => &[ProgressBar, Meter],
            Kind::Spin => &[SpinButton],
            Kind::Tree => &[TreeItem],
            Kind::Card => &[Article, ListItem, Group],
            Kind::Notice => &[Alert, Status],
            Kind::Header => &[Banner],
            Kind::Footer => &[ContentInfo],
            Kind::Sidebar => &[Complementary, Navigation],
            Kind::Navigation => &[Navigation, MenuBar],
            Kind::Main => &[Main],
            Kind::Toolbar => &[Toolbar],
            Kind::Page => &[Document],
        }
    }

    /// Roles that people also call so, or that producers report in its stead.
    pub fn also(self) -> &'static [Role] {
        use Role::*;
        match self {
            Kind::Button => &[Link, MenuItem, Tab, Switch, Image, ComboBox, Generic, Checkbox, Radio],
            Kind::Link => &[MenuItem, Tab, Button, Generic, TreeItem],
            Kind::Field | Kind::Search => &[Slider, ListBox, Generic],
            Kind::Checkbox => &[Switch, Radio],
            Kind::Switch => &[Checkbox, Button, MenuItemCheckbox],
            Kind::Radio => &[Option, Checkbox],
            Kind::Dropdown => &[Button, Menu, TextBox, SpinButton, SearchBox, MenuItem],
            Kind::Item => &[Link, Button, Checkbox, Switch, Image, Text, Generic],
            Kind::MenuItem => &[Option, Link, Button, ListItem, Tab],
            Kind::Menu => &[Button, MenuItem, ComboBox, Navigation, List, ListBox, Image, ListItem, Link],
            Kind::Tab => &[Link, Button, Radio, Text],
            Kind::Icon => &[Link, MenuItem, Generic, Checkbox, Tab, Switch],
            Kind::Image => &[Button, Link, Generic],
            Kind::Heading => &[Text],
            Kind::Row => &[ListItem, Article, Option],
            Kind::Cell => &[Generic, Text, ColumnHeader],
            Kind::Column => &[Button],
            Kind::Text => &[Generic, Link, Button, Checkbox, Cell, GridCell, Status, Alert, ListItem],
            Kind::Slider => &[SpinButton],
            Kind::Spin => &[TextBox],
            Kind::Tree => &[ListItem],
            Kind::Card => &[Region, Link, Button],
            Kind::Notice => &[Region, Group, Text, Dialog],
            Kind::List => &[Menu, Table],
            Kind::Dialog => &[Group, Region],
            Kind::Navigation => &[List, TabList],
            Kind::Toolbar => &[Banner, Group, Navigation],
            _ => &[],
        }
    }

    /// Whether the noun names a part of a page, in which other things are.
    pub fn is_place(self) -> bool {
        use Kind::*;
        matches!(
            self,
            Menu | Row
                | Table
                | List
                | Dialog
                | Form
                | Section
                | Card
                | Notice
                | Header
                | Footer
                | Sidebar
                | Navigation
                | Main
                | Toolbar
                | Page
                | Column
                | Dropdown
                | Item
                | Tab
                | Cell
        )
    }

    /// Whether the noun names something that a person acts on.
    pub fn is_control(self) -> bool {
        use Kind::*;
        matches!(
            self,
            Button
                | Link
                | Field
                | Search
                | Checkbox
                | Switch
                | Radio
                | Dropdown
                | MenuItem
                | Tab
                | Icon
                | Slider
                | Spin
        )
    }

    /// Whether the noun names one of a repeated set.
    pub fn is_item(self) -> bool {
        matches!(self, Kind::Row | Kind::Item | Kind::Card)
    }

    /// Whether the noun is used for nothing else.
    pub fn is_strict(self) -> bool {
        use Kind::*;
        matches!(
            self,
            Checkbox | Switch | Radio | MenuItem | Heading | Row | Cell | Column | Slider | Spin | Tab | Tree
        )
    }

    /// Stems that a section, parent or id would hold to be this part of a page.
    pub fn place_words(self) -> &'static [&'static str] {
        match self {
            Kind::Header => &["header", "banner", "topbar", "masthead", "kopfzeile"],
            Kind::Footer => &["footer", "contentinfo", "fusszeile"],
            Kind::Sidebar => &["sidebar", "aside", "sidenav", "side", "drawer"],
            Kind::Navigation => &["navigation", "nav", "menu", "navbar"],
            Kind::Main => &["main", "content"],
            Kind::Dialog => &["dialog", "modal", "popup", "overlay"],
            Kind::Menu => &["menu", "dropdown"],
            Kind::Toolbar => &["toolbar", "actions", "bar"],
            Kind::Form => &["form"],
            Kind::Notice => &["notification", "alert", "toast", "banner", "snackbar"],
            _ => &[],
        }
    }
}

/// The kind that one or two folded words mean, and how many words those are.
pub(crate) fn kind_of(first: &str, second: Option<&str>) -> Option<(Kind, usize)> {
    if let Some(kind) = second.and_then(|second| two_words(first, second)) {
        return Some((kind, 2));
    }
    one_word(first).map(|kind| (kind, 1))
}

fn two_words(first: &str, second: &str) -> Option<Kind> {
    Some(match (first, second) {
        (
            "text" | "input" | "entry" | "edit" | "form" | "password",
            "field" | "fields" | "box" | "boxes" | "area" | "input" | "entry",
        ) => Kind::Field,
        ("check" | "tick", "box" | "boxes" | "mark") => Kind::Checkbox,
        ("radio", "button" | "buttons" | "option" | "options") => Kind::Radio,
        ("toggle", "switch" | "button") => Kind::Switch,
        ("drop", "down" | "downs") => Kind::Dropdown,
        (
            "dropdown" | "select" | "selection" | "combo" | "list" | "pulldown",
            "menu" | "box" | "list" | "field",
        ) => Kind::Dropdown,
        ("menu", "item" | "items" | "entry" | "option") => Kind::MenuItem,
        ("list", "item" | "items") => Kind::Item,
        ("tree", "item" | "node") => Kind::Tree,
        ("table", "row" | "rows") => Kind::Row,
        ("column", "header" | "heading") => Kind::Column,
        ("progress", "bar") => Kind::Progress,
        ("side", "bar" | "panel" | "menu") => Kind::Sidebar,
        ("nav" | "navigation", "bar" | "menu") => Kind::Navigation,
        ("tool" | "action", "bar") => Kind::Toolbar,
        ("pop", "up") => Kind::Dialog,
        ("number", "field" | "input" | "box") => Kind::Field,
        _ => return None,
    })
}

fn one_word(word: &str) -> Option<Kind> {
    Some(match word {
        "button" | "buttons" | "btn" | "boton" | "botones" | "bouton" | "schaltflache" | "knopf"
        | "taste" | "botao" | "pulsante" | "knop" | "przycisk" | "knapp" | "dugme" | "buton" | "кнопка"
        | "кнопку" | "ボタン" | "按钮" | "按鈕" | "버튼" | "زر" | "बटन" => {
            Kind::Button
        }
        "link" | "links" | "hyperlink" | "enlace" | "lien" | "verweis" | "ссылка" | "ссылку" | "リンク"
        | "链接" | "連結" | "링크" | "رابط" => Kind::Link,
        "field" | "fields" | "textbox" | "textfield" | "textarea" | "input" | "inputs" | "box" | "boxes"
        | "campo" | "casilla" | "champ" | "feld" | "eingabefeld" | "textfeld" | "veld" | "pole" | "поле"
        | "フィールド" | "입력란" | "حقل" => Kind::Field,
        "searchbox" | "searchbar" | "suchfeld" | "搜索框" | "検索ボックス" => Kind::Search,
        "checkbox"
        | "checkboxes"
        | "tickbox"
        | "kontrollkastchen"
        | "kastchen"
        | "チェックボックス"
        | "флажок" => Kind::Checkbox,
        "switch" | "toggle" | "interruptor" | "interrupteur" | "schalter" | "スイッチ" => Kind::Switch,
        "radio" | "radiobutton" => Kind::Radio,
        "dropdown" | "combobox" | "combo" | "listbox" | "selector" | "picker" | "spinner" | "desplegable"
        | "auswahlliste" => Kind::Dropdown,
        "item" | "items" | "option" | "options" | "entry" | "choice" | "opcion" | "選択肢" => Kind::Item,
        "menuitem" | "menuitems" => Kind::MenuItem,
        "menu" | "submenu" | "メニュー" | "菜单" | "меню" => Kind::Menu,
        "tab" | "tabs" | "pestana" | "onglet" | "registerkarte" | "aba" | "вкладка" | "タブ" | "选项卡"
        | "标签页" => Kind::Tab,
        "icon" | "icons" | "symbol" | "glyph" | "icono" | "icone" | "アイコン" | "图标" | "圖示"
        | "иконка" => Kind::Icon,
        "image" | "images" | "picture" | "photo" | "img" | "imagen" | "bild" | "画像" | "图片" => {
            Kind::Image
        }
        "heading" | "headline" | "headings" => Kind::Heading,
        "row" | "rows" | "fila" | "zeile" | "ligne" | "行" => Kind::Row,
        "cell" | "cells" => Kind::Cell,
        "column" | "columns" => Kind::Column,
        "table" | "grid" => Kind::Table,
        "list" => Kind::List,
        "dialog" | "modal" | "popup" | "dialogo" | "fenster" | "ダイアログ" | "对话框" | "弹窗" => {
            Kind::Dialog
        }
        "form" | "formulario" | "formulaire" | "formular" => Kind::Form,
        "section" | "area" | "region" | "panel" | "block" | "group" | "pane" | "seccion" | "bereich"
        | "abschnitt" => Kind::Section,
        "text" | "label" | "paragraph" | "caption" | "word" | "phrase" | "texto" | "texte" => Kind::Text,
        "slider" => Kind::Slider,
        "progressbar" => Kind::Progress,
        "spinbutton" | "stepper" => Kind::Spin,
        "treeitem" => Kind::Tree,
        "card" | "tile" => Kind::Card,
        "notification" | "alert" | "toast" | "snackbar" => Kind::Notice,
        "header" | "topbar" | "cabecera" | "kopfzeile" => Kind::Header,
        "footer" | "fusszeile" => Kind::Footer,
        "sidebar" | "drawer" | "sidenav" | "seitenleiste" => Kind::Sidebar,
        "navigation" | "navbar" | "nav" => Kind::Navigation,
        "main" => Kind::Main,
        "toolbar" => Kind::Toolbar,
        "page" | "screen" | "webpage" | "window" | "pagina" | "seite" | "ページ" => Kind::Page,
        _ => return None,
    })
}
