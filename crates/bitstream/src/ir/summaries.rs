//! `GLOBALVAL_SUMMARY_BLOCK_ID` (20) and its kin for full LTO (24).

use super::shape::Kind;
use super::uses::{Spot, Uses};

/// A record of a block.
pub(super) fn record(uses: &mut Uses, code: u32, ops: &[u64], spot: Spot) {
    match code {
        10 => uses.add(Kind::SummaryVersion, &[ops.first().copied().unwrap_or(0)], spot),
        20 => {
            let flags = ops.first().copied().unwrap_or(0);
            for bit in (0..64).filter(|bit| flags >> bit & 1 != 0) {
                uses.add(Kind::SummaryFlags, &[bit], spot);
            }
        }
        _ => uses.add(Kind::SummaryRecord, &[u64::from(code)], spot),
    }
}
