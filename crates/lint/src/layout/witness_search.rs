//! [`Hunt`]: the search for a stream that shows what a rule claims, made small.

use std::cell::Cell;

use outlast_core::Budget;

use super::align::{aligned, readable};
use super::compare::{all_troubles, troubles};
use super::content::{
    BlockContent, Content, ItemContent, RecordContent, Text, Val, Written, is_legal, write,
};
use super::model::{Block, Layout};
use super::reader::{At, Harm, Trouble};
use super::sample::{Focus, contents, spend};
use super::tolerance::Abbreviations;
use crate::candidate::Sought;
use crate::{Direction, Outcome, Witness};

/// What a witness must show.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Aim {
    /// What to write, by keys of blocks and records: the writer has some of these.
    focus: Vec<(String, Option<String>)>,
    /// The block that a block is to be written in; at the top level if there is none and `top` is set.
    via: Option<String>,
    top: bool,
    /// Where something must go wrong: anywhere if there are none.
    at: Vec<At>,
    /// Whether it must be the version that the reader refuses.
    version: bool,
}

impl Aim {
    /// Something goes wrong in a block, with what is in it.
    pub(crate) fn block(block: &str) -> Aim {
        Aim::default().or(block, None)
    }

    /// Something goes wrong with a record, or for want of it.
    pub(crate) fn record(block: &str, record: &str) -> Aim {
        Aim::default().or(block, Some(record))
    }

    /// Something goes wrong with a field, or with all of its record.
    pub(crate) fn field(block: &str, record: &str, field: &str) -> Aim {
        let mut aim = Aim::record(block, record);
        for at in &mut aim.at {
            at.field = Some(field.to_string());
        }
        aim
    }

    /// Something goes wrong anywhere.
    pub(crate) fn anywhere() -> Aim {
        Aim::default()
    }

    /// Or here.
    pub(crate) fn or(mut self, block: &str, record: Option<&str>) -> Aim {
        self.at.push(At { block: Some(block.to_string()), record: record.map(str::to_string), field: None });
        self.with(block, record)
    }

    /// With this written, whatever goes wrong at the places that are known.
    pub(crate) fn with(mut self, block: &str, record: Option<&str>) -> Aim {
        self.focus.push((block.to_string(), record.map(str::to_string)));
        self
    }

    /// In this block.
    pub(crate) fn via(mut self, parent: Option<&str>) -> Aim {
        self.via = parent.map(str::to_string);
        self
    }

    /// At the top level.
    pub(crate) fn top_only(mut self) -> Aim {
        self.top = true;
        self
    }

    /// The version is what the reader looks at.
    pub(crate) fn versions(mut self) -> Aim {
        self.version = true;
        self
    }

    /// With this record written first of all, whatever goes wrong at the places that are known.
    pub(crate) fn with_first(mut self, block: &str, record: &str) -> Aim {
        self.focus.insert(0, (block.to_string(), Some(record.to_string())));
        self
    }

    /// With this block written first of all, and in it what is required.
    pub(crate) fn with_first_block(mut self, block: &str) -> Aim {
        self.focus.insert(0, (block.to_string(), None));
        self
    }

    /// Something goes wrong at the top level.
    pub(crate) fn top() -> Aim {
        Aim::default().or_top()
    }

    /// Or at the top level.
    pub(crate) fn or_top(mut self) -> Aim {
        self.at.push(At::default());
        self
    }

    /// With all places and contents of another aim.
    pub(crate) fn with_all(mut self, other: Aim) -> Aim {
        self.at.extend(other.at);
        self.focus.extend(other.focus);
        self.version |= other.version;
        self
    }

    /// With each record of a block written.
    pub(crate) fn with_all_of(mut self, block: &Block) -> Aim {
        for record in &block.records {
            self = self.with(block.key(), Some(record.key()));
        }
        self
    }

    fn is_shown_by(&self, trouble: &Trouble) -> bool {
        self.at.is_empty() || self.at.iter().any(|at| fits(at, &trouble.at))
    }
}

/// Whether something goes wrong at a place, or at one that the place stands for.
fn fits(wanted: &At, found: &At) -> bool {
    if *wanted == At::default() {
        return found.block.is_none();
    }
    let block = wanted.block.is_none() || wanted.block == found.block;
    let record = wanted.record.is_none() || wanted.record == found.record;
    let field = wanted.field.is_none() || found.field.is_none() || wanted.field == found.field;
    block && record && field
}

