//! States of a node: what is known to be on, off or mixed; what is unknown stays absent.

/// A state that a producer may report about a node (ARIA states and properties that are on or off).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum State {
    /// A checkbox, radio or switch is on (may be mixed).
    Checked,
    /// A toggle button is down (may be mixed).
    Pressed,
    /// An option, tab or row is selected.
    Selected,
    /// A disclosure, menu or tree item is open.
    Expanded,
    /// Nothing can be done with it.
    Disabled,
    /// It has the keyboard focus.
    Focused,
    /// It can take the keyboard focus.
    Focusable,
    /// A value must be given.
    Required,
    /// The value cannot be changed.
    Readonly,
    /// The value is not accepted.
    Invalid,
    /// It is not shown.
    Hidden,
    /// It keeps the user from what lies behind it.
    Modal,
    /// Its content is being loaded.
    Busy,
    /// It is the current one of a set (page, step, date).
    Current,
    /// Several can be selected.
    Multiselectable,
    /// The text may span lines.
    Multiline,
    /// A secret field holds something; with what is never stored.
    Filled,
    /// A person can act on it, as the producer says.
    Interactive,
}

impl State {
    /// All states in the order in which they are printed.
    pub const ALL: [State; 18] = [
        State::Checked,
        State::Pressed,
        State::Selected,
        State::Expanded,
        State::Disabled,
        State::Focused,
        State::Focusable,
        State::Required,
        State::Readonly,
        State::Invalid,
        State::Hidden,
        State::Modal,
        State::Busy,
        State::Current,
        State::Multiselectable,
        State::Multiline,
        State::Filled,
        State::Interactive,
    ];

    /// The name used in inputs and outputs, lower case.
    pub fn as_str(self) -> &'static str {
        match self {
            State::Checked => "checked",
            State::Pressed => "pressed",
            State::Selected => "selected",
            State::Expanded => "expanded",
            State::Disabled => "disabled",
            State::Focused => "focused",
            State::Focusable => "focusable",
            State::Required => "required",
            State::Readonly => "readonly",
            State::Invalid => "invalid",
            State::Hidden => "hidden",
            State::Modal => "modal",
            State::Busy => "busy",
            State::Current => "current",
            State::Multiselectable => "multiselectable",
            State::Multiline => "multiline",
            State::Filled => "filled",
            State::Interactive => "interactive",
        }
    }

    /// The state called `name` (as [`State::as_str`] spells it).
    pub fn from_name(name: &str) -> Option<State> {
        State::ALL.into_iter().find(|s| s.as_str() == name)
    }

    fn bit(self) -> u32 {
        1 << self as u8
    }
}

/// The value of a known state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tri {
    /// Known to be off.
    False,
    /// Known to be on.
    True,
    /// Partly on (a checkbox over a half-selected list).
    Mixed,
}

/// The known states of one node, three bits a state.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct States {
    known: u32,
    on: u32,
    mixed: u32,
}

impl States {
    /// Records `state`; a later record of the same state replaces the earlier one.
    pub fn set(&mut self, state: State, value: Tri) {
        let bit = state.bit();
        self.known |= bit;
        self.on = if value == Tri::True { self.on | bit } else { self.on & !bit };
        self.mixed = if value == Tri::Mixed { self.mixed | bit } else { self.mixed & !bit };
    }

    /// What is known about `state`.
    pub fn get(self, state: State) -> Option<Tri> {
        let bit = state.bit();
        match (self.known & bit != 0, self.on & bit != 0, self.mixed & bit != 0) {
            (false, ..) => None,
            (_, true, _) => Some(Tri::True),
            (_, _, true) => Some(Tri::Mixed),
            _ => Some(Tri::False),
        }
    }

    /// Whether `state` is known to be on.
    pub fn is(self, state: State) -> bool {
        self.on & state.bit() != 0
    }

    /// The known states in printing order.
    pub fn iter(self) -> impl Iterator<Item = (State, Tri)> {
        State::ALL.into_iter().filter_map(move |s| self.get(s).map(|v| (s, v)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_and_off_differ() {
        let mut s = States::default();
        assert_eq!(s.get(State::Checked), None);
        s.set(State::Checked, Tri::False);
        assert_eq!(s.get(State::Checked), Some(Tri::False));
        s.set(State::Checked, Tri::Mixed);
        s.set(State::Disabled, Tri::True);
        let all: Vec<_> = s.iter().collect();
        assert_eq!(all, [(State::Checked, Tri::Mixed), (State::Disabled, Tri::True)]);
    }

    #[test]
    fn names_round_trip() {
        for s in State::ALL {
            assert_eq!(State::from_name(s.as_str()), Some(s));
        }
    }
}
