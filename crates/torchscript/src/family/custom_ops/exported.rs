//! Calls of operators of sets in programs of `torch.export`, which give arguments by their names.

use std::ops::RangeInclusive;
use std::rc::Rc;

use crate::archive::write::NewRecord;
use crate::export::convert::{Rewritten, constant};
use crate::export::{Program, Target};
use crate::json::Document;
use crate::program::{Given, Operators};
use crate::upgraders::{Bridge, Pack};
use outlast_core::{Output, Path, Place, Source, Span};
use outlast_opset::history::newest;
use outlast_opset::resolve::Rules;
use outlast_opset::schema::{OperatorName, Schema};
use outlast_opset::versions::{FileFormat, Runtime, VersionTable};

use super::super::context::JudgeContext;
use super::super::export::judge::Exported;
use super::blockers::{Between, Found, Otherwise, Stands, bridge, oldest};
use super::records::{EXTRA, EXTRA_FILES, FILE, Part, Recorded};
use super::{Known, Nothing, Own, Reader, pack};
use outlast_model::targets::Profile;

const FORMAT: FileFormat = FileFormat::Export;

/// A call of an operator of a set.
struct Call {
    operator: OperatorName,
    given: Vec<Given>,
    at: Span,
}

/// The calls of the sets' operators in the text of a program.
fn calls(text: &[u8], own: &[Known]) -> Vec<Call> {
    let Ok(document) = Document::parse(text) else { return Vec::new() };
    let Some(graph) = Program::new(document.root()).graph() else { return Vec::new() };
    let mut found = Vec::new();
    for (_, graph) in graph.all() {
        for node in graph.nodes() {
            let Some(Target::Operator { name, overload }) =
                node.target().map(|target| Target::parse(&target))
            else {
                continue;
            };
            let operator = OperatorName { name, overload };
            if !own.iter().any(|known| known.set.has(&operator)) {
                continue;
            }
            let given = node.inputs().map(|(name, argument)| Given {
                argument: name.into_owned(),
                keyword: true,
                constant: constant(argument),
            });
            found.push(Call { operator, given: given.collect(), at: node.value().span() });
        }
    }
    found
}

/// Judges the calls of a program.
pub(in super::super) fn judge(case: &mut JudgeContext<'_>, exported: &Exported) {
    let own = &case.facts.own;
    let mut found = Found::default();
    let source = Source::file().member(exported.record().to_string());
    for call in calls(exported.text(), &own.sets) {
        let Some(known) = own.set_of(&call.operator) else { continue };
        let stands = match Reader::of(case.profile, known.name(), own.as_of) {
            None => Some(Stands::NoSet),
            Some(reader) => {
                obstacle_of_call(&Between { set: &known.set, reader, format: FORMAT }, known, &call)
            }
        };
        if let Some(stands) = stands {
            found.add(known.name(), &call.operator, stands, || {
                Place::new(call.at.in_source(&source), Path::root())
            });
        }
    }
    found.tell(case, FORMAT);
}

/// What stands between a call and the reader; `None` if nothing does.
fn obstacle_of_call(between: &Between<'_>, known: &Known, call: &Call) -> Option<Stands> {
    let pack = Pack::default();
    let base: Rc<dyn Operators> = Rc::new(Nothing(Rules::of(newest())));
    let sets = |version: u64| -> Option<Rc<dyn Operators>> {
        Some(Rc::new(known.set.at(version, Rc::clone(&base))))
    };
    let bridge = Bridge { sets: &sets, ..between.bridge(&pack) };
    let versions = bridge.possible(&call.operator, &call.given, &known.code);
    let ask = |version: u64| {
        let schema =
            known.set.schema_at(&call.operator, version).or_else(|| known.set.any(&call.operator))?;
        between.obstacle(&call.operator, (schema, &call.given), version, &|ours| by_name(ours, &call.given))
    };
    let (first, last) = (ask(*versions.start()), ask(*versions.end()));
    let stands = if first == last { last } else { Some(Stands::Unknown) };
    if stands.is_some() {
        return stands;
    }
    let now = known.set.schema_at(&call.operator, between.reader.runtime.version)?;
    fits(now, &call.given).err().map(|_| Stands::Moved)
}

