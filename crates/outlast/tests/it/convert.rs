//! Conversions of every program of the corpus for every target; round trips of steps.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use outlast::convert::{ConvertError, Converted, Request};
use outlast::families::executorch::Repack;
use outlast::{Companion, Options, Outcome, Remedy, Severity, Target, check_with, target_names, verify};
use outlast_core::Bytes;
use outlast_executorch::ProgramFile;

fn corpus(name: &str) -> Vec<u8> {
    outlast_testkit::corpus::read(outlast_testkit::corpus::root().join(name)).unwrap()
}

/// The programs that one exporter wrote, or all.
fn programs(exporter: Option<&str>) -> Vec<PathBuf> {
    let folders = ["executorch", "executorch-models"];
    let all = folders.iter().flat_map(|folder| outlast_testkit::corpus::files(folder, &["pte"]));
    let by = |path: &Path| path.parent().unwrap().ends_with(exporter.unwrap_or_default());
    all.filter(|path| exporter.is_none() || by(path)).collect()
}

fn take<'a>(bytes: &'a [u8], steps: &[&str]) -> Result<Converted<'a>, ConvertError> {
    let steps: Vec<String> = steps.iter().map(ToString::to_string).collect();
    let request = Request::default().steps(&steps).options(Options::none().with(Repack::Never));
    outlast::open(bytes).unwrap().convert(&[], &request)
}

