//! Answers questions about names from the tables of a Clang or Swift stream, for `evidence/peers/llvm/lookups.py`: `ask FILE`. One
//! question a line on standard input, words with tabs between them; one answer a line: `found`, with what was found, or
//! `absent`.
//!
//! Clang: `identifier NAME`, `macro NAME`, `selector NAME`, `header NAME`, `member NAME` (in any declaration). Swift: `top NAME`,
//! `operator NAME`, `extension TYPE`, `member PATH NAME` (path with dots), `comment USR`, `usr USR`. Both: `verify`, `resolve`,
//! `names TABLE`.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::io::BufRead;
use std::process::ExitCode;

use outlast_bitstream::clang::{ClangTables, DeclName};
use outlast_bitstream::hash_table::HashTable;
use outlast_bitstream::swift::{Found, NameKey, SwiftTables, TableId};
use outlast_bitstream::{Stream, StreamKind, unwrap};
use outlast_core::{Error, Result};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> std::result::Result<(), String> {
    let path = std::env::args().nth(1).ok_or("usage: ask FILE")?;
    let bytes = std::fs::read(&path).map_err(|error| format!("{path}: {error}"))?;
    let (_, stream) = unwrap(&bytes, 0).map_err(|fault| format!("{path}: {fault}"))?;
    let mut answers: Answers<'_> = match stream.kind() {
        StreamKind::ClangAst => clang(stream).map_err(|error| format!("{path}: {error}"))?,
        _ => swift(stream).map_err(|error| format!("{path}: {error}"))?,
    };
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|error| error.to_string())?;
        let words: Vec<&str> = line.split('\t').collect();
        match answers(&words).map_err(|error: Error| format!("{path}: {line}: {error}"))? {
            Some(what) => println!("found\t{what}"),
            None => println!("absent"),
        }
    }
    Ok(())
}

type Answers<'a> = Box<dyn FnMut(&[&str]) -> Result<Option<String>> + 'a>;

fn clang(stream: Stream<'_>) -> Result<Answers<'_>> {
    let mut tables = ClangTables::open(stream)?;
    let mut names: Vec<HashTable<'_>> = tables.updates().iter().map(|(_, table)| *table).collect();
    tables.each_visible(|_, table| {
        names.push(table);
        Ok(())
    })?;
    Ok(Box::new(move |words| {
        Ok(match *words {
            ["identifier", name] => tables.identifier(name)?.map(|found| found.id.to_string()),
            ["macro", name] => {
                tables.identifier(name)?.filter(|found| found.is_macro).map(|f| f.macro_offset.to_string())
            }
            ["selector", name] => tables.selector(name)?.map(|found| found.id.to_string()),
            ["header", name] => {
                let known = tables.headers().into_iter().find(|header| header.name.ends_with(name));
                // By its key, not only by going through all.
                match known {
                    Some(header) => {
                        tables.header(&header.name, header.size, header.modified)?.map(|h| h.size.to_string())
                    }
                    None => None,
                }
            }
            ["member", name] => {
                let key = DeclName::Identifier(name.to_string());
                let mut found = Vec::new();
                for table in &names {
                    found.extend(tables.declarations(table, &key)?);
                }
                (!found.is_empty()).then(|| format!("{found:?}"))
            }
            ["verify"] => Some(format!("{:?}", tables.verify()?)),
            ["resolve"] => {
                let mut count = 0;
                for list in tables.lists().to_vec() {
                    for at in 0..list.count {
                        tables.resolve(list.name, at)?;
                        count += 1;
                    }
                }
                Some(count.to_string())
            }
            ["names", "identifiers"] => {
                let all: Result<Vec<&[u8]>> = tables.identifiers().collect();
                Some(
                    all?.iter()
                        .map(|name| String::from_utf8_lossy(name).into_owned())
                        .collect::<Vec<_>>()
                        .join(" "),
                )
            }
            _ => None,
        })
    }))
}

/// Declarations at the end of a path of names: types, and extensions of the last one.
fn owners(tables: &mut SwiftTables<'_>, path: &str) -> Result<Vec<u32>> {
    let mut found: Option<Vec<u32>> = None;
    for name in path.split('.') {
        let next = match &found {
            None => match tables.find(TableId::TopLevelDecls, NameKey::Name(name))? {
                Some(Found::Decls(decls)) => decls.iter().map(|(_, id)| *id).collect(),
                _ => Vec::new(),
            },
            Some(outer) => {
                let mut inner: Vec<u32> = match tables.find(TableId::NestedTypeDecls, NameKey::Name(name))? {
                    Some(Found::Nested(pairs)) => pairs
                        .iter()
                        .filter(|(parent, _)| outer.contains(parent))
                        .map(|(_, child)| *child)
                        .collect(),
                    _ => Vec::new(),
                };
                // Private types are not in that table, but they are members.
                for owner in outer.clone() {
                    inner.extend(tables.members(owner, NameKey::Name(name))?);
                }
                inner
            }
        };
        let mut next: Vec<u32> = next;
        if let Some(Found::Extensions(extensions)) = tables.find(TableId::Extensions, NameKey::Name(name))? {
            next.extend(extensions.iter().map(|(id, _)| *id));
        }
        found = Some(next);
    }
    Ok(found.unwrap_or_default())
}

/// What a table has for a name, as text.
fn table_answer(tables: &SwiftTables<'_>, id: TableId, name: &str) -> Result<Option<String>> {
    Ok(tables.find(id, NameKey::Name(name))?.map(|found| format!("{found:?}")))
}

fn key(name: &str) -> NameKey<'_> {
    match name {
        "init" => NameKey::Constructor,
        "deinit" => NameKey::Destructor,
        "subscript" => NameKey::Subscript,
        name => NameKey::Name(name),
    }
}

