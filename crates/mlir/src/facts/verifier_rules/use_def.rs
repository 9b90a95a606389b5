//! The context of an operation: the definitions of its operands, its parents and children, the uses of its results, symbols.

use std::cell::{Cell, OnceCell, RefCell};
use std::ops::Range;
use std::rc::Rc;

use outlast_core::{QuickMap, to_index};

use super::op_view::{IrView, OpView};
use super::tosa::variable_name;
use crate::ids::{BlockId, OpId};
use crate::ir::Owner;
use crate::typed::Ty;

/// Operations and their operands that use a result, by operation and result.
type Uses = QuickMap<(OpId, usize), Vec<(OpId, usize)>>;

/// What is looked up once for all operations.
#[derive(Debug, Default)]
pub(super) struct UseDef {
    /// Which operands use a result.
    uses: OnceCell<Uses>,
    /// Operations directly in a symbol table, by name.
    symbols: RefCell<QuickMap<OpId, Rc<QuickMap<String, OpId>>>>,
    /// How many variables of tosa have a name.
    variables: OnceCell<QuickMap<String, usize>>,
    /// How many operations inside of others were looked at.
    looked_at: Cell<usize>,
}

/// What defines a value.
#[derive(Clone, Copy)]
pub(crate) enum Origin<'s, 'a> {
    /// An operation, and which of its results it is.
    Result(OpView<'s, 'a>, usize),
    /// An argument of a block: the operation around the block, the block, and which argument.
    Argument(OpView<'s, 'a>, BlockId, usize),
}

impl<'s, 'a> Origin<'s, 'a> {
    /// The operation; none of an argument.
    pub(crate) fn op(self) -> Option<OpView<'s, 'a>> {
        match self {
            Origin::Result(op, _) => Some(op),
            Origin::Argument(..) => None,
        }
    }

    /// Whether it is a result of an operation of this name.
    pub(crate) fn is_of(self, name: &str) -> bool {
        self.op().is_some_and(|op| op.name() == name)
    }

    /// The operation in one of whose regions the value is defined.
    pub(crate) fn around(self) -> Option<OpView<'s, 'a>> {
        match self {
            Origin::Result(op, _) => op.parent(),
            Origin::Argument(around, ..) => Some(around),
        }
    }
}

/// A block.
pub(crate) struct Block<'s, 'a> {
    /// Types of its arguments.
    pub(crate) args: Vec<Rc<Ty>>,
    /// Its operations.
    pub(crate) ops: Vec<OpView<'s, 'a>>,
}

/// How many operations around one are looked at.
const DEPTH: usize = 1 << 10;

/// Operations of MLIR with the trait `SymbolTable`.
const TABLES: &[&str] = &[
    "builtin.module",
    "emitc.class",
    "gpu.module",
    "irdl.dialect",
    "llvm.comdat",
    "shape.function_library",
    "spirv.module",
];

/// Dialects of MLIR whose operations are known here: which of them are symbol tables.
const DIALECTS: &[&str] = &[
    "acc",
    "affine",
    "amdgpu",
    "arith",
    "async",
    "bufferization",
    "builtin",
    "cf",
    "emitc",
    "func",
    "gpu",
    "irdl",
    "linalg",
    "llvm",
    "memref",
    "ml_program",
    "nvgpu",
    "nvvm",
    "omp",
    "pdl",
    "pdl_interp",
    "scf",
    "shape",
    "sparse_tensor",
    "spirv",
    "tensor",
    "tosa",
    "transform",
    "vector",
];

/// What defines an operand, as it is: to compare values.
pub(crate) fn owner(op: &OpView<'_, '_>, operand: usize) -> Option<Owner> {
    op.view.owners().owner(&op.view.ir, op.op, operand)
}

impl<'s, 'a> OpView<'s, 'a> {
    /// What defines an operand.
    pub(crate) fn origin(&self, operand: usize) -> Option<Origin<'s, 'a>> {
        let owner = owner(self, operand)?;
        if let Some(op) = owner.op {
            return Some(Origin::Result(OpView::new(self.view, op), owner.result));
        }
        let (block, at) = owner.argument?;
        Some(Origin::Argument(OpView::new(self.view, self.view.owners().around_block(block)?), block, at))
    }

    /// The operation around it.
    pub(crate) fn parent(&self) -> Option<OpView<'s, 'a>> {
        Some(OpView::new(self.view, self.view.owners().around(self.op)?))
    }

    /// Whether it is the same operation.
    pub(crate) fn is_same(&self, other: &OpView<'_, '_>) -> bool {
        self.op == other.op
    }

    /// Whether a block is the first one of its first region.
    pub(crate) fn is_first(&self, block: BlockId) -> bool {
        let ir = &*self.view.ir;
        ir.regions(self.op).next().and_then(|region| ir.blocks(region).next()) == Some(block)
    }

    /// The operations around it, from the inside; of very many, the first.
    pub(crate) fn ancestors(&self) -> impl Iterator<Item = OpView<'s, 'a>> + use<'s, 'a> {
        std::iter::successors(self.parent(), OpView::parent).take(DEPTH)
    }

    /// Blocks of one of its regions: each with the types of its arguments and its operations.
    pub(crate) fn region(&self, at: usize) -> Option<Vec<Block<'s, 'a>>> {
        let ir = &*self.view.ir;
        let region = ir.regions(self.op).nth(at)?;
        let blocks = ir.blocks(region).map(|block| Block {
            args: ir.args(block).iter().map(|arg| self.view.ty(arg.ty)).collect(),
            ops: ir.block_ops(block).map(|op| OpView::new(self.view, op)).collect(),
        });
        Some(blocks.collect())
    }

