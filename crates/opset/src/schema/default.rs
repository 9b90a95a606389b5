//! Reads defaults: what is written, and what it means for the type of the argument.

use outlast_core::Result;

use super::MAX_BROADCAST;
use super::lexer::Kind;
use super::parser::Parser;
use super::value::{Value, unquote};
use crate::types::Type;

/// Names that stand for a number in any default: element types, a layout, a reduction, a memory format.
const NAMES: [(&str, i64); 6] =
    [("float", 6), ("complex", 9), ("long", 4), ("strided", 0), ("Mean", 1), ("contiguous_format", 0)];

/// Names of element types, which stand for their number in `torch/headeronly/core/ScalarType.h`.
const ELEMENT_TYPES: [(&str, i64); 32] = [
    ("uint8", 0),
    ("int8", 1),
    ("int16", 2),
    ("short", 2),
    ("int32", 3),
    ("int", 3),
    ("int64", 4),
    ("float16", 5),
    ("half", 5),
    ("float32", 6),
    ("float64", 7),
    ("double", 7),
    ("complex32", 8),
    ("chalf", 8),
    ("complex64", 9),
    ("cfloat", 9),
    ("complex128", 10),
    ("cdouble", 10),
    ("bool", 11),
    ("qint8", 12),
    ("quint8", 13),
    ("qint32", 14),
    ("bfloat16", 15),
    ("quint4x2", 16),
    ("quint2x4", 17),
    ("float8_e5m2", 23),
    ("float8_e4m3fn", 24),
    ("float8_e5m2fnuz", 25),
    ("float8_e4m3fnuz", 26),
    ("uint16", 27),
    ("uint32", 28),
    ("uint64", 29),
];

/// Kinds of devices (`c10/core/DeviceType.cpp`).
const DEVICES: [&str; 22] = [
    "cpu",
    "cuda",
    "mkldnn",
    "opengl",
    "opencl",
    "ideep",
    "hip",
    "fpga",
    "maia",
    "ort",
    "msnpu",
    "xla",
    "lazy",
    "vulkan",
    "metal",
    "mps",
    "meta",
    "hpu",
    "mtia",
    "xpu",
    "ipu",
    "privateuseone",
];

