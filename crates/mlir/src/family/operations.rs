//! Operations: whether the reader has them, and, if it has, what the other parts find of each.

use std::collections::BTreeSet;

use crate::schema::{Known, OpSchema, PropertyField, PropertyKind};

use super::attributes::UNREAD;
use super::codes;
use super::context::{Finding, JudgeContext};
use super::demands::Demands;
use super::operation::{Operation, Reader};
use outlast_model::targets::Profile;
use outlast_model::verdict::Outcome;

/// How many reasons one operation name gives at most.
const MAX_REASONS: usize = 16;

pub(super) fn findings(case: &JudgeContext<'_>, findings: &mut Vec<Finding>) {
    for op in case.facts.ops.iter().filter(|op| op.count > 0) {
        let mut own = Operation::new(case, op);
        own.judge();
        own.found.truncate(MAX_REASONS);
        findings.append(&mut own.found);
    }
}

impl Operation<'_, '_> {
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
        let defined = |producer: &Profile| {
            [Some(self.op.name.as_str()), self.case.other_operation(&self.op.name)]
                .into_iter()
                .flatten()
                .any(|name| producer.has("op", name))
        };
        self.op.registered != Some(false) && self.case.producer.is_some_and(|producer| !defined(producer))
    }

    fn unknown_operation(&mut self) {
        let (name, dialect, reader) = (&self.op.name, &self.op.dialect, self.case.reader());
        let says = format!(
            "unregistered operation '{name}' found in dialect ('{dialect}') that does not allow unknown operations"
        );
        let mut sentence = format!("{reader} has no operation `{name}`");
        if let Some(other) =
            self.case.other_operation(name).filter(|other| self.case.profile.has("op", other))
        {
            sentence += &format!(": it is called `{other}` there");
        }
        let needs = "a reader that has the operation";
        self.fails(codes::OPERATION, needs, "it has no such operation", sentence, says);
    }

    /// An operation of which no definition was read: which values a reader checks is not known.
    fn undefined(&mut self) {
        let sentence = self.not_known("its definition was not read");
        let needs = "a reader that has the operation, and accepts its values";
        self.unknown(needs, "its definition was not read", sentence);
    }

    /// Whether code that nobody read takes the operation from bytecode: its dialect encoded attributes or types in the file, or it has properties that are no attributes.
    fn read_by_hand(&self) -> bool {
        let facts = self.case.facts;
        let native = |field: &PropertyField| {
            !matches!(field.kind, PropertyKind::Attr | PropertyKind::OptAttr | PropertyKind::Segments(_))
        };
        let written = || self.op.schema.as_ref().is_none_or(|schema| schema.fields.iter().any(native));
        facts.codes.iter().any(|code| code.dialect == UNREAD)
            || self.op.shapes.iter().any(|shape| shape.properties.is_some()) && written()
    }

    /// An operation that the reader does not know, and takes nevertheless.
    fn opaque(&mut self, linked: bool) {
        // Of the test dialect no release's definitions could be had.
        if linked && self.op.dialect == UNREAD {
            return self.undefined();
        }
        if self.op.registered != Some(true) {
            return;
        }
        let attrs = self.case.facts.attrs.len();
        let (reader, name) = (self.case.reader(), &self.op.name);
        for shape in &self.op.shapes {
            let Some(blob) = shape.properties.and_then(|at| self.case.facts.blobs.get(at)) else { continue };
            let needs = "a reader that knows how its properties are encoded";
            let index = crate::wire::Reader::new(blob).varint("attribute");
            let unreadable = format!("{reader} does not know `{name}`, and cannot read its properties");
            match index {
                Ok(index) if usize::try_from(index).is_ok_and(|index| index < attrs) => {
                    let sentence = format!(
                        "{reader} does not know `{name}`: it takes the encoded properties for one attribute, and drops the rest"
                    );
                    let has = "takes them for one attribute, and loses the rest";
                    self.misreads(codes::PROPERTIES, needs, has, sentence);
                }
                Ok(index) => {
                    let says = format!("invalid Attribute index: {index}");
                    let has = "takes them for the number of an attribute";
                    self.fails(codes::PROPERTIES, needs, has, unreadable, says);
                }
                Err(_) => {
                    let says = "attempting to parse a byte at the end of the bytecode".to_owned();
                    let has = "takes them for the number of an attribute";
                    self.fails(codes::PROPERTIES, needs, has, unreadable, says);
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
            // Operations of many shapes may have one dictionary, and each attribute of it may be looked for in all of it.
            let facts = self.case.facts;
            let items = shape.attrs.and_then(|at| facts.dictionaries.get(at)).map_or(0, Vec::len);
            let blob = shape.properties.and_then(|at| facts.blobs.get(at)).map_or(0, <[u8]>::len);
            if !self.case.spend(items.saturating_mul(8 + items / 16).saturating_add(blob)) {
                let why = "its operations take more work than the bytes of the file justify";
                let sentence = self.not_known(why);
                return self.unknown("a file of ordinary size", "it was not looked at to its end", sentence);
            }
            let Some(mut own) = self.encoded(shape, known, schema) else { continue };
            self.dictionary(shape, known, schema, &mut own);
            if let Some(demands) = &known.demands {
                self.demands(shape, demands, &own, matches!(known.schema, Known::Properties(_)));
            }
            present.append(&mut own.there);
        }
        self.symbols();
        self.ends(known.demands.as_ref());
        if !self.case.own && !self.found.iter().any(|finding| finding.reason.outcome == Outcome::Fails) {
            self.compare(known, &present);
        } else if self.case.own && self.op.dialect == UNREAD && self.read_by_hand() {
            self.undefined();
        }
    }
}
