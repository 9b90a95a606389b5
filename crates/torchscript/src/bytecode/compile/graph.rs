//! A function as values, each defined once, and nodes that compute them, in blocks: what `torch/csrc/jit/ir` is to PyTorch.

use outlast_core::QuickMap;
use outlast_opset::schema::{Schema, Value as Literal};

use crate::source::Bytes32;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident,)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub(super) struct $name(usize);
    )*};
}

ids! {
    /// A value.
    ValueId,
    /// A node.
    NodeId,
    /// A block.
    BlockId,
}

/// Where a value comes from.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Def {
    /// The text says it.
    Constant(Literal),
    /// It is a parameter of a block, by its index.
    Parameter(BlockId, usize),
    /// A node computes it, as its output of this index.
    Output(NodeId, usize),
}

/// What a node does.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Kind {
    /// Calls an operator.
    Operator(Box<Schema>),
    /// Makes a list of this type.
    List(String),
    /// Makes a tuple.
    Tuple,
    /// Takes a tuple apart.
    TupleUnpack,
    /// Takes a list with as many elements as there are outputs apart.
    ListUnpack,
    /// One of two blocks, by a truth value. Both return what the node puts out.
    If,
    /// Rounds of a block: at most so many, as long as a truth value holds, with values that each round gives to the next. The block's first
    /// parameter counts rounds, and its first result says whether there is another.
    Loop,
    /// Clears values.
    Drop,
}

/// A node.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) kind: Kind,
    pub(super) inputs: Vec<ValueId>,
    pub(super) outputs: Vec<ValueId>,
    pub(super) blocks: Vec<BlockId>,
    /// The block that it is in.
    pub(super) block: BlockId,
    /// The bytes of the text.
    pub(super) at: Bytes32,
}

/// Nodes that are run one after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    pub(super) parameters: Vec<ValueId>,
    pub(super) nodes: Vec<NodeId>,
    pub(super) returns: Vec<ValueId>,
    /// The node that it is a part of.
    pub(super) owner: Option<NodeId>,
}

static NOTHING: Def = Def::Constant(Literal::None);

/// A function.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    values: Vec<Def>,
    nodes: Vec<Node>,
    blocks: Vec<Block>,
    constants: QuickMap<String, ValueId>,
    empty: (Node, Block),
}

impl Graph {
    /// A function without parameters that does nothing.
    pub(super) fn new() -> Graph {
        let at = Bytes32::default();
        let block = BlockId(0);
        let (inputs, outputs, blocks) = (Vec::new(), Vec::new(), Vec::new());
        let empty = (Node { kind: Kind::Drop, inputs, outputs, blocks, block, at }, Block::default());
        let blocks = vec![Block::default()];
        Graph { values: Vec::new(), nodes: Vec::new(), blocks, constants: QuickMap::default(), empty }
    }

    /// The block of the function itself.
    pub(super) fn root(&self) -> BlockId {
        BlockId(0)
    }

    /// How many nodes were made.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn def(&self, id: ValueId) -> &Def {
        self.values.get(id.0).unwrap_or(&NOTHING)
    }

    /// The literal, if a value is a constant.
    pub(super) fn constant(&self, id: ValueId) -> Option<&Literal> {
        match self.def(id) {
            Def::Constant(literal) => Some(literal),
            _ => None,
        }
    }

    pub(super) fn node(&self, id: NodeId) -> &Node {
        self.nodes.get(id.0).unwrap_or(&self.empty.0)
    }

    pub(super) fn block(&self, id: BlockId) -> &Block {
        self.blocks.get(id.0).unwrap_or(&self.empty.1)
    }

    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        match self.nodes.get_mut(id.0) {
            Some(node) => node,
            None => &mut self.empty.0,
        }
    }

    pub(super) fn block_mut(&mut self, id: BlockId) -> &mut Block {
        match self.blocks.get_mut(id.0) {
            Some(block) => block,
            None => &mut self.empty.1,
        }
    }

    fn value(&mut self, def: Def) -> ValueId {
        self.values.push(def);
        ValueId(self.values.len().saturating_sub(1))
    }

    /// A constant. There is one for each literal; lists are not shared, since operators may change one.
    pub(super) fn literal(&mut self, literal: Literal) -> ValueId {
        if let Literal::List(_) = literal {
            return self.value(Def::Constant(literal));
        }
        let key = match &literal {
            Literal::Float(number) => format!("float {}", number.to_bits()),
            other => format!("{other:?}"),
        };
        if let Some(known) = self.constants.get(&key) {
            return *known;
        }
        let id = self.value(Def::Constant(literal));
        self.constants.insert(key, id);
        id
    }

    /// A block that no node has yet.
    pub(super) fn new_block(&mut self) -> BlockId {
        self.blocks.push(Block::default());
        BlockId(self.blocks.len().saturating_sub(1))
    }

    /// One more parameter of a block.
    pub(super) fn parameter(&mut self, block: BlockId) -> ValueId {
        let at = self.block(block).parameters.len();
        let id = self.value(Def::Parameter(block, at));
        self.block_mut(block).parameters.push(id);
        id
    }

    /// A node at the end of a block.
    pub(super) fn add(
        &mut self,
        block: BlockId,
        kind: Kind,
        (inputs, outputs): (Vec<ValueId>, usize),
        blocks: Vec<BlockId>,
        at: Bytes32,
    ) -> NodeId {
        let id = NodeId(self.nodes.len());
        let outputs: Vec<ValueId> = (0..outputs).map(|index| self.value(Def::Output(id, index))).collect();
        for inner in &blocks {
            self.block_mut(*inner).owner = Some(id);
        }
        self.nodes.push(Node { kind, inputs, outputs, blocks, block, at });
        self.block_mut(block).nodes.push(id);
        id
    }

    /// A node that no block lists yet.
    pub(super) fn drop_of(&mut self, block: BlockId, inputs: Vec<ValueId>) -> NodeId {
        let id = NodeId(self.nodes.len());
        let (outputs, blocks) = (Vec::new(), Vec::new());
        self.nodes.push(Node { kind: Kind::Drop, inputs, outputs, blocks, block, at: Bytes32::default() });
        id
    }

    /// The block in which a value is defined; `None` for constants.
    pub(super) fn home(&self, id: ValueId) -> Option<BlockId> {
        match self.def(id) {
            Def::Constant(_) => None,
            Def::Parameter(block, _) => Some(*block),
            Def::Output(node, _) => Some(self.node(*node).block),
        }
    }
}
