//! Mutants of random layouts, and an oracle that knows no rule: random streams, written under one version and read by the reader model of the
//! other. A pair and direction breaks if one of them is refused, misread, or loses what must be understood.

use std::collections::BTreeMap;

use outlast_lint::layout::compare::troubles;
use outlast_lint::layout::content::{is_legal, write};
use outlast_lint::layout::model::Layout;
use outlast_lint::layout::{self};
use outlast_lint::{Direction, Level, Report};

use super::generate::{self, Fresh};
use super::{mutate, random};
use crate::mutants::Rng;
use crate::support::line;

const MUTANTS: u64 = 400;
const STREAMS: usize = 250;

/// What goes wrong in a direction, if a random stream shows it.
fn truth(old: &Layout, new: &Layout, direction: Direction, rng: &mut Rng) -> Option<String> {
    let (writer, reader) = match direction {
        Direction::NewReadsOld => (old, new),
        Direction::OldReadsNew => (new, old),
    };
    for _ in 0..STREAMS {
        let content = random::content(writer, rng);
        let Some(written) = is_legal(writer, &content).then(|| write(writer, &content).ok()).flatten() else {
            continue;
        };
        let found = troubles(writer, reader, &written, true);
        if !found.is_empty() && troubles(writer, writer, &written, true).is_empty() {
            return Some(format!("{}: {:?}", found[0].at.path(), found[0].kind));
        }
    }
    None
}

fn says(report: &Report, direction: Direction, level: Level) -> bool {
    report.findings.iter().any(|finding| finding.level >= level && finding.directions.has(direction))
}

#[test]
fn mutants_of_layouts_are_judged_as_random_streams_show() {
    let (mut breaks, mut missed, mut quiet, mut unseen) = (0, Vec::new(), 0, 0);
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    let mut made: u64 = 0;
    // More, and others, for a long run.
    let given = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let first = given("OUTLAST_SEED").unwrap_or(0);
    let wanted = given("OUTLAST_MUTANTS").unwrap_or(MUTANTS);
    for seed in first.. {
        if made == wanted {
            break;
        }
        let (mut rng, mut fresh) = (Rng::new(1000 + seed), Fresh::default());
        let old = generate::layout(&mut rng, &mut fresh);
        let mut new = old.clone();
        let mut edits = Vec::new();
        for _ in 0..1 + rng.below(2) {
            edits.extend(mutate::edit(&mut new, &mut rng, &mut fresh));
        }
        if edits.is_empty() || new == old {
            continue;
        }
        made += 1;
        for edit in &edits {
            *kinds.entry(edit).or_default() += 1;
        }
        let report = layout::lint(&old, &new).unwrap();
        super::pairs::check_report(&old, &new, &report);
        for direction in Direction::ALL {
            let truth = truth(&old, &new, direction, &mut rng);
            match (truth, says(&report, direction, Level::DependsOnData)) {
                (Some(_), true) => breaks += 1,
                (None, false) => quiet += 1,
                // The lint has a witness, which was read again: the random streams did not find it.
                (None, true) => unseen += 1,
                (Some(what), false) => {
                    breaks += 1;
                    let lines: Vec<String> = report.findings.iter().map(line).collect();
                    missed.push(format!(
                        "seed {seed} {direction} {edits:?}: {what}\n    {}",
                        lines.join("\n    ")
                    ));
                }
            }
        }
    }
    let recall = 100.0 * f64::from(breaks - i32::try_from(missed.len()).unwrap()) / f64::from(breaks);
    println!(
        "{made} mutants: {breaks} breaks, {} missed, recall {recall:.2} %; {quiet} safe, {unseen} found by rules only",
        missed.len()
    );
    println!("{kinds:?}");
    println!("{}", missed.join("\n"));
    assert!(recall >= 99.0, "{}", missed.join("\n"));
}
