//! Verdicts on small modules of LLVM IR against what the real readers did with them (`corpus/llvm/verdicts`, made by
//! `evidence/peers/llvm/profile.py pack`).

use std::collections::BTreeMap;

use outlast::{Basis, Outcome, Stage, Verdict};
use outlast_testkit::corpus;

pub(crate) const READERS: [&str; 13] =
    ["9", "11", "13", "14", "15", "16", "17", "18", "19", "20", "21", "22", "23"];

/// Wrong verdicts of a kind, with the first few.
#[derive(Default, Debug)]
struct Wrong(BTreeMap<&'static str, Vec<String>>);

impl Wrong {
    fn add(&mut self, kind: &'static str, cell: String) {
        self.0.entry(kind).or_default().push(cell);
    }

    fn count(&self, kind: &str) -> usize {
        self.0.get(kind).map_or(0, Vec::len)
    }
}

/// The outcome of reading alone: what shows when the program runs, readers do not tell.
pub(crate) fn when_read(verdict: &Verdict) -> Outcome {
    let mut later = verdict.reasons().filter(|(_, reason)| reason.stage != Some(Stage::Run)).peekable();
    if verdict.reasons().next().is_none() {
        return verdict.outcome;
    }
    if later.peek().is_none() {
        return Outcome::Loads;
    }
    let found: Vec<Outcome> = later.map(|(_, reason)| reason.outcome).collect();
    let worst = [Outcome::Fails, Outcome::Misreads, Outcome::Unknown];
    worst.into_iter().find(|outcome| found.contains(outcome)).unwrap_or(verdict.outcome)
}

/// `None` where the verdict is right. What a reader drops, and the verdict notes, is no misreading.
fn fault(real: char, verdict: &Verdict) -> Option<&'static str> {
    match (real, when_read(verdict)) {
        ('r', Outcome::Loads) | ('f', Outcome::Fails) | ('d', Outcome::Misreads) => None,
        ('d', Outcome::Loads) if !verdict.notes.is_empty() => None,
        ('f' | 'd', Outcome::Loads) => Some("wrong loads"),
        ('r', Outcome::Fails) => Some("wrong fails"),
        (_, Outcome::Unknown) => Some("unknown"),
        _ => Some("other"),
    }
}

/// The readers that a list has letters for, as its first line says.
pub(crate) fn columns(list: &str) -> Vec<String> {
    let words = list.lines().next().unwrap_or_default().split(|c: char| !c.is_ascii_digit());
    words.filter(|word| matches!(word.len(), 1 | 2)).map(str::to_string).collect()
}

/// What readers did that were asked later than the lists were made, or again with their verifier: by module and reader.
pub(crate) fn asked_again() -> BTreeMap<(String, String), char> {
    let read = |name: &str| std::fs::read_to_string(corpus::root().join("llvm/verdicts").join(name)).unwrap();
    let rows = |text: &str| -> Vec<Vec<String>> {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        lines.map(|line| line.split('\t').map(str::to_string).collect()).collect()
    };
    let mut found = BTreeMap::new();
    for row in rows(&read("verifying.tsv")) {
        let [module, reader, did] = &row[..] else { panic!("{row:?}") };
        // LLVM 17 and 18 are `llvm-dis` since then, which does not verify.
        if !matches!(reader.as_str(), "17" | "18") {
            found.insert((module.clone(), reader.clone()), did.chars().next().unwrap());
        }
    }
    for list in ["joined.tsv", "joined-older.tsv"] {
        let joined = read(list);
        let readers = columns(&joined);
        for row in rows(&joined) {
            let [module, letters] = &row[..] else { panic!("{row:?}") };
            for (reader, did) in readers.iter().zip(letters.chars()) {
                found.insert((module.clone(), reader.clone()), did);
            }
        }
    }
    found
}

/// The program of a release that recorded runs are of: `llvm-dis`, but of LLVM 20 the compiler, which verifies. It was told to take summaries, too: of ten
/// modules that it misreads it refused the summary.
pub(crate) fn asked(release: &str) -> outlast::Target {
    let program = if release == "20" { "llvm" } else { "llvm-dis" };
    outlast::target(&format!("{program}-{release}")).unwrap()
}

/// What each reader did with a module, by the letters of a list; LLVM 17 and 18 were asked with Clang then, which verifies.
pub(crate) fn letters(
    (module, letters): (&str, &str),
    columns: &[String],
    again: &BTreeMap<(String, String), char>,
) -> Vec<(usize, char)> {
    let old = |reader: &str| {
        let at =
            columns.iter().position(|column| column == reader).filter(|_| !matches!(reader, "17" | "18"));
        at.and_then(|at| letters.chars().nth(at))
    };
    let found = READERS.iter().enumerate().filter_map(|(at, reader)| {
        let joined = again.get(&(module.to_string(), (*reader).to_string())).copied();
        joined.or_else(|| old(reader)).filter(|letter| *letter != '?').map(|letter| (at, letter))
    });
    found.collect()
}

