//! Text with tags in it: where tags begin and end, and which element lies in which.

use super::Language;
use super::element::{NONE, Span};
use super::scanner::{Content, End, Frame, Open, Scanner, Tag, What};

/// Elements that hold nothing.
const VOID: [&str; 14] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track",
    "wbr",
];

/// Elements that hold text and no tags.
const RAW: [&str; 6] = ["script", "style", "textarea", "title", "xmp", "iframe"];

impl<'a> Scanner<'a> {
    /// Steps over text to the next thing that is none.
    pub(super) fn content(&mut self, content: Content) {
        let in_template = content.end == End::Backtick;
        let is_filled = content.end == End::Heredoc { is_filled: true };
        let has_directives = in_template || matches!(self.language, Language::Html | Language::Php);
        let has_braces = !self.braces.is_empty();
        let is_mark = |byte: &u8| match byte {
            b'<' | b'{' => true,
            b'$' => in_template || is_filled,
            b'`' | b'\\' => in_template,
            b'@' => has_directives,
            b'}' => has_braces,
            _ => false,
        };
        let bytes = self.text.as_bytes().get(self.at..self.limit).unwrap_or_default();
        self.at += bytes.iter().position(is_mark).unwrap_or(bytes.len());
        match self.peek() {
            _ if self.at >= self.limit => {}
            b'`' => {
                self.at += 1;
                self.leave();
            }
            b'\\' => {
                self.at += 1;
                self.step();
            }
            b'$' if is_filled => {
                self.at += 1;
                self.fills(content);
            }
            b'$' if self.byte(1) == b'{' => {
                self.at += 2;
                self.fill(content);
            }
            b'@' if self.at_directive(content) => {}
            b'}' => self.closing_brace(),
            b'{' if !in_template => self.brace(content),
            b'{' => self.plain_brace(),
            b'<' if in_template || !self.server(content) => self.angle(content),
            b'<' => {}
            _ => self.at += 1,
        }
    }

    fn brace(&mut self, content: Content) {
        if content.end == End::Root || self.language.has_braces() {
            if !(self.language == Language::Svelte && self.svelte_block(content)) {
                self.at += 1;
            }
            self.fill(content);
        } else if !self.server(content) {
            self.plain_brace();
        }
    }

    /// Begins code that puts something in the content.
    fn fill(&mut self, content: Content) {
        self.fills(content);
        let (parent, branch) = self.around(content);
        self.enter_braces(What::Plain, parent, branch);
    }

    fn angle(&mut self, content: Content) {
        let next = self.byte(1);
        let is_jsx = content.end == End::Root || self.language == Language::Astro;
        if self.starts_with("<!--") {
            self.skip_comment("-->");
        } else if matches!(next, b'!' | b'?') {
            self.skip_behind(">");
        } else if next == b'/' {
            self.at += 2;
            let name = self.name();
            let name = &self.text[name];
            self.skip_to_tag_end(content);
            self.close(content, name);
        } else if next.is_ascii_alphabetic() || (is_jsx && matches!(next, b'>' | b'_' | b'$')) {
            self.at += 1;
            self.begin(content);
        } else {
            self.at += 1;
        }
    }

    /// Steps behind the end of a closing tag.
    fn skip_to_tag_end(&mut self, content: Content) {
        let stops =
            |byte: &u8| matches!(byte, b'>' | b'<') || (content.end == End::Backtick && *byte == b'`');
        let bytes = self.text.as_bytes().get(self.at..self.limit).unwrap_or_default();
        self.at += bytes.iter().position(stops).unwrap_or(bytes.len());
        if self.peek() == b'>' {
            self.at += 1;
        }
    }

