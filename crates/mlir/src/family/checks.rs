//! What a reader checks of an operation beyond its make: the values of attributes, types of operands, traits, and what people wrote. It accepts
//! what its producer's checks let pass where those are the same, or stricter; else that is not known.

use std::collections::BTreeSet;

use crate::AttrId;
use crate::changes::{self, Change};
use crate::facts::{OpShape, conditions};

use super::demands::{Checks, Demands, compared, demanded, field, generated, types_seen, verified};
use super::operation::{Operation, Reader};
use super::producers::{encoder, major};

/// Checks of a value that ask for nothing but its class, by the hash that the tables give them, and that class: strings, unit attributes, types, arrays,
/// dictionaries and names of symbols.
const PLAIN: [(&str, &str); 6] = [
    ("d451df5f", "code2"),
    ("b9220d3c", "code7"),
    ("cb81366f", "code6"),
    ("fa7c3793", "code0"),
    ("96af94cf", "code1"),
    ("ac109180", "code4"),
];

impl<'a> Operation<'_, 'a> {
    /// What is checked beyond that: the same as the producer's checks, or not known.
    pub(super) fn compare(&mut self, known: &Reader<'_>, present: &BTreeSet<(String, String)>) {
        let former = self.case.other_operation(&self.op.name);
        let names = [Some(self.op.name.as_str()), former];
        let row = |name: &str| self.case.producer.and_then(|producer| Demands::of(producer, name));
        let written = names.into_iter().flatten().find_map(|name| row(name).map(|row| (name, row)));
        let needs = "a reader that accepts what its producer does";
        let Some(demands) = &known.demands else {
            let has = "its definition in the reader's release was not read";
            return self.unknown(needs, has, self.not_known(has));
        };
        let Some(written) = written else {
            if self.is_bare_terminator() {
                return;
            }
            let has = "its producer's definition of it was not read";
            return self.unknown(needs, has, self.not_known(has));
        };
        let own = "a reader whose own checks accept what its producer's do";
        if let Some(has) = self.values_checked(demands, &written, present) {
            return self.unknown(own, &has, self.not_known(&has));
        }
        for condition in demanded(self.case.profile, &self.op.name) {
            self.condition(condition);
        }
        match self.verified(demands) {
            Checks::Weaker(conditions) => {
                conditions.into_iter().for_each(|condition| self.condition(condition));
            }
            Checks::Other => {
                // What files show is not asked: it is known that the reader checks something else.
                let has = format!(
                    "its verifier is written by hand, in other code than that of {}",
                    self.case.writer()
                );
                self.unknown(own, &has, self.not_known(&has));
            }
            Checks::Unread => {
                let why = "its verifier is written by hand, and no file with it was observed to load";
                self.open("", own, self.not_known(why));
            }
        }
        if !self.same_invariants(demands, &written) && !self.types_seen() {
            let needs = "a reader that demands of operands, results and regions what its producer does";
            let why = format!(
                "it demands other operands, results or traits than {}, and no file with it was observed to load",
                self.case.writer()
            );
            self.open("#types", needs, self.not_known(&why));
        }
    }

    /// Whether an attribute is what a change between the releases puts in its place: a unit attribute for a number, or what is there by default.
    fn says_otherwise(&self, name: &str) -> bool {
        let (from, to) = (self.case.producer.map(major), major(self.case.profile));
        let anew = |change: &Change| match change {
            Change::Unit { op, older, .. } => *op == self.op.name && *older == name,
            // Their values are checked all the same.
            Change::InBounds { .. }
            | Change::Element { .. }
            | Change::Promise { .. }
            | Change::Bundles { .. }
            | Change::Pointee { .. } => false,
            change => change.makes_anew(&self.op.name, name),
        };
        let facts = self.case.facts;
        let dictionaries = self.op.shapes.iter().filter_map(|shape| facts.dictionaries.get(shape.attrs?));
        let mut values = dictionaries.flatten().filter(|(other, _)| other == name).peekable();
        let encoded = self.op.shapes.iter().any(|shape| shape.properties.is_some());
        let is_default = |(_, attr): &(String, AttrId)| {
            facts.defaults.contains(&(self.op.name.clone(), name.to_owned(), *attr))
        };
        changes::between(from, to).any(|(change, _)| anew(change))
            || !encoded && values.peek().is_some() && values.all(is_default)
    }

    /// A dialect that the reader does not have, if an attribute of the operation is, or lists, something of it: for the reader that is only a text.
    fn without_dialect(&self, name: &str) -> Option<&'a str> {
        let facts = self.case.facts;
        let dictionaries = self.op.shapes.iter().filter_map(|shape| facts.dictionaries.get(shape.attrs?));
        let values = dictionaries.flatten().filter(|(other, _)| other == name);
        let mut dialects = values.filter_map(|(_, attr)| facts.dialects_of.get(attr)).flatten();
        dialects.find(|dialect| !self.case.profile.has("linked", dialect)).map(String::as_str)
    }

    /// Whether it is a terminator that releases put in by themselves, with nothing that a verifier could look at.
    fn is_bare_terminator(&self) -> bool {
        let (from, to) = (self.case.producer.map(major), major(self.case.profile));
        let ends = |change: &Change| matches!(change, Change::Terminator { end, .. } if *end == self.op.name);
        let bare = |shape: &OpShape| shape.operands + shape.results + shape.regions + shape.successors == 0;
        changes::between(from, to).any(|(change, _)| ends(change)) && self.op.shapes.iter().all(bare)
    }

    /// What the verifier that people wrote for the reader's operation is beside that of the producer's.
    fn verified(&self, demands: &Demands<'_>) -> Checks<'a> {
        match self.case.producer {
            _ if !demands.verifier => Checks::Weaker(Vec::new()),
            Some(producer) => {
                verified(self.case.profile, &self.op.name, major(producer), self.case.facts.vectors)
            }
            None => Checks::Unread,
        }
    }

    /// Whether a condition is of groups and numbers, which are as the reader has them where the file was made for it.
    fn is_made_so(&self, name: &str) -> bool {
        let made_for = encoder(&self.case.facts.producer) == Some(major(self.case.profile));
        made_for && matches!(name, "groups-in-place" | "collapse-is-all")
    }

    /// What the reader says of operations that do not meet a condition.
    fn condition(&mut self, name: &str) {
        let Some(unmet) = self.op.unmet.iter().find(|unmet| unmet.condition == name) else { return };
        if self.is_made_so(name) {
            return;
        }
        let says = conditions::says(name);
        let why = match says {
            "" => format!("its verifier checks more than that of {} (`{name}`)", self.case.writer()),
            says => format!(
                "its verifier checks more than that of {} (`{name}`), and may say: {says}",
                self.case.writer()
            ),
        };
        let needs =
            format!("a reader that takes operation {}, which does not meet `{name}`", unmet.first.index());
        self.unknown(&needs, "may refuse it", self.not_known(&why));
    }

    /// Whether the reader's generated checks of operands, results, regions and traits are the producer's, or hold of all that passes those.
    fn same_invariants(&self, demands: &Demands<'_>, (_, written): &(&str, Demands<'_>)) -> bool {
        let checks = || {
            self.case.producer.map(|producer| {
                generated(self.case.profile, &self.op.name, major(producer), self.case.facts.vectors)
            })
        };
        demands.invariants == written.invariants || checks().is_some_and(|checks| self.holds(checks))
    }

    /// The same of what a third release stands for: it rests on what was seen.
    fn types_seen(&self) -> bool {
        let (reader, vectors) = (self.case.profile, self.case.facts.vectors);
        let seen = !self.case.asks()
            && self
                .case
                .producer
                .is_some_and(|producer| types_seen(reader, &self.op.name, producer, vectors));
        if seen {
            self.case.is_sampled();
        }
        seen
    }

    /// Whether generated checks hold of all that passes the producer's, under conditions that the file's operations meet.
    fn accepts(&self, kind: &str, name: &str) -> bool {
        let Some(producer) = self.case.producer else { return false };
        self.holds(compared(self.case.profile, kind, name, major(producer), self.case.facts.vectors))
    }

    /// Whether checks refuse nothing, as the file's operations meet their conditions.
    fn holds(&self, checks: Checks<'_>) -> bool {
        match checks {
            Checks::Weaker(conditions) => {
                let met = |name: &str| {
                    self.is_made_so(name) || self.op.unmet.iter().all(|unmet| unmet.condition != name)
                };
                conditions.into_iter().all(met)
            }
            Checks::Other | Checks::Unread => false,
        }
    }

    /// What the reader checks of values that the producer, by its definition, did not check in the same way. Files that load tell nothing of
    /// others there: it depends on what stands in them.
    fn values_checked(
        &self,
        demands: &Demands<'_>,
        of_it: &(&str, Demands<'_>),
        present: &BTreeSet<(String, String)>,
    ) -> Option<String> {
        let (was, written) = of_it;
        let of_producer =
            || self.case.producer.map(|producer| format!("{}/{}", self.op.name, major(producer)));
        let stricter = |name: &str| self.case.profile.has("stricter", name);
        if stricter(&self.op.name) || of_producer().is_some_and(|name| stricter(&name)) {
            return Some(format!("it checks values that {} does not check", self.case.writer()));
        }
        for (name, class) in present {
            // What a conversion puts in or says otherwise, by a row of `changes`.
            if self.says_otherwise(name) {
                continue;
            }
            let check = |profile, op: &str, name: &str| field(profile, op, name).map(|(_, check)| check);
            let Some(reader) = check(self.case.profile, &self.op.name, name).filter(|check| *check != "-")
            else {
                continue;
            };
            if PLAIN.iter().any(|(check, plain)| *check == reader && plain == class) {
                continue;
            }
            if let Some(dialect) = self.without_dialect(name) {
                return Some(format!(
                    "it checks the value of attribute `{name}`, which has something of dialect `{dialect}` in it, of which it knows nothing"
                ));
            }
            let other = self.case.other_attribute(&self.op.name, name);
            let mut names = [Some(name.as_str()), other].into_iter().flatten();
            let producer = self.case.producer?;
            let same_names = *was == self.op.name && other.is_none();
            if same_names && self.accepts("accepts-field", &format!("{was}.{name}")) {
                continue;
            }
            if !names.any(|name| check(producer, was, name) == Some(reader)) {
                let writer = self.case.writer();
                return Some(format!(
                    "it checks the value of attribute `{name}`, which {writer} does not check, or in another way"
                ));
            }
        }
        match (demands.verifier, written.verifier) {
            _ if self.verified(demands) != Checks::Unread => None,
            (true, false) => {
                Some(format!("its verifier is written by hand, and {} has none", self.case.writer()))
            }
            (true, true) if !self.same_invariants(demands, of_it) => Some(format!(
                "its verifier is written by hand, and {} demands other operands, results or traits",
                self.case.writer()
            )),
            _ => None,
        }
    }
}
