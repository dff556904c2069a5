//! Views, observations, deltas and sessions: each sentence of their contract by name, and their invariants on random trees.

#![allow(clippy::disallowed_macros)] // it tells what it skipped

mod deltas;
mod dumps;
mod forging;
mod ignore;
mod kept;
mod observations;
mod producers;
mod random;
mod sessions;
mod trees;
mod wire;
