//! Writing the edited stream.

use crate::cursor::{Cursor, Item};
use crate::edit::ir::Fixes;
use crate::edit::outline::Plan;
use crate::edit::written::Written;
use crate::edit::{EditError, NewToken};
use crate::stream::Stream;
use crate::write::{NewRecord, Writer};

/// Writes the stream with its edits, and with the positions of the fixes as they stand.
pub(super) fn apply(stream: Stream<'_>, plan: &Plan<'_>, fixes: &Fixes<'_>) -> Result<Written, EditError> {
    let mut cursor = Cursor::new(Stream::new(stream.bytes(), 0))?;
    let magic = stream.bytes().first_chunk::<4>().copied().unwrap_or_default();
    let (mut writer, mut out) = (Writer::new(magic), Written::default());
    loop {
        let at = cursor.position();
        let here = plan.at.get(&at);
        for tokens in here.iter().flat_map(|here| &here.before) {
            insert(&mut writer, tokens, at)?;
        }
        let Some(item) = cursor.next()? else { break };
        if let Some(tokens) = here.and_then(|here| here.instead) {
            if matches!(item, Item::Enter(_)) {
                cursor.skip_block()?;
            }
            insert(&mut writer, tokens, at)?;
            continue;
        }
        match item {
            Item::Enter(block) => {
                out.moved(at, writer.position());
                if plan.walked.contains(&at) {
                    writer.enter_block(block.id, block.abbrev_width)?;
                    out.begins(at, writer.position());
                } else {
                    writer.splice_block(stream.bytes(), &block);
                    let length = block.claimed_end() - block.body;
                    out.moved(block.body, writer.position() - length);
                    cursor.skip_block()?;
                }
            }
            Item::Leave(..) => writer.leave_block()?,
            Item::Define(abbrev, _) => {
                out.moved(at, writer.position());
                let abbrev = abbrev.clone();
                writer.splice_define(stream.bytes(), at..cursor.position(), &abbrev)?;
            }
            Item::Record(record) => {
                out.moved(at, writer.position());
                match fixes.ops(at) {
                    Some(None) => {}
                    Some(Some(ops)) if ops != record.ops => {
                        let new = NewRecord { code: record.code, ops, blobs: &[] };
                        writer.record_with(record.abbrev_id, new)?;
                        out.ends(at, writer.position());
                    }
                    fixed => {
                        writer.splice_record(stream.bytes(), &record)?;
                        if fixed.is_some() {
                            out.ends(at, writer.position());
                        }
                    }
                }
            }
        }
    }
    out.bytes = writer.finish()?;
    Ok(out)
}

/// New tokens; what they begin they have to end.
fn insert(writer: &mut Writer, tokens: &[NewToken], at: u64) -> Result<(), EditError> {
    let mut open = 0usize;
    for token in tokens {
        match token {
            NewToken::Enter(id, width) => {
                writer.enter_block(*id, *width)?;
                open += 1;
            }
            NewToken::Leave => {
                open = open.checked_sub(1).ok_or(EditError::Unbalanced(at))?;
                writer.leave_block()?;
            }
            NewToken::Define(_) if open == 0 => return Err(EditError::Define(at)),
            NewToken::Define(abbrev) => {
                writer.define_abbrev(abbrev)?;
            }
            NewToken::Record { abbrev_id, code, ops, blob } => {
                let blobs: Vec<&[u8]> = blob.iter().map(Vec::as_slice).collect();
                writer.record_with(*abbrev_id, NewRecord { code: *code, ops, blobs: &blobs })?;
            }
        }
    }
    if open > 0 { Err(EditError::Unbalanced(at)) } else { Ok(()) }
}
