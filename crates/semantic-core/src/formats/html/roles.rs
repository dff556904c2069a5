//! Roles: the `role` attribute with its fallbacks and conflicts, else what HTML-AAM gives the element where it lies.

use super::aria::{is_global, role_of_token};
use super::dom::Dom;
use super::page::{Facts, Page};
use crate::tree::{Role, implicit_role};

/// The role of an element whose ancestors have theirs. `around`: the facts about where it lies.
pub(super) fn role_of(page: &Page<'_>, n: u32, around: Facts) -> Role {
    let dom = page.dom;
    let mut tokens = dom.attr(n, "role").unwrap_or_default().split_ascii_whitespace();
    let explicit = tokens.find_map(|token| role_of_token(token).filter(|&role| is_allowed(page, n, role)));
    match explicit {
        // What can be reached or is described is not without meaning.
        Some(Role::None) if is_focusable(page, n) || has_global_attribute(dom, n) => {
            native_role(page, n, around)
        }
        Some(role) => role,
        None => native_role(page, n, around),
    }
}

/// Whether a token may be used: a landmark without a name is none, nor is an item without a list.
fn is_allowed(page: &Page<'_>, n: u32, role: Role) -> bool {
    match role {
        Role::Region | Role::Form => has_author_name(page, n),
        Role::ListItem => is_in_list(page, n),
        _ => true,
    }
}

fn has_global_attribute(dom: &Dom, n: u32) -> bool {
    let attrs = dom.tag(n).map_or(&[][..], |tag| &tag.attrs);
    attrs.iter().any(|a| is_global(&a.name.local) && !a.value.trim().is_empty())
}

/// Whether the author named the element by an attribute.
fn has_author_name(page: &Page<'_>, n: u32) -> bool {
    let given = |key: &str| page.dom.attr(n, key).is_some_and(|v| !v.trim().is_empty());
    given("aria-label") || given("title") || !page.referred(n, "aria-labelledby").is_empty()
}

/// Whether a keyboard or script can move the focus to the element.
pub(super) fn is_focusable(page: &Page<'_>, n: u32) -> bool {
    let dom = page.dom;
    let html = dom.html(n);
    let control = match html {
        "button" | "select" | "textarea" => true,
        "input" => !dom.attr_is(n, "type", "hidden"),
        _ => false,
    };
    if control {
        return !page.facts(n).has(Facts::DISABLED);
    }
    let by_itself = match html {
        "a" | "area" => dom.has(n, "href"),
        "audio" | "video" => dom.has(n, "controls"),
        "iframe" => true,
        "summary" => page.facts(n).has(Facts::FIRST),
        _ => dom.svg(n) == "a" && dom.has(n, "href"),
    };
    let tabindex = dom.attr(n, "tabindex").is_some_and(|v| v.trim().parse::<i32>().is_ok());
    by_itself || tabindex || is_editable(dom, n)
}

/// Whether the element itself says that its content may be edited.
pub(super) fn is_editable(dom: &Dom, n: u32) -> bool {
    dom.attr(n, "contenteditable").is_some_and(|v| {
        let v = v.trim();
        ["", "true", "plaintext-only"].iter().any(|word| v.eq_ignore_ascii_case(word))
    })
}

/// What an element of this name and role is for the headers, footers and asides inside it.
pub(super) fn opens(html: &str, role: Role) -> Facts {
    match (html, role) {
        ("main", _) | (_, Role::Main) => Facts::IN_MAIN,
        ("article" | "aside" | "nav" | "section", _) => Facts::SECTIONED,
        (_, Role::Article | Role::Complementary | Role::Navigation | Role::Region) => Facts::SECTIONED,
        _ => Facts::default(),
    }
}

