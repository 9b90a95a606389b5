//! Two schemas by what they mean on the wire.

use std::collections::{HashSet, VecDeque};

use super::model::{Element, Enum, EnumId, Field, Object, ObjectId, Schema, Type};

/// How two schemas differ.
#[derive(Clone, PartialEq, Eq, Debug, std::default::Default)]
pub struct Comparison {
    /// What is different on the wire.
    pub differences: Vec<String>,
    /// What is the same on the wire and has another name.
    pub renames: Vec<String>,
}

/// What differs on the wire between `a` and `b`: slots, types (followed from the root), defaults, enum numbers, union
/// tags, the file identifier. Names alone do not count.
pub fn same_wire(a: &Schema, b: &Schema) -> Vec<String> {
    compare(a, b).differences
}

/// Compares two schemas from their roots. Without roots, types of the same short name are compared.
pub fn compare(a: &Schema, b: &Schema) -> Comparison {
    let mut state =
        State { a, b, found: Comparison::default(), seen: HashSet::new(), queue: VecDeque::new() };
    if a.file_identifier != b.file_identifier {
        state.differ(
            "file identifier",
            &format!("{:?}", a.file_identifier),
            &format!("{:?}", b.file_identifier),
        );
    }
    match (a.root, b.root) {
        (Some(x), Some(y)) => state.want(Pair::Objects(x, y)),
        (None, None) => state.by_name(),
        (x, y) => state.differ("root type", &format!("{:?}", x.is_some()), &format!("{:?}", y.is_some())),
    }
    while let Some(pair) = state.queue.pop_front() {
        match pair {
            Pair::Objects(x, y) => state.objects(a.object(x), b.object(y)),
            Pair::Enums(x, y) => state.enums(a.enumeration(x), b.enumeration(y)),
        }
    }
    state.found
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Pair {
    Objects(ObjectId, ObjectId),
    Enums(EnumId, EnumId),
}

struct State<'s> {
    a: &'s Schema,
    b: &'s Schema,
    found: Comparison,
    seen: HashSet<Pair>,
    queue: VecDeque<Pair>,
}

