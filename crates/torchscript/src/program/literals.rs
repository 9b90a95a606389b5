//! Tensors that code makes of numbers, without saying their element type.
//!
//! Up to 1.5 `torch.tensor` and `torch.as_tensor` make float64 of floating-point numbers, since 1.6 the default type, which is float32 (`tensor_ops` in
//! `torch/csrc/jit/runtime/register_special_ops.cpp`). Whole numbers and truth values are what they were.

use outlast_opset::resolve::Constant;
use outlast_opset::types::Type;

use super::{CodePlace, Operators, Program, traced};

/// The operators.
const MAKERS: [&str; 2] = ["aten::tensor", "aten::as_tensor"];

/// A call that makes a tensor of an element type that it does not say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Untyped {
    /// What is called.
    pub place: CodePlace,
    /// The operator, without an overload.
    pub operator: String,
    /// Whether it is given floating-point numbers for sure; otherwise that is not known.
    pub floating: bool,
}

/// The calls of a program that make tensors of floating-point numbers, or perhaps do, without saying the element type.
pub fn untyped(program: &Program, operators: &dyn Operators) -> Vec<Untyped> {
    let says = |text: &[u8]| text.windows(7).any(|part| part == b"tensor(");
    if !program.files.iter().filter_map(|file| file.tree.as_ref().ok()).any(|tree| says(tree.text())) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for unit in traced(program, operators) {
        for call in unit.calls.iter().filter(|call| MAKERS.contains(&call.name.as_str()) && !call.implicit) {
            let dtype = call.given.iter().find(|given| given.argument == "dtype");
            let dtype = dtype.map(|given| given.constant.as_ref());
            if matches!(dtype, Some(Some(constant)) if *constant != Constant::None) {
                continue;
            }
            let bounds = unit.trace.as_ref().and_then(|trace| trace.calls.get(&call.place.span));
            let bound = bounds.and_then(|bounds| bounds.iter().find(|bound| bound.name == call.name));
            let floating = match bound.and_then(|bound| bound.inputs.first()).map(innermost) {
                Some(Type::Int | Type::Bool | Type::Complex | Type::Tensor) => continue,
                Some(Type::Float) => dtype.is_none_or(|dtype| dtype.is_some()),
                _ => false,
            };
            found.push(Untyped { place: call.place, operator: call.name.clone(), floating });
        }
    }
    found
}

/// The type of what is in lists of lists.
fn innermost(of: &Type) -> &Type {
    let mut of = of;
    while let Type::List(inner) = of {
        of = inner;
    }
    of
}
