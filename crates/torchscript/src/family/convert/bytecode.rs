//! Bytecode for another lite interpreter: its version (`torch-bytecode`), and the operators that changed (`torch-operators`), which become code of the
//! version table's functions.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::bytecode::BYTECODE;
use crate::bytecode::convert::{Functions, OwnSchemas, Placed, Refusal, Wanted, convert, suitable};
use crate::pickle::{Limits, Pickle};
use crate::program::ForVersion;
use crate::upgraders::Bridge;
use outlast_opset::history::{self, Release};
use outlast_opset::schema::{OperatorName, Schema};
use outlast_opset::versions::{FileFormat, Runtime, VersionTable};

use super::super::actions;
use super::super::context::JudgeContext;
use super::super::facts::Facts;
use super::super::lite::facts::{self as lite_facts, Lite, LiteOperator};
use super::super::lite::judge::{COUNTED_SINCE, changed_operators, producers};
use super::super::literals;
use super::super::operators::{Operators, full_name, of_release};
use super::super::producer::Producer;
use super::Context;
use super::draft::Change;
use super::pack::{self, operators_at, version_of};
use super::version;
use outlast_model::conversion::Blocker;
use outlast_model::options::Options;
use outlast_model::targets::Profile;
use outlast_model::verdict::Reason;

pub(super) fn blocked(subject: &str, why: String) -> Vec<Blocker> {
    vec![Blocker::new(why).subject(subject.into())]
}

/// What is asked of a program of the lite interpreter, whichever file it is in.
#[derive(Clone, Copy)]
pub(super) struct Asked<'c> {
    pub(super) facts: &'c Facts,
    pub(super) profile: &'c Profile,
    pub(super) options: &'c Options,
    pub(super) lite: &'c Lite,
}

/// What an engine gave.
pub(super) struct Done {
    pub(super) placed: Placed,
    /// Whether anything changed.
    pub(super) changed: bool,
    /// What the program calls now, where that is not what it called.
    pub(super) now: Option<Lite>,
}

/// What a rewritten program has to say beside its functions.
pub(super) struct Marks {
    /// What took the place of operators.
    pub(super) placed: Placed,
    /// The version of the table whose operators the program calls, where the rest of the file does not say it.
    pub(super) version: Option<u64>,
}

/// Rewrites the bytecode of an archive in a version that the lite interpreter takes, with the operators that it has.
pub(super) fn rewrite(context: &Context<'_, '_>) -> Result<Change, Vec<Blocker>> {
    let Some(lite) = context.facts.lite.as_ref().filter(|_| context.is_lite()) else {
        return Ok(Change::default());
    };
    let number = |name: &str| context.profile.get(name, "bytecode").and_then(|text| text.parse::<i64>().ok());
    let (Some(oldest), Some(newest)) = (number("oldest"), number("newest")) else {
        return Ok(Change::default());
    };
    let format = context.facts.version.as_ref().map_or(1, |version| version.number);
    let bytecode = suitable(lite.bytecode, &(oldest..=newest));
    let asked = Asked { facts: context.facts, profile: context.profile, options: context.options, lite };
    let mut change = Change::default();
    let marks = by(asked, (bytecode, format), &mut |wanted| {
        let rewritten = convert(context.archive, wanted)?;
        (change.records, change.said) = (rewritten.records, rewritten.changes);
        with_tensors(context, &mut change.records);
        let changed = !change.records.is_empty();
        // The result says what calls give where the file did not.
        let made = change.records.iter().find(|(record, _)| record == BYTECODE).and_then(|(_, content)| {
            let content = content.as_ref()?;
            let pickle = Pickle::read(outlast_core::Bytes::new(content, 0), Limits::default());
            let source = context.archive.source(BYTECODE);
            Some(Lite::of(&crate::bytecode::read(&pickle), None, lite.operators_version, 0, &source))
        });
        let placed = rewritten.functions;
        Ok(Done { placed, now: made, changed })
    })?;
    change.operators = said(&marks.placed);
    if let Some(version) = marks.version {
        change.records.push((lite_facts::OPERATORS_OF.into(), Some(lite_facts::operators_of(version))));
    }
    with_format(context, &marks.placed, format, &mut change)?;
    Ok(change)
}

