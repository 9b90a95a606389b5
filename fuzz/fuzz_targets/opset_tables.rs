//! Version tables of operator sets, with their upgraders and downgraders.
#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use outlast_oracles::{Changed, opset_tables};

fuzz_target!(|bytes: &[u8]| -> Corpus {
    match opset_tables(bytes) {
        Changed::NotAsked => Corpus::Reject,
        Changed::Refused | Changed::Done => Corpus::Keep,
    }
});
