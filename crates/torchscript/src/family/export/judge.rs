//! Programs of `torch.export`: what `torch.export.load` of a release makes of them.
//!
//! It compares the version of the schema, builds its own classes from the JSON (since 2.9 without what it does not know), looks up every operator
//! with its overload, and gives arguments by their names: a name that its operator does not have is dropped silently.

use std::collections::BTreeMap;

use crate::archive::TorchArchive;
use crate::export::{
    Argument, FindingKind, Graph, PROGRAM, Package, Payload, Program, Shape, Spec, Target, Tensor, Tensors,
    check, defs, dtype, json_text, payloads, registers, uses,
};
use crate::json::Document;
use outlast_core::{Path, Place, Source, Span};
use outlast_opset::history::Release;
use outlast_opset::schema::Schema;

use super::super::codes;
use super::super::context::{About, JudgeContext, filled};
use super::super::custom_ops;
use super::super::operators::{self, Operators};
use super::needs::Needs;
use outlast_model::summary::Summary;
use outlast_model::verdict::{Outcome, Stage};

/// Findings that are listed for each program.
const MOST: usize = 20;
/// The first release that writes one member of a union.
const ONE_MEMBER_SINCE: Release = Release { major: 2, minor: 3, patch: 0 };
/// The first release that ignores fields that it does not know.
const IGNORES_SINCE: Release = Release { major: 2, minor: 9, patch: 0 };
/// The first release that reads archives with a root folder.
const FOLDERS_SINCE: Release = Release { major: 2, minor: 8, patch: 0 };
/// The first release that reads weights one by one.
const LISTED_SINCE: Release = Release { major: 2, minor: 9, patch: 0 };

/// What a program needs of its reader.
#[derive(Debug)]
pub(in super::super) struct Exported {
    package: Package,
    /// The record of the program and its JSON.
    record: String,
    text: Vec<u8>,
    major: Option<i64>,
    producer: Option<Release>,
    calls: BTreeMap<Shape, (u64, Place)>,
    /// Kinds of results of the whole program: `as_tensor`, with the first place.
    outputs: BTreeMap<String, Place>,
}

impl Exported {
    /// Reads the first program of an archive.
    pub(in super::super) fn read(archive: &TorchArchive<'_>) -> Option<Exported> {
        let package = Package::of(archive).ok()?;
        let record = package.models.first()?.program.clone();
        let text = json_text(archive, &record).ok()?.into_owned();
        let document = Document::parse(&text).ok()?;
        let program = Program::new(document.root());
        let source = Source::file().member(archive.member_name(&record));
        let place = |span: Span| Place::new(span.in_source(&source), Path::root());
        let calls = program.graph().map(uses).unwrap_or_default();
        let calls = calls.into_iter().map(|(shape, used)| (shape, (used.count, place(used.first)))).collect();
        let major = program.schema_version().map(|version| version.major);
        let plain = |text: &str| text.split(['+', 'a', 'r']).next().and_then(Release::parse);
        let producer = program.torch_version().and_then(|text| plain(&text));
        let results = program.graph().into_iter().flat_map(Graph::outputs);
        let kind = |result: Argument<'_>| {
            let (kind, value) = result.content()?;
            Some((kind.into_owned(), place(value.span())))
        };
        let outputs = results.filter_map(kind).collect();
        Some(Exported { package, record, major, producer, calls, outputs, text })
    }

    /// What the program says of itself.
    pub(in super::super) fn sum_up(&self, to: &mut Summary) {
        let layout = if self.package.folder { "in folders" } else { "without a root folder" };
        to.fact("layout", layout);
        if let Ok(document) = Document::parse(&self.text) {
            let program = Program::new(document.root());
            if let Some(version) = program.schema_version() {
                to.fact("schema version", version.to_string());
            }
            let needs = Needs::of(self.calls.keys());
            if let Some(recorded) =
                document.root().get("opset_version").and_then(|versions| versions.get("aten")?.as_i64())
            {
                to.fact(
                    "operator version",
                    format!("{recorded} (recorded); calls need {}", needs.operator_version),
                );
            }
            if let Some(releases) = needs.releases() {
                to.fact("calls need", releases);
            }
            let shown = |specs: Vec<Spec<'_>>| -> Vec<Vec<String>> {
                let row = |spec: Spec<'_>| {
                    let text =
                        |text: Option<std::borrow::Cow<'_, str>>| text.map(std::borrow::Cow::into_owned);
                    vec![
                        text(spec.name).unwrap_or_default(),
                        spec.kind.into_owned(),
                        text(spec.target).unwrap_or_default(),
                    ]
                };
                specs.into_iter().map(row).collect()
            };
            to.list("inputs", &["name", "kind", "of"], shown(program.inputs()));
            to.list("outputs", &["name", "kind", "of"], shown(program.outputs()));
        }
    }

    /// Weights in records of their own: name, sizes, record. Other layouts have them in an archive in the archive.
    pub(in super::super) fn weights(&self, archive: &TorchArchive<'_>) -> Option<Vec<Vec<String>>> {
        let Some(Tensors::Listed { config, .. }) = &self.package.models.first()?.weights else { return None };
        let text = json_text(archive, config).ok()?;
        let document = Document::parse(&text).ok()?;
        let row = |payload: Payload<'_>| {
            let sizes = payload.tensor.map(|tensor| tensor.sizes().collect::<Vec<_>>().join(", "));
            let dtype = payload.tensor.and_then(Tensor::dtype).and_then(dtype);
            vec![
                payload.name.into_owned(),
                format!("[{}]", sizes.unwrap_or_default()),
                dtype.unwrap_or_default().to_string(),
                payload.record.unwrap_or_default().into_owned(),
            ]
        };
        Some(payloads(document.root()).into_iter().map(row).collect())
    }

    /// The JSON of the program.
    pub(in super::super) fn text(&self) -> &[u8] {
        &self.text
    }

    /// Its record.
    pub(in super::super) fn record(&self) -> &str {
        &self.record
    }

    /// The operators that are called, with how often: for people.
    pub(in super::super) fn operators(&self) -> impl Iterator<Item = (&str, u64)> {
        self.calls.iter().map(|(shape, (count, _))| (shape.target.as_str(), *count))
    }
}

