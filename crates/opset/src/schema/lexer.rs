//! Tokens of the schema language. They are made one at a time, so that parsing takes memory for the schema alone.

use std::ops::Range;

use outlast_core::{Error, ErrorKind, Result, Span};

/// Words of TorchScript, which are no names (`torch/csrc/jit/frontend/lexer.h`). `from` and `lambda` are names there.
const WORDS: [&str; 28] = [
    "None", "NoneType", "True", "False", "Ellipsis", "and", "as", "assert", "break", "class", "continue",
    "def", "del", "elif", "else", "for", "global", "if", "import", "in", "is", "not", "or", "pass", "raise",
    "return", "while", "with",
];

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A name, also `None`, `True` and `False`.
    Name,
    /// Digits with an optional fraction, exponent and `j`; no sign.
    Number,
    /// Text in quotes.
    Text,
    /// `->`.
    Arrow,
    /// `...`.
    Dots,
    /// Any other character: `(`, `[`, `,`, `*`, …
    Sign(u8),
    /// Where the text ends.
    End,
}

/// A token and where it is: bytes of the text.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) at: Range<usize>,
}

/// The tokens of a text, with one token to look ahead.
#[derive(Debug)]
pub(super) struct Lexer<'t> {
    text: &'t str,
    current: Token,
    next: Token,
    /// Where the token before the current one ends.
    end: usize,
}

impl<'t> Lexer<'t> {
    /// # Errors
    ///
    /// The text begins with something that is no token.
    pub(super) fn new(text: &'t str) -> Result<Lexer<'t>> {
        let current = scan(text, 0)?;
        let next = scan(text, current.at.end)?;
        Ok(Lexer { text, current, next, end: 0 })
    }

    pub(super) fn kind(&self) -> Kind {
        self.current.kind
    }

    /// The kind of the token after the current one.
    pub(super) fn ahead(&self) -> Kind {
        self.next.kind
    }

    pub(super) fn at(&self) -> Range<usize> {
        self.current.at.clone()
    }

    /// Where the last token that was taken ends.
    pub(super) fn end(&self) -> usize {
        self.end
    }

    /// The text of the current token.
    pub(super) fn word(&self) -> &'t str {
        self.text.get(self.current.at.clone()).unwrap_or_default()
    }

    /// Goes to the next token, and returns this one with its text.
    pub(super) fn take(&mut self) -> Result<(Token, &'t str)> {
        let word = self.word();
        let after = scan(self.text, self.next.at.end)?;
        let token = std::mem::replace(&mut self.current, std::mem::replace(&mut self.next, after));
        self.end = token.at.end;
        Ok((token, word))
    }

    /// Goes past the current token if it is this one.
    pub(super) fn take_if(&mut self, kind: Kind) -> Result<bool> {
        let found = self.current.kind == kind;
        if found {
            self.take()?;
        }
        Ok(found)
    }

    /// Whether the current token is this name.
    pub(super) fn is_name(&self, name: &str) -> bool {
        self.current.kind == Kind::Name && self.word() == name
    }

    /// Whether the current token is a name that is no word of TorchScript.
    pub(super) fn is_free_name(&self) -> bool {
        self.current.kind == Kind::Name && !WORDS.contains(&self.word())
    }

    /// Goes past a name, which is no word of TorchScript: nothing could be called or given by such a name.
    pub(super) fn name(&mut self, what: &str) -> Result<(Token, &'t str)> {
        if self.is_free_name() { self.take() } else { Err(self.unexpected(what)) }
    }

    /// Goes past a token that has to be there.
    pub(super) fn expect(&mut self, kind: Kind, what: &str) -> Result<(Token, &'t str)> {
        if self.current.kind == kind { self.take() } else { Err(self.unexpected(what)) }
    }

    /// The error that something else was expected here.
    #[cold]
    pub(super) fn unexpected(&self, expected: &str) -> Error {
        let found = match self.current.kind {
            Kind::End => "the end".to_string(),
            _ => format!("`{}`", escaped(self.word())),
        };
        self.error(self.at(), format!("{expected} expected, {found} found"))
    }

    /// An error at this place.
    #[cold]
    pub(super) fn error(&self, at: Range<usize>, message: String) -> Error {
        error(self.text, at, message)
    }
}

