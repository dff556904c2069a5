//! A browser for a test, a server for its pages, and short ways to ask a snapshot.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use semantic_cdp::{Browser, CdpError, Launch, Launched, Options, Page, find_browser, launch};
use semantic_core::tree::{Node, Snapshot, State, Tri};

/// Whether a test can run; says so where it cannot.
pub fn has_browser(test: &str) -> bool {
    let refused = std::env::var("SEMANTIC_NO_BROWSER").is_ok_and(|v| v == "1");
    let why = match (refused, find_browser()) {
        (true, _) => "SEMANTIC_NO_BROWSER=1",
        (false, None) => "no Chromium was found",
        _ => return true,
    };
    // Past the harness, which shows nothing of a test that passes.
    let _ = writeln!(std::io::stderr(), "SKIPPED {test}: {why}");
    false
}

/// Runs a test on a browser of its own.
pub fn with_browser<F: Future<Output = Result<(), CdpError>>>(test: &str, run: impl FnOnce(Stage) -> F) {
    if has_browser(test) {
        let stage = Stage { server: Server::start(), launched: start(&[]), options: Options::default() };
        semantic_cdp::block_on(run(stage)).expect(test);
    }
}

/// A browser without a window.
pub fn start(arguments: &[&str]) -> Launched {
    let arguments = arguments.iter().map(|a| (*a).to_owned()).collect();
    launch(&Launch { headless: true, arguments, ..Launch::default() }).expect("the browser starts")
}

/// What a test plays on.
pub struct Stage {
    pub server: Server,
    pub launched: Launched,
    pub options: Options,
}

impl Stage {
    pub async fn browser(&self) -> Result<Browser, CdpError> {
        Browser::attach(&self.launched.address(), self.options.clone()).await
    }

    /// A page of ours in a tab of its own.
    pub async fn open(&self, path: &str) -> Result<Page, CdpError> {
        self.browser().await?.open(&self.server.url(path)).await
    }
}

/// The folder of our own pages.
pub fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")
}

/// Serves `fixtures/live` on two ports of its own, which are two origins, under two names that count as two sites.
pub struct Server {
    port: u16,
    pages: Pages,
}

/// Pages that a test put up, by path.
type Pages = Arc<Mutex<HashMap<String, String>>>;

impl Server {
    pub fn start() -> Server {
        let listeners = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").expect("a port"));
        let [port, near] = listeners.each_ref().map(|l| l.local_addr().expect("an address").port());
        let pages = Pages::default();
        for (listener, ports) in listeners.into_iter().zip([[port, near], [near, port]]) {
            let pages = Arc::clone(&pages);
            thread::spawn(move || {
                for stream in listener.incoming().flatten() {
                    let pages = Arc::clone(&pages);
                    thread::spawn(move || serve(stream, ports, &pages));
                }
            });
        }
        Server { port, pages }
    }

    /// Puts a page up at a path, before those of the folder.
    pub fn put(&self, path: &str, text: String) {
        self.pages.lock().expect("no panic").insert(path.to_owned(), text);
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}/{path}", self.port)
    }

    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }
}

fn serve(mut stream: TcpStream, [port, near]: [u16; 2], pages: &Pages) {
    let mut lines = BufReader::new(stream.try_clone().expect("a stream")).lines().map_while(Result::ok);
    let first = lines.next().unwrap_or_default();
    let host = lines.take_while(|l| !l.is_empty()).find(|l| l.to_ascii_lowercase().starts_with("host:"));
    let (this, other) = match host.unwrap_or_default().contains("localhost") {
        true => ("localhost", "127.0.0.1"),
        false => ("127.0.0.1", "localhost"),
    };
    let path = first.split(' ').nth(1).unwrap_or("/").split('?').next().unwrap_or_default();
    if path == "/hang" {
        let _ = stream.read_to_end(&mut Vec::new());
        return;
    }
    let put = pages.lock().expect("no panic").get(path).cloned();
    let read = || std::fs::read_to_string(fixtures().join("live").join(path.trim_start_matches('/'))).ok();
    let (status, body) = match put.or_else(read) {
        Some(text) => {
            let text = text.replace("{{OTHER}}", &format!("http://{other}:{port}"));
            ("200 OK", text.replace("{{NEAR}}", &format!("http://{this}:{near}")))
        }
        None => ("404 Not Found", "<title>Not found</title>".to_owned()),
    };
    let head = "Content-Type: text/html; charset=utf-8\r\nConnection: close";
    let _ = write!(stream, "HTTP/1.1 {status}\r\n{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len());
}

/// Passes bytes on to another port. Where `sockets_only`, plain requests are answered with 404.
pub struct Relay {
    pub address: SocketAddr,
    to: Arc<Mutex<String>>,
}

impl Relay {
    pub fn start(to: &str, sockets_only: bool) -> Relay {
        let to = Arc::new(Mutex::new(to.trim_start_matches("http://").to_owned()));
        let leads = Arc::clone(&to);
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                let mut first = [0; 4096];
                let n = stream.read(&mut first).unwrap_or(0);
                if sockets_only && !String::from_utf8_lossy(&first[..n]).to_lowercase().contains("upgrade") {
                    let _ = stream.write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
                    continue;
                }
                let Ok(mut other) = TcpStream::connect(&*leads.lock().expect("no panic")) else { continue };
                let _ = other.write_all(&first[..n]);
                let (mut a, mut b) =
                    (stream.try_clone().expect("a stream"), other.try_clone().expect("a stream"));
                thread::spawn(move || pass(&mut a, &mut other));
                thread::spawn(move || pass(&mut b, &mut stream));
            }
        });
        Relay { address, to }
    }

    pub fn lead_to(&self, to: &str) {
        *self.to.lock().expect("no panic") = to.trim_start_matches("http://").to_owned();
    }
}

