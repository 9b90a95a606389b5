//! Names and attributes.

use outlast_opset::resolve::{Actual, Constant};
use outlast_opset::types::Type;

use super::Body;
use super::value::{Form, Value};
use crate::program::model::{CUSTOM, ClassKind};
use crate::program::report::{CustomUse, ProblemKind};
use crate::source::{Bytes32, ExprKind, Number, StmtKind};

/// What every function can name.
fn global(name: &str) -> Option<Value> {
    let builtin = |name: &str| Value::Builtin { name: name.into(), on: None };
    Some(match name {
        "print" => Value::Print,
        "tuple" => Value::Special(Form::Tuple),
        "float" => Value::Cast { to: Type::Float, name: "aten::Float", method: "__float__" },
        "complex" => Value::Cast { to: Type::Complex, name: "aten::Complex", method: "__complex__" },
        "int" => Value::Cast { to: Type::Int, name: "aten::Int", method: "__int__" },
        "bool" => Value::Cast { to: Type::Bool, name: "aten::Bool", method: "__bool__" },
        "str" => Value::Cast { to: Type::Str, name: "aten::str", method: "__str__" },
        "_to_tensor" => Value::Cast { to: Type::Tensor, name: "prim::NumToTensor", method: "" },
        "getattr" => Value::Special(Form::GetAttr),
        "hasattr" => Value::Special(Form::HasAttr),
        "isinstance" => Value::Special(Form::IsInstance),
        "len" => Value::Magic { name: "aten::len", method: "__len__" },
        "hex" => Value::Magic { name: "aten::hex", method: "__hex__" },
        "oct" => Value::Magic { name: "aten::oct", method: "__oct__" },
        "round" => Value::Magic { name: "aten::round", method: "__round__" },
        "hash" => builtin("aten::hash"),
        "id" => builtin("prim::id"),
        "min" => builtin("prim::min"),
        "max" => builtin("prim::max"),
        "abs" => builtin("prim::abs"),
        "all" => builtin("aten::all"),
        "any" => builtin("aten::any"),
        "divmod" => builtin("aten::divmod"),
        "sum" => builtin("aten::sum"),
        "list" => Value::Special(Form::List),
        "dict" => Value::Special(Form::Dict),
        "ord" => builtin("aten::ord"),
        "chr" => builtin("aten::chr"),
        "bin" => builtin("aten::bin"),
        "pow" => builtin("aten::pow"),
        "range" => Value::Special(Form::Range),
        "zip" => Value::Special(Form::Zip),
        "enumerate" => Value::Special(Form::Enumerate),
        "rangelist" => builtin("prim::rangelist"),
        "sorted" => builtin("aten::sorted"),
        "AssertionError" => Value::Exception,
        _ => return None,
    })
}

/// What the importer adds.
fn imported(name: &str) -> Option<Value> {
    Some(match name {
        "torch" => Value::Builtins("aten".into()),
        "ops" => Value::Ops,
        "CONSTANTS" => Value::Constants,
        "fork" => Value::Special(Form::Fork),
        "awaitable" => Value::Special(Form::Awaitable),
        "annotate" => Value::Special(Form::Annotate),
        "unchecked_cast" => Value::Special(Form::UncheckedCast),
        "uninitialized" => Value::Special(Form::Uninitialized),
        "inf" => Value::Simple(Actual::float(f64::INFINITY)),
        "nan" => Value::Simple(Actual::float(f64::NAN)),
        "infj" | "nanj" => Value::of(Type::Complex),
        "__torch__" => Value::Namespace("__torch__".into()),
        _ => return None,
    })
}

/// The namespace of an attribute that is an operator without arguments.
fn property(ty: &Type, name: &str) -> Option<&'static str> {
    match ty {
        Type::Optional(_) if name == "unchecked_unwrap_optional" => Some("prim"),
        Type::Device if matches!(name, "type" | "index") => Some("prim"),
        Type::Tensor => match name {
            "is_leaf" | "mT" | "mH" | "real" | "imag" | "retains_grad" => Some("aten"),
            "dtype" | "device" | "grad" | "data" | "shape" | "is_cuda" | "is_cpu" | "is_xla" | "is_xpu"
            | "is_sparse" | "is_sparse_csr" | "is_mkldnn" | "is_mps" | "is_mtia" | "is_quantized"
            | "is_vulkan" | "is_ipu" | "is_meta" | "is_nested" | "requires_grad" | "layout" | "T" | "H"
            | "is_maia" | "is_ort" | "itemsize" | "nbytes" | "ndim" | "name" => Some("prim"),
            _ => None,
        },
        _ => None,
    }
}

impl Body<'_, '_> {
    /// What a name is bound to in the blocks around, from the inside out.
    pub(super) fn find(&self, name: &str) -> Option<Value> {
        self.find_outside(name, 0)
    }

