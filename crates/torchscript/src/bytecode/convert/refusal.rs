//! Why a conversion is refused.

use std::fmt;

use crate::bytecode::BYTECODE;
use outlast_core::{Code, CodeInfo, Diagnostic, Error, Path, Place, Severity, Source, Span};

/// The program is not sound, or cannot be read.
pub const UNSOUND: Code = Code(1621);
/// The output version is not supported.
pub const VERSION: Code = Code(1622);
/// The reader does not have an instruction.
pub const INSTRUCTION: Code = Code(1623);
/// A call of an operator has no form for the reader.
pub const CALL: Code = Code(1624);
/// The reader does not read a type.
pub const TYPE: Code = Code(1625);
/// The name of an operator stands for several, and the code does not say for which.
pub const AMBIGUOUS: Code = Code(1626);
/// A value that the writer has no form for.
pub const VALUE: Code = Code(1627);

/// What the codes of conversions mean.
pub const CODES: &[CodeInfo] = &[
    CodeInfo {
        code: UNSOUND,
        title: "bytecode that is not sound is not converted",
        text: "A record cannot be read, a table is missing or has another form than readers expect, or an index or a jump leads to nothing. Run `outlast verify` for all findings; \
               save the model again with the release that wrote it.",
    },
    CodeInfo {
        code: VERSION,
        title: "an unknown bytecode version",
        text: "Versions 3 to 8 are read and written in archives. Bytecode 9 is that of FlatBuffers files.",
    },
    CodeInfo {
        code: INSTRUCTION,
        title: "an instruction that the reader does not have",
        text: "The lite interpreter of the release does not load this opcode, and nothing that it has does the same. Change the model, and save it again, or take a newer reader.",
    },
    CodeInfo {
        code: CALL,
        title: "a call of an operator that has no form for the reader",
        text: "The operator of the reader takes other arguments than the one that the program calls, and the difference is not a default. The sentence names the argument. An upgrader or \
               downgrader of the operator has to come first.",
    },
    CodeInfo {
        code: TYPE,
        title: "a type that the reader does not read",
        text: "A list, dictionary, tuple or test of a type is made with a type that the parser of the release does not know. Change the model, and save it again, or take a newer reader.",
    },
    CodeInfo {
        code: AMBIGUOUS,
        title: "the name of an operator is ambiguous",
        text: "Up to 1.6, operators of different types could have one name, and bytecode has the name alone. The code next to it calls more than one of them, or cannot be analysed, so that \
               the new name cannot be determined.",
    },
    CodeInfo {
        code: VALUE,
        title: "a value that cannot be written",
        text: "PyTorch's pickler has no form for a constant, or a number is larger than its field.",
    },
];

/// One reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// Of [`CODES`].
    pub code: Code,
    /// What it is about: `aten::add.Tensor`, an opcode, a type, the name of a function.
    pub subject: String,
    /// What was found and what was expected: one sentence without a full stop.
    pub why: String,
    /// What to do.
    pub help: &'static str,
    /// Where in `bytecode.pkl`, or in the FlatBuffers file.
    pub place: Place,
}

/// All reasons why a program cannot be converted; nothing of it is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Refusal {
    /// One at least; of those with one code and one subject, the first.
    pub reasons: Vec<Reason>,
}

/// How many reasons are kept.
const MOST: usize = 200;

impl Refusal {
    /// What cannot be read.
    pub(crate) fn unreadable(error: &Error) -> Refusal {
        let mut refusal = Refusal::default();
        let place = error.place().clone();
        refusal.push(Reason {
            code: UNSOUND,
            subject: BYTECODE.into(),
            why: error.to_string(),
            help: HELP_UNSOUND,
            place,
        });
        refusal
    }

    fn push(&mut self, reason: Reason) {
        let known = |of: &Reason| of.code == reason.code && of.subject == reason.subject;
        if self.reasons.len() < MOST && !self.reasons.iter().any(known) {
            self.reasons.push(reason);
        }
    }

    /// As findings, for reports.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let of = |reason: &Reason| {
            Diagnostic::new(reason.code, Severity::Error, reason.why.clone(), reason.place.clone())
                .help(reason.help)
        };
        self.reasons.iter().map(of).collect()
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, reason) in self.reasons.iter().enumerate() {
            let before = if index > 0 { "; " } else { "" };
            write!(f, "{before}{} ({})", reason.why, reason.code)?;
        }
        Ok(())
    }
}

impl std::error::Error for Refusal {}

pub(crate) const HELP_UNSOUND: &str = "run `outlast verify` on the file, and save the model again";
/// Of defaults that cannot be said.
pub(crate) const HELP_DEFAULT: &str =
    "convert for a later release, or export the model with a method that takes all arguments";
pub(crate) const HELP_MODEL: &str = "change the model and save it again, or take a newer reader";
pub(crate) const HELP_OPERATOR: &str =
    "replace the operator by an upgrader or downgrader first, or change the model";

/// Collects reasons, with places in `bytecode.pkl` or in the FlatBuffers file.
#[derive(Debug)]
pub(crate) struct Refusals {
    source: Source,
    pub(crate) refusal: Refusal,
}

impl Refusals {
    pub(crate) fn new(source: Source) -> Refusals {
        Refusals { source, refusal: Refusal::default() }
    }

    /// A reason at a place of the pickle or file, in a function.
    pub(crate) fn add(
        &mut self,
        code: Code,
        subject: &str,
        why: String,
        help: &'static str,
        at: (u64, &str),
    ) {
        let short = |text: &str| text.chars().take(200).collect::<String>();
        let (at, function) = at;
        let path =
            if function.is_empty() { Path::root() } else { Path::root().named("function", &short(function)) };
        let place = Place::new(Span::bytes(at, at.saturating_add(1)).in_source(&self.source), path);
        self.refusal.push(Reason { code, subject: short(subject), why, help, place });
    }
}
