//! The reader model: what a reader of one version, with the tolerance that is declared for it, makes of a stream.
//!
//! It goes through the stream token by token, as real readers do. A real one stops at the first thing that it refuses; this one says what it is and
//! goes on, so that each change can be seen by itself.

use std::collections::{BTreeMap, BTreeSet};

use outlast_bitstream::{Cursor, Item, Op, Stream};

use super::content::{Val, block_info};
use super::model::{Block, Field, Kind, Layout, Record, Type};
use super::tolerance::{Abbreviations, Count, Unknown};

/// What a reader made of a stream.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reading {
    /// Records that it knows, by the bit at which they begin.
    pub records: BTreeMap<u64, ReadRecord>,
    /// Blocks that it knows, by the bit at which they begin: their ids.
    pub blocks: BTreeMap<u64, u32>,
    /// What it does not like, in order.
    pub troubles: Vec<Trouble>,
}

/// A record that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadRecord {
    /// Id of the block.
    pub block: u32,
    /// Its code.
    pub code: u32,
    /// Whether it was refused.
    pub refused: bool,
    /// Values of its fields, in order; none for those that are not there.
    pub fields: Vec<Option<Val>>,
}

/// Something that goes wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trouble {
    /// Where.
    pub at: At,
    /// What.
    pub kind: Harm,
}

/// Where something goes wrong: keys of the block, record and field, as far as it is about one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct At {
    /// The block; none at the top level.
    pub block: Option<String>,
    /// The record.
    pub record: Option<String>,
    /// The field.
    pub field: Option<String>,
}

/// What goes wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Harm {
    /// The reader refuses the stream, and says why.
    Refused(String),
    /// It reads something else than was written: what was written, what is read.
    Different(String, String),
    /// It passes over something that must be understood.
    Ignored(String),
}

impl At {
    /// The block.
    pub fn block(block: &Block) -> At {
        At { block: Some(block.key().to_string()), ..At::default() }
    }

    /// The record.
    pub fn record(block: &Block, record: &Record) -> At {
        At { record: Some(record.key().to_string()), ..At::block(block) }
    }

    /// The field.
    pub fn field(block: &Block, record: &Record, field: &Field) -> At {
        At { field: Some(field.key().to_string()), ..At::record(block, record) }
    }

    /// As a path: `CONTROL.METADATA.major`.
    pub fn path(&self) -> String {
        let parts: Vec<&str> =
            [&self.block, &self.record, &self.field].into_iter().flatten().map(String::as_str).collect();
        if parts.is_empty() { "stream".to_string() } else { parts.join(".") }
    }
}

#[derive(Debug)]
struct Frame<'l> {
    block: &'l Block,
    codes: BTreeSet<u32>,
    blocks: BTreeSet<u32>,
    last: Option<u32>,
    then: Option<u32>,
}

/// Reads a stream. `versions` says whether the reader looks at the version that is in it; no reader that is kept from it by the version sees
/// anything else.
pub fn read(layout: &Layout, bytes: &[u8], versions: bool) -> Reading {
    let mut model = Model { layout, versions, out: Reading::default(), frames: Vec::new() };
    let mut magic = [0; 4];
    if let Some(found) = bytes.get(..4) {
        magic.copy_from_slice(found);
    }
    if magic != layout.magic {
        let why =
            format!("it starts with {}, and not with {}", magic.escape_ascii(), layout.magic.escape_ascii());
        model.refuse(At::default(), why);
    }
    if let Err(why) = model.stream(bytes) {
        let at = model.frames.last().map_or_else(At::default, |frame| At::block(frame.block));
        model.refuse(at, why);
    }
    model.out
}

struct Model<'l> {
    layout: &'l Layout,
    versions: bool,
    out: Reading,
    frames: Vec<Frame<'l>>,
}

impl<'l> Model<'l> {
    fn refuse(&mut self, at: At, why: impl Into<String>) {
        self.out.troubles.push(Trouble { at, kind: Harm::Refused(why.into()) });
    }

