//! StableHLO as VHLO of the newest version: the first half of jaxlib's `serialize`.

use crate::ids::{AttrId, OpNameId};
use crate::module::Module;
use crate::tables::dictionary_items;
use outlast_core::QuickMap;

use super::super::defs::{Absence, OpDef, defs};
use super::super::values::{self, attr};
use super::entries::Mapper;
use super::to_stablehlo::{Unlike, types};
use super::{Left, Row, row, vhlo_name};
use crate::vhlo_defs::OpAttrs;

/// Makes operations of StableHLO and func those of VHLO, of the newest version: of a module whose properties are attributes (version 4 of
/// the container, or older). Operations of other dialects stay; VHLO itself stays as it is.
///
/// # Errors
///
/// An operation, attribute or type that stands for nothing. The module is to be thrown away then.
pub fn to_vhlo(module: &mut Module<'_>) -> Result<(), Unlike> {
    let Module { tables, ir, .. } = module;
    let mut map = Mapper::new(tables);
    let mut known: QuickMap<(OpNameId, Option<AttrId>), (OpNameId, Option<AttrId>)> = QuickMap::default();
    for op in ir.ops() {
        let (id, dictionary) = (ir.name(op), ir.attrs(op));
        if let Some((name, attrs)) = known.get(&(id, dictionary)) {
            ir.set_name(op, *name);
            ir.set_attrs(op, *attrs);
            continue;
        }
        let text = map.tables.op_name(id);
        if !text.starts_with(b"stablehlo.") && !text.starts_with(b"func.") {
            continue;
        }
        let text = String::from_utf8_lossy(&text).into_owned();
        let unlike = |what: &str| Unlike { op: Some(op), name: text.clone(), what: what.to_owned() };
        let found = vhlo_name(&text).and_then(|name| Some((name, defs().ops.get(name)?)));
        let (name, def) = found.ok_or_else(|| unlike("operation"))?;
        let items = match dictionary {
            Some(dictionary) => {
                dictionary_items(map.tables, dictionary).ok_or_else(|| unlike("attributes"))?
            }
            None => Vec::new(),
        };
        let attrs = attributes(&mut map, row(name), def, items).map_err(|what| unlike(&what))?;
        let made = map.builder.dictionary(map.tables, attrs.items());
        let made = (map.op_name(&format!("vhlo.{name}")), Some(made).filter(|_| !attrs.items().is_empty()));
        known.insert((id, dictionary), made);
        ir.set_name(op, made.0);
        ir.set_attrs(op, made.1);
    }
    types(&mut map, ir, Mapper::type_to_vhlo)
}

fn attributes(
    map: &mut Mapper<'_, '_>,
    row: &Row,
    def: &OpDef,
    items: Vec<(Vec<u8>, AttrId)>,
) -> Result<OpAttrs, String> {
    let mut attrs = OpAttrs::default();
    for (name, value) in items {
        let said = String::from_utf8_lossy(&name).into_owned();
        let none = || said.clone();
        if let Some(group) = row.groups.iter().find(|group| group.name().as_bytes() == name) {
            group.split(map, value, &mut attrs).ok_or_else(none)?;
            continue;
        }
        let known = def.attributes.iter().find(|known| known.as_bytes() == name).copied();
        let made = match known {
            Some(known) if row.units.contains(&known) => Some(map.vhlo.boolean(map.tables, true)),
            Some("api_version") => api_version(map, value),
            _ => map.in_vhlo(value),
        };
        let made = made.ok_or_else(none)?;
        match known {
            Some(known) => attrs.set(known, made),
            None => attrs.other.push((name, made)),
        }
    }
    // Some defaults depend on others.
    for (name, left) in &row.left {
        if attrs.get(name).is_none() {
            let value = default(map, *left, &attrs).ok_or_else(|| (*name).to_owned())?;
            attrs.set(name, value);
        }
    }
    if row.groups.contains(&super::Group::Algorithm) && attrs.get("lhs_precision_type").is_none() {
        for name in def.attributes.iter().filter(|name| super::Group::Algorithm.has(name)) {
            let none =
                map.vhlo.absence(map.tables, Absence::NoneType, None).ok_or_else(|| (*name).to_owned())?;
            attrs.set(name, none);
        }
    }
    match def.attributes.iter().find(|name| attrs.get(name).is_none()) {
        Some(missing) => Err((*missing).to_owned()),
        None => Ok(attrs),
    }
}

/// A number of 32 bits that enumerates.
fn api_version(map: &mut Mapper<'_, '_>, value: AttrId) -> Option<AttrId> {
    let value = map.in_vhlo(value)?;
    let (_, value) = values::integer(map.tables, value)?;
    Some(map.vhlo.plain(map.tables, &[attr::API_VERSION, u64::try_from(value).ok()?]))
}

/// The value that stands for the absence of an attribute in StableHLO.
fn default(map: &mut Mapper<'_, '_>, left: Left, attrs: &OpAttrs) -> Option<AttrId> {
    let length =
        |map: &Mapper<'_, '_>, name: &str| Some(values::numbers(map.tables, attrs.get(name)?)?.1.len());
    let dimensions = |map: &Mapper<'_, '_>| {
        length(map, "input_spatial_dimensions").or_else(|| length(map, "window_dimensions"))
    };
    Some(match left {
        Left::NoString => map.vhlo_string(b""),
        Left::NoAttributes | Left::NoLayouts => map.vhlo.plain(map.tables, &[attr::ARRAY, 0]),
        Left::NoDictionary => map.vhlo.plain(map.tables, &[attr::DICTIONARY, 0]),
        Left::NoConfig => {
            let api = attrs.get("api_version").and_then(|api| values::attr(map.tables, api));
            let typed = api.is_some_and(|(_, mut reader)| {
                reader.varint("value").is_ok_and(|value| value == values::TYPED_FFI)
            });
            if typed { map.vhlo.plain(map.tables, &[attr::DICTIONARY, 0]) } else { map.vhlo_string(b"") }
        }
        Left::NoNumbers => map.vhlo.numbers(map.tables, &[0], &[]),
        Left::Zero => map.vhlo.integer(map.tables, 0),
        Left::MinusOne => map.vhlo.integer(map.tables, -1),
        Left::False => map.vhlo.boolean(map.tables, false),
        Left::NoType => map.vhlo.plain(map.tables, &[4, 0]),
        Left::Original => map.vhlo.plain(map.tables, &[attr::API_VERSION, 1]),
        Left::Precisions => {
            let one = u64::from(map.vhlo.plain(map.tables, &[11, 0]).0);
            map.vhlo.plain(map.tables, &[attr::ARRAY, 2, one, one])
        }
        Left::Ones | Left::ZeroPairs => {
            let count = dimensions(map)?;
            let (shape, all) = match left {
                Left::Ones => (vec![i64::try_from(count).ok()?], vec![1; count]),
                _ => (vec![i64::try_from(count).ok()?, 2], vec![0; count * 2]),
            };
            map.vhlo.numbers(map.tables, &shape, &all)
        }
        Left::Falses => {
            let count = dimensions(map)?;
            map.booleans(&vec![false; count])
        }
        Left::Accuracy => map.vhlo.absence(map.tables, Absence::Accuracy, None)?,
    })
}
