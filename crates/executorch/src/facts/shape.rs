//! The shape of a call: what matters of each argument to the operator that takes it.

use std::fmt;
use std::sync::Arc;

use outlast_core::Result;

use crate::defs::{ScalarType, ValueKind};
use crate::flat_tensor::Layout;
use crate::tables::Tensor;

/// What matters of an argument to the operator that takes it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Argument {
    /// The index leads to no value of the entry point.
    Nowhere,
    /// A tensor.
    Tensor(Arc<TensorShape>),
    /// A list of tensors: which of the two kinds, and the first of them.
    TensorList(ValueKind, Arc<TensorShape>),
    /// A boolean.
    Bool(bool),
    /// A number that is 1, as most factors are: an integer or a floating-point number.
    One(ValueKind),
    /// A short list of integers with a negative one among them.
    Negative(Arc<[i64]>),
    /// Any other value of this kind.
    Other(ValueKind),
}

impl Argument {
    /// The tensor; of a list, the first.
    pub fn tensor(&self) -> Option<&TensorShape> {
        match self {
            Argument::Tensor(tensor) | Argument::TensorList(_, tensor) => Some(tensor),
            _ => None,
        }
    }
}

/// `float32[2,3]`, `list(int8[4]~)`, `true`, `Int=1`, `IntList=1,-1`, `Null`.
impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Argument::Nowhere => f.write_str("?"),
            Argument::Tensor(tensor) => tensor.fmt(f),
            Argument::TensorList(_, tensor) => write!(f, "list({tensor})"),
            Argument::Bool(truth) => truth.fmt(f),
            Argument::One(kind) => write!(f, "{}=1", kind.name()),
            Argument::Negative(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
                write!(f, "IntList={}", numbers.join(","))
            }
            Argument::Other(kind) => f.write_str(kind.name()),
        }
    }
}

/// The arguments of a call, in order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CallShape(pub Vec<Argument>);

impl CallShape {
    /// The key by which runtimes look up a kernel: `v1/6;0,1|6;0,1`, a version, then element type and dimension order of
    /// each argument that is a tensor.
    pub fn kernel_key(&self) -> String {
        let tensors = self.0.iter().filter_map(|argument| match argument {
            Argument::Tensor(tensor) => Some(tensor),
            _ => None,
        });
        let keys = tensors.map(|tensor| {
            let order: Vec<String> = tensor.layout.dim_order.iter().map(u8::to_string).collect();
            format!("{};{}", tensor.layout.scalar_type.0, order.join(","))
        });
        format!("v1/{}", keys.collect::<Vec<_>>().join("|"))
    }

    /// The element types of all tensors and lists of tensors, in order.
    pub fn element_types(&self) -> impl Iterator<Item = ScalarType> {
        self.0.iter().filter_map(Argument::tensor).map(|tensor| tensor.layout.scalar_type)
    }

    /// How much there is to compare: arguments and dimensions.
    pub(super) fn weight(&self) -> usize {
        self.0
            .iter()
            .map(|argument| match argument {
                Argument::Negative(numbers) => 1 + numbers.len(),
                other => 1 + other.tensor().map_or(0, |tensor| tensor.layout.sizes.len()),
            })
            .sum()
    }
}

/// The arguments, with spaces between.
impl fmt::Display for CallShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, argument) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str(" ")?;
            }
            argument.fmt(f)?;
        }
        Ok(())
    }
}

/// Type and shape of a tensor, as an operator sees it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TensorShape {
    /// Element type, sizes (upper bounds where they vary) and dimension order.
    pub layout: Layout,
    /// Sizes may vary.
    pub varies: bool,
}

impl TensorShape {
    /// Whether the dimensions lie in memory in their natural order.
    pub fn is_contiguous(&self) -> bool {
        self.layout.dim_order.iter().enumerate().all(|(i, d)| usize::from(*d) == i)
    }
}

/// `float32[1,3,8,8]@0231~`: element type and sizes, the dimension order unless that is the natural one, and `~` if the
/// sizes may vary.
impl fmt::Display for TensorShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Layout { scalar_type, sizes, dim_order } = &self.layout;
        match scalar_type.name() {
            Some(name) => f.write_str(name)?,
            None => write!(f, "type-{}", scalar_type.0)?,
        }
        let sizes: Vec<String> = sizes.iter().map(i32::to_string).collect();
        write!(f, "[{}]", sizes.join(","))?;
        if !self.is_contiguous() {
            let digit = |d: &u8| char::from_digit(u32::from(*d), 36).unwrap_or('?');
            write!(f, "@{}", dim_order.iter().map(digit).collect::<String>())?;
        }
        f.write_str(if self.varies { "~" } else { "" })
    }
}

/// The shape of a tensor value.
pub(super) fn tensor_shape(tensor: &Tensor<'_>) -> Result<TensorShape> {
    let layout = Layout::of(tensor)?;
    Ok(TensorShape { layout, varies: tensor.shape_dynamism()? != 0 })
}
