//! Swift modules: what a module says of itself against what a compiler reads.
//!
//! Kinds of rows in the table of readers (`targets/swift*.txt`):
//!
//! | kind | name | value |
//! |---|---|---|
//! | `format` | `module-major`, `module-minor`, `doc-major`, … | the version that the compiler writes |
//! | `language` | `version` | its own version, as it prints it |
//! | `compiler` | `revision`, `channel`, `ossa` | what it writes into modules; a compiler without a revision is not tagged; one  that writes ownership form asks for it |
//! | `control-code`, `options-code`, `input-code` | name of a record | its code |
//! | `options-operands` | name of a record | how many operands the compiler counts in it |
//! | `input-operands` | name of a record | how many operands it needs at least |
//! | `stops` | `format` | the compiler looks no further than a format that it does not read |
//! | `says` | a message, with `{…}` for what varies | the message |
//!
//! The control block is read as the compiler reads it: record after record, by the compiler's own codes, up to the first
//! thing that it refuses. What depends on the client that imports the module (its name there, the target, switches) is not
//! judged but noted.
//!
//! A verdict rests on the weakest of the rows that were consulted; what compilers do with a file that is damaged is defined.
//! A compiler of which a row in [`REQUIRED`] is missing is unknown.

use std::cell::Cell;

use outlast_bitstream::swift::{Misplaced, SwiftFacts, SwiftTables};
use outlast_bitstream::{BitstreamFile, StreamKind};
use outlast_core::{Diagnostic, Path, Place, Span};

use super::{NAME, codes};
use outlast_bitstream::program;
use outlast_model::program::{Companion, Judge};
use outlast_model::targets::{Profile, Release, Row};
use outlast_model::verdict::{Basis, EntryVerdict, Outcome, Reason, Remedy, Stage, Verdict};

mod control;
mod structure;

/// What verdicts on a stream of Swift share, whatever the compiler.
#[derive(Debug)]
pub(super) struct ModuleJudge {
    pub(super) kind: StreamKind,
    pub(super) facts: SwiftFacts,
    /// Bytes of the stream.
    pub(super) len: usize,
    pub(super) base: u64,
    /// What is wrong with the tables, in words, and where.
    pub(super) tables: Option<(String, Place)>,
    pub(super) misplaced: Option<Misplaced>,
    /// What is not sound in a part that compilers may never read.
    unsound: Option<Diagnostic>,
}

/// Reads what verdicts need of a stream of Swift.
pub(super) fn subject(file: &BitstreamFile<'_>) -> ModuleJudge {
    let stream = file.stream;
    let facts = SwiftFacts::read(stream);
    let (mut damage, mut misplaced) = (None, None);
    if facts.fault.is_none() && stream.kind() == StreamKind::SwiftModule {
        match SwiftTables::open(stream) {
            Ok(tables) => misplaced = tables.misplaced(),
            Err(error) => damage = Some((error.to_string(), error.place().clone())),
        }
    }
    let (kind, len, base) = (stream.kind(), stream.bytes().len(), stream.base());
    ModuleJudge { kind, facts, len, base, tables: damage, misplaced, unsound: program::unsound(file) }
}

/// Rows without which nothing can be said of a compiler: kind and name.
const REQUIRED: &[(&str, &str)] = &[
    ("format", "module-major"),
    ("format", "module-minor"),
    ("language", "version"),
    ("compiler", "revision"),
    ("compiler", "channel"),
    ("compiler", "ossa"),
    ("control-code", "METADATA"),
    ("control-code", "REVISION"),
    ("control-code", "CHANNEL"),
    ("control-code", "IS_OSSA"),
];

/// What a compiler refuses, and with which words.
pub(super) struct JudgeContext<'a> {
    pub(super) subject: &'a ModuleJudge,
    profile: &'a Profile,
    /// The weakest of the rows that were consulted.
    looked_at: Cell<Basis>,
}

