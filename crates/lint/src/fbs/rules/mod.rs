//! The rules, one file each: what is said about a kind of change, and the predicate that finds it.

use std::cmp::Ordering;

use outlast_flatbuffers::schema::{Element, Scalar, Type};

use crate::engine::rules;
use crate::{Directions, Rule};

use super::context::Context;
use super::engine::{Draft, Fbs, Findings};
use super::relation::{Relation, relate};

/// What rules are written with.
mod prelude {
    pub(super) use outlast_core::Code;

    pub(super) use super::{retyped, same_word};
    pub(super) use crate::fbs::context::Context;
    pub(super) use crate::fbs::data::{Predicate, Question};
    pub(super) use crate::fbs::engine::{Draft, Findings, touches_files};
    pub(super) use crate::fbs::matching::{Fate, Roots, rows, values};
    pub(super) use crate::fbs::relation::{Relation, relate};
    pub(super) use crate::fbs::witness_goal::Aim;
    pub(super) use crate::fbs::{decl_spans, wire};
    pub(super) use crate::{Bump, Directions, Finding, First, Level, Rule, Surface};
}

mod bool_integer_changed;
mod default_changed;
mod deprecated_field_removed;
mod deprecated_slot_reused;
mod docs_changed;
mod enum_flags_changed;
mod enum_integer_changed;
mod enum_number_reused;
mod enum_underlying_changed;
mod enum_value_added;
mod enum_value_removed;
mod enum_value_renamed;
mod enum_value_renumbered;
mod extension_changed;
mod field_added;
mod field_deprecated;
mod field_removed;
mod field_renamed;
mod field_retargeted;
mod field_undeprecated;
mod flexbuffer_changed;
mod float_integer_changed;
mod identifier_changed;
mod identifier_unchanged;
mod key_added;
mod key_moved;
mod key_removed;
mod namespace_changed;
mod nested_changed;
mod offset64_changed;
mod optional_changed;
mod reference_default_changed;
mod required_added;
mod required_deprecated;
mod required_field_added;
mod required_removed;
mod root_type_changed;
mod root_type_dropped;
mod rpc_changed;
mod signedness_changed;
mod slot_moved;
mod string_bytes_changed;
mod struct_added;
mod struct_align_changed;
mod struct_array_length_changed;
mod struct_field_added;
mod struct_field_removed;
mod struct_field_retyped;
mod struct_reordered;
mod table_struct_changed;
mod type_kind_changed;
mod type_removed;
mod type_renamed;
mod type_width_changed;
mod union_member_added;
mod union_member_moved;
mod union_member_removed;
mod union_member_renamed;
mod union_member_retargeted;
mod union_underlying_changed;
mod unreachable_type_changed;
mod vector64_changed;
mod vector_align_changed;
mod version_unchanged;

rules! { Fbs:
    change root_type_changed;
    change root_type_dropped;
    sum identifier_changed;
    sum identifier_unchanged;
    change extension_changed;
    sum version_unchanged;
    change rpc_changed;
    change table_struct_changed;
    change struct_added;
    change struct_field_added;
    change struct_field_removed;
    change struct_reordered;
    change struct_field_retyped;
    change struct_align_changed;
    change struct_array_length_changed;
    change type_renamed;
    change namespace_changed;
    change type_removed;
    change unreachable_type_changed;
    change slot_moved;
    change field_removed;
    change deprecated_field_removed;
    change deprecated_slot_reused;
    change field_renamed;
    change field_deprecated;
    change field_undeprecated;
    change field_added;
    change default_changed;
    change optional_changed;
    change reference_default_changed;
    change type_kind_changed;
    change type_width_changed;
    change float_integer_changed;
    change signedness_changed;
    change bool_integer_changed;
    change enum_integer_changed;
    change string_bytes_changed;
    change field_retargeted;
    change nested_changed;
    change vector_align_changed;
    change offset64_changed;
    change vector64_changed;
    change flexbuffer_changed;
    change required_added;
    change required_removed;
    change required_field_added;
    change required_deprecated;
    change key_moved;
    change key_added;
    change key_removed;
    change enum_value_removed;
    change enum_value_renumbered;
    change enum_number_reused;
    change enum_value_renamed;
    change enum_value_added;
    change enum_underlying_changed;
    change enum_flags_changed;
    change union_member_removed;
    change union_member_moved;
    change union_member_retargeted;
    change union_member_renamed;
    change union_member_added;
    change union_underlying_changed;
    change docs_changed;
}

/// Whether two names are one word spelled in two ways, or one with something before or after it.
fn same_word(a: &str, b: &str) -> bool {
    let letters = |name: &str| -> String {
        name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
    };
    let (a, b) = (letters(a), letters(b));
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    short == long || (short.len() >= 3 && (long.starts_with(&short) || long.ends_with(&short)))
}

/// Who reads more bytes than were written: what stands behind the value is a matter of how the writer lays out a table.
fn wider(was: Scalar, is: Scalar) -> Directions {
    match was.size().cmp(&is.size()) {
        Ordering::Less => Directions::NEW_READS_OLD,
        Ordering::Equal => Directions::default(),
        Ordering::Greater => Directions::OLD_READS_NEW,
    }
}

/// Says of each field whose types are related so that it has another type. `says` ends the sentence.
fn retyped(rule: &'static Rule, context: &Context<'_>, found: &mut Findings, wanted: Relation, says: &str) {
    for fields in context.kept() {
        let (f, g) = (fields.old, fields.new);
        if relate(context.old, f.ty, context.new, g.ty) != wanted {
            continue;
        }
        let (old, new) = fields.sites(context);
        let (was, is) = (context.old.type_text(f.ty), context.new.type_text(g.ty));
        let scalar = |ty: Type| match ty.element() {
            Element::Scalar(scalar) | Element::Enum(scalar, _) => Some(scalar),
            _ => None,
        };
        let more = scalar(f.ty).zip(scalar(g.ty)).filter(|_| wanted == Relation::Width);
        found.push(
            Draft::new(rule, fields.subject())
                .by_rule(more.map(|(was, is)| wider(was, is)).unwrap_or_default())
                .sites(old, new)
                .why(format!("`{}` was `{was}` and is `{is}`{says}", g.name))
                .fix("Keep the type; add a new field for the other one, and deprecate this one.")
                .aim(fields.aim()),
        );
    }
}
