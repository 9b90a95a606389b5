//! Aliases (`#map = …`, `!t = …`), and texts of dialects with what they stand for in their place.

use crate::print::string_end;
use std::ops::Range;
use std::rc::Rc;

use outlast_core::{QuickMap, Result};

use super::Parser;
use super::cursor::Cursor;
use crate::ids::{AttrId, TypeId};
use crate::print::scan;

/// What all texts together may have: aliases in aliases grow without bounds.
const MAX_TEXT: usize = 1 << 28;

/// What an alias stands for.
#[derive(Debug)]
struct Alias {
    /// An index of the attribute table or the type table.
    index: u32,
    /// Where it is spelled.
    source: Range<usize>,
    /// Its text with aliases in it resolved; made when it is first asked for.
    text: Option<Rc<[u8]>>,
}

/// Everything that has a name or number for the whole text.
#[derive(Debug, Default)]
pub(super) struct Aliases<'t> {
    attrs: QuickMap<&'t str, Alias>,
    types: QuickMap<&'t str, Alias>,
    /// Distinct attributes by number, with what they wrap.
    pub(super) distinct: QuickMap<u64, (AttrId, AttrId)>,
    /// Bytes of all texts that were made.
    made: usize,
}

impl<'t> Aliases<'t> {
    fn named(&mut self, sigil: u8) -> &mut QuickMap<&'t str, Alias> {
        if sigil == b'#' { &mut self.attrs } else { &mut self.types }
    }

    /// The attribute of a name.
    pub(super) fn attr(&self, name: &str) -> Option<AttrId> {
        self.attrs.get(name).map(|alias| AttrId(alias.index))
    }

    /// The type of a name.
    pub(super) fn ty(&self, name: &str) -> Option<TypeId> {
        self.types.get(name).map(|alias| TypeId(alias.index))
    }
}

/// Whether a `<` or `>` here compares, or is part of an arrow.
fn is_operator(text: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|at| text.get(at));
    let after = text.get(at + 1);
    match text.get(at) {
        Some(b'<') => after == Some(&b'=') || before == Some(&b' ') && after == Some(&b' '),
        _ => matches!(before, Some(b'-' | b'=')) || before == Some(&b' ') && after == Some(&b'='),
    }
}

/// One past the bracket that closes the one at `at`; an error at the place where they do not fit.
fn body_end(text: &[u8], start: usize) -> Result<usize, usize> {
    let mut open: Vec<u8> = Vec::new();
    let mut at = start;
    while let Some(byte) = text.get(at).copied() {
        match byte {
            b'"' => {
                at = string_end(text, at);
                continue;
            }
            b'<' if !is_operator(text, at) || open.is_empty() => open.push(b'>'),
            b'(' => open.push(b')'),
            b'[' => open.push(b']'),
            b'{' => open.push(b'}'),
            b'>' if open.last() != Some(&b'>') || is_operator(text, at) => {}
            b'>' | b')' | b']' | b'}' => {
                if open.pop() != Some(byte) {
                    return Err(at);
                }
                if open.is_empty() {
                    return Ok(at + 1);
                }
            }
            _ => {}
        }
        at += 1;
    }
    Err(text.len())
}

impl<'t> Parser<'t> {
    /// Takes what stands in brackets, the first of which is here.
    pub(super) fn body(&mut self) -> Result<()> {
        match body_end(self.cursor.text, self.cursor.at) {
            Ok(end) => {
                self.cursor.at = end;
                Ok(())
            }
            Err(at) => {
                let here = Cursor { at, ..self.cursor };
                Err(here.expected("the bracket that closes one of a dialect's text"))
            }
        }
    }

    /// `#name = …` or `!name = …`.
    pub(super) fn alias(&mut self) -> Result<()> {
        let start = self.cursor;
        let sigil = self.cursor.byte().unwrap_or(b'#');
        self.cursor.at += 1;
        let name = self.cursor.suffix().filter(|name| !name.contains('.'));
        let Some(name) = name else { return Err(start.expected("the name of an alias, without a point")) };
        self.cursor.expect("=")?;
        self.cursor.skip();
        let from = self.cursor.at;
        let index = if sigil == b'#' { self.attr()?.0 } else { self.ty()?.0 };
        let alias = Alias { index, source: from..self.cursor.at, text: None };
        match self.aliases.named(sigil).insert(name, alias) {
            None => Ok(()),
            Some(_) => Err(start.error(format!("the alias `{}{name}` occurs twice", char::from(sigil)))),
        }
    }

