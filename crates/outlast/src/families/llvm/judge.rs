//! LLVM IR: what the modules of a file need against what the reader of a release does with it.
//!
//! Rows in the table of readers (`targets/llvm*.txt`): kind and name are the key and value of a need
//! ([`outlast_bitstream::ir`]), and the value says what the reader does:
//!
//! | value | meaning |
//! |---|---|
//! | (none) | it is read as it is meant |
//! | `fails \| message` | the file is refused with that message |
//! | `differs` | what is read is something else; a row `differs` says how bad that is |
//!
//! | kind | name | value |
//! |---|---|---|
//! | `otherwise` | key | what the reader does with values that no row has: as above, or `loads`, `unknown` |
//! | `differs` | key, or key `:` value | `misreads \| what is read`, or `ignores \| what is dropped` |
//!
//! | `verifies` | `always` | (none): the release was measured with Clang, which verifies whatever it reads |
//!
//! Keys with `checked-` in front hold for modules that the reader verifies: those with debug information, for releases
//! with the row `verifies always` all. What a verifier refuses that was not asked is a note.
//!
//! In messages `{value}` is the value of the need, `{producer}` the producer of the module.

use outlast_bitstream::{Stream, ir};
use outlast_core::{Need, Place};

use super::{NAME, codes, subjects};
use crate::program::{Companion, Judge};
use crate::targets::{Behaviour, Does as Word, Profile};
use crate::verdict::{Basis, EntryVerdict, Outcome, Reason, Remedy, Stage, Verdict};

/// What verdicts on a stream share, whatever the reader.
#[derive(Debug)]
pub(super) struct Subject {
    facts: ir::IrFacts,
    /// Why the stream cannot be read.
    damage: Option<(String, Place)>,
}

/// Reads what verdicts need of a stream of LLVM IR.
pub(super) fn subject(stream: Stream<'_>) -> Subject {
    match ir::facts(stream) {
        Ok(facts) => Subject { facts, damage: None },
        Err(fault) => {
            let error = outlast_core::Error::from(fault.clone());
            let place = error.place().clone();
            Subject { facts: ir::IrFacts::default(), damage: Some((fault.kind().llvm_message(), place)) }
        }
    }
}

