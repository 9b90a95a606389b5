//! What a method takes and gives, and whether a test case is such.
//!
//! The rules are those of the runtime's `set_input`: a tensor must have the recorded type and rank; the recorded sizes
//! where it is static, and no more elements than the recorded ones where it is dynamic; a number must *equal* the recorded
//! one. Expected outputs are compared position by position, so there must be as many as the method gives; the runtime
//! compares tensors only, and aborts where their dimension order differs from the output's.

use std::fmt;

use outlast_core::{Budget, Error, ErrorKind, Result, Step, to_index};

use super::{TestCase, TestValue};
use crate::defs::ValueKind;
use crate::flat_tensor::Layout;
use crate::program::ProgramFile;
use crate::tables::{Bool, Double, EValue, ExecutionPlan, Int, Tensor, View};
use crate::work::{Spending, budget};

/// `shape_dynamism` of a tensor whose sizes are fixed.
const STATIC: i8 = 0;

/// The inputs and outputs of a method.
#[derive(Clone, Debug)]
pub struct Signature {
    /// The method.
    pub method: String,
    /// What it takes.
    pub inputs: Vec<Parameter>,
    /// What it gives.
    pub outputs: Vec<Parameter>,
}

/// An input or output of a method.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Parameter {
    /// A tensor.
    Tensor {
        /// Type, largest sizes, and order.
        layout: Layout,
        /// Whether the sizes are fixed; otherwise those recorded bound the number of elements.
        is_static: bool,
    },
    /// This integer.
    Int(i64),
    /// This boolean.
    Bool(bool),
    /// This number.
    Double(f64),
    /// Something that a test case cannot hold.
    Other(ValueKind),
}

/// Whether a value is given or expected.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// An input.
    Input,
    /// An expected output.
    Output,
}

/// How a test case differs from its method's signature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mismatch {
    /// On which side.
    pub side: Side,
    /// Which value; `None` where it is their number.
    pub index: Option<usize>,
    /// What the case has.
    pub found: String,
    /// What the method demands.
    pub expected: String,
}

impl Side {
    /// `input` or `expected output`.
    pub fn name(self) -> &'static str {
        match self {
            Side::Input => "input",
            Side::Output => "expected output",
        }
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.index {
            Some(index) => write!(f, "{} {index} is {}, the method ", self.side.name(), self.found)?,
            None => write!(f, "{}s: {}, the method ", self.side.name(), self.found)?,
        }
        let verb = if self.side == Side::Input { "takes" } else { "gives" };
        write!(f, "{verb} {}", self.expected)
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Parameter::Tensor { layout, is_static: true } => write!(f, "{layout}"),
            Parameter::Tensor { layout, is_static: false } => write!(f, "at most {layout}"),
            Parameter::Int(n) => write!(f, "the integer {n}"),
            Parameter::Bool(b) => write!(f, "the boolean {b}"),
            Parameter::Double(x) => write!(f, "the number {x}"),
            Parameter::Other(ValueKind::Null) => f.write_str("None"),
            Parameter::Other(kind) => write!(f, "a {}", kind.name()),
        }
    }
}

impl fmt::Display for TestValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TestValue::Tensor { layout, .. } => write!(f, "{layout}"),
            TestValue::Int(n) => write!(f, "the integer {n}"),
            TestValue::Bool(b) => write!(f, "the boolean {b}"),
            TestValue::Double(x) => write!(f, "the number {x}"),
            TestValue::Unknown(tag) => write!(f, "a value of unknown kind {tag}"),
        }
    }
}

/// `float32 [2, 3]`, with the dimension order where it is not contiguous.
impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.scalar_type, self.sizes)?;
        if !self.is_contiguous() {
            write!(f, " in dimension order {:?}", self.dim_order)?;
        }
        Ok(())
    }
}

impl Signature {
    /// The signatures of all methods of a program.
    pub fn all(program: &ProgramFile<'_>) -> Result<Vec<Signature>> {
        let mut work = budget(&program.flatbuffer);
        let within = |e: Error| e.within(Step::Field("execution_plan".into()));
        let Some(plans) = program.root.execution_plan().map_err(within)? else { return Ok(Vec::new()) };
        (0..plans.len())
            .map(|i| signature(&plans.get(i)?, &mut work).map_err(|e| e.within(Step::Index(i as u64))))
            .collect::<Result<_>>()
            .map_err(within)
    }

