//! [`Service`]: what the server does, without how it is asked: files, models, profiles, answers, reports, tokens.

mod answers;
mod backports;
mod catch_up;
mod matrix;
mod outcomes;
mod profiles;
mod publish;
mod tokens;
mod uploads;

use std::collections::HashSet;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use crate::blobs::Blobs;
use crate::database::{Database, statements};
use crate::error::{CONFLICT, Problem, Result, STORAGE};
use crate::names::now;
use crate::worker::{How, Limits, Worker};

pub use answers::{Asked, Resolved};
pub use matrix::Question as MatrixQuestion;
pub use outcomes::{Batch, Report};
pub use profiles::{Device, NewProfile, Source};
pub use publish::NewVersion;
pub use tokens::{Access, Scope, Scopes};
pub use uploads::NewUpload;

/// How the service is run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What reading a file may use.
    pub worker: Limits,
    /// Bytes that a file may have.
    pub most_blob: u64,
    /// How long an upload may take.
    pub upload_time: Duration,
    /// Files that are read at a time.
    pub workers: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        let workers = std::thread::available_parallelism().map_or(1, usize::from);
        Settings {
            worker: Limits::default(),
            most_blob: 8 << 30,
            upload_time: Duration::from_secs(86_400),
            workers,
        }
    }
}

/// The service over a data folder.
#[derive(Debug)]
pub struct Service {
    blobs: Blobs,
    database: Database,
    worker: Worker,
    settings: Settings,
    /// Goes up by every change of what tokens allow.
    epoch: AtomicU64,
    seen: AtomicI64,
    answers: answers::Answers,
    access: tokens::Known,
    hopeless: backports::Hopeless,
    parts: uploads::Parts,
    /// Held while one process serves from the folder, or changes it.
    _lock: Option<File>,
}

/// Who may use a data folder beside this.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// Nobody: it is served, or files are added.
    Alone,
    /// A server: it is read, or tokens are made.
    Beside,
}

impl Service {
    /// Opens a data folder; makes it where there is none.
    ///
    /// # Errors
    ///
    /// Why it cannot be used: another process serves it, a newer version has written it, it cannot be written.
    pub fn open(data: &Path, how: How, settings: Settings, usage: Use) -> Result<Service> {
        let failed = |error| {
            Problem::new(&STORAGE, format!("the data folder cannot be used: {error}"))
                .at(data.display().to_string())
        };
        // Processes that read files work elsewhere.
        let data = &std::path::absolute(data).map_err(failed)?;
        std::fs::create_dir_all(data).map_err(failed)?;
        let lock = match usage {
            Use::Alone => Some(lock(data)?),
            Use::Beside => None,
        };
        let blobs = Blobs::open(data)?;
        let database = Database::open(data)?;
        let worker = Worker::new(how, settings.worker, settings.workers);
        let seen = AtomicI64::new(database.data_version()?);
        let service = Service {
            blobs,
            database,
            worker,
            settings,
            epoch: AtomicU64::new(1),
            seen,
            answers: answers::Answers::default(),
            access: tokens::Known::default(),
            hopeless: backports::Hopeless::default(),
            parts: uploads::Parts::default(),
            _lock: lock,
        };
        if usage == Use::Alone {
            // What arrived in part belongs to requests that have ended; uploads in several requests go on.
            service.reclaim(Duration::ZERO)?;
        }
        Ok(service)
    }

    /// The files.
    pub fn blobs(&self) -> &Blobs {
        &self.blobs
    }

    /// The database.
    pub fn database(&self) -> &Database {
        &self.database
    }

    /// How it is run.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// What must be done from time to time: uploads that nobody ends are forgotten. Returns how many files were removed.
    ///
    /// # Errors
    ///
    /// Why it cannot be done.
    pub fn tidy(&self) -> Result<u64> {
        self.reclaim(self.settings.upload_time)
    }

    fn reclaim(&self, older: Duration) -> Result<u64> {
        let time = i64::try_from(self.settings.upload_time.as_secs()).unwrap_or(i64::MAX);
        let known = self.database.write(|to| {
            statements::drop_uploads_before(to, now().saturating_sub(time))?;
            statements::uploads(to)
        })?;
        let open: HashSet<String> =
            known.into_iter().filter(|upload| !upload.done).map(|upload| upload.id).collect();
        self.blobs.reclaim(older, |upload| open.contains(upload))
    }

    /// Looks whether another process has changed the database.
    ///
    /// # Errors
    ///
    /// Why that cannot be told.
    pub fn notice(&self) -> Result<()> {
        let version = self.database.data_version()?;
        if self.seen.swap(version, Ordering::SeqCst) != version {
            self.changed();
        }
        Ok(())
    }

    /// Whether the data folder can be used now.
    ///
    /// # Errors
    ///
    /// Why it cannot.
    pub fn ready(&self) -> Result<()> {
        self.database.read(statements::readable)?;
        self.blobs.staged().map(|_| ())
    }

    /// Numbers of rows, for metrics.
    ///
    /// # Errors
    ///
    /// Why they cannot be read.
    pub fn totals(&self) -> Result<Vec<(&'static str, u64)>> {
        self.database.read(statements::totals)
    }

    /// Answers that were given before do not hold any more.
    fn changed(&self) {
        self.epoch.fetch_add(1, Ordering::SeqCst);
        self.answers.forget(None);
    }

    /// As [`changed`](Service::changed), for the answers of one model.
    fn changed_model(&self, name: &str) {
        self.answers.forget(Some(name));
    }

    fn epoch(&self) -> u64 {
        self.epoch.load(Ordering::SeqCst)
    }
}

/// The name of the file that one process holds.
const LOCK: &str = "lock";

fn lock(data: &Path) -> Result<File> {
    let path: PathBuf = data.join(LOCK);
    let file = File::options().create(true).truncate(false).write(true).open(&path)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Problem::new(&CONFLICT, "another process uses the data folder")
            .at(data.display().to_string())
            .help("Ask the running server over HTTP, or stop it first.")),
        Err(TryLockError::Error(error)) => Err(error.into()),
    }
}
