//! Questions to the live page about selectors and about the elements of an earlier look.

use std::collections::HashMap;

use semantic_core::formats::look::LOCATE_SCRIPT;
use serde::Deserialize;
use serde_json::json;

use crate::attempts::until_still;
use crate::error::CdpError;
use crate::everywhere::{self, Answers};
use crate::session::Session;

const WHAT: &str = "the questions about elements";

/// What the script tells in one world.
#[derive(Deserialize)]
struct Told {
    stamp: String,
    #[serde(default)]
    css: Vec<u32>,
    invalid: Option<String>,
    #[serde(default)]
    of: Vec<Vec<String>>,
}

/// The keys of what a selector matches, or of all that lies in that, texts included.
pub(crate) async fn matches(session: &Session, css: &str, inside: bool) -> Result<Vec<String>, CdpError> {
    let options = json!({"css": css, "inside": inside}).to_string();
    let told = until_still(async |last| ask(session, &options, last).await).await?;
    if let Some(why) = told.iter().find_map(|told| told.invalid.clone()) {
        return Err(CdpError::Script(why));
    }
    let keys =
        told.iter().flat_map(|told| told.css.iter().map(move |number| format!("{}#{number}", told.stamp)));
    Ok(keys.collect())
}

/// What is asked in one world: numbers with what to try, and the place of each in the list of all.
type Asked<'a> = (Vec<(u32, &'a [&'a str])>, Vec<usize>);

/// For each key the selectors that match its element alone: those of the given ones, else one of ours.
pub(crate) async fn selectors(
    session: &Session,
    asked: &[(&str, &[&str])],
) -> Result<Vec<Vec<String>>, CdpError> {
    let mut by_world: HashMap<&str, Asked<'_>> = HashMap::new();
    for (place, (key, tries)) in asked.iter().enumerate() {
        let Some((stamp, number)) = key.rsplit_once('#') else { continue };
        let Ok(number) = number.parse() else { continue };
        let (all, places) = by_world.entry(stamp).or_default();
        all.push((number, tries));
        places.push(place);
    }
    let of: HashMap<_, _> = by_world.iter().map(|(stamp, (all, _))| (stamp, all)).collect();
    let options = json!({"of": of}).to_string();
    let told = until_still(async |last| ask(session, &options, last).await).await?;
    let mut found = vec![Vec::new(); asked.len()];
    for Told { stamp, of, .. } in told {
        let Some((_, places)) = by_world.get(stamp.as_str()) else { continue };
        for (&place, selectors) in places.iter().zip(of) {
            found[place] = selectors;
        }
    }
    Ok(found)
}

async fn ask(session: &Session, options: &str, last: bool) -> Result<Vec<Told>, CdpError> {
    let Answers { all, .. } = everywhere::run(session, LOCATE_SCRIPT, options, last).await?;
    let told = all.iter().map(|answer| serde_json::from_str(&answer.text));
    told.collect::<Result<_, _>>().map_err(|e| CdpError::unreadable(WHAT, e))
}