fn ids(converted: &Converted<'_>) -> Vec<&'static str> {
    converted.steps.iter().map(|step| step.id).filter(|id| *id != "repack").collect()
}

fn errors(bytes: &[u8]) -> Vec<String> {
    let (_, findings) = verify(bytes).unwrap();
    let errors = findings.iter().filter(|d| d.severity == Severity::Error);
    errors.map(|d| format!("{} {}", d.code, d.title)).collect()
}

fn differences(a: &[u8], b: &[u8]) -> Vec<outlast::diff::Difference> {
    outlast::open(a).unwrap().diff(&outlast::open(b).unwrap()).unwrap()
}

/// What came of the cells: a file and a target.
#[derive(Default)]
struct Counts {
    cells: usize,
    bad: usize,
    misreads: usize,
    converted: usize,
    misreads_converted: usize,
    refused: usize,
    repacked: usize,
    steps: BTreeMap<&'static str, usize>,
    reasons: BTreeMap<String, usize>,
}

impl Counts {
    fn merge(&mut self, other: Counts) {
        self.cells += other.cells;
        self.bad += other.bad;
        self.misreads += other.misreads;
        self.converted += other.converted;
        self.misreads_converted += other.misreads_converted;
        self.refused += other.refused;
        self.repacked += other.repacked;
        other.steps.into_iter().for_each(|(id, n)| *self.steps.entry(id).or_default() += n);
        other.reasons.into_iter().for_each(|(why, n)| *self.reasons.entry(why).or_default() += n);
    }
}

#[test]
fn remedies_and_conversions_agree() {
    let names = target_names().into_iter().filter(|name| name.starts_with("executorch-"));
    let targets: Vec<Target> = names.map(|name| outlast::target(&name).unwrap()).collect();
    assert_eq!(targets.len(), 16);
    let files = programs(None);
    let (even, odd): (Vec<_>, Vec<_>) = files.iter().enumerate().partition(|(i, _)| i % 2 == 0);
    let count = |files: Vec<(usize, &PathBuf)>| {
        let mut counts = Counts::default();
        files.iter().for_each(|(_, path)| all_targets(path, &targets, &mut counts));
        counts
    };
    let counts = std::thread::scope(|scope| {
        let other = scope.spawn(|| count(odd));
        let mut counts = count(even);
        counts.merge(other.join().unwrap());
        counts
    });
    println!(
        "files: {}, cells: {}, not good: {}, converted: {}, refused: {}; repacked: {}",
        files.len(),
        counts.cells,
        counts.bad,
        counts.converted,
        counts.refused,
        counts.repacked
    );
    println!("misreads: {}, converted: {}", counts.misreads, counts.misreads_converted);
    println!("steps: {:?}", counts.steps);
    println!("refused for: {:?}", counts.reasons);
    assert_eq!(counts.converted + counts.refused, counts.bad);
    let figures = [counts.cells, counts.bad, counts.converted, counts.misreads, counts.misreads_converted];
    outlast_testkit::corpus::figures(figures, [19664, 4263, 2261, 471, 459]);
}

fn all_targets(path: &Path, targets: &[Target], counts: &mut Counts) {
    let bytes = outlast_testkit::corpus::read(path).unwrap();
    let program = outlast::open(&bytes).unwrap();
    let data = outlast_testkit::corpus::read(path.with_extension("ptd")).ok();
    let companion = |bytes| Companion::new("data.ptd".into(), outlast::open(bytes).unwrap());
    let companions: Vec<Companion<'_>> = data.iter().map(|bytes| companion(bytes)).collect();
    let subject = program.prepare().unwrap();
    for target in targets {
        let cell = format!("{} on {}", path.display(), target.name());
        counts.cells += 1;
        let verdict = subject.check(&companions, target).unwrap();
        let remedy = program.remedy(&companions, target, &verdict);
        if verdict.outcome.is_good() {
            assert_eq!(remedy, Remedy::NotNeeded, "{cell}");
            continue;
        }
        counts.bad += 1;
        let misreads = verdict.outcome == Outcome::Misreads;
        counts.misreads += usize::from(misreads);
        let request = Request::for_target(target);
        match program.convert(&companions, &request) {
            Ok(converted) => {
                counts.converted += 1;
                counts.misreads_converted += usize::from(misreads);
                let steps = ids(&converted);
                assert_eq!(remedy, Remedy::Convertible(steps.clone()), "{cell}");
                assert!(!steps.is_empty(), "{cell}");
                assert!(converted.steps.iter().all(|step| !step.changes.is_empty()), "{cell}");
                counts.repacked += usize::from(converted.steps.len() > steps.len());
                steps.into_iter().for_each(|id| *counts.steps.entry(id).or_default() += 1);
                let written = converted.output.to_vec();
                assert_eq!(errors(&written), [""; 0], "{cell}");
                let again = check_with(&written, &companions, target, &Options::none());
                assert_eq!(again.unwrap().outcome, Outcome::Loads, "{cell}");
            }
            Err(error @ (ConvertError::Refused(_) | ConvertError::Unknown { .. })) => {
                let (unknown, steps, blockers) = match error {
                    ConvertError::Refused(blockers) => (false, Vec::new(), blockers),
                    ConvertError::Unknown { steps, reasons } => (true, steps, reasons),
                    _ => unreachable!(),
                };
                counts.refused += 1;
                assert!(blockers.iter().any(|b| !b.why.trim().is_empty()), "{cell}");
                let mut whys: Vec<String> = blockers.iter().map(|b| b.why.clone()).collect();
                if unknown {
                    whys.dedup();
                }
                if !steps.is_empty() {
                    let ids: Vec<_> = steps.iter().map(|step| step.id).collect();
                    let after =
                        format!("after `convert` ({}) what the reader does was not measured", ids.join(", "));
                    whys.insert(0, after);
                }
                assert_eq!(remedy, Remedy::NoneKnown(whys), "{cell}");
                // Every file of the corpus is sound: what a step makes of it must be, too.
                let unsound = blockers.iter().find(|b| b.code.is_some_and(|code| code.0 == 2001));
                assert!(unsound.is_none(), "{cell}: {unsound:?}");
                let code = blockers[0].code.map_or("none".into(), |code| code.to_string());
                *counts.reasons.entry(code).or_default() += 1;
            }
            Err(error) => panic!("{cell}: {error}"),
        }
    }
}

/// Names and contents of named data, of XNNPACK weights here: the name is the SHA-256 of the content.
fn named_data(bytes: &[u8]) -> BTreeSet<String> {
    let file = ProgramFile::open(Bytes::new(bytes, 0)).unwrap();
    let list = file.root.named_data().unwrap();
    let keys = list.iter().flat_map(outlast_executorch::tables::List::iter);
    keys.map(|entry| entry.unwrap().key().unwrap().unwrap().lossy().into_owned()).collect()
}

#[test]
fn weights_go_into_payloads_and_out_again() {
    let mut files = 0;
    for exporter in ["0.6.0", "0.7.0", "1.0.1"] {
        for path in programs(Some(exporter)) {
            let bytes = outlast_testkit::corpus::read(&path).unwrap();
            let keys = named_data(&bytes);
            if keys.is_empty() {
                continue;
            }
            let Ok(inlined) = take(&bytes, &["xnnpack-inline-weights"]) else { continue };
            let inlined = inlined.output.to_vec();
            let back = take(&inlined, &["xnnpack-name-weights"]).unwrap().output.to_vec();
            assert_eq!(named_data(&inlined), BTreeSet::new(), "{}", path.display());
            assert_eq!(named_data(&back), keys, "{}", path.display());
            files += 1;
        }
    }
    println!("files: {files}");
    outlast_testkit::corpus::figures([files], [60]);
}

#[test]
fn constants_and_payloads_move_and_come_back() {
    let trips = [
        ["constants-to-buffer", "constants-to-segment"],
        ["delegates-to-inline", "delegates-to-segments"],
        ["header-24", "header-32"],
    ];
    let mut moved = [0; 3];
    for path in programs(None) {
        let bytes = outlast_testkit::corpus::read(&path).unwrap();
        for (n, [there, back]) in trips.iter().enumerate() {
            let there = take(&bytes, &[there]).unwrap();
            if there.steps.is_empty() {
                continue;
            }
            let there = there.output.to_vec();
            let back = take(&there, &[back]).unwrap().output.to_vec();
            assert_eq!(differences(&bytes, &there), [], "{}", path.display());
            assert_eq!(differences(&bytes, &back), [], "{}", path.display());
            moved[n] += 1;
        }
    }
    println!("constants: {}, payloads: {}, headers: {}", moved[0], moved[1], moved[2]);
    outlast_testkit::corpus::figures(moved, [1110, 228, 312]);
}

#[test]
fn a_second_conversion_changes_nothing() {
    let name = "executorch-0.5.0";
    let target = outlast::target(name).unwrap();
    let request = Request::for_target(&target);
    let mut converted = 0;
    for path in programs(Some("1.5.1")) {
        let bytes = outlast_testkit::corpus::read(&path).unwrap();
        let once = |bytes: &[u8]| {
            let converted = outlast::open(bytes).unwrap().convert(&[], &request).ok()?;
            Some((converted.output.to_vec(), converted.steps))
        };
        let Some((written, steps)) = once(&bytes) else { continue };
        assert!(once(&bytes).unwrap().0 == written, "{}: not the same twice", path.display());
        let (again, none) = once(&written).unwrap();
        assert!(none.is_empty(), "{}: {none:?}", path.display());
        assert!(again == written, "{}: changed for nothing", path.display());
        converted += usize::from(!steps.is_empty());
    }
    println!("converted: {converted}");
    outlast_testkit::corpus::figures([converted], [40]);
}

/// The second of two steps works on an image of the file that the first one wrote, with zeros in place of weights. What it
/// writes must be what it makes of that file as it is.
#[test]
fn steps_in_one_conversion_write_what_they_write_one_by_one() {
    let all: Vec<&str> = outlast::convert::steps().map(|step| step.id).collect();
    let mut pairs: BTreeMap<&str, usize> = BTreeMap::new();
    for path in programs(Some("1.0.1")).into_iter().chain(programs(Some("0.2.1"))) {
        let bytes = outlast_testkit::corpus::read(&path).unwrap();
        for first in &all {
            let Ok(once) = take(&bytes, &[first]) else { continue };
            if once.steps.is_empty() {
                continue;
            }
            let written = once.output.to_vec();
            for second in &all {
                let shown = || format!("{}: {first}, {second}", path.display());
                match (take(&written, &[second]), take(&bytes, &[first, second])) {
                    (Ok(apart), Ok(together)) => {
                        assert!(apart.output.to_vec() == together.output.to_vec(), "{}", shown());
                        *pairs.entry(second).or_default() += usize::from(!apart.steps.is_empty());
                    }
                    (Err(_), Err(_)) => {}
                    (apart, together) => panic!("{}: {:?}, {:?}", shown(), apart.err(), together.err()),
                }
            }
        }
    }
    println!("{pairs:?}");
    outlast_testkit::corpus::figures(
        pairs.into_iter().filter(|(_, count)| *count > 0).collect::<Vec<_>>(),
        vec![
            ("constants-to-buffer", 169),
            ("constants-to-segment", 146),
            ("copy-index-bound", 1),
            ("delegates-to-inline", 69),
            ("delegates-to-segments", 51),
            ("header-24", 130),
            ("header-32", 73),
            ("xnnpack-inline-scales", 16),
            ("xnnpack-inline-weights", 58),
            ("xnnpack-name-weights", 39),
        ],
    );
}

#[test]
fn steps_taken_twice_change_nothing() {
    let all: Vec<&str> = outlast::convert::steps().map(|step| step.id).collect();
    let mut taken: BTreeMap<&str, usize> = BTreeMap::new();
    for path in programs(Some("1.5.1")) {
        let bytes = outlast_testkit::corpus::read(&path).unwrap();
        for id in &all {
            let Ok(first) = take(&bytes, &[id]) else { continue };
            let written = first.output.to_vec();
            let second = take(&written, &[id]).unwrap();
            assert!(second.steps.is_empty() && second.output.to_vec() == written, "{} {id}", path.display());
            *taken.entry(id).or_default() += usize::from(!first.steps.is_empty());
        }
    }
    println!("{taken:?}");
    outlast_testkit::corpus::figures(
        taken.into_iter().filter(|(_, count)| *count > 0).collect::<Vec<_>>(),
        vec![
            ("constants-to-buffer", 153),
            ("delegates-to-inline", 39),
            ("delegates-to-segments", 1),
            ("header-24", 97),
            ("xnnpack-inline-scales", 7),
            ("xnnpack-inline-weights", 35),
        ],
    );
}

#[test]
fn what_cannot_be_converted_is_named() {
    let cases = [
        ("executorch/1.5.1/op_topk.pte", "executorch-0.5.0", "aten::topk.values"),
        ("executorch/1.5.1/ext.pte", "executorch-0.5.0", "no data file was given"),
    ];
    for (file, name, why) in cases {
        let bytes = corpus(file);
        let target = outlast::target(name).unwrap();
        let request = Request::for_target(&target);
        let error = outlast::open(&bytes).unwrap().convert(&[], &request).unwrap_err();
        assert!(matches!(&error, ConvertError::Refused(_)) && error.to_string().contains(why), "{error}");
    }
}

#[test]
fn what_is_not_known_is_given_on_request() {
    let cases = [
        ("executorch/1.5.1/mlp.pte", "executorch-9.0", 0),
        ("executorch/1.5.1/bundled.bpte", "executorch-9.0", 0),
        ("torch-verdicts/1.10.2-op_istft_complex.traced.pt", "torch-1.6.0", 1),
        ("torch-lite/1.10.2/op_linspace_out.ptl", "torch-9.0.0-lite", 0),
    ];
    for (file, name, coded) in cases {
        let bytes = corpus(file);
        let program = outlast::open(&bytes).unwrap();
        let target = outlast::target(name).unwrap();
        let request = Request::for_target(&target);
        match program.convert(&[], &request) {
            Err(ConvertError::Unknown { reasons, .. }) => {
                assert!(reasons.iter().all(|reason| !reason.why.is_empty()), "{file}: {reasons:?}");
                assert!(reasons.iter().filter(|reason| reason.code.is_some()).count() >= coded, "{file}");
            }
            other => panic!("{file}: {other:?}"),
        }
        let request = request.allow_unknown(true);
        let converted = program.convert(&[], &request).unwrap();
        assert_eq!(converted.verdict.unwrap().outcome, Outcome::Unknown, "{file}");
    }
    // What fails stays refused.
    let (bytes, target) =
        (corpus("executorch/1.5.1/op_topk.pte"), outlast::target("executorch-0.5.0").unwrap());
    let request = Request::for_target(&target).allow_unknown(true);
    let refused = outlast::open(&bytes).unwrap().convert(&[], &request);
    assert!(matches!(refused, Err(ConvertError::Refused(_))), "{refused:?}");
}
