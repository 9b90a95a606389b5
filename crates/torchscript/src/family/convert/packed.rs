//! Weights that are packed for XNNPACK become tensors again: `torch-packed`.
//!
//! `optimize_for_mobile` puts the weights of convolutions and linear layers into objects of C++ classes (`__torch__.torch.classes.xnnpack`), as attributes
//! or as constants, and calls `prepacked::*` with them. In a pickle such an object is its weight, its bias and its settings (`SerializationType…PrePack`
//! in `aten/src/ATen/native/xnnpack/OpContext.h`); from these the ordinary operators compute the same. Objects become tuples: attributes where they
//! are, constants in the code that names them, because old releases have no constants but tensors.

use std::collections::BTreeMap;

use crate::pickle::{Graph, Limits, Pickle, Pickler, Update, Value, ValueId, canonical};
use crate::program::Program;
use crate::source::{ExprKind, Tree};
use outlast_core::Bytes;

use super::super::actions::UNPACKED;
use super::super::operators::of_release;
use super::Context;
use super::draft::{self, Change};
use outlast_model::conversion::Blocker;

/// The file of the functions, and what they are.
const QUALIFIER: &str = "__torch__.outlast_packed";
const FUNCTIONS: &str = include_str!("../../../operators/torch/packed.py");

/// A class of packed weights.
struct Class {
    name: &'static str,
    /// The type of the tuple that takes its place.
    tuple: &'static str,
    /// The operator that takes it.
    run: &'static str,
    /// Elements of its state.
    state: usize,
}

const CLASSES: [Class; 3] = [
    Class {
        name: "__torch__.torch.classes.xnnpack.Conv2dOpContext",
        tuple: "Tuple[Tensor, Optional[Tensor], List[int], List[int], List[int], int, Optional[float], Optional[float]]",
        run: "conv2d_clamp_run",
        state: 8,
    },
    Class {
        name: "__torch__.torch.classes.xnnpack.TransposeConv2dOpContext",
        tuple: "Tuple[Tensor, Optional[Tensor], List[int], List[int], List[int], List[int], int, Optional[float], Optional[float]]",
        run: "conv2d_transpose_clamp_run",
        state: 9,
    },
    Class {
        name: "__torch__.torch.classes.xnnpack.LinearOpContext",
        tuple: "Tuple[Tensor, Optional[Tensor], Optional[float], Optional[float]]",
        run: "linear_clamp_run",
        state: 4,
    },
];

/// Unpacks all weights of a program.
pub(super) fn unpack(context: &Context<'_, '_>) -> Result<Change, Vec<Blocker>> {
    let Some(code) = context.facts.code.as_ref().filter(|_| !context.is_lite()) else {
        return Ok(Change::default());
    };
    let has = of_release(context.profile.release).is_none_or(|set| {
        CLASSES.iter().all(|class| set.has_overload(&format!("prepacked::{}", class.run), ""))
    });
    if has || !code.files.iter().filter_map(|file| file.tree.as_ref().ok()).any(calls_packed) {
        return Ok(Change::default());
    }
    change(context, code)
        .map_err(|why| vec![Blocker::new(why).subject("prepacked".into()).help(Some(UNPACKED.into()))])
}

/// Whether code calls an operator with packed weights.
fn calls_packed(tree: &Tree) -> bool {
    tree.exprs().any(|(id, expr)| {
        matches!(expr.kind, ExprKind::Attribute { .. })
            && tree.dotted(id).is_some_and(|name| name.starts_with("ops.prepacked."))
    })
}

/// The records with tuples for objects. The error says what is in the way.
fn change(context: &Context<'_, '_>, code: &Program) -> Result<Change, String> {
    if code.files.iter().any(|file| file.qualifier == QUALIFIER) {
        return Err("functions for packed weights already exist".into());
    }
    let mut change = Change::default();
    if let Some((content, count)) = attributes(context)? {
        change.records.push(("data.pkl".into(), Some(content)));
        change
            .said
            .push(format!("attributes with packed weights became tuples of tensors and settings: {count}"));
    }
    let mut constants = BTreeMap::new();
    if let Some(content) = unpacked_constants(context, &mut constants)? {
        change.records.push(("constants.pkl".into(), Some(content)));
        change
            .said
            .push("constants with packed weights became tensors, with the settings in the code".into());
    }
    for file in &code.files {
        let Ok(tree) = &file.tree else { continue };
        let edits = edits(tree, &constants)?;
        if !edits.is_empty() {
            draft::rewrite(context.archive, &file.record, tree, edits, &mut change);
        }
    }
    let functions = CLASSES
        .iter()
        .fold(FUNCTIONS.to_string(), |text, class| text.replace(&format!("<{}>", class.run), class.tuple));
    change.records.push((format!("code/{}.py", QUALIFIER.replace('.', "/")), Some(functions.into_bytes())));
    change.said.push(
        "calls of `prepacked` operators became calls of functions that compute with the tensors".into(),
    );
    Ok(change)
}

/// `data.pkl` with tuples for objects, and how many.
fn attributes(context: &Context<'_, '_>) -> Result<Option<(Vec<u8>, usize)>, String> {
    let Some(content) = context.archive.content("data.pkl").map_err(|error| error.to_string())? else {
        return Ok(None);
    };
    let mut pickle = Pickle::read(Bytes::new(&content, 0), Limits::default());
    let root = pickle.root.ok_or("`data.pkl` cannot be read")?;
    let found: Vec<(ValueId, Vec<ValueId>)> = pickle
        .graph
        .ids()
        .filter_map(|id| state(&pickle.graph, id))
        .map(|found| (found.0, found.2))
        .collect();
    for (id, state) in &found {
        floats(&mut pickle.graph, state)?;
        pickle.graph.replace(*id, Value::Tuple(state.clone().into_boxed_slice()));
    }
    if found.is_empty() {
        return Ok(None);
    }
    let written = canonical(&pickle.graph, root, Pickler::Since1_5).map_err(|error| error.to_string())?;
    Ok(Some((written, found.len())))
}