/// Rewrites a program by an engine, which is told what to write: bytecode of a version, in a file of a format version.
pub(super) fn by(
    asked: Asked<'_>,
    (bytecode, format): (i64, u64),
    engine: &mut dyn FnMut(&Wanted<'_>) -> Result<Done, Refusal>,
) -> Result<Marks, Vec<Blocker>> {
    let Asked { facts, profile, options, lite } = asked;
    let (set, pack) = pack::chosen(options).map_err(|why| blocked("the version table", why))?;
    unanswerable(asked)?;
    let writers = writers(facts, lite);
    let Some(producer) = writers.last().copied().and_then(of_release) else {
        return Err(blocked(
            "bytecode",
            "which release wrote the file, and with which operators, is not known".into(),
        ));
    };
    let Some(reader) = of_release(profile.release) else {
        return Err(blocked("bytecode", "which operators the reader has is not known".into()));
    };
    let (first, last) = (writers.first().copied(), writers.last().copied());
    let versions = first.map_or(0, version_of)..=last.map_or(u64::MAX, version_of);
    let at = version_of(profile.release);
    let bridge = Bridge {
        table: &set.table,
        pack: &pack,
        sets: &operators_at,
        runtime: Runtime { version: at, minimum: set.minimum, as_of: None },
        format: FileFormat::Lite,
    };
    // Functions are compiled here, and mean what the reader's own programs would.
    let own = ForVersion { set: &reader, version: u64::MAX };
    // Those of users' sets stay as they are.
    let meant = |operator: &OperatorName, given: Option<u64>| facts.own.schema_of_call(operator, given);
    let of_users = OwnSchemas { theirs: &meant, ours: &meant, only: false };
    let functions =
        Functions { bridge: &bridge, versions: versions.clone(), operators: &own, own: Some(of_users) };
    let wanted = Wanted {
        bytecode,
        version: format,
        producer: &producer,
        reader: &reader,
        functions: Some(&functions),
    };
    let done = engine(&wanted).map_err(blockers)?;
    if done.changed {
        // What wrote the bytecode cannot be told of the result: what the other operators did there is looked at now.
        unanswered(asked, done.now.as_ref(), &|of| reached(&set.table, of, &versions, at))?;
    }
    // From now on, the operators that changed are those of the reader, which the rest of the file does not say.
    let changes = |of: &LiteOperator| {
        let name = OperatorName { name: of.name.clone(), overload: of.overload.clone() };
        !set.table.operator_changes(&name).is_empty()
            || profile.get("changed", &full_name(&of.name, &of.overload)).is_some()
    };
    let names = |lite: &Lite| {
        lite.operators.iter().map(|of| full_name(&of.name, &of.overload)).collect::<BTreeSet<String>>()
    };
    let others = done.now.as_ref().is_some_and(|now| !names(now).is_subset(&names(lite)));
    // How many arguments calls give is not in older bytecode.
    let uncounted = bytecode < COUNTED_SINCE;
    let marked = lite.operators_of.is_some() || others || uncounted || lite.operators.iter().any(changes);
    Ok(Marks { version: (marked && done.changed).then_some(at), placed: done.placed })
}

/// The format version that functions need, where that is a newer one than the file's.
pub(in super::super) fn with_format(
    context: &Context<'_, '_>,
    placed: &Placed,
    format: u64,
    change: &mut Change,
) -> Result<(), Vec<Blocker>> {
    if let Some(number) = placed.version {
        version::set(context, number, change)?;
        change
            .operators
            .push(format!("the format version is {number} instead of {format}: the functions need it"));
    }
    Ok(())
}

/// What stands in the way of bytecode.
pub(in super::super) fn blockers(refusal: Refusal) -> Vec<Blocker> {
    let reasons = refusal.reasons.into_iter().map(|reason| {
        Blocker::new(reason.why)
            .code(Some(reason.code))
            .subject(reason.subject)
            .place(reason.place)
            .help(Some(reason.help.to_string()))
    });
    reasons.collect()
}

/// What no instruction answers: dictionaries whose items have another order in the reader, and element types that it does not have. Older bytecode does not
/// say which arguments calls give, so that they are looked at before.
fn unanswerable(asked: Asked<'_>) -> Result<(), Vec<Blocker>> {
    let Some(operators) = Operators::of(asked.profile) else { return Ok(()) };
    let mut case = JudgeContext::new(asked.facts, asked.profile);
    // Items of dictionaries stay in the order in which they are.
    literals::judge_lite(&mut case, asked.lite);
    asked
        .lite
        .operators
        .iter()
        .for_each(|operator| super::super::lite::judge::elements(&mut case, &operators, operator));
    let blocker = |reason: &Reason| {
        Blocker::new(reason.sentence())
            .code(Some(reason.code))
            .subject(reason.subject.clone())
            .place(reason.place.clone())
            .help(reason.help.clone())
    };
    actions::fill(&mut case);
    let found: Vec<Blocker> = case.reasons.iter().map(blocker).collect();
    if found.is_empty() { Ok(()) } else { Err(found) }
}

/// Gives copies of tensors their content: the archive that is converted has zeros in place of it.
fn with_tensors(context: &Context<'_, '_>, records: &mut [(String, Option<Vec<u8>>)]) {
    for (record, content) in records.iter_mut().filter(|(_, content)| content.is_some()) {
        let other = match record.split_once('/') {
            Some(("bytecode", leaf)) => format!("constants/{leaf}"),
            Some(("constants", leaf)) => format!("bytecode/{leaf}"),
            _ => continue,
        };
        if let Some(tensor) = (context.original)(&other) {
            *content = Some(tensor);
        }
    }
}

/// What took the place of operators, one sentence each.
pub(in super::super) fn said(placed: &Placed) -> Vec<String> {
    let mut said = Vec::new();
    for ((operator, function), calls) in &placed.replaced {
        let calls = if *calls == 1 { "1 call".to_string() } else { format!("{calls} calls") };
        said.push(format!("{calls} of `{operator}` became the code of `{function}`"));
    }
    if !said.is_empty() {
        said.push(match placed.instructions {
            1 => "1 instruction was added".into(),
            count => format!("{count} instructions were added"),
        });
    }
    said
}

/// The release up to which the changes of the table take an operator on its way to the reader; `None` where there is none between.
fn reached(
    table: &VersionTable,
    of: &LiteOperator,
    versions: &RangeInclusive<u64>,
    reader: u64,
) -> Option<Producer> {
    let name = OperatorName { name: of.name.clone(), overload: of.overload.clone() };
    let changes = table.operator_changes(&name).iter().map(|change| change.version);
    // Versions of the table are those of releases. What a change leads to is known of the first release after it, and what was before it of the last.
    let mut releases = history::torch().releases();
    let release = match *versions.start() <= reader {
        true => {
            let last = changes
                .filter(|version| (versions.start().saturating_add(1)..=reader).contains(version))
                .max()?;
            releases.find(|release| version_of(*release) >= last)?
        }
        false => {
            let first = changes
                .filter(|version| (reader.saturating_add(1)..=*versions.end()).contains(version))
                .min()?;
            releases.rfind(|release| version_of(*release) < first)?
        }
    };
    Producer::of_functions(version_of(release))
}

/// Operators that do something else in the reader, and that no function of the table answers; `made` is what the program calls now.
fn unanswered(
    asked: Asked<'_>,
    made: Option<&Lite>,
    reached: &dyn Fn(&LiteOperator) -> Option<Producer>,
) -> Result<(), Vec<Blocker>> {
    let lite = asked.lite;
    let mut case = JudgeContext::new(asked.facts, asked.profile);
    let written = |of: &LiteOperator| reached(of).or_else(|| lite.operators_of.clone());
    changed_operators(&mut case, made.unwrap_or(lite), &written);
    actions::fill(&mut case);
    // What functions brought along is the reader's.
    let own = |subject: &str| lite.operators.iter().find(|of| full_name(&of.name, &of.overload) == subject);
    let left = case.reasons.iter().filter(|reason| !reason.outcome.is_good());
    let left = left.filter_map(|reason| {
        let place = own(&reason.subject)?.place.clone();
        Some(
            Blocker::new(reason.sentence())
                .code(Some(reason.code))
                .subject(reason.subject.clone())
                .place(place)
                .help(reason.help.clone()),
        )
    });
    let left: Vec<Blocker> = left.collect();
    if left.is_empty() { Ok(()) } else { Err(left) }
}

/// The releases whose operators the bytecode may call: those that its version and the rest of the file leave, and of these those that may have written
/// every call, if there are any.
pub(in super::super) fn writers(facts: &Facts, lite: &Lite) -> Vec<Release> {
    let left: Vec<Release> = match &lite.operators_of {
        Some(of) => of.releases_with_schemas(),
        None => producers(lite.bytecode, facts.form, facts.producer.as_ref()),
    };
    let known: Vec<&LiteOperator> =
        lite.operators.iter().filter(|of| left.iter().any(|release| has(of, *release))).collect();
    let may: Vec<Release> =
        left.iter().copied().filter(|release| known.iter().all(|of| may_write(of, *release))).collect();
    if may.is_empty() { left } else { may }
}

/// The schemas of an operator in a release.
fn schemas(of: &LiteOperator, release: Release) -> impl Iterator<Item = Schema> {
    let entries = history::torch().overloads(&of.name, release);
    entries.filter(|entry| entry.overload == of.overload).filter_map(|entry| entry.schema().ok())
}

fn has(of: &LiteOperator, release: Release) -> bool {
    schemas(of, release).next().is_some()
}

/// Whether a release has an operator that takes calls with so many arguments.
fn may_write(of: &LiteOperator, release: Release) -> bool {
    let takes = |schema: &Schema, given: u64| {
        let outs = schema.arguments.iter().filter(|argument| argument.is_out()).count();
        let given = usize::try_from(given).unwrap_or(usize::MAX);
        let plain = given.saturating_sub(outs);
        let mut rest = schema.arguments.iter().filter(|argument| !argument.is_out()).skip(plain);
        given <= schema.arguments.len() && rest.all(|argument| argument.default.is_some())
    };
    let takes_all =
        |schema: &Schema| schema.vararg || of.given.iter().flatten().all(|given| takes(schema, *given));
    schemas(of, release).any(|schema| takes_all(&schema))
}
