//! [`Fixes`]: what in LLVM IR depends on where things are.
//!
//! * `MODULE` record `VSTOFFSET` `[word]`, and `FNENTRY` `[value, word, …]` of the module's symbol table: words from one
//!   word before the module's `IDENTIFICATION` block (or before the module, if it has none) to the word at which a symbol
//!   table or the body of a function begins.
//! * `METADATA` record `INDEX_OFFSET` `[low 32 bits, high 32 bits]`: bits from its end to the record `INDEX`, which has the
//!   distances from there and from each other of the records it lists.
//! * `MODULE` record `HASH`: SHA-1 of the module's names and of its words up to the record. If the file's own hash can
//!   be computed, so is the new one; if not, the record goes, as it does not hold any more.

use std::collections::BTreeMap;
use std::ops::Range;

use sha1::{Digest, Sha1};

use crate::cursor::{Block, Cursor, Item};
use crate::edit::outline::Plan;
use crate::edit::written::Written;
use crate::edit::{EditError, Read};
use crate::module_hash;
use crate::record::Record;
use crate::stream::{Stream, StreamKind};

const MODULE: u32 = 8;
const FUNCTION: u32 = 12;
const IDENTIFICATION: u32 = 13;
const SYMBOLS: u32 = 14;
const METADATA: u32 = 15;
const STRTAB: u32 = 23;

/// What the operands of a record say.
#[derive(Debug)]
enum Holds {
    /// Operand `index` is the word at which a block begins, from a bit.
    Word { index: usize, base: u64, block: u64 },
    /// Bits from the end of this record to another.
    Distance { to: u64 },
    /// Bits from the end of a record to the first of these, and from each to the next.
    Index { from: u64, targets: Vec<u64> },
    /// A hash of names, and of a module's words from a bit on; without the names it cannot be computed.
    Hash { module: u64, from: u64, names: Option<Vec<u8>> },
}

#[derive(Debug)]
struct Fix {
    holds: Holds,
    /// Operands as they are to be; none if the record goes.
    ops: Option<Vec<u64>>,
}

/// Records that hold positions, by the bit at which they begin.
#[derive(Debug, Default)]
pub(super) struct Fixes<'a> {
    all: BTreeMap<u64, Fix>,
    original: &'a [u8],
}

impl<'a> Fixes<'a> {
    /// Finds them; none in other kinds of streams. Blocks that hold them are added to those that are walked.
    pub(super) fn new(stream: Stream<'a>, plan: &mut Plan<'_>) -> Result<Fixes<'a>, EditError> {
        if stream.kind() != StreamKind::Ir {
            return Ok(Fixes::default());
        }
        let mut finder = Finder { plan, fixes: Fixes::default(), base: None, hashes: Vec::new() };
        finder.fixes.original = stream.bytes();
        finder.walk(stream)?;
        let mut fixes = finder.fixes;
        fixes.all.retain(|at, _| !plan.goes(*at));
        fixes.check(plan)?;
        Ok(fixes)
    }

    /// What a record's operands have to be: none if it holds no position, `Some(None)` if it goes.
    pub(super) fn ops(&self, at: u64) -> Option<Option<&[u64]>> {
        self.all.get(&at).map(|fix| fix.ops.as_deref())
    }

    /// That what is pointed at stays.
    fn check(&self, plan: &Plan<'_>) -> Result<(), EditError> {
        for (at, fix) in &self.all {
            let targets = match &fix.holds {
                Holds::Word { block, .. } => std::slice::from_ref(block),
                Holds::Distance { to } => std::slice::from_ref(to),
                Holds::Index { targets, .. } => targets,
                Holds::Hash { .. } => &[],
            };
            if let Some(gone) = targets.iter().find(|target| plan.goes(**target)) {
                return Err(EditError::TargetGone(*at, *gone));
            }
        }
        Ok(())
    }

    /// Takes over the places of a stream that was written with the operands so far: whether any changed.
    pub(super) fn update(&mut self, written: &Written) -> Result<bool, EditError> {
        let mut changed = false;
        for (at, fix) in &mut self.all {
            let Some(old) = &fix.ops else { continue };
            let new = match &fix.holds {
                Holds::Word { index, base, block } => {
                    let (from, to) = (written.place(*base), written.place(*block));
                    let distance = to.saturating_sub(from);
                    if !distance.is_multiple_of(32) {
                        return Err(EditError::Unaligned(*block));
                    }
                    let mut ops = old.clone();
                    if let Some(op) = ops.get_mut(*index) {
                        *op = distance / 32 + 1;
                    }
                    Some(ops)
                }
                Holds::Distance { to } => {
                    let from = written.end_of(*at).unwrap_or_default();
                    let bits = written.place(*to).saturating_sub(from);
                    Some(vec![bits & u64::from(u32::MAX), bits >> 32])
                }
                Holds::Index { from, targets } => {
                    let mut last = written.end_of(*from).unwrap_or_default();
                    let distance = |target: &u64| {
                        let place = written.place(*target);
                        let distance = place.saturating_sub(last);
                        last = place;
                        distance
                    };
                    Some(targets.iter().map(distance).collect())
                }
                Holds::Hash { module, from, names } => {
                    let body = written.body_of(*module).unwrap_or_default();
                    let new = words(&written.bytes, body, written.place(*at));
                    if new == words(self.original, *from, *at) {
                        continue;
                    }
                    names.as_ref().map(|names| hash(names, new))
                }
            };
            changed |= fix.ops != new;
            fix.ops = new;
        }
        Ok(changed)
    }
}

