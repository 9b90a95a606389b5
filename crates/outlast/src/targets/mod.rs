//! Targets: profiles of readers, by name (`executorch-1.0.1`) or from a file.
//!
//! Built-in profiles are read off the real releases; the tables beside this crate's sources are the text, blobs made
//! from them are what is compiled in. A release that nobody measured has two neighbours: it is judged by both.

mod import;
mod profile;
mod release;
pub mod table;

pub use import::{Imported, from_operator_list, from_selective_build};
pub use profile::{Profile, Resolved};
pub use release::Release;

use table::Table;

/// A family of readers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Family {
    /// The ExecuTorch runtime.
    Executorch,
    /// The reader of LLVM IR.
    Llvm,
    /// Swift compilers.
    Swift,
    /// The reader of MLIR bytecode: `mlir-opt`.
    Mlir,
}

impl Family {
    /// All families that have profiles.
    pub const ALL: &'static [Family] = &[Family::Executorch, Family::Llvm, Family::Swift, Family::Mlir];

    /// The part of a target's name before the release.
    pub fn name(self) -> &'static str {
        match self {
            Family::Executorch => "executorch",
            Family::Llvm => "llvm",
            Family::Swift => "swift",
            Family::Mlir => "mlir",
        }
    }

    /// The table of what its releases have.
    pub fn table(self) -> Table {
        Table::open(self.blob()).unwrap_or_default()
    }

    /// The compiled table.
    pub fn blob(self) -> &'static [u8] {
        match self {
            Family::Executorch => include_bytes!("../../targets/executorch.blob"),
            Family::Llvm => include_bytes!("../../targets/llvm.blob"),
            Family::Swift => include_bytes!("../../targets/swift.blob"),
            Family::Mlir => include_bytes!("../../targets/mlir.blob"),
        }
    }

    /// The text that the compiled table is made from.
    pub fn source(self) -> String {
        match self {
            Family::Executorch => concat!(
                include_str!("../../targets/executorch.txt"),
                include_str!("../../targets/executorch-kernels.txt"),
                include_str!("../../targets/executorch-readers.txt")
            ),
            Family::Llvm => {
                concat!(
                    include_str!("../../targets/llvm.txt"),
                    include_str!("../../targets/llvm-clang.txt"),
                    include_str!("../../targets/llvm-streams.txt"),
                    include_str!("../../targets/llvm-readers.txt")
                )
            }
            Family::Mlir => concat!(
                include_str!("../../targets/mlir.txt"),
                include_str!("../../targets/mlir-groups.txt"),
                include_str!("../../targets/mlir-seen.txt"),
                include_str!("../../targets/mlir-readers.txt")
            ),
            Family::Swift => {
                concat!(
                    include_str!("../../targets/swift.txt"),
                    include_str!("../../targets/swift-readers.txt")
                )
            }
        }
        .to_string()
    }
}

/// Names of all built-in targets, oldest release first.
pub fn names() -> Vec<String> {
    Family::ALL
        .iter()
        .flat_map(|family| family.table().releases().map(move |r| format!("{}-{r}", family.name())))
        .collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn blobs_are_made_from_their_texts() {
        for family in super::Family::ALL {
            let blob = super::table::encode(&family.source()).unwrap();
            assert!(blob == family.blob(), "run `cargo xtask bless`");
        }
    }
}
