//! [`Lexer`]: a pickle as opcodes with their places and arguments; [`Op::write`] is its inverse.

use std::fmt;

use outlast_core::{Bytes, Error, ErrorKind, Result, Span, to_index};

use super::defs::{Form, Opcode};

/// The argument of an opcode, as it is written.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Arg<'a> {
    /// There is none.
    None,
    /// A number.
    Number(i64),
    /// The size of a frame, which may be beyond the other.
    Size(u64),
    /// A floating-point number.
    Double(f64),
    /// Text without the line feed at its end, or counted bytes.
    Bytes(&'a [u8]),
    /// Two texts without the line feeds at their ends.
    TwoLines(&'a [u8], &'a [u8]),
}

/// As `pickletools` shows it: numbers, and text with escapes, which is cut where it is long.
impl fmt::Display for Arg<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 256;
        let text = |f: &mut fmt::Formatter<'_>, bytes: &[u8]| {
            let head = bytes.get(..SHOWN).unwrap_or(bytes);
            write!(f, "{}", String::from_utf8_lossy(head).escape_debug())?;
            if head.len() < bytes.len() { write!(f, "… ({} bytes)", bytes.len()) } else { Ok(()) }
        };
        match self {
            Arg::None => Ok(()),
            Arg::Number(number) => number.fmt(f),
            Arg::Size(size) => size.fmt(f),
            Arg::Double(number) => write!(f, "{number:?}"),
            Arg::Bytes(bytes) => text(f, bytes),
            Arg::TwoLines(one, two) => {
                text(f, one)?;
                f.write_str(" ")?;
                text(f, two)
            }
        }
    }
}

/// An opcode at its place.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Op<'a> {
    /// The opcode.
    pub opcode: Opcode,
    /// Its argument.
    pub arg: Arg<'a>,
    /// Where the opcode is, in bytes from the start of the source.
    pub at: u64,
    /// Bytes of opcode and argument.
    pub len: u64,
}

impl Op<'_> {
    /// Opcode and argument.
    pub fn span(&self) -> Span {
        Span::at(self.at, self.len)
    }

    /// Writes opcode and argument as the lexer read them: for an operation that was read, these are its bytes.
    ///
    /// # Errors
    ///
    /// If the argument is not of the opcode's form, or does not fit into it.
    pub fn write(&self, out: &mut Vec<u8>) -> Result<()> {
        let misfit = || {
            let why = format!("{} cannot have the argument {:?}", self.opcode, self.arg);
            Error::new(ErrorKind::Invalid { what: "pickle opcode", why }, self.span())
        };
        let form = self.opcode.form();
        let line = |text: &[u8]| !text.contains(&b'\n');
        let written = match (form, self.arg) {
            (Form::None, Arg::None) => Some(Vec::new()),
            (Form::U8, Arg::Number(n)) => u8::try_from(n).ok().map(|n| vec![n]),
            (Form::U16, Arg::Number(n)) => u16::try_from(n).ok().map(|n| n.to_le_bytes().to_vec()),
            (Form::U32, Arg::Number(n)) => u32::try_from(n).ok().map(|n| n.to_le_bytes().to_vec()),
            (Form::I32, Arg::Number(n)) => i32::try_from(n).ok().map(|n| n.to_le_bytes().to_vec()),
            (Form::U64, Arg::Size(n)) => Some(n.to_le_bytes().to_vec()),
            (Form::Double, Arg::Double(n)) => Some(n.to_bits().to_be_bytes().to_vec()),
            (Form::Line, Arg::Bytes(text)) if line(text) => Some([text, b"\n"].concat()),
            (Form::TwoLines, Arg::TwoLines(one, two)) if line(one) && line(two) => {
                Some([one, b"\n", two, b"\n"].concat())
            }
            (form, Arg::Bytes(data)) => {
                let len = data.len();
                let head = match form {
                    Form::Counted8 => u8::try_from(len).ok().map(|n| vec![n]),
                    Form::Counted32 => u32::try_from(len).ok().map(|n| n.to_le_bytes().to_vec()),
                    Form::CountedSigned => i32::try_from(len).ok().map(|n| n.to_le_bytes().to_vec()),
                    Form::Counted64 => Some((len as u64).to_le_bytes().to_vec()),
                    _ => None,
                };
                head.map(|head| [&head, data].concat())
            }
            _ => None,
        };
        let written = written.ok_or_else(misfit)?;
        out.push(self.opcode.byte());
        out.extend(written);
        Ok(())
    }
}

/// Reads opcodes one after the other, up to and including `STOP`.
#[derive(Clone, Debug)]
pub struct Lexer<'a> {
    file: Bytes<'a>,
    at: usize,
    stopped: bool,
}

