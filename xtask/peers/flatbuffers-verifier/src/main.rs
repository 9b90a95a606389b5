//! `flatbuffers-verifier FILE …`: the time of one verification by the official verifier and by ours, on the same mapped
//! bytes. Prints `name official_ns ours_ns findings`, separated by tabs.
//!
//! `flatbuffers-verifier --accept FILE …`: whether the official verifier accepts each: `name yes`, or `name` and why not.
//!
//! The official verifier looks at the FlatBuffer alone; ours looks at the same tables, and at indices, segments, the
//! memory plan, instructions and delegates besides.

use std::hint::black_box;
use std::time::{Duration, Instant};

#[allow(warnings, clippy::all)]
mod generated {
    include!(env!("PROGRAM_GENERATED"));
}

fn main() {
    let mut args = std::env::args().skip(1).peekable();
    let accept = args.next_if(|arg| arg == "--accept").is_some();
    for path in args {
        let file = std::fs::File::open(&path).expect("open");
        // SAFETY: nobody else writes the file while this runs.
        let map = unsafe { memmap2::Mmap::map(&file) }.expect("map");
        let bytes = outlast_core::Bytes::new(&map, 0);
        let program = outlast_executorch::ProgramFile::open(bytes).expect("a program").flatbuffer.data();
        let options = flatbuffers::VerifierOptions {
            max_depth: 1 << 16,
            max_tables: 1 << 30,
            max_apparent_size: 1 << 40,
            ..Default::default()
        };
        if accept {
            let found = generated::executorch_flatbuffer::root_as_program_with_opts(&options, program);
            let answer = found.map_or_else(|error| format!("{error}").replace(['\n', '\t'], " "), |_| "yes".into());
            println!("{path}\t{answer}");
            continue;
        }
        let official = time(|| {
            black_box(generated::executorch_flatbuffer::root_as_program_with_opts(&options, black_box(program)).is_ok());
        });
        let mut findings = 0;
        let ours = time(|| findings = black_box(outlast_executorch::verify::program(black_box(bytes))).len());
        println!("{path}\t{}\t{}\t{findings}", official.as_nanos(), ours.as_nanos());
    }
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
