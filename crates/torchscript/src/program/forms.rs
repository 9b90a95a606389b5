//! Which forms of code a program has that not every release loads: syntax, types, special names.
//!
//! The names are those of `xtask/peers/torch/features.py`, which makes a program for each and loads it in releases; `features.txt` is what they did.
//! Types of classes and what calls mean are found by [`super::analyse`].

use std::collections::BTreeMap;

use outlast_opset::history::Release;

use super::load::Program;
use super::model::CUSTOM;
use super::report::CodePlace;
use crate::source::{
    Argument, Binary, Bytes32, Class, ExprId, ExprKind, Function, Item, Number, StmtId, StmtKind, Tree, Unary,
};

/// A form, and where a program has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FormUse {
    /// Its name: `type Union`.
    pub form: &'static str,
    /// The first place.
    pub first: CodePlace,
    /// How often.
    pub count: usize,
}

/// The forms that a program has, in the order of their names.
pub fn forms(program: &Program) -> Vec<FormUse> {
    let mut found = BTreeMap::new();
    for (file, of) in program.files.iter().enumerate() {
        if let Ok(tree) = &of.tree {
            Finder { tree, file, found: &mut found }.file();
        }
    }
    found.into_values().collect()
}

const TABLE: &str = include_str!("features.txt");

/// Whether a release loads a form. `None` for releases that were not run, and for forms that are not in the table.
pub fn loads(form: &str, release: Release) -> Option<bool> {
    let known = releases().any(|one| one == release);
    intervals(form).filter(|_| known).map(|intervals| {
        intervals.split(',').any(|interval| {
            let (first, last) = interval.split_once('-').unwrap_or((interval, interval));
            let last = Release::parse(last);
            Release::parse(first).is_some_and(|first| first <= release)
                && last.is_none_or(|last| release <= last)
        })
    })
}

/// The releases that load a form, as intervals of those that were run: `1.8.1-`; `none` if no release does.
pub fn intervals(form: &str) -> Option<&'static str> {
    let mut rows = TABLE.lines().filter_map(|line| line.strip_prefix("form\t")?.split_once('\t'));
    rows.find(|(name, _)| *name == form).map(|(_, intervals)| intervals)
}

/// The releases that were run, oldest first.
pub fn releases() -> impl Iterator<Item = Release> {
    TABLE.lines().filter_map(|line| Release::parse(line.strip_prefix("release\t")?))
}

struct Finder<'t, 'f> {
    tree: &'t Tree,
    file: usize,
    found: &'f mut BTreeMap<&'static str, FormUse>,
}

impl Finder<'_, '_> {
    fn add(&mut self, form: &'static str, span: Bytes32) {
        let first = CodePlace { file: self.file, span };
        self.found.entry(form).or_insert(FormUse { form, first, count: 0 }).count += 1;
    }

    fn file(&mut self) {
        let tree = self.tree;
        match tree.op_version_set {
            Some(span) => self.add("op_version_set", span),
            None => self.add("no op_version_set", Bytes32::default()),
        }
        for item in &tree.items {
            match item {
                Item::Import { span, .. } => self.add("import", *span),
                Item::Class(class) => self.class(class),
                Item::Function(function) => self.function(function),
            }
        }
    }

    fn class(&mut self, class: &Class) {
        let tree = self.tree;
        let base = class.base.and_then(|base| tree.as_name(base));
        let form = match base {
            None => Some("class"),
            Some("NamedTuple") => Some("class NamedTuple"),
            Some("Interface") => Some("class Interface"),
            Some("ModuleInterface") => Some("class ModuleInterface"),
            Some("Enum") => Some("class Enum"),
            // Every release has modules.
            Some(_) => None,
        };
        if let Some(form) = form {
            self.add(form, class.name.span);
        }
        for stmt in &class.body {
            let stmt = tree.stmt(*stmt);
            match &stmt.kind {
                StmtKind::Def(function) => self.function(function),
                StmtKind::Assign { targets, annotation, value } => {
                    let target =
                        targets.first().and_then(|target| tree.as_name(*target)).unwrap_or("__annotations__");
                    match target {
                        "__parameters__" => {}
                        "__buffers__" => self.add("__buffers__", stmt.span),
                        "__annotations__" => {
                            self.add("__annotations__", stmt.span);
                            let typed = value
                                .filter(|value| !matches!(tree.expr(*value).kind, ExprKind::List { .. }));
                            typed.into_iter().for_each(|ty| self.ty(ty));
                        }
                        "__forward_hooks__" => self.add("__forward_hooks__", stmt.span),
                        "__forward_pre_hooks__" => self.add("__forward_pre_hooks__", stmt.span),
                        _ => self.attribute(base, *annotation, *value, stmt.span),
                    }
                }
                _ => {}
            }
        }
    }