/// Passes bytes on until one side ends, and then ends the other.
fn pass(from: &mut TcpStream, to: &mut TcpStream) {
    let _ = std::io::copy(from, to);
    let _ = to.shutdown(std::net::Shutdown::Both);
}

/// The path of a browser's WebSocket, as it says itself.
pub fn socket_path(address: &str) -> String {
    let answer = get(address, "/json/version");
    let at = answer.find("/devtools/browser/").expect("a path");
    answer[at..].split('"').next().unwrap_or_default().to_owned()
}

/// What a browser answers to a plain request.
pub fn get(address: &str, path: &str) -> String {
    let host = address.trim_start_matches("http://");
    let mut stream = TcpStream::connect(host).expect("it listens");
    let _ = stream.set_read_timeout(Some(Duration::from_secs(1)));
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").expect("it reads");
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes); // it may keep the connection
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The node of that role and name; there must be one.
pub fn one<'a>(page: &'a Snapshot, role: &str, name: &str) -> Node<'a> {
    let mut found = page.nodes().filter(|n| n.role().as_str() == role && n.name() == Some(name));
    let node = found.next().unwrap_or_else(|| panic!("no {role} {name:?} in\n{}", outline(page)));
    assert!(found.next().is_none(), "more than one {role} {name:?} in\n{}", outline(page));
    node
}

/// Whether some node has that name.
pub fn has(page: &Snapshot, name: &str) -> bool {
    page.nodes().any(|n| n.name() == Some(name))
}

/// The box of a node as x, y, width, height.
pub fn bounds(node: Node<'_>) -> [f64; 4] {
    let rect = node.bounds().unwrap_or_else(|| panic!("{node:?} has no box"));
    [rect.x, rect.y, rect.width, rect.height]
}

pub fn outline(page: &Snapshot) -> String {
    page.nodes().map(|n| format!("{}{n:?} {:?}\n", "  ".repeat(n.depth()), n.key())).collect()
}

/// Waits until `watch.html` watches what happens to it.
pub async fn watching(page: &Page) -> Result<(), CdpError> {
    let watching = "() => new Promise(done => { const wait = () => document.title === 'Watching'
        ? setTimeout(() => done(''), 100) : setTimeout(wait, 50); wait() })";
    page.evaluate_isolated(watching, "null").await.map(drop)
}

/// That nothing has happened to `watch.html` since.
pub async fn untouched(page: &Page) -> Result<(), CdpError> {
    page.settle().await?;
    let report = "() => { document.dispatchEvent(new Event('report')); return document.body.dataset.report }";
    let report = page.evaluate_isolated(report, "null").await?;
    let expected = r#"{"seen":[],"active":"here","scroll":120,"selection":[1,2],"globals":0}"#;
    assert_eq!(report, expected);
    Ok(())
}

/// That no secret of `secrets.html` is in its tree, and of each field whether it holds something.
pub fn secrets_are_kept(page: &Snapshot) {
    let written = semantic_core::formats::write::to_json(page);
    for secret in ["not-a-real-secret", "983217", "4111", "•"] {
        assert!(!written.contains(secret), "{secret} is in {written}");
    }
    let filled = |id: &str| {
        let node = page.nodes().find(|n| n.identifier() == Some(id)).expect(id);
        node.states().get(State::Filled)
    };
    let states = ["filled", "empty", "new", "code", "card", "expiry", "bare"].map(filled);
    let (yes, no) = (Some(Tri::True), Some(Tri::False));
    assert_eq!(states, [yes, no, yes, yes, yes, no, yes]);
    assert!(has(page, "Contact: someone@example.test"));
}
