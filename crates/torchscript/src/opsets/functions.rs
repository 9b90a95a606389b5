//! The upgraders and downgraders of a version table, checked against the operators of the versions that they are written for.
//!
//! Operators of namespaces that the set does not have are those of PyTorch: upgraders of a set of one's own call them, too.
//! What the set had at an older version follows from what it has now and from the table: an operator that changed later has its old schema there.

use outlast_core::{QuickMap, SortShort};
use std::collections::BTreeSet;
use std::rc::Rc;

use crate::program::Operators;
use crate::upgraders::{Finding, check};
use outlast_opset::history::{self, OperatorSet, Origin, Variant, Variants};
use outlast_opset::lint::{Coverage, Inventory};
use outlast_opset::resolve::Rules;
use outlast_opset::schema::{OperatorName, Schema};
use outlast_opset::versions::{Fault, VersionTable};

pub use crate::upgraders::Pack;

/// Everything that is wrong with the functions that a table names, as TorchScript: missing, not code, not compiling against the operators of their version, or with other
/// arguments than the schema that they stand in for. `newest` is the set at the table's version.
pub fn check_functions(table: &VersionTable, pack: &Pack, newest: &Inventory) -> Vec<Fault> {
    let mut now: QuickMap<String, Vec<Schema>> = QuickMap::default();
    for declared in &newest.schemas {
        now.entry(declared.schema.name.name.clone()).or_default().push(declared.schema.clone());
    }
    // What an input that does not list all operators is silent about is registered elsewhere.
    let own = match newest.coverage {
        Coverage::Complete => newest.namespaces().into_iter().map(str::to_string).collect(),
        Coverage::Declarations => BTreeSet::new(),
    };
    let others = OperatorSet::new(history::torch(), history::newest());
    let shared = Rc::new(Shared { now, own, others, table: table.clone() });
    let sets = |version: u64| -> Option<Rc<dyn Operators>> {
        Some(Rc::new(AtVersion { shared: Rc::clone(&shared), version }))
    };
    let schema = |operator: &OperatorName| -> Option<Schema> {
        let overloads = shared.now.get(&operator.name)?;
        overloads.iter().find(|schema| schema.name == *operator).cloned()
    };
    let fault = |finding: Finding| Fault {
        code: finding.code,
        line: finding.line,
        operator: finding.operator,
        message: finding.message,
    };
    check(table, pack, &sets, &schema).into_iter().map(fault).collect()
}

/// No schemas.
static NONE: Vec<Schema> = Vec::new();

/// What the set has now, and how it came to be.
#[derive(Debug)]
struct Shared {
    now: QuickMap<String, Vec<Schema>>,
    /// Namespaces of which it has all operators.
    own: BTreeSet<String>,
    /// Operators of other namespaces.
    others: Option<OperatorSet>,
    table: VersionTable,
}

/// The set at a version.
#[derive(Debug)]
struct AtVersion {
    shared: Rc<Shared>,
    version: u64,
}

impl Operators for AtVersion {
    fn variants(&self, name: &str) -> Variants {
        let namespace = name.split_once("::").map_or("", |(namespace, _)| namespace);
        let Some(known) = self.shared.now.get(name).or_else(|| {
            // A name that is gone by now may be one that a change took away.
            let changed = self.shared.table.names().any(|one| one == name);
            (changed || self.shared.own.contains(namespace)).then_some(&NONE)
        }) else {
            let others = self.shared.others.as_ref();
            return others.map_or_else(|| Variants::from([]), |set| set.variants(name));
        };
        let mut schemas = known.clone();
        let first = OperatorName { name: name.to_string(), overload: String::new() };
        let changes = self.shared.table.changes();
        let start = changes.partition_point(|change| change.operator < first);
        let of_name =
            changes.get(start..).unwrap_or_default().iter().take_while(|change| change.operator.name == name);
        let mut last: Option<&OperatorName> = None;
        for change in of_name.filter(|change| change.version > self.version) {
            // The first change behind the version says what the operator was.
            if last == Some(&change.operator) {
                continue;
            }
            last = Some(&change.operator);
            match &change.old_schema {
                Some(old) => {
                    schemas.retain(|schema| schema.name != change.operator);
                    schemas.push(old.clone());
                }
                // The operator came with the change.
                None => schemas.retain(|schema| schema.name != change.operator),
            }
        }
        // Overloads are tried in the order in which they are registered, which the names do not say.
        let order = self.shared.others.as_ref().map(|set| set.variants(name));
        let at = |schema: &Schema| {
            order
                .iter()
                .flat_map(|all| all.iter())
                .position(|one| one.schema.name == schema.name)
                .unwrap_or(usize::MAX)
        };
        schemas.sort_short_by_key(at);
        schemas.into_iter().map(|schema| Variant { schema, origin: Origin::Operator }).collect()
    }

