//! Numbers and strings in the blob of a table, in few bytes.

/// A number of three bytes.
#[inline]
pub(super) fn u24([a, b, c]: [u8; 3]) -> u32 {
    u32::from_le_bytes([a, b, c, 0])
}

/// A number in three bytes; `None` for one that needs more.
pub(super) fn number(value: u32) -> Option<[u8; 3]> {
    match value.to_le_bytes() {
        [a, b, c, 0] => Some([a, b, c]),
        _ => None,
    }
}

/// Where sorted strings begin in common bytes, and these: a string that is the beginning or the end of another has none of its own.
pub(super) fn packed(strings: &[&str]) -> (Vec<usize>, Vec<u8>) {
    let (mut starts, mut bytes) = (vec![0; strings.len()], Vec::new());
    let begins_next = |at: usize, text: &str| strings.get(at + 1).is_some_and(|next| next.starts_with(text));
    let mut ends: Vec<(usize, &str)> = (0..).zip(strings.iter().copied()).collect();
    ends.retain(|(at, text)| !begins_next(*at, text));
    ends.sort_by(|(_, a), (_, b)| a.bytes().rev().cmp(b.bytes().rev()));
    let mut host = "";
    let mut start = 0;
    for (at, text) in ends.into_iter().rev() {
        match host.ends_with(text) {
            true => start += host.len() - text.len(),
            false => {
                start = bytes.len();
                bytes.extend(text.as_bytes());
            }
        }
        host = text;
        if let Some(place) = starts.get_mut(at) {
            *place = start;
        }
    }
    for at in (0..strings.len()).rev() {
        if strings.get(at).is_some_and(|text| begins_next(at, text)) {
            let next = starts.get(at + 1).copied().unwrap_or(0);
            if let Some(place) = starts.get_mut(at) {
                *place = next;
            }
        }
    }
    (starts, bytes)
}

#[cfg(test)]
mod tests {
    use super::packed;

    #[test]
    fn strings_share_bytes() {
        let strings = ["", "ab", "abc", "bc", "c", "x"];
        let (starts, bytes) = packed(&strings);
        for (start, text) in starts.iter().zip(strings) {
            assert_eq!(&bytes[*start..start + text.len()], text.as_bytes(), "{text}");
        }
        assert_eq!(bytes.len(), 4);
    }
}
