//! What Swift writes: modules (`.swiftmodule`, `.sib`), documentation, source places, dependencies.
//!
//! * [`SwiftFacts`]: what a stream says of itself, from its control, options and input blocks; the bulk is passed over.
//! * [`SwiftTables`]: names, declarations and members, looked up by key; declarations found by their numbers.
//! * [`SwiftDeps`], [`ScanCache`]: the graphs of `.swiftdeps` files and of the dependency scanner.
//!
//! A module is `BLOCKINFO`, then `MODULE_BLOCK 8` with `CONTROL 9` (in it `OPTIONS 16`), `INPUT 10`, `SIL 14`, `SIL_INDEX 15`,
//! `DECLS_AND_TYPES 11`, `IDENTIFIER_DATA 12`, `INDEX 13` (in it `DECL_MEMBER_TABLES 17`), and sometimes a dependency graph in
//! `INCREMENTAL_INFORMATION 196`. Codes of records were given out anew from release to release; streams name them in
//! their `BLOCKINFO`, and those names are what counts here.

mod control;
mod deps;
mod entries;
mod facts;
mod inputs;
mod lists;
mod scan;
mod tables;

pub use control::{ControlRecord, OptionRecord};
pub use deps::{DepKind, DepNode, SwiftDeps};
pub use entries::{Comment, Found, NameKey, ObjcMethod, TableId};
pub use facts::SwiftFacts;
pub use inputs::{Import, ImportKind, SwiftInput};
pub use lists::{Misplaced, OffsetList};
pub use scan::{ScanCache, ScanModule};
pub use tables::SwiftTables;

pub use crate::places::Resolved;

/// Ids of the blocks.
pub mod blocks {
    /// Everything in a module.
    pub const MODULE: u32 = 8;
    /// Version, name, target.
    pub const CONTROL: u32 = 9;
    /// Imports and files.
    pub const INPUT: u32 = 10;
    /// Declarations and types.
    pub const DECLS_AND_TYPES: u32 = 11;
    /// Identifiers.
    pub const IDENTIFIER_DATA: u32 = 12;
    /// Where declarations and types are, and tables of names.
    pub const INDEX: u32 = 13;
    /// Functions of the intermediate language.
    pub const SIL: u32 = 14;
    /// Where those functions are.
    pub const SIL_INDEX: u32 = 15;
    /// How the module was compiled.
    pub const OPTIONS: u32 = 16;
    /// Members by name.
    pub const DECL_MEMBER_TABLES: u32 = 17;
    /// Everything in a file of documentation.
    pub const MODULE_DOC: u32 = 96;
    /// Comments.
    pub const COMMENT: u32 = 97;
    /// Everything in a file of source places.
    pub const MODULE_SOURCEINFO: u32 = 192;
    /// Source places.
    pub const DECL_LOCS: u32 = 193;
    /// A dependency graph in a module.
    pub const INCREMENTAL_INFORMATION: u32 = 196;
}
