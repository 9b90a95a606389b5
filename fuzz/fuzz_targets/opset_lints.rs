//! Operator sets as people declare them, and allow-lists: what `outlast lint` reads.
#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use outlast_oracles::{Changed, opset_lints};

fuzz_target!(|bytes: &[u8]| -> Corpus {
    match opset_lints(bytes) {
        Changed::NotAsked => Corpus::Reject,
        Changed::Refused | Changed::Done => Corpus::Keep,
    }
});
