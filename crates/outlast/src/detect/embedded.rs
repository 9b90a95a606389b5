//! Streams in files of other kinds: [`Holdings`].
//!
//! An object has streams in sections: `.llvmbc` and `.llvm.lto` of ELF, `__LLVM,__bitcode` and `__LLVM,__remarks` of Mach-O,
//! Clang's `__clangast`, Swift's `.swift_ast`; linkers put several after each other in one section. An archive has objects
//! and streams as members, a universal file has objects and archives for several machines. Bundles are files and stand in sections: the
//! bitcode of a library for Apple's machines (`__LLVM,__bundle`), code for other machines (`.llvm.offloading`, `.hip_fatbin`). What zlib
//! compressed is unpacked.

use std::collections::HashMap;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use outlast_containers::parts::{self, Part};
use outlast_containers::{compressed, foreign, holders};
use outlast_core::Budget;

use super::streams::{STREAM_SECTIONS, split, starts_stream};
use crate::families::{self, features};

/// Sections with the command line of the compiler, each argument ended by a zero byte.
const COMMAND_SECTIONS: &[&str] = &[".llvmcmd", "__LLVM,__cmdline", "__LLVM,__swift_cmdline"];

/// Sections with what a compiler says of its work, which linkers and compilers pass over.
const SIDECAR_SECTIONS: &[&str] = &[".remarks", "__LLVM,__remarks"];

/// How the names of sections begin in which `clang-offload-bundler` puts the files of a bundle that is an object; the target follows.
const BUNDLED_SECTION: &str = "__CLANG_OFFLOAD_BUNDLE__";

/// Files in each other at most: a universal file of archives of objects with bundles of objects with sections.
pub(super) const MAX_LEVELS: usize = 5;

/// Finds that are kept; the rest is counted.
pub(super) const MAX_FOUND: usize = 10_000;

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
    /// Its bytes in the outer file, or in what was unpacked from it.
    pub range: Range<usize>,
    /// What it is, in words: `LLVM IR`.
    pub what: &'static str,
    /// What was unpacked, where it stands in compressed bytes.
    pub unpacked: Option<Arc<[u8]>>,
    /// Whether it stands in a section that who reads the object does not read: optimization remarks.
    pub is_sidecar: bool,
}

impl Hidden {
    /// Its bytes, where this is the outer file.
    pub fn bytes<'b>(&'b self, file: &'b [u8]) -> &'b [u8] {
        self.unpacked.as_deref().unwrap_or(file).get(self.range.clone()).unwrap_or_default()
    }
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
    /// Files of other kinds in it, and sections for streams without any: address, and what it is.
    pub others: Vec<(String, String)>,
    /// What could not be looked into, and why.
    pub notes: Vec<String>,
}

/// What a file holds; none if it is of another kind than those that hold others.
pub fn holdings(bytes: &[u8]) -> Option<Holdings> {
    holders::kind(bytes)?;
    let mut holdings = Holdings::default();
    walk(Place { bytes, base: 0, unpacked: None }, "", MAX_LEVELS, &mut parts::budget(bytes), &mut holdings);
    Some(holdings)
}

/// What a file that holds others is, in words: `ELF for x86_64`.
pub fn describe(bytes: &[u8]) -> String {
    parts::words(bytes)
}

/// Bytes that are looked into.
#[derive(Clone, Copy)]
struct Place<'p> {
    bytes: &'p [u8],
    /// Where they begin in the outer file, or in what was unpacked.
    base: usize,
    unpacked: Option<&'p Arc<[u8]>>,
}

impl<'p> Place<'p> {
    fn within(self, range: Range<usize>) -> Place<'p> {
        let base = self.base + range.start;
        Place { bytes: self.bytes.get(range).unwrap_or_default(), base, ..self }
    }
}

impl Holdings {
    fn add(&mut self, address: String, place: Place<'_>, what: &'static str) {
        if self.found.len() < MAX_FOUND {
            let range = place.base..place.base + place.bytes.len();
            let (unpacked, is_sidecar) = (place.unpacked.cloned(), false);
            self.found.push(Hidden { address, range, what, unpacked, is_sidecar });
        } else {
            self.more += 1;
        }
    }

