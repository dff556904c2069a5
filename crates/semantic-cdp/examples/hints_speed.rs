//! How long the hints of a page take, and what many calls leave behind: one run in a browser of its own.
//!
//! `cargo run --release -p semantic-cdp --example hints_speed [ROWS [CALLS]]`; a row has five elements, two of them
//! hinted. Prints the median of 20 calls, and what this process and the browser's page grew by after call 200.
#![allow(clippy::disallowed_macros, clippy::disallowed_methods)] // an example prints, and reads the clock

use std::path::Path;
use std::time::{Duration, Instant};

use semantic_cdp::{Browser, CdpError, Launch, Options, Page, block_on, launch};
use semantic_core::hints::{HintOptions, HintSnapshot};
use serde_json::json;

fn main() -> Result<(), CdpError> {
    let number = |n: usize, or: usize| std::env::args().nth(n).and_then(|a| a.parse().ok()).unwrap_or(or);
    let (rows, calls) = (number(1, 400), number(2, 2000));
    let launched = launch(&Launch { headless: true, ..Launch::default() })?;
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/live/hinted-list.html");
    let url = format!("file://{}?rows={rows}", file.display());
    block_on(async {
        let browser = Browser::attach(&launched.address(), Options::default()).await?;
        let page = browser.open(&url).await?;
        let (first, _) = timed(&page).await?;
        let mut times = Vec::new();
        let mut size = 0;
        for _ in 0..20 {
            let (time, text) = timed(&page).await?;
            times.push(time);
            size = text.len();
        }
        times.sort();
        println!(
            "{rows} rows, {size} bytes: first {first:?}, median {:?}, slowest {:?}",
            times[10], times[19]
        );
        many(&page, calls).await
    })
}

/// A snapshot of the hints as text, and how long it took.
async fn timed(page: &Page) -> Result<(Duration, String), CdpError> {
    let start = Instant::now();
    let list = page.capture_hints(None).await?;
    let snapshot = HintSnapshot::of(&list, &HintOptions::default());
    let text = snapshot.map_or_else(|e| e.to_string(), |s| s.to_string());
    Ok((start.elapsed(), text))
}

async fn many(page: &Page, calls: usize) -> Result<(), CdpError> {
    page.call("Performance.enable", &json!({})).await?;
    let mut before = (0, String::new());
    let start = Instant::now();
    for n in 0..calls {
        timed(page).await?;
        if n == 200 {
            before = (resident(), left(page).await?);
        }
    }
    println!("{calls} calls in {:?}", start.elapsed());
    println!("this process: {} KiB at call 200, {} KiB now", before.0, resident());
    println!("the page at call 200: {}", before.1);
    println!("the page now:         {}", left(page).await?);
    Ok(())
}

/// What the browser counts of the page: script worlds, nodes, documents, bytes of script objects that are in use.
async fn left(page: &Page) -> Result<String, CdpError> {
    const OF: [&str; 5] =
        ["V8PerContextDatas", "Nodes", "Documents", "DetachedScriptStates", "JSHeapUsedSize"];
    page.call("HeapProfiler.collectGarbage", &json!({})).await?;
    let all = page.call("Performance.getMetrics", &json!({})).await?;
    let all = all["metrics"].as_array().cloned().unwrap_or_default();
    let told = all
        .iter()
        .filter(|m| m["name"].as_str().is_some_and(|name| OF.contains(&name)))
        .map(|m| format!("{}={}", m["name"], m["value"]));
    Ok(told.collect::<Vec<_>>().join(" "))
}

/// Memory of this process in KiB, where the system says it.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|rest| rest.trim().trim_end_matches(" kB").parse().ok()).unwrap_or_default()
}