impl Parser<'_> {
    /// The default of an argument of this type.
    pub(super) fn default(&mut self, ty: &Type, size: Option<i32>) -> Result<Value> {
        if self.lexer.is_name("None") {
            self.lexer.take()?;
            return Ok(Value::None);
        }
        match ty.unwrapped() {
            Type::List(of) if self.lexer.kind() == Kind::Sign(b'[') => {
                let mut list = Vec::new();
                self.list(b'[', b']', |parser| {
                    list.push(parser.element(of)?);
                    Ok(())
                })?;
                Ok(Value::List(list))
            }
            // One value for all elements. For an optional list it stays one value.
            Type::List(of) => match (ty, size) {
                (Type::List(_), Some(size)) => {
                    let count = usize::try_from(size).ok().filter(|_| size <= MAX_BROADCAST);
                    let Some(count) = count else {
                        return Err(self.limit(
                            "elements that one default represents",
                            MAX_BROADCAST.unsigned_abs().into(),
                        ));
                    };
                    let one = self.element(of)?;
                    Ok(Value::List(vec![one; count]))
                }
                (Type::Optional(_), Some(_)) => self.constant(ty),
                _ => Err(self.lexer.unexpected("`[` or `None`")),
            },
            // Whatever is written: PyTorch does not compare it with the type.
            _ if matches!(ty, Type::Optional(_)) => self.constant(ty),
            Type::Tensor | Type::Generator | Type::Quantizer => Err(self.lexer.unexpected("`None`")),
            Type::Str
            | Type::Number
            | Type::Int
            | Type::Float
            | Type::Complex
            | Type::Bool
            | Type::Device
            | Type::ScalarType
            | Type::Layout
            | Type::MemoryFormat
            | Type::SymInt
            | Type::Union(_)
            | Type::Any => self.constant(ty),
            other => Err(self.lexer.unexpected(&format!("`None` as the default of `{other}`"))),
        }
    }

    /// An element of a list, which has the type of all elements.
    fn element(&mut self, of: &Type) -> Result<Value> {
        let at = self.lexer.at();
        let value = self.constant(of)?;
        let fits = match of.fake() {
            Type::Int => matches!(value, Value::Int(_)),
            Type::Float => matches!(value, Value::Float(_)),
            Type::Bool => matches!(value, Value::Bool(_)),
            Type::Complex => matches!(value, Value::Complex(..)),
            Type::Str => matches!(value, Value::Text(_)),
            _ => false,
        };
        if fits {
            Ok(value)
        } else {
            Err(self.lexer.error(at, format!("`{value}` is not a default for an element of type `{of}`")))
        }
    }

    /// A single value. Its type is what is written, except for whole numbers where a `float` or a `complex` is expected: not where it is optional.
    fn constant(&mut self, ty: &Type) -> Result<Value> {
        match self.lexer.kind() {
            Kind::Text => {
                let (token, word) = self.lexer.take()?;
                let text = unquote(word).map_err(|(offset, message)| {
                    let at = (token.at.start + offset).min(token.at.end);
                    self.lexer.error(at..token.at.end, message)
                })?;
                Ok(match (ty.unwrapped(), String::from_utf8(text)) {
                    (Type::Device, Ok(name)) => Value::Device(name),
                    (_, Ok(text)) => Value::Text(text.into_bytes()),
                    (_, Err(raw)) => Value::Text(raw.into_bytes()),
                })
            }
            Kind::Name => self.named(ty),
            _ => self.number(ty),
        }
    }

    fn named(&mut self, ty: &Type) -> Result<Value> {
        let (token, word) = self.lexer.take()?;
        let find = |names: &[(&str, i64)]| {
            names.iter().find(|(name, _)| *name == word).map(|(_, number)| Value::Int(*number))
        };
        let value = match word {
            "True" => Some(Value::Bool(true)),
            "False" => Some(Value::Bool(false)),
            "None" => Some(Value::None),
            "inf" => Some(Value::Float(f64::INFINITY)),
            "nan" => Some(Value::Float(f64::NAN)),
            // Without quotes, as PyTorch prints it.
            _ if *ty.unwrapped() == Type::Device && DEVICES.contains(&word) => {
                let mut name = word.to_string();
                if self.lexer.take_if(Kind::Sign(b':'))? {
                    name.push(':');
                    name.push_str(self.lexer.expect(Kind::Number, "the number of a device")?.1);
                }
                Some(Value::Device(name))
            }
            _ => {
                find(&NAMES).or_else(|| find(&ELEMENT_TYPES).filter(|_| *ty.unwrapped() == Type::ScalarType))
            }
        };
        value.ok_or_else(|| {
            self.lexer.error(token.at, format!("`{word}` is not a default of an argument of type `{ty}`"))
        })
    }

    fn number(&mut self, ty: &Type) -> Result<Value> {
        let minus = self.lexer.take_if(Kind::Sign(b'-'))?;
        if self.lexer.is_name("inf") {
            self.lexer.take()?;
            return Ok(Value::Float(if minus { f64::NEG_INFINITY } else { f64::INFINITY }));
        }
        let (token, word) = self.lexer.expect(Kind::Number, "a default")?;
        let bad = |parser: &Self| {
            parser.lexer.error(token.at.clone(), format!("`{word}` is not a number of 64 bits"))
        };
        let signed = |text: &str| -> Option<f64> {
            let number: f64 = text.parse().ok().filter(|number: &f64| number.is_finite())?;
            Some(if minus { -number } else { number })
        };
        if let Some(imaginary) = word.strip_suffix('j') {
            return signed(imaginary).map(|number| Value::Complex(0.0, number)).ok_or_else(|| bad(self));
        }
        // `0.+1.j`: as PyTorch prints a complex number.
        let sum = matches!(self.lexer.kind(), Kind::Sign(b'+' | b'-')) && self.lexer.ahead() == Kind::Number;
        if sum {
            let real = signed(word).ok_or_else(|| bad(self))?;
            let (sign, _) = self.lexer.take()?;
            let (end, word) = self.lexer.expect(Kind::Number, "the imaginary part")?;
            let number: Option<f64> = word.strip_suffix('j').and_then(|word| word.parse().ok());
            let Some(number) = number.filter(|number| number.is_finite()) else {
                return Err(self.lexer.error(end.at, format!("`{word}` is not an imaginary part")));
            };
            return Ok(Value::Complex(real, if sign.kind == Kind::Sign(b'-') { -number } else { number }));
        }
        let value = match ty {
            Type::Complex => signed(word).map(|number| Value::Complex(number, 0.0)),
            Type::Float => signed(word).map(Value::Float),
            _ if word.contains(['.', 'e', 'E']) => signed(word).map(Value::Float),
            _ => format!("{}{word}", if minus { "-" } else { "" }).parse().ok().map(Value::Int),
        };
        value.ok_or_else(|| bad(self))
    }
}
