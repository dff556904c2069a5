//! Reading what divan prints.

use std::collections::BTreeMap;

/// What divan reports about one benchmark with one argument.
#[derive(Default, Clone, Debug, PartialEq)]
pub struct Figure {
    /// Nanoseconds a call, the fastest sample.
    pub fastest: f64,
    /// Nanoseconds a call, the median sample.
    pub median: f64,
    /// Allocations a call, growing counted too.
    pub allocations: f64,
    /// The most bytes that lay allocated at once.
    pub peak: f64,
}

/// Reads divan's tree: a line a benchmark with its times, and below it lines that count, all in the columns
/// that the first line names. The key is the benchmark's name and its argument.
pub fn parse(text: &str) -> BTreeMap<(String, String), Figure> {
    let mut out = BTreeMap::new();
    let mut columns = None;
    let (mut name, mut key) = (String::new(), None);
    let mut counted = String::new();
    for line in text.lines() {
        if let Some(at) = line.find("fastest") {
            columns = Some(line[..at].chars().count());
            continue;
        }
        let Some(width) = columns else { continue };
        let tree: String = line.chars().take(width).collect();
        let cells: Vec<String> =
            line.chars().skip(width).collect::<String>().split('│').map(|c| c.trim().to_owned()).collect();
        if let Some(branch) = tree.find(['├', '╰']) {
            let depth = tree[..branch].chars().count() / 3;
            // A long argument may reach into the columns; divan leaves at least one blank.
            let rest = tree[branch..].trim_start_matches(['├', '╰', '─', ' ']).trim_end();
            counted.clear();
            key = None;
            if depth == 0 {
                name = rest.to_owned();
            }
            let times =
                (cells.first().and_then(|c| nanoseconds(c)), cells.get(2).and_then(|c| nanoseconds(c)));
            if let (Some(fastest), Some(median)) = times {
                let case = if depth == 0 { String::new() } else { rest.to_owned() };
                key = Some((name.clone(), case.clone()));
                out.insert((name.clone(), case), Figure { fastest, median, ..Figure::default() });
            }
            continue;
        }
        let Some(figure) = key.as_ref().and_then(|k| out.get_mut(k)) else { continue };
        match cells.first() {
            Some(head) if head.ends_with(':') => counted = head.clone(),
            Some(first) if !first.is_empty() => {
                // Below each of these the first line counts calls, the second bytes.
                match counted.as_str() {
                    "alloc:" | "grow:" => {
                        let calls = cells.get(2).and_then(|c| c.parse::<f64>().ok());
                        figure.allocations += calls.unwrap_or_default();
                    }
                    "max alloc:" => {
                        counted = "peak".to_owned();
                        continue;
                    }
                    "peak" => figure.peak = cells.get(2).and_then(|c| bytes(c)).unwrap_or_default(),
                    _ => {}
                }
                counted.clear();
            }
            _ => {}
        }
    }
    out
}

fn nanoseconds(cell: &str) -> Option<f64> {
    let (number, unit) = cell.split_once(' ')?;
    let scale = match unit {
        "ps" => 1e-3,
        "ns" => 1.0,
        "µs" | "us" => 1e3,
        "ms" => 1e6,
        "s" => 1e9,
        _ => return None,
    };
    Some(number.parse::<f64>().ok()? * scale)
}

fn bytes(cell: &str) -> Option<f64> {
    let (number, unit) = cell.split_once(' ')?;
    let scale = match unit {
        "B" => 1.0,
        "KB" => 1e3,
        "MB" => 1e6,
        "GB" => 1e9,
        _ => return None,
    };
    Some(number.parse::<f64>().ok()? * scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OUT: &str = "\
Timer precision: 20 ns
find                         fastest       │ slowest       │ median        │ mean          │ samples │ iters
├─ build                                   │               │               │               │         │
│  ╰─ 100                    37.88 µs      │ 148.3 µs      │ 61.8 µs       │ 56.55 µs      │ 100     │ 100
│                            2.639 Mitem/s │ 674.1 Kitem/s │ 1.617 Mitem/s │ 1.768 Mitem/s │         │
│                            max alloc:    │               │               │               │         │
│                              15          │ 15            │ 15            │ 15            │         │
│                              23.2 KB     │ 23.2 KB       │ 23.2 KB       │ 23.2 KB       │         │
│                            alloc:        │               │               │               │         │
│                              20          │ 20            │ 20            │ 20            │         │
│                              6.732 KB    │ 6.732 KB      │ 6.732 KB      │ 6.732 KB      │         │
│                            grow:         │               │               │               │         │
│                              32          │ 32            │ 32            │ 32            │         │
│                              17.82 KB    │ 17.82 KB      │ 17.82 KB      │ 17.82 KB      │         │
╰─ prepared                                │               │               │               │         │
   ╰─ combined long 10000    1.5 ms        │ 2 ms          │ 1.6 ms        │ 1.7 ms        │ 88      │ 88
                             1 Mitem/s     │ 1 Mitem/s     │ 1 Mitem/s     │ 1 Mitem/s     │         │
";

    #[test]
    fn divan_output_is_read() {
        let figures = parse(OUT);
        let of = |name: &str, case: &str| figures.get(&(name.to_owned(), case.to_owned())).cloned();
        let build = Figure { fastest: 37_880.0, median: 61_800.0, allocations: 52.0, peak: 23_200.0 };
        assert_eq!(of("build", "100"), Some(build));
        let prepared = Figure { fastest: 1.5e6, median: 1.6e6, ..Figure::default() };
        assert_eq!(of("prepared", "combined long 10000"), Some(prepared));
        assert_eq!(figures.len(), 2);
    }
}
