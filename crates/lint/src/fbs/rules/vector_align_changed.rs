//! `fbs-vector-align-changed`: force_align of a vector changed.

use outlast_flatbuffers::schema::{Field, Schema, Type};

use super::prelude::*;
use crate::fbs::data::Questioned;

pub(super) static RULE: Rule = Rule {
    name: "fbs-vector-align-changed",
    code: Code(3854),
    title: "force_align of a vector changed",
    text: "Verifiers do not check the alignment of vectors. Readers that rely on it, such as those that map weights, fail on files of writers that give less.",
    seed: None,
    level: Level::DependsOnData,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for fields in context.kept() {
        let (f, g) = (fields.old, fields.new);
        let align = |schema: &Schema, field: &Field| {
            let natural = u32::try_from(field.ty.element().inline_align(schema)).unwrap_or(1).max(4);
            field.force_align.unwrap_or(1).max(natural)
        };
        let vector = |ty: Type| matches!(ty, Type::Vector(_) | Type::Vector64(_));
        let (was, is) = (align(context.old, f), align(context.new, g));
        let same = relate(context.old, f.ty, context.new, g.ty) == Relation::Same;
        if was == is || f.force_align == g.force_align || !vector(f.ty) || !same {
            continue;
        }
        let (directions, question) = match was < is {
            true => {
                let of = Questioned::Field(fields.objects.pair.old, f.id);
                let question = Question { of, path: fields.subject(), predicate: Predicate::Misaligned(is) };
                (Directions::NEW_READS_OLD, Some(question))
            }
            false => (Directions::OLD_READS_NEW, None),
        };
        let (old, new) = fields.sites(context);
        found.push(
            Draft::new(&RULE, fields.subject())
                .directions(directions)
                .sites(old, new)
                .why(format!(
                    "The elements of `{}` stood at a multiple of {was} and stand at one of {is}.",
                    g.name
                ))
                .fix("Make sure that no reader relies on the larger alignment, or keep it.")
                .ask(question),
        );
    }
}
