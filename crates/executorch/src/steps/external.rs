//! Constants outside the program ↔ in its constant segment.
//!
//! A tensor with `extra_tensor_info.location = EXTERNAL` is looked up by its `fully_qualified_name` in a data file; one
//! with a `data_buffer_idx` is found in the constant segment. Weights of XNNPACK delegates that stand in a data file
//! become named data of the program.

use std::collections::{BTreeMap, BTreeSet};

use outlast_core::{Bytes, Path, Place, to_index};
use outlast_flatbuffers::edit::Node;

use super::named_data::Named;
use super::xnnpack_weights::BACKEND;
use super::{Changes, Refusal, count, delegates, named_data};
use crate::defs::ValueKind;
use crate::edit::ProgramEditor;
use crate::flat_tensor::{FlatTensorFile, Layout};
use crate::tables::{Tensor, View, items};
use crate::xnnpack::GraphEditor;
use outlast_core::{Output, Piece};

/// Alignment of constants in a segment, as exporters write it.
const ALIGN: usize = 16;
/// `TensorDataLocation`.
const EXTERNAL: i8 = 1;
/// Slots: of the root table, of `Tensor`, of `ExtraTensorInfo`.
const CONSTANT_SEGMENT: u16 = 5;
const DATA_BUFFER_IDX: u16 = 5;
const EXTRA_TENSOR_INFO: u16 = 9;
const FULLY_QUALIFIED_NAME: u16 = 1;
const LOCATION: u16 = 2;

/// Data that were outside, by name.
type Outside<'a> = BTreeMap<String, (Option<Layout>, Bytes<'a>)>;

/// A tensor that moved out of a program.
#[derive(Clone, Debug)]
pub struct Moved<'a> {
    /// Its name: that of the program, or `constant_` and its number.
    pub key: String,
    /// Type and shape.
    pub layout: Layout,
    /// Its bytes.
    pub data: Output<'a>,
}

/// A tensor of a program with its place.
pub(super) struct Found<'a> {
    pub(super) tensor: Tensor<'a>,
    pub(super) plan: usize,
    pub(super) value: usize,
}

impl Found<'_> {
    /// The node that edits the tensor.
    pub(super) fn node(&self, editor: &mut ProgramEditor<'_, '_>) -> Result<Node, Refusal> {
        let value = editor.tables.follow(&[1, self.plan, 2, self.value])?;
        editor.tables.child(value, 1)?.ok_or_else(|| Refusal::whole("a tensor without a table"))
    }

    pub(super) fn place(&self) -> Place {
        let path = Path::root().field("execution_plan").index(self.plan).field("values").index(self.value);
        self.tensor.place(&path)
    }

    pub(super) fn name(&self) -> Result<Option<String>, Refusal> {
        let name = self.tensor.extra_tensor_info()?.map(|e| e.fully_qualified_name()).transpose()?.flatten();
        Ok(name.map(|n| n.lossy().into_owned()).filter(|n| !n.is_empty()))
    }
}

/// All tensors of all plans for which `wanted` holds.
pub(super) fn tensors<'a>(
    editor: &ProgramEditor<'a, '_>,
    wanted: impl Fn(&Tensor<'a>) -> outlast_core::Result<bool>,
) -> Result<Vec<Found<'a>>, Refusal> {
    let mut found = Vec::new();
    for (p, plan) in items(editor.file().root.execution_plan()?).enumerate() {
        for (v, value) in items(plan?.values()?).enumerate() {
            let value = value?;
            if let (Some(body), ValueKind::Tensor) = (value.val()?, ValueKind::from_tag(value.val_type()?)) {
                let tensor = Tensor::new(body);
                if wanted(&tensor)? {
                    found.push(Found { tensor, plan: p, value: v });
                }
            }
        }
    }
    Ok(found)
}

pub(super) fn is_external(tensor: &Tensor<'_>) -> outlast_core::Result<bool> {
    Ok(tensor.extra_tensor_info()?.map(|extra| extra.location()).transpose()? == Some(EXTERNAL))
}

/// Whether a tensor is a constant of the program itself.
pub(super) fn is_constant(tensor: &Tensor<'_>) -> outlast_core::Result<bool> {
    Ok(!is_external(tensor)? && tensor.data_buffer_idx()? > 0 && tensor.allocation_info()?.is_none())
}

/// Moves everything that the program looks up outside into it.
pub fn merge<'a>(editor: &mut ProgramEditor<'a, '_>, files: &[FlatTensorFile<'a>]) -> Changes {
    let mut outside: Outside<'a> = BTreeMap::new();
    for file in files {
        for entry in file.entries()? {
            let data = file.bytes(&entry)?;
            outside.entry(entry.key.to_string()).or_insert((entry.layout, data));
        }
    }
    let mut changes = merge_tensors(editor, &outside)?;
    changes.extend(merge_weights(editor, &outside)?);
    Ok(changes)
}

