//! [`Hunt`]: the search for a small file that shows what a rule claims.

use std::cell::Cell;

use outlast_core::Budget;
use outlast_mlir::defs::version;
use outlast_mlir::schema::{PropertyField, PropertyKind};

use super::compare::{Trouble, difference};
use super::context::{Context, Ops};
use super::model::{CodeKind, Count, Dialect, Dialects, Field, Op, split};
use super::wire::{About, Content, Encoded, Reading, read, write};
use crate::candidate::Sought;
use crate::{Direction, Outcome, Site, Witness};

/// What a witness must show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Aim {
    what: What,
    /// Fields, operands or results that are to have a value, as either release calls them.
    focus: Vec<String>,
    /// Versions of the container that are tried.
    containers: &'static [u64],
    /// What the trouble must come from.
    about: &'static [About],
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum What {
    /// An operation, as each release calls it.
    Op { old: Option<String>, new: Option<String> },
    /// An attribute or type: its dialect, and its code in each release.
    Code { dialect: String, kind: CodeKind, old: Option<u64>, new: Option<u64> },
}

/// The version in which properties are a blob.
const BLOB: &[u64] = &[version::MAX];
/// The last version in which attributes have names.
const NAMED: &[u64] = &[version::ELIDE_UNKNOWN_BLOCK_ARG_LOCATION];
/// Both.
const EITHER: &[u64] = &[version::MAX, version::ELIDE_UNKNOWN_BLOCK_ARG_LOCATION];

impl Aim {
    /// Something goes wrong with the properties of an operation.
    pub(crate) fn properties(old: Option<String>, new: Option<String>) -> Aim {
        Aim { what: What::Op { old, new }, focus: Vec::new(), containers: BLOB, about: &[About::Properties] }
    }

    /// The operation is not known.
    pub(crate) fn names(old: Option<String>, new: Option<String>) -> Aim {
        Aim { about: &[About::Names], containers: EITHER, ..Aim::properties(old, new) }
    }

    /// There are too many or too few operands, results or regions, or others.
    pub(crate) fn numbers(old: Option<String>, new: Option<String>) -> Aim {
        Aim { about: &[About::Numbers], containers: EITHER, ..Aim::properties(old, new) }
    }

    /// What is not there means something else.
    pub(crate) fn defaults(old: Option<String>, new: Option<String>) -> Aim {
        Aim { about: &[About::Defaults], containers: EITHER, ..Aim::properties(old, new) }
    }

    /// A code is not known, or read as something else.
    pub(crate) fn code(dialect: &str, kind: CodeKind, old: Option<u64>, new: Option<u64>) -> Aim {
        let what = What::Code { dialect: dialect.to_string(), kind, old, new };
        Aim { what, focus: Vec::new(), containers: BLOB, about: &[About::Codes] }
    }

    /// In the versions of the container in which attributes have names.
    pub(crate) fn named(mut self) -> Aim {
        self.containers = NAMED;
        self
    }

    /// In the version in which properties are a blob, or else in one in which attributes have names.
    pub(crate) fn either(mut self) -> Aim {
        self.containers = EITHER;
        self
    }

    /// With this set, if that is enough.
    pub(crate) fn with(mut self, name: &str) -> Aim {
        self.focus.push(name.to_string());
        self
    }
}

/// A search in one direction.
pub(crate) struct Hunt<'c, 'd> {
    context: &'c Context<'d>,
    pub(crate) direction: Direction,
    writer: &'d Dialects,
    reader: &'d Dialects,
    /// Work that is left.
    budget: Cell<Budget>,
}

/// Bytes written and operations looked at in the searches of a comparison, in each direction.
const WORK: u64 = 40_000_000;
/// What a file costs apart from its bytes.
const FILE: usize = 512;

impl<'c, 'd> Hunt<'c, 'd> {
    pub(crate) fn new(context: &'c Context<'d>, direction: Direction) -> Hunt<'c, 'd> {
        let (writer, reader) = match direction {
            Direction::NewReadsOld => (context.old, context.new),
            Direction::OldReadsNew => (context.new, context.old),
        };
        Hunt { context, direction, writer, reader, budget: Cell::new(Budget::new(WORK)) }
    }

    /// A file that shows it: the smallest of those that are tried. To readers as they are, if there is one; otherwise to readers for which all but
    /// the aim is as it was written, so that another change does not hide this one.
    pub(crate) fn find(&self, aim: &Aim) -> Sought {
        if self.budget.get().is_spent() {
            return Sought::GivenUp;
        }
        let found = self.search(self.reader, aim).or_else(|| {
            let reader = self.aligned(aim)?;
            self.search(&reader, aim)
        });
        match found {
            None if self.budget.get().is_spent() => Sought::GivenUp,
            found => found.into(),
        }
    }

