//! Operations of VHLO against their definitions: how many operands, results and regions, which attributes. Operations of versions that are
//! not known here are let be.

use outlast_core::{Path, QuickMap, Span};

use super::Findings;
use crate::ids::OpNameId;
use crate::ir::Ir;
use crate::tables::Tables;
use crate::vhlo_defs::{OpAttrs, OpDef, bad_counts, definition};

/// Verifies operations that were read together.
pub(super) fn verify(
    ir: &Ir,
    tables: &Tables<'_>,
    container: u64,
    path: &Path,
    span: &dyn Fn() -> Span,
    findings: &mut Findings,
) {
    if tables.find_dialect(b"vhlo").is_none() {
        return;
    }
    let mut names: QuickMap<OpNameId, Option<&'static OpDef>> = QuickMap::default();
    // What operations say is looked at once: name, properties, dictionary.
    let mut attributes = QuickMap::default();
    for op in ir.ops() {
        let id = ir.name(op);
        let found = *names.entry(id).or_insert_with(|| definition(&tables.op_name(id)).map(|(_, def)| def));
        let Some(def) = found else { continue };
        let mut wrong = bad_counts(ir, op, def);
        let key = (id, ir.properties(op), ir.attrs(op));
        let missing: &Vec<String> =
            attributes.entry(key).or_insert_with(|| match OpAttrs::read(tables, container, ir, op, def) {
                None => vec!["its attributes cannot be read".to_owned()],
                Some(attrs) => {
                    let missing = def.attributes.iter().filter(|name| attrs.get(name).is_none());
                    missing.map(|name| format!("it has no attribute `{name}`")).collect()
                }
            });
        wrong.extend(missing.iter().cloned());
        for what in wrong {
            let title = format!("`{}` is not as it is defined: {what}", tables.op_name(id).escape_ascii());
            findings.error(1415, title, span(), path.item("operation", op.index()));
        }
        if findings.full() {
            return;
        }
    }
}
