//! What a ref or a locator of an earlier answer means on the page as it is.

use std::sync::Arc;

use semantic_core::find::{ElementDescriptor, ElementMatch, FindOptions, Index, Strategy};
use semantic_core::locators::Locators;
use semantic_core::page::{Look, resolve_scope};
use semantic_core::recover::Intent;
use semantic_core::tree::{Node, NodeId, Role};

use crate::answer::{Failure, harmless};
use crate::session::Session;
use crate::sight::Sight;
use crate::words::with_key;

/// What was meant.
pub(crate) enum Meaning {
    /// An element that is there; in words how it is known.
    Is(NodeId, String),
    /// The one element that is as it was described.
    Only(NodeId),
    /// An element that was there, and what to call it.
    Was(Intent, String),
    /// None that could be told; the refusal in words.
    Refused(String),
    /// Nobody knows, and why.
    Unknown(String),
}

/// What a ref means.
pub(crate) fn reference(session: &Session, look: &Look, reference: &str) -> Meaning {
    let before = session.looks.last_alive(reference);
    let key = |(before, old): &(Arc<Look>, NodeId)| {
        before.observation.snapshot().node(*old).and_then(Node::key).map(str::to_owned)
    };
    let gone = match look.observation.resolve(reference) {
        Ok(node) => {
            let anew = before.as_ref().and_then(key).is_some_and(|key| node.key() != Some(&*key));
            let how = if anew { "was rendered anew and is without doubt" } else { "still means" };
            return Meaning::Is(node.id(), format!("alive: {reference} {how} the same element"));
        }
        Err(gone) => gone,
    };
    let Some(before) = before else {
        return Meaning::Unknown(format!(
            "{}. No look is kept in which it meant an element: describe the element with {}, or use {}",
            gone.explained(),
            session.face().argument("intent"),
            session.face().tool("find")
        ));
    };
    match key(&before).and_then(|key| with_key(look, &key)) {
        Some(node) => Meaning::Is(node.id(), format!("alive: {reference} is still there under another ref")),
        None => {
            let why = gone.retired.map_or_else(String::new, |ended| format!(" ({ended})"));
            let (before, old) = before;
            let page = Arc::clone(before.observation.snapshot());
            Meaning::Was(Intent::of_page(page, old, None), format!("{reference}{why}"))
        }
    }
}

/// The one element of which everything holds that is known, to the letter, where that is at least its role and name.
pub(crate) fn only(look: &Look, known: &ElementDescriptor) -> Option<NodeId> {
    if known.role.is_empty() || known.name.is_empty() {
        return None;
    }
    let is = |wanted: &str, said: Option<&str>| wanted.is_empty() || said.is_some_and(|s| s.trim() == wanted);
    let fits = |node: &Node<'_>| {
        let mut around = node.ancestors().filter_map(|n| n.name());
        let ids = [node.identifier(), node.attr("testid"), node.attr("id"), node.attr("data-semtag-id")];
        is(&known.role, Some(node.role_name()))
            && is(&known.name, node.name())
            && is(&known.value, node.value())
            && is(&known.placeholder, node.attr("placeholder"))
            && (known.testid.is_empty() || ids.contains(&Some(&*known.testid)))
            && (known.section.is_empty() || around.any(|name| name.trim() == known.section))
            && (known.label.is_empty() || known.label == known.name)
            && (known.text.is_empty() || known.text == known.name)
    };
    let mut all = look.observation.snapshot().nodes().filter(fits);
    let first = all.next()?;
    all.next().is_none().then(|| first.id())
}

/// What a locator means: what it matches now, else what it was offered for, else what its own words say.
pub(crate) async fn locator(session: &mut Session, sight: &Sight, text: &str) -> Result<Meaning, Failure> {
    let text = text.trim();
    let known = session.looks.offered(text).map(|offered| reference(session, &sight.look, &offered));
    match known {
        Some(Meaning::Was(intent, what)) => {
            return Ok(Meaning::Was(intent, format!("what it was offered for, {what},")));
        }
        Some(Meaning::Is(id, _)) => {
            return Ok(Meaning::Is(
                id,
                "alive: the element for which the locator was offered is still there".to_owned(),
            ));
        }
        _ => {}
    }
    let nodes = now(session, sight, text).await?;
    let look = &sight.look;
    Ok(match nodes.as_slice() {
        [id] => Meaning::Is(*id, "alive: the locator still matches one element".to_owned()),
        [] => match described(text) {
            // An identifier alone says nothing that another element could be known by.
            Some(only) if !only.testid.is_empty() => {
                let near =
                    resolve_scope(look, &only.testid).err().map_or_else(String::new, |e| format!(": {e}"));
                Meaning::Refused(format!("refused: the locator matches nothing on the page{near}"))
            }
            Some(descriptor) => {
                let sentence = [&descriptor.name, &descriptor.label, &descriptor.text, &descriptor.role];
                let sentence = sentence.map(String::as_str).join(" ");
                let intent = Intent::of_descriptor(&descriptor, Some(sentence.trim()));
                Meaning::Was(intent, "what the locator says".to_owned())
            }
            None => Meaning::Unknown(format!(
                "{} matches nothing on the page and says too little of an element: describe it with {}",
                harmless(text),
                session.face().argument("intent")
            )),
        },
        several => {
            let told: Vec<_> =
                several.iter().filter_map(|&id| look.observation.reference(id)).take(5).collect();
            Meaning::Refused(format!(
                "refused: ambiguous: the locator matches {} elements: {}",
                several.len(),
                told.join(", ")
            ))
        }
    })
}

