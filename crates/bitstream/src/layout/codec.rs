//! [`FieldReader`], [`FieldWriter`]: the fields of one record, in order. The macros call them.

use crate::abbrev::{Abbrev, Op};
use crate::layout::error::{LayoutError, Problem};
use crate::layout::{Presence, RecordShape, Value};
use crate::record::Record;
use crate::write::encode::char6;
use crate::write::{NewRecord, Writer};

/// Takes the operands of a record one after the other.
#[derive(Debug)]
pub struct FieldReader<'r> {
    shape: &'static RecordShape,
    ops: &'r [u64],
    blob: Option<&'r [u8]>,
    bit: u64,
    next: usize,
}

impl<'r> FieldReader<'r> {
    /// A reader at the first operand.
    ///
    /// # Errors
    ///
    /// A record of another code; for an exact layout, more operands than it has, or a blob.
    pub fn new(
        shape: &'static RecordShape,
        record: &'r Record<'_, '_>,
    ) -> Result<FieldReader<'r>, LayoutError> {
        let reader = FieldReader { shape, ops: record.ops, blob: record.blob, bit: record.start, next: 0 };
        if record.code != shape.code {
            return Err(reader.error(Problem::Code(shape.code, record.code)));
        }
        if shape.exact {
            reader.exact()?;
        }
        Ok(reader)
    }

    fn exact(&self) -> Result<(), LayoutError> {
        let has =
            |presence: &[Presence]| self.shape.fields.iter().any(|field| presence.contains(&field.presence));
        let scalar = |presence| matches!(presence, Presence::Required | Presence::Optional);
        let most = self.shape.fields.iter().filter(|field| scalar(field.presence)).count();
        if self.ops.len() > most && !has(&[Presence::Array, Presence::Text]) {
            return Err(self.error(Problem::TooMany(most, self.ops.len())));
        }
        if self.blob.is_some() && !has(&[Presence::Blob, Presence::OptionalBlob]) {
            return Err(self.error(Problem::Blob));
        }
        Ok(())
    }

    #[cold]
    fn error(&self, problem: Problem) -> LayoutError {
        LayoutError::Record { record: self.shape.name, bit: Some(self.bit), problem }
    }

    fn value<T: Value>(&self, name: &'static str, field: u64) -> Result<T, LayoutError> {
        T::from_field(field).ok_or_else(|| self.error(Problem::Range(name, field)))
    }

    /// A field that every record has.
    ///
    /// # Errors
    ///
    /// It is missing, or its type has no room for it.
    pub fn required<T: Value>(&mut self, name: &'static str) -> Result<T, LayoutError> {
        let Some(field) = self.ops.get(self.next) else {
            let need = self.shape.min_operands();
            return Err(self.error(Problem::TooFew(name, need, self.ops.len())));
        };
        self.next += 1;
        self.value(name, *field)
    }

    /// A field that newer records have.
    ///
    /// # Errors
    ///
    /// Its type has no room for it.
    pub fn optional<T: Value>(&mut self, name: &'static str) -> Result<Option<T>, LayoutError> {
        let Some(field) = self.ops.get(self.next) else { return Ok(None) };
        self.next += 1;
        self.value(name, *field).map(Some)
    }

    /// All operands that are left.
    ///
    /// # Errors
    ///
    /// The elements' type has no room for one.
    pub fn array<T: Value>(&mut self, name: &'static str) -> Result<Vec<T>, LayoutError> {
        self.rest().iter().map(|field| self.value(name, *field)).collect()
    }

    /// All operands that are left, as text.
    ///
    /// # Errors
    ///
    /// They are not UTF-8.
    pub fn text(&mut self, name: &'static str) -> Result<String, LayoutError> {
        let bytes: Option<Vec<u8>> = self.rest().iter().map(|field| u8::try_from(*field).ok()).collect();
        let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
        text.ok_or_else(|| self.error(Problem::Text(name)))
    }

    /// The blob.
    ///
    /// # Errors
    ///
    /// There is none.
    pub fn blob(&mut self, name: &'static str) -> Result<Vec<u8>, LayoutError> {
        self.blob.map(<[u8]>::to_vec).ok_or_else(|| self.error(Problem::NoBlob(name)))
    }

    /// The blob, if there is one.
    pub fn optional_blob(&mut self) -> Option<Vec<u8>> {
        self.blob.map(<[u8]>::to_vec)
    }

    /// The operands that no field has taken.
    pub fn rest(&mut self) -> Vec<u64> {
        let rest = self.ops.get(self.next..).unwrap_or_default().to_vec();
        self.next = self.ops.len();
        rest
    }
}

/// Collects the operands of a record, and writes it.
#[derive(Debug)]
pub struct FieldWriter {
    shape: &'static RecordShape,
    next: usize,
    ops: Vec<u64>,
    plan: Vec<Op>,
    blob: Option<Vec<u8>>,
    missing: Option<&'static str>,
}