/// Judges a program.
pub(in super::super) fn judge(case: &mut JudgeContext<'_>, exported: &Exported) {
    if !version(case, exported) {
        return;
    }
    fields(case, exported);
    containers(case, exported);
    for (kind, place) in &exported.outputs {
        let row = format!("export-output/{kind}");
        if case.profile.get("does", &row).is_some() {
            case.feature(&row, codes::LAYOUT, &format!("result of the kind `{kind}`"), place);
        } else {
            let about = About {
                subject: format!("a result of the kind `{kind}`"),
                needs: "a reader that takes it".into(),
                has: "takes tensors and numbers".into(),
                sentence: format!("{} does not take a result of the kind `{kind}`", case.reader()),
            };
            let says = case.says("export-output", &[]);
            case.refused(codes::LAYOUT, about, says, place);
        }
    }
    let Some(operators) = Operators::of(case.profile) else { return };
    // Those of sets of users are judged by their tables.
    let own = &case.facts.own;
    let is_own = |shape: &Shape| matches!(Target::parse(&shape.target), Target::Operator { name, overload } if own.has(&name, &overload));
    for (shape, (_, place)) in exported.calls.iter().filter(|(shape, _)| !is_own(shape)) {
        call(case, &operators, exported, shape, place);
    }
    custom_ops::judge_exported(case, exported);
}

