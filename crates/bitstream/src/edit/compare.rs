//! The edited stream, read again: what was not edited has to be there as it was.

use crate::cursor::{Cursor, Item};
use crate::edit::EditError;
use crate::edit::ir::Fixes;
use crate::edit::outline::Plan;
use crate::edit::written::Written;
use crate::stream::Stream;

/// Walks over both streams; tokens of the new one that stand where no old one went are the inserted ones.
pub(super) fn compare(
    old: Stream<'_>,
    plan: &Plan<'_>,
    fixes: &Fixes<'_>,
    written: &Written,
) -> Result<(), EditError> {
    let mut before = Cursor::new(Stream::new(old.bytes(), 0))?;
    let mut after = Cursor::new(Stream::new(&written.bytes, 0))?;
    loop {
        let at = before.position();
        let Some(item) = before.next()? else { break };
        if plan.goes(at) {
            if matches!(item, Item::Enter(_)) {
                before.skip_block()?;
            }
            continue;
        }
        // Ends of blocks are where the tokens before them end: that blocks are right shows in what follows.
        if matches!(item, Item::Leave(..)) {
            continue;
        }
        if matches!(fixes.ops(at), Some(None)) {
            continue;
        }
        let place = written.place(at);
        while after.position() < place {
            if after.next()?.is_none() {
                break;
            }
        }
        if after.position() != place {
            return Err(EditError::Changed(at));
        }
        let Some(again) = after.next()? else { return Err(EditError::Changed(at)) };
        let same = match (&item, &again) {
            (Item::Enter(a), Item::Enter(b)) => a.id == b.id && a.abbrev_width == b.abbrev_width,
            (Item::Define(a, _), Item::Define(b, _)) => a == b,
            (Item::Record(a), Item::Record(b)) => {
                let ops = fixes.ops(at).flatten().unwrap_or(a.ops);
                a.code == b.code && ops == b.ops && a.blob == b.blob
            }
            _ => false,
        };
        if !same {
            return Err(EditError::Changed(at));
        }
        if before.depth() != after.depth() {
            return Err(EditError::Changed(at));
        }
    }
    while after.next()?.is_some() {}
    Ok(())
}
