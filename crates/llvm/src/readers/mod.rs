//! What readers of LLVM IR do with what: the rows of the table.
//!
//! Rows that are about needs of modules have a [`Kind`] as their kind, alone or with `checked-` in front, and a [`Value`] as
//! their name. A row that is not so answers nothing; `every_row_is_about_something` finds it.

use std::borrow::Cow;
use std::sync::{OnceLock, RwLock};

use outlast_bitstream::ir::{BundleUse, Kind, Signature, Value};

use outlast_model::targets::{Behaviour, Does as Word, Release, Row, Table};
use outlast_model::verdict::{Basis, Stage};

mod answer_cache;

pub(super) use answer_cache::Answers;
use answer_cache::Kept;

/// What a reader is asked about: a kind of need, by the reader itself or by its verifier.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Asked {
    pub(super) kind: Kind,
    /// Whether the question is to the verifier.
    pub(super) checked: bool,
}

impl Asked {
    /// The kind of rows about it.
    fn name(self) -> Cow<'static, str> {
        match self.checked {
            true => Cow::Owned(format!("checked-{}", self.kind.name())),
            false => Cow::Borrowed(self.kind.name()),
        }
    }
}

/// What a reader does with a thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Does {
    Reads,
    /// With its message, where it is known.
    Refuses(Option<&'static str>),
    Misreads(&'static str),
    Ignores(&'static str),
    Unknown,
}

impl Does {
    /// What a row says; where there is none, it is unknown.
    pub(super) fn from_row(row: Option<Behaviour<'static>>) -> Does {
        match row.map(|row| (row.does, row.text)) {
            Some((Word::Loads, _)) => Does::Reads,
            Some((Word::Fails, says)) => Does::Refuses(says),
            Some((Word::Misreads, what)) => Does::Misreads(what.unwrap_or("something else")),
            Some((Word::Ignores, what)) => Does::Ignores(what.unwrap_or("ignored")),
            _ => Does::Unknown,
        }
    }
}

/// The signal that ends a reader, where a row has that in the place of a message.
pub(super) fn crash(says: &str) -> Option<&str> {
    says.strip_prefix("crash ")
}

/// What a reader does with a thing, and what says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Answer {
    pub(super) does: Does,
    pub(super) basis: Basis,
    /// When it shows.
    pub(super) stage: Stage,
}

/// Where no row speaks of a thing.
const SILENT: Answer = Answer { does: Does::Unknown, basis: Basis::Defined, stage: Stage::Load };

/// How far fields of metadata are looked for after one of which no row speaks.
const FIELDS: u64 = 64;

/// What becomes of a function `llvm.…` that a release does not know where code generators leave out the calls of it.
const UNUSED: &str = "it is not known, and its calls have no effect: code generators leave them out";

/// How scalable vectors begin behind the name of an intrinsic.
const SCALABLE: &str = ".nxv";

/// What a row says.
#[derive(Clone, Copy, Debug)]
struct Cell {
    row: Option<Behaviour<'static>>,
    basis: Basis,
}

impl Cell {
    fn new(row: Row) -> Cell {
        // A row that does not say what it rests on is worth the least.
        let basis = row.basis.unwrap_or(Basis::Sampled);
        Cell { row: Behaviour::parse(row.value), basis }
    }
}

/// The rows. They are found by the text of what is asked, which has one form: `every_row_is_about_something` holds it to that.
#[derive(Debug, Default)]
pub(super) struct Readers {
    pub(super) table: Table,
    /// What has been asked.
    pub(super) asked: RwLock<Kept>,
}

impl Readers {
    /// Those of the built-in table.
    pub(super) fn built_in() -> &'static Readers {
        static READERS: OnceLock<Readers> = OnceLock::new();
        READERS.get_or_init(|| Readers {
            table: Table::open(super::FAMILY.blob).unwrap_or_default(),
            asked: RwLock::default(),
        })
    }

    /// The row of this kind and name for a release.
    fn row(&self, kind: &str, name: &str, release: u16) -> Option<Cell> {
        self.table.rows(kind, name).find(|row| row.holds(release)).map(Cell::new)
    }

    /// The row about a value.
    fn cell(&self, asked: Asked, value: &Value, release: u16) -> Option<Cell> {
        self.row(&asked.name(), &value.to_string(), release)
    }

    /// What the reader of the release with this index does. What no row speaks of is unknown.
    pub(super) fn answer(&self, asked: Asked, value: &Value, release: u16) -> Answer {
        if let Some(cell) = self.cell(asked, value, release) {
            let answer = self.row_answer(cell, asked, value, release);
            // The types of a run may be others of the same class than those that the list has.
            return match (answer.does, value) {
                (Does::Refuses(_), Value::Signature(signature))
                    if asked.checked && self.lists(signature, release) =>
                {
                    Answer { does: Does::Reads, basis: Basis::Between, ..SILENT }
                }
                _ => answer,
            };
        }
        match (value, asked.kind, asked.checked) {
            (Value::Bundle { at: BundleUse::Own, .. }, ..) => {
                return Answer { does: Does::Reads, basis: Basis::Defined, ..SILENT };
            }
            (Value::Name(name), Kind::IntrinsicName, false) => return self.intrinsic(name, release),
            (Value::Name(name), Kind::IntrinsicUnused, false) => {
                let answer = self.intrinsic(name, release);
                let does = if answer.does == Does::Reads { Does::Reads } else { Does::Ignores(UNUSED) };
                return Answer { does, basis: Basis::Defined, ..SILENT };
            }
            (Value::Triple(code, fields, _), Kind::Metadata, false) => {
                if let Some(answer) = self.fields(*code, *fields, release) {
                    return answer;
                }
            }
            _ => {}
        }
        let derived = match value {
            Value::Signature(signature) => {
                let listed = self.signature(signature, release);
                let Some(basis) = listed else { return self.unlisted(asked, value, signature, release) };
                Some(basis)
            }
            Value::Pair(code, field) if asked.kind == Kind::MetadataLast => {
                self.later_field(asked, *code, *field, release)
            }
            _ => None,
        };
        if let Some(basis) = derived {
            return Answer { does: Does::Reads, basis, ..SILENT };
        }
        let otherwise = self.row("otherwise", &asked.name(), release);
        let otherwise = otherwise.map_or(SILENT, |cell| self.row_answer(cell, asked, value, release));
        match self.verifier_spoke(asked, value, release) {
            Some(basis) if otherwise.does != Does::Reads => Answer { does: Does::Reads, basis, ..SILENT },
            _ => otherwise,
        }
    }

    /// What a row says; where it says that something else is read, another row says how bad that is.
    fn row_answer(&self, cell: Cell, asked: Asked, value: &Value, release: u16) -> Answer {
        let (mut row, mut basis) = (cell.row, cell.basis);
        if row.is_some_and(|row| row.does == Word::Differs) {
            let exact = self.row("differs", &format!("{}:{value}", asked.name()), release);
            let Some(how) = exact.or_else(|| self.row("differs", &asked.name(), release)) else {
                return Answer { does: Does::Misreads("something else"), basis, ..SILENT };
            };
            (row, basis) = (how.row, basis.min(how.basis));
        }
        Answer {
            does: Does::from_row(row),
            basis,
            stage: row.and_then(|row| row.stage).unwrap_or(Stage::Load),
        }
    }

    /// What says that the reader has read a thing: its verifier speaks of what was read.
    fn verifier_spoke(&self, asked: Asked, value: &Value, release: u16) -> Option<Basis> {
        let verifier = self.cell(Asked { checked: true, ..asked }, value, release);
        verifier.filter(|_| !asked.checked).map(|cell| cell.basis)
    }

    /// What says that the reader takes a signature: the lists of signatures.
    fn signature(&self, signature: &Signature, release: u16) -> Option<Basis> {
        let rows = self.table.rows("signature", &signature.full_name());
        for row in rows.filter(|row| row.holds(release)) {
            let listed =
                |types: &str| Signature::from_types(row.name, types).is_some_and(|one| one == *signature);
            if row.value.split(' ').any(listed) {
                let basis = row.basis.unwrap_or(Basis::Sampled);
                let between = self.table.find("signatures", "between", release).is_some();
                return Some(if between && basis == Basis::Defined { Basis::Between } else { basis });
            }
        }
        None
    }

    /// Whether a list of signatures has one, not only a run.
    fn lists(&self, signature: &Signature, release: u16) -> bool {
        matches!(self.signature(signature, release), Some(Basis::Defined | Basis::Between))
    }

    /// What becomes of a signature that no list has. Readers do not compare signatures; they turn names that are not used any more into
    /// something else. Verifiers compare those of names that they know: what that of the release before says holds where both have the same list.
    fn unlisted(&self, asked: Asked, value: &Value, signature: &Signature, release: u16) -> Answer {
        let full = signature.full_name();
        let name = full.strip_suffix(".*").unwrap_or(&full);
        let mut upgrades = self.table.rows("upgrades", name);
        let upgraded = upgrades.any(|row| (0..=release).any(|until| row.holds(until)));
        let known = self.listed(name, |row| row.holds(release)).is_some();
        if upgraded || asked.checked && known {
            let before = release
                .checked_sub(1)
                .filter(|before| asked.checked && self.same_lists(&full, *before, release));
            let cell = before.and_then(|before| self.cell(asked, value, before));
            return cell.map_or(SILENT, |cell| Answer {
                basis: Basis::Between,
                ..self.row_answer(cell, asked, value, release)
            });
        }
        Answer { does: Does::Reads, basis: Basis::Defined, ..SILENT }
    }

    /// Whether two releases list the same signatures of a name.
    fn same_lists(&self, name: &str, one: u16, other: u16) -> bool {
        let listed = |release: u16| {
            let rows = self.table.rows("signature", name).filter(move |row| row.holds(release));
            rows.filter(|row| row.basis != Some(Basis::Measured)).map(|row| row.value).collect::<Vec<_>>()
        };
        listed(one) == listed(other)
    }

    /// The entry of the lists of names that a name is of, as LLVM looks it up: the longest one that is a part of it up to a dot, and all
    /// of it where no types may follow.
    fn listed(&self, name: &str, fits: impl Fn(&Row) -> bool) -> Option<Row> {
        let mut entry = name;
        loop {
            let mut rows = self.table.rows("known", entry).filter(&fits).peekable();
            if rows.peek().is_some() {
                return rows.find(|row| entry.len() == name.len() || row.value == "overloaded");
            }
            entry = entry.rsplit_once('.')?.0;
        }
    }

    /// What becomes of a call of a function `llvm.…`.
    fn intrinsic(&self, name: &str, release: u16) -> Answer {
        // A name of no release's list is of an earlier one, or of somebody's own.
        let Some(any) = self.listed(name, |_| true) else { return SILENT };
        let between = self.table.find("names", "between", release).is_some();
        let reads = |row: Row| {
            let basis = row.basis.unwrap_or(Basis::Sampled);
            let basis = if between && basis == Basis::Defined { Basis::Between } else { basis };
            Answer { does: Does::Reads, basis, ..SILENT }
        };
        if let Some(row) = self.table.rows("upgrades", any.name).find(|row| row.holds(release)) {
            return reads(row);
        }
        // Some names become something else where scalable vectors follow them.
        let scalable = name.get(any.name.len()..).is_some_and(|rest| rest.starts_with(SCALABLE));
        let with = || format!("{}{SCALABLE}", any.name);
        if scalable && let Some(row) = self.table.rows("upgrades", &with()).find(|row| row.holds(release)) {
            return reads(row);
        }
        let earlier =
            || self.table.rows("known", any.name).any(|row| (0..release).any(|before| row.holds(before)));
        match self.listed(name, |row| row.holds(release)) {
            Some(row) if row.name == any.name || earlier() => reads(row),
            Some(_) => Answer {
                does: Does::Misreads("taken for an intrinsic of a shorter name"),
                basis: Basis::Defined,
                stage: Stage::Run,
            },
            None => {
                let basis = if between { Basis::Between } else { Basis::Defined };
                Answer { does: Does::Refuses(None), basis, stage: Stage::Run }
            }
        }
    }

    /// What the loader of metadata does with a record of so many fields, where its source has a range for them.
    fn fields(&self, code: u64, fields: u64, release: u16) -> Option<Answer> {
        let row = self.table.find("fields", &code.to_string(), release)?;
        let (least, most) = row.value.split_once('-')?;
        let fits = (least.parse().ok()?..=most.parse().ok()?).contains(&fields);
        let does = if fits { Does::Reads } else { Does::Refuses(Some("Invalid record")) };
        Some(Answer { does, basis: row.basis.unwrap_or(Basis::Sampled), stage: Stage::Load })
    }

    /// The releases, in the order of their indices.
    pub(super) fn releases(&self) -> impl Iterator<Item = Release> + use<> {
        self.table.releases()
    }

    /// The release that wrote a module, by its major version.
    pub(super) fn release(&self, major: u32) -> Option<u16> {
        let at = self.table.releases().position(|release| u32::from(release.parts()[0]) == major)?;
        u16::try_from(at).ok()
    }

    /// What a code generator for a machine does with a calling convention that it does not know: its message, if it refuses that.
    pub(super) fn refuses_conventions(&self, triple: &str, release: u16) -> Option<&'static str> {
        let mut rows = self.table.kind("convention").filter(|row| row.holds(release));
        let row = rows.find(|row| triple.starts_with(row.name))?;
        Behaviour::parse(row.value)?.text
    }

    /// What says that a field is read: a record with a later field as its last was read as meant.
    fn later_field(&self, asked: Asked, code: u64, field: u64, release: u16) -> Option<Basis> {
        let later = field.saturating_add(1)..=field.saturating_add(FIELDS);
        let found = later.filter_map(|later| self.cell(asked, &Value::Pair(code, later), release));
        let mut read = found.filter(|cell| cell.row.is_some_and(|row| row.does == Word::Loads));
        read.next().map(|cell| cell.basis)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{FAMILY, clang, sidecar};
    use super::*;

    const RELEASES: u16 = 13;

    impl Asked {
        /// What rows of this kind are about.
        fn parse(kind: &str) -> Option<Asked> {
            match kind.strip_prefix("checked-") {
                Some(kind) => Kind::parse(kind).map(|kind| Asked { kind, checked: true }),
                None => Kind::parse(kind).map(|kind| Asked { kind, checked: false }),
            }
        }
    }

    /// What a row `differs` is about: `binary:11/1`, or `binary`.
    fn about(name: &str) -> Option<(Asked, Option<Value>)> {
        match name.split_once(':') {
            None => Asked::parse(name).map(|asked| (asked, None)),
            Some((kind, value)) => {
                let asked = Asked::parse(kind)?;
                Some((asked, Some(Value::parse(asked.kind, value)?)))
            }
        }
    }

    /// A value of this kind that nobody has heard of.
    fn made_up(kind: Kind) -> Vec<Value> {
        let number = Value::Number(987_654_321);
        match kind {
            Kind::Attribute | Kind::Block | Kind::MetadataLast | Kind::ConstantGep => {
                vec![Value::Pair(0, 987_654), Value::Pair(987_654, 0)]
            }
            Kind::Binary | Kind::Cast | Kind::Unary | Kind::Compare | Kind::Select => {
                vec![Value::Number(987), Value::Pair(987, 1), Value::Pair(0, 987)]
            }
            Kind::Metadata => vec![Value::Number(987), Value::Triple(17, 987, 0), Value::Triple(987, 1, 0)],
            Kind::AttributeText => ["unheard-of=other", "frame-pointer=unheard-of"]
                .map(|text| Value::parse(kind, text).unwrap())
                .into(),
            Kind::Intrinsic | Kind::IntrinsicDeclared => {
                ["llvm.unheard.of:void(i32)", "llvm.abs.*:void(token)", "llvm.unheard.*:int(int)"]
                    .map(|text| Value::parse(kind, text).unwrap())
                    .into()
            }
            Kind::TargetType | Kind::ConstantNull => vec![Value::Name("unheard.of".into())],
            Kind::IntrinsicName | Kind::IntrinsicUnused => vec![Value::Name("llvm.unheard.of".into())],
            Kind::GlobalOfTargetType => [true, false]
                .map(|initialized| Value::Variable { initialized, name: "unheard.of".into() })
                .into(),
            Kind::Load => vec![Value::OfType(987), Value::OfTarget("unheard.of".into())],
            Kind::Bundle => vec![Value::parse(kind, "unheard.of/direct").unwrap()],
            Kind::ModuleFlag => vec![Value::Behavior(987)],
            Kind::Malformed => vec![Value::Word(outlast_bitstream::ir::Word::Layout)],
            Kind::Memory => vec![Value::parse(kind, "9/same").unwrap()],
            Kind::Initializer | Kind::MetadataValue => vec![Value::parse(kind, "binary/987").unwrap()],
            _ => vec![number],
        }
    }

    /// Kinds of which readers take every value, because their sources say so; each with its row.
    const TAKEN: [Kind; 11] = [
        Kind::Aliasee,
        Kind::AtomicVector,
        Kind::AttributeText,
        Kind::Bundle,
        Kind::CallConvention,
        Kind::Callbr,
        Kind::CallingConvention,
        Kind::GlobalOfTargetType,
        Kind::Intrinsic,
        Kind::IntrinsicDeclared,
        Kind::ModuleFlag,
    ];

    #[test]
    fn what_has_no_row_is_unknown() {
        let readers = Readers::built_in();
        for kind in Kind::ALL {
            let asked = Asked { kind: *kind, checked: false };
            for (value, release) in
                made_up(*kind).iter().flat_map(|value| (0..RELEASES).map(move |r| (value, r)))
            {
                let answer = readers.answer(asked, value, release);
                match answer.does {
                    Does::Reads => {
                        assert!(TAKEN.contains(kind), "{} {value} at {release}", kind.name());
                        let row = readers.row("otherwise", &asked.name(), release).unwrap();
                        assert!(row.row.unwrap().text.is_some(), "{}: no reason", kind.name());
                        assert_eq!(answer.basis, Basis::Defined);
                    }
                    Does::Refuses(_) | Does::Misreads(_) => assert_eq!(answer.basis, Basis::Defined),
                    Does::Ignores(_) => assert_eq!(*kind, Kind::IntrinsicUnused, "{value} at {release}"),
                    Does::Unknown => {}
                }
                // Unknown to the reader, or to its verifier, or taken for a reason; verifiers look at no function of a name that they do not know.
                let checked = readers.answer(Asked { kind: *kind, checked: true }, value, release);
                let unheard = match value {
                    Value::Signature(one) => {
                        readers.listed(one.name.trim_end_matches(".*"), |row| row.holds(release)).is_none()
                    }
                    value => value.to_string().starts_with("llvm.unheard"),
                };
                if checked.does == Does::Reads && !unheard {
                    let asked = Asked { kind: *kind, checked: true };
                    let row = readers.row("otherwise", &asked.name(), release).unwrap();
                    assert!(row.row.unwrap().text.is_some(), "checked-{}: no reason", kind.name());
                    assert!(!TAKEN.contains(kind), "checked-{}: taken by reader and verifier", kind.name());
                }
            }
        }
    }

    #[test]
    fn every_row_is_about_something() {
        let table = Table::open(FAMILY.blob).unwrap();
        let others = [
            "verifies",
            "summaries",
            outlast_model::family::CARRIES,
            "pointers",
            "single-module",
            "layout",
            "unused-members",
            "context",
            "signature",
            "signatures",
            "known",
            "upgrades",
            "names",
            "convention",
            "fields",
            clang::FORMAT_ROW,
            clang::BUILD_ROW,
        ];
        for kind in table.kinds() {
            for row in table.kind(kind) {
                assert!(row.basis.is_some(), "{kind} {}: rests on nothing", row.name);
                let known = match kind {
                    "otherwise" => Asked::parse(row.name).is_some(),
                    "differs" => about(row.name).is_some(),
                    kind if others.contains(&kind) || sidecar::ROWS.contains(&kind) => true,
                    kind => Asked::parse(kind).is_some_and(|asked| {
                        Value::parse(asked.kind, row.name).is_some_and(|value| value.to_string() == row.name)
                    }),
                };
                assert!(known, "{kind} {}", row.name);
                if kind == "signature" {
                    let types = row.value.split(' ').map(|types| Signature::from_types(row.name, types));
                    assert!(types.into_iter().all(|one| one.is_some()), "{} = {}", row.name, row.value);
                }
            }
        }
    }

    #[test]
    fn what_answers_rest_on() {
        let readers = Readers::built_in();
        let release = |major: u32| readers.release(major).unwrap();
        let ask = |kind: &str, value: &str, major: u32| {
            let asked = Asked::parse(kind).unwrap();
            readers.answer(asked, &Value::parse(asked.kind, value).unwrap(), release(major))
        };
        let reads = |basis: Basis| Answer { does: Does::Reads, basis, stage: Stage::Load };
        assert_eq!(ask("type", "25", 19), reads(Basis::Measured));
        assert_eq!(ask("linkage", "14", 14), reads(Basis::Defined));
        assert_eq!(ask("linkage", "20", 14).does, Does::Misreads("read as `external`"));
        // Of its own list, of a list between two, and of a list of a later release.
        assert_eq!(ask("checked-intrinsic", "llvm.umin.*:int(int,int)", 14), reads(Basis::Defined));
        assert_eq!(ask("checked-intrinsic", "llvm.fptoui.sat.*:int(float)", 20), reads(Basis::Between));
        assert_eq!(ask("intrinsic", "llvm.lifetime.start.*:void(int,ptr)", 22), reads(Basis::Measured));
        // A number that releases take for different ones.
        let wide = |major| ask("constant-integer", "wider-than-64/highest-bit", major).does;
        assert_eq!([wide(14), wide(20)], [Does::Unknown, Does::Reads]);
        assert_eq!(wide(22), Does::Misreads("read as a negative number"));
        // Names of intrinsics: known from 18 on, upgraded, unknown to any, and taken for one with fewer parts.
        let name = |name: &str, major| {
            let answer = ask("intrinsic-name", name, major);
            (answer.does, answer.stage)
        };
        assert_eq!(name("llvm.exp10.f32", 18), (Does::Reads, Stage::Load));
        assert_eq!(name("llvm.exp10.f32", 17), (Does::Refuses(None), Stage::Run));
        assert_eq!(name("llvm.experimental.stepvector.v4i32", 22), (Does::Reads, Stage::Load));
        assert_eq!(name("llvm.aarch64.sve.rev.nxv4i32", 22), (Does::Reads, Stage::Load));
        assert_eq!(name("llvm.aarch64.sve.rev.v4i32", 22), (Does::Refuses(None), Stage::Run));
        for major in 17..=23 {
            assert_eq!(name("llvm.riscv.sm4ed.i64", major), (Does::Reads, Stage::Load), "{major}");
            assert_eq!(name("llvm.thread.pointer", major), (Does::Reads, Stage::Load), "{major}");
        }
        assert_eq!(name("llvm.thread.pointer.p0", 20), (Does::Refuses(None), Stage::Run));
        assert_eq!(name("llvm.nobody.has.this", 22).0, Does::Unknown);
        assert!(matches!(name("llvm.aarch64.sve.and.u.nxv4i32", 16), (Does::Misreads(_), Stage::Run)));
        // Calling conventions.
        assert!(matches!(
            ask("calling-convention", "104", 16),
            Answer { does: Does::Misreads(_), stage: Stage::Run, .. }
        ));
        assert_eq!(ask("calling-convention", "104", 17).does, Does::Reads);
        assert_eq!(readers.refuses_conventions("x86_64-pc-linux-gnu", release(16)), None);
        assert!(readers.refuses_conventions("aarch64-linux-gnu", release(16)).is_some());
        // Fields before one that is read.
        assert!(matches!(
            ask("metadata-last", "21/1", 22),
            Answer { does: Does::Reads, basis: Basis::Measured, .. }
        ));
    }
}
