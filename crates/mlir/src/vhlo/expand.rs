//! What StableHLO's compatibility expander does for versions that lack something, done in VHLO: gather and scatter with batching
//! dimensions, tangents, replica groups by axes of a mesh.
//!
//! The expander rewrites StableHLO before it becomes VHLO; the operations that it makes are the same in both.

use std::collections::BTreeMap;

use crate::ids::{AttrId, OpId, OpNameId, TypeId};
use crate::ir::{Edits, Insertion, Ir, NewOp, Operand};
use crate::module::Builder;
use crate::tables::{OpName, Tables};
use crate::wire::Reader;

use super::Version;
use super::defs::{Absence, Expansion, defs};
use super::rules::Op;
use super::values::{self, Maker};
use crate::vhlo_defs::OpAttrs;

/// Attributes of gather and scatter that have to do with batching dimensions.
struct Batching {
    /// Batching dimensions of the operand, and of the indices.
    operand: &'static str,
    indices: &'static str,
    /// Dimensions that slices do not have.
    collapsed: &'static str,
    /// Dimensions that indices are about.
    map: &'static str,
}

const GATHER: Batching = Batching {
    operand: "operand_batching_dims",
    indices: "start_indices_batching_dims",
    collapsed: "collapsed_slice_dims",
    map: "start_index_map",
};

const SCATTER: Batching = Batching {
    operand: "input_batching_dims",
    indices: "scatter_indices_batching_dims",
    collapsed: "inserted_window_dims",
    map: "scatter_dims_to_operand_dims",
};

impl Batching {
    fn by_name(name: &str) -> &'static Batching {
        if name.starts_with("gather") { &GATHER } else { &SCATTER }
    }

    /// The place of the indices among the operands.
    fn place(op: &Op<'_>) -> Option<usize> {
        // Inputs, indices, and as many updates as inputs.
        if op.name.starts_with("gather") {
            Some(1)
        } else {
            op.operands.len().checked_sub(1).map(|rest| rest / 2)
        }
    }
}

/// What an operation is rewritten for, in versions that lack it; with why it cannot be.
pub(crate) fn needed(tables: &Tables<'_>, op: &Op<'_>) -> Vec<(Expansion, Option<&'static str>)> {
    let rows = defs().expansions.iter().filter(|row| row.ops.contains(&op.name));
    rows.filter_map(|row| {
        let hindrance = match row.what {
            Expansion::BatchingDimensions => batching(tables, op)?.err(),
            Expansion::Tangent => tangent(tables, op).err(),
            Expansion::MeshAxes => groups(tables, op)?.err(),
        };
        Some((row.what, hindrance))
    })
    .collect()
}

/// The first version that needs no such rewriting.
pub(crate) fn since(what: Expansion) -> Version {
    defs().expansions.iter().find(|row| row.what == what).map_or_else(Version::oldest, |row| row.version)
}

/// Numbers of a list of dimensions.
fn dimensions(tables: &Tables<'_>, attrs: &OpAttrs, name: &str) -> Option<Vec<i64>> {
    values::numbers(tables, attrs.get(name)?).map(|(_, values)| values)
}

/// Gather or scatter with batching dimensions, as it is without.
struct Unbatched {
    indices: usize,
    /// The type of the indices: shape, elements.
    shape: Vec<i64>,
    element: TypeId,
    /// The code of the type that indices need for the sizes of dimensions, if theirs is too small.
    wider: Option<u64>,
    vector: i64,
    batching: Vec<i64>,
    collapsed: Vec<i64>,
    map: Vec<i64>,
    /// Whether indices stay sorted, if they are.
    sorted: bool,
}

