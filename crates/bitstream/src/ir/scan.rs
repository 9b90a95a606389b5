//! The scan: tokens to the concern of their block.

use outlast_core::{Path, Place, Span};

use super::constants::Constant;
use super::globals::Global;
use super::metadata::Metadata;
use super::nodes::Nodes;
use super::shape::{Kind, Value, Word};
use super::summaries::Summary;
use super::types::Types;
use super::uses::{Spot, Uses};
use super::values::Values;
use super::{
    IrFacts, ModuleFacts, Owner, attributes, constants, functions, globals, intrinsics, metadata, nodes,
    sound, types, walk,
};
use crate::cursor::{Block, Cursor, Item};
use crate::fault::Fault;
use crate::quick::{QuickMap, QuickSet};
use crate::stream::Stream;

const MODULE: u32 = 8;
const ATTRIBUTE_LISTS: u32 = 9;
const ATTRIBUTE_GROUPS: u32 = 10;
const BUNDLE_TAGS: u32 = 21;
const CONSTANTS: u32 = 11;
const FUNCTION: u32 = 12;
const SYMBOLS: u32 = 14;
const IDENTIFICATION: u32 = 13;
const METADATA: u32 = 15;
const ATTACHMENTS: u32 = 16;
const TYPES: u32 = 17;
const METADATA_KINDS: u32 = 22;
const SCOPE_NAMES: u32 = 26;
const STRTAB: u32 = 23;
/// Bytes before the end of a file that no other module can begin in.
const NEAR_END: u64 = 8;

/// A value that something outside functions depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Root {
    pub(super) value: u64,
    /// The global, by its number.
    pub(super) owner: Option<usize>,
    #[expect(dead_code, reason = "kept for messages about the owner's own record")]
    pub(super) spot: Spot,
}

/// A function of the module.
#[derive(Clone, Copy, Debug)]
pub(super) struct Function {
    pub(super) name: (u64, u64),
    pub(super) kind: u64,
    /// Its number among the values of the module.
    pub(super) value: usize,
    pub(super) spot: Spot,
}

/// A module, while it is scanned.
#[derive(Debug, Default)]
pub(super) struct Module {
    pub(super) uses: Uses,
    pub(super) version: u64,
    pub(super) types: Types,
    pub(super) attributes: attributes::Said,
    pub(super) source: Vec<u8>,
    pub(super) triple: Option<String>,
    /// Basic blocks of the function that is open.
    pub(super) blocks: u64,
    /// The address space of stack slots, where the data layout says it.
    pub(super) stack_space: Option<u64>,
    /// Bits of the stream.
    pub(super) end: u64,
    pub(super) globals: Vec<Global>,
    pub(super) functions: Vec<Function>,
    pub(super) constants: Vec<Constant>,
    pub(super) constant_type: u64,
    pub(super) roots: Vec<Root>,
    pub(super) metadata_roots: Vec<Root>,
    pub(super) metadata: Metadata,
    pub(super) nodes: Nodes,
    pub(super) owner_of: QuickMap<(Kind, Value), usize>,
    pub(super) values: Values,
    /// Sections, collectors and comdats that have a name.
    pub(super) sections: u64,
    pub(super) collectors: u64,
    pub(super) comdats: u64,
    /// Numbers of kinds of metadata that have a name.
    pub(super) kinds: QuickSet<u64>,
    /// What aliases and resolvers are of: numbers of values.
    pub(super) aliasees: Vec<(u64, Spot)>,
    pub(super) ifuncs: Vec<u64>,
    /// The offset of the value symbol table that the module states, in 32-bit words counted from one word before the module block.
    pub(super) symbols: Option<(u64, Spot)>,
    /// The bit offset in the file at which that table begins.
    symbols_at: Option<u64>,
    /// Functions that have a body, in order: numbers of values. The bits at which these begin.
    pub(super) bodied: Vec<usize>,
    body_starts: Vec<u64>,
    /// Where the symbol table says that bodies are, in 32-bit words counted as `symbols` is.
    pub(super) placed: Vec<(u64, u64, Spot)>,
    /// Types of variables and their first values.
    pub(super) first_values: Vec<(u64, u64, Spot)>,
    /// Functions with attributes of more parameters than they have: their names.
    pub(super) late_attributes: Vec<((u64, u64), Spot)>,
    /// Functions with attributes that do not apply: their names.
    pub(super) apart_attributes: Vec<((u64, u64), Spot)>,
    /// Functions that take metadata: their names.
    pub(super) metadata_parameters: Vec<((u64, u64), Spot)>,
    /// Where the name ends that ends last in the string table, and what has it.
    pub(super) names_end: (u64, Spot),
    producer: Option<String>,
    /// A block was left at another place than that at which its length word ends it: some readers go on elsewhere.
    strayed: bool,
    bodies: usize,
    span: (u64, u64),
    /// Where its identification begins, or the module itself.
    begins: Option<u64>,
    done: bool,
}

