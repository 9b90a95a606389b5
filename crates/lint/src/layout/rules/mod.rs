//! The rules, one file each: what is said about a kind of change, and the predicate that finds it.

use outlast_bitstream::Op;

use super::context::{Context, Records};
use super::engine::RecordLayouts;
use super::model::{Block, Enum, Field, Layout, Type, ones};
use super::witness_search::Aim;
use crate::Rule;
use crate::engine::rules;

/// What rules are written with.
#[allow(unused_imports, reason = "each rule takes what it needs")]
mod prelude {
    pub(super) use outlast_bitstream::Op;
    pub(super) use outlast_core::Code;

    pub(super) use super::{around, in_use, parents, room, version_aim};
    pub(super) use crate::layout::context::{Blocks, Context, ask_enum};
    pub(super) use crate::layout::data::{Predicate, Question};
    pub(super) use crate::layout::engine::{Draft, Findings};
    pub(super) use crate::layout::model::{Basis, Block, Field, Kind, Layout, Record, Type, op_text};
    pub(super) use crate::layout::tolerance::{Abbreviations, Count, Tolerance, Unknown};
    pub(super) use crate::layout::witness_search::Aim;
    pub(super) use crate::{Bump, Directions, Finding, Level, Rule, Site, Surface};
}

mod abbreviation_changed;
mod abbreviation_clash;
mod abbreviations_elsewhere;
mod blob_added;
mod blob_operands_changed;
mod blob_removed;
mod block_added;
mod block_id_reused;
mod block_moved;
mod block_optional;
mod block_removed;
mod block_renumbered;
mod block_required;
mod enum_number_reused;
mod enum_value_added;
mod enum_value_removed;
mod enum_value_renumbered;
mod field_added;
mod field_added_exact;
mod field_after_array;
mod field_encoding_changed;
mod field_enum_changed;
mod field_inserted;
mod field_kind_changed;
mod field_moved;
mod field_narrowed;
mod field_optional;
mod field_removed;
mod field_required;
mod field_required_added;
mod field_reused;
mod field_signedness_changed;
mod field_widened;
mod literal_changed;
mod magic_changed;
mod major_bumped;
mod major_bumped_without_need;
mod major_not_bumped;
mod minor_exact;
mod minor_not_bumped;
mod must_understand;
mod neighbours_changed;
mod observed_blob;
mod observed_constant_changed;
mod observed_longer;
mod observed_neighbour;
mod observed_shorter;
mod old_major_dropped;
mod record_added;
mod record_between;
mod record_code_reused;
mod record_optional;
mod record_removed;
mod record_renumbered;
mod record_required;
mod renamed;
mod second_record;
mod tolerance_narrowed;
mod variable_not_last;
mod version_moved;

rules! { RecordLayouts:
    change magic_changed;
    change major_bumped;
    sum major_bumped_without_need;
    sum major_not_bumped;
    change old_major_dropped;
    change minor_exact;
    sum minor_not_bumped;
    change version_moved;
    change tolerance_narrowed;
    change block_added;
    change block_removed;
    change block_id_reused;
    change block_renumbered;
    change block_moved;
    change block_required;
    change block_optional;
    change record_added;
    change record_removed;
    change record_code_reused;
    change record_renumbered;
    change record_required;
    change record_optional;
    change record_between;
    change neighbours_changed;
    change must_understand;
    change second_record;
    change renamed;
    change field_added;
    change field_added_exact;
    change field_inserted;
    change field_after_array;
    change field_required_added;
    change field_removed;
    change field_moved;
    change field_reused;
    change field_required;
    change field_optional;
    change field_encoding_changed;
    change field_narrowed;
    change field_widened;
    change field_signedness_changed;
    change field_enum_changed;
    change literal_changed;
    change field_kind_changed;
    change blob_operands_changed;
    change blob_added;
    change blob_removed;
    change variable_not_last;
    change enum_value_added;
    change enum_value_removed;
    change enum_number_reused;
    change enum_value_renumbered;
    change abbreviation_changed;
    change abbreviations_elsewhere;
    change abbreviation_clash;
    change observed_longer;
    change observed_shorter;
    change observed_constant_changed;
    change observed_neighbour;
    change observed_blob;
}

/// Whether a rule is about the version that files say, and not about what is in them.
pub(crate) fn is_about_versions(rule: &Rule) -> bool {
    (3900..=3907).contains(&rule.code.0)
}

/// Blocks that a block stands in; none for the top level.
fn parents<'l>(layout: &'l Layout, block: &'l Block) -> impl Iterator<Item = Option<&'l Block>> {
    let top = block.top.then_some(None);
    top.into_iter().chain(block.inside.iter().filter_map(|id| layout.block(*id).map(Some)))
}

/// An aim with all blocks that a block stands in, so that it can be missed in them.
fn around(layout: &Layout, aim: Aim, block: &Block) -> Aim {
    parents(layout, block).flatten().fold(aim, |aim, parent| aim.with(parent.key(), None))
}

/// The record with the version is what goes wrong.
fn version_aim(layout: &Layout) -> Aim {
    let found = layout.version.as_ref().and_then(|place| {
        let block = layout.block(place.block)?;
        Some(Aim::record(block.key(), block.record(place.record)?.key()))
    });
    found.unwrap_or_else(Aim::anywhere).versions()
}

/// The fields that hold an enum are what goes wrong.
fn in_use(layout: &Layout, of: &Enum) -> Aim {
    let mut aim = Aim::anywhere();
    for block in &layout.blocks {
        for record in &block.records {
            for field in record.fields.iter().filter(|field| field.ty == Type::Enum(of.name.clone())) {
                aim = aim.with_all(Aim::field(block.key(), record.key(), field.key()));
            }
        }
    }
    aim
}

/// The greatest number that writers can give a field.
fn room(field: &Field) -> u64 {
    let encoded = match field.op {
        Op::Literal(value) => value,
        Op::Fixed(width) => ones(width),
        Op::Char6 => 127,
        Op::Blob => 255,
        Op::Vbr(_) | Op::Array => u64::MAX,
    };
    match field.ty {
        // Writers give those that have names.
        Type::Enum(_) => 0,
        _ => encoded.min(field.ty.highest()),
    }
}

/// How many operands records have, as far as it is known: the fewest, and the most if there is a limit.
#[derive(Clone, Copy)]
pub(crate) struct Length {
    fewest: usize,
    most: Option<usize>,
}

/// Records of which at least one version is what files showed, with their lengths.
fn observed(context: &Context) -> impl Iterator<Item = (Records<'_>, Length, Length)> {
    let length = |record: &super::model::Record| match &record.seen {
        Some(seen) => Length { fewest: seen.fewest, most: Some(seen.most) },
        None => Length { fewest: record.fewest(), most: record.most() },
    };
    let records =
        context.records().filter(|records| records.old.seen.is_some() || records.new.seen.is_some());
    records.map(move |records| {
        let (mut was, is) = (length(records.old), length(records.new));
        // Lists have any length.
        if records.old.array().is_some() || records.new.array().is_some() {
            was = Length { fewest: 0, most: None };
        }
        (records, was, is)
    })
}
