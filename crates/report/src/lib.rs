//! What Outlast found, rendered: text for people, JSON for programs.
//!
//! * [`findings`]: the one model of what commands find. [`scan`] (of `check`, too), [`verified`], [`changes`] (of `lint`) and
//!   [`proof`] are what they know, and make reports of it.
//! * [`render`]: the formats, a file each; [`Format`] lists them. [`text`] and [`json`] have something of their own for every
//!   command; JSON has a `schema`, and `docs/json.md` describes it.
//! * [`RiskRecord`]: code that reading a file runs, before everything else.
//! * [`Failure`]: why there is no result.
//!
//! Nothing here prints: functions return text or write to what they are given. Text that comes from a file is escaped
//! before it is shown ([`escape()`]): control characters never reach a terminal. Colour comes from [`Styles`] only, and
//! never carries a meaning of its own.

pub mod changes;
mod escape;
mod failure;
pub mod findings;
mod place;
pub mod proof;
pub mod render;
mod risk;
mod runs_on;
pub mod scan;
mod source_text;
pub mod verified;
mod words;

pub use escape::{escape, escape_json, wrap};
pub use failure::{Cause, Failure, sentence, sentence_on};
pub use render::text::style::Styles;
pub use render::{Commands, Format, json, text};
pub use risk::RiskRecord;
pub use runs_on::{Range, RunsOn};
pub use source_text::{LocatedFinding, SourceText};
pub use words::{and_more, plural};
