//! Reading anew what navigated while it was read.

use crate::error::CdpError;

/// How often a page is read.
const ATTEMPTS: usize = 3;

/// Reads a page until it stays in its document meanwhile; `read` is told whether this is the last time.
pub(crate) async fn until_still<T>(read: impl AsyncFn(bool) -> Result<T, CdpError>) -> Result<T, CdpError> {
    for attempt in 1..=ATTEMPTS {
        match read(attempt == ATTEMPTS).await {
            Err(CdpError::Moved) => {}
            Err(error) if error.is_moved() => {}
            other => return other,
        }
    }
    Err(CdpError::Moved)
}
