//! LLVM IR: what the modules of a file need against what the reader of a release does with it.
//!
//! Rows in the table of readers (`targets/llvm*.txt`): kind and name are those of a need ([`ir::Kind`], [`ir::Value`]), and the
//! value says what the reader does:
//!
//! | value | meaning |
//! |---|---|
//! | (none) | it is read as it is meant |
//! | `fails \| message` | the file is refused with that message |
//! | `fails \| crash 11` | the reader ends by that signal, and prints nothing that says why |
//! | `differs` | what is read is something else; a row `differs` says how bad that is |
//!
//! | kind | name | value |
//! |---|---|---|
//! | `otherwise` | kind of a need | what the reader does with values that no row has: as above, or `misreads`, or `unknown` |
//! | `differs` | kind, or kind `:` value | `misreads \| what is read`, or `ignores \| what is dropped` |
//! | `signature` | name of an intrinsic | types of the signatures that the reader takes |
//! | `signatures` | `between` | (none): there is no list of this release, and rows `signature` rest on those around it |
//! | `known` | name of an intrinsic | `exact`, or `overloaded` where types follow the name |
//! | `upgrades` | name of an intrinsic | (none): calls of it become something else that means the same |
//! | `fields` | code of a metadata record | how many fields the reader's source lets it have: `14-22` |
//! | `names` | `between` | (none): there is no list of names of this release, and rows `known` rest on those around it |
//! | `convention` | a machine | what its code generator does with a calling convention that it does not know |
//! | `context` | `pointers` | what the reader does with a module with opaque pointers in a context in which one with typed pointers was read before |
//!
//! Kinds with `checked-` in front hold for modules that the reader verifies: those with debug information, and for most programs all
//! ([`super::tools`]). What a verifier refuses that is not asked is a note.
//!
//! What no row speaks of is unknown. A verdict rests on the weakest of the rows that were consulted for the file.
//!
//! In messages `{value}` is the value of the need, `{producer}` the producer of the module.

use std::sync::Arc;

use outlast_bitstream::BitstreamFile;
use outlast_bitstream::ir::{self, Kind, Need};
use outlast_core::{Diagnostic, Place};

use super::readers::{Answer, Answers, Does, Readers, crash};
use super::refusals::{self, Whole};
use super::tools::{self, Tool};
use super::{NAME, actions, codes, describe, nvvm};
use outlast_bitstream::program;
use outlast_model::program::{Companion, Judge};
use outlast_model::targets::Profile;
use outlast_model::verdict::{Basis, EntryVerdict, Outcome, Reason, Remedy, Stage, Verdict};

/// What verdicts on a stream share, whatever the reader.
#[derive(Debug)]
pub(super) struct ModuleJudge {
    facts: ir::IrFacts,
    /// What readers do with what each module needs, and with what stands outside of modules.
    modules: Vec<Known>,
    outside: Known,
    /// Why the stream cannot be read.
    damage: Option<(String, Place)>,
    /// What is not sound in a part that readers may pass over.
    unsound: Option<Diagnostic>,
}

/// What readers do with needs, and which of them wrote these.
#[derive(Debug, Default)]
struct Known {
    answers: Vec<Arc<Answers>>,
    by: Option<u16>,
}

/// Reads what verdicts need of a stream of LLVM IR.
pub(super) fn subject(file: &BitstreamFile<'_>) -> ModuleJudge {
    let stream = file.stream;
    let readers = Readers::built_in();
    match ir::facts(stream) {
        Ok(facts) => {
            let modules = facts.modules.iter().map(|module| Known {
                answers: readers.answers(&module.needs),
                by: module.release().and_then(|major| readers.release(major)),
            });
            let (modules, answers) = (modules.collect(), readers.answers(&facts.outside));
            let unsound = program::unsound(file);
            ModuleJudge { facts, modules, outside: Known { answers, by: None }, damage: None, unsound }
        }
        Err(fault) => {
            let error = outlast_core::Error::from(fault.clone());
            let place = error.place().clone();
            ModuleJudge {
                facts: ir::IrFacts::default(),
                modules: Vec::new(),
                outside: Known::default(),
                damage: Some((fault.kind().llvm_message(), place)),
                unsound: None,
            }
        }
    }
}

