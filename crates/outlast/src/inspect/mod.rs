//! A file in one screen: what `outlast inspect` shows, as data. [`Program::summary`] sums up a program, [`container`] a file that holds
//! others.
//!
//! [`Program::summary`]: crate::Program::summary

mod container;

pub use crate::summary::{Fact, Listing, Said, Summary, said};
pub use container::container;

/// Who wrote a file, as it says itself; of several modules in it, each producer once.
pub fn producer(bytes: &[u8]) -> Option<String> {
    let summary = crate::open(bytes).ok()?.summary().ok()?;
    let fact = summary.facts.into_iter().find(|(label, _)| matches!(*label, "producer" | "compiler"));
    let said = fact.map(|(_, said)| said).filter(|said| said != "not said");
    said.or_else(|| {
        let listing = summary.listings.iter().find(|listing| listing.title == "modules")?;
        let column = listing.columns.iter().position(|column| *column == "producer")?;
        let mut names: Vec<&str> =
            listing.rows.iter().filter_map(|row| row.get(column)).map(String::as_str).collect();
        names.retain(|name| !name.is_empty());
        names.dedup();
        (!names.is_empty()).then(|| names.join(", "))
    })
}