/// The elements that a locator matches now.
async fn now(session: &mut Session, sight: &Sight, text: &str) -> Result<Vec<NodeId>, Failure> {
    const PREFIXES: [&str; 10] =
        ["role:", "text:", "label:", "placeholder:", "alt:", "title:", "testid:", "first:", "last:", "nth:"];
    let look = &sight.look;
    if PREFIXES.iter().any(|prefix| text.starts_with(prefix)) {
        let index = Index::new(Arc::clone(look.observation.snapshot()));
        let all = FindOptions { top_k: 0, ..FindOptions::default() };
        let found = index.find(text, Strategy::Combined, &all).map_err(Failure::new)?;
        return Ok(found.matches.iter().filter_map(ElementMatch::node_id).collect());
    }
    if !is_chain(text) {
        let keys = sight.matches(session, text).await?;
        return Ok(keys.iter().filter_map(|key| with_key(look, key)).map(|node| node.id()).collect());
    }
    let own = text.rsplit_once(".contentFrame().").map_or(text, |(_, own)| own);
    let snapshot = look.observation.snapshot();
    let locators = Locators::new(snapshot);
    let is_said = |node: &Node<'_>| locators.of(node.id()).iter().any(|l| l.within(&[]) == own);
    let said: Vec<NodeId> = snapshot.nodes().filter(is_said).map(|node| node.id()).collect();
    if !said.is_empty() || own.contains(").") {
        return Ok(said);
    }
    let Some(wanted) = described(own) else { return Ok(said) };
    let exact = own.contains("exact: true");
    let named = |name: &str, wanted: &str| match exact {
        true => name.trim() == wanted.trim(),
        false => name.to_lowercase().contains(&wanted.to_lowercase()),
    };
    let fits = |node: &Node<'_>| {
        let word = if wanted.name.is_empty() { &wanted.label } else { &wanted.name };
        let attr = |key: &str| node.attr(key).or(node.identifier());
        node.role() != Role::Text
            && (wanted.role.is_empty() || node.role_name() == wanted.role)
            && (word.is_empty() || node.name().is_some_and(|name| named(name, word)))
            && (wanted.testid.is_empty() || attr("testid") == Some(&wanted.testid))
            && (wanted.placeholder.is_empty()
                || node.attr("placeholder").is_some_and(|p| named(p, &wanted.placeholder)))
            && (wanted.text.is_empty() || node.name().is_some_and(|name| named(name, &wanted.text)))
    };
    Ok(snapshot.nodes().filter(fits).map(|node| node.id()).collect())
}

/// Whether a locator is a chain of calls, as Playwright writes them, and no CSS.
fn is_chain(text: &str) -> bool {
    text.starts_with("getBy") || text.starts_with("locator(")
}

/// What the words of a locator say of its element.
fn described(text: &str) -> Option<ElementDescriptor> {
    let mut known = ElementDescriptor::default();
    if !is_chain(text) {
        // `[data-testid='save']` or `#save`: the last of them names the element.
        let value = text.rsplit_once('=').map(|(_, value)| value.trim_end_matches(']'));
        let id = || text.rsplit_once('#').map(|(_, id)| id).filter(|id| !id.contains([' ', '.', ':', '>']));
        known.testid = value.or_else(id)?.trim_matches(['\'', '"']).to_owned();
        return (!known.testid.is_empty()).then_some(known);
    }
    let call = &text[text.rfind("getBy")?..];
    let (what, rest) = call["getBy".len()..].split_once('(')?;
    let (first, rest) = string(rest)?;
    match what {
        "Role" => {
            known.role = first;
            let name = rest.split_once("name:").and_then(|(_, rest)| string(rest));
            known.name = name.map(|(name, _)| name).unwrap_or_default();
        }
        "Label" => known.label = first,
        "TestId" => known.testid = first,
        "Placeholder" => known.placeholder = first,
        "Text" => known.text = first,
        "AltText" | "Title" => known.name = first,
        _ => return None,
    }
    Some(known)
}

/// The string in quotes that a text begins with, and what is after it.
fn string(text: &str) -> Option<(String, &str)> {
    let text = text.trim_start();
    let quote = text.chars().next().filter(|c| matches!(c, '\'' | '"' | '`'))?;
    let mut value = String::new();
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => {
                value.push(if c == 'n' { '\n' } else { c });
                escaped = false;
            }
            '\\' => escaped = true,
            c if c == quote => return Some((value, &text[at + c.len_utf8()..])),
            c => value.push(c),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::described;

    #[test]
    fn what_a_locator_says_of_its_element() {
        let said = |text: &str| described(text).map(|d| [d.role, d.name, d.label, d.testid]);
        let own = |texts: [&str; 4]| Some(texts.map(str::to_owned));
        assert_eq!(
            said("getByRole('button', { name: 'Don\\'t', exact: true })"),
            own(["button", "Don't", "", ""])
        );
        assert_eq!(
            said("getByRole('row').filter({ hasText: 'a' }).getByRole(\"link\", { name: \"b\" }).nth(1)"),
            own(["link", "b", "", ""])
        );
        assert_eq!(said("getByLabel('Email')"), own(["", "", "Email", ""]));
        assert_eq!(said("[data-semtag-id='cart.add']"), own(["", "", "", "cart.add"]));
        assert_eq!(said("main #save"), own(["", "", "", "save"]));
        for nothing in ["div > p", "getByRole(/x/)", "getByRole('é", "getBy", "locator('p')", "#a b", ""] {
            assert_eq!(said(nothing), None, "{nothing}");
        }
    }
}