fn merge_tensors<'a>(editor: &mut ProgramEditor<'a, '_>, outside: &Outside<'a>) -> Changes {
    let external = tensors(editor, is_external)?;
    if external.is_empty() {
        return Ok(Vec::new());
    }
    let file = *editor.file();
    if file.uses_constant_buffer()? && file.root.constant_buffer()?.is_some_and(|list| list.len() > 1) {
        return Err(Refusal::whole(
            "the program has constants in the FlatBuffer; move them to a segment first",
        ));
    }
    let segment = file.root.constant_segment()?;
    let offsets = segment.map(|s| s.offsets()).transpose()?.flatten();
    let mut offsets: Vec<u64> = offsets.map_or_else(Vec::new, |o| o.u64s().collect());
    let old = segment.map(|s| s.segment_index()).transpose()?.filter(|_| !offsets.is_empty());
    let mut content = Output::default();
    if let Some(index) = old.filter(|_| offsets.len() > 1) {
        content = Output::weights(file.bytes(&file.segment(index)?)?.data());
    }
    if offsets.is_empty() {
        offsets.push(0);
    }
    let mut numbers: BTreeMap<String, u32> = BTreeMap::new();
    let mut bytes = 0;
    for found in &external {
        let name = found.name()?.unwrap_or_default();
        if found.tensor.allocation_info()?.is_some() {
            let why = format!("`{name}` can be written to while the program runs: a constant cannot");
            return Err(Refusal::new(why, found.place()));
        }
        let number = match numbers.get(&name) {
            Some(number) => *number,
            None => {
                let data = look_up(&name, found, outside)?;
                content.align_to(ALIGN);
                offsets.push(content.len() as u64);
                content.push(Piece::Weights(data.data().into()));
                bytes += data.len();
                let number = u32::try_from(offsets.len() - 1).unwrap_or(u32::MAX);
                numbers.insert(name, number);
                number
            }
        };
        let node = found.node(editor)?;
        editor.tables.set(node, DATA_BUFFER_IDX, number);
        if let Some(extra) = editor.tables.child(node, EXTRA_TENSOR_INFO)? {
            editor.tables.clear(extra, LOCATION);
        }
    }
    content.align_to(ALIGN);
    // A segment that holds nothing, or only these constants, takes the new ones.
    let has_others = offsets.len() > numbers.len() + 1;
    let reusable = old.filter(|index| has_others || file.segment(*index).is_ok_and(|range| range.is_empty()));
    let index = match reusable {
        Some(index) => {
            editor.replace_segment(index, content)?;
            index
        }
        None => editor.add_segment(content),
    };
    let list = editor.tables.build.u64s(offsets);
    let root = editor.tables.root();
    match editor.tables.child(root, CONSTANT_SEGMENT)? {
        Some(node) => {
            editor.tables.set(node, 0, index);
            editor.tables.set(node, 1, list);
        }
        None => {
            let table = editor.tables.build.table([(0, index.into()), (1, list.into())]);
            editor.tables.set(root, CONSTANT_SEGMENT, table);
        }
    }
    Ok(vec![format!("{} ({bytes} bytes) moved into the program", count(numbers.len(), "tensor"))])
}

fn look_up<'a>(name: &str, found: &Found<'_>, outside: &Outside<'a>) -> Result<Bytes<'a>, Refusal> {
    let Some((layout, data)) = outside.get(name) else {
        let refusal = Refusal::new(format!("no data for `{name}`"), found.place());
        return Err(refusal.with_help("name the .ptd file that has it with --data"));
    };
    let wanted = Layout::of(&found.tensor)?;
    match layout {
        Some(layout) if *layout == wanted => Ok(*data),
        Some(layout) => {
            let why = format!(
                "`{name}` is {} {:?} in dimension order {:?}, the data file has {} {:?} in {:?}",
                wanted.scalar_type,
                wanted.sizes,
                wanted.dim_order,
                layout.scalar_type,
                layout.sizes,
                layout.dim_order
            );
            Err(Refusal::new(why, found.place()))
        }
        None => Err(Refusal::new(
            format!("`{name}` is a blob without type and sizes in the data file"),
            found.place(),
        )),
    }
}

/// Weights of graphs that are neither in their payload nor in the program.
fn merge_weights<'a>(editor: &mut ProgramEditor<'a, '_>, outside: &Outside<'a>) -> Changes {
    let known: Named<'_> = named_data::all(editor)?;
    let mut wanted = BTreeSet::new();
    for delegate in delegates(editor)?.iter().filter(|d| d.backend == BACKEND) {
        // Payloads without a header have no names.
        let Ok(graph) = GraphEditor::new(delegate.payload) else { continue };
        for constant in graph.list()?.into_iter().filter(|c| c.index > 0 && !c.key.is_empty()) {
            if known.contains_key(&constant.key) || !wanted.insert(constant.key.clone()) {
                continue;
            }
            let Some((_, data)) = outside.get(&constant.key) else {
                let refusal =
                    Refusal::new(format!("no data for weights `{}`", constant.key), delegate.place.clone());
                return Err(refusal.with_help("name the .ptd file that has them with --data"));
            };
            named_data::add_new(editor, &constant.key, Output::weights(data.data()))?;
        }
    }
    Ok(match wanted.difference(&known.keys().cloned().collect()).count() {
        0 => Vec::new(),
        n => vec![format!("{} of delegates moved into the program", count(n, "weight"))],
    })
}

