//! Stored files, and uploads.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::{signed, unsigned};
use crate::digest::Digest;
use crate::error::Result;

/// A stored file.
#[derive(Clone, Debug)]
pub struct Blob {
    /// Its length.
    pub size: u64,
    /// `stored`, `ready` or `quarantined`.
    pub state: String,
    /// What kind of file it is, when somebody has read it.
    pub kind: Option<String>,
    /// Why it is in quarantine.
    pub reason: Option<String>,
}

/// Enters a stored file; whether it is new.
pub fn add_blob(to: &Connection, digest: Digest, size: u64, now: i64) -> Result<bool> {
    let mut statement = to.prepare_cached(
        "INSERT INTO blob (digest, size, state, created, id) \
         VALUES (?, ?, 'stored', ?, (SELECT coalesce(max(id), 0) + 1 FROM blob)) ON CONFLICT (digest) DO NOTHING",
    )?;
    Ok(statement.execute(params![digest, signed(size), now])? > 0)
}

/// A stored file by its digest.
pub fn blob(from: &Connection, digest: Digest) -> Result<Option<Blob>> {
    let mut statement = from.prepare_cached("SELECT size, state, kind, reason FROM blob WHERE digest = ?")?;
    let read = |row: &Row<'_>| {
        Ok(Blob { size: unsigned(row.get(0)?), state: row.get(1)?, kind: row.get(2)?, reason: row.get(3)? })
    };
    Ok(statement.query_row([digest], read).optional()?)
}

/// The facts of a file, as JSON.
pub fn facts(from: &Connection, digest: Digest) -> Result<Option<String>> {
    let mut statement = from.prepare_cached("SELECT facts FROM blob WHERE digest = ?")?;
    Ok(statement.query_row([digest], |row| row.get::<_, Option<String>>(0)).optional()?.flatten())
}

/// All stored files, with their lengths.
pub fn blobs(from: &Connection) -> Result<Vec<(Digest, u64)>> {
    let mut statement = from.prepare_cached("SELECT digest, size FROM blob ORDER BY digest")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, unsigned(row.get(1)?))))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Enters what was read of a file.
pub fn set_ready(to: &Connection, digest: Digest, kind: &str, facts: &str) -> Result<()> {
    to.prepare_cached(
        "UPDATE blob SET state = 'ready', kind = ?, facts = ?, reason = NULL WHERE digest = ?",
    )?
    .execute(params![kind, facts, digest])?;
    Ok(())
}

/// Enters that reading a file exceeded the limits.
pub fn set_quarantined(to: &Connection, digest: Digest, reason: &str) -> Result<()> {
    to.prepare_cached("UPDATE blob SET state = 'quarantined', reason = ? WHERE digest = ?")?
        .execute(params![reason, digest])?;
    Ok(())
}

/// An upload that has begun.
#[derive(Clone, Debug)]
pub struct Upload {
    /// Its id.
    pub id: String,
    /// The digest that was declared.
    pub digest: Digest,
    /// The length that was declared.
    pub size: u64,
    /// Whether it has ended, and the file is stored.
    pub done: bool,
}

/// Enters an upload; with a key that another has, that one.
pub fn add_upload(to: &Connection, upload: &Upload, key: Option<&str>, now: i64) -> Result<Upload> {
    to.prepare_cached(
        "INSERT OR IGNORE INTO upload (id, digest, size, key, created) VALUES (?, ?, ?, ?, ?)",
    )?
    .execute(params![upload.id, upload.digest, signed(upload.size), key, now])?;
    let mut statement =
        to.prepare_cached("SELECT id, digest, size, done FROM upload WHERE id = ? OR key = ?")?;
    Ok(statement.query_row(params![upload.id, key], read_upload)?)
}

/// An upload by its id.
pub fn upload(from: &Connection, id: &str) -> Result<Option<Upload>> {
    let mut statement = from.prepare_cached("SELECT id, digest, size, done FROM upload WHERE id = ?")?;
    Ok(statement.query_row([id], read_upload).optional()?)
}

/// All uploads by id.
pub fn uploads(from: &Connection) -> Result<Vec<Upload>> {
    let mut statement = from.prepare_cached("SELECT id, digest, size, done FROM upload ORDER BY id")?;
    Ok(statement.query_map([], read_upload)?.collect::<rusqlite::Result<_>>()?)
}

/// Enters that an upload has ended, and its file is stored.
pub fn set_done(to: &Connection, id: &str) -> Result<()> {
    to.prepare_cached("UPDATE upload SET done = 1 WHERE id = ?")?.execute([id])?;
    Ok(())
}

/// Forgets an upload.
pub fn drop_upload(to: &Connection, id: &str) -> Result<()> {
    to.prepare_cached("DELETE FROM upload WHERE id = ?")?.execute([id])?;
    Ok(())
}

/// Forgets uploads that began before this moment.
pub fn drop_uploads_before(to: &Connection, moment: i64) -> Result<usize> {
    Ok(to.prepare_cached("DELETE FROM upload WHERE created < ?")?.execute([moment])?)
}

fn read_upload(row: &Row<'_>) -> rusqlite::Result<Upload> {
    Ok(Upload { id: row.get(0)?, digest: row.get(1)?, size: unsigned(row.get(2)?), done: row.get(3)? })
}
