//! [`Content`]: what a writer puts into a stream, and the stream that it makes of it.
//!
//! Records are written by an abbreviation of `BLOCKINFO`, if one fits; otherwise by one that says what the layout does, if the block's ids have room
//! for it; otherwise without. Readers cannot tell the difference.

use std::fmt;

use outlast_bitstream::{Abbrev, BlockInfo, NewRecord, Op, WriteError, Writer};

use super::model::{Block, Field, Kind, Layout, Record, Type};
use super::tolerance::Abbreviations;

/// What is in a stream.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Content {
    /// Blocks at the top level.
    pub blocks: Vec<BlockContent>,
}

/// What is in a block.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct BlockContent {
    /// Its id.
    pub id: u32,
    /// Records and blocks, in order.
    pub items: Vec<ItemContent>,
}

/// A record or block.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ItemContent {
    /// A record.
    Record(RecordContent),
    /// A block.
    Block(BlockContent),
}

/// What is in a record.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct RecordContent {
    /// Its code.
    pub code: u32,
    /// Values of its fields, in order; none for those that are left away.
    pub fields: Vec<Option<Val>>,
}

/// The value of a field.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Val {
    /// An operand.
    Scalar(u64),
    /// All operands to the end.
    Array(Vec<u64>),
    /// The blob.
    Blob(Vec<u8>),
}

/// A stream, and where things are in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The stream.
    pub bytes: Vec<u8>,
    /// Its records and blocks, in order.
    pub tokens: Vec<Token>,
}

/// A token that was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// The bit at which it begins.
    pub start: u64,
    /// Id of the block that it stands in; none at the top level.
    pub parent: Option<u32>,
    /// The bit at which that block begins.
    pub within: Option<u64>,
    /// What it is.
    pub what: What,
}

/// What a token is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// A block of this id begins.
    Enter(u32),
    /// A record.
    Record(RecordContent),
}

impl Content {
    /// How many values are in it.
    pub fn values(&self) -> usize {
        self.blocks.iter().map(BlockContent::values).sum()
    }
}

impl BlockContent {
    fn values(&self) -> usize {
        let of = |item: &ItemContent| match item {
            ItemContent::Record(record) => record.fields.iter().flatten().count(),
            ItemContent::Block(block) => block.values(),
        };
        self.items.iter().map(of).sum()
    }
}

/// Whether a content holds only what writers of a layout write: values that fields have room for, numbers of enums that have names, literals, and
/// the version.
pub fn is_legal(layout: &Layout, content: &Content) -> bool {
    content.blocks.iter().all(|block| legal_block(layout, block))
}

fn legal_block(layout: &Layout, content: &BlockContent) -> bool {
    let Some(block) = layout.block(content.id) else { return false };
    content.items.iter().all(|item| match item {
        ItemContent::Block(inner) => legal_block(layout, inner),
        ItemContent::Record(record) => block.record(record.code).is_some_and(|of| {
            let fields = of.fields.iter().zip(&record.fields);
            legal_version(layout, block, record)
                && fields
                    .into_iter()
                    .all(|(field, value)| value.as_ref().is_none_or(|value| legal(layout, field, value)))
        }),
    })
}

fn legal_version(layout: &Layout, block: &Block, record: &RecordContent) -> bool {
    let Some(place) = &layout.version else { return true };
    if (place.block, place.record) != (block.id, record.code) {
        return true;
    }
    let is = |at: usize, number: u32| record.fields.get(at) == Some(&Some(Val::Scalar(u64::from(number))));
    is(place.major, place.is.major) && place.minor.is_none_or(|at| is(at, place.is.minor))
}

fn legal(layout: &Layout, field: &Field, value: &Val) -> bool {
    let fits = |number: u64| match (field.op, &field.ty) {
        (Op::Literal(literal), _) => number == literal,
        (_, Type::Enum(name)) => layout.enumeration(name).is_some_and(|of| of.case(number).is_some()),
        (_, ty) => number <= ty.highest() && !(ty.is_signed() && number == 1),
    };
    match value {
        Val::Scalar(number) => fits(*number),
        Val::Array(numbers) => numbers.iter().all(|number| fits(*number)),
        Val::Blob(_) => true,
    }
}

/// Writes a stream of a layout.
///
/// # Errors
///
/// What the writer refuses: a value that its encoding has no room for, or a record that no abbreviation can say.
pub fn write(layout: &Layout, content: &Content) -> Result<Written, WriteError> {
    let mut writer = Writer::new(layout.magic);
    let mut cut = 0;
    let info = block_info(layout);
    if !info.entries().is_empty() {
        let before = writer.position();
        writer.write_block_info(&info)?;
        if layout.reader.abbreviations == Abbreviations::BuiltIn {
            cut = writer.position() - before;
        }
    }
    let mut tokens = Vec::new();
    for block in &content.blocks {
        write_block(layout, &mut writer, block, None, &mut tokens)?;
    }
    let mut bytes = writer.finish()?;
    if cut > 0 {
        // What readers have built in is not in the stream: whole words behind the magic.
        let end = usize::try_from(cut / 8).unwrap_or(usize::MAX).saturating_add(4).min(bytes.len());
        bytes.drain(4..end);
        for token in &mut tokens {
            token.start -= cut;
            token.within = token.within.map(|bit| bit - cut);
        }
    }
    Ok(Written { bytes, tokens })
}

