//! Portable artifacts of the corpus: written for every version, as StableHLO and back; and what becomes of malformed ones.

use std::path::Path;

use outlast_mlir::dialect::Dialects;
use outlast_mlir::print::{PrintOptions, Source, print};
use outlast_mlir::schema::FileSchemas;
use outlast_mlir::steps::BuiltinCodes;
use outlast_mlir::verify::verify;
use outlast_mlir::vhlo::defs::defs;
use outlast_mlir::vhlo::{
    Expansion, Reader, RewriteError, Rewritten, Version, Vhlo, VhloFacts, Why, as_stablehlo, as_vhlo, facts,
    rewrite,
};
use outlast_mlir::{File, Module};
use outlast_testkit::corpus;
use outlast_testkit::mutate::{Rng, cuts, flip};

fn artifacts() -> Vec<(String, Vec<u8>)> {
    let files = corpus::files("mlir/vhlo", &["bc"]);
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    let all: Vec<_> = files.iter().map(|path| (name(path), std::fs::read(path).unwrap())).collect();
    assert!(all.len() >= 27);
    all
}

fn artifact(name: &str) -> Vec<u8> {
    let found = artifacts().into_iter().find(|(known, _)| known == &format!("{name}.mlir.bc"));
    found.unwrap_or_else(|| panic!("{name}")).1
}

fn reader(version: Version) -> Reader {
    let attr = if version < Version::new(1, 9, 0) { 21 } else { 25 };
    Reader { version, codes: BuiltinCodes { attr, ty: 20 }, lacks: Vec::new() }
}

fn written(data: &[u8], version: Version) -> Result<Vec<u8>, RewriteError> {
    rewrite(&File::open(data).unwrap(), &reader(version)).map(|written| written.pieces.concat())
}

fn needs(data: &[u8]) -> VhloFacts {
    let (file, module) = (File::open(data).unwrap(), Module::read(data).unwrap());
    facts(&module.tables, &module.ir, file.producer(), file.version())
}

fn text(data: &[u8]) -> String {
    let file = File::open(data).unwrap();
    let module = Module::read(data).unwrap();
    let chosen = FileSchemas::choose(&file, &module.tables, &module.ir);
    let mut out = Vec::new();
    let options = PrintOptions { local_scope: true, ..PrintOptions::default() };
    print(
        &Source {
            version: file.version(),
            producer: file.producer(),
            tables: &module.tables,
            ir: &module.ir,
            schemas: &chosen.schemas,
        },
        &options,
        &mut out,
    )
    .unwrap();
    String::from_utf8(out).unwrap()
}

/// What is written for a version is sound, is read by it, has its container and producer; and written again it is the same.
#[test]
fn every_artifact_for_every_version() {
    let (mut made, mut refused) = (0, 0);
    for (name, data) in artifacts() {
        for row in &defs().releases {
            let version = row.version;
            match written(&data, version) {
                Ok(out) => {
                    made += 1;
                    let findings = verify(&out);
                    assert!(findings.is_empty(), "{name} for {version}: {findings:?}");
                    let facts = needs(&out);
                    assert_eq!(
                        (facts.written_for, facts.container),
                        (Some(version), row.container),
                        "{name}"
                    );
                    assert!(
                        facts.needed().is_some_and(|needed| needed <= version),
                        "{name} for {version}: {:?}",
                        facts.needed()
                    );
                    assert_eq!(written(&out, version).unwrap(), out, "{name} for {version}");
                }
                Err(RewriteError::Refused(all)) => {
                    refused += 1;
                    assert!(
                        !all.is_empty()
                            && all.iter().all(|one| one.since.is_some_and(|since| version < since)),
                        "{name}: {all:?}"
                    );
                }
                Err(error) => panic!("{name} for {version}: {error}"),
            }
        }
    }
    corpus::figures((made, refused), (737, 187));
}

