//! XXH3 of 64 bits without a seed: Clang since 19 hashes the names of declarations and header files with it.

const PRIME32: [u64; 3] = [0x9e37_79b1, 0x85eb_ca77, 0xc2b2_ae3d];
const PRIME64: [u64; 5] = [
    0x9e37_79b1_85eb_ca87,
    0xc2b2_ae3d_27d4_eb4f,
    0x1656_67b1_9e37_79f9,
    0x85eb_ca77_c2b2_ae63,
    0x27d4_eb2f_1656_67c5,
];
const MIX: [u64; 2] = [0x1656_6791_9e37_79f9, 0x9fb2_1c65_1e98_df25];

/// What is mixed in where nobody gives a secret of his own.
const SECRET: [u8; 192] = [
    0xb8, 0xfe, 0x6c, 0x39, 0x23, 0xa4, 0x4b, 0xbe, 0x7c, 0x01, 0x81, 0x2c, 0xf7, 0x21, 0xad, 0x1c, 0xde,
    0xd4, 0x6d, 0xe9, 0x83, 0x90, 0x97, 0xdb, 0x72, 0x40, 0xa4, 0xa4, 0xb7, 0xb3, 0x67, 0x1f, 0xcb, 0x79,
    0xe6, 0x4e, 0xcc, 0xc0, 0xe5, 0x78, 0x82, 0x5a, 0xd0, 0x7d, 0xcc, 0xff, 0x72, 0x21, 0xb8, 0x08, 0x46,
    0x74, 0xf7, 0x43, 0x24, 0x8e, 0xe0, 0x35, 0x90, 0xe6, 0x81, 0x3a, 0x26, 0x4c, 0x3c, 0x28, 0x52, 0xbb,
    0x91, 0xc3, 0x00, 0xcb, 0x88, 0xd0, 0x65, 0x8b, 0x1b, 0x53, 0x2e, 0xa3, 0x71, 0x64, 0x48, 0x97, 0xa2,
    0x0d, 0xf9, 0x4e, 0x38, 0x19, 0xef, 0x46, 0xa9, 0xde, 0xac, 0xd8, 0xa8, 0xfa, 0x76, 0x3f, 0xe3, 0x9c,
    0x34, 0x3f, 0xf9, 0xdc, 0xbb, 0xc7, 0xc7, 0x0b, 0x4f, 0x1d, 0x8a, 0x51, 0xe0, 0x4b, 0xcd, 0xb4, 0x59,
    0x31, 0xc8, 0x9f, 0x7e, 0xc9, 0xd9, 0x78, 0x73, 0x64, 0xea, 0xc5, 0xac, 0x83, 0x34, 0xd3, 0xeb, 0xc3,
    0xc5, 0x81, 0xa0, 0xff, 0xfa, 0x13, 0x63, 0xeb, 0x17, 0x0d, 0xdd, 0x51, 0xb7, 0xf0, 0xda, 0x49, 0xd3,
    0x16, 0x55, 0x26, 0x29, 0xd4, 0x68, 0x9e, 0x2b, 0x16, 0xbe, 0x58, 0x7d, 0x47, 0xa1, 0xfc, 0x8f, 0xf8,
    0xb8, 0xd1, 0x7a, 0xd0, 0x31, 0xce, 0x45, 0xcb, 0x3a, 0x8f, 0x95, 0x16, 0x04, 0x28, 0xaf, 0xd7, 0xfb,
    0xca, 0xbb, 0x4b, 0x40, 0x7e,
];

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    bytes.get(at..).and_then(<[u8]>::first_chunk::<8>).map_or(0, |raw| u64::from_le_bytes(*raw))
}

fn u32_at(bytes: &[u8], at: usize) -> u64 {
    bytes.get(at..).and_then(<[u8]>::first_chunk::<4>).map_or(0, |raw| u64::from(u32::from_le_bytes(*raw)))
}

fn byte_at(bytes: &[u8], at: usize) -> u64 {
    bytes.get(at).map_or(0, |byte| u64::from(*byte))
}

fn secret(at: usize) -> u64 {
    u64_at(&SECRET, at)
}

/// The two halves of the product of 128 bits, one xor the other.
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    let low = product & u128::from(u64::MAX);
    u64::try_from(low ^ (product >> 64)).unwrap_or(0)
}

fn avalanche(mut hash: u64) -> u64 {
    hash = (hash ^ (hash >> 37)).wrapping_mul(MIX[0]);
    hash ^ (hash >> 32)
}

/// The last step for up to three bytes, taken from the older XXH64.
fn old_avalanche(mut hash: u64) -> u64 {
    hash = (hash ^ (hash >> 33)).wrapping_mul(PRIME64[1]);
    hash = (hash ^ (hash >> 29)).wrapping_mul(PRIME64[2]);
    hash ^ (hash >> 32)
}

