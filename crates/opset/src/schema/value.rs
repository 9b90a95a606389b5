//! Defaults of arguments, and how PyTorch prints them.

use std::fmt;

/// The default of an argument. Numbers keep the type that they have: `1` and `1.` are different defaults.
#[non_exhaustive]
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// `None`.
    None,
    /// `True` or `False`.
    Bool(bool),
    /// A number of 64 bits; also an element type, a layout or a memory format.
    Int(i64),
    /// A number with a fraction.
    Float(f64),
    /// Real and imaginary part.
    Complex(f64, f64),
    /// Text, as bytes: octal escapes can say any.
    Text(Vec<u8>),
    /// A device: `cuda:1`.
    Device(String),
    /// A list; the elements have the type of the list's elements.
    List(Vec<Value>),
}

impl Value {
    /// Whether this is a container, which PyTorch's check of forward compatibility does not take as the default of a new argument.
    pub fn is_container(&self) -> bool {
        matches!(self, Value::List(_))
    }
}

impl fmt::Display for Value {
    /// In PyTorch's spelling, except for what its own parser does not read again: a device is in quotes, and a complex number without a real
    /// part is `1.j`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::None => f.write_str("None"),
            Value::Bool(true) => f.write_str("True"),
            Value::Bool(false) => f.write_str("False"),
            Value::Int(number) => write!(f, "{number}"),
            Value::Float(number) => f.write_str(&float(*number)),
            Value::Complex(real, imaginary) => {
                if *real != 0.0 || real.is_sign_negative() {
                    let sign = if imaginary.is_sign_negative() { '-' } else { '+' };
                    write!(f, "{}{sign}{}j", float(*real), float(imaginary.abs()))
                } else {
                    write!(f, "{}j", float(*imaginary))
                }
            }
            Value::Text(text) => write_quoted(f, text),
            Value::Device(name) => write_quoted(f, name.as_bytes()),
            Value::List(of) => {
                f.write_str("[")?;
                for (at, one) in of.iter().enumerate() {
                    if at > 0 {
                        f.write_str(", ")?;
                    }
                    write!(f, "{one}")?;
                }
                f.write_str("]")
            }
        }
    }
}

/// A number as PyTorch prints it: whole numbers below 10¹⁰ with a point, others with 17 digits, as C's `%.17g`.
fn float(number: f64) -> String {
    if number.is_nan() {
        return "nan".into();
    }
    if number.is_infinite() {
        return if number > 0.0 { "inf".into() } else { "-inf".into() };
    }
    if number.fract() == 0.0 && number.abs() < 1e10 {
        return format!("{number:.0}.");
    }
    const DIGITS: i32 = 17;
    let text = format!("{number:.16e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let trimmed = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_string(),
        false => text.to_string(),
    };
    if (-4..DIGITS).contains(&exponent) {
        let decimals = usize::try_from(DIGITS - 1 - exponent).unwrap_or(0);
        return trimmed(&format!("{number:.decimals$}"));
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{}e{sign}{:02}", trimmed(digits), exponent.abs())
}

/// Text in quotes, with escapes for what is not printable ASCII.
fn write_quoted(f: &mut fmt::Formatter<'_>, text: &[u8]) -> fmt::Result {
    f.write_str("\"")?;
    for byte in text {
        match byte {
            b'\\' => f.write_str("\\\\")?,
            b'\'' => f.write_str("\\'")?,
            b'"' => f.write_str("\\\"")?,
            0x07 => f.write_str("\\a")?,
            0x08 => f.write_str("\\b")?,
            0x0c => f.write_str("\\f")?,
            b'\n' => f.write_str("\\n")?,
            b'\r' => f.write_str("\\r")?,
            b'\t' => f.write_str("\\t")?,
            0x0b => f.write_str("\\v")?,
            b' '..=b'~' => write!(f, "{}", char::from(*byte))?,
            _ => write!(f, "\\{byte:03o}")?,
        }
    }
    f.write_str("\"")
}

/// The bytes of a text in quotes.
///
/// # Errors
///
/// What is wrong with an escape, and its offset in `raw`.
pub(super) fn unquote(raw: &str) -> Result<Vec<u8>, (usize, String)> {
    let raw = raw.as_bytes();
    let quote = raw.first().copied().unwrap_or_default();
    let mark = if raw.len() >= 6 && raw.starts_with(&[quote; 3]) { 3 } else { 1 };
    let inside = raw.get(mark..raw.len().saturating_sub(mark)).unwrap_or_default();
    let mut text = Vec::with_capacity(inside.len());
    let mut at = 0;
    while let Some(byte) = inside.get(at) {
        if *byte != b'\\' {
            text.push(*byte);
            at += 1;
            continue;
        }
        let escape = inside.get(at + 1).copied().unwrap_or_default();
        let octal = |at: usize| {
            inside.get(at).filter(|digit| (b'0'..=b'7').contains(digit)).map(|d| u32::from(d - b'0'))
        };
        let plain = match escape {
            b'\\' | b'\'' | b'"' | b'\n' => Some(escape),
            b'a' => Some(0x07),
            b'b' => Some(0x08),
            b'f' => Some(0x0c),
            b'n' => Some(b'\n'),
            b'r' => Some(b'\r'),
            b't' => Some(b'\t'),
            b'v' => Some(0x0b),
            _ => None,
        };
        if let Some(plain) = plain {
            text.push(plain);
            at += 2;
            continue;
        }
        let digits = octal(at + 1).zip(octal(at + 2)).zip(octal(at + 3));
        let byte = digits.and_then(|((a, b), c)| u8::try_from(a * 64 + b * 8 + c).ok());
        let Some(byte) = byte else {
            let found = char::from(escape).escape_default().to_string();
            return Err((
                mark + at,
                format!(
                    "`\\{found}` is not an escape: `\\n`, `\\\\` and the like, or three octal digits expected"
                ),
            ));
        };
        text.push(byte);
        at += 4;
    }
    Ok(text)
}