/// Whether the reader takes the layout and the version of the schema.
fn version(case: &mut JudgeContext<'_>, exported: &Exported) -> bool {
    let reader = case.reader();
    let place = Place::default();
    let Some(wanted) = case.number("newest", "export") else {
        let about = About {
            subject: "a program of torch.export".into(),
            needs: "torch.export.load".into(),
            has: "does not have it".into(),
            sentence: format!("{reader} does not read programs of torch.export"),
        };
        let says = case.says("no-export", &[]);
        case.refused(codes::KIND, about, says, &place);
        return false;
    };
    let release = case.profile.release;
    let folder = exported.package.folder;
    if folder && release < FOLDERS_SINCE {
        let about = About {
            subject: "an archive with a root folder".into(),
            needs: "torch 2.8 or later".into(),
            has: "reads archives without one".into(),
            sentence: format!(
                "{reader} reads programs of torch.export in archives without a root folder only; 2.8 and later write one"
            ),
        };
        let says = Some("\"There is no item named 'version' in the archive\"".to_string());
        case.refused(codes::LAYOUT, about, says, &place);
        return false;
    }
    let listed = exported
        .package
        .models
        .first()
        .is_some_and(|model| matches!(model.weights, Some(Tensors::Listed { .. })));
    if listed && release < LISTED_SINCE {
        let about = About {
            subject: "weights in records of their own".into(),
            needs: "torch 2.9 or later".into(),
            has: "reads weights in one record".into(),
            sentence: format!("{reader} reads weights in one record only; 2.9 and later write one for each"),
        };
        let says = Some("\"There is no item named 'version' in the archive\"".to_string());
        case.refused(codes::LAYOUT, about, says, &place);
        return false;
    }
    let found = match (folder, exported.package.schema_version()) {
        (false, Some(version)) => Some(version.major),
        _ => exported.major,
    };
    if folder && exported.package.version.as_deref() != Some("0") {
        let found = exported.package.version.clone().unwrap_or_default();
        let about = About {
            subject: format!("archive version {found}"),
            needs: "a reader of that version".into(),
            has: "reads version 0".into(),
            sentence: format!("{reader} reads archives of version 0; this is version {found}"),
        };
        let says = format!("Saved archive version {found} does not match our current archive version 0.");
        case.refused(codes::FILE_VERSION, about, Some(says), &place);
        return false;
    }
    if found.and_then(|found| u64::try_from(found).ok()) == Some(wanted) {
        return true;
    }
    let shown = found.map_or_else(|| "none".to_string(), |found| found.to_string());
    let about = About {
        subject: format!("version {shown} of the schema"),
        needs: "a reader of that version".into(),
        has: format!("reads version {wanted}"),
        sentence: format!("{reader} reads programs whose schema has the version {wanted}; this has {shown}"),
    };
    // The first version is one number, where later ones are two.
    let name = if found == Some(1) { "export-version-alone" } else { "export-version" };
    let says = case
        .profile
        .get("says", name)
        .map(|text| filled(text, &[("found", &shown), ("newest", &wanted.to_string())]));
    case.refused(codes::FILE_VERSION, about, says, &place);
    false
}

/// Fields that the reader's classes do not have, or need.
fn fields(case: &mut JudgeContext<'_>, exported: &Exported) {
    let release = case.profile.release;
    let Ok(document) = Document::parse(&exported.text) else { return };
    let definitions = defs::definitions();
    let Some(nearest) = definitions.nearest(release) else { return };
    let found = check(definitions, PROGRAM, Some(nearest), document.root(), MOST);
    for finding in found.list {
        let fatal = match &finding.kind {
            FindingKind::UnknownField { .. } => release < IGNORES_SINCE,
            // 2.1 and 2.2 write all members, of which one is not null.
            FindingKind::Tags { .. } => release >= ONE_MEMBER_SINCE,
            FindingKind::MissingField { .. } | FindingKind::UnknownTag { .. } => true,
            // Enumerations are looked up by the number.
            FindingKind::UnknownValue { .. } => true,
            _ => continue,
        };
        if !fatal {
            continue;
        }
        let what = finding.kind.to_string();
        let about = About {
            subject: what.clone(),
            needs: "a reader with the same fields".into(),
            has: "others".into(),
            sentence: format!("{} cannot read the program: {what}", case.reader()),
        };
        let place = Place::new(
            finding.place.span.in_source(&Source::file().member(exported.record.clone())),
            finding.place.path,
        );
        let says = matches!(finding.kind, FindingKind::UnknownValue { .. })
            .then(|| case.says("export-value", &[]))
            .flatten();
        case.refused(codes::LAYOUT, about, says, &place);
    }
}

