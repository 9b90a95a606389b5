//! Bundled programs from a program and test cases, and another program in a bundle.

use std::borrow::Cow;

use outlast_core::{
    Bytes, Contents, Error, ErrorKind, Image, Output, Piece, Result, Span, Step, offset_in, settle,
};
use outlast_flatbuffers::build::{Builder, Ref, Slot, Target};
use outlast_flatbuffers::edit::Editor;
use outlast_flatbuffers::repack;

use super::{BundledFile, TestCase, TestSuite, TestValue};
use crate::defs::BUNDLED_IDENTIFIER;
use crate::header::ExtendedHeader;
use crate::schemas;

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
    let program = build.vector(program, 1, alignment(program.iter()));
    let root = build.table([(1, list.into()), (2, program.into())]);
    Ok(Output::of(build.finish(root, Some(BUNDLED_IDENTIFIER), 0)?))
}

/// Puts another program into a bundle; the cases stay byte for byte. The old program's bytes are dropped where
/// everything in the bundle is known, and stay in it unused where something is not.
pub fn with_program<'a>(bundle: &BundledFile<'a>, program: Output<'a>) -> Result<Output<'a>> {
    let schema = schemas::bundled_program();
    let mut editor = Editor::new(bundle.file, schema, 0)?;
    let whole = bundle.file.data();
    if let Some(old) = bundle.program.filter(|old| program.is(old.data()))
        && let Some(start) = offset_in(whole, old.data())
    {
        // The same bytes, but readers look into what they look into of this program.
        let mut output = Output::of(whole.get(..start).unwrap_or_default());
        output.append(program);
        output.push(Piece::Bytes(whole.get(start + old.len()..).unwrap_or_default().into()));
        return Ok(output);
    }
    let known = editor.knows_all();
    let align = alignment(program.chunks().flatten());
    let (root, vector) = (editor.root(), editor.build.bulk(program.clone(), align));
    editor.set(root, 2, vector);
    let mut image = Image::new(editor.finish(8, 0)?.buffer.into_output())?;
    if known {
        let packed = repack::repack(Bytes::new(image.bytes(), 0), schema, 0, 0)?.into_output();
        image = Image::new(settle(packed, Some(&image), std::iter::once(whole)))?;
    }
    expect_as_before(bundle, &image, &program)?;
    Ok(image.into_output())
}

/// Demands that a bundle has the cases of another, and this program.
fn expect_as_before(bundle: &BundledFile<'_>, image: &Image<'_>, program: &Output<'_>) -> Result<()> {
    let after = BundledFile::open(Bytes::new(image.bytes(), 0))?;
    let there = after.program.and_then(|there| {
        let start = offset_in(image.bytes(), there.data())?;
        Some(image.content(start..start + there.len()))
    });
    let contents = Contents::of(Some(image));
    let mut suites = after.suites()?;
    let cases = suites.iter_mut().flat_map(|suite| &mut suite.cases);
    for value in cases.flat_map(|case| case.inputs.iter_mut().chain(&mut case.expected_outputs)) {
        if let TestValue::Tensor { data: Cow::Borrowed(data), .. } = value {
            let whole = contents.bytes(data);
            if let TestValue::Tensor { data, .. } = value {
                *data = whole;
            }
        }
    }
    if suites == bundle.suites()? && there.is_some_and(|there| there.is_same(program)) {
        return Ok(());
    }
    let why = "the cases were not preserved".into();
    let error = Error::new(ErrorKind::Invalid { what: "bundle", why }, Span::default());
    Err(error.with_help("this is a fault of outlast: please report it"))
}

/// Lets the cases of a method be those of a method of another name, after the program's was renamed.
pub fn rename_cases<'a>(bundle: &BundledFile<'a>, from: &str, to: &str) -> Result<Output<'a>> {
    let mut editor = Editor::new(bundle.file, schemas::bundled_program(), 0)?;
    for (index, suite) in bundle.suites()?.iter().enumerate() {
        if suite.method.as_deref() == Some(from) {
            let node = editor.follow(&[1, index])?;
            let name = editor.build.string(to);
            editor.set(node, 0, name);
        }
    }
    Ok(editor.finish(8, 0)?.buffer.into_output())
}

/// How a program must stand, so that what is aligned in it stays aligned.
fn alignment<'b>(program: impl Iterator<Item = &'b u8>) -> usize {
    let has_segments = program.skip(8).take(4).eq(ExtendedHeader::MAGIC);
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
