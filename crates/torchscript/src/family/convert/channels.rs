//! Scales of quantised tensors, one for each channel: `torch-channels`.
//!
//! Up to 1.4 they and their zero points are lists in the pickle, since 1.5 tensors with records of their own.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::pickle::{Call, Graph, Limits, Name, Opcode, Pickle, Pickler, Value, ValueId, canonical};
use outlast_core::Bytes;

use super::Context;
use super::draft::Change;
use super::operators::blocked;
use outlast_model::conversion::Blocker;

/// Pickles, and the folders of their tensors.
const PICKLES: [(&str, &str); 2] = [("data.pkl", "data/"), ("constants.pkl", "constants/")];

/// Puts scales into the form that the reader takes.
pub(super) fn fit(context: &Context<'_, '_>) -> Result<Change, Vec<Blocker>> {
    let fails = |name: &str| {
        let row = context.profile.get("does", name).and_then(outlast_model::targets::Behaviour::parse);
        row.is_some_and(|row| row.does == outlast_model::targets::Does::Fails)
    };
    let mut change = Change::default();
    if context.is_lite() || !fails("tensor/channels-in-list") {
        return Ok(change);
    }
    for (record, folder) in PICKLES {
        let content = context.archive.content(record).map_err(|error| blocked(record, error.to_string()))?;
        let Some(content) = content else { continue };
        in_tensors(context, (record, folder), &content, &mut change).map_err(|why| blocked(record, why))?;
    }
    Ok(change)
}

/// Makes tensors of lists of scales and zero points.
fn in_tensors(
    context: &Context<'_, '_>,
    (record, folder): (&str, &str),
    content: &[u8],
    change: &mut Change,
) -> Result<(), String> {
    let mut pickle = Pickle::read(Bytes::new(content, 0), Limits::default());
    let root = pickle.root.ok_or("the pickle cannot be read")?;
    let graph = &mut pickle.graph;
    let found: BTreeSet<ValueId> = graph.ids().filter_map(|id| quantiser(graph, id)).flatten().collect();
    let lists: Vec<(ValueId, Numbers)> =
        found.into_iter().filter_map(|id| Some((id, numbers(graph, id)?))).collect();
    if lists.is_empty() {
        return Ok(());
    }
    let taken = |key: u64| context.archive.has(&format!("{folder}{key}"));
    let mut free = (0..).filter(|key| !taken(*key));
    for (id, numbers) in &lists {
        let key = free.next().unwrap_or(0);
        let made = tensor(graph, key, numbers).ok_or("there are too many values")?;
        graph.replace(*id, made);
        change.records.push((format!("{folder}{key}"), Some(numbers.bytes.clone())));
    }
    let written = canonical(graph, root, Pickler::Since1_5).map_err(|error| error.to_string())?;
    change.records.push((record.to_string(), Some(written)));
    change
        .said
        .push(format!("scales and zero points of channels in `{record}` are tensors: {}", lists.len()));
    Ok(())
}

/// Numbers of a list as a storage has them.
struct Numbers {
    storage: &'static str,
    count: i64,
    bytes: Vec<u8>,
}

/// The scales and zero points of a tensor with some for each channel.
fn quantiser(graph: &Graph<'_>, id: ValueId) -> Option<[ValueId; 2]> {
    let call = graph.call(id)?;
    if graph.global(call.callee)?.name != "_rebuild_qtensor" {
        return None;
    }
    let [scheme, scales, zero_points, _] = graph.tuple(*graph.tuple(call.args)?.get(4)?)? else {
        return None;
    };
    (graph.global(*scheme)?.name == "per_channel_affine").then_some([*scales, *zero_points])
}

/// The numbers of a list, as it is or as `build_doublelist` and `build_intlist` make it.
fn numbers(graph: &Graph<'_>, id: ValueId) -> Option<Numbers> {
    let list = match graph.call(id) {
        Some(call) if ["build_doublelist", "build_intlist"].contains(&&*graph.global(call.callee)?.name) => {
            *graph.tuple(call.args)?.first()?
        }
        Some(_) => return None,
        None => id,
    };
    let Value::List(items) = graph.value(list) else { return None };
    let count = i64::try_from(items.len()).ok()?;
    let floats: Option<Vec<f64>> = items
        .iter()
        .map(|item| if let Value::Float(number) = graph.value(*item) { Some(*number) } else { None })
        .collect();
    if let Some(floats) = floats.filter(|floats| !floats.is_empty()) {
        let bytes = floats.iter().flat_map(|number| number.to_le_bytes()).collect();
        return Some(Numbers { storage: "DoubleStorage", count, bytes });
    }
    let whole: Option<Vec<i64>> = items.iter().map(|item| graph.int(*item)).collect();
    let bytes = whole?.iter().flat_map(|number| number.to_le_bytes()).collect();
    Some(Numbers { storage: "LongStorage", count, bytes })
}

/// A tensor of one dimension, with a storage of its own.
fn tensor<'a>(graph: &mut Graph<'a>, key: u64, numbers: &Numbers) -> Option<Value<'a>> {
    let global = |graph: &mut Graph<'a>, module: &'static str, name: &'static str| {
        graph.add(
            Value::Global(Box::new(Name { module: Cow::Borrowed(module), name: Cow::Borrowed(name) })),
            0,
        )
    };
    let tuple =
        |graph: &mut Graph<'a>, items: Vec<ValueId>| graph.add(Value::Tuple(items.into_boxed_slice()), 0);
    let text = |graph: &mut Graph<'a>, text: String| graph.add(Value::Text(Cow::Owned(text.into_bytes())), 0);
    let storage = vec![
        text(graph, "storage".into())?,
        global(graph, "torch", numbers.storage)?,
        text(graph, key.to_string())?,
        text(graph, "cpu".into())?,
        graph.add(Value::Int(numbers.count), 0)?,
    ];
    let storage = tuple(graph, storage)?;
    let (size, one) = (graph.add(Value::Int(numbers.count), 0)?, graph.add(Value::Int(1), 0)?);
    let (nothing, callee) = (tuple(graph, Vec::new())?, global(graph, "collections", "OrderedDict")?);
    let hooks = Value::Object(Box::new(Call { opcode: Opcode::REDUCE, callee, args: nothing, named: None }));
    let args = vec![
        graph.add(Value::Persistent(storage), 0)?,
        graph.add(Value::Int(0), 0)?,
        tuple(graph, vec![size])?,
        tuple(graph, vec![one])?,
        graph.add(Value::Bool(false), 0)?,
        graph.add(hooks, 0)?,
    ];
    let args = tuple(graph, args)?;
    let callee = global(graph, "torch._utils", "_rebuild_tensor_v2")?;
    Some(Value::Object(Box::new(Call { opcode: Opcode::REDUCE, callee, args, named: None })))
}
