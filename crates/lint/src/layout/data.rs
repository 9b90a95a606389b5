//! [`Question`]: whether files that exist hold what a change harms.

use outlast_bitstream::{BitstreamFile, Item};
use outlast_core::Result;

use crate::Answer;

/// What to look for in files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The path of what it is about: `CONTROL.METADATA.minor`.
    pub path: String,
    /// Where to look: what is found at any of these counts.
    pub places: Vec<Place>,
}

/// Where to look, and what for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// Id of the block.
    pub block: u32,
    /// Code of the record; none if it is about the block.
    pub record: Option<u32>,
    /// What a record must be to do harm.
    pub predicate: Predicate,
}

/// A property of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Predicate {
    /// It is there.
    Present,
    /// An operand, by its index, is greater than this; of an array, one from the index on.
    Above(Operand, u64),
    /// An operand is this.
    Equals(Operand, u64),
    /// An operand is none of these.
    NotIn(Operand, Vec<u64>),
    /// It has this many operands or more.
    AtLeast(usize),
    /// It has fewer operands than this.
    Fewer(usize),
    /// It has a blob.
    Blob,
    /// It has no blob.
    NoBlob,
}

/// Operands of a record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    /// The one with this index.
    At(usize),
    /// All from this index on.
    From(usize),
}

impl Operand {
    fn any(self, ops: &[u64], test: impl Fn(u64) -> bool) -> bool {
        match self {
            Operand::At(index) => ops.get(index).is_some_and(|op| test(*op)),
            Operand::From(index) => ops.get(index..).unwrap_or_default().iter().any(|op| test(*op)),
        }
    }
}

impl Predicate {
    /// In words, as what stands behind the path: `is greater than 255`.
    pub fn text(&self) -> String {
        match self {
            Predicate::Present => "is there".to_string(),
            Predicate::Above(_, limit) => format!("is greater than {limit}"),
            Predicate::Equals(_, number) => format!("is {number}"),
            Predicate::NotIn(..) => "is a number without a name".to_string(),
            Predicate::AtLeast(count) => format!("has {count} operands or more"),
            Predicate::Fewer(count) => format!("has fewer than {count} operands"),
            Predicate::Blob => "has a blob".to_string(),
            Predicate::NoBlob => "has no blob".to_string(),
        }
    }

    fn holds(&self, ops: &[u64], blob: bool) -> bool {
        match self {
            Predicate::Present => true,
            Predicate::Above(of, limit) => of.any(ops, |op| op > *limit),
            Predicate::Equals(of, number) => of.any(ops, |op| op == *number),
            Predicate::NotIn(of, names) => of.any(ops, |op| !names.contains(&op)),
            Predicate::AtLeast(count) => ops.len() >= *count,
            Predicate::Fewer(count) => ops.len() < *count,
            Predicate::Blob => blob,
            Predicate::NoBlob => !blob,
        }
    }
}

impl Question {
    /// A question about one kind of record, or about a block.
    pub fn at(path: impl Into<String>, block: u32, record: Option<u32>, predicate: Predicate) -> Question {
        Question { path: path.into(), places: vec![Place { block, record, predicate }] }
    }

    /// In words: `CONTROL.METADATA.minor is greater than 255`.
    pub fn text(&self) -> String {
        let what = self.places.first().map_or("is there".to_string(), |place| place.predicate.text());
        format!("{} {what}", self.path)
    }

    /// Looks at a file.
    ///
    /// # Errors
    ///
    /// It is no bitstream, or cannot be read to its end: that is no answer.
    pub fn ask(&self, bytes: &[u8]) -> Result<Answer> {
        let file = BitstreamFile::open(bytes)?;
        let mut cursor = file.cursor()?;
        let base = cursor.base();
        let (mut count, mut first) = (0, None);
        loop {
            let parent = cursor.block().map(|block| block.id);
            let found = match cursor.next()? {
                None => break,
                Some(Item::Enter(block)) => {
                    let asked = self.places.iter().any(|of| of.record.is_none() && of.block == block.id);
                    asked.then_some(block.start)
                }
                Some(Item::Record(record)) => {
                    let here = |of: &&Place| parent == Some(of.block) && of.record == Some(record.code);
                    let mut places = self.places.iter().filter(here);
                    let found = places.any(|of| of.predicate.holds(record.ops, record.blob.is_some()));
                    found.then_some(record.start)
                }
                Some(_) => None,
            };
            if let Some(start) = found {
                count += 1;
                first = first.or(Some(base.saturating_add(start / 8)));
            }
        }
        Ok(first.map_or(Answer::Never, |first| Answer::Seen { count, first: Some(first) }))
    }

    /// Asks the files of a corpus, until all have answered: how many hold it, how many do not, and which could not answer.
    pub fn ask_all<'f>(&self, files: impl IntoIterator<Item = (&'f str, &'f [u8])>) -> Census {
        let mut census = Census::default();
        for (name, bytes) in files {
            match self.ask(bytes) {
                Ok(Answer::Never) => census.without += 1,
                Ok(Answer::Seen { count, .. }) => census.with.push((name.to_string(), count)),
                Err(_) => census.silent.push(name.to_string()),
            }
        }
        census
    }
}

/// What a corpus says to a [`Question`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Census {
    /// Files that hold it, and how often.
    pub with: Vec<(String, u64)>,
    /// How many files do not.
    pub without: u64,
    /// Files that could not be read to their end.
    pub silent: Vec<String>,
}
