//! Conditions of version tables: expressions over the arguments of a call, as far as the call says them.
//!
//! ```text
//! condition = name | number | text | True | False | None | condition ("==" | "!=" | "<" | "<=" | ">" | ">=" | "is" | "is not") condition
//!           | condition ("and" | "or") condition | "not" condition | "-" number | "(" condition ")"
//! ```

use outlast_opset::resolve::Constant;

use crate::source::{self, Binary, ExprId, ExprKind, Number, StmtKind, Tree, Unary};

/// A condition.
#[derive(Clone, Debug)]
pub struct Condition {
    tree: Tree,
    root: ExprId,
}

impl Condition {
    /// Reads one.
    ///
    /// # Errors
    ///
    /// Why it is none.
    pub fn parse(text: &str) -> Result<Condition, String> {
        if text.contains('\n') {
            return Err(format!("`{}` is not a condition: it has several lines", text.escape_debug()));
        }
        let code = format!("def condition():\n  return {text}\n");
        let tree = source::parse(code.as_bytes())
            .map_err(|fault| format!("`{text}` is not a condition: {fault}"))?;
        let returned = tree.stmts().find_map(|(_, stmt)| match &stmt.kind {
            StmtKind::Return(value) => *value,
            _ => None,
        });
        let root = returned.ok_or_else(|| format!("`{text}` is not a condition"))?;
        let condition = Condition { tree, root };
        condition
            .known(root)
            .then_some(condition)
            .ok_or_else(|| format!("`{text}` has something that conditions do not have"))
    }

    /// Whether it holds of a call: `value` says an argument's value, where the call or the schema says it. `None` where that is not known.
    pub fn holds(&self, value: &dyn Fn(&str) -> Option<Constant>) -> Option<bool> {
        match self.eval(self.root, value)? {
            Constant::Bool(truth) => Some(truth),
            _ => None,
        }
    }

    /// Whether an expression has nothing but what conditions have.
    fn known(&self, id: ExprId) -> bool {
        let id = self.tree.bare(id);
        match &self.tree.expr(id).kind {
            ExprKind::Number
            | ExprKind::Text(_)
            | ExprKind::True
            | ExprKind::False
            | ExprKind::None
            | ExprKind::NoneType
            | ExprKind::Name => true,
            ExprKind::Unary(Unary::Not | Unary::Minus, of) => self.known(*of),
            ExprKind::Binary(op, left, right) => {
                let ops = [
                    Binary::And,
                    Binary::Or,
                    Binary::Eq,
                    Binary::Ne,
                    Binary::Lt,
                    Binary::Le,
                    Binary::Gt,
                    Binary::Ge,
                    Binary::Is,
                    Binary::IsNot,
                ];
                ops.contains(op) && self.known(*left) && self.known(*right)
            }
            _ => false,
        }
    }

    fn eval(&self, id: ExprId, value: &dyn Fn(&str) -> Option<Constant>) -> Option<Constant> {
        let id = self.tree.bare(id);
        let truth = |constant: Option<Constant>| match constant {
            Some(Constant::Bool(truth)) => Some(truth),
            _ => None,
        };
        match &self.tree.expr(id).kind {
            ExprKind::Number => match self.tree.number(id)? {
                Number::Int(number) => Some(Constant::Int(number)),
                Number::Float(number) => Some(Constant::Float(number)),
                _ => None,
            },
            ExprKind::Text(_) => Some(Constant::Text(String::from_utf8(self.tree.string(id)?).ok()?)),
            ExprKind::True => Some(Constant::Bool(true)),
            ExprKind::False => Some(Constant::Bool(false)),
            ExprKind::None | ExprKind::NoneType => Some(Constant::None),
            ExprKind::Name => value(self.tree.as_name(id)?),
            ExprKind::Unary(Unary::Not, of) => Some(Constant::Bool(!truth(self.eval(*of, value))?)),
            ExprKind::Unary(Unary::Minus, of) => match self.eval(*of, value)? {
                Constant::Int(number) => Some(Constant::Int(number.checked_neg()?)),
                Constant::Float(number) => Some(Constant::Float(-number)),
                _ => None,
            },
            ExprKind::Binary(op, left, right) => {
                let (left, right) = (self.eval(*left, value), self.eval(*right, value));
                match op {
                    Binary::And => match (truth(left), truth(right)) {
                        (Some(false), _) | (_, Some(false)) => Some(Constant::Bool(false)),
                        (Some(true), Some(true)) => Some(Constant::Bool(true)),
                        _ => None,
                    },
                    Binary::Or => match (truth(left), truth(right)) {
                        (Some(true), _) | (_, Some(true)) => Some(Constant::Bool(true)),
                        (Some(false), Some(false)) => Some(Constant::Bool(false)),
                        _ => None,
                    },
                    _ => compare(*op, &left?, &right?).map(Constant::Bool),
                }
            }
            _ => None,
        }
    }
}

fn compare(op: Binary, left: &Constant, right: &Constant) -> Option<bool> {
    let number = |constant: &Constant| match constant {
        #[allow(clippy::cast_precision_loss, reason = "numbers of conditions are small")]
        Constant::Int(number) => Some(*number as f64),
        Constant::Float(number) => Some(*number),
        _ => None,
    };
    let order = match (number(left), number(right)) {
        (Some(left), Some(right)) => left.partial_cmp(&right),
        _ => None,
    };
    let same = match order {
        Some(order) => order.is_eq(),
        None => left == right,
    };
    match op {
        Binary::Eq | Binary::Is => Some(same),
        Binary::Ne | Binary::IsNot => Some(!same),
        Binary::Lt => order.map(std::cmp::Ordering::is_lt),
        Binary::Le => order.map(std::cmp::Ordering::is_le),
        Binary::Gt => order.map(std::cmp::Ordering::is_gt),
        Binary::Ge => order.map(std::cmp::Ordering::is_ge),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use outlast_opset::resolve::Constant;

    use super::Condition;

    #[test]
    fn conditions_are_decided_where_values_are_known() {
        let value = |name: &str| match name {
            "approximate" => Some(Constant::Text("none".into())),
            "steps" => Some(Constant::Int(100)),
            "dtype" => Some(Constant::None),
            _ => None,
        };
        for (text, expected) in [
            ("approximate == 'none'", Some(true)),
            ("approximate != \"none\"", Some(false)),
            ("steps is not None", Some(true)),
            ("dtype is None and steps >= 100.0", Some(true)),
            ("not (dtype is None)", Some(false)),
            ("x is None", None),
            ("x == 1 or steps > -1", Some(true)),
            ("x == 1 and steps < 0", Some(false)),
            ("steps", None),
        ] {
            assert_eq!(Condition::parse(text).unwrap().holds(&value), expected, "{text}");
        }
        for bad in ["f(x)", "x +", "", "[1]", "x\n  return 1", "a if b else c"] {
            assert!(Condition::parse(bad).is_err(), "{bad}");
        }
    }
}
