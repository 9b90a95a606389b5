//! PyTorch's own upgraders, applied to the code: `torch-format`.
//!
//! What an operator means depends on the format version of the file, and readers apply their upgraders by it. With the upgraders in the code, the file can be
//! of the newest version: functions that need it may stand beside it, and readers that have no upgraders, or broken ones, run it.

use crate::upgraders::{self, Bridge};
use outlast_opset::versions::{FileFormat, Runtime};

use crate::program::{Answer, Call, analyse};
use outlast_opset::history::Origin;

use super::super::script::judge::{in_function, skips_functions};
use super::draft::Change;
use super::{Context, operators, pack, version};
use outlast_model::conversion::Blocker;

/// The step, as it is listed.
pub(super) const ID: &str = "torch-format";
pub(super) const ABOUT: &str =
    "PyTorch's own upgraders for files of older format versions become functions next to the code";

/// Upgrades a program with calls in functions that the reader does not upgrade.
pub(super) fn functions(context: &Context<'_, '_>) -> Result<Change, Vec<Blocker>> {
    let Some(code) = context
        .facts
        .code
        .as_ref()
        .filter(|_| !context.is_lite() && skips_functions(context.profile.release))
    else {
        return Ok(Change::default());
    };
    let Some(operators) = pack::operators_of_format(code.version) else { return Ok(Change::default()) };
    let analysis = analyse(code, &*operators);
    let historic =
        |call: &Call| matches!(call.answer, Answer::Overload { origin: Origin::Historic { .. }, .. });
    let skipped = analysis
        .units
        .iter()
        .filter(|unit| in_function(code, unit))
        .any(|unit| unit.calls.iter().any(historic));
    if skipped { upgrade(context) } else { Ok(Change::default()) }
}

/// Upgrades what the format version decides on, and raises it.
pub(super) fn upgrade(context: &Context<'_, '_>) -> Result<Change, Vec<Blocker>> {
    let mut change = Change::default();
    let Some(code) = context.facts.code.as_ref() else { return Ok(change) };
    let blocked = |why: String| {
        let subject = "format version".to_string();
        vec![Blocker::new(why).subject(subject)]
    };
    let (set, functions) = pack::of_format().map_err(blocked)?;
    let operators =
        pack::operators_of_format(code.version).ok_or_else(|| blocked("no operators are known".into()))?;
    let bridge = Bridge {
        table: &set.table,
        pack: &functions,
        sets: &pack::operators_of_format,
        runtime: Runtime { version: set.table.version, minimum: 0, as_of: None },
        format: FileFormat::TorchScript,
    };
    let mut rewritten = upgraders::rewrite(code, code.version..=code.version, &*operators, &bridge)
        .map_err(|refusals| refusals.into_iter().map(operators::blocker).collect::<Vec<_>>())?;
    // Its versions are no releases.
    rewritten.records =
        rewritten.records.into_iter().map(|(record, text)| (record, upgraders::unmarked(text))).collect();
    operators::take(context, rewritten, &mut change);
    if !change.is_empty() {
        let needed = version::needed(&version::rewritten(code, &change)).max(version::SETTLED);
        version::set(context, needed, &mut change)?;
        change.said.push(format!("the format version is {needed} instead of {}", code.version));
    }
    Ok(change)
}
