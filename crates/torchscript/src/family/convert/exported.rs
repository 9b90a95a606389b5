//! Programs of `torch.export` in the layout and schema of another release, with its operators: `torch-export`.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::archive::TorchArchive;
use crate::export::convert::{self, Operators, Wanted, convert_with};
use crate::upgraders::{Bridge, Sets};
use outlast_core::{Image, Output};
use outlast_opset::history::{self, Release};
use outlast_opset::schema::OperatorName;
use outlast_opset::versions::{FileFormat, Runtime};

use super::super::{custom_ops, judge};
use super::pack::{self, operators_of_graphs, version_of};
use outlast_model::conversion::{AppliedStep, Blocker, ConvertError, Converted, Request};
use outlast_model::interpolate;
use outlast_model::options::Options;
use outlast_model::targets::Target;
use outlast_model::verdict::Reason;

/// The step, as it is listed.
pub(super) const ID: &str = "torch-export";
pub(super) const ABOUT: &str = "a program of torch.export in the layout and the version of the schema that the reader has; nodes that call operators that changed become those \
     of upgraders or downgraders";

/// Converts a program.
pub(super) fn program<'f>(
    archive: &TorchArchive<'f>,
    target: &Target,
    request: &Request<'_>,
) -> Result<Converted<'f>, ConvertError> {
    let options = &request.options;
    let subject = judge::of_archive(archive).with_own(options, Some(archive));
    let before = interpolate::verdict(&subject, &[], target)?;
    let as_it_is =
        |verdict| Converted::new(Output::of(archive.zip().file()), Vec::new()).verdict(Some(verdict));
    if before.outcome.is_good() {
        return Ok(as_it_is(before));
    }
    let reader = target.profiles().first().map(|profile| profile.release);
    let wanted = reader.and_then(|reader| Some((reader, Wanted::of_release(reader)?)));
    let Some((reader, wanted)) =
        wanted.filter(|_| target.profiles().iter().all(|profile| profile.variant.is_empty()))
    else {
        if request.admits(&before) {
            return Ok(as_it_is(before));
        }
        let reasons: Vec<&Reason> = before.reasons().map(|(_, reason)| reason).collect();
        return Err(ConvertError::not_good(&before, Vec::new(), super::blockers(&reasons, Vec::new())));
    };
    let Some(profile) = target.profiles().first().copied() else {
        return Err(ConvertError::impossible("no profile".to_string()));
    };
    let own = custom_ops::sets_of_exported(&subject.facts().own, profile)
        .map_err(|why| refused("the functions of the set", why))?;
    let mut recorded =
        custom_ops::Recorded::read(archive).map_err(|why| refused("the versions of operator sets", why))?;
    let mut rewritten = rewritten(archive, &wanted, reader, options, (&own, &recorded))?;
    custom_ops::record_exported(&mut recorded, &own, wanted.layout.has_folder(), &mut rewritten);
    let (changes, image) = (rewritten.changes.clone(), Image::new(rewritten.output()?)?);
    let current = TorchArchive::open(image.bytes())?;
    let verdict =
        interpolate::verdict(&judge::of_image(&current).with_own(options, Some(&current)), &[], target)?;
    let steps = vec![AppliedStep::new(ID, changes)];
    if !request.admits(&verdict) {
        let reasons: Vec<&Reason> =
            verdict.reasons().map(|(_, reason)| reason).filter(|reason| !reason.outcome.is_good()).collect();
        return Err(ConvertError::not_good(&verdict, steps, super::blockers(&reasons, Vec::new())));
    }
    Ok(Converted::new(image.into_output(), steps).verdict(Some(verdict)))
}

fn refused(subject: &str, why: String) -> ConvertError {
    ConvertError::Refused(super::blocked(subject, why))
}

/// The program as the reader has it, with operators by the version tables: PyTorch's first, whose functions know no other set.
fn rewritten<'f>(
    archive: &TorchArchive<'f>,
    wanted: &Wanted,
    reader: Release,
    options: &Options,
    (own, recorded): (&[custom_ops::Set<'_>], &custom_ops::Recorded),
) -> Result<convert::Rewritten<'f>, ConvertError> {
    let (set, functions) = pack::chosen(options).map_err(|why| refused("the version table", why))?;
    let bridge = Bridge {
        table: &set.table,
        pack: &functions,
        sets: &operators_of_graphs,
        runtime: Runtime { version: version_of(reader), minimum: set.minimum, as_of: None },
        format: FileFormat::Export,
    };
    let of_releases = |releases: &[Release]| {
        let versions = || releases.iter().map(|release| version_of(*release));
        versions().min().unwrap_or(0)..=versions().max().unwrap_or(u64::MAX)
    };
    let base = operators_of_graphs(version_of(reader));
    let Some(base) = base.filter(|_| !own.is_empty()).or_else(|| operators_of_graphs(u64::MAX)) else {
        return Err(refused("operators", format!("which operators release {reader} has is not known")));
    };
    let at = |set: &'_ custom_ops::Set<'_>, version: u64| Some(set.at(version, &base));
    let sets: Vec<Box<Sets<'_>>> =
        own.iter().map(|set| Box::new(move |version| at(set, version)) as Box<Sets<'_>>).collect();
    let bridges = own.iter().zip(&sets).map(|(set, sets)| Bridge {
        table: set.table(),
        pack: &set.functions,
        sets: &**sets,
        runtime: set.runtime,
        format: FileFormat::Export,
    });
    let bridges: Vec<Bridge<'_>> = bridges.collect();
    let versions: Vec<Box<Versions<'_>>> =
        own.iter().map(|set| Box::new(|_: &[Release]| set.versions()) as Box<Versions<'_>>).collect();
    let mut operators =
        vec![Operators { bridge: &bridge, versions: &of_releases, results: &|_| None, opset: opset(reader) }];
    let results: Vec<Box<Results<'_>>> = own
        .iter()
        .map(|set| Box::new(|operator: &OperatorName| set.results(operator)) as Box<Results<'_>>)
        .collect();
    for (((set, bridge), versions), results) in own.iter().zip(&bridges).zip(&versions).zip(&results) {
        // `torch.export.load` compares it with the version that it expects.
        let opset = recorded.has_opset(set.name()).then(|| (set.name().to_string(), set.runtime.version));
        operators.push(Operators {
            bridge,
            versions: &**versions,
            results: &**results,
            opset: opset.into_iter().collect(),
        });
    }
    convert_with(archive, wanted, &operators).map_err(|refusal| {
        let blocker = |reason: convert::Reason| {
            let (code, subject) = match reason.operator {
                Some((code, operator)) => (Some(code), operator),
                None => (None, "the program".into()),
            };
            let help = Some(reason.help).filter(|help| !help.is_empty());
            Blocker::new(reason.what).code(code).subject(subject).place(reason.place).help(help)
        };
        ConvertError::Refused(refusal.reasons.into_iter().map(blocker).collect())
    })
}

/// The argument that results of an operator are like.
type Results<'r> = dyn Fn(&OperatorName) -> Option<String> + 'r;

/// The versions of a set that a program may be of.
type Versions<'v> = dyn Fn(&[Release]) -> RangeInclusive<u64> + 'v;

/// What a release writes as `opset_version`: PyTorch's own number, which counts the changes that have upgraders of its own.
fn opset(reader: Release) -> BTreeMap<String, u64> {
    let table = history::torch();
    let known = table.releases().rfind(|release| *release <= reader);
    let newest = known.and_then(|release| table.operator_version(release)).map(u64::from);
    newest.into_iter().map(|newest| ("aten".to_string(), newest)).collect()
}
