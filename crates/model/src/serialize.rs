//! `serde::Serialize` for answers, with the names and values of the CLI's JSON.
//!
//! A [`Verdict`] has the fields of a result of `outlast check --format json` that are not about the file: its name, its
//! kind and the data files belong to who asked. A [`Summary`] has those of `outlast inspect`, a [`Difference`] is one of
//! `outlast diff`. Findings are of a crate without `serde`: [`Finding`] serialises one, as `outlast verify` prints it.
//!
//! Offsets are bytes, ends one past the last. `source` is there where a place is in a nested file.

use std::collections::BTreeSet;

use outlast_core::{Code, Diagnostic, Place};
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

use crate::difference::{Change, Difference};
use crate::kind::FileKind;
use crate::risk::{RUNS_CODE, Risk};
use crate::summary::{Listing, Said, Summary, said};
use crate::verdict::{Basis, EntryVerdict, Outcome, Reason, Remedy, Stage, Verdict};

/// A finding of a verification, to be serialised.
///
/// ```
/// # let findings: Vec<outlast_core::Diagnostic> = Vec::new();
/// let findings: Vec<_> = findings.iter().map(outlast_model::serialize::Finding).collect();
/// # fn serialises<T: serde::Serialize>(_: &T) {}
/// # serialises(&findings);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Finding<'a>(pub &'a Diagnostic);

/// Serialises what has a name as its name.
macro_rules! by_name {
    ($($type:ty),*) => {
        $(impl Serialize for $type {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str((*self).name())
            }
        })*
    };
}

by_name!(FileKind, Outcome, Stage, Change);

/// The name of a basis.
fn basis<S: Serializer>(basis: &Option<Basis>, to: S) -> Result<S::Ok, S::Error> {
    basis.map(Basis::name).serialize(to)
}

/// A code as text: `OL2014`.
fn code<S: Serializer>(code: &Code, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(code)
}

/// A place: its fields stand among those of what is there.
#[derive(serde::Serialize)]
struct PlaceFields {
    offset: u64,
    end: u64,
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
}

impl PlaceFields {
    fn of(place: &Place) -> PlaceFields {
        let span = &place.span;
        PlaceFields {
            offset: span.start_byte(),
            end: span.end_byte(),
            path: place.path.to_string(),
            source: (!span.source.is_file()).then(|| span.source.to_string()),
        }
    }
}

#[derive(serde::Serialize)]
struct VerdictFields<'a> {
    #[serde(skip_serializing_if = "<[Risk]>::is_empty")]
    risk: &'a [Risk],
    target: &'a str,
    verdict: &'static str,
    outcome: Outcome,
    stage: Option<Stage>,
    #[serde(serialize_with = "basis")]
    basis: Option<Basis>,
    remedy: &'a Remedy,
    notes: &'a [String],
    entry_points: &'a [EntryVerdict],
}

impl Serialize for Verdict {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let fields = VerdictFields {
            risk: &self.risks,
            target: &self.target,
            verdict: self.summary(),
            outcome: self.outcome,
            stage: self.stage,
            basis: self.basis,
            remedy: &self.remedy,
            notes: &self.notes,
            entry_points: &self.entry_points,
        };
        fields.serialize(to)
    }
}

#[derive(serde::Serialize)]
struct RiskFields<'a> {
    class: &'static str,
    #[serde(serialize_with = "code")]
    code: Code,
    how: &'static str,
    callable: &'a str,
    message: String,
    readers: &'static str,
    #[serde(flatten)]
    place: PlaceFields,
    help: &'static str,
    allowed: Option<&'a str>,
}

impl Serialize for Risk {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let fields = RiskFields {
            class: RUNS_CODE,
            code: self.code,
            how: self.how.name(),
            callable: &self.callable,
            message: self.sentence(),
            readers: self.readers,
            place: PlaceFields::of(&self.place),
            help: self.help,
            allowed: self.allowed.as_deref(),
        };
        fields.serialize(to)
    }
}

#[derive(serde::Serialize)]
struct RemedyFields<'a> {
    kind: &'static str,
    steps: &'a [&'static str],
    #[serde(skip_serializing_if = "Option::is_none")]
    reasons: Option<&'a [String]>,
}

impl Serialize for Remedy {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let (steps, reasons): (&[_], _) = match self {
            Remedy::Convertible(steps) => (steps, None),
            Remedy::NoneKnown(reasons) => (&[], Some(reasons.as_slice())),
            Remedy::NotNeeded | Remedy::NotTried => (&[], None),
        };
        RemedyFields { kind: self.name(), steps, reasons }.serialize(to)
    }
}

#[derive(serde::Serialize)]
struct EntryFields<'a> {
    name: &'a str,
    outcome: Outcome,
    stage: Option<Stage>,
    #[serde(serialize_with = "basis")]
    basis: Option<Basis>,
    reasons: &'a [Reason],
}

