//! Names that are compiled in ways of their own.

use outlast_opset::resolve::{Actual, Constant};
use outlast_opset::types::Type;

use super::Body;
use super::fit::Fit;
use super::value::{Form, Value, bounded};
use crate::program::report::ProblemKind;
use crate::source::{Argument, Bytes32, ExprId};

impl Body<'_, '_> {
    pub(super) fn special(
        &mut self,
        form: Form,
        id: ExprId,
        arguments: &[Argument],
        hint: Option<&Type>,
    ) -> Value {
        let span = self.span(id);
        let positional: Vec<ExprId> = arguments
            .iter()
            .filter(|argument| argument.keyword.is_none())
            .map(|argument| argument.value)
            .collect();
        match (form, positional.as_slice()) {
            (Form::HasAttr | Form::IsInstance, _) => self.condition_value(form, arguments, span),
            (Form::Annotate, [ty, value]) => self.annotate(*ty, *value, span),
            (Form::UncheckedCast, [ty, value]) => {
                let ty = self.annotation(*ty);
                self.simple(*value);
                Value::of(ty)
            }
            (Form::Uninitialized, [ty]) => Value::of(self.annotation(*ty)),
            (Form::GetAttr, [object, name, rest @ ..]) if rest.len() < 2 => {
                let of = self.value(*object, None);
                let name = String::from_utf8_lossy(&self.tree.string(*name).unwrap_or_default()).into_owned();
                match (rest.first(), self.has_attribute(&of, &name)) {
                    (Some(default), Some(false)) => self.value(*default, None),
                    (Some(_), None) => self.unknown(),
                    _ => self.attribute(of, &name, span),
                }
            }
            (Form::Fork | Form::Awaitable, [function, ..]) => {
                let callee = self.value(*function, None);
                let rest = arguments.iter().skip_while(|argument| argument.keyword.is_some()).skip(1);
                let rest: Vec<Argument> = rest.copied().collect();
                let (args, keywords) = self.arguments(&rest);
                let returns = match self.call(callee, span, args, keywords) {
                    Value::Simple(actual) => actual.ty,
                    _ => Type::Unknown,
                };
                let of = Box::new(returns);
                Value::of(bounded(if form == Form::Fork { Type::Future(of) } else { Type::Await(of) }))
            }
            (Form::New, [class]) => match self.value(*class, None) {
                Value::Class(class) => {
                    self.uses_type(&class);
                    Value::of(Type::Class(class))
                }
                Value::Unknown => Value::Unknown,
                other => {
                    let message = format!("a class expected, a {} found", other.kind());
                    self.problem(ProblemKind::Construct, span, message);
                    Value::Unknown
                }
            },
            (Form::Tuple, [of]) => {
                let value = self.value(*of, None);
                match self.as_tuple(value, None, span) {
                    Some(parts) => Value::Simple(self.as_simple(Value::Parts(parts), span)),
                    None => Value::Unknown,
                }
            }
            (Form::Range, of) => {
                let values = self.values(of);
                for value in &values {
                    if value.ty != Type::Int && value.ty != Type::Unknown {
                        let message = format!("`range` takes ints, a value of type `{}` found", value.ty);
                        self.problem(ProblemKind::Mismatch, span, message);
                    }
                }
                if values.is_empty() || values.len() > 3 {
                    let message = format!("`range` takes 1 to 3 arguments, {} found", values.len());
                    self.problem(ProblemKind::Call, span, message);
                }
                Value::Range { only_end: values.len() == 1 }
            }
            (Form::Zip, [_, ..]) => {
                let mut iterables = Vec::new();
                for of in &positional {
                    let value = self.value(*of, None);
                    iterables.push(self.iterable(value, span));
                }
                Value::Iterables(iterables)
            }
            (Form::Enumerate, [of, start @ ..]) if start.len() < 2 => {
                for start in
                    start.iter().chain(arguments.iter().filter(|a| a.keyword.is_some()).map(|a| &a.value))
                {
                    self.simple(*start);
                }
                let value = self.value(*of, None);
                let iterable = self.iterable(value, span);
                let only_end = arguments.len() == 1;
                Value::Iterables(vec![Value::Range { only_end }, iterable])
            }
            (Form::List, []) => match hint {
                Some(hint) => Value::of(hint.unwrapped().clone()),
                None => Value::of(Type::list(Type::Tensor)),
            },
            (Form::List, [of]) => self.made_list(*of, span),
            (Form::Dict, []) if arguments.is_empty() => match hint {
                Some(hint) => Value::of(hint.unwrapped().clone()),
                None => Value::of(Type::Dict(Box::new(Type::Str), Box::new(Type::Tensor))),
            },
            (Form::Dict, _) => {
                for argument in arguments {
                    self.value(argument.value, None);
                }
                hint.map_or_else(|| self.unknown(), |hint| Value::of(hint.unwrapped().clone()))
            }
            _ => {
                let message = format!("another number of arguments expected, {} found", arguments.len());
                self.problem(ProblemKind::Call, span, message);
                Value::Unknown
            }
        }
    }

    fn annotate(&mut self, ty: ExprId, value: ExprId, span: Bytes32) -> Value {
        let ty = self.annotation(ty);
        let actual = self.simple_as(value, Some(&ty));
        if ty.has_unknown() {
            return Value::of(ty);
        }
        let none = Self::is_none(&actual) == Some(true);
        match self.fit(&actual, &ty, span) {
            // `None` keeps being known as such.
            Fit::Yes(_) if none && ty != Type::None => {
                Value::Simple(Actual { ty, constant: Some(Constant::None) })
            }
            Fit::Yes(fitted) => {
                let constant = actual.constant.filter(|_| fitted == actual.ty);
                Value::Simple(Actual { ty: fitted, constant })
            }
            Fit::Maybe => {
                self.unit.unknown += 1;
                Value::of(ty)
            }
            Fit::No => {
                let message = format!("`{ty}` expected, a value of type `{}` found", actual.ty);
                self.problem(ProblemKind::Mismatch, span, message);
                Value::of(ty)
            }
        }
    }

    fn made_list(&mut self, of: ExprId, span: Bytes32) -> Value {
        let value = self.value(of, None);
        if let Value::Simple(actual) = &value
            && let Type::List(_) | Type::Str = actual.ty
        {
            let actual = actual.clone();
            return Value::Simple(self.builtin("aten::list", span, None, &[actual], &[], false));
        }
        let mut element = None;
        for round in self.iterate(value, span) {
            let one = self.as_simple(round, span).ty;
            element = Some(match element {
                None => one,
                Some(of) => super::value::unify(&of, &one, true).unwrap_or(Type::Unknown),
            });
        }
        Value::of(bounded(Type::list(element.unwrap_or(Type::Tensor))))
    }
}
