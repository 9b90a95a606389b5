//! Verdicts on portable artifacts of the corpus against what ten releases of jaxlib did with them, and conversions for every version.

use outlast::convert::{ConvertError, Request};
use outlast::{Outcome, Stage};
use outlast_testkit::corpus;

#[test]
fn verdicts_are_what_jaxlib_did() {
    let runs = std::fs::read_to_string(corpus::root().join("mlir/runs/jaxlib.txt")).unwrap();
    let head = runs.lines().next().unwrap();
    let (_, releases) = head.split_once(": ").unwrap();
    let releases: Vec<&str> = releases.split(';').next().unwrap().split(", ").collect();
    let (mut loads, mut fails, mut wrong) = (0, 0, Vec::new());
    for line in runs.lines().filter(|line| !line.starts_with('#')) {
        let (name, fates) = line.split_once(' ').unwrap();
        let bytes = std::fs::read(corpus::root().join("mlir").join(name)).unwrap();
        let subject = outlast::open(&bytes).unwrap().prepare().unwrap();
        assert_eq!(fates.len(), releases.len(), "{name}");
        for (release, fate) in releases.iter().zip(fates.chars()) {
            let target = outlast::target(&format!("jaxlib-{release}")).unwrap();
            let verdict = subject.check(&[], &target).unwrap();
            // What only a run shows is no matter of reading.
            let read = match (verdict.outcome, verdict.stage) {
                (Outcome::Loads, _) | (Outcome::Fails, Some(Stage::Run)) => 'l',
                (Outcome::Fails, _) => 'f',
                _ => '?',
            };
            *if fate == 'l' { &mut loads } else { &mut fails } += 1;
            if read != fate {
                wrong.push(format!("{name} on {release}: {fate}, judged {read}"));
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
    corpus::figures([loads, fails], [198, 102]);
}

/// Converts for a target: the bytes, or how many reasons there are against it.
fn for_target(bytes: &[u8], target: &str) -> Result<Vec<u8>, usize> {
    let target = outlast::target(target).unwrap();
    let program = outlast::open(bytes).unwrap();
    match program.convert(&[], &Request::for_target(&target)) {
        Ok(converted) => {
            let mut made = Vec::new();
            converted.output.write_to(&mut made).unwrap();
            assert_eq!(converted.verdict.unwrap().outcome, Outcome::Loads);
            Ok(made)
        }
        Err(ConvertError::Refused(blockers)) => {
            assert!(
                blockers.iter().all(|blocker| blocker.code.is_some() && !blocker.place.path.is_root()),
                "{blockers:?}"
            );
            Err(blockers.len())
        }
        Err(error) => panic!("{error}"),
    }
}

/// An artifact that a version takes is judged to load there; one that is written for an older version and back is as it was.
#[test]
fn artifacts_are_written_for_every_version() {
    let (mut written, mut refused, mut same) = (0, 0, 0);
    let targets = outlast::target_names();
    let targets: Vec<_> = targets.iter().filter(|name| name.starts_with("stablehlo-")).collect();
    for path in corpus::files("mlir/vhlo", &["bc"]) {
        let bytes = std::fs::read(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let own = name.strip_suffix(".mlir.bc").unwrap().rsplit_once('-').unwrap().1;
        let own = format!("stablehlo-{own}");
        for target in &targets {
            match for_target(&bytes, target) {
                Ok(made) => {
                    written += 1;
                    let back = for_target(&made, &own).unwrap();
                    same += usize::from(back == bytes);
                }
                Err(_) => refused += 1,
            }
        }
    }
    corpus::figures([written, refused, same], [737, 187, 531]);
}

/// 0.4.30 stands between 0.4.26 and 0.4.31, and is no patch release of 0.4.38.
#[test]
fn releases_of_jaxlib_are_judged_by_their_neighbours() {
    let bytes = std::fs::read(corpus::root().join("mlir/vhlo/custom-call-typed-1.17.0.mlir.bc")).unwrap();
    let subject = outlast::open(&bytes).unwrap().prepare().unwrap();
    let judged = |name: &str| subject.check(&[], &outlast::target(name).unwrap()).unwrap().outcome;
    assert_eq!(judged("jaxlib-0.4.26"), Outcome::Fails);
    assert_eq!(judged("jaxlib-0.4.31"), Outcome::Loads);
    assert_eq!(judged("jaxlib-0.4.30"), Outcome::Unknown);
    assert_eq!(judged("jaxlib-0.4.35"), Outcome::Loads);
    assert_eq!(judged("jaxlib-0.4.19"), Outcome::Unknown);
}

#[test]
fn requirements_are_versions() {
    for (name, version) in
        [("week4", "stablehlo-1.18.0"), ("week12", "stablehlo-1.16.2"), ("max", "stablehlo-0.9.0")]
    {
        let target = outlast::target(&format!("stablehlo-{name}")).unwrap();
        assert_eq!(target.name(), version);
    }
}

/// A call is held to what its implementation takes: `lapack_strsm_ffi` has three operands in 0.4.38, and two today.
#[test]
fn calls_have_signatures() {
    let bytes = std::fs::read(corpus::root().join("mlir/vhlo/solve-triangular-1.4.0.mlir.bc")).unwrap();
    let subject = outlast::open(&bytes).unwrap().prepare().unwrap();
    let said = |release: &str| {
        let verdict = subject.check(&[], &outlast::target(&format!("jaxlib-{release}")).unwrap()).unwrap();
        verdict.reasons().map(|(_, reason)| reason.sentence()).collect::<Vec<_>>().join("; ")
    };
    assert_eq!(said("0.10.2"), "");
    assert_eq!(said("0.7.2"), "");
    let signature = "jaxlib-0.4.38 implements the custom call `lapack_strsm_ffi` with another signature: wrong number of \
                     arguments: expected 3 but got 2";
    assert_eq!(said("0.4.38"), signature);
    let nothing = "jaxlib-0.4.31 does not implement the custom call `lapack_strsm_ffi` (API_VERSION_ORIGINAL) by itself";
    assert_eq!(said("0.4.31"), nothing);
}
