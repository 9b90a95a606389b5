//! The scan: tokens to the concern of their block.

use super::module::Module;
use super::shape::{Kind, Value, Word};
use super::summaries::Summary;
use super::uses::{Spot, Uses};
use super::{
    IrFacts, attributes, constant_operands, constants, functions, globals, graph, intrinsics, malformed,
    metadata, nodes, symbol_names, types, verifier, walk,
};
use crate::cursor::{Block, Cursor, Item, Next};
use crate::fault::Fault;
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
const USE_LISTS: u32 = 18;
const METADATA_KINDS: u32 = 22;
const SCOPE_NAMES: u32 = 26;
const STRTAB: u32 = 23;
/// Bytes before the end of a file that no other module can begin in.
const NEAR_END: u64 = 8;

/// Counters of a block that is open.
struct Open {
    id: u32,
    records: usize,
}

/// Whether readers pass over a block by its length word, by the ids of the block around it and its own: they do not know it there.
fn is_passed(parent: Option<u32>, id: u32) -> bool {
    match parent {
        Some(MODULE) => !matches!(id, 0 | 9..=12 | 14 | 15 | 17..=22 | 24 | 26),
        Some(FUNCTION) => !matches!(id, 11 | 14..=16 | 18),
        // All others hold records only.
        Some(9..=11 | 14..=22 | 24 | 26) => true,
        _ => false,
    }
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
    /// How often the scan may go back to where a length word ends its block.
    backward: u32,
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
        backward: 16,
        facts: IrFacts::default(),
    };
    loop {
        // Readers look for no other module so near to the end.
        let near = cursor.position() / 8 + NEAR_END >= cursor.end() / 8;
        if near && cursor.depth() == 0 && !scan.modules.is_empty() {
            break;
        }
        let next = match cursor.next_opened(is_passed) {
            Err(fault) if !scan.goes_on() => return Err(fault),
            Err(_) => {
                // Behind the first body readers look for other bodies, and for nothing else.
                let spot = Spot {
                    start: base + cursor.position(),
                    end: base + cursor.position(),
                    ..Spot::default()
                };
                scan.modules.iter_mut().for_each(|module| module.stray(spot));
                scan.open.clear();
                match cursor.resync() {
                    Some(_) if cursor.depth() == 0 => continue,
                    _ => break,
                }
            }
            Ok(next) => next,
        };
        let item = match next {
            Next::Item(item) => item,
            Next::Passed(block) => {
                scan.passed(&block, base);
                continue;
            }
            Next::End => break,
        };
        match item {
            Item::Enter(block) => scan.enter(&block, base),
            Item::Leave(block, end) => {
                let by_length = scan.leave(&block, base + end + u64::from(block.abbrev_width), base);
                let goes_on = block.claimed_end();
                // Back only a few times: files whose blocks end in each other would be read again and again.
                let back = cursor.position() > goes_on;
                if by_length && cursor.position() != goes_on && !(back && scan.backward == 0) {
                    scan.backward -= u32::from(back);
                    cursor.jump(goes_on)?;
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

    /// Whether readers have what they need of the module that is open, so that a fault between its blocks goes unseen.
    fn goes_on(&self) -> bool {
        let Some(module) = self.modules.last().filter(|module| !module.done) else { return false };
        match self.open.as_slice() {
            [open] if open.id == MODULE => module.bodies > 0 || module.strayed,
            // Bodies are found by the symbol table, whatever the id of their block.
            [open, inner, ..] if open.id == MODULE && inner.id != FUNCTION => {
                module.bodies > 0 && module.values.missing_bodies() > 0
            }
            _ => false,
        }
    }

    /// A block that readers pass over.
    fn passed(&mut self, block: &Block, base: u64) {
        let parent = self.open.last().map_or(0, |open| open.id);
        let spot =
            Spot { start: base + block.start, end: base + block.body, block: parent, ..Spot::default() };
        self.counts(parent, block.id, spot);
        if let Some(module) = self.module().filter(|module| module.bodies > 0 && parent == MODULE) {
            module.passed += 1;
        }
    }

    /// Counts a block in another.
    fn counts(&mut self, parent: u32, id: u32, spot: Spot) {
        let numbers = [u64::from(parent), u64::from(id)];
        match self.module() {
            Some(module) => module.uses.add(Kind::Block, &numbers, spot),
            None => self.outside.add(Kind::Block, &numbers, spot),
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
                module.local_constants.clear();
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
        self.counts(parent, block.id, spot);
        let past = block.claimed_end() > self.end;
        if past
            && parent == MODULE
            && self.open.len() == 1
            && let Some(module) = self.module()
        {
            malformed::fault(module, Word::Length, spot);
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
                Some(module) if word == Word::OtherLength && skipped => module.stray(spot),
                Some(module) => {
                    module.loose |= word == Word::OtherLength;
                    malformed::fault(module, word, spot);
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
            (FUNCTION, 1) if self.module().is_some_and(|module| module.strayed) => {
                self.body = None;
                if let Some(module) = self.module() {
                    module.values.leave();
                }
            }
            (FUNCTION, 1) => {
                self.body = None;
                if let Some(module) = self.module() {
                    module.keep_calls();
                    nodes::leave(module);
                    module.finish(spot);
                    graph::leave(module, spot);
                    module.values.leave();
                }
            }
            (METADATA, 1) => {
                if let Some(module) = self.module() {
                    metadata::operands(module, spot);
                }
            }
            (TYPES, 1) => {
                if let Some(module) = self.module() {
                    if !module.types.is_whole() {
                        malformed::fault(module, Word::Count, spot);
                    }
                    if module.types.holds_itself() {
                        malformed::fault(module, Word::RecursiveType, spot);
                    }
                }
            }
            (MODULE, 0) => {
                if let Some(module) = self.module().filter(|module| module.strayed || module.loose) {
                    module.span.1 = end;
                    module.done = true;
                } else if let Some(module) = self.module() {
                    malformed::first_values(module);
                    attributes::held_to_types(module);
                    let (number, spot) = module.attributes.types;
                    if number > 0 && module.types.get(number).is_none() {
                        malformed::fault(module, Word::NoSuchType, spot);
                    }
                    module.held_to_symbols();
                    match module.values.missing_bodies() {
                        0 => {}
                        1.. if module.passed == 0 => malformed::fault(module, Word::Count, spot),
                        // Readers pass over what is too much, and find bodies by the symbol table, whatever the id of their block.
                        _ => {
                            module.uses.forget_faults();
                            module.stray(spot);
                        }
                    }
                    constant_operands::reach(module);
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
            match id {
                20 | 24 => {
                    self.summary.unread = true;
                    self.summary.record(&mut self.outside, 0, code, ops, spot);
                }
                _ => {}
            }
            return;
        };
        // Behind a length word that is wrong, what is read here is not what readers find.
        if module.strayed {
            return;
        }
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
            BUNDLE_TAGS | SCOPE_NAMES if code != 1 => malformed::fault(module, Word::NoSuchTag, spot),
            BUNDLE_TAGS => module.values.tags.push(ops.iter().map(|op| op.to_le_bytes()[0]).collect()),
            METADATA_KINDS if code == 6 => metadata::kind(module, ops, spot),
            SYMBOLS => {
                malformed::symbols(module, code, ops, spot);
                if module.version < 2 && spot.function.is_none() {
                    module.symbol_names.record(code, ops);
                }
            }
            USE_LISTS => malformed::use_list(module, code, ops, spot),
            19 => self.summary.module(&mut module.uses, code, ops, spot),
            20 | 24 => {
                let globals = module.globals.len();
                self.summary.unread = !inside;
                self.summary.record(&mut module.uses, globals, code, ops, spot);
            }
            _ => {}
        }
    }

    /// A string table names the modules before it that have none yet.
    fn name_modules(&mut self) {
        let strtab = self.strtab.take().unwrap_or_default();
        for (number, module) in self.modules.iter_mut().enumerate().skip(self.named) {
            let own = (module.version < 2).then(|| symbol_names::string_table(module));
            let strtab = own.as_ref().unwrap_or(&strtab);
            if !module.strayed {
                malformed::names(module, strtab);
                verifier::names(module, strtab);
            }
            intrinsics::signatures(module, strtab);
            let module = std::mem::take(module);
            self.facts.modules.push(module.into_facts(number, strtab));
        }
        self.named = self.modules.len();
        self.modules.iter_mut().for_each(|module| module.done = true);
    }
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
