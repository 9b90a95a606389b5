//! What files say to the questions of findings.

use outlast_lint::dialect::model::Dialects;
use outlast_lint::dialect::{self, Asked};
use outlast_lint::{Answer, DataQuestion, Direction, Finding, Report};

use crate::support::home;

fn report() -> (Dialects, Dialects, Report) {
    let (old, new) = ["mlir-19", "mlir-22"].map(|name| dialect::of_release(name).unwrap()).into();
    let report = dialect::lint(&old, &new).unwrap();
    (old, new, report)
}

fn question(finding: &Finding) -> &dialect::Question {
    match &finding.data {
        Some(DataQuestion::Dialect(question)) => question,
        other => panic!("{other:?}"),
    }
}

/// A file of the old release that shows a break holds what the question of the finding asks for.
#[test]
fn witnesses_answer_the_questions_of_their_findings() {
    let (_, _, report) = report();
    let (mut asked, mut by_name) = (0, 0);
    for finding in report.findings.iter().filter(|finding| finding.data.is_some()) {
        let question = question(finding);
        let old = matches!(question.what, Asked::Op(_) | Asked::Field { .. });
        let Some(witness) = finding.witness(Direction::NewReadsOld).filter(|_| old) else { continue };
        match (question.ask(&witness.bytes).unwrap(), &question.what) {
            (Answer::Seen { count, .. }, what) => {
                assert!(count > 0);
                by_name += usize::from(matches!(what, Asked::Field { named: true, .. }));
            }
            (Answer::Never, what) => panic!("{}: {what:?}", question.text()),
        }
        asked += 1;
    }
    println!("{asked} questions, {by_name} about attributes by name");
    assert!(asked > 400 && by_name > 15);
}

#[test]
fn files_say_whether_they_hold_what_changed() {
    let (_, _, report) = report();
    let of =
        |subject: &str| question(report.findings.iter().find(|finding| finding.subject == subject).unwrap());
    let folder = home().join("../../corpus/mlir");
    let (mut seen, mut never) = (0, 0);
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if !path.is_dir() {
            continue;
        }
        for file in std::fs::read_dir(path).unwrap() {
            let path = file.unwrap().path();
            let Ok(bytes) = std::fs::read(&path) else { continue };
            match of("func.func.no_inline").ask(&bytes) {
                Ok(Answer::Seen { count, first }) => {
                    assert!(
                        count > 0 && usize::try_from(first.unwrap()).unwrap() < bytes.len(),
                        "{}",
                        path.display()
                    );
                    seen += 1;
                }
                Ok(Answer::Never) => never += 1,
                Err(_) => {}
            }
        }
    }
    println!("{seen} files of the corpus have functions, {never} have none");
    assert!(seen > 10 && never > 10, "{seen} {never}");
    let text = of("func.func.no_inline").text();
    assert_eq!(text, "func.func is there");
    assert!(of("tosa.const.values").text().ends_with("in a file of a version of the container before 5"));
    assert!(of("func.func.no_inline").ask(b"no bytecode").is_err());
}

#[test]
fn codes_and_dialects_are_asked_for() {
    let [old, new] = ["mlir-22", "mlir-23"].map(|name| dialect::of_release(name).unwrap());
    let report = dialect::lint(&old, &new).unwrap();
    let mut codes = 0;
    for finding in &report.findings {
        let Some(DataQuestion::Dialect(question)) = &finding.data else { continue };
        let Some(witness) = finding.witness(Direction::OldReadsNew) else { continue };
        if matches!(question.what, Asked::Code { .. } | Asked::Dialect(_)) {
            let answer = question.ask(&witness.bytes).unwrap();
            assert!(matches!(answer, Answer::Seen { .. }), "{}", question.text());
            codes += 1;
        }
    }
    assert!(codes > 10, "{codes}");
}
