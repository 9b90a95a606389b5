//! Whether a stream is sound.
//!
//! What LLVM refuses is an error; an abbreviation that no record may use is warned about where it is defined. What LLVM
//! reads although it is odd is reported on request ([`Options::strict`]): length words that disagree with where blocks
//! end, offsets that point nowhere, hashes that do not match, bits that are dropped.

mod codes;
mod offsets;
mod tolerated;
mod unread;

use outlast_core::{Diagnostic, Path, Place, Severity, Span};

use crate::analyze::check_strings;
use crate::cursor::{Block, Cursor, Item};
use crate::fault::{Fault, FaultKind};
use crate::file::BitstreamFile;
use crate::stream::StreamKind;

pub use codes::CODES;

/// How to verify.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Report what LLVM tolerates, too, as errors.
    pub strict: bool,
    /// After a fault, go on at the end of the block around it, by its length word.
    pub keep_going: bool,
}

/// Every finding in a file.
pub fn verify(bytes: &[u8], options: Options) -> Vec<Diagnostic> {
    let mut findings = Findings::default();
    if !bytes.len().is_multiple_of(4) {
        let len = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        findings.fault(&Fault::new(FaultKind::Length(len), len.saturating_mul(8)));
        if !options.keep_going {
            return findings.found.finish();
        }
    }
    let (file, mut cursor) = match BitstreamFile::open(bytes).and_then(|file| Ok((file, file.cursor()?))) {
        Ok(opened) => opened,
        Err(fault) => {
            findings.fault(&fault);
            return findings.found.finish();
        }
    };
    findings.base = file.stream.base() * 8;
    let mut odd = options.strict.then(tolerated::Oddities::default);
    let mut offsets =
        (options.strict && file.kind() == StreamKind::Ir).then(|| offsets::Offsets::new(file.stream));
    let mut path = Vec::new();
    let severity = if options.strict { Severity::Error } else { Severity::Warning };
    if let Some((what, bits)) = unread::names(file.stream) {
        let end = bits.end;
        findings.unread(severity, format!("the block of names is damaged: {what}"), bits);
        if cursor.jump(end).is_err() {
            return findings.found.finish();
        }
    }
    // Whether the block that all of such a file is in has ended where its length word says.
    let mut behind = false;
    loop {
        match step(&mut cursor, odd.as_mut(), offsets.as_mut(), &mut path, &mut findings) {
            Ok(Some(block)) => {
                behind |= path.is_empty() && block.id != 0 && block.claimed_end() == cursor.position();
            }
            Ok(None) => {}
            Err(Stop::End) => break,
            Err(Stop::Fault(fault))
                if behind && path.is_empty() && unread::stops_behind_module(file.kind()) =>
            {
                let end = cursor.end();
                findings.unread(
                    severity,
                    format!("no block after the module: {}", fault.kind()),
                    cursor.position().min(end)..end,
                );
                break;
            }
            Err(Stop::Fault(fault)) => {
                findings.fault(&fault);
                if !options.keep_going || findings.full() {
                    break;
                }
                let Some(block) = cursor.resync() else { break };
                path.truncate(cursor.depth());
                findings.resumed(&block);
            }
        }
        if findings.full() {
            break;
        }
    }
    if !file.padding.is_empty() {
        let severity = if options.strict { Severity::Error } else { Severity::Note };
        findings.padding(severity, file.stream.bytes().len(), file.padding.len());
    }
    if let Some(offsets) = offsets {
        offsets.finish(&mut findings);
    }
    findings.found.finish()
}

/// Why there is no token.
enum Stop {
    End,
    Fault(Fault),
}

/// One token; the block that it ends. `path` has the ids of the open blocks.
fn step(
    cursor: &mut Cursor<'_>,
    odd: Option<&mut tolerated::Oddities>,
    offsets: Option<&mut offsets::Offsets<'_>>,
    path: &mut Vec<u32>,
    findings: &mut Findings,
) -> Result<Option<Block>, Stop> {
    let block_end = cursor.block().map(Block::claimed_end);
    let severity = if odd.is_some() { Severity::Error } else { Severity::Warning };
    let mut seen = tolerated::Seen::default();
    let item = match odd {
        Some(_) => cursor.next_watched(&mut seen),
        None => cursor.next(),
    };
    let Some(item) = item.map_err(Stop::Fault)? else { return Err(Stop::End) };
    tolerated::definition(&item, path, findings);
    if let Some(odd) = odd {
        odd.token(&item, &seen, block_end, path, findings);
    }
    if let Some(offsets) = offsets {
        offsets.token(&item, path, findings);
    }
    let checked = follow(&item, path);
    let mut ended = None;
    if let Item::Leave(block, _) = item {
        path.push(block.id);
        tolerated::left(&block, cursor.position(), path, severity, findings);
        path.pop();
        ended = Some(block);
    }
    checked.map_err(|fault| Stop::Fault(cursor.place(fault))).map(|()| ended)
}

