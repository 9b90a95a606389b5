//! Operator sets of users: what their version tables say of a program and a reader.
//!
//! A set has a name, which is the namespace of its operators, one number for all of them, and a version table (`outlast::opsets`). A program says at
//! which versions of the sets it was written in the extra file `operator_versions.json`: `{"foo": 10}`, or, if it is one of `torch.export`, in
//! `opset_version` ([`records`]). A profile file says which versions a reader has:
//!
//! ```toml
//! [operator_sets]
//! foo = { version = 20, minimum = 10, upgraders = true }
//! ```
//!
//! `minimum` is the oldest version whose programs the reader takes, and `upgraders` says whether it upgrades older programs itself.
//!
//! | in | what |
//! |---|---|
//! | `records` | the versions that a file says, and how they are written |
//! | `stands` | what is between a call and a reader, whatever the kind of the program |
//! | `code`, `lite`, `exported` | calls in TorchScript code, in bytecode and in graphs: judged, and converted |

mod blockers;
mod code;
mod exported;
mod lite;
mod records;

use std::ops::RangeInclusive;
use std::rc::Rc;

use crate::archive::TorchArchive;
use crate::bytecode::convert::Use;
use crate::program::Operators;
use crate::upgraders::{Pack, SetAt};
use outlast_opset::history::Variants;
use outlast_opset::resolve::Rules;
use outlast_opset::schema::{OperatorName, Schema};
use outlast_opset::versions::{Date, Runtime};

use super::NAME;
use super::convert::{Change, Context, flat};
use crate::opsets::VersionedSet;
use outlast_model::conversion::Blocker;
use outlast_model::kind::FileKind;
use outlast_model::options::{FamilyOption, Options};
use outlast_model::targets::Profile;

use records::Part;
pub(super) use records::Recorded;

pub(super) use code::judge;
pub(super) use exported::{
    Set, judge as judge_exported, record as record_exported, sets as sets_of_exported,
};
pub(super) use lite::judge as judge_lite;

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
            return Err(format!(
                "the set `{}` has no `schemas`: what it has now is not known",
                set.table.set
            ));
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
        self.set.schemas.iter().any(|schema| schema.name == *operator)
            || !self.set.table.operator_changes(operator).is_empty()
    }

    /// An operator at a version; `None` where the set does not have it.
    fn schema_at(&self, operator: &OperatorName, version: u64) -> Option<&Schema> {
        let table = &self.set.table;
        let newest = || {
            self.set
                .schemas
                .iter()
                .find(|schema| schema.name == *operator)
                .filter(|_| self.created(operator) <= version)
        };
        table.schema_at(operator, version).or_else(newest)
    }

    /// An operator as it is at any version: the newest that has it.
    fn any(&self, operator: &OperatorName) -> Option<&Schema> {
        let older = || {
            self.set
                .table
                .operator_changes(operator)
                .iter()
                .rev()
                .find_map(|change| change.old_schema.as_ref())
        };
        self.set.schemas.iter().find(|schema| schema.name == *operator).or_else(older)
    }

    /// The first version that has an operator.
    fn created(&self, operator: &OperatorName) -> u64 {
        self.set
            .table
            .operator_changes(operator)
            .first()
            .filter(|change| change.old_schema.is_none())
            .map_or(0, |change| change.version)
    }

    /// The schemas that an operator has at the `versions`, oldest first, each with its versions.
    fn schemas(
        &self,
        operator: &OperatorName,
        versions: &RangeInclusive<u64>,
    ) -> Vec<(RangeInclusive<u64>, Schema)> {
        let later = self.set.table.operator_changes(operator).iter().map(|change| change.version);
        let later: Vec<u64> =
            later.filter(|version| versions.start() < version && version <= versions.end()).collect();
        let starts = std::iter::once(*versions.start()).chain(later.iter().copied());
        let ends =
            later.iter().map(|version| version.saturating_sub(1)).chain(std::iter::once(*versions.end()));
        let of = |(start, end): (u64, u64)| Some((start..=end, self.schema_at(operator, start)?.clone()));
        starts.zip(ends).filter_map(of).collect()
    }
}

