//! Files in a file: the releases that run each, and those that are alike on one line.

use outlast::inspect::{Listing, Summary};
use outlast::{Program, detect};
use outlast_report::RunsOn;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::cmd::good_on::{GoodOn, as_runs_on, good_on_all};

/// The listing of files in a file, and what it shows of them.
const TITLE: &str = "holds";
const COLUMNS: &[&str] = &["address", "kind", "producer", "runs on", "at", "size"];
const ALIKE: &[&str] = &["address", "like it", "kind", "producer", "runs on", "at", "size"];

/// Where `runs on` stands in a row, and what is alike before it.
const RUNS_ON: usize = 3;

/// The summary of a file with the releases that run each file in it, and the releases that run all of them.
pub(super) fn judged(
    bytes: &[u8],
    mut summary: Summary,
    good_on: impl Fn(&Program<'_>) -> Option<Vec<GoodOn>> + Sync,
) -> (Summary, Option<Vec<RunsOn>>) {
    let holdings = detect::holdings(bytes).unwrap_or_default();
    let of = |hidden: &detect::Hidden| {
        let program = outlast::open(hidden.bytes(bytes)).ok()?;
        good_on(&program)
    };
    let found: Vec<Option<Vec<GoodOn>>> = holdings.found.par_iter().map(of).collect();
    let Some(listing) = summary.listings.iter_mut().find(|listing| listing.title == TITLE) else {
        return (summary, None);
    };
    listing.columns = COLUMNS;
    for (n, row) in listing.rows.iter_mut().enumerate() {
        let own = found.get(n).and_then(Option::as_ref);
        let said = own.map(|good_on| {
            let ranges: Vec<String> = as_runs_on(good_on).iter().map(ToString::to_string).collect();
            ranges.join(", ")
        });
        row.insert(RUNS_ON.min(row.len()), said.unwrap_or_default());
    }
    let is_whole = holdings.more == 0 && holdings.notes.is_empty();
    let has_code = holdings.found.iter().any(|hidden| !hidden.is_sidecar);
    let counted = found.iter().zip(&holdings.found).filter(|(_, hidden)| !(has_code && hidden.is_sidecar));
    let all = good_on_all(counted.map(|(own, _)| own.as_deref()));
    let all = all.filter(|all| is_whole && !all.is_empty());
    (summary, all.as_deref().map(as_runs_on))
}

/// The summary with files of the same kind by the same producer, which the same releases run, on one line.
pub(super) fn alike(mut summary: Summary) -> Summary {
    let Some(listing) = summary.listings.iter_mut().find(|listing| listing.title == TITLE) else {
        return summary;
    };
    let mut rows: Vec<(Vec<String>, usize)> = Vec::new();
    for row in std::mem::take(&mut listing.rows) {
        let key = |row: &Vec<String>| row.get(1..=RUNS_ON).map(<[String]>::to_vec);
        match rows.iter_mut().find(|(first, _)| key(first) == key(&row)) {
            Some((_, others)) => *others += 1,
            None => rows.push((row, 0)),
        }
    }
    let with_count = |(mut row, others): (Vec<String>, usize)| {
        let count = if others == 0 { String::new() } else { format!("and {others} more") };
        row.insert(1.min(row.len()), count);
        row
    };
    *listing = Listing::new(TITLE, ALIKE, rows.into_iter().map(with_count).collect());
    summary
}
