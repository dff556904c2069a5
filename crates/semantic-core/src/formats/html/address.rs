//! Addresses: a link as written becomes absolute where the document says what it is relative to (RFC 3986, 5.2).

/// `link` seen from `base`; as written where the base is not absolute or the link needs none.
pub(super) fn resolve(base: Option<&str>, link: &str) -> String {
    let link = link.trim();
    let Some((scheme, rest)) = base.and_then(split_scheme) else { return link.to_owned() };
    if split_scheme(link).is_some() || link.is_empty() {
        return link.to_owned();
    }
    let (host, path) = match rest.strip_prefix("//") {
        Some(rest) => rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len())),
        None => return link.to_owned(), // `data:` and the like have no parts
    };
    let before_fragment = path.split('#').next().unwrap_or_default();
    let folder_and_name = before_fragment.split('?').next().unwrap_or_default();
    let tail = match link.as_bytes().first() {
        Some(b'#') => format!("{before_fragment}{link}"),
        Some(b'?') => format!("{folder_and_name}{link}"),
        _ if link.starts_with("//") => return format!("{scheme}:{link}"),
        Some(b'/') => without_dots(link),
        _ => {
            let folder = folder_and_name.rfind('/').map_or("/", |end| &folder_and_name[..=end]);
            without_dots(&format!("{folder}{link}"))
        }
    };
    let slash = if tail.starts_with('/') { "" } else { "/" };
    format!("{scheme}://{host}{slash}{tail}")
}

/// The scheme of an absolute address and what follows its colon.
pub(super) fn split_scheme(address: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = address.trim().split_once(':')?;
    let fits = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    fits.then_some((scheme, rest))
}

/// A path with its `.` and `..` carried out.
fn without_dots(path: &str) -> String {
    let end = path.find(['?', '#']).unwrap_or(path.len());
    let (path, tail) = path.split_at(end);
    let mut parts: Vec<&str> = Vec::new();
    let mut folder = false;
    for part in path.split('/').skip(1) {
        folder = matches!(part, "." | "..");
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    let slash = if folder && !parts.is_empty() { "/" } else { "" };
    format!("/{}{slash}{tail}", parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_as_rfc_3986_resolves_them() {
        let base = Some("http://a/b/c/d;p?q");
        for (link, want) in [
            ("g", "http://a/b/c/g"),
            ("./g", "http://a/b/c/g"),
            ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"),
            ("//g", "http://g"),
            ("?y", "http://a/b/c/d;p?y"),
            ("g?y#s", "http://a/b/c/g?y#s"),
            ("#s", "http://a/b/c/d;p?q#s"),
            (".", "http://a/b/c/"),
            ("..", "http://a/b/"),
            ("../../../g", "http://a/g"),
            ("g?y/../x", "http://a/b/c/g?y/../x"),
            ("mailto:x@y", "mailto:x@y"),
            ("", ""),
        ] {
            assert_eq!(resolve(base, link), want, "{link}");
        }
        assert_eq!(resolve(None, "a/b"), "a/b");
        assert_eq!(resolve(Some("https://example.com"), "a"), "https://example.com/a");
        assert_eq!(resolve(Some("data:text/html,x"), "a"), "a");
    }
}
