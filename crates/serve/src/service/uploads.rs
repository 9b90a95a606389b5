//! Files that arrive: at once, or in parts.

use std::collections::HashSet;
use std::io::{Read, Write};
use std::sync::{Condvar, Mutex, PoisonError};

use rusqlite::Connection;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Service;
use crate::blobs::{Staged, random};
use crate::database::statements::{self, Blob, Upload};
use crate::digest::Digest;
use crate::error::{NOT_FOUND, OFFSET, Problem, Result, TOO_LARGE, UNKNOWN_BLOB, UNPROCESSABLE};
use crate::names::{now, shown};

/// A file that is announced.
#[derive(Clone, Debug, Deserialize)]
pub struct NewUpload {
    /// Its digest.
    pub digest: Digest,
    /// Its length.
    pub size: u64,
}

impl Service {
    /// Begins a file that arrives at once.
    ///
    /// # Errors
    ///
    /// Why it cannot be written.
    pub fn stage(&self) -> Result<Staged> {
        self.blobs.stage()
    }

    /// Checks the length of a file that is announced.
    ///
    /// # Errors
    ///
    /// [`TOO_LARGE`].
    pub fn check_size(&self, size: u64) -> Result<()> {
        let most = self.settings.most_blob;
        if size > most {
            return Err(Problem::new(&TOO_LARGE, "the file is larger than this server takes")
                .found(format!("{size} bytes"))
                .expected(format!("at most {most} bytes")));
        }
        Ok(())
    }

    /// Stores a file that has arrived: when this returns, it is kept. Whether it is new.
    ///
    /// # Errors
    ///
    /// Why it is not stored; nothing of it is left.
    pub fn store(&self, staged: Staged, expected: Digest) -> Result<bool> {
        self.check_size(staged.size())?;
        let link = || self.blobs.store(staged, Some(expected)).map(|(_, size)| size);
        self.enter(expected, link, |_| Ok(()))
    }

    /// Gives a file that has arrived its name, and enters it. If it cannot be entered, because the disk is full, it is removed again: nobody else
    /// stores a file of this digest meanwhile. It stays where the disk failed while it was entered: the row may be found after a restart.
    fn enter(
        &self,
        digest: Digest,
        link: impl FnOnce() -> Result<u64>,
        also: impl FnOnce(&Connection) -> Result<()>,
    ) -> Result<bool> {
        let _turn = self.parts.turn(&digest.to_string());
        let size = link()?;
        let entered = self.database.write(|to| {
            also(to)?;
            statements::add_blob(to, digest, size, now())
        });
        if entered.as_ref().is_err_and(|problem| !problem.is_unsettled())
            && matches!(self.find_blob(digest), Ok(None))
        {
            let _ = self.blobs.remove(digest);
        }
        entered
    }

    /// Stores a file that lies elsewhere: when this returns, it is kept. Its digest.
    ///
    /// # Errors
    ///
    /// Why it is not stored; nothing of it is left.
    pub fn add_file(&self, from: &mut dyn Read) -> Result<Digest> {
        let (digest, size) = self.blobs.import(from, None)?;
        self.database.write(|to| statements::add_blob(to, digest, size, now()))?;
        Ok(digest)
    }

    /// What is known of a stored file.
    ///
    /// # Errors
    ///
    /// [`UNKNOWN_BLOB`].
    pub fn blob(&self, digest: Digest) -> Result<Blob> {
        self.find_blob(digest)?.ok_or_else(|| unknown(digest))
    }

    /// As [`blob`](Service::blob), where there may be none.
    ///
    /// # Errors
    ///
    /// Why that cannot be told.
    pub fn find_blob(&self, digest: Digest) -> Result<Option<Blob>> {
        self.database.read(|from| statements::blob(from, digest))
    }

    /// A stored file as a document.
    ///
    /// # Errors
    ///
    /// [`UNKNOWN_BLOB`].
    pub fn blob_document(&self, digest: Digest) -> Result<Value> {
        let blob = self.blob(digest)?;
        let facts = self.database.read(|from| statements::facts(from, digest))?;
        let facts: Value = facts.map(|facts| serde_json::from_str(&facts)).transpose()?.unwrap_or_default();
        Ok(json!({
            "digest": digest, "size": blob.size, "state": blob.state, "kind": blob.kind, "reason": blob.reason, "facts": facts,
        }))
    }

    /// Begins an upload in parts; with a key that was used before, that one goes on.
    ///
    /// # Errors
    ///
    /// [`TOO_LARGE`], or why it cannot be written.
    pub fn begin(&self, new: &NewUpload, key: Option<&str>) -> Result<(Upload, u64)> {
        self.check_size(new.size)?;
        let upload = Upload { id: random()?, digest: new.digest, size: new.size, done: false };
        let found = self.database.write(|to| statements::add_upload(to, &upload, key, now()))?;
        if (found.digest, found.size) != (new.digest, new.size) {
            return Err(Problem::new(&UNPROCESSABLE, "this Idempotency-Key was used for another upload")
                .found(format!("{}, {} bytes", new.digest, new.size))
                .expected(format!("{}, {} bytes", found.digest, found.size)));
        }
        if !found.done {
            self.blobs.begin_part(&found.id)?;
        }
        let arrived = self.arrived(&found);
        Ok((found, arrived))
    }

