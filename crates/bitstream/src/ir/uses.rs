//! [`Uses`]: shapes of what a module uses, counted, with the first place of each.

use std::collections::HashMap;

use outlast_core::{Key, Need, Path, Place, Span, Value};

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
        let mut path = Path::root().item("module", self.module);
        if let Some(function) = self.function {
            path = path.item("function body", function);
        }
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
        if let Some(section) = section {
            path = path.field(section);
        }
        Place::new(Span::bits(self.start..self.end), path.item("record", self.record))
    }
}

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum Shape {
    Numbers(Key, [u64; 3], usize),
    Text(Key, String),
}

/// Shapes, counted.
#[derive(Debug, Default)]
pub(super) struct Uses {
    seen: HashMap<Shape, (u64, Spot)>,
}

impl Uses {
    /// Counts a shape of up to three numbers.
    pub(super) fn add(&mut self, key: Key, numbers: &[u64], spot: Spot) {
        let mut parts = [0; 3];
        let count = numbers.len().min(3);
        parts[..count].copy_from_slice(&numbers[..count]);
        self.count(Shape::Numbers(key, parts, count), spot);
    }

    /// Counts a shape with a name.
    pub(super) fn add_text(&mut self, key: Key, text: &str, spot: Spot) {
        self.count(Shape::Text(key, text.to_string()), spot);
    }

    fn count(&mut self, shape: Shape, spot: Spot) {
        let entry = self.seen.entry(shape).or_insert((0, spot));
        entry.0 += 1;
    }

    /// The needs, in order of key and value.
    pub(super) fn into_needs(self) -> Vec<Need> {
        let mut all: Vec<(Shape, (u64, Spot))> = self.seen.into_iter().collect();
        all.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        all.into_iter()
            .map(|(shape, (count, spot))| {
                let (key, value) = match shape {
                    Shape::Numbers(key, parts, count) => {
                        let words: Vec<String> = parts[..count].iter().map(u64::to_string).collect();
                        (key, words.join("/"))
                    }
                    Shape::Text(key, text) => (key, text),
                };
                Need { key, value: Value::Text(value), count, first: spot.place() }
            })
            .collect()
    }
}
