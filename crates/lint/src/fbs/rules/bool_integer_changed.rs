//! `fbs-bool-integer-changed`: a boolean became an integer of one byte, or the other way round.

use outlast_flatbuffers::schema::Scalar;

use super::prelude::*;
use crate::fbs::data::Questioned;

pub(super) static RULE: Rule = Rule {
    name: "fbs-bool-integer-changed",
    code: Code(3849),
    title: "a boolean became an integer of one byte, or the other way round",
    text: "Both take one byte. Readers of the boolean take every number but 0 for true, so that numbers above 1 are lost on them. It is safe if there are none.",
    seed: Some("Ideally the types of fields must not change. If they do, ensure that they are compatible."),
    level: Level::DependsOnData,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for fields in context.kept() {
        let (f, g) = (fields.old, fields.new);
        let Relation::Bool(s, _) = relate(context.old, f.ty, context.new, g.ty) else { continue };
        // Numbers are written by the side that has the integer.
        let (directions, question) = match s {
            Scalar::Bool => (Directions::OLD_READS_NEW, None),
            _ => {
                let of = Questioned::Field(fields.objects.pair.old, f.id);
                let question =
                    Question { of, path: fields.subject(), predicate: Predicate::NotIn(vec![0, 1]) };
                (Directions::NEW_READS_OLD, Some(question))
            }
        };
        let (old, new) = fields.sites(context);
        let (was, is) = (context.old.type_text(f.ty), context.new.type_text(g.ty));
        found.push(
            Draft::new(&RULE, fields.subject())
                .directions(directions)
                .sites(old, new)
                .why(format!("`{}` was `{was}` and is `{is}`: the one that is a boolean takes all numbers but 0 for true.", g.name))
                .fix("Make sure that no other numbers than 0 and 1 are stored; otherwise keep the type.")
                .aim(fields.aim())
                .ask(question),
        );
    }
}
