//! What stands between a call of an operator of a set and a reader.

use std::collections::BTreeMap;

use crate::program::Given;
use crate::upgraders::{Bridge, Pack};
use outlast_core::{Code, Place};
use outlast_opset::schema::{OperatorName, Schema};
use outlast_opset::versions::{FileFormat, Obstacle, Runtime, codes as versions};

use super::super::codes;
use super::super::context::{About, JudgeContext};
use super::{OwnOperators, Reader};
use outlast_model::verdict::{Outcome, Stage};

/// What stands between a call and the reader.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Stands {
    /// The reader has no version of the set.
    NoSet,
    /// An upgrader does what the call meant.
    Upgraded {
        function: String,
        /// What the reader's own operator does with the call.
        otherwise: Otherwise,
    },
    /// The operator does the same, and finds the values of the call at other places.
    Moved,
    /// The table says why not: a code and a sentence.
    Obstacle(Code, String),
    /// The program may be of several versions, and they differ.
    Unknown,
    /// The calls cannot be read.
    Unread,
}

/// What a reader without upgraders does with a call of an older version.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Otherwise {
    /// It takes the call for something else.
    Misreads,
    /// It refuses it.
    Refuses,
}

/// A set and a reader's version of it, for programs of a format.
pub(super) struct Between<'b> {
    pub(super) set: &'b OwnOperators,
    pub(super) reader: Reader,
    pub(super) format: FileFormat,
}

impl Between<'_> {
    /// The table between the two, without functions.
    pub(super) fn bridge<'s>(&'s self, pack: &'s Pack) -> Bridge<'s> {
        bridge(self.set, self.reader.runtime, pack, self.format)
    }

    /// What stands between a call in a program of a version and the reader; `None` if nothing does. `otherwise` says what the reader's own operator does with it.
    pub(super) fn obstacle(
        &self,
        operator: &OperatorName,
        (schema, given): (&Schema, &[Given]),
        program: u64,
        otherwise: &dyn Fn(&Schema) -> Otherwise,
    ) -> Option<Stands> {
        let (table, runtime) = (&self.set.set.table, &self.reader.runtime);
        let now = self.set.schema_at(operator, runtime.version);
        let obstacle = |obstacle: Obstacle| Some(Stands::Obstacle(obstacle.code, obstacle.message));
        let pack = Pack::default();
        match (
            table.load(operator, now.is_some(), program, runtime, self.format),
            self.bridge(&pack).needed(operator, schema, given, program),
        ) {
            (Err(found), _) if found.code == versions::UNKNOWN_OPERATOR => obstacle(found),
            // A call means the same before and after some changes, whatever the versions say.
            (_, Ok(None)) => None,
            (Err(found), _) | (Ok(_), Err(found)) => obstacle(found),
            (Ok(_), Ok(Some(needed))) => {
                let otherwise = now.map_or(Otherwise::Refuses, otherwise);
                Some(Stands::Upgraded { function: needed.function, otherwise })
            }
        }
    }
}

/// A table without functions, between a program and a runtime.
pub(super) fn bridge<'s>(
    set: &'s OwnOperators,
    runtime: Runtime,
    pack: &'s Pack,
    format: FileFormat,
) -> Bridge<'s> {
    Bridge { table: &set.set.table, pack, sets: &|_| None, runtime, format }
}

/// The oldest version of a set at which all calls mean what they do at the `newest`: `same_at` says that of a version; `operators` are those that are called.
pub(super) fn oldest(
    set: &OwnOperators,
    newest: u64,
    operators: &[OperatorName],
    same_at: &dyn Fn(u64) -> bool,
) -> u64 {
    let table = &set.set.table;
    let created = operators.iter().map(|operator| set.created(operator)).max().unwrap_or(0);
    let mut candidates: Vec<u64> =
        table.changes().iter().map(|change| change.version).filter(|version| *version <= newest).collect();
    candidates.push(0);
    candidates.sort_unstable();
    candidates.into_iter().find(|version| created <= *version && same_at(*version)).unwrap_or(newest)
}

/// What was found: of each operator, each thing that stands in the way, with how many calls and the first place.
#[derive(Default)]
pub(super) struct Found(BTreeMap<(String, String, Stands), (usize, Place)>);

