//! `fbs-version-unchanged`: the schema version is the same, though files can hold new things.

use outlast_flatbuffers::schema::{Default, Element, EnumId};

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-version-unchanged",
    code: Code(3806),
    title: "the schema version is the same, though files can hold new things",
    text: "A version that writers store tells old readers that a file may hold what they do not know. It helps only if it is raised together with the change.",
    seed: None,
    level: Level::Note,
};

pub(super) fn check(context: &Context<'_>, findings: &[Finding], found: &mut Findings) {
    let gated = findings.iter().find(|finding| finding.bump != Bump::None && touches_files(finding));
    let Some(gated) = gated else { return };
    let Some((subject, constant)) = constant(context) else { return };
    found.push(
        Draft::new(&RULE, subject)
            .directions(Directions::OLD_READS_NEW)
            .surface(Surface::Meaning)
            .why(format!("{constant} is the same in both versions, though `{}` changed ({}).", gated.subject, gated.rule.name))
            .fix("Raise the version that writers store, and let readers refuse versions that they do not know.")
            .bump(Bump::Minor),
    );
}

/// A version that does not change: the one that was given, the last value of an enum of versions that a field of the root has, or the
/// default of a field of the root. Versions elsewhere are of something else, such as hardware.
fn constant(context: &Context<'_>) -> Option<(String, String)> {
    if let Some((old, new)) = context.options.versions {
        return (old == new).then(|| ("version".to_string(), format!("Version {new}")));
    }
    let Roots::Same(root, new_root) = context.matching.roots else { return None };
    let is_version = |name: &str| name.to_ascii_lowercase().ends_with("version");
    let of_root = |id: EnumId| {
        let mut fields = context.new.object(new_root).fields.iter();
        fields.any(|field| matches!(field.ty.element(), Element::Enum(_, of) if of == id))
    };
    let last = context.enums().filter(|enums| of_root(enums.pair.new)).find_map(|enums| {
        let (a, b) = (enums.old.values.last()?, enums.new.values.last()?);
        let same = is_version(enums.new.short_name()) && a.number == b.number;
        same.then(|| {
            (enums.pair.path.clone(), format!("The last value of `{}`, {},", enums.new.name, b.name))
        })
    });
    last.or_else(|| {
        context.kept().filter(|fields| fields.objects.pair.old == root).find_map(|fields| {
            let (Default::Integer(a), Default::Integer(b)) = (fields.old.default, fields.new.default) else {
                return None;
            };
            let same = is_version(&fields.new.name) && a == b && b != 0;
            same.then(|| (fields.subject(), format!("The default {b} of `{}`", fields.new.name)))
        })
    })
}
