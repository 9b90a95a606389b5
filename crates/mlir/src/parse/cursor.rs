//! [`Cursor`]: a place in the text, and the words that the language is made of. There are no tokens kept: what a dimension, a
//! number or a name is depends on where it stands.

use outlast_core::{Error, ErrorKind, Result, Span};

/// A place in a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'t> {
    pub(super) text: &'t [u8],
    pub(super) at: usize,
}

/// A number as it is spelled, without its sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spelled<'t> {
    /// The digits, with `0x` if they are hexadecimal.
    pub(super) text: &'t [u8],
    /// What it is.
    pub(super) form: Form,
}

/// How a number is spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Decimal digits.
    Decimal,
    /// Hexadecimal digits.
    Hexadecimal,
    /// With a point.
    Point,
}

fn starts_name(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

fn in_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.')
}

fn in_suffix(byte: u8) -> bool {
    in_word(byte) || byte == b'-'
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str) -> Cursor<'t> {
        Cursor { text: text.as_bytes(), at: 0 }
    }

    /// The byte here; blanks are not skipped.
    #[inline]
    pub(super) fn byte(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// What was not read yet.
    #[inline]
    fn rest(&self) -> &'t [u8] {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn byte_after(&self, distance: usize) -> Option<u8> {
        self.text.get(self.at + distance).copied()
    }

    /// Skips blanks and comments.
    #[inline]
    pub(super) fn skip(&mut self) {
        while let Some(byte) = self.byte() {
            match byte {
                b' ' | b'\n' | b'\t' | b'\r' | 0 => self.at += 1,
                b'/' if self.byte_after(1) == Some(b'/') => {
                    let rest = self.rest();
                    self.at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
                }
                _ => return,
            }
        }
    }

    /// The next byte that is not blank.
    #[inline]
    pub(super) fn peek(&mut self) -> Option<u8> {
        self.skip();
        self.byte()
    }

    /// Whether a text comes next.
    pub(super) fn sees(&mut self, text: &str) -> bool {
        self.skip();
        self.rest().starts_with(text.as_bytes())
    }

    /// Takes a text, if it comes next; otherwise no blanks either.
    #[inline]
    pub(super) fn eat(&mut self, text: &str) -> bool {
        let start = self.at;
        let found = self.sees(text);
        self.at = if found { self.at + text.len() } else { start };
        found
    }

    /// Takes a text that has to come next.
    pub(super) fn expect(&mut self, text: &str) -> Result<()> {
        match self.eat(text) {
            true => Ok(()),
            false => Err(self.expected(&format!("`{text}`"))),
        }
    }

    /// The word that comes next, not taken: `func.func`.
    pub(super) fn peek_word(&mut self) -> Option<&'t str> {
        self.skip();
        let rest = self.rest();
        if !rest.first().copied().is_some_and(starts_name) {
            return None;
        }
        let len = rest.iter().position(|byte| !in_word(*byte)).unwrap_or(rest.len());
        std::str::from_utf8(rest.get(..len)?).ok()
    }

    /// Takes a word, if one comes next.
    pub(super) fn word(&mut self) -> Option<&'t str> {
        let word = self.peek_word()?;
        self.at += word.len();
        Some(word)
    }

    /// Takes a certain word, if it comes next.
    pub(super) fn eat_word(&mut self, wanted: &str) -> bool {
        let start = self.at;
        let found = self.peek_word() == Some(wanted);
        self.at = if found { self.at + wanted.len() } else { start };
        found
    }

    /// Takes what follows a sigil (`%`, `#`, `!`, `^`), directly: digits, or a name.
    pub(super) fn suffix(&mut self) -> Option<&'t str> {
        let rest = self.rest();
        let first = *rest.first()?;
        let len = if first.is_ascii_digit() {
            rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len())
        } else if starts_name(first) || matches!(first, b'$' | b'.' | b'-') {
            rest.iter().position(|byte| !in_suffix(*byte)).unwrap_or(rest.len())
        } else {
            return None;
        };
        self.at += len;
        std::str::from_utf8(rest.get(..len)?).ok()
    }

    /// Takes decimal digits that stand directly here.
    pub(super) fn digits(&mut self) -> Option<&'t [u8]> {
        let rest = self.rest();
        let len = rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
        self.at += len;
        rest.get(..len).filter(|digits| !digits.is_empty())
    }

    /// Takes a number without a sign, if one comes next.
    pub(super) fn number(&mut self) -> Option<Spelled<'t>> {
        self.skip();
        let text = self.text;
        let start = self.at;
        let hexadecimal = |byte: u8| byte.is_ascii_hexdigit();
        if self.byte() == Some(b'0')
            && self.byte_after(1) == Some(b'x')
            && self.byte_after(2).is_some_and(hexadecimal)
        {
            self.at += 2;
            while self.byte().is_some_and(hexadecimal) {
                self.at += 1;
            }
            return Some(Spelled { text: text.get(start..self.at)?, form: Form::Hexadecimal });
        }
        self.digits()?;
        let mut form = Form::Decimal;
        if self.byte() == Some(b'.') {
            form = Form::Point;
            self.at += 1;
            self.digits();
            if matches!(self.byte(), Some(b'e' | b'E')) {
                let sign = usize::from(matches!(self.byte_after(1), Some(b'+' | b'-')));
                if self.byte_after(1 + sign).is_some_and(|byte| byte.is_ascii_digit()) {
                    self.at += 1 + sign;
                    self.digits();
                }
            }
        }
        Some(Spelled { text: text.get(start..self.at)?, form })
    }

    /// Takes a whole number without a sign that fits 64 bits.
    pub(super) fn unsigned(&mut self, what: &str) -> Result<u64> {
        self.skip();
        let start = *self;
        let found = self.digits().and_then(|digits| std::str::from_utf8(digits).ok()?.parse().ok());
        found.ok_or_else(|| start.expected(what))
    }

    /// Takes a text in quotes, if one comes next: its content, escapes resolved.
    pub(super) fn string(&mut self) -> Result<Option<Vec<u8>>> {
        if self.peek() != Some(b'"') {
            return Ok(None);
        }
        let start = *self;
        self.at += 1;
        let mut out = Vec::new();
        loop {
            let rest = self.rest();
            let ends = rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | b'\n'));
            let (plain, behind) = rest.split_at(ends.unwrap_or(rest.len()));
            let Some(end) = behind.first().filter(|end| **end != b'\n') else {
                return Err(start.error("expected `\"` at the end of a string, found the end of the line"));
            };
            out.extend_from_slice(plain);
            self.at += plain.len() + 1;
            if *end == b'"' {
                return Ok(Some(out));
            }
            out.push(self.escape()?);
        }
    }

    /// What stands for an escape, whose backslash was taken.
    fn escape(&mut self) -> Result<u8> {
        let hex = |byte: Option<u8>| byte.and_then(|byte| char::from(byte).to_digit(16));
        let (first, second) = (self.byte(), self.byte_after(1));
        let (byte, len) = match first {
            Some(b'\\' | b'"') => (first, 1),
            Some(b'n') => (Some(b'\n'), 1),
            Some(b't') => (Some(b'\t'), 1),
            _ => match (hex(first), hex(second)) {
                (Some(high), Some(low)) => (u8::try_from(high << 4 | low).ok(), 2),
                _ => (None, 0),
            },
        };
        let Some(byte) = byte else {
            return Err(self.expected("`\\`, `\"`, `n`, `t` or two hexadecimal digits behind a backslash"));
        };
        self.at += len;
        Ok(byte)
    }

    /// An error here: what was expected, and what is found.
    #[cold]
    pub(super) fn expected(&self, what: &str) -> Error {
        let mut here = *self;
        here.skip();
        here.error(format!("expected {what}, found {}", here.found()))
    }

    /// What stands here, for messages.
    fn found(&self) -> String {
        const LONG: usize = 24;
        let rest = self.rest();
        let Some(first) = rest.first() else { return "the end of the text".to_owned() };
        let len = match first {
            b'"' => rest.iter().skip(1).position(|byte| *byte == b'"').map_or(rest.len(), |at| at + 2),
            b'%' | b'#' | b'!' | b'^' | b'@' => {
                1 + rest.iter().skip(1).position(|byte| !in_suffix(*byte)).unwrap_or(0)
            }
            byte if in_word(*byte) => rest.iter().position(|byte| !in_word(*byte)).unwrap_or(rest.len()),
            _ => 1,
        };
        let shown = String::from_utf8_lossy(rest.get(..len.min(LONG)).unwrap_or(rest)).into_owned();
        let shown: String = shown.chars().flat_map(char::escape_default).collect();
        let shown = shown.replace("\\\"", "\"");
        format!("`{shown}{}`", if len > LONG { "…" } else { "" })
    }

    /// An error here, with a message of its own.
    #[cold]
    pub(super) fn error(&self, message: impl Into<String>) -> Error {
        let mut here = *self;
        here.skip();
        let before = here.text.get(..here.at).unwrap_or(here.text);
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        // Bytes inside of a character are no characters.
        let column = before.iter().skip(start).filter(|byte| **byte & 0xc0 != 0x80).count() + 1;
        let wide = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let kind = ErrorKind::Syntax { message: message.into(), line: wide(line), column: wide(column) };
        let at = u64::try_from(here.at).unwrap_or(u64::MAX);
        Error::new(kind, Span::bytes(at, at))
    }

    /// An error that a limit is reached here.
    #[cold]
    pub(super) fn limit(&self, what: &'static str, limit: u64) -> Error {
        let at = u64::try_from(self.at).unwrap_or(u64::MAX);
        Error::new(ErrorKind::Limit { what, limit }, Span::bytes(at, at))
    }
}
