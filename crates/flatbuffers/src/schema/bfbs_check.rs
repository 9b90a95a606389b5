//! What must hold between the parts of a binary schema.

use outlast_core::{Error, ErrorKind, Result, Span, Step};

use super::bfbs::{Shell, invalid};
use super::layout;
use super::model::{Element, Field, Object, ObjectId, Type};

/// Structs must not contain themselves, and their layout must be what their fields give.
pub(super) fn check_structs(shells: &mut [Shell<'_>]) -> Result<()> {
    let sizes: Vec<(u32, u32)> = shells.iter().map(|s| (s.object.byte_size, s.object.min_align)).collect();
    let index = |id: ObjectId| usize::try_from(id.0).unwrap_or(usize::MAX);
    for shell in shells.iter_mut().filter(|s| s.object.is_struct) {
        let Object { name, fields, min_align, byte_size, .. } = &mut shell.object;
        let said: Vec<u32> = fields.iter().map(|f| f.offset).collect();
        let wrong =
            |why: &str| invalid(&shell.table, "struct", why).within(Step::Named("object", name.clone()));
        if !min_align.is_power_of_two() || *min_align > 1 << 16 {
            return Err(wrong(&format!("alignment {min_align} is not a power of two")));
        }
        let of = |element| match element {
            Element::Struct(id) => sizes.get(index(id)).copied().filter(|(_, align)| align.is_power_of_two()),
            _ => None,
        };
        let placed = layout::place(fields, Some(*min_align), of);
        let offsets_fit = fields.iter().zip(&said).all(|(f, said)| f.offset & 0xffff == *said);
        if fields.is_empty() || !offsets_fit {
            return Err(wrong("its offsets are not those of its fields"));
        }
        match placed {
            Some((natural, size)) if size == *byte_size && natural <= *min_align => {}
            _ => return Err(wrong("its size and alignment are not those of its fields")),
        }
    }
    check_cycles(shells)
}

/// Takes away structs that contain none of the remaining ones; what is left contains itself.
fn check_cycles(shells: &[Shell<'_>]) -> Result<()> {
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); shells.len()];
    let mut open: Vec<usize> = vec![0; shells.len()];
    for (at, shell) in shells.iter().enumerate().filter(|(_, s)| s.object.is_struct) {
        for field in &shell.object.fields {
            if let Element::Struct(id) = field.ty.element()
                && let Some(list) = usize::try_from(id.0).ok().and_then(|inner| users.get_mut(inner))
            {
                list.push(at);
                if let Some(count) = open.get_mut(at) {
                    *count += 1;
                }
            }
        }
    }
    let mut ready: Vec<usize> = (0..open.len()).filter(|at| open.get(*at) == Some(&0)).collect();
    let mut closed = 0;
    while let Some(at) = ready.pop() {
        closed += 1;
        for user in users.get(at).into_iter().flatten() {
            if let Some(count) = open.get_mut(*user) {
                *count -= 1;
                if *count == 0 {
                    ready.push(*user);
                }
            }
        }
    }
    if closed == open.len() {
        return Ok(());
    }
    let stuck = open.iter().position(|count| *count > 0).and_then(|at| shells.get(at));
    let table = stuck.map_or_else(|| Span::at(0, 0), |s| s.table.whole_span());
    let kind = ErrorKind::Invalid { what: "struct", why: "it contains itself".into() };
    Err(Error::new(kind, table))
}

/// Every union needs the field of its tags in the slot before, and every such field its union.
pub(super) fn pair_unions(fields: &mut [Field]) -> std::result::Result<(), String> {
    let mut tag: Option<(Type, u16)> = None;
    let mut links = Vec::new();
    for field in fields.iter() {
        let wanted = match field.ty.element() {
            Element::Union(id) => Some(id),
            _ => None,
        };
        let held = tag.take().and_then(|(ty, at)| match ty.element() {
            Element::UnionTag(_, id) => Some((id, matches!(ty, Type::Single(_)), at)),
            _ => None,
        });
        match (held, wanted) {
            (None, None) => {}
            (Some((id, single, at)), Some(union))
                if id == union && single == matches!(field.ty, Type::Single(_)) =>
            {
                links.push(at);
            }
            _ => return Err(format!("the field before `{}` does not fit it", field.name)),
        }
        if matches!(field.ty.element(), Element::UnionTag(..)) {
            tag = Some((field.ty, field.id));
        }
    }
    if tag.is_some() {
        return Err("the last field holds tags of no union".into());
    }
    for at in links {
        if let Some(field) = fields.get_mut(usize::from(at)) {
            field.union_tag_of = at.checked_add(1);
        }
    }
    Ok(())
}
