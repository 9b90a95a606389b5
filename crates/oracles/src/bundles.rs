//! [`bundles()`]: bundled programs, made and changed.

use outlast::AsExecutorch as _;
use outlast::Program;
use outlast::arrays;
use outlast::families::executorch::{
    CasesError, CasesOptions, Edit, TestCase, TestSuite, TestValue, cases, edit, make_bundle, misfits,
    with_program,
};
use outlast_core::{Code, Output};
use outlast_executorch::{BundledFile, Layout, Parameter, ProgramFile, Signature};

use crate::changed::{Changed, expect_as_good, expect_sound, opened, sound};
use crate::library;
use crate::parts::Parts;

/// A test case without expected outputs: there is nothing to compare results with.
const WITHOUT_OUTPUTS: Code = Code(1222);

/// How many operations an input can ask for.
pub(crate) const OPERATIONS: usize = 5;

/// Makes a bundle of a program and arrays, or of a program and cases that its methods take; takes the program out of a bundle, puts another
/// into it, gives a method and its cases another name.
///
/// # Panics
///
/// Where the result of such a change of sound files is not sound, or has another program or other cases than it should.
pub fn bundles(input: &[u8]) -> Changed {
    let Some(parts) = Parts::split(input) else { return Changed::NotAsked };
    let Ok(first) = library::open(parts.first) else { return Changed::NotAsked };
    match (parts.operation % OPERATIONS, first.as_executorch(), first.as_executorch_bundle()) {
        (0, Some(program), _) => from_arrays(&program, &parts),
        (1, Some(program), _) => from_signature(&program, &parts),
        (2, _, Some(bundle)) => taken_out(&bundle, &parts),
        (3, _, Some(bundle)) => put_in(&bundle, &parts),
        (4, _, Some(bundle)) => renamed(&first, &bundle, &parts),
        _ => Changed::NotAsked,
    }
}

/// Cases from arrays with telling names.
fn from_arrays(program: &ProgramFile<'_>, parts: &Parts<'_>) -> Changed {
    let Ok(read) = arrays::read(parts.second) else { return Changed::Refused };
    let method = match parts.variant & 2 {
        0 => None,
        _ => Signature::all(program).ok().and_then(|all| Some(all.first()?.method.clone())),
    };
    let options = CasesOptions { method: method.as_deref(), inputs_only: parts.variant & 1 == 1 };
    match cases(program, read, options) {
        Ok(found) => made(&found.suites, parts),
        Err(CasesError::Refused(problems)) => {
            assert!(!problems.is_empty(), "refused without a problem");
            Changed::Refused
        }
        Err(_) => Changed::Refused,
    }
}

/// Cases that the program's methods take, with the bytes of the second file as data.
fn from_signature(program: &ProgramFile<'_>, parts: &Parts<'_>) -> Changed {
    let Ok(signatures) = Signature::all(program) else { return Changed::Refused };
    let mut suites = Vec::new();
    for signature in signatures.iter().take(16) {
        let values = |parameters: &[Parameter]| -> Option<Vec<TestValue<'static>>> {
            parameters.iter().map(|parameter| value(parameter, parts.second)).collect()
        };
        let Some(inputs) = values(&signature.inputs) else { return Changed::Refused };
        let expected_outputs = values(&signature.outputs).unwrap_or_default();
        let case = TestCase { inputs, expected_outputs };
        let count = 1 + parts.variant % 3;
        suites.push(TestSuite { method: Some(signature.method.clone()), cases: vec![case; count] });
    }
    match misfits(program, &suites) {
        Ok(found) if found.is_empty() => made(&suites, parts),
        _ => Changed::Refused,
    }
}

/// A value that a parameter takes.
fn value(parameter: &Parameter, bytes: &[u8]) -> Option<TestValue<'static>> {
    Some(match parameter {
        Parameter::Tensor { layout, .. } => tensor(layout, bytes)?,
        // Runtimes demand the recorded numbers.
        Parameter::Int(n) => TestValue::Int(*n),
        Parameter::Bool(b) => TestValue::Bool(*b),
        Parameter::Double(x) => TestValue::Double(*x),
        _ => return None,
    })
}

