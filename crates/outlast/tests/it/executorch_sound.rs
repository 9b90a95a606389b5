//! An error of our own verification and the verdict `loads` never stand together, for the release that wrote the program.

use outlast::{Outcome, Severity, Target, verify};
use outlast_testkit::corpus;
use outlast_testkit::mutate::{Rng, flip};

/// Changed copies of each file. `OUTLAST_ROUNDS` asks for another number.
const ROUNDS: usize = 3;

/// The first error of verification on a file that is said to load by the release that wrote it. Whether verification found an error.
fn contradiction(file: &[u8], target: &Target) -> (bool, Option<String>) {
    let Ok((_, findings)) = verify(file) else { return (false, None) };
    let Some(error) = findings.into_iter().find(|finding| finding.severity == Severity::Error) else {
        return (false, None);
    };
    let Ok(program) = outlast::open(file) else { return (true, None) };
    let Ok(subject) = program.prepare() else { return (true, None) };
    let Ok(verdict) = subject.check(&[], target) else { return (true, None) };
    let loads = matches!(verdict.outcome, Outcome::Loads | Outcome::Upgrades);
    (true, loads.then(|| format!("{}: {} ({})", error.code, error.title, error.place)))
}

#[test]
fn errors_and_loads_never_stand_together() {
    let rounds = std::env::var("OUTLAST_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(ROUNDS);
    let (mut compared, mut found) = (0, Vec::new());
    for folder in ["0.2.1", "0.3.0", "0.5.0", "0.7.0", "1.0.1", "1.3.1", "1.5.1"] {
        let target = outlast::target(&format!("executorch-{folder}")).unwrap();
        for path in corpus::files(&format!("executorch/{folder}"), &["pte", "bpte"]) {
            let original = outlast_testkit::corpus::read(&path).unwrap();
            let mut rng = Rng(original.len() as u64);
            let changed = (0..rounds).map(|_| flip(&original, &mut rng));
            for file in std::iter::once(original.clone()).chain(changed) {
                let (errs, contradiction) = contradiction(&file, &target);
                compared += usize::from(errs);
                found.extend(contradiction.map(|why| format!("{}: {why}", path.display())));
            }
        }
    }
    println!("{compared} files with errors, {} contradictions", found.len());
    assert!(compared > 50 && found.is_empty(), "{} of {compared}\n{}", found.len(), found.join("\n"));
}
