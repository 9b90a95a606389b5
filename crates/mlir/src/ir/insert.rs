//! Operations put in before others, with results; arguments of blocks put in or taken out; regions put in or left out: values get other numbers by that.

use std::collections::BTreeMap;

use outlast_core::to_index;

use super::rewrite::starts;
use super::{BlockArg, BlockRecord, Ir, NONE, OpRecord, RegionRecord};
use crate::defs::op_mask;
use crate::ids::{AttrId, BlockId, OpId, OpNameId, PropertiesId, RegionId, TypeId};

/// An operand of an operation that is put in, or of the one behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operand {
    /// An operand that the operation behind has, by its place.
    Old(usize),
    /// The result of an operation that is put in before the same one, by its place.
    New(usize),
}

/// An operation with one result and no regions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NewOp {
    pub(crate) name: OpNameId,
    pub(crate) location: AttrId,
    pub(crate) attrs: Option<AttrId>,
    pub(crate) properties: Option<PropertiesId>,
    pub(crate) operands: Vec<Operand>,
    pub(crate) result: TypeId,
}

/// What is put in before an operation, and the operands that it has then.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Insertion {
    pub(crate) before: Vec<NewOp>,
    pub(crate) operands: Vec<Operand>,
}

/// What becomes of the arguments of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LastArg {
    /// One more behind the others.
    Push(BlockArg),
    /// The last one goes; nothing may use it.
    Pop,
}

/// How an operation with one region of one block hands values into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Handed {
    /// Its operations use values from around; the operation has no operands for that.
    Used,
    /// Each is an operand and an argument of the block; the region is isolated from above.
    Isolated,
}

/// All that changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Edits {
    /// Operations that are put in, by those that they stand before.
    pub(crate) ops: BTreeMap<OpId, Insertion>,
    /// Arguments of blocks.
    pub(crate) blocks: BTreeMap<BlockId, LastArg>,
    /// The regions that operations have then: which of theirs, or none for an empty one. Those that are left out have to be empty.
    pub(crate) regions: BTreeMap<OpId, Vec<Option<usize>>>,
    /// Operations that hand values in another way than they do. What is [`Handed::Used`] has an operand for each argument of its block, and as many.
    pub(crate) handed: BTreeMap<OpId, Handed>,
    /// Operations in place of which one stands that is in them, without regions of its own and with as many results.
    pub(crate) replaced: BTreeMap<OpId, OpId>,
}

/// A value: an argument of a block by its index, or a result by its index behind all arguments.
type Value = u32;