/// Counters of a block that is open.
struct Open {
    id: u32,
    records: usize,
}

struct Scan<'s> {
    stream: Stream<'s>,
    modules: Vec<Module>,
    outside: Uses,
    /// The summary that is read.
    summary: Summary,
    strtab: Option<Vec<u8>>,
    open: Vec<Open>,
    body: Option<usize>,
    /// Bits of the stream.
    end: u64,
    /// Modules before this one have their names.
    named: usize,
    facts: IrFacts,
}

/// Scans a stream.
pub(super) fn run(stream: Stream<'_>) -> Result<IrFacts, Fault> {
    let base = stream.base().saturating_mul(8);
    let mut cursor = Cursor::new(stream)?;
    let mut scan = Scan {
        stream,
        modules: Vec::new(),
        outside: Uses::default(),
        summary: Summary::default(),
        strtab: None,
        open: Vec::new(),
        body: None,
        end: cursor.end(),
        named: 0,
        facts: IrFacts::default(),
    };
    loop {
        // Readers look for no other module so near to the end.
        let near = cursor.position() / 8 + NEAR_END >= cursor.end() / 8;
        if near && cursor.depth() == 0 && !scan.modules.is_empty() {
            break;
        }
        let Some(item) = cursor.next()? else { break };
        match item {
            Item::Enter(block) => {
                scan.enter(&block, base);
                if scan.is_skipped() {
                    scan.open.pop();
                    cursor.skip_block()?;
                }
            }
            Item::Leave(block, end) => {
                let by_length = scan.leave(&block, base + end + u64::from(block.abbrev_width), base);
                if by_length && cursor.position() < block.claimed_end() {
                    cursor.jump(block.claimed_end())?;
                }
            }
            Item::Define(..) => {}
            Item::Record(record) => {
                let spot = scan.spot(base + record.start, base + record.end);
                scan.record(record.code, record.ops, record.blob, spot);
            }
        }
    }
    scan.name_modules();
    scan.facts.outside = scan.outside.into_needs();
    Ok(scan.facts)
}

