//! Values of opcodes that carry them in their bytes.

use super::defs::Opcode;
use super::graph::Value;
use super::lex::Op;
use super::machine::wrong;
use super::text;
use outlast_core::Result;

/// The value of an opcode that carries one in its bytes.
pub(super) fn literal<'a>(op: Op<'a>, data: &'a [u8]) -> Result<Value<'a>> {
    use Opcode as O;
    let shown = |what: &str| {
        let text = data.get(..60).unwrap_or(data).escape_ascii();
        wrong(op, format!("`{text}` is not {what}"))
    };
    Ok(match op.opcode {
        O::INT if data == b"00" => Value::Bool(false),
        O::INT if data == b"01" => Value::Bool(true),
        O::INT => text::integer(data).ok_or_else(|| shown("an integer"))?,
        O::LONG => {
            text::integer(data.strip_suffix(b"L").unwrap_or(data)).ok_or_else(|| shown("an integer"))?
        }
        O::LONG1 | O::LONG4 => long(data),
        O::FLOAT => Value::Float(text::float(data).ok_or_else(|| shown("a floating-point number"))?),
        O::STRING => Value::OldText(text::quoted(data).ok_or_else(|| shown("a byte string in quotes"))?),
        O::BINSTRING | O::SHORT_BINSTRING => Value::OldText(data.into()),
        O::UNICODE => Value::Text(text::raw_unicode(data).ok_or_else(|| shown("text with sound escapes"))?),
        O::SHORT_BINUNICODE | O::BINUNICODE | O::BINUNICODE8 => Value::Text(data.into()),
        O::BINBYTES | O::SHORT_BINBYTES | O::BINBYTES8 => Value::Bytes(data),
        O::BYTEARRAY8 => Value::ByteArray(data),
        _ => return Err(wrong(op, "no value is made of bytes here")),
    })
}

/// An integer in two's complement.
fn long(data: &[u8]) -> Value<'_> {
    let negative = data.last().is_some_and(|byte| byte & 0x80 != 0);
    let filler = if negative { 0xff } else { 0 };
    let mut word = [filler; 8];
    let (low, high) = data.split_at(data.len().min(8));
    for (to, from) in word.iter_mut().zip(low) {
        *to = *from;
    }
    let number = i64::from_le_bytes(word);
    if high.iter().all(|byte| *byte == filler) && (high.is_empty() || (number < 0) == negative) {
        Value::Int(number)
    } else {
        Value::Long(data)
    }
}

#[cfg(test)]
mod tests {
    use super::{Value, long};

    #[test]
    fn long_integers() {
        assert_eq!(long(b""), Value::Int(0));
        assert_eq!(long(b"\xff"), Value::Int(-1));
        assert_eq!(long(b"\x00\x80"), Value::Int(-32768));
        assert_eq!(long(&[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]), Value::Int(i64::MAX));
        assert_eq!(long(&[0, 0, 0, 0, 0, 0, 0, 0x80, 0xff]), Value::Int(i64::MIN));
        assert!(matches!(long(&[0, 0, 0, 0, 0, 0, 0, 0x80, 0]), Value::Long(_)));
        assert!(matches!(long(&[1; 9]), Value::Long(_)));
    }
}
