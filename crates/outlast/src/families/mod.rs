//! The families: each is a crate, and its line in the list below is all that the library has of it.

pub(crate) mod features;

use outlast_core::{CodeInfo, SortShort};

use crate::family::{FamilyDef, Fit, FormatDef};
use crate::risk::Risk;

#[cfg(any(feature = "llvm", feature = "swift"))]
pub use outlast_bitstream::program as bitstream;
#[cfg(feature = "executorch")]
pub use outlast_executorch::family as executorch;
#[cfg(feature = "llvm")]
pub use outlast_llvm as llvm;
#[cfg(feature = "llvm")]
pub use outlast_llvm::nvvm;
#[cfg(feature = "mlir")]
pub use outlast_mlir::family as mlir;
#[cfg(feature = "mlir")]
pub use outlast_mlir::jaxlib;
#[cfg(feature = "mlir")]
pub use outlast_mlir::stablehlo;
#[cfg(feature = "swift")]
pub use outlast_swift as swift;
#[cfg(feature = "torch")]
pub use outlast_torchscript::family as torch;
#[cfg(test)]
pub mod toy;

/// All families of this build, in the order in which answers list them.
static ALL: &[&FamilyDef] = &[
    #[cfg(feature = "executorch")]
    &executorch::FAMILY,
    #[cfg(feature = "llvm")]
    &llvm::FAMILY,
    #[cfg(feature = "llvm")]
    &nvvm::FAMILY,
    #[cfg(feature = "swift")]
    &swift::FAMILY,
    #[cfg(feature = "mlir")]
    &mlir::FAMILY,
    #[cfg(feature = "mlir")]
    &stablehlo::FAMILY,
    #[cfg(feature = "mlir")]
    &jaxlib::FAMILY,
    #[cfg(feature = "torch")]
    &torch::FAMILY,
    #[cfg(test)]
    &toy::FAMILY,
];

/// All families, in the order in which answers list them.
pub fn all() -> impl Iterator<Item = &'static FamilyDef> {
    ALL.iter().copied()
}

/// The family of this name.
pub fn by_name(name: &str) -> Option<&'static FamilyDef> {
    all().find(|family| family.name == name)
}

/// What the codes of the lint mean, where this build has it.
pub(crate) fn lint_codes() -> impl Iterator<Item = CodeInfo> {
    #[cfg(feature = "lint")]
    let rules = crate::lint::rules().map(crate::lint::Rule::info);
    #[cfg(not(feature = "lint"))]
    let rules = std::iter::empty();
    rules
}

/// The format of a file, and its family, if this build reads it.
pub fn format_of(bytes: &[u8]) -> Option<(&'static FamilyDef, &'static FormatDef)> {
    let find = |wanted: Fit| {
        all().find_map(|family| {
            let format = family.formats.iter().find(|format| (format.detect)(bytes) == wanted)?;
            Some((family, format))
        })
    };
    find(Fit::Magic).or_else(|| match features::missing(bytes) {
        Some(_) => None,
        None => find(Fit::Structure),
    })
}

/// What reading a file runs, whatever else it is: all that any family finds in the bytes, the worst first. Nothing is executed to
/// find out.
///
/// ```
/// # #[cfg(feature = "torch")] {
/// let [risk] = &outlast::risks(b"\x80\x02cposix\ngetcwd\n)R.")[..] else { panic!() };
/// assert_eq!(risk.sentence(), "runs `posix.getcwd` when loaded");
/// # }
/// ```
pub fn risks(bytes: &[u8]) -> Vec<Risk> {
    let mut all: Vec<Risk> = all().flat_map(|family| (family.runs)(bytes)).collect();
    all.sort_short_by_key(|risk| risk.how);
    all
}

#[cfg(all(test, feature = "llvm"))]
mod tests {
    use super::bitstream::{KIND, Print};
    use crate::options::Options;

    #[test]
    fn switches_are_for_the_bitstreams_of_every_family() {
        let asked = Options::none().with(Print { symbolic: false, ..Print::default() });
        let mut count = 0;
        for family in super::all() {
            let reads = family.formats.iter().any(|format| format.kind == KIND);
            assert_eq!(asked.misplaced(family.name, KIND).is_none(), reads, "{}", family.name);
            count += usize::from(reads);
        }
        assert!(count > 0);
    }
}
