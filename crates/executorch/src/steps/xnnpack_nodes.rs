//! Small things in XNNPACK nodes that releases take differently.
//!
//! `XNNGlobalAvgPooling2d`, whose flag 0x40 changed its meaning: releases 0.2 take it for "drop the pooled
//! dimensions", later ones for "keep them". Exporters mean the latter always, and so wrote the flag from 0.3 on only.
//!
//! `XNNStaticTranspose`: exporters up to 0.2 wrote permutations of four entries for tensors of fewer dimensions. Only the
//! first entries were ever read; releases from 0.4 on refuse the rest.

use outlast_core::to_index;

use super::xnnpack_weights::each;
use super::{Changes, Refusal, count};
use crate::edit::ProgramEditor;
use crate::xnnpack::slot;

/// Tags in `XNodeUnion`, and the flag.
const NODE: u8 = 19;
const TRANSPOSE: u8 = 5;
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

/// Shortens permutations to the number of dimensions, where what remains is one.
pub fn shorten_permutations(editor: &mut ProgramEditor<'_, '_>) -> Changes {
    let mut changed = 0;
    each(editor, |graph, delegate| {
        let nodes = graph.graph()?.vector(1, 4)?.map_or(0, |v| v.len());
        for index in 0..nodes {
            let node = graph.tables.follow(&[slot::NODES, index])?;
            if graph.tables.table(node)?.u8(0)?.unwrap_or(0) != TRANSPOSE {
                continue;
            }
            let Some(body) = graph.tables.child(node, 1)? else { continue };
            let table = graph.tables.table(body)?;
            let dims = to_index(table.u32(0)?.unwrap_or(0));
            let perm: Vec<u32> = table.vector(1, 4)?.map_or_else(Vec::new, |v| v.u32s().collect());
            let Some(kept) = perm.get(..dims).filter(|kept| kept.len() < perm.len()) else { continue };
            let mut sorted = kept.to_vec();
            sorted.sort_unstable();
            if sorted.into_iter().ne((0..).take(dims)) {
                let why = format!("a transpose by {perm:?} of {dims} dimensions: what is meant is not known");
                return Err(Refusal::new(why, delegate.place.clone()));
            }
            let list = graph.tables.build.u32s(kept.iter().copied());
            graph.tables.set(body, 1, list);
            changed += 1;
        }
        Ok(())
    })?;
    Ok(match changed {
        0 => Vec::new(),
        n => vec![format!("{} shortened to the dimensions that there are", count(n, "permutation"))],
    })
}
