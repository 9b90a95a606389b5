//! What `fsck` and metrics ask of all rows.

use rusqlite::Connection;

use super::unsigned;
use crate::digest::Digest;
use crate::error::Result;

/// Whether rows can be read.
pub fn readable(from: &Connection) -> Result<()> {
    from.prepare_cached("SELECT count(*) FROM engine")?.query_row([], |_| Ok(()))?;
    Ok(())
}

/// Numbers of rows, for metrics: of those that are counted in a moment, however many they are.
pub fn totals(from: &Connection) -> Result<Vec<(&'static str, u64)>> {
    let counts = [
        ("blobs", "SELECT count(*) FROM blob"),
        ("blob_bytes", "SELECT coalesce(sum(size), 0) FROM blob"),
        ("quarantined", "SELECT count(*) FROM blob WHERE state = 'quarantined'"),
        ("models", "SELECT count(*) FROM model"),
        ("versions", "SELECT count(*) FROM version"),
        ("variants", "SELECT count(*) FROM variant"),
        ("profiles", "SELECT count(*) FROM profile"),
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