    /// A part of the text, with what aliases in it stand for.
    pub(super) fn resolved(&mut self, start: usize, end: usize) -> Result<Vec<u8>> {
        let text = self.cursor.text.get(start..end).unwrap_or_default();
        let mut out = Vec::with_capacity(text.len());
        // Brackets of locations that are open, and how many others are in each.
        let mut locations: Vec<usize> = Vec::new();
        // What was left out before the last alias, and where that ends.
        let mut last = (0, None);
        let mut at = 0;
        while let Some(byte) = text.get(at).copied() {
            let from = at;
            at += 1;
            match byte {
                b'"' => at = string_end(text, from).min(text.len()),
                b'#' | b'!' => {
                    let mut here = Cursor { text, at };
                    let name = here.suffix().filter(|name| !name.contains('.'));
                    let name = name.filter(|name| self.aliases.named(byte).contains_key(name));
                    if let Some(name) = name {
                        let inner = self.inside(|parser| parser.alias_text(byte, name))?;
                        let follows = last.0 + 2 == out.len() && out.ends_with(b", ");
                        let implied = if follows { last.1 } else { scan::implied(&out, out.len()) };
                        let bare = insert(&mut out, &inner, !locations.is_empty(), implied);
                        last = (out.len(), implied.filter(|_| bare));
                        at = here.at;
                        self.room(out.len())?;
                        continue;
                    }
                }
                b'(' => match (locations.last_mut(), out.ends_with(b"loc")) {
                    (_, true) => locations.push(0),
                    (Some(open), false) => *open += 1,
                    _ => {}
                },
                b')' => match locations.last_mut() {
                    Some(0) => drop(locations.pop()),
                    Some(open) => *open -= 1,
                    None => {}
                },
                _ => {}
            }
            out.extend_from_slice(text.get(from..at).unwrap_or_default());
        }
        self.aliases.made = self.aliases.made.saturating_add(out.len());
        self.room(0)?;
        Ok(out)
    }

    fn room(&self, more: usize) -> Result<()> {
        match self.aliases.made.saturating_add(more) <= MAX_TEXT.max(self.cursor.text.len().saturating_mul(2))
        {
            true => Ok(()),
            false => {
                let limit = u64::try_from(MAX_TEXT).unwrap_or(u64::MAX);
                Err(self.cursor.limit("bytes of text that aliases stand for", limit))
            }
        }
    }

    fn alias_text(&mut self, sigil: u8, name: &'t str) -> Result<Rc<[u8]>> {
        let Some(alias) = self.aliases.named(sigil).get(name) else { return Ok(Rc::default()) };
        if let Some(text) = &alias.text {
            return Ok(text.clone());
        }
        let source = alias.source.clone();
        let text: Rc<[u8]> = self.resolved(source.start, source.end)?.into();
        if let Some(alias) = self.aliases.named(sigil).get_mut(name) {
            alias.text = Some(text.clone());
        }
        Ok(text)
    }
}

/// Appends what an alias stands for, as it is spelled without one: in a location without `loc`, and without its name where a
/// parameter can be nothing else. Says whether the name was left out.
fn insert(out: &mut Vec<u8>, text: &[u8], in_location: bool, implied: Option<&str>) -> bool {
    if in_location && let Some(inner) = text.strip_prefix(b"loc(").and_then(|text| text.strip_suffix(b")")) {
        out.extend_from_slice(inner);
        return false;
    }
    let bare = implied.and_then(|name| text.strip_prefix(b"#")?.strip_prefix(name.as_bytes()));
    let bare = bare.filter(|rest| rest.starts_with(b"<"));
    out.extend_from_slice(bare.unwrap_or(text));
    bare.is_some()
}