/// None if the operation has no batching dimensions.
fn batching(tables: &Tables<'_>, op: &Op<'_>) -> Option<Result<Unbatched, &'static str>> {
    let names = Batching::by_name(op.name);
    let operand = op.attrs.get(names.operand)?;
    if values::is_default(tables, operand, Absence::NoNumbers) {
        return None;
    }
    let all = || {
        let (_, operand) = values::numbers(tables, operand)?;
        let batching = dimensions(tables, op.attrs, names.indices)?;
        let mut collapsed = [operand.clone(), dimensions(tables, op.attrs, names.collapsed)?].concat();
        collapsed.sort_unstable();
        let map = [operand, dimensions(tables, op.attrs, names.map)?].concat();
        let (_, vector) = values::integer(tables, op.attrs.get("index_vector_dim")?)?;
        let sorted = batching.is_sorted() && map.is_sorted();
        let indices = Batching::place(op)?;
        let (shape, element) = values::tensor(tables, (*op.operands.get(indices)?)?)?;
        Some(Unbatched { indices, shape, element, wider: None, vector, batching, collapsed, map, sorted })
    };
    let Some(mut found) = all() else { return Some(Err("its dimensions cannot be read")) };
    if found.shape.iter().any(|size| *size < 0) {
        return Some(Err("its indices have a dynamic shape"));
    }
    let rank = i64::try_from(found.shape.len()).unwrap_or(i64::MAX);
    let inside = |dimension: &i64| (0..rank).contains(dimension);
    if !found.batching.iter().all(inside) || !(0..=rank).contains(&found.vector) {
        return Some(Err("its dimensions are out of range"));
    }
    let Some((mut code, _)) = values::ty(tables, found.element) else {
        return Some(Err("its indices have an unknown type"));
    };
    let given = code;
    for dimension in &found.batching {
        let size = usize::try_from(*dimension).ok().and_then(|at| found.shape.get(at)).copied().unwrap_or(0);
        if !fits(code, size) {
            code = if fits(values::ty::I32, size) { values::ty::I32 } else { values::ty::I64 };
        }
    }
    found.wider = (code != given).then_some(code);
    Some(Ok(found))
}

/// Whether a size is a number of an integer type; of another type, it is taken to be.
fn fits(code: u64, size: i64) -> bool {
    let signed = |bits: u32| size < 1 << (bits - 1);
    let unsigned = |bits: u32| size < 1 << bits;
    match code {
        31 => signed(2),
        10 => signed(4),
        11 => signed(8),
        12 => signed(16),
        values::ty::I32 => signed(32),
        32 => unsigned(2),
        15 => unsigned(4),
        16 => unsigned(8),
        17 => unsigned(16),
        18 => unsigned(32),
        _ => true,
    }
}

/// Whether a tangent is one of complex numbers.
fn tangent(tables: &Tables<'_>, op: &Op<'_>) -> Result<bool, &'static str> {
    if let Some(accuracy) = op.attrs.get("result_accuracy")
        && !values::is_default(tables, accuracy, Absence::Accuracy)
    {
        return Err("it asks for an accuracy");
    }
    let element = op.operands.first().and_then(|ty| values::element(tables, (*ty)?));
    let Some((code, _)) = element.and_then(|ty| values::ty(tables, ty)) else {
        return Err("its operand has an unknown type");
    };
    if code != values::ty::COMPLEX {
        return Ok(false);
    }
    let ranked = op.operands.first().and_then(|ty| values::tensor(tables, (*ty)?));
    match ranked {
        Some((shape, _)) if shape.iter().all(|size| *size >= 0) => Ok(true),
        _ => Err("its operand has a dynamic shape of complex numbers"),
    }
}

/// How many groups, how many devices in each, and all of them. None if groups are not given by axes.
type Groups = (usize, usize, Vec<i64>);

const MESH_AXES: u64 = 23;
const AXIS_REF: u64 = 22;
const MESH: u64 = 25;
const MESH_AXIS: u64 = 24;
/// Meshes of more devices than this are not written out.
const MOST_DEVICES: usize = 1 << 20;

fn groups(tables: &Tables<'_>, op: &Op<'_>) -> Option<Result<Groups, &'static str>> {
    let (MESH_AXES, mut reader) = values::attr(tables, op.attrs.get("replica_groups")?)? else { return None };
    Some(by_axes(tables, &mut reader).unwrap_or(Err("its mesh cannot be read")))
}

