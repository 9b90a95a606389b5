//! `fbs-enum-integer-changed`: an enum became an integer of its type, or the other way round.

use outlast_flatbuffers::schema::Element;

use super::prelude::*;
use crate::fbs::data::Questioned;

pub(super) static RULE: Rule = Rule {
    name: "fbs-enum-integer-changed",
    code: Code(3850),
    title: "an enum became an integer of its type, or the other way round",
    text: "The bytes are the same. A reader that has the enum may meet numbers that have no name: they are read, and switch statements may not expect them.",
    seed: Some("Ideally the types of fields must not change. If they do, ensure that they are compatible."),
    level: Level::DependsOnData,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for fields in context.kept() {
        let (f, g) = (fields.old, fields.new);
        if relate(context.old, f.ty, context.new, g.ty) != Relation::Enum {
            continue;
        }
        let (level, directions, question) = match g.ty.element() {
            Element::Enum(_, id) => {
                let names = context.new.enumeration(id).values.iter().map(|value| value.number).collect();
                let of = Questioned::Field(fields.objects.pair.old, f.id);
                let question = Question { of, path: fields.subject(), predicate: Predicate::NotIn(names) };
                (Level::DependsOnData, Directions::NEW_READS_OLD, Some(question))
            }
            _ => (Level::Note, Directions::OLD_READS_NEW, None),
        };
        let (old, new) = fields.sites(context);
        let (was, is) = (context.old.type_text(f.ty), context.new.type_text(g.ty));
        found.push(
            Draft::new(&RULE, fields.subject())
                .level(level)
                .directions(directions)
                .surface(Surface::Meaning)
                .sites(old, new)
                .why(format!("`{}` was `{was}` and is `{is}`: numbers without a name may be met.", g.name))
                .fix("Make sure that readers expect numbers without a name.")
                .ask(question),
        );
    }
}