/// Why every reader refuses a stream that is damaged.
pub(super) fn damaged(says: &str, place: Place) -> Reason {
    Reason::corrupt(codes::UNREADABLE, "the stream", says, place)
}

impl Judge for ModuleJudge {
    fn family(&self) -> &'static str {
        NAME
    }

    fn judge(&self, _: &[Companion<'_>], profile: &Profile) -> Verdict {
        if profile.family == nvvm::NAME && self.damage.is_none() {
            return nvvm::judge(&self.facts.modules, profile);
        }
        judge(self, profile)
    }

    fn is_meant_for(&self, family: &str) -> bool {
        let of_gpu = |module: &ir::ModuleFacts| {
            module.triple.as_deref().is_some_and(|triple| triple.starts_with("nvptx"))
        };
        family != nvvm::NAME || self.facts.modules.iter().any(of_gpu)
    }
}

/// Judges a stream of LLVM IR.
fn judge(subject: &ModuleJudge, profile: &Profile) -> Verdict {
    if let Some((says, place)) = &subject.damage {
        let reason = damaged(says, place.clone());
        return Verdict::new(&profile.name, vec![EntryVerdict::new("(file)", vec![reason], Basis::Defined)]);
    }
    let mut notes = Vec::new();
    let mut entries = Vec::new();
    let several = refusals::several(&subject.facts.modules, profile, &mut notes);
    // Whether a module before had typed pointers.
    let mut typed = false;
    for (module, known) in subject.facts.modules.iter().zip(&subject.modules) {
        let case = JudgeContext::new(profile, Some(module), known);
        let (mut reasons, looked_at) = case.reasons(&module.needs, &mut notes);
        reasons.extend(case.whole().context(&mut typed, &mut notes));
        reasons.extend(case.whole().layout());
        reasons.extend(case.whole().pointers());
        entries.push(EntryVerdict::new(&module.name, reasons, looked_at));
    }
    let case = JudgeContext::new(profile, None, &subject.outside);
    let (mut outside, looked_at) = case.reasons(&subject.facts.outside, &mut notes);
    let refused = several.is_some();
    outside.extend(several);
    // Whether there is such an entry depends on the file alone, so that verdicts for two releases can be laid side by side.
    let summary = [Kind::SummaryVersion, Kind::SummaryFlags, Kind::SummaryRecord];
    let combined = subject.facts.outside.iter().any(|need| summary.contains(&need.kind));
    if entries.is_empty() || combined || refused {
        entries.push(EntryVerdict::new("(file)", outside, looked_at));
    }
    let mut verdict = Verdict::new(&profile.name, entries);
    // A reader may never come to what is corrupt; whether it does is not known.
    if let Some(finding) = subject.unsound.as_ref().filter(|_| verdict.outcome.is_good()) {
        let reason = program::doubt(codes::UNREADABLE, &profile.name, "the stream", finding);
        let entry = EntryVerdict::new("(file)", vec![reason], Basis::Defined);
        let mut entries = std::mem::take(&mut verdict.entry_points);
        entries.retain(|known| known.name != entry.name);
        entries.push(entry);
        verdict = Verdict::new(&profile.name, entries);
    }
    if !verdict.outcome.is_good() {
        let missing = verdict
            .reasons()
            .map(|(_, reason)| format!("{}: compile again for this release", reason.subject));
        let mut why: Vec<String> = missing.collect();
        why.dedup();
        verdict.remedy = Remedy::NoneKnown(why);
    }
    if verdict.outcome == Outcome::Fails {
        notes.extend(refusals::unused(profile));
    }
    verdict.notes.extend(notes);
    verdict
}

/// One module, or what stands outside of modules, and a reader.
struct JudgeContext<'a> {
    profile: &'a Profile,
    readers: &'static Readers,
    module: Option<&'a ir::ModuleFacts>,
    known: &'a Known,
}

impl<'a> JudgeContext<'a> {
    fn new(profile: &'a Profile, module: Option<&'a ir::ModuleFacts>, known: &'a Known) -> JudgeContext<'a> {
        JudgeContext { profile, readers: Readers::built_in(), module, known }
    }

    /// The module as a whole, and the reader.
    fn whole(&self) -> Whole<'a> {
        Whole { profile: self.profile, module: self.module }
    }

