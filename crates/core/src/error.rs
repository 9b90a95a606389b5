//! [`Error`]: a failure to read, one word wide, with its place.

use std::fmt;

use crate::{Code, CodeInfo, Diagnostic, Path, Place, Severity, Source, Span, Step};

/// `Result` with [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// A failure to read a file. One word, so that `Result` stays small; the path is filled in while it unwinds.
#[derive(Clone, PartialEq, Eq)]
pub struct Error(Box<Inner>);

#[derive(Clone, PartialEq, Eq)]
struct Inner {
    kind: ErrorKind,
    place: Place,
    help: Option<String>,
}

/// What went wrong, with the value that was found.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// Fewer bytes than a structure needs.
    UnexpectedEnd {
        /// The structure.
        what: &'static str,
        /// Bytes that it needs.
        need: u64,
        /// Bytes that remain.
        have: u64,
    },
    /// Other magic bytes than the format's.
    BadMagic {
        /// The bytes found.
        found: Vec<u8>,
        /// The bytes the format has there.
        expected: &'static str,
    },
    /// An offset, index or count that points outside what it refers to.
    OutOfRange {
        /// What the number is.
        what: &'static str,
        /// The number.
        found: i128,
        /// The first number that is too large.
        limit: u64,
    },
    /// An offset that breaks the alignment of what it points at.
    Misaligned {
        /// What is there.
        what: &'static str,
        /// Its offset in the file.
        offset: u64,
        /// The alignment, in bytes.
        align: u64,
    },
    /// Text that is not UTF-8.
    BadUtf8 {
        /// What the text is.
        what: &'static str,
    },
    /// A limit of this reader, there to bound time and memory.
    Limit {
        /// What is limited.
        what: &'static str,
        /// The limit.
        limit: u64,
    },
    /// Something that the format requires and the file lacks.
    Missing {
        /// The thing.
        what: String,
    },
    /// A structure that contradicts itself or the format.
    Invalid {
        /// The structure.
        what: &'static str,
        /// What is wrong with it.
        why: String,
    },
    /// Text in a language (a schema, a profile, a list) that does not parse.
    Syntax {
        /// What was expected, and what was found.
        message: String,
        /// Line, from 1.
        line: u32,
        /// Column, from 1, in characters.
        column: u32,
    },
}

/// The code of [`ErrorKind::Limit`]: a limit of this library was reached, which says nothing about a file's reader.
pub const LIMIT: Code = Code(106);

impl ErrorKind {
    /// The stable code of this kind.
    pub fn code(&self) -> Code {
        match self {
            ErrorKind::UnexpectedEnd { .. } => Code(101),
            ErrorKind::BadMagic { .. } => Code(102),
            ErrorKind::OutOfRange { .. } => Code(103),
            ErrorKind::Misaligned { .. } => Code(104),
            ErrorKind::BadUtf8 { .. } => Code(105),
            ErrorKind::Limit { .. } => LIMIT,
            ErrorKind::Missing { .. } => Code(107),
            ErrorKind::Invalid { .. } => Code(108),
            ErrorKind::Syntax { .. } => Code(109),
        }
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ErrorKind::UnexpectedEnd { what, need, have } => {
                write!(f, "{what} needs {need} bytes, {have} remain")
            }
            ErrorKind::BadMagic { found, expected } => {
                write!(f, "magic is `{}`, expected `{expected}`", found.escape_ascii())
            }
            ErrorKind::OutOfRange { what, found, limit } => {
                write!(f, "{what} is {found}, the limit is {limit}")
            }
            ErrorKind::Misaligned { what, offset, align } => {
                write!(f, "{what} at 0x{offset:x} is not aligned to {align} bytes")
            }
            ErrorKind::BadUtf8 { what } => write!(f, "{what} is not UTF-8"),
            ErrorKind::Limit { what, limit } => write!(f, "more than {limit} {what}"),
            ErrorKind::Missing { what } => write!(f, "{what} is missing"),
            ErrorKind::Invalid { what, why } => write!(f, "{what}: {why}"),
            ErrorKind::Syntax { message, line, column } => write!(f, "{line}:{column}: {message}"),
        }
    }
}

/// What the reading codes mean.
pub(crate) const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: Code(101),
        title: "the file ends too early",
        text: "A structure needs more bytes than remain. The usual cause is a cut-off copy or download: compare the \
               size with the original's.",
    },
    CodeInfo {
        code: Code(102),
        title: "not the magic of this format",
        text: "The bytes that name the format are not the expected ones. The file is of another kind, or its start is \
               damaged.",
    },
    CodeInfo {
        code: Code(103),
        title: "an offset, index or count points outside",
        text: "A number in the file refers to something that does not exist. The file is damaged, or was changed by a \
               tool that does not know the format.",
    },
    CodeInfo {
        code: Code(104),
        title: "misaligned data",
        text: "A value does not stand at a multiple of its alignment. Readers on some processors crash on it; official \
               verifiers refuse it.",
    },
    CodeInfo {
        code: Code(105),
        title: "text is not UTF-8",
        text: "A name or string holds bytes that are not UTF-8. The file is damaged, or its producer wrote raw bytes.",
    },
    CodeInfo {
        code: LIMIT,
        title: "a limit of the reader is reached",
        text: "The structure is deeper or larger than any genuine file. Limits bound the time and memory that a \
               malicious file can cost.",
    },
    CodeInfo {
        code: Code(107),
        title: "a required part is missing",
        text: "The format demands something that the file does not have.",
    },
    CodeInfo {
        code: Code(108),
        title: "a structure contradicts the format",
        text: "The bytes are there, but what they say cannot be: see the message.",
    },
    CodeInfo {
        code: Code(109),
        title: "text does not parse",
        text: "A schema, profile or list is not written in its language: see the line and column.",
    },
];

