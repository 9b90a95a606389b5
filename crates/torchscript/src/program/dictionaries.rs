//! Dictionaries that code writes out, and whether the order of their items can be seen.
//!
//! Up to 1.5 `prim::DictConstruct` puts items in from the last to the first, since 1.6 from the first to the last (`dictConstruct` in
//! `torch/csrc/jit/runtime/vararg_functions.cpp`).

use super::load::Program;
use super::report::CodePlace;
use crate::source::{Block, Bytes32, ExprId, ExprKind, StmtKind, Tree};
use outlast_core::{QuickMap, QuickSet};

/// Operators that do not show in which order a dictionary has its items, given it first.
const BLIND: [&str; 9] =
    ["__contains__", "len", "_set_item", "__getitem__", "get", "setdefault", "update", "Delete", "clear"];

/// How many dictionaries one name may be of.
const MOST: usize = 64;

/// A dictionary of two items or more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dictionary {
    /// Where it is.
    pub place: CodePlace,
    /// The expression in the tree of its file.
    pub expr: ExprId,
    /// The method or function that returns it and does nothing else with it, as an index of [`Program::functions`]; `None` where something
    /// else may see the order of its items.
    pub returned: Option<usize>,
}

/// The dictionaries whose order of items can be seen, in the order of functions. Those that only give or take the values of keys are left out.
pub fn visible(program: &Program) -> Vec<Dictionary> {
    let several = |tree: &Tree| tree.exprs().any(|(_, expr)| is_several(&expr.kind));
    let files: Vec<bool> = program.files.iter().map(|file| file.tree.as_ref().is_ok_and(several)).collect();
    let mut all = Vec::new();
    for function in 0..program.functions.len() {
        let Some((definition, tree, code)) = program.code(function) else { continue };
        if files.get(definition.file) != Some(&true) {
            continue;
        }
        let mut walk = Walk { tree, made: Vec::new(), names: QuickMap::default(), seen: QuickMap::default() };
        walk.names(&code.body);
        walk.block(&code.body);
        for made in &walk.made {
            let place = CodePlace { file: definition.file, span: tree.expr(*made).span };
            let returned = |seen: &Seen| (*seen == Seen::Returned).then_some(function);
            all.extend(walk.seen.get(made).map(|seen| Dictionary {
                place,
                expr: *made,
                returned: returned(seen),
            }));
        }
    }
    all
}

/// A dictionary as a call of `aten::dict`, which puts items in in the order of the text in all releases; `reverse` for an order from the last to the
/// first. So are the dictionaries in it.
pub fn inserted(tree: &Tree, dictionary: ExprId, reverse: bool) -> Vec<u8> {
    let expr = tree.expr(dictionary);
    let ExprKind::Dict { items } = &expr.kind else { return tree.bytes(expr.span).to_vec() };
    let item = |(key, value): &(ExprId, ExprId)| {
        let [key, value] = [key, value].map(|id| with_inserted(tree, *id, reverse));
        [b"(", key.as_slice(), b", ", &value, b")"].concat()
    };
    let mut items: Vec<Vec<u8>> = items.iter().map(item).collect();
    if reverse {
        items.reverse();
    }
    [b"torch.dict([", items.join(b", ".as_slice()).as_slice(), b"])"].concat()
}

/// The text of an expression with the dictionaries in it as calls.
fn with_inserted(tree: &Tree, id: ExprId, reverse: bool) -> Vec<u8> {
    let (mut inner, mut out) = (Vec::new(), Vec::new());
    outermost(tree, id, &mut inner);
    let span = tree.expr(id).span;
    let mut at = span.start;
    for dictionary in inner {
        let own = tree.expr(dictionary).span;
        out.extend_from_slice(tree.bytes(Bytes32 { start: at, end: own.start }));
        out.extend(inserted(tree, dictionary, reverse));
        at = own.end;
    }
    out.extend_from_slice(tree.bytes(Bytes32 { start: at, end: span.end }));
    out
}

