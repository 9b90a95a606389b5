//! Cases of ExecuTorch: those of bundled programs, recorded arrays with the names of `outlast bundle make`, values that are made up.

use outlast::AsExecutorch as _;
use outlast::Program;
use outlast::arrays::{Array, Arrays};
use outlast::families::executorch::{
    CasesError, CasesOptions, InputUse, Parameter, ProgramFile, Signature, TestSuite, arrays_of_case, cases,
    input_uses, misfits,
};
use serde_json::Value;

use crate::generate_inputs::{Inputs, Size, Tensor, Wanted};
use crate::given::Given;
use crate::runtime::Failure;

/// What the Python binding says where it cannot take a case, or gives a method less than a device would: that is no word on the program.
const BINDING: &[(&str, &str)] = &[
    ("TypeError:", "the Python binding does not accept such an argument"),
    ("NotImplementedError:", "the Python binding does not accept such an argument"),
    ("nsupported python", "the Python binding does not accept such an argument"),
    ("Unsupported pytype", "the Python binding does not accept such an argument"),
    ("is not contiguous", "the Python binding takes contiguous inputs only"),
    ("aten_bridge.cpp", "the Python binding does not know this element type"),
    ("Failed to allocate temp memory", "the Python binding gives a method no temporary memory"),
    ("ETensor must have valid sizes", "the Python binding crashes on inputs without dimensions"),
];

/// A failure, unless it is one of the binding.
pub(crate) fn of_binding(failure: Failure, printed: &str) -> Failure {
    let (Failure::Run(said) | Failure::Load(said) | Failure::Crash(said)) = &failure else { return failure };
    let found = BINDING.iter().find(|(sign, _)| match sign.strip_suffix(':') {
        Some(class) => said.starts_with(class),
        None => said.contains(sign) || printed.contains(sign),
    });
    match found {
        Some((_, why)) => Failure::Given(format!("{why}: {said}")),
        None => failure,
    }
}

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
pub(crate) fn bundled(program: &Program<'_>) -> Result<Vec<Given>, String> {
    let (Some(bundle), Some(opened)) = (program.as_executorch_bundle(), opened(program)) else {
        return Ok(Vec::new());
    };
    of_suites(&bundle.suites().map_err(|error| error.to_string())?, &opened)
}

/// Cases of recorded arrays: `METHOD|CASE|in|N` and `METHOD|CASE|out|N`, with what is no plain tensor in `kinds`; or the other names of
/// `outlast bundle make`. None if the program is none of ExecuTorch.
pub(crate) fn of_arrays(program: &Program<'_>, found: Arrays<'_>) -> Option<Result<Vec<Given>, String>> {
    let program = opened(program)?;
    if found.arrays.iter().any(|array| array.name.contains('|')) {
        return Some(recorded(found));
    }
    Some(match cases(&program, found, CasesOptions::default()) {
        Ok(cases) => of_suites(&cases.suites, &program),
        Err(CasesError::Unreadable(error)) => Err(error.to_string()),
        Err(CasesError::Refused(problems)) => Err(problems.join("; ")),
        Err(_) => Err("the cases cannot be read".into()),
    })
}

/// The names of methods.
pub(crate) fn methods(program: &Program<'_>) -> Vec<String> {
    let signatures = opened(program).and_then(|program| Signature::all(&program).ok());
    signatures.into_iter().flatten().map(|signature| signature.method).collect()
}

/// Methods, and what each takes.
type Methods = Vec<(String, Inputs)>;

/// What each method takes; none if the program is none of ExecuTorch.
///
/// Sizes are those that a method was planned for, which are the largest: which dimensions may be smaller, and which of them together, is not in a
/// program.
pub(crate) fn wanted(program: &Program<'_>) -> Option<Result<Methods, String>> {
    let program = opened(program)?;
    let all = || {
        let mut all = Vec::new();
        for (number, signature) in
            Signature::all(&program).map_err(|error| error.to_string())?.iter().enumerate()
        {
            let uses = input_uses(&program, number).map_err(|error| error.to_string())?;
            let inputs = signature.inputs.iter().enumerate().map(|(at, parameter)| {
                let used = uses.get(at).copied().unwrap_or_default();
                of_parameter(parameter, used)
                    .map(|wanted| (None, wanted))
                    .map_err(|why| format!("{}: input {at}: {why}", signature.method))
            });
            all.push((signature.method.clone(), inputs.collect::<Result<_, _>>()?));
        }
        Ok(all)
    };
    Some(all())
}