impl<'a> JudgeContext<'a> {
    pub(super) fn new(subject: &'a ModuleJudge, profile: &'a Profile) -> JudgeContext<'a> {
        JudgeContext { subject, profile, looked_at: Cell::new(Basis::Defined) }
    }

    /// The row of this kind and name, from now on among those that the verdict rests on.
    fn row(&self, kind: &str, name: &str) -> Option<Row> {
        let row = self.profile.row(kind, name)?;
        // A row that does not say what it rests on is worth the least.
        self.looked_at.set(self.looked_at.get().min(row.basis.unwrap_or(Basis::Sampled)));
        Some(row)
    }

    /// What the compiler has of this kind and name.
    pub(super) fn get(&self, kind: &str, name: &str) -> Option<&'static str> {
        self.row(kind, name).map(|row| row.value)
    }

    /// The name of the record of this kind and code.
    pub(super) fn named(&self, kind: &str, code: u32) -> Option<&str> {
        let rows = self.profile.all(kind);
        let name = rows.into_iter().find(|(_, of)| of.parse() == Ok(code)).map(|(name, _)| name)?;
        self.row(kind, name).map(|_| name)
    }

    /// The weakest of what was consulted so far.
    pub(super) fn basis(&self) -> Basis {
        self.looked_at.get()
    }

    /// A required row that the table lacks.
    fn missing(&self) -> Option<String> {
        let missing = REQUIRED.iter().find(|(kind, name)| self.profile.row(kind, name).is_none());
        missing.map(|(kind, name)| format!("{kind} {name}"))
    }

    /// The compiler's message of this name, with what varies filled in; files are named by users, not by us.
    pub(super) fn says(&self, message: &str) -> Option<String> {
        let text = self.profile.get("says", message)?;
        let facts = &self.subject.facts;
        let known = |fact: &Option<String>| fact.clone().unwrap_or_default();
        Some(
            text.replace("{module}", &known(&facts.module_name))
                .replace("{short}", &known(&facts.short_version))
                .replace("{reader}", self.get("language", "version").unwrap_or_default())
                .replace("{reader-channel}", self.get("compiler", "channel").unwrap_or_default())
                .replace("{revision}", &known(&facts.revision))
                .replace("{channel}", &known(&facts.channel))
                .replace("{target}", &known(&facts.target))
                .replace("{file}", "…"),
        )
    }

    pub(super) fn number(&self, kind: &str, name: &str) -> Option<u64> {
        self.get(kind, name)?.parse().ok()
    }

    /// A place in the control block.
    pub(super) fn place(&self, bits: Option<std::ops::Range<u64>>, part: &'static str) -> Place {
        let whole = self.subject.base * 8..(self.subject.base + self.subject.len as u64) * 8;
        Place::new(Span::bits(bits.unwrap_or(whole)), Path::root().field(part))
    }
}

impl Judge for ModuleJudge {
    fn family(&self) -> &'static str {
        NAME
    }

    fn judge(&self, _: &[Companion<'_>], profile: &Profile) -> Verdict {
        judge(self, profile)
    }
}

/// Judges a stream of Swift.
fn judge(subject: &ModuleJudge, profile: &Profile) -> Verdict {
    let case = JudgeContext::new(subject, profile);
    let reasons = match subject.kind {
        _ if case.missing().is_some() => vec![unknown(&case, case.missing().unwrap_or_default())],
        StreamKind::SwiftModule => {
            let first = control::refusal(&case);
            match first {
                Some(reason) => vec![reason],
                None => structure::refusals(&case),
            }
        }
        StreamKind::SwiftDoc => control::document(&case, "doc", "malformed"),
        StreamKind::SwiftSourceInfo => control::document(&case, "source-info", "source-info"),
        StreamKind::SwiftDeps | StreamKind::SwiftScanCache => {
            vec![unknown(&case, "the build system that made it".into())]
        }
        _ => vec![control::no_module(&case)],
    };
    let doubt = |found| program::doubt(codes::MALFORMED, &profile.name, subject.kind.title(), found);
    let reasons = match reasons.is_empty() {
        true => subject.unsound.iter().map(doubt).collect(),
        false => reasons,
    };
    let name = subject.facts.module_name.clone().filter(|name| !name.is_empty());
    let entry = EntryVerdict::new(name.as_deref().unwrap_or("(file)"), reasons, case.basis());
    let mut verdict = Verdict::new(&profile.name, vec![entry]);
    if verdict.outcome.is_good() {
        verdict.notes = client(&subject.facts);
    } else {
        let why = verdict.reasons().map(|(_, reason)| reason.subject.clone()).collect();
        verdict.remedy = Remedy::NoneKnown(why);
    }
    verdict
}

/// Judges a stream of Swift for a target that may be a release without a profile. Formats only grow: a release between
/// two that were measured has a minor version between theirs, and refuses what is outside.
pub(super) fn between(judge: &dyn Judge, name: &str, nearest: &Profile, after: Option<&Profile>) -> Verdict {
    let subject: &dyn std::any::Any = judge;
    let Some(subject) = subject.downcast_ref::<ModuleJudge>() else {
        return Verdict::new(name, Vec::new());
    };
    let minor = |profile: &Profile| profile.get("format", "module-minor")?.parse::<u64>().ok();
    let (low, high) = match after {
        Some(after) => (minor(nearest), minor(after)),
        None if is_older(name, nearest) => (None, minor(nearest)),
        None => (minor(nearest), None),
    };
    let found = subject.facts.format.filter(|(major, _)| *major == 0).map(|(_, minor)| minor);
    let below = found.zip(low).is_some_and(|(found, low)| found < low);
    let above = found.zip(high).is_some_and(|(found, high)| found > high);
    let mut verdict = self::judge(subject, nearest);
    let surely = (below || above) && subject.kind == StreamKind::SwiftModule;
    let entries = std::mem::take(&mut verdict.entry_points)
        .into_iter()
        .map(|entry| if surely { entry } else { entry.unknown() });
    let mut verdict = Verdict::new(name, entries.collect()).resting_on(name, Basis::Between);
    let format = match (low, high) {
        (Some(low), Some(high)) => format!("between 0.{low} and 0.{high}, those of its neighbours"),
        (Some(low), None) => format!("not before 0.{low}, that of the newest that was measured"),
        (None, Some(high)) => format!("not after 0.{high}, that of the oldest that was measured"),
        (None, None) => "that is not known".to_string(),
    };
    verdict.notes.push(format!("no profile of this release: it reads one format, {format}"));
    if surely {
        verdict.remedy = Remedy::NoneKnown(vec!["its format".to_string()]);
    }
    verdict
}

