//! [`infer`]: the layout that files which exist follow, as far as they show it.
//!
//! Of each record it is known how many operands it had, which abbreviations it was written with, whether it had a blob, what its first operands were,
//! and which record always came right before it. That is evidence, not a description: what was not seen may be allowed. Names come from
//! `BLOCKINFO`, or from the tables of `crates/bitstream`.

use std::collections::{BTreeMap, BTreeSet};

use outlast_bitstream::names::{NameTable, RELEASES};
use outlast_bitstream::{BitstreamFile, Cursor, Item, Op, StreamKind};

use crate::Site;
use crate::layout::model::{Basis, Block, Field, Kind, Layout, Record, Seen, Type};

/// What files show.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Inference {
    /// The layout that they follow.
    pub layout: Layout,
    /// How many streams were read to their end.
    pub streams: u64,
    /// Files that could not be read, and why; what was read of them is not in the layout.
    pub skipped: Vec<(String, String)>,
}

/// Records of one kind whose first operands are looked at.
const VALUES: usize = 16;

/// Abbreviations that are kept for one kind of record.
const ABBREVIATIONS: usize = 16;

/// Codes that tables of names go up to.
const MOST_NAMED: u32 = 256;

/// Operands that get a field each; behind them is an array.
const SCALARS: usize = 24;

/// Puts together what files show. `readers` says what readers of the format put up with: of it, the name, the tolerance and the blocks' tolerances
/// are taken. Files of another magic than the first are skipped.
pub fn infer<'f>(files: impl IntoIterator<Item = (&'f str, &'f [u8])>, readers: &Layout) -> Inference {
    let mut all = Tally::default();
    let mut magic = None;
    let mut out = Inference::default();
    for (name, bytes) in files {
        let mut one = Tally::default();
        let read = stream(bytes, &mut one, magic).map(|found| magic = Some(found));
        match read {
            Ok(()) => {
                out.streams += 1;
                all.add(one);
            }
            Err(why) => out.skipped.push((name.to_string(), why)),
        }
    }
    out.layout = all.layout(magic.unwrap_or(readers.magic), readers, out.streams);
    out
}

#[derive(Debug, Default)]
struct Tally {
    blocks: BTreeMap<u32, Tallied>,
}

#[derive(Debug, Default)]
struct Tallied {
    name: Option<String>,
    parents: Vec<Option<u32>>,
    known: BTreeSet<u32>,
    records: BTreeMap<u32, (Option<String>, Seen, Before)>,
}

/// The records that came right before a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Before {
    #[default]
    Unseen,
    Always(u32),
    Various,
}

impl Before {
    fn and(self, other: Before) -> Before {
        match (self, other) {
            (Before::Unseen, other) => other,
            (one, Before::Unseen) => one,
            (one, other) if one == other => one,
            _ => Before::Various,
        }
    }
}

