//! What kind of failure an error message tells of: an ordered table of phrases and the scan that reads it.
//!
//! The table (`RULES`) is the whole knowledge here; the scan is small and knows no tool by name.
//!
//! A message is cut into words: runs of letters, digits and `_`, joined by a `-`, `.` or apostrophe inside
//! (`node.js`, `aria-ref` and `can't` are one word each). A phrase matches whole words only: `could not find
//! node` is not in `could not find nodejs`. Between two words of a phrase there may be any space and
//! punctuation but no end of a clause: no line break, no `;`, and no `.`, `!`, `?` or `:` before a space.
//!
//! Of all rows that match, the first in the table decides, wherever in the message it matched: a call log is
//! one message, and a reason inside it (`intercepts pointer events`) stands above the timeout it ended with.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

/// The kind of failure that an error message tells of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FailureType {
    /// Nothing (or not exactly one thing) answers to the ref, id or selector.
    ElementNotFound,
    /// The element or its document was there and has been replaced since.
    ElementStale,
    /// The element is there but cannot take the action: hidden, covered, disabled, outside the view.
    ElementNotInteractable,
    /// The page, frame, tab or session went away or moved on meanwhile.
    Navigation,
    /// The network, the connection to the browser, or a wait that ran out of time.
    Network,
    /// None of the known messages.
    Unknown,
}

impl FailureType {
    /// Every type, in the order of their declaration.
    pub const ALL: [Self; 6] = [
        Self::ElementNotFound,
        Self::ElementStale,
        Self::ElementNotInteractable,
        Self::Navigation,
        Self::Network,
        Self::Unknown,
    ];

    /// The name in snake case, as it is printed and parsed: `element_not_found` and so on.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ElementNotFound => "element_not_found",
            Self::ElementStale => "element_stale",
            Self::ElementNotInteractable => "element_not_interactable",
            Self::Navigation => "navigation",
            Self::Network => "network",
            Self::Unknown => "unknown",
        }
    }

    /// Whether a fresh look at the page can help: true for all but [`Network`](Self::Network) and
    /// [`Unknown`](Self::Unknown).
    pub const fn recoverable(self) -> bool {
        !matches!(self, Self::Network | Self::Unknown)
    }
}

impl fmt::Display for FailureType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The error of parsing a [`FailureType`] from a name that is none of the six.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a failure type: {0:?}")]
pub struct ParseFailureTypeError(String);

impl FromStr for FailureType {
    type Err = ParseFailureTypeError;

    /// Reads exactly what [`FailureType::as_str`] gives.
    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|kind| kind.as_str() == name);
        found.ok_or_else(|| ParseFailureTypeError(name.to_owned()))
    }
}

/// Tells what kind of failure an error message is about.
///
/// Any text is allowed, however long: the time is linear in its length. Case does not matter. Where several
/// known phrases occur, the most specific one decides.
pub fn classify_failure(message: &str) -> FailureType {
    let rules = &*COMPILED;
    let words = rules.words(message);
    let mut best = rules.patterns.len();
    for (at, word) in words.iter().enumerate() {
        // Rows are in rising order, so the first one that matches here is the best one here.
        let mut rows = rules.starts[usize::from(word.id)].iter().take_while(|&&row| row < best);
        if let Some(&row) = rows.find(|&&row| matches(&rules.patterns[row], &words[at..])) {
            best = row;
        }
    }
    RULES.get(best).map_or(Unknown, |&(_, kind)| kind)
}

use FailureType::{ElementNotFound, ElementNotInteractable, ElementStale, Navigation, Network, Unknown};

