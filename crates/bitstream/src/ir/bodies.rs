//! Sizes of function bodies: instructions and basic blocks of `FUNCTION_BLOCK_ID` (12).

use crate::cursor::{Cursor, Item};
use crate::fault::Fault;
use crate::stream::Stream;

const MODULE: u32 = 8;
const FUNCTION: u32 = 12;

/// A function body. Bodies stand in the order of the functions that have one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Body {
    /// The module that it is in, by its number.
    pub module: usize,
    /// Its instructions, without records of debug information.
    pub instructions: u64,
    /// Its basic blocks.
    pub blocks: u64,
}

/// Counts instructions of each body.
///
/// # Errors
///
/// The fault of a stream that cannot be read to its end.
pub fn bodies(stream: Stream<'_>) -> Result<Vec<Body>, Fault> {
    let mut cursor = Cursor::new(stream)?;
    let mut found: Vec<Body> = Vec::new();
    let mut modules = 0_usize;
    while let Some(item) = cursor.next()? {
        match item {
            Item::Enter(block) => match (block.id, cursor.depth()) {
                (MODULE, 1) => modules += 1,
                (FUNCTION, 2) => found.push(Body { module: modules.saturating_sub(1), ..Body::default() }),
                _ => {
                    cursor.skip_block()?;
                }
            },
            Item::Record(record) => {
                let code = record.code;
                let ops = record.op(0);
                if cursor.depth() == 2
                    && let Some(body) = found.last_mut()
                {
                    match code {
                        1 => body.blocks = ops.unwrap_or(0),
                        // Places in the source, users of block addresses, bundles of the next call, records of debug information.
                        33 | 35 | 55 | 60..=66 => {}
                        _ => body.instructions += 1,
                    }
                }
            }
            Item::Leave(..) | Item::Define(..) => {}
        }
    }
    Ok(found)
}