fn stream(bytes: &[u8], tally: &mut Tally, magic: Option<[u8; 4]>) -> Result<[u8; 4], String> {
    let file = BitstreamFile::open(bytes).map_err(|fault| fault.to_string())?;
    let mut found = [0; 4];
    found.copy_from_slice(file.stream.bytes().get(..4).ok_or("it has no magic")?);
    if magic.is_some_and(|magic| magic != found) {
        return Err(format!("it starts with {}", found.escape_ascii()));
    }
    let names = match file.kind() {
        StreamKind::Ir => NameTable::llvm_ir(release(file.cursor().map_err(|fault| fault.to_string())?)),
        _ => NameTable::for_stream(file.stream),
    };
    let mut cursor = file.cursor().map_err(|fault| fault.to_string())?;
    let mut lasts: Vec<Option<u32>> = Vec::new();
    loop {
        let parent = cursor.block().map(|block| block.id);
        let named = cursor.block_info().clone();
        match cursor.next().map_err(|fault| fault.to_string())? {
            None => return Ok(found),
            Some(Item::Define(..)) => {}
            Some(Item::Leave(..)) => {
                lasts.pop();
            }
            Some(Item::Enter(block)) => {
                if let Some(last) = lasts.last_mut() {
                    *last = None;
                }
                lasts.push(None);
                let id = block.id;
                if id == 0 {
                    continue;
                }
                let of = tally.blocks.entry(id).or_default();
                if !of.parents.contains(&parent) {
                    of.parents.push(parent);
                }
                if of.known.is_empty() {
                    of.known = (0..MOST_NAMED).filter(|code| names.record(id, *code).is_some()).collect();
                }
                if of.name.is_none() {
                    let own = named.block_name(id).map(|name| String::from_utf8_lossy(name).into_owned());
                    of.name = own.or_else(|| names.block(id).map(str::to_string));
                }
            }
            Some(Item::Record(record)) => {
                let (Some(id), Some(last)) = (parent.filter(|id| *id != 0), lasts.last_mut()) else {
                    continue;
                };
                let before = last.replace(record.code).map_or(Before::Various, Before::Always);
                let of = tally.blocks.entry(id).or_default();
                let (name, seen, befores) = of.records.entry(record.code).or_default();
                if name.is_none() {
                    let own = named.record_name(id, record.code);
                    let own = own.map(|name| String::from_utf8_lossy(name).into_owned());
                    *name = own.or_else(|| names.record(id, record.code).map(str::to_string));
                }
                *befores = befores.and(before);
                let ops = record.abbrev.map(|abbrev| abbrev.ops().to_vec());
                seen.note(record.ops, record.blob.is_some(), ops);
            }
        }
    }
}

/// The release that wrote a module, of those that the tables of names know: 19 for `LLVM19.1.7`.
fn release(mut cursor: Cursor<'_>) -> u32 {
    let mut found = None;
    while let Ok(Some(item)) = cursor.next() {
        match item {
            Item::Record(record) if record.code == 1 => {
                let text = record.bytes_from(0);
                let digits = text
                    .iter()
                    .skip_while(|byte| !byte.is_ascii_digit())
                    .take_while(|byte| byte.is_ascii_digit());
                found = String::from_utf8(digits.copied().collect())
                    .ok()
                    .and_then(|text| text.parse::<u32>().ok());
                break;
            }
            // The producer is at the beginning.
            Item::Enter(block) if block.id != 13 => break,
            _ => {}
        }
    }
    let newest = RELEASES.last().copied().unwrap_or_default();
    let found = found.unwrap_or(newest);
    RELEASES.iter().copied().filter(|release| *release <= found).max().unwrap_or(newest)
}

impl Seen {
    fn note(&mut self, ops: &[u64], blob: bool, abbreviation: Option<Vec<Op>>) {
        self.fewest = if self.records == 0 { ops.len() } else { self.fewest.min(ops.len()) };
        self.most = self.most.max(ops.len());
        self.records += 1;
        self.blobs += u64::from(blob);
        match abbreviation {
            None => self.unabbreviated += 1,
            Some(ops) => self.abbreviation(ops, 1),
        }
        for (index, op) in ops.iter().take(VALUES).enumerate() {
            self.range(index, *op, *op);
        }
    }

    fn abbreviation(&mut self, ops: Vec<Op>, count: u64) {
        if let Some((_, known)) = self.abbreviations.iter_mut().find(|(of, _)| *of == ops) {
            *known += count;
        } else if self.abbreviations.len() < ABBREVIATIONS {
            self.abbreviations.push((ops, count));
        }
    }

    fn range(&mut self, index: usize, least: u64, greatest: u64) {
        match self.values.get_mut(index) {
            Some((low, high)) => (*low, *high) = ((*low).min(least), (*high).max(greatest)),
            None => self.values.push((least, greatest)),
        }
    }

    fn add(&mut self, other: Seen) {
        self.fewest = if self.records == 0 { other.fewest } else { self.fewest.min(other.fewest) };
        self.most = self.most.max(other.most);
        self.records += other.records;
        self.blobs += other.blobs;
        self.unabbreviated += other.unabbreviated;
        for (ops, count) in other.abbreviations {
            self.abbreviation(ops, count);
        }
        for (index, (low, high)) in other.values.into_iter().enumerate() {
            self.range(index, low, high);
        }
    }
}

