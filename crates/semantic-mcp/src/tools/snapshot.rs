//! `semantic_snapshot`: the hinted elements of the page, by role.

use semantic_core::hints::{Entry, HintOptions, HintRole, HintSnapshot};

use super::{Effects, TAB, Tool};
use crate::answer::{Answer, Failure, with_warning};
use crate::arguments::Arguments;
use crate::schema::{Kind, Param};
use crate::session::Session;

pub(super) const TOOL: Tool = Tool {
    name: "semantic_snapshot",
    title: "Semantic snapshot",
    about: "Lists what the page says of itself by data-semtag attributes: elements by role (navigation, action, \
        option, input, select, toggle, slider, observable, region, collection, other) with id, name, action, target, \
        state and value; repeated ones as rows of `collections`, where `idPattern` rebuilds each id. Compact JSON. \
        Act on an element through Playwright MCP with the target [data-semtag-id='ID']. \
        Without `url` the page is read as it is.",
    params: &[
        Param {
            name: "url",
            kind: Kind::Text,
            required: false,
            about: "Go to this address first, and wait until the page has settled.",
        },
        Param {
            name: "scope",
            kind: Kind::Text,
            required: false,
            about: "Only this element and what lies in it: its data-semtag-id, else a CSS selector.",
        },
        Param {
            name: "includeHidden",
            kind: Kind::Flag,
            required: false,
            about: "List elements that cannot be seen too, with \"visible\":false.",
        },
        TAB,
    ],
    effects: Effects::Navigates,
    run: |session, arguments| Box::pin(run(session, arguments)),
};

async fn run(session: &mut Session, arguments: &Arguments) -> Result<Answer, Failure> {
    let reading = session.page(arguments.text("tab"), arguments.text("url")).await?;
    let scope = arguments.text("scope");
    let page = session.answered(reading.page.capture_hints(scope).await).await?;
    session.read_at(&page.url); // which the answer says itself
    let options = HintOptions {
        scope: scope.map(str::to_owned),
        include_hidden: arguments.flag("includeHidden"),
        warning: None,
    };
    let snapshot = HintSnapshot::of(&page, &options).map_err(|why| {
        let why = why.to_string();
        Failure::new(format!("{}; without `scope` the whole page is listed", why.trim_end_matches('.')))
    })?;
    let text = with_warning(reading.warning.as_deref(), &snapshot.to_string());
    let (count, most) = (text.chars().count(), session.most_chars());
    if count > most {
        return Err(Failure::new(too_long(&snapshot, count, most)));
    }
    let mut notes = reading.notes;
    notes.extend_from_slice(&snapshot.notices);
    if page.elements.items.is_empty() {
        notes.push("no element of the page has a data-semtag-id".to_owned());
    }
    Ok(Answer { text, notes })
}

/// What to ask for in place of a snapshot that is too long.
fn too_long(snapshot: &HintSnapshot, count: usize, most: usize) -> String {
    const SHOWN: usize = 12;
    let holds = |entry: &&Entry| matches!(entry.role(), Some(HintRole::Region | HintRole::Collection));
    let regions = snapshot.entries.iter().filter(holds).map(|entry| entry.id.as_str());
    let blocks = snapshot.blocks.iter().map(|block| block.container.id.as_str());
    let scopes: Vec<_> = regions.chain(blocks).take(SHOWN).map(|id| format!("{id:?}")).collect();
    let start = format!("the snapshot has {count} characters, more than the {most} of --max-chars");
    match scopes.as_slice() {
        [] => format!("{start}: ask for a part of the page with `scope`, a data-semtag-id or a CSS selector"),
        ids => format!("{start}: ask for a part of the page with `scope`, for instance {}", ids.join(", ")),
    }
}
