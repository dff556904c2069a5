//! What a rule is: data, from which findings, help and documentation are made.

use std::fmt::Write;

/// How bad a finding is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// Worth knowing; never makes a check fail.
    Note,
    /// Works, but not well, or not for long; makes a strict check fail.
    Warning,
    /// Does not do what it was written for.
    Error,
}

impl Severity {
    /// The severity in a word.
    pub fn as_str(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// What a rule looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sight {
    /// Source text.
    Source,
    /// A rendered page.
    Page,
    /// Both.
    Both,
}

impl Sight {
    /// What is looked at, in words.
    pub fn as_str(self) -> &'static str {
        match self {
            Sight::Source => "source text",
            Sight::Page => "rendered pages",
            Sight::Both => "source text and rendered pages",
        }
    }
}

/// One rule of good hints.
#[derive(PartialEq, Eq, Debug)]
pub struct Rule {
    /// What it is called, in small letters with hyphens.
    pub id: &'static str,
    /// What is wrong where it is broken, in a sentence.
    pub title: &'static str,
    /// Why that is bad.
    pub why: &'static str,
    /// What to do about it.
    pub cure: &'static str,
    /// HTML that breaks it.
    pub bad: &'static str,
    /// The same as it should be.
    pub good: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// What it looks at.
    pub sight: Sight,
    /// Which of its findings can be fixed by a machine; empty where none can.
    pub fix: &'static str,
}

impl Rule {
    /// The rule of that id.
    pub fn from_id(id: &str) -> Option<&'static Rule> {
        super::RULES.into_iter().find(|rule| rule.id == id)
    }

    /// The rule's page of documentation, in Markdown.
    pub fn page(&self) -> String {
        let mut page = format!("# {}\n\n{}\n\n", self.id, self.title);
        let fix = if self.fix.is_empty() { "by hand" } else { self.fix };
        let (severity, sight) = (self.severity.as_str(), self.sight.as_str());
        let _ = write!(
            page,
            "| severity | looks at | fixed |\n|---|---|---|\n| {severity} | {sight} | {fix} |\n\n"
        );
        let _ = write!(page, "## Why\n\n{}\n\n## Cure\n\n{}\n\n", self.why, self.cure);
        let _ =
            write!(page, "## Bad\n\n```html\n{}\n```\n\n## Good\n\n```html\n{}\n```\n", self.bad, self.good);
        page
    }
}

/// The table of all rules, in Markdown, with links to their pages.
pub fn index() -> String {
    let mut page = "# Rules of `semantic hints lint`\n\nMade from the rules in `semantic_core::hints::lint` by its tests.\n\n\
        | rule | severity | looks at | what is wrong |\n|---|---|---|---|\n"
        .to_owned();
    for rule in super::RULES {
        let (id, severity, sight) = (rule.id, rule.severity.as_str(), rule.sight.as_str());
        let _ = writeln!(page, "| [{id}]({id}.md) | {severity} | {sight} | {} |", rule.title);
    }
    page
}
