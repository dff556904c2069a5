//! Any bytes as a snapshot file: a tree that hangs together, or an error of one line.
#![no_main]

use libfuzzer_sys::fuzz_target;
use semantic_core::formats;
use semantic_core::tree::Snapshot;

fuzz_target!(|input: &[u8]| {
    check(formats::read(input, None));
    for format in formats::FORMATS {
        check(formats::read(input, Some(format.name)));
    }
});

fn check(read: Result<Snapshot, formats::ReadError>) {
    match read {
        Ok(page) => {
            for node in page.nodes() {
                let range = node.range();
                assert!(
                    range.start == node.id().index() && range.end > range.start && range.end <= page.len()
                );
                if let Some(parent) = node.parent() {
                    assert!(parent.holds(node.id()) && parent.depth() + 1 == node.depth());
                } else {
                    assert_eq!(node.depth(), 0);
                }
                if let Some(b) = node.bounds() {
                    assert!(
                        [b.x, b.y, b.width, b.height, b.right(), b.bottom()].iter().all(|v| v.is_finite())
                    );
                }
            }
            assert_eq!(page.roots().map(|n| n.range().len()).sum::<usize>(), page.len());
        }
        Err(error) => {
            let message = error.to_string();
            assert!(!message.is_empty() && !message.contains('\n'), "{message:?}");
        }
    }
}