/// 16 bytes of input with 16 of the secret.
fn mix_16(s: &[u8], at: usize, key: usize) -> u64 {
    fold(u64_at(s, at) ^ secret(key), u64_at(s, at + 8) ^ secret(key + 8))
}

/// XXH3 of these bytes.
pub fn xxh3(s: &[u8]) -> u64 {
    let len = s.len();
    match len {
        0 => old_avalanche(secret(56) ^ secret(64)),
        1..=3 => {
            let low = byte_at(s, len - 1) | (len as u64) << 8;
            let mixed = low | byte_at(s, 0) << 16 | byte_at(s, len >> 1) << 24;
            old_avalanche(mixed ^ u32_at(&SECRET, 0) ^ u32_at(&SECRET, 4))
        }
        4..=8 => {
            let input = u32_at(s, len - 4).wrapping_add(u32_at(s, 0) << 32);
            let mut hash = input ^ secret(8) ^ secret(16);
            hash = (hash ^ hash.rotate_left(49) ^ hash.rotate_left(24)).wrapping_mul(MIX[1]);
            hash = (hash ^ (hash >> 35).wrapping_add(len as u64)).wrapping_mul(MIX[1]);
            hash ^ (hash >> 28)
        }
        9..=16 => {
            let low = u64_at(s, 0) ^ secret(24) ^ secret(32);
            let high = u64_at(s, len - 8) ^ secret(40) ^ secret(48);
            let sum = (len as u64).wrapping_add(low.swap_bytes()).wrapping_add(high);
            avalanche(sum.wrapping_add(fold(low, high)))
        }
        17..=128 => {
            // From both ends towards the middle.
            let pairs = (len - 1) / 32;
            let mut sum = (len as u64).wrapping_mul(PRIME64[0]);
            for pair in 0..=pairs {
                sum = sum.wrapping_add(mix_16(s, 16 * pair, 32 * pair));
                sum = sum.wrapping_add(mix_16(s, len - 16 * (pair + 1), 32 * pair + 16));
            }
            avalanche(sum)
        }
        129..=240 => {
            let mut sum = (len as u64).wrapping_mul(PRIME64[0]);
            for round in 0..8 {
                sum = sum.wrapping_add(mix_16(s, 16 * round, 16 * round));
            }
            sum = avalanche(sum);
            for round in 8..len / 16 {
                sum = sum.wrapping_add(mix_16(s, 16 * round, 16 * (round - 8) + 3));
            }
            avalanche(sum.wrapping_add(mix_16(s, len - 16, 136 - 17)))
        }
        _ => long(s),
    }
}

/// One stripe of 64 bytes.
fn stripe(sums: &mut [u64; 8], s: &[u8], at: usize, key: usize) {
    for lane in 0..8 {
        let value = u64_at(s, at + 8 * lane);
        let keyed = value ^ secret(key + 8 * lane);
        sums[lane ^ 1] = sums[lane ^ 1].wrapping_add(value);
        sums[lane] = sums[lane].wrapping_add((keyed & u64::from(u32::MAX)).wrapping_mul(keyed >> 32));
    }
}

/// More than 240 bytes: blocks of 16 stripes.
fn long(s: &[u8]) -> u64 {
    const STRIPE: usize = 64;
    const BLOCK: usize = STRIPE * (SECRET.len() - STRIPE) / 8;
    let mut sums =
        [PRIME32[2], PRIME64[0], PRIME64[1], PRIME64[2], PRIME64[3], PRIME32[1], PRIME64[4], PRIME32[0]];
    let last = s.len() - 1;
    for number in 0..last / STRIPE {
        let in_block = number % (BLOCK / STRIPE);
        stripe(&mut sums, s, number * STRIPE, 8 * in_block);
        if ((number + 1) * STRIPE).is_multiple_of(BLOCK) {
            for (lane, sum) in sums.iter_mut().enumerate() {
                let mixed = *sum ^ (*sum >> 47) ^ secret(SECRET.len() - STRIPE + 8 * lane);
                *sum = mixed.wrapping_mul(PRIME32[0]);
            }
        }
    }
    stripe(&mut sums, s, s.len() - STRIPE, SECRET.len() - STRIPE - 7);
    let mut result = (s.len() as u64).wrapping_mul(PRIME64[0]);
    for pair in 0..4 {
        let key = 11 + 16 * pair;
        result =
            result.wrapping_add(fold(sums[2 * pair] ^ secret(key), sums[2 * pair + 1] ^ secret(key + 8)));
    }
    avalanche(result)
}

#[cfg(test)]
mod tests {
    use super::xxh3;

    #[test]
    fn known_values() {
        assert_eq!(xxh3(b""), 0x2d06_8005_38d3_94c2);
    }
}
