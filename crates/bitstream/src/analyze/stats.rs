//! Statistics: blocks and records by id and code.

use outlast_core::SortShort;
use std::collections::BTreeMap;
use std::io::{self, Write};

use super::Options;
use super::text::{exponent, float};
use crate::block_info::BlockInfo;
use crate::stream::StreamKind;

/// Codes below this are counted in an array, once there are some records.
const DENSE: usize = 512;
/// Records without an array.
const FEW: u32 = 64;
/// Block ids with an array.
const MOST_ARRAYS: usize = 4096;

/// What is in all blocks of one id, for those who do not want text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockCount {
    /// The block id.
    pub id: u32,
    /// Its name, if one is known.
    pub name: Option<String>,
    /// How many blocks of the id there are.
    pub instances: u64,
    /// Their bits, without those of nested blocks.
    pub bits: u64,
    /// Abbreviations that they define.
    pub abbreviations: u64,
    /// Their records by code.
    pub records: Vec<RecordCount>,
}

/// How many records of one code there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordCount {
    /// The code.
    pub code: u32,
    /// Its name, if one is known.
    pub name: Option<String>,
    /// How many records.
    pub count: u64,
    /// Their bits.
    pub bits: u64,
    /// How many of them are abbreviated.
    pub abbreviated: u64,
}

/// What was counted.
#[derive(Debug, Default)]
pub(super) struct Stats {
    /// Blocks at the top level.
    pub(super) top_level: u64,
    blocks: Vec<BlockStats>,
    by_id: BTreeMap<u32, usize>,
}

/// What was counted in all blocks of one id.
#[derive(Debug, Default)]
pub(super) struct BlockStats {
    instances: u64,
    /// Bits without those of nested blocks.
    pub(super) bits: u64,
    pub(super) sub_blocks: u64,
    pub(super) abbrevs: u64,
    records: u64,
    abbreviated: u64,
    dense: Vec<CodeStats>,
    sparse: BTreeMap<u32, CodeStats>,
    /// Records that were not found in the array.
    missed: u32,
    /// Whether there are too many block ids for another array.
    frugal: bool,
}

/// What was counted of one record code.
#[derive(Clone, Copy, Debug, Default)]
struct CodeStats {
    count: u64,
    abbreviated: u64,
    bits: u64,
}

impl CodeStats {
    fn add(&mut self, other: CodeStats) {
        self.count += other.count;
        self.abbreviated += other.abbreviated;
        self.bits += other.bits;
    }
}

impl BlockStats {
    /// Counts a record of this many bits.
    #[inline(always)]
    pub(super) fn add(&mut self, code: u32, bits: u64, abbreviated: bool) {
        let index = outlast_core::to_index(code);
        let slot = match self.dense.get_mut(index) {
            Some(slot) => slot,
            None => self.slot(code),
        };
        slot.count += 1;
        slot.bits += bits;
        slot.abbreviated += u64::from(abbreviated);
    }

    #[cold]
    #[inline(never)]
    fn slot(&mut self, code: u32) -> &mut CodeStats {
        let index = outlast_core::to_index(code);
        self.missed = self.missed.saturating_add(1);
        if index < DENSE && self.missed > FEW && !self.frugal {
            self.dense.resize(DENSE, CodeStats::default());
            for (place, code) in self.dense.iter_mut().zip(0u32..) {
                *place = self.sparse.remove(&code).unwrap_or_default();
            }
        }
        match self.dense.get_mut(index) {
            Some(slot) => slot,
            None => self.sparse.entry(code).or_default(),
        }
    }

    /// Adds counts, except for those of blocks.
    fn add_all(&mut self, other: BlockStats) {
        self.bits += other.bits;
        self.sub_blocks += other.sub_blocks;
        self.abbrevs += other.abbrevs;
        if self.dense.len() < other.dense.len() {
            self.dense.resize(other.dense.len(), CodeStats::default());
        }
        self.dense.iter_mut().zip(&other.dense).for_each(|(into, from)| into.add(*from));
        other.sparse.iter().for_each(|(code, from)| self.sparse.entry(*code).or_default().add(*from));
        // A code has one place: the array, where there is one.
        let dense = &mut self.dense;
        self.sparse.retain(|code, from| match dense.get_mut(outlast_core::to_index(*code)) {
            Some(into) => {
                into.add(*from);
                false
            }
            None => true,
        });
    }

