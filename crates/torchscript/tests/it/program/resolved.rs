//! What code calls, beside what releases of PyTorch call for it: recorded runs of `evidence/peers/torch/resolved.py`.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use outlast_opset::history::{OperatorSet, Release, torch};
use outlast_testkit::corpus;
use outlast_torchscript::archive::TorchArchive;
use outlast_torchscript::program::{Analysis, Answer, CodePlace, ForVersion, Program, analyse};

/// Operators that a release calls by another name once they are resolved.
const ALIASES: [(&str, &str); 3] =
    [("aten::rsub", "aten::sub"), ("aten::multiply", "aten::mul"), ("aten::subtract", "aten::sub")];

/// The overloads that are called, by place and name; and what is refused.
struct Ours {
    calls: HashMap<(String, String), BTreeSet<String>>,
    problems: Vec<String>,
    undecided: usize,
}

fn ours(program: &Program, analysis: &Analysis) -> Ours {
    let place = |at: CodePlace| {
        let file = &program.files[at.file];
        format!("{}:{}", file.record, file.tree.as_ref().map_or(0, |tree| tree.position(at.span).0))
    };
    let mut calls = HashMap::<(String, String), BTreeSet<String>>::new();
    let mut problems: Vec<String> = analysis.problems.iter().map(|problem| problem.message.clone()).collect();
    let mut undecided = 0;
    for unit in &analysis.units {
        problems.extend(unit.problems.iter().map(|problem| problem.message.clone()));
        for call in &unit.calls {
            match &call.answer {
                Answer::Overload { name, runs, .. } => {
                    for one in [Some(name), runs.as_ref()].into_iter().flatten() {
                        let key = (place(call.place), call.name.clone());
                        calls.entry(key).or_default().insert(one.clone());
                        if let Some((from, to)) = ALIASES.iter().find(|(from, _)| *from == call.name) {
                            let key = (place(call.place), (*to).to_string());
                            calls.entry(key).or_default().insert(one.replacen(from, to, 1));
                        }
                    }
                }
                Answer::Undecided { .. } => undecided += 1,
                refused => problems.push(format!("{} {refused:?}", call.name)),
            }
        }
    }
    Ours { calls, problems, undecided }
}

#[test]
fn as_releases_resolve() {
    let table = std::fs::read_to_string(corpus::root().join("torch/runs/resolved.tsv")).unwrap();
    let mut rows = BTreeMap::<(&str, &str), Vec<(&str, &str)>>::new();
    for line in table.lines() {
        let mut parts = line.split('\t');
        let mut part = || parts.next().unwrap_or_default();
        let key = (part(), part());
        rows.entry(key).or_default().push((part(), part()));
    }
    let mut sets = HashMap::new();
    let mut counts = BTreeMap::<&str, [usize; 4]>::new();
    for ((release, file), found) in rows {
        let set = sets
            .entry(release)
            .or_insert_with(|| OperatorSet::new(torch(), Release::parse(release).unwrap()).unwrap());
        let data = std::fs::read(corpus::root().join("torch").join(file)).unwrap();
        let program = Program::read(&TorchArchive::open(&data).unwrap()).unwrap();
        let ours = ours(&program, &analyse(&program, &ForVersion { set, version: program.version }));
        let count = counts.entry(release).or_default();
        count[3] += ours.undecided;
        if let [("refused" | "crashed", message)] = found.as_slice() {
            count[1] += 1;
            // Of files that the release refuses for their code, it is known why.
            let format = ["version", "Legacy model format", "Expected Tensor but got GenericList"];
            let expected = !format.iter().any(|part| message.contains(part));
            assert_eq!(!ours.problems.is_empty(), expected, "{release} {file} {message} {:?}", ours.problems);
            continue;
        }
        count[0] += 1;
        assert_eq!(ours.problems, Vec::<String>::new(), "{release} {file}");
        for (place, overload) in found {
            // The code of upgraders, and what the compiler adds where a branch ends.
            if place == "loaded" || place.starts_with("<string>") || overload == "prim::Uninitialized" {
                continue;
            }
            let name = overload.split('.').next().unwrap().to_string();
            let known = ours.calls.get(&(place.to_string(), name));
            assert!(
                known.is_some_and(|known| known.contains(overload)),
                "{release} {file} {place} {overload} {known:?}"
            );
            count[2] += 1;
        }
    }
    let text: Vec<String> = counts
        .iter()
        .map(|(release, [loaded, refused, calls, undecided])| {
            format!(
                "{release}: {loaded} loaded, {refused} refused, {calls} calls alike, {undecided} undecided"
            )
        })
        .collect();
    let expected = [
        "1.10.2: 47 loaded, 5 refused, 494 calls alike, 0 undecided",
        "2.15.0: 46 loaded, 7 refused, 506 calls alike, 0 undecided",
    ];
    corpus::figures(text, expected.map(str::to_string).to_vec());
}
