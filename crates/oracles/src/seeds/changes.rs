//! Inputs of the oracles over changes, made of files of the corpus: each operation on some files, and with what it takes.

use outlast::AsExecutorch as _;
use std::collections::BTreeMap;
use std::path::PathBuf;

use outlast::Options;
use outlast::convert::Request;
use outlast::families::executorch::Runtimes;
use outlast::families::mlir::Rewrite;
use outlast::selection::from_operator_list;

use super::{MOST_BYTES, below, extension, folders, read};
use crate::library::Family;
use crate::parts::join;
use crate::{bundles as bundle_oracle, data as data_oracle, edits as edit_oracle, imports as import_oracle};

/// A name, for what takes one.
const NAME: &[u8] = b"another";

/// Inputs as they are collected.
#[derive(Default)]
struct Inputs(Vec<Vec<u8>>);

impl Inputs {
    fn add(&mut self, operation: usize, variant: usize, first: &[u8], second: &[u8]) {
        let input = join(operation, variant, first, second);
        self.0.extend(input.filter(|input| input.len() <= MOST_BYTES));
    }
}

/// Files of ExecuTorch by their paths, those with one of these extensions and of at most so many bytes; smallest first.
fn files(extensions: &[&str], most: u64) -> Vec<(PathBuf, Vec<u8>)> {
    let wanted = |path: &PathBuf| extension(path).is_some_and(|found| extensions.contains(&found));
    let paths: Vec<PathBuf> = below(folders(Family::Executorch)).into_iter().filter(wanted).collect();
    read(&paths, most).into_iter().map(|(name, bytes)| (PathBuf::from(name), bytes)).collect()
}

/// The bytes of files by their paths without extension.
fn by_stem(files: Vec<(PathBuf, Vec<u8>)>) -> BTreeMap<PathBuf, Vec<u8>> {
    files.into_iter().map(|(path, bytes)| (path.with_extension(""), bytes)).collect()
}

/// Every edit and step on programs and bundles.
pub(super) fn edits() -> Vec<Vec<u8>> {
    let mut inputs = Inputs::default();
    let count = edit_oracle::operations();
    let data = by_stem(files(&["ptd"], 1 << 14));
    for (at, (path, program)) in files(&["pte", "bpte"], 1 << 13).into_iter().enumerate() {
        // Every operation on the smallest, and two on each of the others.
        let operations = if at < 40 { 0..count } else { at % (count - 1)..at % (count - 1) + 2 };
        for operation in operations {
            inputs.add(operation, at % 3, &program, NAME);
        }
        if let Some(data) = data.get(&path.with_extension("")) {
            let merge = [edit_oracle::MERGE].into_iter().chain(edit_oracle::EDITS..count);
            merge.for_each(|operation| inputs.add(operation, 0, &program, data));
        }
    }
    inputs.0
}

/// Bundles of programs with the arrays beside them, and changes of bundles.
pub(super) fn bundles() -> Vec<Vec<u8>> {
    let mut inputs = Inputs::default();
    let arrays = by_stem(files(&["npz"], 1 << 14));
    let programs = files(&["pte"], 1 << 13);
    for (at, (path, program)) in programs.iter().enumerate() {
        if let Some(arrays) = arrays.get(&path.with_extension("")) {
            inputs.add(0, at % 4, program, arrays);
        }
        if at % 4 == 0 {
            inputs.add(1, at / 4, program, NAME);
        }
    }
    let programs = by_stem(programs);
    for (path, bundle) in files(&["bpte"], 1 << 15) {
        inputs.add(2, 0, &bundle, b"");
        inputs.add(4, 0, &bundle, NAME);
        if let Some(program) = programs.get(&path.with_extension("")) {
            inputs.add(3, 0, &bundle, program);
        }
    }
    debug_assert_eq!(bundle_oracle::OPERATIONS, 5, "each operation has seeds");
    inputs.0
}

/// Data files of arrays, and every change of data files.
pub(super) fn data() -> Vec<Vec<u8>> {
    let mut inputs = Inputs::default();
    let arrays = files(&["npz"], 1 << 12);
    for (at, (_, arrays)) in arrays.iter().enumerate() {
        inputs.add(0, at % 3, arrays, b"");
    }
    for (_, data) in files(&["ptd"], 1 << 15) {
        for operation in 1..data_oracle::OPERATIONS {
            for variant in 0..3 {
                inputs.add(operation, variant, &data, NAME);
            }
        }
        let own = outlast::open(&data).ok().and_then(|program| program.as_executorch_data());
        let own = own.and_then(|file| outlast::families::executorch::arrays_of(&file).ok());
        if let Some(own) = own.and_then(|own| outlast::arrays::safetensors::write(&own).ok()) {
            (0..2).for_each(|variant| inputs.add(3, variant, &data, &own));
            inputs.add(0, 0, &own, b"");
        }
    }
    inputs.0
}

