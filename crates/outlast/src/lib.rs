//! Will this program load on that runtime, why not, and what fixes it: answered from the bytes.
//!
#![cfg_attr(feature = "executorch", doc = "```")]
#![cfg_attr(not(feature = "executorch"), doc = "```no_run")]
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/executorch/1.5.1/xnn_mlp.pte");
//! let bytes = std::fs::read(path)?;
//! let target = outlast::target("executorch-0.5.0")?;
//! let program = outlast::open(&bytes)?;
//! let verdict = program.check(&target)?;
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
//! * [`open()`]: a [`Program`], which is summed up, checked, converted, replayed and compared by its methods; [`families`]: what is
//!   particular to each, with typed views of it (`program.as_mlir()`).
//! * [`check()`]: the verdict of a reader on bytes that may be damaged; [`PreparedProgram`]: on one program for many readers.
//! * [`verify()`]: whether a file is as its own release has it; [`regions()`]: what its bytes are for.
//! * [`target`], [`mod@targets`]: a reader, many of them, by name; profiles of readers, built in, imported or written by hand.
//! * [`selection`]: what a selective build has, for a profile.
//! * [`risks()`]: which code reading a file runs; it leads every answer.
//! * [`inspect`], [`mod@convert`], [`diff`]: what these methods take and give.
//! * [`arrays`]: NumPy and safetensors files.
//! * [`mod@lint`]: changes of schemas and record layouts, judged in both directions.
//! * [`codes()`], [`CodeMeaning`]: what every code means.
//!
//! Answers are `#[non_exhaustive]`, and will have more fields; what is asked is built by methods, such as those of [`convert::Request`].
//!
//! Features: one for each family, `executorch`, `llvm`, `swift`, `mlir` and `torch`, all by default; each builds alone. Errors about files and
//! targets of a family that is left out name its feature. `lint`, also by default, judges changes of schemas. `serde` adds `Serialize` to
//! verdicts, summaries and differences, and the module `serialize`.

mod check;
pub mod choose;
mod code;
pub mod convert;
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
use outlast_model::{conversion, difference, error, family, kind, options, program, risk, summary, verdict};
pub use outlast_model::{selection, targets};
#[cfg(feature = "torch")]
pub use outlast_torchscript::opsets;

pub use check::{check, check_unreadable, check_with};
pub use code::{CodeMeaning, codes};
pub use detect::{Detection, detect};
pub use error::{CheckError, OpenError};
#[cfg(any(feature = "llvm", feature = "swift"))]
pub use families::bitstream::AsBitstream;
#[cfg(feature = "executorch")]
pub use families::executorch::AsExecutorch;
#[cfg(feature = "mlir")]
pub use families::mlir::AsMlir;
pub use families::risks;
#[cfg(feature = "mlir")]
pub use families::stablehlo::AsStablehlo;
#[cfg(feature = "swift")]
pub use families::swift::AsSwift;
#[cfg(feature = "torch")]
pub use families::torch::AsTorch;
pub use family::{Dump, DumpError, FamilyDef, Fit, FormatDef, Unit, VerifyOptions};
pub use kind::FileKind;
pub use open::{dump_text, open, open_with, reader, regions, regions_with, verify, verify_with};
pub use options::{FamilyOption, Options};
pub use outlast_core::{
    Budget, Code, CodeInfo, Descend, Diagnostic, Error, ErrorKind, Output, Path, Piece, Place, Region,
    RegionKind, RegionSink, Related, Severity, Source, SourceKind, SourcePart, Span, Step,
};
pub use outlast_model::prepared::PreparedProgram;
pub use outlast_model::targets::{Profile, Release, Target, TargetError, nearest};
pub use program::{Companion, Program};
pub use resolve::{
    profile, shipped_names, target, target_described, target_names, target_names_of_programs,
    target_names_with_libraries,
};
pub use risk::{How, RUNS_CODE, Risk, allow, runs_code};
pub use target_expr::{is_meant_by, ranges, targets};
pub use verdict::{Basis, EntryVerdict, Outcome, Reason, Remedy, Stage, Verdict};