    fn attribute(
        &mut self,
        base: Option<&str>,
        annotation: Option<ExprId>,
        value: Option<ExprId>,
        span: Bytes32,
    ) {
        let tree = self.tree;
        if base == Some("Enum") {
            match value.map(|value| (&tree.expr(tree.bare(value)).kind, tree.number(value))) {
                Some((ExprKind::Text(_), _)) => self.add("Enum of str", span),
                Some((_, Some(Number::Float(_)))) => self.add("Enum of float", span),
                _ => {}
            }
        } else if let Some(annotation) = annotation {
            match value {
                Some(_) if base == Some("NamedTuple") => self.add("NamedTuple default", span),
                Some(_) => self.add("Final", span),
                None => {}
            }
            self.ty(annotation);
        }
    }

    fn function(&mut self, function: &Function) {
        let mut default = false;
        for parameter in &function.parameters {
            let span = parameter.name.span;
            if let Some(value) = parameter.default {
                let list = matches!(self.tree.expr(self.tree.bare(value)).kind, ExprKind::List { .. });
                self.add(if list { "default list" } else { "default" }, span);
                self.expr(value);
            } else if default && !parameter.keyword_only {
                self.add("default before none", span);
            }
            default |= parameter.default.is_some();
            if parameter.keyword_only {
                self.add("keyword-only", span);
            }
            parameter.annotation.into_iter().for_each(|ty| self.ty(ty));
        }
        if let Some(comment) = &function.type_comment {
            self.add("type comment", comment.span);
            comment.parameters.iter().chain(&comment.returns).for_each(|ty| self.ty(*ty));
        }
        match function.returns {
            Some(returns) => self.ty(returns),
            None if function.type_comment.is_none() && !function.parameters.is_empty() => {
                self.add("no return type", function.name.span);
            }
            None => {}
        }
        self.block(&function.body, true);
    }

    fn block(&mut self, body: &[StmtId], outermost: bool) {
        for stmt in body {
            self.stmt(*stmt, outermost);
        }
    }

    fn stmt(&mut self, id: StmtId, outermost: bool) {
        let tree = self.tree;
        let stmt = tree.stmt(id);
        let form = match &stmt.kind {
            StmtKind::Expr(_) | StmtKind::If { elif: false, .. } => None,
            StmtKind::If { .. } => Some("elif"),
            StmtKind::While { .. } => Some("while"),
            StmtKind::For { .. } => Some("for"),
            StmtKind::With { .. } => Some("with"),
            StmtKind::Pass => Some("pass"),
            StmtKind::Break => Some("break"),
            StmtKind::Continue => Some("continue"),
            StmtKind::Raise(_) => Some("raise"),
            StmtKind::Assert { .. } => Some("assert"),
            StmtKind::Global(_) => Some("global"),
            StmtKind::Return(_) => (!outermost).then_some("return in block"),
            StmtKind::Delete(targets) => {
                let variable = targets.iter().all(|target| tree.as_name(*target).is_some());
                Some(if variable { "del variable" } else { "del item" })
            }
            StmtKind::AugmentedAssign { operator, .. } => augmented(*operator),
            StmtKind::Def(function) if function.parameters.is_empty() => Some("forked function"),
            StmtKind::Def(_) => Some("nested function"),
            StmtKind::Assign { targets, annotation, .. } => self.assignment(targets, *annotation),
        };
        if let Some(form) = form {
            self.add(form, stmt.span);
        }
        match &stmt.kind {
            StmtKind::Def(function) => return self.function(function),
            StmtKind::Assign { targets, annotation, value } => {
                annotation.iter().for_each(|ty| self.ty(*ty));
                targets.iter().chain(value).for_each(|of| self.expr(*of));
            }
            kind => kind.each(&mut |of| self.expr(of)),
        }
        for block in stmt.kind.blocks() {
            self.block(block, false);
        }
    }

