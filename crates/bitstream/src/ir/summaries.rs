//! `GLOBALVAL_SUMMARY_BLOCK_ID` (20) and its kin for full LTO (24).

use super::uses::{Spot, Uses};

/// A record of a block.
pub(super) fn record(uses: &mut Uses, code: u32, ops: &[u64], spot: Spot) {
    match code {
        10 => uses.add("summary-version", &[ops.first().copied().unwrap_or(0)], spot),
        20 => uses.add("summary-flags", &[ops.first().copied().unwrap_or(0)], spot),
        _ => uses.add("summary-record", &[u64::from(code)], spot),
    }
}
