//! Views that operators in place change.
//!
//! `chunk`, `split` and `unbind` make several views at once. Autograd refuses to change one of them in place (`check_inplace` in
//! `torch/csrc/autograd/VariableTypeUtils.h`), which is known only when the program runs: it depends on whether gradients are on.

use super::load::Program;
use super::report::CodePlace;
use crate::source::{Block, ExprId, ExprKind, StmtKind, Tree};
use outlast_core::QuickMap;

/// The operators that make several views.
const SEVERAL: [&str; 5] = ["chunk", "split", "split_with_sizes", "unbind", "tensor_split"];

/// A call in place on one of several views.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Changed {
    /// The call.
    pub call: CodePlace,
    /// What is called to make the views: `torch.chunk`.
    pub maker: CodePlace,
}

/// Calls in place on one of several views, in the order of the files: of each function the first on the views of one call. Values are followed through
/// assignments in one function, in the order of the text.
pub fn changed_in_place(program: &Program) -> Vec<Changed> {
    let mut all = Vec::new();
    for (file, of) in program.files.iter().enumerate() {
        let Ok(tree) = &of.tree else { continue };
        for (_, function) in tree.functions() {
            let mut walk =
                Walk { tree, lists: QuickMap::default(), views: QuickMap::default(), found: Vec::new() };
            walk.block(&function.body);
            let place = |id: ExprId| CodePlace { file, span: tree.expr(id).span };
            all.extend(
                walk.found.iter().map(|(call, maker)| Changed { call: place(*call), maker: place(*maker) }),
            );
        }
    }
    all
}

struct Walk<'t> {
    tree: &'t Tree,
    /// Names of lists of views, and of views, with what is called to make them.
    lists: QuickMap<&'t str, ExprId>,
    views: QuickMap<&'t str, ExprId>,
    /// Calls in place, with what is called to make the views.
    found: Vec<(ExprId, ExprId)>,
}

impl<'t> Walk<'t> {
    fn block(&mut self, block: &Block) {
        let tree = self.tree;
        for stmt in block {
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
        let (list, view) = (self.list(value), self.view(value));
        fn set<'t>(names: &mut QuickMap<&'t str, ExprId>, name: &'t str, maker: Option<ExprId>) {
            match maker {
                Some(maker) => names.insert(name, maker),
                None => names.remove(name),
            };
        }
        for target in targets {
            let bare = tree.bare(*target);
            if let ExprKind::Tuple { items, .. } | ExprKind::List { items, .. } = &tree.expr(bare).kind {
                for name in items.iter().filter_map(|item| tree.as_name(*item)) {
                    set(&mut self.views, name, list);
                }
            } else if let Some(name) = tree.as_name(bare) {
                set(&mut self.lists, name, list);
                set(&mut self.views, name, view);
            }
        }
    }

    /// What is called to make a list of views, if a value is one.
    fn list(&self, id: ExprId) -> Option<ExprId> {
        let id = self.tree.bare(id);
        match &self.tree.expr(id).kind {
            ExprKind::Call { callee, .. } => {
                self.tree.operator(*callee).is_some_and(|name| SEVERAL.contains(&name)).then_some(*callee)
            }
            ExprKind::Name => self.lists.get(self.tree.as_name(id)?).copied(),
            _ => None,
        }
    }

    /// What is called to make several views, if a value is one of them.
    fn view(&self, id: ExprId) -> Option<ExprId> {
        let id = self.tree.bare(id);
        match &self.tree.expr(id).kind {
            ExprKind::Name => self.views.get(self.tree.as_name(id)?).copied(),
            ExprKind::Subscript { value, .. } => self.list(*value),
            _ => None,
        }
    }

    fn expr(&mut self, id: ExprId) {
        let tree = self.tree;
        let kind = &tree.expr(id).kind;
        if let ExprKind::Call { callee, arguments, .. } = kind
            && self.tree.operator(*callee).is_some_and(|name| name.ends_with('_') && !name.ends_with("__"))
            && let Some(maker) = arguments.first().and_then(|first| self.view(first.value))
            && self.found.iter().all(|(_, known)| *known != maker)
        {
            self.found.push((id, maker));
        }
        kind.each(&mut |id| self.expr(id));
    }
}
