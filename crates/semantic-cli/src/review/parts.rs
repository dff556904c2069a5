//! The parts of a review: rows of what is missing, wrong and there, tables of collections, sizes.

use std::fmt::Write;

use semantic_core::formats::write::Escaped;
use semantic_core::hints::lint::{Finding, Rule, Severity};
use semantic_core::hints::{Block, Cell, Entry, Field, HintRole};
use semantic_core::tree::Rect;

use super::Review;
use super::marks::{Gap, Hinted, Place};
use super::page::RULES;

/// A box in the picture.
pub struct Boxed {
    /// What its id ends with, and its row's.
    pub name: String,
    pub rect: Rect,
    pub html: String,
    /// How high it lies above the others.
    pub rank: usize,
}

/// The word by which a hinted element is colored and filtered.
pub fn role(entry: &Entry) -> &'static str {
    entry.role().map_or("other", HintRole::as_str)
}

/// How large one is beside the other, in words.
pub fn share(part: usize, whole: usize) -> String {
    match whole {
        0 => "nothing to compare".to_owned(),
        _ => format!("{} %", (100 * part + whole / 2) / whole),
    }
}

/// A number of things in words.
pub fn count(count: usize, one: &str) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}

/// The opening of a list of rows, of which a browser draws those in view where there are many.
fn open_rows(count: usize) -> &'static str {
    const MANY: usize = 400;
    if count > MANY { "<ol class=\"rows many\">\n" } else { "<ol class=\"rows\">\n" }
}

/// The boxes of all that is in the picture, in the order of the document.
pub fn boxes(review: &Review<'_>) -> Vec<Boxed> {
    let mut boxes = Vec::new();
    for (n, hinted) in review.hinted.iter().enumerate() {
        let Some(rect) = hinted.place.rect() else { continue };
        let entry = &hinted.entry;
        let flag = if hinted.findings.is_empty() { "" } else { "<span class=\"flag\">!</span>" };
        let said = [Field::State, Field::Action].map(|field| (field.as_str(), entry.text(field)));
        let said: Vec<String> = (said.iter().filter(|(_, text)| !text.is_empty()))
            .map(|(what, text)| format!(" <i>{what}</i> {}", Escaped(text)))
            .collect();
        let label = format!("<b>{}</b> <i>{}</i>{}", Escaped(&entry.id), role(entry), said.concat());
        boxes.push(boxed(
            review,
            format!("e{n}"),
            rect,
            &hinted.place,
            role(entry),
            &format!("{flag}{}", tip(&label)),
        ));
    }
    for (n, gap) in review.gaps.iter().enumerate() {
        let Some(rect) = gap.place.rect() else { continue };
        let label = format!("<b>no hint</b> <i>{}</i> {}", Escaped(&gap.role), Escaped(&short(&gap.name)));
        boxes.push(boxed(review, format!("g{n}"), rect, &gap.place, "gap", &tip(&label)));
    }
    boxes
}

fn tip(label: &str) -> String {
    format!("<span class=\"label\">{label}</span>")
}

fn boxed(review: &Review<'_>, name: String, rect: &Rect, place: &Place, class: &str, inside: &str) -> Boxed {
    /// Room that a label needs above its box, and how far right a box may begin to have it to its right, in CSS pixels.
    const ABOVE: f64 = 40.0;
    let width = review.rendered.picture.as_ref().map_or(0.0, |picture| picture.area.width);
    let mut classes = class.to_owned();
    for (is, word) in [
        (matches!(place, Place::Under(..)), " under"),
        (rect.y < ABOVE, " low"),
        (rect.x > width / 2.0, " end"),
    ] {
        classes.push_str(if is { word } else { "" });
    }
    let html = format!("<a class=\"box {classes}\" id=\"b{name}\" href=\"#{name}\">{inside}</a>\n");
    Boxed { name, rect: *rect, html, rank: 0 }
}

