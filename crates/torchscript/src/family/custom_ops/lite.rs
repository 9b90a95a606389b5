//! Calls of operators of sets in bytecode, which gives arguments by position and does not say the types of what it calls.

use std::cell::RefCell;
use std::ops::RangeInclusive;
use std::rc::Rc;

use crate::archive::TorchArchive;
use crate::bytecode::convert::{Functions, OwnSchemas, Reading, Use, Wanted, convert, stays, uses};
use crate::bytecode::{self, BYTECODE, Operator};
use crate::pickle::{Limits, Pickle};
use crate::program::Operators;
use crate::upgraders::{Bridge, Pack};
use outlast_core::{Bytes, QuickMap};
use outlast_opset::history;
use outlast_opset::schema::{OperatorName, Schema};
use outlast_opset::versions::{FileFormat, Runtime};

use super::super::context::JudgeContext;
use super::super::convert::{
    Between as Releases, Change, Context, blocked, bytecode as convert_bytecode, operators_of_graphs,
    version_of,
};
use super::super::lite::facts::{Lite, LiteOperator};
use super::super::lite::judge::same_arguments;
use super::super::operators::{self, of_release};
use super::blockers::{Between, Found, Otherwise, Stands, bridge, oldest};
use super::records::{Part, Recorded};
use super::{Known, Own, Reader, pack};
use outlast_model::conversion::Blocker;

const FORMAT: FileFormat = FileFormat::Lite;

/// The calls of the sets' operators in the bytecode of an archive; `None` where there is none that can be read.
pub(super) fn calls(archive: &TorchArchive<'_>, own: &Own) -> Option<Vec<Use>> {
    calls_in(&archive.content(BYTECODE).ok()??, own)
}

fn calls_in(content: &[u8], own: &Own) -> Option<Vec<Use>> {
    let pickle = Pickle::read(Bytes::new(content, 0), Limits::default());
    if pickle.error.is_some() {
        return None;
    }
    let program = bytecode::read(&pickle);
    let schemas = |operator: &OperatorName, given: Option<u64>| match own.set_of(operator) {
        Some(known) => readings(known, operator, given),
        None => Vec::new(),
    };
    let known: RefCell<QuickMap<String, Option<Schema>>> = RefCell::default();
    let other = |operator: &Operator| {
        // How many results an operator has does not differ between releases.
        let find = || {
            history::torch()
                .releases()
                .rev()
                .find_map(|release| operators::schema(release, &operator.name, &operator.overload))
        };
        known.borrow_mut().entry(operator.full_name()).or_insert_with(find).clone()
    };
    uses(&program, &pickle, &schemas, &other)
}

/// The schemas that calls of an operator may mean: of those of the versions that the bytecode may be of, the ones that take so many values; all, where none does.
fn readings(
    known: &Known,
    operator: &OperatorName,
    given: Option<u64>,
) -> Vec<(RangeInclusive<u64>, Schema)> {
    let mut all = known.set.schemas(operator, &known.bytecode);
    if all.is_empty() {
        // The set does not have it at the version that the file says.
        all.extend(known.set.any(operator).map(|schema| (known.bytecode.clone(), schema.clone())));
    }
    let fit: Vec<_> = all.iter().filter(|(_, schema)| takes(schema, given)).cloned().collect();
    if fit.is_empty() { all } else { fit }
}

impl Own {
    /// What a call of an operator of a set means in bytecode, where that does not depend on the version.
    pub(in super::super) fn schema_of_call(
        &self,
        operator: &OperatorName,
        given: Option<u64>,
    ) -> Option<Schema> {
        let mut all = readings(self.set_of(operator)?, operator, given).into_iter().map(|(_, schema)| schema);
        let first = all.next()?;
        all.all(|other| other == first).then_some(first)
    }
}

