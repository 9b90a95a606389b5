//! [`cases()`]: test cases for bundled programs from arrays with telling names.
//!
//! | name | what |
//! |---|---|
//! | `METHOD\|CASE\|in\|N` | input N of a case, from 0 |
//! | `METHOD\|CASE\|out\|N` | expected output N |
//! | `CASE\|in\|N`, `in\|N` | the same where the program has one method, or one is named; without a case, case 0 |
//! | `kinds` | what the project's own recordings say of their values; not needed, the signature says it |
//!
//! `/` serves as well as `|`. A case `xN` records inputs that must be refused; it is left out. The method's signature says
//! what an array is: a 0-dimensional one stands for an integer, a number or a boolean where the method takes one; 16-bit
//! integers for bfloat16, which NumPy lacks. Tensors are put into the method's dimension order.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use crate::defs::ScalarType;
use crate::{
    Layout, Parameter, ProgramFile, Side, Signature, TestCase, TestSuite, TestValue, contiguous, reorder,
};
use outlast_core::{Error, SortShort};

use crate::arrays::{Admit, Array, Arrays, Head};

/// What is taken of the arrays.
#[derive(Clone, Copy, Default, Debug)]
pub struct CasesOptions<'o> {
    /// Only cases of this method.
    pub method: Option<&'o str>,
    /// Leave expected outputs out.
    pub inputs_only: bool,
}

/// Test cases.
#[derive(Clone, Debug)]
pub struct Cases<'a> {
    /// By method, in order of their names, as official writers have them.
    pub suites: Vec<TestSuite<'a>>,
    /// What was left out, and why.
    pub notes: Vec<String>,
}

/// Why there are no test cases.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum CasesError {
    /// The program's methods cannot be read.
    Unreadable(Error),
    /// Everything that does not fit.
    Refused(Vec<String>),
}

/// The arrays of one case, by index.
#[derive(Default)]
struct Raw<'a> {
    inputs: BTreeMap<usize, Array<'a>>,
    outputs: BTreeMap<usize, Array<'a>>,
}

/// Makes test cases for a program's methods, and checks each against its method's signature.
pub fn cases<'a>(
    program: &ProgramFile<'_>,
    arrays: Arrays<'a>,
    options: CasesOptions<'_>,
) -> Result<Cases<'a>, CasesError> {
    let signatures = Signature::all(program).map_err(CasesError::Unreadable)?;
    let mut collector =
        Collector { signatures: &signatures, options, found: Vec::new(), problems: Vec::new() };
    let mut by_method: BTreeMap<&str, Vec<(String, Raw<'a>)>> = BTreeMap::new();
    let mut places: HashMap<(&str, String), usize> = HashMap::new();
    let mut notes = Vec::new();
    if let Some(name) = options.method.filter(|name| !signatures.iter().any(|s| s.method == *name)) {
        return Err(CasesError::Refused(vec![collector.no_method(name)]));
    }
    for array in arrays.arrays {
        let Some((method, case, side, index)) = collector.place(&array.name) else { continue };
        if is_refusal(&case) {
            let note = format!("case {case} of {method} records inputs that must be refused: left out");
            if !notes.contains(&note) {
                notes.push(note);
            }
            continue;
        }
        let list = by_method.entry(method).or_default();
        let at = *places.entry((method, case.clone())).or_insert_with(|| {
            list.push((case, Raw::default()));
            list.len() - 1
        });
        let Some((_, raw)) = list.get_mut(at) else { continue };
        let values = if side == Side::Input { &mut raw.inputs } else { &mut raw.outputs };
        if values.insert(index, array).is_some() {
            collector.problems.push(format!("{method}: two arrays for {} {index} of one case", side.name()));
        }
    }
    let mut suites = Vec::new();
    for (method, mut list) in by_method {
        let Some(signature) = signatures.iter().find(|s| s.method == method) else { continue };
        if list.iter().all(|(case, _)| case.parse::<u64>().is_ok()) {
            list.sort_short_by_key(|(case, _)| case.parse::<u64>().unwrap_or(0));
        }
        let mut cases = Vec::new();
        for (case, raw) in list {
            let before = collector.problems.len();
            let made = collector.case(signature, &case, raw);
            if collector.problems.len() == before {
                let mismatches = signature.check(&made);
                collector.problems.extend(mismatches.iter().map(|m| format!("{method}, case {case}: {m}")));
            }
            cases.push(made);
        }
        suites.push(TestSuite { method: Some(method.to_string()), cases });
    }
    if collector.problems.is_empty() && suites.is_empty() {
        collector.problems.push("there is no case for any method of the program".into());
    }
    match collector.problems.is_empty() {
        true => Ok(Cases { suites, notes }),
        false => Err(CasesError::Refused(collector.problems)),
    }
}

