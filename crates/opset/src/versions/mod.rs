//! Operator versions: which operators of a set changed, when, and what carries programs over the change.
//!
//! One number counts for the whole operator set; an operator that a [`VersionTable`] does not list is as it was at version 0. A program says at which version
//! of the set it was written, a runtime which version it is. Between the two, each [`Change`] of an operator that the program uses
//! needs an upgrader (towards newer runtimes) or a downgrader (towards older ones). Both are functions of the operator set's own language; here they are
//! names. The table knows no operator by name: PyTorch's and a user's are the same to it.
//!
//! * [`VersionTable::upgrades`] and [`VersionTable::downgrades`]: the changes to cross, in order, or why that cannot be done.
//! * [`VersionTable::faults`]: what is wrong with a table in itself.

mod check;
pub mod codes;
mod cross;
mod date;

use crate::schema::{OperatorName, Schema};

pub use check::Fault;
pub use cross::{Crossing, Obstacle, Runtime};
pub use date::Date;

/// The changes of one operator set.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct VersionTable {
    /// The name of the set: `aten`.
    pub set: String,
    /// The newest version of the set.
    pub version: u64,
    /// The changes, by operator, oldest first: see [`VersionTable::push`].
    changes: Vec<Change>,
}

/// What a change of an operator asks of programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChangeKind {
    /// Programs of older versions are carried over by an upgrader.
    Upgrader,
    /// Programs of older versions run as they are; older runtimes do not have what the new version can express (forward compatibility only).
    FcOnly,
    /// Nothing carries programs of older versions over: the program has to be made again.
    Hard,
}

impl ChangeKind {
    /// All kinds, with how tables spell them.
    pub const NAMES: [(&'static str, ChangeKind); 3] =
        [("upgrader", ChangeKind::Upgrader), ("fc-only", ChangeKind::FcOnly), ("hard", ChangeKind::Hard)];

    /// How tables spell it.
    pub fn name(self) -> &'static str {
        match self {
            ChangeKind::Upgrader => "upgrader",
            ChangeKind::FcOnly => "fc-only",
            ChangeKind::Hard => "hard",
        }
    }
}

/// A kind of file that upgraders and downgraders are applied to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FileFormat {
    /// Code of TorchScript.
    TorchScript,
    /// Bytecode of the lite interpreter.
    Lite,
    /// Programs of `torch.export`.
    Export,
}

impl FileFormat {
    /// All formats, with how tables spell them.
    pub const NAMES: [(&'static str, FileFormat); 3] = [
        ("torchscript", FileFormat::TorchScript),
        ("lite", FileFormat::Lite),
        ("export", FileFormat::Export),
    ];
}

/// How a change can be taken back for older runtimes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Downgrader {
    /// The name of the function.
    pub function: String,
    /// An expression over the arguments of the call that must hold: `approximate == 'none'`. It always does without one.
    pub condition: Option<String>,
}

/// One change of one operator.
#[derive(Clone, PartialEq, Debug)]
pub struct Change {
    /// The operator with its overload.
    pub operator: OperatorName,
    /// The first version of the set that has the operator as it is after the change.
    pub version: u64,
    /// What it asks of programs.
    pub kind: ChangeKind,
    /// The function that does with the new operator what the old one did.
    pub upgrader: Option<String>,
    /// The function that does with the old operator what the new one does.
    pub downgrader: Option<Downgrader>,
    /// An expression over the arguments of a call: where it holds, the call means the same before and after the change.
    pub same_if: Option<String>,
    /// Whether runtimes from before the change take what newer programs say of the operator, and do the same: no downgrader is needed.
    pub old_reads_new: bool,
    /// The schema before the change; `None` where the operator is new.
    pub old_schema: Option<Schema>,
    /// The formats that upgrader and downgrader are applied to.
    pub formats: Vec<FileFormat>,
    /// Formats whose programs do not say which release wrote them: there, a call that the old schema takes means what the reader makes of it, before and
    /// after the change.
    pub unversioned_in: Vec<FileFormat>,
    /// When the change was made.
    pub created: Option<Date>,
    /// From this day on, programs of older versions are no longer supported.
    pub expires: Option<Date>,
    /// From this day on, writers may give the new form, because readers know it by then.
    pub emit_after: Option<Date>,
    /// The line of the table, from 1; 0 for a change that no text has.
    pub line: u64,
}

