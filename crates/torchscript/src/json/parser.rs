//! Reads JSON into a list of nodes.

use outlast_core::{Error, ErrorKind, Path, Result, Span};

use super::{Kind, MAX_DEPTH, Node, Value};

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

pub(super) struct Parser<'t> {
    text: &'t str,
    at: usize,
    nodes: Vec<Node>,
    open: Vec<Open>,
}

impl<'t> Parser<'t> {
    pub(super) fn new(text: &'t str) -> Parser<'t> {
        Parser { text, at: 0, nodes: Vec::new(), open: Vec::new() }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.peek() {
            self.at += 1;
        }
    }

    /// Reads the text, which has to be one value.
    pub(super) fn run(mut self) -> Result<Vec<Node>> {
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
                        None => Ok(self.nodes),
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
