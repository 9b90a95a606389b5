//! The upgraders and downgraders of a version table, checked against the operators of the versions that they are written for.
//!
//! What the set had at an older version follows from what it has now and from the table: an operator that changed later has its old schema there.

use std::collections::HashMap;
use std::rc::Rc;

use outlast_opset::history::{Origin, Release, Variant, Variants};
use outlast_opset::lint::Inventory;
use outlast_opset::resolve::Rules;
use outlast_opset::schema::{OperatorName, Schema};
use outlast_opset::versions::{Fault, VersionTable};
use outlast_torchscript::program::Operators;
use outlast_torchscript::upgraders::{Finding, check};

pub use outlast_torchscript::upgraders::Pack;

/// Everything that is wrong with the functions that a table names, as TorchScript: missing, not code, not compiling against the operators of their version, or with other
/// arguments than the schema that they stand in for. `newest` is the set at the table's version.
pub fn check_functions(table: &VersionTable, pack: &Pack, newest: &Inventory) -> Vec<Fault> {
    let mut now: HashMap<String, Vec<Schema>> = HashMap::new();
    for declared in &newest.schemas {
        now.entry(declared.schema.name.name.clone()).or_default().push(declared.schema.clone());
    }
    let shared = Rc::new(Shared { now, table: table.clone() });
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

/// Whose rules calls of functions are resolved by.
const NEWEST: Release = Release { major: 2, minor: 15, patch: 0 };

/// What the set has now, and how it came to be.
#[derive(Debug)]
struct Shared {
    now: HashMap<String, Vec<Schema>>,
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
        let mut schemas = self.shared.now.get(name).cloned().unwrap_or_default();
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
        schemas.into_iter().map(|schema| Variant { schema, origin: Origin::Operator }).collect()
    }

    fn rules(&self) -> Rules {
        Rules::of(NEWEST)
    }
}
