//! ExecuTorch files in one screen.

use std::collections::{BTreeMap, BTreeSet};

use crate::backends::vulkan;
use crate::defs::ValueKind;
use crate::facts::{ConstantStore, EntryPoint, Payload, ProgramFacts};
use crate::tables::{ExecutionPlan, Tensor, View};
use crate::{BundledFile, FlatTensorFile, Layout, ProgramFile, Storage, TestValue, xnnpack};
use outlast_core::{Result, SortShort, to_index};

use super::plural;
use outlast_model::summary::{Listing, Summary, bytes};

/// Sums up a program that is a file of its own, or in a bundle.
pub(super) fn program(summary: &mut Summary, file: &ProgramFile<'_>, whole: bool) -> Result<()> {
    let facts = ProgramFacts::read(file)?;
    if whole {
        summary.fact("size", bytes(file.file.len() as u64));
    }
    summary.fact("schema version", facts.version.to_string());
    summary.fact(
        "extended header",
        match file.header {
            Some(h) => format!("{} bytes; {}", h.length, writer(h.length)),
            None => "none: the file has no segment data".into(),
        },
    );
    summary.fact("program", bytes(file.flatbuffer.len() as u64));
    summary.fact("constants", constants(&facts.constants));
    if !facts.named_data.is_empty() {
        summary.fact("named data", facts.named_data.len().to_string());
    }
    let external: BTreeSet<&str> =
        facts.entry_points.iter().flat_map(|e| &e.external).map(|t| t.name.as_str()).collect();
    if !external.is_empty() {
        summary.fact("external tensors", format!("{}: they come from a .ptd file", external.len()));
    }
    summary.listings.push(entry_points(file, &facts)?);
    summary.listings.push(operators(&facts));
    summary.listings.push(delegates(&facts));
    summary.listings.push(segments(file)?);
    Ok(())
}

/// Sums up tensor data.
pub(super) fn data(summary: &mut Summary, file: &FlatTensorFile<'_>) -> Result<()> {
    summary.fact("size", bytes(file.file.len() as u64));
    summary.fact("schema version", file.version()?.to_string());
    summary.fact("layout version", layout_version(file));
    let segments = file.segments()?;
    summary.fact("segments", segments.len().to_string());
    let rows = file.entries()?.into_iter().map(|entry| {
        let size = segments.get(to_index(entry.segment)).map(|(_, size)| *size);
        let size = entry.layout.as_ref().and_then(Layout::byte_size).or(size);
        vec![
            entry.key.to_string(),
            entry.layout.map_or_else(|| "blob".into(), |l| tensor_type(&l)),
            size.map_or_else(|| "?".into(), bytes),
            entry.segment.to_string(),
        ]
    });
    let columns = &["name", "type", "size", "segment"];
    summary.listings.push(Listing::new("tensors", columns, rows.collect()));
    Ok(())
}

/// Sums up a bundled program.
pub(super) fn bundle(summary: &mut Summary, file: &BundledFile<'_>) -> Result<()> {
    summary.fact("size", bytes(file.file.len() as u64));
    let mut rows = Vec::new();
    for suite in file.suites()? {
        for (i, case) in suite.cases.iter().enumerate() {
            rows.push(vec![
                suite.method.clone().unwrap_or_default(),
                i.to_string(),
                case.inputs.iter().map(test_value).collect::<Vec<_>>().join(", "),
                case.expected_outputs.iter().map(test_value).collect::<Vec<_>>().join(", "),
            ]);
        }
    }
    match file.program {
        Some(inner) => program(summary, &ProgramFile::open(inner)?, false)?,
        None => summary.fact("program", "none"),
    }
    let columns = &["method", "case", "inputs", "expected outputs"];
    summary.listings.push(Listing::new("test cases", columns, rows));
    Ok(())
}

/// What the length of the extended header tells of the exporter.
fn writer(length: u32) -> &'static str {
    match length {
        24 => "written by release 0.7 or earlier",
        32 => "written by release 1.0 or later",
        _ => "not a length that a known release writes",
    }
}

fn constants(store: &ConstantStore) -> String {
    match store {
        ConstantStore::Buffer { entries: 0 | 1, .. } => {
            "none, in a way that readers from 1.3 on refuse".into()
        }
        ConstantStore::Buffer { entries, .. } => {
            format!("{} in the FlatBuffer, where readers from 1.3 on refuse them", entries - 1)
        }
        ConstantStore::Segment { entries: 0 | 1 } => "none".into(),
        ConstantStore::Segment { entries } => format!("{} in a segment", entries - 1),
    }
}

