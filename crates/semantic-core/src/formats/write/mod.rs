//! Writing a snapshot in formats that other tools read.

mod aria;
mod url;

pub use aria::to_aria;