impl Error {
    /// An error of this kind at this span; the path is added with [`Error::within`].
    #[cold]
    pub fn new(kind: ErrorKind, span: Span) -> Error {
        Error(Box::new(Inner { kind, place: Place::new(span, Path::root()), help: None }))
    }

    /// What went wrong.
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }

    /// The stable code.
    pub fn code(&self) -> Code {
        self.0.kind.code()
    }

    /// Where.
    pub fn place(&self) -> &Place {
        &self.0.place
    }

    /// What to do about it, if that is known.
    pub fn help(&self) -> Option<&str> {
        self.0.help.as_deref()
    }

    /// Adds what to do about it.
    #[cold]
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Error {
        self.0.help = Some(help.into());
        self
    }

    /// Says in which part of the structure this happened, from the inside out.
    #[cold]
    #[must_use]
    pub fn within(mut self, step: Step) -> Error {
        self.0.place.path.wrap(step);
        self
    }

    /// Puts a whole path in front.
    #[cold]
    #[must_use]
    pub fn under(mut self, outer: &Path) -> Error {
        self.0.place.path.wrap_all(outer);
        self
    }

    /// Says in which nested file this happened, from the inside out: `outer` is put in front of the source that is
    /// there. Whoever opened the file does this, as [`Error::under`] does it for paths.
    #[cold]
    #[must_use]
    pub fn in_source(mut self, outer: &Source) -> Error {
        let span = &mut self.0.place.span;
        span.source = std::mem::take(&mut span.source).in_source(outer);
        self
    }

    /// This error as a finding of severity `error`.
    pub fn to_diagnostic(&self) -> Diagnostic {
        let mut diagnostic =
            Diagnostic::new(self.code(), Severity::Error, self.0.kind.to_string(), self.0.place.clone());
        diagnostic.help = self.0.help.clone();
        diagnostic
    }

    /// What the codes of this crate mean.
    pub fn codes() -> &'static [CodeInfo] {
        CODES
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let span = &self.0.place.span;
        match (&self.0.kind, span.source.is_file()) {
            (kind @ ErrorKind::Syntax { .. }, true) => write!(f, "{kind}")?,
            (kind @ ErrorKind::Syntax { .. }, false) => write!(f, "{}:{kind}", span.source)?,
            (kind, true) => write!(f, "{kind} (at {span})")?,
            (kind, false) => write!(f, "{kind} ({span})")?,
        }
        if !self.0.place.path.is_root() {
            write!(f, " in {}", self.0.place.path)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {self}", self.code())
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::{Error, ErrorKind};
    use crate::{Source, Span, Step};

    #[test]
    fn one_word_wide_and_says_where() {
        assert_eq!(size_of::<Error>(), size_of::<usize>());
        let kind = ErrorKind::OutOfRange { what: "segment index", found: 9, limit: 2 };
        let error = Error::new(kind, Span::at(0x20, 4))
            .within(Step::Index(1))
            .within(Step::Field("named_data".into()));
        assert_eq!(error.to_string(), "segment index is 9, the limit is 2 (at 0x20..0x24) in named_data[1]");
        assert_eq!(error.code().to_string(), "OL0103");
    }

    #[test]
    fn says_in_which_nested_file() {
        let kind = ErrorKind::OutOfRange { what: "segment index", found: 9, limit: 2 };
        let error = Error::new(kind, Span::at(0x20, 4)).within(Step::Field("named_data".into()));
        // The opener of the section, then that of the library; what they wrap in between stays.
        let error =
            error.in_source(&Source::file().section(".llvmbc")).in_source(&Source::file().member("x.o"));
        let text = "segment index is 9, the limit is 2 (x.o!.llvmbc at 0x20..0x24) in named_data";
        assert_eq!(error.to_string(), text);
        assert_eq!(error.clone().in_source(&Source::file()), error);
        assert_eq!(error.to_diagnostic().place, *error.place());

        let kind = ErrorKind::Syntax { message: "`)` expected".into(), line: 3, column: 5 };
        let error = Error::new(kind, Span::default()).in_source(&Source::file().member("code/m.py"));
        assert_eq!(error.to_string(), "code/m.py:3:5: `)` expected");
    }
}