fn short(text: &str) -> String {
    const SHOWN: usize = 60;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The opening of a row: what it is called, its kinds, and the box that it belongs to.
fn open_row(name: &str, kinds: &str, place: &Place) -> String {
    let away = if place.rect().is_none() { " away" } else { "" };
    let of_box = place.rect().map_or(String::new(), |_| format!(" data-box=\"b{name}\""));
    format!("<li class=\"row {kinds}\" id=\"{name}\" data-kind=\"{kinds}{away}\"{of_box} tabindex=\"-1\">")
}

/// Why something is not in the picture, as one of a row's remarks.
fn remark(review: &Review<'_>, place: &Place) -> Option<String> {
    match place {
        Place::Away(why) if review.rendered.picture.is_ok() => {
            Some(format!("<span>not in the picture: {why}</span>"))
        }
        Place::Under(_, why) => Some(format!("<span>{why}</span>")),
        _ => None,
    }
}

/// What has no hint.
pub fn gaps(review: &Review<'_>) -> String {
    let mut out = section("missing", "Missing", review.gaps.len());
    if review.gaps.is_empty() {
        let nothing = match review.rendered.lint.coverage {
            Some(_) => "Everything that can be acted on or read has a hint.",
            None => "Nobody looked: the page's tree is not known.",
        };
        let _ = writeln!(out, "<p class=\"empty\">{nothing}</p></section>");
        return out;
    }
    let rules = ["uncovered-control", "uncovered-text"].into_iter().filter_map(Rule::from_id);
    let used = |rule: &&Rule| review.rendered.lint.findings.iter().any(|finding| finding.rule.id == rule.id);
    for rule in rules.filter(used) {
        let _ = writeln!(out, "<p class=\"lead\">{} {}</p>", link(rule), markdown(rule.cure));
    }
    out.push_str(open_rows(review.gaps.len()));
    for (n, gap) in review.gaps.iter().enumerate() {
        out.push_str(&gap_row(review, n, gap));
    }
    out + "</ol></section>\n"
}

fn gap_row(review: &Review<'_>, n: usize, gap: &Gap) -> String {
    let kind = if gap.is_control { gap.role.as_str() } else { "reading" };
    let selector = review.rendered.selectors.get(&gap.node);
    let mut more: Vec<String> =
        selector.iter().map(|s| format!("<span><code>{}</code></span>", Escaped(s))).collect();
    more.extend(remark(review, &gap.place));
    let name = if gap.name.trim().is_empty() { "(no name)".to_owned() } else { short(&gap.name) };
    format!(
        "{}<span class=\"tag\"><span class=\"swatch gap\"></span>{}</span> <b dir=\"auto\">{}</b>{}</li>\n",
        open_row(&format!("g{n}"), "gap", &gap.place),
        Escaped(kind),
        Escaped(&name),
        lines(&more)
    )
}

fn lines(more: &[String]) -> String {
    if more.is_empty() { String::new() } else { format!("<span class=\"more\">{}</span>", more.concat()) }
}

fn section(id: &str, title: &str, count: usize) -> String {
    format!(
        "<section aria-labelledby=\"{id}-title\" id=\"{id}\"><h2 id=\"{id}-title\">{title} \
         <span class=\"n\">{count}</span></h2>\n"
    )
}

fn link(rule: &Rule) -> String {
    format!("<a href=\"{RULES}/{0}.md\">{0}</a>", rule.id)
}

/// Our own words with code in backquotes.
fn markdown(text: &str) -> String {
    let mut out = String::new();
    for (n, part) in text.split('`').enumerate() {
        match n % 2 {
            0 => out.push_str(&Escaped(part).to_string()),
            _ => {
                let _ = write!(out, "<code>{}</code>", Escaped(part));
            }
        }
    }
    out
}

fn tone(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "bad",
        Severity::Warning => "warn",
        Severity::Note => "mute",
    }
}

