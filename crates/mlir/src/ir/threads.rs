//! Regions that were skipped, read on several threads: functions are sections of their own, and need nothing of each other.

use std::thread::{Builder, ScopedJoinHandle};

use outlast_core::Result;

use super::{Ir, LazyRegions, Nested};
use crate::file::File;
use crate::tables::Tables;

impl Ir {
    /// Reads regions that were skipped, each as [`Ir::materialize`] does, on `threads` threads (no more than there is work for, the
    /// caller's among them); what `work` makes of each, in order.
    ///
    /// ```
    /// # fn main() -> outlast_core::Result<()> {
    /// # let data = include_bytes!("../../../../corpus/mlir/iree/model-flow.mlirbc");
    /// use outlast_mlir::ir::{Ir, Nested};
    /// use outlast_mlir::{File, Tables};
    ///
    /// let file = File::open(data)?;
    /// let tables = Tables::read(&file)?;
    /// let outer = Ir::read(&file, &tables, Nested::Skip(1))?;
    /// let sizes = Ir::materialize_all(&file, &tables, outer.all_lazy(), 2, |_, inner| Ok(inner?.len()));
    /// let inside = sizes.into_iter().sum::<outlast_core::Result<usize>>()?;
    /// assert_eq!(outer.len() + inside, Ir::read(&file, &tables, Nested::Read)?.len());
    /// # Ok(())
    /// # }
    /// ```
    pub fn materialize_all<T: Send>(
        file: &File<'_>,
        tables: &Tables<'_>,
        lazy: &[LazyRegions],
        threads: usize,
        work: impl Fn(&LazyRegions, Result<Ir>) -> T + Sync,
    ) -> Vec<T> {
        let run = |some: &[LazyRegions]| -> Vec<T> {
            some.iter().map(|one| work(one, Ir::materialize(file, tables, one, Nested::Read))).collect()
        };
        let mut parts = shares(lazy, threads).into_iter();
        let first = parts.next().unwrap_or_default();
        std::thread::scope(|scope| {
            let run = &run;
            // Where no thread can be started (WebAssembly has none), this one does the share itself.
            let start = |part| Builder::new().spawn_scoped(scope, move || run(part)).map_err(|_| part);
            let others: Vec<_> = parts.map(start).collect();
            let mut all = run(first);
            for other in others {
                match other.map(ScopedJoinHandle::join) {
                    Ok(Ok(done)) => all.extend(done),
                    Ok(Err(panic)) => std::panic::resume_unwind(panic),
                    Err(part) => all.extend(run(part)),
                }
            }
            all
        })
    }
}

/// Neighbours together, in at most `count` shares of about as many bytes each.
fn shares(lazy: &[LazyRegions], count: usize) -> Vec<&[LazyRegions]> {
    let bytes = |one: &LazyRegions| one.end.saturating_sub(one.start);
    let all: usize = lazy.iter().map(bytes).sum();
    let share = all.div_ceil(count.max(1)).max(1);
    let (mut shares, mut from, mut sum) = (Vec::new(), 0, 0);
    for (at, one) in lazy.iter().enumerate() {
        sum += bytes(one);
        if sum >= share && shares.len() + 1 < count {
            shares.extend(lazy.get(from..=at));
            (from, sum) = (at + 1, 0);
        }
    }
    shares.extend(lazy.get(from..));
    shares
}

#[cfg(test)]
mod tests {
    use super::shares;
    use crate::ids::OpId;
    use crate::ir::LazyRegions;

    #[test]
    fn shares_are_all_of_it_in_order() {
        let lazy: Vec<LazyRegions> = [5, 1, 0, 9, 2, 2, 30]
            .iter()
            .enumerate()
            .map(|(at, len)| LazyRegions {
                op: OpId::new(at),
                regions: 1,
                depth: 1,
                start: 100,
                end: 100 + len,
            })
            .collect();
        for count in 0..12 {
            let shares = shares(&lazy, count);
            assert!(shares.len() <= count.max(1));
            assert_eq!(shares.concat(), lazy);
        }
        assert_eq!(super::shares(&[], 2).concat(), []);
    }
}