impl Change {
    /// Whether the functions of the change are applied to a format.
    pub fn is_for(&self, format: FileFormat) -> bool {
        self.formats.contains(&format)
    }
}

impl VersionTable {
    /// A table without changes.
    pub fn new(set: impl Into<String>, version: u64) -> VersionTable {
        VersionTable { set: set.into(), version, changes: Vec::new() }
    }

    /// Adds a change, in whatever order.
    pub fn push(&mut self, change: Change) {
        let key = |change: &Change| (change.operator.clone(), change.version);
        let at = self.changes.partition_point(|one| key(one) <= key(&change));
        self.changes.insert(at, change);
    }

    /// All changes, by operator, oldest first.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// The changes of one operator, oldest first.
    pub fn operator_changes(&self, operator: &OperatorName) -> &[Change] {
        let start = self.changes.partition_point(|change| change.operator < *operator);
        let rest = self.changes.get(start..).unwrap_or_default();
        let end = rest.partition_point(|change| change.operator == *operator);
        rest.get(..end).unwrap_or_default()
    }

    /// The name that the table has for the operator of a schema; `None` if it never changed. Sets may name overloads only later: operators that have no
    /// overload, and share their name with others (`shared`) or have no changes, are known by what they take.
    pub fn named<'t>(&'t self, schema: &'t Schema, shared: bool) -> Option<&'t OperatorName> {
        if !schema.name.overload.is_empty() || (!shared && !self.operator_changes(&schema.name).is_empty()) {
            return (!self.operator_changes(&schema.name).is_empty()).then_some(&schema.name);
        }
        let start = self.changes.partition_point(|change| change.operator.name < schema.name.name);
        let changes = self.changes.get(start..).unwrap_or_default();
        let mut changes = changes.iter().take_while(|change| change.operator.name == schema.name.name);
        let known =
            |change: &&Change| change.old_schema.as_ref().is_some_and(|old| old.takes_the_same(schema));
        Some(&changes.find(known)?.operator)
    }

    /// The schema of an operator at a version, if the table says it: that before the first later change.
    pub fn schema_at(&self, operator: &OperatorName, version: u64) -> Option<&Schema> {
        self.operator_changes(operator).iter().find(|change| change.version > version)?.old_schema.as_ref()
    }

