//! The language of `code/*.py` in archives of TorchScript.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    outlast_oracles::torch_source(bytes);
});
