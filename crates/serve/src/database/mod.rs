//! [`Database`]: SQLite in the data folder. One connection writes; others read beside it. A commit is on the disk when it returns.

pub mod statements;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rusqlite::functions::FunctionFlags;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};

use crate::digest::Digest;
use crate::error::{DATABASE, Problem, Result};

/// The name of the file in the data folder.
pub const FILE: &str = "outlast.db";
/// `OLsv`: the file is one of ours.
const APPLICATION: i64 = 0x4f4c_7376;
/// What brings a database of each version to the next. New ones are added at the end, and none is changed.
const MIGRATIONS: &[&str] = &[include_str!("migrations/1.sql"), include_str!("migrations/2.sql")];
/// Connections that wait to read.
const MOST_IDLE: usize = 8;

/// The database of a data folder.
#[derive(Debug)]
pub struct Database {
    path: PathBuf,
    writer: Mutex<Connection>,
    readers: Mutex<Vec<Connection>>,
}

impl Database {
    /// Opens the database, makes it where there is none, and brings an older one up to date.
    ///
    /// # Errors
    ///
    /// Why it cannot be used: a newer version of Outlast has written it.
    pub fn open(data: &Path) -> Result<Database> {
        let path = data.join(FILE);
        let mut writer = connect(&path, true)?;
        migrate(&mut writer, MIGRATIONS)?;
        Ok(Database { path, writer: Mutex::new(writer), readers: Mutex::default() })
    }

