//! Whether a text has the form of a release's definitions: what its reader does not know, and what it needs and is not there.
//!
//! Values of numbers, strings and lists are not compared with their types, which Python does not do either, except that the place where a list or an object is
//! expected has one.

use std::fmt;

use outlast_core::{Path, Place, SortShort};
use outlast_opset::history::Release;

use super::defs::{ClassKind, Definitions, Type};
use crate::json::{Kind, Value};

/// Since this release, a union is written with the one member that it has.
const ONE_MEMBER: Release = Release { major: 2, minor: 3, patch: 0 };

/// The class of a program.
pub const PROGRAM: &str = "ExportedProgram";
/// The class of a record that says which tensors are where.
pub const PAYLOADS: &str = "PayloadConfig";

/// Something that a release's definitions do not have, or have and the text does not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What it is.
    pub kind: FindingKind,
    /// Where it is.
    pub place: Place,
}

/// What differs.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FindingKind {
    /// A field that the class does not have.
    UnknownField {
        /// The class.
        class: &'static str,
        /// The field.
        field: String,
    },
    /// A member that the union does not have.
    UnknownTag {
        /// The union.
        class: &'static str,
        /// The member.
        tag: String,
    },
    /// A union with no member, or with more than one.
    Tags {
        /// The union.
        class: &'static str,
        /// How many there are.
        count: usize,
    },
    /// A field that is not there and has no default.
    MissingField {
        /// The class.
        class: &'static str,
        /// The field.
        field: &'static str,
    },
    /// A member of an object that is there more than once: Python takes the last.
    Twice {
        /// The class; empty for an object by name.
        class: &'static str,
        /// The member.
        field: String,
    },
    /// A number that is no value of the enumeration.
    UnknownValue {
        /// The enumeration.
        class: &'static str,
        /// The number, as it is written.
        value: String,
    },
    /// Another kind of value than the type asks for.
    WrongKind {
        /// The type.
        expected: String,
        /// What is there.
        found: Kind,
    },
    /// A class that the release does not have.
    UnknownClass(&'static str),
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FindingKind::UnknownField { class, field } => write!(f, "`{class}` has no field `{field}`"),
            FindingKind::UnknownTag { class, tag } => write!(f, "`{class}` has no `{tag}`"),
            FindingKind::Tags { class, count } => write!(f, "`{class}` has one member, {count} found"),
            FindingKind::MissingField { class, field } => write!(f, "`{class}` needs `{field}`"),
            FindingKind::Twice { field, .. } => write!(f, "`{field}` occurs more than once"),
            FindingKind::UnknownValue { class, value } => write!(f, "`{class}` has no value {value}"),
            FindingKind::WrongKind { expected, found } => {
                write!(f, "`{expected}` expected, {} found", found.name())
            }
            FindingKind::UnknownClass(class) => write!(f, "there is no class `{class}`"),
        }
    }
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// The first ones.
    pub list: Vec<Finding>,
    /// How many there are, those in the list included.
    pub count: u64,
}

/// Compares a value with a class of a release; with what any release has, without one. At most `most` findings are listed.
pub fn check(
    definitions: &Definitions,
    class: &'static str,
    release: Option<Release>,
    root: Value<'_>,
    most: usize,
) -> Findings {
    let mut checker =
        Checker { definitions, release, root, most, found: Findings::default(), open: Vec::new() };
    let start = Type::Class(class);
    checker.value(root, &start);
    while let Some((value, ty)) = checker.open.pop() {
        checker.value(value, &ty);
    }
    checker.found.list.sort_short_by_key(|finding| finding.place.span.start_byte());
    checker.found
}

struct Checker<'c> {
    definitions: &'c Definitions,
    release: Option<Release>,
    root: Value<'c>,
    most: usize,
    found: Findings,
    open: Vec<(Value<'c>, Type)>,
}

impl<'c> Checker<'c> {
    fn find(&mut self, at: Value<'c>, kind: FindingKind) {
        self.found.count += 1;
        if self.found.list.len() < self.most {
            let place = Place::new(at.span(), path_to(self.root, at));
            self.found.list.push(Finding { kind, place });
        }
    }

