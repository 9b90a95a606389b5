//! Numbers and truth values of functions: operators of Python and its functions, as TorchScript has them. What depends on a size that is known when
//! the program runs becomes a node, or is decided by the range of the size.

use super::eval::{Body, Eval, Outcome, Stop};
use super::expr::MAX_ITEMS;
use super::meta::Dim;
use super::value::{Sym, SymKind, Value};
use crate::source::Binary;

/// The most elements of a range.
const MAX_RANGE: i64 = 10_000;
/// The longest text that a function makes, in bytes.
const MAX_TEXT: usize = 1 << 16;

impl Eval<'_, '_> {
    /// An operator between two values.
    pub(super) fn binary(
        &mut self,
        body: &Body,
        operator: Binary,
        left: Value,
        right: Value,
    ) -> Outcome<Value> {
        if matches!(left, Value::Tensor(_)) || matches!(right, Value::Tensor(_)) {
            return self.on_tensors(body, operator, left, right);
        }
        match operator {
            Binary::Eq | Binary::Is => return self.compared(Binary::Eq, &left, &right),
            Binary::Ne | Binary::IsNot => return self.compared(Binary::Ne, &left, &right),
            Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge => {
                return self.compared(operator, &left, &right);
            }
            Binary::In | Binary::NotIn => {
                let items = right.items().ok_or_else(|| odd(operator, &left, &right))?;
                let mut found = false;
                for item in items {
                    found |= self.compared(Binary::Eq, &left, &item)? == Value::Bool(true);
                }
                return Ok(Value::Bool(found == (operator == Binary::In)));
            }
            _ => {}
        }
        if let (Value::List(of, one), Value::List(_, other), Binary::Add) = (&left, &right, operator) {
            let items: Vec<Value> = one.borrow().iter().chain(other.borrow().iter()).cloned().collect();
            if items.len() > MAX_ITEMS {
                return Err(Stop::new(format!("a list of more than {MAX_ITEMS} elements")));
            }
            return Ok(Value::list(of.clone(), items));
        }
        if let (Value::Text(one), Value::Text(other), Binary::Add) = (&left, &right, operator) {
            if one.len().saturating_add(other.len()) > MAX_TEXT {
                return Err(Stop::new(format!("a text of more than {MAX_TEXT} bytes")));
            }
            return Ok(Value::Text(format!("{one}{other}")));
        }
        if let (Value::List(of, items), Value::Int(count), Binary::Mul) = (&left, &right, operator) {
            let (items, count) = (items.borrow(), usize::try_from(*count).unwrap_or(0));
            let length = items.len().saturating_mul(count);
            if length > MAX_ITEMS {
                return Err(Stop::new(format!("a list of more than {MAX_ITEMS} elements")));
            }
            let repeated = items.iter().cycle().take(length).cloned().collect();
            return Ok(Value::list(of.clone(), repeated));
        }
        match (&left, &right) {
            (Value::Int(one), Value::Int(other)) => {
                whole(operator, *one, *other).ok_or_else(|| odd(operator, &left, &right))
            }
            (Value::Sym(_), Value::Sym(_) | Value::Int(_)) | (Value::Int(_), Value::Sym(_)) => {
                let name = match operator {
                    Binary::Add => "add",
                    Binary::Sub => "sub",
                    Binary::Mul => "mul",
                    Binary::FloorDiv => "floordiv",
                    Binary::Mod => "mod",
                    _ => return Err(odd(operator, &left, &right)),
                };
                self.build.arithmetic(name, &left, &right).ok_or_else(|| odd(operator, &left, &right))
            }
            _ => match (float(&left), float(&right)) {
                (Some(one), Some(other)) => {
                    fraction(operator, one, other).ok_or_else(|| odd(operator, &left, &right))
                }
                _ => Err(odd(operator, &left, &right)),
            },
        }
    }

