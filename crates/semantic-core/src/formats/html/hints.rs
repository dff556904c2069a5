//! The hinted elements of a page, as the capture script lists them in a browser. What only layout or a style sheet
//! tells, such as a box that came out empty, is unknown here.

use super::compose::compose;
use super::dom::{Dom, NONE, collapsed};
use super::hidden::declarations;
use super::names::{Names, Source};
use super::native::label_attr;
use super::page::{Facts, Page};
use super::parse::{Document, parse};
use super::rendered::Rendered;
use super::roles::is_editable;
use super::values::{is_chosen, option_text, options, value_of};
use super::walk::title_of;
use crate::hints::{Captured, CapturedElement, Held, Hidden, HintRole, MOST_ELEMENTS};

/// Lists the hinted elements of an HTML text.
pub(in crate::formats) fn capture(text: &str) -> Captured {
    let Document { dom, root, saved_from, cut, too_deep, too_many } = parse(text, Dom::default());
    let (dom, composed) = compose(dom, root);
    let page = Page::new(&dom, root, &composed.given);
    let mut reader = Reader { page: &page, texts: Rendered::new(&page, root), names: Names::new(&page) };
    let mut list = Captured {
        url: saved_from.unwrap_or_default(),
        title: title_of(&page, root).unwrap_or_default(),
        ..Captured::default()
    };
    let mut around = vec![NONE; dom.len()]; // of each node: the place of the nearest hinted element, itself included
    for n in dom.inside(root) {
        let parent = dom.parent(n).map_or(NONE, |p| around[p as usize]);
        around[n as usize] = parent;
        let hinted = dom.attr(n, "data-semtag-id").is_some_and(|id| !id.is_empty());
        if !hinted || page.facts(n).has(Facts::NEVER) {
            continue;
        }
        if list.elements.items.len() >= MOST_ELEMENTS {
            list.elements.left_out += 1;
            continue;
        }
        around[n as usize] = list.elements.items.len() as u32;
        let parent = (parent != NONE).then_some(parent);
        let element = reader.element(n);
        list.elements.items.push(CapturedElement { parent, ..element });
    }
    let unfinished = reader.texts.unfinished + reader.names.unfinished;
    if let Some(place) = cut {
        list.notices.push(format!("the text ends {place}: it may be cut off"));
    }
    for (count, what) in [
        (too_many + composed.too_many, "attributes left out, of tags with more than 1,000 of them"),
        (too_deep + composed.too_deep, "elements nested too deep left out, their text kept"),
        (composed.closed_frames, "frames nested more than 16 deep left out"),
        (unfinished, "texts cut short: too long, or too much work"),
    ] {
        if count > 0 {
            list.notices.push(format!("{count} {what}"));
        }
    }
    list
}

struct Reader<'p, 'd> {
    page: &'p Page<'d>,
    texts: Rendered<'p, 'd>,
    names: Names<'p, 'd>,
}

impl Reader<'_, '_> {
    fn element(&mut self, n: u32) -> CapturedElement {
        let (page, dom) = (self.page, self.page.dom);
        let attr = |key: &str| dom.attr(n, key).unwrap_or_default().to_owned();
        let role = HintRole::from_name(&attr("data-semtag-role"));
        let html = dom.html(n);
        let field = is_field(dom, n);
        let edited = is_editable(dom, n) && !field;
        let shown = if field { String::new() } else { self.texts.text(n) };
        let label = self.texts_of(page.labels(n));
        let name = self.name(n, role, &label, &shown);
        let has_value = role.is_some_and(HintRole::has_value);
        let given = CapturedElement::of_attributes(&attr);
        CapturedElement {
            tag: if edited { "editable" } else { html }.to_owned(),
            about: given.about.iter().cloned().chain([label]).filter(|text| !text.is_empty()).collect(),
            name,
            value: (has_value || field || edited).then(|| self.value(n, role, shown)),
            disabled: is_disabled(page, n),
            hidden: hidden(page, n),
            ..given
        }
    }

    fn texts_of(&mut self, elements: &[u32]) -> String {
        let texts: Vec<String> = elements.iter().take(50).map(|&n| self.texts.text(n)).collect();
        collapsed(&texts.join(" "))
    }

