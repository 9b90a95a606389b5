//! Encodings of attributes and types with numbers of more bytes than they need: for the tests, and for real readers (`examples/widen.rs`).

use outlast_mlir::Module;
use outlast_mlir::codec::{self, EntryKind, Field, Fields};
use outlast_mlir::tables::{Entries, Tables};
use outlast_mlir::wire::{Reader, varint_len};

fn wide(out: &mut Vec<u8>, value: u64) {
    if varint_len(value) > 7 {
        out.push(0);
        return out.extend_from_slice(&value.to_le_bytes());
    }
    let word = (value << 1 | 1) << 6;
    out.extend_from_slice(&word.to_le_bytes()[..7]);
}

fn fields_of(reader: &mut Reader<'_>, fields: Fields, out: &mut Vec<u8>) {
    for (_, field) in fields {
        match field {
            Field::Bool => out.push(reader.byte("").unwrap()),
            Field::Blob => {
                let len = reader.varint("").unwrap();
                wide(out, len);
                out.extend_from_slice(reader.bytes(len, "").unwrap());
            }
            Field::Maybe(fields) => {
                let there = reader.byte("").unwrap();
                out.push(there);
                if there == 1 {
                    fields_of(reader, fields, out);
                }
            }
            Field::List(fields) => {
                let count = reader.varint("").unwrap();
                wide(out, count);
                (0..count).for_each(|_| fields_of(reader, fields, out));
            }
            Field::Strings => {
                while !reader.is_empty() {
                    wide(out, reader.varint("").unwrap());
                }
            }
            Field::Tail => out.extend_from_slice(reader.rest()),
            _ => wide(out, reader.varint("").unwrap()),
        }
    }
}

fn entries(tables: &Tables<'_>, kind: EntryKind) -> Vec<Option<Vec<u8>>> {
    let of: &Entries<'_> = if kind == EntryKind::Attr { &tables.attrs } else { &tables.types };
    let one = |entry| {
        let (_, fields) = codec::find(tables, &entry, kind)?;
        let mut reader = Reader::new(entry.bytes);
        let mut out = Vec::new();
        wide(&mut out, reader.varint("").unwrap());
        fields_of(&mut reader, fields, &mut out);
        Some(out)
    };
    of.iter().map(one).collect()
}

/// With wide numbers in the encodings of attributes and types, and in nothing else.
pub(crate) fn in_entries(data: &[u8]) -> Vec<u8> {
    let mut module = Module::read(data).unwrap();
    for kind in [EntryKind::Attr, EntryKind::Type] {
        for (at, bytes) in entries(&module.tables, kind).into_iter().enumerate() {
            let Some(bytes) = bytes else { continue };
            let at = u32::try_from(at).unwrap();
            let of =
                if kind == EntryKind::Attr { &mut module.tables.attrs } else { &mut module.tables.types };
            let dialect = of.get(at).unwrap().dialect;
            of.replace(at, dialect, true, bytes);
        }
    }
    module.encode().concat()
}