/// The bytes of whole words between two bits.
fn words(bytes: &[u8], from: u64, to: u64) -> &[u8] {
    let byte = |bit: u64| usize::try_from(bit / 32 * 4).unwrap_or(usize::MAX);
    bytes.get(byte(from)..byte(to)).unwrap_or_default()
}

/// SHA-1 as five big-endian words.
fn hash(names: &[u8], body: &[u8]) -> Vec<u64> {
    let digest = Sha1::new().chain_update(names).chain_update(body).finalize();
    let word = |four: &[u8]| four.iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte));
    digest.chunks(4).map(word).collect()
}

/// A hash whose names come later in the file: where it is, the body it covers, and where the names are.
struct Pending {
    at: u64,
    names: Vec<Range<u64>>,
}

/// Walks over modules.
struct Finder<'p, 'e, 'a> {
    plan: &'p mut Plan<'e>,
    fixes: Fixes<'a>,
    /// The `IDENTIFICATION` block that belongs to the next module.
    base: Option<u64>,
    hashes: Vec<Pending>,
}

/// The module that is open.
struct Module {
    start: u64,
    body: u64,
    base: u64,
    /// Where its names are in the string table, in the order of its records: one may stand there once and be named twice.
    names: Vec<Range<u64>>,
}

impl Finder<'_, '_, '_> {
    fn walk(&mut self, stream: Stream<'_>) -> Result<(), EditError> {
        let mut cursor = Cursor::new(Stream::new(stream.bytes(), 0))?;
        while let Some(item) = cursor.next()? {
            let Item::Enter(block) = item else { continue };
            match block.id {
                MODULE => {
                    let base = self.base.take().unwrap_or(block.start);
                    self.module(
                        &mut cursor,
                        Module { start: block.start, body: block.body, base, names: Vec::new() },
                    )?;
                }
                STRTAB => self.strings(&mut cursor)?,
                id => {
                    if id == IDENTIFICATION {
                        self.base = Some(block.start);
                    }
                    cursor.skip_block()?;
                }
            }
        }
        Ok(())
    }

    fn module(&mut self, cursor: &mut Cursor<'_>, mut module: Module) -> Result<(), EditError> {
        loop {
            match cursor.next()? {
                None | Some(Item::Leave(..)) => return Ok(()),
                Some(Item::Define(..)) => {}
                Some(Item::Record(record)) => self.module_record(&record, &mut module)?,
                Some(Item::Enter(block)) if block.id == SYMBOLS => self.symbols(cursor, &module, &block)?,
                Some(Item::Enter(block))
                    if block.id == METADATA && self.plan.walked.contains(&block.start) =>
                {
                    self.metadata(cursor)?;
                }
                Some(Item::Enter(_)) => {
                    cursor.skip_block()?;
                }
            }
        }
    }

    fn module_record(&mut self, record: &Record<'_, '_>, module: &mut Module) -> Result<(), EditError> {
        match (record.code, record.ops) {
            // Global variables, functions, comdats, aliases, ifuncs: place and size of the name come first.
            (7 | 8 | 12 | 14 | 18, [place, size, ..]) => {
                module.names.push(*place..place.saturating_add(*size));
            }
            (13, [word, ..]) if *word > 0 => self.word(record, module, 0, *word, SYMBOLS)?,
            (17, ops) => {
                self.plan.walked.insert(module.start);
                self.hashes.push(Pending { at: record.start, names: std::mem::take(&mut module.names) });
                let holds = Holds::Hash { module: module.start, from: module.body, names: None };
                self.fixes.all.insert(record.start, Fix { holds, ops: Some(ops.to_vec()) });
            }
            _ => {}
        }
        Ok(())
    }

    /// An operand that is the word at which a block begins.
    fn word(
        &mut self,
        record: &Record<'_, '_>,
        module: &Module,
        index: usize,
        word: u64,
        id: u32,
    ) -> Result<(), EditError> {
        let block = (word - 1).checked_mul(32).and_then(|bits| bits.checked_add(module.base));
        let found = block.and_then(|bit| self.plan.block_at(bit)).is_some_and(|block| block.id == id);
        let block = block.filter(|_| found);
        let block = block.ok_or(EditError::Nowhere(record.start, word.saturating_mul(32)))?;
        self.plan.walked.insert(module.start);
        let holds = Holds::Word { index, base: module.base, block };
        self.fixes.all.insert(record.start, Fix { holds, ops: Some(record.ops.to_vec()) });
        Ok(())
    }

    fn symbols(&mut self, cursor: &mut Cursor<'_>, module: &Module, block: &Block) -> Result<(), EditError> {
        loop {
            match cursor.next()? {
                None | Some(Item::Leave(..)) => return Ok(()),
                Some(Item::Enter(_)) => {
                    cursor.skip_block()?;
                }
                Some(Item::Record(record)) => {
                    if let (3, Some(word @ 1..)) = (record.code, record.op(1)) {
                        self.plan.walked.insert(block.start);
                        self.word(&record, module, 1, word, FUNCTION)?;
                    }
                }
                Some(Item::Define(..)) => {}
            }
        }
    }

    fn metadata(&mut self, cursor: &mut Cursor<'_>) -> Result<(), EditError> {
        let (mut offset, mut index, mut starts) = (None, None, Vec::new());
        loop {
            match cursor.next()? {
                None | Some(Item::Leave(..)) => break,
                Some(Item::Enter(_)) => {
                    cursor.skip_block()?;
                }
                Some(Item::Record(record)) => {
                    starts.push(record.start);
                    match (record.code, record.ops) {
                        (38, [low, high]) => {
                            let bits = high << 32 | low;
                            offset = Some((
                                record.start,
                                record.end,
                                record.ops.to_vec(),
                                record.end.saturating_add(bits),
                            ));
                        }
                        (39, ops) => index = Some((record.start, ops.to_vec())),
                        _ => {}
                    }
                }
                Some(Item::Define(..)) => {}
            }
        }
        let Some((at, end, ops, to)) = offset else { return Ok(()) };
        let Some((index_at, index_ops)) = index.filter(|(start, _)| *start == to) else {
            return Err(EditError::Nowhere(at, to));
        };
        self.fixes.all.insert(at, Fix { holds: Holds::Distance { to }, ops: Some(ops) });
        let mut place = end;
        let mut targets = Vec::with_capacity(index_ops.len());
        for distance in &index_ops {
            place = place.saturating_add(*distance);
            if starts.binary_search(&place).is_err() {
                return Err(EditError::Nowhere(index_at, place));
            }
            targets.push(place);
        }
        let holds = Holds::Index { from: at, targets };
        self.fixes.all.insert(index_at, Fix { holds, ops: Some(index_ops) });
        Ok(())
    }

    /// The string table of the modules before it: with their names, can their hashes be computed?
    fn strings(&mut self, cursor: &mut Cursor<'_>) -> Read<()> {
        let mut table: &[u8] = &[];
        loop {
            match cursor.next()? {
                None | Some(Item::Leave(..)) => break,
                Some(Item::Enter(_)) => {
                    cursor.skip_block()?;
                }
                Some(Item::Record(record)) if record.code == 1 => table = record.blob.unwrap_or_default(),
                Some(_) => {}
            }
        }
        for Pending { at, names } in self.hashes.drain(..) {
            let Some(bytes) = module_hash::names(table, &names) else { continue };
            let original = self.fixes.original;
            if let Some(Fix { holds: Holds::Hash { from, names, .. }, ops: Some(ops) }) =
                self.fixes.all.get_mut(&at)
                && hash(&bytes, words(original, *from, at)) == *ops
            {
                *names = Some(bytes);
            }
        }
        Ok(())
    }
}
