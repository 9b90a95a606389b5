//! Bundled programs: the wrapper, its test cases, and the program inside.

use std::collections::HashSet;

use outlast_core::{Bytes, Path, Severity};
use outlast_flatbuffers::view::{Table, Vector};

use super::codes::*;
use super::sink::{LONGEST_NAME, Sink, shown};
use super::tensors::permutation;
use super::{Options, check_program, container};
use crate::bundled::BundledFile;
use crate::defs::ScalarType;
use crate::program::ProgramFile;
use crate::schemas;

/// Checks a bundled program.
pub(super) fn check(file: Bytes<'_>, sink: &mut Sink) {
    let bundle = match BundledFile::open(file) {
        Ok(bundle) => bundle,
        Err(error) => {
            sink.add(error.code(), Severity::Error, || error.to_diagnostic());
            return;
        }
    };
    container::schema(file, schemas::bundled_program(), &[], &Path::root(), sink);
    let mut methods = None;
    match bundle.program {
        Some(program) => {
            check_program(program, Options::default(), sink);
            methods = names(program);
        }
        None => {
            let title = "the bundle has no program";
            sink.error(BUNDLE_PROGRAM, title, bundle.root.whole_span(), Path::root().field("program"));
        }
    }
    let path = Path::root().field("method_test_suites");
    match bundle.root.vector(1, 4) {
        Ok(Some(list)) => {
            for index in 0..list.len() {
                if let Ok(suite) = list.table(index) {
                    self::suite(&suite, methods.as_ref(), &path.index(index), sink);
                }
            }
        }
        Ok(None) => {
            sink.error(BUNDLE_CASE, "the bundle has no test suites", bundle.root.whole_span(), path);
        }
        Err(_) => {}
    }
}

/// Names of the program's methods.
fn names(program: Bytes<'_>) -> Option<HashSet<&[u8]>> {
    let list = ProgramFile::open(program).ok()?.root.execution_plan().ok()??;
    let short = |name: &&[u8]| name.len() <= LONGEST_NAME;
    Some(list.iter().filter_map(|plan| Some(plan.ok()?.name().ok()??.bytes())).filter(short).collect())
}

fn suite(suite: &Table<'_>, methods: Option<&HashSet<&[u8]>>, path: &Path, sink: &mut Sink) {
    match suite.string(0) {
        Ok(Some(name)) => {
            if name.bytes().len() <= LONGEST_NAME && methods.is_some_and(|m| !m.contains(name.bytes())) {
                let title = format!("the program has no method {}", shown(name.bytes()));
                sink.error(BUNDLE_METHOD, title, name.span(), path.field("method_name"));
            }
        }
        Ok(None) => {
            let title = "a test suite without a method's name";
            sink.error(BUNDLE_CASE, title, suite.whole_span(), path.field("method_name"));
        }
        Err(_) => {}
    }
    let cases = match suite.vector(1, 4) {
        Ok(Some(cases)) => cases,
        Ok(None) => {
            let title = "a test suite without cases";
            return sink.error(BUNDLE_CASE, title, suite.whole_span(), path.field("test_cases"));
        }
        Err(_) => return,
    };
    for index in 0..cases.len() {
        let Ok(case) = cases.table(index) else { continue };
        let path = path.field("test_cases").index(index);
        for (slot, name) in [(0, "inputs"), (1, "expected_outputs")] {
            match case.vector(slot, 4) {
                Ok(Some(list)) => values(&list, &path.field(name), sink),
                Ok(None) => {
                    let title = format!("a test case without `{name}`");
                    sink.error(BUNDLE_CASE, title, case.whole_span(), path.field(name));
                }
                Err(_) => {}
            }
        }
    }
}

fn values(list: &Vector<'_>, path: &Path, sink: &mut Sink) {
    for index in 0..list.len() {
        let Ok(value) = list.table(index) else { continue };
        let path = path.index(index);
        let tag = value.u8(0).ok().flatten().unwrap_or(0);
        if !(1..=4).contains(&tag) {
            let title = format!("the kind of the value is {tag}, known ones are 1 to 4");
            sink.error(BUNDLE_CASE, title, value.span(0, 1), path);
            continue;
        }
        match value.table(1) {
            Ok(Some(table)) if tag == 1 => tensor(&table, &path, sink),
            Ok(None) => sink.error(BUNDLE_CASE, "a kind without a value", value.whole_span(), path),
            _ => {}
        }
    }
}

fn tensor(table: &Table<'_>, path: &Path, sink: &mut Sink) {
    let scalar_type = ScalarType(table.i8(0).ok().flatten().unwrap_or(0));
    let Some(element) = scalar_type.size() else {
        let title = format!("element type {}, which no release defines", scalar_type.0);
        return sink.error(SCALAR_TYPE, title, table.span(0, 1), path.field("scalar_type"));
    };
    let (sizes, data, order) = match (table.vector(1, 4), table.vector(2, 1), table.vector(3, 1)) {
        (Ok(Some(sizes)), Ok(Some(data)), Ok(Some(order))) => (sizes, data, order),
        (Ok(sizes), Ok(data), Ok(order)) => {
            let name = match (sizes, data, order) {
                (None, ..) => "sizes",
                (_, None, _) => "data",
                _ => "dim_order",
            };
            let title = format!("a tensor without `{name}`");
            return sink.error(BUNDLE_CASE, title, table.whole_span(), path.field(name));
        }
        _ => return,
    };
    if let Some((title, span)) = permutation(&order, sizes.len()) {
        sink.error(BUNDLE_CASE, title, span, path.field("dim_order"));
    }
    let bytes = sizes.i32s().try_fold(element, |n, size| n.checked_mul(u64::try_from(size).ok()?));
    match bytes {
        None => sink.error(BUNDLE_CASE, "impossible sizes", sizes.span(), path.field("sizes")),
        Some(bytes) if bytes != data.len() as u64 => {
            let title = format!("the tensor needs {bytes} bytes, {} are there", data.len());
            sink.error(BUNDLE_CASE, title, data.span(), path.field("data"));
        }
        Some(_) => {}
    }
}
