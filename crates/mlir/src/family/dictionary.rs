//! The attribute dictionary of an operation: which attributes the reader takes for the operation's own, and which it does not take for what
//! they are.

use crate::changes::{self, Change};
use crate::facts::{AttrFacts, OpShape};
use crate::schema::{Known, OpSchema, PropertyField, PropertyForm, PropertyKind};

use super::codes;
use super::demands::{Demands, form};
use super::operation::{self, Operation, Own, Reader};
use super::producers::major;
use super::properties::{Is, is};
use outlast_model::targets::Profile;

/// Attributes that symbols have, whether or not a definition lists them.
pub(super) const SYMBOLS: [&str; 2] = [SYMBOL_NAME, "sym_visibility"];

/// The attribute that names a symbol.
pub(super) const SYMBOL_NAME: &str = "sym_name";
/// Sizes of segments: where there are none, operands say all.
pub(super) const SEGMENTS: [&str; 2] = ["operandSegmentSizes", "resultSegmentSizes"];

impl Operation<'_, '_> {
    /// Takes the operation's own attributes from its dictionary.
    pub(super) fn dictionary(
        &mut self,
        shape: &OpShape,
        known: &Reader<'_>,
        schema: &OpSchema,
        own: &mut Own,
    ) {
        let facts = self.case.facts;
        let Some(items) = shape.attrs.and_then(|at| facts.dictionaries.get(at)) else { return };
        let written = self.written();
        let (reader, op) = (self.case.reader(), self.op.name.clone());
        for (name, attr) in items {
            let Some(found) = facts.attrs.get(attr.index()) else { continue };
            let class = self.attribute(name).class;
            let inherent = schema.fields.iter().find(|field| field.name == *name);
            // The other name of a renamed attribute, unless that is there itself.
            let other = self
                .attribute(name)
                .other
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
                && !self.is_made_anew(name)
                // What a conversion puts in says what is so without it.
                && !facts.defaults.contains(&(op.clone(), name.clone(), *attr))
            {
                let needs =
                    format!("a reader for which `{name}` is a discardable attribute, as for its producer");
                let sentence = format!(
                    "{reader} takes `{name}` for an inherent attribute of `{op}`; for {} it is a discardable one",
                    self.case.writer()
                );
                self.misreads(codes::LOST, &needs, "takes it for an inherent one", sentence);
            }
            let needs = format!("a reader that takes `{name}` for its own");
            if let Some(segments) = known
                .demands
                .as_ref()
                .and_then(|demands| demands.segments_named(name, self.takes_former(known)))
            {
                // Sizes for another number of groups are not taken.
                let fits = |sizes: &&Vec<i64>| match inherent.map(|field| &field.kind) {
                    Some(PropertyKind::Segments(count)) => u32::try_from(sizes.len()) == Ok(*count),
                    _ => true,
                };
                let sizes = found.sizes.iter().filter(fits).flatten();
                let sizes = sizes.map(|size| u64::try_from(*size).unwrap_or(u64::MAX));
                own.sizes.push((segments.to_owned(), sizes.collect()));
                own.there.insert((segments.to_owned(), operation::class(Some(found))));
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
                        let has = format!("drops `{name}`: it is of another class");
                        let sentence = format!(
                            "{reader} drops `{name}` of `{op}`: it takes attributes of another class there"
                        );
                        self.misreads(codes::LOST, &needs, &has, sentence);
                    }
                    Is::Maybe | Is::Yes => {
                        own.there.insert((name.clone(), operation::class(Some(found))));
                    }
                },
                Some(_) if found.zero => {}
                Some(_) => {
                    let has = format!(
                        "takes `{name}` from a dictionary for no property: the operation has its default"
                    );
                    let sentence = format!(
                        "{reader} does not take `{name}` of `{op}` from the attribute dictionary: the operation has its default"
                    );
                    self.misreads(codes::LOST, &needs, &has, sentence);
                }
                None if known.demands.as_ref().is_some_and(|demands| {
                    !matches!(known.schema, Known::Properties(_)) && demands.attrs.contains(&name.as_str())
                }) =>
                {
                    self.form_checked(name, found);
                    own.there.insert((name.clone(), operation::class(Some(found))));
                }
                None => {
                    let lost = was_inherent && !self.unlisted(name) && !self.is_range(name);
                    let default = || facts.defaults.contains(&(op.clone(), name.clone(), *attr));
                    // Beside encoded properties, a dictionary has discardable attributes alone, whatever their names.
                    if lost && shape.properties.is_none() && !default() {
                        let has =
                            format!("has no `{name}`: it stays a discardable attribute, without effect");
                        let sentence = format!(
                            "`{op}` has no attribute `{name}` in {reader}: it stays a discardable attribute, without effect"
                        );
                        self.misreads(codes::LOST, &needs, &has, sentence);
                    }
                }
            }
        }
        // Of definitions that were not read, what is demanded is known from how properties are encoded.
        if known.demands.is_none() && shape.properties.is_none() {
            let missing = |field: &&PropertyField| {
                field.kind == PropertyKind::Attr && items.iter().all(|(name, _)| *name != field.name)
            };
            // Versions of a dialect may have done without; then nothing stands there in its place.
            let is_other =
                |name: &str| !name.contains('.') && schema.fields.iter().all(|field| field.name != name);
            let other = items.iter().any(|(name, _)| is_other(name));
            if let Some(field) = schema.fields.iter().find(missing).filter(|_| other) {
                let sentence = self.not_known(&format!("it may require attribute `{}`", field.name));
                self.unknown("a reader that does without it", "may require it", sentence);
            }
        }
    }

    /// Where nothing is encoded, attributes of another form than the reader's are refused by its verifier: dense arrays for arrays, and the other way round.
    fn form_checked(&mut self, name: &str, found: &AttrFacts) {
        let (profile, op) = (self.case.profile, self.op.name.clone());
        let Some(form) = form(profile, &op, name)
            .filter(|form| matches!(form, PropertyForm::Array | PropertyForm::DenseArray))
        else {
            return;
        };
        if is(found, &form, "same") != Is::No {
            return;
        }
        let (reader, kind) =
            (self.case.reader(), if form == PropertyForm::Array { "an array" } else { "a dense array" });
        let sentence = format!("{reader} demands that `{name}` of `{op}` is {kind}; the file's is not");
        self.refuses(
            codes::STRUCTURE,
            "a reader that takes it in this form",
            "demands another form",
            sentence,
        );
    }

    /// Numbers that the reader takes for others than the release that gave them.
    pub(super) fn numbers(&mut self, name: &str, found: Option<&AttrFacts>) {
        let Some(numbers) = self.attribute(name).numbers else { return };
        let (reader, op) = (self.case.reader(), &self.op.name);
        let needs = format!("a reader for which the numbers of `{name}` stand for the same");
        match found.and_then(|found| found.number) {
            Some(value) if numbers.number(value) == Some(value) => {}
            Some(value) => {
                let has = format!("takes {value} in `{name}` for another");
                let sentence = format!(
                    "{reader} numbers the cases of `{name}` of `{op}` in another way: {value} is another case"
                );
                self.misreads(codes::LOST, &needs, &has, sentence);
            }
            None if found.is_some_and(|found| found.zero) => {}
            None => {
                let why = format!("it numbers the cases of `{name}` in another way");
                let sentence = self.not_known(&why);
                self.unknown(&needs, "numbers them in another way", sentence);
            }
        }
    }

    /// What [`Operation::written`] gives.
    pub(super) fn fields_written(&self) -> Option<Vec<PropertyField>> {
        let release = self.case.written?;
        let names = [Some(self.op.name.as_str()), self.case.other_operation(&self.op.name)];
        names.into_iter().flatten().find_map(|name| match release.op(name) {
            Known::Properties(schema) => Some(schema.fields),
            // Where a release encodes no properties of an operation, its attributes are in the dictionary.
            Known::Plain => {
                let attrs = self
                    .case
                    .producer
                    .and_then(|producer| Demands::of(producer, name))
                    .map_or(Vec::new(), |row| row.attrs);
                Some(attrs.into_iter().map(|attr| PropertyField::new(attr, PropertyKind::OptAttr)).collect())
            }
            Known::Absent => None,
        })
    }

    /// Whether the reader takes the name that sizes of segments had before LLVM 17: generated code that reads properties does.
    fn takes_former(&self, known: &Reader<'_>) -> bool {
        self.case.schemas.is_none() || matches!(known.schema, Known::Properties(_))
    }

    /// Whether a conversion puts the attribute in: what the operation says otherwise in the producer's release.
    fn is_made_anew(&self, name: &str) -> bool {
        let from = self.case.producer.map(major);
        let mut all = changes::between(from, major(self.case.profile)).map(|(change, _)| change);
        // Promises are left out, and never put in; what else only older releases do without is no other's doing.
        all.any(|change| match change {
            Change::Promise { .. }
            | Change::Bundles { .. }
            | Change::Passthrough { .. }
            | Change::OfCallee { .. }
            | Change::Forgotten { .. } => false,
            change => change.makes_anew(&self.op.name, name),
        })
    }

    /// Whether it is the range of a register's values, which older releases take from a discardable attribute.
    fn is_range(&self, name: &str) -> bool {
        let from = self.case.producer.map(major);
        changes::between(from, major(self.case.profile)).any(|(change, _)| match change {
            Change::Range { op, attribute, kept } => {
                *kept && *attribute == name && changes::covers(op, &self.op.name)
            }
            _ => false,
        })
    }

    /// Whether the producer's code took an attribute for the operation's own though no definition lists it.
    fn was_unlisted(&self, name: &str) -> bool {
        let row = |producer: &Profile| producer.has("unlisted", &format!("{}.{name}", self.op.name));
        SYMBOLS.contains(&name) || SEGMENTS.contains(&name) || self.case.producer.is_some_and(row)
    }

    /// Whether the reader's code takes an attribute for the operation's own though no definition lists it.
    fn unlisted(&self, name: &str) -> bool {
        let row = || self.case.profile.has("unlisted", &format!("{}.{name}", self.op.name));
        SYMBOLS.contains(&name) || SEGMENTS.contains(&name) || row()
    }
}
