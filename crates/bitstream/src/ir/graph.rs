//! The graph of basic blocks of a body, as verifiers look at it: values are defined wherever they are used, and `phi` has one value for each way into its
//! block.

use super::dominators::{DominatorTree, Edges};
use super::malformed;
use super::module::Module;
use super::shape::Word;
use super::uses::Spot;

/// Where an instruction makes a value: its block, its place among all instructions, and the block that an `invoke` goes on at.
#[derive(Clone, Copy, Debug)]
struct Def {
    block: usize,
    at: usize,
    normal: Option<usize>,
}

/// A `phi`: its block, and each value with the block that it comes from.
#[derive(Debug)]
struct Phi {
    block: usize,
    from: Vec<(usize, usize)>,
}

/// What is kept of the open body.
#[derive(Debug, Default)]
pub(super) struct Graph {
    /// The number of the first value that an instruction makes, and what makes values from there on.
    first: usize,
    defs: Vec<Def>,
    /// Values that instructions use, with their block and place.
    uses: Vec<(usize, usize, usize)>,
    phis: Vec<Phi>,
    edges: Vec<(usize, usize)>,
    /// Blocks of `landingpad`, and for each `invoke` its block, where it goes on and where it unwinds to.
    pads: Vec<usize>,
    invokes: Vec<(usize, usize, usize)>,
    /// The block of the last instruction that is no `phi`, counted from 1.
    plain: usize,
    /// The last call is one that the function must end with.
    tail: bool,
    /// Something that verifiers refuse whatever the graph.
    wrong: Option<Word>,
}

