//! Any error message: a kind of failure, the same each time, whose name parses back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use semantic_core::recover::{FailureType, classify_failure};

fuzz_target!(|input: &[u8]| {
    let message = String::from_utf8_lossy(input);
    let kind = classify_failure(&message);
    assert_eq!(kind, classify_failure(&message));
    assert_eq!(kind.as_str().parse::<FailureType>().ok(), Some(kind));
});
