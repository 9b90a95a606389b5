//! A program in one screen: what `outlast inspect` shows, as data.

use outlast_core::Result;

use crate::families::risks;
use crate::program::Program;

#[cfg(any(feature = "llvm", feature = "swift"))]
pub use crate::detect::holder;
pub use crate::summary::{Fact, Listing, Said, Summary, said};

/// Sums up a program.
///
/// # Errors
///
/// What cannot be read of it.
pub fn summary(program: &Program<'_>) -> Result<Summary> {
    sum_up(program, false)
}

/// Sums up a program, and what only a scan of all its bytes can tell.
///
/// # Errors
///
/// What cannot be read of it.
pub fn full(program: &Program<'_>) -> Result<Summary> {
    sum_up(program, true)
}

fn sum_up(program: &Program<'_>, full: bool) -> Result<Summary> {
    let mut summary = Summary {
        kind: program.kind(),
        facts: Vec::new(),
        listings: Vec::new(),
        risks: risks(program.bytes()),
    };
    program.opened().sum_up(full, &mut summary)?;
    summary.listings.retain(|listing| !listing.rows.is_empty());
    Ok(summary)
}
