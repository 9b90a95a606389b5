//! Nodes `XNNGlobalAvgPooling2d`, whose flag 0x40 changed its meaning: releases 0.2 take it for "drop the pooled
//! dimensions", later ones for "keep them". Exporters mean the latter always, and so wrote the flag from 0.3 on only.

use super::xnnpack_weights::each;
use super::{Changes, count};
use crate::edit::ProgramEditor;
use crate::xnnpack::slot;

/// The node's tag in `XNodeUnion`, and the flag.
const NODE: u8 = 19;
const KEEP_DIMS: u32 = 0x40;

/// Writes the flag as releases from 0.3 on (`true`) or 0.2 (`false`) want it.
pub fn keep_dims(editor: &mut ProgramEditor<'_, '_>, set: bool) -> Changes {
    let mut changed = 0;
    each(editor, |graph, _| {
        let nodes = graph.graph()?.vector(1, 4)?.map_or(0, |v| v.len());
        for index in 0..nodes {
            let node = graph.tables.follow(&[slot::NODES, index])?;
            if graph.tables.table(node)?.u8(0)?.unwrap_or(0) != NODE {
                continue;
            }
            let Some(body) = graph.tables.child(node, 1)? else { continue };
            let old = graph.tables.table(body)?.u32(2)?.unwrap_or(0);
            let new = if set { old | KEEP_DIMS } else { old & !KEEP_DIMS };
            if old != new {
                graph.tables.set(body, 2, new);
                changed += 1;
            }
        }
        Ok(())
    })?;
    let verb = if set { "set" } else { "cleared" };
    Ok(match changed {
        0 => Vec::new(),
        n => vec![format!("flag to keep dimensions {verb} in {}", count(n, "XNNGlobalAvgPooling2d node"))],
    })
}
