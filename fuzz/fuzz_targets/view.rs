//! Any two files as two looks at one interface: rows equal lines, deltas hang together, refs fail closed.
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use semantic_core::formats::{read, write::to_json};
use semantic_core::tree::align;
use semantic_core::view::{Field, Observation, SemanticView, Session};

fuzz_target!(|input: &[u8]| {
    let at = input.iter().position(|&b| b == b'\n').unwrap_or(input.len());
    let (first, second) = input.split_at(at);
    let (Ok(first), Ok(second)) = (read(first, None), read(second, None)) else { return };
    let (first, second) = (Arc::new(first), Arc::new(second));
    read(to_json(&first).as_bytes(), None).expect("our own form is read");
    let pairs = align(&first, &second);
    for node in first.nodes() {
        if let Some(after) = pairs.after(node.id()) {
            assert_eq!(pairs.before(after), Some(node.id()));
        }
    }
    let view = SemanticView::new().with_fields(Field::ALL);
    let mut session = Session::new();
    let before = session.observe(first, &view);
    let after = session.observe(second, &view);
    for seen in [&before, &after] {
        assert_eq!(seen.render().lines().count(), seen.shown_count() + 2);
    }
    let delta = after.diff(&before);
    let main = &delta.sections()[0];
    assert_eq!(before.shown_count() - main.removed.len(), after.shown_count() - main.added.len());
    let _ = (delta.render(), delta.to_json());
    for row in before.rows() {
        let _ = after.resolve(&row.reference());
    }
    let _ = Observation::of(Arc::clone(after.snapshot()), &view).node_at(1.0, 1.0);
});
