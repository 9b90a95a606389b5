//! Will this file load there, and why not: `will_it_load executorch-0.5.0 model.pte`.
#![allow(clippy::print_stdout, reason = "an example prints")]

/// Prints the outcome, then what stands in the way.
pub(crate) fn will_it_load(target: &str, path: &str) -> Result<outlast::Outcome, Box<dyn std::error::Error>> {
    let target = outlast::target(target)?;
    let verdict = outlast::check(&std::fs::read(path)?, &target)?;
    println!("{path} on {}: {}", verdict.target, verdict.summary());
    for (entry, reason) in verdict.reasons() {
        // The message that the runtime will print, if it prints one.
        let says = reason.says.as_deref().unwrap_or("nothing");
        println!("{} {}: {} needs {}", reason.code, entry.name, reason.subject, reason.needs);
        println!("  at {}; the runtime has {}, and says {says}", reason.place, reason.has);
    }
    Ok(verdict.outcome)
}

#[allow(dead_code, reason = "the test of the examples calls the function")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [target, path] = arguments.as_slice() else { return Err("usage: will_it_load TARGET FILE".into()) };
    will_it_load(target, path).map(drop)
}
