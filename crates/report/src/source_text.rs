//! [`SourceText`]: a text file, with places in it by line, and [`LocatedFinding`] in it.

use outlast_core::{Diagnostic, Place};

use crate::findings::{Extent, Location, Region};

/// A text with an index of its lines. Of bytes that are no text, everything is in line 1.
#[derive(Debug)]
pub struct SourceText<'a> {
    /// The file's name, as the user gave it.
    pub name: &'a str,
    text: &'a str,
    /// Where lines begin.
    starts: Vec<usize>,
}

/// A finding in a file, and other places that it speaks of.
#[derive(Debug)]
pub struct LocatedFinding<'a> {
    /// The file.
    pub file: &'a SourceText<'a>,
    /// The finding.
    pub diagnostic: &'a Diagnostic,
    /// Other places: in which file, what is there, where.
    pub elsewhere: Vec<(&'a SourceText<'a>, &'a str, &'a Place)>,
}

impl<'a> SourceText<'a> {
    /// The text of a file.
    pub fn new(name: &'a str, bytes: &'a [u8]) -> SourceText<'a> {
        let text = std::str::from_utf8(bytes).unwrap_or_default();
        let breaks = text.match_indices('\n').map(|(at, _)| at + 1);
        SourceText { name, text, starts: std::iter::once(0).chain(breaks).collect() }
    }

    /// Where a place is; `None` for a place that is no part of the text.
    pub fn region(&self, place: &Place) -> Option<Region> {
        let offset = |at: u64| usize::try_from(at).ok().filter(|at| *at <= self.text.len());
        let (start, end) = (offset(place.span.start_byte())?, offset(place.span.end_byte())?);
        if !place.span.source.is_file() || place.span.bits.is_empty() {
            return None;
        }
        let (line, column) = self.position(start)?;
        let (end_line, end_column) = self.position(end)?;
        Some(Region { line, column, end_line, end_column })
    }

    fn position(&self, at: usize) -> Option<(usize, usize)> {
        let line = self.starts.partition_point(|start| *start <= at);
        let start = *self.starts.get(line.checked_sub(1)?)?;
        Some((line, self.text.get(start..at)?.chars().count() + 1))
    }

    pub(crate) fn line(&self, line: usize) -> &'a str {
        let start = line.checked_sub(1).and_then(|at| self.starts.get(at)).copied();
        start
            .and_then(|start| self.text.get(start..))
            .and_then(|rest| rest.lines().next())
            .unwrap_or_default()
    }

    /// A place, as reports have it.
    pub fn location(&self, place: &Place) -> Location {
        let extent = self.region(place).map_or(Extent::Whole, Extent::Lines);
        Location { file: self.name.to_string(), extent, path: place.path.to_string() }
    }
}
