//! libNVVM, NVIDIA's compiler of LLVM IR for its GPUs, by release of CUDA: `nvvm-12.9`.
//!
//! A release is two readers. What it compiles for architectures before `sm_100` it reads with LLVM 7 (`nvvm-12.9`), and from there on with a newer one
//! (`nvvm-12.9+sm_100`). `nvvmCompileProgram` and `nvvmVerifyProgram` do not look at the same things, so that some modules verify and do not compile, and the
//! other way round: a target is what compiles, `nvvm-12.9-verify` what verifies.
//!
//! Rows in the tables of readers (`targets/nvvm.txt`, `targets/nvvm-readers.txt`); for the newer readers each kind has `newer-` in front:
//!
//! | kind | name | value |
//! |---|---|---|
//! | `reads` | kind of a need, `:`, value | what both do with it while they read: as in `judge.rs` |
//! | `verifies`, `compiles` | the same, or `triple:` or `layout:` and which | what the one and the other does with what was read |
//! | `calls` | `verifies` or `compiles` | names of intrinsics of which calls pass it, without the types in them |
//! | `version` | `current` | the version of NVVM IR that it takes, and of debug information in it: `2.0.3.2` |
//! | `architecture` | a release of LLVM, `:`, an architecture | that it compiles for it, and reads with that release |
//!
//! What no row speaks of is as in the release of LLVM that is next to the reader, where that refuses it; a reader that is older than all with tables takes no
//! more. Else it is unknown, unless a row `otherwise` says what becomes of a kind.

mod whole;

use outlast_bitstream::ir::{Kind, ModuleFacts, Need, Value};
use outlast_core::Place;
use outlast_model::family::{Between, CompanionCodes, FamilyDef, Libraries, Variant};
use outlast_model::targets::{Behaviour, Form, Profile, RowKind};
use outlast_model::verdict::{Basis, EntryVerdict, Outcome, Reason, Remedy, Stage, Verdict};

use super::readers::{Asked, Does, Readers, crash};
use super::refusals::Whole;
use super::{codes, describe};

/// The family's registration.
pub static FAMILY: FamilyDef = FamilyDef {
    name: NAME,
    reads: super::NAME,
    title: "libNVVM",
    formats: &[],
    codes: &[CODES],
    folder: "crates/llvm",
    texts: &["nvvm.txt", "nvvm-readers.txt"],
    blob: include_bytes!("../../targets/nvvm.blob"),
    rows: ROWS,
    variants: &[Variant::Suffix(VERIFY)],
    aliases: |_| None,
    libraries: Some(Libraries { of: "architecture", becomes: "architectures", what: "architecture" }),
    shipped: &[],
    between: Between::Agree,
    narrow: None,
    select: None,
    report: None,
    operators: None,
    work: None,
    steps: &[],
    risks: &[],
    runs: |_| Vec::new(),
    companions: CompanionCodes::NONE,
};

/// The name of the family.
pub(super) const NAME: &str = "nvvm";

/// What verifies, beside what compiles.
const VERIFY: &str = "verify";

outlast_core::codes! {
    pub(super) CODES;
    VERSION = 2141, "the module is of another version of NVVM IR",
        "libNVVM compares the two numbers of `!nvvmir.version`, and the two of debug information behind them, with its own: the first of each must be the same, \
         the second may be lower. A module without it is of version 1.0.";
    TRIPLE = 2142, "the module is for another machine",
        "libNVVM wants a target triple. What verifies takes `nvptx64-*-cuda` and `nvptx-*-cuda` alone.";
    LAYOUT = 2143, "the data layout is not one that libNVVM takes",
        "Releases up to CUDA 12.6 take the layouts that NVIDIA documents. Later ones take Clang's as well; from compute_100 on, code generation of CUDA 13.2 and \
         later refuses every layout but its own.";
    NAMES = 2144, "a name is not one that libNVVM takes",
        "What verifies takes names that other modules see only if they are made of letters, digits, `$` and `_`, and begin with no digit. What compiles takes \
         dots as well.";
}

const ROWS: &[RowKind] = &[
    row("reads"),
    row("verifies"),
    row("compiles"),
    row("otherwise"),
    row("newer-reads"),
    row("newer-verifies"),
    row("newer-compiles"),
    row("newer-otherwise"),
    RowKind { kind: "calls", form: Form::Text },
    RowKind { kind: "newer-calls", form: Form::Text },
    RowKind { kind: "version", form: Form::Text },
    RowKind { kind: "architecture", form: Form::Text },
];

const fn row(kind: &'static str) -> RowKind {
    RowKind { kind, form: Form::Outcome }
}

/// The reader of a release that compiles for an architecture.
struct Reader<'a> {
    profile: &'a Profile,
    /// The release of LLVM that it reads with: `7.0.1`.
    reads_with: &'static str,
    newer: bool,
    verifies: bool,
}

/// What the reader does, with what says so.
#[derive(Clone, Copy)]
struct Answer {
    does: Does,
    basis: Basis,
}

