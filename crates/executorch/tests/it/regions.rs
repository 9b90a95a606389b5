//! Every byte belongs to exactly one leaf region, in genuine files and in broken ones.

use outlast_core::{Bytes, RegionSink};
use outlast_executorch::regions;
use outlast_testkit::partition::Partition;

pub(crate) fn emit_any(data: &[u8], sink: &mut dyn RegionSink) {
    let file = Bytes::new(data, 0);
    match data.get(4..8) {
        Some(b"FT01") => regions::flat_tensor(file, sink),
        Some(b"BP08") => regions::bundled(file, sink),
        _ => regions::program(file, sink),
    }
}

pub(crate) fn check(name: &str, data: &[u8]) -> u64 {
    let mut sink = Partition::default();
    emit_any(data, &mut sink);
    let leaves = sink.leaves;
    let faults = sink.finish(data.len() as u64);
    assert!(faults.is_empty(), "{name}: {} faults: {:#?}", faults.len(), &faults[..faults.len().min(5)]);
    leaves
}

#[test]
fn genuine_files() {
    for path in outlast_testkit::corpus::files("executorch", &["pte", "ptd", "bpte"]) {
        let leaves = check(&path.display().to_string(), &outlast_testkit::corpus::read(&path).unwrap());
        assert!(leaves > 20, "{}: {leaves} leaves", path.display());
    }
}

#[test]
fn mutants() {
    for mutant in crate::mutants::all() {
        check(&mutant.name, &mutant.data);
    }
}
