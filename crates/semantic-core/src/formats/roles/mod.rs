//! What the native words of each platform mean in ARIA: one table a platform.

pub(super) mod chrome;
