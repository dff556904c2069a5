//! `semantic_view` and locators beside Playwright, page by page, measured by `tests/e2e/bench.mjs`.

use anyhow::Result;
use serde::Deserialize;

use super::hints::script;

/// The sets of pages, with the most that a view may have of Playwright's characters.
const SETS: [(&str, f64); 2] = [("hints", 0.5), ("html", 0.75)];

/// Examples of a fault that are printed of a page.
const EXAMPLES: usize = 5;

#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    Page(Page),
    Skipped { skipped: String },
}

/// What was found on a page.
#[derive(Deserialize)]
struct Page {
    set: String,
    page: String,
    #[serde(flatten)]
    count: Count,
    /// Controls of Playwright's snapshot that have no ref in ours.
    without: Vec<String>,
    /// Visible sentences that ours has not.
    lost: Vec<String>,
    failures: Vec<Failure>,
}

#[derive(Deserialize, Default)]
struct Count {
    ours: u32,
    ai: u32,
    controls: u32,
    sentences: u32,
    /// Controls whose locators were tried, and of these those with locators that all find this control alone.
    tried: u32,
    located: u32,
    locators: u32,
}

/// A control without a locator, or with one that finds something else.
#[derive(Deserialize)]
struct Failure {
    what: String,
    why: String,
    ways: Vec<String>,
}

/// Measures and prints, or says why it cannot.
pub fn run() -> Result<()> {
    println!(
        "\nsemantic_view beside Playwright's AI snapshot of the same page, in characters, without a budget"
    );
    let Some(lines) = script::<Line>(&["views"])? else { return Ok(()) };
    println!(
        "{:30} {:>8} {:>8} {:>6} {:>9} {:>8} {:>10} {:>5} {:>8} {:>8}",
        "", "ours", "AI", "ratio", "controls", "missing", "sentences", "lost", "located", "of tried"
    );
    let mut pages = Vec::new();
    for line in lines {
        match line {
            Line::Skipped { skipped } => {
                println!("skipped: {skipped}");
                return Ok(());
            }
            Line::Page(page) => pages.push(page),
        }
    }
    for (set, target) in SETS {
        let mut sum = Count::default();
        let (mut without, mut lost) = (0, 0);
        for page in pages.iter().filter(|page| page.set == set) {
            row(&page.page, &page.count, page.without.len(), page.lost.len());
            sum.add(&page.count);
            (without, lost) = (without + page.without.len(), lost + page.lost.len());
        }
        row(&format!("total of {set} (target: {target})"), &sum, without, lost);
        println!("{} locators were given; targets: 0 missing, 0 lost, 99 % located\n", sum.locators);
    }
    pages.iter().for_each(faults);
    Ok(())
}

impl Count {
    fn add(&mut self, other: &Count) {
        self.ours += other.ours;
        self.ai += other.ai;
        self.controls += other.controls;
        self.sentences += other.sentences;
        self.tried += other.tried;
        self.located += other.located;
        self.locators += other.locators;
    }
}

fn row(name: &str, count: &Count, without: usize, lost: usize) {
    let Count { ours, ai, controls, sentences, tried, located, .. } = count;
    let ratio = f64::from(*ours) / f64::from(*ai);
    println!(
        "{name:30} {ours:8} {ai:8} {ratio:6.2} {controls:9} {without:8} {sentences:10} {lost:5} {located:8} {tried:8}"
    );
}

/// What is missing on a page, by examples.
fn faults(page: &Page) {
    let of = |what: &str, list: &[String]| {
        for one in list.iter().take(EXAMPLES) {
            println!("{}: {what}: {one}", page.page);
        }
    };
    of("no ref", &page.without);
    of("lost", &page.lost);
    let told = |Failure { what, why, ways }: &Failure| format!("{what}: {why} ({})", ways.join(" | "));
    of("locator", &page.failures.iter().map(told).collect::<Vec<_>>());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_the_script_are_read() {
        for line in [
            r#"{"part":"views","skipped":"the pages are not there"}"#,
            r#"{"part":"views","set":"html","page":"a","ours":1,"ai":2,"controls":3,"without":["link \"a\""],
                "sentences":4,"lost":["b"],"tried":3,"located":2,"locators":5,
                "failures":[{"what":"link \"a\"","why":"no locator","ways":[]}]}"#,
        ] {
            assert!(serde_json::from_str::<Line>(line).is_ok(), "{line}");
        }
    }
}
