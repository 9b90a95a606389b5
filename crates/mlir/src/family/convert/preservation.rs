//! Whether a conversion kept what the file says: properties and attributes by their names, before and after, as the reader takes them.
//!
//! The steps of a conversion each keep the meaning of what they know. This looks at the result alone, whatever made it and whatever the
//! version of its container: the last thing before a file is written.

use std::cell::RefCell;
use std::rc::Rc;

use crate::changes::{self, Change, Form, PASSTHROUGH, with_defaults};
use crate::named_attributes::{Said, SaidKey, Sayings, Value};
use crate::print::Snippets;
use crate::schema::{self, Known, PropertyKind, PropertyValue};
use crate::steps::CONSTANT;
use crate::{AttrId, File, OpNameId, budget_for};
use outlast_core::{Budget, Error, QuickMap, QuickSet, to_index};

use super::super::codes;
use super::super::demands::Demands;
use super::super::dictionary::{SEGMENTS, SYMBOLS};
use super::super::producers::{encoder_of, major, producer_of};
use super::super::{profile, profiles};
use super::same::same;
use outlast_model::conversion::Blocker;
use outlast_model::targets::Profile;

/// How many losses are told.
const MOST: usize = 16;

/// What the reader takes of a dictionary of attributes for properties of an operation.
enum Takes {
    /// It has no definition of the operation: all stay what they are, under their names.
    AsItStands,
    /// What has one of these names.
    Names(Vec<String>),
    /// Whatever the producer had there; its definitions are not known.
    Attributes,
}

/// An operation by its definitions.
struct Defined {
    /// Its own attributes, for the release that wrote the file.
    ours: Vec<String>,
    /// What the reader takes for such.
    theirs: Takes,
    /// The other names of attributes, as they are asked for.
    renamed: RefCell<QuickMap<String, Option<&'static str>>>,
}

/// What was lost between a file and what was made of it for a release (none: for its producer's), as reasons not to write it.
///
/// # Errors
///
/// One of them cannot be read.
pub(super) fn lost(before: &File<'_>, after: &[u8], reader: Option<&Profile>) -> Result<Vec<Blocker>, Error> {
    let made = File::open(after)?;
    let size = before.data().len().max(after.len());
    let made = made.with_schemas(before.given().cloned());
    let producer = producer_of(before);
    let reader = reader.cloned().or_else(|| encoder_of(before).and_then(|major| profile(&major.to_string())));
    let (before, after) = (Sayings::read(before)?, Sayings::read(&made)?);
    let release = reader.as_ref().map_or(NEWEST, major);
    let spelling = format!("MLIR{release}.0.0");
    let mut comparison = Comparison {
        texts: [&before, &after].map(|side| Texts {
            snippets: Snippets::new(&side.tables, spelling.as_bytes()),
            known: QuickMap::default(),
        }),
        newest: Texts {
            snippets: Snippets::new(&before.tables, format!("MLIR{NEWEST}.0.0").as_bytes()),
            known: QuickMap::default(),
        },
        before: &before,
        after: &after,
        producer: producer.as_ref(),
        reader: reader.as_ref(),
        known: QuickMap::default(),
        budget: budget_for(size),
        found: Vec::new(),
    };
    comparison.run();
    Ok(comparison.found)
}

/// What is printed for something without text.
const OPAQUE: &str = "outlast.opaque<";

/// The release in whose spelling default values are listed.
const NEWEST: u32 = 22;

/// Texts of attributes, each made once.
struct Texts<'t> {
    snippets: Snippets<'t>,
    known: QuickMap<AttrId, String>,
}

impl Texts<'_> {
    fn text(&mut self, attr: AttrId) -> &str {
        let snippets = &mut self.snippets;
        self.known.entry(attr).or_insert_with(|| snippets.attr(attr))
    }
}