    /// Names of operators (without overloads) that have changed.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let mut last = "";
        self.changes.iter().filter_map(move |change| {
            let name = change.operator.name.as_str();
            (name != std::mem::replace(&mut last, name)).then_some(name)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Change, ChangeKind, Date, Downgrader, FileFormat, Runtime, VersionTable, codes};
    use crate::schema::{OperatorName, Schema};

    /// The example of the proposal, and what it does not have: changes at 10 and 25 with upgraders, at 30 for older runtimes only, at 40 without upgrader.
    fn foo() -> VersionTable {
        let mut table = VersionTable::new("foo", 40);
        let change = |version, kind, upgrader: Option<&str>, old: &str| Change {
            operator: name(),
            version,
            kind,
            upgrader: upgrader.map(str::to_string),
            downgrader: (version == 25)
                .then(|| Downgrader { function: "foo_25_back".into(), condition: None }),
            same_if: None,
            old_reads_new: false,
            old_schema: Some(Schema::parse(old).unwrap()),
            formats: vec![FileFormat::TorchScript],
            unversioned_in: Vec::new(),
            created: Date::parse("2026-01-01"),
            expires: (version == 10).then(|| Date::parse("2026-06-01")).flatten(),
            emit_after: None,
            line: version,
        };
        let (first, second) = (
            "foo::foo(Tensor self, Tensor b) -> Tensor",
            "foo::foo(Tensor self, Tensor c, Tensor b) -> Tensor",
        );
        table.push(change(40, ChangeKind::Hard, None, second));
        table.push(change(25, ChangeKind::Upgrader, Some("foo_10_24"), second));
        table.push(change(10, ChangeKind::Upgrader, Some("foo_0_9"), first));
        table.push(change(30, ChangeKind::FcOnly, None, second));
        table
    }

    fn name() -> OperatorName {
        OperatorName { name: "foo::foo".into(), overload: String::new() }
    }

    fn at(version: u64) -> Runtime {
        Runtime { version, minimum: 0, as_of: None }
    }

    #[test]
    fn changes_are_crossed_in_order() {
        let table = foo();
        let up = |program, runtime: Runtime| {
            let found = table.upgrades(&name(), program, &runtime, FileFormat::TorchScript);
            found
                .map(|crossing| crossing.iter().map(|change| change.version).collect::<Vec<_>>())
                .map_err(|obstacle| obstacle.code)
        };
        assert_eq!(up(0, at(20)), Ok(vec![10]));
        assert_eq!(up(0, at(25)), Ok(vec![10, 25]));
        assert_eq!(up(10, at(35)), Ok(vec![25]));
        assert_eq!(up(30, at(35)), Ok(vec![]));
        assert_eq!(up(0, at(40)), Err(codes::HARD_BREAK));
        assert_eq!(up(0, Runtime { minimum: 10, ..at(25) }), Err(codes::OLDER_THAN_MINIMUM));
        let late = Date::parse("2026-06-01");
        assert_eq!(up(0, Runtime { as_of: late, ..at(25) }), Err(codes::RETIRED));
        assert_eq!(up(10, Runtime { as_of: late, ..at(25) }), Ok(vec![25]));
        let lite = table.upgrades(&name(), 0, &at(20), FileFormat::Lite).unwrap_err();
        assert_eq!(
            (lite.code, lite.to_string().as_str()),
            (codes::OTHER_FORMAT, "OL3606: the upgrader of `foo::foo` at version 10 is for torchscript")
        );
        assert_eq!(table.schema_at(&name(), 10).unwrap().arguments.len(), 3);
        assert_eq!(table.schema_at(&name(), 40), None);
    }

    #[test]
    fn older_runtimes_need_downgraders() {
        let table = foo();
        let down = |program, runtime| {
            table
                .downgrades(&name(), program, &at(runtime), FileFormat::TorchScript)
                .map(|crossing| crossing.len())
                .map_err(|obstacle| obstacle.code)
        };
        assert_eq!(down(25, 20), Ok(1));
        assert_eq!(down(25, 5), Err(codes::NO_DOWNGRADER));
        assert_eq!(down(30, 27), Err(codes::NO_DOWNGRADER));
        let load = |known, program, runtime| {
            table
                .load(&name(), known, program, &at(runtime), FileFormat::TorchScript)
                .map(|crossing| crossing.len())
                .map_err(|obstacle| obstacle.code)
        };
        assert_eq!(load(true, 25, 20), Err(codes::NEWER));
        assert_eq!(load(true, 0, 20), Ok(1));
        assert_eq!(load(false, 10, 20), Err(codes::UNKNOWN_OPERATOR));
    }

    #[test]
    fn faults_of_a_table_are_found() {
        assert_eq!(foo().faults(), []);
        let mut table = foo();
        table.version = 39;
        let mut bad = table.changes()[0].clone();
        bad.upgrader = Some("foo_3_9".into());
        bad.old_schema = Schema::parse("foo::bar(Tensor a) -> Tensor").ok();
        bad.expires = Date::parse("2025-12-31");
        table.push(bad);
        let found: Vec<_> = table.faults().into_iter().map(|fault| (fault.line, fault.code)).collect();
        let expected = [
            (10, codes::VERSION_TWICE),
            (10, codes::UPGRADER_NAME),
            (10, codes::OLD_SCHEMA_NAME),
            (10, codes::DATES),
            (25, codes::UPGRADER_NAME),
            (40, codes::VERSION_ABOVE),
        ];
        for one in &expected[..4] {
            assert!(found.contains(one), "{one:?} in {found:?}");
        }
        assert!(found.contains(&expected[5]), "{found:?}");
    }
}
