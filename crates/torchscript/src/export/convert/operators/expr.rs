//! Expressions of functions, evaluated for one node: literals, subscripts, conditions, calls.

use std::cell::RefCell;
use std::rc::Rc;

use outlast_opset::types::Type;

use super::eval::{Body, Eval, Outcome, Scope, Stop};
use super::value::Value;
use crate::source::{Argument, Binary, ExprId, ExprKind, Number, Tree, Unary};
use crate::upgraders::QUALIFIER;

/// The longest list that a function makes.
pub(super) const MAX_ITEMS: usize = 10_000;
/// How deep lists may be in lists.
const MAX_NESTED: usize = 4;

impl Eval<'_, '_> {
    pub(super) fn expr(&mut self, body: &Body, id: ExprId, scope: &mut Scope) -> Outcome<Value> {
        let tree = body.tree()?;
        let id = tree.bare(id);
        Ok(match &tree.expr(id).kind {
            ExprKind::Number => number(tree, id)?,
            ExprKind::Text(_) => Value::Text(text(tree, id)?),
            ExprKind::True => Value::Bool(true),
            ExprKind::False => Value::Bool(false),
            ExprKind::None | ExprKind::NoneType => Value::None,
            ExprKind::Name => name(tree, id, scope)?,
            ExprKind::Tuple { items, .. } => Value::Tuple(self.all(body, items, scope)?),
            ExprKind::List { items, .. } => Value::list(None, self.all(body, items, scope)?),
            ExprKind::Attribute { value, name } => {
                let name = tree.name(*name).to_string();
                let value = self.expr(body, *value, scope)?;
                self.attribute(body, &value, &name)?
            }
            ExprKind::Call { callee, arguments, .. } => self.call(body, *callee, arguments, scope)?,
            ExprKind::Subscript { value, items, .. } => {
                let of = self.expr(body, *value, scope)?;
                let [at] = &items[..] else { return Err(Stop::new("the function has several subscripts")) };
                self.subscript(body, &of, *at, scope)?
            }
            ExprKind::Unary(Unary::Minus, of) => match number(tree, id) {
                Ok(number) => number,
                Err(_) => {
                    let of = self.expr(body, *of, scope)?;
                    self.negative(body, of)?
                }
            },
            ExprKind::Unary(Unary::Not, of) => Value::Bool(!self.condition(body, *of, scope)?),
            ExprKind::Binary(Binary::And, left, right) => {
                let holds = self.condition(body, *left, scope)? && self.condition(body, *right, scope)?;
                Value::Bool(holds)
            }
            ExprKind::Binary(Binary::Or, left, right) => {
                let holds = self.condition(body, *left, scope)? || self.condition(body, *right, scope)?;
                Value::Bool(holds)
            }
            ExprKind::Binary(operator, left, right) => {
                let (left, right) = (self.expr(body, *left, scope)?, self.expr(body, *right, scope)?);
                self.binary(body, *operator, left, right)?
            }
            ExprKind::IfElse { condition, then, otherwise } => {
                let holds = self.condition(body, *condition, scope)?;
                self.expr(body, if holds { *then } else { *otherwise }, scope)?
            }
            ExprKind::ListComprehension(parts) => {
                let over = self.expr(body, parts.over, scope)?;
                let (Some(over), Some(target)) = (over.items(), tree.as_name(parts.target)) else {
                    return Err(Stop::new(format!("the function has a comprehension over {}", over.kind())));
                };
                let mut items = Vec::new();
                let mut inner = scope.clone();
                for item in over {
                    inner.insert(target.to_string(), item);
                    items.push(self.expr(body, parts.of, &mut inner)?);
                }
                Value::list(None, items)
            }
            _ => {
                let text = String::from_utf8_lossy(tree.bytes(tree.expr(id).span)).into_owned();
                return Err(Stop::new(format!("the function has `{text}`, which is not evaluated")));
            }
        })
    }

    fn all(&mut self, body: &Body, items: &[ExprId], scope: &mut Scope) -> Outcome<Vec<Value>> {
        let item = |item: &ExprId| {
            let value = self.expr(body, *item, scope)?;
            if depth(&value) >= MAX_NESTED {
                return Err(Stop::new(format!("lists in lists, more than {MAX_NESTED} deep")));
            }
            Ok(value)
        };
        items.iter().map(item).collect()
    }