struct Comparison<'c, 'a> {
    before: &'c Sayings<'a>,
    after: &'c Sayings<'c>,
    producer: Option<&'c Profile>,
    reader: Option<&'c Profile>,
    texts: [Texts<'c>; 2],
    newest: Texts<'c>,
    known: QuickMap<(OpNameId, OpNameId), Rc<Defined>>,
    budget: Budget,
    found: Vec<Blocker>,
}

impl Comparison<'_, '_> {
    fn run(&mut self) {
        let (before, after) = (self.before, self.after);
        let kept = [before, after].map(|side| left_out(side, self.releases()));
        let mut ours = before.order().iter().copied().filter(|key| !left_out_of(&kept[0], *key));
        let mut theirs = after.order().iter().copied().filter(|key| !left_out_of(&kept[1], *key));
        let constants = self.puts_constants_in();
        let bare = self.bare_constants();
        let mut dissolved = 0_usize;
        let mut seen = Pairs::new(before.keys().len());
        loop {
            let (mut one, mut other) = (ours.next(), theirs.next());
            // What had nothing but a constant in it is that constant, and what handed it out is gone.
            while let (Some((outer, inner)), Some(mine)) = (bare, one) {
                let mine = key_name(before, mine);
                let made = other.and_then(|made| key_name(after, made));
                if mine == made {
                    break;
                } else if mine.as_deref() == Some(outer) && made.as_deref() == Some(inner) {
                    dissolved += 1;
                } else if dissolved > 0
                    && mine.is_some_and(|mine| {
                        mine == format!("{}.yield", outer.split('.').next().unwrap_or_default())
                    })
                {
                    dissolved -= 1;
                } else {
                    break;
                }
                one = ours.next();
            }
            // What was put in has another name than what it stands before.
            while let (Some(mine), Some(made)) = (one, other) {
                let names = (key_name(before, mine), key_name(after, made));
                if names.1.as_deref() != constants || names.0 == names.1 {
                    break;
                }
                other = theirs.next();
            }
            let (Some(one), Some(other)) = (one, other) else {
                if one.is_some() || other.is_some() {
                    let counts = (before.order().len(), after.order().len());
                    let why = format!("{} operations were read, and {} are written", counts.0, counts.1);
                    self.found.push(blocker("operations".into(), why));
                }
                return;
            };
            if !seen.insert(one, other) {
                continue;
            }
            let keys = (before.keys().get(to_index(one)), after.keys().get(to_index(other)));
            if let (Some(ours), Some(theirs)) = keys {
                self.compare(*ours, *theirs);
            }
            if self.found.len() >= MOST {
                return;
            }
        }
    }

    /// Operations of which a step leaves only the constant in them, and what that is.
    fn bare_constants(&self) -> Option<(&'static str, &'static str)> {
        let (producer, reader) = self.releases();
        changes::between(producer, reader).find_map(|(change, form)| match (change, form) {
            (Change::Handed { op, constant }, Form::Older) => Some((*op, *constant)),
            _ => None,
        })
    }

    /// The operation that a step puts in before others.
    fn puts_constants_in(&self) -> Option<&'static str> {
        let (producer, reader) = self.releases();
        let basis =
            |(change, form): (&Change, Form)| matches!((change, form), (Change::Basis { .. }, Form::Older));
        changes::between(producer, reader).any(basis).then_some(CONSTANT)
    }

    fn releases(&self) -> (Option<u32>, u32) {
        (self.producer.map(major), self.reader.map_or(NEWEST, major))
    }