fn entry_points(file: &ProgramFile<'_>, facts: &ProgramFacts) -> Result<Listing> {
    let mut rows = Vec::new();
    let plans = file.root.execution_plan()?;
    for (i, entry) in facts.entry_points.iter().enumerate() {
        let plan = plans.as_ref().map(|p| p.get(i)).transpose()?;
        let (inputs, outputs, memory) = match plan {
            Some(plan) => {
                let memory = plan.non_const_buffer_sizes()?;
                let memory = memory.map_or(0, |sizes| {
                    sizes.i64s().filter_map(|n| u64::try_from(n).ok()).fold(0, u64::saturating_add)
                });
                (signature(&plan, true)?, signature(&plan, false)?, memory)
            }
            None => Default::default(),
        };
        let instructions: u64 = entry.instructions.values().sum();
        rows.push(vec![
            entry.name.clone(),
            inputs,
            outputs,
            instructions.to_string(),
            bytes(memory),
            shape_kinds(entry),
        ]);
    }
    let columns = &["name", "inputs", "outputs", "instructions", "planned memory", "element types"];
    Ok(Listing::new("entry points", columns, rows))
}

fn shape_kinds(entry: &EntryPoint) -> String {
    entry.scalar_types.keys().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// The types of a plan's inputs or outputs, as `float32[2, 3]`; a size that may vary has `≤` before it.
fn signature(plan: &ExecutionPlan<'_>, inputs: bool) -> Result<String> {
    let list = if inputs { plan.inputs()? } else { plan.outputs()? };
    let (Some(list), Some(values)) = (list, plan.values()?) else { return Ok(String::new()) };
    let mut words = Vec::new();
    for index in list.i32s().take(8) {
        let Some(index) = usize::try_from(index).ok().filter(|i| *i < values.len()) else {
            words.push("?".to_string());
            continue;
        };
        let value = values.get(index)?;
        let kind = ValueKind::from_tag(value.val_type()?);
        words.push(match (kind, value.val()?) {
            (ValueKind::Tensor, Some(table)) => tensor_word(&Tensor::new(table))?,
            _ => kind.name().to_string(),
        });
    }
    if list.len() > 8 {
        words.push(format!("… {} more", list.len() - 8));
    }
    Ok(words.join(", "))
}

fn tensor_word(tensor: &Tensor<'_>) -> Result<String> {
    let layout = Layout::of(tensor)?;
    let bound = if tensor.shape_dynamism()? == 0 { "" } else { "≤" };
    Ok(format!("{bound}{}", tensor_type(&layout)))
}

fn tensor_type(layout: &Layout) -> String {
    let natural = layout.dim_order.iter().enumerate().all(|(i, d)| usize::from(*d) == i);
    let order = if natural { String::new() } else { format!(" order {:?}", layout.dim_order) };
    format!("{}{:?}{order}", layout.scalar_type, layout.sizes)
}

fn operators(facts: &ProgramFacts) -> Listing {
    let mut calls: BTreeMap<&str, u64> = BTreeMap::new();
    for op in facts.entry_points.iter().flat_map(|e| &e.operators) {
        *calls.entry(&op.name).or_default() += op.count;
    }
    let mut rows: Vec<(&str, u64)> = calls.into_iter().collect();
    rows.sort_short_by_key(|(name, n)| (std::cmp::Reverse(*n), *name));
    let rows = rows.into_iter().map(|(name, n)| vec![name.to_string(), n.to_string()]).collect();
    Listing::new("operators", &["name", "calls"], rows)
}

fn delegates(facts: &ProgramFacts) -> Listing {
    let mut rows = Vec::new();
    for entry in &facts.entry_points {
        for delegate in &entry.delegates {
            rows.push(vec![
                entry.name.clone(),
                delegate.backend.clone(),
                bytes(delegate.bytes),
                match delegate.storage {
                    Some(Storage::Inline(_)) => "in the FlatBuffer".into(),
                    Some(Storage::Segment(n)) => format!("segment {n}"),
                    _ => "?".into(),
                },
                match &delegate.payload {
                    Payload::Xnnpack(graph) => graph_summary(graph),
                    Payload::Vulkan(graph) => vulkan_summary(graph),
                    Payload::Container(container) => {
                        format!("{}: {}", container.title, container.told.join("; "))
                    }
                    Payload::Unreadable(error) => format!("damaged: {error}"),
                    _ => "not looked into".into(),
                },
            ]);
        }
    }
    Listing::new("delegates", &["entry point", "backend", "size", "stored", "payload"], rows)
}

fn vulkan_summary(graph: &vulkan::Facts) -> String {
    let calls = graph.operators.iter().map(|(name, n)| match n {
        1 => name.clone(),
        n => format!("{name} ×{n}"),
    });
    let mut parts = vec!["VK00".to_string(), calls.collect::<Vec<_>>().join(" ")];
    if graph.old_calls {
        parts.push("calls as release 0.2 wrote them".into());
    }
    if let Some(release) = graph.since() {
        parts.push(format!("the schema of {release} or later"));
    }
    parts.push(format!("{} constants by name, {} bytes after the graph", graph.named.len(), graph.bytes));
    parts.join("; ")
}

fn graph_summary(graph: &xnnpack::Facts) -> String {
    let nodes = graph.nodes.iter().map(|(tag, (n, _))| match n {
        1 => xnnpack::node_name(*tag).into_owned(),
        n => format!("{} ×{n}", xnnpack::node_name(*tag)),
    });
    let weights = [
        (graph.named_weights.len() as u64, "by name"),
        (graph.offset_weights, "after the graph"),
        (graph.inline_weights, "in the graph"),
    ];
    let weights =
        weights.iter().filter(|(n, _)| *n > 0).map(|(n, place)| format!("{} {place}", plural(n, "weight")));
    let identifier = graph.identifier.escape_ascii().to_string();
    let parts: Vec<String> =
        std::iter::once(identifier).chain([nodes.collect::<Vec<_>>().join(" ")]).chain(weights).collect();
    parts.join("; ")
}

fn segments(file: &ProgramFile<'_>) -> Result<Listing> {
    let mut rows = Vec::new();
    let holds = segment_contents(file)?;
    if let Some(list) = file.root.segments()? {
        for (i, segment) in list.iter().enumerate() {
            let segment = segment?;
            let size = segment.size()?;
            if size == 0 && list.len() == 1 {
                continue;
            }
            let held = holds.get(&i).map_or_else(|| "nothing refers to it".into(), |names| names.join(", "));
            rows.push(vec![
                i.to_string(),
                format!("0x{:x}", file.segment_range(&segment)?.start),
                bytes(size),
                held,
            ]);
        }
    }
    Ok(Listing::new("segments", &["segment", "offset", "size", "holds"], rows))
}

/// What refers to each segment.
fn segment_contents(file: &ProgramFile<'_>) -> Result<BTreeMap<usize, Vec<String>>> {
    let mut holds: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    let mut add = |index: u32, what: String| holds.entry(to_index(index)).or_default().push(what);
    if let Some(constants) = file.root.constant_segment()? {
        add(constants.segment_index()?, "constants".into());
    }
    if let Some(list) = file.root.mutable_data_segments()? {
        for item in list.iter() {
            add(item?.segment_index()?, "initial state".into());
        }
    }
    if let Some(list) = file.root.named_data()? {
        for item in list.iter() {
            let item = item?;
            let key = item.key()?.map_or_else(String::new, |k| k.lossy().into_owned());
            add(item.segment_index()?, format!("named data `{key}`"));
        }
    }
    if let Some(plans) = file.root.execution_plan()? {
        for plan in plans.iter() {
            let Some(delegates) = plan?.delegates()? else { continue };
            for delegate in delegates.iter() {
                let delegate = delegate?;
                if let Some(Storage::Segment(index)) = file.delegate_storage(&delegate)? {
                    let id = delegate.id()?.map_or_else(String::new, |id| id.lossy().into_owned());
                    add(index, format!("payload for {id}"));
                }
            }
        }
    }
    for names in holds.values_mut() {
        names.dedup();
    }
    Ok(holds)
}

fn layout_version(file: &FlatTensorFile<'_>) -> String {
    use crate::LayoutVersion;
    let by = match file.layout_version {
        LayoutVersion::V0a => "written by release 0.5",
        LayoutVersion::V0b => "written by release 0.6",
        LayoutVersion::V1 => "written by release 0.7 or later",
    };
    format!("{}: {by}", file.layout_version.name())
}

fn test_value(value: &TestValue<'_>) -> String {
    match value {
        TestValue::Tensor { layout, .. } => tensor_type(layout),
        TestValue::Int(n) => n.to_string(),
        TestValue::Bool(b) => b.to_string(),
        TestValue::Double(x) => x.to_string(),
        _ => "?".into(),
    }
}