    fn assignment(&self, targets: &[ExprId], annotation: Option<ExprId>) -> Option<&'static str> {
        let tree = self.tree;
        let [target] = targets else { return Some("chained assignment") };
        match (&tree.expr(tree.bare(*target)).kind, annotation) {
            (_, Some(annotation)) => match constructor(tree, annotation) {
                Some("Optional") => Some("annotated Optional"),
                Some("Union") => Some("annotated Union"),
                _ => Some("annotated assignment"),
            },
            (ExprKind::Tuple { items, .. }, _) => {
                let kind = |id: &ExprId| &tree.expr(tree.bare(*id)).kind;
                let star = items.iter().any(|item| matches!(kind(item), ExprKind::Unary(Unary::Star, _)));
                let nested = items.iter().any(|item| matches!(kind(item), ExprKind::Tuple { .. }));
                Some(if star {
                    "unpack star"
                } else if nested {
                    "unpack nested"
                } else {
                    "unpack"
                })
            }
            (ExprKind::Attribute { .. }, _) => Some("set attribute"),
            (ExprKind::Subscript { .. }, _) => Some("set item"),
            _ => None,
        }
    }

    /// A type.
    fn ty(&mut self, id: ExprId) {
        let tree = self.tree;
        let bare = tree.bare(id);
        let expr = tree.expr(bare);
        let form = match &expr.kind {
            ExprKind::None => Some("type None"),
            ExprKind::NoneType => Some("type NoneType"),
            ExprKind::Text(_) => Some("type quoted"),
            ExprKind::Binary(Binary::BitOr, left, right) => {
                self.ty(*left);
                self.ty(*right);
                Some("type |")
            }
            ExprKind::Subscript { items, .. } => {
                let (constructor, items) = (constructor(tree, bare), items.clone());
                self.constructed(constructor.unwrap_or_default(), &items, expr.span)
            }
            _ => tree.dotted(bare).and_then(|name| plain(&name)),
        };
        if let Some(form) = form {
            self.add(form, expr.span);
        }
    }

    fn constructed(&mut self, name: &str, items: &[ExprId], span: Bytes32) -> Option<&'static str> {
        let tree = self.tree;
        if let ("Tuple" | "tuple", [one]) = (name, items)
            && matches!(&tree.expr(tree.bare(*one)).kind, ExprKind::Tuple { items, .. } if items.is_empty())
        {
            return Some("type Tuple[()]");
        }
        items.iter().for_each(|item| self.ty(*item));
        Some(match name {
            "Optional" => "type Optional",
            "List" => "type List",
            "list" => "type list[]",
            "Tuple" => "type Tuple",
            "tuple" => "type tuple[]",
            "Future" | "torch.jit.Future" => "type Future",
            "Await" | "torch.jit._Await" => "type Await",
            "RRef" => "type RRef",
            "Union" => "type Union",
            "Dict" | "dict" => {
                let key = items.first().and_then(|key| tree.dotted(*key));
                let of = match key.as_deref() {
                    Some("int") => Some("type Dict of int"),
                    Some("Tensor") => Some("type Dict of Tensor"),
                    Some("bool") => Some("type Dict of bool"),
                    Some("Device") => Some("type Dict of Device"),
                    _ => None,
                };
                of.into_iter().for_each(|of| self.add(of, span));
                if name == "Dict" { "type Dict" } else { "type dict[]" }
            }
            // The class says what it is for.
            "Final" => return None,
            name if name.starts_with("BroadcastingList") => "type BroadcastingList",
            _ => return None,
        })
    }

    fn expr(&mut self, id: ExprId) {
        let tree = self.tree;
        let expr = tree.expr(id);
        let span = expr.span;
        if let ExprKind::Call { callee, arguments, .. } = &expr.kind {
            return self.call(*callee, arguments, span);
        }
        let form = match &expr.kind {
            ExprKind::Number => number(tree.bytes(span)),
            ExprKind::Text(parts) => {
                if parts.len() > 1 {
                    self.add("strings joined", span);
                }
                self.string(parts);
                None
            }
            ExprKind::Dots => Some(if tree.bytes(span) == b"..." { "tensor ..." } else { "Ellipsis" }),
            ExprKind::Name => match tree.as_name(id) {
                Some("inf") => Some("inf"),
                Some("nan") => Some("nan"),
                Some("infj") => Some("infj"),
                Some("nanj") => Some("nanj"),
                _ => None,
            },
            ExprKind::ListComprehension(_) | ExprKind::Generator(_) => Some("list comprehension"),
            ExprKind::DictComprehension { .. } => Some("dict comprehension"),
            ExprKind::Dict { .. } => Some("dict"),
            ExprKind::Unary(Unary::Not, _) => Some("operator not"),
            ExprKind::Unary(Unary::Invert, _) => Some("operator ~"),
            ExprKind::Unary(Unary::Minus, _) if tree.number(id).is_none() => Some("operator - before"),
            ExprKind::Binary(Binary::Add, _, right)
                if matches!(tree.number(*right), Some(Number::Imaginary(_))) =>
            {
                Some("complex of two parts")
            }
            ExprKind::Binary(Binary::Mod, left, _) if tree.string(*left).is_some() => {
                Some("operator % of str")
            }
            ExprKind::Binary(binary, ..) => Some(operator(*binary)),
            ExprKind::IfElse { .. } => Some("operator if"),
            ExprKind::Slice { step: Some(_), .. } => Some("slice step"),
            ExprKind::Slice { .. } => Some("slice"),
            ExprKind::Attribute { value, name } => match (tree.name(*name), tree.as_name(*value)) {
                ("autograd", Some("torch")) => Some("autograd"),
                _ => None,
            },
            _ => None,
        };
        if let Some(form) = form {
            self.add(form, span);
        }
        expr.kind.each(&mut |of| self.expr(of));
    }

    fn string(&mut self, parts: &[Bytes32]) {
        for part in parts {
            let bytes = self.tree.bytes(*part);
            if bytes.starts_with(b"'''") || bytes.starts_with(b"\"\"\"") {
                self.add("string in three quotes", *part);
            }
            let mut at = 0;
            while let Some(byte) = bytes.get(at) {
                if *byte == b'\\' {
                    match bytes.get(at + 1) {
                        Some(b'0'..=b'7') => self.add("octal escape", *part),
                        Some(b'a' | b'b' | b'f' | b'v') => self.add("escape \\a", *part),
                        _ => {}
                    }
                    at += 1;
                }
                at += 1;
            }
        }
    }

    fn call(&mut self, callee: ExprId, arguments: &[Argument], span: Bytes32) {
        let name = self.tree.as_name(callee).unwrap_or_default();
        let form = match (name, arguments.len()) {
            ("annotate", _) => Some("annotate"),
            ("unchecked_cast", _) => Some("unchecked_cast"),
            ("uninitialized", _) => Some("uninitialized"),
            ("isinstance", _) => Some("isinstance"),
            ("getattr", 3) => Some("getattr default"),
            ("getattr", _) => Some("getattr"),
            ("hasattr", _) => Some("hasattr"),
            ("awaitable", _) => Some("awaitable function"),
            ("print", _) => Some("print"),
            ("complex", _) => Some("complex()"),
            ("sorted", _) => Some("sorted"),
            ("round", _) => Some("round"),
            ("zip", _) => Some("for zip"),
            ("enumerate", _) => Some("for enumerate"),
            ("tuple", _) => Some("tuple()"),
            ("list", _) => Some("list()"),
            ("dict", _) => Some("dict()"),
            ("range", 2..) => Some("range of three"),
            _ => None,
        };
        if let Some(form) = form {
            self.add(form, span);
        }
        // Which arguments are types.
        let types = match name {
            "annotate" | "unchecked_cast" | "uninitialized" => 0..1,
            "isinstance" => 1..2,
            _ => 0..0,
        };
        self.expr(callee);
        for (at, argument) in arguments.iter().enumerate() {
            if matches!(self.tree.expr(argument.value).kind, ExprKind::Unary(Unary::Star, _)) {
                self.add("star argument", span);
            }
            if !types.contains(&at) {
                self.expr(argument.value);
            } else if name == "isinstance" {
                self.classes(argument.value);
            } else {
                self.ty(argument.value);
            }
        }
    }

    /// What `isinstance` asks for.
    fn classes(&mut self, id: ExprId) {
        let bare = self.tree.bare(id);
        match &self.tree.expr(bare).kind {
            ExprKind::Tuple { items, .. } => {
                self.add("isinstance of several", self.tree.expr(bare).span);
                items.iter().for_each(|item| self.classes(*item));
            }
            ExprKind::Subscript { .. } => {
                self.add("isinstance of List", self.tree.expr(bare).span);
                self.ty(bare);
            }
            _ => self.ty(bare),
        }
    }
}

