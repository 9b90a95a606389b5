//! What a reader checks of an operation beyond its make: the values of attributes, types of operands, traits, and what people wrote. It accepts
//! what its producer's checks let pass where those are the same, or stricter; else that is not known.

use std::collections::BTreeSet;

use super::demands::{Demands, accepts, field, verified};
use super::operation::{Operation, Reader};
use super::producers::major;

impl Operation<'_, '_> {
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
            let has = "its producer's definition of it was not read";
            return self.unknown(needs, has, self.not_known(has));
        };
        let own = "a reader whose own checks accept what its producer's do";
        if let Some(has) = self.values_checked(demands, &written, present) {
            return self.unknown(own, &has, self.not_known(&has));
        }
        let by_hand = |producer| verified(self.case.profile, &self.op.name, major(producer));
        let compared = self.case.producer.filter(|_| written.0 == self.op.name).and_then(by_hand);
        if demands.verifier && compared == Some(false) {
            // What files show is not asked: it is known that the reader checks something else.
            let has = format!("its verifier is written by hand, in other code than that of {}", self.case.writer());
            self.unknown(own, &has, self.not_known(&has));
        } else if demands.verifier && compared.is_none() {
            let why = "its verifier is written by hand, and no file with it was seen to load";
            self.open("", own, self.not_known(why));
        }
        if !self.same_invariants(demands, &written) {
            let needs = "a reader that demands of operands, results and regions what its producer does";
            let why = format!(
                "it demands other operands, results or traits than {}, and no file with it was seen to load",
                self.case.writer()
            );
            self.open("#types", needs, self.not_known(&why));
        }
    }

    /// Whether the reader's generated checks of operands, results, regions and traits are the producer's, or hold of all that passes those.
    fn same_invariants(&self, demands: &Demands<'_>, (was, written): &(&str, Demands<'_>)) -> bool {
        demands.invariants == written.invariants
            || *was == self.op.name && self.accepts("accepts", &self.op.name)
    }

    fn accepts(&self, kind: &str, name: &str) -> bool {
        let accepts = |producer| accepts(self.case.profile, kind, name, major(producer), self.case.facts.vectors);
        self.case.producer.is_some_and(accepts)
    }

    /// What the reader checks of values that the producer, by its definition, did not check in the same way. Files that load tell nothing of
    /// others there: it depends on what stands in them.
    fn values_checked(
        &self,
        demands: &Demands<'_>,
        of_producer: &(&str, Demands<'_>),
        present: &BTreeSet<(String, String)>,
    ) -> Option<String> {
        let (was, written) = of_producer;
        if self.case.profile.has("stricter", &self.op.name) {
            return Some(format!("it checks values that {} does not check", self.case.writer()));
        }
        for (name, _) in present {
            let check = |profile, op: &str, name: &str| field(profile, op, name).map(|(_, check)| check);
            let Some(reader) = check(self.case.profile, &self.op.name, name).filter(|check| *check != "-")
            else {
                continue;
            };
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
            (true, false) => {
                Some(format!("its verifier is written by hand, and {} has none", self.case.writer()))
            }
            (true, true) if !self.same_invariants(demands, of_producer) => Some(
                format!("its verifier is written by hand, and {} demands other operands, results or traits", self.case.writer()),
            ),
            _ => None,
        }
    }
}