fn tensor(layout: &Layout, bytes: &[u8]) -> Option<TestValue<'static>> {
    // What a few bytes in a file say is large is not filled here.
    let size =
        layout.byte_size().filter(|size| *size <= 1 << 20).and_then(|size| usize::try_from(size).ok())?;
    let mut data: Vec<u8> = bytes.iter().copied().cycle().take(size).collect();
    data.resize(size, 0);
    Some(TestValue::Tensor { layout: layout.clone(), data: data.into() })
}

/// Makes a bundle, which has the program byte for byte and these cases.
fn made(suites: &[TestSuite<'_>], parts: &Parts<'_>) -> Changed {
    let Ok(output) = make_bundle(parts.first, suites) else { return Changed::Refused };
    if !sound(parts.first) {
        return Changed::Refused;
    }
    let made = output.to_vec();
    let compared = suites.iter().flat_map(|suite| &suite.cases).all(|case| !case.expected_outputs.is_empty());
    expect_as_good("a bundle", parts.first, &made, if compared { &[] } else { &[WITHOUT_OUTPUTS] });
    is_bundle_of("a bundle", &made, parts.first, suites);
    Changed::Done
}

/// The program of a bundle is a file of its own.
fn taken_out(bundle: &BundledFile<'_>, parts: &Parts<'_>) -> Changed {
    let Some(program) = bundle.program.filter(|_| sound(parts.first)) else { return Changed::Refused };
    expect_sound("a program taken out of a bundle", program.data());
    Changed::Done
}

/// Puts the second file into a bundle.
fn put_in(bundle: &BundledFile<'_>, parts: &Parts<'_>) -> Changed {
    let Some(program) = library::open(parts.second).ok().and_then(|program| program.as_executorch()) else {
        return Changed::NotAsked;
    };
    let Ok(suites) = bundle.suites() else { return Changed::Refused };
    if !misfits(&program, &suites).is_ok_and(|found| found.is_empty()) {
        return Changed::Refused;
    }
    let Ok(output) = with_program(bundle, Output::of(parts.second)) else { return Changed::Refused };
    if !sound(parts.first) || !sound(parts.second) {
        return Changed::Refused;
    }
    let made = output.to_vec();
    expect_sound("a bundle with another program", &made);
    is_bundle_of("a bundle with another program", &made, parts.second, &suites);
    Changed::Done
}

/// Gives a method another name: its cases have it, too.
fn renamed(program: &Program<'_>, bundle: &BundledFile<'_>, parts: &Parts<'_>) -> Changed {
    let Ok(suites) = bundle.suites() else { return Changed::Refused };
    let Some(from) = parts.choose(&suites).and_then(|suite| suite.method.clone()) else {
        return Changed::Refused;
    };
    let to = String::from_utf8_lossy(parts.second.get(..64).unwrap_or(parts.second)).into_owned();
    let change = Edit::Rename { from: from.clone(), to: to.clone() };
    let Ok(edited) = edit(program, &[], None, &change) else { return Changed::Refused };
    if !sound(parts.first) {
        return Changed::Refused;
    }
    let made = edited.output.to_vec();
    expect_as_good("a renamed method", parts.first, &made, &[]);
    let expected: Vec<TestSuite<'_>> = suites
        .into_iter()
        .map(|suite| match suite.method.as_ref() == Some(&from) {
            true => TestSuite { method: Some(to.clone()), ..suite },
            false => suite,
        })
        .collect();
    let after = opened("a renamed method", &made);
    let after = after.as_executorch_bundle().map(|bundle| bundle.suites());
    match after {
        Some(Ok(after)) => assert!(after == expected, "the cases of a renamed method are others"),
        other => panic!("the cases of a renamed method cannot be read: {other:?}"),
    }
    Changed::Done
}

fn is_bundle_of(what: &str, made: &[u8], program: &[u8], suites: &[TestSuite<'_>]) {
    let after = opened(what, made);
    let Some(bundle) = after.as_executorch_bundle() else { panic!("{what}: it is none") };
    assert!(
        bundle.program.is_some_and(|inside| inside.data() == program),
        "{what}: another program is in it"
    );
    match bundle.suites() {
        Ok(found) => assert!(found == suites, "{what}: other cases are in it"),
        Err(error) => panic!("{what}: its cases cannot be read: {error}"),
    }
}
