//! `semantic tabs`: the tabs of a running browser.

use anyhow::Result;
use serde::Serialize;

use crate::cli::{ColorWhen, MatchFormat, TabsCommand};
use crate::exit::Outcome;
use crate::live::{self, Tab, Tabs};
use crate::output::{self, escape, json, tree};

#[derive(Serialize)]
struct Listed<'a> {
    tabs: Vec<Row<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<&'a str>,
}

#[derive(Serialize)]
struct Row<'a> {
    id: &'a str,
    title: &'a str,
    url: &'a str,
    active: bool,
}

/// Runs the subcommand.
pub fn run(args: &TabsCommand, color: ColorWhen) -> Result<Outcome> {
    let Tabs { tabs, active, warning } = live::tabs(&args.cdp)?;
    let rows =
        tabs.iter().map(|Tab { id, title, url }| Row { id, title, url, active: active.as_ref() == Some(id) });
    let rows: Vec<_> = rows.collect();
    let none = rows.is_empty();
    match args.format {
        MatchFormat::Json => {
            output::print(&json::object(&Listed { tabs: rows, warning: warning.as_deref() }))?;
        }
        MatchFormat::Table => {
            let line = |row: &Row<'_>| {
                let mark = if row.active { '*' } else { ' ' };
                let title = escape::quoted(row.title, escape::NAME_COLUMNS);
                format!("{mark} {}  {title}  {}\n", escape::line(row.id), escape::line(row.url))
            };
            tree::print(&rows.iter().map(line).collect::<String>(), color)?;
            warning.iter().for_each(|warning| output::note(&format!("{warning} with --tab")));
            if none {
                output::say("no page is open");
            }
        }
    }
    Ok(if none { Outcome::Nothing } else { Outcome::Done })
}
