//! [`Part`]: what stands in a file that holds other files.

use std::borrow::Cow;
use std::ops::{ControlFlow, Range};

use outlast_core::Budget;

use crate::compressed::Packing;

/// A part of a file.
#[derive(Clone, Debug)]
pub struct Part<'a> {
    /// Its name, as bytes: `.llvmbc`, `__LLVM,__bitcode`, `member.o`, `arm64`.
    pub name: Cow<'a, [u8]>,
    /// Where it is in the file that holds it; nowhere, if it has no bytes in it.
    pub range: Range<usize>,
    /// Whether it is a section; otherwise it is a file.
    pub section: bool,
    /// How its bytes are compressed, if they are.
    pub packing: Option<Packing>,
}

/// What is shown each part.
pub type Visit<'v, 'a> = &'v mut dyn FnMut(&mut Budget, Part<'a>) -> ControlFlow<()>;
