//! What takes the place of calls of operators that changed: functions of a version table's pack, compiled for the reader.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::rc::Rc;

use outlast_core::QuickMap;
use outlast_opset::resolve::Constant;
use outlast_opset::schema::{OperatorName, Schema, Value as Literal};
use outlast_opset::versions::{Obstacle, codes};

use super::Wanted;
use super::calls::{Called, Plan, is_idle, literal, plan};
use super::const_prop::Known;
use super::entries::Entries;
use super::form::{Code, Slot};
use super::refusal::{HELP_OPERATOR, Refusals};
use super::rewrite::{Rewriter, index};
use crate::bytecode::compile::{Function, Target, compile};
use crate::bytecode::{Instruction, Operator};
use crate::pickle::{Graph, Value};
use crate::program::{Given, Operators};
use crate::upgraders::{Bridge, Needed, QUALIFIER, functions};

/// Instructions that functions may add to a program.
const MOST: usize = 1 << 22;

/// The functions of a version table for a program.
pub struct Functions<'f> {
    /// The table with its pack, for [`outlast_opset::versions::FileFormat::Lite`].
    pub bridge: &'f Bridge<'f>,
    /// The versions that the program may be of.
    pub versions: RangeInclusive<u64>,
    /// The operators of the reader, as it offers them to programs of its own.
    pub operators: &'f dyn Operators,
    /// For sets of operators that no release has.
    pub own: Option<OwnSchemas<'f>>,
}

/// An operator by its name and the number of values that calls leave on the stack, if the file says it; `None` for those of other sets.
pub type OwnSchema<'f> = dyn Fn(&OperatorName, Option<u64>) -> Option<Schema> + 'f;

/// The operators of sets that no release has.
#[derive(Clone, Copy)]
pub struct OwnSchemas<'f> {
    /// The operators as the writer has them.
    pub theirs: &'f OwnSchema<'f>,
    /// As the reader has them.
    pub ours: &'f OwnSchema<'f>,
    /// Whether only their calls change.
    pub only: bool,
}

impl fmt::Debug for Functions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Functions").field("versions", &self.versions).finish_non_exhaustive()
    }
}

impl fmt::Debug for OwnSchemas<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnSchemas").finish_non_exhaustive()
    }
}

/// A function with its number of results, compiled, or why it is not: a code and a sentence.
type Compiled = Rc<Result<Function, (outlast_core::Code, String)>>;

/// Functions that were compiled for a program.
#[derive(Debug, Default)]
pub(super) struct Cache {
    compiled: QuickMap<(String, u64, usize), Compiled>,
    /// Instructions that were added so far.
    pub(super) added: usize,
    /// Of each operator that was replaced: the function, and how many calls of it became its code.
    pub(super) replaced: BTreeMap<(String, String), u64>,
    /// Whether one of the functions divides: what that means depends on the format version.
    pub(super) divides: bool,
}

/// What becomes of a call.
pub(super) enum Replaced {
    /// It stays a call of the operator.
    No,
    /// Nothing: a reason says why.
    Refused,
    /// A function, with where its arguments come from.
    By(Compiled, Plan),
}

impl Functions<'_> {
    /// Whether the table says something of an operator.
    pub(super) fn knows(&self, schema: &Schema) -> bool {
        !self.bridge.table.operator_changes(&schema.name).is_empty() && !is_idle(&schema.name.name)
    }
}

/// The arguments that a call gives. What is given as it would be anyway counts as not given: releases write all arguments, or as many as any call of
/// the operator in the function needs.
pub(super) fn given(
    code: &Code,
    known: &Known,
    graph: &Graph<'_>,
    at: usize,
    operator: &Operator,
    theirs: &Schema,
) -> Vec<Given> {
    let (plain, outs): (Vec<_>, Vec<_>) = theirs.arguments.iter().partition(|argument| !argument.is_out());
    let all = plain.len().saturating_add(outs.len());
    let count =
        operator.arguments().map_or(all, |count| usize::try_from(count).unwrap_or(usize::MAX)).min(all);
    let given = count.saturating_sub(outs.len());
    let mut found = Vec::with_capacity(count);
    for (index_of, argument) in plain.iter().take(given).enumerate() {
        let below = count.saturating_sub(index_of).saturating_sub(1);
        let slot = known.constant(at, below).and_then(index).and_then(|at| code.constants.get(at));
        let default = argument.default.as_ref().and_then(|default| literal(default, &argument.ty).ok());
        let own = slot.zip(default.as_ref()).is_some_and(|(slot, default)| slot.is(graph, default));
        if !own {
            let constant = slot.and_then(|slot| constant(graph, slot));
            found.push(Given { argument: argument.name.clone(), keyword: false, constant });
        }
    }
    let out = |argument: &&outlast_opset::schema::Argument| Given {
        argument: argument.name.clone(),
        keyword: true,
        constant: None,
    };
    found.extend(outs.iter().map(out));
    found
}