    fn stream(&mut self, bytes: &[u8]) -> Result<(), String> {
        let mut cursor = Cursor::new(Stream::new(bytes, 0)).map_err(|fault| fault.to_string())?;
        if self.layout.reader.abbreviations == Abbreviations::BuiltIn {
            cursor = cursor.with_block_info(block_info(self.layout));
        }
        let mut top = BTreeSet::new();
        loop {
            match cursor.next().map_err(|fault| fault.to_string())? {
                None => break,
                Some(Item::Define(..)) => {}
                Some(Item::Enter(block)) => {
                    let (id, start) = (block.id, block.start);
                    if id == 0 || !self.enter(id, start, &mut top) {
                        cursor.skip_block().map_err(|fault| fault.to_string())?;
                    }
                }
                Some(Item::Leave(..)) => self.leave(),
                Some(Item::Record(record)) => {
                    let (ops, blob) = (record.ops.to_vec(), record.blob.map(<[u8]>::to_vec));
                    self.record(record.start, record.code, ops, blob);
                }
            }
        }
        self.missing_blocks(None, &top);
        Ok(())
    }

    /// Whether the reader goes into the block.
    fn enter(&mut self, id: u32, start: u64, top: &mut BTreeSet<u32>) -> bool {
        let layout = self.layout;
        let parent = self.frames.last().map(|frame| frame.block);
        if let Some(frame) = self.frames.last_mut() {
            frame.last = None;
            if let (Some(then), block) = (frame.then.take(), frame.block) {
                self.broken(block, then, "a block");
            }
        }
        if let Some(block) = layout.known_in(parent.map(|block| block.id), id) {
            match self.frames.last_mut() {
                Some(frame) => frame.blocks.insert(id),
                None => top.insert(id),
            };
            self.out.blocks.insert(start, id);
            let frame =
                Frame { block, codes: BTreeSet::new(), blocks: BTreeSet::new(), last: None, then: None };
            self.frames.push(frame);
            return true;
        }
        let at = parent.map_or_else(At::default, At::block);
        match layout.unknown_blocks(parent) {
            Unknown::Skip => {}
            Unknown::Refuse => self.refuse(at, format!("block {id} is not known here")),
            Unknown::Misread(what) => {
                let kind = Harm::Different(format!("block {id}"), what.clone());
                self.out.troubles.push(Trouble { at, kind });
            }
        }
        false
    }

    fn leave(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        let block = frame.block;
        if let Some(then) = frame.then {
            self.broken(block, then, "the end of the block");
        }
        for record in block.records.iter().filter(|record| record.required) {
            if !frame.codes.contains(&record.code) {
                self.refuse(At::record(block, record), format!("there is no record {}", record.name));
            }
        }
        self.missing_blocks(Some(block), &frame.blocks);
    }

    fn missing_blocks(&mut self, parent: Option<&Block>, found: &BTreeSet<u32>) {
        let layout = self.layout;
        for block in layout.children(parent.map(|block| block.id)).filter(|block| block.required) {
            if !found.contains(&block.id) {
                self.refuse(At::block(block), format!("there is no block {}", block.name));
            }
        }
    }

    /// A record is not where the one before it says that one is.
    fn broken(&mut self, block: &'l Block, then: u32, found: &str) {
        let at = block.record(then).map_or_else(|| At::block(block), |record| At::record(block, record));
        self.refuse(at, format!("record {then} is expected right here, and there is {found}"));
    }

    fn record(&mut self, start: u64, code: u32, ops: Vec<u64>, blob: Option<Vec<u8>>) {
        let Some(frame) = self.frames.last_mut() else { return };
        let (block, last) = (frame.block, frame.last.replace(code));
        let then = frame.then.take().filter(|then| *then != code);
        frame.codes.insert(code);
        let record = block.record(code);
        frame.then = record.and_then(|record| record.then);
        if let Some(then) = then {
            self.broken(block, then, &format!("record {code}"));
        }
        let Some(record) = record else {
            if block.known.contains(&code) {
                return;
            }
            let what = format!("record {code} of {} operands", ops.len());
            match self.layout.unknown_records(block) {
                Unknown::Skip => {}
                Unknown::Refuse => self.refuse(At::block(block), format!("record {code} is not known here")),
                Unknown::Misread(as_what) => {
                    let kind = Harm::Different(what, as_what);
                    self.out.troubles.push(Trouble { at: At::block(block), kind });
                }
            }
            return;
        };
        if let Some(head) = record.follows {
            let placed = last.is_some_and(|last| last == head || block.is_led_by(last, head));
            if !placed {
                let before = last.map_or("none".to_string(), |last| format!("record {last}"));
                let why = format!("it has to come right after record {head}; before it is {before}");
                self.refuse(At::record(block, record), why);
            }
        }
        if self.versions {
            self.version(block, record, &ops);
        }
        let before = self.out.troubles.len();
        let fields = self.fields(block, record, ops, blob);
        let refused = self.out.troubles.len() > before;
        self.out.records.insert(start, ReadRecord { block: block.id, code, refused, fields });
    }

