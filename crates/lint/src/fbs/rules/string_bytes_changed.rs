//! `fbs-string-bytes-changed`: a string became a vector of bytes, or the other way round.

use outlast_flatbuffers::schema::Type;

use super::prelude::*;
use crate::fbs::data::Questioned;

pub(super) static RULE: Rule = Rule {
    name: "fbs-string-bytes-changed",
    code: Code(3851),
    title: "a string became a vector of bytes, or the other way round",
    text: "A string is a vector of bytes followed by a NUL. Bytes are read as a string only if they are UTF-8 and happen to be followed by a zero byte, which verifiers check.",
    seed: Some("Ideally the types of fields must not change. If they do, ensure that they are compatible."),
    level: Level::DependsOnData,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for fields in context.kept() {
        let (f, g) = (fields.old, fields.new);
        if relate(context.old, f.ty, context.new, g.ty) != Relation::Bytes {
            continue;
        }
        let (directions, question) = match g.ty {
            Type::Single(_) => {
                let of = Questioned::Field(fields.objects.pair.old, f.id);
                let question = Question { of, path: fields.subject(), predicate: Predicate::NotText };
                (Directions::NEW_READS_OLD, Some(question))
            }
            _ => (Directions::OLD_READS_NEW, None),
        };
        let (old, new) = fields.sites(context);
        let (was, is) = (context.old.type_text(f.ty), context.new.type_text(g.ty));
        found.push(
            Draft::new(&RULE, fields.subject())
                .directions(directions)
                .sites(old, new)
                .why(format!(
                    "`{}` was `{was}` and is `{is}`: bytes are not a string unless a zero byte follows them.",
                    g.name
                ))
                .fix("Keep the type; add a new field for the other one.")
                .aim(fields.aim())
                .ask(question),
        );
    }
}
