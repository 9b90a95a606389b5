//! Schemas: the model, the `.fbs` parser and printer, the `.bfbs` reader, generations and comparison.
//!
//! The parser follows flatc 25.12.19, in what it accepts and in what names mean: names are looked up while the text is
//! read, tables may be used before they are declared, enums and structs inside structs may not.

mod attributes;
mod bfbs;
mod bfbs_check;
mod compare;
mod enums;
mod fields;
mod files;
mod generation;
mod layout;
mod lexer;
mod model;
mod number;
mod parser;
mod print;
mod resolve;
mod rules;
mod value;

pub use compare::{Comparison, compare, same_wire};
pub use model::*;
pub use print::to_fbs;
