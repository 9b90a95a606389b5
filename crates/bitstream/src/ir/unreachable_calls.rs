//! Calls that code generators leave out: in basic blocks that nothing leads to, and of functions that only compute a value that
//! nobody uses: what writes no memory is not selected then, whether it returns or not. A function `llvm.…` that a release does not know is not missing there.

use super::module::Module;

/// A function that writes no memory.
pub(super) const QUIET: u8 = 1;
/// A call of a declared function.
#[derive(Clone, Copy, Debug)]
struct Call {
    callee: usize,
    /// The number that the result has, if there is one.
    result: usize,
    removable: bool,
    block: u64,
}

/// What the open function calls, and which basic blocks lead to which.
#[derive(Debug, Default)]
pub(super) struct Flow {
    calls: Vec<Call>,
    edges: Vec<(u64, u64)>,
}

impl Flow {
    pub(super) fn clear(&mut self) {
        self.calls.clear();
        self.edges.clear();
    }

    /// Notes where a basic block goes on, and says it.
    pub(super) fn goes_on(&mut self, from: u64, code: u32, ops: &[u64]) -> Vec<u64> {
        let count = |at: usize| ops.get(at).and_then(|count| usize::try_from(*count).ok()).unwrap_or(0);
        let from_to = |start: usize, end: usize| ops.get(start..end.min(ops.len())).unwrap_or_default();
        let targets: Vec<u64> = match (code, ops) {
            (11, _) => from_to(0, 2).to_vec(),
            (12, _) => from_to(2, usize::MAX).iter().step_by(2).copied().collect(),
            (13, _) => from_to(2, 4).to_vec(),
            (31, _) => from_to(2, usize::MAX).to_vec(),
            (48 | 49, _) => from_to(1, 2).to_vec(),
            // Handlers, and where it unwinds to.
            (52, _) => from_to(2, usize::MAX).to_vec(),
            (57, _) => [from_to(2, 3), from_to(4, count(3).saturating_add(4))].concat(),
            _ => Vec::new(),
        };
        self.edges.extend(targets.iter().map(|to| (from, *to)));
        targets
    }

    /// Which basic blocks the first one leads to.
    fn reached(&mut self, blocks: u64) -> Vec<bool> {
        self.edges.sort_unstable();
        let mut reached =
            vec![false; usize::try_from(blocks).unwrap_or(0).min(self.edges.len().saturating_add(1))];
        let mut work = vec![0];
        while let Some(block) = work.pop() {
            let Some(seen) = usize::try_from(block).ok().and_then(|block| reached.get_mut(block)) else {
                continue;
            };
            if std::mem::replace(seen, true) {
                continue;
            }
            let first = self.edges.partition_point(|(from, _)| *from < block);
            let edges = self.edges.get(first..).unwrap_or_default().iter();
            work.extend(edges.take_while(|(from, _)| *from == block).map(|(_, to)| *to));
        }
        reached
    }
}

impl Module {
    /// A call of a global, whose attributes are those of the list with this number.
    pub(super) fn calls(&mut self, callee: usize, list: u64) {
        let Some(own) = self.values.declared.get(&callee).copied() else { return };
        let removable = (own | self.attributes.of_list(list)) & QUIET != 0;
        let (result, block) = (self.values.all.len(), self.values.ended);
        self.values.flow.calls.push(Call { callee, result, removable, block });
    }

    /// The end of a body: which functions it really calls.
    pub(super) fn keep_calls(&mut self) {
        let mut flow = std::mem::take(&mut self.values.flow);
        if !flow.calls.is_empty() {
            let known = !self.values.lost;
            let reached = if known { flow.reached(self.blocks) } else { Vec::new() };
            for call in &flow.calls {
                let reached = usize::try_from(call.block).ok().and_then(|block| reached.get(block));
                let unused = || self.values.all.get(call.result).is_some_and(|value| !value.used);
                let dead = known && (reached != Some(&true) || call.removable && unused());
                if dead {
                    self.values.unused.insert(call.callee);
                } else {
                    self.values.called.insert(call.callee);
                }
            }
        }
        flow.clear();
        self.values.flow = flow;
    }
}
