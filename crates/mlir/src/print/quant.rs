//! Types of the quant dialect as text.

use crate::text::Text;
use outlast_core::Result;

use super::float;
use super::number::Number;
use super::text::Texts;
use crate::escape;
use crate::wire::Reader;

/// What is behind the angle bracket first: how numbers are stored.
struct Storage {
    signed: bool,
    width: u32,
}

/// The least and the greatest number of so many bits.
fn limits(storage: &Storage) -> (i64, i64) {
    let width = storage.width.clamp(1, 64);
    let all = u64::MAX >> (64 - width);
    match storage.signed {
        true => (-(all >> 1).cast_signed() - 1, (all >> 1).cast_signed()),
        false => (0, all.cast_signed()),
    }
}

impl Texts<'_> {
    fn put(&mut self, text: &[u8]) {
        self.arena.extend_from_slice(text);
    }

    pub(super) fn double(&mut self, value: i64) {
        if let Some(format) = float::by_name(b"f64") {
            format.print(&mut self.arena, u128::from(value.cast_unsigned()));
        }
    }

    /// Reads how numbers are stored; their limits come elsewhere.
    fn storage(&self, reader: &mut Reader<'_>) -> Result<Storage> {
        let flags = reader.varint("flags")?;
        let at = reader.offset();
        let ty = reader.index(usize::MAX, "storage type")?;
        match self.number_type(ty) {
            Some(Number::Integer { width, .. }) => Ok(Storage { signed: flags & 1 != 0, width }),
            _ => Err(reader.invalid(at, "storage type", "it is not an integer")),
        }
    }

    /// Reads limits, and appends all about storage.
    fn stored(&mut self, storage: &Storage, reader: &mut Reader<'_>) -> Result<()> {
        self.arena.push(if storage.signed { b'i' } else { b'u' });
        escape::number(&mut self.arena, u64::from(storage.width));
        let found = (reader.svarint("least number")?, reader.svarint("greatest number")?);
        if found != limits(storage) {
            self.put(b"<");
            escape::signed(&mut self.arena, found.0);
            self.put(b":");
            escape::signed(&mut self.arena, found.1);
            self.put(b">");
        }
        Ok(())
    }

    fn parameters(&mut self, scale: i64, zero: i64) {
        self.double(scale);
        if zero != 0 {
            self.put(b":");
            escape::signed(&mut self.arena, zero);
        }
    }

    /// Appends a type of the quant dialect. None if the code is unknown.
    pub(super) fn quant_type(&mut self, reader: &mut Reader<'_>) -> Result<Option<u16>> {
        match reader.varint("code")? {
            code @ (1 | 2) => {
                self.put(b"!quant.any<");
                let storage = self.storage(reader)?;
                let expressed = if code == 2 { Some(reader.index(usize::MAX, "type")?) } else { None };
                self.stored(&storage, reader)?;
                if let Some(expressed) = expressed {
                    self.put(b":");
                    self.ty(expressed);
                }
            }
            3 => {
                self.put(b"!quant.calibrated<");
                let expressed = reader.index(usize::MAX, "type")?;
                self.ty(expressed);
                self.put(b"<");
                self.double(reader.svarint("least number")?);
                self.put(b":");
                self.double(reader.svarint("greatest number")?);
                self.put(b">");
            }
            4 => self.uniform(reader)?,
            5 => self.per_axis(reader)?,
            6 => self.sub_channel(reader)?,
            _ => return Ok(None),
        }
        self.put(b">");
        Ok(Some(0))
    }

    fn uniform(&mut self, reader: &mut Reader<'_>) -> Result<()> {
        self.put(b"!quant.uniform<");
        let storage = self.storage(reader)?;
        let expressed = reader.index(usize::MAX, "type")?;
        let scale = reader.svarint("scale")?;
        let zero = reader.svarint("zero point")?;
        self.stored(&storage, reader)?;
        self.put(b":");
        self.ty(expressed);
        self.put(b", ");
        self.parameters(scale, zero);
        Ok(())
    }

    fn per_axis(&mut self, reader: &mut Reader<'_>) -> Result<()> {
        self.put(b"!quant.uniform<");
        let storage = self.storage(reader)?;
        let expressed = reader.index(usize::MAX, "type")?;
        let dimension = reader.varint("dimension")?;
        self.stored(&storage, reader)?;
        self.put(b":");
        self.ty(expressed);
        self.put(b":");
        escape::number(&mut self.arena, dimension);
        self.put(b", {");
        let numbers = |reader: &mut Reader<'_>| -> Result<Vec<i64>> {
            (0..reader.count("number of scales")?).map(|_| reader.svarint("scale")).collect()
        };
        let scales = numbers(reader)?;
        let zeros = numbers(reader)?;
        for (at, scale) in scales.iter().enumerate() {
            if at != 0 {
                self.put(b",");
            }
            self.parameters(*scale, zeros.get(at).copied().unwrap_or(0));
        }
        self.put(b"}");
        Ok(())
    }

    /// Scales and zero points per block: dense attributes of the same shape.
    fn sub_channel(&mut self, reader: &mut Reader<'_>) -> Result<()> {
        self.put(b"!quant.uniform<");
        let storage = self.storage(reader)?;
        let expressed = reader.index(usize::MAX, "type")?;
        self.stored(&storage, reader)?;
        self.put(b":");
        self.ty(expressed);
        self.put(b":{");
        let numbers = |reader: &mut Reader<'_>| -> Result<Vec<i64>> {
            (0..reader.count("number of dimensions")?).map(|_| reader.svarint("dimension")).collect()
        };
        let dimensions = numbers(reader)?;
        let sizes = numbers(reader)?;
        for (at, (dimension, size)) in dimensions.iter().zip(&sizes).enumerate() {
            if at != 0 {
                self.put(b", ");
            }
            escape::signed(&mut self.arena, *dimension);
            self.put(b":");
            escape::signed(&mut self.arena, *size);
        }
        self.put(b"}, ");
        let scales = reader.index(usize::MAX, "scales")?;
        let zeros = reader.index(usize::MAX, "zero points")?;
        let (scales, zeros) = (self.dense_parts(scales), self.dense_parts(zeros));
        let (Some((shaped, scales)), Some((_, zeros))) = (scales, zeros) else {
            return Err(reader.invalid(0, "scales", "they are not dense attributes of numbers"));
        };
        let count = shaped.count().unwrap_or(0);
        if scales.len() != count && scales.len() != 1 {
            return Err(reader.invalid(0, "scales", "another number than their type says"));
        }
        shaped.within(&mut self.arena, count, (b'{', b'}'), |out, at| {
            fn text_at(texts: &[Vec<u8>], at: usize) -> &[u8] {
                texts.get(at).or(texts.last()).map_or(&[], Vec::as_slice)
            }
            out.extend_from_slice(text_at(&scales, at));
            let zero = text_at(&zeros, at);
            if zero != b"0" {
                out.push(b':');
                out.extend_from_slice(zero);
            }
        });
        Ok(())
    }
}
