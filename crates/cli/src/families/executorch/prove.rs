//! Cases of ExecuTorch for `outlast prove`: those of bundled programs, arrays with the names of `outlast bundle make`, values that are made up.

use anyhow::anyhow;
use outlast::Program;
use outlast::arrays::Arrays;
use outlast::families::executorch::{
    CasesError, CasesOptions, ProgramFile, TestSuite, arrays_of_case, cases, misfits, random_cases,
};
use outlast_report::sentence;

use crate::cmd::prove::GivenCase;

/// The program in a bundle.
pub(crate) fn program_of_bundle<'a>(program: &Program<'a>) -> Option<&'a [u8]> {
    Some(program.as_executorch_bundle()?.program?.data())
}

/// The program, or that of the bundle.
fn opened<'a>(program: &Program<'a>) -> Option<ProgramFile<'a>> {
    match program.as_executorch_bundle() {
        Some(bundle) => ProgramFile::open(bundle.program?).ok(),
        None => program.as_executorch(),
    }
}

/// The cases of a bundled program; none of another file.
pub(crate) fn bundled(program: &Program<'_>) -> anyhow::Result<Vec<GivenCase>> {
    let (Some(bundle), Some(opened)) = (program.as_executorch_bundle(), opened(program)) else {
        return Ok(Vec::new());
    };
    of_suites(&bundle.suites()?, &opened)
}

/// Cases of arrays with the names of `outlast bundle make`; none if the program is none of ExecuTorch.
pub(crate) fn of_arrays(program: &Program<'_>, found: Arrays<'_>) -> Option<anyhow::Result<Vec<GivenCase>>> {
    let program = opened(program)?;
    Some(match cases(&program, found, CasesOptions::default()) {
        Ok(cases) => of_suites(&cases.suites, &program),
        Err(CasesError::Unreadable(error)) => Err(anyhow!(sentence(&error))),
        Err(CasesError::Refused(problems)) => Err(anyhow!(problems.join("; "))),
        Err(_) => Err(anyhow!("the cases cannot be read")),
    })
}

/// Cases that are made up; none if the program is none of ExecuTorch.
pub(crate) fn made_up(
    program: &Program<'_>,
    count: usize,
    seed: u64,
) -> Option<anyhow::Result<Vec<GivenCase>>> {
    let program = opened(program)?;
    let made = match random_cases(&program, count, seed) {
        Ok(made) => made,
        Err(why) => return Some(Err(anyhow!(why))),
    };
    let case = |(number, (method, inputs)): (usize, (String, Arrays<'static>))| GivenCase {
        name: format!("{method} random {}", number % count),
        method: Some(method),
        inputs,
        expected: None,
        beyond: None,
    };
    Some(Ok(made.into_iter().enumerate().map(case).collect()))
}

fn of_suites(suites: &[TestSuite<'_>], program: &ProgramFile<'_>) -> anyhow::Result<Vec<GivenCase>> {
    let mut all = Vec::new();
    for suite in suites {
        let method = suite.method.clone().unwrap_or_default();
        for (number, case) in suite.cases.iter().enumerate() {
            let name = format!("{method} {number}");
            let (inputs, outputs) = arrays_of_case(case).map_err(|why| anyhow!("{name}: {why}"))?;
            let alone = TestSuite { method: suite.method.clone(), cases: vec![case.clone()] };
            let misfits =
                misfits(program, &[alone]).map_err(|error| anyhow!("{name}: {}", sentence(&error)))?;
            // Without the method and the number of the case.
            let said = misfits.iter().filter_map(|why| why.split_once(": ").map(|(_, why)| why));
            let beyond: Vec<&str> = said.filter(|why| why.starts_with("input")).collect();
            all.push(GivenCase {
                name,
                method: suite.method.clone(),
                inputs,
                expected: (!outputs.arrays.is_empty()).then_some(outputs),
                beyond: (!beyond.is_empty()).then(|| beyond.join("; ")),
            });
        }
    }
    Ok(all)
}
