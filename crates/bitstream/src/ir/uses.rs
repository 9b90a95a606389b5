//! [`Uses`]: shapes of what a module uses, counted, with the first place of each.

use outlast_core::{Path, Place, Span, Step};

use super::shape::{Kind, Need, Value};
use crate::quick::QuickMap;

/// Where a record is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spot {
    /// Its first bit, from the start of the file.
    pub(super) start: u64,
    /// The bit after it.
    pub(super) end: u64,
    /// The module's number.
    pub(super) module: usize,
    /// The number of the function body, if it is in one.
    pub(super) function: Option<usize>,
    /// The block's id.
    pub(super) block: u32,
    /// Its number in the block.
    pub(super) record: usize,
}

impl Spot {
    pub(super) fn place(&self) -> Place {
        let item = |kind, number: usize| Step::Item(kind, number as u64);
        let mut steps = Vec::with_capacity(4);
        steps.push(item("module", self.module));
        steps.extend(self.function.map(|function| item("function body", function)));
        let section = match self.block {
            8 | 12 => None,
            9 => Some("attribute lists"),
            10 => Some("attribute groups"),
            11 => Some("constants"),
            13 => Some("identification"),
            15 => Some("metadata"),
            16 => Some("metadata attachments"),
            17 => Some("types"),
            20 | 24 => Some("summary"),
            22 => Some("metadata kinds"),
            _ => Some("block"),
        };
        steps.extend(section.map(|section| Step::Field(section.into())));
        steps.push(item("record", self.record));
        Place::new(Span::bits(self.start..self.end), Path::of(steps))
    }
}

/// What is used, counted.
#[derive(Debug, Default)]
pub(super) struct Uses {
    seen: QuickMap<(Kind, Value), (u64, Spot)>,
}

impl Uses {
    /// Counts a use of one to three numbers.
    pub(super) fn add(&mut self, kind: Kind, numbers: &[u64], spot: Spot) {
        self.put(kind, Value::numbers(numbers), spot);
    }

    /// Counts a use.
    pub(super) fn put(&mut self, kind: Kind, value: Value, spot: Spot) {
        let entry = self.seen.entry((kind, value)).or_insert((0, spot));
        entry.0 += 1;
    }

    /// Forgets what no reader takes: what was read is not what readers find.
    pub(super) fn forget_faults(&mut self) {
        self.seen.retain(|(kind, _), _| *kind != Kind::Malformed);
    }

    /// The needs: those with numbers before those with names, in order of kind and value.
    pub(super) fn into_needs(self) -> Vec<Need> {
        let mut all: Vec<_> = self.seen.into_iter().collect();
        all.sort_unstable_by(|((a, value_a), _), ((b, value_b), _)| {
            let key = |kind: &Kind, value: &Value| (!value.is_numbers(), kind.name());
            key(a, value_a).cmp(&key(b, value_b)).then_with(|| value_a.cmp(value_b))
        });
        all.into_iter()
            .map(|((kind, value), (count, spot))| Need { kind, value, count, first: spot.place() })
            .collect()
    }
}