fn wide(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// A region to be looked at: values around it, and the first of them that it may use.
struct Scope {
    region: RegionId,
    base: usize,
    first: usize,
}

impl Ir {
    /// Calls `enter` for every region with the values that it defines, and how many are around it; and `visit` for every operation in
    /// it, with all of these, and the first that it may use.
    fn with_values(
        &self,
        mut enter: impl FnMut(usize, &[Value]),
        mut visit: impl FnMut(OpId, usize, &[Value]),
    ) {
        let args = wide(self.args.len());
        let mut values: Vec<Value> = Vec::new();
        let mut work: Vec<Scope> =
            self.root_regions().map(|region| Scope { region, base: 0, first: 0 }).collect();
        if self.root_regions == 0
            && let Some(top) = self.ops().next()
        {
            work.extend(self.regions(top).map(|region| Scope { region, base: 0, first: 0 }));
        }
        while let Some(Scope { region, base, first }) = work.pop() {
            values.truncate(base);
            for block in self.blocks(region) {
                let record = self.block(block);
                values.extend(record.args..record.args + record.arg_count);
                for op in self.block_ops(block) {
                    let start = self.op(op).results;
                    values.extend((start..start + wide(self.results(op).len())).map(|at| args + at));
                }
            }
            values.resize(base + to_index(self.value_count(region)), NONE);
            enter(base, values.get(base..).unwrap_or_default());
            for op in self.blocks(region).flat_map(|block| self.block_ops(block)) {
                visit(op, first, &values);
                let end = values.len();
                let first = if self.is_isolated(op) { end } else { first };
                work.extend(self.regions(op).map(|region| Scope { region, base: end, first }));
            }
        }
    }

    /// A copy with operations, arguments and regions put in or taken out. Nothing may have been skipped; use-list orders are left out. None if an operand is a
    /// value that nothing defines.
    pub(crate) fn insert(&self, all: &Edits) -> Option<Ir> {
        let mut values = vec![NONE; self.operands.len()];
        self.with_values(
            |_, _| {},
            |op, first, all| {
                let start = to_index(self.op(op).operands);
                for (value, number) in values.iter_mut().skip(start).zip(self.operands(op)) {
                    *value = all.get(first + to_index(*number)).copied().unwrap_or(NONE);
                }
            },
        );
        if values.contains(&NONE) {
            return None;
        }
        let mut taken = BTreeMap::new();
        for (op, handed) in &all.handed {
            match handed {
                Handed::Used => self.use_from_around(*op, &mut values)?,
                Handed::Isolated => drop(taken.insert(*op, self.used_from_around(*op, &values)?)),
            }
        }
        let mut copy = Copy {
            old: self,
            all,
            taken,
            outer: BTreeMap::new(),
            made_args: BTreeMap::new(),
            values,
            new: Ir { root_regions: self.root_regions, ..Ir::default() },
            operands: Vec::new(),
            moved_args: vec![NONE; self.args.len()],
            moved_results: vec![NONE; self.results.len()],
            work: Vec::new(),
        };
        copy.run();
        copy.finish()
    }

    /// The one block of an operation.
    fn only_block(&self, op: OpId) -> Option<BlockId> {
        let mut blocks = self.regions(op).flat_map(|region| self.blocks(region));
        blocks.next().filter(|_| blocks.next().is_none())
    }

    /// Where operands of operations inside another one stand.
    fn operands_inside(&self, op: OpId) -> std::ops::Range<usize> {
        let place =
            |op: usize| self.ops.get(op).map_or(self.operands.len(), |record| to_index(record.operands));
        place(op.index() + 1)..place(self.after(op).index())
    }

    /// Makes uses of the arguments of an operation's block uses of its operands.
    fn use_from_around(&self, op: OpId, values: &mut [Value]) -> Option<()> {
        let args = self.block(self.only_block(op)?);
        let first = to_index(self.op(op).operands);
        let outer: Vec<Value> = values.get(first..first + self.operands(op).len())?.to_vec();
        (outer.len() == to_index(args.arg_count)).then_some(())?;
        for value in values.get_mut(self.operands_inside(op))? {
            let at = value.checked_sub(args.args).filter(|at| *at < args.arg_count);
            if let Some(passed) = at.and_then(|at| outer.get(to_index(at))) {
                *value = *passed;
            }
        }
        Some(())
    }

    /// The values from around an operation that those in it use, in that order.
    fn used_from_around(&self, op: OpId, values: &[Value]) -> Option<Vec<Value>> {
        let block = self.block(self.only_block(op)?);
        let (inside, count) = (op.index() + 1..self.after(op).index(), wide(self.args.len()));
        let results = |op: usize| self.ops.get(op).map_or(wide(self.results.len()), |record| record.results);
        // Nothing is nested in it: its block's arguments and the results of what stands there are all that is its own.
        let nested = inside.clone().any(|inner| self.regions(OpId::new(inner)).len() > 0);
        let own = [
            block.args..block.args + block.arg_count,
            count + results(inside.start)..count + results(inside.end),
        ];
        let mut found = Vec::new();
        for value in values.get(self.operands_inside(op))? {
            if !own.iter().any(|own| own.contains(value)) && !found.contains(value) {
                found.push(*value);
            }
        }
        (!nested && block.arg_count == 0 && self.operands(op).is_empty()).then_some(found)
    }

    /// The type of a value.
    fn type_of(&self, value: Value) -> Option<TypeId> {
        match to_index(value).checked_sub(self.args.len()) {
            None => self.args.get(to_index(value)).map(|arg| arg.ty),
            Some(result) => self.results.get(result).copied(),
        }
    }
}

enum Work {
    Region { old: RegionId, new: usize },
    Block { old: BlockId, new: usize },
    Ops { next: OpId, left: u32, new: usize },
    Close { new: usize },
}

/// An operand of the copy.
#[derive(Clone, Copy)]
enum Copied {
    Old(Value),
    /// A result of the copy.
    New(u32),
    /// An argument of the copy.
    Arg(u32),
}

struct Copy<'i> {
    old: &'i Ir,
    all: &'i Edits,
    /// What each operand is.
    values: Vec<Value>,
    /// Values that operations hand in as operands, which they did not.
    taken: BTreeMap<OpId, Vec<Value>>,
    /// Blocks of these, and theirs.
    outer: BTreeMap<BlockId, OpId>,
    /// By place of an operand in the old one: the argument of the copy that it is.
    made_args: BTreeMap<usize, u32>,
    new: Ir,
    operands: Vec<Copied>,
    moved_args: Vec<u32>,
    moved_results: Vec<u32>,
    work: Vec<Work>,
}

/// Notes where so many values are from `first` on.
fn note_moved(moved: &mut [u32], from: u32, count: u32, first: u32) {
    let places = moved.iter_mut().skip(to_index(from)).take(to_index(count));
    for (place, at) in places.zip(first..) {
        *place = at;
    }
}

