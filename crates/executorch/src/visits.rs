//! [`Visits`]: what walking a program costs, counted ([`crate::walk_cost`]).

use outlast_core::{Budget, Result};
use outlast_flatbuffers::view::Vector;

use crate::work::Spending;

/// Visits along references, and what bounds those along indices.
#[derive(Debug)]
pub struct Visits {
    pub(crate) work: Budget,
    /// Arguments of all instructions.
    pub(crate) arguments: usize,
    /// Items of the longest list.
    pub(crate) longest: usize,
    /// Sizes of the tensor with the most.
    pub(crate) rank: usize,
}

impl Visits {
    /// None yet.
    pub(crate) fn new(work: Budget) -> Visits {
        Visits { work, arguments: 0, longest: 0, rank: 0 }
    }

    /// Spends so many visits.
    pub(crate) fn spend(&mut self, visits: usize) -> Result<()> {
        self.work.visit(visits)
    }

    /// An instruction with these arguments.
    pub(crate) fn arguments(&mut self, arguments: Option<Vector<'_>>) -> Result<()> {
        let count = arguments.map_or(0, |list| list.len());
        self.arguments = self.arguments.saturating_add(count);
        self.spend(count.saturating_add(1))
    }

    /// A value that is a list with these items.
    pub(crate) fn list(&mut self, items: Option<Vector<'_>>) {
        self.longest = self.longest.max(items.map_or(0, |items| items.len()));
    }

    /// A tensor with these sizes.
    pub(crate) fn tensor(&mut self, sizes: Option<Vector<'_>>) {
        self.rank = self.rank.max(sizes.map_or(0, |sizes| sizes.len()));
    }
}
