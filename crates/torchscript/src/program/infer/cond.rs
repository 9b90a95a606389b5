//! Conditions, and what they say of the types of variables.

use outlast_opset::resolve::{Actual, Constant};
use outlast_opset::types::Type;

use super::value::{Form, Value, alternatives, unify, unify_all};
use super::{Body, Frame};
use crate::program::report::ProblemKind;
use crate::source::{Argument, Binary, Bytes32, ExprId, ExprKind, Unary};

/// Variables with the types that they have if a condition holds.
type Refinements = Vec<(String, Type)>;

/// A condition.
#[derive(Clone, Debug)]
pub(super) struct Condition {
    pub(super) actual: Actual,
    pub(super) holds: Refinements,
    pub(super) fails: Refinements,
    /// What it is, where the compiler knows: the other branch is not compiled.
    pub(super) known: Option<bool>,
}

impl Condition {
    fn plain(actual: Actual, known: Option<bool>) -> Condition {
        Condition { actual, holds: Vec::new(), fails: Vec::new(), known }
    }
}

/// What both say together.
fn both(one: &Refinements, another: &Refinements) -> Refinements {
    let mut result = one.clone();
    for (name, ty) in another {
        match result.iter().position(|(known, _)| known == name) {
            None => result.push((name.clone(), ty.clone())),
            Some(at) if result.get(at).is_some_and(|(_, known)| known != ty) => {
                result.remove(at);
            }
            Some(_) => {}
        }
    }
    result
}

/// What either of them says.
fn either(one: &Refinements, another: &Refinements) -> Refinements {
    one.iter().filter(|refinement| another.contains(refinement)).cloned().collect()
}

impl Body<'_, '_> {
    pub(super) fn condition(&mut self, id: ExprId) -> Condition {
        let id = self.tree.bare(id);
        let condition = self.decided(id);
        if let (Some(trace), Some(known)) = (&mut self.unit.trace, condition.known) {
            trace.known.insert(id, known);
        }
        condition
    }

    fn decided(&mut self, id: ExprId) -> Condition {
        let span = self.span(id);
        match &self.tree.expr(id).kind {
            ExprKind::Binary(binary @ (Binary::And | Binary::Or), left, right) => {
                self.logical(*binary == Binary::Or, *left, *right)
            }
            ExprKind::Unary(Unary::Not, of) => {
                let of = self.condition(*of);
                let actual = self.builtin("aten::__not__", span, None, &[of.actual], &[], false);
                Condition { actual, holds: of.fails, fails: of.holds, known: of.known.map(|known| !known) }
            }
            ExprKind::Binary(binary @ (Binary::Is | Binary::IsNot), left, right) => {
                self.identity(*binary == Binary::Is, *left, *right, span)
            }
            ExprKind::Call { callee, arguments, .. } => match self.tree.as_name(*callee) {
                Some("isinstance") if self.find("isinstance").is_none() => self.is_instance(arguments, span),
                Some("hasattr") if self.find("hasattr").is_none() => self.has_attr(arguments, span),
                _ => self.truth(id),
            },
            _ => self.truth(id),
        }
    }

    fn truth(&mut self, id: ExprId) -> Condition {
        let span = self.span(id);
        let value = self.simple(id);
        let value = self.as_bool(value, span);
        let known = match value.constant {
            Some(Constant::Bool(known)) => Some(known),
            _ => None,
        };
        Condition::plain(value, known)
    }

    /// A value as a condition.
    pub(super) fn as_bool(&mut self, value: Actual, span: Bytes32) -> Actual {
        let cast = Value::Cast { to: Type::Bool, name: "aten::Bool", method: "__bool__" };
        match self.call(cast, span, vec![value], Vec::new()) {
            Value::Simple(actual) => actual,
            _ => Type::Bool.into(),
        }
    }

    fn logical(&mut self, or: bool, left: ExprId, right: ExprId) -> Condition {
        let one = self.condition(left);
        let refined = if or { &one.fails } else { &one.holds };
        self.frames.push(Frame::default());
        self.refine(&refined.clone());
        let another = self.condition(right);
        self.frames.pop();
        let known = match (one.known, another.known) {
            (Some(known), _) | (_, Some(known)) if known == or => Some(or),
            (Some(_), Some(_)) => Some(!or),
            _ => None,
        };
        let (holds, fails) = match or {
            true => (either(&one.holds, &another.holds), both(&one.fails, &another.fails)),
            false => (both(&one.holds, &another.holds), either(&one.fails, &another.fails)),
        };
        Condition { actual: Type::Bool.into(), holds, fails, known }
    }

    /// `a is b`, `a is not b`
    fn identity(&mut self, is: bool, left: ExprId, right: ExprId, span: Bytes32) -> Condition {
        let (one, another) = (self.simple(left), self.simple(right));
        match (Self::is_none(&one), Self::is_none(&another)) {
            (Some(true), Some(true)) => return Condition::plain(Actual::bool(is), Some(is)),
            (Some(true), Some(false)) | (Some(false), Some(true)) => {
                return Condition::plain(Actual::bool(!is), Some(!is));
            }
            _ => {}
        }
        let (name, _) = Self::operator(if is { Binary::Is } else { Binary::IsNot });
        let is_literal = |id: ExprId| self.tree.expr(self.tree.bare(id)).kind == ExprKind::None;
        let variable = match (is_literal(left), is_literal(right)) {
            (false, true) => self.tree.as_name(left).map(|name| (name, &one)),
            (true, false) => self.tree.as_name(right).map(|name| (name, &another)),
            _ => None,
        };
        let present = variable.and_then(|(name, actual)| match &actual.ty {
            Type::Optional(of) => Some((name.to_string(), (**of).clone())),
            Type::Union(of) => {
                let rest = of.iter().filter(|one| **one != Type::None).cloned().collect();
                Some((name.to_string(), Type::union(rest)))
            }
            _ => None,
        });
        let present: Refinements = present.into_iter().collect();
        let actual = self.builtin(name, span, None, &[one, another], &[], false);
        let (holds, fails) = if is { (Vec::new(), present) } else { (present, Vec::new()) };
        Condition { actual, holds, fails, known: None }
    }

