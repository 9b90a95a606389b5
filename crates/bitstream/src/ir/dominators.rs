//! Dominance: which blocks all ways to a block lead through.
#![expect(
    clippy::indexing_slicing,
    reason = "`Edges` keeps those between blocks of the body; places in an order are below its length"
)]

/// What stands in no block that is reached.
const NOWHERE: usize = usize::MAX;

/// Ways between blocks, from where they come to where they go, and back.
pub(super) struct Edges {
    out: Vec<(usize, usize)>,
    back: Vec<(usize, usize)>,
}

impl Edges {
    /// Those between blocks of the body; others lead nowhere.
    pub(super) fn new(edges: &mut Vec<(usize, usize)>, blocks: usize) -> Edges {
        let mut out = std::mem::take(edges);
        out.retain(|(from, to)| *from < blocks && *to < blocks);
        let mut back: Vec<_> = out.iter().map(|(from, to)| (*to, *from)).collect();
        out.sort_unstable();
        back.sort_unstable();
        Edges { out, back }
    }

    /// Where a block goes on.
    fn out(&self, block: usize) -> &[(usize, usize)] {
        edges_of(&self.out, block)
    }

    /// The blocks that go on at one, in order, once for each way.
    pub(super) fn sources(&self, block: usize) -> impl Iterator<Item = usize> {
        edges_of(&self.back, block).iter().map(|(_, from)| *from)
    }
}

fn edges_of(edges: &[(usize, usize)], block: usize) -> &[(usize, usize)] {
    let start = edges.partition_point(|(first, _)| *first < block);
    let rest = edges.get(start..).unwrap_or_default();
    rest.get(..rest.partition_point(|(first, _)| *first == block)).unwrap_or_default()
}

/// Which blocks all ways to a block lead through: for each the times at which a walk through the tree of these comes and leaves.
pub(super) struct DominatorTree {
    times: Vec<(usize, usize)>,
}

impl DominatorTree {
    /// Nothing where it takes far more steps than graphs of programs do.
    pub(super) fn new(ways: &Edges, blocks: usize) -> Option<DominatorTree> {
        let mut steps = (ways.out.len() + blocks).saturating_mul(256).saturating_add(1 << 16);
        let order = order(ways, blocks);
        let mut place = vec![NOWHERE; blocks];
        for (at, block) in order.iter().enumerate() {
            place[*block] = at;
        }
        // The nearest block above, by places in the order; Cooper, Harvey and Kennedy's way.
        let mut above = vec![NOWHERE; order.len()];
        if let Some(first) = above.first_mut() {
            *first = 0;
        }
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for (at, block) in order.iter().enumerate().skip(1) {
                let mut new = NOWHERE;
                for from in ways.sources(*block).map(|from| place[from]) {
                    if from == NOWHERE || above[from] == NOWHERE {
                        continue;
                    }
                    new = if new == NOWHERE { from } else { common(&above, new, from, &mut steps)? };
                }
                changed |= std::mem::replace(&mut above[at], new) != new;
            }
        }
        Some(DominatorTree { times: times(&order, &above, blocks) })
    }

    /// Whether any way from the first block leads to one.
    pub(super) fn is_reached(&self, block: usize) -> bool {
        self.times.get(block).is_some_and(|(from, _)| *from != NOWHERE)
    }

    /// Whether all ways to a block lead through another one that is reached.
    pub(super) fn is_above(&self, above: usize, block: usize) -> bool {
        match (self.times.get(above), self.times.get(block)) {
            (Some((NOWHERE, _)), _) => false,
            (Some((from, to)), Some((at, _))) => from <= at && at < to,
            _ => false,
        }
    }
}

/// The nearest block that is above two, in as many steps as are left.
fn common(above: &[usize], mut a: usize, mut b: usize, steps: &mut usize) -> Option<usize> {
    while a != b {
        *steps = steps.checked_sub(1)?;
        if a > b {
            a = above[a];
        } else {
            b = above[b];
        }
    }
    Some(a)
}

/// Blocks that are reached, each before those that it leads to except for ways back.
fn order(ways: &Edges, blocks: usize) -> Vec<usize> {
    let mut seen = vec![false; blocks];
    let (mut order, mut way) = (Vec::new(), Vec::new());
    if let Some(first) = seen.first_mut() {
        *first = true;
        way.push((0, 0));
    }
    while let Some((block, at)) = way.pop() {
        match ways.out(block).get(at) {
            Some((_, to)) => {
                way.push((block, at + 1));
                if !std::mem::replace(&mut seen[*to], true) {
                    way.push((*to, 0));
                }
            }
            None => order.push(block),
        }
    }
    order.reverse();
    order
}

/// A walk through the tree: when it comes to a block, and when it has left all below.
fn times(order: &[usize], above: &[usize], blocks: usize) -> Vec<(usize, usize)> {
    let mut size = vec![1_usize; order.len()];
    for at in (1..order.len()).rev() {
        size[above[at]] += size[at];
    }
    // Each takes the next free times of the block above.
    let mut next = vec![0_usize; order.len()];
    let mut times = vec![(NOWHERE, NOWHERE); blocks];
    for (at, block) in order.iter().enumerate() {
        let from = if at == 0 { 0 } else { next[above[at]] };
        if at > 0 {
            next[above[at]] += size[at];
        }
        next[at] = from + 1;
        times[*block] = (from, from + size[at]);
    }
    times
}
