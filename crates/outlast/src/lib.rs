//! Will this program load on that runtime, why not, and what fixes it: answered from the bytes.
//!
//! * [`detect()`]: what kind of file this is.
//! * [`Program`]: a file of any family, opened.
//! * [`verify()`]: whether it is sound in its own release.
//! * [`targets`]: profiles of readers, built in, imported or written by hand.
//! * [`check()`]: the verdict of a reader on a program.
//! * [`inspect`]: a program in one screen.
//! * [`mod@convert`]: a program rewritten until the verdict is good; edits.
//! * [`diff`]: two programs, compared by meaning.
//! * [`arrays`]: NumPy and safetensors files.
//! * [`cases()`]: test cases from arrays.
//! * [`data`]: tensor data files from arrays and back.
//! * [`codes()`]: what every code means.

pub mod arrays;
mod cases;
mod check;
pub mod convert;
pub mod data;
pub mod detect;
pub mod diff;
pub mod families;
pub mod inspect;
mod program;
pub mod targets;
mod verdict;

pub use cases::{Cases, CasesError, CasesOptions, cases, misfits};
pub use check::{CheckError, Companion, Subject, check, check_unreadable};
pub use detect::{Detection, FileKind, detect};
pub use outlast_bitstream as bitstream;
pub use outlast_core::{Diagnostic, Severity};
pub use outlast_executorch::{
    DataEditor, Dialect, FlatTensorFile, Layout, NewEntry, Output, Piece, ProgramFile, TestCase, TestSuite,
    TestValue, build_data, convert_data, make_bundle, with_program,
};
pub use outlast_flatbuffers::schema::Schema;
pub use outlast_mlir as mlir;
pub use program::{
    OpenError, Program, VerifyOptions, codes, dump_json, regions, regions_with, supported, verify,
    verify_with,
};

pub use verdict::{EntryVerdict, Outcome, Reason, Remedy, Stage, Verdict};