#[test]
fn verdicts_are_what_real_readers_did() {
    let targets: Vec<_> = READERS.map(asked).into();
    let again = asked_again();
    let (mut cells, mut wrong) = (0, Wrong::default());
    let mut rests_on: BTreeMap<&str, BTreeMap<Basis, usize>> = BTreeMap::new();
    for list in corpus::files("llvm/verdicts", &["txt"]) {
        let packed = std::fs::read(list.with_extension("z")).unwrap();
        let data = miniz_oxide::inflate::decompress_to_vec_zlib(&packed).unwrap();
        let mut rest = data.as_slice();
        let text = std::fs::read_to_string(&list).unwrap();
        let columns = columns(&text);
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let words: Vec<&str> = line.split(' ').collect();
            let [name, size, fates] = words[..] else { panic!("{line}") };
            let (module, after) = rest.split_at(size.parse().unwrap());
            rest = after;
            let subject = outlast::open(module).unwrap().prepare().unwrap();
            let module = format!("{}/{name}", list.file_stem().unwrap().to_string_lossy());
            for (at, real) in letters((&module, fates), &columns, &again) {
                let (reader, target) = (READERS[at], &targets[at]);
                cells += 1;
                let verdict = subject.check(&[], target).unwrap();
                if let Some(basis) = verdict.basis {
                    *rests_on.entry(verdict.outcome.name()).or_default().entry(basis).or_default() += 1;
                }
                if let Some(kind) = fault(real, &verdict) {
                    let outcome = verdict.outcome.name();
                    wrong.add(kind, format!("{} {name} by {reader}: {real}, {outcome}", list.display()));
                }
            }
        }
        assert!(rest.is_empty());
    }
    outlast_testkit::corpus::figures(
        [cells, wrong.count("wrong fails"), wrong.count("unknown")],
        [70143, 0, 1051],
    );
    // What LLVM 13 does with opaque pointers is not known, nor what 11 takes for annotations of a subprogram, nor what names mean that no list has.
    let made_up =
        ["di-SP-6 by 11: ", " intr-34-unknown.thing ", " md-local ", "9.txt bundle-", "9.txt md-load-prof"];
    let expected = |cell: &str| cell.contains(" by 13: ") || made_up.iter().any(|name| cell.contains(name));
    let others = wrong.0.get("unknown").map_or(&[][..], Vec::as_slice).iter();
    let others: Vec<&String> = others.filter(|cell| !expected(cell)).collect();
    assert!(others.is_empty(), "{others:#?}");
    // Modules of LLVM 9 and 11 that break rules of the verifier of 20 which those do not have: no need tells what their operands are.
    let later = ["bundle-_clang.arc.a by 20: ", "intr-28-experimental.noalias.scope.decl by 20: "];
    let loads = wrong.0.get("wrong loads").map_or(&[][..], Vec::as_slice).iter();
    let loads: Vec<&String> = loads.filter(|cell| !later.iter().any(|name| cell.contains(name))).collect();
    assert!(loads.is_empty(), "{loads:#?}");
    assert!(wrong.count("wrong loads") <= 4, "{wrong:#?}");
    // Each by the weakest row that was consulted: what a release was not asked rests on those around it.
    println!("{rests_on:?}");
    let count = |outcome: &str, basis| rests_on[outcome].get(&basis).copied().unwrap_or(0);
    let of = |outcome| Basis::ALL.map(|basis| count(outcome, basis));
    outlast_testkit::corpus::figures(
        [of("loads"), of("fails"), of("misreads")],
        [[0, 953, 53088, 0], [0, 24, 10926, 204], [0, 17, 1066, 2881]],
    );
}

#[test]
fn a_verdict_rests_on_its_weakest_row() {
    let bytes = std::fs::read(corpus::root().join("llvm/19.1.7/plain.bc")).unwrap();
    let subject = outlast::open(&bytes).unwrap().prepare().unwrap();
    let on = |target: &str| subject.check(&[], &outlast::target(target).unwrap()).unwrap();
    let own = on("llvm-dis-19");
    assert_eq!((own.outcome, own.basis), (Outcome::Loads, Some(Basis::Measured)));
    assert_eq!(own.at_least(Basis::Defined).outcome, Outcome::Unknown);
    // A patch release is judged as the one that was measured.
    let patch = on("llvm-dis-19.1.5");
    assert_eq!((patch.outcome, patch.basis), (Outcome::Loads, Some(Basis::Between)));
}

#[test]
fn linkers_differ_on_files_of_a_library_that_nothing_needs() {
    let bytes = std::fs::read(corpus::root().join("llvm/22.1.8/tiny.bc")).unwrap();
    let program = outlast::open(&bytes).unwrap().prepare().unwrap();
    let notes = |target: &str| {
        let verdict = program.check(&[], &outlast::target(target).unwrap()).unwrap();
        assert_eq!(verdict.outcome, Outcome::Fails, "{target}");
        verdict.notes.concat()
    };
    for (target, word) in [
        ("lld-14", "passes over"),
        ("lld-15", "refuses"),
        ("wasm-ld-17", "passes over"),
        ("wasm-ld-18", "refuses"),
    ] {
        let notes = notes(target);
        assert!(notes.contains(&format!("{word} it in a library")), "{target}: {notes}");
    }
    assert!(!notes("opt-14").contains("in a library"));
}
