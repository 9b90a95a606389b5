//! What the code of archives calls in a release: `calls RELEASE FILE …`.
//!
//! A row for each call of an operator: the file, the record with the line, the operator, the overload that is meant or why there is none, the overload
//! that runs. `problem` and `unknown` rows say what is refused and how much
//! cannot be told; forms of code that the release does not load are problems, too.

use std::io::Write;

use outlast_opset::history::{OperatorSet, Origin, Release, torch};
use outlast_torchscript::archive::TorchArchive;
use outlast_torchscript::program::forms::{forms, loads};
use outlast_torchscript::program::{Answer, CodePlace, ForVersion, Program, analyse};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let release = words.next().and_then(|word| Release::parse(&word)).ok_or("RELEASE FILE …")?;
    let set = OperatorSet::new(torch(), release).ok_or("a release with a table expected")?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for path in words {
        let data = std::fs::read(&path)?;
        let Ok(archive) = TorchArchive::open(&data) else { continue };
        let program = Program::read(&archive)?;
        let analysis = analyse(&program, &ForVersion { set: &set, version: program.version });
        let place = |at: CodePlace| {
            let file = program.files.get(at.file)?;
            let line = file.tree.as_ref().ok().map(|tree| tree.position(at.span).0);
            Some(format!("{}:{}", file.record, line.unwrap_or(0)))
        };
        for problem in &analysis.problems {
            let at = place(problem.place).unwrap_or_default();
            writeln!(out, "{path}\t{at}\tproblem\t{:?}\t{}", problem.kind, problem.message)?;
        }
        for form in forms(&program).iter().filter(|form| loads(form.form, release) == Some(false)) {
            let at = place(form.first).unwrap_or_default();
            writeln!(out, "{path}\t{at}\tproblem\tForm\t{}", form.form)?;
        }
        for unit in &analysis.units {
            for call in &unit.calls {
                let at = place(call.place).unwrap_or_default();
                let (meant, ran) = match &call.answer {
                    Answer::Overload { name, origin, runs, .. } => {
                        let origin = match origin {
                            Origin::Operator => String::new(),
                            other => format!(" {other:?}"),
                        };
                        (format!("{name}{origin}"), runs.clone().unwrap_or_default())
                    }
                    Answer::NoOperator => ("none".into(), String::new()),
                    Answer::Refused(refusals) => {
                        let reasons: Vec<String> = refusals.iter().map(ToString::to_string).collect();
                        (format!("refused: {}", reasons.join("; ")), String::new())
                    }
                    Answer::Undecided { possible, .. } => {
                        (format!("undecided: {}", possible.join(" ")), String::new())
                    }
                    other => (format!("{other:?}"), String::new()),
                };
                writeln!(out, "{path}\t{at}\t{}\t{meant}\t{ran}", call.name)?;
            }
            for problem in &unit.problems {
                let at = place(problem.place).unwrap_or_default();
                writeln!(
                    out,
                    "{path}\t{at}\tproblem\t{:?}\t{} in {}",
                    problem.kind, problem.message, unit.name
                )?;
            }
            if unit.unknown > 0 {
                writeln!(out, "{path}\t{}\tunknown\t{}\t", unit.name, unit.unknown)?;
            }
        }
    }
    Ok(())
}
