//! Forms of types, expressions and calls.

use super::Finder;
use crate::program::model::CUSTOM;
use crate::source::{Argument, Binary, Bytes32, ExprId, ExprKind, Number, Tree, Unary};

impl Finder<'_, '_> {
    /// A type.
    pub(super) fn ty(&mut self, id: ExprId) {
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

    pub(super) fn constructed(
        &mut self,
        name: &str,
        items: &[ExprId],
        span: Bytes32,
    ) -> Option<&'static str> {
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

    pub(super) fn expr(&mut self, id: ExprId) {
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

    pub(super) fn string(&mut self, parts: &[Bytes32]) {
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

    pub(super) fn call(&mut self, callee: ExprId, arguments: &[Argument], span: Bytes32) {
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
    pub(super) fn classes(&mut self, id: ExprId) {
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
pub(super) fn constructor(tree: &Tree, id: ExprId) -> Option<&str> {
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

pub(super) fn augmented(operator: Binary) -> Option<&'static str> {
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
