//! Operations: whether the reader has them, how it reads their properties and attributes, and what it demands of them.

use std::collections::BTreeSet;

use outlast_mlir::facts::{AttrClass, AttrFacts, OpShape, OpUse};
use outlast_mlir::schema::{Known, OpSchema, PropertyField, PropertyKind};
use outlast_mlir::steps::changes;

use super::demands::{Demands, field};
use super::meant::difference;
use super::properties::{Is, Read, Value, is, read};
use super::judge::{self, Case, Finding, major};
use super::codes;

/// Attributes that symbols have, whether or not a definition lists them.
const SYMBOLS: [&str; 2] = ["sym_name", "sym_visibility"];
/// Sizes of segments: where there are none, operands say all.
const SEGMENTS: [&str; 2] = ["operandSegmentSizes", "resultSegmentSizes"];

/// How many reasons one operation name gives at most.
const MAX_REASONS: usize = 16;

pub(super) fn findings(case: &Case<'_>, findings: &mut Vec<Finding>) {
    for op in case.facts.ops.iter().filter(|op| op.count > 0) {
        let mut own = Operation { case, op, found: Vec::new(), said: BTreeSet::new() };
        own.judge();
        own.found.truncate(MAX_REASONS);
        findings.append(&mut own.found);
    }
}

/// What the reader knows of an operation.
pub(super) struct Reader<'t> {
    pub(super) demands: Option<Demands<'t>>,
    pub(super) schema: Known,
}

pub(super) struct Operation<'c, 'a> {
    pub(super) case: &'c Case<'a>,
    pub(super) op: &'c OpUse,
    found: Vec<Finding>,
    said: BTreeSet<String>,
}

/// What an operation has after reading: its own attributes and properties by name.
#[derive(Default)]
pub(super) struct Own {
    pub(super) there: BTreeSet<(String, String)>,
    pub(super) sizes: Vec<(String, Vec<u64>)>,
    certain: bool,
}

impl Operation<'_, '_> {
    fn add(&mut self, finding: Finding) {
        let reason = &finding.reason;
        let key = format!("{}{}{:?}{:?}", reason.code, reason.has, reason.says, finding.question);
        if self.said.insert(key) {
            self.found.push(finding);
        }
    }

    fn subject(&self) -> String {
        format!("`{}`", self.op.name)
    }

    pub(super) fn fails(&mut self, code: outlast_core::Code, needs: &str, has: &str, says: String) {
        let finding = Finding::fails(code, self.subject(), needs, has, Some(says), &self.op.first);
        self.add(finding);
    }

    fn misreads(&mut self, code: outlast_core::Code, needs: &str, has: &str) {
        let finding = Finding::misreads(code, self.subject(), needs, has, &self.op.first);
        self.add(finding);
    }

    /// Nothing tells, and no file would.
    pub(super) fn unknown(&mut self, needs: &str, has: &str) {
        let mut finding = Finding::unknown(self.subject(), needs, has);
        finding.reason.place = self.op.first.clone();
        self.add(finding);
    }

    /// Nothing tells, unless files with this detail of the operation were seen to load.
    pub(super) fn open(&mut self, detail: &str, needs: &str) {
        let name = format!("{}{detail}", self.op.name);
        let finding = self.case.open("op", &name, self.subject(), needs, &self.op.first);
        if let Some(finding) = finding {
            self.add(finding);
        }
    }

    fn judge(&mut self) {
        let (case, op) = (self.case, self.op);
        let linked = case.profile.get("linked", &op.dialect);
        let known = Reader {
            demands: linked.and_then(|_| Demands::of(case.profile, &op.name)),
            schema: match (linked, case.schemas) {
                (Some(_), Some(release)) => release.op(&op.name),
                _ => Known::Absent,
            },
        };
        match (&known.demands, &known.schema, linked) {
            (None, Known::Absent, Some("")) if !self.by_hand() => self.unknown_operation(),
            (None, Known::Absent, Some("")) => self.undefined(),
            (None, Known::Absent, open) => self.opaque(open.is_some()),
            _ => self.known(&known),
        }
    }

