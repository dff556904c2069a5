//! `semantic hints review`: a page's hints as one page to look at.

use std::path::Path;

use anyhow::Result;
use semantic_core::formats;
use semantic_core::hints::lint;
use semantic_core::page::Look;
use semantic_core::view::{Observation, SemanticView};

use crate::cli::HintsReviewArgs;
use crate::exit::Outcome;
use crate::input;
use crate::live::{self, How, Rendered};
use crate::output;
use crate::review::{Review, html};

/// Runs the subcommand.
pub fn run(args: &HintsReviewArgs) -> Result<Outcome> {
    let (source, rendered) = match &args.source.live.cdp {
        Some(url) => {
            let how = if args.whole_page { How::Whole } else { How::View };
            (format!("live page at {url}"), live::attached(url, args.source.live.tab.as_deref(), how)?)
        }
        None => saved(args)?,
    };
    if let Err(why) = &rendered.picture {
        output::note(&format!("the review has no picture: {why}"));
    }
    let review = Review::of(&source, &rendered);
    let page = html(&review);
    if args.output.as_os_str() == "-" {
        output::print(&page)?;
    } else {
        output::file(&args.output, &page)?;
    }
    review.notices.iter().for_each(|notice| output::note(notice));
    output::note(&review.summary());
    Ok(Outcome::Done)
}

/// A saved page: in a browser where there is one, else as its file tells.
fn saved(args: &HintsReviewArgs) -> Result<(String, Rendered)> {
    let format = args.source.input_format.as_deref();
    let (name, bytes) = input::bytes(args.source.snapshot.as_deref(), "give a FILE")?;
    let path = args.source.snapshot.as_deref().filter(|path| path.as_os_str() != "-");
    let unread = |e: formats::ReadError| anyhow::anyhow!("{name}: {e}");
    let captured = formats::read_hints(&bytes, format).map_err(unread)?;
    let why = match path {
        _ if args.no_browser => "--no-browser was given",
        None => "standard input has no address that a browser could open",
        Some(_) if !is_html(&bytes, format) => "the file is no HTML page",
        Some(path) => match live::opened(Path::new(path))? {
            Some(rendered) => return Ok((format!("{name}, in a browser of our own"), rendered)),
            None => "no Chrome, Chromium or Edge was found on this machine",
        },
    };
    let tree = formats::read(&bytes, format).map_err(unread)?;
    let lint = lint::page(&captured, Some(&tree));
    let look = Look::of(Observation::of(std::sync::Arc::new(tree), &SemanticView::new()));
    let picture = Err(why.to_owned());
    let rendered =
        Rendered { captured, look, lint, picture, selectors: Default::default(), notices: Vec::new() };
    Ok((name, rendered))
}

fn is_html(bytes: &[u8], format: Option<&str>) -> bool {
    format.map_or_else(
        || std::str::from_utf8(bytes).is_ok_and(|text| formats::detect(text).is_ok_and(|f| f.name == "html")),
        |format| format == "html",
    )
}
