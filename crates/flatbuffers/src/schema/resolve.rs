//! Names: what is declared, what is used before its declaration, and how a name is looked up.
//!
//! A name is tried in the current namespace, then in each enclosing one, at the moment it is read. If nothing has that
//! name yet, it stands for a table that must follow: one of this name in the namespace that declares it next, which is
//! how flatc reads it.

use std::collections::{HashMap, HashSet};

use outlast_core::{Error, Result};

use super::lexer::{Lexer, Mark};
use super::model::{Declared, Element, Enum, EnumId, Object, ObjectId, Type};

/// A table or struct that was declared or used. Its id counts all of them; [`Symbols::finish`] renumbers.
#[derive(Debug)]
struct Draft {
    object: Object,
    declared: bool,
    /// File and place of the first use before the declaration.
    used: (usize, Mark),
}

/// Objects, enums and root with their final ids.
pub(super) type Resolved = (Vec<Object>, Vec<Enum>, Option<ObjectId>);

/// Everything that has a name.
#[derive(Debug, Default)]
pub(super) struct Symbols {
    drafts: Vec<Draft>,
    /// By full name; by the name as written while it only was used.
    by_name: HashMap<String, usize>,
    /// Drafts in order of declaration.
    order: Vec<usize>,
    pub(super) enums: Vec<Enum>,
    /// Numbers of the values by name, per enum.
    pub(super) enum_values: Vec<HashMap<String, i128>>,
    enums_by_name: HashMap<String, EnumId>,
    taken: HashSet<String>,
}

/// `a.b` and `c` are `a.b.c`.
pub(super) fn qualify(namespace: &str, name: &str) -> String {
    if namespace.is_empty() { name.to_string() } else { format!("{namespace}.{name}") }
}

/// The full names that `name` may stand for in `namespace`, innermost first. With `outer`, without the innermost.
fn candidates<'a>(namespace: &'a str, name: &'a str, outer: bool) -> impl Iterator<Item = String> + 'a {
    let mut next = if outer { parent(namespace) } else { Some(namespace) };
    std::iter::from_fn(move || {
        let space = next?;
        next = parent(space);
        Some(qualify(space, name))
    })
}

fn parent(namespace: &str) -> Option<&str> {
    if namespace.is_empty() {
        return None;
    }
    Some(namespace.rsplit_once('.').map_or("", |(parent, _)| parent))
}

impl Symbols {
    fn draft_id(at: usize) -> ObjectId {
        ObjectId(u32::try_from(at).unwrap_or(u32::MAX))
    }

    fn index(id: ObjectId) -> usize {
        usize::try_from(id.0).unwrap_or(usize::MAX)
    }

    fn is_open(&self, at: usize) -> bool {
        self.drafts.get(at).is_some_and(|d| !d.declared)
    }

    /// The table or struct of this name, declared or only used.
    pub(super) fn find(&self, namespace: &str, name: &str) -> Option<ObjectId> {
        let direct = self.by_name.get(name).copied();
        if let Some(at) = direct.filter(|at| self.is_open(*at)) {
            return Some(Self::draft_id(at));
        }
        let own = self.by_name.get(&qualify(namespace, name)).copied();
        own.or_else(|| candidates(namespace, name, true).find_map(|full| self.by_name.get(&full).copied()))
            .map(Self::draft_id)
    }

    /// The table or struct that has exactly this full name, or was used by exactly this name.
    pub(super) fn exact(&self, name: &str) -> Option<ObjectId> {
        self.by_name.get(name).copied().map(Self::draft_id)
    }

    /// The table or struct of this name; one that must be declared later if there is none.
    pub(super) fn refer(&mut self, namespace: &str, name: &str, used: (usize, Mark)) -> ObjectId {
        if let Some(id) = self.find(namespace, name) {
            return id;
        }
        self.add(name.to_string(), name, used)
    }

    fn add(&mut self, key: String, name: &str, used: (usize, Mark)) -> ObjectId {
        let object = Object {
            name: name.to_string(),
            is_struct: false,
            fields: Vec::new(),
            min_align: 1,
            byte_size: 0,
            attributes: Vec::new(),
            docs: Vec::new(),
            declared: Declared::default(),
        };
        let at = self.drafts.len();
        self.drafts.push(Draft { object, declared: false, used });
        self.by_name.insert(key, at);
        Self::draft_id(at)
    }

    /// Starts the declaration of a table or struct. `None` if the full name is taken.
    pub(super) fn declare(&mut self, namespace: &str, name: &str, is_struct: bool) -> Option<ObjectId> {
        let full = qualify(namespace, name);
        if !self.taken.insert(full.clone()) {
            return None;
        }
        let direct = self.by_name.get(name).copied().filter(|at| self.is_open(*at));
        let at = match direct {
            Some(at) => {
                self.by_name.remove(name);
                self.by_name.insert(full.clone(), at);
                at
            }
            None => match self.by_name.get(&full).copied().filter(|at| self.is_open(*at)) {
                Some(at) => at,
                None => Self::index(self.add(full.clone(), name, (0, Mark::default()))),
            },
        };
        let draft = self.drafts.get_mut(at)?;
        draft.declared = true;
        draft.object.is_struct = is_struct;
        draft.object.name = full;
        self.order.push(at);
        Some(Self::draft_id(at))
    }

