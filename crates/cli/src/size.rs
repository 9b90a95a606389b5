//! Numbers of bytes, as people write them.

/// A number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size(pub(crate) u64);

/// Units of sizes, largest first: powers of 1024.
const UNITS: [(char, u32); 4] = [('T', 40), ('G', 30), ('M', 20), ('K', 10)];

/// A number of bytes, perhaps with a unit: `4096`, `500M`, `2GiB`.
pub(crate) fn size(text: &str) -> Result<Size, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = text.get(digits.len()..).unwrap_or_default().to_ascii_uppercase();
    let shift = match unit.strip_suffix("IB").unwrap_or(&unit) {
        "" if unit.is_empty() => Some(0),
        "B" => Some(0),
        letter => UNITS.iter().find(|(unit, _)| letter == unit.to_string()).map(|(_, shift)| *shift),
    };
    let Some(shift) = shift else {
        return Err("the units are K, M, G and T, or KiB, MiB, GiB and TiB: powers of 1024".into());
    };
    let number: u64 = digits.parse().map_err(|_| "write a whole number, perhaps with a unit: 500M, 2GiB")?;
    number.checked_mul(1 << shift).map(Size).ok_or_else(|| "more than 2^64 bytes".into())
}

/// A number of bytes as it is written.
pub(crate) fn show_size(bytes: u64) -> String {
    let unit = UNITS.iter().find(|(_, shift)| bytes != 0 && bytes.is_multiple_of(1 << shift));
    match unit {
        Some((letter, shift)) => format!("{} {letter}iB", bytes >> shift),
        None => format!("{bytes} bytes"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Size, show_size, size};

    #[test]
    fn sizes() {
        for (text, bytes, shown) in [
            ("0", 0, "0 bytes"),
            ("4097", 4097, "4097 bytes"),
            ("7b", 7, "7 bytes"),
            ("1K", 1 << 10, "1 KiB"),
            ("500M", 500 << 20, "500 MiB"),
            ("64GiB", 64 << 30, "64 GiB"),
            ("2t", 2 << 40, "2 TiB"),
        ] {
            assert_eq!(size(text), Ok(Size(bytes)), "{text}");
            assert_eq!(show_size(bytes), shown);
        }
        for text in ["", "G", "iB", "1KB", "1.5G", "-1", "1 G", "1Gi", "1P", "99999999T", "1é"] {
            assert!(size(text).is_err(), "{text}");
        }
    }
}
