//! Code of PHP and Ruby between the marks of a page: lists whose keys are hints, and PHP's texts with tags in them.
//!
//! What else stands there is stepped over.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::Language;
use super::element::{Attr, Span, Value};
use super::scanner::{Content, Scanner};
use crate::hints::lint::words::{PREFIX, is_meant};

/// What code was found to hold.
#[derive(Default)]
struct Found {
    keys: Vec<Key>,
    /// Texts with tags in them, and whether code fills in parts of them.
    texts: Vec<(Span, bool)>,
    comments: Vec<Span>,
}

/// A hint in a list.
struct Key {
    /// The list that it stands in; 0 for none.
    list: usize,
    attr: Attr,
}

impl Scanner<'_> {
    /// Reads the hints in a piece of code that was stepped over; `around` is what lies around it.
    pub(super) fn embedded(&mut self, content: Content, code: Span, around: (Option<u32>, u32)) {
        let speaks = self.text.get(code.clone()).is_some_and(|code| code.contains("semtag"));
        if !speaks || !matches!(self.language, Language::Php | Language::Erb) {
            return;
        }
        let found = Reader::new(self.text, self.language, code).run();
        self.scan.comments.extend(found.comments);
        let (parent, branch) = around;
        let is_one = found.keys.windows(2).all(|pair| pair[0].list == pair[1].list);
        let mut elements: HashMap<usize, u32, FxBuildHasher> = HashMap::default();
        for Key { list, attr } in found.keys {
            let element = *elements.entry(list).or_insert_with(|| {
                // Of several lists in one piece of code perhaps only one is shown.
                let branch = if is_one { branch } else { self.branch(branch, false) };
                self.add(attr.name.clone(), parent, branch, true)
            });
            self.add_attr(element, attr);
            self.scan.lists_hints = true;
        }
        // The last first: each is read before the one that was entered before it.
        for (at, is_filled) in found.texts.into_iter().rev() {
            self.enter_text(at, content, is_filled);
        }
    }
}

