//! The page that a review is: its template filled, its style and script known by their digests, nothing from elsewhere.

use std::fmt::Write;

use data_encoding::BASE64;
use semantic_core::formats::write::Escaped;
use semantic_core::hints::HintRole;
use semantic_core::hints::lint::Severity;
use semantic_core::tree::Rect;
use sha2::{Digest, Sha256};

use super::{Review, parts};

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Where the pages about rules are.
pub(super) const RULES: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/lint");

/// The review as one HTML page. All text of the page that it is about is escaped.
pub fn html(review: &Review<'_>) -> String {
    let (picture, boxes) = picture(review);
    let style = format!("{STYLE}{}", colors());
    let digest = |text: &str| format!("sha256-{}", BASE64.encode(&Sha256::digest(text)));
    let title = title(review);
    let has_picture = review.rendered.picture.is_ok();
    let tools = "<button type=\"button\" id=\"bare\" aria-pressed=\"false\">Without boxes</button>\
        <button type=\"button\" id=\"real\" aria-pressed=\"false\">Actual size</button>";
    fill(
        PAGE,
        &[
            ("style-digests", &format!("'{}' '{}'", digest(&style), digest(&boxes))),
            ("script-digest", &digest(SCRIPT)),
            ("version", env!("CARGO_PKG_VERSION")),
            ("title", &Escaped(&title).to_string()),
            ("style", &style),
            ("places", &boxes),
            ("where", &origin(review)),
            ("verdict", &verdict(review)),
            ("chips", &chips(review)),
            ("picture-tools", if has_picture { tools } else { "" }),
            ("picture", &picture),
            ("gaps", &parts::gaps(review)),
            ("findings", &parts::findings(review)),
            ("elements", &parts::elements(review)),
            ("collections", &parts::collections(review)),
            ("sizes", &parts::sizes(review)),
            ("notices", &parts::notices(review)),
            ("rules", &format!("{RULES}/README.md")),
            ("script", SCRIPT),
        ],
    )
}

/// The template with its `{{places}}` filled. What is filled in is not looked at again.
fn fill(template: &str, parts: &[(&str, &str)]) -> String {
    let mut pieces = template.split("{{");
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (name, rest) = piece.split_once("}}").expect("the template closes what it opens");
        let (_, text) = parts.iter().find(|(n, _)| *n == name).expect("every place has its text");
        out.push_str(text);
        out.push_str(rest);
    }
    out
}

/// The color of each role, for what is of it.
fn colors() -> String {
    let mut css = String::new();
    for role in HintRole::ALL.map(HintRole::as_str).into_iter().chain(["other", "gap"]) {
        let _ = writeln!(css, ".{role} {{ --c: var(--{role}); }}");
    }
    css
}

fn title(review: &Review<'_>) -> String {
    let captured = &review.rendered.captured;
    let known = [&captured.title, &captured.url].into_iter().find(|text| !text.trim().is_empty());
    known.cloned().unwrap_or_else(|| review.source.to_owned())
}

/// Where the page was read.
fn origin(review: &Review<'_>) -> String {
    let url = &review.rendered.captured.url;
    let source = Escaped(review.source);
    if url.is_empty() { source.to_string() } else { format!("{} · {source}", Escaped(url)) }
}

/// The four figures that say in short how it is.
fn verdict(review: &Review<'_>) -> String {
    let mut out = String::new();
    let card = |tone: &str, title: &str, body: String| {
        format!("<div class=\"card {tone}\"><h2>{title}</h2>\n{body}</div>\n")
    };
    if let Some(coverage) = review.rendered.lint.coverage {
        let (has, all) = coverage.controls;
        let (read, readings) = coverage.readings;
        let tone = if has == all { "good" } else { "warn" };
        let bar = format!(
            "<progress value=\"{has}\" max=\"{}\" aria-label=\"Controls with hints\"></progress>",
            all.max(1)
        );
        let big = format!("<p class=\"big\">{has} <small>of {all} controls</small></p>");
        out += &card(tone, "Covered", format!("{big}{bar}<p>{read} of {readings} readings</p>"));
    }
    let controls = review.gaps.iter().filter(|gap| gap.is_control).count();
    let tone = if controls > 0 { "bad" } else { "good" };
    let readings = review.gaps.len() - controls;
    out += &card(
        tone,
        "Missing",
        format!(
            "<p class=\"big\">{} <small>without a hint</small></p><p>{}, {}</p>",
            review.gaps.len(),
            parts::count(controls, "control"),
            parts::count(readings, "reading")
        ),
    );
    let [errors, warnings] = [Severity::Error, Severity::Warning].map(|s| review.count(s));
    let tone = match (errors, warnings) {
        (0, 0) => "good",
        (0, _) => "warn",
        _ => "bad",
    };
    out += &card(
        tone,
        "Wrong",
        format!(
            "<p class=\"big\">{} <small>{}</small></p><p>{}</p>",
            errors + warnings,
            if errors + warnings == 1 { "thing to mend" } else { "things to mend" },
            review.severities(),
        ),
    );
    if let (Some(hints), Some(aria)) = (review.sizes.first(), review.sizes.last()) {
        let body = format!(
            "<p class=\"big\">{} <small>tokens of hints</small></p><p>{} of the aria snapshot ({})</p>",
            hints.tokens,
            parts::share(hints.tokens, aria.tokens),
            aria.tokens
        );
        out += &card("", "Size", body);
    }
    out
}