fn constant(graph: &Graph<'_>, slot: &Slot) -> Option<Constant> {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).ok().map(Constant::Text);
    match slot {
        Slot::Old(id) => Some(match graph.value(*id) {
            Value::None => Constant::None,
            Value::Bool(truth) => Constant::Bool(*truth),
            Value::Int(number) => Constant::Int(*number),
            Value::Float(number) => Constant::Float(*number),
            Value::Text(bytes) => return text(bytes),
            _ => return None,
        }),
        Slot::New(value) => Some(match value {
            Literal::None => Constant::None,
            Literal::Bool(truth) => Constant::Bool(*truth),
            Literal::Int(number) => Constant::Int(*number),
            Literal::Float(number) => Constant::Float(*number),
            Literal::Text(bytes) => return text(bytes),
            _ => return None,
        }),
    }
}

impl Rewriter<'_, '_, '_, '_> {
    /// What becomes of a call of an operator that the table knows.
    pub(super) fn replaced(
        &mut self,
        (code, known, at): (&Code, &Known, usize),
        (operator, theirs): (&Operator, &Schema),
        call: &Instruction,
        refusals: &mut Refusals,
    ) -> Replaced {
        let Some(from) = self.wanted.functions else { return Replaced::No };
        // Where the interpreter never comes, nothing stands in the way; and readers refuse operators that they do not have there, too.
        let never = known.is_never_reached(at);
        let given = given(code, known, self.graph, at, operator, theirs);
        let name = operator.full_name();
        let mut refuse = |code_of: outlast_core::Code, why: String| {
            if never {
                return Replaced::No;
            }
            let why = format!("{why} (instruction {at} of `{}`)", code.name.escape_debug());
            refusals.add(code_of, &name, why, HELP_OPERATOR, (call.at, &code.name));
            Replaced::Refused
        };
        let needed = match from.bridge.between(&theirs.name, theirs, &given, &from.versions) {
            Ok(None) => return Replaced::No,
            Ok(Some(needed)) => needed,
            Err(Obstacle { code: code_of, message, .. }) => return refuse(code_of, message),
        };
        let compiled = self.compiled(&needed, theirs.returns.len());
        let function = match &*compiled {
            Ok(function) => function,
            Err((code_of, why)) => return refuse(*code_of, why.clone()),
        };
        let added = self.functions.added.saturating_add(function.instructions.len());
        if added > MOST {
            return refuse(codes::BAD_FUNCTION, "the functions would make the program too large".into());
        }
        let ours = taking(function, theirs);
        let called =
            Called { name: &operator.name, given: operator.arguments(), theirs, ours: &ours, explicit: true };
        match plan(&called) {
            Ok(plan) => Replaced::By(Rc::clone(&compiled), plan),
            Err(why) => refuse(codes::BAD_FUNCTION, format!("`{}`: {why}", needed.function)),
        }
    }

    /// A function with those that it calls, compiled for the reader.
    fn compiled(&mut self, needed: &Needed, results: usize) -> Compiled {
        let key = (needed.function.clone(), needed.version, results);
        if let Some(known) = self.functions.compiled.get(&key) {
            return Rc::clone(known);
        }
        let made = Rc::new(made(self.wanted, &self.entries, needed, results));
        self.functions.divides |= made.as_ref().as_ref().is_ok_and(divides);
        self.functions.compiled.insert(key, Rc::clone(&made));
        made
    }
}

fn made(
    wanted: &Wanted<'_>,
    entries: &Entries<'_, '_>,
    needed: &Needed,
    results: usize,
) -> Result<Function, (outlast_core::Code, String)> {
    let missing = || (codes::BAD_FUNCTION, "there is no version table".to_string());
    let from = wanted.functions.ok_or_else(missing)?;
    let program = functions(from.bridge, needed).map_err(|refusals| {
        let first = refusals.into_iter().next();
        first.map_or_else(missing, |refusal| (refusal.code, refusal.message))
    })?;
    let target = Target {
        operators: from.operators,
        bytecode: wanted.bytecode,
        taken: &|schema| entries.taken(schema),
    };
    let name = format!("{QUALIFIER}.{}", needed.function);
    compile(&program, &name, results, &target).map_err(|fault| {
        (codes::BAD_FUNCTION, format!("`{}` cannot be said in bytecode: {fault}", needed.function))
    })
}

/// Whether a function divides without saying how to round.
fn divides(function: &Function) -> bool {
    function.operators.iter().any(|of| is_division(&of.name, &of.overload))
}

/// Operators that round where both sides are integers, in programs of format version 3 and below: those on tensors.
pub(super) fn is_division(name: &str, overload: &str) -> bool {
    ["aten::div", "aten::div_"].contains(&name) && ["Tensor", "Scalar", "out"].contains(&overload)
}

/// What a function takes, as an operator: out arguments are those of the operator that it takes the place of.
fn taking(function: &Function, theirs: &Schema) -> Schema {
    let mut arguments = function.arguments.clone();
    for argument in &mut arguments {
        let same = theirs.arguments.iter().find(|other| other.name == argument.name && other.is_out());
        if let Some(out) = same {
            argument.kwarg_only = true;
            argument.alias.clone_from(&out.alias);
        }
    }
    Schema { arguments, ..theirs.clone() }
}
