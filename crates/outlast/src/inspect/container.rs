//! Files that hold others in one screen: what is in them, and at which addresses.

use super::producer;
use crate::detect::{Detection, describe, detect, holdings};
use crate::summary::{Summary, bytes};

/// What is said of a file in another.
const HOLDS: &[&str] = &["address", "kind", "producer", "at", "size"];

/// Sums up a file that holds others, which the user calls `name`; none if there is nothing in it that Outlast reads.
pub fn container(name: &str, file: &[u8]) -> Option<Summary> {
    let Detection::Known(kind) = detect(file) else { return None };
    let holdings = holdings(file).filter(|_| kind.holds_others())?;
    if holdings.found.is_empty() {
        return None;
    }
    let mut summary = Summary::new(kind);
    summary.fact("size", bytes(file.len() as u64));
    summary.fact("format", describe(file));
    summary.fact("holds", (holdings.found.len() as u64 + holdings.more).to_string());
    let row = |address: &str| format!("{name}!{address}");
    let mut rows: Vec<Vec<String>> = holdings
        .found
        .iter()
        .map(|hidden| {
            let within = hidden.bytes(file);
            let at = match &hidden.unpacked {
                None => format!("0x{:x}", hidden.range.start),
                Some(_) => format!("0x{:x}, unpacked", hidden.range.start),
            };
            let producer = producer(within).unwrap_or_default();
            vec![row(&hidden.address), hidden.what.to_string(), producer, at, bytes(within.len() as u64)]
        })
        .collect();
    if holdings.more > 0 {
        let mut row = vec![String::new(); HOLDS.len()];
        if let Some(first) = row.first_mut() {
            *first = format!("… and {} more", holdings.more);
        }
        rows.push(row);
    }
    summary.list("holds", HOLDS, rows);
    let rows = holdings.others.iter().map(|(address, what)| vec![row(address), what.clone()]);
    summary.list("others", &["address", "what"], rows.collect());
    let rows = holdings.commands.iter().map(|(address, command)| vec![row(address), command.clone()]);
    summary.list("command lines", &["section", "arguments"], rows.collect());
    let rows = holdings.notes.into_iter().map(|note| vec![note]);
    summary.list("not looked into", &["what"], rows.collect());
    summary.listings.retain(|listing| !listing.rows.is_empty());
    Some(summary)
}
