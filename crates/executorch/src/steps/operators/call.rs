//! A call of an operator, and what rules ask of it.

use outlast_core::{Place, Result};

use super::Argument;
use crate::defs::ValueKind;
use crate::flat_tensor::Layout;
use crate::tables::{EValue, ExecutionPlan, Tensor, View};

/// A call of an operator.
pub(super) struct Call<'a> {
    pub(super) plan: ExecutionPlan<'a>,
    /// Chain and instruction.
    pub(super) at: (usize, usize),
    pub(super) args: Vec<i32>,
    pub(super) place: Place,
}

impl<'a> Call<'a> {
    /// The tensor that is argument `index`.
    pub(super) fn tensor(&self, index: usize) -> Result<Tensor<'a>, String> {
        let value = self.value(index)?;
        match (value.val_type(), value.val()) {
            (Ok(tag), Ok(Some(table))) if ValueKind::from_tag(tag) == ValueKind::Tensor => {
                Ok(Tensor::new(table))
            }
            _ => Err(format!("argument {index} is not a tensor")),
        }
    }

    pub(super) fn value(&self, index: usize) -> Result<EValue<'a>, String> {
        let missing = || format!("argument {index} is missing");
        let number =
            self.args.get(index).copied().and_then(|n| usize::try_from(n).ok()).ok_or_else(missing)?;
        let values = self.plan.values().map_err(|e| e.to_string())?.ok_or_else(missing)?;
        values.get(number).map_err(|e| e.to_string())
    }

    pub(super) fn layout(&self, index: usize) -> Result<Layout, String> {
        Layout::of(&self.tensor(index)?).map_err(|e| e.to_string())
    }

    /// Demands that a flag is false: copies are made at once everywhere, but a kernel may refuse the wish.
    pub(super) fn is_false(&self, index: usize) -> Result<(), String> {
        let value = self.value(index)?;
        let tag = ValueKind::from_tag(value.val_type().unwrap_or(0));
        let set = value.val().ok().flatten().and_then(|t| t.u8(0).ok().flatten()).unwrap_or(0);
        if tag == ValueKind::Bool && set == 0 { Ok(()) } else { Err("non_blocking is not false".into()) }
    }

    /// Demands that a memory format is none, contiguous or preserved: others have no number in these files.
    pub(super) fn is_plain_format(&self, index: usize) -> Result<(), String> {
        let value = self.value(index)?;
        let number = value.val().ok().flatten().and_then(|t| t.i64(0).ok().flatten()).unwrap_or(0);
        match ValueKind::from_tag(value.val_type().unwrap_or(0)) {
            ValueKind::Null => Ok(()),
            ValueKind::Int if matches!(number, 0 | 1) => Ok(()),
            _ => Err("a memory format that is not known".into()),
        }
    }

    pub(super) fn arguments(&self, expected: usize) -> Result<(), String> {
        let found = self.args.len();
        // Exporters name the output twice: as argument and as result.
        let twice = self.args.last() == found.checked_sub(2).and_then(|at| self.args.get(at));
        match found == expected && twice {
            true => Ok(()),
            false => Err(format!("the call has {found} arguments, not {expected} with the output twice")),
        }
    }

    pub(super) fn output(&self) -> Argument {
        Argument::Value(self.args.last().copied().unwrap_or(0))
    }

    pub(super) fn given(&self, index: usize) -> Argument {
        Argument::Value(self.args.get(index).copied().unwrap_or(0))
    }
}
