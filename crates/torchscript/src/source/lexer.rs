//! The lexer, as PyTorch's own (`torch/csrc/jit/frontend/lexer.h`): the same text gives the same tokens, its oddities included.
//!
//! * `is not` and `not in` are tokens with one blank in them, and the longest token wins: `not input` is `not in` and `put`.
//! * A number is what C's `strtod` takes, hexadecimal ones included, with `j` behind it.
//! * A bracket that closes nothing makes all that follows one line.
//! * A line counts as indented by its blanks, whatever they are.

use super::codes;
use super::fault::Fault;
use super::token::{Bytes32, FIXED, Kind, Piece, Token, Trivia};

/// Characters that are tokens.
const SIGNS: &[u8] = b"+-*/%@()[]:,={}><.?!&^|~";
const TYPE_COMMENT: &[u8] = b"# type:";

/// All tokens of a text, and all pieces.
#[derive(Debug, Default)]
pub(super) struct Lexed {
    pub(super) tokens: Vec<Token>,
    pub(super) pieces: Vec<Piece>,
    /// What the token of kind [`Kind::Bad`] is, with which the tokens end then.
    pub(super) fault: Option<Fault>,
}

pub(super) fn lex(text: &[u8]) -> Lexed {
    if u32::try_from(text.len()).is_err() {
        let fault = Fault::new(codes::TOO_LARGE, &[], 0..0, format!("{} bytes of code", text.len()));
        let bad = Token { kind: Kind::Bad, span: Bytes32::default() };
        return Lexed { tokens: vec![bad], pieces: Vec::new(), fault: Some(fault) };
    }
    let mut lexer = Lexer { text, at: 0, nesting: 0, indents: Vec::new(), out: Lexed::default() };
    let first = lexer.raw(true);
    lexer.indents.push(first.map_or(0, |token| token.span.range().len()));
    // The blanks that indent the first line are no token there.
    if let Some(Token { span, .. }) = first
        && span.start < span.end
    {
        lexer.out.pieces.push(Piece::Trivia(Trivia::Blank, span));
    }
    while lexer.next() {}
    lexer.out
}

struct Lexer<'t> {
    text: &'t [u8],
    at: usize,
    /// How many brackets are open. Wraps around, as there.
    nesting: u64,
    indents: Vec<usize>,
    out: Lexed,
}

/// White space that does not end a line, for C's `isspace`.
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0b | 0x0c | b'\r')
}

impl Lexer<'_> {
    fn byte(&self, at: usize) -> Option<u8> {
        self.text.get(at).copied()
    }

    fn trivia(&mut self, what: Trivia, from: usize, to: usize) {
        if from < to {
            self.out.pieces.push(Piece::Trivia(what, Bytes32::new(from, to)));
        }
    }

    fn push(&mut self, kind: Kind, span: Bytes32, piece: bool) {
        if piece && span.start < span.end {
            self.out.pieces.push(Piece::Token(u32::try_from(self.out.tokens.len()).unwrap_or(u32::MAX)));
        }
        self.out.tokens.push(Token { kind, span });
    }

    #[cold]
    fn bad(&mut self, fault: Fault) -> bool {
        self.out.tokens.push(Token { kind: Kind::Bad, span: Bytes32::new(fault.span.start, fault.span.end) });
        self.out.fault = Some(fault);
        false
    }

    /// Adds what comes next; whether there is more.
    fn next(&mut self) -> bool {
        let Some(token) = self.raw(false) else {
            let end = (self.at + 1).min(self.text.len());
            let found = self.text.get(self.at..end).unwrap_or_default();
            let message = format!("a token expected, `{}` found", found.escape_ascii());
            let fault = Fault::new(codes::NO_TOKEN, self.text, self.at..end, message);
            return self.bad(fault);
        };
        match token.kind {
            Kind::Sign(b'(' | b'[' | b'{') => self.nesting = self.nesting.wrapping_add(1),
            Kind::Sign(b')' | b']' | b'}') => self.nesting = self.nesting.wrapping_sub(1),
            Kind::Newline => return self.line(token.span),
            _ => {}
        }
        self.push(token.kind, token.span, true);
        token.kind != Kind::End
    }

    /// A line end: whether it also begins or ends blocks.
    fn line(&mut self, span: Bytes32) -> bool {
        let at_end = span.range().end >= self.text.len();
        // The indentation of the last line does not matter.
        let depth = match at_end {
            true => self.indents.first().copied().unwrap_or(0),
            false => span.range().len(),
        };
        let current = self.indents.last().copied().unwrap_or(0);
        if depth > current {
            self.indents.push(depth);
            self.push(Kind::Indent, span, true);
            return true;
        }
        self.push(Kind::Newline, span, true);
        while self.indents.last() != Some(&depth) {
            self.indents.pop();
            if self.indents.is_empty() {
                let message = format!("a line indented by {depth}, as none before it");
                let fault = Fault::new(codes::INDENTATION, self.text, span.range(), message);
                return self.bad(fault);
            }
            self.push(Kind::Dedent, span, false);
        }
        true
    }

    /// The next token; [`Kind::Newline`] for the white space behind a line end, which is a token if `space`.
    fn raw(&mut self, mut space: bool) -> Option<Token> {
        loop {
            let blank = self.at;
            while self.byte(self.at).is_some_and(is_blank) {
                self.at += 1;
            }
            match self.byte(self.at) {
                Some(b'#') if !self.rest().starts_with(TYPE_COMMENT) => {
                    self.trivia(Trivia::Blank, blank, self.at);
                    let start = self.at;
                    while self.byte(self.at).is_some_and(|byte| byte != b'\n') {
                        self.at += 1;
                    }
                    self.trivia(Trivia::Comment, start, self.at);
                }
                Some(b'\\') if !space && self.byte(self.at + 1) == Some(b'\n') => {
                    self.trivia(Trivia::Blank, blank, self.at);
                    self.trivia(Trivia::Continuation, self.at, self.at + 2);
                    self.at += 2;
                }
                Some(b'\n') => {
                    self.trivia(Trivia::Blank, blank, self.at);
                    self.trivia(Trivia::LineEnd, self.at, self.at + 1);
                    self.at += 1;
                    space = self.nesting == 0;
                }
                // Also before the end of the text, so that blocks are ended there.
                _ if space => return Some(Token { kind: Kind::Newline, span: Bytes32::new(blank, self.at) }),
                found => {
                    self.trivia(Trivia::Blank, blank, self.at);
                    return match found {
                        None => Some(Token { kind: Kind::End, span: Bytes32::new(self.at, self.at) }),
                        Some(_) => self.token(),
                    };
                }
            }
        }
    }

    fn rest(&self) -> &[u8] {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn token(&mut self) -> Option<Token> {
        let rest = self.rest();
        let (kind, len) = if let Some(len) = number(rest) {
            (Kind::Number, len)
        } else if let Some(len) = string(rest) {
            (Kind::Text, len)
        } else {
            word(rest)?
        };
        let start = self.at;
        self.at += len;
        Some(Token { kind, span: Bytes32::new(start, self.at) })
    }
}