/// What is before the brackets of a type.
fn constructor(tree: &Tree, id: ExprId) -> Option<&str> {
    match &tree.expr(tree.bare(id)).kind {
        ExprKind::Subscript { value, .. } => tree.as_name(*value),
        _ => None,
    }
}

/// A type without parts.
fn plain(name: &str) -> Option<&'static str> {
    Some(match name {
        "complex" => "type complex",
        "number" => "type number",
        "Device" => "type Device",
        "Generator" => "type Generator",
        "Stream" => "type Stream",
        "Any" => "type Any",
        "Capsule" => "type Capsule",
        "list" => "type list",
        "tuple" => "type tuple",
        "torch.Tensor" => "type torch.Tensor",
        "LongTensor" | "DoubleTensor" | "FloatTensor" | "IntTensor" | "ShortTensor" | "HalfTensor"
        | "CharTensor" | "ByteTensor" | "BoolTensor" => "type LongTensor",
        name if name.starts_with(CUSTOM) => "type torch.classes",
        name if name.starts_with("_size_") && name.ends_with("_t") => "type _size_t",
        _ => return None,
    })
}

fn number(text: &[u8]) -> Option<&'static str> {
    match text {
        [.., b'j'] => Some("complex"),
        [b'0', b'x' | b'X', ..] => Some("hexadecimal"),
        _ => None,
    }
}