    fn compare(&mut self, ours: SaidKey, theirs: SaidKey) {
        let (op, there) = (self.before.name(ours.0), self.after.name(theirs.0));
        if op != there && !self.renamed(&op, &there) {
            self.found.push(blocker(op.clone(), format!("`{op}` would be `{there}`")));
            return;
        }
        // What is opaque keeps its bytes and its numbers, or is refused before.
        let Some(said) = self.before.said(ours) else { return };
        let Some(read) = self.after.said(theirs) else {
            self.found
                .push(blocker(op.clone(), format!("the properties of `{there}` could not be read again")));
            return;
        };
        // Operations of many names may have one dictionary.
        if !self.budget.spend(said.len().saturating_add(read.len()).saturating_mul(16)) {
            let why = "comparing what its operations say takes more work than the bytes of the file justify";
            return self.found.push(blocker(op, why.to_owned()));
        }
        let by_name: QuickMap<&str, &Said> = read.iter().rev().map(|said| (&*said.name, said)).collect();
        let known = self.known.get(&(ours.0, theirs.0)).cloned();
        let defined = known.unwrap_or_else(|| {
            let found = Rc::new(Defined {
                ours: self.defines(&op),
                theirs: self.takes(&there),
                renamed: RefCell::default(),
            });
            self.known.insert((ours.0, theirs.0), Rc::clone(&found));
            found
        });
        let mut told = QuickSet::default();
        for one in &said {
            if let Value::Sizes(sizes) = &one.value {
                let other = by_name.get(&*one.name).map(|other| &other.value);
                if !same_sizes(sizes, other, self.regrouped(&there)) {
                    self.lose(&op, &one.name, "has other sizes");
                }
                continue;
            }
            let inherent = one.encoded || ours.1.is_none() && defined.ours.contains(&one.name);
            let renamed = self.other_name(&defined, [&op, &there], &one.name);
            let names = [Some(&*one.name), renamed];
            let found = names.into_iter().flatten().find_map(|name| by_name.get(name).copied());
            let Some(found) = found else {
                if !self.is_default(&op, one) && !self.made_anew(&there, &one.name) {
                    self.lose(&op, &one.name, "no longer exists");
                }
                continue;
            };
            told.insert(&*found.name);
            let taken = found.encoded
                || match &defined.theirs {
                    Takes::AsItStands => true,
                    Takes::Names(names) => names.contains(&found.name),
                    Takes::Attributes => !matches!(one.value, Value::Native(_)),
                };
            if inherent && !taken && !self.is_default(&op, one) && !self.made_anew(&there, &one.name) {
                self.lose(&op, &one.name, "is a discardable attribute there, without effect");
            } else if !self.same(&op, one, found) {
                self.lose(&op, &one.name, "has another value");
            }
        }
        for more in read.iter().filter(|more| !told.contains(&*more.name)) {
            let nothing = match &more.value {
                Value::Sizes(_) => true,
                _ if self.made_anew(&there, &more.name) => true,
                Value::Attr(attr) => {
                    let text = self.texts[1].text(*attr);
                    text == "array<i32>" || changes::default(&there, &more.name) == Some(text)
                }
                _ => false,
            };
            if !nothing {
                self.lose(&there, &more.name, "was not there before");
            }
        }
    }

    /// Whether the releases have groups of operands in another order, so that their sizes are told in another order, too.
    fn regrouped(&self, op: &str) -> bool {
        let groups = |profile: Option<&Profile>| {
            profile.and_then(|profile| Some(profile.get("groups", op)?.to_owned()))
        };
        groups(self.producer) != groups(self.reader)
    }

    /// Whether a step rewrites an attribute, by what the operation is otherwise.
    fn made_anew(&self, op: &str, name: &str) -> bool {
        made_anew(self.releases(), op, name)
    }