/// The role by HTML-AAM.
fn native_role(page: &Page<'_>, n: u32, around: Facts) -> Role {
    let dom = page.dom;
    let html = dom.html(n);
    match html {
        "header" | "footer" if around.has(Facts::SECTIONED) || around.has(Facts::IN_MAIN) => Role::Generic,
        "aside" if around.has(Facts::SECTIONED) && !has_author_name(page, n) => Role::Generic,
        "svg" if !is_named_svg(page, n) => Role::Generic,
        "li" if !is_in_list(page, n) => Role::Generic,
        "summary" if !page.facts(n).has(Facts::FIRST) => Role::Generic,
        "legend" if !page.facts(n).has(Facts::FIRST) => Role::Generic,
        "audio" | "video" => Role::Group,
        "embed" => Role::Document,
        "html" => Role::Generic,
        "dt" | "dd" if is_in_presentational_list(page, n) => Role::Generic,
        "img" if dom.attr(n, "alt") == Some("") => empty_alt(page, n),
        "a" if !dom.has(n, "href") && dom.has(n, "onclick") => Role::Link,
        "tbody" | "thead" | "tfoot" | "tr" | "td" | "th" => table_part(page, n, html),
        "input" if dom.attr_is(n, "type", "checkbox") && dom.has(n, "aria-pressed") => Role::Button,
        "" if dom.svg(n) == "a" && dom.has(n, "href") => Role::Link,
        "" if dom.svg(n) == "image" => Role::Image,
        "" => Role::Generic,
        _ => by_tag(page, n, html),
    }
}

fn by_tag(page: &Page<'_>, n: u32, html: &str) -> Role {
    let dom = page.dom;
    let attr = |key: &str| match key {
        // A list that is not there offers nothing.
        "list" => {
            let list = page.by_id(n, dom.attr(n, "list")?)?;
            (dom.html(list) == "datalist").then_some("")
        }
        _ => dom.attr(n, key),
    };
    implicit_role(html, has_author_name(page, n), attr).unwrap_or(Role::Generic)
}

/// An image with an empty text is decoration, unless it can be reached or is named in another way.
fn empty_alt(page: &Page<'_>, n: u32) -> Role {
    let named =
        has_global_attribute(page.dom, n) || page.dom.attr(n, "title").is_some_and(|t| !t.trim().is_empty());
    if named || is_focusable(page, n) { Role::Image } else { Role::None }
}

/// Whether a drawing has a text that stands for it.
fn is_named_svg(page: &Page<'_>, n: u32) -> bool {
    const FAR: usize = 50;
    let dom = page.dom;
    has_author_name(page, n)
        || dom.children(n).take(FAR).any(|c| dom.svg(c) == "title" && dom.first(c).is_some())
}

/// Whether a list item lies in a list that is still one.
fn is_in_list(page: &Page<'_>, n: u32) -> bool {
    let dom = page.dom;
    let is_list = |p: u32| matches!(page.role(p), Role::List | Role::Directory);
    let boxes = |p: u32| page.role(p) == Role::Generic && matches!(dom.html(p), "" | "div" | "slot" | "span");
    dom.ancestors(n).find(|&p| !boxes(p)).is_some_and(is_list)
}

/// Whether the list of terms around a term was made presentational.
fn is_in_presentational_list(page: &Page<'_>, n: u32) -> bool {
    let list = page.dom.ancestors(n).find(|&p| page.dom.html(p) != "div");
    list.is_some_and(|list| page.dom.has(list, "role") && page.role(list) == Role::None)
}

/// The role of a part of a table, by what the table is.
fn table_part(page: &Page<'_>, n: u32, html: &str) -> Role {
    let dom = page.dom;
    let table = dom.ancestors(n).take(5).find(|&p| dom.html(p) == "table");
    let role = table.map_or(Role::Generic, |table| page.role(table));
    let grid = matches!(role, Role::Grid | Role::TreeGrid);
    if !grid && role != Role::Table {
        return Role::Generic;
    }
    match html {
        "tr" => Role::Row,
        "td" if grid => Role::GridCell,
        "td" => Role::Cell,
        "th" => header_cell(dom, n, grid),
        _ => Role::RowGroup,
    }
}

/// Whether a header cell heads its column or its row.
fn header_cell(dom: &Dom, n: u32, grid: bool) -> Role {
    const FAR: usize = 20;
    let scope = dom.attr(n, "scope").unwrap_or_default().trim().to_ascii_lowercase();
    match scope.as_str() {
        "row" | "rowgroup" => return Role::RowHeader,
        "col" | "colgroup" => return Role::ColumnHeader,
        _ => {}
    }
    let Some(row) = dom.parent(n) else { return if grid { Role::GridCell } else { Role::Cell } };
    let in_head = dom.parent(row).is_some_and(|p| dom.html(p) == "thead");
    let beside_data = dom.children(row).take(FAR).any(|c| dom.html(c) == "td");
    if beside_data && !in_head { Role::RowHeader } else { Role::ColumnHeader }
}
