//! Verdicts against what the real runtimes did with every file of the corpus (`corpus/executorch/runs`).
//!
//! A cell is a method of a file in a release. Listed apart, and not scored: cells in which the Python binding, not the
//! runtime, was at fault; cells that ran some of the recorded inputs and failed for another one; cells that needed a
//! library loaded by hand.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use outlast::{Companion, Options, Outcome, Verdict, check_with};

/// One line of a table of runs.
struct Cell<'a> {
    exporter: &'a str,
    file: &'a str,
    data: &'a str,
    libraries: &'a str,
    method: &'a str,
    outcome: &'a str,
    stage: &'a str,
    cases: u32,
    harness: &'a str,
    message: &'a str,
}

impl<'a> Cell<'a> {
    fn parse(line: &'a str) -> Cell<'a> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [exporter, file, data, libraries, method, outcome, stage, _code, cases, harness, message] =
            fields[..]
        else {
            panic!("a line of {} fields: {line}", fields.len())
        };
        let cases = cases.parse().unwrap_or(0);
        Cell { exporter, file, data, libraries, method, outcome, stage, cases, harness, message }
    }

    /// Why the cell is not scored.
    fn apart(&self) -> Option<&'static str> {
        if self.harness != "-" || self.outcome == "skip" {
            Some("the binding is at fault")
        } else if self.libraries != "-" {
            Some("with a library loaded by hand")
        } else if self.stage.starts_with("run") && self.cases_passed() > 0 {
            Some("fails only for one of the inputs given")
        } else {
            None
        }
    }

    /// How many of the recorded inputs came out right before the one that did not: a wrong one is counted among those
    /// that ran.
    fn cases_passed(&self) -> u32 {
        match self.outcome {
            "fail" | "crash" => self.cases,
            "wrong" => self.cases.saturating_sub(1),
            _ => 0,
        }
    }

    fn real(&self) -> Outcome {
        match self.outcome {
            "ok" => Outcome::Loads,
            "wrong" => Outcome::Misreads,
            "fail" | "crash" | "hang" => Outcome::Fails,
            other => panic!("outcome {other}"),
        }
    }
}

/// Folders with the tables of runs, each with the folder of the files by exporter. `cargo xtask interop executorch` names
/// fresh ones in `OUTLAST_MATRIX`; otherwise they are those of the corpus.
fn folders() -> Vec<(PathBuf, PathBuf)> {
    if let Some(fresh) = std::env::var_os("OUTLAST_MATRIX") {
        return vec![(Path::new(&fresh).join("runs"), Path::new(&fresh).join("files"))];
    }
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    ["executorch", "executorch-models"]
        .map(|name| (corpus.join(name).join("runs"), corpus.join(name)))
        .to_vec()
}

fn verdict(file: &Path, data: Option<&Path>, runtime: &str) -> Verdict {
    let bytes = outlast_testkit::corpus::read(file).unwrap();
    let data = data.map(|path| outlast_testkit::corpus::read(path).unwrap());
    let companions: Vec<Companion<'_>> =
        data.iter().map(|bytes| Companion::new("data".into(), outlast::open(bytes).unwrap())).collect();
    let name = format!("executorch-{runtime}");
    check_with(&bytes, &companions, &outlast::target(&name).unwrap(), &Options::none()).unwrap()
}

