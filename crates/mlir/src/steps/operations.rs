//! Operations that releases of upstream's dialects have under other names, or have not: renamed, taken out, put in.
//!
//! What is renamed is the same operation: same operands, results, regions and attributes. Which ones these are: [`crate::changes`].

use crate::ids::{BlockId, OpId, OpNameId};
use crate::ir::{BareOp, Ir, Rewrite};
use crate::module::{Builder, Module};
use crate::tables::{OpName, Tables};

/// Gives operations another name; how many operations had the old one.
pub fn rename(module: &mut Module<'_>, from: &str, to: &str) -> usize {
    let found: Vec<OpNameId> = names(&module.tables, from).collect();
    if found.is_empty() {
        return 0;
    }
    let name = op_name(&mut module.tables, to);
    let mut count = 0;
    for op in module.ir.ops() {
        if found.contains(&module.ir.name(op)) {
            module.ir.set_name(op, name);
            count += 1;
        }
    }
    count
}

/// Gives one operation another name.
pub(super) fn rename_one(module: &mut Module<'_>, op: OpId, to: &str) {
    let name = op_name(&mut module.tables, to);
    module.ir.set_name(op, name);
}

/// Takes out the terminators of an operation's blocks: operations of that name at the end of a block, with nothing in them.
pub fn drop_terminators(module: &mut Module<'_>, around: &str, terminator: &str) -> usize {
    let [around, names] = [around, terminator].map(|name| names(&module.tables, name).collect::<Vec<_>>());
    let mut edit = Drop { around, names, count: 0 };
    if !edit.names.is_empty() && !edit.around.is_empty() {
        module.ir = module.ir.rewrite(&mut edit);
    }
    edit.count
}

/// Puts terminators at the end of an operation's blocks where they are missing.
pub fn add_terminators(module: &mut Module<'_>, around: &str, terminator: &str) -> usize {
    let around: Vec<OpNameId> = names(&module.tables, around).collect();
    if around.is_empty() {
        return 0;
    }
    let location = Builder::default().unknown_location(&mut module.tables);
    let name = op_name(&mut module.tables, terminator);
    let mut edit = Add { around, op: BareOp { name, location }, count: 0 };
    module.ir = module.ir.rewrite(&mut edit);
    edit.count
}

/// Operations of a name; `acc.*` are all of a dialect.
pub(super) fn names<'t>(tables: &'t Tables<'_>, full: &str) -> impl Iterator<Item = OpNameId> + use<'t> {
    let full = full.as_bytes().to_vec();
    let all = full.strip_suffix(b"*").map(<[u8]>::to_vec);
    let is = move |name: Vec<u8>| match &all {
        Some(dialect) => name.starts_with(dialect),
        None => name == full,
    };
    (0..tables.op_names.len()).map(OpNameId::new).filter(move |id| is(tables.op_name(*id)))
}

/// Gives terminators of an operation's blocks another name; how many there were.
pub fn rename_terminators(module: &mut Module<'_>, around: &str, from: &str, to: &str) -> usize {
    let outer: Vec<OpNameId> = names(&module.tables, around).collect();
    let ends: Vec<OpNameId> = names(&module.tables, from).collect();
    let ir = &module.ir;
    let mut found = Vec::new();
    for op in ir.ops().filter(|op| outer.contains(&ir.name(*op))) {
        for block in ir.regions(op).flat_map(|region| ir.blocks(region)) {
            found.extend(ir.block_ops(block).last().filter(|last| ends.contains(&ir.name(*last))));
        }
    }
    if found.is_empty() {
        return 0;
    }
    let name = op_name(&mut module.tables, to);
    found.iter().for_each(|op| module.ir.set_name(*op, name));
    found.len()
}

/// The name of an operation; added if it is not there.
pub(super) fn op_name(tables: &mut Tables<'_>, full: &str) -> OpNameId {
    if let Some(there) = names(tables, full).next() {
        return there;
    }
    let (dialect, name) = full.split_once('.').unwrap_or((full, ""));
    let dialect = Builder::default().dialect(tables, dialect.as_bytes());
    let name = tables.strings.intern(name.as_bytes());
    let registered = tables.op_names.first().and_then(|op| op.registered.map(|_| false));
    tables.op_names.push(OpName { dialect, name, registered });
    OpNameId::new(tables.op_names.len() - 1)
}

struct Drop {
    around: Vec<OpNameId>,
    names: Vec<OpNameId>,
    count: usize,
}

impl Rewrite for Drop {
    fn keep(&mut self, ir: &Ir, around: OpId, op: OpId) -> bool {
        let bare = ir.results(op).is_empty() && ir.operands(op).is_empty() && ir.regions(op).len() == 0;
        let goes = bare
            && ir.successors(op).is_empty()
            && self.names.contains(&ir.name(op))
            && self.around.contains(&ir.name(around));
        self.count += usize::from(goes);
        !goes
    }

    fn at_end(&mut self, _: &Ir, _: OpId, _: BlockId) -> Option<BareOp> {
        None
    }
}

struct Add {
    around: Vec<OpNameId>,
    op: BareOp,
    count: usize,
}

impl Rewrite for Add {
    fn keep(&mut self, _: &Ir, _: OpId, _: OpId) -> bool {
        true
    }

    fn at_end(&mut self, ir: &Ir, around: OpId, block: BlockId) -> Option<BareOp> {
        let last = ir.block_ops(block).last();
        let there = last.is_some_and(|last| ir.name(last) == self.op.name);
        let add = self.around.contains(&ir.name(around)) && !there;
        self.count += usize::from(add);
        add.then_some(self.op)
    }
}