/// Which compressed arrays [`cases()`] looks at the data of: those that are no larger than what the method takes or gives
/// there. Of others it needs the type and sizes only, which do not fit.
pub fn admit_cases(
    program: &ProgramFile<'_>,
    options: CasesOptions<'_>,
) -> Result<impl FnMut(&Head<'_>) -> Admit, Error> {
    let signatures = Signature::all(program)?;
    Ok(move |head: &Head<'_>| {
        let mut collector =
            Collector { signatures: &signatures, options, found: Vec::new(), problems: Vec::new() };
        let Some((method, case, side, index)) = collector.place(head.name) else { return Admit::HeadOnly };
        let signature = signatures.iter().find(|s| s.method == method);
        let parameters = signature.map(|s| if side == Side::Input { &s.inputs } else { &s.outputs });
        let unused = is_refusal(&case) || side == Side::Output && options.inputs_only;
        match parameters.and_then(|all| all.get(index)).and_then(largest) {
            Some(most) if !unused && head.bytes <= most => Admit::Read,
            _ => Admit::HeadOnly,
        }
    })
}

/// Bytes of the largest array that fits a parameter.
fn largest(parameter: &Parameter) -> Option<u64> {
    match parameter {
        Parameter::Tensor { layout, .. } => {
            let element = layout.scalar_type.size()?;
            layout.sizes.iter().try_fold(element, |n, size| n.checked_mul(u64::try_from(*size).ok()?))
        }
        // A single number of any type.
        Parameter::Int(_) | Parameter::Bool(_) | Parameter::Double(_) => Some(16),
        _ => None,
    }
}

/// Whether a case records inputs that must be refused: `x0`.
fn is_refusal(case: &str) -> bool {
    case.strip_prefix('x').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}

struct Collector<'s, 'o> {
    signatures: &'s [Signature],
    options: CasesOptions<'o>,
    /// Names of methods that were complained of.
    found: Vec<String>,
    problems: Vec<String>,
}

impl<'s> Collector<'s, '_> {
    fn no_method(&self, name: &str) -> String {
        let names: Vec<&str> = self.signatures.iter().map(|s| s.method.as_str()).collect();
        format!("the program has no method `{}`; it has {}", name.escape_debug(), names.join(", "))
    }

    /// Method, case, side and index of an array; `None` where it is not wanted, or is a problem.
    fn place(&mut self, name: &str) -> Option<(&'s str, String, Side, usize)> {
        if name == "kinds" {
            return None;
        }
        let separator = if name.contains('|') { '|' } else { '/' };
        let parts: Vec<&str> = name.split(separator).collect();
        let (method, case, side, index) = match *parts.as_slice() {
            [side, index] => (None, "0", side, index),
            [case, side, index] => (None, case, side, index),
            [method, case, side, index] => (Some(method), case, side, index),
            _ => (None, "", "", ""),
        };
        let side = match side {
            "in" => Some(Side::Input),
            "out" => Some(Side::Output),
            _ => None,
        };
        let (Some(side), Ok(index)) = (side, index.parse()) else {
            let shown = name.escape_debug();
            self.problems
                .push(format!("array `{shown}`: not METHOD|CASE|in|N, METHOD|CASE|out|N or a short form"));
            return None;
        };
        let method = match (method, self.options.method, self.signatures) {
            (Some(method), Some(wanted), _) if method != wanted => return None,
            (Some(method), ..) | (None, Some(method), _) => method,
            (None, None, [one]) => one.method.as_str(),
            (None, None, _) => {
                self.once(
                    "which method? the program has several: name them in the arrays, or give --method NAME"
                        .into(),
                );
                return None;
            }
        };
        let Some(signature) = self.signatures.iter().find(|s| s.method == method) else {
            let problem = self.no_method(method);
            self.once(problem);
            return None;
        };
        Some((signature.method.as_str(), case.to_string(), side, index))
    }

    fn once(&mut self, problem: String) {
        if !self.found.contains(&problem) {
            self.found.push(problem.clone());
            self.problems.push(problem);
        }
    }

    /// A case, with its values as the signature wants them.
    fn case<'a>(&mut self, signature: &Signature, case: &str, raw: Raw<'a>) -> TestCase<'a> {
        let place =
            |side: Side, index: usize| format!("{}, case {case}: {} {index}", signature.method, side.name());
        let mut sides = [(Side::Input, raw.inputs, Vec::new()), (Side::Output, raw.outputs, Vec::new())];
        for (side, arrays, values) in &mut sides {
            if *side == Side::Output && self.options.inputs_only {
                continue;
            }
            if *side == Side::Output && arrays.is_empty() && !signature.outputs.is_empty() {
                self.problems.push(format!(
                    "{}, case {case}: no expected outputs; --inputs-only makes a bundle without any",
                    signature.method
                ));
                continue;
            }
            let parameters = if *side == Side::Input { &signature.inputs } else { &signature.outputs };
            for (expected, (index, array)) in std::mem::take(arrays).into_iter().enumerate() {
                if index != expected {
                    self.problems.push(format!("{} is missing", place(*side, expected)));
                    break;
                }
                match value(parameters.get(index), array) {
                    Ok(value) => values.push(value),
                    Err(why) => self.problems.push(format!("{}: {why}", place(*side, index))),
                }
            }
        }
        let [(_, _, inputs), (_, _, expected_outputs)] = sides;
        TestCase { inputs, expected_outputs }
    }
}

