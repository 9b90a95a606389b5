//! Addresses of files in files: `arm64!member.o!.llvmbc`; `#1` behind a name is the second of that name.

use std::collections::HashMap;
use std::fmt;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use outlast_containers::compressed;
use outlast_containers::holders::{self, ARCHIVE, XAR};
use outlast_containers::parts::{self, Part};
use outlast_core::{Budget, Source, SourceKind};

use super::embedded::{MAX_LEVELS, holdings, is_file, numbered, text, thin, unbundle, unpacked};
use super::streams::{STREAM_SECTIONS, split};

/// The bytes at an address.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Located {
    /// The bytes in the outer file, or in what was unpacked from it.
    pub range: Range<usize>,
    /// What was unpacked, where they stand in compressed bytes.
    pub unpacked: Option<Arc<[u8]>>,
    /// Where that is, in words: ``section .llvmbc of member.o``.
    pub place: String,
    /// The same as a source, for places in these bytes: `member.o!.llvmbc`.
    pub source: Source,
}

impl Located {
    /// The bytes, where this is the outer file.
    pub fn bytes<'b>(&'b self, file: &'b [u8]) -> &'b [u8] {
        self.unpacked.as_deref().unwrap_or(file).get(self.range.clone()).unwrap_or_default()
    }
}

/// Why there are no bytes at an address.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LocateError {
    /// The file holds no others.
    NoHolder,
    /// What the address leads to holds no others: its place, in words.
    NoHolderAt(String),
    /// A thin archive, which has no bytes of its members: what it names.
    Thin(String),
    /// Nothing is there: what was looked for, and what there is instead.
    Nothing(String),
    /// The address names more files in files than are looked into.
    TooDeep,
}

impl fmt::Display for LocateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LocateError::NoHolder => {
                f.write_str("this is not an object file or archive: nothing in it has an address")
            }
            LocateError::NoHolderAt(place) => write!(f, "{place} holds no other files"),
            LocateError::Thin(why) => write!(f, "this is {why}"),
            LocateError::Nothing(why) => f.write_str(why),
            LocateError::TooDeep => f.write_str("the address leads too deep"),
        }
    }
}

impl std::error::Error for LocateError {}

/// The bytes at an address in a file.
///
/// # Errors
///
/// Nothing is there, or it cannot be looked into.
pub fn locate(bytes: &[u8], address: &str) -> Result<Located, LocateError> {
    let mut rest = address;
    let mut way: Vec<String> = Vec::new();
    let mut source = Source::file();
    let mut budget = parts::budget(bytes);
    // Where the last step led: into the file, or into what was unpacked.
    let (mut store, mut range) = (None::<Arc<[u8]>>, 0..bytes.len());
    for _ in 0..=MAX_LEVELS {
        let mut here = store.as_deref().unwrap_or(bytes).get(range.clone()).unwrap_or_default();
        let bundle = match compressed::is_bundle(here) {
            true => Some(unpack_bundle(here, store.is_some(), &mut budget)?),
            false => None,
        };
        if let Some(bundle) = &bundle {
            (here, budget) = (bundle, parts::budget(bundle));
        }
        if holders::is_thin(here) {
            return Err(LocateError::Thin(thin(here)));
        }
        if holders::kind(here).is_none() {
            return Err(match way.last() {
                Some(_) => LocateError::NoHolderAt(way.join(" of ")),
                None => LocateError::NoHolder,
            });
        }
        let is_within = store.is_some() || bundle.is_some();
        let mut step = Step { rest, is_within, seen: HashMap::new(), best: None, why: None };
        let looked = parts::each(here, &mut budget, &mut |budget, part| {
            step.look(here, &part, budget);
            ControlFlow::Continue(())
        });
        let Some(found) = step.best else {
            let why = step.why.or(looked.err());
            return Err(LocateError::Nothing(nothing(bytes, rest, &way, why)));
        };
        let kind = match holders::kind(here) {
            _ if found.section => SourceKind::Section,
            Some(ARCHIVE | XAR) => SourceKind::Member,
            _ => SourceKind::Part,
        };
        source = source.then(kind, found.name.as_str());
        way.insert(0, if found.section { format!("section {}", found.name) } else { found.name });
        let base = if bundle.is_some() { 0 } else { range.start };
        (store, range) = match found.unpacked {
            Some(unpacked) => (Some(unpacked), found.range),
            None => (bundle.or(store), base + found.range.start..base + found.range.end),
        };
        if store.is_some() && !is_within {
            budget = parts::budget(store.as_deref().unwrap_or_default());
        }
        if found.rest.is_empty() {
            return Ok(Located { range, unpacked: store, place: way.join(" of "), source });
        }
        rest = found.rest;
    }
    Err(LocateError::TooDeep)
}

