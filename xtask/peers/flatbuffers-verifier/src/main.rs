//! `flatbuffers-verifier --check FOLDER`: what the official verifier says. `flatbuffers-verifier FILE …`: the time of one verification by the official verifier and by ours, on the same mapped
//! bytes. Prints `name official_ns ours_ns findings`, separated by tabs.
//!
//! The official verifier looks at the FlatBuffer alone; ours looks at the same tables, and at indices, segments, the
//! memory plan, instructions and delegates besides.

use std::hint::black_box;
use std::time::{Duration, Instant};

#[allow(warnings, clippy::all)]
mod generated {
    include!(env!("PROGRAM_GENERATED"));
}

fn options() -> flatbuffers::VerifierOptions {
    flatbuffers::VerifierOptions {
        max_depth: 1 << 16,
        max_tables: 1 << 30,
        max_apparent_size: 1 << 40,
        ..Default::default()
    }
}

/// `--check FOLDER`: what the official verifier says of each program of a folder: `name ok` or `name error`.
fn check(folder: &str) {
    let mut paths: Vec<_> = std::fs::read_dir(folder).expect("read").map(|entry| entry.expect("entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "pte"));
    paths.sort();
    for path in paths {
        let data = std::fs::read(&path).expect("read");
        let program = outlast_executorch::ProgramFile::open(outlast_core::Bytes::new(&data, 0));
        let program = program.expect("a program").flatbuffer.data();
        let result = generated::executorch_flatbuffer::root_as_program_with_opts(&options(), program);
        let said = result.map_or_else(|error| error.to_string().replace('\n', " "), |_| "ok".to_string());
        println!("{}\t{said}", path.display());
    }
}

fn main() {
    if let [first, folder] = &std::env::args().skip(1).collect::<Vec<_>>()[..] {
        if first == "--check" {
            return check(folder);
        }
    }
    for path in std::env::args().skip(1) {
        let file = std::fs::File::open(&path).expect("open");
        // SAFETY: nobody else writes the file while this runs.
        let map = unsafe { memmap2::Mmap::map(&file) }.expect("map");
        let bytes = outlast_core::Bytes::new(&map, 0);
        let program = outlast_executorch::ProgramFile::open(bytes).expect("a program").flatbuffer.data();
        let options = options();
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
