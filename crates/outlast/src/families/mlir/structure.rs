//! What a reader verifies of an operation: as far as it is generated, by its numbers; beyond that, by whether the producer verified the same.

use std::collections::BTreeSet;

use outlast_mlir::facts::OpShape;

use super::codes;
use super::demands::{Count, Demands, field};
use super::operations::{Operation, Own, Reader};

impl Operation<'_, '_> {
    /// What the reader verifies, as far as it is generated.
    pub(super) fn demands(&mut self, shape: &OpShape, demands: &Demands<'_>, own: &Own) {
        let name = self.op.name.clone();
        let mut wrong = |what: &str, found: usize, demand: Option<Count>| {
            let Some(demand) = demand.filter(|demand| !demand.fits(found)) else { return };
            let says = format!("'{name}' op {}", says(what, demand, found));
            let or_more = if demand.or_more { " or more" } else { "" };
            let (needs, has) = (format!("{found} {what}"), format!("demands {}{or_more}", demand.number));
            self.fails(codes::STRUCTURE, &needs, &has, says);
        };
        wrong("operands", shape.operands, demands.operands);
        wrong("results", shape.results, demands.results);
        wrong("regions", shape.regions, demands.regions);
        wrong("successors", shape.successors, demands.successors);
        for required in &demands.required {
            if !own.there.iter().any(|(name, _)| name == required) {
                let says = format!("'{}' op requires attribute '{required}'", self.op.name);
                let needs = format!("a reader that does without attribute `{required}`");
                self.fails(codes::STRUCTURE, &needs, "demands it", says);
            }
        }
        for segments in &demands.segments {
            let sizes = own.sizes.iter().find(|(name, _)| name == segments).map(|(_, sizes)| sizes);
            let (count, what) = match segments.starts_with("operand") {
                true => (shape.operands, "operand"),
                false => (shape.results, "result"),
            };
            if sizes.is_none() && self.case.schemas.is_none() {
                let says = format!("'{}' op requires dense i32 array attribute '{segments}'", self.op.name);
                let needs = format!("a reader that does without attribute `{segments}`");
                self.fails(codes::STRUCTURE, &needs, "demands it", says);
                continue;
            }
            let total = sizes
                .map_or(Some(0), |sizes| sizes.iter().try_fold(0_u64, |sum, size| sum.checked_add(*size)));
            if total != u64::try_from(count).ok() {
                let total = total.unwrap_or(u64::MAX);
                let says = format!(
                    "'{}' op {what} count ({count}) does not match with the total size ({total}) specified in attribute '{segments}'",
                    self.op.name
                );
                self.fails(codes::STRUCTURE, "a reader with the same segments", "other segments", says);
            }
        }
    }

    /// How blocks inside end.
    pub(super) fn ends(&mut self, demands: Option<&Demands<'_>>) {
        let Some(demands) = demands else { return };
        for end in &self.op.ends {
            if end.single && demands.no_terminator {
                continue;
            }
            let needs = "a reader that does without a terminator";
            match &end.last {
                None => {
                    let says = "empty block: expect at least a terminator".to_owned();
                    self.fails(codes::STRUCTURE, needs, "demands one", says);
                }
                Some(last) => {
                    let linked = last
                        .split('.')
                        .next()
                        .is_some_and(|dialect| self.case.profile.has("linked", dialect));
                    let row = linked.then(|| Demands::of(self.case.profile, last)).flatten();
                    if row.is_some_and(|row| !row.terminator) {
                        let says = format!("block with no terminator, has `{last}`");
                        self.fails(codes::STRUCTURE, needs, "demands one", says);
                    }
                }
            }
        }
    }

    /// What is checked beyond that: the same as the producer's checks, or not known.
    pub(super) fn compare(&mut self, known: &Reader<'_>, present: &BTreeSet<(String, String)>) {
        let former = self.case.other_operation(&self.op.name);
        let names = [Some(self.op.name.as_str()), former];
        let row = |name: &str| self.case.producer.and_then(|producer| Demands::of(producer, name));
        let written = names.into_iter().flatten().find_map(|name| row(name).map(|row| (name, row)));
        let needs = "a reader that accepts what its producer does";
        let Some(demands) = &known.demands else {
            return self.unknown(needs, "its definition in the reader's release was not read");
        };
        let Some(written) = written else {
            return self.unknown(needs, "its producer's definition of it was not read");
        };
        if let Some(has) = self.values_checked(demands, &written, present) {
            return self.unknown("a reader whose own checks accept what its producer's do", &has);
        }
        if demands.verifier {
            self.open("", "a reader whose own checks accept what its producer's do");
        }
        if demands.invariants != written.1.invariants {
            let needs = "a reader that demands of operands, results and regions what its producer does";
            self.open("#types", needs);
        }
    }

    /// What the reader checks of values that the producer, by its definition, did not check in the same way. Files that load tell nothing of
    /// others there: it depends on what stands in them.
    fn values_checked(
        &self,
        demands: &Demands<'_>,
        (was, written): &(&str, Demands<'_>),
        present: &BTreeSet<(String, String)>,
    ) -> Option<String> {
        if self.case.profile.has("stricter", &self.op.name) {
            return Some("checks values that its producer does not".into());
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
            if !names.any(|name| check(producer, was, name) == Some(reader)) {
                return Some(format!(
                    "checks the value of `{name}`, and its producer does not, or in another way"
                ));
            }
        }
        match (demands.verifier, written.verifier) {
            (true, false) => Some("has checks of its own, and its producer has none".into()),
            (true, true) if demands.invariants != written.invariants => Some(
                "has checks of its own, of operands, results or traits that are not its producer's".into(),
            ),
            _ => None,
        }
    }
}

fn says(what: &str, demand: Count, found: usize) -> String {
    let number = demand.number;
    match (what, demand.or_more, number) {
        ("successors", true, _) => format!("requires at least {number} successors but found {found}"),
        ("successors", _, 1) => format!("requires 1 successor but found {found}"),
        ("successors", ..) => format!("requires {number} successors but found {found}"),
        (_, false, 0) => format!("requires zero {what}"),
        ("operands", false, 1) => "requires a single operand".to_owned(),
        (_, false, 1) => format!("requires one {}", what.trim_end_matches('s')),
        (_, true, _) => format!("expected {number} or more {what}, but found {found}"),
        ("operands", ..) => format!("expected {number} operands, but found {found}"),
        _ => format!("expected {number} {what}"),
    }
}