impl Scan<'_> {
    fn spot(&mut self, start: u64, end: u64) -> Spot {
        let module = self.modules.len().saturating_sub(1);
        let Some(open) = self.open.last_mut() else {
            return Spot { start, end, module, ..Spot::default() };
        };
        open.records += 1;
        Spot { start, end, module, function: self.body, block: open.id, record: open.records - 1 }
    }

    /// The module that is open, or the one that its identification announces.
    fn module(&mut self) -> Option<&mut Module> {
        self.modules.last_mut().filter(|module| !module.done)
    }

    /// Whether readers pass over the block that was just entered by its length word: they do not know it there.
    fn is_skipped(&self) -> bool {
        let [.., parent, block] = self.open.as_slice() else { return false };
        match parent.id {
            MODULE => !matches!(block.id, 0 | 9..=12 | 14 | 15 | 17..=22 | 24 | 26),
            FUNCTION => !matches!(block.id, 11 | 14..=16 | 18),
            _ => false,
        }
    }

    fn enter(&mut self, block: &Block, base: u64) {
        let parent = self.open.last().map_or(0, |open| open.id);
        let spot =
            Spot { start: base + block.start, end: base + block.body, block: parent, ..Spot::default() };
        if matches!(block.id, IDENTIFICATION | MODULE) && self.open.is_empty() {
            if self.modules.last().is_none_or(|module| module.done || block.id == IDENTIFICATION) {
                self.modules.push(Module { end: self.end, ..Module::default() });
            }
            let announced = block.id == MODULE;
            if let Some(module) = self.module() {
                if !announced || module.begins.is_none() {
                    module.begins = Some(base + block.start);
                }
                module.span.0 = base + block.start;
            }
        }
        if block.id == FUNCTION && parent == MODULE {
            let module = self.modules.last_mut();
            self.body = module.map(|module| {
                module.bodies += 1;
                module.values.enter(&module.types);
                module.nodes.enter(module.metadata.count());
                module.body_starts.push(base + block.start);
                module.bodies - 1
            });
        }
        if block.id == SYMBOLS
            && parent == MODULE
            && let Some(module) = self.module()
        {
            module.symbols_at = Some(base + block.start);
        }
        let numbers = [u64::from(parent), u64::from(block.id)];
        match self.module() {
            Some(module) => module.uses.add(Kind::Block, &numbers, spot),
            None => self.outside.add(Kind::Block, &numbers, spot),
        }
        let past = block.claimed_end() > self.end;
        if past
            && parent == MODULE
            && self.open.len() == 1
            && let Some(module) = self.module()
        {
            sound::fault(module, Word::Length, spot);
        }
        self.open.push(Open { id: block.id, records: 0 });
    }

    /// The end of a block; whether readers go on where its length word says: behind modules, which they read apart, and behind bodies, which
    /// they read when they need them. String and symbol tables they walk through.
    fn leave(&mut self, block: &Block, end: u64, base: u64) -> bool {
        self.open.pop();
        let took = end.saturating_sub(base).div_ceil(32).saturating_mul(32).saturating_sub(block.body) / 32;
        let skipped = match block.id {
            IDENTIFICATION | MODULE => self.open.is_empty(),
            FUNCTION | METADATA => self.open.len() == 1,
            _ => false,
        };
        // A module is read to its length word and no further; what follows a body would begin inside it.
        let inside = self.open.len() == 1 && self.open.first().is_some_and(|open| open.id == MODULE);
        let wrong =
            if inside { took != u64::from(block.words) } else { skipped && took > u64::from(block.words) };
        if wrong {
            let start = base + block.start;
            let spot = Spot { start, end: base + block.body, block: block.id, ..Spot::default() };
            // Some tools go by lengths of all blocks in a module, others by few.
            let number = self.modules.len().saturating_sub(1);
            let word =
                if inside && walk::ends(self.stream, number) { Word::OtherLength } else { Word::Length };
            match self.modules.last_mut() {
                Some(module) => {
                    module.strayed |= word == Word::OtherLength;
                    sound::fault(module, word, spot);
                }
                None => self.outside.put(Kind::Malformed, Value::Word(word), spot),
            }
        }
        let spot = Spot {
            start: base + block.start,
            end: base + block.body,
            function: self.body,
            block: block.id,
            ..Spot::default()
        };
        match (block.id, self.open.len()) {
            (FUNCTION, 1) => {
                self.body = None;
                if let Some(module) = self.module() {
                    module.keep_calls();
                    nodes::leave(module);
                    module.finish(spot);
                    module.values.leave();
                }
            }
            (METADATA, 1) => {
                if let Some(module) = self.module() {
                    metadata::operands(module);
                }
            }
            (TYPES, 1) => {
                if let Some(module) = self.module().filter(|module| !module.types.is_whole()) {
                    sound::fault(module, Word::Count, spot);
                }
            }
            (MODULE, 0) => {
                if let Some(module) = self.module() {
                    sound::first_values(module);
                    let (number, spot) = module.attributes.types;
                    if number > 0 && module.types.get(number).is_none() {
                        sound::fault(module, Word::NoSuchType, spot);
                    }
                    module.held_to_symbols();
                    if !module.values.is_whole() {
                        sound::fault(module, Word::Count, spot);
                    }
                    constants::reach(module);
                    metadata::flags(module);
                    module.span.1 = end;
                    module.done = true;
                }
            }
            (STRTAB, 0) => self.name_modules(),
            _ => {}
        }
        skipped
    }

    fn record(&mut self, code: u32, ops: &[u64], blob: Option<&[u8]>, spot: Spot) {
        let id = spot.block;
        if id == STRTAB && code == 1 {
            self.strtab = blob.map(<[u8]>::to_vec);
            return;
        }
        let Some(module) = self.modules.last_mut().filter(|module| !module.done) else {
            if matches!(id, 20 | 24) {
                self.summary.record(&mut self.outside, 0, code, ops, spot);
            }
            return;
        };
        // Below modules, readers know other blocks than in them.
        let inside = self.open.len() == 2;
        match id {
            TYPES | ATTRIBUTE_LISTS | ATTRIBUTE_GROUPS | BUNDLE_TAGS | SCOPE_NAMES | METADATA_KINDS
                if !inside => {}
            IDENTIFICATION => identification(module, code, ops, spot),
            MODULE => globals::record(module, code, ops, spot),
            ATTRIBUTE_LISTS => module.attributes.list(code, ops),
            ATTRIBUTE_GROUPS => attributes::record(module, code, ops, spot),
            CONSTANTS => constants::record(module, code, ops, spot),
            FUNCTION => functions::record(module, code, ops, spot),
            ATTACHMENTS => metadata::attachment(module, code, ops, spot),
            METADATA => metadata::record(module, code, ops, blob, spot),
            TYPES => types::record(module, code, ops, spot),
            BUNDLE_TAGS | SCOPE_NAMES if code != 1 => sound::fault(module, Word::NoSuchTag, spot),
            BUNDLE_TAGS => module.values.tags.push(ops.iter().map(|op| op.to_le_bytes()[0]).collect()),
            METADATA_KINDS if code == 6 && !ops.first().is_some_and(|kind| module.kinds.insert(*kind)) => {
                sound::fault(module, Word::KindTwice, spot);
            }
            SYMBOLS => sound::symbols(module, code, ops, spot),
            20 | 24 => {
                let globals = module.globals.len();
                self.summary.record(&mut module.uses, globals, code, ops, spot);
            }
            _ => {}
        }
    }

    /// A string table names the modules before it that have none yet.
    fn name_modules(&mut self) {
        let strtab = self.strtab.take().unwrap_or_default();
        for (number, module) in self.modules.iter_mut().enumerate().skip(self.named) {
            sound::names(module, &strtab);
            intrinsics::signatures(module, &strtab);
            let module = std::mem::take(module);
            self.facts.modules.push(module.into_facts(number, &strtab));
        }
        self.named = self.modules.len();
        self.modules.iter_mut().for_each(|module| module.done = true);
    }
}

