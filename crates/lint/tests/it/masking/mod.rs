//! Masking: two pairs in one, so that both differences are there at once. Each break still counts as it did alone, whatever stands beside it.
//!
//! The pairs of a kind are combined in several ways: beside each other, one inside the other, in one table, block or operation. The test takes a part of
//! all combinations; `OUTLAST_ROUNDS` says how many of each kind are taken at most.

mod dialect;
mod fbs;
mod layout;

use outlast_lint::{Directions, Finding, Level, Report};

/// How many combinations of a kind are tried.
fn rounds(normal: usize) -> usize {
    std::env::var("OUTLAST_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(normal)
}

/// About so many of all, spread evenly, each at its own place.
fn taken(all: usize, wanted: usize) -> impl Iterator<Item = usize> {
    let wanted = wanted.min(all);
    // A step that has no divisor in common with the number of all comes to each once.
    let step = (all / wanted.max(1)..).find(|step| *step > 0 && common(*step, all) == 1).unwrap_or(1);
    (0..wanted).map(move |n| n * step % all)
}

fn common(a: usize, b: usize) -> usize {
    if b == 0 { a } else { common(b, a % b) }
}

/// What must hold of a finding.
#[derive(Clone, Debug)]
struct Break {
    rule: &'static str,
    level: Level,
    directions: Directions,
}

/// What a report says that makes it fail, or may.
fn breaks(report: &Report, counts: impl Fn(&Finding) -> bool) -> Vec<Break> {
    let heavy = report.findings.iter().filter(|finding| finding.level > Level::Note);
    heavy
        .filter(|finding| counts(finding))
        .map(|finding| Break {
            rule: finding.rule.name,
            level: finding.level,
            directions: finding.directions,
        })
        .collect()
}

/// What of the breaks is not in a report, each in a finding of its own unless several may be one there.
fn masked(report: &Report, wanted: &[Break], one_for_all: bool) -> Vec<Break> {
    let mut free: Vec<&Finding> = report.findings.iter().collect();
    let mut missing = Vec::new();
    // Those that hold in both directions have the fewest that fit.
    let mut wanted: Vec<&Break> = wanted.iter().collect();
    wanted.sort_by_key(|one| std::cmp::Reverse((one.directions == Directions::BOTH, one.level)));
    for one in wanted {
        let fits = |finding: &&Finding| {
            finding.rule.name == one.rule
                && finding.level >= one.level
                && one.directions.iter().all(|direction| finding.directions.has(direction))
        };
        match free.iter().position(fits) {
            Some(_) if one_for_all => {}
            Some(at) => drop(free.remove(at)),
            None => missing.push(one.clone()),
        }
    }
    missing
}

/// What came of many combinations.
#[derive(Default)]
struct Tally {
    combinations: usize,
    breaks: usize,
    behind: usize,
    masked: Vec<String>,
}

impl Tally {
    fn add(&mut self, name: &str, report: &Report, wanted: &[Break], one_for_all: bool) {
        self.combinations += 1;
        self.breaks += wanted.len();
        let witnesses = report.findings.iter().flat_map(|finding| &finding.witnesses);
        self.behind += witnesses.filter(|witness| witness.first.is_some()).count();
        for one in masked(report, wanted, one_for_all) {
            let lines: Vec<String> = report.findings.iter().map(crate::support::line).collect();
            self.masked.push(format!("{name}: {one:?}\n    {}", lines.join("\n    ")));
        }
    }

    fn check(&self, kind: &str, least: usize) {
        println!(
            "{kind}: {} combinations, {} breaks that count alone, {} masked; {} witnesses are behind another change",
            self.combinations,
            self.breaks,
            self.masked.len(),
            self.behind
        );
        self.masked.iter().for_each(|one| println!("masked: {}", one.lines().next().unwrap_or_default()));
        let shown: Vec<&str> = self.masked.iter().take(20).map(String::as_str).collect();
        assert!(self.masked.is_empty(), "{}", shown.join("\n"));
        if std::env::var_os("OUTLAST_ROUNDS").is_none() {
            assert!(self.combinations >= least, "{} combinations", self.combinations);
        }
    }
}
