//! Streams in files of other kinds, and their addresses.
//!
//! An object has streams in sections: `.llvmbc` and `.llvm.lto` of ELF, `__LLVM,__bitcode` and `__LLVM,__remarks` of Mach-O,
//! Clang's `__clangast`, Swift's `.swift_ast`; linkers put several after each other in one section. An archive has objects
//! and streams as members, a universal file has objects and archives for several machines. Bundles are files and stand in sections: the
//! bitcode of a library for Apple's machines (`__LLVM,__bundle`), code for other machines (`.llvm.offloading`, `.hip_fatbin`). The address
//! of a stream is the way to it: `arm64!member.o!.llvmbc`; `#1` behind a name is the second of that name.

use std::collections::HashMap;
use std::fmt;
use std::ops::{ControlFlow, Range};

use outlast_core::{Budget, Source, SourceKind};

use crate::families::{self, features};
use crate::family::Streams;
use outlast_containers::holders::{self, ARCHIVE, XAR};
use outlast_containers::parts::{self, Part};

/// Sections that are there for a stream.
const STREAM_SECTIONS: &[&str] = &[
    ".llvmbc",
    ".llvm.lto",
    ".swift_ast",
    ".remarks",
    "__clangast",
    "clangast",
    "swiftast",
    "__LLVM,__bitcode",
    "__LLVM,__remarks",
    "__CLANG,__clangast",
    "__DWARF,__swift_ast",
    "__SWIFT,__ast",
];

/// Sections with the command line of the compiler, each argument ended by a zero byte.
const COMMAND_SECTIONS: &[&str] = &[".llvmcmd", "__LLVM,__cmdline", "__LLVM,__swift_cmdline"];

/// How an offload bundle begins that is compressed.
const COMPRESSED_BUNDLE: &[u8] = b"CCOB";

/// Files in each other at most: a universal file of archives of objects with sections.
const MAX_LEVELS: usize = 4;

/// Finds that are kept; the rest is counted.
const MAX_FOUND: usize = 10_000;

/// Bytes of a name that are kept.
const MAX_NAME: usize = 1024;

/// Bytes of a command line that are kept.
const MAX_COMMAND: usize = 4096;

/// A file in another file that Outlast reads.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Hidden {
    /// The way to it from the outer file: `member.o!.llvmbc`.
    pub address: String,
    /// Its bytes in the outer file.
    pub range: Range<usize>,
    /// What it is, in words: `LLVM IR`.
    pub what: &'static str,
}

/// What a file holds.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Holdings {
    /// Files that Outlast reads, in file order.
    pub found: Vec<Hidden>,
    /// How many more there are.
    pub more: u64,
    /// Command lines, with the address of their section.
    pub commands: Vec<(String, String)>,
    /// What could not be looked into, and why.
    pub notes: Vec<String>,
}

/// The bytes at an address.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Located {
    /// The bytes in the outer file.
    pub range: Range<usize>,
    /// Where that is, in words: ``section .llvmbc of member.o``.
    pub place: String,
    /// The same as a source, for places in these bytes: `member.o!.llvmbc`.
    pub source: Source,
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

/// What a file holds; none if it is of another kind than those that hold others.
pub fn holdings(bytes: &[u8]) -> Option<Holdings> {
    holders::kind(bytes)?;
    let mut holdings = Holdings::default();
    let mut budget = parts::budget(bytes);
    walk(bytes, 0, "", MAX_LEVELS, &mut budget, &mut holdings);
    Some(holdings)
}

/// What a file that holds others is, in words: `ELF for x86_64`.
pub fn describe(bytes: &[u8]) -> String {
    parts::words(bytes)
}

impl Holdings {
    fn add(&mut self, address: String, range: Range<usize>, what: &'static str) {
        if self.found.len() < MAX_FOUND {
            self.found.push(Hidden { address, range, what });
        } else {
            self.more += 1;
        }
    }

    fn note(&mut self, prefix: &str, text: &str) {
        if self.notes.len() < 100 {
            let place = prefix.trim_end_matches('!');
            let place = if place.is_empty() { String::new() } else { format!("{place}: ") };
            self.notes.push(format!("{place}{text}"));
        }
    }
}

