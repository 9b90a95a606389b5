//! `TYPE_BLOCK_ID_NEW` (17): the table of types.

use super::scan::Module;
use super::uses::Spot;

/// A type, as far as needs depend on it.
#[derive(Clone, Debug)]
pub(super) enum Type {
    Void,
    /// `half`, `bfloat`, `float`, `double`, …: the record code.
    Float(u32),
    Integer(u64),
    /// A typed pointer has what it points to.
    Pointer(Option<usize>),
    Function(usize, Vec<usize>, bool),
    Struct(Vec<usize>),
    Array(usize, u64),
    Vector(usize, u64, bool),
    Target(String),
    Other(u32),
}

/// The table, and the name that the next named type takes.
#[derive(Debug, Default)]
pub(super) struct Types {
    pub(super) all: Vec<Type>,
    name: Vec<u8>,
}

fn index(op: u64) -> usize {
    usize::try_from(op).unwrap_or(usize::MAX)
}

impl Types {
    /// The type of this number.
    pub(super) fn get(&self, number: u64) -> Option<&Type> {
        self.all.get(index(number))
    }

    /// A function type, or what a typed pointer to one points to.
    pub(super) fn function(&self, number: u64) -> Option<&Type> {
        match self.get(number)? {
            Type::Pointer(Some(to)) => self.all.get(*to),
            other => Some(other),
        }
    }

    /// Whether values of this type are vectors.
    pub(super) fn is_vector(&self, number: Option<usize>) -> bool {
        number.is_some_and(|number| matches!(self.all.get(number), Some(Type::Vector(..))))
    }

    /// Whether a type holds scalable vectors or target types, as an element of something.
    fn element_kind(&self, number: usize) -> Option<&'static str> {
        match self.all.get(number)? {
            Type::Vector(_, _, true) => Some("scalable"),
            Type::Target(_) => Some("target"),
            Type::Other(24) => Some("amx"),
            Type::Other(5) => Some("label"),
            Type::Struct(of) => of.iter().any(|t| self.holds_scalable(*t)).then_some("struct-of-scalable"),
            Type::Array(of, _) => self.holds_scalable(*of).then_some("array-of-scalable"),
            _ => None,
        }
    }

    /// Whether that is a scalable vector or an aggregate with one; follows one way down only.
    fn holds_scalable(&self, mut number: usize) -> bool {
        for _ in 0..64 {
            match self.all.get(number) {
                Some(Type::Vector(_, _, true)) => return true,
                Some(Type::Array(of, _)) => number = *of,
                Some(Type::Struct(of)) => match of.last() {
                    Some(last) => number = *last,
                    None => return false,
                },
                _ => return false,
            }
        }
        false
    }

    /// The target type in this type, if there is one on its way down.
    pub(super) fn target(&self, number: u64) -> Option<&str> {
        let mut at = index(number);
        for _ in 0..64 {
            match self.all.get(at)? {
                Type::Target(name) => return Some(name),
                Type::Array(of, _) | Type::Vector(of, ..) => at = *of,
                Type::Struct(of) => at = *of.first()?,
                _ => return None,
            }
        }
        None
    }

    /// Whether values of this type can have fast-math flags by themselves: floats, vectors and arrays of them.
    pub(super) fn is_float(&self, number: u64) -> bool {
        let mut at = index(number);
        for _ in 0..64 {
            match self.all.get(at) {
                Some(Type::Float(_)) => return true,
                Some(Type::Vector(of, ..) | Type::Array(of, _)) => at = *of,
                _ => return false,
            }
        }
        false
    }

    /// A type in a word: structures have those of their fields.
    pub(super) fn kind(&self, number: usize, depth: usize) -> String {
        match self.all.get(number) {
            Some(Type::Integer(_)) => "int".into(),
            Some(Type::Float(_)) => "float".into(),
            Some(Type::Vector(..)) => "vector".into(),
            Some(Type::Struct(of)) if depth < 8 => {
                let fields: Vec<String> = of.iter().map(|field| self.kind(*field, depth + 1)).collect();
                format!("{{{}}}", fields.join(","))
            }
            _ => self.text(number, depth),
        }
    }

    /// A type as LLVM writes it, without blanks; names of structures, and what pointers point to, are left out.
    pub(super) fn text(&self, number: usize, depth: usize) -> String {
        if depth > 8 {
            return "…".into();
        }
        let list = |of: &[usize]| of.iter().map(|t| self.text(*t, depth + 1)).collect::<Vec<_>>().join(",");
        match self.all.get(number) {
            Some(Type::Void) => "void".into(),
            Some(Type::Float(code)) => match code {
                3 => "float".into(),
                4 => "double".into(),
                10 => "half".into(),
                23 => "bfloat".into(),
                13 => "x86_fp80".into(),
                14 => "fp128".into(),
                _ => "ppc_fp128".into(),
            },
            Some(Type::Integer(width)) => format!("i{width}"),
            Some(Type::Pointer(_)) => "ptr".into(),
            Some(Type::Function(ret, params, vararg)) => {
                let dots = if *vararg { "..." } else { "" };
                format!("{}({}{dots})", self.text(*ret, depth + 1), list(params))
            }
            Some(Type::Struct(of)) => format!("{{{}}}", list(of)),
            Some(Type::Array(of, count)) => format!("[{count}x{}]", self.text(*of, depth + 1)),
            Some(Type::Vector(of, count, scalable)) => {
                format!("<{}{count}x{}>", if *scalable { "vscale_x_" } else { "" }, self.text(*of, depth + 1))
            }
            Some(Type::Target(name)) => format!("target({name})"),
            Some(Type::Other(16)) => "metadata".into(),
            Some(Type::Other(22)) => "token".into(),
            Some(Type::Other(24)) => "x86_amx".into(),
            _ => "?".into(),
        }
    }
}

