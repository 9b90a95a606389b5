//! Constants with other values: same names, same types and sizes.

use std::collections::{BTreeMap, BTreeSet};

use outlast_core::to_index;

use super::external::{Found, constant, constant_name, is_constant, tensors};
use super::{Changes, Refusal, count, named_data};
use crate::edit::ProgramEditor;
use crate::flat_tensor::Layout;
use outlast_core::{Output, Piece};

/// New values for a constant.
#[derive(Clone, Debug)]
pub struct NewValue<'a> {
    /// Type and shape; `None` for a blob, which must have the size of what it replaces.
    pub layout: Option<Layout>,
    /// Its bytes, in the dimension order of the layout.
    pub data: &'a [u8],
}

/// The constants that can be swapped: name, type and shape. Names are those that the program has, or `constant_` and the
/// number.
pub fn names(editor: &ProgramEditor<'_, '_>) -> Result<BTreeMap<String, Layout>, Refusal> {
    let mut found = BTreeMap::new();
    for tensor in tensors(editor, is_constant)? {
        found.entry(key(&tensor)?).or_insert(Layout::of(&tensor.tensor)?);
    }
    Ok(found)
}

fn key(found: &Found<'_>) -> Result<String, Refusal> {
    Ok(found.name()?.unwrap_or(constant_name(found.tensor.data_buffer_idx()?)))
}

/// Gives constants, and named data, new values. Every name must be known, and every value fit.
pub fn swap<'a>(editor: &mut ProgramEditor<'a, '_>, values: &BTreeMap<String, NewValue<'a>>) -> Changes {
    let file = *editor.file();
    let mut used = BTreeSet::new();
    let mut patches: BTreeMap<u64, &'a [u8]> = BTreeMap::new();
    let segment = file.root.constant_segment()?;
    let index = segment.map(|s| s.segment_index()).transpose()?.unwrap_or(0);
    let offsets = segment.map(|s| s.offsets()).transpose()?.flatten();
    let offsets: Vec<u64> = offsets.map_or_else(Vec::new, |o| o.u64s().collect());
    if !file.uses_constant_buffer()? && offsets.len() > 1 {
        let range = file.segment(index)?;
        for found in tensors(editor, is_constant)? {
            let name = key(&found)?;
            let Some(value) = values.get(&name) else { continue };
            let layout = Layout::of(&found.tensor)?;
            if value.layout.as_ref().is_some_and(|given| *given != layout) {
                let given = value.layout.clone().unwrap_or_else(|| layout.clone());
                let why = format!(
                    "`{name}` is {} {:?} in dimension order {:?}; the new value is {} {:?} in {:?}",
                    layout.scalar_type,
                    layout.sizes,
                    layout.dim_order,
                    given.scalar_type,
                    given.sizes,
                    given.dim_order
                );
                return Err(Refusal::new(why, found.place()));
            }
            let number = found.tensor.data_buffer_idx()?;
            let old = constant(&file, &range, &offsets, number, &layout, &found)?;
            if old.len() != value.data.len() {
                let why = format!("`{name}` has {} bytes, the new value {}", old.len(), value.data.len());
                return Err(Refusal::new(why, found.place()));
            }
            let offset = offsets.get(to_index(number)).copied().unwrap_or(0);
            let other = patches.insert(offset, value.data);
            if other.is_some_and(|other| other != value.data) {
                let why =
                    format!("`{name}` shares its bytes with another constant, which gets another value");
                return Err(Refusal::new(why, found.place()));
            }
            used.insert(name);
        }
        if !patches.is_empty() {
            let content = patched(file.bytes(&range)?.data(), &patches)?;
            editor.replace_segment(index, content)?;
        }
    }
    let named = named_data::all(editor)?;
    for (name, value) in values.iter().filter(|(name, _)| !used.contains(*name)).collect::<Vec<_>>() {
        let Some(old) = named.get(name) else {
            let known: Vec<String> = names(editor)?.into_keys().chain(named.keys().cloned()).collect();
            let known = if known.is_empty() {
                "there are none".into()
            } else {
                format!("there are {}", known.join(", "))
            };
            let help = "rename it with --map NAME=CONSTANT, or leave it out";
            return Err(Refusal::whole(format!("no constant `{name}`: {known}")).with_help(help));
        };
        if old.len() != value.data.len() {
            let why =
                format!("named data `{name}` have {} bytes, the new value {}", old.len(), value.data.len());
            return Err(Refusal::whole(why));
        }
        named_data::replace(editor, name, Output::weights(value.data))?;
    }
    Ok(match values.len() {
        0 => Vec::new(),
        n => vec![format!("{} with new values", count(n, "constant"))],
    })
}

/// A segment with some of its bytes replaced.
fn patched<'a>(old: &'a [u8], patches: &BTreeMap<u64, &'a [u8]>) -> Result<Output<'a>, Refusal> {
    let mut content = Output::default();
    let mut at = 0;
    for (offset, data) in patches {
        let start = usize::try_from(*offset).unwrap_or(usize::MAX);
        if start < at || start.saturating_add(data.len()) > old.len() {
            return Err(Refusal::whole(
                "constants overlap in their segment: one of them cannot change alone",
            ));
        }
        content.push(Piece::Weights(old.get(at..start).unwrap_or_default().into()));
        content.push(Piece::Weights((*data).into()));
        at = start + data.len();
    }
    content.push(Piece::Weights(old.get(at..).unwrap_or_default().into()));
    Ok(content)
}