    /// Sums up what the histogram knows.
    fn total(&mut self) {
        let all = || self.dense.iter().chain(self.sparse.values());
        let (records, abbreviated) = (all().map(|c| c.count).sum(), all().map(|c| c.abbreviated).sum());
        (self.records, self.abbreviated) = (records, abbreviated);
    }

    /// Codes and counts: the most frequent first, of two as frequent the higher code.
    fn ranked(&self) -> Vec<(u32, CodeStats)> {
        let dense = self.dense.iter().zip(0u32..).map(|(stats, code)| (code, *stats));
        let all = dense.chain(self.sparse.iter().map(|(code, stats)| (*code, *stats)));
        let mut ranked: Vec<(u32, CodeStats)> = all.filter(|(_, stats)| stats.count > 0).collect();
        ranked.sort_short_by_key(|(code, stats)| std::cmp::Reverse((stats.count, *code)));
        ranked
    }
}

impl Stats {
    /// A block of this id begins: the index of its statistics.
    pub(super) fn enter(&mut self, id: u32) -> usize {
        let index = *self.by_id.entry(id).or_insert_with(|| {
            let frugal = self.blocks.len() >= MOST_ARRAYS;
            self.blocks.push(BlockStats { frugal, ..BlockStats::default() });
            self.blocks.len() - 1
        });
        self.at(index).instances += 1;
        index
    }

    /// Adds what was counted elsewhere.
    pub(super) fn merge(&mut self, other: Stats) {
        self.top_level += other.top_level;
        let mut blocks: Vec<Option<BlockStats>> = other.blocks.into_iter().map(Some).collect();
        for (id, from) in other.by_id {
            let Some(counted) = blocks.get_mut(from).and_then(Option::take) else { continue };
            let index = self.enter(id);
            let into = self.at(index);
            // Entering counted one.
            into.instances += counted.instances;
            into.instances -= 1;
            into.add_all(counted);
        }
    }

    /// The statistics of a block that began elsewhere: their index.
    pub(super) fn resume(&mut self, id: u32) -> usize {
        let index = self.enter(id);
        self.at(index).instances -= 1;
        index
    }

    /// The statistics of an index that [`Stats::enter`] gave.
    #[expect(clippy::indexing_slicing, reason = "no block is removed")]
    #[inline(always)]
    pub(super) fn at(&mut self, index: usize) -> &mut BlockStats {
        &mut self.blocks[index]
    }

    /// Blocks by number, each with its statistics.
    fn by_number(&self) -> impl Iterator<Item = (u32, &BlockStats)> {
        self.by_id.iter().filter_map(|(id, index)| Some((*id, self.blocks.get(*index)?)))
    }

    /// What was counted, with names.
    pub(super) fn counts(&self, names: &super::labels::Names<'_>, info: &BlockInfo) -> Vec<BlockCount> {
        let text = |name: &[u8]| String::from_utf8_lossy(name).into_owned();
        let one = |(id, stats): (u32, &BlockStats)| {
            let mut records: Vec<RecordCount> = stats
                .ranked()
                .into_iter()
                .map(|(code, counted)| RecordCount {
                    code,
                    name: names.record(info, id, code).map(text),
                    count: counted.count,
                    bits: counted.bits,
                    abbreviated: counted.abbreviated,
                })
                .collect();
            records.sort_short_by_key(|record| record.code);
            BlockCount {
                id,
                name: names.block(info, id).map(text),
                instances: stats.instances,
                bits: stats.bits,
                abbreviations: stats.abbrevs,
                records,
            }
        };
        self.by_number().map(one).collect()
    }

