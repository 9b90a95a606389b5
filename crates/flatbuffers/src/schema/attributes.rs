//! Attributes: which the language has, and how they are written.

use std::collections::HashSet;

use outlast_core::Result;

use super::lexer::{Mark, Tok};
use super::number;
use super::parser::Parser;

/// Attributes that need no declaration.
const BUILT_IN: &[&str] = &[
    "bit_flags",
    "cpp_ptr_type",
    "cpp_ptr_type_get",
    "cpp_str_flex_ctor",
    "cpp_str_type",
    "cpp_type",
    "csharp_partial",
    "deprecated",
    "flexbuffer",
    "force_align",
    "hash",
    "id",
    "idempotent",
    "key",
    "native_custom_alloc",
    "native_default",
    "native_inline",
    "native_type",
    "native_type_pack_name",
    "nested_flatbuffer",
    "offset64",
    "original_order",
    "private",
    "required",
    "shared",
    "streaming",
    "vector64",
];

/// Whether an attribute belongs to the language.
pub(super) fn is_built_in(name: &str) -> bool {
    BUILT_IN.binary_search(&name).is_ok()
}

/// One attribute as written.
#[derive(Debug)]
pub(super) struct Attribute {
    pub(super) name: String,
    pub(super) value: String,
    /// The value is a quoted string.
    pub(super) quoted: bool,
    pub(super) mark: Mark,
}

/// The attributes of one declaration.
#[derive(Debug, Default)]
pub(super) struct Attributes(pub(super) Vec<Attribute>);

impl Attributes {
    pub(super) fn get(&self, name: &str) -> Option<&Attribute> {
        self.0.iter().find(|a| a.name == name)
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// As the model has them.
    pub(super) fn into_model(self) -> Vec<(String, String)> {
        self.0.into_iter().map(|a| (a.name, a.value)).collect()
    }
}

impl Parser<'_> {
    /// `(name, name: value, …)`, if it is there. Of attributes that are given twice, the first counts.
    pub(super) fn metadata(&mut self) -> Result<Attributes> {
        let mut attributes = Attributes::default();
        if !self.is(b'(') {
            return Ok(attributes);
        }
        let mut seen: HashSet<String> = HashSet::new();
        loop {
            self.lex.next()?;
            let mark = self.lex.mark;
            if !matches!(self.lex.tok, Tok::Ident | Tok::Str) {
                return Err(self.expected("the name of an attribute"));
            }
            let name = self.lex.value.to_string();
            if !is_built_in(&name) && !self.declared_attributes.contains(&name) {
                let error = self.lex.error(format!("attribute `{name}` is not declared"));
                return Err(error.with_help(format!("declare it above: `attribute \"{name}\";`")));
            }
            self.lex.next()?;
            let (mut value, mut quoted) = (String::new(), false);
            if self.is(b':') {
                self.lex.next()?;
                (value, quoted) = self.attribute_value()?;
            }
            if seen.insert(name.clone()) {
                attributes.0.push(Attribute { name, value, quoted, mark });
            }
            if self.is(b')') {
                self.lex.next()?;
                return Ok(attributes);
            }
            if !self.is(b',') {
                return Err(self.expected("`,` or `)`"));
            }
        }
    }

    /// The value of an attribute: a string or a 32-bit integer.
    fn attribute_value(&mut self) -> Result<(String, bool)> {
        let value = match self.lex.tok {
            Tok::Str => (self.lex.value.to_string(), true),
            Tok::Int => {
                let number = number::integer(&self.lex.value).and_then(|n| i32::try_from(n).ok());
                let number = number.ok_or_else(|| self.lex.error("attributes hold 32-bit integers"))?;
                (number.to_string(), false)
            }
            _ => {
                let found = self.lex.found();
                return Err(self.lex.error(format!("a string or an integer was expected, found {found}")));
            }
        };
        self.lex.next()?;
        Ok(value)
    }
}
