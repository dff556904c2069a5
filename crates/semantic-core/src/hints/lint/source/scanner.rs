//! The scanner's state: where it is, what is open around it, and the elements found so far.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::Language;
use super::element::{Attr, Branch, Element, NONE, Scan, Span, Unread};
use super::expr;

/// Bytes that all looks ahead together may take, for each byte of the text.
const LOOKS: usize = 8;

/// What the scanner is in the middle of.
#[derive(Clone, Copy, Debug)]
pub(super) enum Frame {
    Content(Content),
    /// In a tag, after its name.
    Tag(Tag),
    Code(Code),
}

/// Text with tags in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Content {
    pub(super) end: End,
    /// How many elements were open where it began.
    pub(super) base: usize,
    pub(super) parent: Option<u32>,
    pub(super) branch: u32,
}

/// What ends a content.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// The end of the text.
    Text,
    /// The backtick that ends a template literal.
    Backtick,
    /// The end of a text of PHP; whether code fills in parts of it.
    Heredoc { is_filled: bool },
    /// The end of the tag that it began with.
    Root,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Tag {
    pub(super) element: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Code {
    pub(super) what: What,
    /// Where it began.
    pub(super) start: usize,
    /// How many brackets were open where it began.
    pub(super) base: usize,
    /// Whether a closing brace ends it.
    pub(super) is_braced: bool,
    /// Where to go on after it, where that is not its end.
    pub(super) resume: Option<usize>,
    /// The limit to go back to after it.
    pub(super) limit: usize,
    pub(super) parent: Option<u32>,
    pub(super) branch: u32,
    /// How many loops are open in it.
    pub(super) loops: u32,
    pub(super) last: Last,
}

/// What came last in code: it decides what `<`, `/` and a text stand for.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Last {
    /// Whether it was the end of a value, so that an operator has to follow.
    pub(super) operand: bool,
    /// The last byte that was no blank.
    pub(super) byte: u8,
    /// Whether the last word names a function that is called for each of several things.
    pub(super) maps: bool,
}

/// What code is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum What {
    /// A whole file, a script, or what stands in braces of content.
    Plain,
    /// The value of an attribute: its element and place there; no place where the attribute does not matter.
    Value(u32, Option<usize>),
    /// Attributes for an element; whether they stand there as an object.
    Spread(u32, bool),
}

/// A bracket of code.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bracket {
    /// The element whose attributes an object holds.
    pub(super) element: Option<u32>,
    pub(super) is_object_of_tag: bool,
    pub(super) is_loop: bool,
    pub(super) is_brace: bool,
}

/// A brace in content that is not closed yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Brace {
    /// How many frames were open where it stands.
    pub(super) depth: usize,
    /// The branch that it opened, if any.
    pub(super) block: Option<u32>,
}

/// An element that is not closed yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open<'a> {
    pub(super) name: &'a str,
    pub(super) element: u32,
    /// The branch of what lies in it.
    pub(super) branch: u32,
}

