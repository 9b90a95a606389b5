//! `fbs-struct-added`: a struct is new.

use outlast_flatbuffers::schema::ObjectId;

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-struct-added",
    code: Code(3812),
    title: "a struct is new",
    text: "A struct can never grow: no field can be added, removed or made optional later. Use a table, unless the type is certain to stay as it is, such as a point or a color.",
    seed: Some("`struct` cannot handle optional fields; changes to `struct` are typically not FC/BC."),
    level: Level::Note,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    let matched = |id: ObjectId| context.matching.objects.iter().any(|pair| pair.new == id);
    for (n, object) in (0..).zip(&context.new.objects) {
        if !object.is_struct || matched(ObjectId(n)) {
            continue;
        }
        found.push(
            Draft::new(&RULE, object.name.clone())
                .directions(Directions::OLD_READS_NEW)
                .surface(Surface::Source)
                .sites(None, decl_spans::of_object(context.new, object))
                .why(format!("`{}` is a struct: its layout can never change.", object.name))
                .fix("Make it a table, unless it is certain to stay as it is."),
        );
    }
}
