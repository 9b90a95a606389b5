//! A sink that checks that leaf regions partition a file bit for bit, in file order, each inside the region around it.

use outlast_core::{Descend, Region, RegionSink, Span};

/// Checks regions as they come.
#[derive(Debug, Default)]
pub struct Partition {
    open: Vec<Open>,
    /// One past the last bit of the last leaf.
    reached: u64,
    /// Leaf regions so far.
    pub leaves: u64,
    /// What was wrong.
    pub faults: Vec<String>,
}

#[derive(Debug)]
struct Open {
    start: u64,
    end: u64,
    label: String,
    parts: bool,
}

impl Partition {
    /// What was wrong with the regions of a file of `len` bytes.
    pub fn finish(mut self, len: u64) -> Vec<String> {
        if !self.open.is_empty() {
            self.faults.push(format!("{} regions are left open", self.open.len()));
        }
        if self.reached != len.saturating_mul(8) {
            self.faults.push(format!("regions end at {}, the file at {len:#x}", place(self.reached)));
        }
        self.faults
    }
}

impl RegionSink for Partition {
    fn enter(&mut self, region: Region<'_>) -> Descend {
        let (start, end) = (region.span.bits.start, region.span.bits.end);
        if start > end || start != self.reached {
            let text = format!("`{}` at {}: {} was reached", region.label, region.span, place(self.reached));
            self.faults.push(text);
        }
        if let Some(outer) = self.open.last_mut() {
            outer.parts = true;
            if start < outer.start || end > outer.end {
                let text = format!("`{}` at {} leaves `{}`", region.label, region.span, outer.label);
                self.faults.push(text);
            }
        }
        self.open.push(Open { start, end, label: region.label.to_string(), parts: false });
        Descend::Into
    }

    fn leave(&mut self) {
        let Some(region) = self.open.pop() else {
            self.faults.push("a region is left that was not entered".into());
            return;
        };
        if !region.parts {
            self.leaves += 1;
            self.reached = region.end;
        } else if self.reached != region.end {
            let ends = [self.reached, region.end].map(place);
            let text = format!("the parts of `{}` end at {}, it at {}", region.label, ends[0], ends[1]);
            self.faults.push(text);
        }
    }
}

fn place(bit: u64) -> Span {
    Span::bits(bit..bit)
}
