//! Memory for tensors that the exporter left without: it is added at the end of the first planned buffer.

use super::external::Found;
use super::{Changes, Refusal, count};
use crate::defs::ValueKind;
use crate::edit::ProgramEditor;
use crate::facts::homeless;
use crate::flat_tensor::Layout;
use crate::tables::{Tensor, View, items};

/// Slots: of `ExecutionPlan`, of `Tensor`.
const NON_CONST_BUFFER_SIZES: u16 = 8;
const ALLOCATION_INFO: u16 = 6;
/// Alignment of planned tensors, as exporters write it.
const ALIGN: u64 = 16;
/// The first planned buffer: number 0 is reserved.
const BUFFER: usize = 1;

/// Plans memory for every tensor that has none.
pub fn plan(editor: &mut ProgramEditor<'_, '_>) -> Changes {
    let file = *editor.file();
    let (mut planned, mut bytes) = (0, 0);
    for (p, plan) in items(file.root.execution_plan()?).enumerate() {
        let plan = plan?;
        let values = homeless(&plan)?;
        let mut sizes: Vec<u64> =
            plan.non_const_buffer_sizes()?.map_or_else(Vec::new, |v| v.u64s().collect());
        sizes.resize(sizes.len().max(BUFFER + 1), 0);
        for value in &values {
            let table = plan.values()?.map(|list| list.get(*value)).transpose()?;
            let Some((body, ValueKind::Tensor)) = table
                .map(|v| Ok::<_, outlast_core::Error>((v.val()?, ValueKind::from_tag(v.val_type()?))))
                .transpose()?
                .and_then(|(body, kind)| Some((body?, kind)))
            else {
                continue;
            };
            let found = Found { tensor: Tensor::new(body), plan: p, value: *value };
            let size = Layout::of(&found.tensor)?.byte_size();
            let size =
                size.ok_or_else(|| Refusal::new("the size of a tensor is not known", found.place()))?;
            let too_large = || Refusal::new("planned memory is too large", found.place());
            let buffer = sizes.get_mut(BUFFER).ok_or_else(too_large)?;
            let at = buffer.checked_next_multiple_of(ALIGN).ok_or_else(too_large)?;
            let taken = size.checked_next_multiple_of(ALIGN);
            let end = taken.and_then(|taken| at.checked_add(taken)).filter(|end| i64::try_from(*end).is_ok());
            *buffer = end.ok_or_else(too_large)?;
            bytes += size;
            planned += 1;
            let word = |n: u64| u32::try_from(n & u64::from(u32::MAX)).unwrap_or(u32::MAX);
            let fields = [(0, 1u32.into()), (1, word(at).into()), (2, word(at >> 32).into())];
            let details = editor.tables.build.table(fields);
            let node = found.node(editor)?;
            editor.tables.set(node, ALLOCATION_INFO, details);
        }
        if !values.is_empty() {
            let node = editor.plan(p)?;
            let list = editor.tables.build.u64s(sizes);
            editor.tables.set(node, NON_CONST_BUFFER_SIZES, list);
        }
    }
    Ok(match planned {
        0 => Vec::new(),
        n => vec![format!("memory planned for {} ({bytes} bytes)", count(n, "tensor"))],
    })
}
