//! MLIR bytecode: read, printed, written and converted, of every version, with and without the dialects.
//!
//! * [`File`]: header and sections of a file; nothing behind them is read.
//! * [`Tables`]: strings, dialects, operation names, attributes, types, properties, resources.
//! * [`ir::Ir`]: operations, blocks and regions, all or only those outside of isolated regions.
//! * [`mod@codec`]: how dialects encode attributes and types.
//! * [`mod@dialect`]: hooks of dialects: versions, encodings of their own, upgrades.
//! * [`mod@schema`]: how operations encode their properties.
//! * [`Module`]: a whole file in memory; [`mod@steps`]: what conversions are made of.
//! * [`mod@print`], [`mod@parse`]: assembly text in its generic form, both ways.
//! * [`mod@write`]: a file from tables and operations; replay.
//! * [`mod@verify`]: whether a file is sound.
//! * [`facts::facts_for_verdicts`]: also what speaks against it that a file is as its writer wrote it.
//! * [`mod@overview`]: what a file has, without reading its bulk.
//! * [`mod@facts`]: what a file needs of its reader.
//! * [`fn@regions`]: what each byte is.
//! * [`wire`]: the primitives.
//!
//! The format is specified in "MLIR Bytecode Format"; where upstream's reader and writer differ from it, they count.

#![warn(clippy::indexing_slicing)]
#![cfg_attr(not(test), warn(clippy::string_slice))]

mod asm;
mod budget;
pub mod changes;
pub mod codec;
pub mod defs;
pub mod dialect;
mod encoding;
mod escape;
pub mod facts;
pub mod family;
pub mod file;
mod ids;
mod intern;
pub mod ir;
pub mod jaxlib;
mod module;
pub mod named_attributes;
mod op_schema;
pub mod overview;
pub mod parse;
pub mod print;
mod regions;
pub mod schema;
mod sound;
pub mod stablehlo;
pub mod steps;
pub mod tables;
mod text;
mod typed;
pub mod verify;
pub mod vhlo;
pub mod vhlo_defs;
pub mod wire;
pub mod write;

pub use budget::budget_for;
pub use file::{File, is_bytecode};
pub use ids::{
    AttrId, BlockId, DialectId, OpId, OpNameId, PropertiesId, RegionId, ResourceId, StringId, TypeId,
};
pub use module::Module;
pub use regions::{regions, regions_with};
pub use tables::Tables;
