//! Types as the lite interpreter reads them (`torch/csrc/jit/mobile/type_parser.cpp`).
//!
//! ```text
//! type  = BASE | "List" "[" type "]" | "Optional" "[" type "]" | "Dict" "[" type "," type "]" | "Tuple" "[" { type [ "," ] } "]" | "Union"
//!       | "__torch__" "." "torch" "." "classes" "." NAME "." NAME          a class of C++
//!       | "__torch__" "." NAME { "." NAME } [ "[" "NamedTuple" "," "[" { "[" NAME "," type "]" [ "," ] } "]" "]" ]
//! ```
//!
//! A NamedTuple without its fields is one that stands earlier in the same table, with them. What stands behind a whole type is not read.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use super::model::Text;
use outlast_core::QuickMap;

/// How long the text of a type may be, in bytes: many places may refer to one.
pub(crate) const MAX_TYPE: usize = 1 << 16;
/// How deep types may nest.
const DEPTH: usize = 64;

/// What separates words.
const SIGNS: &[u8] = b"+-*/%@()[]:,={}><.?!&^|~";

/// The types without parts that the reader of 1.13.1 knows (`aten/src/ATen/core/type_factory.cpp`).
pub const BASE: [&str; 24] = [
    "Tensor",
    "LongTensor",
    "DoubleTensor",
    "FloatTensor",
    "IntTensor",
    "ShortTensor",
    "HalfTensor",
    "CharTensor",
    "ByteTensor",
    "BoolTensor",
    "int",
    "float",
    "bool",
    "complex",
    "str",
    "Device",
    "Stream",
    "number",
    "None",
    "NoneType",
    "Any",
    "Capsule",
    "list",
    "tuple",
];

/// The prefix of classes that are written in C++.
pub const CUSTOM_CLASS: &str = "__torch__.torch.classes";

/// A type.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LiteType {
    /// One of [`BASE`], by its index there.
    Base(usize),
    /// A list.
    List(Box<LiteType>),
    /// A value or `None`.
    Optional(Box<LiteType>),
    /// A dictionary.
    Dict(Box<[LiteType; 2]>),
    /// A tuple.
    Tuple(Vec<LiteType>),
    /// A NamedTuple, with its fields.
    NamedTuple(String, Vec<(String, LiteType)>),
    /// A NamedTuple whose fields stand earlier in the table; in a schema, a class.
    Named(String),
    /// A class that is written in C++, by its whole name.
    CustomClass(String),
    /// Types of which the reader does not look at the parts.
    Union,
}

impl LiteType {
    /// The words that it is made of, as torch lists them: names of classes are not among them.
    pub fn words(&self, out: &mut BTreeSet<&str>) {
        match self {
            LiteType::Base(at) => out.extend(BASE.get(*at).copied()),
            LiteType::List(of) => {
                out.insert("List");
                of.words(out);
            }
            LiteType::Optional(of) => {
                out.insert("Optional");
                of.words(out);
            }
            LiteType::Dict(of) => {
                out.insert("Dict");
                of.iter().for_each(|of| of.words(out));
            }
            LiteType::Tuple(of) => {
                out.insert("Tuple");
                of.iter().for_each(|of| of.words(out));
            }
            LiteType::NamedTuple(_, fields) => {
                out.insert("NamedTuple");
                fields.iter().for_each(|(_, of)| of.words(out));
            }
            LiteType::Named(_) | LiteType::CustomClass(_) | LiteType::Union => {}
        }
    }

    /// Whether it is a union, or has one in it. PyTorch does not list unions among the types of a program.
    pub fn has_union(&self) -> bool {
        match self {
            LiteType::Union => true,
            LiteType::List(of) | LiteType::Optional(of) => of.has_union(),
            LiteType::Dict(of) => of.iter().any(LiteType::has_union),
            LiteType::Tuple(of) => of.iter().any(LiteType::has_union),
            LiteType::NamedTuple(_, fields) => fields.iter().any(|(_, of)| of.has_union()),
            LiteType::Base(_) | LiteType::Named(_) | LiteType::CustomClass(_) => false,
        }
    }

    /// The class or NamedTuple of the program that it names without its parts, if it is or has one: the first. Optional values may be `None` instead,
    /// and are left out.
    pub fn program_class(&self) -> Option<&str> {
        match self {
            LiteType::Named(name) => Some(name),
            LiteType::List(of) => of.program_class(),
            LiteType::Dict(of) => of.iter().find_map(LiteType::program_class),
            LiteType::Tuple(of) => of.iter().find_map(LiteType::program_class),
            LiteType::NamedTuple(_, fields) => fields.iter().find_map(|(_, of)| of.program_class()),
            LiteType::Base(_) | LiteType::Optional(_) | LiteType::CustomClass(_) | LiteType::Union => None,
        }
    }

