//! What it costs to resolve with few variants and with many, by 200 profiles, as ratios: `scale FOLDER FEW MANY`. `cargo xtask bench serve` runs it.
//!
//! Two data folders are filled by SQL: models of 20 versions with 5 variants each, and a verdict of every profile on every variant, of 41 documents.
//! *hot*: what was asked before and is kept. *cold*: what is not kept, and is found in the database. *settled*: what a start looks at when nothing is
//! missing.

#![expect(clippy::print_stdout, reason = "it prints what it measures")]

use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use outlast_serve::database::{Database, FILE};
use outlast_serve::digest::Digest;
use outlast_serve::index::{Cell, Why};
use outlast_serve::service::{Asked, Service, Settings, Use};
use outlast_serve::worker::How;
use rusqlite::{Connection, params};

type Fallible<T> = Result<T, Box<dyn Error>>;

const PROFILES: i64 = 200;
/// Documents of verdicts: the first is good.
const CELLS: i64 = 41;
/// Variants of a model: 20 versions of 5.
const OF_MODEL: i64 = 100;
/// Models and profiles that are asked for.
const ASKED: i64 = 1000;
const ROUNDS: usize = 9;

fn main() -> Fallible<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, few, many] = &arguments[..] else { return Err("scale FOLDER FEW MANY".into()) };
    let sizes: [i64; 2] = [few.parse()?, many.parse()?];
    let [few, many] = sizes.map(|size| Scale { folder: Path::new(folder).join(size.to_string()), size });
    few.fill()?;
    many.fill()?;
    for scale in [&few, &many] {
        let service = scale.open()?;
        let begin = Instant::now();
        service.catch_up()?;
        let first = begin.elapsed();
        let begin = Instant::now();
        service.catch_up()?;
        println!(
            "{} variants: all looked at in {first:.1?}, then settled in {:.1?}",
            scale.size,
            begin.elapsed()
        );
    }
    let mut least = [[Duration::MAX; 2]; 2];
    for round in 0..ROUNDS {
        for (scale, least) in [&few, &many].into_iter().zip(&mut least) {
            let asked = scale.asked(round)?;
            let service = scale.open()?;
            let cold = ask(&service, &asked)?;
            let hot = (0..20).map(|_| ask(&service, &asked)).collect::<Fallible<Vec<_>>>()?;
            *least = [least[0].min(cold), least[1].min(hot.into_iter().min().unwrap_or(Duration::MAX))];
        }
    }
    for (at, what) in ["cold", "hot"].into_iter().enumerate() {
        let times = least.map(|least| least[at].as_secs_f64() / ASKED as f64 * 1e6);
        println!(
            "{what}: {:.2} µs with {} variants, {:.2} µs with {}: {:.2}×",
            times[0],
            few.size,
            times[1],
            many.size,
            times[1] / times[0]
        );
    }
    Ok(())
}

/// How long it takes to ask all of these.
fn ask(service: &Service, asked: &[Asked]) -> Fallible<Duration> {
    let begin = Instant::now();
    for asked in asked {
        match service.recall(asked) {
            Some(known) => known?,
            None => service.resolve(asked.clone())?,
        };
    }
    Ok(begin.elapsed())
}

/// A data folder with so many variants.
struct Scale {
    folder: PathBuf,
    size: i64,
}

impl Scale {
    fn models(&self) -> i64 {
        (self.size + OF_MODEL - 1) / OF_MODEL
    }

    fn open(&self) -> Fallible<Service> {
        Ok(Service::open(&self.folder, How::Here, Settings::default(), Use::Alone)?)
    }

    /// Models and profiles, others in every round; each is there as often as another.
    fn asked(&self, round: usize) -> Fallible<Vec<Asked>> {
        let mut all = Vec::new();
        for n in 0..ASKED {
            // Every pair once, in an order that jumps about: the factor has no divisor in common with the number of pairs.
            let pair = (n + ASKED * i64::try_from(round)?) * 7_368_787 % (self.models() * PROFILES);
            let (model, profile) = (pair / PROFILES, pair % PROFILES);
            all.push(Asked {
                model: format!("model-{model}"),
                profile: format!("profile-{profile}"),
                have: None,
            });
        }
        Ok(all)
    }

