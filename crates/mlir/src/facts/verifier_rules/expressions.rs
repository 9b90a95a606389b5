//! Expressions over types, in prefix form, as `generated` has them.

use std::rc::Rc;

use crate::typed::{Ty, shaped};

/// The types that an expression is about.
#[derive(Debug)]
pub(super) struct Values {
    /// `%`.
    pub(super) value: Option<Rc<Ty>>,
    /// `o0`: the first value of each group; none of an empty one.
    pub(super) operands: Vec<Option<Rc<Ty>>>,
    /// `r0`.
    pub(super) results: Vec<Option<Rc<Ty>>>,
}

/// A condition on types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Expr {
    True,
    All(Vec<Expr>),
    Any(Vec<Expr>),
    Not(Box<Expr>),
    /// `is(CLASS,VALUE)`.
    Is(String, Term),
    /// `int(KIND,WIDTH,VALUE)`: an integer of a kind (none: any), of a width (none: any).
    Int(Option<&'static str>, Option<u32>, Term),
    /// `fn(NAME,VALUE)`.
    Fn(Function, Term),
    /// `lt(NUMBER,NUMBER)` and its like.
    Compare(Order, Number, Number),
    /// `same(VALUE,VALUE)`.
    Same(Term, Term),
    /// `buffer(VALUE,VALUE)`: a memory reference has the shape and the elements of a tensor.
    Buffer(Term, Term),
}

/// Which type is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Term {
    Value,
    Element(Box<Term>),
    Operand(usize),
    Result(usize),
}

/// A number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Number {
    Is(i64),
    Rank(Term),
    Count(Term),
    Space(Term),
}

/// How two numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Less,
    LessOrEqual,
    Equal,
    NotEqual,
}

/// What MLIR asks by a function or an interface of types. Types of which it is not known here whether they fit do not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    Ranked,
    Static,
    PointerLike,
    Mappable,
    TransformHandle,
    TransformParam,
    TransformValue,
    Llvm,
    LlvmVector,
    LlvmFloat,
    Emitc,
    EmitcFloat,
    EmitcInteger,
    EmitcInt,
    Sparse,
    NoZeroSizes,
}

const FUNCTIONS: &[(&str, Function)] = &[
    ("ranked", Function::Ranked),
    ("static", Function::Static),
    ("pointer-like", Function::PointerLike),
    ("mappable", Function::Mappable),
    ("transform-handle", Function::TransformHandle),
    ("transform-param", Function::TransformParam),
    ("transform-value", Function::TransformValue),
    ("llvm", Function::Llvm),
    ("llvm-vector", Function::LlvmVector),
    ("llvm-float", Function::LlvmFloat),
    ("emitc", Function::Emitc),
    ("emitc-float", Function::EmitcFloat),
    ("emitc-integer", Function::EmitcInteger),
    ("emitc-int", Function::EmitcInt),
    ("sparse", Function::Sparse),
    ("no-zero-sizes", Function::NoZeroSizes),
];

/// Classes of the builtin dialect that are not single types.
const CLASSES: &[&str] = &[
    "vector",
    "fixed-vector",
    "scalable-vector",
    "ranked-tensor",
    "unranked-tensor",
    "tensor",
    "memref",
    "unranked-memref",
    "any-memref",
    "shaped",
    "integer",
    "index",
    "float",
    "none",
    "complex",
    "tuple",
    "function",
    "vector-or-tensor",
];

/// The most expressions that are inside of each other.
const DEPTH: usize = 32;

impl Expr {
    /// Reads an expression; none if it is none.
    pub(super) fn parse(text: &str) -> Option<Expr> {
        expr(text, DEPTH)
    }

