//! The tokens of the schema language, as flatc cuts them.
//!
//! Specification: the grammar page of the FlatBuffers documentation, and where that is silent, what flatc 25.12.19
//! does: doc comments stand on lines of their own, a sign belongs to a number only when digits or `inf` follow.

use std::borrow::Cow;

use outlast_core::{Error, ErrorKind, Result, Span};

use super::model::Declared;

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tok {
    Eof,
    /// A quoted string; its meaning is in [`Lexer::value`].
    Str,
    Int,
    Float,
    Ident,
    /// A single character of punctuation.
    Char(u8),
}

/// A place in a text: what an error needs to give line and column.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Mark {
    pub(super) offset: usize,
    pub(super) end: usize,
    line: u32,
    line_start: usize,
    /// Characters between the start of the line and this, known for starts of tokens only.
    column: u32,
}

/// Cuts one text into tokens, one at a time.
#[derive(Debug)]
pub(super) struct Lexer<'t> {
    text: &'t str,
    pos: usize,
    line: u32,
    line_start: usize,
    /// Up to where characters of the line are counted, and how many they are: so long lines are counted once.
    counted: (usize, u32),
    /// The current token.
    pub(super) tok: Tok,
    /// Where the current token is.
    pub(super) mark: Mark,
    /// Text of an identifier or number, or what a string means. Empty for other tokens.
    pub(super) value: Cow<'t, str>,
    /// Whether a string is printable ASCII without escapes.
    pub(super) plain: bool,
    /// Doc comments between the previous token and the current one.
    pub(super) docs: Vec<&'t str>,
}

