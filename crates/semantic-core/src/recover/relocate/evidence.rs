//! The evidence in words: which properties agree and which have changed.

use super::features::{Feature, Row};
use super::{Known, Pages};
use crate::tree::{Node, shown};

/// Sentences about a pair, what weighs most first.
pub(super) fn evidence(pages: &Pages<'_>, b: u32, a: u32, row: &Row) -> Vec<String> {
    let (old, new) = (pages.before.node(b), pages.after.node(a));
    let mut out = Vec::new();
    name(&mut out, pages, (b, a), row);
    role(&mut out, old, new);
    identifiers(&mut out, old, new, row);
    context(&mut out, pages, b, row);
    place(&mut out, pages, b, a, row);
    if row.get(Feature::Rival) > 0.5 {
        out.push("another old element fits it too".to_owned());
    }
    if row.get(Feature::QueryFit) > 0.9 {
        out.push("the query finds it".to_owned());
    } else if row.get(Feature::QueryMisfit) > 0.9 {
        out.push("the query does not find it".to_owned());
    }
    out
}

fn name(out: &mut Vec<String>, pages: &Pages<'_>, (b, a): (u32, u32), row: &Row) {
    let called = |node: Node<'_>| node.name().map(str::trim).filter(|n| !n.is_empty()).map(shown);
    let (old, new) = (called(pages.before.node(b)), called(pages.after.node(a)));
    let on = |f: Feature| row.get(f) > 0.0;
    match (old, new) {
        (Some(old), Some(new)) if on(Feature::NameSame) => {
            let sole = if on(Feature::NameSole) { ", and nobody else's" } else { "" };
            out.push(if old == new {
                format!("same name: {new}{sole}")
            } else {
                format!("same name but for its spelling: {old} → {new}{sole}")
            });
        }
        (Some(old), Some(new)) => {
            let how = match () {
                () if on(Feature::NameSynonym) => ", which means the same",
                () if on(Feature::NameMask) => ", the same but for numbers",
                () if row.get(Feature::NameMeaning) > 0.3 || on(Feature::NameContained) => {
                    ", which shares words"
                }
                () => ", which shares nothing",
            };
            out.push(format!("name changed: {old} → {new}{how}"));
        }
        (Some(old), None) => out.push(format!("name lost: {old}")),
        (None, Some(new)) => out.push(format!("name gained: {new}")),
        (None, None) => {}
    }
}

fn role(out: &mut Vec<String>, old: Node<'_>, new: Node<'_>) {
    if old.role() == new.role() {
        out.push(format!("same role: {}", new.role_name()));
    } else {
        out.push(format!("role changed: {} → {}", old.role_name(), new.role_name()));
    }
}

fn identifiers(out: &mut Vec<String>, old: Node<'_>, new: Node<'_>, row: &Row) {
    let mut compare = |what: &str, old: Option<&str>, new: Option<&str>, counts: bool| match (old, new) {
        (Some(old), Some(new)) if old == new => out.push(format!("same {what}: {}", shown(new))),
        (Some(old), Some(new)) if counts => {
            out.push(format!("{what} counts on: {} → {}", shown(old), shown(new)));
        }
        (Some(old), Some(new)) => out.push(format!("{what} changed: {} → {}", shown(old), shown(new))),
        _ => {}
    };
    compare("identifier", old.identifier(), new.identifier(), row.get(Feature::IdMask) > 0.0);
    compare("field name", old.attr("name"), new.attr("name"), false);
    compare("address", old.url(), new.url(), false);
}

fn context(out: &mut Vec<String>, pages: &Pages<'_>, b: u32, row: &Row) {
    if row.get(Feature::RowWords) >= 0.5 {
        out.push("same row or item around it".to_owned());
    } else if row.get(Feature::RowOther) > 0.5 {
        out.push("another row or item around it".to_owned());
    }
    if row.get(Feature::SectionSame) > 0.0
        && let Some(section) = pages.before.node(b).attr("section")
    {
        out.push(format!("same section: {}", shown(section)));
    } else if row.get(Feature::SectionOther) > 0.5 {
        out.push("another section".to_owned());
    }
    if row.get(Feature::Around).max(row.get(Feature::NeighbourWords)) >= 0.5 {
        out.push("same neighbours".to_owned());
    } else if row.get(Feature::Between) > 0.0 && pages.known == Known::Whole {
        out.push("between the same elements".to_owned());
    }
}

fn place(out: &mut Vec<String>, pages: &Pages<'_>, b: u32, a: u32, row: &Row) {
    let (old, new) = (pages.before.traits[b as usize].bounds, pages.after.traits[a as usize].bounds);
    let (Some(old), Some(new)) = (old, new) else { return };
    if old == new {
        out.push("same box".to_owned());
    } else if row.get(Feature::NearAll) < 0.8 {
        out.push(format!("moved by {:.0}, {:.0} pixels", new[0] - old[0], new[1] - old[1]));
    }
}
