//! Models, their versions and variants.

use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::digest::Digest;
use crate::error::Result;
use crate::index::{Origin, Recipe, Status};
use crate::policy::Policy;

/// A model.
#[derive(Clone, Debug)]
pub struct Model {
    /// Its row.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// How variants are chosen.
    pub policy: Policy,
    /// Goes up by every change.
    pub generation: i64,
}

/// Enters a model, if there is none of this name.
pub fn add_model(to: &Connection, name: &str, now: i64) -> Result<bool> {
    let policy = serde_json::to_string(&Policy::default())?;
    let mut statement = to.prepare_cached(
        "INSERT OR IGNORE INTO model (name, policy, generation, created) VALUES (?, ?, 1, ?)",
    )?;
    Ok(statement.execute(params![name, policy, now])? > 0)
}

/// A model by its name.
pub fn model(from: &Connection, name: &str) -> Result<Option<Model>> {
    let mut statement =
        from.prepare_cached("SELECT id, name, policy, generation FROM model WHERE name = ?")?;
    statement.query_row([name], read_model).optional()?.transpose()
}

/// All models by name.
pub fn models(from: &Connection) -> Result<Vec<Model>> {
    let mut statement =
        from.prepare_cached("SELECT id, name, policy, generation FROM model ORDER BY name")?;
    let rows: Vec<Result<Model>> = statement.query_map([], read_model)?.collect::<rusqlite::Result<_>>()?;
    rows.into_iter().collect()
}

fn read_model(row: &Row<'_>) -> rusqlite::Result<Result<Model>> {
    let policy: String = row.get(2)?;
    let (id, name, generation) = (row.get(0)?, row.get(1)?, row.get(3)?);
    Ok(serde_json::from_str(&policy).map(|policy| Model { id, name, policy, generation }).map_err(Into::into))
}

/// Sets how variants of a model are chosen.
pub fn set_policy(to: &Connection, model: i64, policy: &Policy) -> Result<()> {
    let policy = serde_json::to_string(policy)?;
    to.prepare_cached("UPDATE model SET policy = ?, generation = generation + 1 WHERE id = ?")?
        .execute(params![policy, model])?;
    Ok(())
}

/// The files of all versions that are delivered.
pub fn active(from: &Connection) -> Result<Vec<Digest>> {
    let mut statement = from.prepare_cached(
        "SELECT DISTINCT a.blob FROM variant a JOIN version s ON s.id = a.version WHERE s.status = 'active' ORDER BY a.blob",
    )?;
    Ok(statement.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?)
}

/// What decides, beside the generation of a model, which verdicts and backports it should have: who judges, and the profiles.
pub fn state(from: &Connection, by: &str) -> Result<String> {
    let mut statement =
        from.prepare_cached("SELECT ? || ' ' || count(*) || ' ' || total(backports) FROM profile")?;
    Ok(statement.query_row([by], |row| row.get(0))?)
}

/// Models that are not known to have every verdict and backport.
pub fn unsettled(from: &Connection, state: &str) -> Result<Vec<Model>> {
    let mut statement = from.prepare_cached(
        "SELECT id, name, policy, generation FROM model WHERE settled IS NOT ? || ' ' || generation ORDER BY name",
    )?;
    let rows: Vec<Result<Model>> =
        statement.query_map([state], read_model)?.collect::<rusqlite::Result<_>>()?;
    rows.into_iter().collect()
}

/// Enters that a model has every verdict and backport, as of this generation.
pub fn settle(to: &Connection, model: i64, state: &str, generation: i64) -> Result<()> {
    to.prepare_cached("UPDATE model SET settled = ? || ' ' || ? WHERE id = ?")?
        .execute(params![state, generation, model])?;
    Ok(())
}

/// Enters that a model has changed.
pub fn touch(to: &Connection, model: i64) -> Result<()> {
    to.prepare_cached("UPDATE model SET generation = generation + 1 WHERE id = ?")?.execute([model])?;
    Ok(())
}

/// A version by its label: its row, and the digest of what was published.
pub fn version(from: &Connection, model: i64, label: &str) -> Result<Option<(i64, Digest, Status)>> {
    let mut statement =
        from.prepare_cached("SELECT id, request, status FROM version WHERE model = ? AND label = ?")?;
    let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?, status(&row.get::<_, String>(2)?)));
    Ok(statement.query_row(params![model, label], read).optional()?)
}

/// Enters a version; its row.
pub fn add_version(to: &Connection, model: i64, label: &str, request: Digest, now: i64) -> Result<i64> {
    to.prepare_cached(
        "INSERT INTO version (model, label, request, status, published) VALUES (?, ?, ?, 'active', ?)",
    )?
    .execute(params![model, label, request, now])?;
    Ok(to.last_insert_rowid())
}

/// Enters that a version is not delivered any more.
pub fn set_status(to: &Connection, version: i64, status: Status, reason: &str) -> Result<()> {
    to.prepare_cached("UPDATE version SET status = ?, reason = ? WHERE id = ?")?.execute(params![
        status.name(),
        reason,
        version
    ])?;
    Ok(())
}

pub(super) fn status(name: &str) -> Status {
    match name {
        "active" => Status::Active,
        "yanked" => Status::Yanked,
        _ => Status::Retired,
    }
}

/// Enters a variant, if the version has not this file.
pub fn add_variant(
    to: &Connection,
    version: i64,
    blob: Digest,
    derived: Option<(Digest, &Recipe)>,
    now: i64,
) -> Result<bool> {
    let origin = if derived.is_some() { Origin::Backport } else { Origin::Uploaded };
    let recipe = derived.map(|(_, recipe)| serde_json::to_string(recipe)).transpose()?;
    let mut statement = to.prepare_cached(
        "INSERT OR IGNORE INTO variant (version, blob, origin, derived_from, recipe, created) VALUES (?, ?, ?, ?, ?, ?)",
    )?;
    let added = statement.execute(params![
        version,
        blob,
        origin.name(),
        derived.map(|(from, _)| from),
        recipe,
        now
    ])?;
    Ok(added > 0)
}
