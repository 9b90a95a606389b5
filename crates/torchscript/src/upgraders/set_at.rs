//! [`SetAt`]: the operators of a versioned set at one version.

use std::collections::BTreeMap;
use std::rc::Rc;

use outlast_opset::history::{Origin, Variant, Variants};
use outlast_opset::resolve::Rules;
use outlast_opset::schema::{OperatorName, Schema};
use outlast_opset::versions::VersionTable;

use crate::program::Operators;

/// A set of operators at a version, beside others (those of a release, which its functions may call).
pub struct SetAt {
    own: BTreeMap<String, Variants>,
    base: Rc<dyn Operators>,
}

impl std::fmt::Debug for SetAt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SetAt").field("own", &self.own).finish_non_exhaustive()
    }
}

impl SetAt {
    /// What a set has at a version, of which `newest` are the schemas at its newest version. An operator that a later change brought is not there.
    pub fn new(newest: &[Schema], table: &VersionTable, version: u64, base: Rc<dyn Operators>) -> SetAt {
        let mut schemas: BTreeMap<OperatorName, Schema> = BTreeMap::new();
        for schema in newest {
            if table.operator_changes(&schema.name).iter().all(|change| change.version <= version) {
                schemas.insert(schema.name.clone(), schema.clone());
            }
        }
        for change in table.changes() {
            if let Some(schema) = table.schema_at(&change.operator, version) {
                schemas.insert(change.operator.clone(), schema.clone());
            }
        }
        let mut own: BTreeMap<String, Vec<Variant>> = BTreeMap::new();
        for (name, schema) in schemas {
            own.entry(name.name).or_default().push(Variant { schema, origin: Origin::Operator });
        }
        SetAt { own: own.into_iter().map(|(name, variants)| (name, variants.into())).collect(), base }
    }
}

impl Operators for SetAt {
    fn variants(&self, name: &str) -> Variants {
        self.own.get(name).cloned().unwrap_or_else(|| self.base.variants(name))
    }

    fn rules(&self) -> Rules {
        self.base.rules()
    }
}