/// Moves all constants out of the program. The caller writes them to a data file.
pub fn split<'a>(editor: &mut ProgramEditor<'a, '_>) -> Result<(Vec<String>, Vec<Moved<'a>>), Refusal> {
    let file = *editor.file();
    let constants = tensors(editor, is_constant)?;
    if constants.is_empty() {
        return Ok((Vec::new(), Vec::new()));
    }
    if file.uses_constant_buffer()? {
        return Err(Refusal::whole(
            "the program has constants in the FlatBuffer; move them to a segment first",
        ));
    }
    let Some(segment) = file.root.constant_segment()? else { return Ok((Vec::new(), Vec::new())) };
    let index = segment.segment_index()?;
    let range = file.segment(index)?;
    let offsets: Vec<u64> = segment.offsets()?.map_or_else(Vec::new, |o| o.u64s().collect());
    let mut moved: Vec<Moved<'a>> = Vec::new();
    let mut keys: BTreeMap<(u32, Layout), String> = BTreeMap::new();
    let mut bytes = 0;
    // Names that the program looks up already stand for other data.
    let mut taken: BTreeSet<String> = named_data::all(editor)?.into_keys().collect();
    for found in tensors(editor, is_external)? {
        taken.extend(found.name()?);
    }
    let mut next: BTreeMap<String, u64> = BTreeMap::new();
    for found in &constants {
        let number = found.tensor.data_buffer_idx()?;
        let layout = Layout::of(&found.tensor)?;
        let key = match keys.get(&(number, layout.clone())) {
            Some(key) => key.clone(),
            None => {
                let data = constant(&file, &range, &offsets, number, &layout, found)?;
                let base = found.name()?.unwrap_or_else(|| constant_name(number));
                let mut key = base.clone();
                while !taken.insert(key.clone()) {
                    let n = next.entry(base.clone()).or_insert(1);
                    *n += 1;
                    key = format!("{base}_{n}");
                }
                bytes += data.len();
                moved.push(Moved {
                    key: key.clone(),
                    layout: layout.clone(),
                    data: Output::weights(data.data()),
                });
                keys.insert((number, layout), key.clone());
                key
            }
        };
        let node = found.node(editor)?;
        editor.tables.clear(node, DATA_BUFFER_IDX);
        let name = editor.tables.build.string(&key);
        match editor.tables.child(node, EXTRA_TENSOR_INFO)? {
            Some(extra) => {
                editor.tables.set(extra, FULLY_QUALIFIED_NAME, name);
                editor.tables.set(extra, LOCATION, EXTERNAL);
            }
            None => {
                let fields = [(FULLY_QUALIFIED_NAME, name.into()), (LOCATION, EXTERNAL.into())];
                let extra = editor.tables.build.table(fields);
                editor.tables.set(node, EXTRA_TENSOR_INFO, extra);
            }
        }
    }
    editor.drop_segment(index)?;
    let list = editor.tables.build.u64s([0]);
    let node = editor.tables.follow(&[usize::from(CONSTANT_SEGMENT)])?;
    editor.tables.set(node, 1, list);
    let numbers: BTreeSet<u32> = keys.keys().map(|(number, _)| *number).collect();
    let mut changes =
        vec![format!("{} ({bytes} bytes) moved out of the program", count(moved.len(), "constant"))];
    let unused = offsets.len().saturating_sub(numbers.len() + 1);
    if unused > 0 {
        changes.push(format!("{} that no tensor uses left out", count(unused, "constant")));
    }
    Ok((changes, moved))
}

/// The name of a constant to which the program gives none.
pub(super) fn constant_name(number: u32) -> String {
    format!("constant_{number}")
}

/// The bytes of a constant in its segment.
pub(super) fn constant<'a>(
    file: &crate::ProgramFile<'a>,
    segment: &std::ops::Range<u64>,
    offsets: &[u64],
    number: u32,
    layout: &Layout,
    found: &Found<'_>,
) -> Result<Bytes<'a>, Refusal> {
    let missing = |why: &str| Refusal::new(format!("constant {number}: {why}"), found.place());
    let offset = offsets.get(to_index(number)).copied().ok_or_else(|| missing("no such constant"))?;
    let size = layout.byte_size().ok_or_else(|| missing("its size is not known"))?;
    let start = segment.start.saturating_add(offset);
    let end = start.saturating_add(size);
    if end > segment.end {
        return Err(missing("it does not lie in its segment"));
    }
    Ok(file.bytes(&(start..end))?)
}
