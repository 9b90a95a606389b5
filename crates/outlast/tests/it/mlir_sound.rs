//! Verdicts presuppose a file as its producer wrote it: bytes that were changed afterwards are no reason for `loads`.

use outlast::Outcome;
use outlast::convert::Request;
use outlast_core::Severity;
use outlast_testkit::corpus;
use outlast_testkit::mutate::Rng;

/// The release that wrote a file, as a target; none if it is none that is known.
fn own(bytes: &[u8]) -> Option<&'static str> {
    let producer = bytes.get(5..)?.split(|byte| *byte == 0).next()?;
    [("MLIR16.0.6", "mlir-16"), ("MLIR19.1.7", "mlir-19"), ("MLIR22.1.8", "mlir-22")]
        .into_iter()
        .find(|(name, _)| producer == name.as_bytes())
        .map(|(_, target)| target)
}

fn verdict(bytes: &[u8], target: &str) -> Option<Outcome> {
    let program = outlast::open(bytes).ok()?;
    let subject = program.prepare().ok()?;
    Some(subject.check(&[], &outlast::target(target).unwrap()).ok()?.outcome)
}

/// One or two bytes become others.
fn damaged(bytes: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=rng.below(2) {
        let at = rng.below(bytes.len());
        let more = u8::try_from(1 + rng.below(255)).unwrap();
        bytes[at] = bytes[at].wrapping_add(more);
    }
    bytes
}

#[test]
fn what_verify_finds_is_never_said_to_load() {
    let rounds = std::env::var("OUTLAST_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(6);
    let mut rng = Rng(48);
    let (mut good, mut found) = (0, 0);
    for path in corpus::files("mlir", &["mlirbc", "bc"]) {
        let bytes = std::fs::read(&path).unwrap();
        let targets: Vec<&str> = match own(&bytes) {
            Some(own) => vec![own],
            None => vec!["mlir-22", "stablehlo-1.17.0", "jaxlib-0.10.2"],
        };
        for _ in 0..rounds {
            let bytes = damaged(&bytes, &mut rng);
            let Ok((_, findings)) = outlast::verify(&bytes) else { continue };
            let is_error = findings.iter().any(|finding| finding.severity == Severity::Error);
            found += usize::from(is_error);
            for target in &targets {
                let outcome = verdict(&bytes, target);
                let loads = matches!(outcome, Some(Outcome::Loads | Outcome::Upgrades));
                good += usize::from(loads);
                assert!(!(is_error && loads), "{} by {target}: {findings:?}", path.display());
            }
        }
    }
    assert!(found > 100 && good > 20, "{found} with errors, {good} said to load");
}

#[test]
fn what_mlir_opt_wrote_keeps_its_verdict() {
    for path in corpus::files("mlir", &["mlirbc"]) {
        let bytes = std::fs::read(&path).unwrap();
        let Some(own) = own(&bytes) else { continue };
        // Definitions of the test dialect were not read; modules without the content of their resources are refused.
        let name = path.to_string_lossy().into_owned();
        let outcome = verdict(&bytes, own).unwrap();
        if !name.contains("/dialects-") && !name.contains("elided") {
            assert_eq!(outcome, Outcome::Loads, "{name}");
        }
    }
}

/// Bytes in hexadecimal digits.
fn bytes_of(lines: &[&str]) -> Vec<u8> {
    let digits = lines.concat();
    let pairs = (0..digits.len()).step_by(2);
    pairs.map(|at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap()).collect()
}

/// `stablehlo.compare LT` by torch-mlir 20261001, without places: version 6, MLIR24.0.0git. The comparison's direction only stands behind the first number of its properties.
const TAIL: &[&str] = &[
    "4d4cef520d4d4c495232342e302e3067697400011f070105090901030f030507130503170323090b0107070b0b05030b010b13131b070b",
    "02311f0d05050d050b1b0311071b0311090505010103030b0109044f050150010107043f0301050350010307042b03070b050101000746",
    "010503030501030504010305060301050100750f0b110f0f150b116275696c74696e0066756e6300737461626c65686c6f006d6f64756c",
    "650072657475726e00636f6d70617265006c65737300081d070501010d010301010501050107",
];

#[test]
fn what_only_stands_behind_the_first_number_of_properties_is_not_read() {
    // mlir-opt 22 --allow-unregistered-dialect takes the file and prints `"stablehlo.compare"(%arg0, %arg1) <…>` with attribute 0 as its properties.
    let bytes = bytes_of(TAIL);
    let subject = outlast::open(&bytes).unwrap().prepare().unwrap();
    let verdict = subject.check(&[], &outlast::target("mlir-22").unwrap()).unwrap();
    assert_eq!(verdict.outcome, Outcome::Misreads);
    assert!(verdict.reasons().all(|(_, reason)| reason.says.is_none()), "{verdict:?}");
}

/// `expand_shape` of a buffer and of a tensor, with known sizes, by mlir-opt 18.1.8.
const EXPAND: &[&str] = &[
    "4d4cef520d4d4c495231382e312e38000127090105090d0b0103130305071705031b07031b033317110117070f0b65850b0b0b130f0f01",
    "1107171b13170f171702e51f0103110d0d616666696e655f6d61703c28643029202d3e20286430293e00616666696e655f6d61703c2864",
    "302c20643129202d3e202864302c206431293e00050f0d0f051101051315110b01110b050b15031101071505090901091b0311011b0509",
    "090101020405030303050503070309047f050150010107046f0301090350010307042703050b0305000946010503050301050401030303",
    "50010707042703050b030d0007460105030903010504010303060301050100891305051b0f0f0f0f0b116275696c74696e0066756e6300",
    "74656e736f72006d656d726566006d6f64756c650072657475726e00657870616e645f736861706500660067000825090501010b010501",
    "0b0103030b010d010f01",
];

#[test]
fn known_sizes_of_a_result_are_said_where_the_reader_wants_them() {
    let bytes = bytes_of(EXPAND);
    let program = outlast::open(&bytes).unwrap();
    for name in ["mlir-19", "mlir-22"] {
        let target = outlast::target(name).unwrap();
        // mlir-opt 19: attempting to parse a byte at the end of the bytecode; 22: expected mlir::ArrayAttr.
        assert_eq!(verdict(&bytes, name), Some(Outcome::Fails), "{name}");
        let request = Request::for_target(&target);
        let made = program.convert(&[], &request).unwrap();
        // Both were read by the real tools, and printed to the same text.
        assert_eq!(made.verdict.unwrap().outcome, Outcome::Loads, "{name}");
    }
}
