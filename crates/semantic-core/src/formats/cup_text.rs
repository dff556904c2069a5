//! The compact text of the Computer Use Protocol: `[e4] btn "Save" 120,340 88x36 {dis} [clk] val="…" (L2)`.

use super::flat::Strings;
use super::text::{
    Field, Line, Outline, Quoted, Skipped, counted, is_e_ref, json_like, lines, no_node, numbers, snapshot,
    take_while,
};
use super::{Format, ReadError};
use crate::tree::{Snapshot, State, Tri};

pub(super) static CUP_TEXT: Format = Format {
    name: "cup-compact",
    summary: "Computer Use Protocol, compact text",
    sniff: |head| {
        let mut first = lines(head.text).take(10);
        head.text.starts_with("# CUP ")
            || first.any(|line| node(line.text).is_some_and(|n| word(&ROLES, n.1).is_some()))
    },
    read,
};

/// The id, the role's code and the rest of a node's line.
fn node(text: &str) -> Option<(&str, &str, &str)> {
    let (id, rest) = text.strip_prefix('[')?.split_once("] ")?;
    let (code, rest) = take_while(rest, |c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    (is_e_ref(id) && !code.is_empty()).then_some((id, code, rest))
}

fn read(text: &str) -> Result<Snapshot, ReadError> {
    let strings = Strings::default();
    let mut reader =
        Reader { outline: Outline::new(&strings), skipped: Skipped::default(), more: 0, title: None };
    lines(text).for_each(|line| reader.line(&line));
    let is_empty = text.starts_with("# CUP ") && text.contains("# 0 nodes");
    if reader.outline.is_empty() && !is_empty {
        return Err(no_node("cup-compact"));
    }
    Ok(snapshot(&reader.outline, &reader.skipped, |b| {
        reader.title.into_iter().for_each(|title| b.set_title(title));
        if reader.more > 0 {
            let elements = counted(reader.more, "element");
            b.notice(format!("the producer says that it left out {elements}: scrolled away"));
        }
    }))
}

struct Reader<'a> {
    outline: Outline<'a>,
    skipped: Skipped<'a>,
    /// Number of elements that the dump only counts.
    more: usize,
    title: Option<&'a str>,
}

impl<'a> Reader<'a> {
    fn line(&mut self, line: &Line<'a>) {
        if let Some(comment) = line.text.strip_prefix("# ") {
            if let Some(app) = comment.strip_prefix("app: ") {
                self.title.get_or_insert(app);
            } else if comment.contains(" more items") {
                self.more += take_while(comment, |c| c.is_ascii_digit()).0.parse().unwrap_or(0);
            }
            return;
        }
        let Some((id, code, rest)) = node(line.text) else { return self.skipped.line(line) };
        self.outline.open(line.indent, word(&ROLES, code).unwrap_or(code)).own_ref = id;
        let mut rest = rest.trim_start();
        if let Some(name) = json_like(rest) {
            rest = self.closed(&name, line);
            let name = self.outline.keep(name.text);
            self.outline.last().into_iter().for_each(|row| row.name = Some(name));
        }
        rest = self.place(rest);
        if let Some((states, after)) = rest.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
            states.split(',').for_each(|code| self.state(code));
            rest = after.trim_start();
        }
        if let Some((actions, after)) = rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            self.actions(actions);
            rest = after.trim_start();
        }
        if let Some(value) = rest.strip_prefix("val=").and_then(json_like) {
            rest = self.closed(&value, line);
            let value = self.outline.keep(value.text);
            self.outline.last().into_iter().for_each(|row| row.value = Some(value));
        }
        if let Some(attrs) = rest.strip_prefix('(') {
            self.attrs(attrs.strip_suffix(')').unwrap_or(attrs));
        } else if !rest.is_empty() {
            self.skipped.line(line);
        }
    }

    fn closed(&mut self, quoted: &Quoted<'a>, line: &Line<'_>) -> &'a str {
        if !quoted.closed {
            self.skipped.cut(line.number);
        }
        quoted.rest.trim_start()
    }

    /// Reads `x,y wxh`. What is not on the screen has the smallest number there is for a place.
    fn place(&mut self, text: &'a str) -> &'a str {
        let (place, rest) =
            take_while(text, |c| c.is_ascii_digit() || matches!(c, ',' | ' ' | 'x' | '-' | '.'));
        let Some([x, y, width, height]) = numbers(place) else { return text };
        if x > f64::from(i32::MIN) && y > f64::from(i32::MIN) {
            self.outline.place([x, y, width, height]);
        }
        rest
    }

    fn state(&mut self, code: &'a str) {
        let Some(row) = self.outline.last() else { return };
        match word(&STATES, code).unwrap_or(code) {
            "collapsed" => row.set(State::Expanded, false),
            "mixed" => row.states.set(State::Checked, Tri::Mixed),
            name => match State::from_name(name) {
                Some(state) => row.set(state, true),
                None => self.outline.attr(word(&STATES, code).unwrap_or(code), "true"),
            },
        }
    }

    fn actions(&mut self, codes: &str) {
        let words: Vec<&str> = codes.split(',').map(|code| word(&ACTIONS, code).unwrap_or(code)).collect();
        let words = self.outline.keep(words.join(",").into());
        self.outline.attr("actions", words);
        self.outline.last().into_iter().for_each(|row| row.set(State::Interactive, true));
    }

    /// Reads `L2 ph="…" h range=0..100`.
    fn attrs(&mut self, text: &'a str) {
        let mut rest = text;
        while !rest.is_empty() {
            if let Some(quoted) = rest.strip_prefix("ph=").and_then(json_like) {
                rest = quoted.rest.trim_start();
                let text = self.outline.keep(quoted.text);
                self.outline.text(Field::Placeholder, text);
                continue;
            }
            let (attr, after) = rest.split_once(' ').unwrap_or((rest, ""));
            rest = after.trim_start();
            let level = attr.strip_prefix('L').and_then(|level| level.parse().ok());
            match (attr, level, attr.strip_prefix("range=").and_then(|range| range.split_once(".."))) {
                (_, Some(level), _) => self.outline.last().into_iter().for_each(|row| row.level = level),
                (_, _, Some((min, max))) => {
                    self.outline.attr("valuemin", min);
                    self.outline.attr("valuemax", max);
                }
                ("h", ..) => self.outline.attr("orientation", "horizontal"),
                ("v", ..) => self.outline.attr("orientation", "vertical"),
                _ => self.outline.attr("attribute", attr),
            }
        }
    }
}