fn unpack_bundle(bytes: &[u8], is_within: bool, budget: &mut Budget) -> Result<Arc<[u8]>, LocateError> {
    let unpack = |budget: &mut Budget| compressed::unpack_bundles(bytes, budget);
    unpacked(is_within, budget, unpack).map_err(|why| {
        LocateError::Nothing(format!("this is a compressed offload bundle: {}", unbundle(&why)))
    })
}

/// Why nothing is at an address; what there is instead.
fn nothing(bytes: &[u8], rest: &str, way: &[String], why: Option<String>) -> String {
    let name = rest.split('!').next().unwrap_or(rest);
    let place = if way.is_empty() { String::new() } else { format!(" in {}", way.join(" of ")) };
    let mut text = format!("there is no stream `{name}`{place}");
    if let Some(why) = why {
        text.push_str(&format!(" ({why})"));
    }
    let holdings = holdings(bytes).unwrap_or_default();
    let addresses: Vec<&str> = holdings.found.iter().map(|hidden| hidden.address.as_str()).collect();
    match addresses.as_slice() {
        [] => text.push_str("; the file holds no streams"),
        [shown @ .., _] if shown.len() >= 8 => {
            let more = (addresses.len() - 8) as u64 + holdings.more;
            text.push_str(&format!("; there are {} and {more} more", addresses[..8].join(", ")));
        }
        all => text.push_str(&format!("; there is {}", all.join(", "))),
    }
    text
}

/// Looks for the part that an address begins with.
struct Step<'r> {
    rest: &'r str,
    /// Whether this is in what was unpacked.
    is_within: bool,
    /// How many parts of a name were seen; the name is a prefix of the address, so that its length says all.
    seen: HashMap<usize, usize>,
    best: Option<Match<'r>>,
    /// Why what it leads to cannot be had.
    why: Option<String>,
}

struct Match<'r> {
    name: String,
    range: Range<usize>,
    /// What was unpacked, where it was compressed: the range is in it.
    unpacked: Option<Arc<[u8]>>,
    rest: &'r str,
    section: bool,
}

impl<'r> Step<'r> {
    fn look(&mut self, file: &[u8], part: &Part<'_>, budget: &mut Budget) {
        let full = text(&part.name);
        // Sections of Mach-O can be named without their segment.
        let short = full.split_once(',').filter(|_| part.section).map(|(_, name)| name.to_string());
        for name in std::iter::once(full).chain(short) {
            let Some(tail) = self.rest.strip_prefix(&name) else { continue };
            let (number, rest) = match tail.strip_prefix('#') {
                Some(tail) => {
                    let digits = tail.bytes().take_while(u8::is_ascii_digit).count();
                    let (number, rest) = tail.split_at(digits);
                    let Ok(number) = number.parse::<usize>() else { continue };
                    (number, rest)
                }
                None => (0, tail),
            };
            let inner = match rest.strip_prefix('!') {
                Some(inner) => inner,
                None if rest.is_empty() => rest,
                None => continue,
            };
            let content = file.get(part.range.clone()).unwrap_or_default();
            let is_file = is_file(part, content);
            // Nothing is in a section but streams and bundles.
            if !is_file && !rest.is_empty() {
                continue;
            }
            let seen = self.seen.entry(name.len()).or_default();
            let is_streams = STREAM_SECTIONS.contains(&name.as_str());
            let unpacked = match part.packing {
                // Debug information may be compressed; it is not looked into.
                Some(_) if !is_file && !is_streams => continue,
                Some(packing) => match unpacked(self.is_within, budget, |b| packing.unpack(content, b)) {
                    Ok(unpacked) => Some(unpacked),
                    Err(why) => {
                        self.why = Some(why);
                        *seen += usize::from(is_file);
                        continue;
                    }
                },
                None => None,
            };
            let content = unpacked.as_deref().unwrap_or(content);
            let ranges: Vec<Range<usize>> = match is_file {
                true => std::iter::once(0..content.len()).collect(),
                false => split(content, is_streams, budget),
            };
            let found = number.checked_sub(*seen).and_then(|index| ranges.get(index));
            *seen += ranges.len();
            if let Some(range) = found
                && self.best.as_ref().is_none_or(|best| best.name.len() < name.len())
            {
                let start = if unpacked.is_some() { 0 } else { part.range.start };
                self.best = Some(Match {
                    name: numbered(&name, number),
                    range: start + range.start..start + range.end,
                    unpacked,
                    rest: inner,
                    section: part.section,
                });
            }
        }
    }
}
