//! Releases that are known here, compared with each other.

use std::collections::{BTreeMap, BTreeSet};

use outlast_lint::Level;
use outlast_lint::dialect::model::{Dialects, Op};
use outlast_lint::dialect::{self};
use outlast_mlir::schema::PropertyKind;

fn release(name: &str) -> Dialects {
    dialect::of_release(name).unwrap()
}

/// Operations with properties by their full names: those that the release's package has headers of, and so not those of MLIR's own tests.
fn with_properties(dialects: &Dialects) -> BTreeMap<String, &Op> {
    let text = format!("{}.txt", dialects.name);
    let (_, text) = outlast_mlir::schema::sources().iter().find(|(file, _)| *file == text).unwrap();
    let listed: BTreeSet<&str> = text.lines().filter_map(|line| line.split(' ').next()).collect();
    let all = dialects.dialects.iter().flat_map(|dialect| {
        let ops = dialect.ops.iter().filter(|op| op.has_properties());
        ops.map(|op| (format!("{}.{}", dialect.name, op.name), op))
    });
    all.filter(|(name, _)| listed.contains(name.as_str())).collect()
}

/// Names of fields and whether they are attributes, optional ones, sizes of segments, or something else: without how many segments there are.
fn fields(op: &Op) -> Vec<(String, PropertyKind)> {
    let kind = |kind: &PropertyKind| match kind {
        PropertyKind::Segments(_) => PropertyKind::Segments(0),
        kind => kind.clone(),
    };
    op.fields.iter().map(|field| (field.name().to_string(), kind(&field.property.kind))).collect()
}

/// What is known of the change from 19 to 22: of 868 operations that have properties in both, 132 have others. The number was counted without how many
/// segments there are: one more operation has only more of them. Operations that have properties in one of the releases only are no part of it.
#[test]
fn every_changed_operation_of_19_and_22_is_found_and_shown() {
    let (old, new) = (release("mlir-19"), release("mlir-22"));
    let (was, is) = (with_properties(&old), with_properties(&new));
    let common: Vec<&String> = was.keys().filter(|name| is.contains_key(*name)).collect();
    let changed: BTreeSet<&str> = common
        .iter()
        .filter(|name| fields(was[**name]) != fields(is[**name]))
        .map(|name| name.as_str())
        .collect();
    assert_eq!((was.len(), is.len(), common.len(), changed.len()), (924, 1374, 868, 132));
    let kinds = |op: &Op| -> Vec<_> {
        op.fields.iter().map(|of| (of.name().to_string(), of.property.kind.clone())).collect()
    };
    let more: Vec<&str> = common
        .iter()
        .map(|name| name.as_str())
        .filter(|name| !changed.contains(name) && kinds(was[*name]) != kinds(is[*name]))
        .collect();
    assert_eq!(more, ["acc.kernels"]);
    let plain = |all: &BTreeMap<String, &Op>, other: &Dialects| {
        let only = all.keys().filter(|name| other.op(name).is_some_and(|op| !op.has_properties()));
        only.count()
    };
    assert_eq!((plain(&is, &old), plain(&was, &new)), (96, 11));

    let report = dialect::lint(&old, &new).unwrap();
    super::pairs::check_report(&old, &new, &report);
    let (mut breaks, mut depends) = (0, 0);
    for name in changed.iter().chain(&more) {
        let about = |subject: &str| {
            subject.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let found = report.findings.iter().filter(|finding| about(&finding.subject));
        let worst = found.filter(|finding| !finding.witnesses.is_empty()).map(|finding| finding.level).max();
        match worst {
            Some(Level::Break) => breaks += 1,
            Some(Level::DependsOnData) => depends += 1,
            worst => panic!("{name}: {worst:?}"),
        }
    }
    println!("{breaks} operations break, {depends} in files of version 4 of the container only");
    assert_eq!((breaks, depends), (116, 17));
    assert!(!report.findings.iter().any(|finding| finding.why.contains("No file was found")));
}

/// Each release against the one before it: what is claimed is shown, and nothing is found where nothing changed.
#[test]
fn every_release_against_the_one_before() {
    let names: Vec<&str> = dialect::release_names().collect();
    for family in ["mlir-", "stablehlo-"] {
        let all: Vec<Dialects> =
            names.iter().filter(|name| name.starts_with(family)).map(|name| release(name)).collect();
        for pair in all.windows(2) {
            let [old, new] = pair else { continue };
            let report = dialect::lint(old, new).unwrap();
            super::pairs::check_report(old, new, &report);
            // What VHLO promises from 1.0 on: what was ever written is read, and what is new is in files for new versions only.
            let promised = old.version.starts_with("1.");
            let broken = report.findings.iter().find(|finding| {
                let vhlo = promised && finding.subject.starts_with("vhlo.");
                vhlo && (finding.level == Level::Break || finding.directions.new_reads_old)
            });
            assert!(broken.is_none(), "{broken:?}");
            let count =
                |level: Level| report.findings.iter().filter(|finding| finding.level == level).count();
            println!(
                "{} to {}: {} break, {} depend on data, {} notes",
                old.name,
                new.name,
                count(Level::Break),
                count(Level::DependsOnData),
                count(Level::Note)
            );
        }
        for one in &all {
            let findings = dialect::lint(one, one).unwrap().findings;
            assert!(findings.is_empty(), "{}: {:?}", one.name, findings.first());
        }
    }
}