/// Whether a schema has all that a call gives, and asks for nothing else; otherwise what the reader does: names that it does not know are dropped.
fn fits(ours: &Schema, given: &[Given]) -> Result<(), Otherwise> {
    let gives = |name: &str| given.iter().any(|given| given.argument == name);
    let knows = |name: &str| ours.arguments.iter().any(|argument| argument.name == name);
    match () {
        () if ours.arguments.iter().any(|argument| argument.default.is_none() && !gives(&argument.name)) => {
            Err(Otherwise::Refuses)
        }
        () if given.iter().any(|given| !knows(&given.argument)) => Err(Otherwise::Misreads),
        () => Ok(()),
    }
}

/// What a reader does with a call that means something else to it.
fn by_name(ours: &Schema, given: &[Given]) -> Otherwise {
    fits(ours, given).err().unwrap_or(Otherwise::Misreads)
}

/// A set between a program and the reader, with its functions.
pub(in super::super) struct Set<'k> {
    known: &'k Known,
    pub(in super::super) runtime: Runtime,
    pub(in super::super) functions: Pack,
}

impl Set<'_> {
    pub(in super::super) fn name(&self) -> &str {
        self.known.name()
    }

    pub(in super::super) fn table(&self) -> &VersionTable {
        &self.known.set.set.table
    }

    /// The operators at a version, beside those of the reader's release.
    pub(in super::super) fn at(&self, version: u64, base: &Rc<dyn Operators>) -> Rc<dyn Operators> {
        Rc::new(self.known.set.at(version, Rc::clone(base)))
    }

    /// The argument whose metadata the results of an operator have.
    pub(in super::super) fn results(&self, operator: &OperatorName) -> Option<String> {
        self.known.set.set.results.get(operator).cloned()
    }

    /// The versions that the program may be of.
    pub(in super::super) fn versions(&self) -> RangeInclusive<u64> {
        self.known.code.clone()
    }
}

/// The sets of which the reader has a version.
///
/// # Errors
///
/// Why the functions of one are none.
pub(in super::super) fn sets<'k>(own: &'k Own, profile: &Profile) -> Result<Vec<Set<'k>>, String> {
    let mut sets = Vec::new();
    for known in &own.sets {
        let Some(reader) = Reader::of(profile, known.name(), own.as_of) else { continue };
        sets.push(Set { known, runtime: reader.upgraded_here(), functions: pack(&known.set.functions)? });
    }
    Ok(sets)
}

/// Says the versions that a program has after its calls were replaced: of the sets some of whose calls were.
pub(in super::super) fn record(
    recorded: &mut Recorded,
    sets: &[Set<'_>],
    folder: bool,
    rewritten: &mut Rewritten<'_>,
) {
    let mut said = false;
    for set in sets {
        let operator = |text: &String| {
            let (name, overload) = text.split_once('.').unwrap_or((text, ""));
            OperatorName { name: name.into(), overload: overload.into() }
        };
        if !rewritten.replaced.iter().any(|text| set.known.set.has(&operator(text))) {
            continue;
        }
        let mut calls = Vec::new();
        for one in rewritten.records.iter().filter(|one| is_program(&one.name)) {
            calls.extend(self::calls(&one.content.to_vec(), std::slice::from_ref(set.known)));
        }
        let needed = needed(&calls, set);
        recorded.set(Part::Code, false, set.name(), needed);
        rewritten.changes.push(format!("the program is of version {needed} of `{}`", set.name()));
        said = true;
    }
    if said {
        let name = format!("{}/{FILE}", if folder { EXTRA } else { EXTRA_FILES });
        rewritten.records.retain(|one| one.name != name);
        rewritten.records.push(NewRecord { name, content: Output::of(recorded.text()), compress: false });
    }
}

/// Whether a record is a program.
fn is_program(record: &str) -> bool {
    record == "serialized_exported_program.json" || record.starts_with("models/") && record.ends_with(".json")
}

/// The oldest version of a set at which every call means what it does at the reader's.
fn needed(calls: &[Call], set: &Set<'_>) -> u64 {
    let (own, newest) = (&set.known.set, set.runtime.version);
    let names: Vec<OperatorName> = calls.iter().map(|call| call.operator.clone()).collect();
    let pack = Pack::default();
    oldest(own, newest, &names, &|version| {
        let bridge = bridge(own, Runtime { version, minimum: 0, as_of: None }, &pack, FORMAT);
        calls.iter().all(|call| {
            let (Some(schema), Some(older)) =
                (own.schema_at(&call.operator, newest), own.schema_at(&call.operator, version))
            else {
                return false;
            };
            fits(older, &call.given).is_ok()
                && matches!(bridge.needed(&call.operator, schema, &call.given, newest), Ok(None))
        })
    })
}
