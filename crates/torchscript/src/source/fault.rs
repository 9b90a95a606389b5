//! [`Fault`]: a syntax error in TorchScript code.

use std::fmt;
use std::ops::Range;

use outlast_core::{Code, Diagnostic, Error, ErrorKind, Path, Place, Severity, Source, Span};

/// A syntax error in TorchScript code: what was found, where, and what was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The class of the error.
    pub code: Code,
    /// The bytes.
    pub span: Range<usize>,
    /// What was found and what was expected.
    pub message: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1, in bytes.
    pub column: u32,
}

impl Fault {
    #[cold]
    pub(super) fn new(code: Code, text: &[u8], span: Range<usize>, message: impl Into<String>) -> Fault {
        let (line, column) = position(text, span.start);
        Fault { code, span, message: message.into(), line, column }
    }

    /// The bytes, as a place in `source`.
    pub fn place(&self, source: &Source) -> Place {
        let number = |at: usize| u64::try_from(at).unwrap_or(u64::MAX);
        Place::new(
            Span::bytes(number(self.span.start), number(self.span.end)).in_source(source),
            Path::root(),
        )
    }

    /// This as a finding in `source`: readers refuse the file.
    pub fn diagnostic(&self, source: &Source) -> Diagnostic {
        Diagnostic::new(self.code, Severity::Error, self.to_string(), self.place(source))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Error {
        let span = fault.place(&Source::file()).span;
        Error::new(ErrorKind::Syntax { message: fault.message, line: fault.line, column: fault.column }, span)
    }
}

/// Line and column of a byte, both from 1.
pub fn position(text: &[u8], at: usize) -> (u32, u32) {
    let before = text.get(..at).unwrap_or(text);
    let line = before.iter().filter(|byte| **byte == b'\n').count();
    let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX).saturating_add(1);
    (number(line), number(before.len() - start))
}
