//! `fbs-flexbuffer-changed`: the attribute flexbuffer was added or removed.

use outlast_flatbuffers::schema::Field;

use super::prelude::*;
use crate::fbs::data::Questioned;

pub(super) static RULE: Rule = Rule {
    name: "fbs-flexbuffer-changed",
    code: Code(3857),
    title: "the attribute flexbuffer was added or removed",
    text: "The bytes are the same; generated code reads them as a FlexBuffer or does not. Verifiers of the version that has the attribute refuse other bytes.",
    seed: None,
    level: Level::DependsOnData,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for fields in context.kept() {
        let has = |field: &Field| field.attribute("flexbuffer").is_some();
        if has(fields.old) == has(fields.new) {
            continue;
        }
        let (old, new) = fields.sites(context);
        let draft = Draft::new(&RULE, fields.subject())
            .sites(old, new)
            .why(format!("The bytes of `{}` are read as a FlexBuffer by one version only.", fields.new.name))
            .fix("Make sure that the bytes always are one, or keep the attribute as it was.");
        found.push(match has(fields.new) {
            true => {
                let of = Questioned::Field(fields.objects.pair.old, fields.old.id);
                let question = Question { of, path: fields.subject(), predicate: Predicate::Present };
                draft.directions(Directions::NEW_READS_OLD).ask(Some(question))
            }
            false => draft.directions(Directions::OLD_READS_NEW),
        });
    }
}