fn by_axes(tables: &Tables<'_>, reader: &mut Reader<'_>) -> Option<Result<Groups, &'static str>> {
    let index = |reader: &mut Reader<'_>| Some(AttrId(reader.index(tables.attrs.len(), "attribute").ok()?));
    let (mesh, axes) = (index(reader)?, index(reader)?);
    let (code, mut mesh) = values::attr(tables, mesh)?;
    if code == values::attr::STRING {
        return Some(Err("it names a mesh that is defined elsewhere"));
    }
    if code != MESH {
        return None;
    }
    let (mesh_axes, devices) = (index(&mut mesh)?, mesh.flagged("devices").ok()?);
    let mut names = Vec::new();
    let mut sizes: Vec<usize> = Vec::new();
    for axis in values::array(tables, mesh_axes)? {
        let (MESH_AXIS, mut axis) = values::attr(tables, axis)? else { return None };
        names.push(values::string(tables, index(&mut axis)?)?.to_vec());
        sizes.push(usize::try_from(axis.svarint("size").ok()?).ok().filter(|size| *size > 0)?);
    }
    let mut grouped = Vec::new();
    for axis in values::array(tables, axes)? {
        let (AXIS_REF, mut axis) = values::attr(tables, axis)? else { return None };
        let name = values::string(tables, index(&mut axis)?)?;
        if axis.varint("part").ok()? != 0 {
            return Some(Err("it has parts of axes"));
        }
        let axis = names.iter().position(|known| known == name)?;
        if grouped.contains(&axis) {
            return Some(Err("it names an axis twice"));
        }
        grouped.push(axis);
    }
    let total = sizes
        .iter()
        .try_fold(1_usize, |total, size| total.checked_mul(*size).filter(|total| *total <= MOST_DEVICES))?;
    let ids: Vec<i64> = match devices {
        (at, true) => values::numbers(tables, AttrId(u32::try_from(at).ok()?))?.1,
        _ => (0..i64::try_from(total).ok()?).collect(),
    };
    let ids = if ids.is_empty() { (0..i64::try_from(total).ok()?).collect() } else { ids };
    if ids.len() != total {
        return None;
    }
    // The axes that are not grouped first, then those that are, in their order.
    let mut order: Vec<usize> = (0..names.len()).filter(|axis| !grouped.contains(axis)).collect();
    order.extend(&grouped);
    let stride = |sizes: &[usize]| -> Vec<usize> {
        (0..sizes.len()).map(|at| sizes.iter().skip(at + 1).product()).collect()
    };
    let size = |axis: &usize| sizes.get(*axis).copied();
    let moved: Vec<usize> = order.iter().map(size).collect::<Option<_>>()?;
    let (strides, moved_strides) = (stride(&sizes), stride(&moved));
    let each: usize = grouped.iter().filter_map(size).product();
    let number = total / each.max(1);
    let mut all = Vec::with_capacity(total);
    for at in 0..number * each {
        let mut device = 0;
        for ((axis, size), moved_stride) in order.iter().zip(&moved).zip(&moved_strides) {
            device += at / moved_stride % size * strides.get(*axis)?;
        }
        all.push(*ids.get(device)?);
    }
    Some(Ok((number, each, all)))
}

/// Makes operations of VHLO.
pub(crate) struct Making<'m, 'a> {
    pub(crate) tables: &'m mut Tables<'a>,
    pub(crate) maker: &'m mut Maker,
    pub(crate) builder: &'m mut Builder,
    /// Whether the container has properties.
    pub(crate) properties: bool,
}

impl Making<'_, '_> {
    /// The name of an operation, by its name without the dialect.
    pub(crate) fn name(&mut self, name: &str) -> OpNameId {
        let registered = self.properties.then_some(true);
        let full = format!("vhlo.{name}");
        let names = (0..self.tables.op_names.len()).map(OpNameId::new);
        let same = |id: &OpNameId| {
            self.tables.op_names.get(id.index()).is_some_and(|found| found.registered == registered)
                && self.tables.op_name(*id) == full.as_bytes()
        };
        names.into_iter().find(same).unwrap_or_else(|| {
            let dialect = self.builder.dialect(self.tables, b"vhlo");
            let name = self.tables.strings.intern(name.as_bytes());
            self.tables.op_names.push(OpName { dialect, name, registered });
            OpNameId::new(self.tables.op_names.len() - 1)
        })
    }

    /// What an operation of this name says, as the container has it: the dictionary, and the properties.
    pub(crate) fn said(
        &mut self,
        name: &str,
        attrs: &OpAttrs,
    ) -> Option<(Option<AttrId>, Option<crate::ids::PropertiesId>)> {
        let def = defs().ops.get(name)?;
        let (items, properties) = if self.properties {
            let blob = attrs.blob(def)?;
            let known = self.tables.properties.iter().position(|known| **known == *blob);
            let id = (!def.attributes.is_empty()).then(|| {
                crate::ids::PropertiesId::new(known.unwrap_or_else(|| {
                    self.tables.properties.push(blob.into());
                    self.tables.properties.len() - 1
                }))
            });
            (attrs.other.clone(), id)
        } else {
            (attrs.items(), None)
        };
        let dictionary = (!items.is_empty()).then(|| self.builder.dictionary(self.tables, items));
        Some((dictionary, properties))
    }