/// The major version in the name of a producer: `LLVM19.1.7`.
pub(super) fn release(producer: &str) -> Option<u32> {
    producer.strip_prefix("LLVM")?.split('.').next()?.parse().ok()
}

/// `[character …]` or `[epoch]`.
fn identification(module: &mut Module, code: u32, ops: &[u64], spot: Spot) {
    match code {
        1 => {
            let bytes: Vec<u8> = ops.iter().map(|op| op.to_le_bytes()[0]).collect();
            module.producer = Some(String::from_utf8_lossy(&bytes).into_owned());
        }
        2 => module.uses.add(Kind::Epoch, &[ops.first().copied().unwrap_or(0)], spot),
        _ => module.uses.add(Kind::IdentificationRecord, &[u64::from(code)], spot),
    }
}

impl Module {
    /// The major version of the LLVM that wrote the module.
    pub(super) fn release(&self) -> Option<u32> {
        release(self.producer.as_deref()?)
    }

    /// Readers of function bodies look for the symbol table where the module says that it is.
    fn held_to_symbols(&mut self) {
        let (Some((words, spot)), Some(begins)) = (self.symbols, self.begins) else { return };
        let place = words.checked_mul(32).and_then(|bits| begins.checked_sub(32)?.checked_add(bits));
        // Behind a length word that is wrong the table may have been passed over, and stands there all the same.
        if self.strayed {
            return;
        }
        if self.bodies > 0 && words != 0 && place != self.symbols_at {
            sound::fault(self, Word::Position, spot);
        }
        for (value, words, spot) in std::mem::take(&mut self.placed) {
            let number = usize::try_from(value).ok();
            let Some(at) = self.bodied.iter().position(|value| Some(*value) == number) else { continue };
            let place = words.checked_mul(32).and_then(|bits| begins.checked_sub(32)?.checked_add(bits));
            // The first body is found where it stands, but what follows bodies is looked for behind the last place.
            let past = words == 0 || place > self.body_starts.last().copied();
            if (at > 0 || past) && place != self.body_starts.get(at).copied() {
                let other = place.is_some_and(|place| self.body_starts.contains(&place));
                sound::fault(self, if other { Word::OtherBody } else { Word::Position }, spot);
                return;
            }
        }
    }

    fn into_facts(self, number: usize, strtab: &[u8]) -> ModuleFacts {
        let name = |index: usize| match self.globals.get(index) {
            Some(Global::Named(offset, size)) => {
                intrinsics::text(strtab, (*offset, *size)).unwrap_or_default()
            }
            None => String::new(),
        };
        let owners = self.owner_of.iter();
        let mut owners: Vec<Owner> = owners
            .map(|((kind, value), owner)| Owner { kind: *kind, value: value.clone(), name: name(*owner) })
            .collect();
        owners.sort();
        let source = String::from_utf8_lossy(&self.source).into_owned();
        ModuleFacts {
            name: if source.is_empty() { format!("module {number}") } else { source },
            debug_version: metadata::debug_version(&self),
            owners,
            place: Place::new(
                Span::bits(self.span.0..self.span.1.max(self.span.0)),
                Path::root().item("module", number),
            ),
            producer: self.producer,
            triple: self.triple,
            needs: self.uses.into_needs(),
        }
    }
}
