//! The document of a model: versions, variants and verdicts.

use std::collections::BTreeMap;

use rusqlite::{Connection, params};

use super::models::{Model, status};
use super::profiles::{Registered, aliases, profile, profiles};
use super::unsigned;
use crate::digest::Digest;
use crate::error::Result;
use crate::index::{Cell, Index, Named, Origin, SCHEMA, Variant, Version};

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
