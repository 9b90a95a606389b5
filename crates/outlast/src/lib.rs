//! Will this program load on that runtime, why not, and what fixes it: answered from the bytes.
//!
#![cfg_attr(feature = "executorch", doc = "```")]
#![cfg_attr(not(feature = "executorch"), doc = "```no_run")]
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/executorch/1.5.1/xnn_mlp.pte");
//! let bytes = std::fs::read(path)?;
//! let target = outlast::target("executorch-0.5.0")?;
//! let verdict = outlast::check(&bytes, &target)?;
//! println!("on {}: {}", verdict.target, verdict.summary());
//! for (entry, reason) in verdict.reasons() {
//!     println!("{}: {} needs {} ({})", entry.name, reason.subject, reason.needs, reason.place);
//! }
//! assert_eq!(verdict.outcome, outlast::Outcome::Misreads);
//! # Ok(())
//! # }
//! ```
//!
//! * [`detect()`]: what kind of file this is.
//! * [`Program`]: a file of any family, opened; [`families`]: what is particular to each.
//! * [`verify()`]: whether it is sound in its own release.
//! * [`mod@targets`]: profiles of readers, built in, imported or written by hand; [`target`]: one of them, by name.
//! * [`selection`]: what a selective build has, for a profile.
//! * [`check()`]: the verdict of a reader on a file; [`Subject`]: on one file for many readers.
//! * [`risks()`]: which code reading a file runs; it leads every answer.
//! * [`inspect`]: a program in one screen.
//! * [`mod@convert`]: a program rewritten until the verdict is good.
//! * [`diff`]: two programs, compared by meaning.
//! * [`arrays`]: NumPy and safetensors files.
//! * [`mod@lint`]: changes of schemas and record layouts, judged in both directions.
//! * [`codes()`]: what every code means.
//!
//! Features: one for each family, `executorch`, `llvm`, `swift`, `mlir` and `torch`, all by default; each builds alone. `lint`, also by
//! default, judges changes of schemas. `serde` adds `Serialize` to verdicts, summaries and differences, and the module `serialize`.

mod check;
pub mod choose;
pub mod convert;
mod cost;
pub mod detect;
pub mod diff;
pub mod families;
pub mod inspect;
#[cfg(feature = "lint")]
pub mod lint;
mod open;
mod resolve;
mod target_expr;

#[cfg(feature = "executorch")]
pub use outlast_executorch::arrays;
#[cfg(feature = "serde")]
pub use outlast_model::serialize;
use outlast_model::{
    conversion, difference, error, family, interpolate, kind, options, program, risk, summary, verdict,
};
pub use outlast_model::{selection, targets};
#[cfg(feature = "torch")]
pub use outlast_torchscript::opsets;

pub use check::{Subject, check, check_unreadable, check_with, is_costly_to_judge};
pub use detect::{Detection, detect};
pub use error::{CheckError, OpenError};
#[cfg(any(feature = "llvm", feature = "swift"))]
pub use families::bitstream::AsBitstream;
#[cfg(feature = "executorch")]
pub use families::executorch::AsExecutorch;
#[cfg(feature = "mlir")]
pub use families::mlir::AsMlir;
pub use families::{is_risk, risks};
pub use family::{Dump, DumpError, FamilyDef, Fit, FormatDef, Unit, VerifyOptions};
pub use kind::FileKind;
pub use open::{
    codes, dump_json, dump_text, is_of_other_companion, misses_companion, open, open_with, reader, regions,
    regions_with, verify, verify_with,
};
pub use options::{FamilyOption, Options};
pub use outlast_core::{
    Budget, Code, CodeInfo, Descend, Diagnostic, Error, ErrorKind, Output, Path, Piece, Place, Region,
    RegionKind, RegionSink, Related, Severity, Source, SourceKind, SourcePart, Span, Step,
};
pub use outlast_model::targets::{Profile, Release, Target, TargetError, nearest};
pub use program::{Companion, Program};
pub use resolve::{
    profile, shipped_names, target, target_described, target_names, target_names_with_libraries,
};
pub use risk::{How, RUNS_CODE, Risk, allow, runs_code};
pub use target_expr::{is_meant_by, ranges, siblings, targets};
pub use verdict::{Basis, EntryVerdict, Outcome, Reason, Remedy, Stage, Verdict};
