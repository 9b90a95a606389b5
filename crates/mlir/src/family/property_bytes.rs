//! The encoded properties of an operation: read as the reader's release reads them, and held against what the producer wrote.

use std::collections::BTreeMap;

use crate::facts::{AttrClass, OpShape, OpUse};
use crate::schema::{Known, OpSchema};

use super::codes;
use super::dictionary::{SYMBOL_NAME, SYMBOL_VISIBILITY};
use super::operation::{Operation, Own, Reader, class};
use super::producer_properties::{difference, producer_values};
use super::properties::{Read, Value, read};

/// A string without a type.
const STRING: AttrClass = AttrClass::Builtin(2);

impl Operation<'_, '_> {
    /// Reads the blob; none if that is refused.
    pub(super) fn encoded(&mut self, shape: &OpShape, known: &Reader<'_>, schema: &OpSchema) -> Option<Own> {
        let facts = self.case.facts;
        let mut own = Own::default();
        let Some(blob) = shape.properties.and_then(|at| facts.blobs.get(at)) else { return Some(own) };
        let (name, reader) = (&self.op.name, self.case.reader());
        let needs = "a reader with the same layout of its properties";
        if !matches!(known.schema, Known::Properties(_)) {
            let says = format!("has properties but missing BytecodeOpInterface for {name}");
            let sentence = format!("`{name}` has no properties in {reader}, and the file has them encoded");
            self.fails(codes::PROPERTIES, needs, "the operation has no properties there", sentence, says);
            return None;
        }
        let class_of = |attribute: &str| self.attribute(attribute).class;
        let values = match read(&class_of, schema, facts.version, blob, &facts.attrs) {
            Read::Values(values) => values,
            // A dialect may read properties of its older versions as they were then.
            Read::Refused(_) if self.states_version() => {
                let has = "how they are encoded depends on the version that the file states of the dialect";
                let why = format!(
                    "the encoding of its properties depends on the stated version of dialect `{}`",
                    self.op.dialect
                );
                let sentence = self.not_known(&why);
                self.unknown(needs, has, sentence);
                return None;
            }
            Read::Refused(says) => {
                let sentence = format!(
                    "{reader} encodes the properties of `{name}` in another way, and cannot read the file's"
                );
                self.fails(codes::PROPERTIES, needs, "other fields at the same places", sentence, says);
                return None;
            }
        };
        match self.op.schema.as_ref().and_then(|schema| producer_values(facts, schema, blob)) {
            None => {
                let sentence = self.not_known("how the producer encodes its properties was not read");
                self.unknown(needs, "how the producer encodes them is not known", sentence);
            }
            Some(meant) => {
                if let Some(what) = difference(&meant, &values) {
                    self.renamed.extend(values.iter().find_map(|(name, value)| match value {
                        Value::Attr(attr) if name == SYMBOL_NAME => Some(*attr),
                        _ => None,
                    }));
                    let has = format!("reads its bytes as other values: `{what}` is another");
                    let sentence = format!(
                        "{reader} reads the properties of `{name}` as other values: `{what}` differs"
                    );
                    self.misreads(codes::PROPERTIES, needs, &has, sentence);
                    self.visibility(&values);
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

    /// Refuses what the reader takes for the visibility of a symbol and is none: its verifier does.
    fn visibility(&mut self, values: &[(String, Value)]) {
        let found = values.iter().find_map(|(name, value)| match value {
            Value::Attr(attr) if name == SYMBOL_VISIBILITY => Some(*attr),
            _ => None,
        });
        let attrs = &self.case.facts.attrs;
        let class = |attr| Some(&attrs.get(usize::try_from(attr).ok()?)?.class);
        let is_other = |attr: &u32| class(*attr) == Some(&STRING) && !attrs.is_visibility(*attr);
        if !found.as_ref().is_some_and(is_other) {
            return;
        }
        let (name, reader) = (&self.op.name, self.case.reader());
        let sentence = format!(
            "{reader} reads the properties of `{name}` as other values, and another string as `{SYMBOL_VISIBILITY}`"
        );
        let says = format!(
            "'{name}' op visibility expected to be one of [\"public\", \"private\", \"nested\"], but got"
        );
        let needs = "a reader with the same layout of its properties";
        self.fails(
            codes::PROPERTIES,
            needs,
            "reads another string as the visibility of a symbol",
            sentence,
            says,
        );
    }

    /// Refuses symbols that the producer kept apart and that have one name as the reader reads them: its verifier refuses the second. In each module,
    /// whatever its dialect, a name may be used once.
    pub(super) fn symbols(&mut self) {
        let module = |op: &&OpUse| op.name.rsplit('.').next() == Some("module");
        let modules: u64 = self.case.facts.ops.iter().filter(module).map(|op| op.count).sum();
        let mut names: BTreeMap<u32, u64> = BTreeMap::new();
        for name in &self.renamed {
            *names.entry(*name).or_default() += 1;
        }
        // More symbols of one name than there are modules: two of them are in one.
        if modules > 0 && names.values().any(|count| *count > modules) {
            let reader = self.case.reader();
            let sentence = format!(
                "{reader} reads the properties of `{}` as other values, and one name for several symbols",
                self.op.name
            );
            let needs = "a reader with the same layout of its properties";
            let says = "redefinition of symbol named".to_owned();
            self.fails(codes::PROPERTIES, needs, "reads one name for several symbols", sentence, says);
        }
    }

    /// Whether the file states a version of the operation's dialect, and the reader looks at it.
    fn states_version(&self) -> bool {
        let dialects = &self.case.facts.dialects;
        dialects.iter().any(|dialect| dialect.versioned && dialect.name == self.op.dialect)
            && self.case.profile.has("versioned", &self.op.dialect)
    }
}