/// An array as the value that a parameter wants; as what it is where that is something else.
fn value<'a>(parameter: Option<&Parameter>, array: Array<'a>) -> Result<TestValue<'a>, String> {
    let scalar = array.sizes.is_empty();
    match parameter {
        Some(Parameter::Int(_)) if scalar => {
            if let Some(n) = integer(&array) {
                return Ok(TestValue::Int(n));
            }
        }
        Some(Parameter::Bool(_)) if scalar && array.scalar_type.name() == Some("bool") => {
            return Ok(TestValue::Bool(array.data.first().is_some_and(|b| *b != 0)));
        }
        Some(Parameter::Double(_)) if scalar => {
            if let Some(x) = number(&array) {
                return Ok(TestValue::Double(x));
            }
        }
        _ => {}
    }
    let sizes = array.sizes_i32().map_err(|e| e.kind().to_string())?;
    let order = contiguous(sizes.len());
    let Some(Parameter::Tensor { layout, .. }) = parameter else {
        let layout = Layout { scalar_type: array.scalar_type, sizes, dim_order: order };
        return Ok(TestValue::Tensor { layout, data: array.data });
    };
    let is_16_bits = matches!(array.scalar_type.name(), Some("int16" | "uint16"));
    let scalar_type = match layout.scalar_type.name() {
        Some("bfloat16") if is_16_bits => layout.scalar_type,
        _ => array.scalar_type,
    };
    let ranks_differ = layout.dim_order.len() != sizes.len();
    if ranks_differ || layout.dim_order == order {
        return Ok(TestValue::Tensor {
            layout: Layout { scalar_type, sizes, dim_order: order },
            data: array.data,
        });
    }
    let element = scalar_type.size().and_then(|n| usize::try_from(n).ok()).unwrap_or(1);
    let data = reorder(&array.data, element, &array.sizes, &order, &layout.dim_order);
    let data = data.ok_or_else(|| format!("the method's dimension order is {:?}", layout.dim_order))?;
    let layout = Layout { scalar_type, sizes, dim_order: layout.dim_order.clone() };
    Ok(TestValue::Tensor { layout, data: Cow::Owned(data) })
}

/// The bytes of a number, extended to eight by its sign where it has one.
fn integer(array: &Array<'_>) -> Option<i64> {
    let name = array.scalar_type.name()?;
    if !name.starts_with("int") && !name.starts_with("uint") {
        return None;
    }
    let negative = name.starts_with("int") && array.data.last().is_some_and(|b| b & 0x80 != 0);
    let mut bytes = [if negative { 0xff } else { 0 }; 8];
    bytes.get_mut(..array.data.len())?.copy_from_slice(&array.data);
    // A number of 64 bits without sign may be too large.
    let number = i64::from_le_bytes(bytes);
    (name != "uint64" || number >= 0).then_some(number)
}

fn number(array: &Array<'_>) -> Option<f64> {
    let raw = &*array.data;
    match array.scalar_type.name()? {
        "float64" => Some(f64::from_le_bytes(raw.try_into().ok()?)),
        "float32" => Some(f32::from_le_bytes(raw.try_into().ok()?).into()),
        // Up to 32 bits every integer is a number without loss.
        _ if array.scalar_type != ScalarType::from_name("float16")? => {
            integer(array).and_then(|n| i32::try_from(n).ok()).map(f64::from)
        }
        _ => None,
    }
}

/// Every way in which test cases do not fit a program.
pub fn misfits(program: &ProgramFile<'_>, suites: &[TestSuite<'_>]) -> Result<Vec<String>, Error> {
    let signatures = Signature::all(program)?;
    let mut found = Vec::new();
    for suite in suites {
        let method = suite.method.as_deref().unwrap_or_default();
        let Some(signature) = signatures.iter().find(|s| s.method == method) else {
            found.push(format!("the program has no method `{}`", method.escape_debug()));
            continue;
        };
        for (index, case) in suite.cases.iter().enumerate() {
            let mismatches = signature.check(case);
            found.extend(mismatches.iter().map(|m| format!("{method}, case {index}: {m}")));
        }
    }
    Ok(found)
}
