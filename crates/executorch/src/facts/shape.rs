//! The shape of an operator's use: what matters of its arguments, as words and as the key of its kernel.

use outlast_core::Result;

use crate::defs::ValueKind;
use crate::flat_tensor::Layout;
use crate::tables::Tensor;

/// What matters of a value for the operator that takes it.
#[derive(Clone, Debug)]
pub(super) struct Argument {
    pub(super) kind: ValueKind,
    /// For a tensor; for a list of tensors, its first.
    pub(super) tensor: Option<TensorShape>,
    /// For a boolean.
    pub(super) truth: Option<bool>,
    /// A number that is 1, as most factors are.
    pub(super) is_one: bool,
}

/// The shape of an argument that is a tensor.
pub(super) fn tensor_argument(argument: Option<&Option<&Argument>>) -> Option<TensorShape> {
    let argument = (*argument?)?;
    argument.tensor.clone().filter(|_| argument.kind == ValueKind::Tensor)
}

/// Type and shape of a tensor, as an operator sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TensorShape {
    /// Element type, sizes (upper bounds where they vary) and dimension order.
    pub layout: Layout,
    /// Sizes may vary.
    pub varies: bool,
}

/// One word per argument: see [`super::OperatorUse::shape`].
pub(super) fn call_shape(args: &[Option<&Argument>]) -> String {
    let words = args.iter().map(|arg| match arg {
        None => "?".to_string(),
        Some(Argument { kind: ValueKind::Tensor, tensor: Some(tensor), .. }) => tensor.word(),
        Some(Argument {
            kind: ValueKind::TensorList | ValueKind::OptionalTensorList,
            tensor: Some(tensor),
            ..
        }) => format!("list({})", tensor.word()),
        Some(Argument { truth: Some(truth), .. }) => truth.to_string(),
        Some(Argument { kind, is_one: true, .. }) => format!("{}=1", kind.name()),
        Some(argument) => argument.kind.name().to_string(),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// `v1/6;0,1|6;0,1`: version, then element type and dimension order of each tensor.
pub(super) fn kernel_key(args: &[Option<&Argument>]) -> String {
    let tensors = args.iter().flatten().filter(|argument| argument.kind == ValueKind::Tensor);
    let keys = tensors.filter_map(|argument| argument.tensor.as_ref()).map(|tensor| {
        let order: Vec<String> = tensor.layout.dim_order.iter().map(u8::to_string).collect();
        format!("{};{}", tensor.layout.scalar_type.0, order.join(","))
    });
    format!("v1/{}", keys.collect::<Vec<_>>().join("|"))
}

impl TensorShape {
    fn word(&self) -> String {
        let Layout { scalar_type, sizes, dim_order } = &self.layout;
        let sizes: Vec<String> = sizes.iter().map(i32::to_string).collect();
        let mut word = format!("{}[{}]", scalar_type.to_string().replace(' ', "-"), sizes.join(","));
        if !dim_order.iter().enumerate().all(|(i, d)| usize::from(*d) == i) {
            word.push('@');
            word.extend(dim_order.iter().map(|d| char::from_digit(u32::from(*d), 36).unwrap_or('?')));
        }
        if self.varies {
            word.push('~');
        }
        word
    }
}

/// The shape of a tensor value.
pub(super) fn tensor_shape(tensor: &Tensor<'_>) -> Result<TensorShape> {
    let layout = Layout::of(tensor)?;
    Ok(TensorShape { layout, varies: tensor.shape_dynamism()? != 0 })
}
