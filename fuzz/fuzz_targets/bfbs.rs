//! Binary FlatBuffers schemas (.bfbs).
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    outlast_oracles::bfbs(bytes);
});
