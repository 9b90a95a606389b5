//! [`Walk`]: values from the form that one release's definitions give them to that of another.
//!
//! A field or member that both have is converted by its types in both. What differs between releases (`schemas/export.txt`), apart from
//! what was added:
//!
//! | what | forms |
//! |---|---|
//! | a union | up to 2.2 with all members, all but one of them null; then with the one |
//! | `as_none` | an empty tuple; `true` since 2.6 |
//! | `TensorMeta.storage_offset` | an integer up to 2.2; then a `SymInt` |
//! | `SymBool.as_expr` | text in 2.1; then a `SymExpr` |
//! | `SymExpr.hint` | an integer in 2.1; then a union |
//! | `OptionalTensorArgument.as_tensor` | the name up to 2.3; then a `TensorArgument` |
//! | `Graph.tensor_values` | in 2.1 wrapped in `meta` |
//! | `ConstantInputSpec` | `InputToConstantInputSpec` since 2.6 |
//! | bounds of `RangeConstraint` | infinite numbers up to 2.5; then null |
//! | infinite floats and NaN | words of JSON's Python dialect up to 2.6; then text |

use std::borrow::Cow;

use outlast_core::{QuickMap, SortShort, Step};
use outlast_opset::history::Release;

use super::super::defs::{ClassKind, Definitions, Field, Type, definitions};
use super::expr;
use super::notes::Notes;
use super::tree::Tree;

/// Since this release, a union is written with the one member that it has.
const ONE_MEMBER: Release = Release { major: 2, minor: 3, patch: 0 };
/// Since this release, numbers that JSON does not have are text, which readers of 2.7 take.
const TEXT_FLOATS: Release = Release { major: 2, minor: 7, patch: 0 };
/// Fields that nothing is computed from: what they say is lost where a release does not have them.
const DESCRIPTIVE: [(&str, &str, &str); 6] = [
    (
        "NamedArgument",
        "kind",
        "whether arguments were given by position or by name is not said: readers take it from the operator",
    ),
    ("Node", "name", "names of nodes are left to the reader; those of values stay"),
    ("ModuleCallSignature", "forward_arg_names", "the names of the arguments of `forward` are left out"),
    ("GraphModule", "treespec_namedtuple_fields", "the names of the fields of named tuples are left out"),
    ("GraphModule", "metadata", "metadata of the whole graph are left out"),
    ("SymExpr", "hint", "hints of symbolic numbers are left out"),
];

pub(super) fn class(name: &'static str) -> Type {
    Type::Class(name)
}

/// The fields of a class in a release.
type Fields = QuickMap<(&'static str, bool), Vec<&'static Field>>;

/// A conversion between the definitions of two releases.
pub(super) struct Walk<'n> {
    pub(super) from: Release,
    pub(super) to: Release,
    pub(super) notes: &'n mut Notes,
    definitions: &'static Definitions,
    fields: Fields,
}

impl<'n> Walk<'n> {
    pub(super) fn new(from: Release, to: Release, notes: &'n mut Notes) -> Walk<'n> {
        Walk { from, to, notes, definitions: definitions(), fields: QuickMap::default() }
    }

    fn fields(&mut self, name: &'static str, target: bool) -> Vec<&'static Field> {
        let release = if target { self.to } else { self.from };
        let definitions = self.definitions;
        self.fields
            .entry((name, target))
            .or_insert_with(|| definitions.fields(name, Some(release)).collect())
            .clone()
    }

    fn lacks(&self) -> String {
        format!("torch {} cannot express it", self.to)
    }

    fn leave_out(&self) -> String {
        format!("export the model again with torch {}, or convert it for a later release", self.to)
    }

    /// Another kind of value than the definitions have.
    fn unexpected<'d>(&mut self, tree: Tree<'d>, expected: &Type) -> Tree<'d> {
        self.notes.refuse(
            format!("{expected} expected, {} found", tree.kind()),
            "the file is not as its release writes it: export it again",
        );
        tree
    }