impl FieldWriter {
    /// A writer before the first field.
    pub fn new(shape: &'static RecordShape) -> FieldWriter {
        let plan = vec![Op::Literal(u64::from(shape.code))];
        FieldWriter { shape, next: 0, ops: Vec::new(), plan, blob: None, missing: None }
    }

    #[cold]
    fn error(&self, problem: Problem) -> LayoutError {
        LayoutError::Record { record: self.shape.name, bit: None, problem }
    }

    /// The encoding of the next field.
    fn op(&mut self) -> Op {
        let op = self.shape.fields.get(self.next).map_or(Op::Vbr(6), |field| field.op);
        self.next += 1;
        op
    }

    fn push(&mut self, name: &'static str, op: Op, value: u64) -> Result<(), LayoutError> {
        let fits = match op {
            Op::Fixed(width) => value >> (width & 63) == 0,
            Op::Literal(literal) => value == literal,
            Op::Char6 => char6(value).is_some(),
            Op::Vbr(_) | Op::Array | Op::Blob => true,
        };
        if !fits {
            return Err(self.error(Problem::Encoding(name, value)));
        }
        self.ops.push(value);
        Ok(())
    }

    /// A field that every record has.
    ///
    /// # Errors
    ///
    /// Its encoding has no room for it.
    pub fn required<T: Value>(&mut self, name: &'static str, value: &T) -> Result<(), LayoutError> {
        let op = self.op();
        self.plan.push(op);
        self.push(name, op, value.to_field())
    }

    /// A field that newer records have. After one that is not there, none can be.
    ///
    /// # Errors
    ///
    /// One before it is not there; its encoding has no room for it.
    pub fn optional<T: Value>(&mut self, name: &'static str, value: Option<&T>) -> Result<(), LayoutError> {
        let op = self.op();
        match (value, self.missing) {
            (None, None) => self.missing = Some(name),
            (None, Some(_)) => {}
            (Some(_), Some(missing)) => return Err(self.error(Problem::Gap(missing, name))),
            (Some(value), None) => {
                self.plan.push(op);
                self.push(name, op, value.to_field())?;
            }
        }
        Ok(())
    }

    fn elements(
        &mut self,
        name: &'static str,
        values: impl ExactSizeIterator<Item = u64>,
    ) -> Result<(), LayoutError> {
        let op = self.op();
        match (values.len(), self.missing) {
            (0, Some(_)) => return Ok(()),
            (_, Some(missing)) => return Err(self.error(Problem::Gap(missing, name))),
            _ => self.plan.extend([Op::Array, op]),
        }
        for value in values {
            self.push(name, op, value)?;
        }
        Ok(())
    }

    /// All operands from here on.
    ///
    /// # Errors
    ///
    /// An optional field before it is not there; the elements' encoding has no room for one.
    pub fn array<T: Value>(&mut self, name: &'static str, values: &[T]) -> Result<(), LayoutError> {
        self.elements(name, values.iter().map(Value::to_field))
    }

    /// All operands from here on, as text.
    ///
    /// # Errors
    ///
    /// As [`FieldWriter::array`].
    pub fn text(&mut self, name: &'static str, text: &str) -> Result<(), LayoutError> {
        self.elements(name, text.as_bytes().iter().map(|byte| u64::from(*byte)))
    }

    /// The blob, if there is one.
    pub fn blob(&mut self, blob: Option<&[u8]>) {
        self.next += 1;
        self.blob = blob.map(<[u8]>::to_vec);
    }

    /// Operands that belong to fields of the future.
    ///
    /// # Errors
    ///
    /// An optional field before them is not there.
    pub fn rest(&mut self, rest: &[u64]) -> Result<(), LayoutError> {
        if let (Some(missing), false) = (self.missing, rest.is_empty()) {
            return Err(self.error(Problem::Gap(missing, "rest")));
        }
        self.plan.extend(rest.iter().map(|_| Op::Vbr(6)));
        self.ops.extend_from_slice(rest);
        Ok(())
    }

    /// Writes the record: by its abbreviation if that is defined in the open block. Else a record without a blob goes without
    /// an abbreviation, and for one with a blob, which needs one, it is defined.
    ///
    /// # Errors
    ///
    /// The writer refuses it.
    pub fn finish(mut self, writer: &mut Writer) -> Result<(), LayoutError> {
        self.plan.extend(self.blob.as_ref().map(|_| Op::Blob));
        let abbrev = Abbrev::new(self.plan);
        let code = self.shape.code;
        let blobs: Vec<&[u8]> = self.blob.iter().map(Vec::as_slice).collect();
        let id = match writer.abbrev_id(&abbrev) {
            Some(id) => id,
            None if blobs.is_empty() => 3,
            None => writer.define_abbrev(&abbrev)?,
        };
        writer.record_with(id, NewRecord { code, ops: &self.ops, blobs: &blobs })?;
        Ok(())
    }
}
