//! Code that runs on a server before a page is made: stepped over, but for what it says about which parts of the page
//! are shown together.

use super::Language;
use super::scanner::{Brace, Content, Scanner};

/// What a piece of server code does to the text behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flow {
    /// What follows is shown only sometimes, or several times.
    Opens { looped: bool },
    /// What follows is shown instead of what came before.
    Turns,
    /// What follows is shown again as before it opened.
    Ends,
    /// None of these; it prints something.
    Prints,
}

impl Scanner<'_> {
    /// How a server language marks its code where the scanner is: what opens it, and what closes it.
    pub(super) fn server_mark(&self) -> Option<(&'static str, &'static str)> {
        use Language::{Erb, Html, Php};
        let marks: &[(&str, &str)] = match self.language {
            Php => &[("<?", "?>"), ("{{", "}}"), ("{!!", "!!}")],
            Erb => &[("<%", "%>")],
            Html => &[("<%", "%>"), ("<?", ">"), ("{{", "}}"), ("{%", "%}")],
            _ => &[("{{", "}}")],
        };
        marks.iter().copied().find(|(open, _)| self.starts_with(open))
    }

    /// Steps over server code; its place without the marks. Code in braces that do not close soon is text.
    pub(super) fn skip_server(&mut self, open: &str, close: &str) -> Option<std::ops::Range<usize>> {
        /// Longest code between braces.
        const LONGEST: usize = 2_000;
        let from = self.at + open.len();
        let far = if open.starts_with('{') { LONGEST.min(self.looks) } else { usize::MAX };
        let end = self.limit.min(from.saturating_add(far));
        let bytes = self.text.as_bytes().get(from..end)?;
        let found = bytes.windows(close.len()).position(|piece| piece == close.as_bytes());
        match found {
            Some(length) => {
                self.at = from + length + close.len();
                Some(from..from + length)
            }
            None if open.starts_with('{') => {
                self.looks -= bytes.len().min(self.looks);
                None
            }
            None => {
                self.at = self.limit;
                Some(from..self.limit)
            }
        }
    }

    /// Steps over server code in content; false where there is none.
    pub(super) fn server(&mut self, content: Content) -> bool {
        let Some((open, close)) = self.server_mark() else { return false };
        let Some(at) = self.skip_server(open, close) else { return false };
        let Some(code) = self.text.get(at.clone()) else { return true };
        if open == "<%" && code.starts_with('#') {
            self.scan.comments.push(at);
            return true;
        }
        let code = code.trim_start_matches("php").trim_matches(|c: char| c == '-' || c.is_whitespace());
        let flow = match self.language {
            _ if open == "{{" => mustache(code),
            Language::Erb => ruby(code.trim_start_matches(['=', ' '])),
            _ if code.starts_with(['=', '#']) => Flow::Prints,
            Language::Php => php(code),
            _ if open == "{%" => tag(code),
            _ => Flow::Prints,
        };
        // An opening that prints has its hints before what lies in it.
        let around = self.around(content);
        self.flows(content, flow);
        self.embedded(content, at, around);
        true
    }

    fn flows(&mut self, content: Content, flow: Flow) {
        self.fills(content);
        let outer = |scanner: &Self, block: u32| scanner.scan.branches.get(block as usize).map(|b| b.parent);
        match flow {
            Flow::Opens { looped } => self.open_block(content, looped),
            Flow::Turns => {
                if let Some(parent) = self.blocks.pop().and_then(|block| outer(self, block)) {
                    let block = self.branch(parent, false);
                    self.blocks.push(block);
                }
            }
            Flow::Ends => drop(self.blocks.pop()),
            Flow::Prints => {}
        }
    }

    fn open_block(&mut self, content: Content, looped: bool) {
        let (_, parent) = self.around(content);
        let block = self.branch(parent, looped);
        self.blocks.push(block);
    }

    /// A directive with an `@`, as Blade (in PHP) and Angular have them. False where there is none.
    pub(super) fn at_directive(&mut self, content: Content) -> bool {
        let before = self.text.get(..self.at).and_then(|text| text.chars().next_back());
        let word = first_word(self.rest().get(1..).unwrap_or_default());
        if word.is_empty() || before.is_some_and(char::is_alphanumeric) {
            return false;
        }
        let behind = self.rest().get(1 + word.len()..).unwrap_or_default().trim_start();
        let flow = match self.language {
            Language::Php => blade(word, behind),
            _ => return self.block_of_angular(content, word),
        };
        if flow == Flow::Prints {
            return false;
        }
        self.at += 1 + word.len();
        self.flows(content, flow);
        true
    }

    /// A block of Angular, `@if (…) {`; what lies in it is shown only sometimes, up to its closing brace. False where
    /// there is none.
    fn block_of_angular(&mut self, content: Content, word: &str) -> bool {
        if !is_of_angular(word) {
            return false;
        }
        let word_end = self.at + 1 + word.len();
        let rest = self.text.get(word_end..self.limit).unwrap_or_default();
        let condition = rest.trim_start().strip_prefix("if").filter(|_| word == "else").unwrap_or(rest);
        let from = word_end + rest.len() - condition.len();
        let (length, looked) = head(condition, self.looks);
        self.looks -= looked.min(self.looks);
        let Some(length) = length else { return false };
        self.at = from + length + 1;
        self.flows(content, Flow::Opens { looped: word == "for" });
        self.braces.push(Brace { depth: self.frames.len(), block: self.blocks.last().copied() });
        true
    }

    /// Steps over a brace that is no code; inside of a block it has one that closes it.
    pub(super) fn plain_brace(&mut self) {
        self.at += 1;
        if !self.braces.is_empty() {
            self.braces.push(Brace { depth: self.frames.len(), block: None });
        }
    }

    /// Steps over a closing brace, which may end a block.
    pub(super) fn closing_brace(&mut self) {
        self.at += 1;
        let depth = self.frames.len();
        if let Some(brace) = self.braces.pop_if(|brace| brace.depth >= depth)
            && let Some(place) = self.blocks.iter().rposition(|block| Some(*block) == brace.block)
        {
            self.blocks.truncate(place);
        }
    }

    /// A block of Svelte, `{#if …}`, `{:else}`, `{/if}`: notes it and steps over its word. False where there is none.
    pub(super) fn svelte_block(&mut self, content: Content) -> bool {
        let (mark, word) = (self.byte(1), self.rest().get(2..).unwrap_or_default());
        let flow = match mark {
            b'#' => Flow::Opens { looped: word.starts_with("each") },
            b':' => Flow::Turns,
            b'/' => Flow::Ends,
            _ => return false,
        };
        self.at += 2;
        let length = self.rest().bytes().take_while(u8::is_ascii_alphabetic).count();
        self.at += length;
        self.flows(content, flow);
        true
    }
}

