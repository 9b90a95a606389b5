//! Views that operators in place change.
//!
//! `chunk`, `split` and `unbind` make several views at once. Autograd refuses to change one of them in place (`check_inplace` in
//! `torch/csrc/autograd/VariableTypeUtils.h`), which is known only when the program runs: it depends on whether gradients are on.

use std::collections::HashSet;

use super::load::Program;
use super::report::CodePlace;
use crate::source::{Block, ExprId, ExprKind, StmtKind, Tree};

/// The operators that make several views.
const SEVERAL: [&str; 5] = ["chunk", "split", "split_with_sizes", "unbind", "tensor_split"];

/// The first call in place on one of several views, in the order of the files. Values are followed through assignments in one function, in the order
/// of the text.
pub fn changed_in_place(program: &Program) -> Option<CodePlace> {
    program.files.iter().enumerate().find_map(|(file, of)| {
        let tree = of.tree.as_ref().ok()?;
        tree.functions().find_map(|(_, function)| {
            let mut walk = Walk { tree, lists: HashSet::new(), views: HashSet::new(), found: None };
            walk.block(&function.body);
            Some(CodePlace { file, span: tree.expr(walk.found?).span })
        })
    })
}

struct Walk<'t> {
    tree: &'t Tree,
    /// Names of lists of views, and of views.
    lists: HashSet<&'t str>,
    views: HashSet<&'t str>,
    found: Option<ExprId>,
}

impl<'t> Walk<'t> {
    fn block(&mut self, block: &Block) {
        let tree = self.tree;
        for stmt in block {
            if self.found.is_some() {
                return;
            }
            let kind = &tree.stmt(*stmt).kind;
            kind.each(&mut |id| self.expr(id));
            if let StmtKind::Assign { targets, value: Some(value), .. } = kind {
                self.assign(targets, *value);
            }
            kind.blocks().for_each(|block| self.block(block));
        }
    }

    fn assign(&mut self, targets: &[ExprId], value: ExprId) {
        let tree = self.tree;
        let (list, view) = (self.is_list(value), self.is_view(value));
        for target in targets {
            let bare = tree.bare(*target);
            if let ExprKind::Tuple { items, .. } | ExprKind::List { items, .. } = &tree.expr(bare).kind {
                for name in items.iter().filter_map(|item| tree.as_name(*item)) {
                    if list {
                        self.views.insert(name)
                    } else {
                        self.views.remove(name)
                    };
                }
            } else if let Some(name) = tree.as_name(bare) {
                if list {
                    self.lists.insert(name)
                } else {
                    self.lists.remove(name)
                };
                if view {
                    self.views.insert(name)
                } else {
                    self.views.remove(name)
                };
            }
        }
    }

    /// Whether a value is a list of views.
    fn is_list(&self, id: ExprId) -> bool {
        let id = self.tree.bare(id);
        match &self.tree.expr(id).kind {
            ExprKind::Call { callee, .. } => {
                self.tree.operator(*callee).is_some_and(|name| SEVERAL.contains(&name))
            }
            ExprKind::Name => self.tree.as_name(id).is_some_and(|name| self.lists.contains(name)),
            _ => false,
        }
    }

    /// Whether a value is one of several views.
    fn is_view(&self, id: ExprId) -> bool {
        let id = self.tree.bare(id);
        match &self.tree.expr(id).kind {
            ExprKind::Name => self.tree.as_name(id).is_some_and(|name| self.views.contains(name)),
            ExprKind::Subscript { value, .. } => self.is_list(*value),
            _ => false,
        }
    }

    fn expr(&mut self, id: ExprId) {
        let tree = self.tree;
        let kind = &tree.expr(id).kind;
        if let ExprKind::Call { callee, arguments, .. } = kind
            && self.tree.operator(*callee).is_some_and(|name| name.ends_with('_') && !name.ends_with("__"))
            && arguments.first().is_some_and(|first| self.is_view(first.value))
        {
            self.found.get_or_insert(id);
        }
        kind.each(&mut |id| self.expr(id));
    }
}
