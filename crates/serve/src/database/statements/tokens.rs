//! Tokens.

use rusqlite::{Connection, Row, params};

use crate::digest::Digest;
use crate::error::Result;

/// A token, without what it is.
#[derive(Clone, Debug)]
pub struct Token {
    /// Its id.
    pub id: String,
    /// The digest of the token.
    pub hash: Digest,
    /// What it is for.
    pub name: String,
    /// What it allows.
    pub scopes: String,
    /// When it was made.
    pub created: i64,
    /// When it was revoked.
    pub revoked: Option<i64>,
}

/// Enters a token.
pub fn add_token(to: &Connection, token: &Token) -> Result<()> {
    to.prepare_cached("INSERT INTO token (id, hash, name, scopes, created) VALUES (?, ?, ?, ?, ?)")?
        .execute(params![token.id, token.hash, token.name, token.scopes, token.created])?;
    Ok(())
}

/// All tokens.
pub fn tokens(from: &Connection) -> Result<Vec<Token>> {
    let mut statement = from
        .prepare_cached("SELECT id, hash, name, scopes, created, revoked FROM token ORDER BY created, id")?;
    let read = |row: &Row<'_>| {
        Ok(Token {
            id: row.get(0)?,
            hash: row.get(1)?,
            name: row.get(2)?,
            scopes: row.get(3)?,
            created: row.get(4)?,
            revoked: row.get(5)?,
        })
    };
    Ok(statement.query_map([], read)?.collect::<rusqlite::Result<_>>()?)
}

/// Revokes a token by its id; whether there is one.
pub fn revoke_token(to: &Connection, id: &str, now: i64) -> Result<bool> {
    let mut statement = to.prepare_cached("UPDATE token SET revoked = ? WHERE id = ? AND revoked IS NULL")?;
    Ok(statement.execute(params![now, id])? > 0)
}
