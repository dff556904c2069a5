//! Views, observations, deltas and sessions: each sentence of their contract by name, and their invariants on random trees.

mod deltas;
mod forging;
mod observations;
mod producers;
mod random;
mod sessions;
mod trees;
mod wire;