/// Goes through code once.
struct Reader<'t> {
    text: &'t str,
    is_php: bool,
    at: usize,
    end: usize,
    /// The lists that are open, by number.
    open: Vec<usize>,
    lists: usize,
    found: Found,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str, language: Language, code: Span) -> Reader<'t> {
        let (at, end) = (code.start, code.end);
        let is_php = language == Language::Php;
        Reader { text, is_php, at, end, open: Vec::new(), lists: 0, found: Found::default() }
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..self.end).unwrap_or_default()
    }

    fn run(mut self) -> Found {
        let mut before = '\n';
        while let Some(c) = self.rest().chars().next() {
            let rest = self.rest();
            match c {
                '#' if !(self.is_php && rest.starts_with("#[")) => self.comment("\n"),
                '/' if self.is_php && rest.starts_with("//") => self.comment("\n"),
                '/' if self.is_php && rest.starts_with("/*") => self.comment("*/"),
                '<' if self.is_php && rest.starts_with("<<<") => self.heredoc(),
                '\'' | '"' => self.string(),
                '(' | '[' | '{' => {
                    self.lists += 1;
                    self.open.push(self.lists);
                    self.at += 1;
                }
                ')' | ']' | '}' => {
                    self.open.pop();
                    self.at += 1;
                }
                's' if !self.is_php && !before.is_alphanumeric() && before != '_' => self.word(),
                c => self.at += c.len_utf8(),
            }
            before = c;
        }
        self.found
    }

    fn comment(&mut self, end: &str) {
        let length = self.rest().find(end).map_or(self.rest().len(), |length| length + end.len());
        self.found.comments.push(self.at..self.at + length);
        self.at += length;
    }

    /// A text of PHP over several lines: `<<<HTML … HTML`, with quotes around the first word where nothing is filled in.
    fn heredoc(&mut self) {
        let word = self.rest()[3..].trim_start_matches([' ', '\t']);
        let quote = word.chars().next().filter(|c| matches!(c, '\'' | '"'));
        let name = word.trim_start_matches(['\'', '"']);
        let name = &name[..name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len())];
        let Some(first) = self.rest().find('\n').filter(|_| !name.is_empty()) else {
            self.at += 3;
            return;
        };
        let start = self.at + first + 1;
        let mut line = start;
        while let Some(text) = self.text.get(line..self.end).filter(|text| !text.is_empty()) {
            let behind = text.trim_start_matches([' ', '\t']).strip_prefix(name);
            if behind.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_')) {
                break;
            }
            line += text.find('\n').map_or(text.len(), |length| length + 1);
        }
        let line = line.min(self.end);
        self.found.texts.push((start..line, quote != Some('\'')));
        let ending = self.text.get(line..self.end).unwrap_or_default();
        self.at = line + (ending.len() - ending.trim_start_matches([' ', '\t']).len());
        self.at = (self.at + name.len()).min(self.end);
    }

    fn string(&mut self) {
        let inside = self.quoted(self.at);
        let name = inside.clone();
        let key = self.text.get(inside.clone()).unwrap_or_default();
        self.at = (inside.end + 1).min(self.end);
        if key.len() < 64 && is_meant(key) {
            self.key(key.to_ascii_lowercase(), name);
        }
    }

    /// The place between quotes, of which the first is at `at`.
    fn quoted(&self, at: usize) -> Span {
        let bytes = self.text.as_bytes();
        let quote = bytes.get(at).copied().unwrap_or_default();
        let mut to = at + 1;
        while to < self.end && bytes[to] != quote {
            to += if bytes[to] == b'\\' { 2 } else { 1 };
        }
        let to = to.min(self.end);
        at + 1..(to..=self.end).find(|&to| self.text.is_char_boundary(to)).unwrap_or(self.end)
    }

    /// A word of Ruby, which may be a key: `semtag_id:`, also as `:semtag_id =>`.
    fn word(&mut self) {
        let rest = self.rest();
        let length = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        let name = self.at..self.at + length.max(1);
        self.at = name.end;
        if let Some(last) = rest[..length].strip_prefix("semtag_") {
            let last = last.replace('_', "-").to_ascii_lowercase();
            self.key(format!("{PREFIX}{last}"), name);
        }
    }

    /// Keeps a hint, where a value stands behind its name.
    fn key(&mut self, key: String, name: Span) {
        let rest = self.rest();
        let behind = rest.trim_start();
        let mark = if behind.starts_with("=>") {
            2
        } else if !self.is_php && rest.starts_with(':') && !rest.starts_with("::") {
            1
        } else {
            return;
        };
        self.at += rest.len() - behind.len() + mark;
        let blanks = self.rest().len() - self.rest().trim_start().len();
        self.at += blanks;
        let (value, at, literal) = self.value();
        let list = self.open.last().copied().unwrap_or_default();
        self.found.keys.push(Key { list, attr: Attr { key, name, value, at, literal } });
    }

    /// The value that begins here, where it is one text and nothing more.
    fn value(&self) -> (Value, Span, bool) {
        let unknown = (Value::dynamic(self.at..self.at), self.at..self.at, false);
        if !self.rest().starts_with(['\'', '"']) {
            return unknown;
        }
        let inside = self.quoted(self.at);
        let behind = self.text.get(inside.end + 1..self.end).unwrap_or_default().trim_start();
        let ends = behind.is_empty() || behind.starts_with([',', ')', ']', '}']) || behind.starts_with("do");
        let said = self.text.get(inside.clone()).unwrap_or_default();
        if !ends || said.contains('\\') {
            return unknown;
        }
        let is_plain = self.rest().starts_with('\'');
        let value = if is_plain { Value::of(said) } else { self.filled(inside.clone()) };
        let literal = value.known().is_some();
        (value, inside, literal)
    }

    /// A text with code in it.
    fn filled(&self, inside: Span) -> Value {
        let mut value = Value::default();
        let mut from = inside.start;
        while let Some(rest) = self.text.get(from..inside.end).filter(|rest| !rest.is_empty()) {
            let hole = match self.is_php {
                true => php_hole(rest),
                false => rest.find("#{").and_then(|at| Some((at, rest[at..].find('}')? + 1))),
            };
            let (at, length) = hole.unwrap_or((rest.len(), 0));
            value.push_text(&rest[..at]);
            if length > 0 {
                let marks = rest[at..].len() - rest[at..].trim_start_matches(['#', '{']).len();
                let end = from + at + length - usize::from(rest[at..at + length].ends_with('}'));
                value.push_hole(from + at + marks..end);
            }
            from += at + length;
        }
        value
    }
}

