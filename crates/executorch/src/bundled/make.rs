//! Bundled programs from a program and test cases, and another program in a bundle.

use outlast_core::{Error, ErrorKind, Result, Span, Step};
use outlast_flatbuffers::build::{Builder, Ref, Slot, Target};
use outlast_flatbuffers::edit::Editor;
use outlast_flatbuffers::repack;

use super::{BundledFile, TestCase, TestSuite, TestValue};
use crate::defs::BUNDLED_IDENTIFIER;
use crate::header::ExtendedHeader;
use crate::schemas;
use outlast_core::Output;

/// Alignment of the program that the schema demands.
const PROGRAM_ALIGN: usize = 32;
/// Alignment of a program that has segments: exporters align them to 128 bytes in it, for kernels that like cache lines.
const SEGMENT_ALIGN: usize = 64;
/// Alignment of tensor data that the schema demands.
const TENSOR_ALIGN: usize = 16;

/// Writes a bundled program with this program, byte for byte, and these test cases.
pub fn make_bundle<'a>(program: &[u8], suites: &[TestSuite<'_>]) -> Result<Output<'a>> {
    let mut build = Builder::new();
    let mut list = Vec::new();
    for suite in suites {
        let name = suite.method.clone().unwrap_or_default();
        let table = self::suite(&mut build, suite).map_err(|e| e.within(Step::Named("method", name)))?;
        list.push(Target::New(table));
    }
    let list = build.references(list);
    let program = build.vector(program, 1, alignment(program));
    let root = build.table([(1, list.into()), (2, program.into())]);
    Ok(Output::of(build.finish(root, Some(BUNDLED_IDENTIFIER), 0)?))
}

/// Puts another program into a bundle; the cases stay byte for byte. The old program's bytes are dropped where
/// everything in the bundle is known, and stay in it unused where something is not.
pub fn with_program<'a>(bundle: &BundledFile<'_>, program: &[u8]) -> Result<Output<'a>> {
    let schema = schemas::bundled_program();
    let mut editor = Editor::new(bundle.file, schema, 0)?;
    if bundle.program.is_some_and(|old| old.data() == program) {
        return Ok(Output::of(editor.finish(8, 0)?.bytes));
    }
    let known = editor.knows_all();
    let (root, vector) = (editor.root(), editor.build.vector(program.to_vec(), 1, alignment(program)));
    editor.set(root, 2, vector);
    let edited = editor.finish(8, 0)?.bytes;
    let bytes = match known {
        true => repack::repack(outlast_core::Bytes::new(&edited, 0), schema, 0, 0)?,
        false => edited,
    };
    let after = BundledFile::open(outlast_core::Bytes::new(&bytes, 0))?;
    if after.suites()? != bundle.suites()? || after.program.is_none_or(|p| p.data() != program) {
        let kind =
            ErrorKind::Invalid { what: "bundle", why: "the cases did not come out as they were".into() };
        return Err(
            Error::new(kind, Span::default()).with_help("this is a fault of outlast: please report it")
        );
    }
    Ok(Output::of(bytes))
}

/// Lets the cases of a method be those of a method of another name, after the program's was renamed.
pub fn rename_cases<'a>(bundle: &BundledFile<'_>, from: &str, to: &str) -> Result<Output<'a>> {
    let mut editor = Editor::new(bundle.file, schemas::bundled_program(), 0)?;
    for (index, suite) in bundle.suites()?.iter().enumerate() {
        if suite.method.as_deref() == Some(from) {
            let node = editor.follow(&[1, index])?;
            let name = editor.build.string(to);
            editor.set(node, 0, name);
        }
    }
    Ok(Output::of(editor.finish(8, 0)?.bytes))
}

/// How a program must stand, so that what is aligned in it stays aligned.
fn alignment(program: &[u8]) -> usize {
    let has_segments = program.get(8..12) == Some(ExtendedHeader::MAGIC);
    if has_segments { SEGMENT_ALIGN } else { PROGRAM_ALIGN }
}

fn suite<'b>(build: &mut Builder<'b>, suite: &TestSuite<'_>) -> Result<Ref> {
    let mut cases = Vec::new();
    for (index, case) in suite.cases.iter().enumerate() {
        let table = self::case(build, case).map_err(|e| e.within(Step::Item("case", index as u64)))?;
        cases.push(Target::New(table));
    }
    let cases = build.references(cases);
    let mut fields: Vec<(u16, Slot)> = vec![(1, cases.into())];
    if let Some(method) = &suite.method {
        fields.push((0, build.string(method).into()));
    }
    Ok(build.table(fields))
}

fn case<'b>(build: &mut Builder<'b>, case: &TestCase<'_>) -> Result<Ref> {
    let mut fields: Vec<(u16, Slot)> = Vec::new();
    for (slot, values) in [(0, &case.inputs), (1, &case.expected_outputs)] {
        let mut list = Vec::new();
        for (index, value) in values.iter().enumerate() {
            let side = if slot == 0 { "input" } else { "expected output" };
            let table = self::value(build, value).map_err(|e| e.within(Step::Item(side, index as u64)))?;
            list.push(Target::New(table));
        }
        fields.push((slot, build.references(list).into()));
    }
    Ok(build.table(fields))
}

fn value<'b>(build: &mut Builder<'b>, value: &TestValue<'_>) -> Result<Ref> {
    let (tag, fields): (u8, Vec<(u16, Slot)>) = match value {
        TestValue::Tensor { layout, data } => {
            if layout.byte_size() != Some(data.len() as u64) {
                let why = format!("{layout} with {} bytes of data", data.len());
                return Err(Error::new(ErrorKind::Invalid { what: "tensor", why }, Span::default()));
            }
            let mut fields: Vec<(u16, Slot)> = Vec::new();
            if layout.scalar_type.0 != 0 {
                fields.push((0, layout.scalar_type.0.into()));
            }
            fields.push((1, build.u32s(layout.sizes.iter().map(|n| n.cast_unsigned())).into()));
            fields.push((2, build.vector(data.to_vec(), 1, TENSOR_ALIGN).into()));
            fields.push((3, build.vector(layout.dim_order.clone(), 1, 1).into()));
            (1, fields)
        }
        // Defaults are left out, as official writers leave them out.
        TestValue::Int(n) => (2, (*n != 0).then(|| (0, (*n).into())).into_iter().collect()),
        TestValue::Bool(b) => (3, b.then(|| (0, true.into())).into_iter().collect()),
        TestValue::Double(x) => (4, (x.to_bits() != 0).then(|| (0, (*x).into())).into_iter().collect()),
        TestValue::Unknown(tag) => {
            let why = format!("a value of unknown kind {tag} cannot be written");
            return Err(Error::new(ErrorKind::Invalid { what: "test case", why }, Span::default()));
        }
    };
    let table = build.table(fields);
    Ok(build.table([(0, tag.into()), (1, table.into())]))
}
