//! [`ClangFacts`]: what a Clang module or precompiled header says of itself.

use crate::clang::blocks;
use crate::clang::options::{HeaderSearch, Preprocessor, TargetOptions};
use crate::fields::{Ops, record_name, text};
use crate::{Cursor, Fault, Item, Stream};

/// Bytes of a signature.
const SIGNATURE: usize = 20;

/// Of what kind an imported file is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ImportKind {
    /// A module that Clang made when it was needed.
    ImplicitModule,
    /// A module that the command line named.
    ExplicitModule,
    /// A precompiled header.
    Pch,
    /// A precompiled beginning of a source file.
    Preamble,
    /// A source file.
    MainFile,
    /// A module that was found ready made.
    PrebuiltModule,
    /// A number that nobody gave a meaning.
    Unknown(u64),
}

impl ImportKind {
    fn from_number(number: u64) -> ImportKind {
        match number {
            0 => ImportKind::ImplicitModule,
            1 => ImportKind::ExplicitModule,
            2 => ImportKind::Pch,
            3 => ImportKind::Preamble,
            4 => ImportKind::MainFile,
            5 => ImportKind::PrebuiltModule,
            other => ImportKind::Unknown(other),
        }
    }
}

/// A file that this one imports.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClangImport {
    /// Of what kind it is.
    pub kind: ImportKind,
    /// The module's name; empty for headers.
    pub name: String,
    /// Its file; none for C++ modules, which are found by name. Relative paths count from the module's directory.
    pub file: Option<String>,
    /// Its size in bytes; 0 where it was not recorded.
    pub size: u64,
    /// When it was changed; 0 where it was not recorded.
    pub modified: u64,
    /// Its signature; none if it is all zero.
    pub signature: Option<[u8; SIGNATURE]>,
    /// Whether it is a C++ module.
    pub cxx_module: bool,
}

/// A file that this one was made from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct InputFile {
    /// Its number, from 1.
    pub id: u64,
    /// Its path; relative ones count from the module's directory.
    pub path: String,
    /// The path it was asked for by, where that is another one.
    pub as_requested: Option<String>,
    /// Its size in bytes.
    pub size: u64,
    /// When it was changed; 0 where it was not recorded.
    pub modified: u64,
    /// Whether its content was replaced by another's.
    pub overridden: bool,
    /// Whether it is not expected to be there later.
    pub transient: bool,
    /// Whether it is a module map.
    pub module_map: bool,
    /// A hash of its content; none where it was not recorded.
    pub hash: Option<u64>,
}

/// What a Clang module, precompiled header or AST file says of itself. Declarations are passed over: the cost does not
/// depend on their number.
#[derive(Clone, Debug, Default)]
pub struct ClangFacts {
    /// Version of the format: major, minor. A compiler reads its own major version only.
    pub format: Option<(u64, u64)>,
    /// Version of Clang: major, minor.
    pub clang: Option<(u64, u64)>,
    /// What the compiler says of its sources; a compiler reads its own text only.
    pub revision: Option<String>,
    /// Whether paths count from the sysroot.
    pub relocatable: bool,
    /// Whether it is a C++ module; none where the release does not say.
    pub cxx_module: Option<bool>,
    /// Whether times of files were recorded.
    pub timestamps: bool,
    /// Whether there were errors when it was made: then it is refused.
    pub errors: bool,
    /// Name of the module; none for precompiled headers.
    pub module_name: Option<String>,
    /// Directory of the module.
    pub directory: Option<String>,
    /// Its module map.
    pub module_map: Option<String>,
    /// The source file it was made from.
    pub original_file: Option<String>,
    /// The directory it was made in, in old releases.
    pub original_directory: Option<String>,
    /// What it imports.
    pub imports: Vec<ClangImport>,
    /// The files it was made from: the user's first, then the system's.
    pub inputs: Vec<InputFile>,
    /// How many of them are the user's.
    pub user_inputs: Option<u64>,
    /// The target.
    pub target: Option<TargetOptions>,
    /// The directory that relative paths of the file system count from.
    pub working_directory: Option<String>,
    /// Where headers are looked for.
    pub header_search: HeaderSearch,
    /// What the preprocessor was told.
    pub preprocessor: Option<Preprocessor>,
    /// Options of the language, by their order in the release: their names depend on the release.
    pub language: Vec<u64>,
    /// Signature of the file; none if it is not there or all zero.
    pub signature: Option<[u8; SIGNATURE]>,
    /// Hash of the block of declarations.
    pub ast_hash: Option<[u8; SIGNATURE]>,
    /// Whether the control block was found.
    pub has_control: bool,
    /// What stopped the reading; the rest is what was read before it.
    pub fault: Option<Fault>,
}

