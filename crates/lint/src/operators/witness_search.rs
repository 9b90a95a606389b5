//! The search for witnesses: a call as one set declares the operator, resolved in the other.

use std::cell::Cell;
use std::collections::HashMap;

use outlast_core::Budget;
use outlast_opset::lint::{Declared, Inventory, Lint, Request};
use outlast_opset::resolve::{Binding, Candidate, Failure, Resolved, Rules, resolve};
use outlast_opset::schema::Schema;

use crate::{Direction, Outcome, Witness};

use super::engine::Sources;
use super::program::Call;

/// Where to look: at a change, by its index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Aim {
    pub(crate) change: usize,
}

/// The overloads of each operator name, in the order of a set, which is that in which they are tried.
type Overloads<'s> = HashMap<&'s str, Vec<&'s Schema>>;

/// One set, as a writer or as a reader.
struct Side<'s> {
    overloads: Overloads<'s>,
    rules: Rules,
}

impl<'s> Side<'s> {
    fn new(inventory: &'s Inventory, rules: Rules) -> Side<'s> {
        let mut overloads = Overloads::new();
        for declared in &inventory.schemas {
            overloads.entry(&declared.schema.name.name).or_default().push(&declared.schema);
        }
        Side { overloads, rules }
    }

    /// What a call means here, and the schema that it means.
    fn resolve(&self, name: &str, call: &Call<'_>) -> Result<(Resolved, &'s Schema), Failure> {
        let schemas = self.overloads.get(name).map(Vec::as_slice).unwrap_or_default();
        let candidates: Vec<Candidate<'_>> = schemas.iter().map(|schema| Candidate::from(*schema)).collect();
        let resolved = resolve(&candidates, &call.values(), &call.keywords(), self.rules)?;
        match schemas.get(resolved.candidate) {
            Some(schema) => Ok((resolved, schema)),
            None => Err(Failure::Refused(Vec::new())),
        }
    }
}

/// Arguments of overloads that calls are tried on, for each schema of both sets, and for any sets. Genuine sets need a small part of it.
const EACH: u64 = 2_000;
const FREE: u64 = 1_000_000;

/// Both sets.
pub(crate) struct Hunt<'c> {
    /// Work that is left; without any, nothing is found, and nothing is the same.
    budget: Cell<Budget>,
    lint: &'c Lint<'c>,
    old: Side<'c>,
    new: Side<'c>,
    write: &'c dyn Fn(&str) -> Option<Vec<u8>>,
}

