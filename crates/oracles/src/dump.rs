//! Dumps into a sink that ends.

use std::io;

use outlast::{DumpError, Program};
use outlast_bitstream::analyze::{AnalyzeError, Options, analyze};
use outlast_bitstream::names::NameTable;
use outlast_bitstream::{BitstreamFile, FaultKind};
use outlast_mlir::defs::version;
use outlast_mlir::print::{PrintError, PrintOptions, Source, print, reader_schemas};
use outlast_mlir::schema::FileSchemas;
use outlast_mlir::{File, Module};

use crate::library::{self, Family};

/// Most bytes of a dump of a bitstream: 131,072 bytes have at most a million tokens of a bit each, and none prints 1,000 bytes.
const MOST_DUMP: u64 = 1 << 31;

/// Most bytes of MLIR assembly text. Attributes can have each other inside so that their text grows exponentially; printers stop at
/// [`PrintOptions::most_bytes`], here earlier than `dump` does.
const MOST_TEXT: u64 = 1 << 24;

/// Counts what is written, up to a limit.
pub(crate) struct Count {
    pub(crate) written: u64,
    pub(crate) most: u64,
}

impl io::Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.written = self.written.saturating_add(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
        if self.written > self.most {
            return Err(io::Error::other("the dump has no end"));
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Dumps a program as its family does.
pub(crate) fn dump(family: Family, program: &Program<'_>, bytes: &[u8], sound: bool) {
    match family {
        Family::Executorch => {
            let text = library::json(program);
            assert!(text.is_some(), "ExecuTorch files have a text");
        }
        Family::Llvm | Family::Swift => bitstream(bytes, sound),
        Family::Mlir => mlir(bytes, sound),
        // A sound file may have a record that no reader of PyTorch takes for a pickle, and that is none, with the name of one.
        Family::Torch => {
            let ended = library::text(program, &mut Count { written: 0, most: MOST_DUMP });
            assert!(!matches!(ended, Err(DumpError::Io(_))), "the dump has no end");
            let unread = matches!(ended, Err(DumpError::Unreadable(_)));
            assert!(!sound || !unread, "a sound file is not dumped: {ended:?}");
        }
    }
}

/// With the fewest and with all switches.
fn bitstream(bytes: &[u8], sound: bool) {
    let extra = match BitstreamFile::open(bytes) {
        Ok(file) => NameTable::for_stream(file.stream),
        Err(_) => NameTable::default(),
    };
    // llvm-bcanalyzer refuses what LLVM's reader takes for padding, and so does this.
    let sound = sound && BitstreamFile::open(bytes).is_ok_and(|file| file.padding.is_empty());
    let plain = Options { dump: true, ..Options::of_release(14) };
    let full = Options {
        dump: true,
        block_info_blocks: true,
        symbolic: false,
        binary_blobs: true,
        check_hash: Some(b"names"),
        extra_names: extra,
        two_threads: true,
        ..Options::of_release(22)
    };
    for options in [plain, full] {
        match analyze(bytes, "-", &options, Count { written: 0, most: MOST_DUMP }) {
            Ok(()) => {}
            // A limit of this library, or in metadata strings, into which a dump alone looks.
            Err(AnalyzeError::Fault(fault)) if tolerated(fault.kind()) => {}
            Err(AnalyzeError::Fault(fault)) => assert!(!sound, "a sound file is not dumped: {fault}"),
            Err(other) => panic!("{other:?}"),
        }
    }
}

fn tolerated(kind: &FaultKind) -> bool {
    matches!(
        kind,
        FaultKind::Limit(..) | FaultKind::MetadataStrings(_) | FaultKind::End { .. } | FaultKind::Vbr
    )
}

/// In the global form of the producer's release, and with locations and without aliases in the newest.
fn mlir(bytes: &[u8], sound: bool) {
    let module = match Module::read(bytes) {
        Ok(module) => module,
        Err(error) => return assert!(!sound, "a sound file is not read: {error}"),
    };
    let Ok(file) = File::open(bytes) else { return };
    let global = PrintOptions { most_bytes: MOST_TEXT, ..PrintOptions::default() };
    let local = PrintOptions { local_scope: true, debug_info: true, release: Some(22), ..global };
    for options in [global, local] {
        let schemas = match file.version() < version::NATIVE_PROPERTIES_ENCODING {
            true => reader_schemas(file.producer(), &module.tables, &options),
            false => FileSchemas::choose(&file, &module.tables, &module.ir).schemas,
        };
        let source = Source {
            version: file.version(),
            producer: file.producer(),
            tables: &module.tables,
            ir: &module.ir,
            schemas: &schemas,
        };
        let most = MOST_TEXT.saturating_mul(2);
        match print(&source, &options, &mut Count { written: 0, most }) {
            Ok(()) | Err(PrintError::TooLong | PrintError::TooMuch) => {}
            Err(error) => panic!("{error}"),
        }
    }
}