/// What a code stands for.
fn word(table: &[(&str, &'static str)], code: &str) -> Option<&'static str> {
    table.iter().find(|(known, _)| *known == code).map(|&(_, word)| word)
}

#[rustfmt::skip]
static ROLES: [(&str, &str); 59] = [
    ("alrt", "alert"), ("adlg", "alertdialog"), ("app", "application"), ("bnr", "banner"), ("btn", "button"),
    ("cel", "cell"), ("chk", "checkbox"), ("colh", "columnheader"), ("cmb", "combobox"), ("cmp", "complementary"),
    ("ci", "contentinfo"), ("dlg", "dialog"), ("doc", "document"), ("frm", "form"), ("gen", "generic"),
    ("grd", "grid"), ("grp", "group"), ("hdg", "heading"), ("img", "img"), ("lnk", "link"), ("lst", "list"),
    ("li", "listitem"), ("log", "log"), ("main", "main"), ("mrq", "marquee"), ("mnu", "menu"), ("mnub", "menubar"),
    ("mi", "menuitem"), ("mic", "menuitemcheckbox"), ("mir", "menuitemradio"), ("nav", "navigation"),
    ("none", "none"), ("opt", "option"), ("pbar", "progressbar"), ("rad", "radio"), ("rgn", "region"), ("row", "row"),
    ("rowh", "rowheader"), ("sb", "scrollbar"), ("srch", "search"), ("sbx", "searchbox"), ("sep", "separator"),
    ("sld", "slider"), ("spn", "spinbutton"), ("sts", "status"), ("sw", "switch"), ("tab", "tab"), ("tbl", "table"),
    ("tabs", "tablist"), ("tpnl", "tabpanel"), ("txt", "text"), ("tbx", "textbox"), ("tmr", "timer"),
    ("ttlb", "titlebar"), ("tlbr", "toolbar"), ("ttp", "tooltip"), ("tre", "tree"), ("ti", "treeitem"),
    ("win", "window"),
];

#[rustfmt::skip]
static STATES: [(&str, &str); 16] = [
    ("bsy", "busy"), ("chk", "checked"), ("col", "collapsed"), ("dis", "disabled"), ("edt", "editable"),
    ("exp", "expanded"), ("foc", "focused"), ("hid", "hidden"), ("mix", "mixed"), ("mod", "modal"),
    ("msel", "multiselectable"), ("off", "offscreen"), ("prs", "pressed"), ("ro", "readonly"), ("req", "required"),
    ("sel", "selected"),
];

#[rustfmt::skip]
static ACTIONS: [(&str, &str); 15] = [
    ("clk", "click"), ("col", "collapse"), ("dec", "decrement"), ("dsm", "dismiss"), ("dbl", "doubleclick"),
    ("exp", "expand"), ("foc", "focus"), ("inc", "increment"), ("lp", "longpress"), ("rclk", "rightclick"),
    ("scr", "scroll"), ("sel", "select"), ("sv", "setvalue"), ("tog", "toggle"), ("typ", "type"),
];
