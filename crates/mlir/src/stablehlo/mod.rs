//! Portable artifacts of StableHLO, read by StableHLO of any version, and by the releases of jaxlib that carry one. The files are MLIR
//! bytecode: the family `mlir` reads them, and asks this one where the reader is one of these.
//!
//! Rows in the tables of readers (`targets/stablehlo.txt`, `targets/jaxlib.txt`):
//!
//! | kind | name | value |
//! |---|---|---|
//! | `newest` | `bytecode`, `attr`, `type` | the newest version of the container, the newest builtin codes |
//! | `carries` | `stablehlo` | the version of StableHLO that is inside |
//! | `no-properties` | dialect | its operations cannot be read from versions of the container that have properties |
//! | `closed` | dialect | the reader knows no operations of other dialects than this |
//! | `call` | target | custom calls of this target are implemented; one that no release has may be registered by a program |
//! | `takes` | target | a call of this target has to have so many operands, results and attributes: `2 1 4`, with `2+` for two or more and `-` for any |
//! | `lacks` | `vhlo.` operation, `!vhlo.` type, API version, `batching dimensions` | the runtime reads it and does not compile it; what it says then |
//!
//! What VHLO has in which version is in `crate::vhlo`: the same table judges and converts.

pub(crate) mod codes;
pub(crate) mod convert;
pub(crate) mod inspect;
pub(crate) mod judge;
mod messages;

use crate::steps::BuiltinCodes;
use crate::vhlo::defs::defs;
use crate::vhlo::{Expansion, Version, VhloFacts};

use crate::family::{self as mlir, AsMlir as _};
use outlast_model::family::{Between, CompanionCodes, FamilyDef};
use outlast_model::program::Program;
use outlast_model::targets::{Form, Profile, RowKind, Target};

/// The family's registration.
pub static FAMILY: FamilyDef = FamilyDef {
    name: NAME,
    reads: mlir::NAME,
    title: "StableHLO",
    formats: &[],
    codes: &[codes::CODES],
    folder: "crates/mlir",
    texts: &["stablehlo.txt"],
    blob: include_bytes!("../../targets/stablehlo.blob"),
    rows: ROWS,
    variants: &[],
    aliases: |name| defs().requirement(name).map(|version| version.to_string()),
    // A patch release has the same VHLO.
    libraries: None,
    shipped: &[],
    between: Between::Minor,
    narrow: None,
    select: None,
    report: None,
    operators: None,
    work: None,
    steps: convert::STEPS,
    risks: &[],
    runs: |_| Vec::new(),
    companions: CompanionCodes::NONE,
};

const NAME: &str = "stablehlo";

/// A program as a portable artifact.
pub trait AsStablehlo {
    /// What the artifact has and needs of versions of StableHLO, if it is one: MLIR bytecode with operations of VHLO, or written for a
    /// version of it.
    fn as_stablehlo(&self) -> Option<VhloFacts>;
}

impl AsStablehlo for Program<'_> {
    fn as_stablehlo(&self) -> Option<VhloFacts> {
        let file = self.as_mlir()?;
        let facts = judge::facts(&file).ok()?;
        (!facts.uses.is_empty() || Version::of_producer(file.producer()).is_some()).then_some(facts)
    }
}

/// Kinds of rows.
pub(super) const ROWS: &[RowKind] = &[
    RowKind { kind: "newest", form: Form::Number },
    RowKind { kind: "carries", form: Form::Own(check_version) },
    RowKind { kind: "no-properties", form: Form::Nothing },
    RowKind { kind: "closed", form: Form::Nothing },
    RowKind { kind: "call", form: Form::Nothing },
    RowKind { kind: "takes", form: Form::Text },
    RowKind { kind: "lacks", form: Form::Text },
];

fn check_version(value: &str) -> Result<(), String> {
    Version::parse(value).map(drop).ok_or_else(|| format!("`{value}` is not a version"))
}

/// Whether a profile is a reader of portable artifacts.
pub(super) fn is_reader(family: &str) -> bool {
    family == NAME || family == super::jaxlib::NAME
}

/// The version of StableHLO that a reader has.
pub(super) fn version(profile: &Profile) -> Version {
    let [major, minor, patch] = profile.release.parts().map(u32::from);
    let carried = profile.get("carries", NAME).and_then(Version::parse);
    carried.unwrap_or(Version::new(major, minor, patch))
}

/// The version that artifacts are written for, for a reader: what the user said, with its patch number.
pub(super) fn written_version(target: &Target, profile: &Profile) -> Version {
    let own = version(profile);
    let said = target.name().strip_prefix(NAME).and_then(|rest| rest.strip_prefix('-'));
    let said = said.and_then(|said| defs().requirement(said).or_else(|| Version::parse(said)));
    said.filter(|said| said.base() == own.base()).unwrap_or(own)
}

/// The builtin codes that a reader knows.
pub(super) fn builtin_codes(profile: &Profile) -> BuiltinCodes {
    BuiltinCodes { attr: newest(profile, "attr"), ty: newest(profile, "type") }
}

/// What is rewritten for a reader though its StableHLO has it.
pub(super) fn lacks(profile: &Profile) -> Vec<Expansion> {
    let batching = profile.has("lacks", messages::BATCHING);
    batching.then_some(Expansion::BatchingDimensions).into_iter().collect()
}

pub(super) fn newest(profile: &Profile, what: &str) -> u64 {
    profile.get("newest", what).and_then(|number| number.parse().ok()).unwrap_or(0)
}
