//! Bundled programs: the wrapper, its test cases, and the program inside.

use std::rc::Rc;

use outlast_core::{Budget, Bytes, Error, ErrorKind, Findings, Path, QuickMap, Result, Span};
use outlast_flatbuffers::ContainerHeader;
use outlast_flatbuffers::view::{Table, Vector};

use super::codes::*;
use super::tensors::permutation;
use super::{LONGEST_NAME, quoted};
use super::{Options, check_program, container};
use crate::bundled::{BundledFile, Side, Signature, test_case};
use crate::defs::ScalarType;
use crate::program::ProgramFile;
use crate::schemas;
use crate::work::{Spending, budget};

/// Checks a bundled program.
pub(super) fn check(file: Bytes<'_>, sink: &mut Findings) {
    let bundle = match BundledFile::open(file) {
        Ok(bundle) => bundle,
        Err(error) => {
            sink.add(error.to_diagnostic());
            return;
        }
    };
    container::schema(file, schemas::bundled_program(), ContainerHeader::default(), &Path::root(), sink);
    let mut methods = None;
    match bundle.program {
        Some(program) => {
            check_program(program, Options::default(), sink);
            methods = self::methods(program);
        }
        None => {
            let title = "the bundle has no program";
            sink.error(BUNDLE_PROGRAM, title, bundle.root.whole_span(), Path::root().field("program"));
        }
    }
    let path = Path::root().field("method_test_suites");
    let mut suites = Suites { methods, work: budget(&file), sink };
    match bundle.root.vector(1, 4) {
        Ok(Some(list)) => {
            for index in 0..list.len() {
                if let Ok(suite) = list.table(index)
                    && suites.suite(&suite, &path.index(index)).is_err()
                {
                    let kind = ErrorKind::Limit {
                        what: "items to look at: lists are shared",
                        limit: file.len() as u64,
                    };
                    let error = Error::new(kind, file.span(0, 0)).under(&path);
                    sink.add(error.to_diagnostic());
                    return;
                }
            }
        }
        Ok(None) => {
            sink.error(BUNDLE_CASE, "the bundle has no test suites", bundle.root.whole_span(), path);
        }
        Err(_) => {}
    }
}

