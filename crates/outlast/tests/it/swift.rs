//! Verdicts on Swift modules of the corpus; `evidence/peers/llvm/swift_mutations.py` compares many more with real compilers.

use outlast::{Outcome, Remedy, Verdict};

fn module(name: &str) -> Vec<u8> {
    let path = format!("{}/../../corpus/llvm/swift-6.0.3/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn judged(bytes: &[u8], target: &str) -> Verdict {
    let program = outlast::open(bytes).unwrap();
    program.prepare().unwrap().check(&[], &outlast::target(target).unwrap()).unwrap()
}

#[test]
fn a_compiler_reads_its_own_format_only() {
    for name in ["Small.swiftmodule", "Embedded.swiftmodule", "Shapes-options.swiftmodule", "Shapes.swiftdoc"]
    {
        let verdict = judged(&module(name), "swift-6.0.3");
        assert_eq!(verdict.outcome, Outcome::Loads, "{name}: {:?}", verdict.reasons().next());
    }
    let small = module("Small.swiftmodule");
    assert!(judged(&small, "swift-6.0.3").notes.iter().any(|note| note.contains("imported as `Small`")));
    let newer = judged(&small, "swift-6.2.3");
    assert_eq!(newer.outcome, Outcome::Fails);
    assert!(matches!(newer.remedy, Remedy::NoneKnown(_)));
    let (_, reason) = newer.reasons().next().unwrap();
    assert_eq!(reason.code.to_string(), "OL2151");
    let says = "module compiled with Swift 6.0.3 cannot be imported by the Swift 6.2.3 compiler: …";
    assert_eq!(reason.says.as_deref(), Some(says));
    // The format of documentation stayed the same.
    assert_eq!(judged(&module("Shapes.swiftdoc"), "swift-6.2.3").outcome, Outcome::Loads);
}

#[test]
fn releases_that_nobody_measured() {
    let small = module("Small.swiftmodule");
    // 6.1 reads some format between those of 6.0.3 and 6.2.3: perhaps this one.
    for target in ["swift-6.1", "swift-5.9", "swift-6.0.2"] {
        assert_eq!(judged(&small, target).outcome, Outcome::Unknown, "{target}");
    }
    // Formats only grow: what comes after 6.2.3 cannot read one that is older.
    assert_eq!(judged(&small, "swift-6.3").outcome, Outcome::Fails);
}

#[test]
fn damaged_modules_fail() {
    let small = module("Small.swiftmodule");
    for part in 1..8 {
        let cut = &small[..small.len() * part / 8 / 4 * 4];
        assert_eq!(judged(cut, "swift-6.0.3").outcome, Outcome::Fails, "{part}");
    }
    // What follows the module is not looked at.
    let longer: Vec<u8> = small.iter().copied().chain([0; 4]).collect();
    assert_eq!(judged(&longer, "swift-6.0.3").outcome, Outcome::Loads);
}
