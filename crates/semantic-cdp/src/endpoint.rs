//! Where a browser listens: an address as people write it, and what is found behind it.

use std::net::SocketAddr;
use std::time::Duration;

use serde::Deserialize;

use crate::error::{CdpError, cut};
use crate::http::{self, Failure};

/// An address that was given.
#[derive(Clone, Debug)]
pub(crate) struct Endpoint {
    /// As it was written.
    pub(crate) text: String,
    host: String,
    port: u16,
    /// The path of a WebSocket; `None` where the browser is asked for it.
    socket: Option<String>,
}

/// A browser that was found.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) address: SocketAddr,
    /// The path of the browser's WebSocket.
    pub(crate) socket: String,
    /// Whether the address also lists the tabs, in the order of their latest activation.
    pub(crate) lists: bool,
}

/// A tab in the browser's own list.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Listed {
    pub(crate) id: String,
    #[serde(default, rename = "type")]
    pub(crate) kind: String,
    #[serde(default)]
    pub(crate) title: String,
    #[serde(default)]
    pub(crate) url: String,
}

#[derive(Deserialize)]
struct Version {
    #[serde(rename = "webSocketDebuggerUrl")]
    socket: Option<String>,
}

/// Whether a text is the address of a browser, `http://HOST:PORT` or `ws://HOST:PORT/PATH`. Nothing is asked there.
///
/// # Errors
/// [`CdpError::Address`] says what is wrong.
pub fn check_address(text: &str) -> Result<(), CdpError> {
    Endpoint::parse(text).map(drop)
}

impl Endpoint {
    /// Reads `http://HOST:PORT`, `ws://HOST:PORT/PATH`, `HOST:PORT` or a port alone.
    pub(crate) fn parse(text: &str) -> Result<Self, CdpError> {
        let wrong = |why| CdpError::Address { address: cut(text), why };
        let given = text.trim();
        let (scheme, rest) = given.split_once("://").unwrap_or(("http", given));
        let scheme = scheme.to_ascii_lowercase();
        if matches!(scheme.as_str(), "https" | "wss") {
            return Err(wrong("encrypted connections are not supported, forward the port instead"));
        }
        if !matches!(scheme.as_str(), "http" | "ws") {
            return Err(wrong("it starts with neither http:// nor ws://"));
        }
        let (place, path) = rest.find('/').map_or((rest, ""), |at| rest.split_at(at));
        let (host, port) = match place.rsplit_once(':') {
            Some((host, port)) if !port.ends_with(']') => {
                (host, port.parse().map_err(|_| wrong("its port is not a number from 1 to 65535"))?)
            }
            None if !given.contains("://") && place.parse::<u16>().is_ok() => {
                ("127.0.0.1", place.parse().unwrap_or_default())
            }
            _ => (place, 80),
        };
        let host = host.trim_start_matches('[').trim_end_matches(']').to_owned();
        if host.is_empty() || host.contains('@') || host.contains(char::is_whitespace) || port == 0 {
            return Err(wrong("it names no host and port"));
        }
        if path.contains(|c: char| c.is_control() || c == ' ') {
            return Err(wrong("its path has a blank in it"));
        }
        let socket = (scheme == "ws" && path.len() > 1).then(|| path.to_owned());
        Ok(Endpoint { text: cut(given), host, port, socket })
    }

    /// The id of the tab, where the address is that of one (`ws://HOST:PORT/devtools/page/ID`).
    pub(crate) fn tab(&self) -> Option<&str> {
        self.socket.as_deref()?.strip_prefix("/devtools/page/")
    }

