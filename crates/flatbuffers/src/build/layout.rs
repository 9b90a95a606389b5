//! Where the objects of a [`Builder`] come to stand, and their bytes there.

use outlast_core::{Error, ErrorKind, Output, QuickMap, Result, Span, write_at};

use super::{Builder, MAX_SIZE, Object, Ref, Target, VTable, too_large, too_large_table};

/// Where objects are.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    order: Vec<Ref>,
    pub(crate) places: QuickMap<Ref, usize>,
    vtables: QuickMap<Vec<u8>, usize>,
    /// One past the last byte.
    pub(crate) end: usize,
}

impl Layout {
    /// Where a reference leads.
    fn place(&self, target: Target, kept: &dyn Fn(usize) -> usize) -> Result<usize> {
        match target {
            Target::Kept(at) => Ok(kept(at)),
            Target::New(object) => self.place_of(object),
        }
    }

    /// Where an object is.
    pub(crate) fn place_of(&self, object: Ref) -> Result<usize> {
        self.places.get(&object).copied().ok_or_else(|| {
            let why = "an object is referred to from two blocks".to_string();
            Error::new(ErrorKind::Invalid { what: "layout of a FlatBuffer", why }, Span::default())
        })
    }
}

/// Writes bytes into a buffer that was laid out.
pub(crate) fn put(out: &mut [u8], at: usize, raw: &[u8]) -> Result<()> {
    write_at(out, at, raw).ok_or_else(|| {
        let why = format!("{} bytes at 0x{at:x} do not fit into {}", raw.len(), out.len());
        Error::new(ErrorKind::Invalid { what: "layout of a FlatBuffer", why }, Span::default())
    })
}

impl<'a> Builder<'a> {
    /// Places everything that hangs on `roots` from `start` on.
    pub(crate) fn layout(&self, roots: &[Ref], start: usize) -> Result<Layout> {
        self.layout_of(self.reachable(roots), start)
    }

    /// Places these objects, in this order.
    pub(crate) fn layout_of(&self, order: Vec<Ref>, start: usize) -> Result<Layout> {
        let mut layout =
            Layout { order, places: QuickMap::default(), vtables: QuickMap::default(), end: start };
        for object in &layout.order {
            let place = match self.object(*object) {
                Object::Table { bytes, .. } if bytes.len() > usize::from(u16::MAX) => {
                    return Err(too_large_table());
                }
                Object::Table { bytes, vtable, modulus, remainder, .. } => {
                    if let VTable::New(raw) = vtable
                        && !layout.vtables.contains_key(raw)
                    {
                        if raw.len() > usize::from(u16::MAX) {
                            return Err(too_large_table());
                        }
                        let at = layout.end.next_multiple_of(2);
                        layout.vtables.insert(raw.clone(), at);
                        layout.end = at + raw.len();
                    }
                    let modulus = (*modulus).max(4);
                    let over = layout.end.checked_next_multiple_of(modulus).ok_or_else(too_large)?;
                    let mut place = over.checked_add(remainder % modulus).ok_or_else(too_large)?;
                    if place - layout.end >= modulus {
                        place -= modulus;
                    }
                    layout.end = place.checked_add(bytes.len()).ok_or_else(too_large)?;
                    place
                }
                Object::Vector { data, align, .. } => vector_at(&mut layout.end, data.len(), *align)?,
                Object::Struct { data, align } => {
                    let place = layout.end.checked_next_multiple_of(*align).ok_or_else(too_large)?;
                    layout.end = place.checked_add(data.len()).ok_or_else(too_large)?;
                    place
                }
                Object::Bulk { data, align } => vector_at(&mut layout.end, data.len(), *align)?,
            };
            layout.places.insert(*object, place);
            if layout.end > MAX_SIZE {
                return Err(too_large());
            }
        }
        if layout.end > MAX_SIZE {
            return Err(too_large());
        }
        Ok(layout)
    }

    /// Writes the objects of a layout, except for bulk data, into `out`, whose first byte stands at `base`. `kept` tells where an object of
    /// the original is.
    pub(crate) fn write(
        &self,
        layout: &Layout,
        out: &mut [u8],
        base: usize,
        kept: &dyn Fn(usize) -> usize,
    ) -> Result<()> {
        for (raw, at) in &layout.vtables {
            put(out, at - base, raw)?;
        }
        for object in &layout.order {
            let place = layout.place_of(*object)?;
            let (first, data, references) = match self.object(*object) {
                Object::Table { bytes, references, vtable, .. } => {
                    let vtable = match vtable {
                        VTable::New(raw) => layout.vtables.get(raw).copied().ok_or_else(too_large_table)?,
                        VTable::Kept(at) => kept(*at),
                    };
                    let back =
                        i64::try_from(place).unwrap_or(i64::MAX) - i64::try_from(vtable).unwrap_or(i64::MAX);
                    let back = i32::try_from(back).map_err(|_| too_large())?;
                    put(out, place - base, bytes)?;
                    put(out, place - base, &back.to_le_bytes())?;
                    (place, None, references)
                }
                Object::Vector { count, data, references, .. } => {
                    put(out, place - base, &count.to_le_bytes())?;
                    (place + 4, Some(data), references)
                }
                Object::Struct { data, .. } => {
                    put(out, place - base, data)?;
                    continue;
                }
                Object::Bulk { data, .. } => {
                    let count = u32::try_from(data.len()).map_err(|_| too_large())?;
                    put(out, place - base, &count.to_le_bytes())?;
                    continue;
                }
            };
            if let Some(data) = data {
                put(out, first - base, data)?;
            }
            for (offset, target) in references {
                let at = first + offset;
                let target = layout.place(*target, kept)?;
                put(out, at - base, &distance(at, target)?.to_le_bytes())?;
            }
        }
        Ok(())
    }

    /// The bulk data of a layout, with their places.
    pub(crate) fn bulk_in(&self, layout: &Layout) -> Vec<(usize, Output<'a>)> {
        let placed = layout.order.iter().filter_map(|object| match self.object(*object) {
            Object::Bulk { data, .. } => Some((layout.places.get(object)? + 4, data.clone())),
            _ => None,
        });
        placed.collect()
    }
}

/// Places a vector of so many bytes at the end; its count stands before its first element, which is aligned.
fn vector_at(end: &mut usize, len: usize, align: usize) -> Result<usize> {
    let first = end.checked_add(4);
    let first = first.and_then(|at| at.checked_next_multiple_of(align.max(4)));
    let first = first.ok_or_else(too_large)?;
    *end = first.checked_add(len).ok_or_else(too_large)?;
    Ok(first - 4)
}

/// The value of a reference at `at` to `target`.
pub(crate) fn distance(at: usize, target: usize) -> Result<u32> {
    let forward = target.checked_sub(at).filter(|d| *d > 0).and_then(|d| u32::try_from(d).ok());
    forward.ok_or_else(|| {
        let why = format!("a reference at 0x{at:x} cannot lead back to 0x{target:x}");
        Error::new(ErrorKind::Invalid { what: "layout of a FlatBuffer", why }, Span::default())
    })
}