/// A record of the table.
pub(super) fn record(module: &mut Module, code: u32, ops: &[u64], spot: Spot) {
    if code == 1 {
        return;
    }
    if code == 19 {
        module.types.name = ops.iter().map(|op| op.to_le_bytes()[0]).collect();
        return;
    }
    module.uses.add("type", &[u64::from(code)], spot);
    let op = |i: usize| ops.get(i).copied().unwrap_or(0);
    let rest =
        |from: usize| ops.get(from..).unwrap_or_default().iter().map(|o| index(*o)).collect::<Vec<_>>();
    let new = match code {
        2 => Type::Void,
        3 | 4 | 10 | 13 | 14 | 15 | 23 => Type::Float(code),
        7 => Type::Integer(op(0)),
        8 => Type::Pointer(Some(index(op(0)))),
        25 => Type::Pointer(None),
        9 => Type::Function(index(op(2)), rest(3), op(0) != 0),
        21 => Type::Function(index(op(1)), rest(2), op(0) != 0),
        18 | 20 => Type::Struct(rest(1)),
        11 => Type::Array(index(op(1)), op(0)),
        12 => Type::Vector(index(op(1)), op(0), op(2) != 0),
        26 => Type::Target(String::from_utf8_lossy(&module.types.name).into_owned()),
        other => Type::Other(other),
    };
    shapes(module, &new, op(0), spot);
    module.types.all.push(new);
    if matches!(code, 6 | 20 | 26) {
        module.types.name.clear();
    }
}

/// What some readers do not take.
fn shapes(module: &mut Module, new: &Type, first: u64, spot: Spot) {
    let (types, uses) = (&module.types, &mut module.uses);
    let mut element = |outer: &str, number: usize| {
        if let Some(kind) = types.element_kind(number) {
            uses.add_text("type-shape", &format!("{outer}/{kind}"), spot);
        }
    };
    match new {
        Type::Struct(of) => of.iter().for_each(|t| element("struct", *t)),
        Type::Array(of, _) => element("array", *of),
        Type::Vector(of, _, _) => element("vector", *of),
        Type::Pointer(Some(to)) => element("pointer", *to),
        Type::Function(ret, params, _) => {
            element("function", *ret);
            params.iter().for_each(|t| element("function", *t));
        }
        Type::Integer(_) if first > 8_388_608 => {
            uses.add_text("type-shape", "integer/wider-than-8388608", spot);
        }
        Type::Target(name) => uses.add_text("target-type", name, spot),
        _ => {}
    }
}
