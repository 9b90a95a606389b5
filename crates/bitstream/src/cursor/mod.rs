//! [`Cursor`]: the tokens of a stream, one after the other.
//!
//! The top level has abbreviation ids of two bits and holds blocks only. Ids 0 to 3 are `END_BLOCK`, `ENTER_SUBBLOCK`,
//! `DEFINE_ABBREV` and `UNABBREV_RECORD`; 4 and above are abbreviations: those that `BLOCKINFO` has for the block's id at
//! the time it is entered, then the block's own.

mod scopes;

use std::sync::Arc;

use outlast_core::{Budget, to_index};

use crate::abbrev::Abbrev;
use crate::bits::{Bits, NoWatch, Watch};
use crate::block_info::{self, BlockInfo};
use crate::fault::{Fault, FaultKind};
use crate::record::{self, Record};
use crate::stream::Stream;

use scopes::Scopes;
pub use scopes::{Block, MAX_DEPTH};

/// A token.
#[derive(Debug)]
pub enum Item<'c, 'a> {
    /// A block begins. [`Cursor::skip_block`] passes over it.
    Enter(Block),
    /// The innermost block ends: the block, and the bit of its `END_BLOCK`.
    Leave(Block, u64),
    /// An abbreviation is defined, from this bit on.
    Define(&'c Abbrev, u64),
    /// A record.
    Record(Record<'c, 'a>),
}

/// What [`Cursor::next_opened`] finds.
#[derive(Debug)]
pub(crate) enum Next<'c, 'a> {
    Item(Item<'c, 'a>),
    /// A block that was passed over.
    Passed(Block),
    End,
}

/// Reads the tokens of a stream. Positions are bits from the first byte of the stream (its magic).
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    bits: Bits<'a>,
    base: u64,
    info: Arc<BlockInfo>,
    scopes: Scopes,
    ops: Vec<u64>,
    info_budget: Budget,
    free_budget: Budget,
    /// Blocks that may be open at once.
    deepest: usize,
}

/// Operands without bits that the records of a stream may have: an abbreviation of thousands of literals makes a record of
/// two bits cost as many. Genuine streams have far less than one to a bit.
fn free_budget(bits: &Bits<'_>) -> Budget {
    Budget::new(bits.end().saturating_mul(2).saturating_add(1 << 22))
}

impl<'a> Cursor<'a> {
    /// A cursor at the first bit after the magic.
    pub fn new(stream: Stream<'a>) -> Result<Cursor<'a>, Fault> {
        let mut bits = Bits::new(stream.bytes());
        for width in [8, 8, 16] {
            bits.fixed(width).map_err(|fault| fault.based(stream.base()))?;
        }
        Ok(Cursor {
            info_budget: Budget::new(bits.end().saturating_mul(8).saturating_add(1 << 20)),
            free_budget: free_budget(&bits),
            bits,
            base: stream.base(),
            info: Arc::default(),
            scopes: Scopes::new(),
            ops: Vec::new(),
            deepest: MAX_DEPTH,
        })
    }

    /// A cursor that starts with this block info in force.
    #[must_use]
    pub fn with_block_info(mut self, info: BlockInfo) -> Cursor<'a> {
        self.info = Arc::new(info);
        self
    }