impl State<'_> {
    fn want(&mut self, pair: Pair) {
        if self.seen.insert(pair) {
            self.queue.push_back(pair);
        }
    }

    fn by_name(&mut self) {
        for (n, x) in (0_u32..).zip(&self.a.objects) {
            match self.b.find_object(x.short_name()) {
                Some(y) => self.want(Pair::Objects(ObjectId(n), y)),
                None => self.differ(&x.name, "there", "not there"),
            }
        }
        for (n, x) in (0_u32..).zip(&self.a.enums) {
            match self.b.find_enum(x.short_name()) {
                Some(y) => self.want(Pair::Enums(EnumId(n), y)),
                None => self.differ(&x.name, "there", "not there"),
            }
        }
        for name in self.b.objects.iter().map(Object::short_name) {
            if self.a.find_object(name).is_none() {
                self.differ(name, "not there", "there");
            }
        }
        for name in self.b.enums.iter().map(Enum::short_name) {
            if self.a.find_enum(name).is_none() {
                self.differ(name, "not there", "there");
            }
        }
    }

    fn differ(&mut self, what: &str, a: &str, b: &str) {
        self.found.differences.push(format!("{what}: {a} / {b}"));
    }

    fn renamed(&mut self, what: &str, a: &str, b: &str) {
        if a != b {
            self.found.renames.push(format!("{what}: `{a}` / `{b}`"));
        }
    }

    fn objects(&mut self, x: &Object, y: &Object) {
        self.renamed("object", &x.name, &y.name);
        if x.is_struct != y.is_struct {
            self.differ(&x.name, word(x.is_struct), word(y.is_struct));
            return;
        }
        if (x.min_align, x.byte_size) != (y.min_align, y.byte_size) {
            let layout = |o: &Object| format!("{} bytes aligned to {}", o.byte_size, o.min_align);
            self.differ(&x.name, &layout(x), &layout(y));
        }
        let last = x.fields.iter().chain(&y.fields).map(|f| f.id).max();
        for id in 0..=last.unwrap_or(0) {
            let what = format!("{} slot {id}", x.name);
            match (x.field_by_id(id), y.field_by_id(id)) {
                (Some(f), Some(g)) => self.fields(&what, f, g),
                (Some(f), None) => self.differ(&what, &f.name, "nothing"),
                (None, Some(g)) => self.differ(&what, "nothing", &g.name),
                (None, None) => {}
            }
        }
    }

    fn fields(&mut self, what: &str, f: &Field, g: &Field) {
        let what = format!("{what} ({})", f.name);
        self.renamed(&what, &f.name, &g.name);
        self.types(&what, f.ty, g.ty);
        if (f.default, &f.default_text) != (g.default, &g.default_text) {
            self.differ(&what, &default_text(f), &default_text(g));
        }
        let flags = |x: &Field| (x.required, x.key, x.offset64, x.offset, x.force_align.unwrap_or(0));
        if flags(f) != flags(g) {
            let say = |x: &Field| format!("(required, key, offset64, offset, force_align) = {:?}", flags(x));
            self.differ(&what, &say(f), &say(g));
        }
        match (f.nested, g.nested) {
            (Some(x), Some(y)) => self.want(Pair::Objects(x, y)),
            (None, None) => {}
            _ => self.differ(
                &what,
                &format!("nested {}", f.nested.is_some()),
                &format!("nested {}", g.nested.is_some()),
            ),
        }
    }

    fn types(&mut self, what: &str, x: Type, y: Type) {
        let same_shape = match (x, y) {
            (Type::Array(_, n), Type::Array(_, m)) => n == m,
            _ => std::mem::discriminant(&x) == std::mem::discriminant(&y),
        };
        if !same_shape || !self.elements(x.element(), y.element()) {
            self.differ(what, &format!("{x:?}"), &format!("{y:?}"));
        }
    }

    /// Whether two elements are of the same kind; what they refer to is compared later.
    fn elements(&mut self, x: Element, y: Element) -> bool {
        match (x, y) {
            (Element::Scalar(s), Element::Scalar(t)) => return s == t,
            (Element::String, Element::String) => {}
            (Element::Enum(s, i), Element::Enum(t, j))
            | (Element::UnionTag(s, i), Element::UnionTag(t, j)) => {
                self.want(Pair::Enums(i, j));
                return s == t;
            }
            (Element::Union(i), Element::Union(j)) => self.want(Pair::Enums(i, j)),
            (Element::Struct(i), Element::Struct(j)) | (Element::Table(i), Element::Table(j)) => {
                self.want(Pair::Objects(i, j));
            }
            _ => return false,
        }
        true
    }

    fn enums(&mut self, x: &Enum, y: &Enum) {
        self.renamed("enum", &x.name, &y.name);
        if (x.scalar, x.is_union) != (y.scalar, y.is_union) {
            self.differ(
                &x.name,
                &format!("{:?}", (x.scalar, x.is_union)),
                &format!("{:?}", (y.scalar, y.is_union)),
            );
        }
        for v in &x.values {
            let what = format!("{} value {}", x.name, v.number);
            let Some(w) = y.value(v.number) else {
                self.differ(&what, &v.name, "nothing");
                continue;
            };
            self.renamed(&what, &v.name, &w.name);
            let same = match (v.member, w.member) {
                (Some(m), Some(n)) => self.elements(m, n),
                (None, None) => true,
                _ => false,
            };
            if !same {
                self.differ(&what, &format!("{:?}", v.member), &format!("{:?}", w.member));
            }
        }
        for w in y.values.iter().filter(|w| x.value(w.number).is_none()) {
            self.differ(&format!("{} value {}", x.name, w.number), "nothing", &w.name);
        }
    }
}

fn word(is_struct: bool) -> &'static str {
    if is_struct { "struct" } else { "table" }
}

fn default_text(f: &Field) -> String {
    match &f.default_text {
        Some(text) => format!("default {text:?}"),
        None => format!("default {:?}", f.default),
    }
}