impl Found {
    /// Adds what stands between a call and the reader.
    pub(super) fn add(
        &mut self,
        set: &str,
        operator: &OperatorName,
        stands: Stands,
        place: impl FnOnce() -> Place,
    ) {
        let entry =
            self.0.entry((operator.to_string(), set.to_string(), stands)).or_insert_with(|| (0, place()));
        entry.0 += 1;
    }

    /// Says it.
    pub(super) fn tell(self, case: &mut JudgeContext<'_>, format: FileFormat) {
        for ((operator, set, stands), (count, place)) in self.0 {
            tell(case, (&operator, &set), stands, count, &place, format);
        }
    }
}

fn tell(
    case: &mut JudgeContext<'_>,
    (operator, set): (&str, &str),
    stands: Stands,
    count: usize,
    place: &Place,
    format: FileFormat,
) {
    let reader = case.reader();
    let calls = if count == 1 { String::new() } else { format!(" ({count} calls)") };
    // Code is compiled and graphs are built when they are loaded, and bytecode finds its arguments when it runs.
    let stage = if format == FileFormat::Lite { Stage::Run } else { Stage::Load };
    let about = |needs: &str, has: &str, sentence: String| About {
        subject: operator.to_string(),
        needs: needs.into(),
        has: has.into(),
        sentence,
    };
    let older = "the operator of an older version";
    match stands {
        Stands::NoSet => {
            let what = match format {
                FileFormat::TorchScript => "code",
                FileFormat::Lite => "bytecode",
                FileFormat::Export => "graph",
            };
            let sentence = format!(
                "{reader} has no version of the operator set `{set}`, of which the {what} calls `{operator}`{calls}"
            );
            case.refused(
                versions::UNKNOWN_OPERATOR,
                about("a reader with the set", "does not have it", sentence),
                None,
                place,
            );
        }
        Stands::Unknown => {
            let sentence = format!(
                "`{operator}`{calls} changed between the versions of `{set}` that the program may be of: which one decides"
            );
            case.add(
                versions::VERSION_UNKNOWN,
                (Outcome::Unknown, None),
                about("the version of the program", "unknown", sentence),
                None,
                place,
            );
        }
        Stands::Unread => {
            let sentence = format!("what calls of `{operator}` give cannot be read from the file");
            case.unknown(about("the arguments of calls", "unknown", sentence), place);
        }
        Stands::Obstacle(code, message) => {
            let sentence = format!("{message}{calls}");
            case.refused(code, about("a reader of that version", "another", sentence), None, place);
        }
        Stands::Moved => {
            let sentence = format!(
                "`{operator}`{calls} takes its arguments at other places, or more of them, than when the program was written"
            );
            case.add(
                codes::CALL,
                (Outcome::Fails, Some(stage)),
                about("the arguments of an older version", "others", sentence),
                None,
                place,
            );
        }
        Stands::Upgraded { function, otherwise } => {
            let upgrades = Reader::of(case.profile, set, None).is_some_and(|reader| reader.upgraders);
            match (upgrades, otherwise) {
                (true, _) => {
                    let sentence = format!("{reader} upgrades `{operator}`{calls} by `{function}`");
                    case.add(
                        codes::CHANGED,
                        (Outcome::Upgrades, None),
                        about(older, &format!("has `{function}`"), sentence),
                        None,
                        place,
                    );
                }
                (false, Otherwise::Misreads) => {
                    let sentence = format!(
                        "`{operator}`{calls} does something else than when the program was written; `{function}` does what it did"
                    );
                    case.add(
                        codes::CHANGED,
                        (Outcome::Misreads, Some(Stage::Run)),
                        about(older, "another", sentence),
                        None,
                        place,
                    );
                }
                (false, Otherwise::Refuses) => {
                    let sentence = format!(
                        "`{operator}`{calls} takes other arguments than when the program was written; `{function}` does what it did"
                    );
                    case.add(
                        codes::CALL,
                        (Outcome::Fails, Some(stage)),
                        about(older, "another", sentence),
                        None,
                        place,
                    );
                }
            }
        }
    }
}