    /// The other name of an attribute of an operation, if a release renamed it.
    fn other_name(&self, defined: &Defined, ops: [&str; 2], name: &str) -> Option<&'static str> {
        if let Some(known) = defined.renamed.borrow().get(name) {
            return *known;
        }
        let (from, to) = self.releases();
        let found = ops.into_iter().find_map(|op| changes::other_attribute(from, to, op, name));
        defined.renamed.borrow_mut().insert(name.to_owned(), found);
        found
    }

    fn lose(&mut self, op: &str, name: &str, what: &str) {
        let reader = self.reader.map_or_else(|| "the producer".to_owned(), |reader| reader.name.clone());
        let why = format!("`{name}` of `{op}` would be lost: for {reader}, in what was written, it {what}");
        self.found.push(blocker(op.to_owned(), why));
    }

    /// Whether operations of one name may stand for those of another.
    fn renamed(&self, from: &str, to: &str) -> bool {
        let (producer, reader) = self.releases();
        let is_yield = |change: &Change| match change {
            Change::Yield { older, newer, .. } => {
                [*older, *newer] == [from, to] || [*newer, *older] == [from, to]
            }
            Change::Merged { older, newer } | Change::Element { older, newer, .. } => {
                [*older, *newer] == [from, to]
            }
            _ => false,
        };
        changes::other_operation(producer, reader, from) == Some(to)
            || changes::between(producer, reader).any(|(change, _)| is_yield(change))
    }

    /// What the reader takes of a dictionary of this operation.
    fn takes(&self, op: &str) -> Takes {
        let Some(reader) = self.reader else { return Takes::Attributes };
        let Some(mut names) = attributes(reader, op) else { return Takes::AsItStands };
        names.extend(SYMBOLS.iter().chain(&SEGMENTS).map(|name| (*name).to_owned()));
        let prefix = format!("{op}.");
        let unlisted = reader.all("unlisted").into_iter();
        names.extend(unlisted.filter_map(|(name, _)| Some(name.strip_prefix(&prefix)?.to_owned())));
        Takes::Names(names)
    }

    /// An operation's own attributes for the release that wrote the file; if that is not known, for any release.
    fn defines(&self, op: &str) -> Vec<String> {
        match self.producer {
            Some(producer) => attributes(producer, op).unwrap_or_default(),
            None => {
                let profiles = profiles();
                profiles.iter().filter_map(|profile| attributes(profile, op)).flatten().collect()
            }
        }
    }

    /// Whether an operation without the attribute is the same.
    fn is_default(&mut self, op: &str, said: &Said) -> bool {
        match said.value {
            // Promises that are not all that the reader's attribute stands for.
            Value::Native(PropertyValue::Number(number)) => {
                changes::rows().iter().any(|row| match row.change {
                    Change::Unit { op: of, newer, value, .. } => {
                        of == op
                            && newer == said.name
                            && i64::try_from(number).is_ok_and(|number| number & value != value)
                    }
                    _ => false,
                })
            }
            Value::Attr(attr) => {
                changes::default(op, &said.name).is_some_and(|default| self.newest.text(attr) == default)
            }
            _ => false,
        }
    }

    fn same(&mut self, op: &str, one: &Said, other: &Said) -> bool {
        let unit = changes::rows().iter().find_map(|row| match row.change {
            Change::Unit { op: of, older, newer, value } if of == op && one.name != other.name => {
                Some((older, newer, value))
            }
            _ => None,
        });
        if let Some((older, newer, value)) = unit {
            let [of_one, of_other] = &mut self.texts;
            let sides = [(one, of_one), (other, of_other)];
            return sides.into_iter().all(|(said, texts)| match &said.value {
                Value::Attr(attr) if said.name == older => texts.text(*attr) == "unit",
                Value::Attr(attr) => {
                    said.name == newer
                        && number(texts.text(*attr)).is_some_and(|number| number & value == value)
                }
                Value::Native(PropertyValue::Number(number)) => {
                    i64::try_from(*number).is_ok_and(|number| number & value == value)
                }
                _ => false,
            });
        }
        match (&one.value, &other.value) {
            (Value::Attr(one_attr), Value::Attr(other_attr)) => {
                let releases = self.releases();
                let [ours, theirs] = &mut self.texts;
                let (ours, theirs) = (ours.text(*one_attr), theirs.text(*other_attr));
                // What has no text stands there with its bytes, and these have numbers of the file's tables.
                if ours.contains(OPAQUE) || theirs.contains(OPAQUE) {
                    let sides = [(self.before, *one_attr), (self.after, *other_attr)];
                    let [one, other] = sides.map(|(side, attr)| (&side.tables, attr));
                    return same(one, other, &mut self.budget);
                }
                // Renumbered values are those of a table, and data layouts are spelt in two ways.
                ours == theirs
                    || plain(ours) == plain(theirs)
                    || ours.contains("#dlti.") && theirs.contains("#dlti.")
                    || ["#llvm.memory_effects<", "!llvm.vec<", "vec<"]
                        .iter()
                        .any(|word| ours.contains(word) || theirs.contains(word))
                        && spelt(ours) == spelt(theirs)
                    || releases
                        .0
                        .and_then(|from| with_defaults(ours, from, releases.1))
                        .is_some_and(|said| said == theirs)
                    || changes::between(releases.0, releases.1).any(|(change, _)| match change {
                        Change::Parameter { op: of, attribute, name } => {
                            *of == op
                                && *attribute == one.name
                                && without(ours, name) == without(theirs, name)
                        }
                        _ => false,
                    })
                    || one.name == PASSTHROUGH
                        && made_anew(releases, op, PASSTHROUGH)
                        && ours
                            .strip_suffix(']')
                            .and_then(|ours| theirs.strip_prefix(ours))
                            .is_some_and(|more| more.starts_with(','))
                    || made_anew(releases, op, &one.name)
                        && (only_more_true(ours, theirs)
                            || range(ours).is_some_and(|ours| range(theirs) == Some(ours)))
                    || changes::rows().iter().any(|row| match &row.change {
                        Change::Numbers { op: of, attribute, .. } => *of == op && *attribute == one.name,
                        _ => false,
                    })
            }
            (Value::Native(ours), Value::Native(theirs)) => self.same_native(ours, theirs),
            // An attribute in place of a property, or the reverse, is what stands for it.
            (Value::Native(_), Value::Attr(_)) | (Value::Attr(_), Value::Native(_)) => true,
            _ => false,
        }
    }

    fn same_native(&mut self, ours: &PropertyValue, theirs: &PropertyValue) -> bool {
        match (ours, theirs) {
            (PropertyValue::Str(ours), PropertyValue::Str(theirs)) => {
                self.before.tables.string(*ours) == self.after.tables.string(*theirs)
            }
            (PropertyValue::Attr(ours), PropertyValue::Attr(theirs)) => {
                let [before, after] = &mut self.texts;
                before.text(*ours) == after.text(*theirs)
            }
            (PropertyValue::List(ours), PropertyValue::List(theirs)) => {
                ours.len() == theirs.len()
                    && ours.iter().zip(theirs).all(|(one, other)| self.same_native(one, other))
            }
            (ours, theirs) => ours == theirs,
        }
    }
}