/// What stands between the words of a block and its opening brace: blanks, and perhaps something in parentheses. Its
/// length, and how many bytes were looked at, of which no more than `most` are.
fn head(code: &str, most: usize) -> (Option<usize>, usize) {
    let bytes = code.as_bytes();
    let (mut depth, mut quote) = (0_usize, None);
    for (i, &byte) in bytes.iter().enumerate().take(most) {
        match (quote, byte) {
            (Some(open), _) => quote = Some(open).filter(|_| byte != open),
            (None, b'\'' | b'"') if depth > 0 => quote = Some(byte),
            (None, b'(') => depth += 1,
            (None, b')') if depth > 0 => depth -= 1,
            (None, b'{') if depth == 0 => return (Some(i), i),
            (None, byte) if depth == 0 && !byte.is_ascii_whitespace() => return (None, i),
            _ => {}
        }
    }
    (None, bytes.len().min(most))
}

fn first_word(code: &str) -> &str {
    let end = code.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(code.len());
    &code[..end]
}

fn php(code: &str) -> Flow {
    let word = first_word(code.trim_start_matches(['}', ' '])).to_ascii_lowercase();
    let opens = code.trim_end().ends_with(['{', ':']);
    match word.as_str() {
        "endif" | "endforeach" | "endfor" | "endwhile" | "endswitch" => Flow::Ends,
        "else" | "elseif" | "case" | "default" => Flow::Turns,
        "foreach" | "for" | "while" if opens => Flow::Opens { looped: true },
        _ if code.starts_with('}') && !opens => Flow::Ends,
        _ if opens => Flow::Opens { looped: false },
        _ => Flow::Prints,
    }
}

