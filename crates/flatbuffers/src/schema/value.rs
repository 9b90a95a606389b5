//! Values in a schema: defaults of fields and values of attributes.

use outlast_core::Result;

use super::lexer::{Mark, Tok, is_ident_start};
use super::model::{EnumId, Scalar};
use super::number;
use super::parser::Parser;

/// More functions inside each other than this are refused.
const MAX_FUNCTIONS: usize = 64;

/// What stands behind `=` or behind the `:` of an attribute.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    Null,
    Integer(i128),
    Real(f64),
    Text(String),
    /// `[]`.
    Empty,
}

impl<'t> Parser<'t> {
    /// The default of a scalar field, by the rules of its type.
    pub(super) fn scalar_default(&mut self, scalar: Scalar, enumeration: Option<EnumId>) -> Result<Value> {
        let mark = self.lex.mark;
        let (text, quoted) = self.scalar_text()?;
        let call = self.lex.tok == Tok::Ident && self.lex.follows(b'(');
        if call && !scalar.is_float() {
            let error = self
                .lex
                .error_at(mark, format!("functions like `{text}(` apply to floating-point fields only"));
            return Err(error.with_help(format!("put a blank between `{text}` and attributes")));
        }
        if text == "null" && !call {
            self.lex.next()?;
            return Ok(Value::Null);
        }
        if scalar.is_float() {
            return self.real_default(&text, quoted, mark);
        }
        if self.lex.tok == Tok::Float {
            return Err(self
                .lex
                .error(format!("`{text}` is not an integer, which a `{}` needs", scalar.name())));
        }
        let word = self.lex.tok != Tok::Int && text.bytes().next().is_some_and(is_ident_start);
        let value = match (scalar, text.as_str()) {
            (Scalar::Bool, "true") if self.lex.tok != Tok::Int => 1,
            (Scalar::Bool, "false") if self.lex.tok != Tok::Int => 0,
            _ if word && scalar != Scalar::Bool => self.enum_words(scalar, enumeration, &text)?,
            _ => {
                let digits = if quoted { text.trim_end_matches(' ') } else { &text };
                number::integer(digits).ok_or_else(|| {
                    let kind = scalar.name();
                    self.lex.error(format!("{} is not a value of type `{kind}`", self.lex.found()))
                })?
            }
        };
        // flatc stores any byte as a bool.
        let (low, high) = if scalar == Scalar::Bool { (0, 255) } else { scalar.range().unwrap_or((0, 0)) };
        if value < low || value > high {
            let message = format!("{value} does not fit `{}`, which holds {low} to {high}", scalar.name());
            return Err(self.lex.error_at(mark, message));
        }
        self.lex.next()?;
        Ok(Value::Integer(if scalar == Scalar::Bool { value.min(1) } else { value }))
    }

    /// The current token, with a sign that stands before a word: its text, and whether it was quoted.
    fn scalar_text(&mut self) -> Result<(String, bool)> {
        let mut text = String::new();
        if let Tok::Char(sign @ (b'+' | b'-')) = self.lex.tok {
            text.push(char::from(sign));
            self.lex.next()?;
            if self.lex.tok != Tok::Ident {
                return Err(self.lex.error(format!("a constant was expected, found {}", self.lex.found())));
            }
        }
        let quoted = self.lex.tok == Tok::Str;
        match self.lex.tok {
            Tok::Ident | Tok::Str | Tok::Int | Tok::Float => text.push_str(&self.lex.value),
            _ => return Err(self.lex.error(format!("a value was expected, found {}", self.lex.found()))),
        }
        if quoted && !self.lex.plain {
            return Err(self.lex.error("only plain ASCII may stand in quotes here"));
        }
        Ok((text, quoted))
    }

    /// A floating-point constant, or functions of one: `rad(180)`.
    fn real_default(&mut self, first: &str, quoted: bool, mark: Mark) -> Result<Value> {
        let mut functions: Vec<(String, Mark)> = Vec::new();
        let mut text = first.to_string();
        let mut quoted = quoted;
        while self.lex.tok == Tok::Ident && self.lex.follows(b'(') {
            if functions.len() >= MAX_FUNCTIONS {
                return Err(self.lex.error(format!("more than {MAX_FUNCTIONS} functions inside each other")));
            }
            functions.push((text, self.lex.mark));
            self.lex.next()?;
            self.lex.next()?;
            (text, quoted) = self.scalar_text()?;
        }
        let trimmed = if quoted { text.trim_end_matches(' ') } else { &text };
        let digits = trimmed.trim_start_matches(['+', '-', ' ']);
        let bare_hex = digits.starts_with("0x") || digits.starts_with("0X");
        if self.lex.tok != Tok::Float && bare_hex && !digits.contains(['p', 'P']) {
            let error =
                self.lex.error(format!("`{trimmed}` lacks the exponent that a hexadecimal float needs"));
            return Err(error.with_help(format!("write `{trimmed}p0`")));
        }
        let mut value = number::real(trimmed)
            .ok_or_else(|| self.lex.error_at(mark, format!("`{trimmed}` is not a floating-point number")))?;
        self.lex.next()?;
        for (name, mark) in functions.into_iter().rev() {
            self.expect(b')')?;
            value = match name.as_str() {
                "deg" => value / std::f64::consts::PI * 180.0,
                "rad" => value * std::f64::consts::PI / 180.0,
                "sin" => value.sin(),
                "cos" => value.cos(),
                "tan" => value.tan(),
                "asin" => value.asin(),
                "acos" => value.acos(),
                "atan" => value.atan(),
                _ => {
                    let error = self.lex.error_at(mark, format!("unknown function `{name}`"));
                    return Err(error.with_help("there are deg, rad, sin, cos, tan, asin, acos and atan"));
                }
            };
            // flatc keeps twelve decimals of every result.
            value = number::real(&format!("{value:.12}").to_ascii_lowercase()).unwrap_or(value);
        }
        Ok(Value::Real(value))
    }

    /// Names of enum values, separated by single spaces and combined. Without an enum they are `Enum.Value`.
    fn enum_words(&self, scalar: Scalar, enumeration: Option<EnumId>, text: &str) -> Result<i128> {
        let mut bits: u64 = 0;
        for word in text.split(' ') {
            let (id, name) = match (enumeration, word.split_once('.')) {
                (Some(id), _) => (id, word),
                (None, Some((space, name))) => {
                    let id = self.symbols.find_enum(&self.namespace, space);
                    (id.ok_or_else(|| self.lex.error(format!("there is no enum `{space}`")))?, name)
                }
                (None, None) => {
                    let error =
                        self.lex.error(format!("`{word}` is not a value of type `{}`", scalar.name()));
                    return Err(error.with_help("a value of an enum is written \"Enum.Value\", in quotes"));
                }
            };
            let value = self.symbols.enum_value(id, name).ok_or_else(|| {
                let owner = self.symbols.enumeration(id).map_or("", |e| e.name.as_str());
                self.lex.error(format!("`{owner}` has no value `{word}`"))
            })?;
            bits |= low_64_bits(value);
        }
        Ok(if scalar == Scalar::U64 || scalar.range().is_some_and(|(low, _)| low == 0) {
            bits.into()
        } else {
            i64::from_ne_bytes(bits.to_ne_bytes()).into()
        })
    }
}

/// The two's-complement bits of a number of at most 64 bits.
fn low_64_bits(value: i128) -> u64 {
    match u64::try_from(value) {
        Ok(bits) => bits,
        Err(_) => i64::try_from(value).map_or(u64::MAX, |v| u64::from_ne_bytes(v.to_ne_bytes())),
    }
}