    /// The same without so many of the innermost blocks.
    pub(super) fn find_outside(&self, name: &str, skipped: usize) -> Option<Value> {
        self.frames.iter().rev().skip(skipped).find_map(|frame| {
            let value = frame.values.get(name).cloned();
            value.or_else(|| frame.types.get(name).cloned().map(Value::of))
        })
    }

    pub(super) fn name(&mut self, name: &str, span: Bytes32) -> Value {
        if let Some(value) = self.find(name).or_else(|| global(name)).or_else(|| imported(name)) {
            return value;
        }
        if self.steps < self.most {
            self.problem(ProblemKind::Undefined, span, format!("undefined value `{name}`"));
        }
        Value::Unknown
    }

    /// `value.name`
    pub(super) fn attribute(&mut self, of: Value, name: &str, span: Bytes32) -> Value {
        match of {
            Value::Unknown => self.unknown(),
            Value::Simple(actual) => self.attribute_of(actual, name, span),
            // `torch.autograd.grad` is `aten::grad`.
            Value::Builtins(_) if name == "autograd" => Value::Builtins("aten".into()),
            Value::Builtins(namespace) => Value::Builtin { name: format!("{namespace}::{name}"), on: None },
            Value::Ops => Value::Builtins(name.into()),
            Value::Constants => self.constant(name, span),
            Value::Namespace(outer) => self.qualified(format!("{outer}.{name}")),
            Value::EnumClass(class) => {
                let known = self.compiler.model.class(&class);
                match known.is_some_and(|class| class.attributes.iter().any(|member| member.name == name)) {
                    true => Value::of(Type::Enum(class)),
                    false => {
                        self.problem(
                            ProblemKind::Undefined,
                            span,
                            format!("`{class}` has no member `{name}`"),
                        );
                        Value::Unknown
                    }
                }
            }
            Value::Class(_) if name == "__new__" => Value::Special(Form::New),
            Value::Class(class) => match self.compiler.model.method(&class, name) {
                Some(hook) => Value::Function(hook),
                None => {
                    self.problem(
                        ProblemKind::Undefined,
                        span,
                        format!("unknown attribute `{name}` of `{class}`"),
                    );
                    Value::Unknown
                }
            },
            other => {
                let message = format!("a {} has no attribute `{name}`", other.kind());
                self.problem(ProblemKind::Undefined, span, message);
                Value::Unknown
            }
        }
    }

    /// `CONSTANTS.c0`
    fn constant(&mut self, name: &str, span: Bytes32) -> Value {
        let program = self.compiler.model.program;
        if program.old {
            // Those of 1.0 to 1.2 are tensors.
            return Value::of(Type::Tensor);
        }
        let constants = &program.constants;
        let index = name.get(1..).and_then(|digits| digits.parse::<usize>().ok());
        match index.and_then(|index| constants.get(index)) {
            Some(ty) => Value::of(ty.clone()),
            None => {
                let count = constants.len();
                let message = format!("`CONSTANTS.{name}`: there are {count} constants");
                self.problem(ProblemKind::Undefined, span, message);
                Value::Unknown
            }
        }
    }

    /// A qualified name: a class, a function, or the start of a longer one.
    fn qualified(&mut self, name: String) -> Value {
        let model = &self.compiler.model;
        if let Some(class) = name.strip_prefix(CUSTOM) {
            // The namespace of custom classes stands before their names.
            return if class.contains('.') { Value::Class(name) } else { Value::Namespace(name) };
        }
        let of = model.named(&name);
        if of.is_some() {
            self.uses_type(&name);
        }
        match of {
            Some(Type::Class(_)) => Value::Class(name),
            Some(of @ Type::NamedTuple(..)) => Value::TupleClass(of),
            Some(Type::Enum(_)) => Value::EnumClass(name),
            Some(Type::Unknown) => self.unknown(),
            _ => match model.program.function(&name) {
                Some(function) => Value::Function(function),
                // Code that does not parse could define it.
                None if name.rsplit_once('.').is_some_and(|(prefix, _)| self.is_broken(prefix)) => {
                    Value::Unknown
                }
                None => Value::Namespace(name),
            },
        }
    }

    /// Whether a file of code does not parse.
    fn is_broken(&self, qualifier: &str) -> bool {
        let program = self.compiler.model.program;
        let file = program.modules.get(qualifier).and_then(|file| program.files.get(*file));
        file.is_some_and(|file| file.tree.is_err())
    }

