//! `fbs-struct-field-retyped`: a field of a struct has another type.

use super::prelude::*;
use crate::fbs::data::Questioned;

pub(super) static RULE: Rule = Rule {
    name: "fbs-struct-field-retyped",
    code: Code(3816),
    title: "a field of a struct has another type",
    text: "The bytes of the field are read as another type, and what follows it may move. Where only the sign changed, it depends on the values that files hold. Make a new struct, and a new field for it.",
    seed: Some("Ideally the types of fields must not change."),
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for objects in context.structs() {
        for row in rows(objects.old, objects.new) {
            let Some((f, g)) = row.old.zip(row.new) else { continue };
            let relation = relate(context.old, f.ty, context.new, g.ty);
            let level = match relation {
                Relation::Same | Relation::Length => continue,
                Relation::Sign(..) | Relation::Bool(..) => Level::DependsOnData,
                Relation::Enum => Level::Note,
                _ => Level::Break,
            };
            let subject = format!("{}.{}", objects.pair.path, g.name);
            let ask = |predicate| Question {
                of: Questioned::Field(objects.pair.old, f.id),
                path: subject.clone(),
                predicate,
            };
            let question = match relation {
                Relation::Sign(..) => Some(ask(Predicate::HighBit)),
                Relation::Bool(..) => Some(ask(Predicate::NotIn(vec![0, 1]))),
                _ => None,
            };
            let (was, is) = (context.old.type_text(f.ty), context.new.type_text(g.ty));
            found.push(
                Draft::new(&RULE, subject.clone())
                    .files_decide()
                    .level(level)
                    .sites(context.old_site(objects.old, f), context.new_site(objects.new, g))
                    .why(format!("`{}` of struct `{}` was `{was}` and is `{is}`.", g.name, objects.new.name))
                    .fix("Keep the type; make a new struct for the other one.")
                    .aim(Aim::Struct { old: objects.pair.old, new: objects.pair.new })
                    .ask(question),
            );
        }
    }
}