/// The abbreviations of `BLOCKINFO`, as far as their ids follow one another from 4 on.
pub fn block_info(layout: &Layout) -> BlockInfo {
    let mut info = BlockInfo::default();
    for block in &layout.blocks {
        let mut next = 4;
        while let Some(abbreviation) = block.abbreviations.iter().find(|of| of.id == next) {
            info.entry(block.id).define(Abbrev::new(abbreviation.ops.clone()).into());
            next += 1;
        }
    }
    info
}

fn write_block(
    layout: &Layout,
    writer: &mut Writer,
    content: &BlockContent,
    around: Option<(u32, u64)>,
    tokens: &mut Vec<Token>,
) -> Result<(), WriteError> {
    let here = writer.position();
    let (parent, within) = (around.map(|(id, _)| id), around.map(|(_, bit)| bit));
    tokens.push(Token { start: here, parent, within, what: What::Enter(content.id) });
    let around = Some((content.id, here));
    let block = layout.block(content.id);
    writer.enter_block(content.id, block.and_then(|block| block.abbrev_width).unwrap_or(6))?;
    for item in &content.items {
        match item {
            ItemContent::Block(inner) => write_block(layout, writer, inner, around, tokens)?,
            ItemContent::Record(record) => {
                let start = write_record(writer, block, record)?;
                let what = What::Record(record.clone());
                tokens.push(Token { start, parent: Some(content.id), within: Some(here), what });
            }
        }
    }
    writer.leave_block()
}

/// Writes a record, and returns the bit at which it begins.
fn write_record(
    writer: &mut Writer,
    block: Option<&Block>,
    content: &RecordContent,
) -> Result<u64, WriteError> {
    let (mut ops, mut blobs): (Vec<u64>, Vec<&[u8]>) = (Vec::new(), Vec::new());
    for value in content.fields.iter().flatten() {
        match value {
            Val::Scalar(value) => ops.push(*value),
            Val::Array(values) => ops.extend(values),
            Val::Blob(bytes) => blobs.push(bytes),
        }
    }
    let new = NewRecord { code: content.code, ops: &ops, blobs: &blobs };
    for (id, abbreviation) in block.into_iter().flat_map(|block| &block.abbreviations).map(|of| (of.id, of)) {
        if abbreviation.ops.first() == Some(&Op::Literal(u64::from(content.code))) {
            let start = writer.position();
            if writer.record_with(id, new).is_ok() {
                return Ok(start);
            }
        }
    }
    let record = block.and_then(|block| block.record(content.code));
    if let Some(abbrev) = record.and_then(|record| shape(record, content)) {
        let id = match writer.abbrev_id(&abbrev) {
            Some(id) => Ok(id),
            None => writer.define_abbrev(&abbrev),
        };
        let start = writer.position();
        if let Ok(id) = id {
            writer.record_with(id, new)?;
            return Ok(start);
        }
    }
    let start = writer.position();
    writer.record_with(3, new)?;
    Ok(start)
}

/// The abbreviation for a record of this content; none if there cannot be one.
fn shape(record: &Record, content: &RecordContent) -> Option<Abbrev> {
    let mut ops = vec![Op::Literal(u64::from(record.code))];
    let mut blob = false;
    for (index, field) in record.fields.iter().enumerate() {
        if content.fields.get(index).is_none_or(Option::is_none) {
            continue;
        }
        match field.kind {
            Kind::Scalar if ops.contains(&Op::Array) => return None,
            Kind::Scalar => ops.push(field.op),
            Kind::Array if ops.contains(&Op::Array) || matches!(field.op, Op::Literal(_)) => return None,
            Kind::Array => ops.extend([Op::Array, field.op]),
            Kind::Blob => blob = true,
        }
    }
    if blob {
        ops.push(Op::Blob);
    }
    let abbrev = Abbrev::new(ops);
    abbrev.check().is_none().then_some(abbrev)
}

/// What was written, on one line.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a> {
    /// The writer's layout.
    pub layout: &'a Layout,
    /// The content.
    pub content: &'a Content,
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, block) in self.content.blocks.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { ", " })?;
            self.block(f, block)?;
        }
        Ok(())
    }
}

impl Text<'_> {
    fn block(&self, f: &mut fmt::Formatter<'_>, content: &BlockContent) -> fmt::Result {
        let block = self.layout.block(content.id);
        write!(f, "{} {{", block.map_or("?", |block| &block.name))?;
        for (index, item) in content.items.iter().enumerate() {
            f.write_str(if index == 0 { " " } else { ", " })?;
            match item {
                ItemContent::Block(inner) => self.block(f, inner)?,
                ItemContent::Record(record) => {
                    let of = block.and_then(|block| block.record(record.code));
                    write!(f, "{}", RecordText { record: of, content: record })?;
                }
            }
        }
        f.write_str(if content.items.is_empty() { "}" } else { " }" })
    }
}

struct RecordText<'a> {
    record: Option<&'a Record>,
    content: &'a RecordContent,
}

impl fmt::Display for RecordText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [", self.record.map_or("?", |record| &record.name))?;
        let mut first = true;
        for (index, value) in self.content.fields.iter().enumerate() {
            let Some(value) = value else { continue };
            f.write_str(if first { "" } else { ", " })?;
            first = false;
            let field = self.record.and_then(|record| record.fields.get(index));
            write!(f, "{}: {value}", field.map_or("?", |field| &field.name))?;
        }
        f.write_str("]")
    }
}

impl fmt::Display for Val {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Val::Scalar(value) => write!(f, "{value}"),
            Val::Array(values) => write!(f, "{values:?}"),
            Val::Blob(bytes) => write!(f, "blob \"{}\"", bytes.escape_ascii()),
        }
    }
}
