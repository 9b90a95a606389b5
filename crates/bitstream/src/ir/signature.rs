//! Signatures of functions `llvm.…`, as far as verifiers tell them apart.
//!
//! Where parts of a name are types (`llvm.abs.i32`), these are left out, and with them the exact types of the signature: a
//! verifier compares with one pattern for all of them. In text: `llvm.abs.*:int(int,int)`, and `llvm.trap:void()`.

use std::fmt;

use super::shape::number;

/// Name and types of a function `llvm.…`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Signature {
    /// The name without the parts that are types.
    pub name: String,
    /// Whether there were such parts; the types are then classes of types.
    pub overloaded: bool,
    /// What it returns.
    pub result: TypeShape,
    /// What it takes.
    pub parameters: Vec<TypeShape>,
    /// Whether more may follow.
    pub variadic: bool,
}

/// A type, as far as signatures tell types apart; names of structures, and what pointers point to, are left out.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum TypeShape {
    /// `void`.
    Void,
    /// An integer of any width: `int`.
    AnyInteger,
    /// A float of any width: `float` in an overloaded signature.
    AnyFloat,
    /// A vector of anything: `vector`.
    AnyVector,
    /// An integer of so many bits: `i32`.
    Integer(u64),
    /// A float, by the code of its type record.
    Float(u32),
    /// `ptr`.
    Pointer,
    /// `metadata`.
    Metadata,
    /// `token`.
    Token,
    /// `x86_amx`.
    Amx,
    /// A structure: `{i32,ptr}`.
    Struct(Vec<TypeShape>),
    /// An array: `[4xi8]`.
    Array(u64, Box<TypeShape>),
    /// A vector: `<4xi32>`, or scalable `<vscale_x_4xi32>`.
    Vector {
        /// Whether its length is a multiple of this.
        scalable: bool,
        /// How many elements.
        count: u64,
        /// What they are.
        of: Box<TypeShape>,
    },
    /// A function: `void(i32)`.
    Function(Box<TypeShape>, Vec<TypeShape>, bool),
    /// A target type: `target(spirv.Image)`.
    Target(String),
    /// A type that has no name here: `?`.
    Other,
    /// Types in types, deeper or more of them than is looked at: `…`.
    Deep,
}

/// Codes of type records and how LLVM writes these types.
const FLOATS: &[(u32, &str)] = &[
    (3, "float"),
    (4, "double"),
    (10, "half"),
    (13, "x86_fp80"),
    (14, "fp128"),
    (15, "ppc_fp128"),
    (23, "bfloat"),
];

/// What encloses types in a text may not be deeper than this.
const DEPTH: usize = 16;

impl Signature {
    /// The signature that a text says: `llvm.abs.*:int(int,int)`.
    pub fn parse(text: &str) -> Option<Signature> {
        let (name, types) = text.split_once(':')?;
        Signature::from_types(name, types)
    }

    /// The signature of a name, `llvm.abs.*`, and its types, `int(int,int)`.
    pub fn from_types(name: &str, types: &str) -> Option<Signature> {
        let (name, overloaded) = match name.strip_suffix(".*") {
            Some(name) => (name, true),
            None => (name, false),
        };
        let mut text = Parser { rest: types, overloaded };
        let result = text.plain(0)?;
        let (parameters, variadic) = text.parameters(0)?;
        let name = name.to_string();
        text.rest.is_empty().then_some(Signature { name, overloaded, result, parameters, variadic })
    }

    /// The name as texts have it: `llvm.abs.*`.
    pub fn full_name(&self) -> String {
        format!("{}{}", self.name, if self.overloaded { ".*" } else { "" })
    }

    /// The types as texts have them: `int(int,int)`.
    pub fn types(&self) -> String {
        Call(&self.result, &self.parameters, self.variadic).to_string()
    }
}

/// Reads types; what classes of types are called is read only where the signature is overloaded.
struct Parser<'t> {
    rest: &'t str,
    overloaded: bool,
}