    fn search(&self, reader: &Dialects, aim: &Aim) -> Option<Witness> {
        let pick = |old: &Option<String>, new: &Option<String>| match self.direction {
            Direction::NewReadsOld => old.clone(),
            Direction::OldReadsNew => new.clone(),
        };
        match &aim.what {
            What::Op { old, new } => {
                let name = pick(old, new)?;
                let op = self.writer.op(&name)?;
                let all =
                    aim.containers.iter().flat_map(|container| contents(&name, op, *container, &aim.focus));
                all.into_iter().find_map(|content| self.shows(&content, reader, aim))
            }
            What::Code { dialect, kind, old, new } => {
                let code = match self.direction {
                    Direction::NewReadsOld => *old,
                    Direction::OldReadsNew => *new,
                }?;
                self.shows(&Content::of_code(dialect, *kind, code), reader, aim)
            }
        }
    }

    /// The witness that a content is, if its own release reads it and the other one has trouble with it.
    fn shows(&self, content: &Content, reader: &Dialects, aim: &Aim) -> Option<Witness> {
        let bytes = write(self.writer, content)?;
        let mut budget = self.budget.get();
        let goes_on = budget.spend(bytes.len().saturating_add(self.context.ops.len()).saturating_add(FILE));
        self.budget.set(budget);
        if !goes_on {
            return None;
        }
        let own = read(self.writer, &bytes).ok()?;
        let outcome = self.outcome(&own, reader, &bytes, |about| aim.about.contains(&about))?;
        let first = match std::ptr::eq(reader, self.reader) {
            true => None,
            // The release as it is must have trouble with it, too.
            false => Some(self.outcome(&own, self.reader, &bytes, |_| true)?),
        };
        let root = self.root(content);
        let named = content.container < version::NATIVE_PROPERTIES_ENCODING;
        Some(Witness {
            direction: self.direction,
            read_as: root.clone(),
            root,
            bytes,
            wrote: wrote(&own, content),
            set: content.values(),
            outcome,
            first,
            remark: named
                .then_some("the file has version 4 of the container, in which attributes have names"),
        })
    }

    /// What a release refuses of a file, or reads as something else, if that is what is looked for.
    fn outcome(
        &self,
        own: &Reading,
        reader: &Dialects,
        bytes: &[u8],
        counts: impl Fn(About) -> bool,
    ) -> Option<Outcome> {
        match read(reader, bytes) {
            Err(refusal) if counts(refusal.about) => {
                Some(Outcome::Rejected { path: refusal.path, why: refusal.why })
            }
            Err(_) => None,
            Ok(other) => {
                let found = difference(self.context, self.direction, own, &other);
                let Trouble { path, wrote, read, .. } =
                    found.into_iter().find(|trouble| counts(trouble.about))?;
                Some(Outcome::Different { path, wrote, read })
            }
        }
    }

    /// The reader with everything as it was written except for what the aim is about; none if there is nothing to tell apart.
    fn aligned(&self, aim: &Aim) -> Option<Dialects> {
        let codes = |own: &Dialect| Dialect {
            name: own.name.clone(),
            version: own.version,
            lenient: own.lenient,
            ops: Vec::new(),
            codes: own.codes.clone(),
            site: Site::default(),
        };
        let mut out = Dialects {
            name: self.reader.name.clone(),
            version: self.reader.version.clone(),
            dialects: self.writer.dialects.iter().map(codes).collect(),
            observed: self.reader.observed,
            site: Site::default(),
        };
        match &aim.what {
            What::Code { dialect, .. } => {
                let other = self.reader.dialect(dialect);
                out.dialects.retain(|of| of.name != *dialect || other.is_some());
                if let Some(other) = other {
                    out.dialect_mut(dialect).codes.clone_from(&other.codes);
                }
            }
            What::Op { old, new } => {
                let (name, _) = self.sides(old.as_ref(), new.as_ref());
                let (space, short) = split(name?);
                let pair = self.context.ops.iter().find(|of| {
                    let own = self.sides(of.old, of.new).0;
                    of.dialect == space && own.is_some_and(|op| op.name == short)
                });
                let (own, other) = pair.map_or((None, None), |of| self.sides(of.old, of.new));
                if aim.about == [About::Names] {
                    let known = self.reader.dialect(space);
                    out.dialects.retain(|of| of.name != space || known.is_some());
                    if let Some(known) = known {
                        let dialect = out.dialect_mut(space);
                        dialect.lenient = known.lenient;
                        dialect.ops = known.op(short).into_iter().cloned().collect();
                    }
                } else {
                    let (own, other) = (own?, other?);
                    // Which operand is which is said by the sizes of segments, where there are any.
                    let segments = |op: &Op| op.fields.iter().filter(|field| field.is_segments()).count();
                    if aim.about == [About::Numbers] && segments(own) != segments(other) {
                        return None;
                    }
                    let op = self.aligned_op(aim, pair?, own, other);
                    out.dialect_mut(space).ops.push(op);
                }
            }
        }
        Some(out)
    }

