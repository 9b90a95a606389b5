//! [`ContainerHeader`]: what a container keeps between the identifier of a buffer and its objects.

use std::ops::Range;

use outlast_core::Bytes;

use crate::object::{Object, ObjectKind};
use crate::walk::Walk;

/// Where a container's header starts: behind the root offset and the identifier.
const START: usize = 8;

/// How many bytes a container's header takes behind the identifier.
///
/// A header says its own length, so that later releases can add fields. Readers look at the fields that they know, whatever the length:
/// a length that reaches into the objects of the buffer cannot be true, and then the header has its known fields and no others.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ContainerHeader {
    /// Bytes that the header says it has; 0 where there is none.
    pub length: usize,
    /// Bytes of the fields that readers of this length look at.
    pub fields: usize,
}

impl ContainerHeader {
    /// The bytes of a buffer that belong to the header; `walk` are its objects.
    pub fn range(self, buf: Bytes<'_>, walk: &Walk) -> Range<usize> {
        let first = first_object(&walk.objects).unwrap_or(buf.len());
        let length = match self.fits(first) {
            true => self.length,
            false => self.fields.min(self.length),
        };
        START.min(buf.len())..START.saturating_add(length).min(buf.len())
    }

    /// Whether so long a header ends before an object that starts at `first`.
    pub fn fits(self, first: usize) -> bool {
        START.saturating_add(self.length) <= first
    }

    /// The header as an object of the buffer; `None` if there is none.
    pub(crate) fn object(self, buf: Bytes<'_>, walk: &Walk) -> Option<Object> {
        let Range { start, end } = self.range(buf, walk);
        (start < end).then_some(Object { start, end, kind: ObjectKind::Head })
    }
}

/// A header whose fields are all known.
impl From<usize> for ContainerHeader {
    fn from(length: usize) -> Self {
        ContainerHeader { length, fields: length }
    }
}

/// Where the first of these objects stands, other than the root offset and headers.
pub(crate) fn first_object(objects: &[Object]) -> Option<usize> {
    objects.iter().filter(|object| object.kind != ObjectKind::Head).map(|object| object.start).min()
}

#[cfg(test)]
mod tests {
    use outlast_core::Bytes;

    use super::ContainerHeader;
    use crate::object::{Object, ObjectKind};
    use crate::walk::Walk;

    #[test]
    fn a_length_that_reaches_into_objects_is_not_true() {
        let raw = [0; 100];
        let objects = [(0, 8, ObjectKind::Head), (60, 70, ObjectKind::String), (44, 60, ObjectKind::String)];
        let objects = objects.map(|(start, end, kind)| Object { start, end, kind }).to_vec();
        let walk = Walk { objects, ..Walk::default() };
        let range = |length, fields| ContainerHeader { length, fields }.range(Bytes::new(&raw, 0), &walk);
        assert_eq!(range(32, 32), 8..40);
        assert_eq!(range(36, 32), 8..44, "fields of the future");
        assert_eq!(range(37, 32), 8..40, "one byte of it would be an object's");
        assert_eq!(range(usize::MAX, 32), 8..40);
        assert_eq!(range(28, 24), 8..36);
        assert_eq!(range(0, 0), 8..8);
        let none = Walk::default();
        assert_eq!(ContainerHeader { length: 500, fields: 32 }.range(Bytes::new(&raw, 0), &none), 8..40);
        assert_eq!(ContainerHeader::from(40).range(Bytes::new(&raw[..20], 0), &none), 8..20);
    }
}
