//! Which types of the two schemas are one type: followed from the roots by structure, then by name, then by shape.

use outlast_core::SortShort;
use std::collections::{HashMap, HashSet, VecDeque};

use outlast_flatbuffers::schema::{Element, Enum, EnumId, EnumValue, Field, Object, ObjectId, Schema};

use super::relation::{Relation, relate};
use super::root_paths::Ways;
use super::shape::{Named, outline, retargeted};

/// A table or struct in both versions.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    pub(crate) old: ObjectId,
    pub(crate) new: ObjectId,
    /// How to come there: `Program.execution_plan`.
    pub(crate) path: String,
    /// Some file of either version may hold it.
    pub(crate) live: bool,
}

/// An enum or union in both versions.
#[derive(Clone, Debug)]
pub(crate) struct EnumPair {
    pub(crate) old: EnumId,
    pub(crate) new: EnumId,
    pub(crate) path: String,
    pub(crate) live: bool,
}

/// The roots of the two versions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Roots {
    /// One type, perhaps renamed.
    Same(ObjectId, ObjectId),
    /// Two types.
    Other(ObjectId, ObjectId),
    /// Only the old version says.
    Old(ObjectId),
    /// Only the new version says.
    New(ObjectId),
    /// Neither says.
    None,
}

/// All that belongs together.
#[derive(Debug)]
pub(crate) struct Matching {
    pub(crate) roots: Roots,
    pub(crate) objects: Vec<Pair>,
    pub(crate) enums: Vec<EnumPair>,
}

/// What became of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fate {
    /// It stands in its slot under its name.
    Kept,
    /// Its slot has another name, which is new, and its own name is gone.
    Renamed,
    /// Renamed, after it was deprecated; the new one is not.
    Reused,
    /// It stands in another slot.
    Moved,
    /// Its name is gone, and so is its slot, or another field has come there.
    Removed,
    /// It is new.
    Added,
}

/// A field in both versions, or in one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<'s> {
    pub(crate) fate: Fate,
    pub(crate) old: Option<&'s Field>,
    pub(crate) new: Option<&'s Field>,
}

/// The fields of two tables, by what became of them. Hidden fields of unions go with their unions.
pub(crate) fn rows<'s>(x: &'s Object, y: &'s Object) -> Vec<Row<'s>> {
    let mut rows = Vec::new();
    let mut taken: HashSet<u16> = HashSet::new();
    let visible = |object: &'s Object| object.fields.iter().filter(|field| field.union_tag_of.is_none());
    let names = |object: &'s Object| -> HashMap<&'s str, &'s Field> {
        visible(object).map(|field| (field.name.as_str(), field)).collect()
    };
    let (old, new) = (names(x), names(y));
    for f in visible(x) {
        let (fate, new) = match (new.get(f.name.as_str()).copied(), y.field_by_id(f.id)) {
            (Some(g), _) if g.id == f.id => (Fate::Kept, Some(g)),
            (Some(g), _) => (Fate::Moved, Some(g)),
            (None, Some(g)) if g.union_tag_of.is_none() && !old.contains_key(g.name.as_str()) => {
                let fate = if f.deprecated && !g.deprecated { Fate::Reused } else { Fate::Renamed };
                (fate, Some(g))
            }
            (None, _) => (Fate::Removed, None),
        };
        taken.extend(new.map(|g| g.id));
        rows.push(Row { fate, old: Some(f), new });
    }
    let added = visible(y).filter(|g| !taken.contains(&g.id));
    rows.extend(added.map(|g| Row { fate: Fate::Added, old: None, new: Some(g) }));
    rows
}

/// The same of values of an enum, or members of a union.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ValueRow<'s> {
    pub(crate) fate: Fate,
    pub(crate) old: Option<&'s EnumValue>,
    pub(crate) new: Option<&'s EnumValue>,
}

/// The values of two enums, by what became of them.
pub(crate) fn values<'s>(x: &'s Enum, y: &'s Enum) -> Vec<ValueRow<'s>> {
    let mut rows = Vec::new();
    let mut taken: HashSet<i128> = HashSet::new();
    let counts = |names: &'s Enum| names.values.iter().filter(|v| !names.is_union || v.member.is_some());
    let named = |names: &'s Enum| -> HashMap<&'s str, &'s EnumValue> {
        // Of two with one name, the first.
        names.values.iter().rev().map(|value| (value.name.as_str(), value)).collect()
    };
    let (old, new_names) = (named(x), named(y));
    for a in counts(x) {
        let (fate, new) = match (new_names.get(a.name.as_str()).copied(), y.value(a.number)) {
            (Some(b), _) if b.number == a.number => (Fate::Kept, Some(b)),
            (Some(b), _) => (Fate::Moved, Some(b)),
            (None, Some(b)) if !old.contains_key(b.name.as_str()) => (Fate::Renamed, Some(b)),
            (None, _) => (Fate::Removed, None),
        };
        taken.extend(new.map(|b| b.number));
        rows.push(ValueRow { fate, old: Some(a), new });
    }
    let added = counts(y).filter(|b| !taken.contains(&b.number));
    rows.extend(added.map(|b| ValueRow { fate: Fate::Added, old: None, new: Some(b) }));
    rows
}

