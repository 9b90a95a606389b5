//! Parts of the data layout, a record of `MODULE_BLOCK_ID` (8): sizes, alignments and address spaces, with `-` between them.
//!
//! Until LLVM 19 readers took sizes and alignments of more bits than later ones do.

/// Whether a part begins with a letter of the language, and has its form where it has one only.
pub(super) fn is_sound(part: &str) -> bool {
    let mut letters = part.chars();
    let Some(first) = letters.next() else { return false };
    let rest = letters.as_str();
    let written = rest.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, ':' | '(' | ')' | '_'));
    written
        && match first {
            'e' | 'E' => rest.is_empty(),
            'm' => matches!(
                rest.strip_prefix(':').map(str::as_bytes),
                Some([b'e' | b'l' | b'o' | b'm' | b'w' | b'x' | b'a'])
            ),
            'i' | 'v' | 'f' => {
                // The width, then at least one alignment.
                let parts: Vec<&str> = rest.split(':').collect();
                let width = |text: &str| text.parse::<u64>().is_ok_and(|bits| bits < 1 << 24);
                let [bits, alignments @ ..] = parts.as_slice() else { return false };
                !alignments.is_empty()
                    && parts.iter().all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
                    && width(bits)
                    && aligned(alignments.get(..2).unwrap_or(alignments))
            }
            'P' | 'G' | 'A' => small(rest),
            'S' => natural(rest),
            'F' => rest.strip_prefix(['i', 'n']).is_some_and(natural),
            // Address space, size, alignment, and perhaps the preferred one and the size of indices.
            'p' => {
                let parts: Vec<&str> = rest.split(':').collect();
                let [space, size, alignments @ ..] = parts.as_slice() else { return false };
                let space = space.trim_start_matches(['e', 'u']);
                let space = space.split_once('(').map_or(space, |(space, _)| space);
                (3..=5).contains(&parts.len())
                    && (space.is_empty() || small(space))
                    && parts.get(4).is_none_or(|index| some(index))
                    && some(size)
                    && aligned(alignments.get(..2).unwrap_or(alignments))
            }
            // Aggregates have no size; their alignment may be none.
            'a' => {
                let parts: Vec<&str> = rest.split(':').collect();
                let [size, more @ ..] = parts.as_slice() else { return false };
                let alignments: Vec<&str> =
                    more.iter().take(2).copied().filter(|bits| *bits != "0").collect();
                size.bytes().all(|digit| digit == b'0') && !more.is_empty() && aligned(&alignments)
            }
            // Address spaces whose pointers are no numbers; integers that the machine has.
            'n' => match rest.strip_prefix('i') {
                Some(spaces) => spaces.strip_prefix(':').is_some_and(|spaces| spaces.split(':').all(counted)),
                None => rest.split(':').all(counted),
            },
            's' => true,
            _ => false,
        }
}

/// Whether a part is what later readers take, too: no more numbers than its form has, and none with too many bits.
pub(super) fn is_strict(part: &str) -> bool {
    let Some(first) = part.chars().next() else { return true };
    let parts: Vec<&str> = part.get(1..).unwrap_or_default().split(':').collect();
    let bits = |at: usize| parts.get(at).map_or(0, |bits| bits.parse().unwrap_or(u64::MAX));
    match first {
        'i' | 'v' | 'f' => parts.len() <= 3 && bits(0) != 0 && bits(1).max(bits(2)) < 1 << 16,
        'a' => parts.len() <= 3 && bits(1).max(bits(2)) < 1 << 16,
        'p' => bits(2).max(bits(3)) < 1 << 16 && bits(4) <= bits(1),
        'S' => bits(0) < 1 << 16,
        'n' if !part.starts_with("ni") => (0..parts.len()).all(|at| bits(at) < 1 << 24),
        'n' => (1..parts.len()).all(|at| bits(at) < 1 << 24),
        _ => true,
    }
}

/// A number of at most 24 bits.
fn small(text: &str) -> bool {
    text.parse::<u64>().is_ok_and(|bits| bits < 1 << 24)
}

/// A number of at most 24 bits that is not zero.
fn some(text: &str) -> bool {
    text.parse::<u64>().is_ok_and(|bits| (1..1 << 24).contains(&bits))
}

/// A number of at most 32 bits that is not zero.
fn counted(text: &str) -> bool {
    text.parse::<u32>().is_ok_and(|bits| bits != 0)
}

/// An alignment in bits that may be none.
fn natural(text: &str) -> bool {
    text.parse::<u64>().is_ok_and(|bits| bits == 0) || bytes(text)
}

/// Whether texts are an alignment and perhaps the preferred one, which is no smaller.
fn aligned(texts: &[&str]) -> bool {
    let bits = |text: &&str| text.parse::<u64>().ok();
    texts.iter().all(|text| bytes(text)) && texts.iter().is_sorted_by_key(bits)
}

/// Whether a text is an alignment in bits: a power of two of bytes.
fn bytes(text: &str) -> bool {
    text.parse::<u64>().is_ok_and(|bits| bits % 8 == 0 && (bits / 8).is_power_of_two())
}

#[cfg(test)]
mod tests {
    use super::{is_sound, is_strict};

    #[test]
    fn parts() {
        let real = "e-m:e-p270:32:32-p271:32:32:32:32-p:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:1:10:20-v24:32:32-a:0:64-a0:0-a:8:0-a:0:64-i64:64:64-A5-G1-P0-Fi8-Fn32-m:a-p3(cap):64:64-pe9:64:64-S0-E-s0:0";
        for part in real.split('-') {
            assert!(is_sound(part) && is_strict(part), "{part}");
        }
        for part in [
            "",
            "m",
            "m-",
            "m:q",
            "e1",
            "p:32*32",
            "p:64",
            "i64:63",
            "i99999999:64",
            "i64",
            "z",
            "S",
            "S65",
            "S24",
            "F8",
            "Fi3",
            "nx",
            "n8:0",
            "n",
            "ni",
            "ni:0",
            "i:64",
            "i64:64:32",
            "p:64:64:32",
            "p:0:64",
            "a",
            "a0",
            "a:",
            "a1:0",
            "a:64:32",
            "*",
        ] {
            assert!(!is_sound(part), "{part}");
        }
        for part in ["i64:64:64:64", "i0:8", "p:32:32:32:64", "n99999999", "S65536", "i64:65536"] {
            assert!(is_sound(part) && !is_strict(part), "{part}");
        }
    }
}