/// Whether a step between two releases rewrites an attribute, by what the operation is otherwise.
fn made_anew((producer, reader): (Option<u32>, u32), op: &str, name: &str) -> bool {
    changes::between(producer, reader).any(|(change, _)| change.makes_anew(op, name))
}

/// By key: whether its operations are terminators that releases put in by themselves, or notes that the reader has no word for.
fn left_out(side: &Sayings<'_>, (producer, reader): (Option<u32>, u32)) -> Vec<bool> {
    let terminators = changes::rows().iter().filter_map(|row| match row.change {
        Change::Terminator { end, .. } => Some(end),
        _ => None,
    });
    let notes = changes::between(producer, reader).filter_map(|(change, form)| match (change, form) {
        (Change::Notes { op, .. }, Form::Older) => Some(*op),
        _ => None,
    });
    let implied: QuickSet<&str> = terminators.chain(notes).collect();
    let names = 0..side.tables.op_names.len();
    let by_name: Vec<bool> = names.map(|at| implied.contains(&*side.name(OpNameId::new(at)))).collect();
    side.keys().iter().map(|key| by_name.get(key.0.index()) == Some(&true)).collect()
}

fn key_name(side: &Sayings<'_>, key: u32) -> Option<String> {
    side.keys().get(to_index(key)).map(|key| side.name(key.0))
}

fn left_out_of(keys: &[bool], key: u32) -> bool {
    keys.get(to_index(key)) == Some(&true)
}

/// Pairs of keys. Nearly always a key of one side goes with one of the other.
struct Pairs {
    /// By key of the first side: the first that it was seen with.
    first: Vec<Option<u32>>,
    more: QuickSet<(u32, u32)>,
}

impl Pairs {
    fn new(count: usize) -> Pairs {
        Pairs { first: vec![None; count], more: QuickSet::default() }
    }

    /// Whether the pair is new.
    fn insert(&mut self, one: u32, other: u32) -> bool {
        match self.first.get_mut(to_index(one)) {
            Some(first @ None) => {
                *first = Some(other);
                true
            }
            Some(Some(first)) if *first == other => false,
            _ => self.more.insert((one, other)),
        }
    }
}

