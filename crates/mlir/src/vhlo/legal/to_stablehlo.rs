//! VHLO as StableHLO: what jaxlib's `deserialize` makes of an artifact that has the newest version.

use crate::ids::{AttrId, OpId, OpNameId, RegionId, TypeId};
use crate::ir::Ir;
use crate::module::Module;
use outlast_core::QuickMap;

use super::super::defs::Absence;
use super::super::values::{self, attr};
use super::entries::{Mapper, numbers};
use super::{Left, Row, row, stablehlo_name};
use crate::vhlo_defs::{OpAttrs, definition};

/// Why a module has no other form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unlike {
    /// The operation; none if it is an argument of a block.
    pub op: Option<OpId>,
    /// Its name.
    pub name: String,
    /// What stands for nothing there: an attribute by its name, or `type`.
    pub what: String,
}

/// An operation's other name, and its other attributes.
type Renamed = (OpNameId, Option<AttrId>);

/// Makes operations of VHLO those of StableHLO and func: of a module whose operations have the newest version, and whose properties are
/// attributes (version 4 of the container, or older).
///
/// # Errors
///
/// An attribute or type that stands for nothing. The module is to be thrown away then.
pub fn to_stablehlo(module: &mut Module<'_>) -> Result<(), Unlike> {
    let Module { tables, ir, .. } = module;
    let parents = parents(ir);
    let mut map = Mapper::new(tables);
    let mut known: QuickMap<(OpNameId, Option<AttrId>, bool), Renamed> = QuickMap::default();
    for op in ir.ops() {
        let id = ir.name(op);
        let text = map.tables.op_name(id);
        let Some((name, def)) = definition(&text) else { continue };
        let in_function = parents.get(op.index()).copied().flatten().is_some_and(|around| {
            let around = map.tables.op_name(ir.name(around));
            around.starts_with(b"vhlo.func_v") || around == b"func.func"
        });
        let unlike =
            |what: String| Unlike { op: Some(op), name: String::from_utf8_lossy(&text).into_owned(), what };
        let key = (id, ir.attrs(op), in_function);
        let made = match known.get(&key) {
            Some(made) => *made,
            None => {
                let attrs =
                    OpAttrs::read(map.tables, 0, ir, op, def).ok_or_else(|| unlike("attributes".into()))?;
                let items = attributes(&mut map, row(name), &attrs).map_err(&unlike)?;
                let other = if name.starts_with("return_v") && in_function {
                    "func.return".to_owned()
                } else {
                    stablehlo_name(name)
                };
                let dictionary = (!items.is_empty()).then(|| map.builder.dictionary(map.tables, items));
                let made = (map.op_name(&other), dictionary);
                known.insert(key, made);
                made
            }
        };
        ir.set_name(op, made.0);
        ir.set_attrs(op, made.1);
    }
    types(&mut map, ir, Mapper::type_from_vhlo)
}

/// The operation around each.
pub(super) fn parents(ir: &Ir) -> Vec<Option<OpId>> {
    let mut parents = vec![None; ir.len()];
    for op in ir.ops() {
        let regions: Vec<RegionId> = ir.regions(op).collect();
        for inner in
            regions.into_iter().flat_map(|region| ir.blocks(region)).flat_map(|block| ir.block_ops(block))
        {
            if let Some(parent) = parents.get_mut(inner.index()) {
                *parent = Some(op);
            }
        }
    }
    parents
}

/// Types of results and of arguments of blocks.
pub(super) fn types<'m, 'a>(
    map: &mut Mapper<'m, 'a>,
    ir: &mut Ir,
    each: fn(&mut Mapper<'m, 'a>, TypeId) -> Option<TypeId>,
) -> Result<(), Unlike> {
    let unlike = || Unlike { op: None, name: String::new(), what: "type".into() };
    for ty in &mut ir.results {
        *ty = each(map, *ty).ok_or_else(unlike)?;
    }
    for arg in &mut ir.args {
        arg.ty = each(map, arg.ty).ok_or_else(unlike)?;
    }
    Ok(())
}

type Items = Vec<(Vec<u8>, AttrId)>;

/// What an operation says in StableHLO; the name of an attribute that stands for nothing otherwise.
fn attributes(map: &mut Mapper<'_, '_>, row: &Row, attrs: &OpAttrs) -> Result<Items, String> {
    let mut kept = attrs.clone();
    for (name, left) in &row.left {
        if attrs.get(name).is_some_and(|value| is_left(map, *left, value, attrs)) {
            kept.remove(name);
        }
    }
    let mut items = Items::new();
    for group in &row.groups {
        let made = group.join(map, &kept).ok_or_else(|| group.name().to_owned())?;
        items.extend(made.map(|made| (group.name().as_bytes().to_vec(), made)));
    }
    for (name, value) in &kept.inherent {
        if row.groups.iter().any(|group| group.has(name)) {
            continue;
        }
        let made = attribute(map, row, name, *value).ok_or_else(|| (*name).to_owned())?;
        items.extend(made.map(|made| (name.as_bytes().to_vec(), made)));
    }
    for (name, value) in &kept.other {
        let made = map.out_of_vhlo(*value).ok_or_else(|| String::from_utf8_lossy(name).into_owned())?;
        items.push((name.clone(), made));
    }
    Ok(items)
}