/// Types of containers in the arguments and results of the program: the reader must have registered them.
fn containers(case: &mut JudgeContext<'_>, exported: &Exported) {
    let Ok(document) = Document::parse(&exported.text) else { return };
    let release = case.profile.release;
    for name in Program::new(document.root()).containers() {
        let about = |has: &str, sentence: String| About {
            subject: format!("the container `{name}`"),
            needs: "a reader that has registered it".into(),
            has: has.into(),
            sentence,
        };
        let place = Place::new(
            Span::at(0, 0).in_source(&Source::file().member(exported.record.clone())),
            Path::root(),
        );
        match registers(release, &name) {
            Some(true) => {}
            Some(false) => {
                let sentence = format!("{} has not registered the container `{name}`", case.reader());
                let says = case.says("export-container", &[("container", &name)]);
                case.refused(codes::LAYOUT, about("has not", sentence), says, &place);
            }
            None => {
                let sentence = format!(
                    "whether the process that loads the program has registered the container `{name}` is not in the file"
                );
                case.unknown(about("unknown", sentence), &place);
            }
        }
    }
}

fn call(
    case: &mut JudgeContext<'_>,
    operators: &Operators<'_>,
    exported: &Exported,
    shape: &Shape,
    place: &Place,
) {
    let reader = case.reader();
    let target = shape.target.as_str();
    let about = |needs: &str, has: &str, sentence: String| About {
        subject: target.to_string(),
        needs: needs.into(),
        has: has.into(),
        sentence,
    };
    let Some(rest) = target.strip_prefix("torch.ops.") else { return };
    let mut parts = rest.splitn(3, '.');
    let (Some(namespace), Some(name)) = (parts.next(), parts.next()) else { return };
    let overload = parts.next().filter(|overload| *overload != "default").unwrap_or_default();
    if namespace == "higher_order" {
        // They are Python functions: each release has its own.
        if exported.producer != Some(case.profile.release) {
            let sentence = format!("whether {reader} has `{target}` with the same arguments is not known");
            case.unknown(about("a reader that has it", "unknown", sentence), place);
        }
        return;
    }
    let full = format!("{namespace}::{name}");
    if !operators.has(&full, overload) {
        let elsewhere = match operators.elsewhere(&full, overload) {
            releases if releases.is_empty() => {
                "no release that was asked has it: it is of another library".into()
            }
            releases => format!("releases {releases} have it"),
        };
        let sentence = format!("{reader} does not have the operator `{target}`; {elsewhere}");
        let says = case.says("export-operator", &[("operator", target)]);
        return case.refused(
            codes::OPERATOR,
            about("a reader that has it", "does not have it", sentence),
            says,
            place,
        );
    }
    let Some(schema) = operators.schema(&full, overload) else { return };
    let given = |name: &str| shape.arguments.iter().any(|(given, _)| given == name);
    if let Some(missing) =
        schema.arguments.iter().find(|argument| argument.default.is_none() && !given(&argument.name))
    {
        let sentence = format!(
            "`{target}` of {reader} needs the argument `{}`, and the program does not give it",
            missing.name
        );
        return case.refused(
            codes::CALL,
            about("an operator without it", "demands it", sentence),
            None,
            place,
        );
    }
    let known = |name: &str| schema.arguments.iter().any(|argument| argument.name == name);
    if let Some((dropped, _)) = shape.arguments.iter().find(|(name, _)| !name.is_empty() && !known(name)) {
        let sentence = format!("`{target}` of {reader} has no argument `{dropped}`, and drops it silently");
        let about = about("an operator with that argument", "drops it", sentence);
        return case.add(codes::CALL, (Outcome::Misreads, Some(Stage::Run)), about, None, place);
    }
    let Some(producer) = exported.producer.and_then(|release| operators::schema(release, &full, overload))
    else {
        return;
    };
    if let Some(name) = other_default(&producer, &schema, &given) {
        let sentence = format!(
            "`{target}` of {reader} has another default of `{name}` than for the producer, and the program does not give it"
        );
        let about = about("the same default", "another", sentence);
        case.add(codes::CHANGED, (Outcome::Misreads, Some(Stage::Run)), about, None, place);
    }
}

/// An argument that is not given and has another default.
fn other_default<'s>(
    producer: &Schema,
    reader: &'s Schema,
    given: &impl Fn(&str) -> bool,
) -> Option<&'s str> {
    let theirs = |name: &str| producer.arguments.iter().find(|argument| argument.name == name);
    let changed = |argument: &&outlast_opset::schema::Argument| {
        !given(&argument.name)
            && theirs(&argument.name).is_some_and(|theirs| theirs.default != argument.default)
    };
    reader.arguments.iter().find(changed).map(|argument| argument.name.as_str())
}