fn augmented(operator: Binary) -> Option<&'static str> {
    Some(match operator {
        Binary::Add => "augmented +=",
        Binary::Sub => "augmented -=",
        Binary::Mul => "augmented *=",
        Binary::Div => "augmented /=",
        Binary::Mod => "augmented %=",
        Binary::BitOr => "augmented |=",
        Binary::BitAnd => "augmented &=",
        Binary::BitXor => "augmented ^=",
        Binary::Shl => "augmented <<=",
        Binary::Shr => "augmented >>=",
        Binary::Pow => "augmented **=",
        _ => return None,
    })
}

fn operator(binary: Binary) -> &'static str {
    match binary {
        Binary::And => "operator and",
        Binary::Or => "operator or",
        Binary::In => "operator in",
        Binary::NotIn => "operator not in",
        Binary::Lt => "operator <",
        Binary::Gt => "operator >",
        Binary::Is => "operator is",
        Binary::IsNot => "operator is not",
        Binary::Eq => "operator ==",
        Binary::Le => "operator <=",
        Binary::Ge => "operator >=",
        Binary::Ne => "operator !=",
        Binary::BitOr => "operator |",
        Binary::BitXor => "operator ^",
        Binary::BitAnd => "operator &",
        Binary::Shl => "operator <<",
        Binary::Shr => "operator >>",
        Binary::Add => "operator +",
        Binary::Sub => "operator -",
        Binary::Mul => "operator *",
        Binary::Div => "operator /",
        Binary::FloorDiv => "operator //",
        Binary::Mod => "operator %",
        Binary::MatMul => "operator @",
        Binary::Pow => "operator **",
    }
}
