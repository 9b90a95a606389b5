//! All that the oracles ask of the library `outlast`, in one place: a change of its interface changes this file alone.

use outlast::bitstream::StreamKind;
use outlast::convert::{self, ConvertError};
use outlast::targets::{Profile, Resolved};
use outlast::{
    CheckError, Detection, FileKind, OpenError, Outcome, Program, Subject, VerifyOptions, detect, diff,
    inspect,
};
use outlast_core::{Diagnostic, RegionSink};

/// Files that are read by the same readers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// ExecuTorch: programs, tensor data, bundled programs.
    Executorch,
    /// LLVM: IR, precompiled files of Clang, diagnostics, remarks, and objects and libraries with such in them.
    Llvm,
    /// Swift: modules and what stands beside them.
    Swift,
    /// MLIR bytecode.
    Mlir,
}

impl Family {
    /// All of them.
    pub const ALL: [Family; 4] = [Family::Executorch, Family::Llvm, Family::Swift, Family::Mlir];

    /// Names of targets begin with it.
    pub fn name(self) -> &'static str {
        match self {
            Family::Executorch => "executorch",
            Family::Llvm => "llvm",
            Family::Swift => "swift",
            Family::Mlir => "mlir",
        }
    }

    /// The family that reads files that begin like this one.
    pub fn of(bytes: &[u8]) -> Option<Family> {
        match detect(bytes) {
            Detection::Known(FileKind::Bitstream) => match outlast_bitstream::unwrap(bytes, 0) {
                Ok((_, stream)) => match stream.kind() {
                    StreamKind::SwiftModule
                    | StreamKind::SwiftDoc
                    | StreamKind::SwiftSourceInfo
                    | StreamKind::SwiftDeps
                    | StreamKind::SwiftScanCache => Some(Family::Swift),
                    _ => Some(Family::Llvm),
                },
                Err(_) => Some(Family::Llvm),
            },
            Detection::Known(FileKind::Mlir) => Some(Family::Mlir),
            Detection::Known(
                FileKind::ExecutorchProgram | FileKind::ExecutorchData | FileKind::ExecutorchBundle,
            ) => Some(Family::Executorch),
            Detection::Known(kind) if kind.holds_others() => Some(Family::Llvm),
            Detection::Known(_) | Detection::Other(_) => None,
        }
    }

    /// Every target of the family, and releases that nobody measured: between two that were, and after all of them.
    pub fn targets(self) -> Vec<(String, Resolved)> {
        let mut names = outlast::targets::names();
        names.retain(|name| name.strip_prefix(self.name()).is_some_and(|rest| rest.starts_with('-')));
        let far = format!("{}-99", self.name());
        let unmeasured = match self {
            Family::Executorch => "executorch-0.7.9",
            Family::Llvm => "llvm-21",
            Family::Swift => "swift-6.0.1",
            Family::Mlir => "mlir-21",
        };
        names.extend([far, unmeasured.to_owned()]);
        let resolve = |name: String| Profile::resolve(&name).ok().map(|target| (name, target));
        names.into_iter().filter_map(resolve).collect()
    }
}

/// Opens a file.
pub(crate) fn open(bytes: &[u8]) -> Result<Program<'_>, OpenError> {
    Program::open(bytes)
}

/// Findings about a file, in the three ways to ask for them: as by default, strictly, and on after faults.
pub(crate) fn verify(bytes: &[u8]) -> Result<[Vec<Diagnostic>; 3], OpenError> {
    let ask = |strict, keep_going| {
        let options = VerifyOptions { strict, keep_going, threads: 1 };
        outlast::verify_with(bytes, options).map(|(_, findings)| findings)
    };
    Ok([ask(false, false)?, ask(true, false)?, ask(true, true)?])
}

/// Visits the regions of a file.
pub(crate) fn regions(bytes: &[u8], sink: &mut dyn RegionSink) -> Result<(), OpenError> {
    outlast::regions(bytes, sink).map(|_| ())
}

/// Decodes and encodes a file.
pub(crate) fn replay(program: &Program<'_>) -> Result<Vec<u8>, ConvertError> {
    convert::replay(program).map(|replayed| replayed.bytes)
}

/// A program in one screen, in both forms; how many facts and rows there are.
pub(crate) fn inspect(program: &Program<'_>) -> outlast_core::Result<usize> {
    let count = |summary: inspect::Summary| {
        summary.facts.len() + summary.listings.iter().map(|listing| listing.rows.len()).sum::<usize>()
    };
    Ok(count(inspect::summary(program)?) + count(inspect::full(program)?))
}

/// What a file that holds others has in it.
pub(crate) fn holds(bytes: &[u8]) {
    let _ = inspect::holder("file", bytes);
    for hidden in outlast::detect::holdings(bytes).unwrap_or_default().found {
        assert!(bytes.get(hidden.range.clone()).is_some(), "{} is not in the file", hidden.address);
        let found = outlast::detect::locate(bytes, &hidden.address);
        assert_eq!(found.map(|located| located.range), Ok(hidden.range), "{}", hidden.address);
    }
}

/// Judges a program for every one of these targets: how many of them say that it loads. None if there are no verdicts on such files.
pub(crate) fn check(program: &Program<'_>, targets: &[(String, Resolved)]) -> Result<usize, CheckError> {
    let subject = Subject::new(program)?;
    let mut loads = 0;
    for (name, target) in targets {
        let verdict = subject.check(&[], name, target)?;
        let worst = verdict.entry_points.iter().map(|entry| entry.outcome);
        loads += usize::from(verdict.outcome == Outcome::Loads);
        let agrees = verdict.outcome != Outcome::Loads || worst.into_iter().all(|o| o == Outcome::Loads);
        assert!(agrees, "{name}: the file loads, and one of its entry points does not");
    }
    Ok(loads)
}

/// What would close the gap for a target: the conversion is made, and its result judged again.
pub(crate) fn remedy(program: &Program<'_>, (name, target): &(String, Resolved)) {
    if let Ok(verdict) = outlast::check(program, &[], name, target) {
        let _ = convert::remedy(program, &[], name, target, &verdict);
    }
}

/// What differs between a program and itself. None if programs of this kind are not compared.
pub(crate) fn diff(program: &Program<'_>) -> Option<usize> {
    diff::diff(program, program).ok().map(|differences| differences.len())
}

/// The tables of a FlatBuffer as JSON.
pub(crate) fn json(program: &Program<'_>) -> Option<String> {
    outlast::dump_json(program)
}
