//! Source text to elements: one tolerant scanner of tags and attributes for all languages that pages are written in.
//!
//! It understands no language whole. It knows what has to be stepped over (comments, strings, regular expressions,
//! server code), where a tag begins, and which values are written letter by letter. Every byte is looked at a bounded
//! number of times, nesting is kept on a stack of its own, and what is not known is said to be not known.

mod code;
mod element;
mod embedded;
mod expr;
mod markup;
mod scanner;
mod server;
mod unread;
mod value;

pub use self::element::Unread;
pub(super) use self::element::{Attr, Element, Part, Scan, Span, Value};

/// What a source file is written in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Language {
    /// HTML, also with the marks of template languages in it.
    Html,
    /// JavaScript, with or without JSX.
    Js,
    /// JavaScript with JSX.
    Jsx,
    /// TypeScript without JSX.
    Ts,
    /// TypeScript with JSX.
    Tsx,
    /// A Vue component.
    Vue,
    /// A Svelte component.
    Svelte,
    /// An Astro page.
    Astro,
    /// PHP with HTML between.
    Php,
    /// HTML with embedded Ruby.
    Erb,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 10] = [
        Language::Html,
        Language::Js,
        Language::Jsx,
        Language::Ts,
        Language::Tsx,
        Language::Vue,
        Language::Svelte,
        Language::Astro,
        Language::Php,
        Language::Erb,
    ];

    /// The language's name, which is also the usual ending of its files.
    pub fn as_str(self) -> &'static str {
        match self {
            Language::Html => "html",
            Language::Js => "js",
            Language::Jsx => "jsx",
            Language::Ts => "ts",
            Language::Tsx => "tsx",
            Language::Vue => "vue",
            Language::Svelte => "svelte",
            Language::Astro => "astro",
            Language::Php => "php",
            Language::Erb => "erb",
        }
    }

    /// The language of files whose names end so (without the dot, in any case).
    pub fn from_extension(extension: &str) -> Option<Language> {
        let extension = extension.to_ascii_lowercase();
        match extension.as_str() {
            "htm" | "xhtml" => Some(Language::Html),
            "mjs" | "cjs" => Some(Language::Js),
            "mts" | "cts" => Some(Language::Ts),
            "phtml" => Some(Language::Php),
            name => Language::ALL.into_iter().find(|language| language.as_str() == name),
        }
    }

    /// Whether a file is code with tags in it, rather than tags with code in them.
    fn is_script(self) -> bool {
        matches!(self, Language::Js | Language::Jsx | Language::Ts | Language::Tsx)
    }

    /// Whether tags may stand in code as values.
    fn has_jsx(self) -> bool {
        matches!(self, Language::Js | Language::Jsx | Language::Tsx | Language::Astro)
    }

    /// Whether `{…}` in content and values is code.
    fn has_braces(self) -> bool {
        matches!(self, Language::Svelte | Language::Astro)
    }
}

/// The elements of a source text.
pub(super) fn scan(text: &str, language: Language) -> Scan {
    let mut scan = scanner::Scanner::new(text, language).run();
    unread::find(text, language, &mut scan);
    scan
}