    /// Whether it holds; none if that is not known.
    pub(super) fn holds(&self, values: &Values) -> Option<bool> {
        match self {
            Expr::True => Some(true),
            Expr::All(parts) => {
                let mut known = Some(true);
                for part in parts {
                    match part.holds(values) {
                        Some(true) => {}
                        Some(false) => return Some(false),
                        None => known = None,
                    }
                }
                known
            }
            Expr::Any(parts) => {
                let mut known = Some(false);
                for part in parts {
                    match part.holds(values) {
                        Some(true) => return Some(true),
                        Some(false) => {}
                        None => known = None,
                    }
                }
                known
            }
            Expr::Not(part) => part.holds(values).map(|holds| !holds),
            Expr::Is(class, term) => {
                let ty = term.ty(values)?;
                (!matches!(*ty, Ty::Unknown(_))).then(|| is(class, &ty))
            }
            Expr::Int(kind, width, term) => Some(matches!(
                &*term.ty(values)?,
                Ty::Integer(of, bits) if kind.as_ref().is_none_or(|kind| kind == of) && width.is_none_or(|width| width == *bits)
            )),
            Expr::Fn(function, term) => function.holds(&*term.ty(values)?),
            Expr::Compare(order, one, other) => {
                let (one, other) = (one.value(values)?, other.value(values)?);
                Some(match order {
                    Order::Less => one < other,
                    Order::LessOrEqual => one <= other,
                    Order::Equal => one == other,
                    Order::NotEqual => one != other,
                })
            }
            Expr::Same(one, other) => {
                let (one, other) = (one.ty(values)?, other.ty(values)?);
                (one == other).then_some(true)
            }
            Expr::Buffer(buffer, tensor) => match (&*buffer.ty(values)?, &*tensor.ty(values)?) {
                (Ty::MemRef(sizes, element, ..), Ty::Tensor(dims, of, None)) => {
                    (sizes == dims && element == of).then_some(true)
                }
                _ => None,
            },
        }
    }
}

impl Term {
    fn ty(&self, values: &Values) -> Option<Rc<Ty>> {
        match self {
            Term::Value => values.value.clone(),
            Term::Operand(at) => values.operands.get(*at)?.clone(),
            Term::Result(at) => values.results.get(*at)?.clone(),
            Term::Element(of) => {
                let ty = of.ty(values)?;
                match &*ty {
                    Ty::Dialect(text) => element(text).map(Rc::new),
                    ty => Some(Rc::new(ty.element().clone())),
                }
            }
        }
    }
}

/// The type of elements of a type of a dialect that is written as shaped ones are: `!gpu.mma_matrix<16x16xf16, "AOp">`.
fn element(text: &str) -> Option<Ty> {
    let body = ["!gpu.mma_matrix<", "!xegpu.tensor_desc<", "!amx.tile<"]
        .iter()
        .find_map(|start| text.strip_prefix(start))?;
    Some(shaped(body)?.1)
}

impl Number {
    fn value(&self, values: &Values) -> Option<i64> {
        match self {
            Number::Is(number) => Some(*number),
            Number::Rank(term) => i64::try_from(term.ty(values)?.rank()?).ok(),
            Number::Count(term) => term.ty(values)?.count(),
            Number::Space(term) => match term.ty(values)?.text()? {
                "!llvm.ptr" => Some(0),
                text => text.strip_prefix("!llvm.ptr<")?.strip_suffix('>')?.parse().ok(),
            },
        }
    }
}

fn is(class: &str, ty: &Ty) -> bool {
    match class {
        "vector" => ty.is_vector(),
        "fixed-vector" => ty.is_vector() && !ty.is_scalable(),
        "scalable-vector" => ty.is_vector() && ty.is_scalable(),
        "ranked-tensor" => matches!(ty, Ty::Tensor(Some(_), ..)),
        "unranked-tensor" => matches!(ty, Ty::Tensor(None, ..)),
        "tensor" => matches!(ty, Ty::Tensor(..)),
        "memref" => matches!(ty, Ty::MemRef(Some(_), ..)),
        "unranked-memref" => matches!(ty, Ty::MemRef(None, ..)),
        "any-memref" => matches!(ty, Ty::MemRef(..)),
        "vector-or-tensor" => matches!(ty, Ty::Vector(..) | Ty::Tensor(..)),
        "shaped" => matches!(ty, Ty::Vector(..) | Ty::Tensor(..) | Ty::MemRef(..)),
        "integer" => matches!(ty, Ty::Integer(..)),
        "index" => *ty == Ty::Index,
        "float" => matches!(ty, Ty::Float(_)),
        "none" => *ty == Ty::None,
        "complex" => matches!(ty, Ty::Complex(_)),
        "tuple" => matches!(ty, Ty::Tuple(_)),
        "function" => matches!(ty, Ty::Function(..)),
        start if start.starts_with('!') => ty.starts_with(start),
        float => matches!(ty, Ty::Float(name) if *name == float),
    }
}

