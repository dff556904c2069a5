//! Reading anew what navigated while it was read.

use crate::error::CdpError;

/// How often a page is read.
const ATTEMPTS: usize = 3;

/// Reads a page until it stays in its document meanwhile; `read` is told whether this is the last time.
///
/// A plain function that returns a future: of what an async closure returns nobody can be told that it may be sent.
pub(crate) async fn until_still<T, F>(read: impl Fn(bool) -> F) -> Result<T, CdpError>
where
    F: Future<Output = Result<T, CdpError>>,
{
    for attempt in 1..=ATTEMPTS {
        match read(attempt == ATTEMPTS).await {
            Err(CdpError::Moved) => {}
            Err(error) if error.is_moved() => {}
            other => return other,
        }
    }
    Err(CdpError::Moved)
}
