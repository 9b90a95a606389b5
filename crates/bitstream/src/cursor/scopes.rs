//! [`Scopes`]: the blocks that are open, and the abbreviations in force in them.

use std::sync::Arc;

use crate::abbrev::Abbrev;
use crate::block_info::{AbbrevList, MAX_ABBREVS};
use crate::fault::FaultKind;

/// Blocks in each other at most.
pub const MAX_DEPTH: usize = 16_384;

/// Ids of open blocks that a fault names at most, from either end.
const PATH_ENDS: usize = 32;

/// Width of abbreviation ids at the top level.
const TOP_WIDTH: u32 = 2;

/// A block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    /// Its id: 0 is `BLOCKINFO`, 8 and above belong to the application.
    pub id: u32,
    /// Width of the abbreviation ids in it, in bits.
    pub abbrev_width: u32,
    /// What its length word says: 32-bit words after that word, up to and with `END_BLOCK`. Nobody checks it.
    pub words: u32,
    /// The bit of its `ENTER_SUBBLOCK`.
    pub start: u64,
    /// The bit after its id: up to there it counts for the block around it in LLVM's statistics.
    pub after_id: u64,
    /// The first bit after its length word.
    pub body: u64,
}

impl Block {
    /// The bit after the block, if its length word is right.
    pub fn claimed_end(&self) -> u64 {
        self.body + u64::from(self.words) * 32
    }
}

/// An open block.
#[derive(Clone, Debug)]
struct Scope {
    block: Block,
    /// Abbreviations that `BLOCKINFO` has for it, the first of which has the id 4.
    inherited: AbbrevList,
    /// Those that it defines, which follow.
    own: Vec<Arc<Abbrev>>,
}

/// The open blocks, outermost first.
#[derive(Clone, Debug)]
pub(super) struct Scopes {
    open: Vec<Scope>,
    /// Width of abbreviation ids in the innermost.
    width: u32,
    /// Abbreviations that the open blocks define.
    live_abbrevs: usize,
}

impl Scopes {
    pub(super) fn new() -> Scopes {
        Scopes { open: Vec::new(), width: TOP_WIDTH, live_abbrevs: 0 }
    }

    /// How many blocks are open.
    #[inline(always)]
    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    /// The innermost block.
    #[inline(always)]
    pub(super) fn block(&self) -> Option<&Block> {
        self.open.last().map(|scope| &scope.block)
    }

    /// Width of the next abbreviation id, in bits.
    #[inline(always)]
    pub(super) fn width(&self) -> u32 {
        self.width
    }

    /// Ids of the blocks.
    pub(super) fn path(&self) -> impl Iterator<Item = u32> + '_ {
        self.open.iter().map(|scope| scope.block.id)
    }

    /// Ids of the blocks; of very many the outermost and the innermost.
    pub(super) fn ends(&self) -> impl Iterator<Item = u32> + '_ {
        let (outer, inner) = self.open.split_at(self.open.len().min(PATH_ENDS));
        let inner = inner.get(inner.len().saturating_sub(PATH_ENDS)..).unwrap_or_default();
        outer.iter().chain(inner).map(|scope| scope.block.id)
    }

    /// Opens a block.
    pub(super) fn push(&mut self, block: Block, inherited: AbbrevList) {
        self.open.push(Scope { block, inherited, own: Vec::new() });
        self.width = block.abbrev_width;
    }

    /// Closes the innermost block.
    pub(super) fn pop(&mut self) -> Option<Block> {
        let scope = self.open.pop()?;
        self.live_abbrevs = self.live_abbrevs.saturating_sub(scope.own.len());
        self.width = self.open.last().map_or(TOP_WIDTH, |outer| outer.block.abbrev_width);
        Some(scope.block)
    }

    /// What the innermost block has from `BLOCKINFO`; nothing at the top level.
    pub(super) fn inherited(&self) -> &[Arc<Abbrev>] {
        self.open.last().map_or(&[], |scope| &scope.inherited)
    }

    /// Gives the innermost block other abbreviations from `BLOCKINFO`.
    pub(super) fn inherit(&mut self, abbrevs: AbbrevList) {
        if let Some(scope) = self.open.last_mut() {
            scope.inherited = abbrevs;
        }
    }

    /// Defines an abbreviation in the innermost block.
    pub(super) fn define(&mut self, abbrev: Abbrev) -> Result<(), FaultKind> {
        self.live_abbrevs += 1;
        if self.live_abbrevs > MAX_ABBREVS {
            return Err(FaultKind::Limit("abbreviations", MAX_ABBREVS as u64));
        }
        if let Some(scope) = self.open.last_mut() {
            scope.own.push(Arc::new(abbrev));
        }
        Ok(())
    }

    /// The last abbreviation that the innermost block defines.
    pub(super) fn last_defined(&self) -> Option<&Abbrev> {
        self.open.last()?.own.last().map(|abbrev| &**abbrev)
    }

    /// The abbreviation of an id of 3 or more: none for 3.
    #[inline(always)]
    pub(super) fn find(&self, id: u32) -> Result<Option<&Abbrev>, FaultKind> {
        if id == 3 {
            return Ok(None);
        }
        let index = usize::try_from(id).unwrap_or(usize::MAX).wrapping_sub(4);
        let found = self.open.last().and_then(|scope| match scope.inherited.get(index) {
            Some(abbrev) => Some(abbrev),
            None => scope.own.get(index.wrapping_sub(scope.inherited.len())),
        });
        found.map(|abbrev| Some(&**abbrev)).ok_or(FaultKind::UnknownAbbrev(id))
    }
}