/// Work that is still to do.
enum Item {
    Objects(ObjectId, ObjectId, String),
    Enums(EnumId, EnumId, String),
}

struct Matcher<'s> {
    old: &'s Named<'s>,
    new: &'s Named<'s>,
    objects: Vec<Pair>,
    enums: Vec<EnumPair>,
    seen_objects: HashSet<(ObjectId, ObjectId)>,
    seen_enums: HashSet<(EnumId, EnumId)>,
    queue: VecDeque<Item>,
}

/// Matches two schemas.
pub(crate) fn matching(old: &Named<'_>, new: &Named<'_>) -> Matching {
    let roots = match (old.root, new.root) {
        (Some(x), Some(y)) if retargeted(old, Element::Table(x), new, Element::Table(y)) => {
            Roots::Other(x, y)
        }
        (Some(x), Some(y)) => Roots::Same(x, y),
        (Some(x), None) => Roots::Old(x),
        (None, Some(y)) => Roots::New(y),
        (None, None) => Roots::None,
    };
    let mut matcher = Matcher {
        old,
        new,
        objects: Vec::new(),
        enums: Vec::new(),
        seen_objects: HashSet::new(),
        seen_enums: HashSet::new(),
        queue: VecDeque::new(),
    };
    if let Roots::Same(x, y) = roots {
        matcher.queue.push_back(Item::Objects(x, y, new.object(y).short_name().to_string()));
        matcher.run();
    }
    matcher.by_name();
    matcher.by_shape();
    let Matcher { mut objects, mut enums, .. } = matcher;
    let ways = |schema: &'_ Schema, id: Option<ObjectId>| id.map(|id| ReachedBy::new(schema, id));
    // Where a root is missing or another one, every type may stand in a file.
    if let Roots::Same(..) = roots {
        let (before, after) = (ways(old, old.root), ways(new, new.root));
        for pair in &mut objects {
            pair.live = before.as_ref().is_none_or(|w| w.objects.contains(&pair.old))
                || after.as_ref().is_none_or(|w| w.objects.contains(&pair.new));
        }
        for pair in &mut enums {
            pair.live = before.as_ref().is_none_or(|w| w.enums.contains(&pair.old))
                || after.as_ref().is_none_or(|w| w.enums.contains(&pair.new));
        }
    }
    Matching { roots, objects, enums }
}

/// What a root reaches.
struct ReachedBy {
    objects: HashSet<ObjectId>,
    enums: HashSet<EnumId>,
}

impl ReachedBy {
    fn new(schema: &Schema, root: ObjectId) -> ReachedBy {
        let ways = Ways::new(schema, root);
        let objects = (0..).zip(&schema.objects).map(|(n, _)| ObjectId(n)).filter(|id| ways.reaches(*id));
        let enums = (0..).zip(&schema.enums).map(|(n, _)| EnumId(n)).filter(|id| ways.reaches_enum(*id));
        ReachedBy { objects: objects.collect(), enums: enums.collect() }
    }
}