    /// All differences of a test case.
    pub fn check(&self, case: &TestCase<'_>) -> Vec<Mismatch> {
        let mut found = Vec::new();
        let sides = [
            (Side::Input, &self.inputs, &case.inputs),
            (Side::Output, &self.outputs, &case.expected_outputs),
        ];
        for (side, parameters, values) in sides {
            // Without expected outputs nothing is compared.
            if side == Side::Output && values.is_empty() {
                continue;
            }
            if parameters.len() != values.len() {
                let (index, have, want) = (None, values.len().to_string(), parameters.len().to_string());
                found.push(Mismatch { side, index, found: have, expected: want });
                continue;
            }
            for (index, (parameter, value)) in parameters.iter().zip(values).enumerate() {
                if !parameter.takes(value, side) {
                    found.push(Mismatch {
                        side,
                        index: Some(index),
                        found: value.to_string(),
                        expected: parameter.expected(side),
                    });
                }
            }
        }
        found
    }
}

impl Parameter {
    /// Whether the runtime takes this value here.
    fn takes(&self, value: &TestValue<'_>, side: Side) -> bool {
        match (self, value) {
            (Parameter::Tensor { layout, is_static }, TestValue::Tensor { layout: given, .. }) => {
                let sizes = match is_static {
                    true => layout.sizes == given.sizes,
                    false => {
                        let rank = layout.sizes.len() == given.sizes.len();
                        rank && elements(given).zip(elements(layout)).is_some_and(|(n, bound)| n <= bound)
                    }
                };
                sizes && layout.scalar_type == given.scalar_type && same_order(layout, given)
            }
            // The runtime compares tensors only.
            _ if side == Side::Output => false,
            (Parameter::Int(a), TestValue::Int(b)) => a == b,
            (Parameter::Bool(a), TestValue::Bool(b)) => a == b,
            (Parameter::Double(a), TestValue::Double(b)) => near(*a, *b),
            _ => false,
        }
    }

    /// What the method takes or gives here, and what that means for test cases.
    fn expected(&self, side: Side) -> String {
        match (self, side) {
            (Parameter::Tensor { .. }, _) => self.to_string(),
            (_, Side::Output) => format!("{self}, and runtimes compare tensors only"),
            (Parameter::Other(_), Side::Input) => format!("{self}, which a bundled program cannot hold"),
            (_, Side::Input) => self.to_string(),
        }
    }
}

/// The runtime's comparison of a recorded number with the one given.
fn near(recorded: f64, given: f64) -> bool {
    let difference = (recorded - given).abs();
    recorded == given || recorded.is_nan() && given.is_nan() || difference <= 1e-4 + 1e-5 * recorded.abs()
}

/// Whether the elements of a tensor of the given sizes stand alike in both orders.
fn same_order(layout: &Layout, given: &Layout) -> bool {
    let wide = |d: &&u8| given.sizes.get(usize::from(**d)).is_none_or(|n| *n != 1);
    layout.dim_order.iter().filter(wide).eq(given.dim_order.iter().filter(wide))
}

fn elements(layout: &Layout) -> Option<u64> {
    layout.sizes.iter().try_fold(1u64, |n, size| n.checked_mul(u64::try_from(*size).ok()?))
}

fn signature(plan: &ExecutionPlan<'_>, work: &mut Budget) -> Result<Signature> {
    let method = work.text(plan.name()?)?;
    let mut side = |list: Option<outlast_flatbuffers::view::Vector<'_>>, name: &'static str| {
        let mut parameters = Vec::new();
        let Some(list) = list else { return Ok(parameters) };
        work.visit(list.byte_len())?;
        for index in list.i32s() {
            let parameter = parameter(plan, index, work).map_err(|e| e.within(Step::Field(name.into())))?;
            parameters.push(parameter);
        }
        Ok::<_, Error>(parameters)
    };
    let inputs = side(plan.inputs()?, "inputs")?;
    let outputs = side(plan.outputs()?, "outputs")?;
    Ok(Signature { method, inputs, outputs })
}

fn parameter(plan: &ExecutionPlan<'_>, index: i32, work: &mut Budget) -> Result<Parameter> {
    let values = plan.values()?;
    let count = values.map_or(0, |v| v.len());
    let place = u32::try_from(index).map(to_index).ok().filter(|i| *i < count);
    let (Some(values), Some(place)) = (values, place) else {
        let kind = ErrorKind::OutOfRange { what: "value index", found: index.into(), limit: count as u64 };
        return Err(Error::new(kind, plan.table().whole_span()));
    };
    let value: EValue<'_> = values.get(place)?;
    let kind = ValueKind::from_tag(value.val_type()?);
    let Some(table) = value.val()? else { return Ok(Parameter::Other(kind)) };
    Ok(match kind {
        ValueKind::Tensor => {
            let tensor = Tensor::new(table);
            let layout = Layout::of(&tensor)?;
            work.visit(16 + 5 * layout.sizes.len())?;
            Parameter::Tensor { layout, is_static: tensor.shape_dynamism()? == STATIC }
        }
        ValueKind::Int => Parameter::Int(Int::new(table).int_val()?),
        ValueKind::Bool => Parameter::Bool(Bool::new(table).bool_val()?),
        ValueKind::Double => Parameter::Double(Double::new(table).double_val()?),
        other => Parameter::Other(other),
    })
}
