//! What devices report.

use std::collections::BTreeMap;

use rusqlite::{Connection, Row, params};

use super::{signed, unsigned};
use crate::digest::Digest;
use crate::error::Result;

/// Counts of what became of a file on devices.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// It was loaded and ran.
    pub loads: u64,
    /// It was refused.
    pub failures: u64,
    /// Its reader ended.
    pub crashes: u64,
}

/// Counts of a day stop here, so that no sum of them is more than SQLite's numbers can be.
const MOST_COUNT: i64 = 1 << 50;

/// Adds counts of a day.
pub fn add_outcome(to: &Connection, blob: Digest, profile: Digest, day: &str, counts: Counts) -> Result<()> {
    to.prepare_cached(
        "INSERT INTO outcome (blob, profile, day, loads, failures, crashes) VALUES (?1, ?2, ?3, ?4, ?5, ?6) \
         ON CONFLICT (blob, profile, day) DO UPDATE SET loads = min(loads + ?4, ?7), \
         failures = min(failures + ?5, ?7), crashes = min(crashes + ?6, ?7)",
    )?
    .execute(params![
        blob,
        profile,
        day,
        signed(counts.loads),
        signed(counts.failures),
        signed(counts.crashes),
        MOST_COUNT
    ])?;
    Ok(())
}

/// Counts of all days by file and profile, with the profile's name.
pub fn outcomes(from: &Connection) -> Result<Vec<(Digest, Digest, String, Counts)>> {
    let mut statement = from.prepare_cached(
        "SELECT o.blob, o.profile, p.name, sum(o.loads), sum(o.failures), sum(o.crashes) FROM outcome o \
         JOIN profile p ON p.digest = o.profile GROUP BY o.blob, o.profile ORDER BY o.blob, o.profile",
    )?;
    let read = |row: &Row<'_>| {
        let counts = Counts {
            loads: unsigned(row.get(3)?),
            failures: unsigned(row.get(4)?),
            crashes: unsigned(row.get(5)?),
        };
        Ok((row.get(0)?, row.get(1)?, row.get(2)?, counts))
    };
    Ok(statement.query_map([], read)?.collect::<rusqlite::Result<_>>()?)
}

/// Counts by day of one file.
pub fn outcomes_by_day(from: &Connection, blob: Digest) -> Result<Vec<(Digest, String, Counts)>> {
    let mut statement = from.prepare_cached(
        "SELECT profile, day, loads, failures, crashes FROM outcome WHERE blob = ? ORDER BY profile, day",
    )?;
    let read = |row: &Row<'_>| {
        let counts = Counts {
            loads: unsigned(row.get(2)?),
            failures: unsigned(row.get(3)?),
            crashes: unsigned(row.get(4)?),
        };
        Ok((row.get(0)?, row.get(1)?, counts))
    };
    Ok(statement.query_map([blob], read)?.collect::<rusqlite::Result<_>>()?)
}

/// Adds devices that report a profile on a day.
pub fn add_devices(to: &Connection, profile: Digest, day: &str, count: u64) -> Result<()> {
    to.prepare_cached(
        "INSERT INTO devices (profile, day, count) VALUES (?1, ?2, ?3) \
         ON CONFLICT (profile, day) DO UPDATE SET count = min(count + ?3, ?4)",
    )?
    .execute(params![profile, day, signed(count), MOST_COUNT])?;
    Ok(())
}

/// How many devices report each profile: the most on one day, of this one and those after it.
pub fn devices(from: &Connection, since: &str) -> Result<BTreeMap<Digest, u64>> {
    let mut statement =
        from.prepare_cached("SELECT profile, max(count) FROM devices WHERE day >= ? GROUP BY profile")?;
    let rows = statement.query_map([since], |row| Ok((row.get(0)?, unsigned(row.get(1)?))))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Enters a batch of reports; what was entered under its id.
pub fn add_batch(to: &Connection, id: &str, request: Digest, now: i64) -> Result<(bool, Digest)> {
    let added = to
        .prepare_cached("INSERT OR IGNORE INTO batch (id, request, created) VALUES (?, ?, ?)")?
        .execute(params![id, request, now])?;
    let mut statement = to.prepare_cached("SELECT request FROM batch WHERE id = ?")?;
    Ok((added > 0, statement.query_row([id], |row| row.get(0))?))
}