/// What can be filtered by, with how many there are.
fn chips(review: &Review<'_>) -> String {
    let mut out = String::new();
    let mut chip = |kind: &str, label: &str, swatch: &str, count: usize| {
        if count > 0 {
            let _ = writeln!(
                out,
                "<button type=\"button\" data-kind=\"{kind}\" aria-pressed=\"false\">{swatch}{label} \
                 <span class=\"n\">{count}</span></button>"
            );
        }
    };
    chip("gap", "no hint", "<span class=\"swatch gap\"></span>", review.gaps.len());
    chip("finding", "findings", "", review.findings().count());
    let away = review.hinted.iter().map(|h| &h.place).chain(review.gaps.iter().map(|g| &g.place));
    let away = away.filter(|place| place.rect().is_none()).count();
    if review.rendered.picture.is_ok() {
        chip("away", "not in the picture", "", away);
    }
    for role in HintRole::ALL.map(HintRole::as_str).into_iter().chain(["other"]) {
        let count = review.hinted.iter().filter(|hinted| parts::role(&hinted.entry) == role).count();
        chip(role, role, &format!("<span class=\"swatch {role}\"></span>"), count);
    }
    out
}

/// The picture with its boxes, and the style that puts them in their places.
fn picture(review: &Review<'_>) -> (String, String) {
    let picture = match &review.rendered.picture {
        Ok(picture) => picture,
        Err(why) => {
            return (format!("<p class=\"none\">There is no picture: {}.</p>", Escaped(why)), String::new());
        }
    };
    let area = picture.area;
    let mut boxes = parts::boxes(review);
    let mut css = format!(".canvas.real {{ width: {}px; }}\n", area.width);
    // What is smaller lies above.
    let mut order: Vec<usize> = (0..boxes.len()).collect();
    order.sort_by(|&a, &b| boxes[b].rect.area().total_cmp(&boxes[a].rect.area()));
    for (rank, &n) in order.iter().enumerate() {
        boxes[n].rank = rank + 1;
    }
    for b in &boxes {
        let Rect { x, y, width, height } = b.rect;
        let (x, width) = (100.0 * x / area.width, 100.0 * width / area.width);
        let (y, height) = (100.0 * y / area.height, 100.0 * height / area.height);
        let _ = writeln!(
            css,
            "#b{} {{ left: {x:.4}%; top: {y:.4}%; width: {width:.4}%; height: {height:.4}%; z-index: {}; }}",
            b.name, b.rank
        );
    }
    let mut out = format!(
        "<figure>\n<div class=\"frame\">\n<div class=\"canvas\">\n<img src=\"data:{};base64,{}\" width=\"{}\" \
         height=\"{}\" alt=\"The page as it was seen\">\n<div role=\"group\" aria-label=\"Elements in the picture\">\n",
        Escaped(&picture.kind),
        Escaped(&picture.data),
        area.width,
        area.height
    );
    boxes.iter().for_each(|b| out.push_str(&b.html));
    let away = review.hinted.len() - review.boxed();
    let _ = writeln!(
        out,
        "</div>\n</div>\n</div>\n<figcaption>{} × {} CSS pixels. {} of {} hinted elements are in the picture{}. Fields \
         that hold a secret are painted over.</figcaption>\n</figure>",
        area.width,
        area.height,
        review.boxed(),
        review.hinted.len(),
        if away > 0 { format!("; {away} listed only: hidden, or outside of it") } else { String::new() }
    );
    (out, css)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_filled_in_is_not_a_place() {
        assert_eq!(fill("a {{x}} b {{y}}", &[("x", "{{y}}"), ("y", "1")]), "a {{y}} b 1");
    }
}
