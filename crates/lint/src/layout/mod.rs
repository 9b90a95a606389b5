//! Lint of record layouts: what a changed format in a bitstream does to files and readers, in both directions.
//!
//! Streams carry how their records are encoded, but not what readers put up with. So a [`Layout`] says both: blocks, records and fields, and the
//! [`Tolerance`] of readers. Layouts are described in TOML ([`read_toml`]), taken from `crates/bitstream` ([`of_bitstream_crate`]), or [inferred](infer)
//! from files. Each of the [`RULES`] looks at what is matched by meaning, name or structure. A break that a rule claims is then shown:
//! [`mod@content`] writes a small stream of one version, and [`mod@reader`] reads it as a reader of the other would.
//!
//! The rules are those of Swift's "How to change a bitstream format compatibly": what it calls backwards-compatible is `old-reads-new` here, and what
//! it calls forwards-compatible is `new-reads-old`.

mod align;
pub mod compare;
pub mod content;
mod context;
mod data;
mod engine;
mod matching;
pub mod model;
pub mod reader;
pub mod rules;
mod sample;
mod source;
mod tolerance;
mod witness_search;

pub use data::{Census, Operand, Place, Predicate, Question};
pub use engine::{lint, lint_against_all};
pub use model::Layout;
pub use rules::{RULES, rule};
pub use sample::specimens;
pub use source::{
    Inference, infer, is_listing, llvm_ir_readers, of_bitstream_crate, read_listing, read_toml, write_toml,
};
pub use tolerance::{Abbreviations, Count, Tolerance, Unknown};
