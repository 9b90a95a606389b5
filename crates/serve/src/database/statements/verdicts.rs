//! Verdicts: what profiles do with files. Each document is stored once, and verdicts name it.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::profiles::{PROFILE, read_profile};
use crate::digest::Digest;
use crate::error::Result;
use crate::index::Cell;
use crate::judge::Profile;

/// Enters a verdict, if there is none yet.
pub fn add_verdict(to: &Connection, blob: Digest, profile: Digest, engine: &str, cell: &Cell) -> Result<()> {
    let document = serde_json::to_string(cell)?;
    let digest = Digest::of(document.as_bytes());
    to.prepare_cached("INSERT OR IGNORE INTO engine (name) VALUES (?)")?.execute([engine])?;
    to.prepare_cached("INSERT OR IGNORE INTO cell (digest, document) VALUES (?, ?)")?
        .execute(params![digest, document])?;
    to.prepare_cached(
        "INSERT INTO verdict (engine, blob, profile, cell) VALUES ((SELECT id FROM engine WHERE name = ?), \
         (SELECT id FROM blob WHERE digest = ?), (SELECT id FROM profile WHERE digest = ?), (SELECT id FROM cell WHERE digest = ?)) \
         ON CONFLICT (engine, blob, profile) DO NOTHING",
    )?
    .execute(params![engine, blob, profile, digest])?;
    Ok(())
}

/// The profiles that have no verdict on a file.
pub fn unjudged(from: &Connection, blob: Digest, engine: &str) -> Result<Vec<Profile>> {
    let mut statement = from.prepare_cached(&format!(
        "SELECT {PROFILE} FROM profile p WHERE NOT EXISTS (SELECT 1 FROM verdict v \
         WHERE v.engine = (SELECT id FROM engine WHERE name = ?2) \
         AND v.blob = (SELECT id FROM blob WHERE digest = ?1) AND v.profile = p.id) ORDER BY digest"
    ))?;
    let rows = statement.query_map(params![blob, engine], read_profile)?;
    Ok(rows.map(|row| row.map(|registered| registered.profile)).collect::<rusqlite::Result<_>>()?)
}

/// Files of a model on which some profile has no verdict; or this one.
pub fn blobs_to_judge(
    from: &Connection,
    model: i64,
    only: Option<Digest>,
    engine: &str,
) -> Result<Vec<Digest>> {
    const OF_MODEL: &str = "SELECT DISTINCT a.blob FROM version s CROSS JOIN variant a ON a.version = s.id \
         CROSS JOIN blob b ON b.digest = a.blob WHERE s.model = ?1 AND b.state = 'ready'";
    const VERDICTS: &str =
        "FROM verdict v WHERE v.engine = (SELECT id FROM engine WHERE name = ?2) AND v.blob = b.id";
    let read = |row: &Row<'_>| row.get(0);
    let rows = match only {
        None => from
            .prepare_cached(&format!(
                "{OF_MODEL} AND (SELECT count(*) {VERDICTS}) < (SELECT count(*) FROM profile) ORDER BY a.blob"
            ))?
            .query_map(params![model, engine], read)?
            .collect::<rusqlite::Result<_>>(),
        Some(profile) => from
            .prepare_cached(&format!(
                "{OF_MODEL} AND NOT EXISTS (SELECT 1 {VERDICTS} \
                 AND v.profile = (SELECT id FROM profile WHERE digest = ?3)) ORDER BY a.blob"
            ))?
            .query_map(params![model, engine, profile], read)?
            .collect(),
    };
    Ok(rows?)
}

/// The verdict of a profile on a file.
pub fn verdict(from: &Connection, blob: Digest, profile: Digest, engine: &str) -> Result<Option<Cell>> {
    let mut statement = from.prepare_cached(
        "SELECT c.document FROM verdict v JOIN cell c ON c.id = v.cell \
         WHERE v.engine = (SELECT id FROM engine WHERE name = ?3) AND v.blob = (SELECT id FROM blob WHERE digest = ?1) \
         AND v.profile = (SELECT id FROM profile WHERE digest = ?2)",
    )?;
    let read = |row: &Row<'_>| row.get::<_, String>(0);
    let cell = statement.query_row(params![blob, profile, engine], read).optional()?;
    Ok(cell.map(|cell| serde_json::from_str(&cell)).transpose()?)
}