    fn name(&mut self, n: u32, role: Option<HintRole>, label: &str, shown: &str) -> String {
        let (page, dom) = (self.page, self.page.dom);
        let attr = |key: &str| dom.attr(n, key).map(collapsed).filter(|text| !text.is_empty());
        let referred: Vec<String> = page
            .referred(n, "aria-labelledby")
            .into_iter()
            .take(50)
            .map(|n| label_attr(dom, n).unwrap_or_else(|| self.texts.text(n)))
            .collect();
        let by_content = role.is_none_or(HintRole::is_named_by_content);
        let given = Some(collapsed(&referred.join(" ")))
            .filter(|text| !text.is_empty())
            .or_else(|| attr("aria-label"))
            .or_else(|| Some(label.to_owned()).filter(|text| !text.is_empty()))
            .or_else(|| attr("placeholder"))
            .or_else(|| attr("title"))
            .or_else(|| Some(shown.to_owned()).filter(|text| by_content && !text.is_empty()));
        given.unwrap_or_else(|| match self.names.name(n) {
            (name, source) if by_content || source != Source::Content => name,
            _ => String::new(),
        })
    }

    fn value(&self, n: u32, role: Option<HintRole>, shown: String) -> Held {
        let (page, dom) = (self.page, self.page.dom);
        let written = || dom.attr(n, "value").unwrap_or_default().to_owned();
        match dom.html(n) {
            "input" if is_checkable(dom, n) => return Held::On(dom.has(n, "checked")),
            "label" if role == Some(HintRole::Toggle) => {
                if let Some(box_of) = page.control(n).filter(|&control| is_checkable(dom, control)) {
                    return Held::On(dom.has(box_of, "checked"));
                }
            }
            "input" => return Held::Text(value_of(page, n).map_or_else(written, Into::into)),
            "textarea" => return Held::Text(dom.text(n)),
            "select" => {
                let chosen = options(page, n).filter(|&o| is_chosen(page, o)).take(100);
                return Held::Text(chosen.map(|o| option_text(dom, o)).collect::<Vec<_>>().join(", "));
            }
            _ => {}
        }
        let switched = || dom.attr(n, "aria-checked").or_else(|| dom.attr(n, "aria-pressed"));
        if let Some(word) = switched().filter(|_| role != Some(HintRole::Observable)) {
            return match word {
                "mixed" => Held::Text(word.to_owned()),
                word => Held::On(word == "true"),
            };
        }
        let on_scale = role == Some(HintRole::Slider) || matches!(dom.html(n), "meter" | "progress");
        match shown.is_empty() && on_scale {
            true => Held::Text(value_of(page, n).unwrap_or_default().into_owned()),
            false => Held::Text(shown),
        }
    }
}

fn is_field(dom: &Dom, n: u32) -> bool {
    matches!(dom.html(n), "input" | "select" | "textarea")
}

/// Whether an element is a checkbox or a radio button.
fn is_checkable(dom: &Dom, n: u32) -> bool {
    dom.html(n) == "input" && ["checkbox", "radio"].iter().any(|kind| dom.attr_is(n, "type", kind))
}

fn is_disabled(page: &Page<'_>, n: u32) -> bool {
    let native = matches!(
        page.dom.html(n),
        "button" | "fieldset" | "input" | "optgroup" | "option" | "select" | "textarea"
    );
    (native && page.facts(n).has(Facts::DISABLED)) || page.dom.attr_is(n, "aria-disabled", "true")
}

/// Why an element cannot be seen, as far as its tag and inline styles tell.
fn hidden(page: &Page<'_>, n: u32) -> Option<Hidden> {
    let facts = page.facts(n);
    if facts.has(Facts::UNRENDERED) {
        return Some(Hidden::Display);
    }
    if facts.has(Facts::INVISIBLE) {
        return Some(Hidden::Visibility);
    }
    let (mut empty, mut opacity) = ([false; 2], None);
    let (mut boxless, mut grows) = (false, false);
    for (property, value) in page.dom.attr(n, "style").into_iter().flat_map(declarations) {
        let is_zero =
            || value.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%').parse() == Ok(0.0);
        match property.to_ascii_lowercase().as_str() {
            "width" => empty[0] = is_zero(),
            "height" => empty[1] = is_zero(),
            "opacity" => opacity = Some(is_zero()),
            "display" => boxless = value.eq_ignore_ascii_case("contents"),
            "flex" | "flex-grow" | "min-width" | "min-height" | "padding" | "padding-bottom"
            | "padding-top" => {
                grows = true;
            }
            _ => {}
        }
    }
    if (!grows && (empty[0] || empty[1])) || boxless {
        return Some(Hidden::Size);
    }
    (opacity == Some(true)).then_some(Hidden::Opacity)
}
