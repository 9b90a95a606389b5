//! Cases of PyTorch that are made up: programs of `torch.export` say what they take.

use outlast::Program;
use outlast::families::torch::{ExportedInput, ExportedSize, ExportedValue, exported_inputs};

use crate::generate_inputs::{Inputs, Size, Tensor, Wanted};

/// What a program takes; none if it is none of `torch.export`.
pub(crate) fn wanted(program: &Program<'_>) -> Option<Result<Inputs, String>> {
    Some(exported_inputs(program)?.and_then(|inputs| inputs.into_iter().map(wanted_input).collect()))
}

fn wanted_input(input: ExportedInput) -> Result<(Option<String>, Wanted), String> {
    let wanted = match input.value {
        ExportedValue::Tensor { dtype, sizes, bound } => {
            let size = |size| match size {
                ExportedSize::Symbol { name, least, most } => Ok(Size::Symbol(name, least, most)),
                ExportedSize::Fixed(size) => Ok(Size::Fixed(size)),
                _ => Err("a size of another kind".to_string()),
            };
            let sizes = sizes.into_iter().map(size).collect::<Result<_, _>>()?;
            Wanted::Tensor(Tensor {
                element: dtype.into(),
                sizes,
                bound,
                is_divisor: false,
                is_bound: false,
                is_channels_last: false,
            })
        }
        ExportedValue::Int(value) => Wanted::int(value),
        ExportedValue::Float(value) => Wanted::float(value),
        ExportedValue::Bool(value) => Wanted::bool(value),
        ExportedValue::None => Wanted::none(),
        _ => return Err("an input of another kind".into()),
    };
    Ok((input.keyword, wanted))
}