/// Phrase and type, most specific first: the first row that matches anywhere in the message decides.
///
/// In a phrase, `a|b` is either word, `word*` any word that begins so, and a lone `*` a gap of up to [`GAP`]
/// words (only between other words). A row of type `Unknown` keeps a look-alike from the rows below it.
const RULES: &[(&str, FailureType)] = &[
    // Codes of the network stack, which name the cause; codes of Node that look alike.
    ("err_module_*|err_require_*|err_invalid_arg_*|err_assertion|err_unhandled_*|err_unknown_*", Unknown),
    ("err_*|ns_error_*|ns_binding_*", Network),
    ("econnrefused|econnreset|econnaborted|enotfound|etimedout|eai_again|ehostunreach|enetunreach", Network),
    ("site unavailable", Network),
    ("not connected to devtools", Network),
    // The page, its frame, its tab or the session has gone or moved on.
    ("page|tab|target|renderer|browser crash|crashed", Navigation),
    ("page|tab|target|renderer|browser has|was|is crashed", Navigation),
    ("page|target|tab|window|session|browser closed|disconnected", Navigation),
    ("page|target|tab|window|session|browser|context is|was closed|disconnected", Navigation),
    ("page|target|tab|window|session|browser|context has been closed", Navigation),
    ("most likely * has been closed", Navigation),
    ("window already closed", Navigation),
    ("targetclosederror|targetcloseerror", Navigation),
    ("session deleted|terminated", Navigation),
    ("session is * terminated", Navigation),
    ("invalid session id", Navigation),
    ("invalidsessionidexception|invalidsessioniderror|nosuchsessionexception", Navigation),
    ("no session|target|frame with|for given id", Navigation),
    ("frame|session with * not found", Navigation),
    ("no such window|frame|session", Navigation),
    ("nosuchwindowexception|nosuchwindowerror|nosuchframeexception|nosuchframeerror", Navigation),
    ("window|frame could not be found", Navigation),
    ("view|target not found", Navigation),
    ("inspected target navigated", Navigation),
    ("not attached to an active page", Navigation),
    ("browser has disconnected", Navigation),
    ("frame|iframe detached", Navigation),
    ("frame|iframe was|is|got detached", Navigation),
    ("frame|iframe has been detached", Navigation),
    ("detached frame", Navigation),
    ("page was|is|got destroyed", Navigation),
    ("page has been destroyed", Navigation),
    ("interrupted by another navigation", Navigation),
    ("page has|was navigated", Navigation),
    ("navigated away", Navigation),
    // The element was there: its node, document or script context has been replaced since.
    ("stale element|node|ref|reference|object|handle|uid|snapshot|locator|aria-ref", ElementStale),
    ("snapshot|locator|handle|object is|was|became|went stale", ElementStale),
    ("element|node|ref|uid|reference * is|are|was|became|went stale", ElementStale),
    ("stale_ref|stale_element|element_stale|stale_element_reference|stale_node", ElementStale),
    ("staleelementreferenceexception|staleelementreferenceerror|staleobjectexception", ElementStale),
    ("execution context destroyed", ElementStale),
    ("execution context was|is destroyed", ElementStale),
    ("execution context is|was not available", ElementStale),
    ("no such execution context", ElementStale),
    ("no execution context", ElementStale),
    ("cannot find context", ElementStale),
    ("could not find object with", ElementStale),
    ("cannot find object with", ElementStale),
    ("jshandle|handle is|was disposed", ElementStale),
    ("not attached|connected to * dom|page|document", ElementStale),
    ("element|node|subject is not attached|connected", ElementStale),
    ("no longer visible|enabled|clickable|interactable|editable", ElementNotInteractable),
    ("no longer attached|connected", ElementStale),
    ("no longer in|part|present in|of|on the dom|page|document", ElementStale),
    ("element|node|ref|handle|uid|index * no longer exists|available|valid|present|found", ElementStale),
    ("not belong to the document", ElementStale),
    ("exist in * dom anymore", ElementStale),
    ("not exist in cache", ElementStale),
    ("not present in the current view anymore", ElementStale),
    ("belongs to a different frame|document", ElementStale),
    ("from a different document", ElementStale),
    // Said of the target itself, before any waiting.
    ("strict mode violation", ElementNotFound),
    ("multiple elements match|matched", ElementNotFound),
    ("matched|matches|match multiple elements", ElementNotFound),
    ("not found or not visible|attached|clickable|interactable|enabled", ElementNotFound),
    // The element is there but cannot take the action.
    ("intercepts pointer events", ElementNotInteractable),
    ("not receive pointer events", ElementNotInteractable),
    ("click|tap|input|interaction * intercepted", ElementNotInteractable),
    ("intercepted by", ElementNotInteractable),
    ("elementclickinterceptedexception|elementclickinterceptederror", ElementNotInteractable),
    ("receive the click|tap|input", ElementNotInteractable),
    ("obscured|overlapped|obstructed|occluded|obscures", ElementNotInteractable),
    ("obscuring the element", ElementNotInteractable),
    ("covered|blocked|hidden by another element", ElementNotInteractable),
    ("element|button|node|target * covered|blocked by", ElementNotInteractable),
    ("not interactable", ElementNotInteractable),
    ("element_not_interactable|element_not_visible|element_not_clickable", ElementNotInteractable),
    ("elementnotinteractableexception|elementnotinteractableerror", ElementNotInteractable),
    ("elementnotvisibleexception|elementnotvisibleerror", ElementNotInteractable),
    ("pointer or keyboard interactable", ElementNotInteractable),
    ("not clickable|visible|displayed|enabled|editable|selectable", ElementNotInteractable),
    ("element is not stable", ElementNotInteractable),
    ("disabled element|button|input|field|control|option", ElementNotInteractable),
    ("element|button|input|field|link|node|option|control * is disabled", ElementNotInteractable),
    ("element|input|field|textbox * is readonly|read-only", ElementNotInteractable),
    ("element|node * is hidden|invisible", ElementNotInteractable),
    ("element is not an input", ElementNotInteractable),
    ("element * cannot be selected", ElementNotInteractable),
    ("invalid element state", ElementNotInteractable),
    ("invalidelementstateexception|invalidelementstateerror", ElementNotInteractable),
    ("outside * viewport", ElementNotInteractable),
    ("not in|within * viewport", ElementNotInteractable),
    ("target out of bounds", ElementNotInteractable),
    ("movetargetoutofboundsexception|movetargetoutofboundserror", ElementNotInteractable),
    ("not be scrolled into view", ElementNotInteractable),
    ("not|to scroll * into view", ElementNotInteractable),
    ("zero size", ElementNotInteractable),
    ("no size and location", ElementNotInteractable),
    ("width and height of 0", ElementNotInteractable),
    ("no|invalid box model", ElementNotInteractable),
    ("compute box model", ElementNotInteractable),
    ("compute content quads", ElementNotInteractable),
    ("have a layout object|box", ElementNotInteractable),
    ("no bounding|layout box|object", ElementNotInteractable),
    ("cannot focus element", ElementNotInteractable),
    // Playwright logs this for a try that it repeats: what a later try met stands above.
    ("node|element|button|link|subject * is|was|became|got|been detached|removed", ElementStale),
    ("detached|removed from dom|document|page", ElementStale),
    ("detached|removed from the dom|document|page", ElementStale),
    ("detached node|element|shadow", ElementStale),
    ("detachedshadowrootexception|detachedshadowrooterror", ElementStale),
    // Nothing answers to the ref, id or selector.
    ("find|locate node binary|executable|runtime|interpreter|version|package|module|process", Unknown),
    ("find|locate node in|on * path", Unknown),
    ("could|can not find|locate|resolve element|elements|node|nodes|ref", ElementNotFound),
    ("could|can not find|locate|resolve an|any|the element|elements|node|nodes|ref", ElementNotFound),
    ("cannot|couldn't|can't find|locate|resolve element|elements|node|nodes|ref", ElementNotFound),
    ("cannot|couldn't|can't find|locate|resolve an|any|the element|elements|node|nodes|ref", ElementNotFound),
    ("failed|unable to find|locate|resolve element|elements|node|ref|css|xpath", ElementNotFound),
    ("failed|unable to find|locate|resolve an|any|the element|elements|node|ref", ElementNotFound),
    ("unable to find link|button|field|option|visible|table|select|checkbox", ElementNotFound),
    ("expected to find element", ElementNotFound),
    ("element|elements could not be located|found|resolved", ElementNotFound),
    ("element|elements|node|ref was|were|is not found", ElementNotFound),
    ("element|elements|node|ref|uid|selector not found", ElementNotFound),
    ("element|elements|ref|uid|locator|selector * not found", ElementNotFound),
    ("element|ref|uid|selector * not|doesn't exist", ElementNotFound),
    ("element|index|ref|uid * not available", ElementNotFound),
    ("no such element|node|ref", ElementNotFound),
    ("no such shadow root", ElementNotFound),
    ("no element|elements|node|nodes|ref found|matches|match|matched|matching|with|for", ElementNotFound),
    ("not match any elements", ElementNotFound),
    ("unknown|unresolved ref|uid", ElementNotFound),
    ("no snapshot found", ElementNotFound),
    ("nosuchelementexception|nosuchelementerror|elementnotfound|nosuchshadowrootexception", ElementNotFound),
    ("element_not_found|node_not_found|ref_not_found|no_such_element|unknown_ref", ElementNotFound),
    ("node with * not found", ElementNotFound),
    ("node with given id", ElementNotFound),
    ("no results", ElementNotFound),
    // The connection or the host.
    ("connection refused|reset|closed|aborted|lost|failed|error|terminated", Network),
    ("connection was|is|has|timed|attempt|could refused|reset|closed|aborted|lost|out|failed|not", Network),
    ("connection has been closed|lost|reset", Network),
    ("not connect to", Network),
    ("failed|unable to connect", Network),
    ("not connected to", Network),
    ("not reachable", Network),
    ("network error|changed|failure|unreachable|disconnected", Network),
    ("network is unreachable|down|offline", Network),
    ("socket hang up", Network),
    ("socket|websocket|transport closed|disconnected|error", Network),
    ("websocket is|was|has|connection closed|not|been|failed", Network),
    ("rejected websocket connection", Network),
    ("broken pipe", Network),
    ("unexpected eof", Network),
    ("dns lookup|resolution|error|failure", Network),
    ("no such host", Network),
    ("name not resolved", Network),
    ("name or service not known", Network),
    ("tls|ssl handshake|error|certificate", Network),
    ("insecure certificate", Network),
    ("certificate error|warning", Network),
    ("failed to fetch", Network),
    ("fetch failed", Network),
    ("bad gateway", Network),
    ("service unavailable", Network),
    // Moved on, in general.
    ("tab * not found", Navigation),
    ("navigation failed|aborted|canceled|cancelled|interrupted", Navigation),
    // Something took too long, and the message gives no reason.
    ("timeout|timeouts|timeouterror|timeoutexception|scripttimeoutexception|time-out|timed-out", Network),
    ("timed out", Network),
    ("deadline exceeded", Network),
    // A bare word, the whole message of some tools, and a chance word in others.
    ("javascript|cookies|extension|extensions|acceleration is|are disabled", Unknown),
    ("disabled", ElementNotInteractable),
];

