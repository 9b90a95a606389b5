//! Releases of jaxlib as readers of StableHLO's portable artifacts: names for the version of StableHLO that each carries, and for what its LLVM
//! reads. All rules are those of [`super::stablehlo`].

mod import;

use crate::{family as mlir, stablehlo};
use outlast_model::family::{Between, CompanionCodes, FamilyDef};

/// The family's registration.
pub static FAMILY: FamilyDef = FamilyDef {
    name: NAME,
    reads: mlir::NAME,
    title: "jaxlib",
    formats: &[],
    codes: &[],
    folder: "crates/mlir",
    texts: &["jaxlib.txt", "jaxlib-calls.txt"],
    blob: include_bytes!("../../targets/jaxlib.blob"),
    rows: stablehlo::ROWS,
    variants: &[],
    aliases: |_| None,
    // Which StableHLO a release carries changes with every release.
    libraries: None,
    shipped: &[],
    between: Between::Agree,
    narrow: Some(import::narrow),
    select: None,
    report: Some(import::reported),
    operators: None,
    work: None,
    steps: &[],
    risks: &[],
    runs: |_| Vec::new(),
    companions: CompanionCodes::NONE,
};

/// The name of the family.
pub(super) const NAME: &str = "jaxlib";
