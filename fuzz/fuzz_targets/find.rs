//! Any query on any snapshot: the first line of the input is the query, the rest is the file.
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::{Corpus, fuzz_target};
use semantic_core::find::{FindOptions, FindResult, Index, Strategy};
use semantic_core::formats;

fuzz_target!(|input: &[u8]| -> Corpus {
    let end = input.iter().position(|&b| b == b'\n').unwrap_or(input.len());
    let query = String::from_utf8_lossy(&input[..end]);
    let Ok(snapshot) = formats::read(input.get(end + 1..).unwrap_or_default(), None) else {
        return Corpus::Reject;
    };
    let snapshot = Arc::new(snapshot);
    let (index, fresh) = (Index::new(Arc::clone(&snapshot)), Index::new(snapshot));
    let all = FindOptions { threshold: 0.0, top_k: 0, explain: true, ..FindOptions::default() };
    for strategy in [Strategy::Lexical, Strategy::Embedding, Strategy::Combined] {
        let found = index.find(&query, strategy, &all);
        assert_eq!(found, fresh.find(&query, strategy, &all), "same question, another answer");
        let Ok(found) = found else { continue };
        check(&found);
        let defaults = index.find(&query, strategy, &FindOptions::default()).expect("it could be answered");
        check(&defaults);
        assert!(defaults.matches.len() <= 3 && defaults.matches.iter().all(|m| m.score >= 0.3));
        for m in found.matches.iter().take(4) {
            let node = m.node_id().expect("a match is a node");
            let alone = index.score(&query, node, strategy, &all).expect("it could be answered");
            assert_eq!(
                (alone.score, alone.node.as_str()),
                (m.score, m.node.as_str()),
                "find and score differ"
            );
        }
    }
    Corpus::Keep
});

fn check(found: &FindResult) {
    for m in &found.matches {
        assert!((0.0..=1.0).contains(&m.score), "score {}", m.score);
        let why = m.explain.iter();
        assert!(why.clone().all(|e| (0.0..=1.0).contains(&e.lexical_score)), "{:?}", m.explain);
        assert!(why.clone().all(|e| (0.0..=1.0).contains(&e.embedding_score)), "{:?}", m.explain);
    }
    let order = |m: &[semantic_core::find::ElementMatch]| {
        m[0].score > m[1].score || m[0].score == m[1].score && m[0].node_id() < m[1].node_id()
    };
    assert!(found.matches.windows(2).all(order), "not in order");
}
