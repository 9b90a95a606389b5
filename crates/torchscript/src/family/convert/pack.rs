//! The version table of PyTorch's operators with its functions: `operators/torch` of this crate.
//!
//! Versions of this table are releases: 213 is 2.13. PyTorch's own number stopped at 10 with release 1.12, and counts 18 of the operators; most that
//! strand files changed without it.

use std::rc::Rc;
use std::sync::{Arc, OnceLock};

use crate::program::{Operators, Program};
use crate::upgraders::Pack;
use outlast_opset::history::{self, OperatorSet, Release, Variants};
use outlast_opset::resolve::Rules;

use super::super::custom_ops::{OwnSets, pack};
use super::super::operators::of_release;
use super::Context;
use super::operators::{blocked, releases};
use crate::opsets::{VersionedSet, compiled};
use outlast_model::conversion::Blocker;
use outlast_model::options::Options;

/// Compiled from `operator_versions.yaml`.
const TABLE: &str = include_str!("../../../operators/torch/operator_versions.tsv");
const UPGRADERS: &str = include_str!("../../../operators/torch/operator_upgraders.py");
const DOWNGRADERS: &str = include_str!("../../../operators/torch/operator_downgraders.py");

/// PyTorch's own entries, by the format version of files; from `format_versions.yaml`.
const FORMAT_TABLE: &str = include_str!("../../../operators/torch/format_versions.tsv");
const FORMAT_UPGRADERS: &str = include_str!("../../../operators/torch/format_upgraders.py");

/// Functions of packs are code for files of this format version, the first with tagged containers: what operators mean there does not depend
/// on later versions.
const FORMAT: u64 = 3;

/// The table and its functions: those that were given, or the library's.
pub(super) fn chosen(options: &Options) -> Result<(VersionedSet, Pack), String> {
    let own = options.get::<OwnSets>().and_then(|own| own.sets.iter().rfind(|set| set.are_of_torch()));
    match own {
        Some(own) => Ok((own.set.clone(), pack(&own.functions)?)),
        None => builtin(),
    }
}

/// The library's own.
fn builtin() -> Result<(VersionedSet, Pack), String> {
    static SET: OnceLock<VersionedSet> = OnceLock::new();
    let set = SET.get_or_init(|| compiled::read(TABLE).unwrap_or_default());
    Ok((set.clone(), pack(&[UPGRADERS.to_string(), DOWNGRADERS.to_string()])?))
}

/// PyTorch's own entries, whose versions are those of the format of files, and their functions.
pub(super) fn of_format() -> Result<(VersionedSet, Pack), String> {
    static SET: OnceLock<VersionedSet> = OnceLock::new();
    let set = SET.get_or_init(|| compiled::read(FORMAT_TABLE).unwrap_or_default());
    Ok((set.clone(), pack(&[FORMAT_UPGRADERS.to_string()])?))
}

/// The operators of the newest release for files of a format version.
pub(super) fn operators_of_format(format: u64) -> Option<Rc<dyn Operators>> {
    let release = history::torch().releases().next_back()?;
    Some(Rc::new(Between { sets: vec![of_release(release)?], format }))
}

/// The version of the table that a release has.
pub(in super::super) fn version_of(release: Release) -> u64 {
    u64::from(release.major).saturating_mul(100).saturating_add(u64::from(release.minor))
}

/// The operators at a version: those of the newest release with schemas up to it.
pub(super) fn operators_at(version: u64) -> Option<Rc<dyn Operators>> {
    let release = history::torch().releases().rfind(|release| version_of(*release) <= version)?;
    Some(Rc::new(Between { sets: vec![of_release(release)?], format: FORMAT }))
}

/// The operators at a version, as programs of `torch.export` call them: what they mean does not depend on a version of the program.
pub(in super::super) fn operators_of_graphs(version: u64) -> Option<Rc<dyn Operators>> {
    let release = history::torch().releases().rfind(|release| version_of(*release) <= version)?;
    Some(Rc::new(Newest(of_release(release)?)))
}

/// The operators of a release, for programs that it writes itself.
struct Newest(Arc<OperatorSet>);

impl Operators for Newest {
    fn variants(&self, name: &str) -> Variants {
        self.0.variants(name)
    }

    fn rules(&self) -> Rules {
        self.0.rules()
    }
}

/// The operators of several releases, one of which wrote a program: those of the newest that has a name.
pub(in super::super) struct Between {
    sets: Vec<Arc<OperatorSet>>,
    format: u64,
}

impl Between {
    /// Those of the releases that may have written a program.
    pub(in super::super) fn producer(
        context: &Context<'_, '_>,
        code: &Program,
    ) -> Result<Between, Vec<Blocker>> {
        let (first, last) = releases(context.facts.producer.as_ref());
        Between::releases(first, last, code.version).ok_or_else(|| {
            blocked("operators", format!("which operators releases {first} to {last} have is not known"))
        })
    }

    /// Those of the reader.
    pub(in super::super) fn reader(context: &Context<'_, '_>) -> Result<Between, Vec<Blocker>> {
        let reader = context.profile.release;
        let set = of_release(reader).ok_or_else(|| {
            blocked("operators", format!("which operators release {reader} has is not known"))
        })?;
        Ok(Between { sets: vec![set], format: FORMAT })
    }