    /// Converts a value between two types.
    pub(super) fn value<'d>(&mut self, tree: Tree<'d>, from: &Type, to: &Type) -> Tree<'d> {
        match (from, to) {
            (_, Type::Optional(_)) if tree.is_null() => tree,
            (Type::Optional(from), to) => self.value(tree, from, to),
            (from, Type::Optional(to)) => self.value(tree, from, to),
            (Type::List(from), Type::List(to)) => match tree {
                Tree::List(items) => {
                    let mut all = Vec::with_capacity(items.len());
                    for (index, item) in items.into_iter().enumerate() {
                        self.notes.enter(Step::Index(index as u64));
                        all.push(self.value(item, from, to));
                        self.notes.leave();
                    }
                    Tree::List(all)
                }
                other => self.unexpected(other, &Type::List(from.clone())),
            },
            (Type::Dict(from), Type::Dict(to)) => match tree {
                Tree::Object(members) => {
                    let mut all = Vec::with_capacity(members.len());
                    for (name, member) in members {
                        self.notes.enter_field(&name);
                        let member = self.value(member, from, to);
                        self.notes.leave();
                        all.push((name, member));
                    }
                    Tree::Object(all)
                }
                other => self.unexpected(other, &Type::Dict(from.clone())),
            },
            (Type::Class(from), Type::Class(to)) => self.class(tree, from, to),
            // Of optional tensors in lists.
            (Type::Str, Type::Class("TensorArgument")) => Tree::object([("name", tree)]),
            (Type::Class("TensorArgument"), Type::Str) => match tree.clone().take("name") {
                Some(name) => name,
                None => self.unexpected(tree, from),
            },
            // Of expressions of truth values, and of hints.
            (Type::Str, Type::Class("SymExpr")) => self.expression(tree, None),
            (Type::Class("SymExpr"), Type::Str) => {
                let text = tree.clone().take("expr_str").unwrap_or(Tree::NULL);
                match self.expression(text, None).take("expr_str") {
                    Some(text) => text,
                    None => self.unexpected(tree, from),
                }
            }
            (Type::Int, Type::Class("SymExprHint")) => Tree::object([("as_int", tree)]),
            (Type::Class("SymExprHint"), Type::Int) => match tree.tag() {
                Some(("as_int", hint)) => hint.clone(),
                _ => Tree::NULL,
            },
            (Type::Int, Type::Class("SymInt")) => Tree::object([("as_int", tree)]),
            (Type::Class("SymInt"), Type::Int) => match tree.tag() {
                Some(("as_int", number)) => number.clone(),
                _ => {
                    self.notes.refuse(
                        format!("an offset that is an expression: {}", self.lacks()),
                        self.leave_out(),
                    );
                    tree
                }
            },
            (_, Type::Float) => self.float(tree),
            (Type::Tuple, Type::Bool) => Tree::bool(true),
            (Type::Bool, Type::Tuple) => Tree::List(Vec::new()),
            (Type::Int, Type::Int) => self.scalar(tree, to, |raw| raw.parse::<i128>().is_ok()),
            (Type::Bool, Type::Bool) => self.scalar(tree, to, |raw| raw == "true" || raw == "false"),
            (Type::Str, Type::Str) | (Type::Bytes, Type::Bytes) => {
                self.scalar(tree, to, |raw| raw.starts_with('"'))
            }
            (from, to) if from == to => tree,
            _ => {
                self.notes.refuse(format!("{from} there, {to} in torch {}", self.to), self.leave_out());
                tree
            }
        }
    }

    fn scalar<'d>(&mut self, tree: Tree<'d>, expected: &Type, is: impl Fn(&str) -> bool) -> Tree<'d> {
        match &tree {
            Tree::Raw(raw) if is(raw) => tree,
            _ => self.unexpected(tree, expected),
        }
    }

    /// A float: the words that JSON does not have, as the release writes them.
    fn float<'d>(&mut self, tree: Tree<'d>) -> Tree<'d> {
        const WORDS: [(&str, &str); 3] =
            [("NaN", "\"NaN\""), ("Infinity", "\"Infinity\""), ("-Infinity", "\"-Infinity\"")];
        let text = self.to >= TEXT_FLOATS;
        match &tree {
            Tree::Raw(raw) => match WORDS.iter().find(|(word, quoted)| raw == word || raw == quoted) {
                Some((word, quoted)) => Tree::Raw(Cow::Borrowed(if text { quoted } else { word })),
                None => self.scalar(tree, &Type::Float, |raw| raw.parse::<f64>().is_ok()),
            },
            _ => self.unexpected(tree, &Type::Float),
        }
    }

    fn class<'d>(&mut self, tree: Tree<'d>, from: &'static str, to: &'static str) -> Tree<'d> {
        match (from, to) {
            ("TensorValue", "TensorMeta") => {
                return match tree.clone().take("meta") {
                    Some(meta) => self.class(meta, "TensorMeta", "TensorMeta"),
                    None => self.unexpected(tree, &class(from)),
                };
            }
            ("TensorMeta", "TensorValue") => {
                let meta = self.class(tree, "TensorMeta", "TensorMeta");
                return Tree::object([("meta", meta)]);
            }
            ("RangeConstraint", _) => return self.range(tree),
            _ => {}
        }
        match self.definitions.class(to, Some(self.to)) {
            Some(ClassKind::Struct) => self.structure(tree, from, to),
            Some(ClassKind::Union) => self.union(tree, from, to),
            Some(ClassKind::Enum) => {
                let number = tree.as_i64();
                let has =
                    |release| number.and_then(|number| self.definitions.value(to, number, Some(release)));
                match (has(self.from), has(self.to)) {
                    (_, Some(_)) => tree,
                    (Some(name), None) => {
                        self.notes.refuse(format!("`{to}.{name}`: {}", self.lacks()), self.leave_out());
                        tree
                    }
                    (None, None) => self.unexpected(tree, &class(to)),
                }
            }
            None => {
                self.notes.refuse(format!("`{to}`: {}", self.lacks()), self.leave_out());
                tree
            }
        }
    }

    fn structure<'d>(&mut self, tree: Tree<'d>, from: &'static str, to: &'static str) -> Tree<'d> {
        let Tree::Object(members) = tree else { return self.unexpected(tree, &class(to)) };
        let (theirs, ours) = (self.fields(from, false), self.fields(to, true));
        let mut made: Vec<(Cow<'d, str>, Tree<'d>)> = Vec::with_capacity(ours.len());
        let mut given: QuickMap<Cow<'d, str>, Tree<'d>> = members.into_iter().collect();
        for field in &ours {
            let known = theirs.iter().find(|one| one.name == field.name);
            let member = known.and_then(|known| Some((known, given.remove(field.name)?)));
            let value = match member {
                Some((known, value)) => {
                    self.notes.enter_field(field.name);
                    let expression = (to, field.name) == ("SymExpr", "expr_str");
                    let value = match expression {
                        true => self.expression(value, None).take("expr_str").unwrap_or(Tree::NULL),
                        false => self.value(value, &known.ty, &field.ty),
                    };
                    self.notes.leave();
                    value
                }
                None if field.optional && known.is_some() => continue,
                None => match self.missing(to, field) {
                    Some(value) => value,
                    None => continue,
                },
            };
            made.push((Cow::Borrowed(field.name), value));
        }
        let mut rest: Vec<(Cow<'d, str>, Tree<'d>)> = given.into_iter().collect();
        rest.sort_short_by(|one, other| one.0.cmp(&other.0));
        for (name, value) in rest {
            let known = theirs.iter().any(|one| one.name == name);
            let descriptive = DESCRIPTIVE.iter().find(|(class, field, _)| *class == to && *field == name);
            match descriptive {
                _ if value.is_blank() => {}
                Some((_, _, sentence)) => self.notes.change(*sentence),
                None if known => {
                    let what = format!("`{to}.{name}`: {}", self.lacks());
                    self.notes.refuse_at(Step::Field(name.into_owned().into()), what, self.leave_out());
                }
                None => self.notes.change(format!("`{to}.{name}`, which no release has, is left out")),
            }
        }
        Tree::Object(made)
    }

    /// A field that only the wanted release has.
    fn missing<'d>(&mut self, of: &'static str, field: &Field) -> Option<Tree<'d>> {
        let value = match (of, field.name) {
            // Older releases do not have others, or do not say.
            ("InputToBufferSpec", "persistent") => Tree::bool(true),
            ("CustomObjArgument", _) => Tree::NULL,
            _ if field.optional => return None,
            _ => match &field.ty {
                Type::Dict(_) => Tree::Object(Vec::new()),
                Type::List(_) => Tree::List(Vec::new()),
                Type::Optional(_) => Tree::NULL,
                _ => {
                    let what = format!("`{of}` needs `{}`, which does not exist", field.name);
                    self.notes.refuse(what, "the file is not as its release writes it: export it again");
                    Tree::NULL
                }
            },
        };
        Some(value)
    }

    fn union<'d>(&mut self, tree: Tree<'d>, from: &'static str, to: &'static str) -> Tree<'d> {
        let (theirs, ours) = (self.fields(from, false), self.fields(to, true));
        let Some((tag, content)) = tree.tag() else { return self.unexpected(tree, &class(to)) };
        let Some(known) = theirs.iter().find(|one| one.name == tag).copied() else {
            let what = format!("`{from}` has no `{}`", tag.chars().take(40).collect::<String>());
            self.notes.refuse(what, "the file is not as its release writes it: export it again");
            return tree;
        };
        let content = content.clone();
        // One optional tensor is a tensor, or none.
        if let ("Argument", "as_optional_tensor", Some((inner, _))) = (to, known.name, content.tag())
            && !ours.iter().any(|one| one.name == known.name)
        {
            let inner = if inner == "as_tensor" { "as_tensor" } else { "as_none" };
            let plain =
                Tree::Object(vec![(Cow::Borrowed(inner), content.clone().take(inner).unwrap_or(Tree::NULL))]);
            return self.union(plain, from, to);
        }
        let Some(field) = ours.iter().find(|one| one.name == known.name).copied() else {
            self.notes.refuse(format!("{}: {}", described(from, known.name), self.lacks()), self.leave_out());
            return tree;
        };
        self.notes.enter_field(known.name);
        let content = self.value(content, &known.ty, &field.ty);
        self.notes.leave();
        if self.to >= ONE_MEMBER {
            return Tree::Object(vec![(Cow::Borrowed(field.name), content)]);
        }
        let all = ours.iter().map(|one| {
            let value = if one.name == field.name { content.clone() } else { Tree::NULL };
            (Cow::Borrowed(one.name), value)
        });
        Tree::Object(all.collect())
    }

    /// An expression of symbols, as the release writes it; a `SymExpr` with the hint.
    fn expression<'d>(&mut self, text: Tree<'d>, hint: Option<Tree<'d>>) -> Tree<'d> {
        let written = match text.as_str() {
            Some(text) => match expr::convert(&text, self.to) {
                Ok(written) if written == *text => None,
                Ok(written) => Some(Tree::text(&written)),
                Err(why) => {
                    let what =
                        format!("the expression `{}`: {why}", text.chars().take(100).collect::<String>());
                    self.notes.refuse(what, self.leave_out());
                    None
                }
            },
            None => return self.unexpected(text, &Type::Str),
        };
        Tree::object([("expr_str", written.unwrap_or(text)), ("hint", hint.unwrap_or(Tree::NULL))])
    }

    /// Bounds of a symbol.
    fn range<'d>(&mut self, tree: Tree<'d>) -> Tree<'d> {
        let nullable =
            self.fields("RangeConstraint", true).iter().all(|field| matches!(field.ty, Type::Optional(_)));
        let Tree::Object(_) = tree else { return self.unexpected(tree, &class("RangeConstraint")) };
        let mut bound = |name: &'static str, infinite: &'static str| {
            let value = tree.get(name).cloned().unwrap_or(Tree::NULL);
            let word = value.as_str().map(Cow::into_owned);
            let raw = match &value {
                Tree::Raw(raw) => word.as_deref().unwrap_or(raw),
                _ => "",
            };
            match raw {
                "null" | "Infinity" | "-Infinity" if nullable => Tree::NULL,
                "null" => Tree::Raw(Cow::Borrowed(infinite)),
                "Infinity" => Tree::Raw(Cow::Borrowed("Infinity")),
                "-Infinity" => Tree::Raw(Cow::Borrowed("-Infinity")),
                raw if raw.parse::<i128>().is_ok() => value,
                _ => self.unexpected(value, &Type::Int),
            }
        };
        let (min, max) = (bound("min_val", "-Infinity"), bound("max_val", "Infinity"));
        Tree::object([("min_val", min), ("max_val", max)])
    }
}

/// A member of a union, in words where they say more than its name.
fn described(class: &str, tag: &str) -> String {
    let words = match (class, tag) {
        ("InputSpec", "constant_input") => "an input that is not a tensor",
        ("InputSpec", "custom_obj") => "an input that is an object of a class of TorchScript",
        ("InputSpec" | "OutputSpec", "token") => "a token, which orders calls with side effects",
        ("OutputSpec", "user_input_mutation") => "an input of the caller that is changed",
        ("OutputSpec", "parameter_mutation") => "a parameter that is changed",
        ("Argument", "as_sym_float" | "as_sym_floats") => "a symbolic float",
        ("Argument", "as_complex") => "a complex number",
        ("Argument", "as_operator") => "an operator as an argument",
        _ => return format!("`{class}.{tag}`"),
    };
    format!("{words} (`{class}.{tag}`)")
}
