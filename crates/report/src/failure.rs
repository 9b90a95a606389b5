//! [`Failure`]: why there is no result.

use outlast::{CheckError, FileKind, OpenError};
use outlast_core::{Error, Place};

/// What stood in the way.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Cause {
    /// The file could not be had: what the system says.
    Io(String),
    /// A kind of file that this build does not read, and the feature that does.
    FeatureOff(FileKind, &'static str),
    /// No kind of file that is known, and what it is instead.
    UnknownFormat(String),
    /// A known kind of file, damaged so that there is no answer.
    Unreadable(FileKind, Error),
    /// The question makes no sense for this file.
    Impossible(String),
    /// The question makes no sense for a file of this kind.
    NotForKind(FileKind, String),
    /// No reader that has profiles reads files of this kind.
    NoReader(FileKind, String),
    /// No target reads files of this kind.
    NoTarget(FileKind, String),
    /// A file that cannot serve: what is wrong in it, and where.
    Unusable(Error),
    /// A file that holds others: its kind, the addresses of those in it, how many more there are.
    Container(FileKind, Vec<String>, u64),
}

/// Why there is no result for a file.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The file, as the user named it.
    pub file: String,
    /// What stood in the way.
    pub cause: Cause,
}

impl Failure {
    /// Why a file was not opened.
    pub fn open(file: &str, error: OpenError) -> Failure {
        let cause = match error {
            OpenError::FeatureOff(kind, feature) => Cause::FeatureOff(kind, feature),
            OpenError::UnknownFormat(what) => Cause::UnknownFormat(what),
            OpenError::Unreadable(kind, error) => Cause::Unreadable(kind, error),
            OpenError::Container(kind, addresses, more) => Cause::Container(kind, addresses, more),
            other => Cause::Impossible(other.to_string()),
        };
        Failure { file: file.to_string(), cause }
    }

    /// Why a file was not judged.
    pub fn check(file: &str, kind: FileKind, error: CheckError) -> Failure {
        let cause = match error {
            CheckError::Unreadable(error) => Cause::Unreadable(kind, error),
            CheckError::Open(error) => return Failure::open(file, error),
            error @ CheckError::NoReader(_) => Cause::NoReader(kind, error.to_string()),
            error @ CheckError::OtherFamily { .. } => Cause::NoTarget(kind, error.to_string()),
            other => Cause::NotForKind(kind, other.to_string()),
        };
        Failure { file: file.to_string(), cause }
    }

    /// Why a file cannot serve.
    pub fn unusable(file: &str, error: Error) -> Failure {
        Failure { file: file.to_string(), cause: Cause::Unusable(error) }
    }

    /// The word for the cause in JSON.
    pub fn reason(&self) -> &'static str {
        match self.cause {
            Cause::Io(_) => "io",
            Cause::FeatureOff(..) => "not-supported",
            Cause::UnknownFormat(_) => "not-known",
            Cause::Unreadable(..) => "unreadable",
            Cause::Impossible(_)
            | Cause::NotForKind(..)
            | Cause::NoReader(..)
            | Cause::NoTarget(..)
            | Cause::Unusable(_) => "impossible",
            Cause::Container(..) => "holds-others",
        }
    }

    /// The cause in one line, not escaped.
    pub fn message(&self) -> String {
        match &self.cause {
            Cause::Io(message)
            | Cause::Impossible(message)
            | Cause::NotForKind(_, message)
            | Cause::NoReader(_, message)
            | Cause::NoTarget(_, message) => message.clone(),
            Cause::FeatureOff(kind, feature) => {
                format!("{}: this build lacks the feature `{feature}`", kind.title())
            }
            Cause::UnknownFormat(what) => format!("not a program file: it is {what}"),
            Cause::Unreadable(_, error) => error.kind().to_string(),
            Cause::Unusable(error) => sentence(error),
            Cause::Container(kind, addresses, more) => {
                let addresses: Vec<String> =
                    addresses.iter().map(|address| format!("{}!{address}", self.file)).collect();
                let more = if *more > 0 { format!(" and {more} more") } else { String::new() };
                let addresses = addresses.join(", ");
                format!("{}: name one of the files in it: {addresses}{more}", kind.title())
            }
        }
    }

    /// The kind of the file, where it is known.
    pub fn kind(&self) -> Option<FileKind> {
        match self.cause {
            Cause::FeatureOff(kind, _)
            | Cause::NotForKind(kind, _)
            | Cause::NoReader(kind, _)
            | Cause::NoTarget(kind, _)
            | Cause::Unreadable(kind, _)
            | Cause::Container(kind, ..) => Some(kind),
            _ => None,
        }
    }

    /// Whether the file is none that could have an answer: in folders there is much else.
    pub fn is_of_no_program(&self) -> bool {
        matches!(
            self.cause,
            Cause::UnknownFormat(_)
                | Cause::FeatureOff(..)
                | Cause::NotForKind(..)
                | Cause::NoReader(..)
                | Cause::NoTarget(..)
                | Cause::Container(..)
        )
    }
}