/// Looks into a file at `base` of the outer one. Recursion ends after [`MAX_LEVELS`].
fn walk(bytes: &[u8], base: usize, prefix: &str, levels: usize, budget: &mut Budget, to: &mut Holdings) {
    if holders::is_thin(bytes) {
        to.note(prefix, &thin(bytes));
        return;
    }
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut visit = |budget: &mut Budget, part: Part<'_>| {
        let name = text(&part.name);
        let content = bytes.get(part.range.clone()).unwrap_or_default();
        let at = base + part.range.start;
        let bundle = part.section && !part.compressed && holders::bundle(content).is_some();
        if part.section && !bundle {
            section(&part, &name, content, at, prefix, &mut seen, budget, to);
            return ControlFlow::Continue(());
        }
        let number = seen.entry(name.clone()).or_default();
        let address = format!("{prefix}{}", numbered(&name, *number));
        *number += 1;
        if part.compressed {
            to.note(&address, "is compressed: take it out first (xar does)");
            return ControlFlow::Continue(());
        }
        let holds = bundle || holders::kind(content).is_some();
        if holds && levels > 1 {
            walk(content, at, &format!("{address}!"), levels - 1, budget, to);
        } else if holds {
            to.note(&address, "is not looked into: it is too deep inside");
        } else if let Some(what) = readable(content) {
            to.add(address, at..at + content.len(), what);
        }
        ControlFlow::Continue(())
    };
    if let Err(why) = parts::each(bytes, budget, &mut visit) {
        to.note(prefix, &why);
    }
}

#[expect(clippy::too_many_arguments, reason = "the state of one walk")]
fn section(
    part: &Part<'_>,
    name: &str,
    content: &[u8],
    at: usize,
    prefix: &str,
    seen: &mut HashMap<String, usize>,
    budget: &mut Budget,
    to: &mut Holdings,
) {
    if COMMAND_SECTIONS.contains(&name) {
        if !content.is_empty() && to.commands.len() < 100 {
            to.commands.push((format!("{prefix}{name}"), command(content)));
        }
        return;
    }
    if content.starts_with(COMPRESSED_BUNDLE) {
        to.note(
            prefix,
            &format!("section {name} is a compressed offload bundle: clang-offload-bundler unpacks it"),
        );
        return;
    }
    let named = STREAM_SECTIONS.contains(&name);
    if !named && starts_stream(content).is_none() {
        return;
    }
    if part.compressed {
        to.note(prefix, &format!("section {name} is compressed: decompress it first (objcopy does)"));
        return;
    }
    let streams = split(content, named, budget);
    if streams.is_empty() {
        let bytes = content.len();
        let s = if bytes == 1 { "" } else { "s" };
        to.note(prefix, &format!("section {name} has {bytes} byte{s}: no stream is in it"));
        return;
    }
    let number = seen.entry(name.to_string()).or_default();
    for range in streams {
        let stream = content.get(range.clone()).unwrap_or_default();
        let what = readable(stream).unwrap_or("a damaged stream");
        to.add(format!("{prefix}{}", numbered(name, *number)), at + range.start..at + range.end, what);
        *number += 1;
    }
}

fn numbered(name: &str, number: usize) -> String {
    if number == 0 { name.to_string() } else { format!("{name}#{number}") }
}

/// A name as text, cut if no person can have meant it.
fn text(name: &[u8]) -> String {
    String::from_utf8_lossy(name.get(..MAX_NAME).unwrap_or(name)).into_owned()
}

fn command(content: &[u8]) -> String {
    let content = content.get(..MAX_COMMAND).unwrap_or(content);
    let words = content.split(|byte| *byte == 0).filter(|word| !word.is_empty());
    words.map(|word| String::from_utf8_lossy(word).into_owned()).collect::<Vec<_>>().join(" ")
}

/// What a file inside another is, if Outlast knows it.
fn readable(bytes: &[u8]) -> Option<&'static str> {
    if let Some((_, format)) = families::format_of(bytes) {
        return Some((format.describe)(bytes));
    }
    features::missing(bytes).map(|(kind, _)| kind.title())
}

/// The format whose stream begins here.
fn starts_stream(bytes: &[u8]) -> Option<Streams> {
    let formats = families::all().flat_map(|family| family.formats);
    formats.filter_map(|format| format.streams).find(|streams| (streams.start)(bytes))
}

