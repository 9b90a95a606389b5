//! Types as code writes them (`torch/csrc/jit/frontend/script_type_parser.cpp`).

use outlast_opset::types::Type;

use super::model::Model;
use super::report::{CodePlace, Problem, ProblemKind};
use crate::source::{Binary, ExprId, ExprKind, Tree};

/// Types without parts, by the names that every release has for them.
fn base(name: &str) -> Option<Type> {
    Some(match name {
        "Tensor" | "LongTensor" | "DoubleTensor" | "FloatTensor" | "IntTensor" | "ShortTensor"
        | "HalfTensor" | "CharTensor" | "ByteTensor" | "BoolTensor" => Type::Tensor,
        "int" => Type::Int,
        "float" => Type::Float,
        "bool" => Type::Bool,
        "complex" => Type::Complex,
        "str" => Type::Str,
        "Device" => Type::Device,
        "Generator" => Type::Generator,
        "Stream" => Type::Stream,
        "number" => Type::Number,
        "None" | "NoneType" => Type::None,
        "Any" => Type::Any,
        "Capsule" => Type::Capsule,
        "list" => Type::AnyList,
        "tuple" => Type::AnyTuple,
        _ => return None,
    })
}

/// The type that an expression names, in the file with this index. What is no type gives problems, and is unknown.
pub(super) struct Annotations<'m, 'p> {
    pub(super) model: &'m Model<'p>,
    pub(super) tree: &'p Tree,
    pub(super) file: usize,
    pub(super) problems: Vec<Problem>,
}

impl Annotations<'_, '_> {
    fn refuse(&mut self, id: ExprId, message: String) -> Type {
        let place = CodePlace { file: self.file, span: self.tree.expr(id).span };
        self.problems.push(Problem { place, kind: ProblemKind::Type, message });
        Type::Unknown
    }

    /// The type, and the length of a list for which one number may be given.
    pub(super) fn parameter(&mut self, id: ExprId) -> (Type, Option<i32>) {
        match self.broadcast(id) {
            Some((of, size)) => (of, Some(size)),
            None => (self.ty(id), None),
        }
    }

    /// `BroadcastingList2[int]`, `_size_2_t`, and optional ones.
    fn broadcast(&self, id: ExprId) -> Option<(Type, i32)> {
        let tree = self.tree;
        if let Some(name) = tree.as_name(id) {
            let size = name.strip_prefix("_size_")?.strip_suffix("_t").filter(|size| size.len() == 1)?;
            return Some((Type::list(Type::Int), size.parse().ok()?));
        }
        let ExprKind::Subscript { value, items, .. } = &tree.expr(tree.bare(id)).kind else { return None };
        let name = tree.as_name(*value)?;
        if name == "Optional" {
            let (of, size) = self.broadcast(*items.first()?)?;
            return Some((Type::optional(of), size));
        }
        let size = name.strip_prefix("BroadcastingList")?.parse().ok()?;
        let of = match tree.as_name(*items.first()?)? {
            "int" => Type::Int,
            "float" => Type::Float,
            _ => return None,
        };
        Some((Type::list(of), size))
    }

    pub(super) fn ty(&mut self, id: ExprId) -> Type {
        let tree = self.tree;
        let bare = tree.bare(id);
        match &tree.expr(bare).kind {
            ExprKind::None | ExprKind::NoneType => Type::None,
            ExprKind::Name | ExprKind::Attribute { .. } => self.named(bare),
            ExprKind::Text(_) => self.quoted(bare),
            // `int | None`, which 2.x reads.
            ExprKind::Binary(Binary::BitOr, left, right) => {
                let of = vec![self.ty(*left), self.ty(*right)];
                Type::union(of)
            }
            ExprKind::Subscript { value, items, .. } => {
                let (value, items) = (*value, items.clone());
                self.constructed(bare, value, &items)
            }
            _ => {
                let found = tree.expr_text(bare);
                self.refuse(bare, format!("a type expected, `{}` found", short(&found)))
            }
        }
    }

    fn named(&mut self, id: ExprId) -> Type {
        let Some(name) = self.tree.dotted(id) else {
            let found = self.tree.expr_text(id);
            return self.refuse(id, format!("the name of a type expected, `{}` found", short(&found)));
        };
        let simple = name.strip_prefix("torch.").filter(|rest| rest.ends_with("Tensor")).unwrap_or(&name);
        if let Some(of) = base(simple) {
            return of;
        }
        match self.model.named(&name) {
            Some(of) => of,
            None => self.refuse(id, format!("unknown type name `{name}`")),
        }
    }

    /// The name of a class as a string.
    fn quoted(&mut self, id: ExprId) -> Type {
        let text = self.tree.string(id).unwrap_or_default();
        let text = String::from_utf8_lossy(&text).into_owned();
        if text.starts_with("torch.classes.") {
            return Type::Class(format!("__torch__.{text}"));
        }
        for of in ["Stream", "Event"] {
            if text.starts_with(&format!("torch.cuda.{of}")) {
                return Type::Class(format!("__torch__.torch.classes.cuda.{of}"));
            }
        }
        match self.model.named(&text) {
            Some(of) => of,
            None => self.refuse(id, format!("unknown type name `{text}`")),
        }
    }

    fn constructed(&mut self, id: ExprId, value: ExprId, items: &[ExprId]) -> Type {
        let Some(name) = self.tree.dotted(value) else {
            return self.refuse(id, "the name of a type expected before square brackets".into());
        };
        let many = match (&*name, items) {
            ("Tuple" | "tuple", [one]) => match &self.tree.expr(self.tree.bare(*one)).kind {
                ExprKind::Tuple { items, .. } if items.is_empty() => return Type::Tuple(Vec::new()),
                _ => true,
            },
            ("Tuple" | "tuple" | "Union", _) => true,
            _ => false,
        };
        let of: Vec<Type> = items.iter().map(|item| self.ty(*item)).collect();
        if many {
            return if name == "Union" { Type::union(of) } else { Type::Tuple(of) };
        }
        let expected = match &*name {
            "Dict" | "dict" => 2,
            "List" | "list" | "Optional" | "Future" | "torch.jit.Future" | "Await" | "torch.jit._Await"
            | "RRef" | "Final" => 1,
            _ => return self.refuse(id, format!("unknown type constructor `{name}`")),
        };
        let mut of = of.into_iter();
        match (&*name, of.len() == expected, of.next(), of.next()) {
            ("Dict" | "dict", true, Some(key), Some(value)) => Type::Dict(Box::new(key), Box::new(value)),
            ("List" | "list", true, Some(of), _) => Type::list(of),
            ("Optional", true, Some(of), _) => Type::optional(of),
            ("Future" | "torch.jit.Future", true, Some(of), _) => Type::Future(Box::new(of)),
            ("Await" | "torch.jit._Await", true, Some(of), _) => Type::Await(Box::new(of)),
            ("RRef", true, Some(of), _) => Type::RRef(Box::new(of)),
            (_, true, Some(of), _) => of,
            _ => {
                let found = items.len();
                self.refuse(id, format!("`{name}` takes {expected} types, {found} found"))
            }
        }
    }
}

/// The start of a text, for a message.
pub(super) fn short(text: &str) -> String {
    text.chars().take(60).collect()
}
