//! CRC-32 as zip has it (4.4.7): polynomial 0xedb88320, reflected, started and ended with inversion.

/// Table `k` advances a byte over `k` further zero bytes, so that eight bytes go at once.
const TABLES: [[u32; 256]; 8] = tables();

const fn tables() -> [[u32; 256]; 8] {
    let mut tables = [[0; 256]; 8];
    let (mut n, mut byte) = (0, 0u32);
    while n < 256 {
        let (mut crc, mut bit) = (byte, 0);
        while bit < 8 {
            crc = if crc & 1 != 0 { 0xedb8_8320 ^ (crc >> 1) } else { crc >> 1 };
            bit += 1;
        }
        tables[0][n] = crc;
        n += 1;
        byte += 1;
    }
    let mut k = 1;
    while k < 8 {
        let mut n = 0;
        while n < 256 {
            let before: u32 = tables[k - 1][n];
            tables[k][n] = tables[0][before.to_le_bytes()[0] as usize] ^ (before >> 8);
            n += 1;
        }
        k += 1;
    }
    tables
}

/// A CRC-32 that is fed piece by piece.
#[derive(Clone, Debug)]
pub struct Crc32(u32);

impl Default for Crc32 {
    fn default() -> Crc32 {
        Crc32(!0)
    }
}

impl Crc32 {
    /// The checksum of these bytes.
    pub fn of(data: &[u8]) -> u32 {
        let mut crc = Crc32::default();
        crc.feed(data);
        crc.value()
    }

    /// Goes on with these bytes.
    pub fn feed(&mut self, data: &[u8]) {
        let lookup = |k: usize, byte: u8| TABLES[k][usize::from(byte)];
        let (eights, rest) = data.as_chunks::<8>();
        let mut crc = self.0;
        for chunk in eights {
            let [a, b, c, d] = crc.to_le_bytes();
            crc = lookup(7, chunk[0] ^ a)
                ^ lookup(6, chunk[1] ^ b)
                ^ lookup(5, chunk[2] ^ c)
                ^ lookup(4, chunk[3] ^ d)
                ^ lookup(3, chunk[4])
                ^ lookup(2, chunk[5])
                ^ lookup(1, chunk[6])
                ^ lookup(0, chunk[7]);
        }
        for byte in rest {
            crc = lookup(0, crc.to_le_bytes()[0] ^ byte) ^ (crc >> 8);
        }
        self.0 = crc;
    }

    /// The checksum of what was fed.
    pub fn value(&self) -> u32 {
        !self.0
    }
}

#[cfg(test)]
mod tests {
    use super::Crc32;

    #[test]
    fn is_that_of_zip() {
        assert_eq!(Crc32::of(b"123456789"), 0xcbf4_3926);
        assert_eq!(Crc32::of(b""), 0);
        assert_eq!(Crc32::of(&[0; 32]), 0x190a_55ad);
    }

    #[test]
    fn pieces_make_the_whole() {
        let data: Vec<u8> = (0..1000u32).map(|n| n.wrapping_mul(2_654_435_761).to_le_bytes()[3]).collect();
        for cut in [0, 1, 7, 8, 9, 500, 1000] {
            let mut crc = Crc32::default();
            crc.feed(&data[..cut]);
            crc.feed(&data[cut..]);
            assert_eq!(crc.value(), Crc32::of(&data));
        }
    }
}