/// The most words a lone `*` of a phrase may stand for.
const GAP: usize = 8;

/// The longest word, in bytes, that is looked up; a longer one is no word of the table.
const LONGEST: usize = 128;

/// Number of a word in the vocabulary of the table; 0 is every word that the table does not know.
type WordId = u16;

/// What stands between a word and the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Before {
    /// Space, brackets, quotes, commas: the phrase goes on.
    Space,
    /// A colon before a space: only a gap may cross it.
    Colon,
    /// The end of a sentence or a line: nothing crosses it.
    End,
}

/// A word of a message.
struct Word {
    id: WordId,
    before: Before,
}

/// One place of a phrase.
enum Piece {
    /// Exactly one word, any of these.
    One(Vec<WordId>),
    /// Up to [`GAP`] words.
    Gap,
}

/// The table in the form in which it is matched.
#[derive(Default)]
struct Compiled {
    vocabulary: HashMap<&'static str, WordId>,
    /// The `word*` entries, without the star, longest first.
    prefixes: Vec<(&'static str, WordId)>,
    patterns: Vec<Vec<Piece>>,
    /// For every word, the rows whose phrase may begin with it, in rising order.
    starts: Vec<Vec<usize>>,
}

static COMPILED: LazyLock<Compiled> = LazyLock::new(|| Compiled::new(RULES));

impl Compiled {
    fn new(rules: &[(&'static str, FailureType)]) -> Self {
        let mut compiled = Self::default();
        compiled.starts.push(Vec::new()); // word 0 begins no phrase
        for (row, (phrase, _)) in rules.iter().enumerate() {
            let pieces: Vec<Piece> = phrase.split(' ').map(|piece| compiled.piece(piece)).collect();
            if let Some(Piece::One(ids)) = pieces.first() {
                for &id in ids {
                    compiled.starts[usize::from(id)].push(row);
                }
            }
            compiled.patterns.push(pieces);
        }
        compiled.prefixes.sort_by_key(|(prefix, _)| std::cmp::Reverse(prefix.len()));
        compiled
    }

    fn piece(&mut self, piece: &'static str) -> Piece {
        if piece == "*" {
            Piece::Gap
        } else {
            Piece::One(piece.split('|').map(|word| self.learn(word)).collect())
        }
    }

    /// The number of a word of the table, given out on first sight.
    fn learn(&mut self, word: &'static str) -> WordId {
        if let Some(&id) = self.vocabulary.get(word) {
            return id;
        }
        let id = WordId::try_from(self.starts.len()).expect("the table has fewer than 65,536 words");
        self.starts.push(Vec::new());
        self.vocabulary.insert(word, id);
        if let Some(prefix) = word.strip_suffix('*') {
            self.prefixes.push((prefix, id));
        }
        id
    }

    /// The number of a word of a message.
    fn id(&self, word: &str, lowered: &mut String) -> WordId {
        // Words of the table are ASCII but for the apostrophe, which messages write in two ways.
        if word.len() > LONGEST || !word.chars().all(|c| c.is_ascii() || c == '’') {
            return 0;
        }
        lowered.clear();
        lowered.extend(word.chars().map(|c| if c == '’' { '\'' } else { c.to_ascii_lowercase() }));
        if let Some(&id) = self.vocabulary.get(lowered.as_str()) {
            return id;
        }
        if let Some(&(_, id)) = self.prefixes.iter().find(|(prefix, _)| lowered.starts_with(prefix)) {
            return id;
        }
        // An exception by its full name: `org.openqa.selenium.NoSuchElementException`.
        let tail = lowered.rsplit('.').next().filter(|t| t.ends_with("exception") || t.ends_with("error"));
        tail.and_then(|tail| self.vocabulary.get(tail)).copied().unwrap_or(0)
    }

    /// Cuts a message into words.
    fn words(&self, message: &str) -> Vec<Word> {
        let mut words = Vec::new();
        let mut lowered = String::new();
        let mut start = None;
        let mut before = Before::Space;
        let mut chars = message.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            let next = chars.peek().map(|&(_, next)| next);
            let joins = matches!(c, '-' | '.' | '\'' | '’') && start.is_some() && next.is_some_and(is_letter);
            if is_letter(c) || joins {
                start.get_or_insert(at);
                continue;
            }
            if let Some(start) = start.take() {
                words.push(Word { id: self.id(&message[start..at], &mut lowered), before });
                before = Before::Space;
            }
            before = before.max(separation(c, next));
        }
        if let Some(start) = start {
            words.push(Word { id: self.id(&message[start..], &mut lowered), before });
        }
        words
    }
}

/// Whether a character belongs to a word.
fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// How far a character outside words, with the one after it, parts the words on both sides.
fn separation(c: char, next: Option<char>) -> Before {
    let space_follows = next.is_none_or(char::is_whitespace);
    match c {
        '\n' | '\r' | ';' => Before::End,
        '.' | '!' | '?' if space_follows => Before::End,
        ':' if space_follows => Before::Colon,
        _ => Before::Space,
    }
}

/// Whether the phrase matches from the first of these words on.
fn matches(pattern: &[Piece], words: &[Word]) -> bool {
    let Some((piece, rest)) = pattern.split_first() else { return true };
    match piece {
        Piece::One(ids) => {
            let Some((word, after)) = words.split_first() else { return false };
            let goes_on = matches!(rest.first(), None | Some(Piece::Gap))
                || after.first().is_some_and(|next| next.before == Before::Space);
            ids.contains(&word.id) && goes_on && matches(rest, after)
        }
        Piece::Gap => {
            // The words the gap may stand for, and the one after them, must all be of the same sentence.
            let reach = words.iter().take(GAP + 1).take_while(|word| word.before < Before::End).count();
            (0..reach).any(|skipped| matches(rest, &words[skipped..]))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_well_formed() {
        for (row, (phrase, _)) in RULES.iter().enumerate() {
            let pieces: Vec<&str> = phrase.split(' ').collect();
            assert!(pieces.iter().all(|piece| !piece.is_empty()), "two spaces in {phrase:?}");
            assert!(pieces.first() != Some(&"*") && pieces.last() != Some(&"*"), "open gap in {phrase:?}");
            assert!(pieces.iter().filter(|&&piece| piece == "*").count() <= 2, "too many gaps in {phrase:?}");
            assert!(!RULES[..row].iter().any(|(earlier, _)| earlier == phrase), "{phrase:?} stands twice");
            for word in pieces.iter().filter(|&&piece| piece != "*").flat_map(|piece| piece.split('|')) {
                let plain = word.strip_suffix('*').unwrap_or(word);
                let read = Compiled::new(&[]).words(plain).len();
                assert!(
                    read == 1 && plain == plain.to_ascii_lowercase(),
                    "{word:?} of {phrase:?} is no word"
                );
            }
        }
    }

    #[test]
    fn every_row_is_reached_by_its_own_phrase() {
        let mut hidden = Vec::new();
        for (row, (phrase, kind)) in RULES.iter().enumerate() {
            let words = phrase.split(' ').filter(|&piece| piece != "*");
            let example: Vec<String> =
                words.map(|piece| piece.split('|').next().unwrap_or(piece).replace('*', "x")).collect();
            let got = classify_failure(&example.join(" "));
            if got != *kind {
                hidden.push(format!("row {row} {phrase:?} is {kind}, but its example is {got}"));
            }
        }
        assert!(hidden.is_empty(), "{}", hidden.join("\n"));
    }
}
