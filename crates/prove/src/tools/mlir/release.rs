//! What is known of the two releases that print texts which are compared.

use std::collections::BTreeSet;

use outlast::targets::Profile;
use outlast_mlir::changes::{self, Change, Form, Row, covers};
use outlast_mlir::schema::{self, Known, PropertyField, PropertyForm, PropertyKind};

/// The release that keeps flags as numbers, and prints them in words.
const WITH_WORDS: &str = "mlir-19";

/// A release of MLIR.
#[derive(Debug)]
pub(super) struct Release {
    /// Its major number.
    pub(super) major: u32,
    profile: Option<Profile>,
    schemas: Option<schema::ReleaseSchemas>,
}

impl Release {
    /// The release with this major number; nothing is known of one without a profile.
    pub(super) fn new(major: u32) -> Release {
        let profile =
            outlast::target(&format!("mlir-{major}")).ok().and_then(|target| target.profile().cloned());
        Release { major, profile, schemas: schema::release(&format!("mlir-{major}")) }
    }

    /// The attributes that the definition of an operation lists; none if the release does not have the operation, or nothing is known.
    pub(super) fn attributes(&self, op: &str) -> Option<BTreeSet<&str>> {
        let row = self.profile.as_ref()?.get("op", op)?;
        let listed = row.split(' ').find_map(|word| word.strip_prefix("attrs:"));
        Some(listed.unwrap_or_default().split(',').filter(|name| !name.is_empty()).collect())
    }

    /// The groups of operands that an operation has, as profiles list them.
    pub(super) fn groups(&self, op: &str) -> Option<&str> {
        let profile = self.profile.as_ref()?;
        names(op).find_map(|name| profile.get("groups", name))
    }

    /// Whether `mlir-opt` has the dialect of an operation; without it, all that an operation has are attributes.
    pub(super) fn has_dialect_of(&self, op: &str) -> bool {
        let dialect = op.split('.').next().unwrap_or_default();
        self.profile.as_ref().is_some_and(|profile| profile.has("linked", dialect))
    }

    /// Whether code takes an attribute for the operation's own though no definition lists it.
    pub(super) fn is_unlisted(&self, op: &str, name: &str) -> bool {
        self.profile.as_ref().is_some_and(|profile| profile.has("unlisted", &format!("{op}.{name}")))
    }

    /// The number that a property is which is no attribute, however the release prints it; none if it is an attribute.
    pub(super) fn number(&self, op: &str, name: &str, value: &str) -> Option<i64> {
        let known = names(op).map(|op| self.schemas.map(|release| release.op(op)));
        let fields = known.flatten().find_map(|known| match known {
            Known::Properties(schema) => Some(schema.fields),
            _ => None,
        });
        let field = fields?.into_iter().find(|field| field.name == name)?;
        if matches!(field.kind, PropertyKind::Attr | PropertyKind::OptAttr | PropertyKind::Segments(_)) {
            return None;
        }
        if matches!(field.form, PropertyForm::Flags(_)) {
            return bits(&field, value);
        }
        match value {
            "" | "true" => Some(1),
            "false" => Some(0),
            value => value.split(" : ").next().and_then(|number| number.parse().ok()),
        }
    }

    /// The number that flags in words are, as the release has them that prints numbers of flags in words.
    pub(super) fn number_of_words(op: &str, name: &str, value: &str) -> Option<i64> {
        let known = schema::release(WITH_WORDS).map(|release| release.op(op));
        let Some(Known::Properties(schema)) = known else { return None };
        let field = schema.fields.into_iter().find(|field| field.name == name)?;
        bits(&field, value)
    }

    /// As [`Release::attributes`], whatever the operation is called there.
    pub(super) fn attributes_of_any(&self, op: &str) -> Option<BTreeSet<&str>> {
        names(op).find_map(|name| self.attributes(name))
    }
}

/// The number that flags in words are; none of a property that is no flags.
fn bits(field: &PropertyField, value: &str) -> Option<i64> {
    match &field.form {
        PropertyForm::Flags(_) if value.ends_with("<none>") => Some(0),
        PropertyForm::Flags(flags) => flags.bits(value.as_bytes()).and_then(|bits| i64::try_from(bits).ok()),
        _ => None,
    }
}

/// The names of an operation: its own, and older ones.
pub(super) fn names<'o>(op: &'o str) -> impl Iterator<Item = &'o str> {
    let former = changes::rows().iter().filter_map(move |row| match row.change {
        Change::Renamed { older, newer }
        | Change::Merged { older, newer }
        | Change::Element { older, newer, .. }
            if newer == op =>
        {
            let older: &'o str = older;
            Some(older)
        }
        _ => None,
    });
    std::iter::once(op).chain(former)
}

/// The names of an attribute of an operation: its own, and older ones.
pub(super) fn former_names<'o>(op: &'o str, attribute: &'o str) -> impl Iterator<Item = &'o str> {
    let former = changes::rows().iter().filter_map(move |row| match row.change {
        Change::Attribute { op: of, older, newer } if covers(of, op) && newer == attribute => {
            let older: &'o str = older;
            Some(older)
        }
        _ => None,
    });
    std::iter::once(attribute).chain(former)
}

/// The two releases: that of the original, and that of what was made of it.
#[derive(Debug)]
pub(super) struct Pair {
    pub(super) original: Release,
    pub(super) converted: Release,
}

impl Pair {
    pub(super) fn new(original: u32, converted: u32) -> Pair {
        Pair { original: Release::new(original), converted: Release::new(converted) }
    }

    /// The older of the two.
    pub(super) fn older(&self) -> u32 {
        self.original.major.min(self.converted.major)
    }

    /// Whether one of the two has the older form of a row, and the other the newer one.
    pub(super) fn concerns(&self, row: &Row) -> bool {
        let forms = [&self.original, &self.converted].map(|release| row.form(release.major));
        matches!(forms, [Some(Form::Older), Some(Form::Newer)] | [Some(Form::Newer), Some(Form::Older)])
    }

    /// The changes between the two.
    pub(super) fn changes(&self) -> impl Iterator<Item = &'static Change> {
        changes::rows().iter().filter(|row| self.concerns(row)).map(|row| &row.change)
    }
}
