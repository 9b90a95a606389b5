//! Operator schemas: `aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor`.
//!
//! ```text
//! schema   = name [ "(" [ item { "," item } ] ")" "->" returns ]
//! name     = IDENT [ "::" IDENT ] [ "." IDENT ]
//! item     = "*" | "..." | argument                       behind "*" only by keyword; "..." is the last
//! argument = type [ "[" N "]" [ alias ] [ "?" ] ] IDENT [ "=" default ]
//! returns  = "..." | result | "(" [ result { "," result } [ "," "..." ] ] ")"      a result is an argument whose name is optional
//! type     = ( "(" type { "," type } ")" | "Future" "(" type ")" | "Await" … | "RRef" … | "Dict" "(" type "," type ")" [ alias ]
//!            | "Union" "(" type { "," type } ")" [ alias ] | "__torch__" "." … | IDENT { "." IDENT } [ alias ] ) { "[" "]" [ alias ] | "?" }
//! alias    = "(" sets [ "!" ] [ "->" sets ] ")" | "!"
//! sets     = ( IDENT | "*" ) { "|" ( IDENT | "*" ) }
//! default  = "None" | "True" | "False" | TEXT | [ "-" ] NUMBER [ "j" ] | IDENT | "[" … "]"
//! ```
//!
//! The language is that of PyTorch 2.15 (`function_schema_parser.cpp`, `schema_type_parser.cpp`) and of all releases back to 1.3.1, whose
//! spellings give the same [`Schema`]; [`Spelling`] writes them. PyTorch refuses some things that are read here, because they occur in what it
//! prints itself or are plain in meaning: `None` as the default of any type, lists as defaults of optional lists, devices without quotes, complex
//! numbers with a real part, `inf`, `SymBool`, classes that it does not have; [`Schema::faults`] says what else it would not register. It reads
//! `int[1e3]` as `int[1]`, and 1.5 as the default of a `complex` as 1j: the first is refused here, and the second is 1.5.

mod alias;
mod default;
mod derived;
mod lexer;
mod parser;
mod print;
mod types;
mod value;

use std::ops::Range;

use outlast_core::Result;

pub use alias::{Alias, WILDCARD};
pub use print::{Spelled, Spelling};
pub use value::Value;

use crate::types::Type;

/// The name of an operator: `aten::add.Tensor` is the overload `Tensor` of `aten::add`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct OperatorName {
    /// With its namespace: `aten::add`.
    pub name: String,
    /// The overload; empty for the one without a name.
    pub overload: String,
}

impl OperatorName {
    /// The namespace: `aten`.
    pub fn namespace(&self) -> Option<&str> {
        self.name.split_once("::").map(|(namespace, _)| namespace)
    }

    /// Whether PyTorch refuses to register the overload under this name: `default`, and names that begin with two underscores.
    pub fn is_reserved(&self) -> bool {
        self.overload == "default" || self.overload.starts_with("__")
    }
}

/// A schema of an operator.
#[derive(Clone, PartialEq, Debug)]
pub struct Schema {
    /// The operator.
    pub name: OperatorName,
    /// What it takes.
    pub arguments: Vec<Argument>,
    /// What it returns.
    pub returns: Vec<Argument>,
    /// Whether it takes any number of further arguments: `...`.
    pub vararg: bool,
    /// Whether it returns any number of further values.
    pub varret: bool,
}

/// An argument, or a returned value: that has no default, and need not have a name.
#[derive(Clone, PartialEq, Debug)]
pub struct Argument {
    /// Its name; empty for a returned value without one.
    pub name: String,
    /// Its type, as the schema says it. PyTorch compares [`Type::fake`] of it.
    pub ty: Type,
    /// `2` in `int[2]`: the length of a list for which a single number may be given.
    pub size: Option<i32>,
    /// Its default.
    pub default: Option<Value>,
    /// Whether it is given by keyword only.
    pub kwarg_only: bool,
    /// What it may share memory with.
    pub alias: Option<Alias>,
}

impl Argument {
    /// Whether this is an out argument, as PyTorch sees it: by keyword only, and written to.
    pub fn is_out(&self) -> bool {
        self.kwarg_only && self.alias.as_ref().is_some_and(|alias| alias.write)
    }
}

