//! The hash functions of LLVM's tables. All give what the toolchains store, on any machine.

/// XXH3 of 64 bits without a seed: Clang since 19 hashes the names of declarations and header files with it.
pub fn xxh3(bytes: &[u8]) -> u64 {
    twox_hash::XxHash3_64::oneshot(bytes)
}

/// Bernstein's hash: `h * 33 + byte`. Swift and Clang start with 5381, documentation files with 0.
pub fn djb(bytes: &[u8], seed: u32) -> u32 {
    bytes.iter().fold(seed, |hash, byte| hash.wrapping_mul(33).wrapping_add(u32::from(*byte)))
}

/// What LLVM's general hash mixes in where nothing else is said.
const SEED: u64 = 0xff51_afd7_ed55_8ccd;
const K0: u64 = 0xc3a5_c85c_97cb_3127;
const K1: u64 = 0xb492_b66f_be98_f273;
const K2: u64 = 0x9ae1_6a3b_2f90_404f;
const K3: u64 = 0xc949_d7c7_509e_6557;
const MUL: u64 = 0x9ddf_ea08_eb38_2d69;

/// The low half of a hash.
fn low32(hash: u64) -> u32 {
    u32::try_from(hash & u64::from(u32::MAX)).unwrap_or(u32::MAX)
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    match bytes.get(at..).and_then(<[u8]>::first_chunk::<8>) {
        Some(raw) => u64::from_le_bytes(*raw),
        None => 0,
    }
}

fn u32_at(bytes: &[u8], at: usize) -> u64 {
    match bytes.get(at..).and_then(<[u8]>::first_chunk::<4>) {
        Some(raw) => u64::from(u32::from_le_bytes(*raw)),
        None => 0,
    }
}

fn byte_at(bytes: &[u8], at: usize) -> u64 {
    bytes.get(at).map_or(0, |byte| u64::from(*byte))
}

fn shift_mix(value: u64) -> u64 {
    value ^ (value >> 47)
}

fn mix_16(low: u64, high: u64) -> u64 {
    let a = shift_mix((low ^ high).wrapping_mul(MUL));
    shift_mix((high ^ a).wrapping_mul(MUL)).wrapping_mul(MUL)
}

/// LLVM's hash of one integer (`llvm::hash_value`): the key of Swift's tables of members up to 6.0.
pub fn integer(value: u32) -> u32 {
    low32(mix_16(SEED.wrapping_add(u64::from(value) << 3), 0))
}

/// LLVM's hash of a run of bytes (`llvm::hash_combine_range`, `llvm::hash_combine`): Clang before 19 hashes the names of
/// declarations and header files with it.
pub fn combine(bytes: &[u8]) -> u32 {
    low32(if bytes.len() <= 64 { combine_short(bytes) } else { combine_long(bytes) })
}

fn combine_short(s: &[u8]) -> u64 {
    let len = s.len();
    let wide = len as u64;
    match len {
        4..=8 => mix_16(wide.wrapping_add(u32_at(s, 0) << 3), SEED ^ u32_at(s, len - 4)),
        9..=16 => {
            let (a, b) = (u64_at(s, 0), u64_at(s, len - 8));
            mix_16(SEED ^ a, b.wrapping_add(wide).rotate_right(u32::try_from(len).unwrap_or(0))) ^ b
        }
        17..=32 => {
            let a = u64_at(s, 0).wrapping_mul(K1);
            let b = u64_at(s, 8);
            let c = u64_at(s, len - 8).wrapping_mul(K2);
            let d = u64_at(s, len - 16).wrapping_mul(K0);
            let first = a.wrapping_sub(b).rotate_right(43);
            let second = (c ^ SEED).rotate_right(30);
            let third = a.wrapping_add((b ^ K3).rotate_right(20)).wrapping_sub(c);
            mix_16(first.wrapping_add(second).wrapping_add(d), third.wrapping_add(wide).wrapping_add(SEED))
        }
        33..=64 => combine_33_to_64(s),
        1..=3 => {
            let y = byte_at(s, 0).wrapping_add(byte_at(s, len >> 1) << 8);
            let z = wide.wrapping_add(byte_at(s, len - 1) << 2);
            shift_mix(y.wrapping_mul(K2) ^ z.wrapping_mul(K3) ^ SEED).wrapping_mul(K2)
        }
        _ => K2 ^ SEED,
    }
}