/// Names as of Clang 22, for streams that do not name them.
const CONTROL: &[(u32, &str)] = &[
    (1, "METADATA"),
    (2, "IMPORT"),
    (3, "ORIGINAL_FILE"),
    (4, "ORIGINAL_FILE_ID"),
    (5, "INPUT_FILE_OFFSETS"),
    (6, "MODULE_NAME"),
    (7, "MODULE_MAP_FILE"),
    (8, "MODULE_DIRECTORY"),
];

/// As [`CONTROL`], for the block of what does not count for the signature.
const UNHASHED: &[(u32, &str)] = &[
    (1, "SIGNATURE"),
    (2, "AST_BLOCK_HASH"),
    (3, "DIAGNOSTIC_OPTIONS"),
    (4, "HEADER_SEARCH_PATHS"),
    (5, "DIAG_PRAGMA_MAPPINGS"),
    (6, "HEADER_SEARCH_ENTRY_USAGE"),
    (7, "VFS_USAGE"),
];

/// As [`CONTROL`], for options: the numbers never changed.
const OPTIONS: &[(u32, &str)] = &[
    (1, "LANGUAGE_OPTIONS"),
    (2, "TARGET_OPTIONS"),
    (3, "FILE_SYSTEM_OPTIONS"),
    (4, "HEADER_SEARCH_OPTIONS"),
    (5, "PREPROCESSOR_OPTIONS"),
    (6, "CODEGEN_OPTIONS"),
];

impl ClangFacts {
    /// Reads a stream of Clang.
    pub fn read(stream: Stream<'_>) -> ClangFacts {
        let mut facts = ClangFacts::default();
        facts.fault = facts.walk(stream).err();
        facts
    }

    fn walk(&mut self, stream: Stream<'_>) -> Result<(), Fault> {
        let mut cursor = Cursor::new(stream)?;
        while let Some(item) = cursor.next()? {
            let (code, ops, blob) = match item {
                Item::Enter(block) => {
                    let wanted = matches!(
                        block.id,
                        blocks::CONTROL | blocks::OPTIONS | blocks::INPUT_FILES | blocks::UNHASHED_CONTROL
                    );
                    self.has_control |= block.id == blocks::CONTROL;
                    // The unhashed block comes last up to Clang 16 and first in Clang 22.
                    if !wanted {
                        cursor.skip_block()?;
                    }
                    continue;
                }
                Item::Record(record) => (record.code, record.ops.to_vec(), record.blob),
                _ => continue,
            };
            let Some(block) = cursor.block().map(|block| block.id) else { continue };
            let known = match block {
                blocks::CONTROL => CONTROL,
                blocks::UNHASHED_CONTROL => UNHASHED,
                blocks::OPTIONS => OPTIONS,
                _ => &[],
            };
            let name = record_name(&cursor, block, code, known).into_owned();
            match block {
                blocks::CONTROL => self.control(&name, &ops, blob),
                blocks::UNHASHED_CONTROL => self.unhashed(&name, &ops, blob),
                blocks::OPTIONS => self.options(&name, &ops),
                blocks::INPUT_FILES => self.input(code, &ops, blob),
                _ => {}
            }
        }
        Ok(())
    }

    fn control(&mut self, name: &str, ops: &[u64], blob: Option<&[u8]>) {
        let says = || Some(text(blob.unwrap_or_default()));
        let mut fields = Ops::new(ops);
        match name {
            "METADATA" => {
                self.format = Some((fields.number(), fields.number()));
                self.clang = Some((fields.number(), fields.number()));
                self.relocatable = fields.flag();
                // Clang 16 has seven operands, Clang 19 one more.
                self.cxx_module = (ops.len() >= 8).then(|| fields.flag());
                self.timestamps = fields.flag();
                self.errors = fields.flag();
                self.revision = says();
            }
            "MODULE_NAME" => self.module_name = says(),
            "MODULE_DIRECTORY" => self.directory = says(),
            "MODULE_MAP_FILE" => self.module_map = Some(fields.string()),
            "ORIGINAL_FILE" => self.original_file = says(),
            "ORIGINAL_PCH_DIR" => self.original_directory = says(),
            "INPUT_FILE_OFFSETS" => self.user_inputs = ops.get(1).copied(),
            "IMPORT" => self.imports.extend(import(ops, blob.unwrap_or_default())),
            "IMPORTS" => {
                let read = [false, true].map(|newer| imports(ops, newer));
                self.imports.extend(read.into_iter().flatten().next().unwrap_or_default());
            }
            _ => {}
        }
    }

    fn unhashed(&mut self, name: &str, ops: &[u64], blob: Option<&[u8]>) {
        match name {
            "SIGNATURE" => self.signature = signature(ops, blob),
            "AST_BLOCK_HASH" => self.ast_hash = signature(ops, blob),
            "HEADER_SEARCH_PATHS" => self.header_search.paths(ops),
            _ => {}
        }
    }

