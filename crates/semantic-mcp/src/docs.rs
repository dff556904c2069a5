//! The part of `docs/mcp.md` about the tools, kept in step with them by a test.

use std::fmt::Write;
use std::path::Path;

use crate::tools::{Effects, TOOLS};

/// Set to 1 to write the part instead of comparing it.
const UPDATE: &str = "UPDATE_DOCS";
const BEGIN: &str = "<!-- made from the tools: begin -->\n";
const END: &str = "<!-- made from the tools: end -->\n";

fn tools() -> String {
    let mut text = String::from("| tool | only reads | what it does |\n|---|---|---|\n");
    for tool in TOOLS {
        let reads = match tool.effects {
            Effects::Reads => "yes",
            Effects::Navigates => "unless it is given an address",
        };
        let _ = writeln!(text, "| `{}` | {reads} | {} |", tool.name, tool.about.replace('|', "\\|"));
    }
    for tool in TOOLS {
        let _ = write!(text, "\n### `{}`\n\n| argument | takes | |\n|---|---|---|\n", tool.name);
        for param in tool.params {
            let must = if param.required { " (required)" } else { "" };
            let _ =
                writeln!(text, "| `{}`{must} | {} | {} |", param.name, param.kind.in_words(), param.about);
        }
        let schema = serde_json::to_string_pretty(&tool.schema()).expect("plain data");
        let _ = write!(text, "\n```json\n{schema}\n```\n");
    }
    text
}

#[test]
fn docs_mcp_md_says_what_the_tools_say() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/mcp.md");
    let written = std::fs::File::open(&path).and_then(std::io::read_to_string).unwrap_or_default();
    let written = written.replace("\r\n", "\n"); // a checkout on Windows
    let (before, rest) = written.split_once(BEGIN).expect("the mark where it begins");
    let (_, after) = rest.split_once(END).expect("the mark where it ends");
    let page = format!("{before}{BEGIN}\n{}\n{END}{after}", tools());
    if std::env::var(UPDATE).is_ok_and(|v| v == "1") {
        std::fs::File::create(&path)
            .and_then(|mut file| std::io::Write::write_all(&mut file, page.as_bytes()))
            .expect("docs/mcp.md can be written");
    } else {
        assert!(written == page, "docs/mcp.md is stale: run the tests of semantic-mcp with {UPDATE}=1");
    }
}