    /// Whether no generated definition of the producer has the operation either: it was written by hand, or is not of the release's own
    /// dialects. Then that the reader's have none says nothing.
    fn by_hand(&self) -> bool {
        let defined = |producer: &crate::targets::Profile| {
            [Some(self.op.name.as_str()), self.case.other_operation(&self.op.name)]
                .into_iter()
                .flatten()
                .any(|name| producer.has("op", name))
        };
        self.op.registered != Some(false) && self.case.producer.is_some_and(|producer| !defined(producer))
    }

    fn unknown_operation(&mut self) {
        let (name, dialect) = (&self.op.name, &self.op.dialect);
        let says = format!(
            "unregistered operation '{name}' found in dialect ('{dialect}') that does not allow unknown operations"
        );
        self.fails(codes::OPERATION, "a reader that has the operation", "it has no such operation", says);
    }

    /// An operation of which no definition was read: which values a reader checks is not known.
    fn undefined(&mut self) {
        self.unknown(
            "a reader that has the operation, and accepts its values",
            "its definition was not read",
        );
    }

    /// An operation that the reader does not know, and takes nevertheless.
    fn opaque(&mut self, linked: bool) {
        // Of the test dialect no release's definitions could be had.
        if linked && self.op.dialect == "test" {
            return self.undefined();
        }
        if self.op.registered != Some(true) {
            return;
        }
        let attrs = self.case.facts.attrs.len();
        for shape in &self.op.shapes {
            let Some(blob) = shape.properties.and_then(|at| self.case.facts.blobs.get(at)) else { continue };
            let needs = "a reader that knows how its properties are encoded";
            let index = outlast_mlir::wire::Reader::new(blob).varint("attribute");
            match index {
                Ok(index) if usize::try_from(index).is_ok_and(|index| index < attrs) => {
                    self.misreads(
                        codes::PROPERTIES,
                        needs,
                        "takes them for one attribute, and loses the rest",
                    );
                }
                Ok(index) => {
                    let says = format!("invalid Attribute index: {index}");
                    self.fails(codes::PROPERTIES, needs, "takes them for the number of an attribute", says);
                }
                Err(_) => {
                    let says = "attempting to parse a byte at the end of the bytecode".to_owned();
                    self.fails(codes::PROPERTIES, needs, "takes them for the number of an attribute", says);
                }
            }
        }
    }

    fn known(&mut self, known: &Reader<'_>) {
        let none = OpSchema::default();
        let schema = match &known.schema {
            Known::Properties(schema) => schema,
            _ => &none,
        };
        let mut present = BTreeSet::new();
        for shape in &self.op.shapes {
            let Some(mut own) = self.properties(shape, known, schema) else { continue };
            self.dictionary(shape, known, schema, &mut own);
            if let Some(demands) = &known.demands {
                self.demands(shape, demands, &own);
            }
            present.append(&mut own.there);
        }
        self.ends(known.demands.as_ref());
        if !self.case.own && !self.found.iter().any(|finding| finding.reason.outcome == crate::Outcome::Fails)
        {
            self.compare(known, &present);
        }
    }

    /// Reads the blob; none if that is refused.
    fn properties(&mut self, shape: &OpShape, known: &Reader<'_>, schema: &OpSchema) -> Option<Own> {
        let facts = self.case.facts;
        let mut own = Own { certain: true, ..Own::default() };
        let Some(blob) = shape.properties.and_then(|at| facts.blobs.get(at)) else { return Some(own) };
        let name = &self.op.name;
        let needs = "a reader with the same layout of its properties";
        if !matches!(known.schema, Known::Properties(_)) {
            let says = format!("has properties but missing BytecodeOpInterface for {name}");
            self.fails(codes::PROPERTIES, needs, "the operation has no properties there", says);
            return None;
        }
        let (values, certain) = match read(self.case.profile, name, schema, facts.version, blob, &facts.attrs)
        {
            Read::Values { values, certain } => (values, certain),
            // A dialect may read properties of its older versions as they were then.
            Read::Refused(_) if self.states_version() => {
                let has = "how they are encoded depends on the version that the file states of the dialect";
                self.unknown(needs, has);
                return None;
            }
            Read::Refused(says) => {
                self.fails(codes::PROPERTIES, needs, "other fields at the same places", says);
                return None;
            }
        };
        own.certain = certain;
        match self.meant(blob) {
            None => self.unknown(needs, "how the producer encodes them is not known"),
            Some(meant) => {
                if let Some(what) = difference(&meant, &values) {
                    let has = format!("reads its bytes as other values: `{what}` is another");
                    self.misreads(codes::PROPERTIES, needs, &has);
                } else {
                    // The same values under the same names: they are of the right classes.
                    own.certain = true;
                }
            }
        }
        for (name, value) in values {
            match value {
                Value::Default => {}
                Value::Sizes(sizes) => own.sizes.push((name, sizes)),
                Value::Attr(attr) => {
                    let found = usize::try_from(attr).ok().and_then(|at| facts.attrs.get(at));
                    self.numbers(&name, found);
                    own.there.insert((name, class(found)));
                }
                _ => drop(own.there.insert((name, "native".into()))),
            }
        }
        Some(own)
    }

