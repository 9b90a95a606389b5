//! Whether a file is sound in its own release: strict, complete, collecting.
//!
//! Everything that the official checks look at, and what they do not: what makes a runtime crash, and what makes it
//! compute with the wrong bytes silently. An *error* is what a reader refuses, crashes on or provably misreads; a
//! *warning* is what may be wrong; a *note* is odd and harmless.
//!
//! Only tables are read, and the padding in front of segments: the cost does not depend on the size of weights, and is bounded by the
//! size of the tables.

mod bundled;
pub mod codes;
mod constants;
mod container;
mod delegates;
mod events;
mod flat_tensor;
mod instructions;
mod lifetimes;
mod memory;
mod plans;
mod segments;
mod tensors;
mod values;

use std::collections::HashMap;
use std::ops::Range;

use outlast_core::{Budget, Bytes, Diagnostic, ErrorKind, Findings, Path, QuickMap};

use crate::flat_tensor::Layout;
use crate::operators::Signature;
use crate::program::ProgramFile;
pub use codes::CODES;

/// Findings kept per code and severity.
const OF_EACH: usize = 50;

/// Names longer than this are not compared or shown in full: many objects may share one long string.
const LONGEST_NAME: usize = 1024;

/// A name as findings show it.
fn quoted(name: &[u8]) -> String {
    let text = String::from_utf8_lossy(name.get(..80).unwrap_or(name));
    let more = if name.len() > 80 { "…" } else { "" };
    format!("`{}{more}`", text.escape_debug())
}

/// What a verification may know beyond the file.
#[derive(Clone, Copy)]
pub struct Options<'o> {
    /// The arguments of an operator by `name.overload`, for operators that the built-in table does not have.
    pub signature: &'o dyn Fn(&str) -> Option<Signature>,
    /// What data files given along with the program provide, by name; `None` where it is not known which ones will be.
    pub external: Option<&'o HashMap<String, Option<Layout>>>,
}

impl std::fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Options").field("external", &self.external).finish_non_exhaustive()
    }
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options { signature: &|_| None, external: None }
    }
}

/// Verifies a program file.
pub fn program(file: Bytes<'_>) -> Vec<Diagnostic> {
    program_with(file, Options::default())
}

/// Verifies a program file, knowing more than the file says.
pub fn program_with(file: Bytes<'_>, options: Options<'_>) -> Vec<Diagnostic> {
    let mut sink = Findings::of_each(OF_EACH);
    check_program(file, options, &mut sink);
    sink.finish_in_order()
}

/// Verifies a program that is open already.
pub fn opened(program: ProgramFile<'_>) -> Vec<Diagnostic> {
    let mut sink = Findings::of_each(OF_EACH);
    container::short(program.file, &mut sink);
    check_opened(program, Options::default(), &mut sink);
    sink.finish_in_order()
}

/// Verifies a tensor data file.
pub fn flat_tensor(file: Bytes<'_>) -> Vec<Diagnostic> {
    let mut sink = Findings::of_each(OF_EACH);
    flat_tensor::check(file, &mut sink);
    sink.finish_in_order()
}

/// Verifies a bundled program with the program in it; places are those of the outer file.
pub fn bundled(file: Bytes<'_>) -> Vec<Diagnostic> {
    let mut sink = Findings::of_each(OF_EACH);
    bundled::check(file, &mut sink);
    sink.finish_in_order()
}

/// What the parts of a verification share.
struct Verifier<'a, 's> {
    program: ProgramFile<'a>,
    options: Options<'s>,
    sink: &'s mut Findings,
    /// Items that may still be looked at: lists may be shared, so that a small file could ask for any amount of work.
    budget: Budget,
    exhausted: bool,
    /// Bytes of payloads that may still be looked at.
    payloads: Budget,
    /// Ranges of the segments in the program; `None` for one that does not lie in the file.
    segments: Vec<Option<Range<u64>>>,
    constants: constants::Constants<'a>,
    /// Named data and their segments.
    names: QuickMap<&'a [u8], u32>,
}

impl Verifier<'_, '_> {
    /// Whether `amount` more work is allowed.
    fn spend(&mut self, amount: usize) -> bool {
        self.exhausted |= !self.budget.spend(amount);
        !self.exhausted
    }
}

fn check_program(file: Bytes<'_>, options: Options<'_>, sink: &mut Findings) {
    container::short(file, sink);
    let program = match ProgramFile::open(file) {
        Ok(program) => program,
        Err(error) => {
            sink.add(error.to_diagnostic());
            return;
        }
    };
    check_opened(program, options, sink);
}

fn check_opened(program: ProgramFile<'_>, options: Options<'_>, sink: &mut Findings) {
    let constants = constants::Constants::default();
    let mut verifier = Verifier {
        budget: Budget::for_bytes(program.flatbuffer.len(), 4, 1024),
        payloads: Budget::for_bytes(program.file.len(), 4, 0),
        program,
        options,
        sink,
        exhausted: false,
        segments: Vec::new(),
        constants,
        names: QuickMap::default(),
    };
    let end = container::flatbuffer(&mut verifier);
    segments::check(&mut verifier);
    container::check(&mut verifier, end);
    constants::stores(&mut verifier);
    plans::check(&mut verifier);
    constants::layout(&mut verifier);
    if verifier.exhausted {
        let limit = verifier.budget.limit();
        let kind = ErrorKind::Limit { what: "items to look at: lists are shared by many values", limit };
        let error = outlast_core::Error::new(kind, verifier.program.file.span(0, 0)).under(&Path::root());
        verifier.sink.add(error.to_diagnostic());
    }
}
