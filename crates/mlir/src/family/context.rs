//! One reader before one file, and what is found there: what all rules share.

use std::cell::Cell;

use crate::budget_for;
use crate::changes;
use crate::facts::MlirFacts;
use crate::schema::{self, ReleaseSchemas};
use outlast_core::Budget;
use outlast_core::{Code, Place};

use super::codes;
use super::producers::{encoder, major};
use outlast_model::targets::Profile;
use outlast_model::verdict::{Basis, Outcome, Reason, Stage};

/// One reader before one file.
pub(super) struct JudgeContext<'a> {
    pub(super) facts: &'a MlirFacts,
    pub(super) profile: &'a Profile,
    pub(super) producer: Option<&'a Profile>,
    /// Property schemas of the reader; LLVM 16 has no properties.
    pub(super) schemas: Option<ReleaseSchemas>,
    /// Property schemas of the producer.
    pub(super) written: Option<ReleaseSchemas>,
    /// The major number of the release whose numbers the file has.
    pub(super) encoder: Option<u32>,
    /// Whether the reader is of the release that wrote the file.
    pub(super) own: bool,
    /// Whether all is asked that definitions leave open, also what was seen.
    asks: bool,
    /// Whether something was taken for good because files with it were seen to load.
    sampled: Cell<bool>,
    /// Work that the bytes of the file justify.
    budget: Cell<Budget>,
}

/// What a reason is about, in parts and in one sentence.
pub(super) struct About {
    /// The thing in question.
    pub(super) subject: String,
    /// What the file needs of it.
    pub(super) needs: String,
    /// What the reader has.
    pub(super) has: String,
    /// All of it.
    pub(super) sentence: String,
}

/// A reason, and the question that a file which loads would answer.
pub(super) struct Finding {
    pub(super) reason: Reason,
    pub(super) question: Option<String>,
}

impl<'a> JudgeContext<'a> {
    pub(super) fn new(
        facts: &'a MlirFacts,
        producer: Option<&'a Profile>,
        profile: &'a Profile,
    ) -> JudgeContext<'a> {
        let schemas = |profile: &Profile| schema::release(&format!("mlir-{}", profile.release.parts()[0]));
        JudgeContext {
            facts,
            profile,
            producer,
            schemas: schemas(profile),
            written: producer.and_then(schemas),
            encoder: encoder(&facts.producer),
            own: producer.is_some_and(|producer| producer.release == profile.release),
            asks: false,
            sampled: Cell::new(false),
            budget: Cell::new(budget_for(facts.size)),
        }
    }

    /// The same, so that all is asked that definitions leave open.
    pub(super) fn asking(self) -> JudgeContext<'a> {
        JudgeContext { asks: true, ..self }
    }

    /// Takes so many units of work; false if the bytes of the file do not justify them.
    pub(super) fn spend(&self, units: usize) -> bool {
        let mut budget = self.budget.get();
        let enough = budget.spend(units);
        self.budget.set(budget);
        enough
    }

    /// What the verdict rests on, if nothing stands in the way.
    pub(super) fn basis(&self) -> Basis {
        if self.sampled.get() { Basis::Sampled } else { Basis::Defined }
    }

    /// The reader, for sentences: `mlir-19`.
    pub(super) fn reader(&self) -> String {
        format!("mlir-{}", major(self.profile))
    }

    /// The producer, for sentences.
    pub(super) fn writer(&self) -> String {
        self.producer.map_or_else(|| "the producer".into(), |producer| format!("mlir-{}", major(producer)))
    }

    /// The other name of an operation that the producer's release or the reader's renamed.
    pub(super) fn other_operation(&self, name: &str) -> Option<&'static str> {
        changes::other_operation(self.producer.map(major), major(self.profile), name)
    }

    /// The other name of an attribute that the producer's release or the reader's renamed.
    pub(super) fn other_attribute(&self, op: &str, name: &str) -> Option<&'static str> {
        changes::other_attribute(self.producer.map(major), major(self.profile), op, name)
    }

    /// Whether all is asked that definitions leave open, also what was seen.
    pub(super) fn asks(&self) -> bool {
        self.asks
    }

    /// Something is taken for good because files with it were seen to load.
    pub(super) fn is_sampled(&self) {
        self.sampled.set(true);
    }

    /// Nothing tells what the reader does, unless a file with it was seen to load.
    pub(super) fn open(&self, kind: &str, name: &str, about: About, place: &Place) -> Option<Finding> {
        let producer = self.producer.map_or("?".to_owned(), |producer| major(producer).to_string());
        let key = format!("{name}/{producer}");
        if !self.asks && self.profile.has(&format!("seen-{kind}"), &key) {
            self.sampled.set(true);
            return None;
        }
        let finding = Finding::unknown(about, place);
        Some(Finding { question: Some(format!("seen-{kind} {key}")), ..finding })
    }
}

impl Finding {
    /// Something that no measurement answers.
    pub(super) fn unknown(about: About, place: &Place) -> Finding {
        Finding::new(codes::UNMEASURED, Outcome::Unknown, about, None, place)
    }

    pub(super) fn fails(code: Code, about: About, says: Option<String>, place: &Place) -> Finding {
        Finding::new(code, Outcome::Fails, about, says, place)
    }

    pub(super) fn misreads(code: Code, about: About, place: &Place) -> Finding {
        Finding::new(code, Outcome::Misreads, about, None, place)
    }

    fn new(code: Code, outcome: Outcome, about: About, says: Option<String>, place: &Place) -> Finding {
        let reason = Reason::new(code, outcome)
            .message(Some(about.sentence))
            .stage((outcome != Outcome::Unknown).then_some(Stage::Load))
            .subject(about.subject)
            .needs(about.needs)
            .has(about.has)
            .says(says)
            .place(place.clone());
        Finding { reason, question: None }
    }
}