fn index(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

impl Graph {
    pub(super) fn clear(&mut self) {
        self.defs.clear();
        self.uses.clear();
        self.phis.clear();
        self.edges.clear();
        self.pads.clear();
        self.invokes.clear();
        (self.first, self.plain, self.tail, self.wrong) = (0, 0, false, None);
    }

    /// An instruction begins in a block.
    pub(super) fn instruction(&mut self, code: u32, block: u64) {
        let block = index(block);
        // A cast may stand between such a call and the return.
        if self.tail && code != 3 {
            self.tail = false;
            if code != 10 {
                self.refused(Word::TailCall);
            }
        }
        match code {
            16 if self.plain == block.saturating_add(1) => self.wrong = Some(Word::PhiBlocks),
            16 => {}
            40 | 47 => {
                if self.plain == block.saturating_add(1) || block == 0 {
                    self.wrong = Some(Word::LandingPad);
                }
                self.pads.push(block);
                self.plain = block.saturating_add(1);
            }
            _ => self.plain = block.saturating_add(1),
        }
    }

    /// A call that the function must end with, of a function of another type or not.
    pub(super) fn tail(&mut self, other: bool) {
        self.tail = true;
        if other {
            self.refused(Word::TailCall);
        }
    }

    /// An instruction uses a value.
    pub(super) fn uses(&mut self, value: usize, block: u64, at: usize) {
        self.uses.push((value, index(block), at));
    }

    /// An instruction makes a value.
    pub(super) fn defines(&mut self, value: usize, block: u64, at: usize) {
        if self.defs.is_empty() {
            self.first = value;
        }
        self.defs.push(Def { block: index(block), at, normal: None });
    }

    /// A `phi` of values and the blocks that they come from.
    pub(super) fn phi(&mut self, block: u64, from: Vec<(usize, usize)>) {
        self.phis.push(Phi { block: index(block), from });
    }

    /// A block ends, and goes on at others.
    pub(super) fn ends(&mut self, block: u64, code: u32, to: &[u64], made: bool) {
        let block = index(block);
        self.edges.extend(to.iter().map(|to| (block, index(*to))));
        if let (13 | 57, [normal, rest @ ..]) = (code, to) {
            if let Some(def) = self.defs.last_mut().filter(|_| made) {
                def.normal = Some(index(*normal));
            }
            if let (13, [unwind]) = (code, rest) {
                self.invokes.push((block, index(*normal), index(*unwind)));
            }
        }
    }

    /// Notes something that verifiers refuse.
    pub(super) fn refused(&mut self, word: Word) {
        self.wrong = self.wrong.or(Some(word));
    }

    /// What verifiers refuse of a body of so many blocks.
    fn fault(&mut self, blocks: usize) -> Option<Word> {
        if self.wrong.is_some() {
            return self.wrong;
        }
        let ways = Edges::new(&mut self.edges, blocks);
        for Phi { block, from } in &self.phis {
            let mut blocks: Vec<usize> = from.iter().map(|(_, from)| *from).collect();
            blocks.sort_unstable();
            if ways.sources(*block).ne(blocks.iter().copied()) {
                return Some(Word::PhiBlocks);
            }
        }
        for pad in &self.pads {
            let unwinds = |from: usize| {
                let at = self.invokes.binary_search_by_key(&from, |(block, ..)| *block);
                let invoke = at.ok().and_then(|at| self.invokes.get(at));
                invoke.is_some_and(|(_, normal, unwind)| unwind == pad && normal != pad)
            };
            if !ways.sources(*pad).all(unwinds) {
                return Some(Word::LandingPad);
            }
        }
        let tree = DominatorTree::new(&ways, blocks)?;
        let uses = self.uses.iter().all(|(value, block, at)| match self.def(*value) {
            Some(def) if def.normal.is_none() && def.block == *block => {
                def.at < *at || !tree.is_reached(*block)
            }
            Some(def) => self.reaches(&ways, &tree, def, *block),
            None => true,
        });
        let phis = self.phis.iter().all(|phi| {
            phi.from.iter().all(|(value, from)| match self.def(*value) {
                // What an `invoke` makes is there on the way to where it goes on.
                Some(def) if def.block == *from => def.normal.is_none_or(|normal| normal == phi.block),
                Some(def) => self.reaches(&ways, &tree, def, *from),
                None => true,
            })
        });
        if uses && phis { None } else { Some(Word::Dominance) }
    }

    /// The number of the value that the instruction at a place makes.
    pub(super) fn value_at(&self, at: usize) -> Option<usize> {
        let found = self.defs.binary_search_by_key(&at, |def| def.at).ok()?;
        self.first.checked_add(found)
    }

    /// What makes a value, if an instruction does.
    fn def(&self, value: usize) -> Option<Def> {
        self.defs.get(value.checked_sub(self.first)?).copied()
    }

    /// Whether a value is there in a block.
    fn reaches(&self, ways: &Edges, tree: &DominatorTree, def: Def, block: usize) -> bool {
        if !tree.is_reached(block) {
            return true;
        }
        match def.normal {
            None => tree.is_above(def.block, block),
            // All other ways to where an `invoke` goes on lead through that.
            Some(normal) => {
                let other =
                    |from: usize| from == def.block || !tree.is_reached(from) || tree.is_above(normal, from);
                tree.is_above(normal, block) && ways.sources(normal).all(other)
            }
        }
    }
}

/// The end of a body: what verifiers refuse of its graph.
pub(super) fn leave(module: &mut Module, spot: Spot) {
    let mut graph = std::mem::take(&mut module.values.graph);
    let whole = !module.values.lost && module.values.ended == module.blocks;
    if let Some(word) = graph.fault(index(module.blocks)).filter(|_| whole) {
        malformed::fault(module, word, spot);
    }
    graph.clear();
    module.values.graph = graph;
}

#[cfg(test)]
mod tests {
    use super::{Graph, Word};

    /// A value in block 0, then ways 0 to 1 and 2, both to 3.
    fn diamond() -> Graph {
        let mut graph = Graph::default();
        graph.defines(10, 0, 1);
        for (block, to) in [(0, &[1, 2][..]), (1, &[3]), (2, &[3]), (3, &[])] {
            graph.ends(block, 11, to, false);
        }
        graph
    }

    #[test]
    fn values_are_there_where_they_are_used() {
        let mut graph = diamond();
        graph.uses(10, 3, 9);
        graph.defines(11, 1, 4);
        assert_eq!(graph.fault(4), None);
        // What one way makes is not there where two meet, but a `phi` takes it.
        let mut graph = diamond();
        graph.defines(11, 1, 4);
        graph.uses(11, 3, 9);
        assert_eq!(graph.fault(4), Some(Word::Dominance));
        let mut graph = diamond();
        graph.defines(11, 1, 4);
        graph.phi(3, vec![(11, 1), (10, 2)]);
        assert_eq!(graph.fault(4), None);
        // Before it is made, and in a block that nothing leads to.
        let mut graph = diamond();
        graph.uses(10, 0, 1);
        assert_eq!(graph.fault(4), Some(Word::Dominance));
        let mut graph = diamond();
        graph.ends(4, 10, &[], false);
        graph.uses(11, 4, 3);
        graph.defines(11, 1, 4);
        assert_eq!(graph.fault(5), None);
    }

    #[test]
    fn phi_has_a_value_for_each_way() {
        for from in [vec![(10, 1)], vec![(10, 1), (10, 0)], vec![(10, 1), (10, 2), (10, 2)]] {
            let mut graph = diamond();
            graph.phi(3, from);
            assert_eq!(graph.fault(4), Some(Word::PhiBlocks));
        }
    }

    #[test]
    fn landing_pads_are_where_calls_unwind_to() {
        let mut graph = Graph::default();
        graph.defines(10, 0, 1);
        graph.ends(0, 13, &[1, 2], true);
        graph.instruction(47, 2);
        graph.uses(10, 1, 5);
        assert_eq!(graph.fault(3), None);
        // What the call makes is not there where it unwinds to, and no other way leads there.
        let mut graph = Graph::default();
        graph.defines(10, 0, 1);
        graph.ends(0, 13, &[1, 2], true);
        graph.uses(10, 2, 5);
        assert_eq!(graph.fault(3), Some(Word::Dominance));
        let mut graph = Graph::default();
        graph.ends(0, 11, &[1, 2], false);
        graph.instruction(47, 2);
        assert_eq!(graph.fault(3), Some(Word::LandingPad));
    }
}
