//! What a node is to this output: what it is printed as, whether it can be acted on, whether it is a message.

use super::layers::is_set;
use super::lean::Kind;
use crate::tree::{Node, Role, State, Tri};

/// Whether a person can act on a node. A cell of a grid counts where something says so; by its role alone it is a cell.
pub(super) fn is_actionable(node: Node<'_>) -> bool {
    let said = node.states().get(State::Interactive).is_some_and(|s| s != Tri::False);
    let by_role = match node.role() {
        Role::GridCell => node.is(State::Focusable),
        Role::ScrollBar => false,
        _ => node.is_interactive(),
    };
    let reached = node.is(State::Focusable) && matches!(node.role(), Role::Generic | Role::ColumnHeader);
    said || by_role || reached || node.attr("clickable").is_some() || node.attr("type") == Some("file")
}

/// Whether a node is a message to the person: an alert, a status, any live region.
pub(super) fn is_message(node: Node<'_>) -> bool {
    matches!(node.role(), Role::Alert | Role::Status | Role::Log)
        || node.attr("live").or_else(|| node.attr("aria-live")).is_some_and(|v| v != "off")
}

pub(super) fn is_dialog(role: Role) -> bool {
    matches!(role, Role::Dialog | Role::AlertDialog)
}

/// What a node is printed as; `None` where only what it holds is.
pub(super) fn kind(node: Node<'_>, acts: bool) -> Option<Kind> {
    use Role::{
        Alert, AlertDialog, Article, Banner, Blockquote, Caption, Cell, Code, ColumnHeader, Complementary,
        ContentInfo, Definition, Deletion, Dialog, Directory, Document, Emphasis, Feed, Form, Generic, Grid,
        GridCell, Heading, Iframe, Image, Insertion, Label, List, ListItem, Log, Main, Mark, Menu, MenuBar,
        Meter, Navigation, Other, Paragraph, ProgressBar, Row, RowGroup, RowHeader, Search, Separator,
        Status, Strong, Subscript, Superscript, Table, Term, Text, Time, Timer, Tooltip, Tree, TreeGrid,
    };
    let named = node.name().is_some_and(|n| !n.trim().is_empty());
    match node.role() {
        Row => return Some(Kind::Row),
        Cell | GridCell | ColumnHeader | RowHeader => return Some(Kind::Cell),
        _ if acts => return Some(Kind::Control),
        Text => return named.then_some(Kind::Text),
        Heading => return Some(Kind::Heading),
        Image => return Some(Kind::Image),
        ListItem | Article => return Some(Kind::Item),
        _ => {}
    }
    let told = ["layer", "covered-by", "aria-hidden", "unreadable", "shadow"];
    // Texts that nobody sees say so themselves.
    let unseen = is_set(node, "painted") && node.children().all(|c| c.attr("painted").is_none());
    if unseen
        || told.iter().any(|attr| is_set(node, attr))
        || node.is(State::Focused) && node.role() != Document
    {
        return Some(Kind::Part);
    }
    match node.role() {
        List | Directory if !named => Some(Kind::List),
        Alert | AlertDialog | Banner | Complementary | ContentInfo | Dialog | Feed | Form | Grid | Iframe
        | Log | Main | Menu | MenuBar | Meter | Navigation | ProgressBar | Search | Status | Table
        | Timer | Tooltip | Tree | TreeGrid => Some(Kind::Part),
        Document
        | Generic
        | Role::None
        | Paragraph
        | Label
        | Strong
        | Emphasis
        | Code
        | Mark
        | Subscript
        | Superscript
        | Time
        | Insertion
        | Deletion
        | RowGroup
        | Term
        | Definition
        | Separator
        | Blockquote => None,
        Caption | Other => named_text(node),
        _ if named => Some(Kind::Part),
        _ => None,
    }
}

/// A caption and an unknown word are printed as text where they have a name and hold nothing.
fn named_text(node: Node<'_>) -> Option<Kind> {
    let named = node.name().is_some_and(|n| !n.trim().is_empty());
    (named && node.range().len() == 1).then_some(Kind::Text)
}

/// Whether a node without a line of its own still parts what is in it from what is around it.
pub(super) fn breaks_lines(role: Role) -> bool {
    use Role::*;
    matches!(role, Paragraph | Term | Definition | Blockquote | Caption | Document | Label)
}

/// Whether a role only sets a word off within its line.
pub(super) fn is_set_off(role: Role) -> bool {
    use Role::*;
    matches!(role, Strong | Emphasis | Code | Mark | Subscript | Superscript | Time | Insertion | Deletion)
}