    /// The object behind an id of this table of symbols.
    pub(super) fn object(&self, id: ObjectId) -> Option<&Object> {
        self.drafts.get(Self::index(id)).map(|d| &d.object)
    }

    pub(super) fn object_mut(&mut self, id: ObjectId) -> Option<&mut Object> {
        self.drafts.get_mut(Self::index(id)).map(|d| &mut d.object)
    }

    /// Whether an element is a struct, as far as it is known now.
    pub(super) fn is_struct(&self, element: Element) -> bool {
        match element {
            Element::Struct(_) => true,
            Element::Table(id) => self.object(id).is_some_and(|o| o.is_struct),
            _ => false,
        }
    }

    /// Whether this is used before its declaration.
    pub(super) fn is_undeclared(&self, id: ObjectId) -> bool {
        self.is_open(Self::index(id))
    }

    /// Registers an enum. `None` if the full name is taken.
    pub(super) fn declare_enum(&mut self, full: &str, new: Enum) -> Option<EnumId> {
        let id = EnumId(u32::try_from(self.enums.len()).ok()?);
        if !self.taken.insert(full.to_string()) {
            return None;
        }
        self.enums_by_name.insert(full.to_string(), id);
        self.enums.push(new);
        self.enum_values.push(HashMap::new());
        Some(id)
    }

    pub(super) fn find_enum(&self, namespace: &str, name: &str) -> Option<EnumId> {
        candidates(namespace, name, false).find_map(|full| self.enums_by_name.get(&full).copied())
    }

    pub(super) fn enumeration(&self, id: EnumId) -> Option<&Enum> {
        self.enums.get(usize::try_from(id.0).ok()?)
    }

    pub(super) fn enum_value(&self, id: EnumId, name: &str) -> Option<i128> {
        self.enum_values.get(usize::try_from(id.0).ok()?)?.get(name).copied()
    }

    /// Numbers the objects in order of declaration and rewrites all references. `lexers` give the places of errors.
    pub(super) fn finish(
        mut self,
        root: Option<ObjectId>,
        lexers: &[Lexer<'_>],
    ) -> Result<Resolved, (usize, Error)> {
        if let Some(draft) = self.drafts.iter().find(|d| !d.declared) {
            let (file, mark) = draft.used;
            let name = &draft.object.name;
            if let Some(lexer) = lexers.get(file) {
                let error = lexer.error_at(mark, format!("`{name}` is not declared anywhere"));
                let declared =
                    |d: &Draft| d.declared && d.object.name.rsplit('.').next() == name.rsplit('.').next();
                let help = if self.drafts.iter().any(declared) {
                    "a type of this name is declared: before its declaration, call it the same everywhere"
                } else if self.enums_by_name.keys().any(|e| e.rsplit('.').next() == Some(name)) {
                    "an enum or union must be declared before it is used, and be visible from this namespace"
                } else {
                    "check the spelling and the namespace"
                };
                return Err((file, error.with_help(help)));
            }
        }
        let mut renumbered: Vec<Element> = vec![Element::String; self.drafts.len()];
        for (new, old) in (0_u32..).zip(&self.order) {
            let is_struct = self.drafts.get(*old).is_some_and(|d| d.object.is_struct);
            let id = ObjectId(new);
            if let Some(slot) = renumbered.get_mut(*old) {
                *slot = if is_struct { Element::Struct(id) } else { Element::Table(id) };
            }
        }
        let element = |old: Element| match old {
            Element::Table(id) | Element::Struct(id) => {
                renumbered.get(Self::index(id)).copied().unwrap_or(Element::String)
            }
            other => other,
        };
        let object_id = |id: ObjectId| match element(Element::Table(id)) {
            Element::Table(id) | Element::Struct(id) => Some(id),
            _ => None,
        };
        for draft in &mut self.drafts {
            for field in &mut draft.object.fields {
                field.ty = match field.ty {
                    Type::Single(e) => Type::Single(element(e)),
                    Type::Vector(e) => Type::Vector(element(e)),
                    Type::Vector64(e) => Type::Vector64(element(e)),
                    Type::Array(e, n) => Type::Array(element(e), n),
                };
                field.nested = field.nested.and_then(object_id);
            }
        }
        for value in self.enums.iter_mut().flat_map(|e| &mut e.values) {
            value.member = value.member.map(element);
        }
        let mut slots: Vec<Option<Object>> = self.drafts.into_iter().map(|d| Some(d.object)).collect();
        let objects =
            self.order.iter().filter_map(|old| slots.get_mut(*old).and_then(Option::take)).collect();
        Ok((objects, self.enums, root.and_then(object_id)))
    }
}