impl<'a> Lexer<'a> {
    /// A lexer of a pickle that starts at the first byte of `file`.
    pub fn new(file: Bytes<'a>) -> Lexer<'a> {
        Lexer { file, at: 0, stopped: false }
    }

    /// Bytes that were read: behind `STOP`, the length of the pickle.
    pub fn position(&self) -> usize {
        self.at
    }

    /// Bytes that remain.
    pub fn remaining(&self) -> usize {
        self.file.len().saturating_sub(self.at)
    }

    /// The next opcode; `None` behind `STOP`.
    ///
    /// # Errors
    ///
    /// If the bytes end, a byte is no opcode, or a length is negative. The position stays at the opcode.
    pub fn next_op(&mut self) -> Result<Option<Op<'a>>> {
        if self.stopped {
            return Ok(None);
        }
        if self.remaining() == 0 {
            let missing = ErrorKind::Missing { what: "STOP, the opcode that ends a pickle,".into() };
            return Err(Error::new(missing, self.file.span(self.at.saturating_sub(1), 1)));
        }
        let byte = self.file.u8(self.at, "pickle")?;
        let Some(opcode) = Opcode::from_byte(byte) else {
            let why = format!("the byte 0x{byte:02x} is not an opcode of the protocols 0 to 5");
            let error = ErrorKind::Invalid { what: "pickle", why };
            return Err(Error::new(error, self.file.span(self.at, 1)));
        };
        let (arg, end) = self.arg(opcode, self.at + 1)?;
        let op = Op {
            opcode,
            arg,
            at: self.file.base().saturating_add(self.at as u64),
            len: (end - self.at) as u64,
        };
        self.at = end;
        self.stopped = opcode == Opcode::STOP;
        Ok(Some(op))
    }

    /// The argument that starts at `at`, and where it ends.
    fn arg(&self, opcode: Opcode, at: usize) -> Result<(Arg<'a>, usize)> {
        let (file, what) = (self.file, opcode.name());
        let fixed = |number, len| Ok((Arg::Number(number), at + len));
        let counted = |head: usize, len: usize| {
            let data = file.slice(at + head, len, what)?;
            Ok((Arg::Bytes(data), at + head + len))
        };
        match opcode.form() {
            Form::None => Ok((Arg::None, at)),
            Form::U8 => fixed(file.u8(at, what)?.into(), 1),
            Form::U16 => fixed(file.u16(at, what)?.into(), 2),
            Form::U32 => fixed(file.u32(at, what)?.into(), 4),
            Form::I32 => fixed(file.i32(at, what)?.into(), 4),
            Form::U64 => Ok((Arg::Size(file.u64(at, what)?), at + 8)),
            Form::Double => {
                let bits = file.u64(at, what)?.swap_bytes();
                Ok((Arg::Double(f64::from_bits(bits)), at + 8))
            }
            Form::Line => {
                let (line, end) = self.line(what, at)?;
                Ok((Arg::Bytes(line), end))
            }
            Form::TwoLines => {
                let (one, end) = self.line(what, at)?;
                let (two, end) = self.line(what, end)?;
                Ok((Arg::TwoLines(one, two), end))
            }
            Form::Counted8 => counted(1, file.u8(at, what)?.into()),
            Form::Counted32 => counted(4, to_index(file.u32(at, what)?)),
            Form::CountedSigned => match u32::try_from(file.i32(at, what)?) {
                Ok(len) => counted(4, to_index(len)),
                Err(_) => {
                    let why = format!("{what} has a negative length");
                    let error = ErrorKind::Invalid { what: "pickle", why };
                    Err(Error::new(error, file.span(at, 4)))
                }
            },
            Form::Counted64 => counted(8, usize::try_from(file.u64(at, what)?).unwrap_or(usize::MAX)),
        }
    }

    /// The text at `at` up to a line feed, and where the next one starts.
    fn line(&self, what: &'static str, at: usize) -> Result<(&'a [u8], usize)> {
        let rest = self.file.data().get(at..).unwrap_or_default();
        match rest.iter().position(|byte| *byte == b'\n') {
            Some(len) => Ok((rest.get(..len).unwrap_or_default(), at + len + 1)),
            None => {
                let why = format!("the line of {what} has no end");
                Err(Error::new(ErrorKind::Invalid { what: "pickle", why }, self.file.span(at, rest.len())))
            }
        }
    }
}

/// Writes opcodes one after the other.
pub fn write<'a>(ops: impl IntoIterator<Item = Op<'a>>) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    ops.into_iter().try_for_each(|op| op.write(&mut out))?;
    Ok(out)
}