    fn other(&mut self, address: String, what: String) {
        if self.others.len() < 100 {
            self.others.push((address, what));
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

/// Looks into a file. Recursion ends after `levels`, and nothing is unpacked in what was unpacked.
fn walk(place: Place<'_>, prefix: &str, levels: usize, budget: &mut Budget, to: &mut Holdings) {
    let bytes = place.bytes;
    if holders::is_thin(bytes) {
        to.note(prefix, &thin(bytes));
        return;
    }
    if compressed::is_bundle(bytes) {
        match unpacked(place.unpacked.is_some(), budget, |budget| compressed::unpack_bundles(bytes, budget)) {
            Ok(store) if holders::kind(&store).is_some() => {
                let place = Place { bytes: &store, base: 0, unpacked: Some(&store) };
                walk(place, prefix, levels, &mut parts::budget(&store), to);
            }
            Ok(_) => to.note(prefix, "it is compressed, and what is unpacked is no offload bundle"),
            Err(why) => to.note(prefix, &unbundle(&why)),
        }
        return;
    }
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut visit = |budget: &mut Budget, part: Part<'_>| {
        let name = text(&part.name);
        let here = place.within(part.range.clone());
        if part.section && !is_file(&part, here.bytes) {
            section(&part, &name, here, prefix, &mut seen, budget, to);
            return ControlFlow::Continue(());
        }
        let number = seen.entry(name.clone()).or_default();
        let address = format!("{prefix}{}", numbered(&name, *number));
        *number += 1;
        let Some(packing) = part.packing else {
            file(here, address, levels, budget, to);
            return ControlFlow::Continue(());
        };
        match unpacked(place.unpacked.is_some(), budget, |budget| packing.unpack(here.bytes, budget)) {
            Ok(store) => {
                let here = Place { bytes: &store, base: 0, unpacked: Some(&store) };
                file(here, address, levels, &mut parts::budget(&store), to);
            }
            Err(why) => to.note(&address, &format!("{why}: take it out first (xar does)")),
        }
        ControlFlow::Continue(())
    };
    if let Err(why) = parts::each(bytes, budget, &mut visit) {
        to.note(prefix, &why);
    }
}

/// Looks at a file in a file.
fn file(place: Place<'_>, address: String, levels: usize, budget: &mut Budget, to: &mut Holdings) {
    if holders::kind(place.bytes).is_some() {
        match levels {
            0 | 1 => to.note(&address, "is not looked into: it is too deep inside"),
            _ => walk(place, &format!("{address}!"), levels - 1, budget, to),
        }
    } else if let Some(what) = readable(place.bytes) {
        to.add(address, place, what);
    } else if let Some(what) = foreign::describe(place.bytes) {
        to.other(address, what);
    }
}

/// Whether a part is looked at as a file is: sections are where they have a bundle, or a file of one.
pub(super) fn is_file(part: &Part<'_>, content: &[u8]) -> bool {
    let bundled = || part.name.starts_with(BUNDLED_SECTION.as_bytes());
    !part.section || part.packing.is_none() && (holders::bundle(content).is_some() || bundled())
}

/// Unpacks bytes, unless they stand in what was unpacked.
pub(super) fn unpacked(
    is_within: bool,
    budget: &mut Budget,
    unpack: impl FnOnce(&mut Budget) -> Result<Vec<u8>, String>,
) -> Result<Arc<[u8]>, String> {
    if is_within {
        return Err("it is compressed twice, which is not undone here".into());
    }
    unpack(budget).map(Arc::from)
}

/// What to do about a bundle that is not unpacked.
pub(super) fn unbundle(why: &str) -> String {
    format!("{why}; clang-offload-bundler -unbundle unpacks it")
}

fn section(
    part: &Part<'_>,
    name: &str,
    place: Place<'_>,
    prefix: &str,
    seen: &mut HashMap<String, usize>,
    budget: &mut Budget,
    to: &mut Holdings,
) {
    let content = place.bytes;
    if COMMAND_SECTIONS.contains(&name) && part.packing.is_none() {
        if !content.is_empty() && to.commands.len() < 100 {
            to.commands.push((format!("{prefix}{name}"), command(content)));
        }
        return;
    }
    let named = STREAM_SECTIONS.contains(&name);
    if let Some(packing) = part.packing.filter(|_| named) {
        match unpacked(place.unpacked.is_some(), budget, |budget| packing.unpack(content, budget)) {
            Ok(store) => {
                let place = Place { bytes: &store, base: 0, unpacked: Some(&store) };
                streams(name, place, prefix, seen, &mut parts::budget(&store), to);
            }
            Err(why) => {
                to.note(prefix, &format!("section {name}: {why}: decompress it first (objcopy does)"));
            }
        }
    } else if named || part.packing.is_none() && starts_stream(content).is_some() {
        streams(name, place, prefix, seen, budget, to);
    } else if let Some(what) = foreign::describe(content) {
        to.other(format!("{prefix}{name}"), what);
    }
}

/// Takes in the streams of a section.
fn streams(
    name: &str,
    place: Place<'_>,
    prefix: &str,
    seen: &mut HashMap<String, usize>,
    budget: &mut Budget,
    to: &mut Holdings,
) {
    let streams = split(place.bytes, STREAM_SECTIONS.contains(&name), budget);
    if streams.is_empty() {
        let bytes = place.bytes.len();
        let s = if bytes == 1 { "" } else { "s" };
        to.other(format!("{prefix}{name}"), format!("{bytes} byte{s}: no stream is in it"));
        return;
    }
    let number = seen.entry(name.to_string()).or_default();
    for range in streams {
        let here = place.within(range);
        let what = readable(here.bytes).unwrap_or("a damaged stream");
        let before = to.found.len();
        to.add(format!("{prefix}{}", numbered(name, *number)), here, what);
        if let Some(added) = to.found.get_mut(before) {
            added.is_sidecar = SIDECAR_SECTIONS.contains(&name);
        }
        *number += 1;
    }
}

pub(super) fn numbered(name: &str, number: usize) -> String {
    if number == 0 { name.to_string() } else { format!("{name}#{number}") }
}

/// A name as text, cut if no person can have meant it.
pub(super) fn text(name: &[u8]) -> String {
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