/// The streams of a section, one after the other, with zero bytes between them. What is damaged belongs to the stream
/// before it, up to the end.
fn split(section: &[u8], named: bool, budget: &mut Budget) -> Vec<Range<usize>> {
    let mut streams: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    while let Some(rest) = section.get(at..)
        && let Some(streams_of) = starts_stream(rest)
    {
        let extent = (streams_of.end)(rest, budget);
        let end = extent.map_or(section.len(), |extent| at + extent);
        let behind = section.get(end..).unwrap_or_default();
        let zeros = behind.iter().position(|byte| *byte != 0).unwrap_or(behind.len());
        budget.spend(zeros / 16);
        let next = end + zeros / 4 * 4;
        let rest = section.get(next..).unwrap_or_default();
        if zeros == behind.len() {
            streams.push(at..end);
            break;
        }
        if starts_stream(rest).is_none() || budget.is_spent() || streams.len() >= MAX_FOUND {
            streams.push(at..section.len());
            break;
        }
        streams.push(at..end);
        at = next;
    }
    // The magic is damaged, or an unknown one.
    if streams.is_empty() && named && section.len() >= 4 && budget.spend(section.len() / 64) {
        streams.push(0..section.len());
    }
    streams
}

/// A thin archive has no bytes of its members.
pub(super) fn thin(bytes: &[u8]) -> String {
    let (mut names, mut more) = (Vec::new(), 0u64);
    let mut budget = parts::budget(bytes);
    let mut visit = |_: &mut Budget, part: Part<'_>| {
        if names.len() < 5 {
            names.push(text(&part.name));
        } else {
            more += 1;
        }
        ControlFlow::Continue(())
    };
    let _ = parts::each(bytes, &mut budget, &mut visit);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!(
        "a thin archive, which names its members and does not hold them: give the files themselves ({}{more})",
        names.join(", ")
    )
}

/// The bytes at an address in a file.
///
/// # Errors
///
/// Nothing is there, or it cannot be looked into.
pub fn locate(bytes: &[u8], address: &str) -> Result<Located, LocateError> {
    let (mut here, mut base, mut rest) = (bytes, 0usize, address);
    let mut way: Vec<String> = Vec::new();
    let mut source = Source::file();
    let mut budget = parts::budget(bytes);
    for _ in 0..=MAX_LEVELS {
        if holders::is_thin(here) {
            return Err(LocateError::Thin(thin(here)));
        }
        if holders::kind(here).is_none() {
            return Err(match way.last() {
                Some(_) => LocateError::NoHolderAt(way.join(" of ")),
                None => LocateError::NoHolder,
            });
        }
        let mut step = Step { rest, seen: HashMap::new(), best: None };
        let looked = parts::each(here, &mut budget, &mut |budget, part| {
            step.look(here, &part, budget);
            ControlFlow::Continue(())
        });
        let Some(found) = step.best else {
            return Err(LocateError::Nothing(nothing(bytes, rest, &way, looked.err())));
        };
        base += found.range.start;
        let kind = match holders::kind(here) {
            _ if found.section => SourceKind::Section,
            Some(ARCHIVE | XAR) => SourceKind::Member,
            _ => SourceKind::Part,
        };
        source = source.then(kind, found.name.as_str());
        here = here.get(found.range.clone()).unwrap_or_default();
        way.insert(0, if found.section { format!("section {}", found.name) } else { found.name });
        if found.rest.is_empty() {
            return Ok(Located { range: base..base + here.len(), place: way.join(" of "), source });
        }
        rest = found.rest;
    }
    Err(LocateError::TooDeep)
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
    /// How many parts of a name were seen; the name is a prefix of the address, so that its length says all.
    seen: HashMap<usize, usize>,
    best: Option<Match<'r>>,
}

struct Match<'r> {
    name: String,
    range: Range<usize>,
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
            let bundle = part.section && holders::bundle(content).is_some();
            // Nothing is in a section but streams and bundles.
            if part.section && !rest.is_empty() && !bundle {
                continue;
            }
            let seen = self.seen.entry(name.len()).or_default();
            let ranges = match part.section {
                _ if part.compressed => Vec::new(),
                true if bundle => std::iter::once(0..content.len()).collect(),
                true => split(content, STREAM_SECTIONS.contains(&name.as_str()), budget),
                false => std::iter::once(0..content.len()).collect(),
            };
            let found = number.checked_sub(*seen).and_then(|index| ranges.get(index));
            *seen += ranges.len();
            if let Some(range) = found
                && self.best.as_ref().is_none_or(|best| best.name.len() < name.len())
            {
                let start = part.range.start;
                self.best = Some(Match {
                    name: numbered(&name, number),
                    range: start + range.start..start + range.end,
                    rest: inner,
                    section: part.section,
                });
            }
        }
    }
}
