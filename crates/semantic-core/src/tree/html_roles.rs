//! The role that an HTML tag has by itself (HTML-AAM), for nodes whose producer named no role.

use super::Role;

/// The implicit ARIA role of an HTML element, or `None` where the tag says nothing.
///
/// `tag` may be in any case. `named` says whether the element has an accessible name (a `section` is a region
/// only with one). `attr` answers what the tag's role hangs on: `href`, `type`, `multiple`, `size`, `list`,
/// `alt`, `scope`, `switch`; an attribute without a value is `Some("")`.
pub fn implicit_role<'a>(tag: &str, named: bool, attr: impl Fn(&str) -> Option<&'a str>) -> Option<Role> {
    if tag.bytes().any(|b| b.is_ascii_uppercase()) {
        return lower_case(&tag.to_ascii_lowercase(), named, attr);
    }
    lower_case(tag, named, attr)
}

fn lower_case<'a>(tag: &str, named: bool, attr: impl Fn(&str) -> Option<&'a str>) -> Option<Role> {
    Some(match tag {
        "a" | "area" => return attr("href").map(|_| Role::Link),
        "address" | "details" | "fieldset" | "hgroup" | "optgroup" => Role::Group,
        "article" => Role::Article,
        "aside" => Role::Complementary,
        "blockquote" => Role::Blockquote,
        "button" | "summary" => Role::Button,
        "canvas" | "svg" => Role::Image,
        "caption" | "figcaption" | "legend" => Role::Caption,
        "code" => Role::Code,
        "datalist" => Role::ListBox,
        "dd" => Role::Definition,
        "del" | "s" => Role::Deletion,
        "dfn" | "dt" => Role::Term,
        "dialog" => Role::Dialog,
        "em" => Role::Emphasis,
        "figure" => Role::Figure,
        "footer" => Role::ContentInfo,
        "form" => Role::Form,
        "frame" | "iframe" => Role::Iframe,
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => Role::Heading,
        "header" => Role::Banner,
        "hr" => Role::Separator,
        "html" => Role::Document,
        "img" if attr("alt") == Some("") => Role::None,
        "img" => Role::Image,
        "input" => return input(attr),
        "ins" => Role::Insertion,
        "label" => Role::Label,
        "li" => Role::ListItem,
        "main" => Role::Main,
        "mark" => Role::Mark,
        "math" => Role::Math,
        "menu" | "ol" | "ul" => Role::List,
        "meter" => Role::Meter,
        "nav" => Role::Navigation,
        "option" => Role::Option,
        "output" => Role::Status,
        "p" => Role::Paragraph,
        "progress" => Role::ProgressBar,
        "search" => Role::Search,
        "section" if named => Role::Region,
        "select" if is_list_box(&attr) => Role::ListBox,
        "select" => Role::ComboBox,
        "strong" => Role::Strong,
        "sub" => Role::Subscript,
        "sup" => Role::Superscript,
        "table" => Role::Table,
        "tbody" | "tfoot" | "thead" => Role::RowGroup,
        "td" => Role::Cell,
        "textarea" => Role::TextBox,
        "th" if attr("scope").is_some_and(|s| s.eq_ignore_ascii_case("row")) => Role::RowHeader,
        "th" => Role::ColumnHeader,
        "time" => Role::Time,
        "tr" => Role::Row,
        _ => return None,
    })
}

fn is_list_box<'a>(attr: &impl Fn(&str) -> Option<&'a str>) -> bool {
    let size = attr("size").and_then(|s| s.trim().parse::<u32>().ok());
    attr("multiple").is_some_and(|v| v != "false") || size.is_some_and(|n| n > 1)
}

fn input<'a>(attr: impl Fn(&str) -> Option<&'a str>) -> Option<Role> {
    let kind = attr("type").unwrap_or("text").trim().to_ascii_lowercase();
    Some(match kind.as_str() {
        "hidden" => return None,
        "button" | "submit" | "reset" | "image" | "file" | "color" => Role::Button,
        "checkbox" if attr("switch").is_some() => Role::Switch,
        "checkbox" => Role::Checkbox,
        "radio" => Role::Radio,
        "range" => Role::Slider,
        "number" => Role::SpinButton,
        "" | "text" | "search" | "tel" | "url" | "email" if attr("list").is_some() => Role::ComboBox,
        "search" => Role::SearchBox,
        _ => Role::TextBox,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_speak_in_any_case_and_inputs_by_type() {
        let role = |tag: &str, attrs: &[(&str, &'static str)]| {
            let attrs: Vec<(String, &'static str)> = attrs.iter().map(|&(k, v)| (k.to_owned(), v)).collect();
            implicit_role(tag, false, |key| attrs.iter().find(|(k, _)| k == key).map(|&(_, v)| v))
        };
        for (tag, attrs, want) in [
            ("a", &[][..], None),
            ("A", &[("href", "")], Some(Role::Link)),
            ("input", &[], Some(Role::TextBox)),
            ("INPUT", &[("type", "RANGE")], Some(Role::Slider)),
            ("input", &[("type", "hidden")], None),
            ("input", &[("type", "search"), ("list", "x")], Some(Role::ComboBox)),
            ("select", &[("size", "4")], Some(Role::ListBox)),
            ("select", &[("multiple", "")], Some(Role::ListBox)),
            ("select", &[("size", "1")], Some(Role::ComboBox)),
            ("img", &[("alt", "")], Some(Role::None)),
            ("th", &[("scope", "row")], Some(Role::RowHeader)),
            ("section", &[], None),
            ("div", &[], None),
        ] {
            assert_eq!(role(tag, attrs), want, "{tag} {attrs:?}");
        }
        assert_eq!(implicit_role("section", true, |_| None), Some(Role::Region));
    }
}
