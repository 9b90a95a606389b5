//! JSON (RFC 8259) with places, as Python's `json` module reads it: with `NaN` and `Infinity`, and escapes of halves of surrogate pairs.
//!
//! A document is one list of values in the order of the text, each with its bytes and the number of the value behind it: nesting costs no recursion, and memory is at most eight
//! times the text. Strings and numbers are decoded when they are asked for.

use std::borrow::Cow;

use outlast_core::{Error, ErrorKind, Path, Result, Span};

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
        let mut parser = Parser { text, at: 0, nodes: Vec::new(), open: Vec::new() };
        parser.run()?;
        Ok(Document { text, nodes: parser.nodes })
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

fn unescaped(inside: &str) -> String {
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

/// An array or object that is being read.
#[derive(Debug)]
struct Open {
    /// Its node.
    node: usize,
    /// How many elements or members there are so far.
    count: usize,
    /// The node of the name of the member that is being read.
    key: usize,
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    nodes: Vec<Node>,
    open: Vec<Open>,
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.peek() {
            self.at += 1;
        }
    }

    fn run(&mut self) -> Result<()> {
        if self.text.starts_with('\u{feff}') {
            return Err(self.unexpected("JSON without a byte order mark"));
        }
        loop {
            self.space();
            if self.value()? {
                continue;
            }
            // A value is complete: go on in what is open, and close what ends here.
            loop {
                self.space();
                let Some(open) = self.open.last_mut() else {
                    return match self.peek() {
                        None => Ok(()),
                        Some(_) => Err(self.unexpected("the end of the text")),
                    };
                };
                open.count += 1;
                let object = self.nodes.get(open.node).is_some_and(|node| node.kind == Kind::Object);
                match (self.peek(), object) {
                    (Some(b','), _) => {
                        self.at += 1;
                        if object {
                            self.space();
                            self.name()?;
                        }
                        break;
                    }
                    (Some(b']'), false) | (Some(b'}'), true) => self.close(),
                    (_, true) => return Err(self.unexpected("`,` or `}`")),
                    (_, false) => return Err(self.unexpected("`,` or `]`")),
                }
            }
        }
    }

    /// Reads a value, or the start of one with elements: then the answer is true.
    fn value(&mut self) -> Result<bool> {
        let start = self.at;
        let kind = match self.peek() {
            Some(b'{') => return self.start(Kind::Object),
            Some(b'[') => return self.start(Kind::Array),
            Some(b'"') => {
                self.string()?;
                Kind::String
            }
            Some(b'-' | b'0'..=b'9') => {
                self.number()?;
                Kind::Number
            }
            _ => {
                const WORDS: [(&str, Kind); 5] = [
                    ("null", Kind::Null),
                    ("true", Kind::Bool),
                    ("false", Kind::Bool),
                    ("NaN", Kind::Number),
                    ("Infinity", Kind::Number),
                ];
                let rest = self.text.get(self.at..).unwrap_or_default();
                let Some((word, kind)) = WORDS.into_iter().find(|(word, _)| rest.starts_with(word)) else {
                    return Err(self.unexpected("a value"));
                };
                self.at += word.len();
                kind
            }
        };
        self.push(kind, start);
        Ok(false)
    }

    fn push(&mut self, kind: Kind, start: usize) {
        let after = self.nodes.len() + 1;
        self.nodes.push(Node { kind, start: short(start), end: short(self.at), after: short(after) });
    }

    /// `{` or `[`. Whether there is something in it.
    fn start(&mut self, kind: Kind) -> Result<bool> {
        if self.open.len() >= MAX_DEPTH {
            let limit = u64::try_from(MAX_DEPTH).unwrap_or(u64::MAX);
            let kind = ErrorKind::Limit { what: "values nested in each other", limit };
            return Err(Error::new(kind, self.here(1)));
        }
        let (node, start) = (self.nodes.len(), self.at);
        self.at += 1;
        self.push(kind, start);
        self.open.push(Open { node, count: 0, key: 0 });
        self.space();
        let end = if kind == Kind::Object { b'}' } else { b']' };
        if self.peek() == Some(end) {
            self.close();
            return Ok(false);
        }
        if kind == Kind::Object {
            self.name()?;
        }
        Ok(true)
    }

    fn close(&mut self) {
        self.at += 1;
        let after = short(self.nodes.len());
        if let Some(open) = self.open.pop()
            && let Some(node) = self.nodes.get_mut(open.node)
        {
            node.end = short(self.at);
            node.after = after;
        }
    }

    /// `"name":`.
    fn name(&mut self) -> Result<()> {
        let (start, key) = (self.at, self.nodes.len());
        if self.peek() != Some(b'"') {
            return Err(self.unexpected("the name of a member in quotes"));
        }
        self.string()?;
        self.push(Kind::String, start);
        if let Some(open) = self.open.last_mut() {
            open.key = key;
        }
        self.space();
        if self.peek() != Some(b':') {
            return Err(self.unexpected("`:`"));
        }
        self.at += 1;
        Ok(())
    }

    fn string(&mut self) -> Result<()> {
        self.at += 1;
        loop {
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b'\\') => {
                    self.at += 1;
                    match self.peek() {
                        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => self.at += 1,
                        Some(b'u') => {
                            self.at += 1;
                            for _ in 0..4 {
                                match self.peek() {
                                    Some(digit) if digit.is_ascii_hexdigit() => self.at += 1,
                                    _ => return Err(self.unexpected("four hexadecimal digits")),
                                }
                            }
                        }
                        _ => return Err(self.unexpected("an escape, as `\\n`")),
                    }
                }
                Some(0..=0x1f) => return Err(self.unexpected("`\"` or an escaped control character")),
                Some(_) => self.at += 1,
                None => return Err(self.unexpected("`\"`")),
            }
        }
    }

    fn number(&mut self) -> Result<()> {
        let digits = |parser: &mut Self| -> Result<()> {
            let start = parser.at;
            while parser.peek().is_some_and(|byte| byte.is_ascii_digit()) {
                parser.at += 1;
            }
            if parser.at == start { Err(parser.unexpected("a digit")) } else { Ok(()) }
        };
        if self.peek() == Some(b'-') {
            self.at += 1;
            if self.text.get(self.at..).is_some_and(|rest| rest.starts_with("Infinity")) {
                self.at += "Infinity".len();
                return Ok(());
            }
        }
        // A zero ends the number: `01` is a number and something that is not expected.
        if self.peek() == Some(b'0') {
            self.at += 1;
        } else {
            digits(self)?;
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            digits(self)?;
        }
        if let Some(b'e' | b'E') = self.peek() {
            self.at += 1;
            if let Some(b'+' | b'-') = self.peek() {
                self.at += 1;
            }
            digits(self)?;
        }
        Ok(())
    }

    fn here(&self, len: u64) -> Span {
        Span::at(u64::try_from(self.at).unwrap_or(u64::MAX), len)
    }

    #[cold]
    fn unexpected(&self, expected: &str) -> Error {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let found = match rest.chars().next() {
            None => "the end of the text".to_string(),
            Some('"') => "`\"`".to_string(),
            Some(letter) => format!("`{}`", letter.escape_debug()),
        };
        let read = self.text.get(..self.at).unwrap_or_default();
        let line = read.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let column = read.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        let kind = ErrorKind::Syntax {
            message: format!("{expected} expected, {found} found"),
            line: short(line),
            column: short(column),
        };
        let len = u64::from(!rest.is_empty());
        Error::new(kind, self.here(len)).under(&self.path())
    }

    /// The names and indices of what is open.
    fn path(&self) -> Path {
        let mut path = Path::root();
        // A path to what nests very deeply is no help: its beginning is.
        for open in self.open.iter().take(32) {
            let of = |at: usize| Value { text: self.text, nodes: &self.nodes, at: short(at) };
            path = match of(open.node).kind() {
                Kind::Object if open.key > open.node => {
                    path.field(of(open.key).as_str().unwrap_or_default().into_owned())
                }
                Kind::Object => path,
                _ => path.index(open.count),
            };
        }
        path
    }
}

/// Numbers that are within 32 bits because the text is.
fn short(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
