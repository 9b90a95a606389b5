//! The families: what is particular to each lives in its folder, and its line in the list below is all that the rest of
//! the house has of it.

use crate::family::{FamilyDef, Fit, FormatDef};

/// Declares the families: a module each, which has a `FAMILY`, and the condition under which it is built.
macro_rules! families {
    ($($(#[$doc:meta])* $name:ident if $cfg:meta,)*) => {
        $(
            $(#[$doc])*
            #[cfg($cfg)]
            pub mod $name;
        )*

        /// All families of this build.
        static ALL: &[&FamilyDef] = &[$(#[cfg($cfg)] &$name::FAMILY),*];
    };
}

#[cfg(any(feature = "llvm", feature = "swift"))]
pub mod bitstream;

families! {
    executorch if feature = "executorch",
    llvm if feature = "llvm",
    swift if feature = "swift",
    mlir if feature = "mlir",
    stablehlo if feature = "mlir",
    jaxlib if feature = "mlir",
    torch if feature = "torch",
    toy if test,
}

/// All families, in the order in which answers list them.
pub fn all() -> impl Iterator<Item = &'static FamilyDef> {
    ALL.iter().copied()
}

/// The family of this name.
pub fn by_name(name: &str) -> Option<&'static FamilyDef> {
    all().find(|family| family.name == name)
}

/// Whether a code says what loading a file may do, and not that the file is damaged.
pub fn is_risk(code: outlast_core::Code) -> bool {
    all().any(|family| family.risks.contains(&code))
}

/// The format of a file, and its family, if this build reads it.
pub fn format_of(bytes: &[u8]) -> Option<(&'static FamilyDef, &'static FormatDef)> {
    let find = |wanted: Fit| {
        all().find_map(|family| {
            let format = family.formats.iter().find(|format| (format.detect)(bytes) == wanted)?;
            Some((family, format))
        })
    };
    find(Fit::Magic).or_else(|| match crate::recognised::not_read(bytes) {
        Some(_) => None,
        None => find(Fit::Structure),
    })
}