/// The dictionaries of two items or more in an expression, without those in them.
fn outermost(tree: &Tree, id: ExprId, found: &mut Vec<ExprId>) {
    let kind = &tree.expr(id).kind;
    match is_several(kind) {
        true => found.push(id),
        false => kind.each(&mut |id| outermost(tree, id, found)),
    }
}

fn is_several(kind: &ExprKind) -> bool {
    matches!(kind, ExprKind::Dict { items } if items.len() > 1)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Seen {
    Returned,
    Otherwise,
}

struct Walk<'t> {
    tree: &'t Tree,
    made: Vec<ExprId>,
    /// The dictionaries that names may be of, anywhere in the function.
    names: QuickMap<&'t str, QuickSet<ExprId>>,
    seen: QuickMap<ExprId, Seen>,
}

impl<'t> Walk<'t> {
    /// The dictionaries of a block, and the names that they have.
    fn names(&mut self, block: &Block) {
        let tree = self.tree;
        for stmt in block {
            let kind = &tree.stmt(*stmt).kind;
            kind.each(&mut |id| self.made(id));
            if let StmtKind::Assign { targets, value: Some(value), .. } = kind
                && let [target] = targets.as_slice()
                && let Some(name) = tree.as_name(*target)
            {
                let of = self.dictionaries(*value);
                let known = self.names.entry(name).or_default();
                known.extend(of);
                // Nobody writes so many; what may be any of them is not followed.
                if known.len() > MOST {
                    self.seen.extend(known.drain().map(|one| (one, Seen::Otherwise)));
                }
            }
            kind.blocks().for_each(|block| self.names(block));
        }
    }

    fn made(&mut self, id: ExprId) {
        let kind = &self.tree.expr(id).kind;
        if is_several(kind) {
            self.made.push(id);
        }
        kind.each(&mut |id| self.made(id));
    }

    /// The value behind brackets and `annotate(type, …)`.
    fn plain(&self, id: ExprId) -> ExprId {
        let id = self.tree.bare(id);
        match &self.tree.expr(id).kind {
            ExprKind::Call { callee, arguments, .. } if self.tree.as_name(*callee) == Some("annotate") => {
                arguments.get(1).map_or(id, |value| self.tree.bare(value.value))
            }
            _ => id,
        }
    }

    /// The dictionaries that a value may be, or a part of a tuple.
    fn dictionaries(&self, id: ExprId) -> QuickSet<ExprId> {
        let id = self.plain(id);
        match &self.tree.expr(id).kind {
            kind if is_several(kind) => QuickSet::from_iter([id]),
            ExprKind::Name => {
                self.tree.as_name(id).and_then(|name| self.names.get(name)).cloned().unwrap_or_default()
            }
            ExprKind::Tuple { items, .. } => items.iter().flat_map(|item| self.dictionaries(*item)).collect(),
            _ => QuickSet::default(),
        }
    }

    fn block(&mut self, block: &Block) {
        let tree = self.tree;
        for stmt in block {
            let kind = &tree.stmt(*stmt).kind;
            match kind {
                StmtKind::Return(Some(value)) => self.returned(*value),
                StmtKind::Assign { targets, value: Some(value), .. } => {
                    targets.iter().for_each(|target| self.target(*target));
                    let is_name = matches!(targets.as_slice(), [target] if tree.as_name(*target).is_some());
                    // Another name for it shows nothing.
                    match is_name {
                        true => self.named(*value),
                        false => self.expr(*value),
                    }
                }
                _ => kind.each(&mut |id| self.expr(id)),
            }
            kind.blocks().for_each(|block| self.block(block));
        }
    }

    fn target(&mut self, id: ExprId) {
        match &self.tree.expr(id).kind {
            ExprKind::Name => {}
            _ => self.expr(id),
        }
    }

    /// A value that gets a name: what is in a dictionary is another's.
    fn named(&mut self, id: ExprId) {
        let (tree, id) = (self.tree, self.plain(id));
        match &tree.expr(id).kind {
            ExprKind::Tuple { items, .. } => items.iter().for_each(|item| self.named(*item)),
            kind if is_several(kind) => kind.each(&mut |id| self.expr(id)),
            _ if self.dictionaries(id).is_empty() => self.expr(id),
            _ => {}
        }
    }

