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
}

impl Family {
    /// All families that have profiles.
    pub const ALL: &'static [Family] = &[Family::Executorch];

    /// The part of a target's name before the release.
    pub fn name(self) -> &'static str {
        match self {
            Family::Executorch => "executorch",
        }
    }

    /// The table of what its releases have.
    pub fn table(self) -> Table {
        const EXECUTORCH: &[u8] = include_bytes!("../../targets/executorch.blob");
        match self {
            Family::Executorch => Table::open(EXECUTORCH),
        }
        .unwrap_or_else(|| Table::open(b"OLT1\0\0\0\0\0\0\0\0\0\0\0\0").unwrap_or_else(|| unreachable!()))
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
        let text = include_str!("../../targets/executorch.txt");
        let blob = include_bytes!("../../targets/executorch.blob");
        assert!(super::table::encode(text).unwrap() == blob, "run `cargo xtask bless`");
    }
}
