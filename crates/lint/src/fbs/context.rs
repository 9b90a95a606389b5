//! [`Context`]: what rules look at.

use outlast_flatbuffers::schema::{Enum, Field, Object};

use crate::Site;

use super::decl_spans;
use super::engine::Options;
use super::matching::{EnumPair, Matching, Pair, Row, rows};
use super::shape::Named;

/// Two schemas, matched.
#[derive(Debug)]
pub(crate) struct Context<'s> {
    pub(crate) old: &'s Named<'s>,
    pub(crate) new: &'s Named<'s>,
    pub(crate) options: &'s Options,
    pub(crate) matching: Matching,
}

/// A pair of tables or structs with their declarations.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Objects<'s, 'c> {
    pub(crate) pair: &'c Pair,
    pub(crate) old: &'s Object,
    pub(crate) new: &'s Object,
}

/// A pair of enums or unions with their declarations.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Enums<'s, 'c> {
    pub(crate) pair: &'c EnumPair,
    pub(crate) old: &'s Enum,
    pub(crate) new: &'s Enum,
}

/// A field of a table in both versions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fields<'s, 'c> {
    pub(crate) objects: Objects<'s, 'c>,
    pub(crate) row: Row<'s>,
    pub(crate) old: &'s Field,
    pub(crate) new: &'s Field,
}

impl<'s> Context<'s> {
    /// All pairs of tables and structs that files may hold.
    pub(crate) fn objects<'c>(&'c self) -> impl Iterator<Item = Objects<'s, 'c>> {
        self.all_objects().filter(|objects| objects.pair.live)
    }

    /// All pairs of tables and structs.
    pub(crate) fn all_objects<'c>(&'c self) -> impl Iterator<Item = Objects<'s, 'c>> {
        let (old, new) = (self.old, self.new);
        let pairs = self.matching.objects.iter();
        pairs.map(move |pair| Objects { pair, old: old.object(pair.old), new: new.object(pair.new) })
    }

    /// Pairs of tables that files may hold.
    pub(crate) fn tables<'c>(&'c self) -> impl Iterator<Item = Objects<'s, 'c>> {
        self.objects().filter(|objects| !objects.old.is_struct && !objects.new.is_struct)
    }

    /// Pairs of structs that files may hold.
    pub(crate) fn structs<'c>(&'c self) -> impl Iterator<Item = Objects<'s, 'c>> {
        self.objects().filter(|objects| objects.old.is_struct && objects.new.is_struct)
    }

    /// Fields of tables that are in both versions, in the same slot or in another one.
    pub(crate) fn fields<'c>(&'c self) -> impl Iterator<Item = Fields<'s, 'c>> {
        self.tables().flat_map(|objects| {
            let both = rows(objects.old, objects.new).into_iter();
            both.filter_map(move |row| {
                let (old, new) = row.old.zip(row.new)?;
                Some(Fields { objects, row, old, new })
            })
        })
    }

    /// Fields of tables that are the same thing in both versions. Those in another slot, too: what else changed in them is to be known when the
    /// slot is restored.
    pub(crate) fn kept<'c>(&'c self) -> impl Iterator<Item = Fields<'s, 'c>> {
        use super::matching::Fate;
        self.fields().filter(|fields| {
            matches!(fields.row.fate, Fate::Kept | Fate::Renamed | Fate::Moved)
                && !fields.old.deprecated
                && !fields.new.deprecated
        })
    }

    /// Pairs of enums that files may hold.
    pub(crate) fn enums<'c>(&'c self) -> impl Iterator<Item = Enums<'s, 'c>> {
        self.all_enums().filter(|enums| enums.pair.live && !enums.old.is_union && !enums.new.is_union)
    }

    /// Pairs of unions that files may hold.
    pub(crate) fn unions<'c>(&'c self) -> impl Iterator<Item = Enums<'s, 'c>> {
        self.all_enums().filter(|enums| enums.pair.live && enums.old.is_union && enums.new.is_union)
    }

    /// Pairs of enums and unions.
    pub(crate) fn all_enums<'c>(&'c self) -> impl Iterator<Item = Enums<'s, 'c>> {
        let (old, new) = (self.old, self.new);
        let pairs = self.matching.enums.iter();
        pairs.map(move |pair| Enums { pair, old: old.enumeration(pair.old), new: new.enumeration(pair.new) })
    }

    /// The places of a pair of tables or structs.
    pub(crate) fn object_sites(&self, objects: Objects<'_, '_>) -> (Site, Site) {
        (decl_spans::of_object(self.old, objects.old), decl_spans::of_object(self.new, objects.new))
    }

    /// The places of a pair of enums or unions.
    pub(crate) fn enum_sites(&self, enums: Enums<'_, '_>) -> (Site, Site) {
        (decl_spans::of_enum(self.old, enums.old), decl_spans::of_enum(self.new, enums.new))
    }

    /// The place of a field of the old version.
    pub(crate) fn old_site(&self, object: &Object, field: &Field) -> Site {
        decl_spans::of_field(self.old, object, field)
    }

    /// The place of a field of the new version.
    pub(crate) fn new_site(&self, object: &Object, field: &Field) -> Site {
        decl_spans::of_field(self.new, object, field)
    }
}

impl<'s> Fields<'s, '_> {
    /// The path of the field.
    pub(crate) fn subject(&self) -> String {
        format!("{}.{}", self.objects.pair.path, self.new.name)
    }

    /// Both places.
    pub(crate) fn sites(&self, context: &Context<'s>) -> (Site, Site) {
        (context.old_site(self.objects.old, self.old), context.new_site(self.objects.new, self.new))
    }

    /// The field as what a witness must show.
    pub(crate) fn aim(&self) -> super::witness_goal::Aim {
        super::witness_goal::Aim::Field {
            old: self.objects.pair.old,
            new: self.objects.pair.new,
            was: Some(self.old.id),
            is: Some(self.new.id),
        }
    }
}
