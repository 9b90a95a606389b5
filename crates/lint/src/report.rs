//! [`Report`]: what a comparison found; and one comparison with many baselines.

use outlast_core::SortShort;
use std::collections::HashMap;

use crate::{Direction, Finding, Level};

/// What a comparison of two versions found.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// All findings: the worst first, in order of rules within a level.
    pub findings: Vec<Finding>,
}

impl Report {
    /// Whether something breaks in a direction.
    pub fn breaks(&self, direction: Direction) -> bool {
        self.findings.iter().any(|f| f.level == Level::Break && f.directions.has(direction))
    }

    /// The worst level in it; `None` if there is no finding.
    pub fn worst(&self) -> Option<Level> {
        self.findings.iter().map(|finding| finding.level).max()
    }
}

/// A finding, and the baselines that it holds against.
#[derive(Clone, PartialEq, Debug)]
pub struct Held {
    /// The finding, as the oldest of them has it.
    pub finding: Finding,
    /// Names of the baselines, in the order in which they were given.
    pub against: Vec<String>,
}

/// Puts reports against several baselines, the oldest first, together: each finding once.
pub fn held_against(reports: Vec<(String, Report)>) -> Vec<Held> {
    let mut all: Vec<Held> = Vec::new();
    let mut places = HashMap::new();
    for (name, report) in reports {
        for finding in report.findings {
            let site = finding.new.as_ref().map(|site| site.text.clone());
            // What breaks against one of them is a note against another.
            let same = (finding.rule.code, finding.level, finding.directions, finding.subject.clone(), site);
            let at = *places.entry(same).or_insert(all.len());
            match all.get_mut(at) {
                None => all.push(Held { finding, against: vec![name.clone()] }),
                Some(held) if held.against.last() != Some(&name) => held.against.push(name.clone()),
                Some(_) => {}
            }
        }
    }
    all.sort_short_by_key(|held| (std::cmp::Reverse(held.finding.level), held.finding.rule.code));
    all
}
