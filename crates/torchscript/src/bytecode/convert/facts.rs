//! What the walk over a function ([`Known`](super::const_prop::Known)) needs to know of its constants and calls.

use outlast_core::QuickMap;
use outlast_opset::schema::{Schema, Value as Literal};

use super::const_prop::Facts;
use super::entries::{Entry, Made};
use super::form::{Code, Slot};
use crate::bytecode::{Instruction, Op, Opcode, Operator};
use crate::pickle::{Graph, Value};

/// What the walk over a function needs to know of its calls.
pub(super) struct Calls<'c> {
    operators: &'c [Operator],
    entries: &'c [Made],
    /// Operators that the version table knows, as the writer has them.
    changed: &'c [Option<Schema>],
    /// The first constant that is equal, for each.
    equal: Vec<i64>,
    truths: QuickMap<i64, bool>,
}

impl<'c> Calls<'c> {
    pub(super) fn new(
        code: &'c Code,
        entries: &'c [Made],
        changed: &'c [Option<Schema>],
        graph: &Graph<'_>,
    ) -> Calls<'c> {
        let (mut first, mut truths) = (QuickMap::default(), QuickMap::default());
        let equal = code.constants.iter().zip(0_i64..).map(|(slot, at)| {
            let key = match slot {
                Slot::New(Literal::None) => (0, 0),
                Slot::New(Literal::Bool(truth)) => (1, i64::from(*truth)),
                Slot::New(_) => return at,
                Slot::Old(id) => match graph.value(*id) {
                    Value::None => (0, 0),
                    Value::Bool(truth) => (1, i64::from(*truth)),
                    Value::Int(number) => (2, *number),
                    _ => return at,
                },
            };
            let at = *first.entry(key).or_insert(at);
            if key.0 == 1 {
                truths.insert(at, key.1 == 1);
            }
            at
        });
        let equal = equal.collect();
        Calls { operators: &code.operators, entries, changed, equal, truths }
    }

    fn plan(&self, call: &Instruction) -> Option<&Entry> {
        self.entries.get(index(call.x)?)?.as_ref().as_ref().ok()
    }

    /// An operator that the version table knows.
    fn changed(&self, call: &Instruction) -> Option<&Schema> {
        self.changed.get(index(call.x)?)?.as_ref().filter(|_| call.op == Op::Known(Opcode::OP))
    }
}

impl Facts for Calls<'_> {
    fn effect(&self, call: &Instruction) -> Option<(usize, usize)> {
        match call.op {
            Op::Known(Opcode::OP) => match self.plan(call) {
                Some(entry) => entry.effect,
                None => {
                    let theirs = self.changed(call)?;
                    let given = self.operators.get(index(call.x)?)?.arguments();
                    let given = given
                        .map_or(theirs.arguments.len(), |given| usize::try_from(given).unwrap_or(usize::MAX));
                    Some((given, theirs.returns.len()))
                }
            },
            _ => None,
        }
    }

    fn ends(&self, call: &Instruction) -> bool {
        let operator =
            index(call.x).filter(|_| call.op == Op::Known(Opcode::OP)).and_then(|at| self.operators.get(at));
        operator.is_some_and(|operator| &*operator.name == "prim::RaiseException")
    }

    fn constant(&self, at: i64) -> i64 {
        index(at).and_then(|at| self.equal.get(at)).copied().unwrap_or(at)
    }

    fn truth(&self, constant: i64) -> Option<bool> {
        self.truths.get(&constant).copied()
    }

    fn asks(&self, call: &Instruction) -> bool {
        let plan = self
            .plan(call)
            .filter(|_| call.op == Op::Known(Opcode::OP))
            .and_then(|entry| entry.plan.as_ref());
        self.changed(call).is_some()
            || plan.is_some_and(|plan| !plan.dropped.is_empty() || !plan.nones.is_empty())
    }
}

fn index(number: i64) -> Option<usize> {
    usize::try_from(number).ok()
}
