//! Recurrent layers with projections (`proj_size`): their weights are one more for each layer and direction than those of others.
//!
//! Code says it in two ways: a class has `weight_hr_l0` among its parameters, or, where a module was frozen, a call of `torch.lstm` is given that
//! many constants.

use super::load::Program;
use super::report::CodePlace;
use crate::source::{Argument, Block, ExprId, ExprKind, StmtKind, Tree};
use outlast_core::QuickMap;

/// How many weights a layer has in one direction, with biases and without.
const WEIGHTS: (u64, u64) = (4, 2);
/// How the names of the weights of projections begin.
const PROJECTION: &str = "weight_hr_l";

/// A recurrent layer with projections: the class, or the call.
#[derive(Clone, Debug)]
pub enum Projected<'p> {
    /// A class of this name.
    Class(&'p str),
    /// A call of `torch.lstm`.
    Call(CodePlace),
}

/// The first recurrent layer with projections: classes before calls.
pub fn projected(program: &Program) -> Option<Projected<'_>> {
    let named = |class: &&str| {
        let old = program.old_modules.get(*class);
        old.is_some_and(|attributes| attributes.iter().any(|(name, _)| name.starts_with(PROJECTION)))
            || program.class(class).is_some_and(|(_, tree, class)| {
                class.body.iter().any(|stmt| declares(tree, &tree.stmt(*stmt).kind))
            })
    };
    if let Some(class) = program.class_names().into_iter().find(named) {
        return Some(Projected::Class(class));
    }
    program.files.iter().enumerate().find_map(|(file, of)| {
        let tree = of.tree.as_ref().ok()?;
        tree.functions().find_map(|(_, function)| {
            let mut walk = Walk { tree, lists: QuickMap::default(), found: None };
            walk.block(&function.body);
            Some(Projected::Call(CodePlace { file, span: tree.expr(walk.found?).span }))
        })
    })
}

/// Whether a statement of a class declares the weight of a projection: `weight_hr_l0 : Tensor`, or an item of `__annotations__`.
fn declares(tree: &Tree, stmt: &StmtKind) -> bool {
    let StmtKind::Assign { targets, .. } = stmt else { return false };
    let [target] = targets.as_slice() else { return false };
    match &tree.expr(*target).kind {
        ExprKind::Subscript { items, .. } => items
            .first()
            .and_then(|item| tree.string(*item))
            .is_some_and(|text| text.starts_with(PROJECTION.as_bytes())),
        _ => tree.as_name(*target).is_some_and(|name| name.starts_with(PROJECTION)),
    }
}

struct Walk<'t> {
    tree: &'t Tree,
    /// Names of lists that are written out, with the number of their elements.
    lists: QuickMap<&'t str, usize>,
    found: Option<ExprId>,
}

impl<'t> Walk<'t> {
    fn block(&mut self, block: &Block) {
        let tree = self.tree;
        for stmt in block {
            let kind = &tree.stmt(*stmt).kind;
            kind.each(&mut |id| self.expr(id));
            if let StmtKind::Assign { targets, value: Some(value), .. } = kind {
                for name in targets.iter().filter_map(|target| tree.as_name(*target)) {
                    match self.elements(*value) {
                        Some(elements) => self.lists.insert(name, elements),
                        None => self.lists.remove(name),
                    };
                }
            }
            kind.blocks().for_each(|block| self.block(block));
        }
    }

    /// How many elements a list has that is written out here or before.
    fn elements(&self, id: ExprId) -> Option<usize> {
        match &self.tree.expr(self.tree.bare(id)).kind {
            ExprKind::List { items, .. } => Some(items.len()),
            ExprKind::Name => self.lists.get(self.tree.as_name(id)?).copied(),
            _ => None,
        }
    }

    fn expr(&mut self, id: ExprId) {
        let kind = &self.tree.expr(id).kind;
        if let ExprKind::Call { callee, arguments, .. } = kind
            && self.tree.operator(*callee) == Some("lstm")
            && self.has_projections(arguments) == Some(true)
        {
            self.found.get_or_insert(id);
        }
        kind.each(&mut |id| self.expr(id));
    }

    /// Whether a call gives more weights than layers without projections have; `None` where the code does not say how many it gives.
    fn has_projections(&self, arguments: &[Argument]) -> Option<bool> {
        let truth = |at: usize| match self.tree.expr(self.tree.bare(arguments.get(at)?.value)).kind {
            ExprKind::True => Some(true),
            ExprKind::False => Some(false),
            _ => None,
        };
        // Behind the weights: whether there are biases, the number of layers, dropout, whether it is trained, both directions. Of packed
        // sequences, one more argument is before them.
        let biases = (3..=4).find(|at| truth(*at).is_some())?;
        let layers = self.tree.expr(self.tree.bare(arguments.get(biases.checked_add(1)?)?.value));
        let layers: u64 = std::str::from_utf8(self.tree.bytes(layers.span)).ok()?.parse().ok()?;
        let directions = if truth(biases.checked_add(4)?)? { 2 } else { 1 };
        let each = if truth(biases)? { WEIGHTS.0 } else { WEIGHTS.1 };
        let weights = self.elements(arguments.get(biases.checked_sub(1)?)?.value)?;
        Some(weights as u64 > layers.checked_mul(directions)?.checked_mul(each)?)
    }
}