fn of_parameter(parameter: &Parameter, used: InputUse) -> Result<Wanted, String> {
    Ok(match parameter {
        Parameter::Int(value) => Wanted::int(*value),
        Parameter::Bool(value) => Wanted::bool(*value),
        Parameter::Double(value) => Wanted::float(*value),
        Parameter::Tensor { layout, is_static } => {
            let is_channels_last = match layout.dim_order[..] {
                [0, 2, 3, 1] | [0, 2, 3, 4, 1] => true,
                _ if layout.is_contiguous() => false,
                _ => {
                    return Err(format!(
                        "{layout}: tensors in this order are not passed to a Python runtime"
                    ));
                }
            };
            let sizes = layout.sizes.iter().map(|size| Size::Fixed(u64::try_from(*size).unwrap_or(0)));
            Wanted::Tensor(Tensor {
                element: layout.scalar_type.name().unwrap_or_default().to_string(),
                sizes: sizes.collect(),
                bound: used.bound,
                is_divisor: used.is_divisor,
                is_bound: !is_static,
                is_channels_last,
            })
        }
        other if other.to_string() == "None" => Wanted::none(),
        other => return Err(format!("{other} cannot be passed")),
    })
}

fn of_suites(suites: &[TestSuite<'_>], program: &ProgramFile<'_>) -> Result<Vec<Given>, String> {
    let mut all = Vec::new();
    for suite in suites {
        let method = suite.method.clone().unwrap_or_default();
        for (number, case) in suite.cases.iter().enumerate() {
            let name = format!("{method} {number}");
            let (inputs, outputs) = arrays_of_case(case).map_err(|why| format!("{name}: {why}"))?;
            let alone = TestSuite { method: suite.method.clone(), cases: vec![case.clone()] };
            let misfits = misfits(program, &[alone]).map_err(|error| format!("{name}: {error}"))?;
            // Without the method and the number of the case.
            let said = misfits.iter().filter_map(|why| why.split_once(": ").map(|(_, why)| why));
            let beyond: Vec<&str> = said.filter(|why| why.starts_with("input")).collect();
            all.push(Given {
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

/// Recorded arrays, whatever their kinds. Cases whose name begins with `x` are recorded as such that have to be refused.
pub(crate) fn recorded(found: Arrays<'_>) -> Result<Vec<Given>, String> {
    let kinds = found.arrays.iter().find(|array| array.name == "kinds");
    let kinds: Value = match kinds {
        Some(array) => serde_json::from_slice(&array.data).map_err(|error| format!("kinds: {error}"))?,
        None => Value::Null,
    };
    let mut all: Vec<Given> = Vec::new();
    for array in found.arrays.into_iter().filter(|array| array.name != "kinds") {
        let parts: Vec<&str> = array.name.split('|').collect();
        let [method, case, side @ ("in" | "out"), number] = parts[..] else {
            return Err(format!("an array `{}`: METHOD|CASE|in|N is expected", array.name.escape_debug()));
        };
        let side = if side == "in" { "input" } else { "output" };
        // An output has its values, in whatever order it has them in memory.
        let kind = kinds
            .get(&array.name)
            .and_then(Value::as_str)
            .filter(|kind| side == "input" || *kind != "channels_last");
        let dotted = kind.map_or(String::new(), |kind| format!(".{kind}"));
        let name = format!("{method} {case}");
        let array = of_kind(&array, format!("{side}_{number}{dotted}"), kind)?;
        let at = all.iter().position(|given| given.name == name).unwrap_or_else(|| {
            let beyond = case.starts_with('x').then(|| "recorded as inputs that must be refused".to_string());
            all.push(Given { name, method: Some(method.to_string()), beyond, ..Given::default() });
            all.len() - 1
        });
        let Some(given) = all.get_mut(at) else { continue };
        match side {
            "input" => given.inputs.arrays.push(array),
            _ => given.expected.get_or_insert_default().arrays.push(array),
        }
    }
    Ok(all)
}

/// An array by its kind: elements of `bfloat16` are recorded as such, and travel as `float32`.
fn of_kind(array: &Array<'_>, name: String, kind: Option<&str>) -> Result<Array<'static>, String> {
    let (scalar_type, data) = match kind {
        Some("bfloat16") => {
            let float32 = outlast::arrays::ScalarType::from_name("float32").ok_or("no float32")?;
            (float32, array.data.chunks_exact(2).flat_map(|two| [&[0, 0], two].concat()).collect())
        }
        _ => (array.scalar_type, array.data.to_vec()),
    };
    Ok(Array { name, scalar_type, sizes: array.sizes.clone(), data: data.into() })
}
