//! [`BlockReader`]: the records of a block, with what is not known skipped, refused or kept.

use std::marker::PhantomData;

use crate::abbrev::Abbrev;
use crate::cursor::{Block, Cursor, Item};
use crate::layout::error::{LayoutError, Problem};
use crate::layout::{BlockLayout, RecordShape};
use crate::record::Record;
use crate::write::{NewRecord, WriteError, Writer};

/// What is done with something that no layout describes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Unknown {
    /// It is passed over.
    #[default]
    Skip,
    /// It is an error.
    Refuse,
    /// It is given out as [`Kept`], to be written back.
    Keep,
}

/// What a reader does with what it does not know, and how much it takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Policy {
    /// Records.
    pub records: Unknown,
    /// Blocks.
    pub blocks: Unknown,
    /// Tokens of one unknown block that are kept at most.
    pub most_kept: usize,
}

impl Default for Policy {
    fn default() -> Policy {
        Policy { records: Unknown::Skip, blocks: Unknown::Skip, most_kept: 1 << 20 }
    }
}

impl Policy {
    /// One for records and blocks.
    pub fn all(unknown: Unknown) -> Policy {
        Policy { records: unknown, blocks: unknown, ..Policy::default() }
    }
}

/// A token that is kept as it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kept {
    /// A block begins: id and width of abbreviation ids.
    Enter(u32, u32),
    /// A block ends.
    Leave,
    /// A record, with its abbreviation.
    Record(Option<Abbrev>, u32, Vec<u64>, Option<Vec<u8>>),
}

impl Kept {
    fn record(record: &Record<'_, '_>) -> Kept {
        let blob = record.blob.map(<[u8]>::to_vec);
        Kept::Record(record.abbrev.cloned(), record.code, record.ops.to_vec(), blob)
    }

    /// Writes it. An abbreviation that is not defined where it is written is defined.
    ///
    /// # Errors
    ///
    /// As [`Writer`]'s functions.
    pub fn write(&self, writer: &mut Writer) -> Result<(), WriteError> {
        match self {
            Kept::Enter(id, width) => writer.enter_block(*id, *width),
            Kept::Leave => writer.leave_block(),
            Kept::Record(abbrev, code, ops, blob) => {
                let id = match abbrev {
                    None => 3,
                    Some(abbrev) => match writer.abbrev_id(abbrev) {
                        Some(id) => id,
                        None => writer.define_abbrev(abbrev)?,
                    },
                };
                let blobs: Vec<&[u8]> = blob.iter().map(Vec::as_slice).collect();
                writer.record_with(id, NewRecord { code: *code, ops, blobs: &blobs })
            }
        }
    }
}

/// What a [`BlockReader`] found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found<B> {
    /// A record that is known.
    Record(B),
    /// A block that is known to be in this one. Read it with another reader, or go on: it is skipped then.
    Block(Block),
    /// Unknown tokens to be kept: a record, or a block from its beginning to its end.
    Kept(Vec<Kept>),
}

/// Reads the innermost open block of a cursor. Blocks in it are for other readers, on the same cursor, so that nothing
/// recurses: a caller has as many readers as there are open blocks.
#[derive(Clone, Debug)]
pub struct BlockReader<B> {
    policy: Policy,
    depth: usize,
    /// The record before, and whether it has or belongs to one that others follow.
    last: Option<u32>,
    chain: Option<u32>,
    layout: PhantomData<fn() -> B>,
}

impl<B: BlockLayout> BlockReader<B> {
    /// A reader of the block that the cursor has entered last.
    ///
    /// # Errors
    ///
    /// [`LayoutError::OtherBlock`] if that is another one.
    pub fn new(cursor: &Cursor<'_>, policy: Policy) -> Result<BlockReader<B>, LayoutError> {
        let found = cursor.block().map_or(u32::MAX, |block| block.id);
        if found != B::ID {
            return Err(LayoutError::OtherBlock(B::ID, found));
        }
        Ok(BlockReader { policy, depth: cursor.depth(), last: None, chain: None, layout: PhantomData })
    }

    /// The next record, or block that is known; none at the end of the block, which is left.
    ///
    /// # Errors
    ///
    /// [`LayoutError`]; after an error the block can be left by skipping it.
    pub fn next(&mut self, cursor: &mut Cursor<'_>) -> Result<Option<Found<B>>, LayoutError> {
        while cursor.depth() > self.depth {
            cursor.skip_block()?;
        }
        if cursor.depth() < self.depth {
            return Ok(None);
        }
        loop {
            match cursor.next()? {
                None | Some(Item::Leave(..)) => return Ok(None),
                Some(Item::Define(..)) => {}
                Some(Item::Enter(block)) => {
                    (self.last, self.chain) = (None, None);
                    if let Some(found) = self.block(cursor, block)? {
                        return Ok(Some(found));
                    }
                }
                Some(Item::Record(record)) => {
                    if let Some(found) = self.record(&record)? {
                        return self.with_second(cursor, found).map(Some);
                    }
                }
            }
        }
    }

