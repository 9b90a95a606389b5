//! [`Tree`]: JSON that is changed, and its text as Python's `json.dumps` writes it.

use std::borrow::Cow;

use crate::json::{Kind, Value};
use outlast_core::QuickMap;

/// How deep a program may nest: conversions call themselves for each level. Programs of PyTorch need about ten levels, and eight more for
/// each graph in a graph.
pub(super) const MAX_DEPTH: usize = 160;

/// A value that is changed. Strings and numbers that stay as they are keep their spelling.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Tree<'d> {
    /// `null`, `true`, a number, or a string in quotes: as it is written.
    Raw(Cow<'d, str>),
    /// An array.
    List(Vec<Tree<'d>>),
    /// An object: names, without their quotes, are there once each.
    Object(Vec<(Cow<'d, str>, Tree<'d>)>),
}

/// Why a text does not become a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unfit {
    /// It nests deeper than [`MAX_DEPTH`].
    Deep,
    /// The name of a member has half of a surrogate pair.
    Name,
}

impl<'d> Tree<'d> {
    /// A copy that borrows nothing.
    pub(super) fn to_static(&self) -> Tree<'static> {
        match self {
            Tree::Raw(raw) => Tree::Raw(Cow::Owned(raw.clone().into_owned())),
            Tree::List(items) => Tree::List(items.iter().map(Tree::to_static).collect()),
            Tree::Object(members) => {
                let member = |(name, value): &(Cow<'d, str>, Tree<'d>)| {
                    (Cow::Owned(name.clone().into_owned()), value.to_static())
                };
                Tree::Object(members.iter().map(member).collect())
            }
        }
    }

    /// Reads a value. Of members of one name, the last counts, as in Python.
    pub(super) fn read(value: Value<'d>) -> Result<Tree<'d>, Unfit> {
        Tree::read_at(value, MAX_DEPTH)
    }

    fn read_at(value: Value<'d>, depth: usize) -> Result<Tree<'d>, Unfit> {
        let inner = depth.checked_sub(1).ok_or(Unfit::Deep)?;
        Ok(match value.kind() {
            Kind::Array => {
                Tree::List(value.items().map(|item| Tree::read_at(item, inner)).collect::<Result<_, _>>()?)
            }
            Kind::Object => {
                let (mut members, mut at) = (Vec::new(), QuickMap::default());
                for (key, member) in value.members() {
                    let name = key.as_str().unwrap_or_default();
                    if matches!(name, Cow::Owned(_)) && name.contains(char::REPLACEMENT_CHARACTER) {
                        return Err(Unfit::Name);
                    }
                    let member = Tree::read_at(member, inner)?;
                    match at.entry(name.clone()) {
                        std::collections::hash_map::Entry::Occupied(earlier) => {
                            if let Some(slot) = members.get_mut(*earlier.get()) {
                                *slot = (name, member);
                            }
                        }
                        std::collections::hash_map::Entry::Vacant(vacant) => {
                            vacant.insert(members.len());
                            members.push((name, member));
                        }
                    }
                }
                Tree::Object(members)
            }
            _ => Tree::Raw(Cow::Borrowed(value.raw())),
        })
    }

    pub(super) const NULL: Tree<'static> = Tree::Raw(Cow::Borrowed("null"));

    pub(super) fn bool(value: bool) -> Tree<'d> {
        Tree::Raw(Cow::Borrowed(if value { "true" } else { "false" }))
    }

    pub(super) fn number(value: impl std::fmt::Display) -> Tree<'d> {
        Tree::Raw(Cow::Owned(value.to_string()))
    }

    /// A string, with what JSON and ASCII do not have escaped.
    pub(super) fn text(value: &str) -> Tree<'d> {
        let mut raw = String::with_capacity(value.len() + 2);
        quote(value, &mut raw);
        Tree::Raw(Cow::Owned(raw))
    }

    pub(super) fn object<const N: usize>(members: [(&'static str, Tree<'d>); N]) -> Tree<'d> {
        Tree::Object(members.into_iter().map(|(name, value)| (Cow::Borrowed(name), value)).collect())
    }

    pub(super) fn is_null(&self) -> bool {
        matches!(self, Tree::Raw(raw) if raw == "null")
    }

    pub(super) fn as_bool(&self) -> Option<bool> {
        match self {
            Tree::Raw(raw) if raw == "true" => Some(true),
            Tree::Raw(raw) if raw == "false" => Some(false),
            _ => None,
        }
    }

    pub(super) fn as_i64(&self) -> Option<i64> {
        match self {
            Tree::Raw(raw) => raw.parse().ok(),
            _ => None,
        }
    }

    /// A string, decoded.
    pub(super) fn as_str(&self) -> Option<Cow<'_, str>> {
        let Tree::Raw(raw) = self else { return None };
        let inside = raw.strip_prefix('"')?.strip_suffix('"')?;
        Some(match inside.contains('\\') {
            false => Cow::Borrowed(inside),
            true => Cow::Owned(crate::json::unescaped(inside)),
        })
    }

    pub(super) fn get(&self, name: &str) -> Option<&Tree<'d>> {
        self.members().iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    pub(super) fn get_mut(&mut self, name: &str) -> Option<&mut Tree<'d>> {
        match self {
            Tree::Object(members) => members.iter_mut().find(|(key, _)| key == name).map(|(_, value)| value),
            _ => None,
        }
    }

    /// Takes a member out of an object.
    pub(super) fn take(&mut self, name: &str) -> Option<Tree<'d>> {
        let Tree::Object(members) = self else { return None };
        let at = members.iter().position(|(key, _)| key == name)?;
        Some(members.remove(at).1)
    }

    /// Sets a member of an object, behind the others if it is new.
    pub(super) fn set(&mut self, name: impl Into<Cow<'d, str>>, value: Tree<'d>) {
        let name = name.into();
        if let Some(slot) = self.get_mut(&name) {
            *slot = value;
        } else if let Tree::Object(members) = self {
            members.push((name, value));
        }
    }

    pub(super) fn items(&self) -> &[Tree<'d>] {
        match self {
            Tree::List(items) => items,
            _ => &[],
        }
    }

    pub(super) fn items_mut(&mut self) -> Option<&mut Vec<Tree<'d>>> {
        match self {
            Tree::List(items) => Some(items),
            _ => None,
        }
    }

    pub(super) fn members(&self) -> &[(Cow<'d, str>, Tree<'d>)] {
        match self {
            Tree::Object(members) => members,
            _ => &[],
        }
    }

    /// The member of a union that is not null: its name and value. Programs of 2.1 and 2.2 have all members; a union that has one alone may
    /// have null in it.
    pub(super) fn tag(&self) -> Option<(&str, &Tree<'d>)> {
        let members = self.members();
        let filled = members.iter().find(|(_, value)| !value.is_null());
        let found = match members {
            [one] => Some(one),
            _ => filled,
        };
        found.map(|(name, value)| (&**name, value))
    }

    /// Whether it says nothing: null, false, an empty array or object.
    pub(super) fn is_blank(&self) -> bool {
        match self {
            Tree::Raw(raw) => raw == "null" || raw == "false",
            Tree::List(items) => items.is_empty(),
            Tree::Object(members) => members.is_empty(),
        }
    }

    /// The kind, in messages.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Tree::List(_) => "array",
            Tree::Object(_) => "object",
            Tree::Raw(raw) => match raw.as_bytes().first() {
                Some(b'n') => "null",
                Some(b't' | b'f') => "bool",
                Some(b'"') => "string",
                _ => "number",
            },
        }
    }

    /// The text, as Python's `json.dumps` writes it.
    pub(super) fn write(&self, out: &mut String) {
        match self {
            Tree::Raw(raw) => out.push_str(raw),
            Tree::List(items) => {
                out.push('[');
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        out.push_str(", ");
                    }
                    item.write(out);
                }
                out.push(']');
            }
            Tree::Object(members) => {
                out.push('{');
                for (index, (name, value)) in members.iter().enumerate() {
                    if index > 0 {
                        out.push_str(", ");
                    }
                    quote(name, out);
                    out.push_str(": ");
                    value.write(out);
                }
                out.push('}');
            }
        }
    }

    pub(super) fn to_text(&self) -> String {
        let mut text = String::new();
        self.write(&mut text);
        text
    }
}

/// A string in quotes, in ASCII.
fn quote(text: &str, out: &mut String) {
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            ' '..='~' => out.push(letter),
            _ => {
                for unit in letter.encode_utf16(&mut [0; 2]) {
                    out.push_str(&format!("\\u{unit:04x}"));
                }
            }
        }
    }
    out.push('"');
}
