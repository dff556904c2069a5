//! Addresses of links as a snapshot of Playwright has them: as the page spells them.
//!
//! Most dumps hold the whole address instead. Where that leads within the page's own site, nobody knows how the
//! page spells it; a pattern for its end fits every way.

/// What stands behind `/url:` for an address on a page: the address, a pattern, or nothing that could be compared.
pub(super) fn expected(url: &str, page: Option<&str>) -> Option<String> {
    if url.is_empty() || url.starts_with("data:") {
        return None;
    }
    let Some((page, site)) = page.and_then(|page| Some((page, site_of(page)?))) else {
        return Some(url.to_owned());
    };
    if !url.starts_with(site) {
        let bare = bare_site(url).map(|bare| format!("/^{}\\/?$/", escaped(bare)));
        return Some(bare.unwrap_or_else(|| url.to_owned()));
    }
    let file = page.split('#').next().unwrap_or_default();
    let path = file.split('?').next().unwrap_or_default();
    let folder = |url: &str| url.rfind('/').map_or(0, |at| at + 1).max(site.len());
    let rest = match (url.strip_prefix(file), url.strip_prefix(path)) {
        (Some(rest), _) if rest.starts_with('#') => rest,
        (_, Some(rest)) if rest.starts_with(['?', '#']) => rest,
        _ => &url[common(url, &path[..folder(path).min(path.len())])..],
    };
    (!rest.is_empty()).then(|| format!("/{}$/", escaped(rest)))
}

/// `https://host/` of an address.
fn site_of(url: &str) -> Option<&str> {
    let host = url.find("://")? + 3;
    let end = url[host..].find('/').map_or(url.len(), |at| host + at + 1);
    Some(&url[..end])
}

/// An address that is a site alone, without the slash that browsers put behind it.
fn bare_site(url: &str) -> Option<&str> {
    site_of(url).filter(|site| *site == url)?.strip_suffix('/')
}

/// Length of the folders that two addresses share.
fn common(url: &str, folder: &str) -> usize {
    let same = url.bytes().zip(folder.bytes()).take_while(|(a, b)| a == b).count();
    url.as_bytes()[..same].iter().rposition(|&b| b == b'/').map_or(0, |at| at + 1)
}

/// A text as part of a regular expression; what a browser encodes may be spelled in any way.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let encoded =
            rest.get(..3).filter(|t| t.starts_with('%') && t[1..].bytes().all(|b| b.is_ascii_hexdigit()));
        if encoded.is_some() {
            if !out.ends_with(".+") {
                out += ".+";
            }
            rest = &rest[3..];
            continue;
        }
        if !c.is_alphanumeric()
            && !matches!(c, '-' | '_' | '#' | '=' | '&' | ':' | ',' | ';' | '~' | '@' | '!' | '%')
        {
            out.push('\\');
        }
        out.push(c);
        rest = &rest[c.len_utf8()..];
    }
    out
}

#[cfg(test)]
mod tests {
    use super::expected;

    #[test]
    fn own_addresses_are_patterns_and_foreign_ones_are_whole() {
        let page = Some("http://h:8/a/b/page.html?x=1#top");
        for (url, want) in [
            ("http://h:8/a/b/next.html", Some(r"/next\.html$/")),
            ("http://h:8/a/c/next.html", Some(r"/c\/next\.html$/")),
            ("http://h:8/a/b/page.html?x=1#more", Some("/#more$/")),
            ("http://h:8/a/b/page.html?y=%C3%A4%20(z)", Some(r"/\?y=.+\(z\)$/")),
            ("http://h:8/a/b/", None),
            ("http://other/x", Some("http://other/x")),
            ("http://other/", Some(r"/^http:\/\/other\/?$/")),
            ("../x.html", Some("../x.html")),
            ("mailto:a@b.c", Some("mailto:a@b.c")),
            ("data:text/plain,x", None),
        ] {
            assert_eq!(expected(url, page).as_deref(), want, "{url}");
        }
        assert_eq!(expected("http://h/x", None).as_deref(), Some("http://h/x"));
    }
}