/// Whether a schema takes so many values, out arguments among them.
fn takes(schema: &Schema, given: Option<u64>) -> bool {
    let Some(given) = given.map(|given| usize::try_from(given).unwrap_or(usize::MAX)) else { return true };
    let plain = schema.arguments.iter().filter(|argument| !argument.is_out());
    let outs = schema.arguments.iter().filter(|argument| argument.is_out()).count();
    let Some(values) = given.checked_sub(outs) else { return false };
    given <= schema.arguments.len() && plain.skip(values).all(|argument| argument.default.is_some())
}

/// Judges the calls of a program.
pub(in super::super) fn judge(case: &mut JudgeContext<'_>, lite: &Lite) {
    let own = &case.facts.own;
    let mut found = Found::default();
    for of in lite.operators.iter().filter(|of| own.has(&of.name, &of.overload)) {
        let operator = name(of);
        let Some(known) = own.set_of(&operator) else { continue };
        let Some(reader) = Reader::of(case.profile, known.name(), own.as_of) else {
            found.add(known.name(), &operator, Stands::NoSet, || of.place.clone());
            continue;
        };
        let Some(calls) = &own.calls else {
            found.add(known.name(), &operator, Stands::Unread, || of.place.clone());
            continue;
        };
        let between = Between { set: &known.set, reader, format: FORMAT };
        for call in calls.iter().filter(|call| call.operator == operator) {
            if let Some(stands) = obstacle_of_call(&between, call, lite.bytecode) {
                found.add(known.name(), &operator, stands, || of.place.clone());
            }
        }
    }
    found.tell(case, FORMAT);
}

fn name(of: &LiteOperator) -> OperatorName {
    OperatorName { name: of.name.clone(), overload: of.overload.clone() }
}

/// What stands between a call and the reader; `None` if nothing does.
fn obstacle_of_call(between: &Between<'_>, call: &Use, bytecode: i64) -> Option<Stands> {
    let mut all = call.readings.iter().flat_map(|reading| {
        let ends = [*reading.versions.start(), *reading.versions.end()];
        ends.map(|version| of_reading(between, call, reading, version, bytecode))
    });
    let first = all.next()?;
    if all.all(|other| other == first) { first } else { Some(Stands::Unknown) }
}

fn of_reading(
    between: &Between<'_>,
    call: &Use,
    reading: &Reading,
    version: u64,
    bytecode: i64,
) -> Option<Stands> {
    if !takes(&reading.schema, call.given) {
        return Some(Stands::Unread);
    }
    let otherwise = |schema: &Schema| by_position(&reading.schema, schema, call.given);
    let stands = between.obstacle(&call.operator, (&reading.schema, &reading.given), version, &otherwise);
    if stands.is_some() {
        return stands;
    }
    let now = between.set.schema_at(&call.operator, between.reader.runtime.version)?;
    (!stays(&reading.schema, now, call.given, bytecode)).then_some(Stands::Moved)
}

/// What the interpreter does with a call: it takes values by position, and fills in defaults behind them.
fn by_position(theirs: &Schema, ours: &Schema, given: Option<u64>) -> Otherwise {
    let count = given.unwrap_or(theirs.arguments.len() as u64);
    match takes(ours, Some(count)) && same_arguments(theirs, ours, count) {
        true => Otherwise::Misreads,
        false => Otherwise::Refuses,
    }
}

/// Rewrites the bytecode of an archive for the version of a set that the reader has, one operator set after another.
pub(super) fn rewrite(context: &Context<'_, '_>) -> Result<Change, Vec<Blocker>> {
    let Some(lite) = context.facts.lite.as_ref() else { return Ok(Change::default()) };
    let own = &context.facts.own;
    let mut recorded =
        Recorded::read(context.archive).map_err(|why| blocked("the versions of operator sets", why))?;
    for known in &own.sets {
        let Some(reader) = Reader::of(context.profile, known.name(), own.as_of) else { continue };
        let mut change = replaced(context, lite, known, &reader)?;
        if change.is_empty() {
            continue;
        }
        let made = change
            .records
            .iter()
            .find(|(record, _)| record == BYTECODE)
            .and_then(|(_, content)| content.as_deref());
        let needed =
            made.and_then(|content| needed(content, known, &reader)).unwrap_or(reader.runtime.version);
        recorded.set(Part::Bytecode, context.facts.code.is_some(), known.name(), needed);
        change.records.extend(recorded.records(context.archive));
        change.said.push(format!("the bytecode is of version {needed} of `{}`", known.name()));
        return Ok(change);
    }
    Ok(Change::default())
}

