//! What is particular to each family of files: rules that no generic comparison covers.

/// Codes of a family: constants, and the list of what they mean.
macro_rules! codes {
    ($($name:ident = $number:literal, $title:literal, $text:literal;)*) => {
        $(pub(super) const $name: Code = Code($number);)*

        /// What the codes of this family mean.
        pub(crate) const CODES: &[CodeInfo] =
            &[$(CodeInfo { code: $name, title: $title, text: $text }),*];
    };
}

pub(crate) mod clang;
pub mod executorch;
pub mod llvm;
pub mod mlir;
pub mod swift;
