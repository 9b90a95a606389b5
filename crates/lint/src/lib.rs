//! Lint: does this change of a format strand what is in production?
//!
//! The change is seen as a writer that may give new things and a reader that may meet old ones. Each [`Finding`] says in which
//! [`Directions`] it holds, on which [`Surface`], how sure it is ([`Level`]), where it is in both versions, why, what to do, which side
//! must be rolled out [`First`], and what has to be bumped. A break of the wire comes with a [`Witness`]: a small file, written under
//! one version, that a reader of the other refuses or takes for something else. A break that nobody can show is a note.
//!
//! The model at the root knows no format. [`fbs`] judges FlatBuffers schemas, [`layout`] the record layouts of bitstreams,
//! [`operators`] operator sets, [`dialect`] the dialects of MLIR bytecode.
//!
//! Nothing here reads files; a comparison that could not be made is an error, and never clean.

mod candidate;
pub mod dialect;
mod engine;
pub mod fbs;
mod finding;
pub mod layout;
pub mod operators;
mod report;
mod rule;
mod witness;

pub use finding::{Bump, Direction, Directions, Finding, First, Level, Site, Surface};
pub use report::{Held, Report, held_against};
pub use rule::Rule;
pub use witness::{Answer, DataQuestion, Outcome, Witness};
