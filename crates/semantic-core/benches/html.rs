//! Reading HTML: a shop's page of forms and tables, a document of links, and nesting without end.

use divan::Bencher;
use divan::counter::BytesCount;
use semantic_core::formats;

fn main() {
    divan::main();
}

/// A table of goods with a form in each row.
fn shop(rows: usize) -> String {
    let row = |i: usize| {
        format!(
            "<tr class='row'><th scope='row'>Tea {i}</th><td><span class='price'>{i}.50</span></td><td><form action='/add'>\
             <label for='n{i}'>Number</label><input id='n{i}' type='number' value='1' min='0'>\
             <button type='submit' aria-describedby='h{i}'><i class='icon'></i> Add</button>\
             <small id='h{i}'>Sent in {i} days</small></form></td></tr>"
        )
    };
    let rows: String = (0..rows).map(row).collect();
    format!("<!DOCTYPE html><html><body><main><h1>Teas</h1><table>{rows}</table></main></body></html>")
}

/// A long document of headings, paragraphs and links.
fn document(parts: usize) -> String {
    let part = |i: usize| {
        format!(
            "<section id='s{i}'><h2>Part {i} <a class='anchor' href='#s{i}'>#</a></h2><p>Some words about <code>item_{i}</code>, \
             see <a href='../other/{i}.html'>the other <em>page</em></a> and <strong>mind</strong> the gap.</p>\
             <div><div><ul><li><a href='/a'>A</a></li><li>B</li></ul></div></div></section>"
        )
    };
    let parts: String = (0..parts).map(part).collect();
    format!("<!DOCTYPE html><html><body>{parts}</body></html>")
}

fn read(bencher: Bencher<'_, '_>, html: &str) {
    let bencher = bencher.counter(BytesCount::of_str(html));
    bencher.bench(|| formats::read(html.as_bytes(), Some("html")).expect("HTML"));
}

#[divan::bench(args = [100, 2000])]
fn table_of_forms(bencher: Bencher<'_, '_>, rows: usize) {
    read(bencher, &shop(rows));
}

#[divan::bench(args = [100, 2000])]
fn document_of_links(bencher: Bencher<'_, '_>, parts: usize) {
    read(bencher, &document(parts));
}

#[divan::bench(args = [100_000])]
fn nested_boxes(bencher: Bencher<'_, '_>, levels: usize) {
    read(bencher, &("<div>".repeat(levels) + "<button>x</button>"));
}