/// The first thing that PHP fills in: `$name`, `$thing->name`, `$list[0]`, `{$…}`; where it is, and its length.
pub(super) fn php_hole(text: &str) -> Option<(usize, usize)> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut from = 0;
    loop {
        let at = from + text.get(from..)?.find('$')?;
        let name = &text[at + 1..];
        if !name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            from = at + 1;
            continue;
        }
        if at > 0 && text[..at].ends_with('{') {
            let end = text[at..].find('}')?;
            return Some((at - 1, end + 2));
        }
        let mut length = 1 + name.find(|c| !is_name(c)).unwrap_or(name.len());
        let behind = &text[at + length..];
        if let Some(member) = behind.strip_prefix("->").filter(|rest| rest.starts_with(is_name)) {
            length += 2 + member.find(|c| !is_name(c)).unwrap_or(member.len());
        } else if behind.starts_with('[') {
            length += behind.find(']').map_or(0, |end| end + 1);
        }
        return Some((at, length));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(code: &str, language: Language) -> Vec<String> {
        let found = Reader::new(code, language, 0..code.len()).run();
        let told = |key: &Key| format!("{} {}={}", key.list, key.attr.key, key.attr.value.with_holes("*"));
        found.keys.iter().map(told).collect()
    }

    #[test]
    fn lists_of_ruby() {
        for (code, told) in [
            ("tag.div data: { semtag_id: 'a.b' }", "1 data-semtag-id=a.b"),
            ("link_to 'x', p, data: {semtag_id: \"a.item.#{x.id}\"}", "1 data-semtag-id=a.item.*"),
            ("f 'x', 'data-semtag-id' => id", "0 data-semtag-id=*"),
            ("f(\"data-semtag-id\": 'a') # semtag_id: 1", "1 data-semtag-id=a"),
            ("f data: { :semtag_id => 'a' + b }", "1 data-semtag-id=*"),
        ] {
            assert_eq!(keys(code, Language::Erb), [told], "{code}");
        }
        assert_eq!(keys("f(x ? 'data-semtag-id' : 1); # 'data-semtag-id' => 1", Language::Erb), [""; 0]);
    }

    #[test]
    fn lists_of_php() {
        let code =
            "a(['data-semtag-id' => \"a.item.{$x->id}.$y\", 'data-semtag-role' => 'action']) // 'semtag'";
        let told = ["2 data-semtag-id=a.item.*.*", "2 data-semtag-role=action"];
        assert_eq!(keys(code, Language::Php), told);
    }

    #[test]
    fn texts_of_php() {
        let code = "echo <<<HTML\n  <b>$x</b>\n  HTML;\n$y = <<<'A'\n<i>\nA;";
        let found = Reader::new(code, Language::Php, 0..code.len()).run();
        let texts: Vec<_> = found.texts.iter().map(|(at, filled)| (&code[at.clone()], *filled)).collect();
        assert_eq!(texts, [("  <b>$x</b>\n", true), ("<i>\n", false)]);
    }

    #[test]
    fn what_php_fills_in() {
        for (text, hole) in [
            ("a $b c", Some("$b")),
            ("{$a['x']}", Some("{$a['x']}")),
            ("$a->b->c", Some("$a->b")),
            ("$a[0].", Some("$a[0]")),
            ("$5 and $", None),
        ] {
            assert_eq!(php_hole(text).map(|(at, length)| &text[at..at + length]), hole, "{text}");
        }
    }
}
