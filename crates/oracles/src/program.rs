//! [`program()`]: everything that Outlast does with a file, on the same bytes.

use std::sync::OnceLock;

use outlast::{OpenError, Target};
use outlast_core::{Code, LIMIT, Severity};
use outlast_testkit::partition::Partition;

use crate::dump;
use crate::library::{self, Family};
use crate::versions;

/// Largest input. Cost grows with the input; what is to be found in files is found in small ones.
///
/// MLIR attributes that have each other inside have texts without end: see `dump`.
pub(crate) const MOST_BYTES: usize = 1 << 17;

/// Of targets of PyTorch, one in so many is asked about an input.
const SOME: usize = 9;

/// A length word of a block that disagrees with its end.
const LENGTH_WORD: Code = Code(1320);
/// Damage that no reader of such files comes to.
const PASSED_OVER: Code = Code(1330);

/// What came of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Seen {
    /// It is of the family, and was looked at.
    pub of_family: bool,
    /// It holds other files, and was looked at for those alone.
    pub holds: bool,
    /// It could be opened.
    pub opened: bool,
    /// Verification found no error.
    pub sound: bool,
    /// Verification found neither errors nor warnings.
    pub clean: bool,
    /// Strict verification found nothing at all.
    pub faultless: bool,
    /// Targets that it loads on.
    pub loads: usize,
    /// Conversions to other versions of the container that were made, of clean MLIR bytecode.
    pub converted: usize,
    /// Such conversions that were refused.
    pub refused: usize,
}

/// Does everything with a file, if the family's readers are asked about such files.
///
/// # Panics
///
/// Where an invariant is broken:
///
/// 1. nothing panics;
/// 2. what verification finds no error in can be opened, and what cannot be opened has one;
/// 3. every bit is in exactly one leaf region, whatever the bytes are;
/// 4. a file that replays comes out as it went in, and one in which verification finds neither errors nor warnings replays;
/// 5. a sound file can be summed up, except for limits of this library (`OL0106`), and bitstreams with length words that lie;
/// 6. a file that is compared with itself does not differ;
/// 7. dumps come to an end;
/// 8. MLIR bytecode in which verification finds neither errors nor warnings converts to every version of the container, and to a file as clean, or is
///    refused for what the version cannot hold.
pub fn program(family: Family, bytes: &[u8]) -> Seen {
    if bytes.len() > MOST_BYTES || Family::by_magic(bytes) != Some(family) {
        return Seen::default();
    }
    let mut seen = Seen { of_family: true, ..Seen::default() };
    let opened = library::open(bytes);
    let findings = match library::verify(bytes) {
        Ok(findings) => findings,
        Err(error) => {
            let refused = matches!(
                error,
                OpenError::UnknownFormat(_)
                    | OpenError::FeatureOff(..)
                    | OpenError::Container(..)
                    | OpenError::NotLookedInto(..)
            );
            assert!(refused && opened.is_err(), "verification: {error}; opening: {opened:?}");
            library::holds(bytes);
            return Seen { holds: true, ..seen };
        }
    };
    let has_errors = |at: usize| findings[at].iter().any(|finding| finding.severity == Severity::Error);
    seen.sound = !has_errors(0);
    seen.faultless = findings.iter().all(Vec::is_empty);
    assert!(seen.sound || has_errors(1), "strict verification finds less");
    partitioned(bytes);
    let program = match opened {
        Ok(program) => program,
        Err(error) => {
            assert!(!seen.sound, "verification finds no error, but the file cannot be opened: {error}");
            return seen;
        }
    };
    seen.opened = true;
    seen.clean = findings[0].iter().all(|finding| finding.severity < Severity::Warning);
    match library::replay(&program) {
        Ok(copy) => assert!(copy == bytes, "replay gives other bytes"),
        // Of legacy files and of pickles alone there is no writer.
        Err(_) if library::has_no_writer(&program) => {}
        Err(error) => assert!(!seen.clean, "verification is clean, and the file does not replay: {error}"),
    }
    let summary = library::inspect(&program);
    let limited = summary.as_ref().is_err_and(|error| error.code() == LIMIT);
    // A length word that lies is a warning: readers walk through the block, and a summary skips it; or the other way round.
    let lies = findings[0].iter().any(|finding| matches!(finding.code, LENGTH_WORD | PASSED_OVER));
    let readable = seen.sound && !lies;
    assert!(!readable || limited || summary.is_ok(), "a sound file has no summary: {summary:?}");
    let targets = targets(family);
    // One conversion is enough for each input: which one, its bytes say.
    let sum = bytes.iter().fold(0_usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(usize::from(*byte)));
    // Code of PyTorch is compiled for every target: a few of them for each input.
    let (first, every) = if family == Family::Torch { (sum % SOME, SOME) } else { (0, 1) };
    seen.loads = library::check(&program, targets.iter().skip(first).step_by(every)).unwrap_or(0);
    if let Some(target) = sum.checked_rem(targets.len()).and_then(|at| targets.get(at)) {
        library::remedy(&program, target);
    }
    if family == Family::Mlir && seen.clean {
        (seen.converted, seen.refused) = versions::versions(&program, bytes, sum);
    }
    let differences = library::diff(&program);
    assert!(differences.unwrap_or(0) == 0, "the file differs from itself");
    dump::dump(family, &program, bytes, seen.sound);
    seen
}

/// Every bit is in one leaf.
fn partitioned(bytes: &[u8]) {
    let mut sink = Partition::default();
    let visited = library::regions(bytes, &mut sink);
    assert!(visited.is_ok(), "verification reads the file, regions do not: {visited:?}");
    let faults = sink.finish(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
    assert!(faults.is_empty(), "{} faults in regions: {:#?}", faults.len(), &faults[..faults.len().min(5)]);
}

/// Targets of a family, resolved once.
fn targets(family: Family) -> &'static [Target] {
    static ALL: [OnceLock<Vec<Target>>; 5] = [const { OnceLock::new() }; 5];
    let at = Family::ALL.iter().position(|other| *other == family).unwrap_or(0);
    ALL[at].get_or_init(|| {
        let targets = family.targets();
        assert!(targets.len() > 2, "no targets of {}", family.name());
        targets
    })
}
