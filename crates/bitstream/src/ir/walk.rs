//! The walk of tools that look for a summary: they pass over the blocks of a module by their length words, and over records.

use crate::cursor::{Cursor, Item, Next};
use crate::stream::Stream;

const MODULE: u32 = 8;

/// Whether such a walk comes to the summary or the end of the module with this number.
pub(super) fn ends(stream: Stream<'_>, module: usize) -> bool {
    let Ok(mut cursor) = Cursor::new(stream) else { return false };
    let (mut modules, mut inside, mut found) = (0, false, false);
    loop {
        let next = cursor.next_opened(|_, id| {
            let first = !inside && id == MODULE;
            modules += usize::from(first);
            inside |= first && modules == module + 1;
            found = inside && matches!(id, 20 | 24);
            !(first && inside)
        });
        match next {
            Ok(Next::Passed(_)) if found => return true,
            Ok(Next::Item(Item::Leave(..)) | Next::End) => return true,
            Ok(_) => {}
            Err(_) => return found,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ends;
    use crate::stream::Stream;
    use outlast_testkit::corpus;

    #[test]
    fn a_length_word_leads_the_walk() {
        // Lengths of function bodies that lead to what ends a module by chance, and a length that leads out of the file.
        for (file, bit, through) in [
            ("22.1.8/opaque.bc", 19876, true),
            ("22.1.8/opaque.bc", 16033, true),
            ("22.1.8/other-g.bc", 26406, false),
        ] {
            let mut bytes = std::fs::read(corpus::root().join("llvm").join(file)).unwrap();
            assert!(ends(Stream::new(&bytes, 0), 0), "{file}");
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(ends(Stream::new(&bytes, 0), 0), through, "bit {bit}");
        }
    }
}
