//! What is particular to each family of files: rules that no generic comparison covers.

pub(crate) mod clang;
pub mod executorch;
pub mod llvm;
pub mod mlir;
pub mod swift;