    /// A value that is returned.
    fn returned(&mut self, id: ExprId) {
        for one in self.dictionaries(id) {
            self.seen.entry(one).or_insert(Seen::Returned);
        }
        self.named(id);
    }

    fn expr(&mut self, id: ExprId) {
        let (tree, id) = (self.tree, self.plain(id));
        for one in self.dictionaries(id) {
            self.seen.insert(one, Seen::Otherwise);
        }
        let kind = &tree.expr(id).kind;
        let blind = match kind {
            ExprKind::Subscript { value, .. } => Some(*value),
            ExprKind::Call { callee, arguments, .. }
                if tree.operator(*callee).is_some_and(|name| BLIND.contains(&name)) =>
            {
                arguments.first().map(|first| first.value)
            }
            _ => None,
        };
        let blind = blind.filter(|value| tree.as_name(*value).is_some());
        kind.each(&mut |id| {
            if Some(id) != blind {
                self.expr(id);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::{inserted, visible};
    use crate::program::Program;

    /// The dictionaries of a function whose order can be seen: `r` those that are returned alone, `o` others.
    fn seen(body: &str) -> String {
        let text =
            format!("def f(x: Tensor, k: str) -> Dict[str, Tensor]:\n  {}\n", body.replace('\n', "\n  "));
        let program = Program::of_code([("__torch__", text.as_bytes())], 1);
        let found = visible(&program);
        found.iter().map(|one| if one.returned == Some(0) { 'r' } else { 'o' }).collect()
    }

    #[test]
    fn order_is_seen_where_a_dictionary_goes() {
        for (body, expected) in [
            ("return {\"a\": x, \"b\": x}", "r"),
            ("d = {\"a\": x, \"b\": x}\nreturn (x, d)", "r"),
            ("d = annotate(Dict[str, Tensor], {\"a\": x, \"b\": x})\ne = d\nreturn e", "r"),
            // One item has no order.
            ("return {\"a\": x}", ""),
            ("d = {\"a\": x, \"b\": x}\nt = (x, (d, {\"a\": x, \"b\": x}))\nreturn t", "rr"),
            ("t = (x, {\"a\": x, \"b\": x})\ny, e = t\nreturn e", "o"),
            // Only keys are asked.
            (
                "d = {\"a\": x, \"b\": x}\n_0 = torch._set_item(d, \"c\", x)\nif torch.__contains__(d, k):\n  y = d[k]\nelse:\n  y = x\nreturn y",
                "",
            ),
            ("d = {\"a\": x, \"b\": x}\nl = torch.keys(d)\nreturn d", "o"),
            ("_0 = torch.append(l, {\"a\": x, \"b\": x})\nreturn x", "o"),
            ("d = {\"a\": {\"b\": x, \"c\": x}, \"e\": {\"f\": x}}\nreturn d", "ro"),
            (
                "if torch.len(k):\n  d = {\"a\": x, \"b\": x}\nelse:\n  d = {\"c\": x, \"b\": x}\nreturn d",
                "rr",
            ),
        ] {
            assert_eq!(seen(body), expected, "{body}");
        }
    }

    #[test]
    fn items_are_put_in_one_by_one() {
        let text =
            "def f(x: Tensor):\n  return { \"a\": x,  \"b\" : g({1: x, 2: {3: x, 4: y}}), \"c\": x }\n";
        let program = Program::of_code([("__torch__", text.as_bytes())], 1);
        let (tree, found) = (program.files[0].tree.as_ref().unwrap(), visible(&program));
        let of = |reverse| String::from_utf8(inserted(tree, found[0].expr, reverse)).unwrap();
        let inner = "torch.dict([(1, x), (2, torch.dict([(3, x), (4, y)]))])";
        assert_eq!(of(false), format!("torch.dict([(\"a\", x), (\"b\", g({inner})), (\"c\", x)])"));
        let inner = "torch.dict([(2, torch.dict([(4, y), (3, x)])), (1, x)])";
        assert_eq!(of(true), format!("torch.dict([(\"c\", x), (\"b\", g({inner})), (\"a\", x)])"));
    }
}
