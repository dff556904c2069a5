//! The one request over HTTP that finding a browser takes: a GET of a small JSON document.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// The most that an answer may hold, in bytes: a list of some thousand tabs.
const MOST: usize = 16 << 20;

/// Why there is no answer.
pub(crate) enum Failure {
    /// Nothing listens there, or it does not answer in time.
    Silent(String),
    /// It answers, with something else than was asked for.
    Other(String),
}

/// The body of `path`. The host in the request is the address itself: browsers refuse names.
pub(crate) async fn get(address: SocketAddr, path: &str, limit: Duration) -> Result<String, Failure> {
    let answer = timeout(limit, fetch(address, path)).await;
    let answer =
        answer.map_err(|_| Failure::Silent(format!("no answer within {} s", limit.as_secs_f32())))?;
    let (head, body) = parse(answer.map_err(|e| Failure::Silent(e.to_string()))?)?;
    let status = head.split(' ').nth(1).unwrap_or_default();
    match status {
        "200" => {
            String::from_utf8(body).map_err(|_| Failure::Other("it does not answer in UTF-8".to_owned()))
        }
        _ => Err(Failure::Other(format!("it answers {path} with status {}", crate::error::cut(status)))),
    }
}

async fn fetch(address: SocketAddr, path: &str) -> std::io::Result<Vec<u8>> {
    let mut stream = TcpStream::connect(address).await?;
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut bytes = Vec::new();
    let mut whole = None;
    while bytes.len() < whole.unwrap_or(MOST) {
        if stream.read_buf(&mut bytes).await? == 0 {
            break;
        }
        if whole.is_none() {
            whole = length(&bytes);
        }
    }
    Ok(bytes)
}

fn end_of_head(bytes: &[u8]) -> Option<usize> {
    bytes.windows(4).position(|w| w == b"\r\n\r\n")
}

/// The length of head and body together, once the head is there and says it.
fn length(bytes: &[u8]) -> Option<usize> {
    let end = end_of_head(bytes)?;
    let head = String::from_utf8_lossy(&bytes[..end]);
    let says = |line: &str| {
        let (key, value) = line.split_once(':')?;
        key.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().ok())?
    };
    Some(end + 4 + head.lines().find_map(says)?.min(MOST))
}

fn parse(mut bytes: Vec<u8>) -> Result<(String, Vec<u8>), Failure> {
    let end = end_of_head(&bytes).filter(|_| bytes.starts_with(b"HTTP/1."));
    let end = end.ok_or_else(|| Failure::Other("it does not speak HTTP".to_owned()))?;
    let body = bytes.split_off(end + 4);
    let line = bytes.split(|&b| b == b'\r').next().unwrap_or_default();
    Ok((String::from_utf8_lossy(line).into_owned(), body))
}

#[cfg(test)]
mod tests {
    use super::{length, parse};

    #[test]
    fn an_answer_is_as_long_as_it_says() {
        assert_eq!(length(b"HTTP/1.1 200 OK\r\nContent-Le"), None);
        assert_eq!(length(b"HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n"), Some(41));
        assert_eq!(length(b"HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n"), None);
    }

    #[test]
    fn what_is_not_http_is_told() {
        assert!(parse(b"SSH-2.0-x\r\n\r\n".to_vec()).is_err());
        assert!(parse(Vec::new()).is_err());
    }
}
