//! A large stream, analysed by two threads.
//!
//! The length words of blocks say where the next one begins, so that a block full of blocks (the functions of a module) can be
//! cut into parts of about half a megabyte. Each thread takes every second part; their texts are written in order. Length words may
//! be wrong, and a `BLOCKINFO` in one part changes what later parts mean: a part counts only if it ended where the next one
//! begins with the same block info in force. From the first that did not, one thread goes on as if there were no other.

use std::io::Write;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::Builder;

use super::dump::Dumper;
use super::text_buffer::TextBuffer;
use super::{AnalyzeError, Open, Options, Tally, count};
use crate::NoWatch;
use crate::block_info::BlockInfo;
use crate::cursor::{Block, Cursor};
use crate::stream::StreamKind;

/// Bits of a part, at the least: half a megabyte, whose text is about four.
const PART: u64 = 4 << 20;
/// Parts from which on a second thread pays.
const FEWEST: usize = 8;
/// Blocks whose lines depend on what stands before in them: metadata has its index there.
const METADATA: u32 = 15;

/// What became of a part.
struct Part<'a> {
    cursor: Cursor<'a>,
    tally: Tally,
    text: Vec<u8>,
    /// Whether it ended where the next one begins, with the same block info in force.
    sound: bool,
}

/// Analyses the largest part of a stream with two threads, if it is large; the rest is left to one.
pub(super) fn run<'a, W: Write>(
    cursor: &mut Cursor<'a>,
    tally: &mut Tally,
    dumper: &mut Option<Dumper<'_>>,
    options: &Options<'_>,
    kind: StreamKind,
    sheet: &mut TextBuffer<W>,
) -> Result<(), AnalyzeError> {
    let Some((block, cuts)) = cut(cursor) else { return Ok(()) };
    let Some(start) = cuts.first() else { return Ok(()) };
    let first = start.position();
    match dumper {
        Some(dumper) => dumper.run(cursor, tally, first, sheet)?,
        None => count(cursor, tally, first)?,
    }
    // By the tokens, the first part begins elsewhere than by the length words, or means something else.
    let same_info = *cursor.block_info() == *start.block_info();
    if cursor.position() != first || cursor.block() != Some(&block) || cursor.depth() != 1 || !same_info {
        return Ok(());
    }
    let info = cursor.block_info_shared();
    std::thread::scope(|scope| {
        let channels: [(SyncSender<Part<'a>>, Receiver<Part<'a>>); 2] = [sync_channel(1), sync_channel(1)];
        let [(send_even, even), (send_odd, odd)] = channels;
        let (parts, block, info): (&[Cursor<'a>], _, _) = (&cuts, &block, &info);
        let worker = |which: usize, send: SyncSender<Part<'a>>| {
            for (from, to) in parts.iter().zip(parts.iter().skip(1)).skip(which).step_by(2) {
                let part = analyse(from, to.position(), block, info, options, kind);
                // Nobody waits for it any more.
                if send.send(part).is_err() {
                    return;
                }
            }
        };
        // Where no thread can be started (WebAssembly has none), its channel is closed, and one thread goes on.
        for (which, send) in [send_even, send_odd].into_iter().enumerate() {
            let _ = Builder::new().spawn_scoped(scope, move || worker(which, send));
        }
        for index in 0..parts.len().saturating_sub(1) {
            let from = if index % 2 == 0 { &even } else { &odd };
            let Ok(part) = from.recv() else { break };
            if !part.sound {
                break;
            }
            sheet.text(&part.text)?;
            take(cursor, tally, part);
        }
        Ok(())
    })
}

/// Goes to the end of a part, and adds what was counted in it.
fn take<'a>(cursor: &mut Cursor<'a>, tally: &mut Tally, part: Part<'a>) {
    *cursor = part.cursor;
    if let (Some(into), Some(from)) = (tally.open.last_mut(), part.tally.open.last()) {
        into.nested += from.nested;
    }
    tally.stats.merge(part.tally.stats);
}

/// The first large block at the top level, and cursors at the beginnings of its parts, by the length words of what is in it.
fn cut<'a>(cursor: &Cursor<'a>) -> Option<(Block, Vec<Cursor<'a>>)> {
    let mut ahead = cursor.clone();
    while let Some((start, _)) = ahead.id().ok()? {
        let id = ahead.block_id(&mut NoWatch).ok()?;
        let block = ahead.enter(start, id, &mut NoWatch).ok()?;
        let large = u64::from(block.words) * 32 >= PART * u64::try_from(FEWEST).unwrap_or(1);
        if !large || matches!(id, 0 | METADATA) {
            ahead.skip_block().ok()?;
            continue;
        }
        let mut cuts = vec![ahead.clone()];
        loop {
            if cuts.last().is_some_and(|last| ahead.position() >= last.position() + PART) {
                cuts.push(ahead.clone());
            }
            let Some((start, id)) = ahead.id().ok()? else { break };
            match id {
                0 => break,
                1 => {
                    let id = ahead.block_id(&mut NoWatch).ok()?;
                    ahead.enter(start, id, &mut NoWatch).ok()?;
                    ahead.skip_block().ok()?;
                    // What is before has another meaning: begin behind it.
                    if id == 0 {
                        cuts = vec![ahead.clone()];
                    }
                }
                2 => ahead.define(&mut NoWatch).ok()?,
                _ => {
                    ahead.skip_record(start, id).ok()?;
                }
            }
        }
        return (cuts.len() > FEWEST).then_some((block, cuts));
    }
    None
}

/// Analyses one part.
fn analyse<'a>(
    from: &Cursor<'a>,
    end: u64,
    block: &Block,
    info: &Arc<BlockInfo>,
    options: &Options<'_>,
    kind: StreamKind,
) -> Part<'a> {
    let mut cursor = from.clone().with_shared_block_info(info.clone());
    let mut tally = Tally::default();
    tally.current = tally.stats.resume(block.id);
    tally.open.push(Open { stats: tally.current, block: *block, nested: 0 });
    let mut text = Vec::new();
    let ended = if options.dump {
        let mut dumper = Dumper::new(options, kind, &cursor);
        dumper.open(block, true);
        let mut sheet = TextBuffer::new(&mut text);
        dumper.run(&mut cursor, &mut tally, end, &mut sheet).is_ok() && sheet.flush().is_ok()
    } else {
        count(&mut cursor, &mut tally, end).is_ok()
    };
    let sound = ended
        && cursor.position() == end
        && cursor.depth() == 1
        && tally.open.len() == 1
        && Arc::ptr_eq(&cursor.block_info_shared(), info);
    Part { cursor, tally, text, sound }
}