    fn version(&mut self, block: &Block, record: &Record, ops: &[u64]) {
        let Some(place) = &self.layout.version else { return };
        if (place.block, place.record) != (block.id, record.code) {
            return;
        }
        let (own, oldest) = (place.is, self.layout.reader.oldest_major);
        let major = ops.get(place.major).copied().unwrap_or(0);
        let minor = place.minor.and_then(|at| ops.get(at).copied());
        if major > u64::from(own.major) {
            self.refuse(
                At::record(block, record),
                format!("major version {major} is too new: {own} is known"),
            );
        } else if major < u64::from(oldest) {
            self.refuse(At::record(block, record), format!("major version {major} is too old"));
        } else if self.layout.reader.exact_minor
            && let Some(minor) = minor.filter(|minor| *minor != u64::from(own.minor))
        {
            let why = format!("version {major}.{minor} is not {own}");
            self.refuse(At::record(block, record), why);
        }
    }

    /// The fields of a record, as the reader takes them from its operands.
    fn fields(
        &mut self,
        block: &Block,
        record: &Record,
        mut ops: Vec<u64>,
        mut blob: Option<Vec<u8>>,
    ) -> Vec<Option<Val>> {
        if !self.layout.takes_blob(record) {
            ops.extend(blob.take().into_iter().flatten().map(u64::from));
        }
        if self.layout.count(record) == Count::Exact && record.most().is_some_and(|most| ops.len() > most) {
            let known = record.most().unwrap_or(0);
            self.refuse(
                At::record(block, record),
                format!("{} operands; exactly {known} are known", ops.len()),
            );
        }
        let mut next = 0;
        let mut out = Vec::new();
        for (index, field) in record.fields.iter().enumerate() {
            // Nothing should stand behind an array; a reader that expects something takes it from the end.
            let behind = record.fields.get(index + 1..).unwrap_or_default();
            let kept = behind.iter().filter(|field| field.kind == Kind::Scalar).count();
            let end = ops.len().saturating_sub(kept).max(next);
            let value = match field.kind {
                Kind::Blob => blob.take().map(Val::Blob),
                Kind::Scalar => ops.get(next).copied().map(Val::Scalar),
                Kind::Array => Some(Val::Array(ops.get(next..end).unwrap_or_default().to_vec())),
            };
            match field.kind {
                Kind::Scalar => next += usize::from(value.is_some()),
                Kind::Array => next = end,
                Kind::Blob => {}
            }
            if value.is_none() && !field.optional {
                let what = if field.kind == Kind::Blob { "no blob" } else { "too few operands" };
                self.refuse(At::field(block, record, field), format!("{what}: `{}` is missing", field.name));
            }
            out.push(value.map(|value| self.value(block, record, field, value)));
        }
        out
    }

    fn value(&mut self, block: &Block, record: &Record, field: &Field, value: Val) -> Val {
        match value {
            Val::Scalar(number) => Val::Scalar(self.number(block, record, field, number)),
            Val::Array(numbers) => {
                Val::Array(numbers.into_iter().map(|of| self.number(block, record, field, of)).collect())
            }
            Val::Blob(bytes) => Val::Blob(bytes),
        }
    }

    fn number(&mut self, block: &Block, record: &Record, field: &Field, number: u64) -> u64 {
        if let (Op::Literal(literal), true) = (field.op, self.layout.reader.checks_literals)
            && number != literal
        {
            let why = format!("`{}` is {number}, and has to be {literal}", field.name);
            self.refuse(At::field(block, record, field), why);
            return number;
        }
        if let Type::Enum(name) = &field.ty {
            let known = self.layout.enumeration(name).is_some_and(|of| of.case(number).is_some());
            if !known && self.layout.reader.refuses_unknown_values {
                let why = format!("`{}` is {number}, which is no {name}", field.name);
                self.refuse(At::field(block, record, field), why);
            }
            return number;
        }
        let highest = field.ty.highest();
        if number <= highest {
            return number;
        }
        if self.layout.reader.refuses_wide {
            let why = format!("`{}` is {number}, which {} has no room for", field.name, field.ty.text());
            self.refuse(At::field(block, record, field), why);
        }
        number & highest
    }
}
