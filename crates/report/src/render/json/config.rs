//! `outlast/config/1`.

use std::fmt;

use serde::Serialize;

/// What holds for one file, or for the files of a folder.
#[derive(Clone, Debug, Serialize)]
pub struct ConfigResult {
    /// The file or folder, as it was named.
    pub path: String,
    /// The `outlast.toml` that holds.
    pub config: Option<String>,
    /// Names of targets, sets expanded; none where a command has to name some.
    pub targets: Setting<Option<Vec<String>>>,
    /// Outcomes that make the exit status 1.
    pub fail_on: Setting<Vec<String>>,
    /// What an answer must rest on.
    pub basis: Setting<String>,
    /// Files that are loaded together with each program.
    pub data: Setting<Vec<String>>,
    /// Folders with files that programs ask for.
    pub data_dir: Setting<Vec<String>>,
    /// Names of code that files may run when they are loaded.
    pub allow_code: Setting<Vec<String>>,
    /// The baseline.
    pub baseline: Setting<Option<String>>,
    /// Findings of the baseline.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub findings: Option<usize>,
    /// Entries `[[path]]`.
    pub paths: Vec<HeldPath>,
    /// Entries `[[ignore]]`.
    pub ignore: Vec<HeldIgnore>,
    /// Levels of rules of the lint.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lint: Vec<HeldLevel>,
    /// Files that the lint passes over in folders.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lint_exclude: Option<HeldExclude>,
}

/// A value, and where it was set.
#[derive(Clone, Debug, Serialize)]
pub struct Setting<T> {
    /// The value.
    pub value: T,
    /// How it is written, where that is something else.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub written: Vec<String>,
    /// Where it was set.
    pub from: Whence,
}

/// Where a value was set.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Whence {
    /// From nobody: it is built in.
    Default,
    /// From an option of the command line.
    Option {
        /// Its name: `--target`.
        name: &'static str,
    },
    /// From a file.
    File {
        /// Its name.
        file: String,
        /// The line, from 1.
        line: usize,
    },
}

impl fmt::Display for Whence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Whence::Default => f.write_str("default"),
            Whence::Option { name } => f.write_str(name),
            Whence::File { file, line } => write!(f, "{file}:{line}"),
        }
    }
}

/// An entry `[[path]]`.
#[derive(Clone, Debug, Serialize)]
pub struct HeldPath {
    /// Its patterns.
    pub files: Vec<String>,
    /// The keys that it sets.
    pub sets: Vec<&'static str>,
    /// Whether it holds; `null` where that depends on the file.
    pub holds: Option<bool>,
    /// Where it is.
    pub from: Whence,
}

/// What findings of a rule of the lint are.
#[derive(Clone, Debug, Serialize)]
pub struct HeldLevel {
    /// The rule.
    pub rule: &'static str,
    /// `off`, `note`, `warning`, `error`.
    pub level: &'static str,
    /// Where it is.
    pub from: Whence,
}

/// Files that the lint passes over in folders.
#[derive(Clone, Debug, Serialize)]
pub struct HeldExclude {
    /// The patterns.
    pub files: Vec<String>,
    /// Where they are.
    pub from: Whence,
}

/// An entry `[[ignore]]`.
#[derive(Clone, Debug, Serialize)]
pub struct HeldIgnore {
    /// The code, or the name of a rule of the lint.
    pub code: String,
    /// The pattern of subjects; none for all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// Its patterns; `null` for all files.
    pub files: Option<Vec<String>>,
    /// Its targets; `null` for all.
    pub targets: Option<Vec<String>>,
    /// Why.
    pub reason: String,
    /// Who answers for it.
    pub owner: Option<String>,
    /// The day from which on it does not hold any more.
    pub expires: Option<String>,
    /// Whether it is about the file; `null` where that depends on the file.
    pub applies: Option<bool>,
    /// `holds`; `expires` if it has an expiry that was not judged; `expired`.
    pub status: &'static str,
    /// Where it is.
    pub from: Whence,
}