impl Tally {
    fn add(&mut self, other: Tally) {
        for (id, of) in other.blocks {
            let into = self.blocks.entry(id).or_default();
            into.name = into.name.take().or(of.name);
            into.known.extend(of.known);
            for parent in of.parents {
                if !into.parents.contains(&parent) {
                    into.parents.push(parent);
                }
            }
            for (code, (name, seen, before)) in of.records {
                let (of, all, befores) = into.records.entry(code).or_default();
                *of = of.take().or(name);
                *befores = befores.and(before);
                all.add(seen);
            }
        }
    }

    fn layout(self, magic: [u8; 4], readers: &Layout, streams: u64) -> Layout {
        let site = |text: String| Site { text, ..Site::default() };
        let mut layout = Layout {
            name: readers.name.clone(),
            magic,
            reader: readers.reader.clone(),
            basis: Basis::Observed(streams),
            site: site(format!("observed in {streams} streams")),
            ..Layout::default()
        };
        for (id, of) in self.blocks {
            let known = readers.block(id);
            let name = of.name.unwrap_or_else(|| format!("block {id}"));
            let mut block = Block {
                id,
                top: of.parents.contains(&None),
                inside: of.parents.iter().flatten().copied().collect(),
                unknown_blocks: known.and_then(|block| block.unknown_blocks.clone()),
                unknown_records: known.and_then(|block| block.unknown_records.clone()),
                site: site(format!("block {id} {name}")),
                name,
                ..Block::default()
            };
            for (code, (name, mut seen, before)) in of.records {
                let described = known.and_then(|block| block.record(code)).map(|record| record.name.clone());
                let name = name.or(described).unwrap_or_else(|| format!("record {code}"));
                // One name for two codes, such as both kinds of attribute lists.
                let twice = block.records.iter().any(|record| record.name == name);
                let name = if twice { format!("{name} {code}") } else { name };
                seen.after = match before {
                    Before::Always(code) => Some(code),
                    Before::Unseen | Before::Various => None,
                };
                block.records.push(record(code, name, seen));
            }
            let described = known.into_iter().flat_map(|block| &block.records).map(|record| record.code);
            let all: BTreeSet<u32> = of.known.into_iter().chain(described).collect();
            block.known = all.into_iter().filter(|code| block.record(*code).is_none()).collect();
            layout.blocks.push(block);
        }
        layout
    }
}

/// A record as it was seen: operands that all have are required, those that some have are optional. Where there are many, or an abbreviation has an
/// array, the rest is an array.
fn record(code: u32, name: String, seen: Seen) -> Record {
    let arrays =
        seen.abbreviations.iter().filter_map(|(ops, _)| ops.iter().skip(1).position(|op| *op == Op::Array));
    let array = arrays.min().or((seen.most > SCALARS).then_some(SCALARS));
    let scalars = array.map_or(seen.most, |at| at.min(seen.most)).min(SCALARS);
    let field = |name: String, kind, op, optional| Field {
        name,
        meaning: None,
        kind,
        op,
        ty: Type::Unsigned(64),
        optional,
        must_understand: false,
        site: Site::default(),
    };
    let mut fields: Vec<Field> = (0..scalars)
        .map(|index| field(format!("op{index}"), Kind::Scalar, Op::Vbr(6), index >= seen.fewest))
        .collect();
    if array.is_some() {
        fields.push(field("rest".to_string(), Kind::Array, Op::Vbr(6), true));
    }
    if seen.blobs > 0 {
        fields.push(field("blob".to_string(), Kind::Blob, Op::Blob, seen.blobs < seen.records));
    }
    let text = format!(
        "record {code} {name}: observed in {} records, {} to {} operands",
        seen.records, seen.fewest, seen.most
    );
    Record {
        code,
        name,
        fields,
        seen: Some(seen),
        site: Site { text, ..Site::default() },
        ..Record::default()
    }
}