/// Whether a target's name says a release before this one.
fn is_older(name: &str, than: &Profile) -> bool {
    let release = name.split_once('-').and_then(|(_, rest)| Release::parse_prefix(rest));
    release.is_some_and(|(release, _)| release < than.release)
}

/// Files of Swift that no compiler imports, and compilers of which too little is known.
pub(super) fn unknown(case: &JudgeContext<'_>, needs: String) -> Reason {
    let (reader, title) = (&case.profile.name, case.subject.kind.title());
    Reason::new(codes::FORMAT, Outcome::Unknown)
        .message(Some(format!(
            "it is unknown whether {reader} reads this {title}: {needs} is not in its profile"
        )))
        .subject(case.subject.kind.title().to_string())
        .needs(needs)
        .has("not measured".to_string())
        .place(case.place(None, "file"))
        .help(Some(
            "import it with this compiler once, or build it with the compiler that imports it".to_string(),
        ))
}

/// What the module asks of its importer.
fn client(facts: &SwiftFacts) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(name) = &facts.module_name {
        notes.push(format!("it must be imported as `{name}`"));
    }
    if let Some(target) = &facts.target {
        notes.push(format!("the importer must be compiled for {target}, or a compatible target"));
    }
    if !facts.allowable_clients.is_empty() {
        notes.push(format!("only these modules may import it: {}", facts.allowable_clients.join(", ")));
    }
    let hermetic = facts.options.iter().any(|option| option.name == "HAS_HERMETIC_SEAL_AT_LINK");
    for (needed, what) in [
        (facts.embedded, "the importer must be compiled with -enable-experimental-feature Embedded"),
        (facts.cxx_interoperability, "the importer must be compiled with -cxx-interoperability-mode"),
        (hermetic, "the importer must be compiled with -experimental-hermetic-seal-at-link"),
        (
            facts.is_sib == Some(true),
            "it is an intermediate file (.sib), which compilers take as input, not as a module",
        ),
    ] {
        if needed {
            notes.push(what.to_string());
        }
    }
    notes
}

/// A reason why a compiler refuses a module while it loads it.
pub(super) fn refused(
    case: &JudgeContext<'_>,
    code: outlast_core::Code,
    subject: &str,
    needs: String,
    has: String,
    place: Place,
) -> Reason {
    let interface = case.subject.facts.resilient;
    let help = match code {
        codes::FORMAT | codes::REVISION if interface => {
            "build the module with this compiler, or give it the .swiftinterface: the module was built with library evolution"
        }
        codes::FORMAT | codes::REVISION => {
            "build the module with this compiler; for others to come, ship an interface: -enable-library-evolution \
             -emit-module-interface-path NAME.swiftinterface"
        }
        _ => "get an undamaged copy, or build the module again",
    };
    let reader = &case.profile.name;
    let message = match code {
        codes::FORMAT => format!("{reader} reads {has} only; this is {needs}"),
        codes::REVISION => format!("{reader} has {has}; the module asks for {needs}"),
        codes::OWNERSHIP => format!("{reader} reads {has}; the module needs {needs}"),
        codes::NAME | codes::TARGET => format!("the module has no {}", subject.trim_start_matches("its ")),
        codes::MOVED => format!("the module's index is corrupt: {needs}"),
        codes::SHAPE => format!("{reader} does not read {needs}: it has {has}"),
        _ => format!("the file is corrupt: {needs}"),
    };
    Reason::new(code, Outcome::Fails)
        // Damage is damage for every compiler.
        .basis(if code == codes::MALFORMED { Basis::Defined } else { case.basis() })
        .message(Some(message))
        .stage(Some(Stage::Load))
        .subject(subject.to_string())
        .needs(needs)
        .has(has)
        .place(place)
        .help(Some(help.to_string()))
}

/// Why every compiler refuses a file that cannot be opened.
pub(super) fn damaged(why: String, place: Place) -> Reason {
    Reason::new(codes::MALFORMED, Outcome::Fails)
        .message(Some(format!("the file is corrupt: {why}")))
        .stage(Some(Stage::Load))
        .subject("the stream".to_string())
        .needs("a sound file".to_string())
        .has(why)
        .place(place)
        .help(Some("get an undamaged copy, or build the module again".to_string()))
}