    /// Whether the file states a version of the operation's dialect, and the reader looks at it.
    fn states_version(&self) -> bool {
        let dialects = &self.case.facts.dialects;
        dialects.iter().any(|dialect| dialect.versioned && dialect.name == self.op.dialect)
            && self.case.profile.has("versioned", &self.op.dialect)
    }

    /// Takes the operation's own attributes from its dictionary.
    fn dictionary(&mut self, shape: &OpShape, known: &Reader<'_>, schema: &OpSchema, own: &mut Own) {
        let facts = self.case.facts;
        let Some(items) = shape.attrs.and_then(|at| facts.dictionaries.get(at)) else { return };
        let written = self.written();
        for (name, attr) in items {
            let Some(found) = facts.attrs.get(attr.index()) else { continue };
            let class = field(self.case.profile, &self.op.name, name).map_or("same", |(class, _)| class);
            let inherent = schema.fields.iter().find(|field| field.name == *name);
            // The other name of a renamed attribute, unless that is there itself.
            let other = self
                .case
                .other_attribute(&self.op.name, name)
                .filter(|other| items.iter().all(|(name, _)| name != other))
                .unwrap_or(name);
            let names = [name.as_str(), other];
            let is_one = |field: &PropertyField| names.contains(&field.name.as_str());
            let was_inherent = written.as_ref().is_some_and(|fields| fields.iter().any(is_one));
            self.numbers(name, Some(found));
            if inherent.is_some()
                && written.is_some()
                && !was_inherent
                && !found.zero
                && !self.was_unlisted(name)
            {
                let needs =
                    format!("a reader for which `{name}` stands beside the operation, as for its producer");
                self.misreads(codes::LOST, &needs, &format!("takes `{name}` for the operation's own"));
            }
            let needs = format!("a reader that takes `{name}` for its own");
            if let Some(segments) = known.demands.as_ref().and_then(|demands| demands.segments_named(name)) {
                // Sizes for another number of groups are not taken.
                let fits = |sizes: &&Vec<i64>| match inherent.map(|field| &field.kind) {
                    Some(PropertyKind::Segments(count)) => u32::try_from(sizes.len()) == Ok(*count),
                    _ => true,
                };
                let sizes = found.sizes.iter().filter(fits).flatten();
                let sizes = sizes.map(|size| u64::try_from(*size).unwrap_or(u64::MAX));
                own.sizes.push((segments.to_owned(), sizes.collect()));
                own.there.insert((segments.to_owned(), self::class(Some(found))));
                continue;
            }
            match inherent.map(|field| (&field.kind, &field.form)) {
                Some((PropertyKind::Segments(count), _)) => {
                    let sizes = found.sizes.as_ref().filter(|sizes| u32::try_from(sizes.len()) == Ok(*count));
                    let sizes =
                        sizes.map(|sizes| sizes.iter().map(|size| u64::try_from(*size).unwrap_or(u64::MAX)));
                    own.sizes.push((name.clone(), sizes.map(Iterator::collect).unwrap_or_default()));
                }
                Some((PropertyKind::Attr | PropertyKind::OptAttr, form)) => match is(found, form, class) {
                    Is::No => {
                        self.misreads(
                            codes::LOST,
                            &needs,
                            &format!("drops `{name}`: it is of another class"),
                        );
                    }
                    Is::Maybe | Is::Yes => drop(own.there.insert((name.clone(), self::class(Some(found))))),
                },
                Some(_) if found.zero => {}
                Some(_) => {
                    let has = format!(
                        "takes `{name}` from a dictionary for no property: the operation has its default"
                    );
                    self.misreads(codes::LOST, &needs, &has);
                }
                None if known.demands.as_ref().is_some_and(|demands| {
                    self.case.schemas.is_none() && demands.attrs.contains(&name.as_str())
                }) =>
                {
                    own.there.insert((name.clone(), self::class(Some(found))));
                }
                None => {
                    let lost = was_inherent && !self.unlisted(name) && !found.zero;
                    if lost && self.case.facts.version < 5 {
                        let has = format!("has no `{name}`: it stays beside the operation, without meaning");
                        self.misreads(codes::LOST, &needs, &has);
                    }
                }
            }
        }
    }

