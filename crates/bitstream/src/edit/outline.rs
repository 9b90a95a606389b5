//! [`Plan`]: where the edits are, and which blocks have to be walked for them.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::cursor::{Block, Cursor, Item};
use crate::edit::{Change, Edit, EditError, NewToken};
use crate::stream::Stream;

/// What happens at one token.
#[derive(Debug, Default)]
pub(super) struct At<'e> {
    /// Tokens before it.
    pub(super) before: Vec<&'e [NewToken]>,
    /// If it goes: what takes its place.
    pub(super) instead: Option<&'e [NewToken]>,
}

/// The edits by token, and what they concern.
#[derive(Debug, Default)]
pub(super) struct Plan<'e> {
    pub(super) at: BTreeMap<u64, At<'e>>,
    /// Blocks that are not taken over whole, by the bit at which they begin.
    pub(super) walked: HashSet<u64>,
    /// All blocks, in the order in which they begin.
    pub(super) blocks: Vec<Block>,
    /// Tokens that go: from, to.
    pub(super) gone: Vec<(u64, u64)>,
}

impl<'e> Plan<'e> {
    /// Walks the whole stream once.
    pub(super) fn new(stream: Stream<'_>, edits: &'e [Edit]) -> Result<Plan<'e>, EditError> {
        let mut plan = Plan { at: collect(edits)?, ..Plan::default() };
        let mut missing: BTreeSet<u64> = plan.at.keys().copied().collect();
        let mut cursor = Cursor::new(stream)?;
        let mut path = Vec::<u64>::new();
        loop {
            let at = cursor.position();
            let item = cursor.next()?;
            let edited = missing.remove(&at);
            let goes = edited && plan.at.get(&at).is_some_and(|here| here.instead.is_some());
            if edited {
                plan.walked.extend(&path);
            }
            match item {
                None if goes => return Err(EditError::NoToken(at)),
                Some(Item::Leave(..) | Item::Define(..)) if goes => return Err(EditError::Fixed(at)),
                None => break,
                Some(Item::Enter(block)) => {
                    plan.blocks.push(block);
                    path.push(block.start);
                    if block.id == 0 {
                        // What it says holds for blocks behind it: the walk over the edited stream has to see it.
                        plan.walked.extend(&path);
                    }
                    if goes {
                        plan.gone.push((at, block.claimed_end()));
                    }
                }
                Some(Item::Leave(block, _)) => {
                    path.pop();
                    let end = cursor.position();
                    if end != block.claimed_end() {
                        return Err(EditError::LengthWord(block.start, block.claimed_end(), end));
                    }
                }
                Some(Item::Record(record)) if goes => plan.gone.push((at, record.end)),
                Some(_) => {}
            }
        }
        if let Some(bit) = missing.first() {
            return Err(EditError::NoToken(*bit));
        }
        plan.check()
    }

    /// That no edit is inside of a token that goes, and no `BLOCKINFO` goes, on which later tokens depend.
    fn check(self) -> Result<Plan<'e>, EditError> {
        for (from, to) in &self.gone {
            if let Some((inside, _)) = self.at.range(from + 1..*to).next() {
                return Err(EditError::Twice(*inside));
            }
            let (_, behind) = self.blocks.split_at(self.blocks.partition_point(|block| block.start < *from));
            let inside = behind.iter().take_while(|block| block.start < *to);
            if let Some(info) = inside.into_iter().find(|block| block.id == 0) {
                return Err(EditError::Fixed(info.start));
            }
        }
        Ok(self)
    }

    /// The block that begins at a bit.
    pub(super) fn block_at(&self, bit: u64) -> Option<&Block> {
        let index = self.blocks.binary_search_by_key(&bit, |block| block.start).ok()?;
        self.blocks.get(index)
    }

    /// Whether the token at a bit goes.
    pub(super) fn goes(&self, bit: u64) -> bool {
        let index = self.gone.partition_point(|(from, _)| *from <= bit);
        index.checked_sub(1).and_then(|index| self.gone.get(index)).is_some_and(|(_, to)| bit < *to)
    }
}

/// The edits by token.
fn collect(edits: &[Edit]) -> Result<BTreeMap<u64, At<'_>>, EditError> {
    let mut all = BTreeMap::<u64, At<'_>>::new();
    for edit in edits {
        let here = all.entry(edit.at).or_default();
        let instead = match &edit.change {
            Change::Insert(tokens) => {
                here.before.push(tokens);
                continue;
            }
            Change::Replace(tokens) => tokens.as_slice(),
            Change::Delete => &[],
        };
        if here.instead.replace(instead).is_some() {
            return Err(EditError::Twice(edit.at));
        }
    }
    Ok(all)
}
