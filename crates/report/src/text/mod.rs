//! Text for people: one result, one piece of text that ends with a line break.

mod choose;
mod config;
mod convert;
mod diff;
mod explain;
mod files;
pub(crate) mod headline;
mod inspect;
pub(crate) mod problems;
mod prove;
mod targets;
mod verdict;
mod verify;

pub use crate::risk::{headline as risk, lead as risks};
pub use choose::choice;
pub use config::config;
pub use convert::{converted, refused};
pub use diff::differences;
pub use explain::{code, codes, rule};
pub use files::{bundled, data, problems};
pub(crate) use headline::INDENT;
pub use inspect::summary;
pub use prove::proved;
pub use targets::{names, profile};
pub use verdict::{Judged, verdict, verdicts};
pub use verify::findings;