fn ruby(code: &str) -> Flow {
    match first_word(code) {
        "end" => Flow::Ends,
        "else" | "elsif" | "when" | "in" | "rescue" => Flow::Turns,
        "if" | "unless" | "case" | "begin" => Flow::Opens { looped: false },
        "for" | "while" | "until" => Flow::Opens { looped: true },
        _ => {
            let opens = code.ends_with(" do")
                || code.rsplit_once(" do ").is_some_and(|(_, names)| names.trim().starts_with('|'));
            let looped = [".each", ".map", ".times"].iter().any(|word| code.contains(word));
            if opens { Flow::Opens { looped } } else { Flow::Prints }
        }
    }
}

fn blade(word: &str, behind: &str) -> Flow {
    match word {
        "foreach" | "forelse" | "for" | "while" => Flow::Opens { looped: true },
        "if" | "unless" | "isset" | "auth" | "guest" | "can" | "cannot" | "switch" | "env" => {
            Flow::Opens { looped: false }
        }
        "empty" if behind.starts_with('(') => Flow::Opens { looped: false },
        "else" | "elseif" | "case" | "default" | "empty" => Flow::Turns,
        "endforeach" | "endforelse" | "endfor" | "endwhile" | "endif" | "endunless" | "endisset"
        | "endauth" | "endguest" | "endcan" | "endcannot" | "endswitch" | "endenv" | "endempty" => Flow::Ends,
        _ => Flow::Prints,
    }
}

fn is_of_angular(word: &str) -> bool {
    const WORDS: [&str; 11] = [
        "if",
        "else",
        "for",
        "empty",
        "switch",
        "case",
        "default",
        "defer",
        "placeholder",
        "loading",
        "error",
    ];
    WORDS.contains(&word)
}

/// The blocks of Handlebars and its like.
fn mustache(code: &str) -> Flow {
    match code.as_bytes().first() {
        Some(b'#') => Flow::Opens { looped: code.starts_with("#each") },
        Some(b'/') => Flow::Ends,
        _ if first_word(code) == "else" => Flow::Turns,
        _ => Flow::Prints,
    }
}

/// The tags of Jinja, Liquid, Twig and their like.
fn tag(code: &str) -> Flow {
    match first_word(code) {
        "for" => Flow::Opens { looped: true },
        "if" | "unless" | "case" | "block" | "with" => Flow::Opens { looped: false },
        "else" | "elif" | "elsif" | "elseif" | "when" | "empty" => Flow::Turns,
        word if word.starts_with("end") => Flow::Ends,
        _ => Flow::Prints,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flow_of_server_code() {
        let (once, looped) = (Flow::Opens { looped: false }, Flow::Opens { looped: true });
        for (code, flow) in [
            ("if ($a):", once),
            ("foreach ($a as $b) {", looped),
            ("} else {", Flow::Turns),
            ("else:", Flow::Turns),
            ("}", Flow::Ends),
            ("endif;", Flow::Ends),
            ("echo $a;", Flow::Prints),
        ] {
            assert_eq!(php(code), flow, "{code}");
        }
        for (code, flow) in [
            ("if a", once),
            ("items.each do |item|", looped),
            ("form_with model: a do |f|", once),
            ("else", Flow::Turns),
            ("end", Flow::Ends),
            ("title 'do'", Flow::Prints),
            ("tag.ul class: 'x' do", once),
        ] {
            assert_eq!(ruby(code), flow, "{code}");
        }
        assert_eq!(tag("for a in b"), looped);
        assert_eq!(tag("endfor"), Flow::Ends);
    }
}