/// The bytecode with the functions of a set in the place of calls.
fn replaced(
    context: &Context<'_, '_>,
    lite: &Lite,
    known: &Known,
    reader: &Reader,
) -> Result<Change, Vec<Blocker>> {
    let set = &known.set;
    let functions = pack(&set.functions).map_err(|why| blocked("the functions of the set", why))?;
    // The functions call PyTorch's operators as the reader has them.
    let base: Rc<dyn Operators> = Rc::new(Releases::reader(context)?);
    let sets =
        |version: u64| -> Option<Rc<dyn Operators>> { Some(Rc::new(set.at(version, Rc::clone(&base)))) };
    let runtime = reader.upgraded_here();
    let bridge = Bridge { table: &set.set.table, pack: &functions, sets: &sets, runtime, format: FORMAT };
    let unknown = |what: &str| blocked("bytecode", format!("which operators {what} has is not known"));
    let Some(operators) = operators_of_graphs(version_of(context.profile.release)) else {
        return Err(unknown("the reader"));
    };
    let operators = set.at(runtime.version, operators);
    let theirs = |operator: &OperatorName, given: Option<u64>| {
        let readings = if set.has(operator) { readings(known, operator, given) } else { Vec::new() };
        readings.into_iter().next_back().map(|(_, schema)| schema)
    };
    let ours = |operator: &OperatorName, _: Option<u64>| set.schema_at(operator, runtime.version).cloned();
    let own = Some(OwnSchemas { theirs: &theirs, ours: &ours, only: true });
    let functions =
        Functions { bridge: &bridge, versions: known.bytecode.clone(), operators: &operators, own };
    let writer = convert_bytecode::writers(context.facts, lite).last().copied().and_then(of_release);
    let (Some(writer), Some(of_reader)) = (writer, of_release(context.profile.release)) else {
        return Err(unknown("the writer or the reader"));
    };
    let version = context.facts.version.as_ref().map_or(1, |version| version.number);
    let wanted = Wanted {
        bytecode: lite.bytecode,
        version,
        producer: &writer,
        reader: &of_reader,
        functions: Some(&functions),
    };
    let rewritten = convert(context.archive, &wanted).map_err(convert_bytecode::blockers)?;
    let mut change = Change { records: rewritten.records, ..Change::default() };
    convert_bytecode::with_format(context, &rewritten.functions, version, &mut change)?;
    change.said = convert_bytecode::said(&rewritten.functions);
    change.said.append(&mut change.operators);
    change.said.extend(rewritten.changes);
    Ok(change)
}

/// The oldest version of a set at which every call of bytecode means what it does at the reader's.
fn needed(content: &[u8], known: &Known, reader: &Reader) -> Option<u64> {
    let newest = reader.runtime.version;
    let written = Known { bytecode: newest..=newest, ..known.clone() };
    let calls = calls_in(content, &Own { sets: vec![written], as_of: None, calls: None })?;
    let names: Vec<OperatorName> = calls.iter().map(|call| call.operator.clone()).collect();
    let pack = Pack::default();
    let same = |version: u64, call: &Use| {
        let bridge = bridge(&known.set, Runtime { version, minimum: 0, as_of: None }, &pack, FORMAT);
        call.readings.iter().all(|reading| {
            let older = known.set.schema_at(&call.operator, version);
            // Values are found by position.
            older.is_some_and(|older| stays(&reading.schema, older, call.given, i64::MAX))
                && matches!(bridge.needed(&call.operator, &reading.schema, &reading.given, newest), Ok(None))
        })
    };
    Some(oldest(&known.set, newest, &names, &|version| calls.iter().all(|call| same(version, call))))
}
