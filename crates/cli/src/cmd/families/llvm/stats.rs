//! `outlast/dump/1` with `blocks`: the statistics of a bitstream.

use outlast::families::bitstream::{BlockCount, KIND, RecordCount, StreamKind};
use serde::Serialize;

/// The statistics of a bitstream.
#[derive(Debug, Serialize)]
pub(super) struct StatsDocument<'a> {
    schema: &'static str,
    file: &'a str,
    kind: &'static str,
    bytes: u64,
    stream: &'static str,
    blocks: Vec<Block<'a>>,
}

#[derive(Debug, Serialize)]
struct Block<'a> {
    id: u32,
    name: Option<&'a str>,
    instances: u64,
    bits: u64,
    abbreviations: u64,
    records: Vec<Record<'a>>,
}

#[derive(Debug, Serialize)]
struct Record<'a> {
    code: u32,
    name: Option<&'a str>,
    count: u64,
    bits: u64,
    abbreviated: u64,
}

impl<'a> StatsDocument<'a> {
    /// What was counted in `file`, of so many bytes.
    pub(super) fn new(
        file: &'a str,
        bytes: u64,
        stream: StreamKind,
        counts: &'a [BlockCount],
    ) -> StatsDocument<'a> {
        let record = |record: &'a RecordCount| Record {
            code: record.code,
            name: record.name.as_deref(),
            count: record.count,
            bits: record.bits,
            abbreviated: record.abbreviated,
        };
        let block = |block: &'a BlockCount| Block {
            id: block.id,
            name: block.name.as_deref(),
            instances: block.instances,
            bits: block.bits,
            abbreviations: block.abbreviations,
            records: block.records.iter().map(record).collect(),
        };
        StatsDocument {
            schema: "outlast/dump/1",
            file,
            kind: KIND.name(),
            bytes,
            stream: stream.name(),
            blocks: counts.iter().map(block).collect(),
        }
    }
}