impl<'a> Reader<'a> {
    fn new(profile: &'a Profile) -> Reader<'a> {
        // An architecture is part of the target's name: `+sm_100`.
        let asked = profile.libraries().next().unwrap_or("sm_75");
        let rows = profile.definition().table();
        let reads_with = rows
            .kind("architecture")
            .filter(|row| row.value == asked && row.holds(profile.index()))
            .find_map(|row| Some(row.name.split_once(':')?.0));
        let reads_with = reads_with.unwrap_or(OLDEST);
        let newer = reads_with != OLDEST;
        Reader { profile, reads_with, newer, verifies: profile.variant == VERIFY }
    }

    /// The row of a kind, for this reader.
    fn row(&self, kind: &str, name: &str) -> Option<Answer> {
        let row = match self.newer {
            true => self.profile.row(&format!("newer-{kind}"), name),
            false => self.profile.row(kind, name),
        }?;
        Some(Answer {
            does: Does::from_row(Behaviour::parse(row.value)),
            basis: row.basis.unwrap_or(Basis::Sampled),
        })
    }

    /// What is done with a need: by what reads (`reads`), and by what looks at what was read.
    fn answer(&self, stage: &str, need: &Need) -> Answer {
        match (&need.value, need.kind) {
            // Names and signatures of functions are looked at after reading, and only of those that are called.
            (Value::Signature(_), Kind::Intrinsic) if stage == READS => return NO_MATTER,
            (Value::Signature(signature), Kind::Intrinsic) => {
                return self.call(stage, &signature.full_name());
            }
            (_, Kind::IntrinsicDeclared | Kind::IntrinsicName | Kind::IntrinsicUnused) => return NO_MATTER,
            _ => {}
        }
        let name = format!("{}:{}", need.kind.name(), need.value);
        if let Some(answer) = self.row(stage, &name) {
            return answer;
        }
        let readers = Readers::built_in();
        let near = nearest(readers, self.reads_with);
        if stage == READS
            && let Some(release) = near
        {
            let asked = Asked { kind: need.kind, checked: false };
            let answer = readers.answer(asked, &need.value, release);
            match answer.does {
                // What the next release takes an older one may refuse.
                Does::Reads | Does::Ignores(_) if !self.newer => {}
                Does::Unknown => {}
                // Its message was not printed by this reader.
                Does::Refuses(_) => return Answer { does: Does::Refuses(None), basis: Basis::Between },
                does => return Answer { does, basis: answer.basis.min(Basis::Between) },
            }
        }
        let otherwise = self.row("otherwise", &format!("{stage}:{}", need.kind.name()));
        otherwise.unwrap_or(Answer { does: Does::Unknown, basis: Basis::Defined })
    }

    /// What is done with calls of an intrinsic.
    fn call(&self, stage: &str, name: &str) -> Answer {
        let kind = if self.newer { "newer-calls" } else { "calls" };
        // Releases differ in whether types follow some names.
        let other = name.strip_suffix(".*").map_or_else(|| format!("{name}.*"), str::to_string);
        let table = self.profile.definition().table();
        let lists = table.rows(kind, stage).filter(|row| row.holds(self.profile.index()));
        let listed = |list: &str| list.split(' ').any(|listed| listed == name || listed == other);
        // The best of what says so: a run of this release, or those of the ones around it.
        let listed =
            lists.filter(|row| listed(row.value)).map(|row| row.basis.unwrap_or(Basis::Sampled)).max();
        self.row(stage, &format!("intrinsic:{name}")).unwrap_or(match listed {
            Some(basis) => Answer { does: Does::Reads, basis },
            None => Answer { does: Does::Unknown, basis: Basis::Defined },
        })
    }

    fn stage(&self) -> (&'static str, Stage) {
        if self.verifies { ("verifies", Stage::Verify) } else { ("compiles", Stage::Load) }
    }

    /// The reason that a need is, if it is one.
    fn reason(
        &self,
        module: &ModuleFacts,
        need: &Need,
        stage: Stage,
        answer: Answer,
        notes: &mut Vec<String>,
    ) -> Option<Reason> {
        let subject = describe::subject(need);
        let name = &self.profile.name;
        let times = if need.count == 1 { String::new() } else { format!(" ({} times)", need.count) };
        let (outcome, has, says) = match answer.does {
            Does::Reads => return None,
            Does::Ignores(what) => {
                let note = format!("{subject}: {what} ({name})");
                if !notes.contains(&note) {
                    notes.push(note);
                }
                return None;
            }
            Does::Refuses(says) => (Outcome::Fails, "refuses it".to_string(), says),
            Does::Misreads(what) => (Outcome::Misreads, what.to_string(), None),
            Does::Unknown => (Outcome::Unknown, "not measured".to_string(), None),
        };
        let message = match outcome {
            Outcome::Fails if says.and_then(crash).is_some() => {
                format!("{name} crashes on {subject}{times}")
            }
            Outcome::Fails => format!("{name} refuses {subject}{times}"),
            Outcome::Misreads => format!("{name} misreads {subject}{times}: {has}"),
            _ => format!("what {name} does with {subject}{times} was not measured"),
        };
        let whole = Whole { profile: self.profile, module: Some(module) };
        let says = says.filter(|says| crash(says).is_none()).map(|says| whole.says(says, &need.value));
        let code = match outcome {
            Outcome::Unknown => codes::UNMEASURED,
            _ if stage == Stage::Verify => codes::VERIFIER,
            _ => describe::code(need.kind),
        };
        Some(
            Reason::new(code, outcome)
                .basis(answer.basis)
                .message(Some(message))
                .stage((outcome != Outcome::Unknown).then_some(stage))
                .needs("a reader that knows it".into())
                .subject(subject)
                .has(has)
                .says(says)
                .place(need.first.place())
                .help(Some(self.help(need))),
        )
    }

    fn help(&self, need: &Need) -> String {
        let typed = need.kind == Kind::Type && need.value == Value::Number(25);
        match (self.newer, typed) {
            (false, true) => format!(
                "make it with typed pointers (LLVM 14 or earlier, or 15 and 16 with -opaque-pointers=0), or compile for sm_100 or later, where CUDA 12.8 and later read with a newer LLVM than {}",
                self.reads_with
            ),
            (false, false) => format!(
                "make it with an LLVM that writes what {} reads, or compile for sm_100 or later with CUDA 12.8 or later",
                self.reads_with
            ),
            (true, _) => format!(
                "make it with LLVM {} or earlier",
                self.reads_with.split('.').next().unwrap_or_default()
            ),
        }
    }
}

const READS: &str = "reads";
/// What is no matter here: a name of a function that is looked at elsewhere, or never.
const NO_MATTER: Answer = Answer { does: Does::Reads, basis: Basis::Between };
/// The release that architectures before `sm_100` are read with.
const OLDEST: &str = "7.0.1";

/// The release with a table that is next to a reader's: the oldest, or the one of the same major version.
fn nearest(readers: &Readers, reads_with: &str) -> Option<u16> {
    let first = readers.releases().next();
    let major = reads_with.split('.').next()?.parse().ok()?;
    readers.release(major).or_else(|| readers.release(u32::from(first?.parts()[0])))
}

/// Judges the modules of a stream for a release of libNVVM.
pub(super) fn judge(modules: &[ModuleFacts], profile: &Profile) -> Verdict {
    let reader = Reader::new(profile);
    let (kind, stage) = reader.stage();
    let mut notes = Vec::new();
    let mut entries = Vec::new();
    for module in modules {
        let mut basis = Basis::Measured;
        let mut reasons = Vec::new();
        for need in &module.needs {
            // A summary is for linkers.
            if super::tools::is_of_summary(need) {
                continue;
            }
            let answer = reader.answer(READS, need);
            let read = reader.reason(module, need, Stage::Load, answer, &mut notes);
            basis = basis.min(answer.basis);
            let found = match read {
                Some(reason) => Some(reason),
                None => {
                    let answer = reader.answer(kind, need);
                    basis = basis.min(answer.basis);
                    reader.reason(module, need, stage, answer, &mut notes)
                }
            };
            reasons.extend(found);
        }
        reasons.sort_by_key(|reason| reason.place.span.bits.start);
        let mut all = whole::reasons(&reader, module);
        all.extend(reasons);
        entries.push(EntryVerdict::new(&module.name, all, basis));
    }
    if entries.is_empty() {
        let reason = Reason::new(codes::UNMEASURED, Outcome::Unknown)
            .message(Some(format!("{} reads modules, and there is none", profile.name)))
            .needs("a module".into())
            .subject("no module".into())
            .has("reads modules".into());
        entries.push(EntryVerdict::new("(file)", vec![reason], Basis::Defined));
    }
    let mut verdict = Verdict::new(&profile.name, entries);
    if !verdict.outcome.is_good() {
        let mut why: Vec<String> = verdict.reasons().filter_map(|(_, reason)| reason.help.clone()).collect();
        why.dedup();
        verdict.remedy = Remedy::NoneKnown(why);
    }
    verdict.notes.extend(notes);
    verdict
}

/// The verdict on what is no LLVM IR.
pub(super) fn other(what: &str, place: Place, profile: &Profile) -> Verdict {
    let reason = Reason::new(codes::CONTAINER, Outcome::Fails)
        .basis(Basis::Defined)
        .message(Some(format!("{} reads LLVM IR, and this is {what}", profile.name)))
        .stage(Some(Stage::Load))
        .needs(format!("a reader of {what}"))
        .subject(what.to_string())
        .has("reads LLVM IR".into())
        .place(place)
        .help(Some("ask for a release of LLVM or Clang: --target llvm-19".into()));
    Verdict::new(&profile.name, vec![EntryVerdict::new("(file)", vec![reason], Basis::Defined)])
}
