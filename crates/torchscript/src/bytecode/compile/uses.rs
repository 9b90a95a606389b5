//! Where values are used for the last time, and which are computed where they are used: `preprocess_graph.cpp` and `can_emit_inline.h` in
//! `torch/csrc/jit/runtime/interpreter`.

use super::graph::{BlockId, Def, Graph, NodeId, ValueId};
use outlast_core::{QuickMap, QuickSet};

/// How many nodes are computed where others are used that are computed where they are used.
const MAX_INLINE: usize = 100;

/// How often values are used, and which nodes are computed where they are used.
#[derive(Debug, Default)]
pub(super) struct Uses {
    counts: QuickMap<ValueId, usize>,
    inline: QuickSet<NodeId>,
    scanned: QuickSet<NodeId>,
}

/// Puts nodes that clear values behind those that use them last.
pub(super) fn insert_drops(graph: &mut Graph) {
    let root = graph.root();
    let counts = counted(graph);
    drop_unused(graph, root, &counts);
    let mut last = LastUses::default();
    last.block(graph, root);
    for (node, values) in last.drops {
        let block = graph.node(node).block;
        let drop = graph.drop_of(block, values);
        put_behind(graph, block, Some(node), drop);
    }
}

fn counted(graph: &Graph) -> QuickMap<ValueId, usize> {
    let (mut counts, mut open) = (QuickMap::default(), vec![graph.root()]);
    while let Some(block) = open.pop() {
        let block = graph.block(block);
        let mut count = |id: &ValueId| *counts.entry(*id).or_insert(0_usize) += 1;
        block.returns.iter().for_each(&mut count);
        for node in &block.nodes {
            graph.node(*node).inputs.iter().for_each(&mut count);
            open.extend(&graph.node(*node).blocks);
        }
    }
    counts
}

/// A node into a block, behind another or at the start.
fn put_behind(graph: &mut Graph, block: BlockId, behind: Option<NodeId>, node: NodeId) {
    let nodes = &mut graph.block_mut(block).nodes;
    let at = behind.and_then(|behind| nodes.iter().position(|one| *one == behind));
    nodes.insert(at.map_or(0, |at| at.saturating_add(1)), node);
}

/// Values that nobody uses.
fn drop_unused(graph: &mut Graph, block: BlockId, counts: &QuickMap<ValueId, usize>) {
    let unused = |values: &[ValueId]| -> Vec<ValueId> {
        values.iter().copied().filter(|value| !counts.contains_key(value)).collect()
    };
    let nodes = graph.block(block).nodes.clone();
    let of_block = unused(&graph.block(block).parameters);
    if !of_block.is_empty() {
        let drop = graph.drop_of(block, of_block);
        put_behind(graph, block, None, drop);
    }
    for node in nodes {
        let of_node = unused(&graph.node(node).outputs);
        if !of_node.is_empty() {
            let drop = graph.drop_of(block, of_node);
            put_behind(graph, block, Some(node), drop);
        }
        for inner in graph.node(node).blocks.clone() {
            drop_unused(graph, inner, counts);
        }
    }
}

/// Values whose last use is in a block inside of the one that they are defined in: they are cleared behind the node with that block.
#[derive(Default)]
struct LastUses {
    seen: QuickSet<ValueId>,
    drops: Vec<(NodeId, Vec<ValueId>)>,
}

impl LastUses {
    fn block(&mut self, graph: &Graph, block: BlockId) {
        self.uses(graph, &graph.block(block).returns, block, None);
        for node in graph.block(block).nodes.iter().rev() {
            for inner in &graph.node(*node).blocks {
                self.block(graph, *inner);
            }
            self.uses(graph, &graph.node(*node).inputs, block, Some(*node));
        }
    }

    fn uses(&mut self, graph: &Graph, values: &[ValueId], block: BlockId, user: Option<NodeId>) {
        for value in values.iter().rev() {
            if !self.seen.insert(*value) {
                continue;
            }
            // Constants are not cleared, and yet there is a node for that, by which what is before it is not computed where it is used.
            let home = graph.home(*value);
            let dropped = home.map(|_| *value);
            let home = home.unwrap_or_else(|| graph.root());
            let (mut here, mut node) = (block, user);
            while here != home {
                node = graph.block(here).owner;
                match node {
                    Some(owner) => here = graph.node(owner).block,
                    None => break,
                }
            }
            let Some(node) = node.filter(|node| Some(*node) != user) else { continue };
            match self.drops.iter_mut().find(|(of, _)| *of == node) {
                Some((_, values)) => values.extend(dropped),
                None => self.drops.push((node, dropped.into_iter().collect())),
            }
        }
    }
}

impl Uses {
    pub(super) fn of(graph: &Graph) -> Uses {
        let mut uses = Uses { counts: counted(graph), ..Uses::default() };
        uses.block(graph, graph.root());
        uses
    }

    /// How often a value is used.
    pub(super) fn count(&self, value: ValueId) -> usize {
        self.counts.get(&value).copied().unwrap_or(0)
    }

    /// Whether a node is computed where its value is used, and not where it stands.
    pub(super) fn is_inline(&self, node: NodeId) -> bool {
        self.inline.contains(&node)
    }

    fn block(&mut self, graph: &Graph, block: BlockId) {
        let nodes = &graph.block(block).nodes;
        let mut point = nodes.len().checked_sub(1);
        for value in graph.block(block).returns.iter().rev() {
            point = self.value(graph, (block, 0), point, *value);
        }
        for at in (0..nodes.len()).rev() {
            self.node(graph, (block, 0), at);
        }
    }

    /// Looks backwards at the inputs of a node and the nodes before it: as long as they match, the inputs are computed in the order of the nodes anyway.
    fn node(&mut self, graph: &Graph, (block, depth): (BlockId, usize), at: usize) -> Option<usize> {
        let id = graph.block(block).nodes.get(at).copied()?;
        if !self.scanned.insert(id) {
            return None;
        }
        for inner in &graph.node(id).blocks {
            self.block(graph, *inner);
        }
        let mut point = at.checked_sub(1);
        for value in graph.node(id).inputs.iter().rev() {
            point = self.value(graph, (block, depth), point, *value);
        }
        point
    }

    fn value(
        &mut self,
        graph: &Graph,
        (block, depth): (BlockId, usize),
        point: Option<usize>,
        value: ValueId,
    ) -> Option<usize> {
        let Some((at, id)) = point.and_then(|at| Some((at, *graph.block(block).nodes.get(at)?))) else {
            return point;
        };
        let alone = graph.node(id).outputs.len() == 1 && self.count(value) == 1 && depth < MAX_INLINE;
        match graph.def(value) {
            Def::Output(node, _) if *node == id && alone && !self.scanned.contains(&id) => {
                let next = self.node(graph, (block, depth.saturating_add(1)), at);
                self.inline.insert(id);
                next
            }
            _ => point,
        }
    }
}
