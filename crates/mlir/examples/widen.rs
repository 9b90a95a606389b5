//! Writes files with numbers of more bytes than they need: for real readers, which are to read the same in all of them.
//! `widen OUT-FOLDER FILE...` writes for each file what it is (`<n>-as-it-is`); with wide numbers everywhere but in encodings of attributes
//! and types (`<n>-all`), in some of these places (`<n>-some`), in these encodings (`<n>-attrs`) and everywhere (`<n>-both`).

#![allow(clippy::unwrap_used, clippy::print_stdout)] // A tool for developers.

#[path = "../tests/it/wide.rs"]
mod wide;

use outlast_mlir::write::widened;
use wide::in_entries;

fn main() {
    let mut args = std::env::args_os().skip(1);
    let folder = std::path::PathBuf::from(args.next().unwrap());
    std::fs::create_dir_all(&folder).unwrap();
    for (at, file) in args.enumerate() {
        let data = std::fs::read(&file).unwrap();
        let inner = in_entries(&data);
        let mut turn = 0_usize;
        let mut some = |needs: usize| {
            turn += 1;
            if turn.is_multiple_of(3) { needs + 1 + turn % 7 } else { needs }
        };
        let put = |what: &str, bytes: Vec<u8>| {
            std::fs::write(folder.join(format!("{at:03}-{what}")), bytes).unwrap();
        };
        put("some", widened(&data, &mut some).unwrap().unwrap());
        put("all", widened(&data, &mut |_| 9).unwrap().unwrap());
        put("both", widened(&inner, &mut |_| 9).unwrap().unwrap());
        put("attrs", inner);
        put("as-it-is", data);
        println!("{at:03} {}", file.to_string_lossy());
    }
}
