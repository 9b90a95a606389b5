//! Bytecode: what the lite interpreters of releases make of a program.

mod ambiguous;
pub(super) mod facts;
pub(super) mod inspect;
pub(super) mod judge;
pub(super) mod module;
mod values;