    /// Of releases from one to another, for programs of a format version.
    pub(super) fn releases(first: Release, last: Release, format: u64) -> Option<Between> {
        let known: Vec<Release> = history::torch().releases().collect();
        let mut chosen: Vec<Release> =
            known.iter().copied().filter(|release| (first..=last).contains(release)).collect();
        // One that was not asked is as the one before it.
        if chosen.is_empty() {
            chosen.extend(known.iter().copied().rfind(|release| *release <= last).or(known.first().copied()));
        }
        let sets: Vec<_> = chosen.into_iter().rev().filter_map(of_release).collect();
        (!sets.is_empty()).then_some(Between { sets, format })
    }
}

impl Operators for Between {
    fn variants(&self, name: &str) -> Variants {
        let found = self.sets.iter().map(|set| set.variants_at(name, Some(self.format)));
        let mut found = found.filter(|variants| !variants.is_empty());
        found.next().unwrap_or_else(|| Vec::new().into())
    }

    fn rules(&self) -> Rules {
        self.sets
            .first()
            .map_or_else(|| Rules::of(Release { major: 2, minor: 15, patch: 0 }), |set| set.rules())
    }
}

#[cfg(test)]
mod tests {
    use crate::bytecode::compile::{Target, compile};
    use crate::program::ForVersion;
    use crate::upgraders::{QUALIFIER, check};
    use outlast_opset::history;
    use outlast_opset::schema::{OperatorName, Schema};

    use super::{builtin, of_format, operators_at, operators_of_format};

    /// PyTorch's own entries are all there, with the versions and schemas that releases say, and their functions compile.
    #[test]
    fn entries_of_the_format_are_those_of_pytorch() {
        let (set, pack) = of_format().unwrap();
        assert_eq!(set.table.faults(), []);
        let newest = history::torch().releases().last().unwrap();
        let schema = |operator: &OperatorName| -> Option<Schema> {
            let mut entries = history::torch().overloads(&operator.name, newest);
            entries.find(|entry| entry.overload == operator.overload)?.schema().ok()
        };
        let findings = check(&set.table, &pack, &operators_of_format, &schema);
        assert!(findings.is_empty(), "{findings:#?}");
        let mut theirs: Vec<(String, u64, String)> = history::torch()
            .releases()
            .flat_map(|release| history::torch().version_map(release))
            .map(|entry| (entry.operator.to_string(), u64::from(entry.bumped_at), entry.upgrader.to_string()))
            .collect();
        theirs.sort();
        theirs.dedup();
        let ours = set.table.changes().iter();
        let mut ours: Vec<_> = ours
            .map(|change| {
                (change.operator.to_string(), change.version, change.upgrader.clone().unwrap_or_default())
            })
            .collect();
        ours.sort();
        assert_eq!(ours, theirs);
    }

    /// Every entry is sound, every function compiles against the operators of its version and takes what the schema takes that it stands in for, and
    /// every function is that of an entry.
    #[test]
    fn the_table_and_its_functions_hold() {
        let (set, pack) = builtin().unwrap();
        assert_eq!(set.table.faults(), []);
        let newest = history::torch().releases().last().unwrap();
        let schema = |operator: &OperatorName| -> Option<Schema> {
            let mut entries = history::torch().overloads(&operator.name, newest);
            entries.find(|entry| entry.overload == operator.overload)?.schema().ok()
        };
        let findings = check(&set.table, &pack, &operators_at, &schema);
        assert!(findings.is_empty(), "{findings:#?}");
        let mut used: Vec<&str> = Vec::new();
        for change in set.table.changes() {
            used.extend(change.upgrader.as_deref());
            used.extend(change.downgrader.as_ref().map(|downgrader| downgrader.function.as_str()));
        }
        let called: Vec<String> = pack
            .names()
            .filter_map(|name| pack.function(name)?.ok())
            .flat_map(|parsed| parsed.calls.clone())
            .collect();
        let unused: Vec<&str> = pack
            .names()
            .filter(|name| !used.contains(name) && !called.iter().any(|one| one == name))
            .collect();
        assert!(unused.is_empty(), "{unused:?}");
    }

    /// Every function can be said in the bytecode that its releases read.
    #[test]
    fn functions_can_be_said_in_bytecode() {
        let (set, pack) = builtin().unwrap();
        for change in set.table.changes() {
            let up = change.upgrader.as_deref().map(|name| (name, change.version));
            let down = change.downgrader.as_ref().map(|of| (of.function.as_str(), change.version - 1));
            for (name, version) in up.into_iter().chain(down) {
                let parsed = pack.function(name).unwrap().unwrap();
                let release = history::torch()
                    .releases()
                    .rfind(|release| super::version_of(*release) <= version)
                    .unwrap();
                let operators = super::of_release(release).unwrap();
                let operators = ForVersion { set: &operators, version: u64::MAX };
                for bytecode in [4, 7, 8] {
                    let target = Target { operators: &operators, bytecode, taken: &|_| None };
                    let made = compile(&parsed.program, &format!("{QUALIFIER}.{name}"), 1, &target);
                    assert!(made.is_ok(), "{name} in bytecode {bytecode}: {made:?}");
                }
            }
        }
    }

    /// Old schemas are those that the history has right before the change, and what a change leads to is there right after.
    #[test]
    fn old_schemas_are_those_of_the_history() {
        let (set, _) = builtin().unwrap();
        for change in set.table.changes() {
            // Before the first release that was asked, operators are taken to be as there.
            let before =
                history::torch().releases().rfind(|release| super::version_of(*release) < change.version);
            let before = before.or(history::torch().releases().next()).unwrap();
            let known = history::torch()
                .overloads(&change.operator.name, before)
                .find(|entry| entry.overload == change.operator.overload);
            let known = known.and_then(|entry| entry.schema().ok());
            assert_eq!(change.old_schema, known, "{} at {}", change.operator, change.version);
        }
    }
}
