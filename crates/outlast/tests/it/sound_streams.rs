//! An error of `verify` and a good verdict on the release that wrote the file never stand together: real streams of every kind, and copies with a few
//! bytes changed. What real readers do with such copies: `evidence/peers/llvm/damaged.py`.

use std::collections::BTreeMap;

use outlast::{Outcome, Target};
use outlast_core::Severity;
use outlast_testkit::corpus;
use outlast_testkit::mutate::Rng;

/// Copies of each file, so that every kind has several hundred.
const COPIES: usize = 60;

/// The release that wrote a file, by its folder, and the first letters of its kind.
fn written_by(folder: &str, name: &str) -> Option<(&'static str, String)> {
    let ending = name.rsplit_once('.')?.1;
    let kind = match ending {
        "bc" => "ir",
        "pcm" | "pch" => "clang",
        "swiftmodule" | "swiftdoc" | "swiftsourceinfo" => "swift",
        "dia" => "diagnostics",
        "bitstream" => "remarks",
        _ => return None,
    };
    let release = match folder.strip_prefix("swift-") {
        Some(release) if kind == "swift" => format!("swift-{release}"),
        Some(_) => "llvm-17".to_string(),
        None => format!("llvm-{folder}"),
    };
    Some((kind, release))
}

/// One or two bytes changed: a bit, or the whole byte.
fn changed(bytes: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut copy = bytes.to_vec();
    for _ in 0..=rng.below(2) {
        let (at, bit) = (rng.below(copy.len()), rng.below(8));
        let value = [0, 0xff, u8::try_from(rng.below(256)).unwrap()][rng.below(3)];
        let whole = rng.below(2) == 1;
        if let Some(byte) = copy.get_mut(at) {
            *byte = if whole { value } else { *byte ^ 1 << bit };
        }
    }
    copy
}

/// The outcome, or none where the file cannot be judged alone; and whether verification finds an error.
fn both(bytes: &[u8], target: &Target) -> (Option<Outcome>, bool) {
    let program = outlast::open(bytes);
    let judged = program.as_ref().ok().and_then(|program| program.prepare().ok()?.check(&[], target).ok());
    let found = outlast::verify(bytes).map(|(_, found)| found).unwrap_or_default();
    (judged.map(|verdict| verdict.outcome), found.iter().any(|finding| finding.severity == Severity::Error))
}

#[test]
fn errors_and_good_verdicts_do_not_stand_together() {
    let mut counts: BTreeMap<&str, [usize; 4]> = BTreeMap::new();
    let mut wrong = Vec::new();
    let mut rng = Rng(48);
    for path in corpus::files(
        "llvm",
        &["bc", "pcm", "pch", "swiftmodule", "swiftdoc", "swiftsourceinfo", "dia", "bitstream"],
    ) {
        let folder = path.parent().unwrap().file_name().unwrap().to_str().unwrap();
        let name = path.file_name().unwrap().to_str().unwrap();
        let Some((kind, release)) = written_by(folder, name) else { continue };
        let target = outlast::target(&release).unwrap();
        let bytes = std::fs::read(&path).unwrap();
        let good = |outcome: Option<Outcome>| outcome.is_some_and(Outcome::is_good);
        let (outcome, error) = both(&bytes, &target);
        assert!(!error || !good(outcome), "{folder}/{name}");
        if !good(outcome) {
            continue;
        }
        for copy in 0..COPIES {
            let copied = changed(&bytes, &mut rng);
            let (outcome, error) = both(&copied, &target);
            let count = counts.entry(kind).or_default();
            count[usize::from(error) * 2 + usize::from(good(outcome))] += 1;
            if error && good(outcome) {
                wrong.push(format!("{folder}/{name} copy {copy}"));
            }
        }
    }
    println!("kind: neither, good, error, both: {counts:?}");
    assert!(wrong.is_empty(), "{wrong:?}");
    for (kind, count) in counts {
        let all: usize = count.iter().sum();
        assert!(all >= 240 && count[1] > 0 && count[2] > 0, "{kind}: {count:?}");
    }
}