/// The start of a token that a message quotes: enough to find it.
fn escaped(word: &str) -> String {
    const MOST: usize = 40;
    match word.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", word.get(..end).unwrap_or_default()),
        None => word.to_string(),
    }
}

/// An error in a text, with line and column.
#[cold]
pub(super) fn error(text: &str, at: Range<usize>, message: String) -> Error {
    let before = text.get(..at.start).unwrap_or(text);
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX).saturating_add(1);
    let line = number(before.matches('\n').count());
    let column = number(before.rsplit('\n').next().unwrap_or_default().chars().count());
    let offset = |at: usize| u64::try_from(at).unwrap_or(u64::MAX);
    Error::new(ErrorKind::Syntax { message, line, column }, Span::bytes(offset(at.start), offset(at.end)))
}

/// The token at or after a byte. White space, line ends and comments are between tokens.
fn scan(text: &str, from: usize) -> Result<Token> {
    let raw = text.as_bytes();
    let mut start = from;
    loop {
        match raw.get(start) {
            Some(b' ' | b'\t' | b'\r' | b'\n') => start += 1,
            Some(b'#') => {
                let rest = raw.get(start..).unwrap_or_default();
                start += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
            }
            _ => break,
        }
    }
    let rest = raw.get(start..).unwrap_or_default();
    let digit = |at: usize| rest.get(at).is_some_and(u8::is_ascii_digit);
    let (kind, len) = match rest {
        [] => (Kind::End, 0),
        [b'-', b'>', ..] => (Kind::Arrow, 2),
        [b'.', b'.', b'.', ..] => (Kind::Dots, 3),
        [b'\'' | b'"', ..] => (Kind::Text, quoted(text, start)?),
        [first, ..] if is_name(*first) && !first.is_ascii_digit() => {
            (Kind::Name, rest.iter().position(|byte| !is_name(*byte)).unwrap_or(rest.len()))
        }
        [b'.', ..] if digit(1) => (Kind::Number, number(rest)),
        [first, ..] if first.is_ascii_digit() => (Kind::Number, number(rest)),
        [first, ..] if first.is_ascii_graphic() => (Kind::Sign(*first), 1),
        _ => {
            let found = text.get(start..).and_then(|rest| rest.chars().next()).unwrap_or('?');
            let at = start..start + found.len_utf8();
            return Err(error(text, at, format!("`{}` is not part of a schema", found.escape_default())));
        }
    };
    Ok(Token { kind, at: start..start + len })
}

fn is_name(byte: u8) -> bool {
    byte == b'_' || byte.is_ascii_alphanumeric()
}

/// The length of a number: digits, `.`, digits, `e`, sign, digits, `j`.
fn number(raw: &[u8]) -> usize {
    let digits = |from: usize| raw.iter().skip(from).take_while(|byte| byte.is_ascii_digit()).count();
    let mut len = digits(0);
    // `1...` is a number before three dots.
    if raw.get(len) == Some(&b'.') && raw.get(len + 1) != Some(&b'.') {
        len += 1 + digits(len + 1);
    }
    if matches!(raw.get(len), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(raw.get(len + 1), Some(b'+' | b'-')));
        let exponent = digits(len + 1 + sign);
        if exponent > 0 {
            len += 1 + sign + exponent;
        }
    }
    len + usize::from(raw.get(len) == Some(&b'j'))
}

/// The length of a text in quotes, with them; three quotes begin one that ends with three.
fn quoted(text: &str, start: usize) -> Result<usize> {
    let raw = text.as_bytes().get(start..).unwrap_or_default();
    let quote = raw.first().copied().unwrap_or_default();
    let triple = raw.starts_with(&[quote; 3]);
    let mark: &[u8] = if triple { &[quote; 3] } else { &[quote] };
    let mut at = mark.len();
    loop {
        match raw.get(at..) {
            Some(rest) if rest.starts_with(mark) => return Ok(at + mark.len()),
            Some([b'\\', _, ..]) => at += 2,
            Some([b'\n', ..]) if !triple => break,
            Some([_, ..]) => at += 1,
            _ => break,
        }
    }
    // Where the text ends behind the quote, or the line does.
    let end = start + at.min(raw.len());
    Err(error(text, start..end, format!("the text that begins here has no closing `{}`", char::from(quote))))
}
