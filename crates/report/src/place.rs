//! Places in files of bytes, as text.

use outlast_core::Place;

use crate::escape;

/// `at 0x5b..0x5d  (section 4 / length)`, or `in x.o!.llvmbc at 0x5b..0x5d  (section 4 / length)`.
pub(crate) fn place(place: &Place) -> String {
    let source = &place.span.source;
    match source.is_file() {
        true => format!("at {}", range(place)),
        false => format!("in {} at {}", escape(&source.to_string()), range(place)),
    }
}

/// `0x5b..0x5d  (section 4 / length)`.
pub(crate) fn range(place: &Place) -> String {
    let range = place.span.range();
    match place.path.is_root() {
        true => range.to_string(),
        false => format!("{range}  ({})", escape(&place.path.to_string())),
    }
}
