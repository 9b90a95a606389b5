//! Pickles, and programs of the lite interpreter in them.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    outlast_oracles::torch_pickles(bytes);
});
