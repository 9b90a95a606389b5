//! Why there is no answer: [`OpenError`], [`CheckError`].

use std::fmt;

use outlast_core::Error;

use crate::kind::FileKind;

/// Why a file was not opened.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum OpenError {
    /// A kind of file that this build does not read, with the feature of the crate `outlast` that reads it.
    FeatureOff(FileKind, &'static str),
    /// An unrecognised file format, and what the file is instead.
    UnknownFormat(String),
    /// A known kind, but nothing in it can be reached.
    Unreadable(FileKind, Error),
    /// A file that holds others: the kind of the outer one, the addresses of those in it, and how many more there are.
    Container(FileKind, Vec<String>, u64),
    /// A file that may hold others, where nothing was found and not all could be looked into: why.
    NotLookedInto(FileKind, String),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::FeatureOff(kind, feature) => write!(
                f,
                "this build does not read files of kind {}: build `outlast` with the feature `{feature}`",
                kind.title()
            ),
            OpenError::UnknownFormat(what) => write!(f, "not a program file: it is {what}"),
            OpenError::Unreadable(kind, error) => write!(f, "damaged {}: {error}", kind.title()),
            OpenError::Container(kind, addresses, more) => {
                write!(f, "{}, which holds others: {}", kind.title(), addresses.join(", "))?;
                if *more > 0 {
                    write!(f, " and {more} more")?;
                }
                Ok(())
            }
            OpenError::NotLookedInto(kind, why) => {
                write!(f, "{}, in which nothing could be read: {why}", kind.title())
            }
        }
    }
}

impl std::error::Error for OpenError {}

/// Why there is no verdict.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum CheckError {
    /// The file cannot be opened, or files of its kind have no verdict.
    Open(OpenError),
    /// A structure that the verdict depends on cannot be read.
    Unreadable(Error),
    /// The target reads files of another family than the file's.
    OtherFamily {
        /// The target's name, as the user gave it.
        target: String,
        /// The family of the file.
        family: &'static str,
    },
    /// No reader that has profiles reads files of this kind: what it is.
    NoReader(&'static str),
    /// An unsupported request, with the reason.
    Impossible(String),
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckError::Open(error) => error.fmt(f),
            CheckError::Unreadable(error) => error.fmt(f),
            CheckError::OtherFamily { target, family } => {
                write!(f, "`{target}` does not read such files: ask for a target `{family}-…`")
            }
            CheckError::NoReader(what) => write!(f, "there are no verdicts on {what}: no target reads them"),
            CheckError::Impossible(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for CheckError {}

impl From<OpenError> for CheckError {
    fn from(error: OpenError) -> CheckError {
        CheckError::Open(error)
    }
}
