//! What programs of `torch.export` take: inputs with their types, sizes and the bounds of their symbols.

use std::collections::BTreeMap;

use crate::archive::TorchArchive;
use crate::export::{Argument, Graph, Package, Program as Exported, dtype, json_text};
use crate::json::{Document, Value};

use outlast_model::program::Program;

/// An input of a program.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct ExportedInput {
    /// The keyword that it is given by; none if it is given by position.
    pub keyword: Option<String>,
    /// What it takes.
    pub value: ExportedValue,
}

/// What an input takes.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum ExportedValue {
    /// A tensor.
    Tensor {
        /// Its element type: `float32`.
        dtype: &'static str,
        /// Its sizes.
        sizes: Vec<ExportedSize>,
        /// How many values an index in it may have, where it is used as one.
        bound: Option<u64>,
    },
    /// This number.
    Int(i64),
    /// This number.
    Float(f64),
    /// This truth value.
    Bool(bool),
    /// Nothing.
    None,
}

/// A size.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ExportedSize {
    /// Always the same.
    Fixed(u64),
    /// That of a symbol, from `least` to `most`; the same wherever the symbol is.
    Symbol {
        /// Its name.
        name: String,
        /// Its lower bound.
        least: u64,
        /// Its upper bound, if it has one.
        most: Option<u64>,
    },
}

/// The inputs of the first program in an archive of `torch.export`, in order; none of another file.
///
/// # Errors
///
/// What of them is not read: nested inputs, sizes that are expressions of symbols, …
pub fn exported_inputs(program: &Program<'_>) -> Option<Result<Vec<ExportedInput>, String>> {
    let archive = TorchArchive::open(program.bytes()).ok()?;
    let package = Package::of(&archive).ok()?;
    let record = &package.models.first()?.program;
    let text = json_text(&archive, record).ok()?;
    let document = Document::parse(&text).ok()?;
    Some(inputs(document.root()))
}

fn inputs(root: Value<'_>) -> Result<Vec<ExportedInput>, String> {
    let program = Exported::new(root);
    let graph = program.graph().ok_or("it has no graph")?;
    let module = root.get("graph_module").ok_or("it has no graph module")?;
    let specs = module.get("signature").and_then(|signature| signature.get("input_specs"));
    let specs = specs.ok_or("releases before 2.3 do not say the order of inputs")?;
    let keywords = keywords(module)?;
    let bounds = bounds(graph);
    let ranges: BTreeMap<String, (Option<i64>, Option<i64>)> = program
        .ranges()
        .into_iter()
        .map(|range| (range.symbol.into_owned(), (range.min, range.max)))
        .collect();
    let mut found = Vec::new();
    for spec in specs.items() {
        let Some((kind, inner)) = spec.members().find(|(_, value)| !value.is_null()) else { continue };
        let value = match kind.as_str().as_deref() {
            Some("user_input") => inner.get("arg").ok_or("an input without argument")?,
            Some("constant_input") => inner.get("value").ok_or("a constant input without value")?,
            _ => continue,
        };
        let keyword = keywords.get(found.len()).cloned().flatten();
        found.push(ExportedInput { keyword, value: input(value, graph, &ranges, &bounds)? });
    }
    match found.len() == keywords.len() {
        true => Ok(found),
        false => Err(format!("{} inputs, and {} in its call signature", found.len(), keywords.len())),
    }
}

fn input(
    value: Value<'_>,
    graph: Graph<'_>,
    ranges: &BTreeMap<String, (Option<i64>, Option<i64>)>,
    bounds: &BTreeMap<String, u64>,
) -> Result<ExportedValue, String> {
    let Some((kind, inner)) = value.members().find(|(_, value)| !value.is_null()) else {
        return Ok(ExportedValue::None);
    };
    let kind = kind.as_str().unwrap_or_default();
    match &*kind {
        "as_tensor" => {
            let name = inner.get("name").and_then(Value::as_str).unwrap_or_default();
            let (_, tensor) = graph
                .tensors()
                .find(|(of, _)| *of == name)
                .ok_or_else(|| format!("the tensor `{name}` is not described"))?;
            let dtype =
                tensor.dtype().and_then(dtype).ok_or_else(|| format!("`{name}` has an unknown type"))?;
            let sizes = tensor.sizes().map(|text| size(&text, ranges)).collect::<Result<_, _>>()?;
            Ok(ExportedValue::Tensor { dtype, sizes, bound: bounds.get(&*name).copied() })
        }
        "as_int" => inner.as_i64().map(ExportedValue::Int).ok_or_else(|| "an invalid integer".into()),
        "as_float" => inner.as_f64().map(ExportedValue::Float).ok_or_else(|| "an invalid number".into()),
        "as_bool" => inner.as_bool().map(ExportedValue::Bool).ok_or_else(|| "an invalid boolean".into()),
        "as_none" => Ok(ExportedValue::None),
        other => Err(format!("an input of the kind `{}`", other.trim_start_matches("as_"))),
    }
}

