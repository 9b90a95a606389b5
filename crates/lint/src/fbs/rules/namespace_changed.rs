//! `fbs-namespace-changed`: types are in another namespace.

use std::collections::HashSet;

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-namespace-changed",
    code: Code(3822),
    title: "types are in another namespace",
    text: "Namespaces are not on the wire: files are read as before. Programs that use the generated code have to be changed with it.",
    seed: None,
    level: Level::Note,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    let split = |name: &'_ str| -> (String, String) {
        let (space, short) = name.rsplit_once('.').unwrap_or(("", name));
        (space.to_string(), short.to_string())
    };
    let objects = context.all_objects().map(|o| (&o.old.name, &o.new.name, context.object_sites(o)));
    let enums = context.all_enums().map(|e| (&e.old.name, &e.new.name, context.enum_sites(e)));
    let mut seen = HashSet::new();
    for (was, is, (old, new)) in objects.chain(enums) {
        let ((a, short), (b, other)) = (split(was), split(is));
        if a == b || short != other || !seen.insert((a.clone(), b.clone())) {
            continue;
        }
        let show =
            |space: &str| if space.is_empty() { "no namespace".to_string() } else { format!("`{space}`") };
        found.push(
            Draft::new(&RULE, if b.is_empty() { short } else { b.clone() })
                .surface(Surface::Source)
                .sites(old, new)
                .why(format!(
                    "Types that were in {} are in {}; files are read as before.",
                    show(&a),
                    show(&b)
                ))
                .fix("Change it in the programs that use the generated code."),
        );
    }
}
