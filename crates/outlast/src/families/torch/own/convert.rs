//! Calls of operators of users' sets become calls of upgraders and downgraders: `operator-sets`.

use std::collections::BTreeMap;
use std::rc::Rc;

use outlast_opset::versions::{FileFormat, Runtime};
use outlast_torchscript::program::{Answer, Compiled, Operators, Program, analyse};
use outlast_torchscript::upgraders::{self, Bridge, Rewritten};

use super::super::convert::{Between, Change, Context, blocked, blocker, rewritten as rewritten_program, take};
use super::{OwnOperators, RECORD, Reader, pack, recorded};
use crate::conversion::Blocker;

/// Rewrites the code of an archive for the version of a set that the reader has: of the first set that needs it, since the functions of the next are put
/// beside the code as it is then.
pub(in super::super) fn rewrite(context: &Context<'_, '_>) -> Result<Change, Vec<Blocker>> {
    let Some(code) = context.facts.code.as_ref().filter(|_| !context.is_lite()) else { return Ok(Change::default()) };
    let own = &context.facts.own;
    // What cannot be read is not written over.
    let recorded = recorded(context.archive).map_err(|why| blocked("the versions of operator sets", why))?;
    for (set, versions) in &own.sets {
        let table = &set.set.table;
        let Some(reader) = Reader::of(context.profile, &table.set, own.as_of) else { continue };
        // What the reader no longer upgrades is upgraded here, whatever its minimum and the support windows.
        let runtime = Runtime { version: reader.runtime.version, minimum: 0, as_of: None };
        let functions = pack(&set.functions).map_err(|why| blocked("the functions of the set", why))?;
        // The functions call PyTorch's operators as the reader has them.
        let base: Rc<dyn Operators> = Rc::new(Between::reader(context)?);
        let sets = |version: u64| -> Option<Rc<dyn Operators>> { Some(Rc::new(set.at(version, Rc::clone(&base)))) };
        let bridge = Bridge { table, pack: &functions, sets: &sets, runtime, format: FileFormat::TorchScript };
        let producer = Between::producer(context, code)?;
        let operators = own.beside(&producer);
        let rewritten = upgraders::rewrite(code, versions.clone(), &operators, &bridge).map_err(|all| all.into_iter().map(blocker).collect::<Vec<_>>())?;
        if rewritten.records.is_empty() {
            continue;
        }
        return Ok(changed(context, (code, recorded), set, &reader, rewritten, &operators));
    }
    Ok(Change::default())
}

/// The change, with the version of the set that the result needs.
fn changed(context: &Context<'_, '_>, (code, recorded): (&Program, BTreeMap<String, u64>), set: &OwnOperators, reader: &Reader, mut rewritten: Rewritten, operators: &dyn Operators) -> Change {
    // The number in front of functions is that of PyTorch's operators, of which nothing changed.
    for (record, text) in &mut rewritten.records {
        if record.contains("/outlast_upgraders") {
            *text = upgraders::unmarked(std::mem::take(text));
        }
    }
    let mut change = Change::default();
    take(context, rewritten, &mut change);
    let name = &set.set.table.set;
    let needed = needed(&rewritten_program(code, &change), set, reader, operators);
    let mut versions = recorded;
    versions.insert(name.clone(), needed);
    let text: Vec<String> = versions.iter().map(|(set, version)| format!("\"{set}\": {version}")).collect();
    change.records.push((RECORD.into(), Some(format!("{{{}}}", text.join(", ")).into_bytes())));
    change.said.push(format!("the program is of version {needed} of `{name}`"));
    change
}

/// The oldest version of a set at which every call of a program means what it does at the reader's.
fn needed(program: &Program, set: &OwnOperators, reader: &Reader, operators: &dyn Operators) -> u64 {
    let table = &set.set.table;
    let newest = reader.runtime.version;
    let pack = upgraders::Pack::default();
    let at_newest = set.at(newest, Rc::new(super::Nothing(operators.rules())));
    let analysis = analyse(program, &super::Beside { own: vec![at_newest], base: operators });
    let compiled = Compiled::new(program, &analysis);
    let calls = || compiled.functions.iter().filter_map(|at| analysis.units.get(*at)).flat_map(|unit| &unit.calls);
    let now = set.at(newest, Rc::new(super::Nothing(operators.rules())));
    let same_at = |version: u64| {
        let runtime = Runtime { version, minimum: 0, as_of: None };
        let bridge = Bridge { table, pack: &pack, sets: &|_| None, runtime, format: FileFormat::TorchScript };
        calls().all(|call| {
            let Answer::Overload { variant, .. } = &call.answer else { return true };
            let variants = now.variants(&call.name);
            let Some(schema) = variants.get(*variant).map(|variant| &variant.schema) else { return true };
            let created = table.of(&schema.name).first().filter(|change| change.old_schema.is_none()).map_or(0, |change| change.version);
            created <= version && matches!(bridge.needed(&schema.name, schema, &call.given, newest), Ok(None))
        })
    };
    let mut candidates: Vec<u64> = table.changes().iter().map(|change| change.version).filter(|version| *version <= newest).collect();
    candidates.push(0);
    candidates.sort_unstable();
    candidates.into_iter().find(|version| same_at(*version)).unwrap_or(newest)
}