    /// How many operations the blocks of a region have.
    pub(crate) fn block_sizes(&self, at: usize) -> Option<Vec<usize>> {
        let ir = &*self.view.ir;
        let region = ir.regions(self.op).nth(at)?;
        Some(ir.blocks(region).map(|block| ir.op_count(block)).collect())
    }

    /// The first operation of the first block of its first region.
    pub(crate) fn first_inside(&self) -> Option<OpView<'s, 'a>> {
        let ir = &*self.view.ir;
        let block = ir.blocks(ir.regions(self.op).next()?).next()?;
        ir.block_ops(block).next().map(|op| OpView::new(self.view, op))
    }

    /// The only block of a region.
    pub(crate) fn block(&self, at: usize) -> Option<Block<'s, 'a>> {
        let mut blocks = self.region(at)?;
        let only = blocks.pop()?;
        blocks.is_empty().then_some(only)
    }

    /// All operations inside it, at any depth; none if more was looked at in the file than it has several times over.
    pub(crate) fn inside(&self) -> Option<impl Iterator<Item = OpView<'s, 'a>> + use<'s, 'a>> {
        let view = self.view;
        let (start, end) = (self.op.0.checked_add(1)?, view.ir.after(self.op).0);
        let looked_at = view.use_def.looked_at.get().saturating_add(to_index(end.saturating_sub(start)));
        if looked_at > view.ir.len().saturating_mul(16) {
            return None;
        }
        view.use_def.looked_at.set(looked_at);
        Some((start..end).map(move |op| OpView::new(view, OpId(op))))
    }

    /// The operands of a group, by the sizes of groups that it says; none if it says none, or others than it has operands.
    pub(crate) fn group(&self, at: usize) -> Option<Range<usize>> {
        let sizes = self.segments()?;
        let all = sizes.iter().try_fold(0_usize, |sum, size| sum.checked_add(*size))?;
        let start = sizes.get(..at)?.iter().sum::<usize>();
        (all == self.operands()).then_some(start..start + *sizes.get(at)?)
    }

    /// Operations that use one of its results, with the operand as which they use it.
    pub(crate) fn users(&self, result: usize) -> Vec<(OpView<'s, 'a>, usize)> {
        let uses = self.view.use_def.uses.get_or_init(|| {
            let mut uses = Uses::default();
            for op in self.view.ir.ops() {
                for at in 0..self.view.ir.operands(op).len() {
                    let owner = self.view.owners().owner(&self.view.ir, op, at);
                    if let Some((of, result)) = owner.and_then(|owner| Some((owner.op?, owner.result))) {
                        uses.entry((of, result)).or_default().push((op, at));
                    }
                }
            }
            uses
        });
        let found = uses.get(&(self.op, result)).map_or(&[][..], Vec::as_slice);
        found.iter().map(|(op, at)| (OpView::new(self.view, *op), *at)).collect()
    }

    /// How many variables of tosa in the file have a name.
    pub(crate) fn variables(&self, name: &str) -> usize {
        let all = self.view.use_def.variables.get_or_init(|| {
            let mut all = QuickMap::default();
            for op in self.view.ir.ops().map(|op| OpView::new(self.view, op)) {
                if op.name() == "tosa.variable"
                    && let Some(name) = variable_name(&op).and_then(|attr| op.string(attr))
                {
                    *all.entry(name).or_insert(0) += 1;
                }
            }
            all
        });
        all.get(name).copied().unwrap_or(0)
    }

    /// The nearest symbol table around it; none if what is around it is not known.
    pub(crate) fn symbol_table(&self) -> Option<OpView<'s, 'a>> {
        let outside = self.view.outside.as_ref().map(|(view, op)| OpView::new(view, *op));
        // The function that was read alone is the last one inside.
        for around in self.ancestors().chain(outside.into_iter().flat_map(|function| function.ancestors())) {
            let name = around.name();
            if TABLES.contains(&name.as_str()) {
                return Some(around);
            }
            DIALECTS.contains(&name.split('.').next()?).then_some(())?;
        }
        None
    }

    /// The operation directly inside this one that has a name as its symbol.
    pub(crate) fn symbol(&self, name: &str) -> Option<OpView<'s, 'a>> {
        let names = symbols(self.view, *self);
        names.get(name).map(|op| OpView::new(self.view, *op))
    }

    /// The operation that an attribute refers to: a symbol without further parts in the nearest symbol table.
    pub(crate) fn refers(&self, attr: &str) -> Option<OpView<'s, 'a>> {
        self.symbol_table()?.symbol(self.attr(attr)?.symbol()?)
    }
}

fn symbols(view: &IrView<'_>, table: OpView<'_, '_>) -> Rc<QuickMap<String, OpId>> {
    if let Some(known) = view.use_def.symbols.borrow().get(&table.op) {
        return Rc::clone(known);
    }
    let mut names = QuickMap::default();
    let ir = &*view.ir;
    for op in ir.regions(table.op).flat_map(|region| ir.blocks(region)).flat_map(|block| ir.block_ops(block))
    {
        let op_view = OpView::new(view, op);
        // Before LLVM 22, variables of tosa are no symbols.
        let variable = || (op_view.name() == "tosa.variable").then(|| op_view.string("name")).flatten();
        if let Some(name) = op_view.string("sym_name").or_else(variable) {
            names.entry(name).or_insert(op);
        }
    }
    let made = Rc::new(names);
    view.use_def.symbols.borrow_mut().insert(table.op, Rc::clone(&made));
    made
}