/// An error in one line: the place in the structure, then what is wrong; the place in the bytes where there is one. Not
/// escaped.
pub fn sentence(error: &Error) -> String {
    let (place, what) = (error.place(), error.kind());
    let way = if place.path.is_root() { String::new() } else { format!("{}: ", place.path) };
    let span = &place.span;
    match (span.source.is_file(), span.bits.is_empty()) {
        (true, true) => format!("{way}{what}"),
        (true, false) => format!("{way}{what} (at {span})"),
        (false, _) => format!("{way}{what} ({span})"),
    }
}

/// An error in a file in one line: `weights.npz!w.npy at 0x8..0xa: what is wrong`; in the file itself,
/// `weights.npz: what is wrong (at 0x8..0xa)`. Not escaped.
pub fn sentence_on(file: &str, error: &Error) -> String {
    let Place { span, path } = error.place();
    if span.source.is_file() {
        return format!("{file}: {}", sentence(error));
    }
    let way = if path.is_root() { String::new() } else { format!("{path}: ") };
    format!("{file}!{span}: {way}{}", error.kind())
}

#[cfg(test)]
mod tests {
    use outlast_core::{Error, ErrorKind, Source, Span, Step};

    use super::{Failure, sentence, sentence_on};
    use crate::Styles;

    #[test]
    fn a_sentence_names_the_place_that_there_is() {
        let kind = || ErrorKind::Missing { what: "name".into() };
        let error = Error::new(kind(), Span::default()).within(Step::Named("entry", "w".into()));
        assert_eq!(sentence(&error), "entry w: name is missing");
        let error = Error::new(kind(), Span::bytes(4, 8));
        assert_eq!(sentence(&error), "name is missing (at 0x4..0x8)");
        assert_eq!(sentence_on("a.npz", &error), "a.npz: name is missing (at 0x4..0x8)");
        let error = error.in_source(&Source::file().member("w.npy"));
        assert_eq!(sentence(&error), "name is missing (w.npy at 0x4..0x8)");
        assert_eq!(sentence_on("a.npz", &error), "a.npz!w.npy at 0x4..0x8: name is missing");
    }

    #[test]
    fn unusable_files_say_where_and_what_to_do() {
        let kind = ErrorKind::Missing { what: "name\x1b".into() };
        let error = Error::new(kind, Span::bytes(4, 8)).in_source(&Source::file().member("w\n.npy"));
        let failure = Failure::unusable("a.npz", error.with_help("write it anew"));
        let expected = "\
error: a.npz!w\\n.npy at 0x4..0x8: name\\u{1b} is missing
  = help: write it anew
";
        assert_eq!(failure.text(&Styles::plain(), b"bytes"), expected);
    }
}
