//! Leaves out of `dist` what the stack is unwound with: nothing catches a panic there (`panic = "abort"`), and backtraces have no names. The
//! compiler can be told so for all profiles only, and others unwind.

use std::path::{Path, PathBuf};
use std::{env, fs};

const DISCARD: &str = "SECTIONS { /DISCARD/ : { *(.eh_frame .eh_frame.* .gcc_except_table .gcc_except_table.*) } } INSERT AFTER .data;\n";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    let is_dist = out.iter().any(|part| part == "dist");
    if is_dist && is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        let script: &Path = &out.join("discard.ld");
        #[expect(clippy::disallowed_methods, reason = "a build script writes no file of a user's")]
        fs::write(script, DISCARD).unwrap_or_else(|error| panic!("{}: {error}", script.display()));
        println!("cargo::rustc-link-arg-bins=-Wl,-T,{}", script.display());
    }
}
