//! An error of our own verification and the verdict `loads` never stand together, for the release that wrote the file.

use outlast::CodeMeaning as _;
use outlast::{Outcome, Severity, verify};
use outlast_testkit::corpus;
use outlast_testkit::mutate::{Rng, flip};

/// Changed copies of each file. `OUTLAST_ROUNDS` asks for another number.
const ROUNDS: usize = 3;

/// The readers of a release: a program of the lite interpreter has two, which read different records of it.
fn readers(folder: &str, lite: bool) -> Vec<String> {
    let full = format!("torch-{folder}");
    if lite { vec![format!("{full}-lite"), full] } else { vec![full] }
}

/// Why a file is sound to one of our commands and not to the other; `None` if they agree. Whether it was compared at all.
fn contradiction(file: &[u8], folder: &str) -> (bool, Option<String>) {
    let Ok((_, findings)) = verify(file) else { return (false, None) };
    let errors =
        findings.into_iter().filter(|finding| finding.severity == Severity::Error && !finding.code.is_risk());
    let Some(error) = errors.into_iter().next() else { return (false, None) };
    let Ok(program) = outlast::open(file) else { return (false, None) };
    let Ok(subject) = program.prepare() else { return (false, None) };
    // Of bytecode, the lite interpreter decides; the other reader does not open it.
    let lite = folder != "1.3.1" && error.place.span.source.to_string().contains("bytecode");
    let mut outcomes = readers(folder, lite).into_iter().filter_map(|name| {
        let target = outlast::target(&name).ok()?;
        Some(subject.check(&[], &target).ok()?.outcome)
    });
    let loads = outcomes.next() == Some(Outcome::Loads);
    (true, loads.then(|| format!("{}: {} ({})", error.code, error.title, error.place)))
}

#[test]
fn errors_and_loads_never_stand_together() {
    let rounds = std::env::var("OUTLAST_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(ROUNDS);
    let (mut compared, mut found) = (0, Vec::new());
    for folder in ["1.3.1", "1.5.1", "1.10.2", "1.13.1", "2.1.2", "2.15.0"] {
        for path in corpus::files(&format!("torch/{folder}"), &["pt", "ptl", "pt2", "pth", "ff"]) {
            let original = std::fs::read(&path).unwrap();
            let mut rng = Rng(original.len() as u64);
            let changed = (0..rounds).map(|_| flip(&original, &mut rng));
            for file in std::iter::once(original.clone()).chain(changed) {
                let (errs, contradiction) = contradiction(&file, folder);
                compared += usize::from(errs);
                found.extend(contradiction.map(|why| format!("{}: {why}", path.display())));
            }
        }
    }
    println!("{compared} files with errors, {} contradictions", found.len());
    assert!(compared > 50 && found.is_empty(), "{}", found.join("\n"));
}
