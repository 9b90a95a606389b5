//! What a reader does with calls of operators of users' sets.

use std::collections::BTreeMap;
use std::rc::Rc;

use outlast_core::Place;
use outlast_opset::schema::{OperatorName, Schema};
use outlast_opset::versions::{FileFormat, Obstacle, codes as versions};
use outlast_torchscript::program::{Answer, Call, Compiled, Given, Operators, Program, Unit};
use outlast_torchscript::upgraders::{Bridge, Pack};

use super::super::case::{About, Case};
use super::super::codes;
use super::{OwnOperators, Reader};
use crate::verdict::{Outcome, Stage};

/// What stands between the calls of an operator and the reader.
#[derive(Clone, PartialEq, Eq)]
enum Stands {
    /// The reader has no version of the set.
    NoSet,
    /// An upgrader does what the call meant.
    Upgraded {
        function: String,
        /// Whether the reader's own operator takes the call, and does something else.
        taken: bool,
    },
    /// The table says why not.
    Obstacle(Obstacle),
    /// The program may be of several versions, and they differ.
    Unknown,
}

/// Judges the calls of a program; `operators` is what they were resolved with.
pub(in super::super) fn judge(case: &mut Case<'_>, code: &Program, compiled: &Compiled, units: &[Rc<Unit>], operators: &dyn Operators) {
    let own = case.facts.own.clone();
    let mut found: BTreeMap<String, (Stands, usize, Place)> = BTreeMap::new();
    for call in compiled.functions.iter().filter_map(|at| units.get(*at)).flat_map(|unit| &unit.calls) {
        let Some((operator, schema)) = called(call, operators) else { continue };
        let Some((set, range)) = own.sets.iter().find(|(set, _)| set.has(&operator)) else { continue };
        let stands = match Reader::of(case.profile, &set.set.table.set, own.as_of) {
            None => Some(Stands::NoSet),
            Some(reader) => {
                let ask = |version| stands(set, &reader, &operator, (&schema, &call.given), version);
                let (first, last) = (ask(*range.start()), ask(*range.end()));
                if first == last { last } else { Some(Stands::Unknown) }
            }
        };
        if let Some(stands) = stands {
            let entry = found.entry(operator.to_string()).or_insert_with(|| (stands, 0, code.place(call.place)));
            entry.1 += 1;
        }
    }
    for (operator, (stands, count, place)) in found {
        let set = own.sets.iter().find(|(set, _)| operator.starts_with(&format!("{}::", set.set.table.set))).map_or("", |(set, _)| &set.set.table.set);
        tell(case, (&operator, set), stands, count, &place);
    }
}

/// The operator of a call, with the schema that takes it.
fn called(call: &Call, operators: &dyn Operators) -> Option<(OperatorName, Schema)> {
    let Answer::Overload { variant, .. } = &call.answer else { return None };
    let schema = operators.variants(&call.name).get(*variant)?.schema.clone();
    Some((schema.name.clone(), schema))
}

/// What stands between a call in a program of a version and the reader; `None` if nothing does.
fn stands(set: &OwnOperators, reader: &Reader, operator: &OperatorName, (schema, given): (&Schema, &[Given]), program: u64) -> Option<Stands> {
    let table = &set.set.table;
    let bridge = Bridge { table, pack: &Pack::default(), sets: &|_| None, runtime: reader.runtime, format: FileFormat::TorchScript };
    let now = table.schema_at(operator, reader.runtime.version);
    let newest = set.set.schemas.iter().find(|schema| schema.name == *operator);
    let created = table.of(operator).first().filter(|change| change.old_schema.is_none()).map_or(0, |change| change.version);
    let known = now.is_some() || (newest.is_some() && created <= reader.runtime.version);
    match (table.load(operator, known, program, &reader.runtime, FileFormat::TorchScript), bridge.needed(operator, schema, given, program)) {
        (Err(obstacle), _) if obstacle.code == versions::UNKNOWN_OPERATOR => Some(Stands::Obstacle(obstacle)),
        // A call means the same before and after some changes, whatever the versions say.
        (_, Ok(None)) => None,
        (Err(obstacle), _) | (Ok(_), Err(obstacle)) => Some(Stands::Obstacle(obstacle)),
        (Ok(_), Ok(Some(needed))) => {
            let schema = now.or(newest);
            let takes = |schema: &Schema| {
                given.iter().all(|given| schema.arguments.iter().any(|argument| argument.name == given.argument))
                    && schema.arguments.iter().all(|argument| argument.default.is_some() || given.iter().any(|given| given.argument == argument.name))
            };
            Some(Stands::Upgraded { function: needed.function, taken: schema.is_some_and(takes) })
        }
    }
}

fn tell(case: &mut Case<'_>, (operator, set): (&str, &str), stands: Stands, count: usize, place: &Place) {
    let reader = case.reader();
    let calls = if count == 1 { String::new() } else { format!(" ({count} calls)") };
    let about = |needs: &str, has: &str, sentence: String| About { subject: operator.to_string(), needs: needs.into(), has: has.into(), sentence };
    match stands {
        Stands::NoSet => {
            let sentence = format!("{reader} has no version of the operator set `{set}`, of which the code calls `{operator}`{calls}");
            case.refused(versions::UNKNOWN_OPERATOR, about("a reader with the set", "does not have it", sentence), None, place);
        }
        Stands::Unknown => {
            let sentence = format!("`{operator}`{calls} changed between the versions of `{set}` that the program may be of: which one decides");
            case.add(versions::VERSION_UNKNOWN, (Outcome::Unknown, None), about("the version of the program", "unknown", sentence), None, place);
        }
        Stands::Obstacle(obstacle) => {
            let sentence = format!("{}{calls}", obstacle.message);
            case.refused(obstacle.code, about("a reader of that version", "another", sentence), None, place);
        }
        Stands::Upgraded { function, taken } => {
            let upgrades = Reader::of(case.profile, set, None).is_some_and(|reader| reader.upgraders);
            match (upgrades, taken) {
                (true, _) => {
                    let sentence = format!("{reader} upgrades `{operator}`{calls} by `{function}`");
                    case.add(codes::CHANGED, (Outcome::Upgrades, None), about("the operator of an older version", &format!("has `{function}`"), sentence), None, place);
                }
                (false, true) => {
                    let sentence = format!("`{operator}`{calls} does something else than when the program was written; `{function}` does what it did");
                    case.add(codes::CHANGED, (Outcome::Misreads, Some(Stage::Run)), about("the operator of an older version", "another", sentence), None, place);
                }
                (false, false) => {
                    let sentence = format!("`{operator}`{calls} takes other arguments than when the program was written; `{function}` does what it did");
                    case.refused(codes::CALL, about("the operator of an older version", "another", sentence), None, place);
                }
            }
        }
    }
}
