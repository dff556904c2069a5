//! What is told of frames of other origins: where they are, or why they could not be read.

use super::facts::Teller;

/// A node by its part and number.
type NodeOf<'f> = dyn Fn(u16, u32) -> Option<u32> + 'f;

/// Marks a frame as one that could not be read, with its address.
pub(super) fn unreadable(
    teller: &mut Teller<'_, '_>,
    node: &NodeOf<'_>,
    (part, number): (usize, u32),
    why: &str,
) {
    let Some(frame) = node(part as u16, number) else { return };
    let address = teller.page.dom.attr(frame, "src").map(str::trim).filter(|src| !src.is_empty());
    let why = format!("{} {why}", address.unwrap_or("its address"));
    if let Some(row) = teller.row_of(frame) {
        teller.add(row, "unreadable", &why);
    }
}

/// Tells the address of a frame whose origin is another than that of the document around it.
pub(super) fn address(
    teller: &mut Teller<'_, '_>,
    node: &NodeOf<'_>,
    (part, number): (usize, u32),
    url: &str,
    around: &str,
) {
    let Some(origin) = origin(url).filter(|own| Some(own.as_str()) != origin(around).as_deref()) else {
        return;
    };
    if let Some(row) = node(part as u16, number).and_then(|n| teller.row_of(n)) {
        teller.add(row, "address", if url.len() <= 200 { url } else { &origin });
    }
}

/// Scheme, host and port of an address on the web.
fn origin(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://").filter(|(scheme, _)| matches!(*scheme, "http" | "https"))?;
    let host = rest.split(['/', '?', '#']).next().unwrap_or(rest);
    Some(format!("{scheme}://{host}"))
}
