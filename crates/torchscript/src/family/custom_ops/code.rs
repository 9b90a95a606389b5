//! Calls of operators of sets in code of TorchScript.

use std::rc::Rc;

use crate::program::{Answer, Call, Compiled, Operators, Program, Unit, analyse};
use crate::upgraders::{self, Bridge, Pack, Rewritten};
use outlast_opset::schema::{OperatorName, Schema};
use outlast_opset::versions::{FileFormat, Runtime};

use super::super::context::JudgeContext;
use super::super::convert::{
    Between as Releases, Change, Context, blocked, blocker, rewritten as rewritten_program, take,
};
use super::blockers::{Between, Found, Otherwise, Stands, bridge, oldest};
use super::records::{Part, Recorded};
use super::{Beside, Known, Nothing, Reader, pack};
use outlast_model::conversion::Blocker;

const FORMAT: FileFormat = FileFormat::TorchScript;

/// Judges the calls of a program; `operators` is what they were resolved with.
pub(in super::super) fn judge(
    case: &mut JudgeContext<'_>,
    code: &Program,
    compiled: &Compiled,
    units: &[Rc<Unit>],
    operators: &dyn Operators,
) {
    let own = &case.facts.own;
    let mut found = Found::default();
    for call in compiled.functions.iter().filter_map(|at| units.get(*at)).flat_map(|unit| &unit.calls) {
        let Some((operator, schema)) = called(call, operators) else { continue };
        let Some(known) = own.set_of(&operator) else { continue };
        let stands = match Reader::of(case.profile, known.name(), own.as_of) {
            None => Some(Stands::NoSet),
            Some(reader) => {
                let between = Between { set: &known.set, reader, format: FORMAT };
                let otherwise =
                    |schema: &Schema| by_name(schema, call.given.iter().map(|given| given.argument.as_str()));
                let ask = |version| between.obstacle(&operator, (&schema, &call.given), version, &otherwise);
                let (first, last) = (ask(*known.code.start()), ask(*known.code.end()));
                if first == last { last } else { Some(Stands::Unknown) }
            }
        };
        if let Some(stands) = stands {
            found.add(known.name(), &operator, stands, || code.place(call.place));
        }
    }
    found.tell(case, FORMAT);
}

/// What a compiler does with a call that gives these arguments.
fn by_name<'g>(schema: &Schema, given: impl Iterator<Item = &'g str>) -> Otherwise {
    let given: Vec<&str> = given.collect();
    let known = given.iter().all(|name| schema.arguments.iter().any(|argument| argument.name == *name));
    let enough = schema
        .arguments
        .iter()
        .all(|argument| argument.default.is_some() || given.contains(&argument.name.as_str()));
    if known && enough { Otherwise::Misreads } else { Otherwise::Refuses }
}

/// The operator of a call, with the schema that takes it.
fn called(call: &Call, operators: &dyn Operators) -> Option<(OperatorName, Schema)> {
    let Answer::Overload { variant, .. } = &call.answer else { return None };
    let schema = operators.variants(&call.name).get(*variant)?.schema.clone();
    Some((schema.name.clone(), schema))
}

/// Rewrites the code of an archive for the version of a set that the reader has: of the first set that needs it, since the functions of the next are put
/// beside the code as it is then.
pub(super) fn rewrite(context: &Context<'_, '_>) -> Result<Change, Vec<Blocker>> {
    let Some(code) = context.facts.code.as_ref() else { return Ok(Change::default()) };
    let own = &context.facts.own;
    // What cannot be read is not written over.
    let recorded =
        Recorded::read(context.archive).map_err(|why| blocked("the versions of operator sets", why))?;
    for known in &own.sets {
        let (set, table) = (&known.set, &known.set.set.table);
        let Some(reader) = Reader::of(context.profile, known.name(), own.as_of) else { continue };
        let functions = pack(&set.functions).map_err(|why| blocked("the functions of the set", why))?;
        // The functions call PyTorch's operators as the reader has them.
        let base: Rc<dyn Operators> = Rc::new(Releases::reader(context)?);
        let sets =
            |version: u64| -> Option<Rc<dyn Operators>> { Some(Rc::new(set.at(version, Rc::clone(&base)))) };
        let bridge =
            Bridge { table, pack: &functions, sets: &sets, runtime: reader.upgraded_here(), format: FORMAT };
        let producer = Releases::producer(context, code)?;
        let operators = own.beside(&producer);
        let rewritten = upgraders::rewrite(code, known.code.clone(), &operators, &bridge);
        let rewritten = rewritten.map_err(|all| all.into_iter().map(blocker).collect::<Vec<_>>())?;
        if rewritten.records.is_empty() {
            continue;
        }
        return Ok(changed(context, (code, recorded), known, &reader, rewritten, &operators));
    }
    Ok(Change::default())
}

/// The change, with the version of the set that the result needs.
fn changed(
    context: &Context<'_, '_>,
    (code, mut recorded): (&Program, Recorded),
    known: &Known,
    reader: &Reader,
    mut rewritten: Rewritten,
    operators: &dyn Operators,
) -> Change {
    // The number in front of functions is that of PyTorch's operators, of which nothing changed.
    for (record, text) in &mut rewritten.records {
        if record.contains("/outlast_upgraders") {
            *text = upgraders::unmarked(std::mem::take(text));
        }
    }
    let mut change = Change::default();
    take(context, rewritten, &mut change);
    let needed = needed(&rewritten_program(code, &change), known, reader, operators);
    recorded.set(Part::Code, context.facts.lite.is_some(), known.name(), needed);
    change.records.extend(recorded.records(context.archive));
    change.said.push(format!("the program is of version {needed} of `{}`", known.name()));
    change
}

/// The oldest version of a set at which every call of a program means what it does at the reader's.
fn needed(program: &Program, known: &Known, reader: &Reader, operators: &dyn Operators) -> u64 {
    let (set, newest) = (&known.set, reader.runtime.version);
    let pack = Pack::default();
    let now = || set.at(newest, Rc::new(Nothing(operators.rules())));
    let analysis = analyse(program, &Beside { own: vec![now()], base: operators });
    let compiled = Compiled::new(program, &analysis);
    let now = now();
    let calls: Vec<(&Call, Schema)> = compiled
        .functions
        .iter()
        .filter_map(|at| analysis.units.get(*at))
        .flat_map(|unit| &unit.calls)
        .filter_map(|call| Some((call, called(call, &now)?.1)))
        .collect();
    let names: Vec<OperatorName> = calls.iter().map(|(_, schema)| schema.name.clone()).collect();
    oldest(set, newest, &names, &|version| {
        let bridge = bridge(set, Runtime { version, minimum: 0, as_of: None }, &pack, FORMAT);
        calls.iter().all(|(call, schema)| {
            matches!(bridge.needed(&schema.name, schema, &call.given, newest), Ok(None))
        })
    })
}