impl FamilyOption for OwnSets {
    fn families(&self) -> &'static [&'static str] {
        &[NAME]
    }

    fn misplaced(&self, kind: FileKind) -> Option<String> {
        Some(format!(
            "--operators and --as-of are for PyTorch archives, but this is of kind {}",
            kind.title()
        ))
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
    sets: Vec<Known>,
    as_of: Option<Date>,
    /// Calls of the sets' operators in bytecode, if they can be read.
    calls: Option<Vec<Use>>,
}

/// A set, with the versions that a file may be of: its code or graph, and its bytecode.
#[derive(Clone, Debug)]
struct Known {
    set: OwnOperators,
    code: RangeInclusive<u64>,
    bytecode: RangeInclusive<u64>,
}

impl Known {
    fn name(&self) -> &str {
        &self.set.set.table.set
    }
}

impl Own {
    /// The sets that were given, for a program.
    pub(super) fn of(options: &Options, archive: Option<&TorchArchive<'_>>) -> Own {
        let Some(given) = options.get::<OwnSets>() else { return Own::default() };
        let recorded = archive.and_then(|archive| Recorded::read(archive).ok()).unwrap_or_default();
        let sets = given.sets.iter().filter(|own| !own.are_of_torch());
        let known = |own: &OwnOperators| {
            let versions = |part| match recorded.version(part, &own.set.table.set) {
                Some(version) => version..=version,
                None => 0..=own.set.table.version,
            };
            Known { set: own.clone(), code: versions(Part::Code), bytecode: versions(Part::Bytecode) }
        };
        let mut own = Own { sets: sets.map(known).collect(), as_of: given.as_of, calls: None };
        if !own.is_empty() {
            own.calls = archive.and_then(|archive| lite::calls(archive, &own));
        }
        own
    }

    /// The same for a program as FlatBuffers: what its bytecode calls is read from the archive that it would be.
    pub(super) fn of_flat(options: &Options, file: &[u8]) -> Own {
        if options.get::<OwnSets>().is_none() {
            return Own::default();
        }
        let image = flat::as_archive(file).ok();
        let archive = image.as_ref().and_then(|(image, ..)| TorchArchive::open(image.bytes()).ok());
        Own::of(options, archive.as_ref())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }

    /// The set of an operator.
    fn set_of(&self, operator: &OperatorName) -> Option<&Known> {
        self.sets.iter().find(|known| known.set.has(operator))
    }

    /// Whether an operator is one of the sets'.
    pub(super) fn has(&self, name: &str, overload: &str) -> bool {
        !self.sets.is_empty()
            && self.set_of(&OperatorName { name: name.into(), overload: overload.into() }).is_some()
    }

    /// Whether a reason with this subject is about an operator of the sets: `foo::bar.out`, and without overload where it is not known.
    pub(super) fn is_about(&self, subject: &str) -> bool {
        let (name, overload) = subject.split_once('.').unwrap_or((subject, ""));
        let any = |known: &Known| {
            let changed = known.set.set.table.names().any(|one| one == name);
            changed || known.set.set.schemas.iter().any(|schema| schema.name.name == name)
        };
        self.has(name, overload) || overload.is_empty() && self.sets.iter().any(any)
    }

    /// What code may call: the operators of the sets, and those of a release.
    pub(super) fn beside<'o>(&self, base: &'o dyn Operators) -> Beside<'o> {
        let versions = |known: &Known| {
            let (own, versions) = (&known.set, &known.code);
            let mut all = vec![*versions.end(), *versions.start()];
            all.extend(
                own.set
                    .table
                    .changes()
                    .iter()
                    .map(|change| change.version)
                    .filter(|version| versions.contains(version)),
            );
            all.into_iter().map(|version| own.at(version, Rc::new(Nothing(base.rules())))).collect::<Vec<_>>()
        };
        Beside { own: self.sets.iter().flat_map(versions).collect(), base }
    }
}

/// Calls of operators of sets become what the reader's versions ask for: `operator-sets`.
pub(super) fn rewrite(context: &Context<'_, '_>) -> Result<Change, Vec<Blocker>> {
    match context.is_lite() {
        true => lite::rewrite(context),
        false => code::rewrite(context),
    }
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
        Some(Reader {
            runtime: Runtime { version, minimum, as_of },
            upgraders: words.next() == Some("upgraders"),
        })
    }

    /// The reader for programs that are upgraded before it gets them: whatever its minimum and the support windows.
    fn upgraded_here(&self) -> Runtime {
        Runtime { minimum: 0, as_of: None, ..self.runtime }
    }
}