/// A search in one direction.
#[derive(Debug)]
pub(crate) struct Hunt<'l> {
    pub(crate) direction: Direction,
    pub(crate) writer: &'l Layout,
    pub(crate) reader: &'l Layout,
    /// Work that is left.
    budget: Cell<Budget>,
    /// What an aim and a stream cost apart from what is in them.
    aim: usize,
    stream: usize,
}

/// Values made and bytes read in the searches of a comparison, in each direction.
const WORK: u64 = 10_000_000;
/// What a stream costs apart from its bytes.
const STREAM: usize = 256;

/// How many contents are tried while one is made smaller.
const MOST_TRIES: usize = 2000;

impl<'l> Hunt<'l> {
    /// A search over a pair of layouts.
    pub(crate) fn new(old: &'l Layout, new: &'l Layout, direction: Direction) -> Hunt<'l> {
        let (writer, reader) = match direction {
            Direction::NewReadsOld => (old, new),
            Direction::OldReadsNew => (new, old),
        };
        let both = || [writer, reader].into_iter();
        let records = both().flat_map(|of| &of.blocks).map(|block| block.records.len()).max().unwrap_or(0);
        let cases: usize = both().flat_map(|of| &of.enums).map(|of| of.cases.len()).sum();
        let records_of = |of: &'l Layout| of.blocks.iter().flat_map(|block| &block.records);
        let fields = both().flat_map(records_of).map(|record| record.fields.len()).max().unwrap_or(0);
        let known: usize = both().map(|of| of.blocks.len()).sum();
        Hunt {
            direction,
            writer,
            reader,
            budget: Cell::new(Budget::new(WORK)),
            aim: records.saturating_mul(records) / 16 + 64,
            // Fields are looked for among the others of their record.
            stream: STREAM
                .saturating_add(cases)
                .saturating_add(known)
                .saturating_add(records)
                .saturating_add(fields.saturating_mul(fields) / 32),
        }
    }

    /// A stream that shows it: to readers as they are, if there is one; otherwise to readers that find everything else where it was written, so that
    /// another change does not hide this one.
    pub(crate) fn find(&self, aim: &Aim) -> Sought {
        // Orders of the records of a block are made for each aim.
        if !spend(&self.budget, self.aim) {
            return Sought::GivenUp;
        }
        let found = self.search(self.reader, aim).or_else(|| {
            let changed = [readable, aligned].into_iter();
            changed
                .map(|change| change(self.writer, self.reader))
                .find_map(|reader| self.search(&reader, aim))
        });
        match found {
            None if self.budget.get().is_spent() => Sought::GivenUp,
            found => found.into(),
        }
    }

    fn search(&self, reader: &Layout, aim: &Aim) -> Option<Witness> {
        let via = aim.via.as_deref().and_then(|key| self.writer.block_named(key)).map(|block| block.id);
        let mut focuses: Vec<Focus> = Vec::new();
        for (block, record) in &aim.focus {
            let Some(block) = self.writer.block_named(block) else { continue };
            let record = record.as_deref().and_then(|key| block.record_named(key)).map(|record| record.code);
            focuses.push(Focus { block: Some(block.id), record, via, top: aim.top });
        }
        focuses.push(Focus::default());
        let mut all = focuses.into_iter().flat_map(|focus| contents(self.writer, focus, &self.budget));
        let found = all.find(|content| self.shows(content, reader, aim).is_some())?;
        let content = self.shrink(found, reader, aim);
        let Shown { written, trouble, first } = self.shows(&content, reader, aim)?;
        let top = content.blocks.first().map(|block| block.id);
        let name = |layout: &Layout| {
            top.and_then(|id| layout.block(id))
                .map_or_else(|| layout.name.clone(), |block| block.name.clone())
        };
        Some(Witness {
            direction: self.direction,
            root: name(self.writer),
            read_as: name(self.reader),
            wrote: Text { layout: self.writer, content: &content }.to_string(),
            set: content.values(),
            bytes: written.bytes,
            outcome: outcome(&trouble),
            first: first.as_ref().map(outcome),
            remark: (self.writer.reader.abbreviations == Abbreviations::BuiltIn).then_some(
                "readers have the abbreviations of BLOCKINFO built in: tools need them from another file",
            ),
        })
    }

    /// The stream of a content and what goes wrong with it, if it shows the aim and its own reader has nothing against it.
    fn shows(&self, content: &Content, reader: &Layout, aim: &Aim) -> Option<Shown> {
        if !is_legal(self.writer, content) {
            return None;
        }
        let written = write(self.writer, content).ok()?;
        if !spend(&self.budget, written.bytes.len().saturating_add(self.stream)) {
            return None;
        }
        let is_itself = std::ptr::eq(reader, self.reader);
        let find = if is_itself { troubles } else { all_troubles };
        let found = find(self.writer, reader, &written, aim.version);
        let trouble = found.into_iter().find(|trouble| aim.is_shown_by(trouble))?;
        let first = match is_itself {
            true => None,
            // Readers as they are must have trouble with it, too.
            false => Some(troubles(self.writer, self.reader, &written, aim.version).into_iter().next()?),
        };
        if !troubles(self.writer, self.writer, &written, true).is_empty() {
            return None;
        }
        Some(Shown { written, trouble, first })
    }

    fn shrink(&self, mut content: Content, reader: &Layout, aim: &Aim) -> Content {
        let mut tries = 0;
        loop {
            let smaller = smaller(&content).find(|smaller| {
                tries += 1;
                tries <= MOST_TRIES && self.shows(smaller, reader, aim).is_some()
            });
            match smaller {
                Some(smaller) => content = smaller,
                None => return content,
            }
        }
    }
}

