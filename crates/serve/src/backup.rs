//! A copy of a data folder, made while it is served: a data folder itself.

use std::path::Path;

use crate::blobs::{Blobs, sync_folder};
use crate::database::{Database, FILE, statements};
use crate::error::{CONFLICT, DATABASE, Problem, Result};

/// Copies a data folder to a new one. The database is copied as of one moment, and then the files that it names: they never change.
///
/// # Errors
///
/// [`CONFLICT`] if there is a backup already; why it cannot be copied.
pub fn backup(data: &Path, to: &Path) -> Result<u64> {
    std::fs::create_dir_all(to)?;
    if to.join(FILE).exists() {
        return Err(Problem::new(&CONFLICT, "there is a data folder already")
            .at(to.display().to_string())
            .help("Choose a new folder: nothing is overwritten."));
    }
    let (database, from) = (Database::open_existing(data)?, Blobs::open(data)?);
    let draft = to.join("outlast.db.new");
    let _ = std::fs::remove_file(&draft);
    database.copy_to(&draft)?;
    let blobs = Blobs::open(to)?;
    let copied = {
        let connection = rusqlite::Connection::open(&draft)?;
        statements::blobs(&connection)?
    };
    let mut number = 0;
    for (digest, _) in copied {
        let Some((mut file, _)) = from.read(digest)? else {
            return Err(Problem::new(&DATABASE, "a file is missing").found(digest.to_string()));
        };
        blobs.import(&mut file, Some(digest))?;
        number += 1;
    }
    std::fs::File::open(&draft)?.sync_all()?;
    // It is a data folder when all is there.
    std::fs::rename(&draft, to.join(FILE))?;
    sync_folder(to)?;
    Ok(number)
}