pub(super) struct Scanner<'a> {
    pub(super) text: &'a str,
    pub(super) language: Language,
    pub(super) at: usize,
    /// Where the innermost script ends.
    pub(super) limit: usize,
    pub(super) frames: Vec<Frame>,
    pub(super) open: Vec<Open<'a>>,
    /// How many elements of each name are open.
    pub(super) names: HashMap<&'a str, u32, FxBuildHasher>,
    pub(super) brackets: Vec<Bracket>,
    /// The branches that server code or blocks have opened and not ended.
    pub(super) blocks: Vec<u32>,
    /// Braces in content that are no code, from the first block on that one opened.
    pub(super) braces: Vec<Brace>,
    pub(super) looks: usize,
    pub(super) scan: Scan,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str, language: Language) -> Scanner<'a> {
        let mut scanner = Scanner {
            text,
            language,
            at: 0,
            limit: text.len(),
            frames: Vec::new(),
            open: Vec::new(),
            names: HashMap::default(),
            brackets: Vec::new(),
            blocks: Vec::new(),
            braces: Vec::new(),
            looks: text.len().saturating_mul(LOOKS).max(10_000),
            scan: Scan::default(),
        };
        if language.is_script() {
            scanner.enter_script(text.len());
        } else {
            let branch = scanner.branch(NONE, false);
            scanner.frames.push(Frame::Content(Content { end: End::Text, base: 0, parent: None, branch }));
            scanner.front_matter();
        }
        scanner
    }

    /// The code between two lines `---` at the beginning of an Astro page.
    fn front_matter(&mut self) {
        let start = self.text.len() - self.text.trim_start().len();
        let Some(rest) = self.text[start..].strip_prefix("---").filter(|_| self.language == Language::Astro)
        else {
            return;
        };
        if let Some(length) = rest.find("\n---") {
            self.at = start + 3;
            self.enter_script(start + 3 + length + 1);
        }
    }

    pub(super) fn run(mut self) -> Scan {
        while let Some(frame) = self.frames.last() {
            if self.at >= self.limit {
                self.leave();
                continue;
            }
            match *frame {
                Frame::Content(content) => self.content(content),
                Frame::Tag(tag) => self.tag(tag),
                Frame::Code(code) => self.code(code),
            }
        }
        if self.looks == 0 {
            self.scan
                .notices
                .push("some values were not read: too much of the text is open quotes".to_owned());
        }
        self.scan
    }

    /// Ends the innermost frame.
    pub(super) fn leave(&mut self) {
        match self.frames.pop() {
            Some(Frame::Content(content)) => {
                self.close_down_to(content.base);
                self.braces.truncate(self.braces.partition_point(|brace| brace.depth <= self.frames.len()));
                if let Some(Frame::Code(code)) = self.frames.last_mut() {
                    code.last = Last { operand: true, ..Last::default() };
                }
            }
            Some(Frame::Code(code)) => self.leave_code(code, self.at.min(self.limit)),
            Some(Frame::Tag(_)) | None => {}
        }
    }

    /// Ends the innermost frame, which is code, at its closing brace.
    pub(super) fn leave_at_brace(&mut self) {
        let end = self.at;
        self.at += 1;
        if let Some(Frame::Code(code)) = self.frames.pop() {
            self.leave_code(code, end);
        }
    }

    fn leave_code(&mut self, code: Code, end: usize) {
        self.brackets.truncate(code.base);
        self.limit = code.limit;
        self.at = code.resume.unwrap_or(self.at);
        let end = end.max(code.start);
        match code.what {
            What::Plain => {
                if self.at == end && self.language == Language::Astro && self.starts_with("---") {
                    self.at += 3; // the line that ends the front matter
                }
            }
            What::Value(element, place) => {
                let Some(place) = place else { return };
                let said = expr::value(self.text, code.start..end);
                let attr = self.scan.elements.get_mut(element as usize).and_then(|e| e.attrs.get_mut(place));
                if let Some(attr) = attr {
                    (attr.value, attr.at, attr.literal) = (said.value, said.at, said.literal);
                }
            }
            What::Spread(element, is_object) => {
                if !is_object {
                    self.opens(element);
                    if names_hints(&self.text[code.start..end]) {
                        self.makes_hints(code.start..end, "attributes that code makes");
                    }
                }
            }
        }
    }

    /// Begins code that ends with its brace.
    pub(super) fn enter_braces(&mut self, what: What, parent: Option<u32>, branch: u32) {
        self.enter(what, true, parent, branch);
    }

    /// Begins code that ends at `limit`.
    pub(super) fn enter_script(&mut self, limit: usize) {
        self.enter(What::Plain, false, None, NONE);
        self.limit = limit.min(self.limit);
    }

    /// Begins code that gives an element its attributes and stands at `at`; the scanner goes on where it is.
    pub(super) fn enter_object(&mut self, at: Span, element: u32, branch: u32) {
        self.enter_aside(at, What::Spread(element, true), Some(element), branch);
    }

    /// Begins a text of server code with tags in it; the scanner goes on where it is.
    pub(super) fn enter_text(&mut self, at: Span, around: Content, is_filled: bool) {
        let (parent, branch) = self.around(around);
        // What a function returns need not be shown beside what another one does.
        let branch = self.branch(branch, false);
        self.enter_aside(at, What::Plain, parent, branch);
        let base = self.open.len();
        self.frames.push(Frame::Content(Content { end: End::Heredoc { is_filled }, base, parent, branch }));
    }

    fn enter_aside(&mut self, at: Span, what: What, parent: Option<u32>, branch: u32) {
        let after = self.at;
        self.at = at.start;
        self.enter(what, false, parent, branch);
        if let Some(Frame::Code(code)) = self.frames.last_mut() {
            code.resume = Some(after);
        }
        self.limit = at.end.min(self.limit);
    }

    fn enter(&mut self, what: What, is_braced: bool, parent: Option<u32>, branch: u32) {
        self.frames.push(Frame::Code(Code {
            what,
            start: self.at,
            base: self.brackets.len(),
            is_braced,
            resume: None,
            limit: self.limit,
            parent,
            branch,
            loops: 0,
            last: Last::default(),
        }));
    }

    /// A new branch in another.
    pub(super) fn branch(&mut self, parent: u32, looped: bool) -> u32 {
        self.scan.branches.push(Branch { parent, looped });
        (self.scan.branches.len() - 1) as u32
    }

    /// The element around the next one, and its branch.
    pub(super) fn around(&self, content: Content) -> (Option<u32>, u32) {
        let block = self.blocks.last().copied();
        match self.open.get(content.base..).and_then(<[Open<'_>]>::last) {
            Some(open) => (Some(open.element), block.filter(|&b| b > open.branch).unwrap_or(open.branch)),
            None => (content.parent, block.filter(|&b| b > content.branch).unwrap_or(content.branch)),
        }
    }

    pub(super) fn add(&mut self, tag: Span, parent: Option<u32>, branch: u32, open: bool) -> u32 {
        self.scan.elements.push(Element {
            text: tag.end..tag.end,
            tag,
            parent,
            branch,
            attrs: Vec::new(),
            open,
            fluid: false,
        });
        (self.scan.elements.len() - 1) as u32
    }

    pub(super) fn add_attr(&mut self, element: u32, attr: Attr) -> Option<usize> {
        const MOST: usize = 200;
        let attrs = &mut self.scan.elements.get_mut(element as usize)?.attrs;
        if attrs.len() >= MOST {
            return None;
        }
        attrs.push(attr);
        Some(attrs.len() - 1)
    }

    /// Notes that code makes hints here which cannot be read.
    pub(super) fn makes_hints(&mut self, at: Span, why: &'static str) {
        self.scan.makes_hints = true;
        self.scan.unread.push(Unread { at, why });
    }

    /// Steps over a comment up to `end`.
    pub(super) fn skip_comment(&mut self, end: &str) {
        let start = self.at;
        self.skip_behind(end);
        if self.text.get(start..self.at).is_some_and(|comment| comment.contains("semtag")) {
            self.scan.comments.push(start..self.at);
        }
    }

    /// Notes that an element may have attributes that cannot be seen.
    pub(super) fn opens(&mut self, element: u32) {
        if let Some(element) = self.scan.elements.get_mut(element as usize) {
            element.open = true;
        }
    }

    /// Notes that code puts something in the innermost element.
    pub(super) fn fills(&mut self, content: Content) {
        let (parent, _) = self.around(content);
        if let Some(element) = parent.and_then(|p| self.scan.elements.get_mut(p as usize)) {
            element.fluid = true;
        }
    }

    pub(super) fn peek(&self) -> u8 {
        self.byte(0)
    }

    /// The byte so far ahead; 0 where there is none.
    pub(super) fn byte(&self, ahead: usize) -> u8 {
        let at = self.at + ahead;
        if at < self.limit { self.text.as_bytes().get(at).copied().unwrap_or_default() } else { 0 }
    }

    pub(super) fn rest(&self) -> &'a str {
        self.text.get(self.at..self.limit).unwrap_or_default()
    }

    pub(super) fn starts_with(&self, word: &str) -> bool {
        self.rest().starts_with(word)
    }

    /// Steps over one character.
    pub(super) fn step(&mut self) {
        self.at += self.rest().chars().next().map_or(1, char::len_utf8);
    }

    pub(super) fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Steps behind `word`, or to the end where it does not come.
    pub(super) fn skip_behind(&mut self, word: &str) {
        self.at = self.rest().find(word).map_or(self.limit, |length| self.at + length + word.len());
    }

    /// Where code that was opened by a brace just before `from` ends: the place of its closing brace. `None` where it
    /// does not end, or where looking ahead has taken too long.
    pub(super) fn closing(&mut self, from: usize) -> Option<usize> {
        let code = self.text.get(from..self.limit)?;
        let (end, looked) = expr::closing(code, self.looks);
        self.looks -= looked.min(self.looks);
        end.map(|end| from + end)
    }
}

/// Whether code that gives attributes speaks of hints, so that any hint may come of it. What only passes on what an
/// element was given (`props`, `rest`) does not: where it was given the hints are seen.
fn names_hints(code: &str) -> bool {
    let end = (0..=code.len().min(200)).rev().find(|&at| code.is_char_boundary(at)).unwrap_or_default();
    let code = code[..end].to_ascii_lowercase();
    code.contains("semtag") || code.contains("hint")
}
