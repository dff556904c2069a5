//! Parsing the command line, with the one rule that clap cannot hold: what is about a live page wants one.

use std::ffi::OsString;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command, CommandFactory, FromArgMatches};

use super::{Cli, LIVE_PAGE};

/// The command line as values, or what is wrong with it.
pub fn parse(words: impl IntoIterator<Item = OsString>) -> Result<Cli, clap::Error> {
    let mut command = Cli::command();
    let given = command.try_get_matches_from_mut(words)?;
    live_page_is_named(&mut command, &given)?;
    Cli::from_arg_matches(&given)
}

/// `requires` is no help here: it asks for nothing that conflicts with a file, so that beside a file the option would be
/// passed over in silence.
fn live_page_is_named(command: &mut Command, given: &ArgMatches) -> Result<(), clap::Error> {
    if let Some((name, given)) = given.subcommand() {
        return command.find_subcommand_mut(name).map_or(Ok(()), |inner| live_page_is_named(inner, given));
    }
    let is_given = |id: &str| {
        given.try_contains_id(id).is_ok() && given.value_source(id) == Some(ValueSource::CommandLine)
    };
    if is_given("cdp") {
        return Ok(());
    }
    let is_lost = |arg: &&Arg| arg.get_help_heading() == Some(LIVE_PAGE) && is_given(arg.get_id().as_str());
    let Some(name) = command.get_arguments().find(is_lost).map(long_name) else { return Ok(()) };
    let message = format!("{name} is about a live page: give --cdp URL too");
    Err(command.error(ErrorKind::MissingRequiredArgument, message))
}

fn long_name(arg: &Arg) -> String {
    format!("--{}", arg.get_long().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::parse;

    fn refusal(line: &str) -> Option<String> {
        parse(line.split(' ').map(Into::into)).err().map(|error| error.to_string())
    }

    #[test]
    fn what_is_about_a_live_page_is_not_passed_over_beside_a_file() {
        for line in [
            "semantic view page.json --scope modal",
            "semantic view page.json --budget 700",
            "semantic view page.json --cursor c",
            "semantic view page.json --behind",
            "semantic view page.json --session s.json",
            "semantic find save --snapshot page.json --tab shop",
            "semantic diff a.json b.json --tab shop",
            "semantic relocate e5 --before a.json --after b.json --tab shop",
            "semantic hints lint src --tab shop",
            "semantic hints review page.html -o review.html --whole-page",
        ] {
            let why = refusal(line).expect(line);
            assert!(why.contains("is about a live page: give --cdp URL too"), "{line}: {why}");
        }
        for line in ["semantic view page.json", "semantic hints snapshot page.html --scope cart"] {
            assert_eq!(refusal(line), None, "{line}");
        }
        assert_eq!(refusal("semantic view --cdp http://localhost:9222 --scope modal"), None);
    }
}
