//! [`Model`]: a format as one version describes it, whatever its kind.

use std::collections::BTreeMap;
use std::sync::Arc;

use outlast::lint::dialect::{Contents, Dialects};
use outlast::lint::layout::Layout;
use outlast::lint::{Answer, DataQuestion, Report, Schema, dialect, fbs, layout};
use outlast::opsets::OperatorSet;
use outlast_report::{Failure, sentence};

use super::{layouts, operators, schemas};

/// A format as one version describes it.
pub(super) enum Model {
    /// A FlatBuffers schema.
    Schema(Box<Schema>),
    /// A record layout.
    Layout(Box<Layout>),
    /// An operator set.
    Operators(Box<OperatorSet>),
    /// Dialects of MLIR.
    Dialects(Box<Dialects>),
}

impl Model {
    /// Compares it with an older one. Operator sets are compared with [`operators`].
    pub(super) fn lint(&self, old: &Model) -> Result<Report, String> {
        let report = match (old, self) {
            (Model::Schema(old), Model::Schema(new)) => fbs::lint(old, new, &fbs::Options::default()),
            (Model::Layout(old), Model::Layout(new)) => layout::lint(old, new),
            (Model::Dialects(old), Model::Dialects(new)) => dialect::lint(old, new),
            _ => return Err("the two are of different kinds".into()),
        };
        report.map_err(|error| match error.help() {
            Some(help) => format!("{}: {help}", sentence(&error)),
            None => sentence(&error),
        })
    }

    /// What a file of this format says to all questions, in order; none if it is no such file. A file is read once.
    pub(super) fn ask(
        &self,
        questions: &[Option<&DataQuestion>],
        bytes: &[u8],
    ) -> Option<Vec<Option<Answer>>> {
        let all = |ask: &dyn Fn(&DataQuestion) -> Option<Answer>| {
            questions.iter().map(|question| question.and_then(ask)).collect()
        };
        match self {
            Model::Schema(schema) => schemas::fits(schema, bytes).then(|| {
                all(&|question| match question {
                    DataQuestion::Fbs(question) => question.answer(schema, bytes).ok(),
                    _ => None,
                })
            }),
            Model::Layout(layout) => layouts::fits(layout, bytes).then(|| {
                all(&|question| match question {
                    DataQuestion::Layout(question) => question.ask(bytes).ok(),
                    _ => None,
                })
            }),
            Model::Operators(_) => {
                let calls = operators::calls(bytes)?;
                Some(all(&|question| match question {
                    DataQuestion::Operators(question) => Some(operators::answer(question, &calls)),
                    _ => None,
                }))
            }
            Model::Dialects(dialects) => {
                let contents = Contents::read(bytes).ok().filter(|contents| contents.is_of(dialects))?;
                Some(all(&|question| match question {
                    DataQuestion::Dialect(question) => question.answer(&contents).ok(),
                    _ => None,
                }))
            }
        }
    }
}

/// A format that was read, and the texts that it was read from.
pub(super) struct Parsed {
    pub(super) model: Model,
    /// The name of its file, as answers show it.
    pub(super) shown: String,
    /// What stands before names of files in places: `v1.0:`.
    pub(super) prefix: String,
    /// Names that answers show of files that are called otherwise in places.
    pub(super) names: BTreeMap<String, String>,
    /// Texts by the names that answers show.
    pub(super) texts: Vec<(String, Arc<str>)>,
}

/// What was read, or why it was not.
pub(super) type Read = Result<Parsed, Failure>;