fn swift(stream: Stream<'_>) -> Result<Answers<'_>> {
    let mut tables = SwiftTables::open(stream)?;
    Ok(Box::new(move |words| {
        Ok(match *words {
            ["top", name] => table_answer(&tables, TableId::TopLevelDecls, name)?,
            ["operator", name] => table_answer(&tables, TableId::Operators, name)?,
            ["extension", name] => table_answer(&tables, TableId::Extensions, name)?,
            ["nested", name] => table_answer(&tables, TableId::NestedTypeDecls, name)?,
            ["usr", usr] => table_answer(&tables, TableId::DeclUsrs, usr)?,
            ["comment", usr] => match tables.find(TableId::DeclComments, NameKey::Name(usr))? {
                Some(Found::Comment(comment)) => Some(
                    comment
                        .raw
                        .iter()
                        .map(|(_, text)| text.escape_debug().to_string())
                        .collect::<Vec<_>>()
                        .join("\t"),
                ),
                _ => None,
            },
            ["member", path, name] => {
                let mut found = Vec::new();
                for owner in owners(&mut tables, path)? {
                    found.extend(tables.members(owner, key(name))?);
                }
                (!found.is_empty()).then(|| format!("{found:?}"))
            }
            ["verify"] => Some(format!("{:?}", tables.verify()?)),
            ["resolve"] => {
                let lists: Vec<(String, usize)> =
                    tables.lists().iter().map(|l| (l.name.clone(), l.bits.len())).collect();
                let mut count = 0;
                for (name, len) in lists
                    .into_iter()
                    .filter(|(name, _)| name.ends_with("_OFFSETS") && name != "IDENTIFIER_OFFSETS")
                {
                    for number in 1..=len as u64 {
                        tables.resolve(&name, number)?;
                        count += 1;
                    }
                }
                Some(count.to_string())
            }
            ["names", table] => tables.tables().find(|(id, _)| id.name() == table).map(|(_, table)| {
                let keys =
                    table.iter().filter_map(Result::ok).map(|item| item.key.get(1..).unwrap_or_default());
                keys.map(|key| String::from_utf8_lossy(key).into_owned()).collect::<Vec<_>>().join(" ")
            }),
            _ => None,
        })
    }))
}