/// Down to the oldest version that takes it and up again is the same text as up at once.
#[test]
fn down_and_up_again() {
    let newest = Version::newest();
    for (name, data) in artifacts() {
        let direct = text(&written(&data, newest).unwrap());
        let reaches = needs(&data).reaches().unwrap();
        let down = written(&data, reaches).unwrap();
        assert_eq!(text(&written(&down, newest).unwrap()), direct, "{name} by {reaches}");
    }
}

#[test]
fn what_the_serialiser_wrote_for_another_version() {
    let made = written(&artifact("attention-1.17.0"), Version::new(0, 9, 0)).unwrap();
    assert_eq!(text(&made), text(&artifact("attention-0.9.0")));
    let made = written(&artifact("attention-0.9.0"), Version::new(1, 17, 0)).unwrap();
    assert_eq!(text(&made), text(&artifact("attention-1.17.0")));
}

#[test]
fn what_older_versions_lack_is_rewritten() {
    let expanded = |name: &str, version: Version| -> Rewritten<'static> {
        let data: &'static [u8] = artifact(name).leak();
        rewrite(&File::open(data).unwrap(), &reader(version)).unwrap()
    };
    let gather = expanded("gather-batched-1.17.0", Version::new(1, 0, 0));
    assert_eq!(gather.done.expanded, [(Expansion::BatchingDimensions, 1)]);
    let printed = text(&gather.pieces.concat());
    assert!(
        printed.contains("\"vhlo.gather_v1\"") && printed.contains("\"vhlo.concatenate_v1\""),
        "{printed}"
    );
    let scatter = expanded("scatter-batched-1.17.0", Version::new(0, 9, 0));
    assert_eq!(scatter.done.expanded, [(Expansion::BatchingDimensions, 1)]);
    let tangent = expanded("tan-complex-1.17.0", Version::new(1, 3, 0));
    assert_eq!(tangent.done.expanded, [(Expansion::Tangent, 1)]);
    assert!(!text(&tangent.pieces.concat()).contains("vhlo.tan_"));
    let mesh = expanded("mesh-1.17.0", Version::new(1, 15, 0));
    assert_eq!(mesh.done.expanded, [(Expansion::MeshAxes, 1)]);
    assert!(text(&mesh.pieces.concat()).contains("dense<[[0, 1, 2, 3], [4, 5, 6, 7]]>"));
    // A range in a location is where it starts.
    let ranges = expanded("conv-gradient-ranges-1.8.0", Version::new(1, 8, 0));
    assert!(ranges.lowered > 0);
    assert_eq!(expanded("conv-gradient-ranges-1.8.0", Version::new(1, 9, 0)).lowered, 0);
}

/// The first reason against a version, and since when it is none.
#[track_caller]
fn refusal(name: &str, version: Version) -> (String, Why, Option<Version>) {
    match written(&artifact(name), version) {
        Err(RewriteError::Refused(mut all)) => {
            let one = all.remove(0);
            (one.of.shape.name, one.why, one.since)
        }
        other => panic!("{name}: {:?}", other.map(|out| out.len())),
    }
}

#[test]
fn new_features_are_refused() {
    let at = |major, minor| Version::new(major, minor, 0);
    let of = |name: &str, version| {
        let (op, _, since) = refusal(name, version);
        (op, since.unwrap().to_string())
    };
    assert_eq!(of("accuracy-1.10.0", at(1, 8)), ("exponential_v2".into(), "1.9.0".into()));
    assert_eq!(of("dot-algorithm-1.17.0", at(1, 5)), ("dot_general_v2".into(), "1.6.0".into()));
    assert_eq!(of("collectives-many-1.17.0", at(1, 4)), ("all_gather_v2".into(), "1.5.0".into()));
    assert_eq!(of("custom-call-typed-1.17.0", at(1, 2)), ("custom_call_v1".into(), "1.3.0".into()));
    assert_eq!(of("reduce-scatter-1.17.0", at(0, 16)), ("reduce_v1".into(), "0.17.0".into()));
    assert_eq!(of("composite-regions-1.14.0", at(1, 13)), ("composite_v2".into(), "1.14.0".into()));
    assert_eq!(of("buffers-1.13.0", at(1, 12)).1, "1.13.0");
    assert_eq!(of("quantised-per-axis-1.0.0", at(0, 17)).1, "0.18.0");
    assert!(matches!(refusal("small-f4-1.17.0", at(1, 7)).1, Why::Entity(_)));
    assert!(matches!(written(&artifact("attention-0.9.0"), at(1, 21)), Err(RewriteError::NoVersion(_))));
}

