//! `outlast/convert/1` and `outlast/edit/1`.

use outlast::convert::{AppliedStep, Blocker, Cost};
use outlast::{FileKind, Outcome, Risk};
use serde::Serialize;

use super::{CheckResult, source};
use crate::risk::RiskRecord;

/// What became of a conversion or an edit.
#[derive(Debug, Serialize)]
pub struct ConvertDocument {
    schema: &'static str,
    file: String,
    kind: &'static str,
    target: Option<String>,
    /// Code that reading the file runs; what is written runs it, too.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    risk: Vec<RiskRecord>,
    /// `written`, or `refused`: then there is no output.
    result: &'static str,
    /// Whether it is not known what the reader does with the result; if that is all, the refusal can be overruled.
    unknown: bool,
    output: Option<String>,
    /// The data file that was written beside the program.
    data_output: Option<String>,
    /// Bytes of the output.
    bytes: Option<u64>,
    steps: Vec<StepJson>,
    reasons: Vec<BlockerJson>,
    /// The verdict on the output, where there is a target.
    verdict: Option<CheckResult>,
    /// What the steps added to the entry points, where the work of these can be told.
    costs: Vec<CostJson>,
    notes: Vec<String>,
}

/// Calls of operators, and instructions where the program has them, before the steps and after them.
#[derive(Debug, Serialize)]
struct CostJson {
    entry_point: String,
    operators: BeforeAfter,
    instructions: Option<BeforeAfter>,
}

#[derive(Debug, Serialize)]
struct BeforeAfter {
    before: u64,
    after: u64,
}

impl CostJson {
    fn new(cost: &Cost) -> CostJson {
        let change = |(before, after)| BeforeAfter { before, after };
        CostJson {
            entry_point: cost.entry_point.clone(),
            operators: change(cost.operators),
            instructions: cost.instructions.map(change),
        }
    }
}

#[derive(Debug, Serialize)]
struct StepJson {
    id: &'static str,
    changes: Vec<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct BlockerJson {
    code: Option<String>,
    subject: String,
    why: String,
    offset: u64,
    end: u64,
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    help: Option<String>,
}

/// Why nothing was written.
#[derive(Clone, Copy, Debug)]
pub struct Refused<'b> {
    /// What stands in the way.
    pub reasons: &'b [Blocker],
    /// Whether it is only not known what the reader does with the result.
    pub unknown: bool,
}

/// What was written where.
#[derive(Clone, Debug, Default)]
pub struct Written {
    /// The file.
    pub output: String,
    /// The data file beside it.
    pub data_output: Option<String>,
    /// Its size in bytes.
    pub bytes: u64,
    /// What the steps added to the entry points.
    pub costs: Vec<Cost>,
    /// Remarks.
    pub notes: Vec<String>,
}

impl ConvertDocument {
    /// A file was written.
    pub fn written(
        schema: &'static str,
        (file, kind): (&str, FileKind),
        target: Option<&str>,
        steps: &[AppliedStep],
        written: Written,
        verdict: Option<CheckResult>,
    ) -> ConvertDocument {
        ConvertDocument {
            schema,
            file: file.to_string(),
            kind: kind.name(),
            target: target.map(str::to_string),
            risk: Vec::new(),
            result: "written",
            unknown: verdict.as_ref().is_some_and(|verdict| verdict.outcome == Outcome::Unknown.name()),
            output: Some(written.output),
            data_output: written.data_output,
            bytes: Some(written.bytes),
            steps: steps.iter().map(|s| StepJson { id: s.id, changes: s.changes.clone() }).collect(),
            reasons: Vec::new(),
            verdict,
            costs: written.costs.iter().map(CostJson::new).collect(),
            notes: written.notes,
        }
    }

    /// With the code that reading the file runs.
    #[must_use]
    pub fn running(self, risks: &[Risk]) -> ConvertDocument {
        ConvertDocument { risk: RiskRecord::all(risks), ..self }
    }

    /// Nothing was written.
    pub fn refused(
        schema: &'static str,
        (file, kind): (&str, FileKind),
        target: Option<&str>,
        refused: Refused<'_>,
    ) -> ConvertDocument {
        ConvertDocument {
            schema,
            file: file.to_string(),
            kind: kind.name(),
            target: target.map(str::to_string),
            risk: Vec::new(),
            result: "refused",
            unknown: refused.unknown,
            output: None,
            data_output: None,
            bytes: None,
            steps: Vec::new(),
            reasons: refused.reasons.iter().map(BlockerJson::new).collect(),
            verdict: None,
            costs: Vec::new(),
            notes: Vec::new(),
        }
    }
}

impl BlockerJson {
    pub(super) fn new(blocker: &Blocker) -> BlockerJson {
        BlockerJson {
            code: blocker.code.map(|code| code.to_string()),
            subject: blocker.subject.clone(),
            why: blocker.why.clone(),
            offset: blocker.place.span.start_byte(),
            end: blocker.place.span.end_byte(),
            path: blocker.place.path.to_string(),
            source: source(&blocker.place),
            help: blocker.help.clone(),
        }
    }
}