impl Copy<'_> {
    fn run(&mut self) {
        let roots: Vec<RegionId> = self.old.root_regions().collect();
        self.new.regions.resize(roots.len(), RegionRecord::default());
        let roots = roots.into_iter().enumerate().map(|(new, old)| Work::Region { old, new });
        self.work.extend(roots.rev());
        if self.old.root_regions == 0
            && let Some(top) = self.old.ops().next()
        {
            self.op(top, &[]);
        }
        while let Some(work) = self.work.pop() {
            match work {
                Work::Region { old, new } => self.region(old, new),
                Work::Block { old, new } => self.block(old, new),
                Work::Ops { next, left, new } => self.ops(next, left, new),
                Work::Close { new } => {
                    let end = wide(self.new.ops.len());
                    self.new.op_mut(OpId::new(new)).end = end;
                }
            }
        }
    }

    fn region(&mut self, old: RegionId, new: usize) {
        let blocks = self.old.blocks(old);
        let first = self.new.blocks.len();
        self.new.blocks.resize(first + blocks.len(), BlockRecord::default());
        let record = RegionRecord { blocks: wide(first), ..*self.old.region(old) };
        *self.new.region_mut(RegionId::new(new)) = record;
        let works: Vec<Work> =
            blocks.enumerate().map(|(at, old)| Work::Block { old, new: first + at }).collect();
        self.work.extend(works.into_iter().rev());
    }

    fn block(&mut self, old: BlockId, new: usize) {
        let record = *self.old.block(old);
        let first = wide(self.new.args.len());
        let (mut arg_count, edit) = (record.arg_count, self.all.blocks.get(&old));
        let op = self.outer.get(&old).copied();
        if op.is_some_and(|op| self.all.handed.get(&op) == Some(&Handed::Used)) {
            arg_count = 0;
        }
        if edit == Some(&LastArg::Pop) {
            arg_count = arg_count.saturating_sub(1);
        }
        note_moved(&mut self.moved_args, record.args, arg_count, first);
        self.new.args.extend(self.old.args(old).iter().take(to_index(arg_count)));
        if let Some(LastArg::Push(arg)) = edit {
            self.new.args.push(*arg);
            arg_count += 1;
        }
        let taken = op.and_then(|op| Some((op, self.taken.get(&op)?)));
        for (op, value) in taken.iter().flat_map(|(op, values)| values.iter().map(|value| (*op, *value))) {
            let Some(ty) = self.old.type_of(value) else { continue };
            let inside = self.old.operands_inside(op);
            self.made_args.extend(
                inside.filter(|at| self.values.get(*at) == Some(&value)).map(|at| (at, first + arg_count)),
            );
            self.new.args.push(BlockArg { ty, location: Some(self.old.op(op).location) });
            arg_count += 1;
        }
        let ops = wide(self.new.ops.len());
        *self.new.block_mut(BlockId::new(new)) =
            BlockRecord { ops, args: first, arg_count, has_args: arg_count > 0, mask: 0, ..record };
        self.work.push(Work::Ops { next: OpId(record.ops), left: record.op_count, new });
    }

    fn ops(&mut self, mut next: OpId, mut left: u32, new: usize) {
        while left > 0 {
            let op = next;
            next = self.old.after(op);
            left -= 1;
            if let Some(inner) = self.all.replaced.get(&op) {
                let first = wide(self.new.results.len());
                self.op(*inner, &[]);
                let count = wide(self.old.results(op).len());
                note_moved(&mut self.moved_results, self.old.op(op).results, count, first);
                continue;
            }
            let insertion = self.all.ops.get(&op);
            let mut made = Vec::new();
            for put in insertion.iter().flat_map(|insertion| &insertion.before) {
                made.push(self.put(op, put, &made));
                self.new.block_mut(BlockId::new(new)).op_count += 1;
            }
            let work = self.work.len();
            self.work.push(Work::Ops { next, left, new });
            if self.op(op, &made) {
                return;
            }
            self.work.truncate(work);
        }
    }

    /// An operation that is put in; the index of its result.
    fn put(&mut self, before: OpId, put: &NewOp, made: &[u32]) -> u32 {
        let results = op_mask::RESULTS | if put.operands.is_empty() { 0 } else { op_mask::OPERANDS };
        let record = OpRecord { name: put.name, location: put.location, mask: results, ..starts(&self.new) };
        let index = OpId::new(self.new.ops.len());
        self.new.ops.push(record);
        self.new.set_attrs(index, put.attrs);
        self.new.set_properties(index, put.properties);
        self.operands_of(before, &put.operands, made);
        let result = wide(self.new.results.len());
        self.new.results.push(put.result);
        result
    }

    fn operands_of(&mut self, op: OpId, operands: &[Operand], made: &[u32]) {
        let start = to_index(self.old.op(op).operands);
        for operand in operands {
            let copied = match operand {
                Operand::Old(at) => match self.made_args.get(&(start + at)) {
                    Some(arg) => Copied::Arg(*arg),
                    None => Copied::Old(self.values.get(start + at).copied().unwrap_or(NONE)),
                },
                Operand::New(at) => Copied::New(made.get(*at).copied().unwrap_or(NONE)),
            };
            self.operands.push(copied);
            self.new.operands.push(0);
        }
    }

    /// Copies an operation; whether it has regions, which are then to be copied next.
    fn op(&mut self, op: OpId, made: &[u32]) -> bool {
        let record = *self.old.op(op);
        let index = self.new.ops.len();
        let mask = record.mask & !op_mask::USE_LIST_ORDERS;
        let starts = starts(&self.new);
        let kept = OpRecord {
            results: starts.results,
            operands: starts.operands,
            successors: starts.successors,
            ..record
        };
        self.new.ops.push(OpRecord { regions: starts.regions, end: starts.end, mask, ..kept });
        let first = wide(self.new.results.len());
        let count = wide(self.old.results(op).len());
        note_moved(&mut self.moved_results, record.results, count, first);
        self.new.results.extend_from_slice(self.old.results(op));
        let handed = self.all.handed.get(&op).copied();
        if let Some(handed) = handed {
            self.new.op_mut(OpId::new(index)).isolated = handed == Handed::Isolated;
            self.outer.extend(self.old.only_block(op).map(|block| (block, op)));
        }
        match self.all.ops.get(&op) {
            _ if handed.is_some() => {
                let taken = self.taken.get(&op).map_or(&[][..], Vec::as_slice);
                self.operands.extend(taken.iter().map(|value| Copied::Old(*value)));
                self.new.operands.resize(self.operands.len(), 0);
                let operands = if taken.is_empty() { 0 } else { op_mask::OPERANDS };
                self.new.op_mut(OpId::new(index)).mask = mask & !op_mask::OPERANDS | operands;
            }
            Some(insertion) => self.operands_of(op, &insertion.operands, made),
            None => {
                let all: Vec<Operand> = (0..self.old.operands(op).len()).map(Operand::Old).collect();
                self.operands_of(op, &all, made);
            }
        }
        self.new.successors.extend_from_slice(self.old.successors(op));
        if record.mask & op_mask::REGIONS == 0 {
            return false;
        }
        let old: Vec<RegionId> = self.old.regions(op).collect();
        let regions: Vec<Option<RegionId>> = match self.all.regions.get(&op) {
            Some(wanted) => wanted.iter().map(|from| from.and_then(|from| old.get(from).copied())).collect(),
            None => old.into_iter().map(Some).collect(),
        };
        let first = self.new.regions.len();
        let blocks = wide(self.new.blocks.len());
        self.new.regions.resize(first + regions.len(), RegionRecord { blocks, ..RegionRecord::default() });
        self.work.push(Work::Close { new: index });
        let works = (first..).zip(regions).filter_map(|(new, old)| Some(Work::Region { old: old?, new }));
        let works: Vec<Work> = works.collect();
        self.work.extend(works.into_iter().rev());
        true
    }

    /// Gives operands the numbers that their values have in the copy.
    fn finish(mut self) -> Option<Ir> {
        for region in 0..self.new.regions.len() {
            let region = RegionId::new(region);
            let values = wide(self.new.defined(region));
            self.new.region_mut(region).values = values;
        }
        let args = wide(self.new.args.len());
        let mut numbers = vec![NONE; self.new.operands.len()];
        let place: Vec<u32> = vec![NONE; self.new.args.len() + self.new.results.len()];
        let (operands, moved_args, moved_results) = (&self.operands, &self.moved_args, &self.moved_results);
        let value = |copied: Copied| match copied {
            Copied::New(result) => Some(args + result),
            Copied::Arg(arg) => Some(arg),
            Copied::Old(value) => match to_index(value).checked_sub(moved_args.len()) {
                None => moved_args.get(to_index(value)).copied(),
                Some(result) => moved_results.get(result).map(|moved| args + moved),
            },
        };
        let new = &self.new;
        let place = std::cell::RefCell::new(place);
        new.with_values(
            |base, own| {
                for (at, value) in (base..).zip(own) {
                    if let Some(place) = place.borrow_mut().get_mut(to_index(*value)) {
                        *place = wide(at);
                    }
                }
            },
            |op, first, _| {
                let (start, count) = (to_index(new.op(op).operands), new.operands(op).len());
                for (number, copied) in numbers.iter_mut().zip(operands).skip(start).take(count) {
                    let found = value(*copied).and_then(|value| place.borrow().get(to_index(value)).copied());
                    let place = found.filter(|place| *place != NONE);
                    *number = place.and_then(|place| place.checked_sub(wide(first))).unwrap_or(NONE);
                }
            },
        );
        if numbers.contains(&NONE) {
            return None;
        }
        self.new.operands = numbers;
        Some(self.new)
    }
}