impl Function {
    fn holds(self, ty: &Ty) -> Option<bool> {
        let starts = |starts: &[&str]| starts.iter().any(|start| ty.starts_with(start));
        let fits = match self {
            Function::Ranked => return Some(ty.rank().is_some()),
            Function::Static => ty.rank().is_some() && ty.is_static(),
            Function::NoZeroSizes => ty.dims().is_some_and(|dims| dims.iter().all(|dim| dim.size != Some(0))),
            Function::PointerLike => matches!(ty, Ty::MemRef(..)) || starts(&["!llvm.ptr"]),
            Function::Mappable => matches!(ty, Ty::MemRef(Some(_), ..)),
            Function::TransformHandle => starts(&["!transform.any_op", "!transform.op<"]),
            Function::TransformParam => starts(&["!transform.param<", "!transform.any_param"]),
            Function::TransformValue => starts(&["!transform.any_value"]),
            Function::Llvm => llvm(ty) || ty.is_vector() && ty.rank() == Some(1) && llvm(ty.element()),
            Function::LlvmVector => ty.is_vector() && ty.rank() == Some(1) && llvm(ty.element()),
            Function::LlvmFloat => {
                let float = |ty: &Ty| matches!(ty, Ty::Float(_)) && llvm(ty);
                float(ty) || ty.is_vector() && ty.rank() == Some(1) && float(ty.element())
            }
            Function::Emitc => emitc_integer(ty) || emitc_float(ty) || *ty == Ty::Index || starts(EMITC),
            Function::EmitcFloat => emitc_float(ty),
            Function::EmitcInteger => {
                emitc_integer(ty)
                    || *ty == Ty::Index
                    || starts(&["!emitc.opaque<", "!emitc.size_t", "!emitc.ssize_t", "!emitc.ptrdiff_t"])
            }
            Function::EmitcInt => emitc_integer(ty),
            Function::Sparse => {
                matches!(ty, Ty::Tensor(Some(_), _, Some(encoding)) if encoding.starts_with("#sparse_tensor.encoding<"))
            }
        };
        // Other types may fit, too: whether they do is not looked at.
        fits.then_some(true)
    }
}

/// Types of EmitC that all its operations take.
const EMITC: &[&str] =
    &["!emitc.opaque<", "!emitc.ptr<", "!emitc.size_t", "!emitc.ssize_t", "!emitc.ptrdiff_t"];

fn emitc_integer(ty: &Ty) -> bool {
    matches!(ty, Ty::Integer(_, 1 | 8 | 16 | 32 | 64))
}

fn emitc_float(ty: &Ty) -> bool {
    matches!(ty, Ty::Float("f32" | "f64"))
}

/// Whether LLVM's dialect takes a type that is no vector.
fn llvm(ty: &Ty) -> bool {
    match ty {
        Ty::Float(name) => ["f16", "bf16", "f32", "f64", "f80", "f128"].contains(name),
        ty => ty.is_signless() || ty.starts_with("!llvm.") && !ty.starts_with("!llvm.void"),
    }
}

