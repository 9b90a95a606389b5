//! [`AsTorch`]: programs as files of PyTorch.

use outlast_core::Bytes;
use outlast_model::program::Program;

use super::{ARCHIVE_KIND, FLAT_KIND, LEGACY_KIND};
use crate::archive::{Legacy, TorchArchive};
use crate::flatbuffer::FlatFile;
use crate::pickle::Limits;

/// A program as a file of PyTorch.
pub trait AsTorch<'a> {
    /// The file as a zip archive of TorchScript, `torch.save`, `torch.package` or `torch.export`, if it is one.
    fn as_torch_archive(&self) -> Option<TorchArchive<'a>>;

    /// The file as a module of the lite interpreter in a FlatBuffer, if it is one.
    fn as_torch_flatbuffer(&self) -> Option<FlatFile<'a>>;

    /// The file as `torch.save` wrote it before 1.6, if it is that; its pickles are read, and nothing is executed.
    fn as_torch_legacy(&self) -> Option<Legacy<'a>>;
}

impl<'a> AsTorch<'a> for Program<'a> {
    fn as_torch_archive(&self) -> Option<TorchArchive<'a>> {
        if self.kind() != ARCHIVE_KIND {
            return None;
        }
        TorchArchive::open(self.bytes()).ok()
    }

    fn as_torch_flatbuffer(&self) -> Option<FlatFile<'a>> {
        if self.kind() != FLAT_KIND {
            return None;
        }
        FlatFile::open(Bytes::new(self.bytes(), 0)).ok()
    }

    fn as_torch_legacy(&self) -> Option<Legacy<'a>> {
        if self.kind() != LEGACY_KIND {
            return None;
        }
        Legacy::read(self.bytes(), Limits::default()).ok()
    }
}
