//! What a file is and what its bytes are for: `what_is_it model.pte`.
#![allow(clippy::print_stdout, reason = "an example prints")]

use outlast::{Descend, Detection, Region, RegionSink};

/// Counts regions. They are visited one by one and never collected, so that files may be large.
#[derive(Debug, Default)]
struct Count(u64);

impl RegionSink for Count {
    fn enter(&mut self, _region: Region<'_>) -> Descend {
        self.0 += 1;
        // `Over` would skip the parts of this region.
        Descend::Into
    }

    fn leave(&mut self) {}
}

/// Prints the kind, the facts and tables of the file; returns the number of its regions, none if Outlast does not read it.
pub(crate) fn what_is_it(bytes: &[u8]) -> Result<Option<u64>, Box<dyn std::error::Error>> {
    match outlast::detect(bytes) {
        Detection::Known(kind) => println!("{}", kind.title()),
        // Another format, named where that is possible: a gzip stream, a TensorFlow Lite model.
        Detection::Other(what) => {
            println!("{what}");
            return Ok(None);
        }
    }
    let summary = outlast::open(bytes)?.summary()?;
    for (label, value) in &summary.facts {
        println!("{label}: {value}");
    }
    for listing in &summary.listings {
        println!("{}: {} rows of {}", listing.title, listing.rows.len(), listing.columns.join(", "));
    }
    let mut count = Count::default();
    outlast::regions(bytes, &mut count)?;
    println!("{} regions", count.0);
    Ok(Some(count.0))
}

#[allow(dead_code, reason = "the test of the examples calls the function")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("usage: what_is_it FILE")?;
    what_is_it(&std::fs::read(path)?).map(drop)
}
