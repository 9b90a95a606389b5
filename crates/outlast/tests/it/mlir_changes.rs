//! Changes of operations between releases of MLIR (`crates/mlir/schemas/changes.txt`), held to what the releases' definitions have
//! (`targets/mlir.txt`).

use outlast::Profile;
use outlast_mlir::changes::{Change, Form, rows};
use outlast_mlir::schema::op_schema;

const RELEASES: [u32; 7] = [16, 17, 18, 19, 21, 22, 23];

fn profile(release: u32) -> Profile {
    outlast::profile(&format!("mlir-{release}")).unwrap()
}

/// Whether a release's operation has an attribute; none if it has no such operation.
fn has(profile: &Profile, op: &str, attribute: &str) -> Option<bool> {
    let row = profile.get("op", op)?;
    let names = row.split(' ').find_map(|word| word.strip_prefix("attrs:")).unwrap_or_default();
    Some(
        names.split(',').any(|name| name == attribute)
            || profile.has("unlisted", &format!("{op}.{attribute}")),
    )
}

/// The form that the definitions of a release show.
fn shown(profile: &Profile, change: &Change) -> Option<Form> {
    let op = |name: &str| profile.has("op", name);
    let one = |older: bool, newer: bool| match (older, newer) {
        (true, false) => Some(Form::Older),
        (false, true) => Some(Form::Newer),
        _ => None,
    };
    match change {
        Change::Renamed { older, newer } => one(op(older), op(newer)),
        Change::Merged { older, newer } | Change::Element { older, newer, .. } => {
            one(op(older), op(newer) && !op(older))
        }
        Change::Range { op, attribute, .. } => {
            let of = |name: &str| name.starts_with(op.trim_end_matches('*'));
            let ops: Vec<_> = profile.all("op").into_iter().filter(|(name, _)| of(name)).collect();
            let newer = ops.iter().any(|(name, _)| has(profile, name, attribute) == Some(true));
            one(!ops.is_empty() && !newer, newer)
        }
        // A discardable attribute of another dialect: there is what stands in it, or there is not.
        Change::Promise { attribute, .. } if attribute.contains('.') => {
            let there = !profile.get("attr", attribute)?.starts_with("fails");
            one(!there, there)
        }
        Change::Zeros { op, attribute, .. }
        | Change::Promise { op, attribute, .. }
        | Change::Passthrough { op, attribute, .. }
        | Change::OfCallee { op, attribute, .. }
        | Change::Basis { op, attribute }
        | Change::Output { op, attribute }
        | Change::Bundles { op, sizes: attribute, .. }
        | Change::Pointee { op, attribute } => has(profile, op, attribute).and_then(|has| one(!has, has)),
        // Loops of OpenMP became wrappers after LLVM 18; before, their blocks ended with `omp.yield`.
        Change::Terminator { around, .. } if around.starts_with("omp.") => {
            let ends = |row: &str| !row.split(' ').any(|word| word == "no-terminator");
            let ends = profile.get("op", around).filter(|_| profile.release.parts()[0] > 18).map(ends)?;
            one(ends, !ends)
        }
        Change::Terminator { around, end } => one(op(end), op(around) && !op(end)),
        Change::Regions { op, from } => {
            let row = profile.get("op", op)?;
            let has = |count: usize| row.split(' ').any(|word| word == format!("regions:{count}"));
            one(has(from.iter().flatten().count()), has(from.len()))
        }
        Change::Handed { op, .. } => {
            let newer = profile.get("op", op)?.split(' ').any(|word| word == "isolated");
            one(!newer, newer)
        }
        // Releases that spell entries in the newer way have the newer ones.
        Change::Layout { .. } => {
            profile.get("spells", "dlti").and_then(|spelling| one(spelling == "entries", spelling == "keys"))
        }
        Change::Notes { op: notes, .. } => one(!op(notes), op(notes)),
        Change::Sized { op, attribute, .. } | Change::Forgotten { op, attribute, .. } => {
            has(profile, op, attribute).and_then(|has| one(has, !has))
        }
        Change::Collapse { op, attribute } => has(profile, op, attribute).and_then(|has| one(!has, has)),
        Change::Group { op, older, newer } => {
            let of =
                |name: &str| op.strip_suffix('*').map_or(name == *op, |dialect| name.starts_with(dialect));
            let rows: Vec<_> = profile.all("groups").into_iter().filter(|(name, _)| of(name)).collect();
            let is = |group: &str, name: &str| group.trim_end_matches(['*', '?']) == name;
            let has =
                |name: &str| rows.iter().any(|(_, groups)| groups.split(',').any(|group| is(group, name)));
            one(has(older), has(newer))
        }
        // The newer one ends blocks of that operation.
        Change::Yield { around, newer, .. } => {
            let ends =
                profile.get("op", newer).is_some_and(|row| row.split(' ').any(|word| word == "terminator"));
            one(!(ends && op(around)), ends && op(around))
        }
        Change::Attribute { op, older, newer } => one(has(profile, op, older)?, has(profile, op, newer)?),
        other => panic!("no such form: {other:?}"),
    }
}