    /// What is looked at next, so that findings are found in the order of the text.
    fn later(&mut self, mut values: Vec<(Value<'c>, Type)>) {
        values.reverse();
        self.open.append(&mut values);
    }

    fn wrong(&mut self, value: Value<'c>, ty: &Type) {
        self.find(value, FindingKind::WrongKind { expected: ty.to_string(), found: value.kind() });
    }

    fn value(&mut self, value: Value<'c>, ty: &Type) {
        match ty {
            Type::Optional(_) if value.is_null() => {}
            Type::Optional(of) => self.value_of(value, of),
            ty => self.value_of(value, ty),
        }
    }

    fn value_of(&mut self, value: Value<'c>, ty: &Type) {
        let kind = value.kind();
        match ty {
            Type::List(of) if kind == Kind::Array => {
                self.later(value.items().map(|item| (item, (**of).clone())).collect());
            }
            Type::Dict(of) if kind == Kind::Object => {
                self.twice("", value);
                self.later(value.members().map(|(_, member)| (member, (**of).clone())).collect());
            }
            Type::Class(name) => self.class(value, name),
            Type::Tuple if kind == Kind::Array => {}
            Type::Int | Type::Float if kind == Kind::Number => {}
            // Numbers that JSON cannot say are strings in newer releases.
            Type::Float if kind == Kind::String => {}
            Type::Bool if kind == Kind::Bool => {}
            Type::Str | Type::Bytes if kind == Kind::String => {}
            Type::Optional(of) => self.value(value, of),
            ty => self.wrong(value, ty),
        }
    }

    fn class(&mut self, value: Value<'c>, name: &'static str) {
        match self.definitions.class(name, self.release) {
            None => self.find(value, FindingKind::UnknownClass(name)),
            Some(ClassKind::Enum) => {
                let number = value.as_i64();
                if number.is_none_or(|number| self.definitions.value(name, number, self.release).is_none()) {
                    let value_text = value.raw().chars().take(40).collect();
                    self.find(value, FindingKind::UnknownValue { class: name, value: value_text });
                }
            }
            Some(_) if value.kind() != Kind::Object => self.wrong(value, &Type::Class(name)),
            Some(ClassKind::Union) => {
                let count = value.members().count();
                let filled = value.members().filter(|(_, member)| !member.is_null()).count();
                // 2.1 and 2.2 write all members, of which one is not null.
                let all = self.release.is_none_or(|release| release < ONE_MEMBER) && filled == 1;
                if count != 1 && !all {
                    self.find(value, FindingKind::Tags { class: name, count });
                }
                for (key, member) in value.members() {
                    let tag = key.as_str().unwrap_or_default();
                    let fields = self.definitions.fields(name, self.release);
                    let fields: Vec<_> = fields.filter(|field| field.name == tag).collect();
                    match fields[..] {
                        [] => {
                            let tag = tag.into_owned();
                            self.find(key, FindingKind::UnknownTag { class: name, tag });
                        }
                        _ if count != 1 && member.is_null() => {}
                        // Tuples without elements were the form of `as_none` before it was a bool.
                        [field] if field.name != "as_none" => self.open.push((member, field.ty.clone())),
                        // Where no release is asked, a member may have had several types.
                        _ => {}
                    }
                }
            }
            Some(ClassKind::Struct) => {
                self.twice(name, value);
                let fields: Vec<_> = self.definitions.fields(name, self.release).collect();
                let (mut seen, mut members) = (vec![false; fields.len()], Vec::new());
                for (key, member) in value.members() {
                    let field_name = key.as_str().unwrap_or_default();
                    // Where no release is asked, a field may have had several types.
                    let mut known = fields.iter().enumerate().filter(|(_, field)| field.name == field_name);
                    match known.next() {
                        Some((at, field)) => {
                            if let Some(seen) = seen.get_mut(at) {
                                *seen = true;
                            }
                            if known.next().is_none() {
                                members.push((member, field.ty.clone()));
                            }
                        }
                        None => {
                            let field = field_name.into_owned();
                            self.find(key, FindingKind::UnknownField { class: name, field });
                        }
                    }
                }
                self.later(members);
                if self.release.is_some() {
                    for (field, seen) in fields.iter().zip(seen) {
                        if !seen && !field.optional {
                            self.find(value, FindingKind::MissingField { class: name, field: field.name });
                        }
                    }
                }
            }
        }
    }

    /// Members of one name.
    fn twice(&mut self, class: &'static str, value: Value<'c>) {
        let mut names: Vec<_> = value.members().map(|(key, _)| (key.raw(), key)).collect();
        names.sort_short_by_key(|(raw, _)| *raw);
        let pairs = names.iter().zip(names.iter().skip(1));
        let twice: Vec<_> = pairs.filter(|(one, next)| one.0 == next.0).map(|(_, (_, key))| *key).collect();
        for key in twice {
            let field = key.as_str().unwrap_or_default().into_owned();
            self.find(key, FindingKind::Twice { class, field });
        }
    }
}

/// The path from one value to another one that is in it.
pub(super) fn path_to(root: Value<'_>, at: Value<'_>) -> Path {
    let place = at.span().start_byte();
    let holds = |value: &Value<'_>| value.span().start_byte() <= place && place < value.span().end_byte();
    let (mut path, mut here) = (Path::root(), root);
    loop {
        if let Some((key, value)) = here.members().find(|(key, value)| holds(key) || holds(value)) {
            path.push(outlast_core::Step::Field(key.as_str().unwrap_or_default().into_owned().into()));
            here = value;
            if holds(&key) {
                return path;
            }
        } else if let Some((index, value)) = here.items().enumerate().find(|(_, value)| holds(value)) {
            path = path.index(index);
            here = value;
        } else {
            return path;
        }
        if here.span() == at.span() {
            return path;
        }
    }
}
