//! Whether a data folder is as it should be: every invariant.

use std::collections::HashSet;
use std::io::Read;
use std::path::Path;

use crate::blobs::Blobs;
use crate::database::{Database, statements};
use crate::digest::{Digest, Hasher};
use crate::error::{Problem, Result};
use crate::judge::{ENGINE, Form, Profile};

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// What is wrong: something is lost or damaged.
    pub faults: Vec<String>,
    /// What is left over, and harmless.
    pub notes: Vec<String>,
    /// Files whose bytes were compared with their digests.
    pub blobs: u64,
    /// Bytes of these.
    pub bytes: u64,
}

/// Looks at everything. The folder may be served meanwhile: what is being written is no fault.
///
/// # Errors
///
/// Why it cannot be looked at.
pub fn fsck(data: &Path) -> Result<Report> {
    let (database, blobs) = (Database::open_existing(data)?, Blobs::open(data)?);
    let mut report = Report { faults: database.check()?, ..Report::default() };
    let (rows, dangling, uploads, profiles, published) = database.read(|from| {
        Ok((
            statements::blobs(from)?,
            statements::dangling(from)?,
            statements::uploads(from)?,
            statements::profiles(from)?,
            statements::published(from)?,
        ))
    })?;
    report.faults.extend(dangling);
    for (name, request, variants) in published {
        if Digest::of_list(&variants) != request {
            report.faults.push(format!("version {name} has other files than were published"));
        }
    }
    // What devices are answered from can be read.
    let documents: Vec<Problem> = database.read(|from| {
        Ok(match statements::models(from) {
            Ok(models) => {
                models.iter().filter_map(|model| statements::index(from, model, None, ENGINE).err()).collect()
            }
            Err(problem) => vec![problem],
        })
    })?;
    report.faults.extend(documents.iter().map(|problem| problem.detail().to_string()));
    for (digest, size) in &rows {
        match hashed(&blobs, *digest)? {
            None => report.faults.push(format!("the file {digest} is missing")),
            Some((found, bytes)) => {
                (report.blobs, report.bytes) = (report.blobs + 1, report.bytes + bytes);
                if found != *digest {
                    report
                        .faults
                        .push(format!("the file {digest} is damaged: its bytes have the digest {found}"));
                } else if bytes != *size {
                    report
                        .faults
                        .push(format!("the file {digest} has {bytes} bytes, and its row says {size}"));
                }
            }
        }
    }
    for registered in &profiles {
        let Profile { digest, form, text } = &registered.profile;
        if Profile::new(*form, text.clone()).digest != *digest {
            report.faults.push(format!("the profile {digest} has a text of another digest"));
        }
        if *form == Form::Release && outlast::target(text).is_err() {
            report.notes.push(format!("the release `{text}` is not known to this version of Outlast"));
        }
    }
    // Rows are read first: a file that has none now has arrived since, or its request ended before its row was written.
    let (files, strange) = blobs.list()?;
    let unnamed =
        files.iter().filter(|file| rows.binary_search_by_key(file, |(digest, _)| digest).is_err()).count();
    if unnamed > 0 {
        report.notes.push(format!(
            "{unnamed} files have no row: their uploads were not acknowledged, and may be sent again"
        ));
    }
    report.notes.extend(strange.iter().map(|path| format!("{} is not ours", path.display())));
    let staged = blobs.staged()?;
    let parts: HashSet<String> =
        uploads.iter().filter(|upload| !upload.done).map(|upload| format!("{}.part", upload.id)).collect();
    let part = |name: &&String| parts.contains(*name);
    let left = staged.len() - staged.iter().filter(part).count();
    if left > 0 {
        report
            .notes
            .push(format!("{left} files have arrived in part; the server removes them when it starts"));
    }
    Ok(report)
}

fn hashed(blobs: &Blobs, digest: Digest) -> Result<Option<(Digest, u64)>> {
    let Some((mut file, _)) = blobs.read(digest)? else { return Ok(None) };
    let (mut hasher, mut bytes, mut buffer) = (Hasher::default(), 0u64, vec![0; 1 << 18]);
    loop {
        let read = file.read(&mut buffer)?;
        if read == 0 {
            return Ok(Some((hasher.finish(), bytes)));
        }
        hasher.update(buffer.get(..read).unwrap_or_default());
        bytes += read as u64;
    }
}