/// Names of the program's methods, with what they take and give where that can be read. Of equal names the first counts,
/// as for readers.
fn methods(program: Bytes<'_>) -> Option<Methods<'_>> {
    let program = ProgramFile::open(program).ok()?;
    let signatures = Signature::all(&program).unwrap_or_default();
    let list = program.root.execution_plan().ok()??;
    let mut methods = QuickMap::default();
    for (index, plan) in list.iter().enumerate() {
        let Some(name) = plan.ok().and_then(|plan| plan.name().ok()?) else { continue };
        if name.bytes().len() <= LONGEST_NAME {
            methods.entry(name.bytes()).or_insert_with(|| signatures.get(index).cloned().map(Rc::new));
        }
    }
    Some(methods)
}

/// Signatures by the names of their methods.
type Methods<'a> = QuickMap<&'a [u8], Option<Rc<Signature>>>;

/// The check of the test suites.
struct Suites<'s, 'a> {
    methods: Option<Methods<'a>>,
    /// Lists may be shared: a small file could ask for any amount of work.
    work: Budget,
    sink: &'s mut Findings,
}

impl Suites<'_, '_> {
    fn suite(&mut self, suite: &Table<'_>, path: &Path) -> Result<()> {
        let mut signature = None;
        match suite.string(0) {
            Ok(Some(name)) if name.bytes().len() <= LONGEST_NAME => {
                self.work.visit(name.bytes().len())?;
                match self.methods.as_ref().map(|m| m.get(name.bytes())) {
                    Some(Some(found)) => signature = found.clone(),
                    Some(None) => {
                        let title = format!("the program has no method {}", quoted(name.bytes()));
                        self.sink.error(BUNDLE_METHOD, title, name.span(), path.field("method_name"));
                    }
                    None => {}
                }
            }
            Ok(None) => {
                let title = "a test suite without a method's name";
                self.sink.error(BUNDLE_CASE, title, suite.whole_span(), path.field("method_name"));
            }
            _ => {}
        }
        let cases = match suite.vector(1, 4) {
            Ok(Some(cases)) => cases,
            Ok(None) => {
                let title = "a test suite without cases";
                self.sink.error(BUNDLE_CASE, title, suite.whole_span(), path.field("test_cases"));
                return Ok(());
            }
            Err(_) => return Ok(()),
        };
        for index in 0..cases.len() {
            let Ok(case) = cases.table(index) else { continue };
            let path = path.field("test_cases").index(index);
            self.work.visit(case.size())?;
            let mut sound = true;
            for (slot, name) in [(0, "inputs"), (1, "expected_outputs")] {
                match case.vector(slot, 4) {
                    Ok(Some(list)) => {
                        self.work.visit(16 * list.len())?;
                        sound &= values(&list, &path.field(name), self.sink);
                    }
                    Ok(None) => {
                        let title = format!("a test case without `{name}`");
                        self.sink.error(BUNDLE_CASE, title, case.whole_span(), path.field(name));
                        sound = false;
                    }
                    Err(_) => sound = false,
                }
            }
            if let Some(signature) = signature.as_deref().filter(|_| sound) {
                self.compare(signature, &case, &path)?;
            }
        }
        Ok(())
    }

    /// Compares a case with what its method takes and gives.
    fn compare(&mut self, signature: &Signature, case: &Table<'_>, path: &Path) -> Result<()> {
        let Ok(parsed) = test_case(case, &mut self.work) else { return Ok(()) };
        self.work.visit(16 * (signature.inputs.len() + signature.outputs.len()))?;
        for mismatch in signature.check(&parsed) {
            let (slot, field) =
                if mismatch.side == Side::Input { (0, "inputs") } else { (1, "expected_outputs") };
            let mut path = path.field(field);
            let list = case.vector(slot, 4).ok().flatten();
            let mut span = list.map_or_else(|| case.whole_span(), |list| list.span());
            if let Some(index) = mismatch.index {
                path = path.index(index);
                span = place(list.and_then(|list| list.table(index).ok())).unwrap_or(span);
            }
            self.sink.error(BUNDLE_MISMATCH, mismatch.to_string(), span, path);
        }
        if parsed.expected_outputs.is_empty() && !signature.outputs.is_empty() {
            let title = "a test case without expected outputs: there is nothing to compare results with";
            self.sink.warning(BUNDLE_CASE, title, case.whole_span(), path.field("expected_outputs"));
        }
        Ok(())
    }
}

/// Where a value's own table is, which says its type; the reference to it where there is none.
fn place(value: Option<Table<'_>>) -> Option<Span> {
    let value = value?;
    match value.u8(0) {
        Ok(Some(1)) => value.table(1).ok().flatten().map(|table| table.whole_span()),
        _ => Some(value.whole_span()),
    }
}

/// Whether all values of a list are sound.
fn values(list: &Vector<'_>, path: &Path, sink: &mut Findings) -> bool {
    let mut sound = true;
    for index in 0..list.len() {
        let Ok(value) = list.table(index) else { continue };
        let path = path.index(index);
        let tag = value.u8(0).ok().flatten().unwrap_or(0);
        if !(1..=4).contains(&tag) {
            let title = format!("the kind of the value is {tag}, known ones are 1 to 4");
            sink.error(BUNDLE_CASE, title, value.span(0, 1), path);
            sound = false;
            continue;
        }
        match value.table(1) {
            Ok(Some(table)) if tag == 1 => sound &= tensor(&table, &path, sink),
            Ok(None) => {
                sink.error(BUNDLE_CASE, "a kind without a value", value.whole_span(), path);
                sound = false;
            }
            _ => {}
        }
    }
    sound
}

/// Whether a tensor is sound.
fn tensor(table: &Table<'_>, path: &Path, sink: &mut Findings) -> bool {
    let scalar_type = ScalarType(table.i8(0).ok().flatten().unwrap_or(0));
    let Some(element) = scalar_type.size() else {
        let title = format!("element type {}, which no release defines", scalar_type.0);
        sink.error(SCALAR_TYPE, title, table.span(0, 1), path.field("scalar_type"));
        return false;
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
            sink.error(BUNDLE_CASE, title, table.whole_span(), path.field(name));
            return false;
        }
        _ => return false,
    };
    if let Some((title, span)) = permutation(&order, sizes.len()) {
        sink.error(BUNDLE_CASE, title, span, path.field("dim_order"));
        return false;
    }
    let bytes = sizes.i32s().try_fold(element, |n, size| n.checked_mul(u64::try_from(size).ok()?));
    match bytes {
        None => sink.error(BUNDLE_CASE, "impossible sizes", sizes.span(), path.field("sizes")),
        Some(bytes) if bytes != data.len() as u64 => {
            let title = format!("the tensor needs {bytes} bytes, {} are there", data.len());
            sink.error(BUNDLE_CASE, title, data.span(), path.field("data"));
        }
        Some(_) => return true,
    }
    false
}
