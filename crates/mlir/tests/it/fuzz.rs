//! Any input: no panic, no hang, memory within bounds, and what reads agrees with what else reads. A sample of what fuzzers
//! do at length: `OUTLAST_ROUNDS` asks for more.

use outlast_core::{Descend, Region, RegionKind, RegionSink, Severity};
use outlast_mlir::ir::{Ir, Nested};
use outlast_mlir::overview::{self, Overview};
use outlast_mlir::print::{PrintError, PrintOptions, Source, print, reader_schemas};
use outlast_mlir::schema::FileSchemas;
use outlast_mlir::steps::set_version;
use outlast_mlir::verify::{verify, verify_on, verify_with};
use outlast_mlir::write::replay;
use outlast_mlir::{File, Module, Tables, is_bytecode};
use outlast_testkit::mutate::{Rng, cuts, flip};
use outlast_testkit::partition::Partition;

/// Counts what is written, up to more than the text of any small file has.
#[derive(Default)]
struct Count(u64);

impl std::io::Write for Count {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 += bytes.len() as u64;
        if self.0 > 1 << 28 {
            return Err(std::io::Error::other("the text has no end"));
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The partition of the bytes, and how many regions are bad.
#[derive(Default)]
struct Regions {
    partition: Partition,
    bad: u64,
}

impl RegionSink for Regions {
    fn enter(&mut self, region: Region<'_>) -> Descend {
        self.bad += u64::from(region.kind == RegionKind::Bad);
        self.partition.enter(region)
    }

    fn leave(&mut self) {
        self.partition.leave();
    }
}

/// Checks that every byte is in one region; the number of leaves and of bad ones.
pub(crate) fn partition(name: &str, bytes: &[u8]) -> (u64, u64) {
    let mut sink = Regions::default();
    outlast_mlir::regions(bytes, &mut sink);
    let leaves = sink.partition.leaves;
    let faults = sink.partition.finish(bytes.len() as u64);
    assert!(faults.is_empty(), "{name}: {} faults: {:#?}", faults.len(), &faults[..faults.len().min(5)]);
    (leaves, sink.bad)
}

/// Everything that reads, on the same bytes. Whether it is a sound file.
pub(crate) fn read_all(name: &str, bytes: &[u8]) -> bool {
    let (_, bad) = partition(name, bytes);
    let findings = verify(bytes);
    let sound = findings.iter().all(|finding| finding.severity != Severity::Error);
    let found = verify_with(bytes, true);
    assert_eq!(found, verify_on(bytes, true, 3));
    let replayed = replay(bytes);
    assert!(!sound || replayed.is_ok(), "{name}: {replayed:?}");
    assert!(!sound || bad == 0, "{name}: {bad} bad regions");
    let Ok(file) = File::open(bytes) else {
        assert!(!sound, "{name}");
        return false;
    };
    let Ok(tables) = Tables::read(&file) else {
        assert!(!sound, "{name}");
        return false;
    };
    lazily(name, &file, &tables, sound);
    let Ok(module) = Module::read(bytes) else {
        assert!(!sound, "{name}");
        return false;
    };
    assert!(replayed.is_ok(), "{name}");
    let schemas = FileSchemas::choose(&file, &module.tables, &module.ir).schemas;
    printed(name, &module, &schemas);
    rewritten(name, &module, &schemas, sound);
    sound
}

/// Reads functions one by one, and what `outlast inspect` shows.
fn lazily(name: &str, file: &File<'_>, tables: &Tables<'_>, sound: bool) {
    let top = Ir::read(file, tables, Nested::Skip(1));
    assert!(!sound || top.is_ok(), "{name}");
    let Ok(top) = top else { return };
    for lazy in top.all_lazy() {
        let inner = Ir::materialize(file, tables, lazy, Nested::Read);
        assert!(!sound || inner.is_ok(), "{name}");
    }
    for nested in [Nested::Skip(1), Nested::Read] {
        if let Ok(overview) = Overview::read(file, nested) {
            let _ = (overview.functions(), overview.histogram(), overview.dialects(), overview.sections());
        }
    }
    assert!(overview::blob_bytes(file).is_ok(), "{name}");
}

fn printed(name: &str, module: &Module<'_>, schemas: &FileSchemas) {
    let newest = PrintOptions { release: Some(22), ..PrintOptions::default() };
    let readers = reader_schemas(&module.layout.producer, &module.tables, &newest);
    for (local_scope, debug_info, release, schemas) in
        [(false, true, None, schemas), (true, false, Some(22), &readers), (false, false, Some(16), schemas)]
    {
        let options = PrintOptions { release, local_scope, debug_info, ..PrintOptions::default() };
        let source = Source {
            version: module.layout.version,
            producer: &module.layout.producer,
            tables: &module.tables,
            ir: &module.ir,
            schemas,
        };
        match print(&source, &options, &mut Count::default()) {
            Ok(()) => {}
            Err(PrintError::TooLong | PrintError::TooMuch) => println!("{name}: too long"),
            Err(error) => panic!("{name}: {error}"),
        }
    }
}

/// Writes the module anew, and as other versions.
fn rewritten(name: &str, module: &Module<'_>, schemas: &FileSchemas, sound: bool) {
    let check = |what: &str, bytes: &[u8]| {
        let errors = verify(bytes).into_iter().find(|finding| finding.severity == Severity::Error);
        assert!(!sound || errors.is_none(), "{name}, {what}: {errors:?}");
    };
    if let Ok(pieces) = module.canonical(schemas) {
        check("canonical", &pieces.concat());
    }
    for version in [0, 3, 4, 6] {
        let mut other = module.clone();
        if set_version(&mut other, version, schemas).is_ok() {
            check("another version", &other.encode().concat());
        }
    }
}

/// Small files of all kinds.
fn bases() -> Vec<(String, Vec<u8>)> {
    let files = outlast_testkit::corpus::files("mlir", &["mlirbc", "bc"]);
    let read = |path: std::path::PathBuf| (path.display().to_string(), std::fs::read(path).unwrap());
    let mut bases: Vec<_> = files.into_iter().map(read).filter(|(_, data)| is_bytecode(data)).collect();
    bases.retain(|(_, data)| data.len() < 6000);
    outlast_testkit::corpus::figures(bases.len(), 120);
    bases.sort_by_key(|(_, data)| data.len());
    bases
}

fn rounds(normal: usize) -> usize {
    std::env::var("OUTLAST_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(normal)
}

#[test]
fn cut_off_files_are_errors() {
    for (name, data) in bases().iter().step_by(5) {
        for length in cuts(data.len()) {
            assert!(!read_all(&format!("{name} cut to {length}"), &data[..length]), "{name} cut to {length}");
        }
    }
}

#[test]
fn changed_bytes_are_read_without_harm() {
    let mut rng = Rng(20_261_121);
    let (mut sound, mut all) = (0, 0);
    for (name, data) in bases() {
        for round in 0..rounds(60) {
            sound += u64::from(read_all(&format!("{name} round {round}"), &flip(&data, &mut rng)));
            all += 1;
        }
    }
    println!("{all} changed files, {sound} of them sound");
    outlast_testkit::corpus::figures([all, sound], [7200, 646]);
}

#[test]
fn spliced_files_are_read_without_harm() {
    let mut rng = Rng(20_261_122);
    let bases = bases();
    for round in 0..rounds(300) {
        let (_, one) = &bases[rng.below(bases.len())];
        let (_, other) = &bases[rng.below(bases.len())];
        let (at, from) = (rng.below(one.len()), rng.below(other.len()));
        let to = from + rng.below(other.len() - from);
        let spliced = [&one[..at], &other[from..to], &one[at..]].concat();
        read_all(&format!("splice {round}"), &spliced);
    }
}

#[test]
fn empty_and_tiny_files() {
    for bytes in [&b""[..], b"M", b"ML\xefR", b"ML\xefR\x0d", b"ML\xefR\x0dMLIR\0", b"ML\xefR\x00\x00\x00"] {
        assert!(!read_all(&format!("{bytes:?}"), bytes), "{bytes:?}");
    }
}
