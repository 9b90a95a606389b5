//! The document of a model: versions, variants and verdicts.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use rusqlite::{Connection, params};

use super::models::{Model, status};
use super::profiles::{Registered, aliases, profile, profiles};
use super::unsigned;
use crate::digest::Digest;
use crate::error::Result;
use crate::index::{Cell, Index, Named, Origin, SCHEMA, Variant, Version};

/// The document of a model, with the verdicts of one profile, or of all.
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
    let cells = cells(from, model, only, label, engine)?;
    let mut versions: Vec<(i64, Version)> = Vec::new();
    // The planner looks one version up by the label only where it is compared with a value.
    let labelled = if label.is_some() { "= ?2" } else { "IS NOT ?2" };
    let mut statement = from.prepare_cached(&format!(
        "SELECT id, label, published, status, reason FROM version s WHERE model = ?1 AND label {labelled} ORDER BY id"
    ))?;
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
    let mut statement = from.prepare_cached(&format!(
        "SELECT a.version, a.blob, b.size, b.kind, a.origin, a.derived_from, a.recipe FROM version s \
         CROSS JOIN variant a ON a.version = s.id CROSS JOIN blob b ON b.digest = a.blob \
         WHERE s.model = ?1 AND s.label {labelled} ORDER BY a.version, a.id"
    ))?;
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

/// The verdicts on the files of a model.
fn cells(
    from: &Connection,
    model: &Model,
    only: Option<Digest>,
    label: Option<&str>,
    engine: &str,
) -> Result<BTreeMap<Digest, BTreeMap<Digest, Cell>>> {
    let labelled = if label.is_some() { "= ?4" } else { "IS NOT ?4" };
    let profile = if only.is_some() { "= (SELECT id FROM profile WHERE digest = ?3)" } else { "IS NOT ?3" };
    let mut statement = from.prepare_cached(&format!(
        "SELECT a.blob, p.digest, v.cell FROM version s CROSS JOIN variant a ON a.version = s.id \
         CROSS JOIN blob b ON b.digest = a.blob \
         CROSS JOIN verdict v ON v.engine = (SELECT id FROM engine WHERE name = ?2) AND v.blob = b.id AND v.profile {profile} \
         CROSS JOIN profile p ON p.id = v.profile WHERE s.model = ?1 AND s.label {labelled}"
    ))?;
    let mut rows = statement.query(params![model.id, engine, only, label])?;
    let (mut cells, mut read) = (BTreeMap::<_, BTreeMap<_, _>>::new(), BTreeMap::<i64, Cell>::new());
    let mut document = from.prepare_cached("SELECT document FROM cell WHERE id = ?")?;
    while let Some(row) = rows.next()? {
        let cell = match read.entry(row.get(2)?) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let text: String = document.query_row([new.key()], |row| row.get(0))?;
                new.insert(serde_json::from_str(&text)?)
            }
        };
        cells.entry(row.get(0)?).or_default().insert(row.get(1)?, cell.clone());
    }
    Ok(cells)
}

fn profiles_of(from: &Connection, only: Option<Digest>) -> Result<Vec<Registered>> {
    let Some(only) = only else { return profiles(from) };
    Ok(profile(from, &only.to_string())?.into_iter().collect())
}
