//! Parsing: html5ever's tokenizer and tree builder around our sink, with a limit to how deep elements nest.
//!
//! The parser looks through its open elements at almost every tag, so that nesting without end would cost the
//! square of its depth. Browsers stop nesting at 512 levels; so do we, by not opening what lies deeper.

use std::cell::{Cell, RefCell};

use html5ever::LocalName;
use html5ever::tokenizer::{
    EndTag, StartTag, Tag, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts, TreeSink};

use super::dom::{Dom, is_one_of};
use super::feed::feed;
use super::sink::{Handle, Parsed, Sink};

/// Most formatting elements (`b`, `font`) open at once: each paragraph opens all of them anew.
const FORMATTING: usize = 10;

/// From this depth on, boxes without meaning are not opened; from the second on, nothing is.
const DEEP: u32 = 500;
const TOO_DEEP: u32 = 1000;

/// A parsed document and what was odd about its text.
pub(super) struct Document {
    pub(super) dom: Dom,
    pub(super) root: u32,
    pub(super) saved_from: Option<String>,
    /// Where the text ends in the middle of something.
    pub(super) cut: Option<String>,
    /// Elements with a meaning that lay too deep to be opened.
    pub(super) too_deep: usize,
    /// Attributes kept back, since their tags had too many.
    pub(super) too_many: usize,
}

/// Parses a document into the arena.
pub(super) fn parse(text: &str, dom: Dom) -> Document {
    let options = TreeBuilderOpts { drop_doctype: true, ..TreeBuilderOpts::default() };
    let limiter = Limiter {
        builder: TreeBuilder::new(Sink::new(dom), options),
        skipped: RefCell::default(),
        formatting: Cell::new(0),
        too_deep: Cell::new(0),
        seen: Cell::new((false, false)),
        broken_off: Cell::new(false),
        spoke: Cell::new(false),
    };
    let tokenizer = Tokenizer::new(limiter, TokenizerOpts { discard_bom: false, ..TokenizerOpts::default() });
    let too_many = feed(&tokenizer, text, |limiter| limiter.spoke.take());
    let limiter = tokenizer.sink;
    let sink = limiter.builder.sink;
    let open = sink.cut_inside.borrow_mut().take();
    let cut = match (limiter.broken_off.get(), open, limiter.seen.get()) {
        (true, ..) => Some("in the middle of a tag".to_owned()),
        (_, Some(name), _) => Some(format!("inside <{name}>")),
        (_, _, (true, false)) => Some("before </html>".to_owned()),
        _ => None,
    };
    let Parsed { dom, root, saved_from } = sink.finish();
    Document { dom, root, saved_from, cut, too_deep: limiter.too_deep.get(), too_many }
}

/// Stands between tokenizer and tree builder and keeps back the tags that would nest too deep.
struct Limiter {
    builder: TreeBuilder<Handle, Sink>,
    /// Names of the tags kept back whose end tag is still to come.
    skipped: RefCell<Vec<LocalName>>,
    /// Formatting elements opened and not closed.
    formatting: Cell<usize>,
    too_deep: Cell<usize>,
    /// Whether `<html>` and `</html>` (or `</body>`) were seen.
    seen: Cell<(bool, bool)>,
    broken_off: Cell<bool>,
    /// Whether a token came since the tokenizer was last fed.
    spoke: Cell<bool>,
}

impl Limiter {
    /// Whether a tag is to be kept back.
    fn keeps_back(&self, tag: &Tag) -> bool {
        let mut skipped = self.skipped.borrow_mut();
        let formats = is_formatting(&tag.name);
        if tag.kind == EndTag {
            let was_skipped = skipped.last() == Some(&tag.name);
            if was_skipped {
                skipped.pop();
            } else if formats {
                self.formatting.set(self.formatting.get().saturating_sub(1));
            }
            return was_skipped;
        }
        let depth = self.builder.sink.depth();
        let plain = is_plain_box(tag);
        let too_much = formats && self.formatting.get() >= FORMATTING;
        let too_deep = depth >= TOO_DEEP || (plain && depth >= DEEP);
        if is_leaf(&tag.name) || !(too_much || too_deep) {
            self.formatting.set(self.formatting.get() + usize::from(formats));
            return false;
        }
        self.too_deep.set(self.too_deep.get() + usize::from(!plain));
        if !tag.self_closing {
            skipped.push(tag.name.clone());
        }
        true
    }
}

impl TokenSink for Limiter {
    type Handle = Handle;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<Handle> {
        if !matches!(token, Token::ParseError(_)) {
            self.spoke.set(true);
        }
        match &token {
            Token::TagToken(tag) => {
                let (opened, closed) = self.seen.get();
                match (tag.kind, &*tag.name) {
                    (StartTag, "html" | "body") => self.seen.set((true, closed)),
                    (EndTag, "html" | "body") => self.seen.set((opened, true)),
                    _ => {}
                }
                if self.keeps_back(tag) {
                    return TokenSinkResult::Continue;
                }
            }
            Token::ParseError(message) if message.contains("EOF") => self.broken_off.set(true),
            Token::EOFToken => self.builder.sink.at_end.set(true),
            _ => {}
        }
        self.builder.process_token(token, line)
    }

    fn end(&self) {
        self.builder.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

/// Elements that hold nothing but text or nothing at all, or that change how the text is read.
fn is_leaf(name: &LocalName) -> bool {
    const LEAVES: &str = "\
        area base br col embed hr iframe img input link meta noembed noframes noscript param script source \
        style textarea title track wbr xmp body";
    is_one_of(name, LEAVES)
}

/// Elements that the parser opens again in the next paragraph if they are still open.
fn is_formatting(name: &LocalName) -> bool {
    matches!(
        &**name,
        "b" | "big"
            | "code"
            | "em"
            | "font"
            | "i"
            | "nobr"
            | "s"
            | "small"
            | "strike"
            | "strong"
            | "tt"
            | "u"
    )
}

/// Whether an element is a mere box: without it nothing is lost.
fn is_plain_box(tag: &Tag) -> bool {
    if matches!(&*tag.name, "font" | "big" | "tt" | "nobr") {
        return true;
    }
    matches!(&*tag.name, "div" | "span" | "b" | "i" | "u" | "small" | "center")
        && tag.attrs.iter().all(|a| &*a.name.local == "class")
}