    fn on_tensors(&mut self, body: &Body, operator: Binary, left: Value, right: Value) -> Outcome<Value> {
        let is_none = matches!(left, Value::None) || matches!(right, Value::None);
        let name = match operator {
            Binary::Is | Binary::IsNot if is_none => return Ok(Value::Bool(operator == Binary::IsNot)),
            Binary::Eq if is_none => return Ok(Value::Bool(false)),
            Binary::Ne if is_none => return Ok(Value::Bool(true)),
            Binary::Add => "add",
            Binary::Sub => "sub",
            Binary::Mul => "mul",
            Binary::Div => "div",
            Binary::FloorDiv => "floor_divide",
            Binary::Mod => "remainder",
            Binary::Pow => "pow",
            Binary::MatMul => "matmul",
            Binary::BitAnd => "__and__",
            Binary::BitOr => "__or__",
            Binary::BitXor => "__xor__",
            Binary::Eq => "eq",
            Binary::Ne => "ne",
            Binary::Lt => "lt",
            Binary::Le => "le",
            Binary::Gt => "gt",
            Binary::Ge => "ge",
            _ => return Err(odd(operator, &left, &right)),
        };
        // A number before a tensor: `1 - x`.
        if let (Binary::Sub, true) = (operator, !matches!(left, Value::Tensor(_))) {
            return self.operator(body, "aten::rsub", vec![right, left], Vec::new());
        }
        let swaps = matches!(operator, Binary::Add | Binary::Mul | Binary::Eq | Binary::Ne);
        let (left, right) =
            if swaps && !matches!(left, Value::Tensor(_)) { (right, left) } else { (left, right) };
        self.operator(body, &format!("aten::{name}"), vec![left, right], Vec::new())
    }

    /// A comparison.
    fn compared(&self, operator: Binary, left: &Value, right: &Value) -> Outcome<Value> {
        let equal = |same: bool| match operator {
            Binary::Eq => Some(same),
            Binary::Ne => Some(!same),
            _ => None,
        };
        let truth = match (left, right) {
            (Value::None, Value::None) => equal(true),
            (Value::None, _) | (_, Value::None) => equal(false),
            (Value::Text(one), Value::Text(other)) => equal(one == other),
            (Value::Device(one), Value::Device(other)) => equal(one == other),
            (Value::Bool(one), Value::Bool(other)) => equal(one == other),
            (Value::List(..) | Value::Tuple(_), Value::List(..) | Value::Tuple(_)) => {
                let (one, other) = (left.items().unwrap_or_default(), right.items().unwrap_or_default());
                let mut same = one.len() == other.len();
                for (one, other) in one.iter().zip(&other) {
                    same = same && self.compared(Binary::Eq, one, other)? == Value::Bool(true);
                }
                equal(same)
            }
            (Value::Int(one), Value::Int(other)) => Some(ordered(operator, one.cmp(other))),
            (Value::Sym(_), _) | (_, Value::Sym(_)) => self.by_range(operator, left, right),
            _ => match (float(left), float(right)) {
                (Some(one), Some(other)) => match one.partial_cmp(&other) {
                    Some(order) => Some(ordered(operator, order)),
                    None => Some(operator == Binary::Ne),
                },
                _ => None,
            },
        };
        truth.map(Value::Bool).ok_or_else(|| odd(operator, left, right))
    }

