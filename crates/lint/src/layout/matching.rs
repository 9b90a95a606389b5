//! What of one version is what of the other: the keys of both versions, made to agree.
//!
//! What is declared to mean the same is the same. Otherwise names count; and what has another name, but stands at the same place with the same
//! structure, is taken to be renamed.

use std::collections::BTreeSet;

use super::model::{Block, Field, Layout, Record, Type};

/// Both versions, with keys that agree where things do.
#[derive(Debug)]
pub(crate) struct Matched {
    pub(crate) old: Layout,
    pub(crate) new: Layout,
}

/// Makes the keys of the new version those of the old one.
pub(crate) fn matched(old: &Layout, new: &Layout) -> Matched {
    let mut out = Matched { old: old.clone(), new: new.clone() };
    let renamed = renamed(
        &old.blocks,
        &new.blocks,
        Block::key,
        |block| block.meaning.is_some(),
        |old, new| old.id == new.id && alike_blocks(old, new),
    );
    for (at, key) in renamed {
        out.new.blocks[at].meaning = Some(key);
    }
    for block in &mut out.new.blocks {
        if let Some(of) = old.blocks.iter().find(|of| of.key() == block.key()) {
            match_records(of, block);
        }
    }
    match_enums(&mut out);
    out
}

/// Things of the new version that the old one has under another key: index and that key.
fn renamed<T>(
    old: &[T],
    new: &[T],
    key: impl Fn(&T) -> &str,
    fixed: impl Fn(&T) -> bool,
    same: impl Fn(&T, &T) -> bool,
) -> Vec<(usize, String)> {
    let (olds, news): (BTreeSet<&str>, BTreeSet<&str>) =
        (old.iter().map(&key).collect(), new.iter().map(&key).collect());
    let mut free: Vec<&T> = old.iter().filter(|of| !news.contains(key(of))).collect();
    let mut out: Vec<(usize, String)> = Vec::new();
    for (at, thing) in new.iter().enumerate().filter(|(_, thing)| !olds.contains(key(thing))) {
        let Some(of) = free.iter().copied().find(|of| !(fixed(of) && fixed(thing)) && same(of, thing)) else {
            continue;
        };
        free.retain(|other| key(other) != key(of));
        out.push((at, key(of).to_string()));
    }
    out
}

/// Whether two blocks of one id have at least half of their records in common.
fn alike_blocks(old: &Block, new: &Block) -> bool {
    let common = old.records.iter().filter(|of| new.record_named(of.key()).is_some()).count();
    if old.records.is_empty() || new.records.is_empty() {
        return same_word(&old.name, &new.name);
    }
    2 * common >= old.records.len().max(new.records.len())
}

fn match_records(old: &Block, new: &mut Block) {
    let renamed = renamed(
        &old.records,
        &new.records,
        Record::key,
        |record| record.meaning.is_some(),
        |old, new| old.code == new.code && alike_records(old, new),
    );
    for (at, key) in renamed {
        new.records[at].meaning = Some(key);
    }
    for record in &mut new.records {
        let Some(of) = old.records.iter().find(|of| of.key() == record.key()) else { continue };
        let place =
            |record: &Record, field: &Field| record.fields.iter().position(|of| of.name == field.name);
        let (was, is) = (of.clone(), record.clone());
        let renamed = self::renamed(
            &was.fields,
            &is.fields,
            Field::key,
            |field| field.meaning.is_some(),
            |old, new| place(&was, old) == place(&is, new) && alike_fields(old, new),
        );
        for (at, key) in renamed {
            record.fields[at].meaning = Some(key);
        }
    }
}

/// Whether two records of one code have the same fields: all of them, or all that are named as the other's.
fn alike_records(old: &Record, new: &Record) -> bool {
    if old.seen.is_some() || new.seen.is_some() || old.fields.is_empty() || new.fields.is_empty() {
        return same_word(&old.name, &new.name);
    }
    let common = old.fields.iter().filter(|of| new.field_named(of.key()).is_some()).count();
    common == old.fields.len().min(new.fields.len())
}

fn alike_fields(old: &Field, new: &Field) -> bool {
    let enums = matches!((&old.ty, &new.ty), (Type::Enum(_), Type::Enum(_)));
    old.kind == new.kind && (enums || old.ty == new.ty || same_word(&old.name, &new.name))
}

/// Enums are matched by the fields that use them, otherwise by their names: those of the new version get the old one's name, and cases of
/// one number the same key, if they are one word.
fn match_enums(out: &mut Matched) {
    let mut pairs: Vec<(String, String)> = Vec::new();
    for block in &out.new.blocks {
        let Some(old) = out.old.block_named(block.key()) else { continue };
        for record in &block.records {
            let Some(old) = old.record_named(record.key()) else { continue };
            for field in &record.fields {
                let Some((_, old)) = old.field_named(field.key()) else { continue };
                if let (Type::Enum(was), Type::Enum(is)) = (&old.ty, &field.ty)
                    && !pairs.iter().any(|(a, b)| a == was || b == is)
                {
                    pairs.push((was.clone(), is.clone()));
                }
            }
        }
    }
    for (was, is) in pairs {
        let Some(old) = out.old.enumeration(&was).cloned() else { continue };
        let taken = was != is && out.new.enumeration(&was).is_some();
        let Some(new) = out.new.enums.iter_mut().find(|of| of.name == is) else { continue };
        let renamed = renamed(
            &old.cases,
            &new.cases,
            |case| case.key(),
            |case| case.meaning.is_some(),
            |old, new| old.number == new.number && same_word(&old.name, &new.name),
        );
        for (at, key) in renamed {
            new.cases[at].meaning = Some(key);
        }
        if was != is && !taken {
            new.name.clone_from(&was);
            let records = out.new.blocks.iter_mut().flat_map(|block| &mut block.records);
            for field in records.flat_map(|record| &mut record.fields) {
                if field.ty == Type::Enum(is.clone()) {
                    field.ty = Type::Enum(was.clone());
                }
            }
        }
    }
}

/// Whether two names are one word spelled in two ways, or one with something before or after it.
fn same_word(a: &str, b: &str) -> bool {
    let letters = |name: &str| -> String {
        name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
    };
    let (a, b) = (letters(a), letters(b));
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    short == long || (short.len() >= 3 && (long.starts_with(&short) || long.ends_with(&short)))
}
