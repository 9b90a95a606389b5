//! Decodes and encodes files: `replay FILE…`. Prints the names of those that are not the same afterwards, and counts.
// It is a tool for tests, and may fail like one.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

fn main() {
    let (mut same, mut other, mut failed) = (0, 0, 0);
    for name in std::env::args().skip(1) {
        let data = std::fs::read(&name).unwrap();
        match outlast_mlir::write::replay(&data) {
            Ok(done) => match done.difference {
                None => same += 1,
                Some(at) => {
                    println!("{name}: differs at 0x{at:x}");
                    other += 1;
                }
            },
            Err(error) => {
                println!("{name}: {error:?}");
                failed += 1;
            }
        }
    }
    println!("{same} the same, {other} differ, {failed} cannot be read");
}
