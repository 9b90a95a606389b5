//! Rewrites a file until it loads: `rewrite executorch-0.5.0 model.pte out.pte`.
#![allow(clippy::print_stdout, reason = "an example prints")]

use outlast::Severity;
use outlast::convert::{ConvertError, Request};

/// The new file, verified and judged again; an error says what stands in the way.
pub(crate) fn rewrite(target: &str, bytes: &[u8]) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    let target = outlast::target(target)?;
    let program = outlast::open(bytes)?;
    let request = Request::for_target(&target);
    // The conversion is done whole or refused whole.
    let converted = match program.convert(&[], &request) {
        Ok(converted) => converted,
        Err(ConvertError::Refused(blockers) | ConvertError::Unknown { reasons: blockers, .. }) => {
            let all = blockers.iter().map(|blocker| format!("{}: {}", blocker.place, blocker.why));
            return Err(all.collect::<Vec<_>>().join("\n").into());
        }
        Err(error) => return Err(error.into()),
    };
    for step in &converted.steps {
        println!("{}: {}", step.id, step.changes.join("; "));
    }
    // `write_to` writes weights without copying them first; here the bytes are needed for what follows.
    let new = converted.output.to_vec();
    let (_, findings) = outlast::verify(&new)?;
    if let Some(error) = findings.iter().find(|finding| finding.severity == Severity::Error) {
        return Err(format!("{}: {}", error.place, error.title).into());
    }
    let verdict = outlast::check(&new, &target)?;
    println!("{} bytes, on {}: {}", new.len(), verdict.target, verdict.summary());
    Ok(new)
}

#[allow(dead_code, reason = "the test of the examples calls the function")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [target, from, to] = arguments.as_slice() else {
        return Err("usage: rewrite TARGET FILE OUTPUT".into());
    };
    Ok(std::fs::write(to, rewrite(target, &std::fs::read(from)?)?)?)
}
