//! [`Uses`]: shapes of what a module uses, counted, with the first place of each.

use std::sync::OnceLock;

use outlast_core::{Path, Place, Span, Step};

use super::shape::{Kind, Need, Value};
use outlast_core::QuickMap;

/// Where a record is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spot {
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
    /// The place in the file, in words.
    pub fn place(&self) -> Place {
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
#[derive(Debug)]
pub(super) struct Uses {
    seen: QuickMap<(Kind, Value), (u64, Spot)>,
}

/// As many things as a small module uses.
const FEW: usize = 96;

impl Default for Uses {
    fn default() -> Uses {
        Uses { seen: QuickMap::with_capacity_and_hasher(FEW, <_>::default()) }
    }
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
        let needs = self.seen.into_iter();
        let needs = needs.map(|((kind, value), (count, first))| Need { kind, value, count, first });
        let mut keyed: Vec<((bool, usize), Need)> =
            needs.map(|need| ((!need.value.is_numbers(), rank(need.kind)), need)).collect();
        keyed.sort_unstable_by(|(a, one), (b, other)| a.cmp(b).then_with(|| one.value.cmp(&other.value)));
        keyed.into_iter().map(|(_, need)| need).collect()
    }
}

/// The place of a kind in the order of names.
fn rank(kind: Kind) -> usize {
    static RANKS: OnceLock<Vec<usize>> = OnceLock::new();
    let ranks = RANKS.get_or_init(|| {
        let before = |kind: &Kind| Kind::ALL.iter().filter(|other| other.name() < kind.name()).count();
        Kind::ALL.iter().map(before).collect()
    });
    ranks.get(kind.index()).copied().unwrap_or(usize::MAX)
}
