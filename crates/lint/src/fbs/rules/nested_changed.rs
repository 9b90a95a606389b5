//! `fbs-nested-changed`: a nested buffer has another root type.

use outlast_flatbuffers::schema::Element;

use super::prelude::*;
use crate::fbs::data::Questioned;
use crate::fbs::shape::retargeted;

pub(super) static RULE: Rule = Rule {
    name: "fbs-nested-changed",
    code: Code(3853),
    title: "a nested buffer has another root type",
    text: "The bytes of the field are a buffer themselves, and the attribute nested_flatbuffer says what it starts with. Readers take the nested root for the other type. Where the attribute is new, verifiers refuse bytes that are no such buffer.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for fields in context.kept() {
        let (f, g) = (fields.old, fields.new);
        let (old, new) = fields.sites(context);
        let draft = Draft::new(&RULE, fields.subject()).sites(old, new);
        match (f.nested, g.nested) {
            (Some(i), Some(j))
                if retargeted(context.old, Element::Table(i), context.new, Element::Table(j)) =>
            {
                let (was, is) = (&context.old.object(i).name, &context.new.object(j).name);
                found.push(
                    draft
                        .why(format!(
                            "The buffer in `{}` started with `{was}` and starts with `{is}`.",
                            g.name
                        ))
                        .fix("Keep the nested type; add a new field for the other one.")
                        .aim(fields.aim()),
                );
            }
            (None, Some(j)) => {
                let was = context.matching.objects.iter().find(|pair| pair.new == j).map(|pair| pair.old);
                let predicate = was.map_or(Predicate::Present, Predicate::NotBuffer);
                let of = Questioned::Field(fields.objects.pair.old, f.id);
                found.push(
                    draft
                        .level(Level::DependsOnData)
                        .directions(Directions::NEW_READS_OLD)
                        .why(format!(
                            "The bytes of `{}` must now be a buffer of `{}`.",
                            g.name,
                            context.new.object(j).name
                        ))
                        .fix("Make sure that all files hold such a buffer there.")
                        .ask(Some(Question { of, path: fields.subject(), predicate })),
                );
            }
            (Some(i), None) => {
                found.push(
                    draft
                        .level(Level::DependsOnData)
                        .directions(Directions::OLD_READS_NEW)
                        .why(format!("`{}` no longer has `nested_flatbuffer`: its bytes are not known to be a `{}`.", g.name, context.old.object(i).name))
                        .fix("Let writers give such buffers only, until no old reader is left: their verifiers look into them."),
                );
            }
            _ => {}
        }
    }
}