#[test]
fn windows_are_what_definitions_show() {
    let mut seen = 0;
    for row in rows() {
        for release in RELEASES {
            let profile = profile(release);
            let form = row.form(release);
            match &row.change {
                Change::Default { op, attribute, .. } => {
                    let dialect = op.split('.').next().unwrap();
                    assert!(profile.has("linked", dialect), "{row:?} in {release}");
                    // An operation that is not there has no default.
                    let there = op.ends_with('*') || profile.has("op", op);
                    assert_eq!(form.is_some(), there, "`{op}` `{attribute}` in {release}");
                }
                Change::Numbers { op, attribute, .. } => {
                    let there = has(&profile, op, attribute) == Some(true);
                    assert_eq!(form.is_some(), there, "`{op}` `{attribute}` in {release}");
                }
                // A property that is no attribute is not among the attributes of a definition.
                Change::Unit { op, older, newer, .. } => {
                    let name = format!("mlir-{release}");
                    let schema =
                        outlast_mlir::schema::release(&name).and_then(|release| op_schema(release, op));
                    let newer =
                        schema.is_some_and(|schema| schema.fields.iter().any(|field| field.name == *newer));
                    let older = has(&profile, op, older) == Some(true);
                    let shown = if newer { Form::Newer } else { Form::Older };
                    assert!(older != newer && form == Some(shown), "{row:?} in {release}");
                }
                // Properties that are no attributes again.
                Change::Promise { op, attribute, .. } if *attribute == "overflowFlags" => {
                    let schema = outlast_mlir::schema::release(&format!("mlir-{release}"))
                        .and_then(|release| op_schema(release, op));
                    let newer = schema
                        .is_some_and(|schema| schema.fields.iter().any(|field| field.name == *attribute));
                    assert_eq!(
                        form,
                        Some(if newer { Form::Newer } else { Form::Older }),
                        "{row:?} in {release}"
                    );
                }
                // Releases before have no word for it either.
                Change::Forgotten { op, attribute, unless_variadic: true } => {
                    let there = has(&profile, op, attribute) == Some(true);
                    assert_eq!(form == Some(Form::Older), there, "{row:?} in {release}");
                }
                // What is promised has a kind of its own.
                Change::Parameter { .. } => {
                    let there = profile
                        .get("attr", "llvm.constant_range")
                        .is_some_and(|row| !row.starts_with("fails"));
                    assert_eq!(
                        form,
                        Some(if there { Form::Newer } else { Form::Older }),
                        "{row:?} in {release}"
                    );
                }
                // What stands in blocks, and what values have to be, is in no definition.
                Change::Argument { op } | Change::InBounds { op } => {
                    assert!(profile.has("op", op), "{row:?} in {release}");
                }
                change => assert_eq!(form, shown(&profile, change), "{change:?} in {release}"),
            }
            seen += usize::from(form.is_some());
        }
    }
    assert_eq!((rows().len(), seen), (229, 1420));
}