/// The findings by rule, the worst first.
pub fn findings(review: &Review<'_>) -> String {
    let all: Vec<(usize, &Finding)> = review.findings().collect();
    let mut out = section("wrong", "Findings", all.len());
    let mut rules: Vec<(Severity, &'static Rule)> = Vec::new();
    for (_, finding) in &all {
        match rules.iter_mut().find(|(_, rule)| rule.id == finding.rule.id) {
            Some((worst, _)) => *worst = (*worst).max(finding.severity),
            None => rules.push((finding.severity, finding.rule)),
        }
    }
    rules.sort_by_key(|&(severity, _)| std::cmp::Reverse(severity));
    if rules.is_empty() {
        out.push_str("<p class=\"empty\">The linter found nothing.</p>\n");
    }
    for (severity, rule) in rules {
        let of_rule: Vec<_> = all.iter().filter(|(_, finding)| finding.rule.id == rule.id).collect();
        let _ = writeln!(
            out,
            "<div class=\"rule\"><h3><span class=\"badge {}\">{}</span> {} <span class=\"mute\">{}</span></h3>\
             <p class=\"cure\">{}</p><ol class=\"rows\">",
            tone(severity),
            severity.as_str(),
            link(rule),
            count(of_rule.len(), "place"),
            markdown(rule.cure)
        );
        of_rule.iter().for_each(|(n, finding)| out.push_str(&finding_row(review, *n, finding)));
        out.push_str("</ol></div>\n");
    }
    out + "</section>\n"
}

fn finding_row(review: &Review<'_>, n: usize, finding: &Finding) -> String {
    let elements: Vec<usize> =
        (0..review.hinted.len()).filter(|&e| review.hinted[e].findings.contains(&n)).collect();
    let on: Vec<String> = elements.iter().map(|e| format!("e{e}")).collect();
    let id = match (&finding.id, elements.first()) {
        (Some(id), Some(e)) => format!("<a class=\"id\" href=\"#e{e}\">{}</a> ", Escaped(id)),
        (Some(id), None) => format!("<span class=\"id\">{}</span> ", Escaped(id)),
        (None, _) => String::new(),
    };
    let selectors = finding.nodes.iter().filter_map(|node| review.rendered.selectors.get(node));
    let more: Vec<String> = selectors.map(|s| format!("<span><code>{}</code></span>", Escaped(s))).collect();
    format!(
        "<li class=\"row finding\" id=\"f{n}\" data-kind=\"finding\" data-on=\"{}\" tabindex=\"-1\">{id}{}{}</li>\n",
        on.join(" "),
        Escaped(&finding.message),
        lines(&more)
    )
}

/// The hinted elements in the order of the document.
pub fn elements(review: &Review<'_>) -> String {
    let mut out = section("elements", "Hinted elements", review.hinted.len());
    if review.hinted.is_empty() {
        return out + "<p class=\"empty\">No element of the page has a data-semtag-id.</p></section>\n";
    }
    out.push_str(open_rows(review.hinted.len()));
    for (n, hinted) in review.hinted.iter().enumerate() {
        out.push_str(&element_row(review, n, hinted));
    }
    out + "</ol></section>\n"
}

fn element_row(review: &Review<'_>, n: usize, hinted: &Hinted) -> String {
    let entry = &hinted.entry;
    let kinds =
        if hinted.findings.is_empty() { role(entry).to_owned() } else { format!("{} finding", role(entry)) };
    let said = match entry.role() {
        Some(role) => role.as_str().to_owned(),
        None if entry.text(Field::Role).is_empty() => "no role".to_owned(),
        None => format!("{} (no role of ours)", entry.text(Field::Role)),
    };
    let mut more: Vec<String> = (entry.cells.iter())
        .filter(|(field, _)| !matches!(field, Field::Role | Field::Name | Field::Visible))
        .filter(|(field, cell)| *field != Field::Value || !is_name(entry, cell))
        .map(|(field, cell)| format!("<span>{} {}</span>", field.as_str(), value(cell)))
        .collect();
    more.extend(remark(review, &hinted.place));
    for &finding in &hinted.findings {
        let finding = &review.rendered.lint.findings[finding];
        more.push(format!("<span class=\"{}\">{}</span>", tone(finding.severity), finding.rule.id));
    }
    format!(
        "{}<span class=\"tag\"><span class=\"swatch\"></span>{}</span> <span class=\"id\">{}</span> <span dir=\"auto\">{}</span>{}</li>\n",
        open_row(&format!("e{n}"), &kinds, &hinted.place),
        Escaped(&said),
        Escaped(&entry.id),
        Escaped(entry.name()),
        lines(&more)
    )
}

/// Whether a value says no more than the name.
fn is_name(entry: &Entry, cell: &Cell) -> bool {
    matches!(cell, Cell::Text(text) if text == entry.name())
}

/// What a field says, as HTML.
fn value(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) if text.is_empty() => "<i>empty</i>".to_owned(),
        Cell::Text(text) => format!("<b dir=\"auto\">{}</b>", Escaped(text)),
        Cell::Flag(true) => "<b>yes</b>".to_owned(),
        Cell::Flag(false) => "<b>no</b>".to_owned(),
        Cell::Choices(all) => {
            let one = |c: &semantic_core::hints::Choice| {
                let label = c.label.as_ref().map(|label| format!(" ({})", Escaped(label)));
                format!("{}{}", Escaped(&c.value), label.unwrap_or_default())
            };
            format!("<b>{}</b>", all.iter().map(one).collect::<Vec<_>>().join(", "))
        }
    }
}

