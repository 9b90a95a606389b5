//! Operator sets of users: what their version tables say of a program and a reader.
//!
//! A set has a name, which is the namespace of its operators, one number for all of them, and a version table (`outlast::opsets`). A program says at
//! which versions of the sets it was written in the extra file [`RECORD`]: `{"foo": 10}`. A profile file says which versions a reader has:
//!
//! ```toml
//! [operator_sets]
//! foo = { version = 20, minimum = 10, upgraders = true }
//! ```
//!
//! `minimum` is the oldest version whose programs the reader takes, and `upgraders` says whether it upgrades older programs itself.

mod convert;
mod judge;

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::rc::Rc;

use outlast_opset::history::Variants;
use outlast_opset::resolve::Rules;
use outlast_opset::schema::OperatorName;
use outlast_opset::versions::{Date, Runtime};
use outlast_torchscript::archive::TorchArchive;
use outlast_torchscript::program::Operators;
use outlast_torchscript::upgraders::{Pack, SetAt};

use super::NAME;
use crate::kind::FileKind;
use crate::opsets::VersionedSet;
use crate::options::{FamilyOption, Options};
use crate::targets::Profile;

pub(super) use convert::rewrite;
pub(super) use judge::judge;

/// The extra file with the versions of operator sets.
pub(super) const RECORD: &str = "extra/operator_versions.json";

/// The set of PyTorch's own operators: a table for it takes the place of that of the library, and its versions are releases.
const TORCH: &str = "aten";

/// A version table with the texts of its functions: `operator_versions.yaml`, and what its upgraders and downgraders are.
#[derive(Clone, Debug)]
pub struct OwnOperators {
    pub(super) set: VersionedSet,
    pub(super) functions: Vec<String>,
}

impl OwnOperators {
    /// Reads a table and the texts of its functions.
    ///
    /// # Errors
    ///
    /// Why one of them is none, and the first fault of the table.
    pub fn read(table: &str, functions: Vec<String>) -> Result<OwnOperators, String> {
        let set = VersionedSet::parse(table).map_err(|error| error.to_string())?;
        if let Some(fault) = set.table.faults().first() {
            return Err(format!("line {}: `{}`: {}", fault.line, fault.operator, fault.message));
        }
        if set.table.set != TORCH && set.schemas.is_empty() {
            return Err(format!("the set `{}` has no `schemas`: what it has now is not known", set.table.set));
        }
        pack(&functions)?;
        Ok(OwnOperators { set, functions })
    }

    /// Whether the operators are PyTorch's.
    pub(super) fn are_of_torch(&self) -> bool {
        self.set.table.set == TORCH
    }

    /// What the set has at a version, beside others.
    fn at(&self, version: u64, base: Rc<dyn Operators>) -> SetAt {
        SetAt::new(&self.set.schemas, &self.set.table, version, base)
    }

    /// Whether an operator is one of the set at any version.
    fn has(&self, operator: &OperatorName) -> bool {
        self.set.schemas.iter().any(|schema| schema.name == *operator) || !self.set.table.of(operator).is_empty()
    }
}

impl FamilyOption for OwnSets {
    fn families(&self) -> &'static [&'static str] {
        &[NAME]
    }

    fn misplaced(&self, kind: FileKind) -> Option<String> {
        Some(format!("--operators and --as-of are for PyTorch archives, but this is of kind {}", kind.title()))
    }
}

/// Operator sets with their tables, and the day on which support windows are looked at; without it they are not.
#[derive(Clone, Debug, Default)]
pub struct OwnSets {
    /// The sets.
    pub sets: Vec<OwnOperators>,
    /// The day.
    pub as_of: Option<Date>,
}

/// Functions, from their texts.
pub(super) fn pack(texts: &[String]) -> Result<Pack, String> {
    let mut pack = Pack::default();
    texts.iter().try_for_each(|text| pack.add(text))?;
    Ok(pack)
}

/// The sets of users, with what a program says of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Own {
    /// Each set with the versions that the program may be of.
    sets: Vec<(OwnOperators, RangeInclusive<u64>)>,
    as_of: Option<Date>,
}

impl Own {
    /// The sets that were given, for a program.
    pub(super) fn of(options: &Options, archive: Option<&TorchArchive<'_>>) -> Own {
        let Some(given) = options.get::<OwnSets>() else { return Own::default() };
        let recorded = archive.and_then(|archive| recorded(archive).ok()).unwrap_or_default();
        let versions = |own: &OwnOperators| match recorded.get(&own.set.table.set) {
            Some(version) => *version..=*version,
            None => 0..=own.set.table.version,
        };
        let sets = given.sets.iter().filter(|own| !own.are_of_torch());
        Own { sets: sets.map(|own| (own.clone(), versions(own))).collect(), as_of: given.as_of }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }

    /// What programs may call: the operators of the sets, and those of a release.
    pub(super) fn beside<'o>(&self, base: &'o dyn Operators) -> Beside<'o> {
        let versions = |(own, versions): &(OwnOperators, RangeInclusive<u64>)| {
            let mut all = vec![*versions.end(), *versions.start()];
            all.extend(own.set.table.changes().iter().map(|change| change.version).filter(|version| versions.contains(version)));
            all.into_iter().map(|version| own.at(version, Rc::new(Nothing(base.rules())))).collect::<Vec<_>>()
        };
        Beside { own: self.sets.iter().flat_map(versions).collect(), base }
    }
}

/// The versions of operator sets that an archive names; none without the record.
///
/// # Errors
///
/// Why the record says none.
fn recorded(archive: &TorchArchive<'_>) -> Result<BTreeMap<String, u64>, String> {
    let Some(content) = archive.content(RECORD).map_err(|error| error.to_string())? else { return Ok(BTreeMap::new()) };
    let versions = std::str::from_utf8(&content).ok().and_then(|text| serde_saphyr::from_str(text).ok());
    versions.ok_or_else(|| format!("`{RECORD}` is no object of versions by set, such as {{\"foo\": 10}}"))
}

/// Operators of sets at the versions that a program may be of, the newest first, beside those of a release.
pub(super) struct Beside<'o> {
    own: Vec<SetAt>,
    base: &'o dyn Operators,
}

impl Operators for Beside<'_> {
    fn variants(&self, name: &str) -> Variants {
        let mut found = self.own.iter().map(|set| set.variants(name)).filter(|variants| !variants.is_empty());
        found.next().unwrap_or_else(|| self.base.variants(name))
    }

    fn rules(&self) -> Rules {
        self.base.rules()
    }
}

/// No operators.
struct Nothing(Rules);

impl Operators for Nothing {
    fn variants(&self, _: &str) -> Variants {
        Vec::new().into()
    }

    fn rules(&self) -> Rules {
        self.0
    }
}

/// What a reader has of a set.
#[derive(Clone, Copy, Debug)]
struct Reader {
    runtime: Runtime,
    /// Whether it upgrades older programs itself.
    upgraders: bool,
}

impl Reader {
    /// What a profile says of a set: a row `set NAME = VERSION MINIMUM upgraders`.
    fn of(profile: &Profile, set: &str, as_of: Option<Date>) -> Option<Reader> {
        let mut words = profile.get("set", set)?.split(' ');
        let version = words.next()?.parse().ok()?;
        let minimum = words.next()?.parse().ok()?;
        Some(Reader { runtime: Runtime { version, minimum, as_of }, upgraders: words.next() == Some("upgraders") })
    }
}