    /// `x.shape`, as code of Python has it.
    fn attribute(&mut self, body: &Body, value: &Value, name: &str) -> Outcome<Value> {
        let operator = match name {
            "dtype" => "prim::dtype",
            "device" => "prim::device",
            "layout" => "prim::layout",
            "shape" => "aten::size",
            "ndim" => "aten::dim",
            _ => return Err(Stop::new(format!("the function asks for `.{name}` of {}", value.kind()))),
        };
        self.operator(body, operator, vec![value.clone()], Vec::new())
    }

    fn call(
        &mut self,
        body: &Body,
        callee: ExprId,
        arguments: &[Argument],
        scope: &mut Scope,
    ) -> Outcome<Value> {
        let tree = body.tree()?;
        let callee = tree.bare(callee);
        let dotted = tree.dotted(callee);
        // `annotate(List[int], [])`: a type, and a value of it.
        if dotted.as_deref() == Some("annotate") {
            let [ty, value] = arguments else {
                return Err(Stop::new("`annotate` without a type and a value"));
            };
            let value = self.expr(body, value.value, scope)?;
            let of = of_annotation(tree, ty.value);
            return Ok(match (value, of) {
                (Value::List(_, items), Some(of)) => Value::List(Some(of), items),
                (value, _) => value,
            });
        }
        let (mut positional, mut keywords) = (Vec::new(), Vec::new());
        for argument in arguments {
            let value = self.expr(body, argument.value, scope)?;
            match argument.keyword {
                Some(keyword) => keywords.push((tree.name(keyword).to_string(), value)),
                None => positional.push(value),
            }
        }
        if let Some(path) = dotted.as_deref()
            && !path.split('.').next().is_some_and(|first| scope.contains_key(first))
        {
            if let Some(name) = path.strip_prefix(QUALIFIER).and_then(|rest| rest.strip_prefix('.')) {
                let name = name.to_string();
                return self.run(body, &name, positional, keywords.into_iter().collect());
            }
            if let Some(name) = path.strip_prefix("torch.")
                && !name.contains('.')
            {
                return self.operator(body, &format!("aten::{name}"), positional, keywords);
            }
            if let Some((space, name)) = path.strip_prefix("ops.").and_then(|rest| rest.split_once('.')) {
                return self.operator(body, &format!("{space}::{name}"), positional, keywords);
            }
            if !path.contains('.') {
                return self.builtin(body, path, positional, keywords);
            }
        }
        let ExprKind::Attribute { value, name } = &tree.expr(callee).kind else {
            return Err(Stop::new("the function calls something that is not a name"));
        };
        let (value, name) = (self.expr(body, *value, scope)?, tree.name(*name).to_string());
        self.method(body, value, &name, positional, keywords)
    }

    fn method(
        &mut self,
        body: &Body,
        value: Value,
        name: &str,
        mut positional: Vec<Value>,
        keywords: Vec<(String, Value)>,
    ) -> Outcome<Value> {
        match (&value, name, &mut positional[..]) {
            (Value::List(_, items), "append", [item]) => {
                if items.borrow().len() >= MAX_ITEMS {
                    return Err(Stop::new(format!("a list of more than {MAX_ITEMS} elements")));
                }
                let item = std::mem::replace(item, Value::None);
                if depth(&item) >= MAX_NESTED || holds(&item, items) {
                    return Err(Stop::new(format!("lists in lists, more than {MAX_NESTED} deep")));
                }
                items.borrow_mut().push(item);
                Ok(Value::None)
            }
            (Value::List(of, items), "copy", []) => {
                Ok(Value::List(of.clone(), Rc::new(RefCell::new(items.borrow().clone()))))
            }
            (Value::List(_, items), "extend", [more]) => {
                let more = more.items().unwrap_or_default();
                if more.iter().any(|item| depth(item) >= MAX_NESTED || holds(item, items)) {
                    return Err(Stop::new(format!("lists in lists, more than {MAX_NESTED} deep")));
                }
                if items.borrow().len().saturating_add(more.len()) > MAX_ITEMS {
                    return Err(Stop::new(format!("a list of more than {MAX_ITEMS} elements")));
                }
                items.borrow_mut().extend(more);
                Ok(Value::None)
            }
            (Value::Tensor(_), ..) => {
                positional.insert(0, value);
                self.operator(body, &format!("aten::{name}"), positional, keywords)
            }
            _ => Err(Stop::new(format!("the function calls `.{name}` of {}", value.kind()))),
        }
    }