    fn aligned_op(&self, aim: &Aim, pair: &Ops<'_>, own: &Op, other: &Op) -> Op {
        let other = Op { name: own.name.clone(), ..other.clone() };
        if aim.about == [About::Properties] {
            let numbers = (own.operands.clone(), own.results.clone(), own.regions.clone());
            return Op { operands: numbers.0, results: numbers.1, regions: numbers.2, ..other };
        }
        // What the fields mean is the reader's, how they are written is the writer's.
        let field = |field: &Field| {
            let pairs = pair.fields.iter().map(|(old, new)| self.sides(*old, *new));
            let mut known = pairs.filter_map(|(own, other)| Some((own?, other?)));
            let found = known.find(|(own, _)| own.name() == field.name());
            let Some((_, other)) = found else { return field.clone() };
            let property = PropertyField { name: other.name().to_string(), ..field.property.clone() };
            Field { property, default: other.default.clone(), ..field.clone() }
        };
        let fields = own.fields.iter().map(field).collect();
        let op = Op { fields, segments_last: own.segments_last, custom: own.custom, ..other };
        if aim.about == [About::Numbers] {
            return op;
        }
        let numbers = (own.operands.clone(), own.results.clone(), own.regions.clone());
        Op { operands: numbers.0, results: numbers.1, regions: numbers.2, ..op }
    }

    /// The writer's and the reader's of two things.
    fn sides<T>(&self, old: T, new: T) -> (T, T) {
        match self.direction {
            Direction::NewReadsOld => (old, new),
            Direction::OldReadsNew => (new, old),
        }
    }

    fn root(&self, content: &Content) -> String {
        match &content.subject {
            Encoded::Op(name) => name.clone(),
            Encoded::Code { dialect, kind, code } => {
                let known = self.writer.dialect(dialect).and_then(|of| of.code(*kind, *code));
                known.map_or_else(|| dialect.clone(), |known| format!("{dialect}.{}", known.name))
            }
        }
    }
}

/// What was written, in a few words.
fn wrote(own: &Reading, content: &Content) -> String {
    let braced = |fields: Vec<String>| format!("{{{}}}", fields.join(", "));
    match &content.subject {
        Encoded::Op(name) => {
            let seen = own.ops.iter().find(|seen| seen.name == *name);
            let fields = seen.into_iter().flat_map(|seen| &seen.fields);
            let mut items: Vec<String> = fields.map(|(name, value)| format!("{name} = {value}")).collect();
            let operands: usize = content.operands.iter().sum();
            if operands > 0 {
                items.push(format!("{operands} operands"));
            }
            format!("{name} {}", braced(items))
        }
        Encoded::Code { .. } => {
            let Some((path, fields)) = own.entries.last() else { return String::new() };
            let items = fields.iter().map(|(name, value)| format!("{name} = {value}")).collect();
            format!("{path} {}", braced(items))
        }
    }
}

/// The most contents that are tried for one claim.
const MOST: usize = 200;

/// Contents with an operation, the smallest first: with nothing that could be left out, then with what matters, then with one thing more each.
fn contents(name: &str, op: &Op, container: u64, focus: &[String]) -> Vec<Content> {
    let mut base = Content::of_op(name, op, container);
    for (part, field) in
        [(&mut base.operands, "operandSegmentSizes"), (&mut base.results, "resultSegmentSizes")]
    {
        if let (true, Some(PropertyKind::Segments(count))) =
            (part.is_empty(), op.field(field).map(|field| field.property.kind.clone()))
        {
            part.resize(outlast_core::to_index(count).min(1 << 8), 0);
        }
    }
    let optional: Vec<String> = op
        .fields
        .iter()
        .filter(|field| field.property.kind != PropertyKind::Attr && !field.is_segments())
        .map(|field| field.name().to_string())
        .collect();
    let mut out = vec![base.clone()];
    let mut with = |set: Vec<String>| out.push(Content { set, ..base.clone() });
    with(focus.iter().filter(|name| optional.contains(name)).cloned().collect());
    optional.iter().take(MOST).for_each(|name| with(vec![name.clone()]));
    with(optional.clone());
    counts(op, &base, &mut out);
    if let Some(parts) = &op.regions {
        for regions in 0..=parts.len() {
            out.push(Content { regions, ..base.clone() });
        }
    }
    out.truncate(MOST);
    out
}

/// Contents in which one operand or result is there, is there once more, or is not.
fn counts(op: &Op, base: &Content, out: &mut Vec<Content>) {
    let room = |parts: &Option<Vec<super::model::Part>>, at: usize| match parts
        .as_ref()
        .and_then(|parts| parts.get(at))
    {
        Some(part) => match part.count {
            Count::One => 1..=1,
            Count::Optional => 0..=1,
            Count::Any => 0..=2,
        },
        None => 0..=1,
    };
    for at in (0..base.operands.len()).rev() {
        for count in room(&op.operands, at) {
            let mut content = base.clone();
            content.operands[at] = count;
            out.push(content);
        }
    }
    for at in (0..base.results.len()).rev() {
        for count in room(&op.results, at) {
            let mut content = base.clone();
            content.results[at] = count;
            out.push(content);
        }
    }
}
