//! What a reader verifies of the make of an operation: how many operands, results, regions and successors it has, which attributes, and how
//! its blocks end.

use crate::facts::OpShape;

use super::codes;
use super::demands::{Count, Demands};
use super::operation::{Operation, Own};

impl Operation<'_, '_> {
    /// What the reader verifies, as far as it is generated.
    pub(super) fn demands(
        &mut self,
        shape: &OpShape,
        demands: &Demands<'_>,
        own: &Own,
        has_properties: bool,
    ) {
        let (name, reader) = (self.op.name.clone(), self.case.reader());
        let mut wrong = |what: &str, found: usize, demand: Option<Count>| {
            let Some(demand) = demand.filter(|demand| !demand.fits(found)) else { return };
            let says = format!("'{name}' op {}", says(what, demand, found));
            let or_more = if demand.or_more { " or more" } else { "" };
            let (needs, has) = (format!("{found} {what}"), format!("demands {}{or_more}", demand.number));
            let sentence =
                format!("`{name}` of {reader} has {}{or_more} {what}; the file's has {found}", demand.number);
            self.fails(codes::STRUCTURE, &needs, &has, sentence, says);
        };
        wrong("operands", shape.operands, demands.operands);
        wrong("results", shape.results, demands.results);
        wrong("regions", shape.regions, demands.regions);
        wrong("successors", shape.successors, demands.successors);
        let without = |attribute: &str| {
            format!("`{name}` of {reader} requires attribute `{attribute}`, and the file's does not have it")
        };
        for required in &demands.required {
            if !own.there.iter().any(|(name, _)| name == required) {
                let says = format!("'{}' op requires attribute '{required}'", self.op.name);
                let needs = format!("a reader that does without attribute `{required}`");
                let sentence = without(required);
                self.fails(codes::STRUCTURE, &needs, "demands it", sentence, says);
            }
        }
        for segments in &demands.segments {
            let sizes = own.sizes.iter().find(|(name, _)| name == segments).map(|(_, sizes)| sizes);
            let (count, what) = match segments.starts_with("operand") {
                true => (shape.operands, "operand"),
                false => (shape.results, "result"),
            };
            if sizes.is_none() && !has_properties {
                let says = format!("'{}' op requires dense i32 array attribute '{segments}'", self.op.name);
                let needs = format!("a reader that does without attribute `{segments}`");
                let sentence = without(segments);
                self.fails(codes::STRUCTURE, &needs, "demands it", sentence, says);
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
                let sentence = format!(
                    "`{name}` of {reader} has sizes of {what} segments that add up to {total}, and {count} {what}s"
                );
                self.fails(
                    codes::STRUCTURE,
                    "a reader with the same segments",
                    "other segments",
                    sentence,
                    says,
                );
            }
        }
    }

    /// How blocks inside end.
    pub(super) fn ends(&mut self, demands: Option<&Demands<'_>>) {
        let Some(demands) = demands else { return };
        let place = format!("{} requires a terminator in blocks of `{}`", self.case.reader(), self.op.name);
        for end in &self.op.ends {
            if end.single && demands.no_terminator {
                continue;
            }
            let needs = "a reader that does without a terminator";
            match &end.last {
                None => {
                    let says = "empty block: expect at least a terminator".to_owned();
                    let sentence = format!("{place}: the file has an empty one");
                    self.fails(codes::STRUCTURE, needs, "demands one", sentence, says);
                }
                Some(last) => {
                    let linked = last
                        .split('.')
                        .next()
                        .is_some_and(|dialect| self.case.profile.has("linked", dialect));
                    let row = linked.then(|| Demands::of(self.case.profile, last)).flatten();
                    if row.is_some_and(|row| !row.terminator) {
                        let says = format!("block with no terminator, has `{last}`");
                        let sentence = format!("{place}: the file has one that ends with `{last}`");
                        self.fails(codes::STRUCTURE, needs, "demands one", sentence, says);
                    }
                }
            }
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
