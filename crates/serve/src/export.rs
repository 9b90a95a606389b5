//! The static export: an index and files that any web server delivers, and from which clients choose themselves.
//!
//! ```text
//! outlast-index.json          which models there are
//! index/MODEL.json            versions, variants and verdicts of a model
//! blobs/sha256/DIGITS         files; they never change
//! ```

use std::fs;
use std::io::{Read, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::blobs::{Blobs, sync_folder};
use crate::database::{Database, statements};
use crate::digest::{Digest, Hasher};
use crate::error::{DATABASE, Problem, Result};
use crate::judge::ENGINE;

/// The schema of [`Root`].
pub const SCHEMA: &str = "outlast/static/1";
/// The name of the document that says which models there are.
pub const ROOT: &str = "outlast-index.json";

/// Which models there are.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Root {
    /// [`SCHEMA`].
    pub schema: String,
    /// The version of Outlast that wrote it.
    pub outlast: String,
    /// The models, with the digests of their documents.
    pub models: Vec<Listed>,
}

/// A model.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Listed {
    /// Its name.
    pub name: String,
    /// Goes up by every change.
    pub generation: i64,
    /// The digest of its document.
    pub digest: Digest,
}

/// Where the document of a model is.
pub fn index_path(model: &str) -> String {
    format!("index/{model}.json")
}

/// Where a file is.
pub fn blob_path(digest: Digest) -> String {
    format!("blobs/sha256/{}", digest.hex())
}

/// Writes the export of a data folder. Files that are there already are kept; documents are replaced whole, files first. How many models and files
/// it has.
///
/// # Errors
///
/// Why it cannot be written.
pub fn export(data: &Path, to: &Path) -> Result<(usize, usize)> {
    let (database, blobs) = (Database::open_existing(data)?, Blobs::open(data)?);
    for folder in ["index", "blobs/sha256"] {
        fs::create_dir_all(to.join(folder))?;
    }
    // One model after the other: the documents of all may be larger than the memory.
    database.read(|from| {
        let digests = statements::active(from)?;
        for digest in &digests {
            let Some((mut file, _)) = blobs.read(*digest)? else {
                return Err(Problem::new(&DATABASE, "a file is missing").found(digest.to_string()));
            };
            let path = to.join(blob_path(*digest));
            if !path.exists() {
                copy(&mut file, &path, *digest)?;
            }
        }
        sync_folder(&to.join("blobs/sha256"))?;
        let mut models = Vec::new();
        for model in statements::models(from)? {
            let text = serde_json::to_vec_pretty(&statements::index(from, &model, None, ENGINE)?)?;
            replace(&to.join(index_path(&model.name)), &text)?;
            models.push(Listed { name: model.name, generation: model.generation, digest: Digest::of(&text) });
        }
        let number = models.len();
        let root = Root { schema: SCHEMA.into(), outlast: ENGINE.into(), models };
        replace(&to.join(ROOT), &serde_json::to_vec_pretty(&root)?)?;
        Ok((number, digests.len()))
    })
}

/// Copies a file, checks its digest, and gives it its name when it is whole.
fn copy(file: &mut dyn Read, to: &Path, digest: Digest) -> Result<()> {
    let draft = to.with_extension("new");
    let mut out = fs::File::create(&draft)?;
    let (mut hasher, mut buffer) = (Hasher::default(), vec![0; 1 << 18]);
    loop {
        let read = file.read(&mut buffer)?;
        if read == 0 {
            break;
        }
        let bytes = buffer.get(..read).unwrap_or_default();
        hasher.update(bytes);
        out.write_all(bytes)?;
    }
    let found = hasher.finish();
    if found != digest {
        let _ = fs::remove_file(&draft);
        return Err(Problem::new(&DATABASE, "a stored file is damaged")
            .found(found.to_string())
            .expected(digest.to_string()));
    }
    out.sync_all()?;
    fs::rename(&draft, to)?;
    Ok(())
}

/// Replaces a document, whole.
fn replace(path: &Path, text: &[u8]) -> Result<()> {
    let draft = path.with_extension("json.new");
    let mut out = fs::File::create(&draft)?;
    out.write_all(text)?;
    out.sync_all()?;
    fs::rename(&draft, path)?;
    Ok(())
}