    /// Reasons of all needs, those that stand first in the file before others, and the weakest of what says that nothing
    /// else stands in the way; what is ignored goes to the notes.
    fn reasons(&self, needs: &[Need], notes: &mut Vec<String>) -> (Vec<Reason>, Basis) {
        let checked = self.module.is_some_and(|module| module.debug_version == Some(3));
        let tool = Tool::new(self.profile);
        // Other programs take an index for an empty module, which nobody wants.
        let is_read = self.profile.variant.is_empty() && tools::is_index(needs);
        let passes_over = tool.summaries.is_none() && self.module.is_some() && !is_read;
        let mut reasons = Vec::new();
        let mut looked_at = tool.verifies.unwrap_or(Basis::Defined);
        for (need, answers) in needs.iter().zip(&self.known.answers) {
            if passes_over && tools::is_of_summary(need) {
                self.unread(need, self.answer(need, answers, false), &tool, notes);
                continue;
            }
            // Only debug information is looked at because it is there.
            let verified = checked || (tool.verifies.is_some() && !is_debug(need.kind));
            // What reader and verifier read needs no more words.
            let read = |checked| answers.answer(self.readers, checked, self.profile.index());
            let (reader, verifier) = (read(false), read(true));
            if reader.does == Does::Reads && verifier.does == Does::Reads {
                looked_at = looked_at.min(reader.basis);
                if verified {
                    looked_at = looked_at.min(verifier.basis);
                }
                continue;
            }
            let answer = self.answer(need, answers, false);
            let mut found = self.reason(need, false, answer, notes);
            // What shows when the program runs is read before.
            let read = found.as_ref().is_none_or(|reason| reason.stage == Some(Stage::Run));
            if read {
                looked_at = looked_at.min(answer.basis);
                let answer = self.answer(need, answers, true);
                if verified {
                    found = self.reason(need, true, answer, notes).or(found);
                    looked_at = looked_at.min(answer.basis);
                } else {
                    self.unverified(need, answer, notes);
                }
            }
            reasons.extend(found);
        }
        reasons.sort_by_key(|reason| reason.place.span.bits.start);
        (reasons, looked_at)
    }

    fn answer(&self, need: &Need, answers: &Answers, checked: bool) -> Answer {
        let answer = answers.answer(self.readers, checked, self.profile.index());
        let missing =
            need.kind == Kind::IntrinsicName && matches!(answer.does, Does::Refuses(_) | Does::Unknown);
        // What the release that wrote the module does not know either is no matter of this reader.
        if !missing || checked {
            return answer;
        }
        match self.known.by.map(|by| answers.answer(self.readers, checked, by).does) {
            Some(Does::Refuses(_) | Does::Unknown) => Answer {
                does: Does::Ignores(
                    "not known to the release that wrote the module either: a function without a definition",
                ),
                basis: answer.basis,
                stage: Stage::Load,
            },
            _ => answer,
        }
    }

    /// What is in a summary, at which the program does not look: others of its release do.
    fn unread(&self, need: &Need, answer: Answer, tool: &Tool<'_>, notes: &mut Vec<String>) {
        let Some(others) = tool.others_with_summaries() else { return };
        let what = match answer.does {
            Does::Refuses(says) => {
                let says = says.map(|says| format!(": {}", self.whole().says(says, &need.value)));
                format!("refuse it{}", says.unwrap_or_default())
            }
            Does::Unknown => "look at it, and what they do was not measured".to_string(),
            Does::Reads | Does::Misreads(_) | Does::Ignores(_) => return,
        };
        let note = format!(
            "{}: {} does not look at it; {others} {what}",
            describe::subject(need),
            self.profile.name
        );
        if !notes.contains(&note) {
            notes.push(note);
        }
    }