    fn fill(&self) -> Fallible<()> {
        let begin = Instant::now();
        if self.folder.exists() {
            std::fs::remove_dir_all(&self.folder)?;
        }
        std::fs::create_dir_all(&self.folder)?;
        drop(Database::open(&self.folder)?);
        let path = self.folder.join(FILE);
        let mut database = Connection::open(&path)?;
        // What is made again at will need not be safe.
        database.execute_batch(
            "PRAGMA foreign_keys = off; PRAGMA synchronous = off; PRAGMA journal_mode = off; PRAGMA cache_size = -65536",
        )?;
        let to = database.transaction()?;
        rows(&to, self.size)?;
        to.commit()?;
        let verdicts: i64 = database.query_row("SELECT count(*) FROM verdict", [], |row| row.get(0))?;
        let bytes = std::fs::metadata(&path)?.len();
        println!(
            "{} variants of {} models, {verdicts} verdicts: {} MB, {:.1} bytes for each verdict; filled in {:.0?}",
            self.size,
            self.models(),
            bytes / 1_000_000,
            bytes as f64 / verdicts as f64,
            begin.elapsed(),
        );
        Ok(())
    }
}

/// Fills the tables.
fn rows(to: &Connection, variants: i64) -> Fallible<()> {
    let mut blob = to.prepare(
        "INSERT INTO blob (id, digest, size, state, kind, facts, created) VALUES (?, ?, 4096, 'ready', 'executorch-program', '{}', 0)",
    )?;
    let mut variant =
        to.prepare("INSERT INTO variant (version, blob, origin, created) VALUES (?, ?, 'uploaded', 0)")?;
    let mut version = to.prepare(
        "INSERT INTO version (id, model, label, request, status, published) VALUES (?, ?, ?, ?, 'active', 0)",
    )?;
    let mut model =
        to.prepare("INSERT INTO model (id, name, policy, generation, created) VALUES (?, ?, '{}', 1, 0)")?;
    for n in 0..variants {
        let digest = Digest::of(&n.to_le_bytes());
        if n % OF_MODEL == 0 {
            model.execute(params![n / OF_MODEL + 1, format!("model-{}", n / OF_MODEL)])?;
        }
        if n % 5 == 0 {
            let label = (n % OF_MODEL / 5).to_string();
            version.execute(params![n / 5 + 1, n / OF_MODEL + 1, label, Digest::of_list(&[digest])])?;
        }
        blob.execute(params![n + 1, digest])?;
        variant.execute(params![n / 5 + 1, digest])?;
    }
    let mut profile = to.prepare(
        "INSERT INTO profile (id, digest, name, family, form, text, source, backports, created) \
         VALUES (?, ?, ?, 'executorch', 'file', '', 'file', 0, 0)",
    )?;
    for n in 0..PROFILES {
        let name = format!("profile-{n}");
        profile.execute(params![n + 1, Digest::of(name.as_bytes()), name])?;
    }
    for n in 0..CELLS {
        let cell = serde_json::to_string(&cell(n))?;
        let digest = Digest::of(cell.as_bytes());
        to.execute("INSERT INTO cell (id, digest, document) VALUES (?, ?, ?)", params![n + 1, digest, cell])?;
    }
    to.execute("INSERT INTO engine (name) VALUES (?)", [env!("CARGO_PKG_VERSION")])?;
    to.execute(
        "INSERT INTO verdict (engine, blob, profile, cell) \
         SELECT 1, b.id, p.id, iif((b.id * 31 + p.id * 17) % 3 = 0, 1, 2 + (b.id + p.id) % (? - 1)) FROM (SELECT id FROM blob ORDER BY id) b \
         CROSS JOIN (SELECT id FROM profile ORDER BY id) p",
        [CELLS],
    )?;
    Ok(())
}

/// A verdict.
fn cell(n: i64) -> Cell {
    let good = n == 0;
    let why = Why {
        code: Some("OL2304".into()),
        message: format!("the runtime has no operator `operator_{n}` (added later)"),
        help: Some("export for the older runtime, or update the runtime".into()),
    };
    Cell {
        outcome: if good { "loads" } else { "fails" }.into(),
        basis: Some("measured".into()),
        steps: Vec::new(),
        reasons: if good { Vec::new() } else { vec![why] },
        runs: Vec::new(),
    }
}
