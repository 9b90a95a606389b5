//! Verdicts: what profiles do with files.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::profiles::{PROFILE, read_profile};
use crate::digest::Digest;
use crate::error::Result;
use crate::index::Cell;
use crate::judge::Profile;

/// Enters a verdict, if there is none yet.
pub fn add_verdict(to: &Connection, blob: Digest, profile: Digest, engine: &str, cell: &Cell) -> Result<()> {
    to.prepare_cached("INSERT OR IGNORE INTO verdict (blob, profile, engine, cell) VALUES (?, ?, ?, ?)")?
        .execute(params![blob, profile, engine, serde_json::to_string(cell)?])?;
    Ok(())
}

/// The profiles that have no verdict on a file.
pub fn unjudged(from: &Connection, blob: Digest, engine: &str) -> Result<Vec<Profile>> {
    let mut statement = from.prepare_cached(&format!(
        "SELECT {PROFILE} FROM profile p WHERE NOT EXISTS \
         (SELECT 1 FROM verdict v WHERE v.blob = ?1 AND v.profile = p.digest AND v.engine = ?2) ORDER BY digest"
    ))?;
    let rows = statement.query_map(params![blob, engine], read_profile)?;
    Ok(rows.map(|row| row.map(|registered| registered.profile)).collect::<rusqlite::Result<_>>()?)
}

/// Files of variants on which some profile has no verdict; of one model, or of all.
pub fn blobs_to_judge(from: &Connection, model: Option<i64>, engine: &str) -> Result<Vec<Digest>> {
    let mut statement = from.prepare_cached(
        "SELECT DISTINCT a.blob FROM variant a JOIN version s ON s.id = a.version JOIN blob b ON b.digest = a.blob \
         WHERE (?1 IS NULL OR s.model = ?1) AND b.state = 'ready' AND EXISTS (SELECT 1 FROM profile p WHERE NOT EXISTS \
         (SELECT 1 FROM verdict v WHERE v.blob = a.blob AND v.profile = p.digest AND v.engine = ?2)) ORDER BY a.blob",
    )?;
    let rows = statement.query_map(params![model, engine], |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// The verdict of a profile on a file.
pub fn verdict(from: &Connection, blob: Digest, profile: Digest, engine: &str) -> Result<Option<Cell>> {
    let mut statement =
        from.prepare_cached("SELECT cell FROM verdict WHERE blob = ? AND profile = ? AND engine = ?")?;
    let read = |row: &Row<'_>| row.get::<_, String>(0);
    let cell = statement.query_row(params![blob, profile, engine], read).optional()?;
    Ok(cell.map(|cell| serde_json::from_str(&cell)).transpose()?)
}