impl<'t> Lexer<'t> {
    /// At the end of nothing.
    pub(super) fn empty() -> Lexer<'t> {
        Lexer {
            text: "",
            pos: 0,
            line: 1,
            line_start: 0,
            counted: (0, 0),
            tok: Tok::Eof,
            mark: Mark::default(),
            value: Cow::Borrowed(""),
            plain: true,
            docs: Vec::new(),
        }
    }

    /// Starts at the first token.
    pub(super) fn new(text: &'t str) -> Result<Lexer<'t>> {
        let bom = if text.starts_with('\u{feff}') { 3 } else { 0 };
        let mut lexer = Lexer { text, pos: bom, line_start: bom, counted: (bom, 0), ..Lexer::empty() };
        lexer.next()?;
        Ok(lexer)
    }

    /// The byte `ahead` of the next unread one; 0 past the end.
    fn peek(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.pos.saturating_add(ahead)).copied().unwrap_or(0)
    }

    fn slice(&self, from: usize, to: usize) -> &'t str {
        self.text.get(from..to).unwrap_or("")
    }

    /// The text of a token.
    pub(super) fn text_at(&self, mark: Mark) -> &'t str {
        self.slice(mark.offset, mark.end)
    }

    /// The character right behind the current token.
    pub(super) fn follows(&self, byte: u8) -> bool {
        self.peek(0) == byte
    }

    /// The place of a declaration that goes from one token to another, in the file of this number.
    pub(super) fn declared(&self, from: Mark, to: Mark, file: usize) -> Declared {
        let narrow = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Declared {
            file: narrow(file),
            line: from.line,
            column: from.column.saturating_add(1),
            start: narrow(from.offset),
            end: narrow(to.end),
        }
    }

    /// An error at a place of this text.
    #[cold]
    pub(super) fn error_at(&self, mark: Mark, message: impl Into<String>) -> Error {
        let before = self.slice(mark.line_start, mark.offset).chars().count();
        let column = u32::try_from(before).unwrap_or(u32::MAX).saturating_add(1);
        let kind = ErrorKind::Syntax { message: message.into(), line: mark.line, column };
        let len = mark.end.saturating_sub(mark.offset);
        Error::new(kind, Span::at(mark.offset as u64, len as u64))
    }

    /// An error at the current token.
    #[cold]
    pub(super) fn error(&self, message: impl Into<String>) -> Error {
        self.error_at(self.mark, message)
    }

    /// An error at the byte that is read next.
    #[cold]
    fn error_here(&self, message: impl Into<String>) -> Error {
        let mark = Mark {
            offset: self.pos,
            end: self.pos + 1,
            line: self.line,
            line_start: self.line_start,
            column: 0,
        };
        self.error_at(mark, message)
    }

    /// The current token as messages show it.
    pub(super) fn found(&self) -> String {
        match self.tok {
            Tok::Eof => "the end of the file".into(),
            Tok::Str => format!("the string {:?}", self.value),
            Tok::Int | Tok::Float | Tok::Ident => format!("`{}`", self.value),
            Tok::Char(c) => format!("`{}`", char::from(c)),
        }
    }

    fn newline(&mut self) {
        self.line = self.line.saturating_add(1);
        self.line_start = self.pos;
        self.counted = (self.pos, 0);
    }

    /// Characters between the start of the line and `offset`, which does not go back.
    fn column(&mut self, offset: usize) -> u32 {
        let (from, count) = self.counted;
        let new = self.text.as_bytes().get(from..offset).unwrap_or_default();
        let new = new.iter().filter(|byte| **byte & 0xc0 != 0x80).count();
        self.counted = (offset, count.saturating_add(u32::try_from(new).unwrap_or(u32::MAX)));
        self.counted.1
    }

    fn finish(&mut self, tok: Tok) {
        self.tok = tok;
        self.mark.end = self.pos;
    }

    /// Goes to the next token.
    pub(super) fn next(&mut self) -> Result<()> {
        self.docs.clear();
        self.value = Cow::Borrowed("");
        self.plain = true;
        let mut own_line = self.pos == 0;
        loop {
            let start = self.pos;
            let column = self.column(start);
            let (line, line_start) = (self.line, self.line_start);
            self.mark = Mark { offset: start, end: start, line, line_start, column };
            if start >= self.text.len() {
                self.finish(Tok::Eof);
                return Ok(());
            }
            let byte = self.peek(0);
            match byte {
                b' ' | b'\r' | b'\t' => self.pos += 1,
                b'\n' => {
                    self.pos += 1;
                    self.newline();
                    own_line = true;
                }
                b'{' | b'}' | b'(' | b')' | b'[' | b']' | b'<' | b'>' | b',' | b':' | b';' | b'=' => {
                    self.pos += 1;
                    self.finish(Tok::Char(byte));
                    return Ok(());
                }
                b'"' | b'\'' => return self.string(byte),
                b'/' if self.peek(1) == b'/' => self.line_comment(own_line)?,
                b'/' if self.peek(1) == b'*' => self.block_comment()?,
                _ if is_ident_start(byte) => {
                    while is_ident(self.peek(0)) {
                        self.pos += 1;
                    }
                    self.value = Cow::Borrowed(self.slice(start, self.pos));
                    self.finish(Tok::Ident);
                    return Ok(());
                }
                b'+' | b'-' | b'.' | b'0'..=b'9' => return self.number(byte),
                _ => {
                    let found = self.text.get(start..).and_then(|rest| rest.chars().next());
                    let message = format!("illegal character {:?}", found.unwrap_or('?'));
                    return Err(self.error_here(message));
                }
            }
        }
    }

    fn line_comment(&mut self, own_line: bool) -> Result<()> {
        let rest = self.slice(self.pos, self.text.len());
        let len = rest.bytes().position(|b| b == b'\n' || b == b'\r').unwrap_or(rest.len());
        if let Some(doc) = rest.get(..len).and_then(|comment| comment.strip_prefix("///")) {
            if !own_line {
                let error = self.error_here("a documentation comment must stand on a line of its own");
                return Err(
                    error.with_help("write `//` here, or move the `///` comment above what it describes")
                );
            }
            self.docs.push(doc);
        }
        self.pos += len;
        Ok(())
    }

    fn block_comment(&mut self) -> Result<()> {
        let start = self.mark;
        self.pos += 2;
        loop {
            match self.peek(0) {
                b'*' if self.peek(1) == b'/' => {
                    self.pos += 2;
                    return Ok(());
                }
                byte => {
                    if self.pos >= self.text.len() {
                        return Err(self.error_at(start, "this comment is never closed"));
                    }
                    self.pos += 1;
                    if byte == b'\n' {
                        self.newline();
                    }
                }
            }
        }
    }

    /// A number: decimal or hexadecimal, with a dot or exponent a float. Shapes like `1.2.3` are errors.
    fn number(&mut self, first: u8) -> Result<()> {
        let start = self.pos;
        self.pos += 1;
        let signed = first == b'+' || first == b'-';
        if signed && self.slice(self.pos, self.text.len()).starts_with("inf") && !is_ident(self.peek(3)) {
            self.pos += 3;
            return self.end_number(start, Tok::Float);
        }
        let dot = first == b'.';
        if (signed && is_ident_start(self.peek(0))) || (dot && !self.peek(0).is_ascii_digit()) {
            self.finish(Tok::Char(first));
            return Ok(());
        }
        let mut leading = first;
        if !first.is_ascii_digit() && self.peek(0).is_ascii_digit() {
            leading = self.peek(0);
            self.pos += 1;
        }
        let hex = !dot && leading == b'0' && matches!(self.peek(0), b'x' | b'X');
        let mut dots = u32::from(dot);
        let mut digits = usize::from(leading.is_ascii_digit());
        if hex {
            self.pos += 1;
            digits = 0;
        }
        loop {
            digits += self.digits(hex);
            if self.peek(0) != b'.' {
                break;
            }
            dots += 1;
            self.pos += 1;
            if dots > 1 {
                return Err(self.bad_number(start));
            }
        }
        let exponent = matches!((hex, self.peek(0)), (true, b'p' | b'P') | (false, b'e' | b'E'));
        if digits > 0 && exponent {
            self.pos += 1;
            if matches!(self.peek(0), b'+' | b'-') {
                self.pos += 1;
            }
            digits = self.digits(false);
            if self.peek(0) == b'.' {
                self.pos += 1;
                digits = 0;
            }
        } else if hex && dots > 0 {
            digits = 0;
        }
        if digits == 0 {
            return Err(self.bad_number(start));
        }
        self.end_number(start, if dots > 0 || exponent { Tok::Float } else { Tok::Int })
    }

    fn digits(&mut self, hex: bool) -> usize {
        let start = self.pos;
        while if hex { self.peek(0).is_ascii_hexdigit() } else { self.peek(0).is_ascii_digit() } {
            self.pos += 1;
        }
        self.pos - start
    }

    fn end_number(&mut self, start: usize, tok: Tok) -> Result<()> {
        self.value = Cow::Borrowed(self.slice(start, self.pos));
        self.finish(tok);
        Ok(())
    }

    #[cold]
    fn bad_number(&mut self, start: usize) -> Error {
        self.mark.end = self.pos;
        self.error(format!("invalid number `{}`", self.slice(start, self.pos)))
    }

    fn string(&mut self, quote: u8) -> Result<()> {
        self.pos += 1;
        let start = self.pos;
        loop {
            let byte = self.peek(0);
            if byte == quote {
                break;
            }
            if byte == b'\\' {
                return self.escaped_string(quote, start);
            }
            self.string_byte(byte)?;
        }
        self.value = Cow::Borrowed(self.slice(start, self.pos));
        self.pos += 1;
        self.finish(Tok::Str);
        Ok(())
    }

    /// One byte of a string that is neither the closing quote nor an escape.
    fn string_byte(&mut self, byte: u8) -> Result<()> {
        if self.pos >= self.text.len() || byte == b'\n' {
            return Err(self.error("this string is never closed"));
        }
        if byte < b' ' {
            return Err(self.error_here("control characters in strings must be escaped"));
        }
        self.plain &= (b' '..=b'~').contains(&byte);
        self.pos += 1;
        Ok(())
    }

    fn escaped_string(&mut self, quote: u8, start: usize) -> Result<()> {
        self.plain = false;
        let mut out: Vec<u8> = self.slice(start, self.pos).as_bytes().to_vec();
        let mut high: Option<u32> = None;
        loop {
            let byte = self.peek(0);
            if high.is_some() && (byte != b'\\' || self.peek(1) != b'u') {
                return Err(self.error_here("unpaired high surrogate"));
            }
            if byte == quote {
                break;
            }
            if byte != b'\\' {
                self.string_byte(byte)?;
                out.push(byte);
                continue;
            }
            let code = self.peek(1);
            let plain = match code {
                b'n' => b'\n',
                b't' => b'\t',
                b'r' => b'\r',
                b'b' => 8,
                b'f' => 12,
                b'"' | b'\'' | b'\\' | b'/' => code,
                b'x' => {
                    let value = self.hex_escape(2)?;
                    out.push(u8::try_from(value).unwrap_or(b'?'));
                    continue;
                }
                b'u' => {
                    self.unicode_escape(&mut high, &mut out)?;
                    continue;
                }
                _ => return Err(self.error_here("unknown escape in a string")),
            };
            out.push(plain);
            self.pos += 2;
        }
        self.pos += 1;
        let text =
            String::from_utf8(out).map_err(|_| self.error("the escapes of this string are not UTF-8"))?;
        self.value = Cow::Owned(text);
        self.finish(Tok::Str);
        Ok(())
    }

    fn unicode_escape(&mut self, high: &mut Option<u32>, out: &mut Vec<u8>) -> Result<()> {
        let start = self.pos;
        let unit = self.hex_escape(4)?;
        let end = std::mem::replace(&mut self.pos, start);
        let code = match (*high, unit) {
            (None, 0xd800..=0xdbff) => {
                *high = Some(unit);
                self.pos = end;
                return Ok(());
            }
            (Some(first), 0xdc00..=0xdfff) => 0x10000 + ((first & 0x3ff) << 10) + (unit & 0x3ff),
            (None, 0xdc00..=0xdfff) => return Err(self.error_here("unpaired low surrogate")),
            (Some(_), _) => return Err(self.error_here("unpaired high surrogate")),
            (None, _) => unit,
        };
        *high = None;
        self.pos = end;
        let code = char::from_u32(code).ok_or_else(|| self.error_here("not a Unicode character"))?;
        out.extend_from_slice(code.encode_utf8(&mut [0; 4]).as_bytes());
        Ok(())
    }

    /// The value of `\x..` or `\u....`; stops behind it.
    fn hex_escape(&mut self, digits: usize) -> Result<u32> {
        let from = self.pos.saturating_add(2);
        let text = self.slice(from, from.saturating_add(digits));
        if text.len() != digits || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(self.error_here(format!("{digits} hexadecimal digits must follow")));
        }
        self.pos = from + digits;
        u32::from_str_radix(text, 16).map_err(|_| self.error_here("not a number"))
    }
}

/// Whether an identifier may start with this.
pub(super) fn is_ident_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

/// Whether an identifier may go on with this.
pub(super) fn is_ident(byte: u8) -> bool {
    is_ident_start(byte) || byte.is_ascii_digit()
}

/// Whether this is one identifier.
pub(super) fn is_identifier(text: &str) -> bool {
    text.bytes().next().is_some_and(is_ident_start) && text.bytes().all(is_ident)
}