/// The length of the number at the start.
fn number(text: &[u8]) -> Option<usize> {
    let first = *text.first()?;
    if !first.is_ascii_digit() && first != b'.' {
        return None;
    }
    let len = hexadecimal(text).or_else(|| decimal(text))?;
    Some(if text.get(len) == Some(&b'j') { len + 1 } else { len })
}

fn run(text: &[u8], from: usize, of: impl Fn(&u8) -> bool) -> usize {
    text.get(from..).unwrap_or_default().iter().take_while(|byte| of(byte)).count()
}

fn decimal(text: &[u8]) -> Option<usize> {
    let whole = run(text, 0, u8::is_ascii_digit);
    let mut len = whole;
    let mut fraction = 0;
    if text.get(len) == Some(&b'.') {
        fraction = run(text, len + 1, u8::is_ascii_digit);
        len += 1 + fraction;
    }
    if whole + fraction == 0 {
        return None;
    }
    Some(len + exponent(text, len, b'e'))
}

/// `0x1.8p3`.
fn hexadecimal(text: &[u8]) -> Option<usize> {
    if !matches!(text, [b'0', b'x' | b'X', ..]) {
        return None;
    }
    let whole = run(text, 2, u8::is_ascii_hexdigit);
    let mut len = 2 + whole;
    let mut fraction = 0;
    if text.get(len) == Some(&b'.') {
        fraction = run(text, len + 1, u8::is_ascii_hexdigit);
        len += 1 + fraction;
    }
    // `0x` without digits is 0, and a name.
    if whole + fraction == 0 {
        return None;
    }
    Some(len + exponent(text, len, b'p'))
}

/// The length of an exponent; 0 where it has no digits.
fn exponent(text: &[u8], at: usize, mark: u8) -> usize {
    if text.get(at).map(u8::to_ascii_lowercase) != Some(mark) {
        return 0;
    }
    let sign = usize::from(matches!(text.get(at + 1), Some(b'+' | b'-')));
    match run(text, at + 1 + sign, u8::is_ascii_digit) {
        0 => 0,
        digits => 1 + sign + digits,
    }
}

/// The length of the string at the start, if it is closed.
fn string(text: &[u8]) -> Option<usize> {
    let quote = *text.first()?;
    if quote != b'"' && quote != b'\'' {
        return None;
    }
    let closes = |at: usize, len: usize| {
        text.get(at..at + len).is_some_and(|bytes| bytes.iter().all(|byte| *byte == quote))
    };
    let quotes = if closes(0, 3) { 3 } else { 1 };
    let mut end = quotes;
    while end < text.len() && !closes(end, quotes) {
        match text.get(end) {
            Some(b'\n') if quotes != 3 => return None,
            // Whatever is behind a backslash does not end the string.
            Some(b'\\') => end += 2,
            _ => end += 1,
        }
    }
    (end < text.len()).then_some(end + quotes)
}

/// A name, or the longest token of fixed text.
fn word(text: &[u8]) -> Option<(Kind, usize)> {
    let name = match text.first() {
        Some(byte) if byte.is_ascii_alphabetic() || *byte == b'_' => {
            run(text, 0, |byte| byte.is_ascii_alphanumeric() || *byte == b'_')
        }
        _ => 0,
    };
    let fixed = FIXED.iter().filter(|(token, _)| text.starts_with(token.as_bytes()));
    let longest = fixed.max_by_key(|(token, _)| token.len()).map(|(token, kind)| (*kind, token.len()));
    match (longest, name) {
        // Of two that are as long as each other, the token counts.
        (Some((kind, len)), name) if len >= name => Some((kind, len)),
        (_, 1..) => Some((Kind::Name, name)),
        _ => text.first().filter(|byte| SIGNS.contains(byte)).map(|byte| (Kind::Sign(*byte), 1)),
    }
}