    /// A cursor for which more than so many blocks in each other are a fault; no more than [`MAX_DEPTH`].
    #[must_use]
    pub fn with_deepest(mut self, deepest: usize) -> Cursor<'a> {
        self.deepest = deepest.min(MAX_DEPTH);
        self
    }

    /// A cursor for which more operands without bits than this, in all, are a fault; no more than the stream justifies.
    #[must_use]
    pub fn with_most_free(mut self, operands: u64) -> Cursor<'a> {
        self.free_budget = Budget::new(self.free_budget.left().min(operands));
        self
    }

    /// The block info in force.
    pub fn block_info(&self) -> &BlockInfo {
        &self.info
    }

    /// A cursor with this block info in force.
    pub(crate) fn with_shared_block_info(mut self, info: Arc<BlockInfo>) -> Cursor<'a> {
        self.info = info;
        self
    }

    /// The block info in force, to be kept beside a record.
    pub(crate) fn block_info_shared(&self) -> Arc<BlockInfo> {
        self.info.clone()
    }

    /// The bit of the next token.
    pub fn position(&self) -> u64 {
        self.bits.pos()
    }

    /// The bytes of the stream.
    pub fn bytes(&self) -> &'a [u8] {
        self.bits.bytes()
    }

    /// Bits of the stream.
    pub fn end(&self) -> u64 {
        self.bits.end()
    }

    /// Where the stream starts in its file, in bytes.
    pub fn base(&self) -> u64 {
        self.base
    }

    /// How many blocks are open.
    pub fn depth(&self) -> usize {
        self.scopes.depth()
    }

    /// The innermost open block.
    pub fn block(&self) -> Option<&Block> {
        self.scopes.block()
    }

    /// Ids of the open blocks, outermost first.
    pub fn path(&self) -> impl Iterator<Item = u32> + '_ {
        self.scopes.path()
    }

    /// Goes to a bit, in the block that is open: the abbreviations in force stay. Returns the bit it came from.
    ///
    /// # Errors
    ///
    /// [`FaultKind::SkipTooFar`] for a bit past the end of the stream.
    pub fn jump(&mut self, bit: u64) -> Result<u64, Fault> {
        let from = self.bits.pos();
        if bit > self.bits.end() {
            return Err(self.place(Fault::new(FaultKind::SkipTooFar(bit, from), from)));
        }
        self.bits.set_pos(bit);
        self.free_budget = free_budget(&self.bits);
        Ok(from)
    }

    /// Passes over the rest of the innermost open block, by its length word, and closes it.
    ///
    /// # Errors
    ///
    /// [`FaultKind::SkipTooFar`] if the length word points past the end of the stream.
    pub fn skip_block(&mut self) -> Result<Option<Block>, Fault> {
        let Some(block) = self.block().copied() else { return Ok(None) };
        let from = self.bits.pos();
        if block.claimed_end() > self.bits.end() {
            return Err(self.place(Fault::new(FaultKind::SkipTooFar(block.claimed_end(), block.body), from)));
        }
        self.bits.set_pos(block.claimed_end());
        self.scopes.pop();
        Ok(Some(block))
    }

    /// After a fault: closes blocks up to one whose length word points behind the position, and goes there. That block, or
    /// none if there is none.
    pub fn resync(&mut self) -> Option<Block> {
        let from = self.bits.pos();
        while let Some(block) = self.scopes.pop() {
            if block.claimed_end() > from && block.claimed_end() <= self.bits.end() {
                self.bits.set_pos(block.claimed_end());
                return Some(block);
            }
        }
        None
    }

    /// After the id of a block at the top level: passes over the block without opening it.
    pub(crate) fn skip_unentered(&mut self, start: u64) -> Result<(), Fault> {
        block_info::skip_block(&mut self.bits, start).map_err(|fault| self.place(fault))
    }

    /// The next token; none at the end of the stream.
    ///
    /// # Errors
    ///
    /// What LLVM refuses, with its words: see [`FaultKind`].
    #[inline]
    #[expect(
        clippy::should_implement_trait,
        reason = "a token borrows from the cursor, which no iterator allows"
    )]
    pub fn next(&mut self) -> Result<Option<Item<'_, 'a>>, Fault> {
        self.next_watched(&mut NoWatch)
    }

    /// As [`Cursor::next`], with a watcher for what the token does not say.
    ///
    /// # Errors
    ///
    /// As [`Cursor::next`].
    #[inline]
    pub fn next_watched(&mut self, watch: &mut impl Watch) -> Result<Option<Item<'_, 'a>>, Fault> {
        let Some((start, id)) = self.id()? else { return Ok(None) };
        match id {
            0 => {
                let block = self.leave(watch);
                Ok(block.map(|block| Item::Leave(block, start)))
            }
            1 => {
                let id = self.block_id(watch)?;
                self.enter(start, id, watch).map(|block| Some(Item::Enter(block)))
            }
            2 => {
                self.define(watch)?;
                let abbrev = self.scopes.last_defined();
                Ok(abbrev.map(|abbrev| Item::Define(abbrev, start)))
            }
            _ => self.record(start, id, watch).map(|record| Some(Item::Record(record))),
        }
    }

    /// As [`Cursor::next`], but passes over blocks that readers do not open, by their length words: nothing else of these has to be right. `passes`
    /// gets the ids of the block around and of the block; the block that is passed over is returned beside no token.
    pub(crate) fn next_opened(
        &mut self,
        passes: impl FnOnce(Option<u32>, u32) -> bool,
    ) -> Result<Next<'_, 'a>, Fault> {
        let Some((start, id)) = self.id()? else { return Ok(Next::End) };
        let watch = &mut NoWatch;
        Ok(match id {
            0 => self.leave(watch).map_or(Next::End, |block| Next::Item(Item::Leave(block, start))),
            1 => {
                let id = self.block_id(watch)?;
                if passes(self.block().map(|block| block.id), id) {
                    let after_id = self.bits.pos();
                    self.skip_unentered(start)?;
                    Next::Passed(Block { id, abbrev_width: 0, words: 0, start, after_id, body: after_id })
                } else {
                    Next::Item(Item::Enter(self.enter(start, id, watch)?))
                }
            }
            2 => {
                self.define(watch)?;
                self.scopes.last_defined().map_or(Next::End, |abbrev| Next::Item(Item::Define(abbrev, start)))
            }
            _ => Next::Item(Item::Record(self.record(start, id, watch)?)),
        })
    }

    /// The next abbreviation id and its bit; none at the end of the top level.
    #[inline(always)]
    pub(crate) fn id(&mut self) -> Result<Option<(u64, u32)>, Fault> {
        let start = self.bits.pos();
        if self.bits.at_end() {
            if self.scopes.depth() == 0 {
                return Ok(None);
            }
            return Err(self.place(Fault::new(FaultKind::Premature, start)));
        }
        let id = match self.bits.fixed32(self.scopes.width()) {
            Ok(id) => id,
            Err(fault) => return Err(self.place(fault)),
        };
        if id != 1 && self.scopes.depth() == 0 {
            return Err(self.place(Fault::new(FaultKind::TopLevel(id), start)));
        }
        Ok(Some((start, id)))
    }

    /// After the id 1: the id of the block that begins.
    pub(crate) fn block_id(&mut self, watch: &mut impl Watch) -> Result<u32, Fault> {
        self.bits.vbr32(8, watch).map_err(|fault| self.place(fault))
    }

    /// After its id: reads the header of a block and opens it. A `BLOCKINFO` block takes force.
    pub(crate) fn enter(&mut self, start: u64, id: u32, watch: &mut impl Watch) -> Result<Block, Fault> {
        let block = self.header(start, id, watch).map_err(|fault| self.place(fault))?;
        if self.scopes.depth() >= self.deepest {
            let deepest = u64::try_from(self.deepest).unwrap_or(u64::MAX);
            let limit = FaultKind::Limit("blocks in each other", deepest);
            return Err(self.place(Fault::new(limit, start)));
        }
        let inherited = self.info.get(block.id).map(|entry| entry.abbrevs.clone()).unwrap_or_default();
        self.scopes.push(block, inherited);
        if block.id == 0 {
            self.read_info(&block)?;
        }
        Ok(block)
    }

    /// A `BLOCKINFO` block was opened: what it says takes force. If it cannot be read, it stays open: [`Cursor::resync`]
    /// passes over it.
    fn read_info(&mut self, block: &Block) -> Result<(), Fault> {
        let mut ahead = self.bits;
        let known = self.scopes.inherited();
        let info = block_info::read(&mut ahead, block.abbrev_width, known, &mut self.info_budget);
        match info {
            Ok(info) => self.info = Arc::new(info),
            Err(fault) => return Err(self.place(fault)),
        }
        let own = self.info.get(0).map(|entry| entry.abbrevs.clone());
        self.scopes.inherit(own.unwrap_or_default());
        Ok(())
    }

    /// `[newabbrevlen vbr4, align32, words 32]`.
    fn header(&mut self, start: u64, id: u32, watch: &mut impl Watch) -> Result<Block, Fault> {
        let bits = &mut self.bits;
        let after_id = bits.pos();
        let abbrev_width = bits.vbr32(4, watch)?;
        if abbrev_width > 32 {
            return Err(Fault::new(FaultKind::IdWidth(abbrev_width), start));
        }
        bits.align(watch);
        let words = bits.fixed32(32)?;
        if abbrev_width == 0 {
            return Err(Fault::new(FaultKind::IdWidthZero, start));
        }
        if bits.at_end() {
            return Err(Fault::new(FaultKind::BlockAtEnd, start));
        }
        Ok(Block { id, abbrev_width, words, start, after_id, body: bits.pos() })
    }

    /// After the id 0: closes the innermost block.
    pub(crate) fn leave(&mut self, watch: &mut impl Watch) -> Option<Block> {
        self.bits.align(watch);
        self.scopes.pop()
    }

    /// After the id 2: an abbreviation of the innermost block.
    pub(crate) fn define(&mut self, watch: &mut impl Watch) -> Result<(), Fault> {
        let abbrev = Abbrev::read(&mut self.bits, watch).map_err(|fault| self.place(fault))?;
        let defined = self.scopes.define(abbrev);
        defined.map_err(|kind| self.place(Fault::new(kind, self.bits.pos())))
    }

    /// After an id of 3 or more: a record.
    pub(crate) fn record(
        &mut self,
        start: u64,
        abbrev_id: u32,
        watch: &mut impl Watch,
    ) -> Result<Record<'_, 'a>, Fault> {
        self.ops.clear();
        let abbrev = match self.scopes.find(abbrev_id) {
            Ok(abbrev) => abbrev,
            Err(kind) => return Err(self.place(Fault::new(kind, start))),
        };
        let read = match abbrev {
            None => record::unabbreviated(&mut self.bits, &mut self.ops, watch).map(|code| (code, None)),
            Some(abbrev) => match spend(&mut self.free_budget, abbrev, start) {
                Ok(()) => record::abbreviated(&mut self.bits, abbrev, &mut self.ops, watch),
                Err(fault) => Err(fault),
            },
        };
        match read {
            Ok((code, blob)) => {
                Ok(Record { code, ops: &self.ops, blob, abbrev_id, abbrev, start, end: self.bits.pos() })
            }
            Err(fault) => Err(fault.within(self.scopes.ends()).based(self.base)),
        }
    }

    /// After an id of 3 or more: passes over a record, and returns its code.
    #[inline]
    pub(crate) fn skip_record(&mut self, start: u64, abbrev_id: u32) -> Result<u32, Fault> {
        let abbrev = match self.scopes.find(abbrev_id) {
            Ok(abbrev) => abbrev,
            Err(kind) => return Err(self.place(Fault::new(kind, start))),
        };
        let read = match abbrev {
            None => record::skip_unabbreviated(&mut self.bits),
            Some(abbrev) => match spend(&mut self.free_budget, abbrev, start) {
                Ok(()) => record::skip_abbreviated(&mut self.bits, abbrev),
                Err(fault) => Err(fault),
            },
        };
        read.map_err(|fault| self.place(fault))
    }

    /// Says where in the file a fault is that has a bit of the stream.
    #[cold]
    pub(crate) fn place(&self, fault: Fault) -> Fault {
        fault.within(self.scopes.ends()).based(self.base)
    }
}

/// Takes the operands of a record that have no bits off what is left of them.
#[inline(always)]
fn spend(budget: &mut Budget, abbrev: &Abbrev, start: u64) -> Result<(), Fault> {
    let what = "operands without bits in all, for a stream of this length";
    match budget.spend(to_index(abbrev.free())) {
        true => Ok(()),
        false => Err(Fault::new(FaultKind::Limit(what, budget.limit()), start)),
    }
}
