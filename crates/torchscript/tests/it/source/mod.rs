//! The language of code.

pub(crate) mod language;
mod syntax;
