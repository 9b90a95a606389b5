//! `flatbuffers-verifier --time FILE …`: the time of one verification of each program by the official verifier and by
//! ours, on the same mapped bytes. Prints `name official_ns ours_ns findings`, separated by tabs.
//!
//! The official verifier looks at the FlatBuffer alone; ours looks at the same tables, and at indices, segments, the
//! memory plan, instructions and delegates besides.
//!
//! `flatbuffers-verifier --accept FILE …`: what the official verifier says of programs, of bundled programs
//! without the program in them, and of tensor data. Prints `name yes`, or `name` and why not, separated by a tab.

use std::hint::black_box;
use std::time::{Duration, Instant};

use flatbuffers::{InvalidFlatbuffer, VerifierOptions};
use outlast_core::Bytes;
use outlast_executorch::{FlatTensorFile, LayoutVersion, ProgramFile};

macro_rules! generated {
    ($($name:ident, $file:literal;)*) => {$(
        #[allow(warnings, clippy::all)]
        mod $name {
            include!(concat!(env!("GENERATED"), $file));
        }
    )*};
}
generated! {
    program, "/program_generated.rs";
    bundled, "/bundled_program_generated.rs";
    data_v1, "/flat_tensor_generated.rs";
    data_v0a, "/flat_tensor_v0a_generated.rs";
    data_v0b, "/flat_tensor_v0b_generated.rs";
}

fn options() -> VerifierOptions {
    VerifierOptions { max_depth: 1 << 16, max_tables: 1 << 30, max_apparent_size: 1 << 40, ..Default::default() }
}

fn main() {
    let mut args = std::env::args().skip(1);
    let mode = args.next().unwrap_or_default();
    for path in args {
        let file = std::fs::File::open(&path).expect("open");
        // SAFETY: nobody else writes the file while this runs.
        let map = unsafe { memmap2::Mmap::map(&file) }.expect("map");
        let bytes = Bytes::new(&map, 0);
        match mode.as_str() {
            "--time" => time_both(&path, bytes),
            "--accept" => match check(bytes) {
                Ok(()) => println!("{path}\tyes"),
                Err(error) => println!("{path}\t{}", error.replace(['\n', '\t'], " ")),
            },
            other => panic!("unknown mode {other}"),
        }
    }
}

fn check(bytes: Bytes<'_>) -> Result<(), String> {
    let said = |result: Result<(), InvalidFlatbuffer>| result.map_err(|e| e.to_string());
    let opts = options();
    match bytes.data().get(4..8) {
        Some(b"ET12") => {
            let file = ProgramFile::open(bytes).map_err(|e| e.to_string())?;
            said(program::executorch_flatbuffer::root_as_program_with_opts(&opts, file.flatbuffer.data()).map(drop))
        }
        Some(b"BP08") => {
            // The program inside is the exporter's, byte for byte; what it looks like is not our doing.
            said(bundled::bundled_program_flatbuffer::root_as_bundled_program_with_opts(&opts, bytes.data()).map(drop))
        }
        Some(b"FT01") => {
            let file = FlatTensorFile::open(bytes).map_err(|e| e.to_string())?;
            let tables = file.flatbuffer.data();
            said(match file.layout_version {
                LayoutVersion::V1 => data_v1::flat_tensor_flatbuffer::root_as_flat_tensor_with_opts(&opts, tables).map(drop),
                LayoutVersion::V0a => data_v0a::flat_tensor::root_as_flat_tensor_with_opts(&opts, tables).map(drop),
                LayoutVersion::V0b => data_v0b::flat_tensor_flatbuffer::root_as_flat_tensor_with_opts(&opts, tables).map(drop),
            })
        }
        _ => Err("no known identifier".into()),
    }
}

fn time_both(path: &str, bytes: Bytes<'_>) {
    let program = ProgramFile::open(bytes).expect("a program").flatbuffer.data();
    let options = options();
    let official = time(|| {
        black_box(program::executorch_flatbuffer::root_as_program_with_opts(&options, black_box(program)).is_ok());
    });
    let mut findings = 0;
    let ours = time(|| findings = black_box(outlast_executorch::verify::program(black_box(bytes))).len());
    println!("{path}\t{}\t{}\t{findings}", official.as_nanos(), ours.as_nanos());
}

/// The shortest of many runs, for about a second.
fn time(mut run: impl FnMut()) -> Duration {
    let start = Instant::now();
    let mut best = Duration::MAX;
    while start.elapsed() < Duration::from_secs(1) {
        let one = Instant::now();
        run();
        best = best.min(one.elapsed());
    }
    best
}
