//! [`Part`]: what stands in a file that holds other files.

use std::borrow::Cow;
use std::ops::{ControlFlow, Range};

use outlast_core::Budget;

/// A part of a file.
#[derive(Clone, Debug)]
pub struct Part<'a> {
    /// Its name, as bytes: `.llvmbc`, `__LLVM,__bitcode`, `member.o`, `arm64`.
    pub name: Cow<'a, [u8]>,
    /// Where it is in the file that holds it; nowhere, if it has no bytes in it.
    pub range: Range<usize>,
    /// Whether it is a section; otherwise it is a file.
    pub section: bool,
    /// Whether its bytes are compressed.
    pub compressed: bool,
}

/// What is shown each part.
pub type Visit<'v, 'a> = &'v mut dyn FnMut(&mut Budget, Part<'a>) -> ControlFlow<()>;
