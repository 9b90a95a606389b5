//! Files whose text is longer than their bytes (`evidence/peers/mlir/nested.py`): text ends at its limit, which is lowered here, and
//! everything else ends too.

use std::io;

use outlast_mlir::print::{PrintError, PrintOptions, Snippets, Source, most_of, print};
use outlast_mlir::schema::FileSchemas;
use outlast_mlir::verify::verify_with;
use outlast_mlir::{AttrId, File, Module, TypeId};

/// Counts what is written, keeps the end, and how much came at once.
#[derive(Default)]
struct Sink {
    written: u64,
    largest: usize,
    end: Vec<u8>,
}

impl io::Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.written += bytes.len() as u64;
        self.largest = self.largest.max(bytes.len());
        self.end.extend_from_slice(bytes);
        self.end.drain(..self.end.len().saturating_sub(200));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn printed(bytes: &[u8], options: &PrintOptions) -> (Sink, Result<(), PrintError>) {
    let file = File::open(bytes).unwrap();
    let module = Module::read(bytes).unwrap();
    let schemas = &FileSchemas::choose(&file, &module.tables, &module.ir).schemas;
    let (version, producer) = (file.version(), file.producer());
    let source = Source { version, producer, tables: &module.tables, ir: &module.ir, schemas };
    let mut sink = Sink::default();
    let done = print(&source, options, &mut sink);
    (sink, done)
}

fn files() -> Vec<(String, Vec<u8>)> {
    let files = outlast_testkit::corpus::files("bad/mlir-nested", &["bin"]);
    outlast_testkit::corpus::figures(files.len(), 14);
    let read = |path: std::path::PathBuf| {
        (path.file_stem().unwrap().to_string_lossy().into_owned(), std::fs::read(path).unwrap())
    };
    files.into_iter().map(read).collect()
}

#[test]
fn text_ends_at_its_limit() {
    const LIMIT: u64 = 1 << 11;
    let mut cut = Vec::new();
    for (name, bytes) in files() {
        for local_scope in [false, true] {
            let options = PrintOptions {
                local_scope,
                debug_info: local_scope,
                most_bytes: LIMIT,
                ..PrintOptions::default()
            };
            let (sink, done) = printed(&bytes, &options);
            let end = String::from_utf8_lossy(&sink.end).into_owned();
            // The line at the end is not counted.
            assert!(sink.written <= LIMIT + 100, "{name}: {}", sink.written);
            match done {
                Ok(()) => assert!(end.ends_with('\n') && !end.contains("\n<<"), "{name}: {end}"),
                Err(PrintError::TooLong | PrintError::TooMuch) => {
                    let (_, line) = end.rsplit_once("\n<<the text ends here, after ").unwrap();
                    let (count, rest) = line.split_once(' ').unwrap();
                    assert_eq!(rest, "bytes: it is longer than its limit>>\n", "{name}");
                    assert!(count.parse::<u64>().unwrap() <= LIMIT, "{name}: {count}");
                    cut.push(format!("{name} {local_scope}"));
                }
                Err(error) => panic!("{name}: {error}"),
            }
        }
    }
    println!("{cut:?}");
    for name in ["attr_tree", "function_tree", "scales_splat", "type_tree"] {
        for local_scope in [false, true] {
            assert!(cut.contains(&format!("{name} {local_scope}")), "{name}: {cut:?}");
        }
    }
}

#[test]
fn limits_are_exact() {
    let bytes = &files().into_iter().find(|(name, _)| name == "text_deep").unwrap().1;
    let (whole, done) = printed(bytes, &PrintOptions::default());
    done.unwrap();
    let with = |most_bytes| printed(bytes, &PrintOptions { most_bytes, ..PrintOptions::default() });
    with(whole.written).1.unwrap();
    let (sink, done) = with(whole.written - 1);
    assert!(matches!(done, Err(PrintError::TooLong)));
    assert!(String::from_utf8_lossy(&sink.end).contains(&format!("after {} bytes", whole.written - 1)));
    assert_eq!(most_of(229), 64 * 229 + (1 << 30));
}

#[test]
fn text_within_regions_goes_out_in_pieces() {
    let bytes = &files().into_iter().find(|(name, _)| name == "regions_deep").unwrap().1;
    let (sink, done) = printed(bytes, &PrintOptions::default());
    done.unwrap();
    // Most of it is indentation.
    assert!(sink.written > 4_000 && sink.largest <= 1 << 18, "{} {}", sink.written, sink.largest);
}

#[test]
fn texts_of_single_entries_end() {
    for (name, bytes) in files() {
        let module = Module::read(&bytes).unwrap();
        let mut snippets = Snippets::new(&module.tables, b"MLIR22.1.8");
        let attrs =
            (0..module.tables.attrs.len()).map(|at| snippets.attr(AttrId::new(at))).collect::<Vec<_>>();
        let types = (0..module.tables.types.len()).map(|at| snippets.ty(TypeId::new(at))).collect::<Vec<_>>();
        for text in attrs.iter().chain(&types) {
            assert!(text.len() <= (1 << 16) + 16, "{name}: {}", text.len());
        }
        assert!(verify_with(&bytes, true).len() < 100, "{name}");
    }
}
