//! Operators under another name: calls of one operator become calls of another that computes the same from the same
//! values. Each pair of operators has a rule that says for which calls this holds.
//!
//! | from | to | same result if |
//! |---|---|---|
//! | `dim_order_ops::_clone_dim_order.out` | `aten::clone.out` | input and output have one dimension order, contiguous or channels last |
//! | `dim_order_ops::_clone_dim_order.out` | `dim_order_ops::_to_dim_order_copy.out` | an element type that the latter takes |
//! | `dim_order_ops::_to_dim_order_copy.out` | `aten::_to_copy.out` | input and output have one dimension order |
//! | `aten::clone.out`, `aten::_to_copy.out` | `dim_order_ops::…` | the output is contiguous or channels last |
//! | `aten::mean.dtype_out` | `aten::mean.out` | always: over all dimensions |
//! | `aten::max.unary_out` | `aten::amax.out` | always: over all dimensions |
//! | `executorch_prim::{add,eq,sub}.int` | `….Scalar` | always: no release registers the former |

mod call;
mod rules;

use std::collections::BTreeMap;

use outlast_core::{Path, Place, Result, to_index};
use outlast_flatbuffers::build::{Slot, Target};

use super::{Changes, Refusal, count};
use crate::defs::instruction;
use crate::edit::ProgramEditor;
use crate::facts::operator_names;
use crate::tables::{ExecutionPlan, KernelCall, View, items};
use crate::work::budget;
use call::Call;
use rules::RULES;

/// An argument of a call.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Argument {
    /// A value that is there.
    Value(i32),
    /// None.
    Null,
    /// False.
    False,
    /// A list of integers.
    Order(Vec<u8>),
}

/// Which calls are rewritten.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// All.
    All,
    /// Those whose input and output have different dimension orders.
    OrdersDiffer,
}

/// Operators that can stand for one, in order of preference.
pub fn stand_ins(operator: &str) -> impl Iterator<Item = &'static str> {
    RULES.iter().filter(move |(from, ..)| *from == operator).map(|(_, to, _)| *to)
}

/// Rewrites calls of `from`: each becomes a call of the first of `to` that computes the same.
pub fn replace(editor: &mut ProgramEditor<'_, '_>, from: &str, to: &[&str], which: Which) -> Changes {
    let file = *editor.file();
    let mut changes = Vec::new();
    for (p, plan) in items(file.root.execution_plan()?).enumerate() {
        let mut work = PlanWork::new(plan?, p)?;
        let calls = work.calls(from, which)?;
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for call in &calls {
            let mut reasons = Vec::new();
            let found =
                RULES.iter().filter(|(f, t, _)| *f == from && to.contains(t)).find_map(|(_, t, rule)| {
                    rule(call).map_err(|why| reasons.push(format!("{t}: {why}"))).ok().map(|args| (*t, args))
                });
            let Some((target, args)) = found else {
                let why = match reasons.is_empty() {
                    true => format!("no operator of the target can stand for {from}"),
                    false => format!("{from} cannot become {}", reasons.join("; nor ")),
                };
                return Err(Refusal::new(why, call.place.clone()));
            };
            *counts.entry(target).or_insert(0) += 1;
            work.rewrite(editor, call, target, &args)?;
        }
        work.finish(editor, from, &counts)?;
        let name = work.plan.name()?.map(|n| n.lossy().into_owned()).unwrap_or_default();
        changes.extend(
            counts
                .iter()
                .map(|(target, n)| format!("{from} is {target} in {} of `{name}`", count(*n, "call"))),
        );
    }
    Ok(changes)
}

/// The rewriting of one plan.
struct PlanWork<'a> {
    plan: ExecutionPlan<'a>,
    number: usize,
    /// Values that were added, by what they are, and how many there are in all.
    added: BTreeMap<Argument, i32>,
    values: usize,
    /// Operators: those of the plan, then the new ones.
    operators: Vec<String>,
    renamed: Vec<(usize, usize, usize)>,
}

impl<'a> PlanWork<'a> {
    fn new(plan: ExecutionPlan<'a>, number: usize) -> Result<PlanWork<'a>, Refusal> {
        let operators = operator_names(&plan, &mut budget(&plan.table().buffer()))?;
        let values = plan.values()?.map_or(0, |list| list.len());
        Ok(PlanWork { plan, number, added: BTreeMap::new(), values, operators, renamed: Vec::new() })
    }

    fn calls(&self, operator: &str, which: Which) -> Result<Vec<Call<'a>>, Refusal> {
        let mut found = Vec::new();
        for (c, chain) in items(self.plan.chains()?).enumerate() {
            for (i, instruction) in items(chain?.instructions()?).enumerate() {
                let instruction = instruction?;
                let Some(body) = instruction.instr_args()? else { continue };
                if instruction.instr_args_type()? != instruction::KERNEL_CALL {
                    continue;
                }
                let kernel = KernelCall::new(body);
                let index = usize::try_from(kernel.op_index()?).ok();
                if index.and_then(|at| self.operators.get(at)).is_none_or(|name| name != operator) {
                    continue;
                }
                let path = Path::root().field("execution_plan").index(self.number);
                let path = path.field("chains").index(c).field("instructions").index(i);
                let args = kernel.args()?.map_or_else(Vec::new, |args| args.i32s().collect());
                let call = Call { plan: self.plan, at: (c, i), args, place: kernel.place(&path) };
                let differs = || {
                    Some(call.layout(0).ok()?.dim_order != call.layout(call.args.len() - 1).ok()?.dim_order)
                };
                if which == Which::All || (!call.args.is_empty() && differs() == Some(true)) {
                    found.push(call);
                }
            }
        }
        Ok(found)
    }