/// An attribute; `Some(None)` if it is left out.
fn attribute(map: &mut Mapper<'_, '_>, row: &Row, name: &str, value: AttrId) -> Option<Option<AttrId>> {
    let named = |all: &[&str]| all.contains(&name);
    if named(&row.units) {
        let (attr::BOOLEAN, mut reader) = values::attr(map.tables, value)? else { return None };
        let set = reader.varint("value").ok()? != 0;
        return Some(set.then(|| map.builtin_attr(vec![7 << 1 | 1])));
    }
    if named(&row.symbols) {
        let text = values::string(map.tables, value)?.to_vec();
        return Some(Some(map.symbol(&text)));
    }
    if named(&row.symbol_lists) {
        let mut made = vec![0];
        let members = values::array(map.tables, value)?;
        made.push(u64::try_from(members.len()).ok()?);
        for member in members {
            let text = values::string(map.tables, member)?.to_vec();
            made.push(u64::from(map.symbol(&text).0));
        }
        return Some(Some(map.builtin_attr(numbers(&made))));
    }
    if named(&row.arrays) {
        let (_, all) = values::numbers(map.tables, value)?;
        let of = map.builder.integer_type(map.tables, 64);
        return Some(Some(dense_array(
            map,
            of,
            &all.iter().map(|value| value.to_le_bytes().to_vec()).collect::<Vec<_>>(),
        )?));
    }
    if named(&row.bools) {
        let all = booleans(map, value)?;
        let of = map.builder.integer_type(map.tables, 1);
        return Some(Some(dense_array(
            map,
            of,
            &all.iter().map(|value| vec![u8::from(*value)]).collect::<Vec<_>>(),
        )?));
    }
    map.out_of_vhlo(value).map(Some)
}

fn dense_array(map: &mut Mapper<'_, '_>, of: TypeId, elements: &[Vec<u8>]) -> Option<AttrId> {
    let raw = elements.concat();
    let mut made =
        numbers(&[17, u64::from(of.0), u64::try_from(elements.len()).ok()?, u64::try_from(raw.len()).ok()?]);
    made.extend_from_slice(&raw);
    Some(map.builtin_attr(made))
}

/// Dimensions of windows are few.
const MOST: usize = 1 << 16;

/// The truth values of a tensor of one dimension.
fn booleans(map: &Mapper<'_, '_>, id: AttrId) -> Option<Vec<bool>> {
    let (attr::TENSOR, mut reader) = values::attr(map.tables, id)? else { return None };
    let of = TypeId(reader.index(map.tables.types.len(), "type").ok()?);
    let len = reader.varint("size").ok()?;
    let raw = reader.bytes(len, "elements").ok()?;
    let (shape, element) = values::tensor(map.tables, of)?;
    let ([count], (0, _)) = (&*shape, values::ty(map.tables, element)?) else { return None };
    let count = usize::try_from(*count).ok().filter(|count| *count <= MOST)?;
    match raw {
        [0xff] => Some(vec![true; count]),
        [0] if count > 1 => Some(vec![false; count]),
        raw if raw.len() == count.div_ceil(8) => {
            let bits = raw.iter().flat_map(|byte| (0..8).map(move |bit| byte >> bit & 1 == 1));
            Some(bits.take(count).collect())
        }
        raw => (raw.len() == count).then(|| raw.iter().map(|byte| *byte != 0).collect()),
    }
}

/// Whether StableHLO leaves an attribute out.
fn is_left(map: &Mapper<'_, '_>, left: Left, value: AttrId, attrs: &OpAttrs) -> bool {
    let tables = &*map.tables;
    let code = |wanted: u64| {
        values::attr(tables, value).filter(|(code, _)| *code == wanted).map(|(_, reader)| reader)
    };
    let empty =
        |id: Option<AttrId>| id.is_some_and(|id| values::is_default(tables, id, Absence::NoAttributes));
    let nothing = |wanted: u64| {
        code(wanted).is_some_and(|mut reader| reader.varint("count").is_ok_and(|count| count == 0))
    };
    let no_string = || values::string(tables, value).is_some_and(<[u8]>::is_empty);
    let is_enum = |wanted: u64, number: u64| {
        code(wanted).is_some_and(|mut reader| reader.varint("value").is_ok_and(|value| value == number))
    };
    // One value for all of some elements.
    let splat = |wanted: i64| {
        values::numbers(tables, value)
            .is_some_and(|(_, all)| !all.is_empty() && all.iter().all(|one| *one == wanted))
    };
    match left {
        Left::NoString => no_string(),
        Left::NoAttributes => nothing(attr::ARRAY),
        Left::NoLayouts => empty(attrs.get("operand_layouts")) && empty(attrs.get("result_layouts")),
        Left::NoDictionary => nothing(attr::DICTIONARY),
        Left::NoConfig => no_string() || nothing(attr::DICTIONARY),
        Left::NoNumbers => values::is_default(tables, value, Absence::NoNumbers),
        Left::Zero => values::integer(tables, value).is_some_and(|(_, value)| value == 0),
        Left::MinusOne => values::integer(tables, value).is_some_and(|(_, value)| value == -1),
        Left::False => values::is_default(tables, value, Absence::False),
        Left::NoType => is_enum(4, 0),
        Left::Original => is_enum(attr::API_VERSION, 1),
        Left::Precisions => values::array(tables, value).is_some_and(|all| {
            let default = |id: &AttrId| {
                values::attr(tables, *id).is_some_and(|(code, mut reader)| {
                    code == 11 && reader.varint("value").is_ok_and(|value| value == 0)
                })
            };
            all.iter().all(default)
        }),
        Left::Ones => splat(1),
        Left::ZeroPairs => splat(0),
        Left::Falses => booleans(map, value).is_some_and(|all| !all.is_empty() && all.iter().all(|one| !one)),
        Left::Accuracy => values::is_default(tables, value, Absence::Accuracy),
    }
}