    /// Prints the summary.
    pub(super) fn print(
        &mut self,
        title: &str,
        bytes: usize,
        kind: StreamKind,
        info: &BlockInfo,
        options: &Options<'_>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let bits = u64::try_from(bytes).unwrap_or(u64::MAX / 8).saturating_mul(8);
        writeln!(out, "Summary of {title}:\n         Total size: {}", size(bits))?;
        writeln!(out, "        Stream type: {}", stream_type(kind))?;
        writeln!(out, "  # Toplevel Blocks: {}\n\nPer-block Summary:", self.top_level)?;
        let names = super::labels::Names::new(options, kind);
        self.blocks.iter_mut().for_each(BlockStats::total);
        for (id, stats) in self.by_number() {
            write!(out, "  Block ID #{id}")?;
            if let Some(name) = names.block(info, id) {
                out.write_all(b" (")?;
                out.write_all(name)?;
                out.write_all(b")")?;
            }
            writeln!(out, ":")?;
            summary(stats, bits, out)?;
            if options.histogram && stats.records > 0 {
                writeln!(out, "\tRecord Histogram:\n\t\t  Count    # Bits     b/Rec   % Abv  Record Kind")?;
                for (code, counted) in stats.ranked() {
                    row(counted, out)?;
                    match names.record(info, id, code) {
                        Some(name) => out.write_all(name)?,
                        None => write!(out, "UnknownCode{code}")?,
                    }
                    writeln!(out)?;
                }
                writeln!(out)?;
            }
        }
        Ok(())
    }
}

/// What the summary calls a kind of stream.
fn stream_type(kind: StreamKind) -> &'static str {
    match kind {
        StreamKind::Ir => "LLVM IR",
        StreamKind::ClangAst => "Clang Serialized AST",
        StreamKind::Diagnostics => "Clang Serialized Diagnostics",
        StreamKind::Remarks => "LLVM Remarks",
        _ => "unknown",
    }
}

fn size(bits: u64) -> String {
    format!("{bits}b/{:.2}B/{}W", float(bits) / 8.0, bits / 32)
}

fn summary(stats: &BlockStats, file_bits: u64, out: &mut impl Write) -> io::Result<()> {
    let instances = float(stats.instances);
    writeln!(out, "      Num Instances: {}\n         Total Size: {}", stats.instances, size(stats.bits))?;
    writeln!(out, "    Percent of file: {:.4}%", float(stats.bits) * 100.0 / float(file_bits))?;
    if stats.instances > 1 {
        let average = float(stats.bits) / instances;
        writeln!(
            out,
            "       Average Size: {average:.2}/{:.2}B/{:.0}W",
            average / 8.0,
            (average / 32.0).trunc()
        )?;
        for (name, total) in
            [("SubBlocks", stats.sub_blocks), ("  Abbrevs", stats.abbrevs), ("  Records", stats.records)]
        {
            writeln!(out, "  {}: {total}/{}", pad(name), exponent(float(total) / instances))?;
        }
    } else {
        writeln!(out, "      Num SubBlocks: {}", stats.sub_blocks)?;
        writeln!(out, "        Num Abbrevs: {}", stats.abbrevs)?;
        writeln!(out, "        Num Records: {}", stats.records)?;
    }
    if stats.records > 0 {
        writeln!(
            out,
            "    Percent Abbrevs: {:.4}%",
            float(stats.abbreviated) * 100.0 / float(stats.records)
        )?;
    }
    writeln!(out)
}

/// `Tot/Avg` before a name, both to the right.
fn pad(name: &str) -> String {
    let name = name.trim_start();
    format!("{:>17}", format!("Tot/Avg {name}"))
}

fn row(counted: CodeStats, out: &mut impl Write) -> io::Result<()> {
    write!(out, "\t\t{:7} {:9}", counted.count, counted.bits)?;
    if counted.count > 1 {
        write!(out, " {:9.1}", float(counted.bits) / float(counted.count))?;
    } else {
        write!(out, "{:10}", "")?;
    }
    if counted.abbreviated > 0 {
        write!(out, " {:7.2}", float(counted.abbreviated) / float(counted.count) * 100.0)?;
    } else {
        write!(out, "{:8}", "")?;
    }
    write!(out, "  ")
}