impl Serialize for EntryVerdict {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let (outcome, stage, basis) = (self.outcome, self.stage, self.basis);
        EntryFields { name: &self.name, outcome, stage, basis, reasons: &self.reasons }.serialize(to)
    }
}

#[derive(serde::Serialize)]
struct ReasonFields<'a> {
    #[serde(serialize_with = "code")]
    code: Code,
    outcome: Outcome,
    stage: Option<Stage>,
    #[serde(serialize_with = "basis")]
    basis: Option<Basis>,
    message: String,
    subject: &'a str,
    needs: &'a str,
    has: &'a str,
    says: Option<&'a str>,
    #[serde(flatten)]
    place: PlaceFields,
    help: Option<&'a str>,
}

impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let fields = ReasonFields {
            code: self.code,
            outcome: self.outcome,
            stage: self.stage,
            // What is unknown rests on nothing.
            basis: (self.outcome != Outcome::Unknown).then_some(self.basis),
            message: self.sentence(),
            subject: &self.subject,
            needs: &self.needs,
            has: &self.has,
            says: self.says.as_deref(),
            place: PlaceFields::of(&self.place),
            help: self.help.as_deref(),
        };
        fields.serialize(to)
    }
}

#[derive(serde::Serialize)]
struct FindingFields<'a> {
    #[serde(serialize_with = "code")]
    code: Code,
    severity: &'static str,
    title: &'a str,
    #[serde(flatten)]
    place: PlaceFields,
    notes: &'a [String],
    help: Option<&'a str>,
    related: Vec<RelatedFields<'a>>,
}

#[derive(serde::Serialize)]
struct RelatedFields<'a> {
    label: &'a str,
    #[serde(flatten)]
    place: PlaceFields,
}

impl Serialize for Finding<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Finding(found) = self;
        let related = found.related.iter();
        let fields = FindingFields {
            code: found.code,
            severity: found.severity.name(),
            title: &found.title,
            place: PlaceFields::of(&found.place),
            notes: &found.notes,
            help: found.help.as_deref(),
            related: related
                .map(|other| RelatedFields { label: &other.label, place: PlaceFields::of(&other.place) })
                .collect(),
        };
        fields.serialize(to)
    }
}

#[derive(serde::Serialize)]
struct DifferenceFields<'a> {
    part: &'static str,
    path: &'a str,
    change: Change,
    before: Option<&'a str>,
    after: Option<&'a str>,
}

impl Serialize for Difference {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let fields = DifferenceFields {
            part: self.part,
            path: &self.path,
            change: self.change,
            before: self.before.as_deref(),
            after: self.after.as_deref(),
        };
        fields.serialize(to)
    }
}

#[derive(serde::Serialize)]
struct SummaryFields<'a> {
    kind: FileKind,
    #[serde(skip_serializing_if = "<[Risk]>::is_empty")]
    risk: &'a [Risk],
    #[serde(serialize_with = "facts")]
    facts: &'a Summary,
    listings: &'a [Listing],
}

impl Serialize for Summary {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        SummaryFields { kind: self.kind, risk: &self.risks, facts: self, listings: &self.listings }
            .serialize(to)
    }
}

fn facts<S: Serializer>(summary: &&Summary, to: S) -> Result<S::Ok, S::Error> {
    object(summary.facts.iter().map(|(label, value)| (*label, value.as_str())), to)
}

#[derive(serde::Serialize)]
struct ListingFields<'a> {
    title: &'static str,
    #[serde(serialize_with = "rows")]
    rows: &'a Listing,
}

impl Serialize for Listing {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        ListingFields { title: self.title, rows: self }.serialize(to)
    }
}

/// The rows of a listing, each an object by column.
fn rows<S: Serializer>(listing: &&Listing, to: S) -> Result<S::Ok, S::Error> {
    struct Row<'a>(&'static [&'static str], &'a [String]);
    impl Serialize for Row<'_> {
        fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
            object(self.0.iter().copied().zip(self.1.iter().map(String::as_str)), to)
        }
    }
    let mut rows = to.serialize_seq(Some(listing.rows.len()))?;
    for row in &listing.rows {
        rows.serialize_element(&Row(listing.columns, row))?;
    }
    rows.end()
}

/// An object of facts. A label that comes again gets a number, so that nothing is lost.
fn object<'a, S: Serializer>(
    pairs: impl Iterator<Item = (&'a str, &'a str)>,
    to: S,
) -> Result<S::Ok, S::Error> {
    let mut object = to.serialize_map(None)?;
    let mut taken = BTreeSet::new();
    for (label, value) in pairs {
        let mut key = label.to_string();
        let mut number = 2;
        while taken.contains(&key) {
            key = format!("{label} {number}");
            number += 1;
        }
        match said(label, value) {
            Said::Number(number) => object.serialize_entry(&key, &number)?,
            Said::Text(text) => object.serialize_entry(&key, text)?,
            Said::Nothing => object.serialize_entry(&key, &())?,
        }
        taken.insert(key);
    }
    object.end()
}
