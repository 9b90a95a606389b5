//! JSON (RFC 8259) with places, as Python's `json` module reads it: with `NaN` and `Infinity`, and escapes of halves of surrogate pairs.
//!
//! A document is one list of values in the order of the text, each with its bytes and the number of the value behind it: nesting costs no recursion, and memory is at most eight
//! times the text. Strings and numbers are decoded when they are asked for.

mod parser;

use std::borrow::Cow;

use outlast_core::{Error, ErrorKind, Result, Span};

use parser::Parser;

/// How deep arrays and objects may nest. Python refuses somewhat more than this, too.
pub const MAX_DEPTH: usize = 900;
/// The longest text: places are 32 bits.
pub const MAX_TEXT: usize = u32::MAX as usize;

/// What a value is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool,
    /// A number; also `NaN`, `Infinity` and `-Infinity`.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

impl Kind {
    /// Its name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Null => "null",
            Kind::Bool => "bool",
            Kind::Number => "number",
            Kind::String => "string",
            Kind::Array => "array",
            Kind::Object => "object",
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Node {
    kind: Kind,
    start: u32,
    end: u32,
    /// The first node that is not in this one.
    after: u32,
}

/// A text that was read.
#[derive(Clone, Debug)]
pub struct Document<'t> {
    text: &'t str,
    nodes: Vec<Node>,
}

/// A value in a document.
#[derive(Clone, Copy, Debug)]
pub struct Value<'d> {
    text: &'d str,
    nodes: &'d [Node],
    at: u32,
}

impl<'t> Document<'t> {
    /// Reads a text.
    ///
    /// # Errors
    ///
    /// What is no JSON, with line, column, bytes and the path to it; text that is no UTF-8; nesting deeper than [`MAX_DEPTH`].
    pub fn parse(text: &'t [u8]) -> Result<Document<'t>> {
        if text.len() > MAX_TEXT {
            let limit = u64::from(u32::MAX);
            return Err(Error::new(ErrorKind::Limit { what: "bytes of JSON", limit }, Span::at(0, limit)));
        }
        let text = std::str::from_utf8(text).map_err(|error| {
            let at = u64::try_from(error.valid_up_to()).unwrap_or(u64::MAX);
            Error::new(ErrorKind::BadUtf8 { what: "JSON" }, Span::at(at, 1))
        })?;
        Ok(Document { text, nodes: Parser::new(text).run()? })
    }

    /// The value that the text is.
    pub fn root(&self) -> Value<'_> {
        Value { text: self.text, nodes: &self.nodes, at: 0 }
    }

    /// How many values there are, names of members included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: a document is a value.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}

impl<'d> Value<'d> {
    fn node(self) -> Node {
        let none = Node { kind: Kind::Null, start: 0, end: 0, after: self.at.saturating_add(1) };
        usize::try_from(self.at).ok().and_then(|at| self.nodes.get(at)).copied().unwrap_or(none)
    }

    fn sibling(self, at: u32) -> Value<'d> {
        Value { at, ..self }
    }

    /// What it is.
    pub fn kind(self) -> Kind {
        self.node().kind
    }

    /// Its bytes in the text.
    pub fn span(self) -> Span {
        let node = self.node();
        Span::at(node.start.into(), u64::from(node.end.saturating_sub(node.start)))
    }

    /// Its text, as it is written.
    pub fn raw(self) -> &'d str {
        let node = self.node();
        let range = usize::try_from(node.start).ok().zip(usize::try_from(node.end).ok());
        range.and_then(|(start, end)| self.text.get(start..end)).unwrap_or_default()
    }

    /// Whether it is `null`.
    pub fn is_null(self) -> bool {
        self.kind() == Kind::Null
    }

    /// A string, with its escapes decoded; halves of surrogate pairs are U+FFFD.
    pub fn as_str(self) -> Option<Cow<'d, str>> {
        let inside = self.raw().strip_prefix('"')?.strip_suffix('"')?;
        if !inside.contains('\\') {
            return Some(Cow::Borrowed(inside));
        }
        Some(Cow::Owned(unescaped(inside)))
    }

    /// `true` or `false`.
    pub fn as_bool(self) -> Option<bool> {
        (self.kind() == Kind::Bool).then(|| self.raw() == "true")
    }

    /// A whole number of 64 bits; `None` for numbers with a fraction or an exponent, which Python reads as `float`.
    pub fn as_i64(self) -> Option<i64> {
        if self.kind() == Kind::Number { self.raw().parse().ok() } else { None }
    }

    /// A number.
    pub fn as_f64(self) -> Option<f64> {
        match (self.kind(), self.raw()) {
            (Kind::Number, "NaN") => Some(f64::NAN),
            (Kind::Number, "Infinity") => Some(f64::INFINITY),
            (Kind::Number, "-Infinity") => Some(f64::NEG_INFINITY),
            (Kind::Number, text) => text.parse().ok(),
            _ => None,
        }
    }

    /// The elements of an array; nothing for other values.
    pub fn items(self) -> Children<'d> {
        self.children(Kind::Array)
    }

    /// The members of an object, in the order of the text: name and value; nothing for other values. A name may occur more than once.
    pub fn members(self) -> impl Iterator<Item = (Value<'d>, Value<'d>)> + use<'d> {
        let mut children = self.children(Kind::Object);
        std::iter::from_fn(move || Some((children.next()?, children.next()?)))
    }

    fn children(self, of: Kind) -> Children<'d> {
        let node = self.node();
        let next = if node.kind == of { self.at.saturating_add(1) } else { node.after };
        Children { next: self.sibling(next), after: node.after }
    }

    /// A member by its name; the last one, as Python takes it.
    pub fn get(self, name: &str) -> Option<Value<'d>> {
        let mut found = None;
        for (key, value) in self.members() {
            if key.as_str().is_some_and(|key| key == name) {
                found = Some(value);
            }
        }
        found
    }
}

/// The values in an array or object.
#[derive(Clone, Debug)]
pub struct Children<'d> {
    next: Value<'d>,
    after: u32,
}

impl<'d> Iterator for Children<'d> {
    type Item = Value<'d>;

    fn next(&mut self) -> Option<Value<'d>> {
        let value = self.next;
        if value.at >= self.after {
            return None;
        }
        self.next = value.sibling(value.node().after);
        Some(value)
    }
}

/// A string without its quotes, with its escapes decoded.
pub(super) fn unescaped(inside: &str) -> String {
    let mut text = String::with_capacity(inside.len());
    let mut rest = inside;
    while let Some((plain, escape)) = rest.split_once('\\') {
        text.push_str(plain);
        let mut letters = escape.chars();
        let letter = letters.next().unwrap_or_default();
        rest = letters.as_str();
        text.push(match letter {
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let high = hex(rest);
                rest = rest.get(4..).unwrap_or_default();
                let low = rest.strip_prefix("\\u").map(hex).filter(|low| (0xdc00..0xe000).contains(low));
                match low {
                    Some(low) if (0xd800..0xdc00).contains(&high) => {
                        rest = rest.get(6..).unwrap_or_default();
                        char::from_u32(0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00))
                    }
                    _ => char::from_u32(high),
                }
                .unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            other => other,
        });
    }
    text.push_str(rest);
    text
}

fn hex(text: &str) -> u32 {
    text.get(..4).and_then(|digits| u32::from_str_radix(digits, 16).ok()).unwrap_or(0xfffd)
}