    /// A comparison with a size that is known when the program runs, where its range decides it.
    fn by_range(&self, operator: Binary, left: &Value, right: &Value) -> Option<bool> {
        let (left, right) = (left.as_dim()?, right.as_dim()?);
        if left == right {
            return Some(ordered(operator, std::cmp::Ordering::Equal));
        }
        let range = |dim: &Dim| match dim {
            Dim::Known(number) => (i128::from(*number), i128::from(*number)),
            Dim::Symbol(expr) => self.ranges.range(expr),
        };
        let ((low, high), (other_low, other_high)) = (range(&left), range(&right));
        let (below, above) = (high < other_low, low > other_high);
        let (not_above, not_below) = (high <= other_low, low >= other_high);
        match operator {
            Binary::Eq if below || above => Some(false),
            Binary::Ne if below || above => Some(true),
            Binary::Lt | Binary::Ge if below => Some(operator == Binary::Lt),
            Binary::Lt | Binary::Ge if not_below => Some(operator == Binary::Ge),
            Binary::Gt | Binary::Le if above => Some(operator == Binary::Gt),
            Binary::Gt | Binary::Le if not_above => Some(operator == Binary::Le),
            _ => None,
        }
    }

    pub(super) fn negative(&mut self, body: &Body, of: Value) -> Outcome<Value> {
        match of {
            Value::Int(number) => number.checked_neg().map(Value::Int).ok_or_else(|| too_large("-")),
            Value::Float(number) => Ok(Value::Float(-number)),
            Value::Tensor(_) => self.operator(body, "aten::neg", vec![of], Vec::new()),
            Value::Sym(_) => {
                let zero = Value::Int(0);
                self.build
                    .arithmetic("sub", &zero, &of)
                    .ok_or_else(|| Stop::new("the function has `-` before a boolean"))
            }
            other => Err(Stop::new(format!("the function has `-` before {}", other.kind()))),
        }
    }

    /// A function of Python.
    pub(super) fn builtin(
        &mut self,
        body: &Body,
        name: &str,
        positional: Vec<Value>,
        keywords: Vec<(String, Value)>,
    ) -> Outcome<Value> {
        let no =
            |why: &str| Err(Stop::new(format!("`{name}` is called by `{}` with {why}", body.parsed.name)));
        if !keywords.is_empty() {
            return no("arguments by name");
        }
        match (name, &positional[..]) {
            ("len", [of]) => match (of, of.items()) {
                (_, Some(items)) => Ok(Value::Int(i64::try_from(items.len()).unwrap_or(i64::MAX))),
                (Value::Tensor(_), _) => {
                    self.operator(body, "aten::size", vec![of.clone(), Value::Int(0)], Vec::new())
                }
                (Value::Text(text), _) => {
                    Ok(Value::Int(i64::try_from(text.chars().count()).unwrap_or(i64::MAX)))
                }
                _ => no(of.kind()),
            },
            ("range", bounds @ ([_] | [_, _] | [_, _, _])) => {
                let all: Option<Vec<i64>> = bounds.iter().map(Value::as_int).collect();
                let (start, stop, step) = match all.as_deref() {
                    Some([stop]) => (0, *stop, 1),
                    Some([start, stop]) => (*start, *stop, 1),
                    Some([start, stop, step]) if *step != 0 => (*start, *stop, *step),
                    _ => return no("a length that is not known"),
                };
                let mut items = Vec::new();
                let mut at = start;
                while (step > 0 && at < stop) || (step < 0 && at > stop) {
                    items.push(Value::Int(at));
                    if i64::try_from(items.len()).unwrap_or(i64::MAX) > MAX_RANGE {
                        return no("more rounds than are evaluated");
                    }
                    at = at.saturating_add(step);
                }
                Ok(Value::list(None, items))
            }
            ("float", [of]) => match float(of) {
                Some(number) => Ok(Value::Float(number)),
                None => no(of.kind()),
            },
            ("int", [Value::Float(number)]) if number.is_finite() && number.abs() < 9e18 =>
            {
                #[allow(clippy::cast_possible_truncation, reason = "in range; toward zero, as Python does")]
                Ok(Value::Int(number.trunc() as i64))
            }
            ("int", [Value::Bool(truth)]) => Ok(Value::Int(i64::from(*truth))),
            ("int", [of @ (Value::Int(_) | Value::Sym(Sym { kind: SymKind::Int, .. }))]) => Ok(of.clone()),
            ("bool", [Value::Bool(truth)]) => Ok(Value::Bool(*truth)),
            ("bool", [Value::Int(number)]) => Ok(Value::Bool(*number != 0)),
            ("bool", [Value::Float(number)]) => Ok(Value::Bool(*number != 0.)),
            ("abs", [Value::Int(number)]) => {
                number.checked_abs().map(Value::Int).ok_or_else(|| too_large("abs"))
            }
            ("abs", [Value::Float(number)]) => Ok(Value::Float(number.abs())),
            ("min" | "max", [left, right]) => {
                let less = self.compared(Binary::Lt, left, right)? == Value::Bool(true);
                Ok(if less == (name == "min") { left.clone() } else { right.clone() })
            }
            ("min" | "max", [of]) => {
                let mut items = of.items().unwrap_or_default().into_iter();
                let Some(mut best) = items.next() else { return no("an empty list") };
                for item in items {
                    let less = self.compared(Binary::Lt, &item, &best)? == Value::Bool(true);
                    if less == (name == "min") {
                        best = item;
                    }
                }
                Ok(best)
            }
            (_, [of, ..]) => no(of.kind()),
            _ => no("nothing"),
        }
    }
}

