//! How long it takes to look at a page of 400 rows, part by part, and to capture it through the browser's own tree.
#![allow(clippy::disallowed_macros, clippy::disallowed_methods)] // it prints and measures

use std::time::Instant;

use semantic_cdp::{Browser, CdpError, Choice, Launch, Options, Page, block_on, launch};
use semantic_core::formats::look::{Part, SCRIPT, Told, read};

const ROWS: usize = 400;
const TIMES: usize = 20;

fn main() -> Result<(), CdpError> {
    let url = std::env::args().nth(1);
    let launched = launch(&Launch { headless: true, arguments: Vec::new(), ..Launch::default() })?;
    block_on(async {
        let browser = Browser::attach(&launched.address(), Options::default()).await?;
        let page = match &url {
            Some(url) => browser.open(url).await?,
            None => {
                let page = browser.page(&Choice::Active).await?;
                let fill =
                    format!("() => {{ document.documentElement.innerHTML = {:?}; return '' }}", rows());
                page.evaluate_isolated(&fill, "null").await?;
                page
            }
        };
        measure(&page).await
    })
}

/// A list of rows: six elements each.
fn rows() -> String {
    let row = |n: usize| {
        format!(
            "<li class='row'><span class='name'>Item {n}</span><span class='price'>{n}.50</span>\
             <a href='/items/{n}'>Details</a><button>Edit</button><input type='checkbox' aria-label='Pick {n}'></li>"
        )
    };
    let rows: String = (0..ROWS).map(row).collect();
    format!("<head><title>Rows</title></head><body><h1>Rows</h1><ul>{rows}</ul></body>")
}

async fn measure(page: &Page) -> Result<(), CdpError> {
    let timed = format!(
        "async o => {{ const t = performance.now(); const r = ({SCRIPT})(o); return JSON.stringify([performance.now() - t, r.length]) }}"
    );
    let (mut script, mut call, mut rust, mut whole, mut capture) = (vec![], vec![], vec![], vec![], vec![]);
    let mut size = 0;
    let mut nodes = (0, 0);
    page.look(0).await?;
    for _ in 0..TIMES {
        let told: (f64, usize) =
            serde_json::from_str(&page.evaluate_isolated(&timed, "{}").await?).expect("two numbers");
        script.push(told.0);
        size = told.1;
        let start = Instant::now();
        let text = page.evaluate_isolated(SCRIPT, "{}").await?;
        call.push(since(start));
        let start = Instant::now();
        let told = Told::parse(&text).expect("readable");
        read(&[Part { told, owner: None }], "d", &[], &[], 0).expect("readable");
        rust.push(since(start));
        let start = Instant::now();
        nodes.0 = page.look(0).await?.snapshot.len();
        whole.push(since(start));
    }
    for _ in 0..TIMES {
        let start = Instant::now();
        nodes.1 = page.capture(0).await?.len();
        capture.push(since(start));
    }
    let elements =
        page.evaluate_isolated("() => String(document.querySelectorAll('*').length)", "null").await?;
    println!(
        "{elements} elements, {size} characters told, {} nodes looked at, {} captured",
        nodes.0, nodes.1
    );
    let (script, call) = (median(script), median(call));
    println!(
        "median of {TIMES} in ms: script {script:.1}, transfer {:.1}, Rust {:.1}",
        call - script,
        median(rust)
    );
    println!("whole look {:.1}, capture {:.1}", median(whole), median(capture));
    Ok(())
}

fn since(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1000.0
}

fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all[all.len() / 2]
}
