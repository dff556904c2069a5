//! What changed between two looks, in the order in which it matters: layers, messages, place, focus, values, rows.

use std::fmt::Write;

use super::changes::{Entry, Teller};
use super::text::{TOKEN, quarters};
use super::{Look, Page, PageError, ViewOptions, render};
use crate::view::Field;

/// What changed between two looks at a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PageDelta {
    /// Which of the three it is.
    pub kind: DeltaKind,
    /// The text; its first line says which kind it is, with both revisions.
    pub text: String,
    /// Number of changes; 0 where the page is given in full.
    pub changes: usize,
    /// For a page in full that the budget cut: where to go on.
    pub cursor: Option<String>,
}

/// What a [`PageDelta`] gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeltaKind {
    /// Nothing changed.
    Unchanged,
    /// The changes.
    Changes,
    /// The page in full, since the changes would not be smaller.
    Full,
}

/// The fields of which a change counts.
const FIELDS: [Field; 5] = [Field::Role, Field::Name, Field::Value, Field::States, Field::Description];
/// So many changes are told as changes on any page.
const FEW: usize = 3;
/// What changed from one look to a later one of the same session.
///
/// # Errors
/// As [`render`] has them, where the page is given in full.
pub fn delta(before: &Look, after: &Look, options: &ViewOptions) -> Result<PageDelta, PageError> {
    let [then, now] = [before, after].map(|look| look.observation.revision());
    if let (Some(old), Some(new)) =
        (before.observation.snapshot().document(), after.observation.snapshot().document())
        && old != new
    {
        let flashes = told(Teller::new(before, after, None).flashes());
        return full(after, options, (then, now), "another document: all earlier refs are retired", &flashes);
    }
    let changes = after.observation.showing(&FIELDS).diff(&before.observation.showing(&FIELDS));
    let teller = Teller::new(before, after, Some(&changes));
    let entries = teller.tell();
    let ignored = match changes.ignored() {
        0 => String::new(),
        count => format!(", {count} ignored"),
    };
    let removed = teller.old.seen.removed.get() + teller.new.seen.removed.get();
    if entries.is_empty() {
        let text = format!("unchanged rev={then} → rev={now}{ignored}\n");
        return Ok(PageDelta { kind: DeltaKind::Unchanged, text, changes: 0, cursor: None });
    }
    let unlimited = ViewOptions { budget: None, nodes: None, cursor: None, fence: None, ..options.clone() };
    let size: usize = entries.iter().map(|entry| quarters(&entry.text)).sum();
    if entries.len() > FEW && size >= quarters(&render(after, &unlimited)?.text) {
        let flashes = told(teller.flashes());
        return full(after, options, (then, now), "the changes would not be smaller", &flashes);
    }
    let mut text = format!("changes rev={then} → rev={now}: {}{ignored}", entries.len());
    let room = options.budget.map_or(usize::MAX, |b| b * TOKEN).saturating_sub(60 * TOKEN);
    let (mut spent, mut shown, mut content) = (0, 0, String::new());
    for entry in &entries {
        spent += quarters(&entry.text);
        if spent > room {
            break;
        }
        content.push_str(&entry.text);
        shown += 1;
    }
    if shown < entries.len() {
        let _ = write!(text, ", {shown} of them here (budget): look again in full for the rest");
    }
    text.push('\n');
    let fence = super::frame::Fence::of(options.fence.as_deref())?;
    let (content, copies) = fence.around(&content);
    text.push_str(&content);
    if copies + removed > 0 {
        let _ = writeln!(
            text,
            "page text: {removed} invisible characters and {copies} copies of the fence taken out"
        );
    }
    Ok(PageDelta { kind: DeltaKind::Changes, text, changes: entries.len(), cursor: None })
}

/// The page in full, after the messages that are in no page any more.
fn full(
    after: &Look,
    options: &ViewOptions,
    (then, now): (u64, u64),
    why: &str,
    flashes: &str,
) -> Result<PageDelta, PageError> {
    let fence = super::frame::Fence::of(options.fence.as_deref())?;
    let first = fence.clean(format!("full rev={then} → rev={now}: {why}\n{flashes}"));
    let budget =
        options.budget.map(|b| b.saturating_sub(quarters(&first).div_ceil(TOKEN)).max(super::LEAST_BUDGET));
    let Page { text, cursor, .. } = render(after, &ViewOptions { budget, cursor: None, ..options.clone() })?;
    Ok(PageDelta { kind: DeltaKind::Full, text: first + &text, changes: 0, cursor })
}

/// The text of entries.
fn told(entries: Vec<Entry>) -> String {
    entries.into_iter().map(|entry| entry.text).collect()
}