    fn op(
        &mut self,
        name: &'static str,
        attrs: &[(&'static str, AttrId)],
        operands: Vec<Operand>,
        result: TypeId,
        location: AttrId,
    ) -> Option<NewOp> {
        let mut all = OpAttrs::default();
        attrs.iter().for_each(|(name, value)| all.set(name, *value));
        let (attrs, properties) = self.said(name, &all)?;
        Some(NewOp { name: self.name(name), location, attrs, properties, operands, result })
    }
}

/// An operation that is rewritten.
pub(crate) struct Site<'s> {
    pub(crate) op: Op<'s>,
    pub(crate) location: AttrId,
}

/// What rewriting made of an operation: its name and attributes, and what comes before it.
#[derive(Debug)]
pub(crate) struct Expanded {
    pub(crate) name: &'static str,
    pub(crate) attrs: OpAttrs,
    pub(crate) insertion: Option<Insertion>,
}

/// Rewrites an operation for versions that lack something. None if it cannot be done, which [`needed`] says before.
pub(crate) fn expand(making: &mut Making<'_, '_>, site: &Site<'_>, what: Expansion) -> Option<Expanded> {
    match what {
        Expansion::BatchingDimensions => without_batching(making, site),
        Expansion::Tangent => quotient(making, site),
        Expansion::MeshAxes => {
            let (number, each, all) = groups(making.tables, &site.op)?.ok()?;
            let shape = [i64::try_from(number).ok()?, i64::try_from(each).ok()?];
            let mut attrs = site.op.attrs.clone();
            attrs.set("replica_groups", making.maker.numbers(making.tables, &shape, &all));
            Some(Expanded { name: site.op.name, attrs, insertion: None })
        }
    }
}

fn without_batching(making: &mut Making<'_, '_>, site: &Site<'_>) -> Option<Expanded> {
    let names = Batching::by_name(site.op.name);
    let found = batching(making.tables, &site.op)?.ok()?;
    let mut before: Vec<NewOp> = Vec::new();
    let mut last = Operand::Old(found.indices);
    let mut element = found.element;
    if let Some(code) = found.wider {
        element = making.maker.simple(making.tables, code);
        let result = making.maker.tensor(making.tables, &found.shape, element);
        before.push(making.op("convert_v1", &[], vec![last], result, site.location)?);
        last = Operand::New(before.len() - 1);
    }
    let mut shape = found.shape.clone();
    match usize::try_from(found.vector).ok().and_then(|at| shape.get_mut(at)) {
        Some(size) => *size = 1,
        None => shape.push(1),
    }
    let one = making.maker.tensor(making.tables, &shape, element);
    if shape.len() != found.shape.len() {
        before.push(making.op("reshape_v1", &[], vec![last], one, site.location)?);
        last = Operand::New(before.len() - 1);
    }
    let mut joined = Vec::new();
    for dimension in &found.batching {
        let along = making.maker.integer(making.tables, *dimension);
        before.push(making.op("iota_v1", &[("iota_dimension", along)], Vec::new(), one, site.location)?);
        joined.push(Operand::New(before.len() - 1));
    }
    joined.push(last);
    let at = usize::try_from(found.vector).ok()?;
    let own = if shape.len() == found.shape.len() { *found.shape.get(at)? } else { 1 };
    *shape.get_mut(at)? = own.checked_add(i64::try_from(found.batching.len()).ok()?)?;
    let all = making.maker.tensor(making.tables, &shape, element);
    let along = making.maker.integer(making.tables, found.vector);
    before.push(making.op("concatenate_v1", &[("dimension", along)], joined, all, site.location)?);
    let indices = Operand::New(before.len() - 1);
    let operands =
        (0..site.op.operands.len()).map(|at| if at == found.indices { indices } else { Operand::Old(at) });
    let operands = operands.collect();
    let mut attrs = site.op.attrs.clone();
    let list = |making: &mut Making<'_, '_>, values: &[i64]| {
        let shape = [i64::try_from(values.len()).unwrap_or(i64::MAX)];
        making.maker.numbers(making.tables, &shape, values)
    };
    for (name, values) in [
        (names.operand, &[][..]),
        (names.indices, &[]),
        (names.collapsed, &found.collapsed),
        (names.map, &found.map),
    ] {
        attrs.set(name, list(making, values));
    }
    if !found.sorted {
        attrs.set("indices_are_sorted", making.maker.boolean(making.tables, false));
    }
    Some(Expanded { name: site.op.name, attrs, insertion: Some(Insertion { before, operands }) })
}

/// `tan x` as `sin x / cos x`; of complex numbers `a + bi`: `(tan a + i tanh b) / (1 - i tan a tanh b)`.
fn quotient(making: &mut Making<'_, '_>, site: &Site<'_>) -> Option<Expanded> {
    let complex = tangent(making.tables, &site.op).ok()?;
    let operand = (*site.op.operands.first()?)?;
    let result = *site.op.results.first()?;
    let at = site.location;
    let mut before: Vec<NewOp> = Vec::new();
    let divide = |before: Vec<NewOp>, operands: Vec<Operand>| {
        let attrs = OpAttrs { other: site.op.attrs.other.clone(), ..OpAttrs::default() };
        Some(Expanded { name: "divide_v1", attrs, insertion: Some(Insertion { before, operands }) })
    };
    if !complex {
        before.push(making.op("sine_v1", &[], vec![Operand::Old(0)], operand, at)?);
        before.push(making.op("cosine_v1", &[], vec![Operand::Old(0)], operand, at)?);
        return divide(before, vec![Operand::New(0), Operand::New(1)]);
    }
    let (shape, element) = values::tensor(making.tables, operand)?;
    let (_, mut reader) = values::ty(making.tables, element)?;
    let part = TypeId(reader.index(making.tables.types.len(), "type").ok()?);
    let real = making.maker.tensor(making.tables, &shape, part);
    let mut put = |making: &mut Making<'_, '_>,
                   name: &'static str,
                   attrs: &[(&'static str, AttrId)],
                   operands: Vec<Operand>,
                   result: TypeId| {
        before.push(making.op(name, attrs, operands, result, at)?);
        Some(Operand::New(before.len() - 1))
    };
    let a = put(making, "real_v1", &[], vec![Operand::Old(0)], real)?;
    let sine = put(making, "sine_v1", &[], vec![a], real)?;
    let cosine = put(making, "cosine_v1", &[], vec![a], real)?;
    let tan = put(making, "divide_v1", &[], vec![sine, cosine], real)?;
    let b = put(making, "imag_v1", &[], vec![Operand::Old(0)], real)?;
    let tanh = put(making, "tanh_v1", &[], vec![b], real)?;
    let above = put(making, "complex_v1", &[], vec![tan, tanh], result)?;
    let one = tensor_of_ones(making, part, real)?;
    let one = put(making, "constant_v1", &[("value", one)], Vec::new(), real)?;
    let product = put(making, "multiply_v1", &[], vec![tan, tanh], real)?;
    let minus = put(making, "negate_v1", &[], vec![product], real)?;
    let below = put(making, "complex_v1", &[], vec![one, minus], result)?;
    divide(before, vec![above, below])
}

/// A tensor of ones of a floating point type.
fn tensor_of_ones(making: &mut Making<'_, '_>, part: TypeId, tensor: TypeId) -> Option<AttrId> {
    let bytes = match values::ty(making.tables, part)?.0 {
        4 => 1.0_f32.to_le_bytes().to_vec(),
        5 => 1.0_f64.to_le_bytes().to_vec(),
        _ => return None,
    };
    let mut encoded = Vec::new();
    for number in [values::attr::TENSOR, u64::from(tensor.0), u64::try_from(bytes.len()).ok()?] {
        crate::wire::varint(&mut encoded, number);
    }
    encoded.extend_from_slice(&bytes);
    Some(making.maker.attr(making.tables, encoded))
}

/// What is put in before operations, in order.
pub(crate) type Insertions = BTreeMap<OpId, Insertion>;

/// Puts operations in; none if an operand is a value that nothing defines.
pub(crate) fn insert(ir: &Ir, all: &Insertions) -> Option<Ir> {
    ir.insert(&Edits { ops: all.clone(), ..Edits::default() })
}
