//! Operations: whether the reader has them, how it reads their properties and attributes, and what it demands of them.

use std::collections::BTreeSet;

use outlast_mlir::facts::{AttrClass, AttrFacts, OpShape, OpUse};
use outlast_mlir::schema::{Known, OpSchema, PropertyField, PropertyKind, PropertyValue, decode};
use outlast_mlir::steps::{CHANGES, Change};

use super::demands::{Count, Demands, field};
use super::properties::{Is, Read, Value, is, read};
use super::{Case, Finding, codes};

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
struct Reader<'t> {
    demands: Option<Demands<'t>>,
    schema: Known,
}

struct Operation<'c, 'a> {
    case: &'c Case<'a>,
    op: &'c OpUse,
    found: Vec<Finding>,
    said: BTreeSet<String>,
}

/// What an operation has after reading: its own attributes and properties by name.
#[derive(Default)]
struct Own {
    there: BTreeSet<(String, String)>,
    sizes: Vec<(String, Vec<u64>)>,
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

    fn fails(&mut self, code: outlast_core::Code, needs: &str, has: &str, says: String) {
        let finding = Finding::fails(code, self.subject(), needs, has, Some(says), &self.op.first);
        self.add(finding);
    }

    fn misreads(&mut self, code: outlast_core::Code, needs: &str, has: &str) {
        let finding = Finding::misreads(code, self.subject(), needs, has, &self.op.first);
        self.add(finding);
    }

    fn open(&mut self, needs: &str) {
        self.open_as("", needs);
    }