/// Objects and static libraries, as they are and with the strings of a runtime.
fn runtimes(inputs: &mut Inputs) {
    let paths: Vec<PathBuf> = below(folders(Family::Llvm)).into_iter().collect();
    let code =
        read(&paths, 1 << 13).into_iter().map(|(_, bytes)| bytes).filter(|bytes| Runtimes::takes(bytes));
    let strings =
        b"\0executorch_prim::et_view.default\0aten::add.out\0XnnpackBackend\0QUInt4x2\0QUInt2x4\0BFloat16\0";
    for (variant, bytes) in code.take(12).enumerate() {
        inputs.add(5, variant, &bytes, NAME);
        inputs.add(5, variant, &[bytes.as_slice(), strings].concat(), &bytes);
    }
}

/// Lists of operators, profiles, paired samples, texts of schemas and code.
pub(super) fn imports() -> Vec<Vec<u8>> {
    let list = "aten::add.out\n# a comment\naten::mul.out\naten::addmm.out\n";
    let json = "[\"aten::add.out\", \"aten::mul.out\"]";
    let build = "operators:\n  aten::addmm.out:\n    include_all_overloads: false\n    debug_info: [mlp.pte]\n  \
                 aten::add:\n    include_all_overloads: true\ninclude_all_operators: false\nbuild_features: []\n\
                 et_kernel_metadata:\n  aten::addmm.out:\n  - v1/6;0|6;0,1\n";
    let mut inputs = Inputs::default();
    for variant in 0..3 {
        inputs.add(0, variant, list.as_bytes(), NAME);
        inputs.add(0, variant, json.as_bytes(), NAME);
        inputs.add(1, variant, build.as_bytes(), NAME);
        inputs.add(1, variant, b"include_all_operators: true\n", NAME);
    }
    let imported = from_operator_list(list).ok();
    let profile = imported.zip(outlast::profile("executorch-1.0.1").ok());
    if let Some((imported, base)) = profile {
        let text = imported.to_profile_text("phone", &base).unwrap_or_default()
            + "backends = [\"XnnpackBackend\"]\n[kernels]\n\"aten::add.out\" = [\"v1/6;0|6;0|6;0\"]\n";
        for (_, program) in files(&["pte"], 1 << 11).iter().step_by(8) {
            inputs.add(2, 0, text.as_bytes(), program);
        }
    }
    samples(&mut inputs);
    runtimes(&mut inputs);
    debug_assert_eq!(import_oracle::OPERATIONS, 6, "each operation has seeds");
    inputs.0
}

/// Paired samples of the corpus and of what Outlast converts; and files with a text of schemas.
fn samples(inputs: &mut Inputs) {
    let schemas = "release mlir-30 30.0 learned\n# nothing\narith.constant value\nfunc.return -\nllvm.add overflowFlags?:int\n";
    let files = read(&below(&["mlir"]), 1 << 14);
    for (name, named) in files.iter().filter(|(name, _)| name.ends_with("-v4.mlirbc")) {
        let pair = name.replace("-v4.", "-v6.");
        for (_, positional) in files.iter().filter(|(other, _)| *other == pair) {
            (0..2).for_each(|variant| inputs.add(3, variant, named, positional));
        }
    }
    for (_, bytes) in files.iter().filter(|(_, bytes)| bytes.len() < 1 << 11) {
        if Family::by_magic(bytes) != Some(Family::Mlir) {
            continue;
        }
        inputs.add(4, 0, schemas.as_bytes(), bytes);
        if let (Some(old), Some(new)) = (written(bytes, 4), written(bytes, 6)) {
            inputs.add(3, 0, &old, &new);
        }
    }
}

/// The file in this version of bytecode, if it can be written so.
fn written(bytes: &[u8], version: u64) -> Option<Vec<u8>> {
    let program = outlast::open(bytes).ok()?;
    let options = Options::none().with(Rewrite { bytecode: Some(version), ..Rewrite::default() });
    let request = Request::default().options(options);
    Some(program.convert(&[], &request).ok()?.output.to_vec())
}
