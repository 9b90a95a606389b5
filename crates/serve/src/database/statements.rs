//! Every statement of SQL: a function for each.

use std::collections::BTreeMap;

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::digest::Digest;
use crate::error::Result;
use crate::index::{Cell, Index, Named, Origin, Recipe, SCHEMA, Status, Variant, Version};
use crate::judge::{Form, Profile};
use crate::policy::Policy;

impl ToSql for Digest {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.to_string().into())
    }
}

impl FromSql for Digest {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Digest> {
        value.as_str()?.parse().map_err(|_| FromSqlError::InvalidType)
    }
}

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
        "INSERT OR IGNORE INTO blob (digest, size, state, created) VALUES (?, ?, 'stored', ?)",
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

fn status(name: &str) -> Status {
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

const PROFILE: &str = "digest, name, family, form, text, source, backports";

fn read_profile(row: &Row<'_>) -> rusqlite::Result<Registered> {
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
        "INSERT OR IGNORE INTO profile (digest, name, family, form, text, source, backports, created) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
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

/// The document of a model, with the verdicts of one profile, or of all; without versions if they are not wanted.
pub fn index(from: &Connection, model: &Model, only: Option<Digest>, engine: &str) -> Result<Index> {
    index_of(from, model, only, None, engine)
}

/// As [`index`], with one version alone if it is named.
pub fn index_of(
    from: &Connection,
    model: &Model,
    only: Option<Digest>,
    label: Option<&str>,
    engine: &str,
) -> Result<Index> {
    let mut profiles = BTreeMap::new();
    for registered in profiles_of(from, only)? {
        profiles.insert(registered.profile.digest, Named { name: registered.name, aliases: Vec::new() });
    }
    for (name, digest) in aliases(from)? {
        if let Some(named) = profiles.get_mut(&digest) {
            named.aliases.push(name);
        }
    }
    let mut cells: BTreeMap<Digest, BTreeMap<Digest, Cell>> = BTreeMap::new();
    let mut statement = from.prepare_cached(
        "SELECT DISTINCT v.blob, v.profile, v.cell FROM version s JOIN variant a ON a.version = s.id \
         JOIN verdict v ON v.blob = a.blob WHERE s.model = ?1 AND v.engine = ?2 AND (?3 IS NULL OR v.profile = ?3) AND (?4 IS NULL OR s.label = ?4)",
    )?;
    let mut rows = statement.query(params![model.id, engine, only, label])?;
    while let Some(row) = rows.next()? {
        let cell: Cell = serde_json::from_str(&row.get::<_, String>(2)?)?;
        cells.entry(row.get(0)?).or_default().insert(row.get(1)?, cell);
    }
    let mut versions: Vec<(i64, Version)> = Vec::new();
    let mut statement = from.prepare_cached(
        "SELECT id, label, published, status, reason FROM version WHERE model = ?1 AND (?2 IS NULL OR label = ?2) ORDER BY id",
    )?;
    let mut rows = statement.query(params![model.id, label])?;
    while let Some(row) = rows.next()? {
        let version = Version {
            label: row.get(1)?,
            published: row.get(2)?,
            status: status(&row.get::<_, String>(3)?),
            reason: row.get(4)?,
            variants: Vec::new(),
        };
        versions.push((row.get(0)?, version));
    }
    let mut statement = from.prepare_cached(
        "SELECT a.version, a.blob, b.size, b.kind, a.origin, a.derived_from, a.recipe FROM variant a \
         JOIN version s ON s.id = a.version JOIN blob b ON b.digest = a.blob \
         WHERE s.model = ?1 AND (?2 IS NULL OR s.label = ?2) ORDER BY a.version, a.id",
    )?;
    let mut rows = statement.query(params![model.id, label])?;
    let mut at = 0;
    while let Some(row) = rows.next()? {
        let of: i64 = row.get(0)?;
        while versions.get(at).is_some_and(|(id, _)| *id < of) {
            at += 1;
        }
        let digest: Digest = row.get(1)?;
        let recipe: Option<String> = row.get(6)?;
        let variant = Variant {
            digest,
            size: unsigned(row.get(2)?),
            kind: row.get::<_, Option<String>>(3)?.unwrap_or_default(),
            origin: if row.get::<_, String>(4)? == "backport" { Origin::Backport } else { Origin::Uploaded },
            derived_from: row.get(5)?,
            recipe: recipe.map(|recipe| serde_json::from_str(&recipe)).transpose()?,
            verdicts: cells.get(&digest).cloned().unwrap_or_default(),
        };
        if let Some((_, version)) = versions.get_mut(at) {
            version.variants.push(variant);
        }
    }
    Ok(Index {
        schema: SCHEMA.into(),
        model: model.name.clone(),
        generation: model.generation,
        outlast: engine.into(),
        policy: model.policy.clone(),
        profiles,
        versions: versions.into_iter().map(|(_, version)| version).collect(),
    })
}

fn profiles_of(from: &Connection, only: Option<Digest>) -> Result<Vec<Registered>> {
    let Some(only) = only else { return profiles(from) };
    Ok(profile(from, &only.to_string())?.into_iter().collect())
}

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

/// The verdict of a profile on a file.
pub fn verdict(from: &Connection, blob: Digest, profile: Digest, engine: &str) -> Result<Option<Cell>> {
    let mut statement =
        from.prepare_cached("SELECT cell FROM verdict WHERE blob = ? AND profile = ? AND engine = ?")?;
    let read = |row: &Row<'_>| row.get::<_, String>(0);
    let cell = statement.query_row(params![blob, profile, engine], read).optional()?;
    Ok(cell.map(|cell| serde_json::from_str(&cell)).transpose()?)
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

/// Numbers of rows, for metrics.
pub fn totals(from: &Connection) -> Result<Vec<(&'static str, u64)>> {
    let counts = [
        ("blobs", "SELECT count(*) FROM blob"),
        ("blob_bytes", "SELECT coalesce(sum(size), 0) FROM blob"),
        ("quarantined", "SELECT count(*) FROM blob WHERE state = 'quarantined'"),
        ("models", "SELECT count(*) FROM model"),
        ("versions", "SELECT count(*) FROM version"),
        ("variants", "SELECT count(*) FROM variant"),
        ("profiles", "SELECT count(*) FROM profile"),
        ("verdicts", "SELECT count(*) FROM verdict"),
        ("uploads", "SELECT count(*) FROM upload"),
    ];
    let count =
        |(name, sql)| Ok((name, unsigned(from.prepare_cached(sql)?.query_row([], |row| row.get(0))?)));
    counts.into_iter().map(count).collect()
}

/// The digests of what was published as each version, and those of its uploaded variants in their order.
pub fn published(from: &Connection) -> Result<Vec<(String, Digest, Vec<Digest>)>> {
    let mut statement = from.prepare_cached(
        "SELECT s.id, m.name || ' ' || s.label, s.request, a.blob FROM version s JOIN model m ON m.id = s.model \
         JOIN variant a ON a.version = s.id WHERE a.origin = 'uploaded' ORDER BY s.id, a.id",
    )?;
    let mut rows = statement.query([])?;
    let (mut all, mut last) = (Vec::<(String, Digest, Vec<Digest>)>::new(), None);
    while let Some(row) = rows.next()? {
        let id: i64 = row.get(0)?;
        if last != Some(id) {
            all.push((row.get(1)?, row.get(2)?, Vec::new()));
            last = Some(id);
        }
        if let Some((_, _, variants)) = all.last_mut() {
            variants.push(row.get(3)?);
        }
    }
    Ok(all)
}

/// Versions without a variant, and variants whose file is not `ready`.
pub fn dangling(from: &Connection) -> Result<Vec<String>> {
    let questions = [
        "SELECT 'version ' || s.label || ' of ' || m.name || ' has no variant' FROM version s JOIN model m ON m.id = s.model \
         WHERE NOT EXISTS (SELECT 1 FROM variant a WHERE a.version = s.id)",
        "SELECT 'a variant of version ' || s.label || ' of ' || m.name || ' is the file ' || b.digest || ', which is ' || b.state \
         FROM variant a JOIN version s ON s.id = a.version JOIN model m ON m.id = s.model JOIN blob b ON b.digest = a.blob \
         WHERE b.state <> 'ready'",
        "SELECT 'a backport of version ' || s.label || ' has no origin' FROM variant a JOIN version s ON s.id = a.version \
         WHERE a.origin = 'backport' AND (a.derived_from IS NULL OR a.recipe IS NULL)",
    ];
    let mut found = Vec::new();
    for question in questions {
        let mut statement = from.prepare_cached(question)?;
        for line in statement.query_map([], |row| row.get::<_, String>(0))? {
            found.push(line?);
        }
    }
    Ok(found)
}

// SQLite has signed numbers; lengths and counts fit into them.
fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn unsigned(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}