    /// An upload, and how much of it has arrived.
    ///
    /// # Errors
    ///
    /// [`NOT_FOUND`].
    pub fn upload(&self, id: &str) -> Result<(Upload, u64)> {
        let upload = self.database.read(|from| statements::upload(from, id))?;
        let none = || {
            Problem::new(&NOT_FOUND, "there is no such upload")
                .found(shown(id))
                .help("Begin one: POST /v1/uploads.")
        };
        let upload = upload.ok_or_else(none)?;
        let arrived = self.arrived(&upload);
        Ok((upload, arrived))
    }

    fn arrived(&self, upload: &Upload) -> u64 {
        if upload.done { upload.size } else { self.blobs.part_size(&upload.id).unwrap_or(0) }
    }

    /// Takes in bytes of an upload from this offset on; how much has arrived then. Bytes after the declared length are refused.
    ///
    /// # Errors
    ///
    /// [`OFFSET`] if something else has arrived than what the part continues.
    pub fn append(&self, upload: &Upload, offset: u64, bytes: &[u8]) -> Result<u64> {
        // Two requests that go on at the same place: one of them does.
        let _turn = self.parts.turn(&upload.id);
        let (upload, arrived) = self.upload(&upload.id)?;
        if arrived != offset {
            return Err(Problem::new(&OFFSET, "the part does not begin where what has arrived ends")
                .at("Upload-Offset")
                .found(offset.to_string())
                .expected(arrived.to_string()));
        }
        let end = offset.saturating_add(bytes.len() as u64);
        if end > upload.size {
            return Err(Problem::new(&TOO_LARGE, "more bytes arrived than were declared")
                .found(format!("{end} bytes"))
                .expected(format!("{} bytes", upload.size)));
        }
        if bytes.is_empty() {
            return Ok(end);
        }
        if arrived == 0 {
            // A crash may have lost it.
            self.blobs.begin_part(&upload.id)?;
        }
        let mut part = self.blobs.continue_part(&upload.id)?;
        if let Err(error) = part.write_all(bytes) {
            // What of these bytes is on a disk that is full is not kept.
            let _ = part.set_len(arrived);
            return Err(error.into());
        }
        Ok(end)
    }

    /// Brings what has arrived of an upload to the disk, before that is acknowledged.
    ///
    /// # Errors
    ///
    /// Why it cannot be stored.
    pub fn sync(&self, upload: &Upload) -> Result<()> {
        let _turn = self.parts.turn(&upload.id);
        match self.blobs.part_size(&upload.id) {
            Some(size) if size > 0 => Ok(self.blobs.continue_part(&upload.id)?.sync_data()?),
            _ => Ok(()),
        }
    }

    /// Ends an upload of which all has arrived: when this returns, the file is kept. Whether it is new. The same again says so again.
    ///
    /// # Errors
    ///
    /// Why it is not stored.
    pub fn finish(&self, upload: &Upload) -> Result<bool> {
        let _turn = self.parts.turn(&upload.id);
        let (upload, arrived) = self.upload(&upload.id)?;
        if upload.done {
            return Ok(false);
        }
        if arrived != upload.size {
            return Err(Problem::new(&OFFSET, "the upload is not complete")
                .found(format!("{arrived} bytes"))
                .expected(format!("{} bytes", upload.size)));
        }
        if arrived == 0 {
            // An empty file; a crash may have lost it.
            self.blobs.begin_part(&upload.id)?;
        }
        let link = || self.blobs.finish_part(&upload.id, upload.digest);
        let finished = self.enter(upload.digest, link, |to| statements::set_done(to, &upload.id));
        if finished.as_ref().is_err_and(|problem| problem.kind().status == 422) {
            self.database.write(|to| statements::drop_upload(to, &upload.id))?;
        }
        let added = finished?;
        // Not before: until then, it is asked for again after a crash.
        self.blobs.drop_part(&upload.id);
        Ok(added)
    }

    /// Forgets an upload.
    ///
    /// # Errors
    ///
    /// Why it cannot be forgotten.
    pub fn abort(&self, upload: &Upload) -> Result<()> {
        let _turn = self.parts.turn(&upload.id);
        // First: where the disk is full, the row can be removed only then.
        self.blobs.drop_part(&upload.id);
        self.database.write(|to| statements::drop_upload(to, &upload.id))
    }
}

/// Uploads that a request works on now.
#[derive(Debug, Default)]
pub(super) struct Parts {
    busy: Mutex<HashSet<String>>,
    freed: Condvar,
}

impl Parts {
    /// Waits until no other request works on this upload.
    fn turn(&self, upload: &str) -> Turn<'_> {
        let mut busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        while !busy.insert(upload.to_string()) {
            busy = self.freed.wait(busy).unwrap_or_else(PoisonError::into_inner);
        }
        Turn { parts: self, upload: upload.to_string() }
    }
}

struct Turn<'p> {
    parts: &'p Parts,
    upload: String,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.parts.busy.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.upload);
        self.parts.freed.notify_all();
    }
}

pub(super) fn unknown(digest: Digest) -> Problem {
    Problem::new(&UNKNOWN_BLOB, "no file of this digest is stored").found(digest.to_string())
}
