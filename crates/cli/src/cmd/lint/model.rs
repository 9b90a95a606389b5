//! [`Model`]: a format as one version describes it, whatever its kind.

use outlast::lint::dialect::Dialects;
use outlast::lint::layout::Layout;
use outlast::lint::{Answer, DataQuestion, Report, Schema, dialect, fbs, layout};
use outlast::opsets::OperatorSet;
use outlast_report::{Failure, sentence};

use super::{dialects, layouts, operators, schemas};

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
            _ => return Err("the two are not of one kind".into()),
        };
        report.map_err(|error| match error.help() {
            Some(help) => format!("{}: {help}", sentence(&error)),
            None => sentence(&error),
        })
    }

    /// Whether a file is one of this format.
    pub(super) fn fits(&self, bytes: &[u8]) -> bool {
        match self {
            Model::Schema(schema) => schemas::fits(schema, bytes),
            Model::Layout(layout) => layouts::fits(layout, bytes),
            Model::Operators(_) => operators::fits(bytes),
            Model::Dialects(_) => dialects::fits(bytes),
        }
    }

    /// What a file of this format says; none if it cannot be read.
    pub(super) fn ask(&self, question: &DataQuestion, bytes: &[u8]) -> Option<Answer> {
        match (self, question) {
            (Model::Schema(schema), DataQuestion::Fbs(question)) => question.answer(schema, bytes).ok(),
            (Model::Layout(_), DataQuestion::Layout(question)) => question.ask(bytes).ok(),
            (Model::Operators(_), DataQuestion::Operators(question)) => operators::ask(question, bytes),
            (Model::Dialects(_), DataQuestion::Dialect(question)) => question.ask(bytes).ok(),
            _ => None,
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
    /// Texts by the names that answers show.
    pub(super) texts: Vec<(String, String)>,
}

/// What was read, or why it was not.
pub(super) type Read = Result<Parsed, Failure>;