/// What a reader does with a thing.
enum Does<'t> {
    Reads,
    Refuses(&'t str),
    Misreads(&'t str),
    Ignores(&'t str),
    Unknown,
}

/// Why every reader refuses a stream that is damaged.
pub(super) fn damaged(says: &str, place: Place) -> Reason {
    Reason::corrupt(codes::UNREADABLE, "the stream", says, place)
}

impl Judge for Subject {
    fn family(&self) -> &'static str {
        NAME
    }

    fn judge(&self, _: &[Companion<'_>], profile: &Profile) -> Verdict {
        judge(self, profile)
    }
}

/// Judges a stream of LLVM IR.
fn judge(subject: &Subject, profile: &Profile) -> Verdict {
    if let Some((says, place)) = &subject.damage {
        let reason = damaged(says, place.clone());
        return Verdict::new(&profile.name, vec![EntryVerdict::new("(file)", vec![reason], Basis::Defined)]);
    }
    let mut notes = Vec::new();
    let mut entries = Vec::new();
    for module in &subject.facts.modules {
        let case = Case { profile, module: Some(module) };
        let reasons = case.reasons(&module.needs, &mut notes);
        entries.push(EntryVerdict::new(&module.name, reasons, Basis::Measured));
    }
    let case = Case { profile, module: None };
    let outside = case.reasons(&subject.facts.outside, &mut notes);
    // Whether there is such an entry depends on the file alone, so that verdicts for two releases can be laid side by side.
    let combined = subject.facts.outside.iter().any(|need| need.key.starts_with("summary"));
    if entries.is_empty() || combined {
        entries.push(EntryVerdict::new("(file)", outside, Basis::Measured));
    }
    let mut verdict = Verdict::new(&profile.name, entries);
    if !verdict.outcome.is_good() {
        let missing = verdict
            .reasons()
            .map(|(_, reason)| format!("{}: compile again for this release", reason.subject));
        let mut why: Vec<String> = missing.collect();
        why.dedup();
        verdict.remedy = Remedy::NoneKnown(why);
    }
    verdict.notes.extend(notes);
    verdict
}

struct Case<'a> {
    profile: &'a Profile,
    module: Option<&'a ir::ModuleFacts>,
}

impl Case<'_> {
    /// Reasons of all needs, those that stand first in the file before others; what is ignored goes to the notes.
    fn reasons(&self, needs: &[Need], notes: &mut Vec<String>) -> Vec<Reason> {
        let checked = self.module.is_some_and(|module| module.debug_version == Some(3));
        let always = self.profile.get("verifies", "always").is_some();
        let mut reasons = Vec::new();
        for need in needs {
            let mut found = self.reason(need, need.key, notes);
            let key = format!("checked-{}", need.key);
            // Only debug information is looked at because it is there.
            let verified =
                checked || (always && !need.key.starts_with("metadata") && need.key != "expression");
            if found.is_none() && verified {
                found = self.reason(need, &key, notes);
            } else if found.is_none() && !verified {
                self.unverified(need, &key, notes);
            }
            reasons.extend(found);
        }
        reasons.sort_by_key(|reason| reason.place.span.bits.start);
        reasons
    }

    /// What the reader's verifier would refuse: tools that verify do.
    fn unverified(&self, need: &Need, key: &str, notes: &mut Vec<String>) {
        let value = need.value.to_string();
        if let Does::Refuses(says) = self.does(key, &value) {
            let says = self.says(says, &value);
            let note = format!(
                "{}: tools that verify what they read, such as opt and llc, refuse it: {says} ({})",
                subjects::subject(need),
                self.profile.name
            );
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
    }

    fn reason(&self, need: &Need, key: &str, notes: &mut Vec<String>) -> Option<Reason> {
        let value = need.value.to_string();
        let subject = subjects::subject(need);
        let checked = key.starts_with("checked-");
        let code = if checked { codes::VERIFIER } else { subjects::code(need.key) };
        let (code, outcome, has, says) = match self.does(key, &value) {
            Does::Reads => return None,
            Does::Ignores(what) => {
                let note = format!("{subject}: {what} ({})", self.profile.name);
                if !notes.contains(&note) {
                    notes.push(note);
                }
                return None;
            }
            Does::Refuses(says) => {
                (code, Outcome::Fails, "refuses it".to_string(), Some(self.says(says, &value)))
            }
            Does::Misreads(what) => (code, Outcome::Misreads, what.to_string(), None),
            Does::Unknown => (codes::UNMEASURED, Outcome::Unknown, "not measured".to_string(), None),
        };
        // What no row says of a value, people have written for all of its kind.
        let reader = &self.profile.name;
        let times = if need.count == 1 { String::new() } else { format!(" ({} times)", need.count) };
        let message = match outcome {
            Outcome::Fails => format!("{reader} refuses {subject}{times}"),
            Outcome::Misreads => format!("{reader} misreads {subject}{times}: {has}"),
            _ => format!("what {reader} does with {subject}{times} was not measured"),
        };
        let measured = self.profile.get(key, &value).is_some();
        Some(Reason {
            basis: if measured { Basis::Measured } else { Basis::Defined },
            message: Some(message),
            code,
            outcome,
            stage: (outcome != Outcome::Unknown).then_some(Stage::Load),
            needs: self.needs(need),
            subject,
            has,
            says,
            place: need.first.clone(),
            help: subjects::help(need).map(str::to_string),
        })
    }

    /// What a reader must do, for how many of them, and which global depends on one.
    fn needs(&self, need: &Need) -> String {
        let key = match need.key {
            "initializer" => need.value.to_string(),
            "constant" => format!("constant/{}", need.value),
            _ => String::new(),
        };
        let owners = self.module.into_iter().flat_map(|module| &module.owners);
        let owner = owners.into_iter().find(|(value, name)| *value == key && !name.is_empty());
        let owner = owner.map(|(_, name)| name.as_str());
        match (need.count, owner) {
            (1, None) => "a reader that knows it".into(),
            (1, Some(owner)) => format!("a reader that knows it, for @{owner}"),
            (count, None) => format!("a reader that knows it ({count} times)"),
            (count, Some(owner)) => format!("a reader that knows it ({count} times, first for @{owner})"),
        }
    }

    fn does(&self, key: &str, value: &str) -> Does<'_> {
        let row = self.profile.get(key, value);
        let row = match row {
            Some(row) => row,
            None => match self.profile.get("otherwise", key) {
                Some(row) => row,
                None if key.starts_with("checked-") => return Does::Reads,
                None => return Does::Unknown,
            },
        };
        let row = match row {
            "differs" => {
                let exact = self.profile.get("differs", &format!("{key}:{value}"));
                exact.or_else(|| self.profile.get("differs", key)).unwrap_or("misreads | something else")
            }
            row => row,
        };
        let Some(behaviour) = Behaviour::parse(row) else { return Does::Unknown };
        match (behaviour.does, behaviour.text) {
            (Word::Loads, _) => Does::Reads,
            (Word::Fails, says) => Does::Refuses(says.unwrap_or_default()),
            (Word::Misreads, what) => Does::Misreads(what.unwrap_or("something else")),
            (Word::Ignores, what) => Does::Ignores(what.unwrap_or("ignored")),
            _ => Does::Unknown,
        }
    }

    fn says(&self, message: &str, value: &str) -> String {
        let release = self.profile.release.to_string();
        let message = message.replace("{value}", value).replace("{reader}", &release);
        match self.module.and_then(|module| module.producer.as_deref()) {
            Some(producer) => message.replace("{producer}", producer),
            None => message.split_once(" (Producer: ").map_or(message.clone(), |(head, _)| head.to_string()),
        }
    }
}