    /// Looks for the browser. Where a WebSocket's address was given and the host also says where its WebSocket
    /// is, that of now counts: a browser that was started anew has another.
    pub(crate) async fn find(&self, limit: Duration) -> Result<Found, CdpError> {
        let mut why = Failure::Silent("the name of the host leads nowhere".to_owned());
        for address in self.addresses(limit).await? {
            // A path that is not of the browser's own making is a service's, and means what it says.
            if let Some(socket) = self.socket.as_ref().filter(|path| !path.starts_with("/devtools/")) {
                return Ok(Found { address, socket: socket.clone(), lists: false });
            }
            match socket_of(address, limit).await {
                Ok(socket) => return Ok(Found { address, socket, lists: true }),
                Err(Failure::Other(_)) if self.socket.is_some() && self.tab().is_none() => {
                    let socket = self.socket.clone().unwrap_or_default();
                    return Ok(Found { address, socket, lists: false });
                }
                Err(failure) => why = failure,
            }
        }
        let address = self.text.clone();
        Err(match why {
            Failure::Silent(why) => CdpError::Unreachable { address, why },
            Failure::Other(why) => CdpError::NotABrowser { address, why },
        })
    }

    async fn addresses(&self, limit: Duration) -> Result<Vec<SocketAddr>, CdpError> {
        let lost = |why: String| CdpError::Unreachable { address: self.text.clone(), why };
        let names =
            tokio::time::timeout(limit, tokio::net::lookup_host((self.host.as_str(), self.port))).await;
        let names = names.map_err(|_| lost("its name was not resolved in time".to_owned()))?;
        let mut all: Vec<_> = names.map_err(|e| lost(e.to_string()))?.collect();
        // Browsers listen on 127.0.0.1; where both are tried, the likelier comes first.
        all.sort_by_key(SocketAddr::is_ipv6);
        all.dedup();
        Ok(all)
    }
}

/// The path of the WebSocket that a browser says it has. The host it says is that of the request, or of a machine
/// that forwards: only the path counts.
async fn socket_of(address: SocketAddr, limit: Duration) -> Result<String, Failure> {
    let body = http::get(address, "/json/version", limit).await?;
    let other = || Failure::Other("its /json/version names no WebSocket".to_owned());
    let version: Version = serde_json::from_str(&body).map_err(|_| other())?;
    let socket = version.socket.ok_or_else(other)?;
    let path = socket.split_once("://").and_then(|(_, rest)| rest.find('/').map(|at| rest[at..].to_owned()));
    path.ok_or_else(other)
}

impl Found {
    /// The targets in the browser's own list, latest activated first, where it has that list.
    pub(crate) async fn list(&self, limit: Duration) -> Option<Vec<Listed>> {
        if !self.lists {
            return None;
        }
        let body = http::get(self.address, "/json/list", limit).await.ok()?;
        serde_json::from_str(&body).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::Endpoint;

    #[test]
    fn addresses_as_people_write_them() {
        let read = |text| {
            let e = Endpoint::parse(text).expect(text);
            (e.host, e.port, e.socket.unwrap_or_default())
        };
        let plain = |host: &str, port| (host.to_owned(), port, String::new());
        assert_eq!(read("http://localhost:9222"), plain("localhost", 9222));
        assert_eq!(read("http://127.0.0.1:9222/json/version"), plain("127.0.0.1", 9222));
        assert_eq!(read("localhost:9222"), plain("localhost", 9222));
        assert_eq!(read("9222"), plain("127.0.0.1", 9222));
        assert_eq!(read("http://[::1]:9222/"), plain("::1", 9222));
        assert_eq!(read("ws://127.0.0.1:9222"), plain("127.0.0.1", 9222));
        let socket = "/devtools/browser/x-y".to_owned();
        assert_eq!(read("ws://127.0.0.1:9222/devtools/browser/x-y"), ("127.0.0.1".to_owned(), 9222, socket));
        assert_eq!(Endpoint::parse("ws://h:1/devtools/page/AB").expect("one").tab(), Some("AB"));
    }

    #[test]
    fn what_is_no_address_is_told() {
        for text in
            ["", "ftp://h:1", "wss://h:1/x", "http://:9222", "http://h:port", "http://h:0", "http://a b:1"]
        {
            assert!(Endpoint::parse(text).is_err(), "{text}");
        }
    }
}