    /// The class of C++ that must be there, if it is or has one: the first.
    pub fn custom_class(&self) -> Option<&str> {
        match self {
            LiteType::CustomClass(name) => Some(name),
            LiteType::List(of) | LiteType::Optional(of) => of.custom_class(),
            LiteType::Dict(of) => of.iter().find_map(LiteType::custom_class),
            LiteType::Tuple(of) => of.iter().find_map(LiteType::custom_class),
            LiteType::NamedTuple(_, fields) => fields.iter().find_map(|(_, of)| of.custom_class()),
            LiteType::Base(_) | LiteType::Named(_) | LiteType::Union => None,
        }
    }
}

/// Why the reader refuses a type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypeError {
    /// What was found, and what was expected.
    pub why: String,
    /// Where, in bytes from the start of the text.
    pub at: usize,
}

impl fmt::Display for TypeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at byte {})", self.why, self.at)
    }
}

/// Where a type stands: that decides what a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Context {
    /// In the type table of a function.
    Table,
    /// In a schema, or another place where a name alone is that of a class.
    Schema,
}

/// Texts and types that were read, by where they stand: a file may refer to one of them from many places.
#[derive(Debug, Default)]
pub(crate) struct Types {
    texts: QuickMap<u64, Text>,
    parsed: QuickMap<(u64, Context), Arc<Result<LiteType, TypeError>>>,
}

impl Types {
    /// The text that stands at `key`.
    pub(crate) fn text(&mut self, key: u64, text: impl FnOnce() -> Text) -> Text {
        self.texts.entry(key).or_insert_with(text).clone()
    }

    /// The meaning of the text that stands at `key`.
    pub(crate) fn meaning(
        &mut self,
        key: u64,
        text: &str,
        context: Context,
    ) -> Arc<Result<LiteType, TypeError>> {
        self.parsed.entry((key, context)).or_insert_with(|| Arc::new(parse(text, context))).clone()
    }
}

/// Reads a type.
///
/// # Errors
///
/// What the reader refuses. Whether a NamedTuple without fields stands earlier in the table is not looked at.
pub fn parse(text: &str, context: Context) -> Result<LiteType, TypeError> {
    // A class by its name alone is not taken apart.
    let class = text == "__torch__" || text.starts_with("__torch__.") || text.starts_with("torch.jit.");
    if text == CUSTOM_CLASS || text.strip_prefix(CUSTOM_CLASS).is_some_and(|rest| rest.starts_with('.')) {
        return Ok(LiteType::CustomClass(text.to_string()));
    }
    if context == Context::Schema && class {
        return Ok(LiteType::Named(text.to_string()));
    }
    let mut parser = Parser { text, at: 0, word: 0..0 };
    parser.advance();
    parser.ty(0)
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    word: std::ops::Range<usize>,
}

