//! Verifies files: `verify FILE…`. Prints findings, and counts.
// It is a tool for tests, and may fail like one.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

fn main() {
    let (mut sound, mut other) = (0, 0);
    for name in std::env::args().skip(1) {
        let findings = outlast_mlir::verify::verify(&std::fs::read(&name).unwrap());
        for finding in findings.iter().take(3) {
            println!(
                "{name}: {} {} at {} in {}",
                finding.code, finding.title, finding.place.span, finding.place.path
            );
        }
        if findings.is_empty() { sound += 1 } else { other += 1 }
    }
    println!("{sound} without findings, {other} with");
}