impl Matcher<'_> {
    fn run(&mut self) {
        while let Some(item) = self.queue.pop_front() {
            match item {
                Item::Objects(old, new, path) => {
                    if self.seen_objects.insert((old, new)) {
                        self.objects.push(Pair { old, new, path: path.clone(), live: true });
                        self.fields(old, new, &path);
                    }
                }
                Item::Enums(old, new, path) => {
                    if self.seen_enums.insert((old, new)) {
                        self.enums.push(EnumPair { old, new, path: path.clone(), live: true });
                        self.members(old, new, &path);
                    }
                }
            }
        }
    }

    fn fields(&mut self, old: ObjectId, new: ObjectId, path: &str) {
        let (x, y) = (self.old.object(old), self.new.object(new));
        let pairs: Vec<(&Field, &Field)> = match x.is_struct && y.is_struct {
            true => x.fields.iter().filter_map(|f| Some((f, y.field(&f.name)?))).collect(),
            false => rows(x, y).into_iter().filter_map(|row| row.old.zip(row.new)).collect(),
        };
        for (f, g) in pairs {
            let path = format!("{path}.{}", g.name);
            if let (Some(i), Some(j)) = (f.nested, g.nested)
                && !retargeted(self.old, Element::Table(i), self.new, Element::Table(j))
            {
                self.queue.push_back(Item::Objects(i, j, path.clone()));
            }
            let relation = relate(self.old, f.ty, self.new, g.ty);
            if matches!(relation, Relation::Same | Relation::Form | Relation::Length | Relation::Wide) {
                self.want(f.ty.element(), g.ty.element(), path);
            }
        }
    }

    fn members(&mut self, old: EnumId, new: EnumId, path: &str) {
        let (x, y) = (self.old.enumeration(old), self.new.enumeration(new));
        for row in values(x, y) {
            let (Some(a), Some(b)) = (row.old, row.new) else { continue };
            if let (Some(e), Some(d)) = (a.member, b.member)
                && !retargeted(self.old, e, self.new, d)
            {
                self.want(e, d, format!("{path}.{}", b.name));
            }
        }
    }

    fn want(&mut self, e: Element, d: Element, path: String) {
        match (e, d) {
            (Element::Table(i) | Element::Struct(i), Element::Table(j) | Element::Struct(j)) => {
                self.queue.push_back(Item::Objects(i, j, path));
            }
            (Element::Enum(_, i), Element::Enum(_, j)) | (Element::Union(i), Element::Union(j)) => {
                self.queue.push_back(Item::Enums(i, j, path));
            }
            _ => {}
        }
    }

    fn objects_left(&self) -> (Vec<ObjectId>, Vec<ObjectId>) {
        let old: HashSet<ObjectId> = self.objects.iter().map(|pair| pair.old).collect();
        let new: HashSet<ObjectId> = self.objects.iter().map(|pair| pair.new).collect();
        let left = |schema: &Schema, taken: &HashSet<ObjectId>| -> Vec<ObjectId> {
            let all = (0..).zip(&schema.objects).map(|(n, _)| ObjectId(n));
            all.filter(|id| !taken.contains(id)).collect()
        };
        (left(self.old, &old), left(self.new, &new))
    }

    /// What the roots did not lead to, by full name, else by a last part that is the only one.
    fn by_name(&mut self) {
        for whole in [true, false] {
            let (old, new) = self.objects_left();
            for i in old {
                let name = &self.old.object(i).name;
                let short = self.old.object(i).short_name();
                let mut found = new.iter().filter(|j| match whole {
                    true => self.new.object(**j).name == *name,
                    false => self.new.object(**j).short_name() == short,
                });
                if let (Some(j), None) = (found.next(), found.next()) {
                    let j = *j;
                    self.queue.push_back(Item::Objects(i, j, short.to_string()));
                    self.run();
                }
            }
        }
        let taken: (HashSet<EnumId>, HashSet<EnumId>) =
            self.enums.iter().map(|pair| (pair.old, pair.new)).unzip();
        for (n, x) in (0..).zip(&self.old.enums) {
            let at = self.new.enums.iter().position(|y| y.name == x.name);
            let at = at.or_else(|| self.new.enums.iter().position(|y| y.short_name() == x.short_name()));
            let j = at.and_then(|at| u32::try_from(at).ok()).map(EnumId);
            if let Some(j) = j.filter(|j| !taken.0.contains(&EnumId(n)) && !taken.1.contains(j)) {
                self.queue.push_back(Item::Enums(EnumId(n), j, x.short_name().to_string()));
            }
        }
        self.run();
    }

    /// What is left of both, where exactly one of each has a shape.
    fn by_shape(&mut self) {
        let (old, new) = self.objects_left();
        let mut shapes: HashMap<String, (Vec<ObjectId>, Vec<ObjectId>)> = HashMap::new();
        for i in old {
            shapes.entry(outline(self.old, self.old.object(i))).or_default().0.push(i);
        }
        for j in new {
            shapes.entry(outline(self.new, self.new.object(j))).or_default().1.push(j);
        }
        let mut found: Vec<(ObjectId, ObjectId)> = Vec::new();
        for (i, j) in shapes.into_values() {
            if let ([i], [j]) = (i.as_slice(), j.as_slice()) {
                found.push((*i, *j));
            }
        }
        found.sort_short();
        for (i, j) in found {
            self.queue.push_back(Item::Objects(i, j, self.new.object(j).short_name().to_string()));
        }
        self.run();
    }
}