/// `constants.pkl` with tensors for objects. What is to be written for each number goes into `texts`.
fn unpacked_constants(
    context: &Context<'_, '_>,
    texts: &mut BTreeMap<usize, String>,
) -> Result<Option<Vec<u8>>, String> {
    let Some(content) = context.archive.content("constants.pkl").map_err(|error| error.to_string())? else {
        return Ok(None);
    };
    let mut pickle = Pickle::read(Bytes::new(&content, 0), Limits::default());
    let root = pickle.root.ok_or("`constants.pkl` cannot be read")?;
    let elements = pickle.graph.tuple(root).ok_or("`constants.pkl` is not a tuple")?.to_vec();
    let (mut kept, mut packed) = (Vec::new(), false);
    for (number, element) in elements.iter().enumerate() {
        let Some((_, class, parts)) = state(&pickle.graph, *element) else {
            texts.insert(number, format!("CONSTANTS.c{}", kept.len()));
            kept.push(*element);
            continue;
        };
        packed = true;
        floats(&mut pickle.graph, &parts)?;
        let mut said = Vec::new();
        for part in parts {
            said.push(
                literal(&pickle.graph, part, &mut kept)
                    .ok_or_else(|| format!("the state of a `{}` cannot be read", class.name))?,
            );
        }
        texts.insert(number, format!("({})", said.join(", ")));
    }
    if !packed {
        texts.clear();
        return Ok(None);
    }
    pickle.graph.replace(root, Value::Tuple(kept.into_boxed_slice()));
    canonical(&pickle.graph, root, Pickler::Since1_5).map(Some).map_err(|error| error.to_string())
}

/// An object of packed weights: its class and the elements of its state.
fn state(graph: &Graph<'_>, id: ValueId) -> Option<(ValueId, &'static Class, Vec<ValueId>)> {
    let name = graph.global(graph.call(id)?.callee)?.to_string();
    let class = CLASSES.iter().find(|class| class.name == name)?;
    let [Update::State { state, .. }] = graph.updates(id) else { return None };
    let parts = graph.tuple(*state)?;
    (parts.len() == class.state).then(|| (id, class, parts.to_vec()))
}

/// Bounds are floating-point numbers.
fn floats(graph: &mut Graph<'_>, parts: &[ValueId]) -> Result<(), String> {
    let bounds = parts.len().checked_sub(2).and_then(|at| parts.get(at..)).unwrap_or_default();
    for bound in bounds {
        match *graph.value(*bound) {
            Value::None | Value::Float(_) => {}
            Value::Int(number) => {
                let number = i32::try_from(number)
                    .map_err(|_| format!("a bound of {number} is not a number of float32"))?;
                *graph.value_mut(*bound) = Value::Float(f64::from(number));
            }
            _ => return Err("a bound of packed weights is not a number".into()),
        }
    }
    Ok(())
}

/// A part of a state as code. Tensors become constants.
fn literal(graph: &Graph<'_>, id: ValueId, kept: &mut Vec<ValueId>) -> Option<String> {
    Some(match graph.value(id) {
        Value::None => "None".into(),
        Value::Int(number) => number.to_string(),
        Value::Float(number) => float(*number),
        Value::List(items) => {
            let items: Option<Vec<String>> =
                items.iter().map(|item| graph.int(*item).map(|number| number.to_string())).collect();
            format!("[{}]", items?.join(", "))
        }
        Value::Object(call) => {
            let name = graph.global(call.callee)?;
            // `torch.jit._pickle.build_intlist([…])`.
            if name.name == "build_intlist" {
                let [list] = graph.tuple(call.args)? else { return None };
                return literal(graph, *list, kept);
            }
            kept.push(id);
            format!("CONSTANTS.c{}", kept.len().checked_sub(1)?)
        }
        _ => return None,
    })
}

/// A floating-point number as the language spells it.
fn float(number: f64) -> String {
    match number {
        _ if number == f64::INFINITY => "inf".into(),
        _ if number == f64::NEG_INFINITY => "-inf".into(),
        _ if number.is_nan() => "nan".into(),
        _ => format!("{number:?}"),
    }
}

/// The functions, types and constants that take the place of others in a file of code.
fn edits(tree: &Tree, constants: &BTreeMap<usize, String>) -> Result<Vec<(u32, u32, String)>, String> {
    let mut edits = Vec::new();
    for (id, expr) in tree.exprs() {
        let ExprKind::Attribute { .. } = expr.kind else { continue };
        let Some(name) = tree.dotted(id) else { continue };
        let new = if let Some(run) = name.strip_prefix("ops.prepacked.") {
            let known = CLASSES.iter().any(|class| class.run == run);
            if !known {
                return Err(format!("`prepacked::{run}` is called, for which there is nothing"));
            }
            format!("{QUALIFIER}.{run}")
        } else if let Some(number) = name.strip_prefix("CONSTANTS.c") {
            match number.parse().ok().and_then(|number: usize| constants.get(&number)) {
                Some(text) => text.clone(),
                None => continue,
            }
        } else {
            match CLASSES.iter().find(|class| class.name == name) {
                Some(class) => class.tuple.to_string(),
                None => continue,
            }
        };
        edits.push((expr.span.start, expr.span.end, new));
    }
    Ok(edits)
}