    fn record(&mut self, record: &Record<'_, '_>) -> Result<Option<Found<B>>, LayoutError> {
        let found = match (B::read(record)?, self.policy.records) {
            (Some(known), _) => {
                self.in_place(known.record_shape(), record.start)?;
                return Ok(Some(Found::Record(known)));
            }
            (None, Unknown::Skip) => None,
            (None, Unknown::Refuse) => return Err(LayoutError::UnknownRecord(record.code, record.start)),
            (None, Unknown::Keep) => Some(Found::Kept(vec![Kept::record(record)])),
        };
        (self.last, self.chain) = (Some(record.code), None);
        Ok(found)
    }

    /// A record that follows another has to come right after it, or after others that do.
    fn in_place(&mut self, shape: &'static RecordShape, bit: u64) -> Result<(), LayoutError> {
        let before = self.last.replace(shape.code);
        let chain = self.chain.take();
        let Some(after) = shape.follows else {
            self.chain = Some(shape.code);
            return Ok(());
        };
        if chain != Some(after) {
            let problem = Problem::Displaced(after, before);
            return Err(LayoutError::Record { record: shape.name, bit: Some(bit), problem });
        }
        self.chain = chain;
        Ok(())
    }

    /// Takes in the second record of a record, if it is the next token.
    fn with_second(&mut self, cursor: &mut Cursor<'_>, mut found: Found<B>) -> Result<Found<B>, LayoutError> {
        let Found::Record(first) = &mut found else { return Ok(found) };
        if first.record_shape().second.is_none() {
            return Ok(found);
        }
        let here = cursor.position();
        let record_next = matches!(cursor.id()?, Some((_, 3..)));
        cursor.jump(here)?;
        if !record_next {
            return Ok(found);
        }
        let taken = match cursor.next()? {
            Some(Item::Record(record)) => first.attach(&record)?,
            _ => false,
        };
        if !taken {
            cursor.jump(here)?;
        }
        Ok(found)
    }

    fn block(&self, cursor: &mut Cursor<'_>, block: Block) -> Result<Option<Found<B>>, LayoutError> {
        if B::SHAPE.blocks.contains(&block.id) {
            return Ok(Some(Found::Block(block)));
        }
        match self.policy.blocks {
            Unknown::Skip => cursor.skip_block().map(|_| None).map_err(LayoutError::Fault),
            Unknown::Refuse => Err(LayoutError::UnknownBlock(block.id, block.start)),
            Unknown::Keep => keep(cursor, block, self.policy.most_kept).map(|kept| Some(Found::Kept(kept))),
        }
    }
}

/// All tokens of a block that was entered just now.
fn keep(cursor: &mut Cursor<'_>, block: Block, most: usize) -> Result<Vec<Kept>, LayoutError> {
    let mut kept = vec![Kept::Enter(block.id, block.abbrev_width)];
    let depth = cursor.depth();
    while cursor.depth() >= depth {
        match cursor.next()? {
            None => break,
            Some(Item::Enter(inner)) => kept.push(Kept::Enter(inner.id, inner.abbrev_width)),
            Some(Item::Leave(..)) => kept.push(Kept::Leave),
            Some(Item::Record(record)) => kept.push(Kept::record(&record)),
            Some(Item::Define(..)) => {}
        }
        if kept.len() > most {
            return Err(LayoutError::Kept(most));
        }
    }
    Ok(kept)
}

/// Goes to the next block of an id, at the level where the cursor is, passing over other blocks, and enters it: whether there
/// is one.
///
/// # Errors
///
/// What the cursor refuses.
pub fn enter(cursor: &mut Cursor<'_>, id: u32) -> Result<bool, LayoutError> {
    while let Some(item) = cursor.next()? {
        match item {
            Item::Enter(block) if block.id == id => return Ok(true),
            Item::Enter(_) => {
                cursor.skip_block()?;
            }
            Item::Leave(..) => return Ok(false),
            Item::Define(..) | Item::Record(_) => {}
        }
    }
    Ok(false)
}

/// All known records of the block that the cursor has entered last.
///
/// # Errors
///
/// [`LayoutError`].
pub fn read_block<B: BlockLayout>(cursor: &mut Cursor<'_>, policy: Policy) -> Result<Vec<B>, LayoutError> {
    let mut reader = BlockReader::<B>::new(cursor, policy)?;
    let mut records = Vec::new();
    while let Some(found) = reader.next(cursor)? {
        if let Found::Record(record) = found {
            records.push(record);
        }
    }
    Ok(records)
}