/// The collections as tables, and the repeated things that are none.
pub fn collections(review: &Review<'_>) -> String {
    let mut out = format!(
        "<section class=\"wide\" aria-labelledby=\"collections-title\" id=\"collections\"><h2 id=\"collections-title\">\
         Collections <span class=\"n\">{}</span></h2>\n",
        review.blocks.len()
    );
    if review.blocks.is_empty() {
        out.push_str("<p class=\"empty\">No collection is folded.</p>\n");
    }
    review.blocks.iter().for_each(|block| out.push_str(&table(block)));
    let unfolded = ["unfolded-group", "item-without-collection"];
    let unfolded: Vec<_> =
        review.findings().filter(|(_, finding)| unfolded.contains(&finding.rule.id)).collect();
    if !unfolded.is_empty() {
        out.push_str("<h3>Not folded</h3>\n<ul>\n");
        for (_, finding) in unfolded {
            let _ = writeln!(out, "<li>{} {}</li>", link(finding.rule), Escaped(&finding.message));
        }
        out.push_str("</ul>\n");
    }
    out + "</section>\n"
}

fn table(block: &Block) -> String {
    let id = Escaped(&block.container.id);
    let mut out = format!(
        "<div class=\"table\" role=\"region\" tabindex=\"0\" aria-label=\"Collection {id}\"><table>\n<caption><span class=\"id\">{id}</span> \
         <span dir=\"auto\">{}</span> <span class=\"mute\">{} · <code>{}</code>",
        Escaped(block.container.name()),
        count(block.items.len(), "row"),
        Escaped(&block.id_pattern())
    );
    let shared = std::iter::once(("each item".to_owned(), &block.item));
    let shared = shared.chain(block.controls.iter().map(|(name, shared)| (name.clone(), shared)));
    for (name, fields) in shared.filter(|(_, fields)| !fields.is_empty()) {
        let said: Vec<String> =
            fields.iter().map(|(field, cell)| format!("{} {}", field.as_str(), value(cell))).collect();
        let _ = write!(out, "<br>{}: {}", Escaped(&name), said.join(", "));
    }
    out.push_str("</span></caption>\n<thead><tr>");
    for field in &block.fields {
        let _ = write!(out, "<th scope=\"col\">{}</th>", Escaped(field));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for row in &block.items {
        out.push_str("<tr>");
        for (n, cell) in row.iter().enumerate() {
            let text = match cell {
                Some(Cell::Text(text)) => Escaped(text).to_string(),
                Some(cell) => value(cell),
                None => "<span class=\"mute\">–<span class=\"vh\"> absent</span></span>".to_owned(),
            };
            let (open, close) = if n == 0 { ("th scope=\"row\"", "th") } else { ("td", "td") };
            let _ = write!(out, "<{open} dir=\"auto\">{text}</{close}>");
        }
        out.push_str("</tr>\n");
    }
    out + "</tbody></table></div>\n"
}

/// How large the hints are beside other ways to tell of the page.
pub fn sizes(review: &Review<'_>) -> String {
    let mut out = "<section class=\"wide sizes\" aria-labelledby=\"sizes-title\" id=\"sizes\"><h2 id=\"sizes-title\">Size</h2>\n\
        <p class=\"lead\">What an agent reads to know this page. Tokens are estimated: 4 characters each in Latin text, 2 in \
        other alphabets, 1 in Chinese, Japanese and Korean.</p>\n<div class=\"table\" role=\"region\" tabindex=\"0\" aria-label=\"Sizes\"><table><thead><tr>\
        <th scope=\"col\">form</th><th scope=\"col\" class=\"num\">characters</th><th scope=\"col\" class=\"num\">tokens</th>\
        <th scope=\"col\">beside the aria snapshot</th></tr></thead>\n<tbody>\n"
        .to_owned();
    let most = review.sizes.iter().map(|size| size.tokens).max().unwrap_or_default().max(1);
    let aria = review.sizes.last().map_or(0, |size| size.tokens);
    for size in &review.sizes {
        let _ = writeln!(
            out,
            "<tr><th scope=\"row\">{}</th><td class=\"num\">{}</td><td class=\"num\">{}</td>\
             <td>{}<progress value=\"{}\" max=\"{most}\" aria-label=\"{}, beside the largest\"></progress></td></tr>",
            size.what,
            size.characters,
            size.tokens,
            share(size.tokens, aria),
            size.tokens,
            size.what,
        );
    }
    out.push_str("</tbody></table></div>\n<ul class=\"forms\">\n");
    for size in &review.sizes {
        let _ = writeln!(out, "<li><b>{}</b>: {}</li>", size.what, size.about);
    }
    out + "</ul></section>\n"
}

/// What could not be looked at.
pub fn notices(review: &Review<'_>) -> String {
    if review.notices.is_empty() {
        return String::new();
    }
    let mut out = "<section class=\"wide\" aria-labelledby=\"notices-title\"><h2 id=\"notices-title\">Left out</h2>\n<ul>\n".to_owned();
    for notice in &review.notices {
        let _ = writeln!(out, "<li>{}</li>", Escaped(notice));
    }
    out + "</ul></section>\n"
}
