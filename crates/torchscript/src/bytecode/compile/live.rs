//! What nobody asks for is not computed: as `torch/csrc/jit/passes/dead_code_elimination.cpp`, without the analysis of aliases.

use super::graph::{BlockId, Def, Graph, Kind, NodeId, ValueId};
use outlast_core::QuickSet;

/// What is needed of a function.
#[derive(Default)]
struct Live {
    nodes: QuickSet<NodeId>,
    values: QuickSet<ValueId>,
    open: Vec<ValueId>,
}

/// Removes nodes, results of blocks and values of loops that nothing depends on.
pub(super) fn sweep(graph: &mut Graph) {
    let mut live = Live::default();
    let root = graph.root();
    for value in graph.block(root).returns.clone() {
        live.value(value);
    }
    live.effects(graph, root);
    while let Some(value) = live.open.pop() {
        live.follow(graph, value);
    }
    clear(graph, &live, root);
}

/// Whether a node does something beyond its outputs.
fn has_effect(graph: &Graph, id: NodeId) -> bool {
    match &graph.node(id).kind {
        Kind::Operator(schema) => {
            let writes = |alias: &Option<outlast_opset::schema::Alias>| {
                alias.as_ref().is_some_and(|alias| alias.write)
            };
            schema.returns.is_empty() || schema.arguments.iter().any(|argument| writes(&argument.alias))
        }
        _ => false,
    }
}

impl Live {
    fn value(&mut self, id: ValueId) {
        if self.values.insert(id) {
            self.open.push(id);
        }
    }

    fn effects(&mut self, graph: &Graph, block: BlockId) {
        for node in &graph.block(block).nodes {
            if has_effect(graph, *node) {
                self.node(graph, *node);
            }
            for inner in &graph.node(*node).blocks {
                self.effects(graph, *inner);
            }
        }
    }

    /// A node that is needed, and with it those that it is a part of.
    fn node(&mut self, graph: &Graph, id: NodeId) {
        let mut next = Some(id);
        while let Some(id) = next {
            if !self.nodes.insert(id) {
                return;
            }
            let node = graph.node(id);
            let count = match node.kind {
                Kind::If => 1,
                Kind::Loop => 2,
                _ => node.inputs.len(),
            };
            for input in node.inputs.iter().take(count) {
                self.value(*input);
            }
            if let (Kind::Loop, Some(body)) = (&node.kind, node.blocks.first()) {
                graph.block(*body).returns.first().into_iter().for_each(|go| self.value(*go));
            }
            next = graph.block(node.block).owner;
        }
    }

    fn follow(&mut self, graph: &Graph, value: ValueId) {
        match *graph.def(value) {
            Def::Constant(_) => {}
            Def::Output(id, index) => {
                self.node(graph, id);
                let node = graph.node(id);
                match node.kind {
                    Kind::If => {
                        for block in &node.blocks {
                            graph.block(*block).returns.get(index).into_iter().for_each(|of| self.value(*of));
                        }
                    }
                    Kind::Loop => self.carried(graph, id, index),
                    _ => {}
                }
            }
            Def::Parameter(block, index) => {
                if let Some(owner) = graph.block(block).owner {
                    self.node(graph, owner);
                    // The first counts rounds.
                    if let Some(index) = index.checked_sub(1) {
                        self.carried(graph, owner, index);
                    }
                }
            }
        }
    }

    /// A value that rounds of a loop give to each other.
    fn carried(&mut self, graph: &Graph, id: NodeId, index: usize) {
        let node = graph.node(id);
        node.inputs.get(index.saturating_add(2)).into_iter().for_each(|of| self.value(*of));
        node.outputs.get(index).into_iter().for_each(|of| self.value(*of));
        if let Some(body) = node.blocks.first().map(|body| graph.block(*body)) {
            let behind = index.saturating_add(1);
            body.returns.get(behind).into_iter().for_each(|of| self.value(*of));
            body.parameters.get(behind).into_iter().for_each(|of| self.value(*of));
        }
    }
}

/// Removes what is not needed from a block and those in it.
fn clear(graph: &mut Graph, live: &Live, block: BlockId) {
    let nodes: Vec<NodeId> =
        graph.block(block).nodes.iter().copied().filter(|node| live.nodes.contains(node)).collect();
    graph.block_mut(block).nodes.clone_from(&nodes);
    for id in nodes {
        let node = graph.node(id).clone();
        if let Kind::If | Kind::Loop = node.kind {
            let ahead = usize::from(node.kind == Kind::Loop);
            let kept: Vec<bool> = node.outputs.iter().map(|output| live.values.contains(output)).collect();
            // The results of blocks, the inputs and the parameters of a loop stand behind some that stay.
            let keep = |from: &[ValueId], ahead: usize| -> Vec<ValueId> {
                let stays = |index: usize| {
                    index.checked_sub(ahead).is_none_or(|index| kept.get(index).copied().unwrap_or(true))
                };
                from.iter().enumerate().filter(|(index, _)| stays(*index)).map(|(_, id)| *id).collect()
            };
            for inner in &node.blocks {
                let returns = keep(&graph.block(*inner).returns, ahead);
                let parameters = keep(&graph.block(*inner).parameters, ahead);
                let block = graph.block_mut(*inner);
                block.returns = returns;
                if node.kind == Kind::Loop {
                    block.parameters = parameters;
                }
            }
            let inputs = if node.kind == Kind::Loop { keep(&node.inputs, 2) } else { node.inputs.clone() };
            let outputs = keep(&node.outputs, 0);
            let node = graph.node_mut(id);
            (node.inputs, node.outputs) = (inputs, outputs);
        }
        for inner in node.blocks {
            clear(graph, live, inner);
        }
    }
}
