//! Inputs of the oracles over changes: what is asked, and up to two files.
//!
//! Two bytes choose the operation and one of its variants; two more (little-endian) are the length of the first file; what follows
//! it is the second file. libFuzzer changes either file without breaking the other.

/// What an input asks, and of which files.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parts<'a> {
    /// Which operation, reduced by the oracle to those that there are.
    pub(crate) operation: usize,
    /// Which variant of it: an index into names, or switches.
    pub(crate) variant: usize,
    /// The file that is changed.
    pub(crate) first: &'a [u8],
    /// The file that it is changed with.
    pub(crate) second: &'a [u8],
}

impl<'a> Parts<'a> {
    /// Takes an input apart; `None` if it is too short, or longer than oracles look at.
    pub(crate) fn split(input: &'a [u8]) -> Option<Parts<'a>> {
        if input.len() > crate::program::MOST_BYTES {
            return None;
        }
        let ([operation, variant, low, high], rest) = input.split_first_chunk()?;
        let length = usize::from(u16::from_le_bytes([*low, *high])).min(rest.len());
        let (first, second) = rest.split_at(length);
        Some(Parts { operation: usize::from(*operation), variant: usize::from(*variant), first, second })
    }

    /// One of these, which the variant chooses.
    pub(crate) fn choose<T>(&self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.variant.checked_rem(from.len())?)
    }
}

/// An input from its parts; `None` if the first file is longer than an input can say.
pub(crate) fn join(operation: usize, variant: usize, first: &[u8], second: &[u8]) -> Option<Vec<u8>> {
    let [low, high] = u16::try_from(first.len()).ok()?.to_le_bytes();
    let head = [u8::try_from(operation).ok()?, u8::try_from(variant).ok()?, low, high];
    Some([&head[..], first, second].concat())
}

#[cfg(test)]
mod tests {
    use super::{Parts, join};

    #[test]
    fn inputs_come_apart_as_they_were_joined() {
        let input = join(3, 7, b"program", b"data").unwrap();
        let parts = Parts::split(&input).unwrap();
        assert_eq!((parts.operation, parts.variant), (3, 7));
        assert_eq!((parts.first, parts.second), (&b"program"[..], &b"data"[..]));
        assert_eq!(Parts::split(&[0, 0, 9, 0, 1]).unwrap().first, [1], "a length beyond the end is cut");
        assert!(Parts::split(&[0, 0, 0]).is_none());
        assert!(join(0, 0, &[0; 1 << 16], b"").is_none());
    }
}