/// The attributes that a release's definition of an operation has; none if it has no definition.
fn attributes(profile: &Profile, op: &str) -> Option<Vec<String>> {
    let dialect = op.split('.').next().unwrap_or_default();
    profile.get("linked", dialect)?;
    let release = schema::release(&format!("mlir-{}", major(profile)));
    let known = release.map_or(Known::Absent, |release| release.op(op));
    let demands = Demands::of(profile, op);
    match known {
        Known::Properties(schema) => {
            let attrs = schema.fields.into_iter().filter(|field| {
                matches!(field.kind, PropertyKind::Attr | PropertyKind::OptAttr | PropertyKind::Segments(_))
            });
            Some(attrs.map(|field| field.name).collect())
        }
        // Where a release encodes no properties of an operation, its attributes are in the dictionary.
        Known::Plain => {
            Some(demands.map_or(Vec::new(), |demands| demands.attrs.into_iter().map(str::to_owned).collect()))
        }
        Known::Absent => Some(demands?.attrs.into_iter().map(str::to_owned).collect()),
    }
}

/// The bounds of a range, as numbers or as an attribute of the dialect `llvm`; none if it is none.
fn range(text: &str) -> Option<&str> {
    let starts = ["#llvm.constant_range<i32, ", "array<i32: "];
    starts.iter().find_map(|start| text.strip_prefix(start)?.strip_suffix('>'))
}

/// Whether a list of truth values differs from another only where that has `true`.
fn only_more_true(ours: &str, theirs: &str) -> bool {
    let flags = |text: &str| text.trim_matches(['[', ']']).split(", ").map(str::to_owned).collect::<Vec<_>>();
    let (ours, theirs) = (flags(ours), flags(theirs));
    ours.len() == theirs.len() && ours.iter().zip(&theirs).all(|(one, other)| one == other || other == "true")
}

/// Texts of the dialect `llvm` in one spelling: what older releases do not say apart is left out.
fn spelt(text: &str) -> String {
    if let Some(effects) = text.strip_prefix("#llvm.memory_effects<") {
        return effects
            .trim_end_matches('>')
            .split(", ")
            .filter(|item| item.starts_with("argMem") || item.starts_with("inaccessibleMem"))
            .collect();
    }
    text.replace("!llvm.", "").replace("vector<", "vec<").replace(' ', "")
}

/// Whether sizes of segments are the same, except for groups of none, and for their order if groups have another one; sizes of one group need not be there.
fn same_sizes(ours: &[i64], theirs: Option<&Value>, regrouped: bool) -> bool {
    let some = |sizes: &[i64]| {
        let mut some: Vec<i64> = sizes.iter().copied().filter(|size| *size != 0).collect();
        if regrouped {
            some.sort_unstable();
        }
        some
    };
    match theirs {
        Some(Value::Sizes(theirs)) => some(ours) == some(theirs),
        _ => some(ours).len() <= 1,
    }
}

/// Arrays of numbers, dense or not, as the same text.
fn plain(text: &str) -> String {
    let dense = text.strip_prefix("array<i").and_then(|rest| rest.strip_suffix('>'));
    match dense.map(|rest| rest.split_once(": ").map_or("", |(_, numbers)| numbers)) {
        Some(numbers) => format!("[{numbers}]"),
        None => text.replace(" : i64", ""),
    }
}

/// The text of dictionaries without one of their entries, and without what stands between entries.
fn without(text: &str, name: &str) -> String {
    let start = format!("{name} = ");
    let mut parts = text.split(&*start);
    let first = parts.next().unwrap_or_default().to_owned();
    let rest = parts.map(|part| part.split_once('>').map_or("", |(_, rest)| rest));
    [first].into_iter().chain(rest.map(str::to_owned)).collect::<String>().replace([',', ' '], "")
}

/// The number of an integer attribute's text: `3 : i32`.
fn number(text: &str) -> Option<i64> {
    text.split(" : ").next()?.parse().ok()
}

fn blocker(subject: String, why: String) -> Blocker {
    let help = "let the reader's release of MLIR write the file from the module's text";
    Blocker::new(why).code(Some(codes::LOST)).subject(subject).help(Some(help.into()))
}
