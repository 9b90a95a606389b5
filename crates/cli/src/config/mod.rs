//! What holds for a file where the command line does not say it: `outlast.toml`, found upward from each file.
//!
//! * [`file`]: the text of an `outlast.toml`, [`lint`] its table for `outlast lint`; [`patterns`]: patterns of files in it. Nothing is opened there.
//! * [`find`]: which one holds for a file.
//! * [`holds`]: what then holds: options of the command line before keys of `[[path]]`, those before keys for all files, and those before defaults.
//! * [`baseline`]: what was found before.

pub(crate) mod args;
pub(crate) mod baseline;
mod effective;
mod file;
mod find;
mod lint;
mod patterns;
pub(crate) mod policy;

pub(crate) use effective::{EffectiveConfig, Flags, Held, NO_TARGETS, Settings};
pub(crate) use file::{Ignore, PathEntry};
pub(crate) use find::{Config, Configs};
pub(crate) use patterns::{Patterns, clean};