    /// Nothing tells, unless files with this detail of the operation were seen to load.
    fn open_as(&mut self, detail: &str, needs: &str) {
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
            (None, Known::Absent, Some("")) => self.open("a reader that has the operation"),
            (None, Known::Absent, open) => self.opaque(open.is_some()),
            _ => self.known(&known),
        }
    }

    /// Whether no generated definition of the producer has the operation either: it was written by hand, or is not of the release's own
    /// dialects. Then that the reader's have none says nothing.
    fn by_hand(&self) -> bool {
        let defined = |producer: &crate::targets::Profile| {
            [Some(self.op.name.as_str()), former(&self.op.name)]
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

    /// An operation that the reader does not know, and takes nevertheless.
    fn opaque(&mut self, linked: bool) {
        // The test dialect is not in what was measured of LLVM 16.
        if linked && self.op.dialect == "test" && self.case.schemas.is_none() {
            return self.open("a reader that has the operation");
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
            Read::Refused(says) => {
                self.fails(codes::PROPERTIES, needs, "other fields at the same places", says);
                return None;
            }
        };
        own.certain = certain;
        match self.meant(blob) {
            None => self.open("a reader with the same layout of its properties; the producer's is not known"),
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
                    own.there.insert((name, class(found)));
                }
                _ => drop(own.there.insert((name, "native".into()))),
            }
        }
        Some(own)
    }

    /// What the producer wrote.
    fn meant(&self, blob: &[u8]) -> Option<Vec<(String, Value)>> {
        let schema = self.op.schema.as_ref()?;
        let version = self.case.facts.version;
        let values = decode(schema, version, blob).ok()?;
        let sizes = |attr: u32| {
            let found = self.case.facts.attrs.get(usize::try_from(attr).ok()?)?;
            let sizes = found.sizes.as_ref()?.iter();
            Some(Value::Sizes(sizes.map(|size| u64::try_from(*size).unwrap_or(u64::MAX)).collect()))
        };
        let value = |field: &PropertyField, value: PropertyValue| match (&field.kind, value) {
            // In version 5, sizes of segments are an attribute.
            (PropertyKind::Segments(_), PropertyValue::Attr(attr)) => sizes(attr.0),
            (_, value) => self.value(value),
        };
        values.into_iter().map(|(field, found)| Some((field.name.clone(), value(field, found)?))).collect()
    }

    fn value(&self, value: PropertyValue) -> Option<Value> {
        Some(match value {
            PropertyValue::Attr(attr) => Value::Attr(attr.0),
            PropertyValue::None
            | PropertyValue::Number(0)
            | PropertyValue::Bool(false)
            | PropertyValue::Signed(0) => Value::Default,
            PropertyValue::Number(number) => Value::Number(number),
            PropertyValue::Signed(number) => {
                Value::Number((number.cast_unsigned() << 1) ^ (number >> 63).cast_unsigned())
            }
            PropertyValue::Bool(_) => Value::Number(1),
            PropertyValue::Str(text) => Value::Number(u64::from(text.0)),
            PropertyValue::Segments(sizes) => {
                Value::Sizes(sizes.into_iter().map(|size| u64::try_from(size).unwrap_or(u64::MAX)).collect())
            }
            PropertyValue::List(values) if values.is_empty() => Value::Default,
            PropertyValue::List(values) => {
                Value::List(values.into_iter().map(|value| self.value(value)).collect::<Option<_>>()?)
            }
        })
    }

    /// Takes the operation's own attributes from its dictionary.
    fn dictionary(&mut self, shape: &OpShape, known: &Reader<'_>, schema: &OpSchema, own: &mut Own) {
        let facts = self.case.facts;
        let Some(items) = shape.attrs.and_then(|at| facts.dictionaries.get(at)) else { return };
        let written = self.case.written.map(|release| release.op(&self.op.name));
        for (name, attr) in items {
            let Some(found) = facts.attrs.get(attr.index()) else { continue };
            let class = field(self.case.profile, &self.op.name, name).map_or("same", |(class, _)| class);
            let inherent = schema.fields.iter().find(|field| field.name == *name);
            let was_inherent = match &written {
                Some(Known::Properties(schema)) => schema.fields.iter().any(|field| field.name == *name),
                _ => false,
            };
            let needs = format!("a reader that takes `{name}` for its own");
            if let Some(segments) = known.demands.as_ref().and_then(|demands| demands.segments_named(name)) {
                let sizes = found.sizes.iter().flatten().map(|size| u64::try_from(*size).unwrap_or(u64::MAX));
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

    /// Whether the reader's code takes an attribute for the operation's own though no definition lists it.
    fn unlisted(&self, name: &str) -> bool {
        let row = || self.case.profile.has("unlisted", &format!("{}.{name}", self.op.name));
        SYMBOLS.contains(&name) || SEGMENTS.contains(&name) || row()
    }

    /// What the reader verifies, as far as it is generated.
    fn demands(&mut self, shape: &OpShape, demands: &Demands<'_>, own: &Own) {
        let name = self.op.name.clone();
        let mut wrong = |what: &str, found: usize, demand: Option<Count>| {
            let Some(demand) = demand.filter(|demand| !demand.fits(found)) else { return };
            let says = format!("'{name}' op {}", says(what, demand, found));
            let or_more = if demand.or_more { " or more" } else { "" };
            let (needs, has) = (format!("{found} {what}"), format!("demands {}{or_more}", demand.number));
            self.fails(codes::STRUCTURE, &needs, &has, says);
        };
        wrong("operands", shape.operands, demands.operands);
        wrong("results", shape.results, demands.results);
        wrong("regions", shape.regions, demands.regions);
        wrong("successors", shape.successors, demands.successors);
        for required in &demands.required {
            if !own.there.iter().any(|(name, _)| name == required) {
                let says = format!("'{}' op requires attribute '{required}'", self.op.name);
                let needs = format!("a reader that does without attribute `{required}`");
                self.fails(codes::STRUCTURE, &needs, "demands it", says);
            }
        }
        for segments in &demands.segments {
            let sizes = own.sizes.iter().find(|(name, _)| name == segments).map(|(_, sizes)| sizes);
            let (count, what) = match segments.starts_with("operand") {
                true => (shape.operands, "operand"),
                false => (shape.results, "result"),
            };
            if sizes.is_none() && self.case.schemas.is_none() {
                let says = format!("'{}' op requires dense i32 array attribute '{segments}'", self.op.name);
                let needs = format!("a reader that does without attribute `{segments}`");
                self.fails(codes::STRUCTURE, &needs, "demands it", says);
                continue;
            }
            let total = sizes
                .map_or(Some(0), |sizes| sizes.iter().try_fold(0_u64, |sum, size| sum.checked_add(*size)));
            if total != u64::try_from(count).ok() {
                let total = total.unwrap_or(u64::MAX);
                let says = format!(
                    "'{}' op {what} count ({count}) does not match with the total size ({total}) specified in attribute '{segments}'",
                    self.op.name
                );
                self.fails(codes::STRUCTURE, "a reader with the same segments", "other segments", says);
            }
        }
    }

    /// How blocks inside end.
    fn ends(&mut self, demands: Option<&Demands<'_>>) {
        let Some(demands) = demands else { return };
        for end in &self.op.ends {
            if end.single && demands.no_terminator {
                continue;
            }
            let needs = "a reader that does without a terminator";
            match &end.last {
                None => {
                    let says = "empty block: expect at least a terminator".to_owned();
                    self.fails(codes::STRUCTURE, needs, "demands one", says);
                }
                Some(last) => {
                    let linked = last
                        .split('.')
                        .next()
                        .is_some_and(|dialect| self.case.profile.has("linked", dialect));
                    let row = linked.then(|| Demands::of(self.case.profile, last)).flatten();
                    if row.is_some_and(|row| !row.terminator) {
                        let says = format!("block with no terminator, has `{last}`");
                        self.fails(codes::STRUCTURE, needs, "demands one", says);
                    }
                }
            }
        }
    }

    /// What is checked beyond that: the same as the producer's checks, or not known.
    fn compare(&mut self, known: &Reader<'_>, present: &BTreeSet<(String, String)>) {
        let former = former(&self.op.name);
        let names = [Some(self.op.name.as_str()), former];
        let row = |name: &str| self.case.producer.and_then(|producer| Demands::of(producer, name));
        let written = names.into_iter().flatten().find_map(|name| row(name).map(|row| (name, row)));
        let (Some(demands), Some((was, written))) = (&known.demands, written) else {
            return self.open("a reader that accepts what its producer does");
        };
        let was = was.to_owned();
        if demands.verifier {
            self.open("a reader whose own checks accept what its producer's do");
        }
        if demands.invariants != written.invariants {
            let needs = "a reader that demands of operands, results and regions what its producer does";
            self.open_as("#types", needs);
        }
        for (name, class) in present {
            let check = |profile, op: &str| {
                field(profile, op, name).map_or("-".to_owned(), |(_, check)| check.to_owned())
            };
            let reader = check(self.case.profile, &self.op.name);
            if reader != "-" && self.case.producer.is_none_or(|producer| check(producer, &was) != reader) {
                let detail = format!(".{name}={class}");
                self.open_as(&detail, "a reader that demands of its attributes what its producer does");
            }
        }
    }
}

/// The other name of an operation that a release renamed.
fn former(name: &str) -> Option<&'static str> {
    CHANGES.iter().find_map(|change| match *change {
        Change::Renamed(old, new) | Change::Merged(old, new) if new == name => Some(old),
        Change::Renamed(old, new) if old == name => Some(new),
        _ => None,
    })
}

/// The kind of an attribute, as part of a question.
fn class(found: Option<&AttrFacts>) -> String {
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

/// The first name under which two readings differ.
fn difference(meant: &[(String, Value)], read: &[(String, Value)]) -> Option<String> {
    let empty = |value: &Value| match value {
        Value::Default => true,
        Value::Sizes(sizes) => sizes.iter().all(|size| *size == 0),
        _ => false,
    };
    for (name, value) in meant {
        match read.iter().find(|(other, _)| other == name) {
            Some((_, found)) if found == value || empty(found) && empty(value) => {}
            None if empty(value) => {}
            _ => return Some(name.clone()),
        }
    }
    let more =
        |(name, value): &&(String, Value)| !empty(value) && meant.iter().all(|(other, _)| other != name);
    read.iter().find(more).map(|(name, _)| name.clone())
}

fn says(what: &str, demand: Count, found: usize) -> String {
    let number = demand.number;
    match (what, demand.or_more, number) {
        ("successors", true, _) => format!("requires at least {number} successors but found {found}"),
        ("successors", _, 1) => format!("requires 1 successor but found {found}"),
        ("successors", ..) => format!("requires {number} successors but found {found}"),
        (_, false, 0) => format!("requires zero {what}"),
        ("operands", false, 1) => "requires a single operand".to_owned(),
        (_, false, 1) => format!("requires one {}", what.trim_end_matches('s')),
        (_, true, _) => format!("expected {number} or more {what}, but found {found}"),
        ("operands", ..) => format!("expected {number} operands, but found {found}"),
        _ => format!("expected {number} {what}"),
    }
}
