//! Numbers of VHLO that are one attribute in StableHLO.

use crate::ids::AttrId;
use crate::wire::{Reader, svarint, varint};

use super::super::values::{self, attr, ty};
use super::Group;
use super::entries::{Mapper, numbers};
use crate::vhlo_defs::OpAttrs;

/// A field of an attribute of StableHLO: an attribute of VHLO.
#[derive(Clone, Copy)]
enum Part {
    Numbers(&'static str),
    Number(&'static str),
}

use Part::{Number, Numbers};

const CONV: &[Part] = &[
    Number("input_batch_dimension"),
    Number("input_feature_dimension"),
    Numbers("input_spatial_dimensions"),
    Number("kernel_input_feature_dimension"),
    Number("kernel_output_feature_dimension"),
    Numbers("kernel_spatial_dimensions"),
    Number("output_batch_dimension"),
    Number("output_feature_dimension"),
    Numbers("output_spatial_dimensions"),
];

const DOT: &[Part] = &[
    Numbers("lhs_batching_dimensions"),
    Numbers("rhs_batching_dimensions"),
    Numbers("lhs_contracting_dimensions"),
    Numbers("rhs_contracting_dimensions"),
];

const GATHER: &[Part] = &[
    Numbers("offset_dims"),
    Numbers("collapsed_slice_dims"),
    Numbers("operand_batching_dims"),
    Numbers("start_indices_batching_dims"),
    Numbers("start_index_map"),
    Number("index_vector_dim"),
];

const SCATTER: &[Part] = &[
    Numbers("update_window_dims"),
    Numbers("inserted_window_dims"),
    Numbers("input_batching_dims"),
    Numbers("scatter_indices_batching_dims"),
    Numbers("scatter_dims_to_operand_dims"),
    Number("index_vector_dim"),
];

const HANDLE: &[Part] = &[Number("channel_id"), Number("channel_type")];

const ALGORITHM_TYPES: &[&str] = &["lhs_precision_type", "rhs_precision_type", "accumulation_type"];
const ALGORITHM_NUMBERS: &[&str] =
    &["lhs_component_count", "rhs_component_count", "num_primitive_operations"];
const ALGORITHM_FLAG: &str = "allow_imprecise_accumulation";

impl Group {
    /// The name in StableHLO, its code, and its parts.
    fn parts(self) -> (&'static str, u64, &'static [Part]) {
        match self {
            Group::Channel => ("channel_handle", 1, HANDLE.split_at(1).0),
            Group::Handle => ("channel_handle", 1, HANDLE),
            Group::Conv => ("dimension_numbers", 4, CONV),
            Group::Dot => ("dot_dimension_numbers", 5, DOT),
            Group::Gather => ("dimension_numbers", 7, GATHER),
            Group::Scatter => ("scatter_dimension_numbers", 11, SCATTER),
            Group::Algorithm => ("algorithm", 15, &[]),
        }
    }

    /// The name in StableHLO.
    pub(super) fn name(self) -> &'static str {
        self.parts().0
    }

    /// Whether an attribute of VHLO is one of the parts.
    pub(super) fn has(self, name: &str) -> bool {
        if self == Group::Algorithm {
            return ALGORITHM_FLAG == name
                || ALGORITHM_TYPES.contains(&name)
                || ALGORITHM_NUMBERS.contains(&name);
        }
        self.parts().2.iter().any(|part| matches!(part, Numbers(own) | Number(own) if *own == name))
    }

    /// The attribute of StableHLO; `Some(None)` if there is none, none if the parts make no such attribute.
    pub(super) fn join(self, map: &mut Mapper<'_, '_>, attrs: &OpAttrs) -> Option<Option<AttrId>> {
        let (_, code, parts) = self.parts();
        if self == Group::Algorithm {
            return algorithm(map, attrs);
        }
        if self == Group::Channel && attrs.get("channel_id").is_none() {
            return Some(None);
        }
        let mut made = numbers(&[code]);
        for part in parts {
            match part {
                Number(name) => svarint(&mut made, values::integer(map.tables, attrs.get(name)?)?.1),
                Numbers(name) => {
                    let (_, all) = values::numbers(map.tables, attrs.get(name)?)?;
                    varint(&mut made, u64::try_from(all.len()).ok()?);
                    all.iter().for_each(|number| svarint(&mut made, *number));
                }
            }
        }
        if self == Group::Channel {
            // The type of a channel between devices.
            svarint(&mut made, 0);
        }
        Some(Some(map.stablehlo.attr(map.tables, made)))
    }

    /// The attributes of VHLO; none if it is no such attribute.
    pub(super) fn split(self, map: &mut Mapper<'_, '_>, id: AttrId, attrs: &mut OpAttrs) -> Option<()> {
        let (_, wanted, parts) = self.parts();
        let entry = map.tables.attrs.get(id.0)?;
        let (code, mut reader) = values::of_dialect(map.tables, &entry, b"stablehlo")?;
        let bytes = reader.rest().to_vec();
        let mut reader = Reader::new(&bytes);
        if code != wanted {
            return None;
        }
        if self == Group::Algorithm {
            return split_algorithm(map, &mut reader, attrs);
        }
        for part in parts {
            match part {
                Number(name) => {
                    let value = reader.svarint("number").ok()?;
                    attrs.set(name, map.vhlo.integer(map.tables, value));
                }
                Numbers(name) => {
                    let count = reader.count("numbers").ok()?;
                    let all: Vec<i64> =
                        (0..count).map(|_| reader.svarint("number").ok()).collect::<Option<_>>()?;
                    let shape = [i64::try_from(count).ok()?];
                    attrs.set(name, map.vhlo.numbers(map.tables, &shape, &all));
                }
            }
        }
        Some(())
    }
}

fn type_of(map: &Mapper<'_, '_>, attrs: &OpAttrs, name: &str) -> Option<crate::ids::TypeId> {
    let (attr::TYPE, mut reader) = values::attr(map.tables, attrs.get(name)?)? else { return None };
    reader.index(map.tables.types.len(), "type").ok().map(crate::ids::TypeId)
}

fn is_none(map: &Mapper<'_, '_>, attrs: &OpAttrs, name: &str) -> bool {
    let of = type_of(map, attrs, name).and_then(|of| values::ty(map.tables, of));
    of.is_some_and(|(code, _)| code == ty::NONE)
}

fn algorithm(map: &mut Mapper<'_, '_>, attrs: &OpAttrs) -> Option<Option<AttrId>> {
    let all = ALGORITHM_TYPES.iter().chain(ALGORITHM_NUMBERS).chain([&ALGORITHM_FLAG]);
    let none = all.map(|name| is_none(map, attrs, name)).collect::<Vec<_>>();
    if none.iter().all(|none| *none) {
        return Some(None);
    }
    if ALGORITHM_NUMBERS.first().is_some_and(|name| is_none(map, attrs, name)) {
        return None;
    }
    let mut made = numbers(&[15]);
    for name in ALGORITHM_TYPES {
        let of = type_of(map, attrs, name)?;
        varint(&mut made, u64::from(map.type_from_vhlo(of)?.0));
    }
    for name in ALGORITHM_NUMBERS {
        svarint(&mut made, values::integer(map.tables, attrs.get(name)?)?.1);
    }
    let (attr::BOOLEAN, mut flag) = values::attr(map.tables, attrs.get(ALGORITHM_FLAG)?)? else {
        return None;
    };
    made.push(u8::from(flag.varint("flag").ok()? != 0));
    Some(Some(map.stablehlo.attr(map.tables, made)))
}

fn split_algorithm(map: &mut Mapper<'_, '_>, reader: &mut Reader<'_>, attrs: &mut OpAttrs) -> Option<()> {
    for name in ALGORITHM_TYPES {
        let of = crate::ids::TypeId(reader.index(map.tables.types.len(), "type").ok()?);
        let of = map.type_to_vhlo(of)?;
        attrs.set(name, map.vhlo.plain(map.tables, &[attr::TYPE, u64::from(of.0)]));
    }
    for name in ALGORITHM_NUMBERS {
        let value = reader.svarint("count").ok()?;
        attrs.set(name, map.vhlo.integer(map.tables, value));
    }
    let flag = reader.byte("flag").ok()? != 0;
    attrs.set(ALGORITHM_FLAG, map.vhlo.boolean(map.tables, flag));
    Some(())
}
