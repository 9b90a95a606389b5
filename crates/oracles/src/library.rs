//! All that the oracles ask of the library `outlast`, in one place: a change of its interface changes this file alone.

use std::io;

use outlast::convert::{ConvertError, Request};
use outlast::families::bitstream::KeepGoing;
use outlast::families::mlir::Rewrite;
use outlast::{
    CheckError, DumpError, OpenError, Options, Outcome, Program, Target, VerifyOptions, inspect, reader,
    target_names,
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
    /// PyTorch: archives, lite modules as FlatBuffers, legacy files, pickles.
    Torch,
}

impl Family {
    /// All of them.
    pub const ALL: [Family; 5] =
        [Family::Executorch, Family::Llvm, Family::Swift, Family::Mlir, Family::Torch];

    /// Names of targets begin with it.
    pub fn name(self) -> &'static str {
        match self {
            Family::Executorch => "executorch",
            Family::Llvm => "llvm",
            Family::Swift => "swift",
            Family::Mlir => "mlir",
            Family::Torch => "torch",
        }
    }

    /// The family that reads files that begin like this one.
    pub fn by_magic(bytes: &[u8]) -> Option<Family> {
        match reader(bytes) {
            Ok((family, _)) => Family::ALL.into_iter().find(|known| known.name() == family.name),
            Err(OpenError::Container(..)) => Some(Family::Llvm),
            // Objects and libraries without a stream in them.
            Err(_) => outlast::detect::holdings(bytes).map(|_| Family::Llvm),
        }
    }

    /// Every target of the family, and releases without a profile: between two that were, and after all of them.
    pub fn targets(self) -> Vec<Target> {
        let mut names = target_names();
        names.retain(|name| name.strip_prefix(self.name()).is_some_and(|rest| rest.starts_with('-')));
        let far = format!("{}-99", self.name());
        let unmeasured = match self {
            Family::Executorch => "executorch-0.7.9",
            Family::Llvm => "llvm-20.0",
            Family::Swift => "swift-6.0.1",
            Family::Mlir => "mlir-21",
            Family::Torch => "torch-2.2.0-lite",
        };
        names.extend([far, unmeasured.to_owned()]);
        names.iter().filter_map(|name| outlast::target(name).ok()).collect()
    }
}

/// Opens a file.
pub(crate) fn open(bytes: &[u8]) -> Result<Program<'_>, OpenError> {
    outlast::open(bytes)
}

/// Findings about a file, in the three ways to ask for them: as by default, strictly, and on after faults.
pub(crate) fn verify(bytes: &[u8]) -> Result<[Vec<Diagnostic>; 3], OpenError> {
    let ask = |strict, keep_going| {
        let options = if keep_going { Options::none().with(KeepGoing) } else { Options::none() };
        outlast::verify_with(bytes, &VerifyOptions::default().strict(strict).options(options))
            .map(|(_, findings)| findings)
    };
    let first = ask(false, false)?;
    // PyTorch's verifier has no options.
    if Family::by_magic(bytes) == Some(Family::Torch) {
        return Ok([first.clone(), first.clone(), first]);
    }
    Ok([first, ask(true, false)?, ask(true, true)?])
}

/// Visits the regions of a file.
pub(crate) fn regions(bytes: &[u8], sink: &mut dyn RegionSink) -> Result<(), OpenError> {
    outlast::regions(bytes, sink).map(|_| ())
}

/// Decodes and encodes a file.
pub(crate) fn replay(program: &Program<'_>) -> Result<Vec<u8>, ConvertError> {
    program.replay().map(|replayed| replayed.output.to_vec())
}

/// Whether files of this kind are read, and not written.
pub(crate) fn has_no_writer(program: &Program<'_>) -> bool {
    matches!(program.kind().name(), "torch-legacy" | "python-pickle")
}

/// A file of MLIR bytecode in another version of the container.
pub(crate) fn to_version(program: &Program<'_>, version: u64) -> Result<Vec<u8>, ConvertError> {
    let form = Rewrite { bytecode: Some(version), ..Rewrite::default() };
    let request = Request::default().options(Options::none().with(form));
    program.convert(&[], &request).map(|converted| converted.output.to_vec())
}

/// A program in one screen, in both forms; how many facts and rows there are.
pub(crate) fn inspect(program: &Program<'_>) -> outlast_core::Result<usize> {
    let count = |summary: inspect::Summary| {
        summary.facts.len() + summary.listings.iter().map(|listing| listing.rows.len()).sum::<usize>()
    };
    Ok(count(program.summary()?) + count(program.full_summary()?))
}

/// What a file that holds others has in it.
pub(crate) fn holds(bytes: &[u8]) {
    let _ = inspect::container("file", bytes);
    for hidden in outlast::detect::holdings(bytes).unwrap_or_default().found {
        assert_eq!(hidden.bytes(bytes).len(), hidden.range.len(), "{} is not in the file", hidden.address);
        let found = outlast::detect::locate(bytes, &hidden.address);
        assert_eq!(found.map(|located| located.range), Ok(hidden.range), "{}", hidden.address);
    }
}

/// Judges a program for every one of these targets: how many of them say that it loads. None if there are no verdicts on such files.
pub(crate) fn check<'t>(
    program: &Program<'_>,
    targets: impl IntoIterator<Item = &'t Target>,
) -> Result<usize, CheckError> {
    let subject = program.prepare()?;
    let mut loads = 0;
    for target in targets {
        let verdict = subject.check(&[], target)?;
        let worst = verdict.entry_points.iter().map(|entry| entry.outcome);
        loads += usize::from(verdict.outcome == Outcome::Loads);
        let agrees = verdict.outcome != Outcome::Loads || worst.into_iter().all(|o| o == Outcome::Loads);
        assert!(agrees, "{}: the file loads, and one of its entry points does not", target.name());
    }
    Ok(loads)
}

/// A file as text of its family, in full; whether that could be printed to its end.
pub(crate) fn text(program: &Program<'_>, out: &mut dyn io::Write) -> Result<(), DumpError> {
    outlast::dump_text("-", program.bytes(), &Options::none(), out)
}

/// What would close the gap for a target: the conversion is made, and its result judged again.
pub(crate) fn remedy(program: &Program<'_>, target: &Target) {
    if let Ok(verdict) = program.prepare().and_then(|subject| subject.check(&[], target)) {
        let _ = program.remedy(&[], target, &verdict);
    }
}

/// What differs between a program and itself. None if programs of this kind are not compared.
pub(crate) fn diff(program: &Program<'_>) -> Option<usize> {
    program.diff(program).ok().map(|differences| differences.len())
}

/// The tables of a FlatBuffer as JSON.
pub(crate) fn json(program: &Program<'_>) -> Option<String> {
    program.tables()
}