/// Keeps the path, and looks at records whose contents LLVM refuses.
fn follow(item: &Item<'_, '_>, path: &mut Vec<u32>) -> Result<(), Fault> {
    match item {
        Item::Enter(block) => path.push(block.id),
        Item::Leave(..) => drop(path.pop()),
        // METADATA_STRINGS in METADATA, of LLVM IR: no other format has 8 around 15 and 35 with a blob in it.
        Item::Record(record) if record.code == 35 && path.last() == Some(&15) && path.first() == Some(&8) => {
            return match record.blob {
                Some(blob) => check_strings(record.ops, blob, record.start),
                None => Ok(()),
            };
        }
        _ => {}
    }
    Ok(())
}

/// A fault as a finding: with a code, what LLVM says, and what to do.
pub fn finding(fault: &Fault) -> Diagnostic {
    let (code, help) = codes::code_and_help(fault.kind());
    let place = Place::new(Span::bits(fault.bit()..fault.bit()), block_path(fault.path()));
    let mut finding = Diagnostic::new(code, Severity::Error, fault.kind().to_string(), place);
    if fault.kind().is_ours() {
        finding = finding.note("this check is Outlast's own: LLVM has no message for it");
    } else {
        finding = finding.note(format!("LLVM says: {}", fault.kind().llvm_message()));
    }
    if let Some(help) = help {
        finding = finding.help(help);
    }
    finding
}

/// Findings, as they come.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    found: outlast_core::Findings,
    /// The bit of the file where the stream starts.
    base: u64,
}

impl Findings {
    fn full(&self) -> bool {
        self.found.is_full()
    }

    /// Where LLVM stops.
    fn fault(&mut self, fault: &Fault) {
        self.found.add(finding(fault));
    }

    /// The last fault was in this block: reading goes on behind it.
    fn resumed(&mut self, block: &Block) {
        if let Some(last) = self.found.last_mut() {
            let at = (self.base + block.claimed_end()) / 8;
            last.notes.push(format!(
                "reading goes on at 0x{at:x}, after block {}, as its length word says",
                block.id
            ));
        }
    }

    /// So many bytes of padding behind a stream of so many.
    fn padding(&mut self, severity: Severity, stream: usize, padding: usize) {
        let bit = |bytes: usize| u64::try_from(bytes).unwrap_or(u64::MAX / 16).saturating_mul(8);
        let title = format!("{padding} bytes after the last block");
        self.tolerated(severity, 1329, title, bit(stream)..bit(stream.saturating_add(padding)), &[]);
    }

    /// What is wrong in a part that no reader of such files looks into.
    fn unread(&mut self, severity: Severity, title: String, bits: std::ops::Range<u64>) {
        self.tolerated(severity, 1330, title, bits, &[]);
    }

    /// What LLVM tolerates.
    fn odd(&mut self, code: u16, title: impl Into<String>, bits: std::ops::Range<u64>, path: &[u32]) {
        self.tolerated(Severity::Error, code, title.into(), bits, path);
    }

    /// What is no error even where LLVM's tolerance is not asked for.
    fn warn(&mut self, code: u16, title: String, bits: std::ops::Range<u64>, path: &[u32]) {
        self.tolerated(Severity::Warning, code, title, bits, path);
    }

    fn tolerated(
        &mut self,
        severity: Severity,
        code: u16,
        title: String,
        bits: std::ops::Range<u64>,
        path: &[u32],
    ) {
        let span = Span::bits(bits.start + self.base..bits.end + self.base);
        let place = Place::new(span, block_path(path));
        let finding = Diagnostic::new(outlast_core::Code(code), severity, title, place);
        let who = match code {
            1320 => {
                "LLVM's reader of IR skips blocks by their length words; llvm-bcanalyzer walks through them"
            }
            1329 => "LLVM's reader of IR passes over 8 bytes at most; llvm-bcanalyzer refuses the file",
            1330 => "compilers pass over it; llvm-bcanalyzer walks through it",
            1323 => "LLVM accepts the definition; it may refuse a record that uses it",
            1321 => "llvm-bcanalyzer reads it silently; LLVM's reader of IR goes to that place",
            _ => "LLVM reads it silently",
        };
        self.found.add(finding.note(who));
    }
}

fn block_path(blocks: &[u32]) -> Path {
    // Deep paths say where in their outermost and innermost blocks.
    let shown = blocks.iter().take(8).chain(blocks.iter().skip(8.max(blocks.len().saturating_sub(8))));
    shown.fold(Path::root(), |path, id| path.item("block", outlast_core::to_index(*id)))
}
