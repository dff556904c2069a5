//! What situations are played on: a real browser without a window, a server of their pages, and clients of both.

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;

use anyhow::{Context, Result};
use semantic_cdp::{Browser, CdpError, Choice, Launch, Launched, Options, block_on, launch};
use serde_json::{Value, json};

use super::client::Client;
use super::playwright::Playwright;
use super::points::Points;

/// Pages by path.
type Pages = Arc<Mutex<HashMap<String, String>>>;

/// Everything that a situation needs.
pub struct Stage {
    /// The built command.
    pub semantic: PathBuf,
    /// Where the situations lie.
    pub folder: PathBuf,
    /// Real Playwright, or why it is not there.
    pub playwright: Result<Playwright, String>,
    browser: Launched,
    pages: Pages,
    port: u16,
}

impl Stage {
    /// Starts a browser and serves the folder's pages.
    pub fn open(folder: PathBuf, semantic: PathBuf) -> Result<Stage> {
        let browser = launch(&Launch { headless: true, ..Launch::default() })?;
        let listener = TcpListener::bind("127.0.0.1:0").context("no free port")?;
        let port = listener.local_addr()?.port();
        let pages = Pages::default();
        let (put, root) = (Arc::clone(&pages), folder.clone());
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (put, root) = (Arc::clone(&put), root.clone());
                thread::spawn(move || serve(stream, &put, &root));
            }
        });
        let playwright = Playwright::open(&browser.address())?;
        Ok(Stage { semantic, folder, playwright, browser, pages, port })
    }

    /// The address of a page: a file of the folder, or one that was put up.
    pub fn url(&self, page: &str) -> String {
        format!("http://127.0.0.1:{}/{page}", self.port)
    }

    /// The browser's debugging address.
    pub fn address(&self) -> String {
        self.browser.address()
    }

    /// The text of a file of the folder.
    pub fn file(&self, name: &str) -> Result<String> {
        let path = self.folder.join(name);
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
    }

    /// A file of the folder as JSON.
    pub fn json(&self, name: &str) -> Result<Value> {
        serde_json::from_str(&self.file(name)?).with_context(|| format!("{name} is no JSON"))
    }

    /// Puts a page of our own up.
    pub fn put(&self, page: &str, html: String) {
        self.pages.lock().expect("no panic while it is held").insert(page.to_owned(), html);
    }

    /// A client of its own, on a page.
    pub fn at(&self, page: &str) -> Result<Client> {
        let mut client = Client::connect(&self.semantic, &self.address(), &[])?;
        let told = client.call("snapshot", json!({"url": self.url(page)}))?;
        anyhow::ensure!(!told.is_error, "{page} cannot be opened: {}", told.text);
        Ok(client)
    }

    /// Does something to the browser from outside, as the driver that acts.
    pub fn on<T, F: Future<Output = Result<T, CdpError>>>(
        &self,
        act: impl FnOnce(Browser) -> F,
    ) -> Result<T> {
        let address = self.address();
        Ok(block_on(async { act(Browser::attach(&address, Options::default()).await?).await })?)
    }

    /// Runs a script of the page in front in its own world; its value.
    pub fn script(&self, script: &str) -> Result<Value> {
        let told = self.command("Runtime.evaluate", json!({"expression": script, "returnByValue": true}))?;
        anyhow::ensure!(told.get("exceptionDetails").is_none(), "{script}: {told}");
        Ok(told["result"]["value"].clone())
    }

    /// Calls a method of the browser for the page in front.
    pub fn command(&self, method: &str, params: Value) -> Result<Value> {
        self.on(async |browser| {
            let page = browser.page(&Choice::Active).await?;
            page.call(method, &params).await
        })
    }

    /// Runs the command.
    pub fn run(&self, arguments: &[&str]) -> Result<Output> {
        let mut command = Command::new(&self.semantic);
        command.args(arguments).stdin(Stdio::null()).output().context("cannot run semantic")
    }
}

impl Stage {
    /// A point that holds where the first of an element's locators finds it, and nothing else, in real Playwright. A
    /// script of the page names the element.
    pub fn located(
        &mut self,
        points: &mut Points,
        what: &str,
        page: &str,
        locators: &[&str],
        element: Option<&str>,
    ) -> Result<()> {
        let url = self.url(page);
        let (Some(locator), playwright) = (locators.first(), &mut self.playwright) else {
            points.point(what, false, "no locator is given");
            return Ok(());
        };
        match playwright {
            Err(why) => points.unchecked(what, why),
            Ok(playwright) => {
                let found = playwright.finds(&url, locator, element)?;
                points.point(what, found.is_ok(), found.err().unwrap_or_default());
            }
        }
        Ok(())
    }
}

/// Answers one request: what was put up, else a file of the folder.
fn serve(mut stream: TcpStream, put: &Pages, root: &Path) {
    let Ok(reading) = stream.try_clone() else { return };
    let mut lines = BufReader::new(reading).lines().map_while(Result::ok);
    let first = lines.next().unwrap_or_default();
    lines.take_while(|line| !line.is_empty()).for_each(drop);
    let path = first.split(' ').nth(1).unwrap_or_default().trim_start_matches('/');
    let path = path.split('?').next().unwrap_or_default();
    let there = put.lock().ok().and_then(|pages| pages.get(path).cloned());
    let plain = !path.is_empty() && !path.contains(['/', '\\']);
    let (status, body) = match there.or_else(|| fs::read_to_string(root.join(path)).ok().filter(|_| plain)) {
        Some(body) => ("200 OK", body),
        None => ("404 Not Found", String::new()),
    };
    let head = "Content-Type: text/html; charset=utf-8\r\nConnection: close";
    let _ = write!(stream, "HTTP/1.1 {status}\r\n{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len());
}
