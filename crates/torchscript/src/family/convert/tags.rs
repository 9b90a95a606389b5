//! The types of containers in pickles.
//!
//! Since 1.6 lists and dictionaries say their types (`torch.jit._pickle.restore_type_tag`). In files of version 1 and 2 readers take these from the
//! classes whose attributes the containers are, and from the arguments of `__setstate__`.

use std::borrow::Cow;

use crate::pickle::{Call, Graph, Limits, Name, Opcode, Pickle, Pickler, Update, Value, ValueId, canonical};
use crate::program::Program;
use outlast_core::{Bytes, QuickSet};
use outlast_opset::types::Type;

/// Where the tag is.
const MODULE: &str = "torch.jit._pickle";
const TAG: &str = "restore_type_tag";

/// A pickle whose containers do not say their types, and how many did.
pub(super) fn without_tags(content: &[u8], pickler: Pickler) -> Result<Option<(Vec<u8>, usize)>, String> {
    let mut pickle = Pickle::read(Bytes::new(content, 0), Limits::default());
    let root = pickle.root.ok_or("the pickle cannot be read")?;
    let graph = &mut pickle.graph;
    let tagged = |id: &ValueId| -> Option<(ValueId, ValueId)> {
        let call = graph.call(*id)?;
        let name = graph.global(call.callee)?;
        match graph.tuple(call.args) {
            Some([value, _]) if name.module == MODULE && name.name == TAG => Some((*id, *value)),
            _ => None,
        }
    };
    let found: Vec<(ValueId, ValueId)> = graph.ids().collect::<Vec<_>>().iter().filter_map(tagged).collect();
    let mut seen = QuickSet::default();
    for (id, value) in &found {
        if !seen.insert(*value) || !graph.updates(*value).is_empty() {
            return Err("a container has two types, or gets elements behind its type".into());
        }
        // The container is where its tag was, under that number: who else refers to it does so by the tag.
        let bare = std::mem::replace(graph.value_mut(*value), Value::None);
        graph.replace(*id, bare);
    }
    if found.is_empty() {
        return Ok(None);
    }
    let written = canonical(graph, root, pickler).map_err(|error| error.to_string())?;
    Ok(Some((written, found.len())))
}

/// A pickle whose containers say the types that the classes of a program have for them, and how many these are.
pub(super) fn with_tags(content: &[u8], program: &Program) -> Result<Option<(Vec<u8>, usize)>, String> {
    let mut pickle = Pickle::read(Bytes::new(content, 0), Limits::default());
    let root = pickle.root.ok_or("the pickle cannot be read")?;
    let graph = &mut pickle.graph;
    let (mut todo, mut seen, mut count) = (vec![(root, Type::Unknown)], QuickSet::default(), 0usize);
    while let Some((id, ty)) = todo.pop() {
        if !seen.insert(id) {
            continue;
        }
        let ty = match ty {
            Type::Optional(of) => *of,
            other => other,
        };
        let inside: Vec<(ValueId, Type)> = match (graph.value(id), &ty) {
            (Value::Object(_), _) => object(graph, id, program)?,
            (Value::Tuple(items), Type::Tuple(of)) => items.iter().copied().zip(of.iter().cloned()).collect(),
            (Value::Tuple(items), Type::NamedTuple(_, of)) => {
                items.iter().copied().zip(of.iter().map(|(_, of)| of.clone())).collect()
            }
            (Value::List(items), Type::List(of)) => {
                items.iter().map(|item| (*item, (**of).clone())).collect()
            }
            (Value::Dict(items), Type::Dict(key, value)) => items
                .iter()
                .flat_map(|(left, right)| [(*left, (**key).clone()), (*right, (**value).clone())])
                .collect(),
            (Value::Tuple(_) | Value::List(_) | Value::Dict(_), _) => {
                return Err("a container is in a place that says no type of it".into());
            }
            _ => Vec::new(),
        };
        if matches!(graph.value(id), Value::List(_) | Value::Dict(_)) {
            let text = ty.annotation().ok_or("a container is of a type that has no name")?;
            tag(graph, id, text).ok_or("there are too many values")?;
            count = count.saturating_add(1);
        }
        todo.extend(inside);
    }
    if count == 0 {
        return Ok(None);
    }
    let written = canonical(graph, root, Pickler::Since1_5).map_err(|error| error.to_string())?;
    Ok(Some((written, count)))
}

/// What an object has, with the types of it. Tensors, and lists that say what they are, have nothing that needs one.
fn object(graph: &Graph<'_>, id: ValueId, program: &Program) -> Result<Vec<(ValueId, Type)>, String> {
    let name = graph
        .call(id)
        .and_then(|call| graph.global(call.callee))
        .map(ToString::to_string)
        .unwrap_or_default();
    let [Update::State { state, .. }] = graph.updates(id) else { return Ok(Vec::new()) };
    let setter = format!("{name}.__setstate__");
    if let Some(setter) = program.functions.iter().position(|function| function.name == setter) {
        let declared = program.declared(setter).and_then(|(arguments, _)| Some(arguments.get(1)?.ty.clone()));
        return Ok(vec![(
            *state,
            declared.ok_or_else(|| format!("what `__setstate__` of `{name}` takes is not known"))?,
        )]);
    }
    let (Value::Dict(items), Some(class)) = (graph.value(*state), program.class_model(&name)) else {
        return if name.starts_with("__torch__.torch.classes.") {
            Ok(Vec::new())
        } else {
            Err(format!("the class `{name}` is not known"))
        };
    };
    let typed = |(key, value): &(ValueId, ValueId)| {
        let attribute =
            graph.text(*key).and_then(|key| class.attributes.iter().find(|attribute| attribute.name == key));
        (*value, attribute.map_or(Type::Unknown, |attribute| attribute.ty.clone()))
    };
    Ok(items.iter().map(typed).collect())
}

/// Puts a container into a tag.
fn tag(graph: &mut Graph<'_>, id: ValueId, text: String) -> Option<()> {
    let value = std::mem::replace(graph.value_mut(id), Value::None);
    let bare = graph.add(value, 0)?;
    let text = graph.add(Value::Text(Cow::Owned(text.into_bytes())), 0)?;
    let args = graph.add(Value::Tuple(vec![bare, text].into_boxed_slice()), 0)?;
    let name = Name { module: Cow::Borrowed(MODULE), name: Cow::Borrowed(TAG) };
    let callee = graph.add(Value::Global(Box::new(name)), 0)?;
    graph.replace(id, Value::Object(Box::new(Call { opcode: Opcode::REDUCE, callee, args, named: None })));
    Some(())
}