/// A module that is read with the hooks is of the version that they write, whatever the file's is.
#[test]
fn hooks_write_their_version() {
    let names = |data: &[u8], version: Version| {
        let mut dialects = Dialects::new();
        dialects.register(Vhlo::of(version));
        let module = Module::read_with(data, &dialects).unwrap();
        let ir = &module.ir;
        let names: Vec<String> = ir
            .ops()
            .map(|op| String::from_utf8_lossy(&module.tables.op_name(ir.name(op))).into_owned())
            .collect();
        names.join(" ")
    };
    let old = artifact("attention-0.9.0");
    assert!(names(&old, Version::new(1, 20, 0)).contains("vhlo.dot_general_v2"));
    assert!(names(&old, Version::new(1, 5, 0)).contains("vhlo.dot_general_v1"));
    let new = artifact("attention-1.17.0");
    assert!(names(&new, Version::new(1, 5, 0)).contains("vhlo.exponential_v1"));
    let mut dialects = Dialects::new();
    dialects.register(Vhlo::of(Version::new(1, 0, 0)));
    let error = Module::read_with(&artifact("accuracy-1.10.0"), &dialects).unwrap_err().to_string();
    assert!(error.contains("exponential_v2") && error.contains("1.0.0"), "{error}");
}

#[test]
fn stablehlo_and_back() {
    for (name, data) in artifacts() {
        let file = File::open(&data).unwrap();
        let stablehlo = as_stablehlo(&file).unwrap().concat();
        assert!(verify(&stablehlo).is_empty(), "{name}");
        let printed = text(&stablehlo);
        assert!(!printed.contains("vhlo.") && printed.contains("func.func"), "{name}");
        let back = as_vhlo(&File::open(&stablehlo).unwrap()).unwrap().concat();
        let newest = Version::newest();
        let back = written(&back, newest).unwrap();
        assert_eq!(text(&back), text(&written(&data, newest).unwrap()), "{name}");
    }
}

/// Everything that looks at artifacts, on the same bytes; what it writes is sound.
fn all(name: &str, data: &[u8]) {
    let Ok(file) = File::open(data) else { return };
    if let Ok(module) = Module::read(data) {
        let facts = facts(&module.tables, &module.ir, file.producer(), file.version());
        let _ = (facts.needed(), facts.reaches(), facts.refusals(Version::oldest()));
    }
    let sound = verify(data).is_empty();
    for version in [Version::oldest(), Version::new(1, 0, 0), Version::newest()] {
        if let Ok(out) = rewrite(&file, &reader(version)) {
            let findings = verify(&out.pieces.concat());
            assert!(!sound || findings.is_empty(), "{name} for {version}: {findings:?}");
        }
    }
    for made in [as_stablehlo(&file), as_vhlo(&file)].into_iter().flatten() {
        let findings = verify(&made.concat());
        assert!(!sound || findings.is_empty(), "{name}: {findings:?}");
    }
}

#[test]
fn malformed_artifacts() {
    let rounds: usize = std::env::var("OUTLAST_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(40);
    let mut rng = Rng(11);
    for (name, data) in artifacts() {
        for cut in cuts(data.len()) {
            all(&name, &data[..cut]);
        }
        for _ in 0..rounds {
            all(&name, &flip(&data, &mut rng));
        }
    }
}
