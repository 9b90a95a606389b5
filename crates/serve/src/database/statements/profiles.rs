//! Profiles, and aliases of them.

use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::digest::Digest;
use crate::error::Result;
use crate::judge::{Form, Profile};

/// A registered profile.
#[derive(Clone, Debug)]
pub struct Registered {
    /// What judges by it.
    pub profile: Profile,
    /// Its own name.
    pub name: String,
    /// The family of its reader.
    pub family: String,
    /// What it was made of: `release`, `file`, `report`.
    pub source: String,
    /// Whether it asks for backports.
    pub backports: bool,
}

pub(super) const PROFILE: &str = "digest, name, family, form, text, source, backports";

pub(super) fn read_profile(row: &Row<'_>) -> rusqlite::Result<Registered> {
    let form = if row.get::<_, String>(3)? == "release" { Form::Release } else { Form::File };
    Ok(Registered {
        profile: Profile { digest: row.get(0)?, form, text: row.get(4)? },
        name: row.get(1)?,
        family: row.get(2)?,
        source: row.get(5)?,
        backports: row.get(6)?,
    })
}

/// Enters a profile, or that it asks for backports from now on; whether it is new.
pub fn add_profile(to: &Connection, registered: &Registered, now: i64) -> Result<bool> {
    let Registered { profile, name, family, source, backports } = registered;
    let mut statement = to.prepare_cached(
        "INSERT INTO profile (digest, name, family, form, text, source, backports, created, id) \
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(id), 0) + 1 FROM profile)) ON CONFLICT (digest) DO NOTHING",
    )?;
    let (form, text) = (profile.form.name(), &profile.text);
    let added =
        statement.execute(params![profile.digest, name, family, form, text, source, backports, now])?;
    if *backports {
        to.prepare_cached("UPDATE profile SET backports = 1 WHERE digest = ?")?.execute([profile.digest])?;
    }
    Ok(added > 0)
}

/// All profiles by digest.
pub fn profiles(from: &Connection) -> Result<Vec<Registered>> {
    let mut statement = from.prepare_cached(&format!("SELECT {PROFILE} FROM profile ORDER BY digest"))?;
    Ok(statement.query_map([], read_profile)?.collect::<rusqlite::Result<_>>()?)
}

/// A profile that is named by its digest, an alias or its own name, in this order.
pub fn profile(from: &Connection, named: &str) -> Result<Option<Registered>> {
    let mut statement = from.prepare_cached(&format!(
        "SELECT {PROFILE} FROM profile WHERE digest = ?1 \
         UNION ALL SELECT {PROFILE} FROM profile WHERE digest = (SELECT profile FROM alias WHERE name = ?1) \
         UNION ALL SELECT * FROM (SELECT {PROFILE} FROM profile WHERE name = ?1 ORDER BY digest) LIMIT 1"
    ))?;
    Ok(statement.query_row([named], read_profile).optional()?)
}

/// Lets a name stand for a profile.
pub fn set_alias(to: &Connection, name: &str, profile: Digest) -> Result<()> {
    to.prepare_cached(
        "INSERT INTO alias (name, profile) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET profile = ?2",
    )?
    .execute(params![name, profile])?;
    Ok(())
}

/// All aliases, with the profiles that they stand for.
pub fn aliases(from: &Connection) -> Result<Vec<(String, Digest)>> {
    let mut statement = from.prepare_cached("SELECT name, profile FROM alias ORDER BY name")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}
