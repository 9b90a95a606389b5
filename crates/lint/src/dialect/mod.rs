//! Lint of MLIR dialects: what a changed dialect does to bytecode and to its readers, in both directions.
//!
//! Bytecode is stable as a container, and what dialects put into it is not: since version 5 of the container the properties of an operation are a blob
//! without names, whose fields stand in the order of their names. One more optional attribute moves what is behind it, and every file with the operation
//! is refused or misread, under the same version number.
//!
//! [`Dialects`] are what a release knows. They are taken from the releases that are known here ([`of_release`]), from what TableGen prints of definitions
//! ([`read_ods`]), or from a text ([`read_text`]). Each of the [`RULES`] looks at what is matched by name, declared meaning or structure. A break that a
//! rule claims is then shown: [`wire`] writes a small file as one release does, and reads it by the definitions of the other as upstream's reader would.

mod compare;
mod context;
mod data;
mod engine;
pub mod layout;
mod matching;
pub mod model;
pub mod rules;
mod source;
pub mod wire;
mod witness_search;

pub use data::{Asked, Contents, Question};
pub use engine::{lint, lint_against_all};
pub use model::Dialects;
pub use rules::{RULES, rule};
pub use source::{of_release, read_ods, read_text, release_names, write_text};
