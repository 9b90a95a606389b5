//! What Outlast found, rendered: text for people, JSON for programs.
//!
//! * [`text`]: verdicts, summaries, differences, targets, explanations.
//! * [`diagnostic`]: one finding, with the bytes around its place ([`hex`]).
//! * [`located`]: findings in text files, by line; [`sarif`] and [`github`]: the same for code hosts.
//! * [`changes`]: what changes of schemas and record layouts do.
//! * [`scan`]: verdicts on many files, counted, and in the forms that CI systems take.
//! * [`risk`]: code that reading a file runs, before everything else.
//! * [`regions`]: what each byte is, row by row.
//! * [`json`]: the same results as documents with a `schema`; described in `docs/json.md`.
//! * [`verified`]: findings on program files, in the forms that CI systems take.
//! * [`Failure`]: why there is no result.
//!
//! Nothing here prints: functions return text or write to what they are given. Text that comes from a file is escaped
//! before it is shown ([`escape()`]): control characters never reach a terminal. Colour comes from [`Styles`] only, and
//! never carries a meaning of its own.

mod block;
pub mod changes;
pub mod diagnostic;
mod escape;
mod failure;
pub mod github;
pub mod hex;
mod indent;
pub mod json;
pub mod located;
pub mod proof;
pub mod regions;
pub mod risk;
mod runs_on;
pub mod sarif;
pub mod scan;
mod style;
mod table;
pub mod text;
pub mod verified;

pub use escape::{escape, escape_json, wrap};
pub use failure::{Cause, Failure, sentence, sentence_on};
pub use indent::indent_json;
pub use risk::RiskRecord;
pub use runs_on::{Range, RunsOn};
pub use style::Styles;
pub use table::plural;