    fn attribute_of(&mut self, on: Actual, name: &str, span: Bytes32) -> Value {
        let model = &self.compiler.model;
        match &on.ty {
            Type::Unknown => return self.unknown(),
            Type::Tensor
                if matches!(
                    name,
                    "byte"
                        | "char"
                        | "double"
                        | "float"
                        | "cfloat"
                        | "cdouble"
                        | "int"
                        | "long"
                        | "short"
                        | "half"
                ) =>
            {
                return Value::TensorCast(Box::new(on));
            }
            Type::NamedTuple(_, fields) => {
                if let Some((_, ty)) = fields.iter().find(|(field, _)| field == name) {
                    return Value::of(ty.clone());
                }
            }
            Type::Await(of) => {
                let of = (**of).clone();
                return self.attribute_of(of.into(), name, span);
            }
            Type::Class(class) if class.starts_with(CUSTOM) => {
                let (class, method) = (class.clone(), name.to_string());
                return Value::Custom { class, method };
            }
            Type::Class(class) => {
                if let Some(function) = model.method(class, name) {
                    return Value::Method { on: Box::new(on), function };
                }
                if let Some(ty) = self.compiler.attribute(class, name) {
                    return Value::of(ty);
                }
                if model.class(class).is_none() || self.initializes.as_ref() == Some(class) {
                    return self.unknown();
                }
            }
            Type::Interface(interface) => {
                if let Some(function) = model.method(interface, name) {
                    let (interface, method) = (interface.clone(), name.to_string());
                    return Value::InterfaceMethod { on: Box::new(on), interface, method, function };
                }
            }
            Type::Enum(_) if name == "name" => return Value::of(Type::Str),
            Type::Enum(class) if name == "value" => return Value::of(self.enum_value(class)),
            _ => {}
        }
        if let Some(namespace) = property(&on.ty, name) {
            return Value::Simple(self.builtin(
                &format!("{namespace}::{name}"),
                span,
                None,
                &[on],
                &[],
                false,
            ));
        }
        let operator = format!("aten::{}", if name == "type" { "to" } else { name });
        let variants = self.compiler.operators.variants(&operator);
        let takes_self = variants
            .iter()
            .any(|variant| variant.schema.arguments.iter().any(|argument| argument.name == "self"));
        if takes_self {
            return Value::Builtin { name: operator, on: Some(Box::new(on)) };
        }
        if on.ty == Type::Tensor && name == "tolist" && self.compiler.rules.has_tolist {
            return Value::ToList(on);
        }
        self.problem(
            ProblemKind::Undefined,
            span,
            format!("`{}` has no attribute or method `{name}`", on.ty),
        );
        Value::Unknown
    }

    /// The type of an enumeration's values.
    fn enum_value(&self, class: &str) -> Type {
        let Some((_, tree, class)) = self.compiler.model.program.class(class) else { return Type::Unknown };
        let value = class.body.iter().find_map(|stmt| match &tree.stmt(*stmt).kind {
            StmtKind::Assign { value, .. } => *value,
            _ => None,
        });
        match value.map(|value| (&tree.expr(tree.bare(value)).kind, tree.number(value))) {
            Some((ExprKind::Text(_), _)) => Type::Str,
            Some((_, Some(Number::Int(_)))) => Type::Int,
            Some((_, Some(Number::Float(_)))) => Type::Float,
            _ => Type::Unknown,
        }
    }

    /// Whether a value has an attribute; `None` if that cannot be told.
    pub(super) fn has_attribute(&self, of: &Value, name: &str) -> Option<bool> {
        let Value::Simple(actual) = of else { return None };
        match &actual.ty {
            Type::Class(class) if !class.starts_with(CUSTOM) => {
                self.compiler.model.class(class)?;
                let attribute = self.compiler.attribute(class, name).is_some();
                Some(attribute || self.compiler.model.method(class, name).is_some())
            }
            Type::NamedTuple(_, fields) => Some(fields.iter().any(|(field, _)| field == name)),
            _ => None,
        }
    }

    /// Notes a use of a custom class.
    pub(super) fn uses_custom(&mut self, class: String, method: Option<String>, span: Bytes32) {
        let key = format!("{class} {}", method.as_deref().unwrap_or_default());
        if self.seen.insert(key) {
            let place = self.place(span);
            self.unit.custom.push(CustomUse { place, class, method });
        }
    }

    /// Whether a class is a module.
    pub(super) fn is_module(&self, class: &str) -> bool {
        self.compiler.model.class(class).is_some_and(|class| class.kind == ClassKind::Module)
    }

    /// Whether a value is `None` always (`Some(true)`), never (`Some(false)`), or either.
    pub(super) fn is_none(actual: &Actual) -> Option<bool> {
        match &actual.ty {
            _ if actual.constant == Some(Constant::None) => Some(true),
            Type::None => Some(true),
            Type::Optional(_) | Type::Unknown => None,
            Type::Union(of) if of.contains(&Type::None) => None,
            _ => Some(false),
        }
    }
}