    /// Gives variables other types in the innermost block.
    pub(super) fn refine(&mut self, refinements: &[(String, Type)]) {
        if let Some(frame) = self.frame() {
            for (name, ty) in refinements {
                frame.types.insert(name.clone(), ty.clone());
            }
        }
    }

    fn has_attr(&mut self, arguments: &[Argument], span: Bytes32) -> Condition {
        let [object, name] = arguments else {
            self.problem(ProblemKind::Call, span, "`hasattr` takes two arguments");
            return Condition::plain(Type::Bool.into(), None);
        };
        let of = self.value(object.value, None);
        let name = String::from_utf8_lossy(&self.tree.string(name.value).unwrap_or_default()).into_owned();
        let known = self.has_attribute(&of, &name);
        if known.is_none() {
            self.unit.unknown += 1;
        }
        Condition::plain(known.map_or_else(|| Type::Bool.into(), Actual::bool), known)
    }

    /// The types that the second argument of `isinstance` names.
    fn classes(&mut self, id: ExprId, into: &mut Vec<Type>) {
        let bare = self.tree.bare(id);
        match &self.tree.expr(bare).kind {
            ExprKind::Tuple { items, .. } => {
                for item in items {
                    self.classes(*item, into);
                }
            }
            _ => into.push(self.annotation(bare)),
        }
    }

    fn is_instance(&mut self, arguments: &[Argument], span: Bytes32) -> Condition {
        let [object, classes] = arguments else {
            self.problem(ProblemKind::Call, span, "`isinstance` takes two arguments");
            return Condition::plain(Type::Bool.into(), None);
        };
        let value = self.simple(object.value);
        let mut asked = Vec::new();
        self.classes(classes.value, &mut asked);
        if value.ty.has_unknown() || asked.iter().any(Type::has_unknown) {
            self.unit.unknown += 1;
            return Condition::plain(Type::Bool.into(), None);
        }
        let asked: Vec<Type> = asked.iter().flat_map(alternatives).collect();
        let (mut is, mut is_not, mut all) = (Vec::new(), Vec::new(), true);
        for one in alternatives(&value.ty) {
            if one == Type::Any {
                is.clone_from(&asked);
                is_not.push(Type::Any);
                all = asked == [Type::Any];
                break;
            }
            let mut found: Option<Type> = None;
            for class in &asked {
                if one.is_subtype_of(class) {
                    found = Some(one.clone());
                } else if class.is_subtype_of(&one) {
                    found = Some(match found {
                        Some(found) => unify(&found, class, true).unwrap_or(Type::Unknown),
                        None => class.clone(),
                    });
                }
            }
            match found {
                Some(found) => is.push(found),
                None => {
                    is_not.push(one);
                    all = false;
                }
            }
        }
        let known = match (all, is.is_empty()) {
            (true, _) => Some(true),
            (false, true) => Some(false),
            _ => None,
        };
        let name = self.tree.as_name(object.value).map(str::to_string);
        let refined = |types: Vec<Type>| {
            let refined = name.clone().zip(unify_all(types));
            refined.into_iter().collect::<Refinements>()
        };
        let (holds, fails) = (refined(is), refined(is_not));
        let actual = known.map_or_else(|| Type::Bool.into(), Actual::bool);
        Condition { actual, holds, fails, known }
    }

    /// `then if condition else otherwise`
    pub(super) fn if_else(
        &mut self,
        span: Bytes32,
        condition: ExprId,
        then: ExprId,
        otherwise: ExprId,
        hint: Option<&Type>,
    ) -> Value {
        let condition = self.condition(condition);
        match condition.known {
            Some(true) => return Value::Simple(self.simple_as(then, hint)),
            Some(false) => return Value::Simple(self.simple_as(otherwise, hint)),
            None => {}
        }
        let mut types = Vec::new();
        for (branch, refinements) in [(then, &condition.holds), (otherwise, &condition.fails)] {
            self.frames.push(Frame::default());
            self.refine(refinements);
            types.push(self.simple_as(branch, hint).ty);
            self.frames.pop();
        }
        let [one, another] = types.as_slice() else { return Value::Unknown };
        match unify(one, another, false) {
            Some(ty) => Value::of(ty),
            None => {
                let message = format!("one branch is of type `{one}`, the other of type `{another}`");
                self.problem(ProblemKind::Mismatch, span, message);
                Value::Unknown
            }
        }
    }

    pub(super) fn condition_value(&mut self, form: Form, arguments: &[Argument], span: Bytes32) -> Value {
        let condition = match form {
            Form::HasAttr => self.has_attr(arguments, span),
            _ => self.is_instance(arguments, span),
        };
        Value::Simple(condition.actual)
    }
}
