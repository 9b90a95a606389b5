//! Tables made by hand: deep, cyclic and ever growing attributes.

use outlast_core::Budget;

use super::{PrintOptions, Snippets, Source, print};
use crate::ids::EntryKind;
use crate::ids::{AttrId, DialectId, OpNameId, TypeId};
use crate::ir::{Ir, NONE, OpRecord};
use crate::schema::FileSchemas;
use crate::tables::{Dialect, Entries, OpName, Resources, Strings, Tables};
use crate::wire::{svarint, varint};

fn tables() -> Tables<'static> {
    let mut strings = Strings::new();
    let name = strings.intern(b"builtin");
    let module = strings.intern(b"module");
    Tables {
        strings,
        dialects: vec![Dialect::new(name)],
        op_names: vec![OpName { dialect: DialectId(0), name: module, registered: Some(false) }],
        attrs: Entries::new(),
        types: Entries::new(),
        properties: Vec::new(),
        resources: Resources::default(),
    }
}

fn attr(tables: &mut Tables<'_>, numbers: &[u64]) -> u32 {
    tables.attrs.append(DialectId(0), true, |out| numbers.iter().for_each(|number| varint(out, *number)))
}

fn one_op(location: u32) -> Ir {
    let record = OpRecord {
        name: OpNameId(0),
        location: AttrId(location),
        attrs: NONE,
        properties: NONE,
        results: 0,
        operands: 0,
        successors: 0,
        regions: 0,
        end: 1,
        mask: 0,
        isolated: false,
    };
    Ir { ops: vec![record], ..Ir::default() }
}

fn printed(tables: &Tables<'_>, location: u32, options: PrintOptions) -> Result<Vec<u8>, super::PrintError> {
    let ir = one_op(location);
    let source =
        Source { version: 6, producer: b"MLIR22.1.8", tables, ir: &ir, schemas: &FileSchemas::default() };
    let mut out = Vec::new();
    print(&source, &options, &mut out)?;
    Ok(out)
}

const DEBUG: PrintOptions = PrintOptions {
    release: None,
    local_scope: true,
    debug_info: true,
    hex_above: Some(100),
    most_bytes: 1 << 24,
};

/// `callsite(… at unknown)`, this deep.
fn chain(depth: usize) -> (Tables<'static>, u32) {
    let mut tables = tables();
    let unknown = attr(&mut tables, &[15]);
    let last = (0..depth).fold(unknown, |inner, _| attr(&mut tables, &[10, inner.into(), unknown.into()]));
    (tables, last)
}

#[test]
fn deep_locations() {
    let depth = 200_000;
    let (tables, last) = chain(depth);
    let text = printed(&tables, last, DEBUG).unwrap();
    assert_eq!(text.iter().filter(|byte| **byte == b'(').count(), depth + 4);
    assert!(text.ends_with(b" at unknown))\n"));
    // With aliases, each location is a line.
    let text = printed(&tables, last, PrintOptions { local_scope: false, ..DEBUG }).unwrap();
    assert_eq!(text.iter().filter(|byte| **byte == b'\n').count(), depth + 3);
}

#[test]
fn attributes_that_have_themselves_inside() {
    let mut tables = tables();
    let first = attr(&mut tables, &[10, 1, 1]);
    attr(&mut tables, &[10, 0, 0]);
    let text = printed(&tables, first, DEBUG).unwrap();
    assert!(String::from_utf8(text).unwrap().contains("<<CYCLE>>"));
    printed(&tables, first, PrintOptions { local_scope: false, ..DEBUG }).unwrap();
}

#[test]
fn texts_that_double_are_given_up() {
    let mut tables = tables();
    let unknown = attr(&mut tables, &[15]);
    let last = (0..12).fold(unknown, |inner, _| attr(&mut tables, &[12, 2, inner.into(), inner.into()]));
    let whole = printed(&tables, last, DEBUG).unwrap().len();
    let within = |most: usize| {
        printed(&tables, last, PrintOptions { most_bytes: u64::try_from(most).unwrap(), ..DEBUG })
    };
    assert_eq!(within(whole).unwrap().len(), whole);
    assert!(matches!(within(whole - 1), Err(super::PrintError::TooLong)));
}

/// Texts of single attributes and types have a budget, too.
#[test]
fn texts_have_a_budget() {
    let (tables, last) = chain(100);
    let ir = one_op(last);
    let schemas = FileSchemas::default();
    let source = Source { version: 6, producer: b"MLIR22.1.8", tables: &tables, ir: &ir, schemas: &schemas };
    let within = |budget| {
        let mut out = Vec::new();
        let done = super::print_within(&source, &DEBUG, Budget::new(budget), &mut out);
        (done, String::from_utf8(out).unwrap())
    };
    assert!(within(1 << 20).0.is_ok());
    let (done, text) = within(100);
    assert!(matches!(done, Err(super::PrintError::TooMuch)));
    assert!(text.contains("<<the text ends here, after "), "{text}");
}

#[test]
fn newer_codes_as_text() {
    let mut tables = tables();
    let map = tables.attrs.append(DialectId(0), true, |out| {
        // (d0, d1)[s0] -> (d0 - s0 * 2, -d1)
        [23, 2 << 2 | 3, 1, 2, 3, 0, 0, 4, 1, 0, 2].iter().for_each(|number| varint(out, *number));
        svarint(out, -2);
        [4, 0, 1, 2].iter().for_each(|number| varint(out, *number));
        svarint(out, -1);
    });
    let text = Snippets::of_release(&tables, 22).exact(EntryKind::Attr, map).unwrap();
    assert_eq!(String::from_utf8(text).unwrap(), "affine_map<(d0, d1)[s0] -> (d0 - s0 * 2, -d1)>");
    let unknown = attr(&mut tables, &[99]);
    assert_eq!(Snippets::of_release(&tables, 22).exact(EntryKind::Attr, unknown), None);
}

#[test]
fn no_such_entry() {
    let mut tables = tables();
    let array = attr(&mut tables, &[0, 1, 77]);
    let type_of = attr(&mut tables, &[6, 77]);
    let mut texts = Snippets::of_release(&tables, 22);
    assert_eq!(texts.attr(AttrId(array)), "[<<NULL ATTRIBUTE>>]");
    assert_eq!(texts.attr(AttrId(type_of)), "<<NULL TYPE>>");
    assert_eq!(texts.exact(EntryKind::Attr, array), None);
    assert_eq!(TypeId(0).index(), 0);
}