    /// What the reader's verifier would refuse: tools that verify do.
    fn unverified(&self, need: &Need, answer: Answer, notes: &mut Vec<String>) {
        if let Does::Refuses(says) = answer.does {
            let what = match says.and_then(crash) {
                Some(signal) => format!("crash on it, with signal {signal}"),
                None => format!("refuse it: {}", self.whole().says(says.unwrap_or_default(), &need.value)),
            };
            let note = format!(
                "{}: tools that verify what they read, such as opt and llc, {what} ({})",
                describe::subject(need),
                self.profile.name
            );
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
    }

    fn reason(&self, need: &Need, checked: bool, answer: Answer, notes: &mut Vec<String>) -> Option<Reason> {
        if answer.does == Does::Reads {
            return None;
        }
        let subject = describe::subject(need);
        let code = if checked { codes::VERIFIER } else { describe::code(need.kind) };
        let refused = match code == codes::CONVENTION {
            true => self.module.and_then(|module| module.triple.as_deref()),
            false => None,
        };
        let refused =
            refused.and_then(|triple| self.readers.refuses_conventions(triple, self.profile.index()));
        let is_crash = matches!(answer.does, Does::Refuses(Some(says)) if crash(says).is_some());
        let (code, outcome, has, says) = match answer.does {
            Does::Misreads(_) if code == codes::CONVENTION && refused.is_some() => {
                (code, Outcome::Fails, "does not compile it".to_string(), refused.map(str::to_string))
            }
            Does::Refuses(None) if answer.stage == Stage::Run => {
                (code, Outcome::Fails, "takes it for an external function".to_string(), None)
            }
            Does::Reads => return None,
            Does::Ignores(what) => {
                let note = format!("{subject}: {what} ({})", self.profile.name);
                if !notes.contains(&note) {
                    notes.push(note);
                }
                return None;
            }
            Does::Refuses(says) => match says.and_then(crash) {
                Some(signal) => (code, Outcome::Fails, format!("crashes, with signal {signal}"), None),
                None => {
                    let says = says.map(|says| self.whole().says(says, &need.value));
                    (code, Outcome::Fails, "refuses it".to_string(), says)
                }
            },
            Does::Misreads(what) => (code, Outcome::Misreads, what.to_string(), None),
            Does::Unknown => (codes::UNMEASURED, Outcome::Unknown, "not measured".to_string(), None),
        };
        let reader = &self.profile.name;
        let times = if need.count == 1 { String::new() } else { format!(" ({} times)", need.count) };
        let message = match outcome {
            Outcome::Fails if code == codes::INTRINSIC => {
                format!("{reader} does not know {subject}: the program does not link")
            }
            Outcome::Fails if code == codes::CONVENTION => {
                format!("{reader} does not know {subject}{times}, and does not compile it")
            }
            Outcome::Fails if is_crash => format!("{reader} crashes on {subject}{times}"),
            Outcome::Fails if checked => format!("the verifier of {reader} refuses {subject}{times}"),
            Outcome::Fails => format!("{reader} refuses {subject}{times}"),
            Outcome::Misreads => format!("{reader} misreads {subject}{times}: {has}"),
            _ => format!("what {reader} does with {subject}{times} was not measured"),
        };
        Some(
            Reason::new(code, outcome)
                .basis(answer.basis)
                .message(Some(message))
                .stage((outcome != Outcome::Unknown).then_some(if checked {
                    Stage::Verify
                } else {
                    answer.stage
                }))
                .needs(self.needs(need))
                .subject(subject)
                .has(has)
                .says(says)
                .place(need.first.place())
                .help(Some(actions::remedy(self.readers, self.profile, self.module, need, checked))),
        )
    }

    /// What a reader must do, for how many of them, and which global depends on one.
    fn needs(&self, need: &Need) -> String {
        let mut owners = self.module.into_iter().flat_map(|module| &module.owners);
        let owner = owners
            .find(|owner| owner.kind == need.kind && owner.value == need.value && !owner.name.is_empty());
        let owner = owner.map(|owner| owner.name.as_str());
        match (need.count, owner) {
            (1, None) => "a reader that knows it".into(),
            (1, Some(owner)) => format!("a reader that knows it, for @{owner}"),
            (count, None) => format!("a reader that knows it ({count} times)"),
            (count, Some(owner)) => format!("a reader that knows it ({count} times, first for @{owner})"),
        }
    }
}

/// Whether needs of this kind are of debug information.
fn is_debug(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Metadata
            | Kind::MetadataLanguage
            | Kind::MetadataLast
            | Kind::MetadataShape
            | Kind::MetadataValue
            | Kind::Expression
    )
}
