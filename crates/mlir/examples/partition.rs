//! Looks at what each byte of files is: `partition FILE…`. Prints where regions are no partition, and counts.
// It is a tool for tests, and may fail like one.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use outlast_core::{Descend, Region, RegionKind, RegionSink};
use outlast_testkit::partition::Partition;

#[derive(Default)]
struct Sink {
    partition: Partition,
    bad: u64,
}

impl RegionSink for Sink {
    fn enter(&mut self, region: Region<'_>) -> Descend {
        self.bad += u64::from(region.kind == RegionKind::Bad);
        self.partition.enter(region)
    }

    fn leave(&mut self) {
        self.partition.leave();
    }
}

fn main() {
    let (mut sound, mut leaves) = (0, 0);
    for name in std::env::args().skip(1) {
        let data = std::fs::read(&name).unwrap();
        let mut sink = Sink::default();
        outlast_mlir::regions(&data, &mut sink);
        leaves += sink.partition.leaves;
        let faults = sink.partition.finish(u64::try_from(data.len()).unwrap());
        if faults.is_empty() && sink.bad == 0 {
            sound += 1;
        } else {
            println!("{name}: {} bad, {:?}", sink.bad, faults.iter().take(3).collect::<Vec<_>>());
        }
    }
    println!("{sound} files are sound, {leaves} regions");
}