/// Name and arguments of `name(a,b)`, or a name alone.
fn call(text: &str) -> Option<(&str, Vec<&str>)> {
    let Some((name, rest)) = text.split_once('(') else { return Some((text, Vec::new())) };
    let body = rest.strip_suffix(')')?;
    let (mut depth, mut start, mut parts) = (0_usize, 0, Vec::new());
    for (at, byte) in body.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.checked_sub(1)?,
            b',' if depth == 0 => {
                parts.push(body.get(start..at)?);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(body.get(start..)?);
    (depth == 0).then_some((name, parts))
}

fn expr(text: &str, depth: usize) -> Option<Expr> {
    let depth = depth.checked_sub(1)?;
    let (name, args) = call(text)?;
    let parts = || args.iter().map(|part| expr(part, depth)).collect::<Option<Vec<Expr>>>();
    let order = match name {
        "lt" => Some(Order::Less),
        "le" => Some(Order::LessOrEqual),
        "eq" => Some(Order::Equal),
        "ne" => Some(Order::NotEqual),
        _ => None,
    };
    Some(match (name, args.as_slice()) {
        ("T", []) => Expr::True,
        ("&", [_, ..]) => Expr::All(parts()?),
        ("|", [_, ..]) => Expr::Any(parts()?),
        ("!", [part]) => Expr::Not(Box::new(expr(part, depth)?)),
        ("is", [class, value]) => {
            let known =
                class.starts_with('!') || CLASSES.contains(class) || matches!(Ty::parse(class), Ty::Float(_));
            known.then(|| Some(Expr::Is((*class).to_owned(), term(value, depth)?)))??
        }
        ("int", [kind, width, value]) => {
            let kind = match *kind {
                "any" => None,
                "i" => Some("i"),
                "si" => Some("si"),
                "ui" => Some("ui"),
                _ => return None,
            };
            let width = if *width == "*" { None } else { Some(width.parse().ok()?) };
            Expr::Int(kind, width, term(value, depth)?)
        }
        ("fn", [name, value]) => {
            Expr::Fn(FUNCTIONS.iter().find(|(known, _)| known == name)?.1, term(value, depth)?)
        }
        ("same", [one, other]) => Expr::Same(term(one, depth)?, term(other, depth)?),
        ("buffer", [one, other]) => Expr::Buffer(term(one, depth)?, term(other, depth)?),
        (_, [one, other]) => Expr::Compare(order?, number(one, depth)?, number(other, depth)?),
        _ => return None,
    })
}

fn term(text: &str, depth: usize) -> Option<Term> {
    let depth = depth.checked_sub(1)?;
    if text == "%" {
        return Some(Term::Value);
    }
    if let Some(inner) = text.strip_prefix("el(").and_then(|rest| rest.strip_suffix(')')) {
        return Some(Term::Element(Box::new(term(inner, depth)?)));
    }
    match text.strip_prefix('o') {
        Some(at) => Some(Term::Operand(at.parse().ok()?)),
        None => Some(Term::Result(text.strip_prefix('r')?.parse().ok()?)),
    }
}

fn number(text: &str, depth: usize) -> Option<Number> {
    match call(text)? {
        ("rank", args) => Some(Number::Rank(term(args.first()?, depth)?)),
        ("count", args) => Some(Number::Count(term(args.first()?, depth)?)),
        ("space", args) => Some(Number::Space(term(args.first()?, depth)?)),
        (digits, args) if args.is_empty() => Some(Number::Is(digits.parse().ok()?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Expr, Values};
    use crate::typed::Ty;

    fn holds(expr: &str, ty: &str) -> Option<bool> {
        let value = Some(Ty::parse(ty).into());
        Expr::parse(expr).unwrap().holds(&Values { value, operands: Vec::new(), results: Vec::new() })
    }

    #[test]
    fn types_are_asked() {
        let store = "|(int(i,1,%),int(any,32,%),is(f32,%),&(is(vector,%),lt(0,rank(%)),is(f32,el(%)),|(eq(count(%),2),eq(count(%),4))))";
        for (ty, fits) in [
            ("i1", true),
            ("si32", true),
            ("f32", true),
            ("bf16", false),
            ("vector<4xf32>", true),
            ("vector<3xf32>", false),
            ("tensor<4xf32>", false),
        ] {
            assert_eq!(holds(store, ty), Some(fits), "{ty}");
        }
        assert_eq!(holds("is(!spirv.ptr<,%)", "!spirv.ptr<f32, Uniform>"), Some(true));
        assert_eq!(holds("&(is(!llvm.ptr,%),eq(space(%),3))", "!llvm.ptr<3>"), Some(true));
        assert_eq!(holds("is(f16,el(%))", "!gpu.mma_matrix<16x16xf16, \"AOp\">"), Some(true));
        assert_eq!(holds("fn(pointer-like,%)", "!fir.ref<i32>"), None);
        assert_eq!(holds("!(fn(pointer-like,%))", "!fir.ref<i32>"), None);
        // Another type's elements are not known.
        assert_eq!(holds("is(f16,el(%))", "!x.y<f16>"), None);
    }

    #[test]
    fn what_is_no_expression_is_refused() {
        for text in [
            "",
            "is(f32)",
            "is(apple,%)",
            "int(x,1,%)",
            "&()",
            "lt(1)",
            "fn(ranked,x)",
            "is(f32,%",
            "eq(rank(%),)",
            &"!(".repeat(99),
        ] {
            assert_eq!(Expr::parse(text), None, "{text}");
        }
    }
}
