//! Any input: no panic, no hang, regions that cover the file. A small sample of what the fuzzers do at length.

use outlast_core::{Bytes, Severity};
use outlast_executorch::{BundledFile, FlatTensorFile, ProgramFile, facts::ProgramFacts, verify};
use outlast_testkit::mutate::{Rng, cuts, flip};

use crate::genuine::verify_any;
use crate::regions::check;

/// Everything that reads, on the same bytes.
fn read_all(name: &str, data: &[u8]) {
    let file = Bytes::new(data, 0);
    verify::program(file);
    verify::flat_tensor(file);
    verify::bundled(file);
    if let Ok(program) = ProgramFile::open(file) {
        let _ = ProgramFacts::read(&program).map(|facts| facts.needs());
    }
    if let Ok(bundle) = BundledFile::open(file) {
        let _ = bundle.suites();
    }
    if let Ok(data) = FlatTensorFile::open(file) {
        let _ = (data.entries(), data.segments());
    }
    check(name, data);
}

/// A sample of the corpus: small files, at most about fifty, all kinds.
fn bases() -> Vec<(String, Vec<u8>)> {
    let load = |path: &std::path::PathBuf| {
        (path.display().to_string(), outlast_testkit::corpus::read(path).unwrap())
    };
    let sample = |extensions: &[&str], most: usize| {
        let files = outlast_testkit::corpus::files("executorch", extensions);
        let step = files.len() / most + 1;
        files.iter().step_by(step).map(load).filter(|(_, data)| data.len() < 8000).collect::<Vec<_>>()
    };
    [sample(&["pte"], 36), sample(&["ptd"], 8), sample(&["bpte"], 4)].concat()
}

#[test]
fn cut_off_files_are_errors() {
    for (name, data) in bases() {
        for length in cuts(data.len()) {
            let cut = &data[..length];
            read_all(&format!("{name} cut to {length}"), cut);
            // Padding at the end may be missing without harm.
            let lost = data[length..].iter().any(|byte| *byte != 0);
            let worst = verify_any(cut).iter().map(|d| d.severity).max();
            assert!(!lost || worst == Some(Severity::Error), "{name} cut to {length}: {worst:?}");
        }
    }
}

#[test]
fn changed_bytes_are_read_without_harm() {
    // OUTLAST_ROUNDS asks for more than a smoke test.
    let rounds = std::env::var("OUTLAST_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(150);
    let mut rng = Rng(20_260_829);
    for (name, data) in bases() {
        for round in 0..rounds {
            read_all(&format!("{name} round {round}"), &flip(&data, &mut rng));
        }
    }
}

#[test]
fn empty_and_tiny_files() {
    for data in [&b""[..], b"\0", b"\0\0\0\0ET12", b"\x08\0\0\0ET12", b"\0\0\0\0FT01FH01", b"\0\0\0\0BP08"] {
        read_all(&format!("{data:?}"), data);
        assert!(verify_any(data).iter().any(|d| d.severity == Severity::Error), "{data:?}");
    }
}

/// A list that every value shares must not be looked at once for each: the work is bounded by the file.
#[test]
fn shared_lists_cost_no_more_than_the_file() {
    use crate::edit::{Edit, To::T, To::V};
    let path = outlast_testkit::corpus::root().join("executorch/1.5.1/misc.pte");
    let mut edit = Edit::new(&outlast_testkit::corpus::read(path).unwrap());
    // One list of 40,000 items, and 40,000 values that are this list.
    let count = 40_000u32;
    let mut list = count.to_le_bytes().to_vec();
    list.extend(vec![0; 4 * count as usize]);
    let list = edit.append(&list, 4);
    let from = edit.field(&[V(1, 0), V(2, 7), T(1)], 0);
    edit.refer(from, list);
    // All references lead to a copy of the value behind the vector, made of a vtable, a table and its list.
    let mut values = count.to_le_bytes().to_vec();
    values.extend(vec![0; 4 * count as usize]);
    let values = edit.append(&values, 4);
    let value = edit.append(&[8, 0, 12, 0, 8, 0, 4, 0, 8, 0, 0, 0, 0, 0, 0, 0, 10, 0, 0, 0], 4) + 8;
    let inner = edit.append(&[6, 0, 8, 0, 4, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0], 4) + 8;
    let items = edit.append(
        &{
            let mut v = count.to_le_bytes().to_vec();
            v.extend(vec![0; 4 * count as usize]);
            v
        },
        4,
    );
    edit.refer(value + 4, inner);
    edit.refer(inner + 4, items);
    for index in 0..count as usize {
        edit.refer(values + 4 + 4 * index, value);
    }
    let from = edit.field(&[V(1, 0)], 2);
    edit.refer(from, values);
    let start = std::time::Instant::now();
    let found = verify::program(Bytes::new(&edit.data, 0));
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
    assert!(found.len() < 1000, "{}", found.len());
    assert!(found.iter().any(|d| d.code.to_string() == "OL0106"), "no limit was reached");
}

/// The same for one long name that many things share.
#[test]
fn shared_names_cost_no_more_than_the_file() {
    use crate::edit::{Edit, To::V};
    let path = outlast_testkit::corpus::root().join("executorch/1.5.1/xnn_mlp.pte");
    let mut edit = Edit::new(&std::fs::read(path).unwrap());
    let count = 20_000usize;
    let mut list = u32::try_from(count).unwrap().to_le_bytes().to_vec();
    list.resize(4 + 4 * count, 0);
    let list = edit.append(&list, 4);
    let data = edit.append(&[8, 0, 12, 0, 4, 0, 8, 0, 8, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0], 4) + 8;
    let mut key = 1_000_000u32.to_le_bytes().to_vec();
    key.resize(1_000_004, b'k');
    key.push(0);
    let key = edit.append(&key, 4);
    edit.refer(data + 4, key);
    for index in 0..count {
        edit.refer(list + 4 + 4 * index, data);
    }
    let from = edit.field(&[], 7);
    edit.refer(from, list);
    let operators = edit.field(&[V(1, 0)], 6);
    edit.refer(operators, list);
    let start = std::time::Instant::now();
    let found = verify::program(Bytes::new(&edit.data, 0));
    check("shared names", &edit.data);
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
    assert!(found.iter().any(|d| d.severity == Severity::Error));
}
