//! Positions and hashes that LLVM IR keeps: do they point at what they say?
//!
//! Word offsets count from one word before the module's `IDENTIFICATION` block, which in an ordinary file is the magic.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use sha1::{Digest, Sha1};

use super::Findings;
use crate::cursor::Item;
use crate::module_hash;
use crate::record::Record;
use crate::stream::Stream;

const MODULE: u32 = 8;
const FUNCTION: u32 = 12;
const IDENTIFICATION: u32 = 13;
const VALUE_SYMTAB: u32 = 14;
const METADATA: u32 = 15;
const TYPES: u32 = 17;
const STRTAB: u32 = 23;

/// An offset: what it is, the word it points at, and where it stands.
#[derive(Debug)]
struct Claim {
    what: &'static str,
    /// The word, from the start of the stream.
    word: u64,
    to: u32,
    at: Range<u64>,
}

/// A hash that cannot be checked before the string table is known.
#[derive(Debug)]
struct Hash {
    recorded: Vec<u8>,
    body: Range<u64>,
    names: Vec<Range<u64>>,
    at: Range<u64>,
}

/// Follows a stream, and holds offsets and hashes against it.
#[derive(Debug)]
pub(super) struct Offsets<'a> {
    stream: Stream<'a>,
    /// The word that the module's offsets count from.
    origin: u64,
    module_body: u64,
    /// Whether the module is whole: what a thin link is given has the hash of the module that it was made from.
    whole: bool,
    /// Words in which blocks of an id start.
    starts: HashMap<u32, HashSet<u64>>,
    claims: Vec<Claim>,
    /// Per open metadata block: where its index should be, and where its records start.
    metadata: Vec<Metadata>,
    names: Vec<Range<u64>>,
    hashes: Vec<Hash>,
}

#[derive(Debug, Default)]
struct Metadata {
    offset: Option<(u64, u64)>,
    records: HashSet<u64>,
}

impl<'a> Offsets<'a> {
    pub(super) fn new(stream: Stream<'a>) -> Offsets<'a> {
        Offsets {
            stream,
            origin: 0,
            module_body: 0,
            whole: false,
            starts: HashMap::new(),
            claims: Vec::new(),
            metadata: Vec::new(),
            names: Vec::new(),
            hashes: Vec::new(),
        }
    }

    /// Looks at a token; `path` has the blocks that were open before it.
    pub(super) fn token(&mut self, item: &Item<'_, '_>, path: &[u32], findings: &mut Findings) {
        match item {
            Item::Enter(block) => {
                if path.is_empty() && block.id == IDENTIFICATION {
                    self.origin = (block.start / 32).saturating_sub(1);
                }
                if path.is_empty() && block.id == MODULE {
                    self.module_body = block.body;
                    self.names.clear();
                    self.whole = false;
                }
                self.whole |= block.id == TYPES;
                if matches!(block.id, FUNCTION | VALUE_SYMTAB) {
                    self.starts.entry(block.id).or_default().insert(block.start / 32);
                }
                if block.id == METADATA {
                    self.metadata.push(Metadata::default());
                }
            }
            Item::Leave(block, _) if block.id == METADATA => drop(self.metadata.pop()),
            Item::Record(record) => match path {
                [MODULE] => self.module_record(record),
                [MODULE, VALUE_SYMTAB] if record.code == 3 => {
                    if let Some(offset) = record.op(1) {
                        self.claim("a function's body", FUNCTION, offset, record);
                    }
                }
                [STRTAB] => self.string_table(record, findings),
                [.., METADATA] => self.metadata_record(record, path, findings),
                _ => {}
            },
            _ => {}
        }
    }

    fn claim(&mut self, what: &'static str, to: u32, offset: u64, record: &Record<'_, '_>) {
        let word = self.origin.saturating_add(offset);
        self.claims.push(Claim { what, word, to, at: record.start..record.end });
    }

    fn module_record(&mut self, record: &Record<'_, '_>) {
        match (record.code, record.ops) {
            // VSTOFFSET.
            (13, [offset, ..]) => self.claim("the symbol table", VALUE_SYMTAB, *offset, record),
            // COMDAT, GLOBALVAR, FUNCTION, ALIAS, IFUNC begin with a place in the string table.
            (7 | 8 | 12 | 14 | 18, [offset, size, ..]) => {
                self.names.push(*offset..offset.saturating_add(*size));
            }
            // HASH, the last record of a module.
            (17, [_, _, _, _, _]) if self.whole => {
                let low = |word: &u64| u32::try_from(word & u64::from(u32::MAX)).unwrap_or(0).to_be_bytes();
                self.hashes.push(Hash {
                    recorded: record.ops.iter().flat_map(low).collect(),
                    body: self.module_body..record.start,
                    names: std::mem::take(&mut self.names),
                    at: record.start..record.end,
                });
            }
            _ => {}
        }
    }

    fn metadata_record(&mut self, record: &Record<'_, '_>, path: &[u32], findings: &mut Findings) {
        let Some(metadata) = self.metadata.last_mut() else { return };
        match (record.code, record.ops) {
            (38, [low, high]) => {
                let offset = low.wrapping_add(high.wrapping_shl(32));
                metadata.offset = Some((record.end, record.end.wrapping_add(offset)));
            }
            (39, deltas) => {
                let Some((base, index)) = metadata.offset else { return };
                if index != record.start {
                    let title = format!(
                        "the file gives bit {index} for the metadata index, which is at {}",
                        record.start
                    );
                    findings.odd(1321, title, record.start..record.end, path);
                    return;
                }
                let mut at = base;
                for (i, delta) in deltas.iter().enumerate() {
                    at = at.wrapping_add(*delta);
                    if !metadata.records.contains(&at) {
                        let title = format!(
                            "entry {i} of the metadata index points at bit {at}, where no record starts"
                        );
                        findings.odd(1321, title, record.start..record.end, path);
                        return;
                    }
                }
            }
            _ => drop(metadata.records.insert(record.start)),
        }
    }

    /// The string table comes after the modules that it names.
    fn string_table(&mut self, record: &Record<'_, '_>, findings: &mut Findings) {
        let Some(table) = record.blob else { return };
        let index = |at: u64| usize::try_from(at).unwrap_or(usize::MAX);
        for hash in self.hashes.drain(..) {
            let mut hasher = Sha1::new();
            hasher.update(module_hash::names(table, &hash.names).unwrap_or_default());
            let body = index(hash.body.start / 8)..index(hash.body.end / 8);
            hasher.update(self.stream.bytes().get(body).unwrap_or_default());
            if hasher.finalize()[..] != hash.recorded[..] {
                let title = "the module's hash is not that of its bytes and names";
                findings.odd(1322, title, hash.at, &[MODULE]);
            }
        }
    }

    /// The whole stream was seen.
    pub(super) fn finish(self, findings: &mut Findings) {
        for claim in self.claims {
            if !self.starts.get(&claim.to).is_some_and(|starts| starts.contains(&claim.word)) {
                let title = format!(
                    "the file gives word {} for {}, where no block {} starts",
                    claim.word, claim.what, claim.to
                );
                findings.odd(1321, title, claim.at, &[MODULE]);
            }
        }
    }
}
