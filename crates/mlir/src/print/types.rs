//! Types of the builtin and quant dialects as text.

use crate::text::Text;
use outlast_core::Result;

use super::text::{FUNCTION, Item, NO_TYPE, Texts};
use super::{affine, float};
use crate::escape;
use crate::wire::Reader;

fn index(reader: &mut Reader<'_>, what: &'static str) -> Result<u32> {
    reader.index(usize::MAX, what)
}

/// Which dimensions of a vector are scalable, as a byte each. LLVM 16 has written how many of the last ones are, before the shape:
/// what it is shows in whether a shape and a type follow up to the end.
pub(crate) fn scalable(reader: &mut Reader<'_>, types: usize) -> Result<Vec<bool>> {
    let start = *reader;
    let flags = |reader: &mut Reader<'_>| {
        let count = reader.count("number of dimensions")?;
        (0..count).map(|_| Ok(reader.byte("flag")? != 0)).collect::<Result<Vec<_>>>()
    };
    let found = flags(reader);
    let fits = |mut rest: Reader<'_>| {
        let rank = rest.count("rank").ok()?;
        for _ in 0..rank {
            rest.svarint("dimension").ok()?;
        }
        rest.index(types, "type").ok()?;
        rest.is_empty().then_some(rank)
    };
    if let Ok(found) = found
        && fits(*reader) == Some(found.len())
    {
        return Ok(found);
    }
    *reader = start;
    let count = reader.count("number of scalable dimensions")?;
    let rank = fits(*reader).unwrap_or(0);
    Ok((0..rank).map(|at| at + count >= rank).collect())
}

impl Texts<'_> {
    fn write(&mut self, text: &[u8]) {
        self.arena.extend_from_slice(text);
    }

    /// Appends a type; says what is special about it. None if the code is unknown.
    pub(super) fn builtin_type(&mut self, reader: &mut Reader<'_>) -> Result<Option<u16>> {
        let code = reader.varint("code")?;
        if let Some(format) = float::by_code(code) {
            self.write(format.name);
            return Ok(Some(0));
        }
        match code {
            0 => {
                let word = reader.varint("width")?;
                self.write(match word & 3 {
                    1 => b"si",
                    2 => b"ui",
                    _ => b"i",
                });
                escape::number(&mut self.arena, word >> 2);
            }
            1 => self.write(b"index"),
            2 => {
                self.function(reader)?;
                return Ok(Some(FUNCTION));
            }
            9 => {
                self.write(b"complex<");
                self.element(reader)?;
                self.write(b">");
            }
            10 | 11 => self.memref(code, reader)?,
            12 => {
                self.write(b"none");
                return Ok(Some(NO_TYPE));
            }
            13 | 14 => self.tensor(code, reader)?,
            15 => {
                self.write(b"tuple<");
                self.list(reader)?;
                self.write(b">");
            }
            16 | 17 => {
                let space = if code == 17 { Some(index(reader, "memory space")?) } else { None };
                self.write(b"memref<*x");
                self.element(reader)?;
                self.space(space);
                self.write(b">");
            }
            18 => {
                self.write(b"tensor<*x");
                self.element(reader)?;
                self.write(b">");
            }
            19 | 20 => self.vector(code, reader)?,
            33 => self.write(b"token"),
            34 => {
                self.write(b"graph<");
                self.function(reader)?;
                self.write(b">");
            }
            _ => return Ok(None),
        }
        Ok(Some(0))
    }

    fn element(&mut self, reader: &mut Reader<'_>) -> Result<()> {
        let ty = index(reader, "type")?;
        self.ty(ty);
        Ok(())
    }

    fn list(&mut self, reader: &mut Reader<'_>) -> Result<()> {
        for at in 0..reader.count("number of types")? {
            if at != 0 {
                self.write(b", ");
            }
            self.element(reader)?;
        }
        Ok(())
    }

    fn function(&mut self, reader: &mut Reader<'_>) -> Result<()> {
        self.write(b"(");
        self.list(reader)?;
        self.write(b") -> ");
        let mut ahead = *reader;
        if ahead.count("number of results")? == 1 {
            let ty = index(&mut ahead, "type")?;
            if !self.need(Item::Type(ty)).is_some_and(|memo| memo.is(FUNCTION)) {
                *reader = ahead;
                self.ty(ty);
                return Ok(());
            }
        }
        self.write(b"(");
        self.list(reader)?;
        self.write(b")");
        Ok(())
    }

    /// Reads and prints a shape, each dimension with an `x` behind it.
    fn shape(&mut self, reader: &mut Reader<'_>) -> Result<()> {
        for _ in 0..reader.count("rank")? {
            escape::dimension(&mut self.arena, reader.svarint("dimension")?);
            self.write(b"x");
        }
        Ok(())
    }

    fn space(&mut self, space: Option<u32>) {
        if let Some(space) = space {
            self.write(b", ");
            self.attr_eliding(space, true);
        }
    }

    fn memref(&mut self, code: u64, reader: &mut Reader<'_>) -> Result<()> {
        let space = if code == 11 { Some(index(reader, "memory space")?) } else { None };
        self.write(b"memref<");
        self.shape(reader)?;
        self.element(reader)?;
        let layout = index(reader, "layout")?;
        let memo = self.need(Item::Attr(layout));
        if !memo.is_some_and(|memo| affine::is_identity(self.bytes(memo))) {
            self.write(b", ");
            self.attr_eliding(layout, true);
        }
        self.space(space);
        self.write(b">");
        Ok(())
    }

    fn tensor(&mut self, code: u64, reader: &mut Reader<'_>) -> Result<()> {
        let encoding = if code == 14 { Some(index(reader, "encoding")?) } else { None };
        self.write(b"tensor<");
        self.shape(reader)?;
        self.element(reader)?;
        if let Some(encoding) = encoding {
            self.write(b", ");
            self.attr(encoding);
        }
        self.write(b">");
        Ok(())
    }

    fn vector(&mut self, code: u64, reader: &mut Reader<'_>) -> Result<()> {
        let scalable = if code == 20 { scalable(reader, self.tables.types.len())? } else { Vec::new() };
        self.write(b"vector<");
        for at in 0..reader.count("rank")? {
            let size = reader.svarint("dimension")?;
            let bracket = scalable.get(at).copied().unwrap_or(false);
            if bracket {
                self.write(b"[");
            }
            escape::signed(&mut self.arena, size);
            self.write(if bracket { b"]x" } else { b"x" });
        }
        self.element(reader)?;
        self.write(b">");
        Ok(())
    }
}