    fn subscript(&mut self, body: &Body, of: &Value, at: ExprId, scope: &mut Scope) -> Outcome<Value> {
        let tree = body.tree()?;
        let Some(items) = of.items() else {
            return Err(Stop::new(format!("the function has a subscript of {}", of.kind())));
        };
        let count = i64::try_from(items.len()).unwrap_or(i64::MAX);
        if let ExprKind::Slice { start, stop, step: None, .. } = &tree.expr(tree.bare(at)).kind {
            let mut bound = |bound: &Option<ExprId>, default: i64| -> Outcome<usize> {
                let value = match bound {
                    None => Value::None,
                    Some(id) => self.expr(body, *id, scope)?,
                };
                let at = match value {
                    Value::None => default,
                    Value::Int(at) if at < 0 => at.saturating_add(count).max(0),
                    Value::Int(at) => at.min(count),
                    other => return Err(Stop::new(format!("a part of a list up to {}", other.kind()))),
                };
                Ok(usize::try_from(at).unwrap_or(0))
            };
            let (from, to) = (bound(start, 0)?, bound(stop, count)?);
            let part = items.get(from..to.max(from)).unwrap_or_default().to_vec();
            let ty = match of {
                Value::List(ty, _) => ty.clone(),
                _ => None,
            };
            return Ok(Value::list(ty, part));
        }
        let at = self.expr(body, at, scope)?;
        let Value::Int(index) = at else {
            return Err(Stop::new(format!("an element of a list by {}", at.kind())));
        };
        let index = if index < 0 { index.saturating_add(count) } else { index };
        let item = usize::try_from(index).ok().and_then(|index| items.get(index).cloned());
        item.ok_or_else(|| Stop::new(format!("the element {index} of a list of {count} elements")))
    }
}

/// How deep lists and tuples are in a value: 0 for what is none.
fn depth(value: &Value) -> usize {
    let deepest = |items: &[Value]| items.iter().map(depth).max().unwrap_or(0).saturating_add(1);
    match value {
        Value::List(_, items) => deepest(&items.borrow()),
        Value::Tuple(items) => deepest(items),
        _ => 0,
    }
}

/// Whether a value is a list, or has it in it.
fn holds(value: &Value, list: &Rc<RefCell<Vec<Value>>>) -> bool {
    match value {
        Value::List(_, items) => {
            Rc::ptr_eq(items, list) || items.borrow().iter().any(|item| holds(item, list))
        }
        Value::Tuple(items) => items.iter().any(|item| holds(item, list)),
        _ => false,
    }
}

/// The type of the elements, of an annotation of a list: also of an optional one.
fn of_annotation(tree: &Tree, id: ExprId) -> Option<Type> {
    let ExprKind::Subscript { value, items, .. } = &tree.expr(tree.bare(id)).kind else { return None };
    let [item] = &items[..] else { return None };
    match tree.as_name(*value)? {
        "Optional" => of_annotation(tree, *item),
        "List" => plain(tree, *item),
        _ => None,
    }
}

fn plain(tree: &Tree, id: ExprId) -> Option<Type> {
    if let ExprKind::Subscript { value, items, .. } = &tree.expr(tree.bare(id)).kind {
        let [item] = &items[..] else { return None };
        return match tree.as_name(*value)? {
            "Optional" => Some(Type::optional(plain(tree, *item)?)),
            "List" => Some(Type::list(plain(tree, *item)?)),
            _ => None,
        };
    }
    Some(match tree.as_name(id)? {
        "int" => Type::Int,
        "float" => Type::Float,
        "bool" => Type::Bool,
        "str" => Type::Str,
        "number" => Type::Number,
        "Tensor" => Type::Tensor,
        "Device" => Type::Device,
        _ => return None,
    })
}

fn number(tree: &Tree, id: ExprId) -> Outcome<Value> {
    match tree.number(id) {
        Some(Number::Int(number)) => Ok(Value::Int(number)),
        Some(Number::Float(number)) => Ok(Value::Float(number)),
        _ => Err(Stop::new("the function has a number that is not evaluated")),
    }
}

fn text(tree: &Tree, id: ExprId) -> Outcome<String> {
    let bytes = tree.string(id).unwrap_or_default();
    String::from_utf8(bytes).map_err(|_| Stop::new("the function has a text that is no UTF-8"))
}

/// A variable, or one of the names of numbers.
fn name(tree: &Tree, id: ExprId, scope: &Scope) -> Outcome<Value> {
    let name = tree.as_name(id).unwrap_or_default();
    match (scope.get(name), name) {
        (Some(value), _) => Ok(value.clone()),
        (None, "inf") => Ok(Value::Float(f64::INFINITY)),
        (None, "nan") => Ok(Value::Float(f64::NAN)),
        _ => Err(Stop::new(format!("the function has no variable `{name}`"))),
    }
}
