//! `semantic_observe`: one hinted element as it is now.

use semantic_core::hints::observe;

use super::{Effects, TAB, Tool};
use crate::answer::{Answer, Failure, with_warning};
use crate::arguments::Arguments;
use crate::schema::{Kind, Param};
use crate::session::Session;

pub(super) const TOOL: Tool = Tool {
    name: "semantic_observe",
    title: "Observe one element",
    about: "Says what one hinted element is and shows now: role, name, state, value and whether it is disabled or \
        hidden. Compact JSON. Use it after acting, to see what came of it.",
    params: &[
        Param {
            name: "id",
            kind: Kind::Text,
            required: true,
            about: "The element's data-semtag-id, as semantic_snapshot lists it or an `idPattern` rebuilds it.",
        },
        TAB,
    ],
    effects: Effects::Reads,
    run: |session, arguments| Box::pin(run(session, arguments)),
};

async fn run(session: &mut Session, arguments: &Arguments) -> Result<Answer, Failure> {
    let id = arguments.text("id").unwrap_or_default();
    let reading = session.page(arguments.text("tab"), None).await?;
    let page = session.answered(reading.page.capture_hint(id).await).await?;
    let mut notes = reading.notes;
    notes.extend(session.read_at(&page.url));
    notes.extend_from_slice(&page.notices);
    match observe(&page, id) {
        Ok(entry) => Ok(Answer { text: with_warning(reading.warning.as_deref(), &entry.to_string()), notes }),
        Err(error) => {
            let next = match error.matches.is_empty() {
                true => {
                    "semantic_snapshot lists the ids of the page; with includeHidden those that cannot be seen, too"
                }
                false => {
                    "an id must be unique in its page: the page needs mending, or choose by a CSS selector"
                }
            };
            let object = serde_json::to_string(&error).map_err(Failure::new)?;
            notes.push(next.to_owned());
            Err(Failure::of_object(object, notes))
        }
    }
}