    /// Opens the database of a folder that has one: nothing is made where a name is misspelt.
    ///
    /// # Errors
    ///
    /// That there is none, or why it cannot be used.
    pub fn open_existing(data: &Path) -> Result<Database> {
        if !data.join(FILE).is_file() {
            return Err(Problem::new(&DATABASE, "this is not a data folder: it has no database")
                .at(data.display().to_string())
                .expected(FILE)
                .help("Name the folder that `outlast serve` uses."));
        }
        Database::open(data)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads, as of one moment.
    ///
    /// # Errors
    ///
    /// What `read` returns, or why the database cannot be read.
    pub fn read<T>(&self, read: impl FnOnce(&Connection) -> Result<T>) -> Result<T> {
        let idle = self.readers.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let connection = match idle {
            Some(connection) => connection,
            None => connect(&self.path, false)?,
        };
        let transaction = connection.unchecked_transaction()?;
        let answer = read(&transaction);
        drop(transaction);
        let mut readers = self.readers.lock().unwrap_or_else(PoisonError::into_inner);
        if readers.len() < MOST_IDLE {
            readers.push(connection);
        }
        answer
    }

    /// Changes, all or nothing. When this returns, the change is on the disk.
    ///
    /// # Errors
    ///
    /// What `write` returns, or why the change cannot be stored; nothing has changed then.
    pub fn write<T>(&self, write: impl FnOnce(&Transaction<'_>) -> Result<T>) -> Result<T> {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let transaction = writer.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let answer = write(&transaction)?;
        transaction.commit()?;
        Ok(answer)
    }

    /// A number that changes when another process has changed the database.
    ///
    /// # Errors
    ///
    /// Why it cannot be read.
    pub fn data_version(&self) -> Result<i64> {
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(writer.query_row("PRAGMA data_version", [], |row| row.get(0))?)
    }

    /// Copies the database as of one moment to a new file, while it is used.
    ///
    /// # Errors
    ///
    /// Why it cannot be copied.
    pub fn copy_to(&self, path: &Path) -> Result<()> {
        let from = connect(&self.path, false)?;
        let mut to = Connection::open(path)?;
        let backup = rusqlite::backup::Backup::new(&from, &mut to)?;
        backup.run_to_completion(256, Duration::from_millis(1), None)?;
        Ok(())
    }

    /// What SQLite finds wrong with its file.
    ///
    /// # Errors
    ///
    /// Why it cannot be read.
    pub fn check(&self) -> Result<Vec<String>> {
        self.read(|connection| {
            let mut found = Vec::new();
            let mut statement = connection.prepare("PRAGMA integrity_check")?;
            for line in statement.query_map([], |row| row.get::<_, String>(0))? {
                found.push(line?);
            }
            found.retain(|line| line != "ok");
            let mut statement = connection.prepare("PRAGMA foreign_key_check")?;
            for table in statement.query_map([], |row| row.get::<_, String>(0))? {
                found.push(format!("a row of the table `{}` names another that is missing", table?));
            }
            Ok(found)
        })
    }
}

fn connect(path: &Path, write: bool) -> Result<Connection> {
    let mut flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    if write {
        flags |= OpenFlags::SQLITE_OPEN_CREATE;
    }
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(Duration::from_secs(10))?;
    connection.set_prepared_statement_cache_capacity(64);
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "cache_size", -4096)?;
    if write {
        connection.pragma_update(None, "journal_mode", "wal")?;
        connection.pragma_update(None, "synchronous", "full")?;
    } else {
        connection.pragma_update(None, "query_only", true)?;
    }
    Ok(connection)
}

fn migrate(connection: &mut Connection, migrations: &[&str]) -> Result<()> {
    let newest = i64::try_from(migrations.len()).unwrap_or(i64::MAX);
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function("digest", 1, flags, |of| {
        Ok(Digest::of(of.get_raw(0).as_bytes()?).to_string())
    })?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Exclusive)?;
    let version: i64 = transaction.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let application: i64 = transaction.query_row("PRAGMA application_id", [], |row| row.get(0))?;
    let tables: i64 = transaction.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if application != APPLICATION && (version != 0 || tables != 0) {
        return Err(Problem::new(&DATABASE, "the database is not one of `outlast serve`")
            .at(FILE)
            .help("Choose another folder with --data."));
    }
    if version > newest {
        return Err(Problem::new(&DATABASE, "a newer version of Outlast has written the database")
            .at(FILE)
            .found(format!("layout {version}"))
            .expected(format!("layout {newest} or older"))
            .help("Use that version, or restore a backup that this one made."));
    }
    let done = usize::try_from(version).unwrap_or(0);
    for migration in migrations.iter().skip(done) {
        transaction.execute_batch(migration)?;
    }
    transaction.pragma_update(None, "user_version", newest)?;
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.commit()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn migrations_go_forward_and_not_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        let next: Vec<&str> =
            MIGRATIONS.iter().copied().chain(["CREATE TABLE later (x INTEGER) STRICT"]).collect();
        Database::open(folder.path()).unwrap();
        Database::open(folder.path()).unwrap();
        migrate(&mut connect(&path, true).unwrap(), &next).unwrap();
        let error = Database::open(folder.path()).unwrap_err();
        assert!(error.to_string().contains("found: layout 3; expected: layout 2 or older"), "{error}");
    }

    #[test]
    fn verdicts_of_the_first_layout_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let mut first = connect(&folder.path().join(FILE), true).unwrap();
        migrate(&mut first, &MIGRATIONS[..1]).unwrap();
        let digests: Vec<Digest> = (0..3u8).map(|n| Digest::of(&[n])).collect();
        let cell = |outcome: &str| format!("{{\"outcome\":\"{outcome}\"}}");
        for digest in &digests {
            first.execute("INSERT INTO blob VALUES (?1, 1, 'ready', 'k', NULL, NULL, 7)", [digest]).unwrap();
            let sql = "INSERT INTO profile VALUES (?1, 'p', 'f', 'release', 't', 'release', 0, 7)";
            first.execute(sql, [digest]).unwrap();
        }
        for digest in &digests {
            for (profile, engine) in digests.iter().zip(["0.1.0", "0.1.0", "0.2.0"]) {
                let outcome = if profile == digest { "loads" } else { "fails" };
                let sql = "INSERT INTO verdict VALUES (?1, ?2, ?3, ?4)";
                first.execute(sql, (digest, profile, engine, cell(outcome))).unwrap();
            }
        }
        drop(first);
        let database = Database::open(folder.path()).unwrap();
        for digest in &digests {
            for (profile, engine) in digests.iter().zip(["0.1.0", "0.1.0", "0.2.0"]) {
                let read =
                    |engine| database.read(|from| statements::verdict(from, *digest, *profile, engine));
                let outcome = if profile == digest { "loads" } else { "fails" };
                assert_eq!(read(engine).unwrap().unwrap().outcome, outcome);
                assert!(read("0.3.0").unwrap().is_none());
            }
        }
        let cells = database
            .read(|from| Ok(from.query_row("SELECT count(*) FROM cell", [], |row| row.get::<_, i64>(0))?));
        assert_eq!(cells.unwrap(), 2);
        assert!(database.check().unwrap().is_empty());
    }

    #[test]
    fn a_database_of_something_else_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        Connection::open(&path).unwrap().execute_batch("CREATE TABLE other (x)").unwrap();
        assert!(
            Database::open(folder.path()).unwrap_err().to_string().contains("not one of `outlast serve`")
        );
    }

    #[test]
    fn a_write_that_fails_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::open(folder.path()).unwrap();
        let failed: Result<()> = database.write(|to| {
            to.execute("INSERT INTO batch VALUES ('a', 'b', 1)", [])?;
            Err(Problem::new(&DATABASE, "no"))
        });
        assert!(failed.is_err());
        let count = |from: &Connection| {
            Ok(from.query_row("SELECT count(*) FROM batch", [], |row| row.get::<_, i64>(0))?)
        };
        assert_eq!(database.read(count).unwrap(), 0);
        assert!(database.check().unwrap().is_empty());
    }
}