    /// Numbers that the reader takes for others than the release that gave them.
    fn numbers(&mut self, name: &str, found: Option<&AttrFacts>) {
        let Some(encoder) = judge::encoder(&self.case.facts.producer) else { return };
        let reader = major(self.case.profile);
        let Some(numbers) = changes::numbers(encoder, reader, &self.op.name, name) else { return };
        let needs = format!("a reader for which the numbers of `{name}` stand for the same");
        match found.and_then(|found| found.number) {
            Some(value) if numbers.number(value) == Some(value) => {}
            Some(value) => {
                self.misreads(codes::LOST, &needs, &format!("takes {value} in `{name}` for another"));
            }
            None if found.is_some_and(|found| found.zero) => {}
            None => {
                let has = "numbers them in another way";
                self.unknown(&needs, has);
            }
        }
    }

    /// The properties that the operation has in the release that wrote the file; none if that is not known.
    fn written(&self) -> Option<Vec<PropertyField>> {
        let release = self.case.written?;
        let names = [Some(self.op.name.as_str()), self.case.other_operation(&self.op.name)];
        names.into_iter().flatten().find_map(|name| match release.op(name) {
            Known::Properties(schema) => Some(schema.fields),
            Known::Plain => Some(Vec::new()),
            Known::Absent => None,
        })
    }

    /// Whether the producer's code took an attribute for the operation's own though no definition lists it.
    fn was_unlisted(&self, name: &str) -> bool {
        let row = |producer: &crate::targets::Profile| {
            producer.has("unlisted", &format!("{}.{name}", self.op.name))
        };
        SYMBOLS.contains(&name) || SEGMENTS.contains(&name) || self.case.producer.is_some_and(row)
    }

    /// Whether the reader's code takes an attribute for the operation's own though no definition lists it.
    fn unlisted(&self, name: &str) -> bool {
        let row = || self.case.profile.has("unlisted", &format!("{}.{name}", self.op.name));
        SYMBOLS.contains(&name) || SEGMENTS.contains(&name) || row()
    }
}

impl Case<'_> {
    /// The other name of an operation that the producer's release or the reader's renamed.
    pub(super) fn other_operation(&self, name: &str) -> Option<&'static str> {
        changes::other_operation(self.producer.map(major), major(self.profile), name)
    }

    /// The other name of an attribute that the producer's release or the reader's renamed.
    pub(super) fn other_attribute(&self, op: &str, name: &str) -> Option<&'static str> {
        changes::other_attribute(self.producer.map(major), major(self.profile), op, name)
    }
}

/// The kind of an attribute, as part of a question.
pub(super) fn class(found: Option<&AttrFacts>) -> String {
    match found.map(|found| &found.class) {
        Some(AttrClass::Builtin(code)) => format!("code{code}"),
        Some(AttrClass::Integer(bits)) => bits.map_or("index".into(), |bits| format!("i{bits}")),
        Some(AttrClass::DenseArray(element)) => format!("array-{}", element.replace(' ', "")),
        Some(AttrClass::AffineMap) => "map".into(),
        Some(AttrClass::IntegerSet) => "set".into(),
        Some(AttrClass::Strided) => "strided".into(),
        Some(AttrClass::Named(name)) => name.clone(),
        _ => "?".into(),
    }
}