    fn options(&mut self, name: &str, ops: &[u64]) {
        match name {
            "LANGUAGE_OPTIONS" => self.language = ops.to_vec(),
            "TARGET_OPTIONS" => self.target = Some(TargetOptions::read(ops)),
            "FILE_SYSTEM_OPTIONS" => self.working_directory = Some(Ops::new(ops).string()),
            "HEADER_SEARCH_OPTIONS" => self.header_search.options(ops),
            "PREPROCESSOR_OPTIONS" => {
                let format = self.format.map_or(u64::MAX, |(major, _)| major);
                self.preprocessor = Some(Preprocessor::read(ops, format));
            }
            _ => {}
        }
    }

    /// `INPUT_FILE 1 [id, size, time, overridden, transient, …]` with the path, then `INPUT_FILE_HASH 2 [low, high]`.
    fn input(&mut self, code: u32, ops: &[u64], blob: Option<&[u8]>) {
        let op = |index: usize| ops.get(index).copied().unwrap_or(0);
        match code {
            1 => {
                let blob = blob.unwrap_or_default();
                // Clang 16 has six operands; Clang 19 says also how long the path is that it was asked for by. The other
                // path follows if it differs.
                let requested =
                    (ops.len() >= 8).then(|| usize::try_from(op(7)).unwrap_or(usize::MAX).min(blob.len()));
                let (first, second) = blob.split_at(requested.unwrap_or(blob.len()));
                let (path, as_requested) =
                    if second.is_empty() { (text(first), None) } else { (text(second), Some(text(first))) };
                self.inputs.push(InputFile {
                    id: op(0),
                    path,
                    as_requested,
                    size: op(1),
                    modified: op(2),
                    overridden: op(3) != 0,
                    transient: op(4) != 0,
                    module_map: op(if ops.len() >= 8 { 6 } else { 5 }) != 0,
                    hash: None,
                });
            }
            2 => {
                let hash = op(0) | op(1) << 32;
                if let Some(input) = self.inputs.last_mut() {
                    // Nothing was recorded: zero, or all bits set in older releases.
                    input.hash = Some(hash).filter(|hash| *hash != 0 && *hash != u64::MAX);
                }
            }
            _ => {}
        }
    }

    /// Inputs of the user's and of the system's.
    pub fn input_counts(&self) -> (usize, usize) {
        let user =
            usize::try_from(self.user_inputs.unwrap_or(0)).unwrap_or(usize::MAX).min(self.inputs.len());
        (user, self.inputs.len() - user)
    }
}

/// A signature as a blob, or as one operand for each byte.
fn signature(ops: &[u64], blob: Option<&[u8]>) -> Option<[u8; SIGNATURE]> {
    let bytes = match blob {
        Some(blob) => blob.to_vec(),
        None => Ops::new(ops).raw(SIGNATURE),
    };
    bytes.first_chunk::<SIGNATURE>().copied().filter(|bytes| bytes.iter().any(|byte| *byte != 0))
}

/// `IMPORT [kind, place, length of the name, C++ module, size, time, length of the path]`, and a blob of name, signature
/// and path: Clang 22; Clang 19 has `IMPORTS`.
fn import(ops: &[u64], blob: &[u8]) -> Option<ClangImport> {
    let op = |index: usize| ops.get(index).copied().unwrap_or(0);
    let len = |index: usize| usize::try_from(op(index)).unwrap_or(usize::MAX);
    let name = text(blob.get(..len(2))?);
    let rest = blob.get(len(2)..)?;
    let cxx_module = op(3) != 0;
    let stored = if cxx_module { None } else { rest.split_at_checked(SIGNATURE) };
    let path = stored.and_then(|(_, path)| path.get(..len(6))).map(text);
    Some(ClangImport {
        kind: ImportKind::from_number(op(0)),
        name,
        file: path,
        size: op(4),
        modified: op(5),
        signature: stored.and_then(|(bytes, _)| signature(&[], Some(bytes))),
        cxx_module,
    })
}

/// `IMPORTS`, all in one record: `[kind, (C++ module,) place, size, time, signature ×20, name, path]…`. None if the operands
/// are not of this layout.
fn imports(ops: &[u64], newer: bool) -> Option<Vec<ClangImport>> {
    let mut fields = Ops::new(ops);
    let mut imports = Vec::new();
    while !fields.rest().is_empty() {
        let kind = fields.number();
        let cxx_module = newer && fields.flag();
        fields.number();
        let (mut size, mut modified, mut bytes) = (0, 0, Vec::new());
        if !cxx_module {
            (size, modified) = (fields.number(), fields.number());
            if fields.rest().iter().take(SIGNATURE).any(|byte| *byte > 255) {
                return None;
            }
            bytes = fields.raw(SIGNATURE);
        }
        let name = fields.string();
        let file = (!cxx_module).then(|| fields.string());
        if !fields.complete() {
            return None;
        }
        let signature = signature(&[], Some(&bytes));
        let kind = ImportKind::from_number(kind);
        imports.push(ClangImport { kind, name, file, size, modified, signature, cxx_module });
    }
    Some(imports)
}
