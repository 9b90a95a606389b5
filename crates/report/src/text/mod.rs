//! Text for people: one result, one piece of text that ends with a line break.

mod check;
mod choose;
mod config;
mod convert;
mod diff;
mod explain;
mod files;
mod inspect;
mod lint;
mod prove;
mod targets;
mod verify;

pub use check::{verdict, verdicts};
pub use choose::choice;
pub use config::config;
pub use convert::{converted, refused};
pub use diff::differences;
pub use explain::{code, codes};
pub use files::{bundled, data, problems};
pub use inspect::summary;
pub use lint::lint;
pub use prove::proved;
pub use targets::{names, profile};
pub use verify::findings;