impl Parser<'_> {
    fn eat(&mut self, text: &str) -> bool {
        match self.rest.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn number(&mut self) -> Option<u64> {
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(end);
        self.rest = rest;
        number(digits)
    }

    /// A type, and what follows it if it is what a function returns.
    fn whole(&mut self, depth: usize) -> Option<TypeShape> {
        let kind = self.plain(depth)?;
        if !self.rest.starts_with('(') {
            return Some(kind);
        }
        let (parameters, variadic) = self.parameters(depth + 1)?;
        Some(TypeShape::Function(Box::new(kind), parameters, variadic))
    }

    /// `(type,type...)`.
    fn parameters(&mut self, depth: usize) -> Option<(Vec<TypeShape>, bool)> {
        if !self.eat("(") || depth > DEPTH {
            return None;
        }
        let mut all = Vec::new();
        loop {
            if self.eat("...)") {
                return Some((all, true));
            }
            if self.eat(")") {
                return Some((all, false));
            }
            if !all.is_empty() && !self.eat(",") {
                return None;
            }
            all.push(self.whole(depth)?);
        }
    }

    fn plain(&mut self, depth: usize) -> Option<TypeShape> {
        if depth > DEPTH {
            return None;
        }
        if self.overloaded {
            for (word, kind) in [
                ("int", TypeShape::AnyInteger),
                ("float", TypeShape::AnyFloat),
                ("vector", TypeShape::AnyVector),
            ] {
                if self.eat(word) {
                    return Some(kind);
                }
            }
        }
        for (word, kind) in [
            ("void", TypeShape::Void),
            ("ptr", TypeShape::Pointer),
            ("metadata", TypeShape::Metadata),
            ("token", TypeShape::Token),
            ("x86_amx", TypeShape::Amx),
            ("?", TypeShape::Other),
            ("…", TypeShape::Deep),
        ] {
            if self.eat(word) {
                return Some(kind);
            }
        }
        for (code, word) in FLOATS {
            if self.eat(word) {
                return Some(TypeShape::Float(*code));
            }
        }
        self.composed(depth)
    }

    fn composed(&mut self, depth: usize) -> Option<TypeShape> {
        if self.eat("target(") {
            let (name, rest) = self.rest.split_once(')')?;
            self.rest = rest;
            return Some(TypeShape::Target(name.to_string()));
        }
        if self.eat("{") {
            let mut fields = Vec::new();
            while !self.eat("}") {
                if !fields.is_empty() && !self.eat(",") {
                    return None;
                }
                fields.push(self.whole(depth + 1)?);
            }
            return Some(TypeShape::Struct(fields));
        }
        if self.eat("[") {
            let count = self.number().filter(|_| self.eat("x"))?;
            let of = self.inside(depth)?;
            return self.eat("]").then(|| TypeShape::Array(count, Box::new(of)));
        }
        if self.eat("<") {
            let scalable = self.eat("vscale_x_");
            let count = self.number().filter(|_| self.eat("x"))?;
            let of = Box::new(self.inside(depth)?);
            return self.eat(">").then_some(TypeShape::Vector { scalable, count, of });
        }
        self.eat("i").then(|| self.number()).flatten().map(TypeShape::Integer)
    }

    /// An element: its exact type, also in an overloaded signature.
    fn inside(&mut self, depth: usize) -> Option<TypeShape> {
        let outer = std::mem::replace(&mut self.overloaded, false);
        let kind = self.whole(depth + 1);
        self.overloaded = outer;
        kind
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let star = if self.overloaded { ".*" } else { "" };
        write!(f, "{}{star}:{}", self.name, Call(&self.result, &self.parameters, self.variadic))
    }
}

/// `result(parameter,parameter...)`.
struct Call<'a>(&'a TypeShape, &'a [TypeShape], bool);

impl fmt::Display for Call<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(", self.0)?;
        list(f, self.1)?;
        f.write_str(if self.2 { "...)" } else { ")" })
    }
}

fn list(f: &mut fmt::Formatter<'_>, of: &[TypeShape]) -> fmt::Result {
    for (at, one) in of.iter().enumerate() {
        if at > 0 {
            f.write_str(",")?;
        }
        write!(f, "{one}")?;
    }
    Ok(())
}

impl fmt::Display for TypeShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TypeShape::Void => f.write_str("void"),
            TypeShape::AnyInteger => f.write_str("int"),
            TypeShape::AnyFloat => f.write_str("float"),
            TypeShape::AnyVector => f.write_str("vector"),
            TypeShape::Integer(width) => write!(f, "i{width}"),
            TypeShape::Float(code) => {
                let found = FLOATS.iter().find(|(known, _)| known == code);
                f.write_str(found.map_or("ppc_fp128", |(_, name)| name))
            }
            TypeShape::Pointer => f.write_str("ptr"),
            TypeShape::Metadata => f.write_str("metadata"),
            TypeShape::Token => f.write_str("token"),
            TypeShape::Amx => f.write_str("x86_amx"),
            TypeShape::Struct(of) => {
                f.write_str("{")?;
                list(f, of)?;
                f.write_str("}")
            }
            TypeShape::Array(count, of) => write!(f, "[{count}x{of}]"),
            TypeShape::Vector { scalable, count, of } => {
                write!(f, "<{}{count}x{of}>", if *scalable { "vscale_x_" } else { "" })
            }
            TypeShape::Function(result, parameters, variadic) => Call(result, parameters, *variadic).fmt(f),
            TypeShape::Target(name) => write!(f, "target({name})"),
            TypeShape::Other => f.write_str("?"),
            TypeShape::Deep => f.write_str("…"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Signature, TypeShape};

    #[test]
    fn text_and_back() {
        for text in [
            "llvm.abs.*:int(int,int)",
            "llvm.trap:void()",
            "llvm.x:void(...)",
            "llvm.x:{i32,ptr}(i64,<vscale_x_4xfloat>...)",
            "llvm.x:[4x{}](void(ptr),target(spirv.Image),bfloat)",
            "llvm.x.*:{int,float}(vector,[2xfloat],double,metadata,token,x86_amx,?,…)",
        ] {
            let signature = Signature::parse(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(signature.to_string(), text);
        }
        let float = |text: &str| Signature::parse(text).unwrap().result;
        assert_eq!(float("llvm.x:float()"), TypeShape::Float(3));
        assert_eq!(float("llvm.x.*:float()"), TypeShape::AnyFloat);
        for text in
            ["llvm.x", "llvm.x:void", "llvm.x:void(", "llvm.x:void()x", "llvm.x:int()", "llvm.x:[ax]()"]
        {
            assert_eq!(Signature::parse(text), None, "{text}");
        }
        let deep = format!("llvm.x:{}{}()", "{".repeat(10_000), "}".repeat(10_000));
        assert_eq!(Signature::parse(&deep), None);
    }
}