impl<'t> Parser<'t> {
    /// The word at which it stands; empty at the end.
    fn word(&self) -> &'t str {
        self.text.get(self.word.clone()).unwrap_or_default()
    }

    fn advance(&mut self) {
        let bytes = self.text.as_bytes();
        while bytes.get(self.at) == Some(&b' ') {
            self.at += 1;
        }
        let start = self.at;
        let is_sign = |byte: &u8| SIGNS.contains(byte);
        if bytes.get(start).is_some_and(is_sign) {
            self.at += 1;
        } else {
            while bytes.get(self.at).is_some_and(|byte| !is_sign(byte) && *byte != b' ') {
                self.at += 1;
            }
        }
        self.word = start..self.at;
    }

    fn error(&self, why: impl Into<String>) -> TypeError {
        TypeError { why: why.into(), at: self.word.start }
    }

    fn next(&mut self) -> Result<&'t str, TypeError> {
        match self.word() {
            "" => Err(self.error("it ends where a word is expected")),
            word => {
                self.advance();
                Ok(word)
            }
        }
    }

    fn expect(&mut self, word: &str) -> Result<(), TypeError> {
        let found = self.word();
        if found != word {
            let found =
                if found.is_empty() { "the end".to_string() } else { format!("`{}`", escaped(found)) };
            return Err(self.error(format!("`{word}` expected, {found} found")));
        }
        self.advance();
        Ok(())
    }

    fn single_type(&mut self, depth: usize) -> Result<Box<LiteType>, TypeError> {
        self.expect("[")?;
        let of = self.ty(depth + 1)?;
        self.expect("]")?;
        Ok(Box::new(of))
    }

    fn ty(&mut self, depth: usize) -> Result<LiteType, TypeError> {
        if depth >= DEPTH {
            return Err(self.error(format!("types are nested in more than {DEPTH} others")));
        }
        let start = self.word.start;
        let word = self.next()?;
        if let Some(base) = BASE.iter().position(|base| *base == word) {
            return match self.word() {
                "]" | "," | "" => Ok(LiteType::Base(base)),
                found => Err(self.error(format!("`{word}` is followed by `{}`", escaped(found)))),
            };
        }
        Ok(match word {
            "List" => LiteType::List(self.single_type(depth)?),
            "Optional" => LiteType::Optional(self.single_type(depth)?),
            "Dict" => {
                self.expect("[")?;
                let key = self.ty(depth + 1)?;
                self.expect(",")?;
                let value = self.ty(depth + 1)?;
                self.expect("]")?;
                LiteType::Dict(Box::new([key, value]))
            }
            "Tuple" => {
                self.expect("[")?;
                let mut of = Vec::new();
                while self.word() != "]" {
                    of.push(self.ty(depth + 1)?);
                    if self.word() != "]" {
                        self.expect(",")?;
                    }
                }
                self.expect("]")?;
                LiteType::Tuple(of)
            }
            "__torch__" => {
                self.expect(".")?;
                self.class(depth)?
            }
            "Union" => LiteType::Union,
            word => {
                return Err(TypeError {
                    why: format!("`{}` is not a type that the lite interpreter reads", escaped(word)),
                    at: start,
                });
            }
        })
    }

    /// What stands behind `__torch__.`.
    fn class(&mut self, depth: usize) -> Result<LiteType, TypeError> {
        let custom = self.word() == "torch";
        let mut name = format!("__torch__.{}", self.next()?);
        if custom {
            self.expect(".")?;
            self.expect("classes")?;
            self.expect(".")?;
            let space = self.next()?;
            self.expect(".")?;
            return Ok(LiteType::CustomClass(format!("{CUSTOM_CLASS}.{space}.{}", self.next()?)));
        }
        while self.word() == "." {
            self.advance();
            name.push('.');
            name.push_str(self.next()?);
        }
        if self.word() != "[" {
            return Ok(LiteType::Named(name));
        }
        self.advance();
        match self.next()? {
            "NamedTuple" => {}
            word => return Err(self.error(format!("`NamedTuple` expected, `{}` found", escaped(word)))),
        }
        self.expect(",")?;
        self.expect("[")?;
        let mut fields = Vec::new();
        while self.word() != "]" {
            self.expect("[")?;
            let field = self.next()?.to_string();
            self.expect(",")?;
            fields.push((field, self.ty(depth + 1)?));
            self.expect("]")?;
            if self.word() == "," {
                self.advance();
            }
        }
        // The reader leaves the two brackets at the end where they are, and takes them for those of what is around it.
        self.expect("]")?;
        self.expect("]")?;
        Ok(LiteType::NamedTuple(name, fields))
    }
}

fn escaped(word: &str) -> String {
    word.chars().take(40).collect::<String>().escape_debug().to_string()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Context, LiteType, parse};

    fn words(text: &str) -> Vec<&'static str> {
        let mut out = BTreeSet::new();
        parse(text, Context::Table).unwrap().words(&mut out);
        out.into_iter().collect()
    }

    #[test]
    fn types_and_their_words() {
        assert_eq!(words("Dict[int, Tuple[Tensor, Tensor, Tensor]]"), ["Dict", "Tensor", "Tuple", "int"]);
        assert_eq!(words("Optional[List[str]]"), ["List", "Optional", "str"]);
        assert_eq!(words("Tuple[]"), ["Tuple"]);
        let named = "__torch__.a.b.P[NamedTuple, [[f, Tensor],[g, List[Tensor]]]]";
        assert_eq!(words(named), ["List", "NamedTuple", "Tensor"]);
        assert_eq!(words("__torch__.torch.classes.quantized.Conv"), [] as [&str; 0]);
        let custom = parse("List[__torch__.torch.classes.a.B]", Context::Table).unwrap();
        assert_eq!(custom.custom_class(), Some("__torch__.torch.classes.a.B"));
        assert_eq!(parse("__torch__.Net", Context::Schema), Ok(LiteType::Named("__torch__.Net".into())));
    }

    #[test]
    fn what_is_no_type() {
        let why = |text: &str| parse(text, Context::Table).unwrap_err().to_string();
        assert_eq!(why("List[Foo]"), "`Foo` is not a type that the lite interpreter reads (at byte 5)");
        assert_eq!(why("List[int"), "`]` expected, the end found (at byte 8)");
        assert_eq!(why("int[]"), "`int` is followed by `[` (at byte 3)");
        assert_eq!(why(""), "it ends where a word is expected (at byte 0)");
        assert_eq!(why("Tuple["), "it ends where a word is expected (at byte 6)");
        let deep = "List[".repeat(100_000);
        assert!(why(&deep).contains("64"));
        let deep = "Tuple[".repeat(63) + "int" + &"]".repeat(63);
        assert!(parse(&deep, Context::Table).is_ok());
    }
}