    fn rules(&self) -> Rules {
        Rules::of(history::newest())
    }
}

#[cfg(test)]
mod tests {
    use super::{Pack, check_functions};
    use crate::opsets::{VersionedSet, read_set};

    /// The example of the proposal: an argument `c` came at 10, and moved at 25.
    const SET: &str = "\
set: foo
version: 25
schemas:
- 'foo::foo(Tensor self, Scalar alpha, Tensor b, Tensor c) -> Tensor'
operators:
  foo::foo:
  - {version: 10, kind: upgrader, upgrader: foo_0_9, old_schema: 'foo::foo(Tensor self, Scalar alpha, Tensor b) -> Tensor'}
  - {version: 25, kind: upgrader, upgrader: foo_10_24, old_schema: 'foo::foo(Tensor self, Tensor c, Scalar alpha, Tensor b) -> Tensor'}
";
    const FUNCTIONS: &str = "\
def foo_0_9(self: Tensor, alpha: number, b: Tensor) -> Tensor:
  return ops.foo.foo(self, torch.zeros_like(self), alpha, b)

def foo_10_24(self: Tensor, c: Tensor, alpha: number, b: Tensor) -> Tensor:
  return ops.foo.foo(self, alpha, b, c)
";

    fn said(set: &str, functions: &str) -> Vec<String> {
        let table = VersionedSet::parse(set).unwrap().table;
        let mut pack = Pack::default();
        pack.add(functions).unwrap();
        let newest = read_set(set.as_bytes()).unwrap().inventory;
        check_functions(&table, &pack, &newest).into_iter().map(|fault| fault.message).collect()
    }

    #[test]
    fn functions_are_checked_against_the_operators_of_their_version() {
        assert_eq!(said(SET, FUNCTIONS), [""; 0]);
        // The same call in both: each is wrong at the version of the other.
        let swapped = FUNCTIONS.replace("self, torch.zeros_like(self), alpha, b)", "self, alpha, b, self)");
        let found = said(SET, &swapped);
        assert!(found.len() == 1 && found[0].contains("`foo_0_9` at version 10"), "{found:?}");
        for (from, to, message) in [
            ("def foo_0_9", "def foo_0_8", "there is no function `foo_0_9`"),
            ("ops.foo.foo", "ops.foo.bar", "calls `foo::bar`, which the set does not have at version 10"),
            ("torch.zeros_like", "torch.zeros_lik", "calls `aten::zeros_lik`, which the set does not have"),
            (
                "alpha: number, b: Tensor) -> Tensor:\n  return ops.foo.foo(self, torch",
                "a: number, b: Tensor) -> Tensor:\n  return ops.foo.foo(self, torch",
                "`foo_0_9` takes (self, a, b)",
            ),
            ("return ops", "retrun ops", "`foo_0_9`"),
        ] {
            let found = said(SET, &FUNCTIONS.replacen(from, to, 1));
            assert!(found.iter().any(|one| one.contains(message)), "{message}: {found:?}");
        }
    }
}