/// Where the parts of a schema are in its text: bytes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Places {
    /// The name with its overload.
    pub name: Range<usize>,
    /// Each argument, with its type and default.
    pub arguments: Vec<Range<usize>>,
    /// Each returned value.
    pub returns: Vec<Range<usize>>,
}

/// What a text names: an operator, or a schema of one.
#[derive(Clone, PartialEq, Debug)]
pub enum Declaration {
    /// `aten::add.Tensor`.
    Name(OperatorName),
    /// `aten::add.Tensor(…) -> …`.
    Schema(Schema),
}

impl Declaration {
    /// Reads a schema, or the name of an operator.
    ///
    /// # Errors
    ///
    /// What is neither, with line, column and bytes.
    pub fn parse(text: &str) -> Result<Declaration> {
        parser::parse(text).map(|(declaration, _)| declaration)
    }
}

impl Schema {
    /// Reads a schema, in the spelling of any release.
    ///
    /// # Errors
    ///
    /// What is no schema, with line, column and bytes. Types that nest deeper than [`MAX_DEPTH`] or have more than [`MAX_PARTS`] parts, and defaults that stand for lists of more than
    /// [`MAX_BROADCAST`] elements.
    pub fn parse(text: &str) -> Result<Schema> {
        Schema::parse_with_places(text).map(|(schema, _)| schema)
    }

    /// Reads a schema, and says where its parts are.
    ///
    /// # Errors
    ///
    /// As [`Schema::parse`].
    pub fn parse_with_places(text: &str) -> Result<(Schema, Places)> {
        match parser::parse(text)? {
            (Declaration::Schema(schema), places) => Ok((schema, places)),
            (Declaration::Name(name), places) => {
                let message =
                    format!("`(` expected behind `{name}`, the end found: this is a name without a schema");
                Err(lexer::error(text, places.name.end..places.name.end, message))
            }
        }
    }

    /// What keeps PyTorch from registering an operator with this schema, although it can be read.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if self.name.is_reserved() {
            faults.push(format!("`{}` is not a name for an overload", self.name.overload));
        }
        let mut default = None;
        for argument in self.arguments.iter().filter(|argument| !argument.kwarg_only) {
            match (default, &argument.default) {
                (_, Some(_)) => default = Some(&argument.name),
                // Lists without a default are tolerated there.
                (Some(before), None) if !matches!(argument.ty, Type::List(_)) => {
                    faults.push(format!("`{argument}` has no default, and `{before}` before it has one"));
                }
                _ => {}
            }
        }
        for argument in self.arguments.iter().chain(&self.returns) {
            keys(&argument.ty, &mut faults);
        }
        faults
    }

    /// Whether arguments have the same names and types, whatever their defaults and the operator's name.
    pub fn takes_the_same(&self, other: &Schema) -> bool {
        let same = |(one, other): (&Argument, &Argument)| {
            (&one.name, one.ty.fake()) == (&other.name, other.ty.fake())
        };
        self.vararg == other.vararg
            && self.arguments.len() == other.arguments.len()
            && self.arguments.iter().zip(&other.arguments).all(same)
    }

    /// Where the out arguments begin, as PyTorch counts: at the first one, with all arguments behind it.
    pub fn first_out(&self) -> usize {
        self.arguments.iter().position(Argument::is_out).unwrap_or(self.arguments.len())
    }
}

/// Dictionaries whose keys no dictionary of TorchScript can have.
fn keys(ty: &Type, faults: &mut Vec<String>) {
    if let Type::Dict(key, _) = ty
        && !matches!(
            **key,
            Type::Int | Type::Float | Type::Complex | Type::Bool | Type::Tensor | Type::Device | Type::Str
        )
    {
        faults.push(format!("`{key}` is not a type for the keys of a dictionary"));
    }
    ty.parts().into_iter().for_each(|part| keys(part, faults));
}

/// How deep types may nest.
pub const MAX_DEPTH: usize = 64;
/// How many types one type may be made of: types in a union are compared with each other.
pub const MAX_PARTS: usize = 256;
/// How many elements a default such as `int[3] x=1` may stand for.
pub const MAX_BROADCAST: i32 = 64;
