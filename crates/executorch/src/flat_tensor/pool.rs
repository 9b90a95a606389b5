//! [`Pool`]: contents that are stored once, however often they are named.

use std::hash::{DefaultHasher, Hasher};

use outlast_core::{Output, QuickMap};

/// Distinct contents, in order of their first appearance.
#[derive(Debug, Default)]
pub(super) struct Pool<'a> {
    contents: Vec<Output<'a>>,
    by_hash: QuickMap<(usize, u64), Vec<usize>>,
}

impl<'a> Pool<'a> {
    /// The number of this content, which is added if it is new; and whether it is.
    pub(super) fn number(&mut self, content: &Output<'a>) -> (usize, bool) {
        let mut hasher = DefaultHasher::new();
        content.chunks().for_each(|chunk| hasher.write(chunk));
        let twins = self.by_hash.entry((content.len(), hasher.finish())).or_default();
        if let Some(twin) =
            twins.iter().find(|twin| self.contents.get(**twin).is_some_and(|twin| twin.is_same(content)))
        {
            return (*twin, false);
        }
        twins.push(self.contents.len());
        self.contents.push(content.clone());
        (self.contents.len() - 1, true)
    }

    /// The contents, by number.
    pub(super) fn into_contents(self) -> Vec<Output<'a>> {
        self.contents
    }
}

#[cfg(test)]
mod tests {
    use super::Pool;
    use outlast_core::{Output, Piece};

    #[test]
    fn equal_contents_have_one_number() {
        let mut cut = Output::of(&b"ab"[..]);
        cut.push(Piece::Zeros(5000));
        cut.push(Piece::Weights(b"c"[..].into()));
        let whole = Output::weights(cut.to_vec());
        assert!(cut.is_same(&whole));
        let mut other = whole.to_vec();
        other[3000] = 1;
        assert!(!cut.is_same(&Output::of(other.clone())));
        assert!(!cut.is_same(&Output::of(&b"ab"[..])));

        let mut pool = Pool::default();
        assert_eq!(pool.number(&cut), (0, true));
        assert_eq!(pool.number(&Output::of(other)), (1, true));
        assert_eq!(pool.number(&Output::weights(cut.to_vec())), (0, false));
        assert_eq!(pool.into_contents().len(), 2);
    }
}