fn combine_33_to_64(s: &[u8]) -> u64 {
    let len = s.len();
    let half = |z: u64, a: u64, at: usize, c: u64| {
        let mut a = a;
        let b = a.wrapping_add(z).rotate_right(52);
        let mut c_in = a.rotate_right(37);
        a = a.wrapping_add(u64_at(s, at));
        c_in = c_in.wrapping_add(a.rotate_right(7));
        a = a.wrapping_add(c);
        (a.wrapping_add(z), b.wrapping_add(a.rotate_right(31)).wrapping_add(c_in))
    };
    let a = u64_at(s, 0).wrapping_add(((len as u64).wrapping_add(u64_at(s, len - 16))).wrapping_mul(K0));
    let (vf, vs) = half(u64_at(s, 24), a, 8, u64_at(s, 16));
    let a = u64_at(s, 16).wrapping_add(u64_at(s, len - 32));
    let (wf, ws) = half(u64_at(s, len - 8), a, len - 24, u64_at(s, len - 16));
    let sum = (vf.wrapping_add(ws)).wrapping_mul(K2).wrapping_add((wf.wrapping_add(vs)).wrapping_mul(K0));
    let r = shift_mix(sum);
    shift_mix((SEED ^ r.wrapping_mul(K0)).wrapping_add(vs)).wrapping_mul(K2)
}

/// The state for more than 64 bytes: seven words, mixed 64 bytes at a time.
struct State([u64; 7]);

impl State {
    fn new(block: &[u8]) -> State {
        let mut state = State([
            0,
            SEED,
            mix_16(SEED, K1),
            (SEED ^ K1).rotate_right(49),
            SEED.wrapping_mul(K1),
            shift_mix(SEED),
            0,
        ]);
        state.0[6] = mix_16(state.0[4], state.0[5]);
        state.mix(block);
        state
    }

    fn mix_32(s: &[u8], at: usize, mut a: u64, mut b: u64) -> (u64, u64) {
        a = a.wrapping_add(u64_at(s, at));
        let c = u64_at(s, at + 24);
        b = b.wrapping_add(a).wrapping_add(c).rotate_right(21);
        let d = a;
        a = a.wrapping_add(u64_at(s, at + 8)).wrapping_add(u64_at(s, at + 16));
        b = b.wrapping_add(a.rotate_right(44)).wrapping_add(d);
        (a.wrapping_add(c), b)
    }

    fn mix(&mut self, s: &[u8]) {
        let h = &mut self.0;
        h[0] = h[0]
            .wrapping_add(h[1])
            .wrapping_add(h[3])
            .wrapping_add(u64_at(s, 8))
            .rotate_right(37)
            .wrapping_mul(K1);
        h[1] = h[1].wrapping_add(h[4]).wrapping_add(u64_at(s, 48)).rotate_right(42).wrapping_mul(K1);
        h[0] ^= h[6];
        h[1] = h[1].wrapping_add(h[3]).wrapping_add(u64_at(s, 40));
        h[2] = h[2].wrapping_add(h[5]).rotate_right(33).wrapping_mul(K1);
        h[3] = h[4].wrapping_mul(K1);
        h[4] = h[0].wrapping_add(h[5]);
        (h[3], h[4]) = State::mix_32(s, 0, h[3], h[4]);
        h[5] = h[2].wrapping_add(h[6]);
        h[6] = h[1].wrapping_add(u64_at(s, 16));
        (h[5], h[6]) = State::mix_32(s, 32, h[5], h[6]);
        h.swap(0, 2);
    }

    fn finish(&self, len: usize) -> u64 {
        let h = &self.0;
        mix_16(
            mix_16(h[3], h[5]).wrapping_add(shift_mix(h[1]).wrapping_mul(K1)).wrapping_add(h[2]),
            mix_16(h[4], h[6]).wrapping_add(shift_mix(len as u64).wrapping_mul(K1)).wrapping_add(h[0]),
        )
    }
}

/// Whole blocks of 64 bytes, then the last 64 bytes again where the length is no multiple.
fn combine_long(s: &[u8]) -> u64 {
    let mut state = State::new(s);
    let mut at = 64;
    while at + 64 <= s.len() {
        state.mix(s.get(at..).unwrap_or_default());
        at += 64;
    }
    if at != s.len() {
        state.mix(s.get(s.len() - 64..).unwrap_or_default());
    }
    state.finish(s.len())
}
