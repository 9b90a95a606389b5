//! Extra fields of headers and directory records (4.5): `u16 id, u16 length, data`, one after the other.

use outlast_core::{Bytes, Result};

/// The id of the field with the numbers that have no room in 32 bits (4.5.3).
const ZIP64: u16 = 1;

/// The fields, with their ids. What follows the last whole field is padding: writers that align data leave zeros there.
pub(crate) fn fields(extra: Bytes<'_>) -> impl Iterator<Item = (u16, Bytes<'_>)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let id = extra.u16(at, "extra field").ok()?;
        let len = usize::from(extra.u16(at + 2, "extra field").ok()?);
        let field = extra.window(at + 4, len, "extra field").ok()?;
        at += 4 + len;
        Some((id, field))
    })
}

/// Whether the fields end inside one of them: the length of all is another than it was, and what is behind them starts elsewhere.
pub(crate) fn are_cut(extra: Bytes<'_>) -> bool {
    let whole: usize = fields(extra).map(|(_, field)| 4 + field.len()).sum();
    let rest = extra.data().get(whole..).unwrap_or_default();
    // Too short for a field, or zeros: padding.
    rest.len() >= 4 && rest.iter().any(|byte| *byte != 0)
}

/// Puts the 64-bit numbers of the zip64 field in place of those that are 0xffffffff. `numbers` are, in the order of the field: size,
/// stored size and, in the directory, the place of the header. Without the field, 0xffffffff means itself.
pub(crate) fn widen(extra: Bytes<'_>, numbers: &mut [u64]) -> Result<()> {
    const WIDE: u64 = u32::MAX as u64;
    if !numbers.contains(&WIDE) {
        return Ok(());
    }
    let Some((_, field)) = fields(extra).find(|(id, _)| *id == ZIP64) else { return Ok(()) };
    // The field has the numbers that are needed and no others. miniz, which PyTorch uses, also writes some that are not: then it
    // has room for all.
    let all = field.len() >= numbers.len() * 8;
    let mut at = 0;
    for number in numbers {
        if *number == WIDE {
            *number = field.u64(at, "zip64 field of a member")?;
        } else if !all {
            continue;
        }
        at += 8;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use outlast_core::Bytes;

    use super::{are_cut, fields, widen};

    fn field(id: u16, data: &[u8]) -> Vec<u8> {
        let len = u16::try_from(data.len()).unwrap();
        [&id.to_le_bytes(), &len.to_le_bytes(), data].concat()
    }

    fn words(numbers: &[u64]) -> Vec<u8> {
        numbers.iter().flat_map(|n| n.to_le_bytes()).collect()
    }

    #[test]
    fn padding_and_damage_end_the_fields() {
        let extra = [field(0x4246, b"ZZZ"), field(9, b""), vec![0; 3]].concat();
        let found: Vec<_> = fields(Bytes::new(&extra, 0)).map(|(id, field)| (id, field.data())).collect();
        assert_eq!(found, [(0x4246, &b"ZZZ"[..]), (9, b"")]);
        let cut = &extra[..6];
        assert_eq!(fields(Bytes::new(cut, 0)).count(), 0);
        assert!(are_cut(Bytes::new(cut, 0)) && !are_cut(Bytes::new(&extra, 0)));
    }

    #[test]
    fn only_numbers_that_need_it_are_widened() {
        const WIDE: u64 = 0xffff_ffff;
        let widened = |extra: &[u8], mut numbers: [u64; 3]| {
            widen(Bytes::new(extra, 0), &mut numbers).map(|()| numbers).map_err(|e| e.to_string())
        };
        let extra = [field(0x4246, b"Z"), field(1, &words(&[5 << 32, 6 << 32]))].concat();
        assert_eq!(widened(&extra, [WIDE, 7, WIDE]), Ok([5 << 32, 7, 6 << 32]));
        assert_eq!(widened(&extra, [1, 2, 3]), Ok([1, 2, 3]));
        assert!(widened(&extra, [WIDE, WIDE, WIDE]).unwrap_err().contains("zip64 field"));
        // As miniz writes it: a stored size that would not be needed.
        let extra = field(1, &words(&[5 << 32, 7, 6 << 32]));
        assert_eq!(widened(&extra, [WIDE, 7, WIDE]), Ok([5 << 32, 7, 6 << 32]));
        assert_eq!(widened(b"", [WIDE, 7, 8]), Ok([WIDE, 7, 8]));
    }
}