/// A size: a number, or one symbol.
fn size(text: &str, ranges: &BTreeMap<String, (Option<i64>, Option<i64>)>) -> Result<ExportedSize, String> {
    if let Ok(number) = text.parse() {
        return Ok(ExportedSize::Fixed(number));
    }
    // As it is, or as SymPy writes it: Symbol('s48', positive=True, integer=True).
    let name = match text.strip_prefix("Symbol('") {
        Some(rest) => {
            rest.split('\'').next().filter(|_| text.matches("Symbol(").count() == 1 && text.ends_with(')'))
        }
        None => Some(text),
    };
    let known = name.filter(|name| ranges.contains_key(*name));
    let name = known.ok_or_else(|| format!("a size is an expression: {text}"))?;
    let (min, max) = ranges.get(name).copied().unwrap_or_default();
    let whole = |number: i64| u64::try_from(number).ok();
    Ok(ExportedSize::Symbol {
        name: name.to_string(),
        least: min.and_then(whole).unwrap_or(2),
        most: max.and_then(whole),
    })
}

/// For each input, the keyword that it is given by: of calls with plain arguments.
fn keywords(module: Value<'_>) -> Result<Vec<Option<String>>, String> {
    let graph = module.get("module_call_graph").ok_or("it has no call signature")?;
    let first = graph.items().next().ok_or("it has no call signature")?;
    let spec = first.get("signature").and_then(|signature| signature.get("in_spec")?.as_str());
    let text = spec.ok_or("it has no call signature")?;
    let document =
        Document::parse(text.as_bytes()).map_err(|error| format!("its call signature: {error}"))?;
    let is_leaf = |of: &Value<'_>| of.get("type").is_none_or(Value::is_null);
    let root = document.root().items().nth(1).ok_or("a call signature without arguments")?;
    let [positional, named] = children(root)[..] else {
        return Err("a call signature that is not of arguments and keywords".into());
    };
    if !children(positional).iter().chain(&children(named)).all(is_leaf) {
        return Err("its inputs are nested: give --cases".into());
    }
    let context = named.get("context").and_then(Value::as_str).unwrap_or_default();
    let names = Document::parse(context.as_bytes());
    let names: Vec<String> = names
        .iter()
        .flat_map(|names| names.root().items())
        .filter_map(Value::as_str)
        .map(Into::into)
        .collect();
    let positional = children(positional).into_iter().map(|_| None);
    Ok(positional.chain(names.into_iter().map(Some)).collect())
}

/// What is in a part of a call signature.
fn children(of: Value<'_>) -> Vec<Value<'_>> {
    of.get("children_spec").into_iter().flat_map(Value::items).collect()
}

/// Arguments that are indices, by target: the argument with the indices, that which they count along, and how the dimension is said.
const INDEXING: &[(&str, &str, &str)] = &[
    ("torch.ops.aten.embedding.default", "indices", "weight"),
    ("torch.ops.aten.index_select.default", "index", "self"),
    ("torch.ops.aten.gather.default", "index", "self"),
];

/// How many values indices may have, by the input that they are.
fn bounds(graph: Graph<'_>) -> BTreeMap<String, u64> {
    let sizes: BTreeMap<String, Vec<Option<u64>>> = graph
        .tensors()
        .map(|(name, tensor)| (name.into_owned(), tensor.sizes().map(|size| size.parse().ok()).collect()))
        .collect();
    let mut found: BTreeMap<String, u64> = BTreeMap::new();
    for node in graph.nodes() {
        let target = node.target().unwrap_or_default();
        let Some((_, indices, along)) = INDEXING.iter().find(|(of, ..)| *of == target) else { continue };
        let argument =
            |wanted: &str| node.inputs().find(|(name, _)| name == wanted).map(|(_, argument)| argument);
        let name = |wanted: &str| argument(wanted).and_then(Argument::name).map(std::borrow::Cow::into_owned);
        let (Some(indices), Some(along)) = (name(indices), name(along)) else { continue };
        let Some(sizes) = sizes.get(&along) else { continue };
        let dimension = argument("dim").and_then(|argument| argument.content()?.1.as_i64()).unwrap_or(0);
        let rank = i64::try_from(sizes.len()).unwrap_or(0);
        let dimension = if dimension < 0 { dimension + rank } else { dimension };
        let size = usize::try_from(dimension).ok().and_then(|at| sizes.get(at).copied().flatten());
        if let Some(size) = size {
            let least = found.entry(indices).or_insert(size);
            *least = size.min(*least);
        }
    }
    found
}