#[test]
fn verdicts_agree_with_real_runs() {
    let mut apart: BTreeMap<&str, u32> = BTreeMap::new();
    let mut pairs: BTreeMap<(String, String), Score> = BTreeMap::new();
    let mut wrong = Vec::new();
    let mut tables: Vec<(PathBuf, PathBuf)> = Vec::new();
    for (runs, files) in folders() {
        let all = std::fs::read_dir(&runs).unwrap().map(|entry| entry.unwrap().path());
        tables.extend(all.map(|table| (table, files.clone())));
    }
    tables.sort();
    for (table, files) in &tables {
        let runtime = table.file_stem().unwrap().to_str().unwrap();
        let text = std::fs::read_to_string(table).unwrap();
        let mut verdicts: BTreeMap<(String, bool), Verdict> = BTreeMap::new();
        for cell in text.lines().map(Cell::parse) {
            let file = files.join(cell.exporter).join(cell.file);
            if !outlast_testkit::corpus::at(&file).exists() {
                *apart.entry("not kept: of a patch release, or described by its facts").or_default() += 1;
                continue;
            }
            if let Some(why) = cell.apart() {
                *apart.entry(why).or_default() += 1;
                continue;
            }
            let given = cell.data == "given";
            let key = (format!("{}/{}", cell.exporter, cell.file), given);
            let verdict = verdicts.entry(key).or_insert_with(|| {
                let data = file.with_extension("ptd");
                verdict(&file, given.then_some(data.as_path()), runtime)
            });
            let entry = verdict.entry_points.iter().find(|e| e.name == cell.method);
            let predicted = entry.unwrap_or(&verdict.entry_points[0]).outcome;
            let score = pairs.entry((runtime.to_string(), cell.exporter.to_string())).or_default();
            score.add(cell.real(), predicted);
            if predicted != cell.real() {
                wrong.push(format!(
                    "{}/{} in {runtime}: {} at {}, judged {} ({})",
                    cell.exporter,
                    cell.file,
                    cell.outcome,
                    cell.stage,
                    predicted.name(),
                    cell.message
                ));
            }
        }
    }
    let mut total = Score::default();
    for score in pairs.values() {
        total.merge(score);
    }
    println!("release pairs: {}, cells: {}", pairs.len(), total.cells());
    println!(
        "really loads: {}; judged fails {}, unknown {}",
        total.loads, total.wrong_fails, total.wrong_unknown
    );
    println!(
        "really fails or computes wrong numbers: {}; judged loads {}, misreads not called so {}, fails called misreads {}",
        total.bad, total.wrong_loads, total.wrong_misreads, total.fails_misjudged
    );
    for (runtime, row) in by_runtime(&pairs) {
        println!("  {runtime:<8} {row}");
    }
    println!("listed apart: {apart:?}");
    for line in wrong.iter().take(if std::env::var_os("OUTLAST_ALL").is_some() { usize::MAX } else { 40 }) {
        println!("  {line}");
    }
    let figures = [
        total.cells(),
        total.loads,
        total.bad,
        total.wrong_fails,
        total.wrong_unknown,
        total.fails_misjudged,
    ];
    match std::env::var_os("OUTLAST_MATRIX") {
        None => outlast_testkit::corpus::figures(figures, [20936, 16670, 4266, 0, 0, 0]),
        Some(folder) => {
            println!("skipped: {figures:?} is not compared with the corpus; runs of {}", folder.display());
            assert_ne!(total.cells(), 0, "no runs in {}", folder.display());
        }
    }
    for ((runtime, exporter), score) in &pairs {
        assert_eq!(score.wrong_loads, 0, "{exporter} in {runtime}: `loads` where the real runtime fails");
        assert_eq!(
            score.wrong_misreads, 0,
            "{exporter} in {runtime}: wrong numbers must be called `misreads`"
        );
        assert!(
            score.wrong_fails * 100 <= score.cells(),
            "{exporter} in {runtime}: more than 1 % wrong `fails`"
        );
        assert!(
            score.wrong_unknown * 100 <= score.cells(),
            "{exporter} in {runtime}: more than 1 % `unknown`"
        );
    }
}

/// For each runtime: the exporters with the cells that agree, of all.
fn by_runtime(pairs: &BTreeMap<(String, String), Score>) -> BTreeMap<&str, String> {
    let mut rows: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for ((runtime, exporter), score) in pairs {
        let wrong = score.wrong_loads
            + score.wrong_misreads
            + score.fails_misjudged
            + score.wrong_fails
            + score.wrong_unknown;
        let cell = format!("{exporter} {}/{}", score.cells() - wrong, score.cells());
        rows.entry(runtime).or_default().push(cell);
    }
    rows.into_iter().map(|(runtime, cells)| (runtime, cells.join("  "))).collect()
}

/// Counts for one pair of releases.
#[derive(Default)]
struct Score {
    loads: u32,
    bad: u32,
    wrong_loads: u32,
    wrong_misreads: u32,
    /// Fails, and was judged to compute wrong numbers.
    fails_misjudged: u32,
    wrong_fails: u32,
    wrong_unknown: u32,
}

impl Score {
    fn cells(&self) -> u32 {
        self.loads + self.bad
    }

    fn add(&mut self, real: Outcome, predicted: Outcome) {
        if real == Outcome::Loads {
            self.loads += 1;
            self.wrong_fails += u32::from(matches!(predicted, Outcome::Fails | Outcome::Misreads));
        } else {
            self.bad += 1;
            self.wrong_loads += u32::from(predicted.is_good());
            self.wrong_misreads += u32::from(real == Outcome::Misreads && predicted == Outcome::Fails);
            self.fails_misjudged += u32::from(real == Outcome::Fails && predicted == Outcome::Misreads);
        }
        self.wrong_unknown += u32::from(predicted == Outcome::Unknown);
    }

    fn merge(&mut self, other: &Score) {
        self.loads += other.loads;
        self.bad += other.bad;
        self.wrong_loads += other.wrong_loads;
        self.wrong_misreads += other.wrong_misreads;
        self.fails_misjudged += other.fails_misjudged;
        self.wrong_fails += other.wrong_fails;
        self.wrong_unknown += other.wrong_unknown;
    }
}