impl<'c> Hunt<'c> {
    pub(crate) fn new(lint: &'c Lint<'_>, request: &'c Request<'_>, sources: &'c Sources<'_>) -> Hunt<'c> {
        let schemas = request.old.schemas.len().saturating_add(request.new.schemas.len());
        Hunt {
            budget: Cell::new(Budget::for_bytes(schemas, EACH, FREE)),
            lint,
            old: Side::new(request.old, sources.old),
            new: Side::new(request.new, sources.new),
            write: sources.write,
        }
    }

    /// A program of the writer that the reader refuses, or takes for something else.
    pub(crate) fn find(&self, direction: Direction, aim: &Aim) -> Option<Witness> {
        let (sides, written) = self.sides(direction, aim)?;
        Call::all(&written.schema).into_iter().find_map(|call| {
            let Seen::Otherwise(meant, outcome) = self.seen(sides, written, &call) else { return None };
            let bytes = (self.write)(&call.code(&meant.returns)?)?;
            let root = written.schema.name.to_string();
            Some(Witness {
                direction,
                read_as: root.clone(),
                root,
                bytes,
                wrote: format!("`{}`", call.text()),
                set: call.given(),
                outcome,
                first: None,
                remark: None,
            })
        })
    }

    /// Whether every call of the writer means the same to the reader.
    pub(crate) fn is_same(&self, direction: Direction, aim: &Aim) -> bool {
        let Some((sides, written)) = self.sides(direction, aim) else { return false };
        let calls = Call::all(&written.schema);
        calls.iter().all(|call| matches!(self.seen(sides, written, call), Seen::Same))
    }

    fn seen(&self, sides: [&Side<'_>; 2], written: &Declared, call: &Call<'_>) -> Seen {
        let name = &written.schema.name.name;
        let overloads = sides.iter().filter_map(|side| side.overloads.get(name.as_str()));
        let tried: usize = overloads.map(Vec::len).sum();
        let mut budget = self.budget.get();
        let goes_on = budget.spend(tried.saturating_mul(written.schema.arguments.len() + 1));
        self.budget.set(budget);
        if goes_on { seen(sides, written, call) } else { Seen::Unclear }
    }

    /// Who writes, who reads, and what is written.
    fn sides(&self, direction: Direction, aim: &Aim) -> Option<([&Side<'c>; 2], &'c Declared)> {
        let change = &self.lint.changes.get(aim.change)?.change;
        match direction {
            Direction::NewReadsOld => Some(([&self.old, &self.new], change.old?)),
            Direction::OldReadsNew => Some(([&self.new, &self.old], change.new?)),
        }
    }
}

/// What a call comes to on the other side.
enum Seen {
    /// It means what it meant.
    Same,
    /// It does not, whatever it meant for its writer.
    Otherwise(Resolved, Outcome),
    /// That cannot be told.
    Unclear,
}

fn seen([writer, reader]: [&Side<'_>; 2], written: &Declared, call: &Call<'_>) -> Seen {
    let name = &written.schema.name.name;
    let Ok((meant, schema)) = writer.resolve(name, call) else { return Seen::Unclear };
    if schema.name != written.schema.name {
        return Seen::Unclear;
    }
    let outcome = match reader.resolve(name, call) {
        Err(Failure::Undecided(_)) => return Seen::Unclear,
        Err(Failure::Refused(refusals)) => Some(refused(&written.schema, &refusals)),
        Ok((_, other)) if other.name != schema.name => return Seen::Unclear,
        Ok((read, other)) => different((&meant, schema), (&read, other)),
    };
    match outcome {
        Some(outcome) => Seen::Otherwise(meant, outcome),
        None => Seen::Same,
    }
}

/// No overload takes the call.
fn refused(written: &Schema, refusals: &[outlast_opset::resolve::Refusal]) -> Outcome {
    // The overload of that name says it best.
    let own = written.name.to_string();
    let why = match refusals.iter().find(|one| one.name == own).or(refusals.first()) {
        None => format!("unknown builtin operator {}", written.name.name),
        Some(refusal) => format!("no overload takes the call: {refusal}"),
    };
    Outcome::Rejected { path: String::new(), why }
}

/// What a call means here and there, if that is not the same: its results, its arguments, the defaults that it leaves.
fn different((meant, written): (&Resolved, &Schema), (read, other): (&Resolved, &Schema)) -> Option<Outcome> {
    let types = |resolved: &Resolved| {
        let all: Vec<String> = resolved.returns.iter().map(ToString::to_string).collect();
        format!("({})", all.join(", "))
    };
    let accepted = meant.returns.len() == read.returns.len()
        && meant.returns.iter().zip(&read.returns).all(|(was, is)| is.fake().is_subtype_of(&was.fake()));
    if !accepted {
        let why =
            format!("the program takes apart {}, and the operator returns {}", types(meant), types(read));
        return Some(Outcome::Rejected { path: "results".into(), why });
    }
    for (at, argument) in written.arguments.iter().enumerate() {
        let given = meant.bindings.get(at)?;
        let place = other.arguments.iter().position(|one| one.name == argument.name);
        let path = format!("argument {}", argument.name);
        match (given, place.and_then(|place| read.bindings.get(place).map(|bound| (place, bound)))) {
            (Binding::Default, Some((place, Binding::Default))) => {
                let default = &other.arguments.get(place)?.default;
                if *default != argument.default {
                    let text = |value: &Option<outlast_opset::schema::Value>| {
                        value
                            .as_ref()
                            .map_or_else(|| "nothing".to_string(), |value| format!("the default {value}"))
                    };
                    return Some(Outcome::Different {
                        path,
                        wrote: text(&argument.default),
                        read: text(default),
                    });
                }
            }
            // A single value is the list of it; for a longer list it stood for all elements.
            (Binding::Positional(value), Some((_, Binding::Rest(from))))
                if value == from && argument.size.is_none_or(|size| size < 2) => {}
            // A value by position goes to another argument, although the one that it was meant for is still there.
            (Binding::Positional(value), Some((_, bound))) if bound != given => {
                return Some(Outcome::Different {
                    path,
                    wrote: format!("value {value}"),
                    read: match bound {
                        Binding::Positional(other) => format!("value {other}"),
                        _ => "a value that was not given for it".into(),
                    },
                });
            }
            _ => {}
        }
    }
    None
}
