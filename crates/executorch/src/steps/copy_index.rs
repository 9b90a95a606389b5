//! `executorch_prim::et_copy_index.tensor`, with which a map gathers its results: it copies a slice into row `index` of its
//! first argument. Releases up to 0.3, and from 1.1 on, give that tensor `index + 1` rows before each copy; those
//! between only let it grow. Exporters up to 1.0 wrote a tensor of static shape, which then cannot take fewer rows.
//!
//! With its full size as a bound instead, the tensor goes from one row to all of them in every release, and has its
//! static size when the loop ends; nothing reads it before.

use std::collections::BTreeSet;

use super::operators::{calls_of, index};
use super::{Changes, Refusal, count};
use crate::defs::ValueKind;
use crate::edit::ProgramEditor;
use crate::tables::{Tensor, View};

/// The operator.
pub const OPERATOR: &str = "executorch_prim::et_copy_index.tensor";
/// `TensorShapeDynamism`.
const STATIC: i8 = 0;
const DYNAMIC_BOUND: i8 = 1;

/// Lets the results of maps have up to their static size.
pub fn bound(editor: &mut ProgramEditor<'_, '_>) -> Changes {
    let mut results = BTreeSet::new();
    for (plan, args, place) in calls_of(editor, OPERATOR)? {
        let Some(first) = args.first() else {
            return Err(Refusal::new(format!("{OPERATOR} without arguments"), place));
        };
        results.insert((plan, index(*first)));
    }
    let mut changed = 0;
    for (plan, value) in results {
        let node = editor.tables.follow(&[1, plan, 2, value])?;
        let table = editor.tables.table(node)?;
        if ValueKind::from_tag(table.u8(0)?.unwrap_or(0)) != ValueKind::Tensor {
            return Err(Refusal::whole(format!("{OPERATOR} writes to value {value}, which is not a tensor")));
        }
        let Some(body) = editor.tables.child(node, 1)? else { continue };
        if Tensor::new(editor.tables.table(body)?).shape_dynamism()? == STATIC {
            editor.tables.set(body, 8, DYNAMIC_BOUND);
            changed += 1;
        }
    }
    Ok(match changed {
        0 => Vec::new(),
        n => vec![format!("{} of maps may have fewer rows while the map runs", count(n, "result"))],
    })
}
