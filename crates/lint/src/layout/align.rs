//! A reader that finds everything where the writer puts it: what it then makes of one thing is told apart from where it looks for others.

use std::collections::BTreeMap;

use super::model::{Block, Layout, Record, VersionPlace};

/// The reader's layout with the writer's magic and abbreviations: it comes to the blocks.
pub(crate) fn readable(writer: &Layout, reader: &Layout) -> Layout {
    let mut out = Layout { magic: writer.magic, ..reader.clone() };
    out.reader.abbreviations = writer.reader.abbreviations;
    for block in &mut out.blocks {
        let own = writer.block(block.id).map(|own| own.abbreviations.clone());
        block.abbreviations = own.unwrap_or_default();
    }
    out
}

/// The reader's layout with the writer's magic, ids of blocks, codes of records, places of blocks and abbreviations, as far as both versions have
/// them. Blocks and records of the reader alone, whose numbers the writer uses for others, are left out.
pub(crate) fn aligned(writer: &Layout, reader: &Layout) -> Layout {
    let ids: BTreeMap<u32, u32> = reader
        .blocks
        .iter()
        .filter_map(|block| {
            let id = match writer.block_named(block.key()) {
                Some(own) => own.id,
                None if writer.block(block.id).is_some() => return None,
                None => block.id,
            };
            Some((block.id, id))
        })
        .collect();
    let blocks = reader.blocks.iter().filter_map(|block| {
        let id = *ids.get(&block.id)?;
        Some(match writer.block_named(block.key()) {
            Some(own) => Block {
                id,
                top: own.top,
                inside: own.inside.clone(),
                abbreviations: own.abbreviations.clone(),
                records: records(own, block),
                ..block.clone()
            },
            None => Block {
                id,
                inside: block.inside.iter().filter_map(|id| ids.get(id).copied()).collect(),
                ..block.clone()
            },
        })
    });
    let version = reader.version.as_ref().and_then(|place| {
        let block = reader.block(place.block)?;
        let record = match writer.block_named(block.key()) {
            Some(own) => *codes(own, block).get(&place.record)?,
            None => place.record,
        };
        Some(VersionPlace { block: *ids.get(&place.block)?, record, ..place.clone() })
    });
    let mut out = Layout { magic: writer.magic, version, blocks: blocks.collect(), ..reader.clone() };
    out.reader.abbreviations = writer.reader.abbreviations;
    out
}

/// The codes of a block's records, as the writer has them.
fn codes(writer: &Block, reader: &Block) -> BTreeMap<u32, u32> {
    let code = |record: &Record| match writer.record_named(record.key()) {
        Some(own) => Some((record.code, own.code)),
        None if writer.record(record.code).is_some() => None,
        None => Some((record.code, record.code)),
    };
    reader.records.iter().filter_map(code).collect()
}

fn records(writer: &Block, reader: &Block) -> Vec<Record> {
    let codes = codes(writer, reader);
    let moved = |code: Option<u32>| code.and_then(|code| codes.get(&code).copied());
    let records = reader.records.iter().filter_map(|record| {
        let code = *codes.get(&record.code)?;
        Some(Record { code, follows: moved(record.follows), then: moved(record.then), ..record.clone() })
    });
    records.collect()
}