/// What a stream shows.
struct Shown {
    written: Written,
    trouble: Trouble,
    /// What goes wrong with it first, where that is something else.
    first: Option<Trouble>,
}

fn outcome(trouble: &Trouble) -> Outcome {
    let path = trouble.at.path();
    match &trouble.kind {
        Harm::Refused(why) => Outcome::Rejected { path, why: why.clone() },
        Harm::Different(wrote, read) => Outcome::Different { path, wrote: wrote.clone(), read: read.clone() },
        Harm::Ignored(name) => Outcome::Different {
            path,
            wrote: name.clone(),
            read: "nothing, although it must be understood".to_string(),
        },
    }
}

/// Contents that have one thing less, or something smaller: each is made when it is asked for, as there are many of a large one.
fn smaller(content: &Content) -> impl Iterator<Item = Content> + '_ {
    content.blocks.iter().enumerate().flat_map(move |(index, block)| {
        let without = move || {
            let mut less = content.clone();
            less.blocks.remove(index);
            less
        };
        let with = move |block| {
            let mut less = content.clone();
            less.blocks[index] = block;
            less
        };
        std::iter::once_with(without).chain(smaller_block(block).map(with))
    })
}

fn smaller_block(block: &BlockContent) -> Box<dyn Iterator<Item = BlockContent> + '_> {
    Box::new(block.items.iter().enumerate().flat_map(move |(index, item)| {
        let without = move || {
            let mut less = block.clone();
            less.items.remove(index);
            less
        };
        let with = move |item| {
            let mut less = block.clone();
            less.items[index] = item;
            less
        };
        std::iter::once_with(without).chain(smaller_item(item).map(with))
    }))
}

fn smaller_item(item: &ItemContent) -> Box<dyn Iterator<Item = ItemContent> + '_> {
    match item {
        ItemContent::Block(inner) => Box::new(smaller_block(inner).map(ItemContent::Block)),
        ItemContent::Record(record) => {
            let fields = smaller_fields(&record.fields).into_iter();
            let with = |fields| ItemContent::Record(RecordContent { code: record.code, fields });
            Box::new(fields.map(with))
        }
    }
}

/// Fields above which nothing is made smaller one by one: each copy has all others.
const MOST_FIELDS: usize = 128;

fn smaller_fields(fields: &[Option<Val>]) -> Vec<Vec<Option<Val>>> {
    let mut out = Vec::new();
    if fields.len() > MOST_FIELDS {
        return out;
    }
    let mut with = |index: usize, value: Option<Val>| {
        let mut less = fields.to_vec();
        less[index] = value;
        out.push(less);
    };
    for (index, value) in fields.iter().enumerate() {
        let last = fields.get(index + 1..).unwrap_or_default().iter().all(Option::is_none);
        match value {
            Some(Val::Scalar(number)) => {
                if last {
                    with(index, None);
                }
                for less in [0, 2, 3, number / 2] {
                    if less < *number {
                        with(index, Some(Val::Scalar(less)));
                    }
                }
            }
            Some(Val::Array(values)) => {
                with(index, None);
                if let Some((_, rest)) = values.split_last() {
                    with(index, Some(Val::Array(rest.to_vec())));
                }
            }
            Some(Val::Blob(bytes)) => {
                with(index, None);
                if bytes.len() > 1 {
                    with(index, Some(Val::Blob(bytes[..1].to_vec())));
                }
            }
            None => {}
        }
    }
    out
}
