//! What Clang writes: modules (`.pcm`), precompiled headers (`.pch`), AST files.
//!
//! * [`ClangFacts`]: what a file says of itself, from its control blocks; the bulk is passed over.
//! * [`ClangTables`]: identifiers, selectors, header files and names in declarations, looked up by key; declarations and
//!   types found by their numbers.
//!
//! A file is `BLOCKINFO`, `UNHASHED_CONTROL 19` (its place changed), `CONTROL 15` (in it `INPUT_FILES 16`, `OPTIONS 17`), `AST 8`.
//! Layouts of records changed from release to release; where the version of the format does not tell, the number of
//! operands does.

mod facts;
mod lists;
mod names;
mod options;
mod tables;

pub use facts::{ClangFacts, ClangImport, ImportKind, InputFile};
pub use lists::OffsetList;
pub use names::{DeclName, HeaderFile, Identifier, Selector};
pub use options::{HeaderPath, HeaderSearch, Macro, Preprocessor, TargetOptions};
pub use tables::ClangTables;

pub use crate::places::Resolved;

/// Ids of the blocks.
pub mod blocks {
    /// Declarations, types, identifiers: the bulk.
    pub const AST: u32 = 8;
    /// Where source text came from.
    pub const SOURCE_MANAGER: u32 = 9;
    /// Macros.
    pub const PREPROCESSOR: u32 = 10;
    /// Declarations, types and statements.
    pub const DECLTYPES: u32 = 11;
    /// Macros and inclusions in detail.
    pub const PREPROCESSOR_DETAIL: u32 = 12;
    /// Submodules.
    pub const SUBMODULE: u32 = 13;
    /// Comments.
    pub const COMMENTS: u32 = 14;
    /// Version, name, imports.
    pub const CONTROL: u32 = 15;
    /// Files that it was made from.
    pub const INPUT_FILES: u32 = 16;
    /// How it was compiled.
    pub const OPTIONS: u32 = 17;
    /// What extensions add.
    pub const EXTENSION: u32 = 18;
    /// Signature, and options that do not count for it.
    pub const UNHASHED_CONTROL: u32 = 19;
}
