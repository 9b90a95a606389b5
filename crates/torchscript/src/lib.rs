//! PyTorch files: archives of every generation, and the pickles in them.
//!
//! * [`pickle`]: an opcode machine for pickles of the protocols 0 to 5, which executes nothing.
//! * [`archive`]: the zip archives that `torch.jit.save`, `torch.save`, `torch.package` and `torch.export` write, the files that
//!   `torch.save` wrote before 1.6, and the tensors in all of them, without their data.
//! * [`regions`]: every byte and what it is.
//! * [`program`]: what the code in TorchScript archives calls, in a release.
//! * [`source`]: the language of `code/*.py` in TorchScript archives.
//! * [`bytecode`]: programs of the lite interpreter, in pickles; [`flatbuffer`]: the same as FlatBuffers.
//! * [`export`]: programs of `torch.export`: what their JSON says, and what each release's reader knows of it.
//! * [`upgraders`]: functions that do with the operators of one version what those of another did, and code rewritten to call them.
//! * [`verify`]: whether a file is sound, and what of it needs code.
//!
//! Findings have the codes OL1501 to OL1575 ([`verify::CODES`]), those in code OL1601 to OL1611 ([`source::CODES`]), reasons why bytecode is not converted OL1621
//! to OL1627 ([`bytecode::convert::CODES`]).
//!
//! Nothing is imported, called or extracted, and weights are not read, except for the checksums of [`verify`].
//!
//! ```
//! use outlast_core::Bytes;
//! use outlast_torchscript::archive::{TorchArchive, tensors};
//! use outlast_torchscript::pickle::{Limits, Pickle};
//!
//! # fn names(file: &[u8]) -> outlast_core::Result<Vec<String>> {
//! let archive = TorchArchive::open(file)?;
//! let Some(content) = archive.content("data.pkl")? else { return Ok(Vec::new()) };
//! let pickle = Pickle::read(Bytes::new(&content, 0), Limits::default());
//! Ok(tensors(&pickle).tensors.into_iter().map(|tensor| tensor.name).collect())
//! # }
//! let evil = b"\x80\x02cimportlib\nimport_module\n(X\x02\x00\x00\x00ostR.";
//! let pickle = Pickle::read(Bytes::new(evil, 0), Limits::default());
//! let [used] = pickle.uses.imports() else { panic!() };
//! assert_eq!(used.name.as_ref().unwrap().to_string(), "importlib.import_module");
//! assert_eq!((used.import.span.start_byte(), used.calls), (2, 1));
//! ```

#![warn(clippy::indexing_slicing)]
#![cfg_attr(not(test), warn(clippy::string_slice))]

pub mod archive;
pub mod bytecode;
pub mod export;
pub mod family;
pub mod flatbuffer;
pub mod json;
pub mod opsets;
pub mod pickle;
pub mod program;
mod regions;
pub mod source;
pub mod upgraders;
pub mod verify;

pub use regions::regions;