fn ordered(operator: Binary, order: std::cmp::Ordering) -> bool {
    match operator {
        Binary::Eq => order.is_eq(),
        Binary::Ne => order.is_ne(),
        Binary::Lt => order.is_lt(),
        Binary::Le => order.is_le(),
        Binary::Gt => order.is_gt(),
        _ => order.is_ge(),
    }
}

/// A number as a float; truth values count as numbers, too.
#[allow(clippy::cast_precision_loss, reason = "as Python's float of it")]
fn float(value: &Value) -> Option<f64> {
    match value {
        Value::Int(number) => Some(*number as f64),
        Value::Float(number) => Some(*number),
        Value::Bool(truth) => Some(f64::from(u8::from(*truth))),
        _ => None,
    }
}

/// Whole numbers. A power is a float in TorchScript.
fn whole(operator: Binary, left: i64, right: i64) -> Option<Value> {
    Some(match operator {
        Binary::Add => Value::Int(left.checked_add(right)?),
        Binary::Sub => Value::Int(left.checked_sub(right)?),
        Binary::Mul => Value::Int(left.checked_mul(right)?),
        Binary::FloorDiv => {
            let (quotient, rest) = (left.checked_div(right)?, left.checked_rem(right)?);
            Value::Int(if rest != 0 && (rest < 0) != (right < 0) {
                quotient.checked_sub(1)?
            } else {
                quotient
            })
        }
        Binary::Mod => {
            let rest = left.checked_rem(right)?;
            Value::Int(if rest != 0 && (rest < 0) != (right < 0) { rest.checked_add(right)? } else { rest })
        }
        Binary::BitAnd => Value::Int(left & right),
        Binary::BitOr => Value::Int(left | right),
        Binary::BitXor => Value::Int(left ^ right),
        _ => return fraction(operator, float(&Value::Int(left))?, float(&Value::Int(right))?),
    })
}

fn fraction(operator: Binary, left: f64, right: f64) -> Option<Value> {
    Some(Value::Float(match operator {
        Binary::Add => left + right,
        Binary::Sub => left - right,
        Binary::Mul => left * right,
        Binary::Div if right != 0. => left / right,
        Binary::FloorDiv if right != 0. => (left / right).floor(),
        Binary::Mod if right != 0. => left - right * (left / right).floor(),
        Binary::Pow => left.powf(right),
        _ => return None,
    }))
}

fn odd(operator: Binary, left: &Value, right: &Value) -> Stop {
    Stop::new(format!(
        "the function has {} {} {}, which cannot be decided",
        left.kind(),
        operator.text(),
        right.kind()
    ))
}

fn too_large(name: &str) -> Stop {
    Stop::new(format!("the function has `{name}` of a number that is too large"))
}