    /// The number of an argument's value; a new one is added to the plan.
    fn number(&mut self, editor: &mut ProgramEditor<'_, '_>, argument: &Argument) -> Result<i32, Refusal> {
        if let Argument::Value(number) = argument {
            return Ok(*number);
        }
        if let Some(number) = self.added.get(argument) {
            return Ok(*number);
        }
        let (kind, body) = match argument {
            Argument::False => (3u8, editor.tables.build.table([(0, false.into())])),
            Argument::Order(order) => {
                // A list of integers holds the numbers of values.
                let mut items = Vec::new();
                for dimension in order {
                    let body = editor.tables.build.table([(0, i64::from(*dimension).into())]);
                    items.push(u64::from(self.push(editor, 2, body)?.unsigned_abs()));
                }
                let items = editor.tables.build.u64s(items);
                (7, editor.tables.build.table([(0, items.into())]))
            }
            _ => (1, editor.tables.build.table([])),
        };
        let number = self.push(editor, kind, body)?;
        self.added.insert(argument.clone(), number);
        Ok(number)
    }

    fn push(
        &mut self,
        editor: &mut ProgramEditor<'_, '_>,
        kind: u8,
        body: outlast_flatbuffers::build::Ref,
    ) -> Result<i32, Refusal> {
        let value = editor.tables.build.table([(0, kind.into()), (1, body.into())]);
        let list = editor.tables.follow(&[1, self.number, 2])?;
        editor.tables.push(list, Target::New(value));
        self.values += 1;
        i32::try_from(self.values - 1).map_err(|_| Refusal::whole("too many values"))
    }

    fn rewrite(
        &mut self,
        editor: &mut ProgramEditor<'_, '_>,
        call: &Call<'_>,
        target: &str,
        args: &[Argument],
    ) -> Result<(), Refusal> {
        let numbers: Vec<i32> = args.iter().map(|a| self.number(editor, a)).collect::<Result<_, _>>()?;
        let instruction = editor.tables.follow(&[1, self.number, 5, call.at.0, 2, call.at.1])?;
        let missing = || Refusal::new("a call without arguments", call.place.clone());
        let kernel = editor.tables.child(instruction, 1)?.ok_or_else(missing)?;
        if numbers != call.args {
            let list = editor.tables.build.u32s(numbers.iter().map(|n| n.cast_unsigned()));
            editor.tables.set(kernel, 1, list);
        }
        let operator = match self.operators.iter().position(|name| name == target) {
            Some(at) => at,
            None => {
                self.operators.push(target.to_string());
                self.operators.len() - 1
            }
        };
        self.renamed.push((call.at.0, call.at.1, operator));
        Ok(())
    }

    /// Gives the calls their operators. Where every call of the old operator became a call of one new operator, the old
    /// one is renamed; otherwise new ones are added.
    fn finish(
        &mut self,
        editor: &mut ProgramEditor<'_, '_>,
        from: &str,
        counts: &BTreeMap<&str, usize>,
    ) -> Result<(), Refusal> {
        let old = self.plan.operators()?.map_or(0, |list| list.len());
        let all = self.calls(from, Which::All)?.len() == counts.values().sum::<usize>();
        let single = counts.len() == 1 && self.operators.len() == old + 1;
        let same = self.operators.iter().position(|name| name == from);
        if let (Some(at), true, Some(target)) = (same, all && single, counts.keys().next()) {
            let (name, overload) = target.rsplit_once('.').unwrap_or((target, ""));
            let node = editor.tables.follow(&[1, self.number, 6, at])?;
            let name = editor.tables.build.string(name);
            editor.tables.set(node, 0, name);
            let overload = editor.tables.build.string(overload);
            editor.tables.set(node, 1, overload);
            return Ok(());
        }
        if self.renamed.is_empty() {
            return Ok(());
        }
        let list = editor.tables.follow(&[1, self.number, 6])?;
        for name in self.operators.iter().skip(old) {
            let (name, overload) = name.rsplit_once('.').unwrap_or((name, ""));
            let fields: [(u16, Slot); 2] = [
                (0, editor.tables.build.string(name).into()),
                (1, editor.tables.build.string(overload).into()),
            ];
            let operator = editor.tables.build.table(fields);
            editor.tables.push(list, Target::New(operator));
        }
        for (chain, at, operator) in std::mem::take(&mut self.renamed) {
            let instruction = editor.tables.follow(&[1, self.number, 5, chain, 2, at])?;
            if let Some(kernel) = editor.tables.child(instruction, 1)? {
                editor.tables.set(kernel, 0, u32::try_from(operator).unwrap_or(u32::MAX));
            }
        }
        Ok(())
    }
}

/// The arguments of every call of an operator, with the plan's number.
pub(crate) fn calls_of(
    editor: &ProgramEditor<'_, '_>,
    operator: &str,
) -> Result<Vec<(usize, Vec<i32>, Place)>, Refusal> {
    let file = *editor.file();
    let mut found = Vec::new();
    for (p, plan) in items(file.root.execution_plan()?).enumerate() {
        let work = PlanWork::new(plan?, p)?;
        found.extend(work.calls(operator, Which::All)?.into_iter().map(|call| (p, call.args, call.place)));
    }
    Ok(found)
}

/// A value's number as an index.
pub(crate) fn index(number: i32) -> usize {
    to_index(u32::try_from(number).unwrap_or(u32::MAX))
}
