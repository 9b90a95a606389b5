//! On which releases does this file run: `where_does_it_run 'executorch>=0.5' model.pte`.
#![allow(clippy::print_stdout, reason = "an example prints")]

/// The ranges of releases on which the program runs as it is: the first and the last of each.
pub(crate) fn where_does_it_run(
    targets: &str,
    bytes: &[u8],
) -> Result<Vec<(String, String)>, Box<dyn std::error::Error>> {
    let targets = outlast::targets(targets)?;
    // The file is read and verified once, for all targets.
    let prepared = outlast::open(bytes)?.prepare()?;
    let mut found = Vec::new();
    for target in &targets {
        found.push((target.name(), prepared.check(&[], target)?.outcome.is_good()));
    }
    let ranges = outlast::ranges(found).into_iter();
    Ok(ranges.map(|(first, last)| (first.to_string(), last.to_string())).collect())
}

#[allow(dead_code, reason = "the test of the examples calls the function")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [targets, path] = arguments.as_slice() else {
        return Err("usage: where_does_it_run TARGETS FILE".into());
    };
    for (first, last) in where_does_it_run(targets, &std::fs::read(path)?)? {
        println!("{first} to {last}");
    }
    Ok(())
}