    fn name(&mut self) -> Span {
        let start = self.at;
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | ':' | '.' | '$');
        let rest = self.rest();
        self.at += rest.find(|c: char| !is_name(c)).unwrap_or(rest.len());
        start..self.at
    }

    /// Begins a tag, behind its `<`.
    fn begin(&mut self, content: Content) {
        let tag = self.name();
        let name = &self.text[tag.clone()];
        self.close_implied(content, name);
        if matches!(name.to_ascii_lowercase().as_str(), "html" | "body") {
            self.scan.whole = true;
        }
        let (parent, mut branch) = self.around(content);
        if content.end == End::Root && self.open.len() <= content.base {
            branch = self.branch(content.branch, self.looped());
        }
        // A component may give what is missing here.
        let element = self.add(tag, parent, branch, self.is_component(name));
        self.frames.push(Frame::Tag(Tag { element }));
    }

    /// Whether a tag stands for a component, which is written elsewhere.
    fn is_component(&self, name: &str) -> bool {
        match self.language {
            Language::Html | Language::Erb => false,
            Language::Php => name.starts_with("x-"),
            Language::Vue => name.contains('-') || name.starts_with(|c: char| c.is_uppercase()),
            _ => name.contains('.') || name.starts_with(|c: char| c.is_uppercase()),
        }
    }

    /// Whether the code around runs once for each of several things.
    fn looped(&self) -> bool {
        let mut code = self.frames.iter().rev().filter_map(|frame| match frame {
            Frame::Code(code) => Some(code),
            _ => None,
        });
        code.next().is_some_and(|code| code.loops > 0)
    }

    /// The innermost content, which the tag being read stands in.
    pub(super) fn content_of_tag(&self) -> Content {
        let mut contents = self.frames.iter().rev().filter_map(|frame| match frame {
            Frame::Content(content) => Some(*content),
            _ => None,
        });
        contents.next().unwrap_or(Content { end: End::Text, base: 0, parent: None, branch: NONE })
    }

    /// Ends the tag that is being read.
    pub(super) fn end_tag(&mut self, tag: Tag, is_closed: bool) {
        self.frames.pop();
        let content = self.content_of_tag();
        let Some(element) = self.scan.elements.get_mut(tag.element as usize) else { return };
        element.text = self.at..self.at;
        let name = &self.text[element.tag.clone()];
        let branch = element.branch;
        let is_html = content.end != End::Root && !matches!(self.language, Language::Vue | Language::Astro);
        let closes_itself =
            is_closed && (!is_html || self.language == Language::Svelte || name.contains('-'));
        let may_be_void = content.end != End::Root || self.language == Language::Astro;
        let is_void = may_be_void && VOID.contains(&name.to_ascii_lowercase().as_str());
        if closes_itself || is_void {
            return self.end_root(content);
        }
        if content.end != End::Root && self.raw(name) {
            return;
        }
        if name == "option" {
            self.note_text(tag.element);
        }
        self.open.push(Open { name, element: tag.element, branch });
        *self.names.entry(name).or_default() += 1;
    }

    /// Notes the text of an option.
    fn note_text(&mut self, element: u32) {
        let rest = self.rest();
        let length = rest.find(['<', '{', '`', '$']).unwrap_or(rest.len());
        if let Some(element) = self.scan.elements.get_mut(element as usize) {
            element.text = self.at..self.at + length;
        }
    }

    /// Steps over what an element holds that is no markup; false where it is markup.
    fn raw(&mut self, name: &str) -> bool {
        let lower = name.to_ascii_lowercase();
        let in_template = self.content_of_tag().end == End::Backtick;
        if !RAW.contains(&lower.as_str()) || in_template || name.starts_with(|c: char| c.is_ascii_uppercase())
        {
            return false;
        }
        let end = self.at + end_of_raw(self.rest(), &lower);
        match lower.as_str() {
            "script" => self.enter_script(end),
            _ => self.at = end,
        }
        true
    }

    fn close(&mut self, content: Content, name: &str) {
        let is_open = self.names.get(name).is_some_and(|&count| count > 0);
        if is_open {
            let inside = self.open.get(content.base..).unwrap_or_default();
            if let Some(place) = inside.iter().rposition(|open| open.name == name) {
                self.close_down_to(content.base + place);
            }
        }
        self.end_root(content);
    }

    /// Leaves a content that ends with its first tag, where that is closed.
    fn end_root(&mut self, content: Content) {
        if content.end == End::Root && self.open.len() <= content.base {
            self.leave();
        }
    }

    pub(super) fn close_down_to(&mut self, count: usize) {
        while self.open.len() > count {
            let Some(open) = self.open.pop() else { return };
            if let Some(count) = self.names.get_mut(open.name) {
                *count = count.saturating_sub(1);
            }
        }
    }

    /// Closes what ends without saying so where a tag of that name begins.
    fn close_implied(&mut self, content: Content, name: &str) {
        if content.end == End::Root || self.open.len() <= content.base {
            return;
        }
        let Some(last) = self.open.last().map(|open| open.name) else { return };
        let ends = match name {
            "li" => last == "li",
            "option" => last == "option",
            "optgroup" => matches!(last, "option" | "optgroup"),
            "dt" | "dd" => matches!(last, "dt" | "dd"),
            "tr" => matches!(last, "tr" | "td" | "th"),
            "td" | "th" => matches!(last, "td" | "th"),
            "p" | "div" | "ul" | "ol" | "table" | "form" | "section" | "h1" | "h2" | "h3" => last == "p",
            _ => false,
        };
        if ends {
            self.close_down_to(self.open.len() - 1);
            if name == "tr" && self.open.last().is_some_and(|open| open.name == "tr") {
                self.close_down_to(self.open.len() - 1);
            }
        }
    }
}

/// Where the text of such an element ends.
fn end_of_raw(text: &str, name: &str) -> usize {
    let mut from = 0;
    while let Some(length) = text[from..].find("</") {
        let at = from + length;
        let found = text.as_bytes().get(at + 2..at + 2 + name.len());
        if found.is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes())) {
            return at;
        }
        from = at + 2;
    }
    text.len()
}
