//! From a file to its hinted elements: a page by a reader of its own, everything else through the tree.

use super::ReadError;
use super::detect::read;
use crate::hints::Captured;

/// Reads the hinted elements of a file of any known format, or of the one called `forced`.
///
/// An HTML page is read for them directly, hidden parts included, and with the text that a browser would render as far
/// as inline styles and tags tell it; of any other dump the tree is read and its names and values are taken.
///
/// ```
/// # #[cfg(feature = "html")] {
/// use semantic_core::{formats::read_hints, hints::observe};
/// let page = read_hints(b"<p data-semtag-id='cart.total' data-semtag-role=observable>Total <b>3</b>", None)?;
/// assert_eq!(observe(&page, "cart.total").unwrap().name(), "Total 3");
/// # }
/// # Ok::<(), semantic_core::formats::ReadError>(())
/// ```
pub fn read_hints(bytes: &[u8], forced: Option<&str>) -> Result<Captured, ReadError> {
    #[cfg(feature = "html")]
    {
        let text = super::decode::decode(bytes)?.text;
        let is_html = match forced {
            Some(name) => name == "html",
            None => super::detect(&text).is_ok_and(|format| format.name == "html"),
        };
        if is_html && !text.trim().is_empty() {
            return Ok(super::html::capture(&text));
        }
    }
    Ok(Captured::from_snapshot(&read(bytes, forced)?))
}
