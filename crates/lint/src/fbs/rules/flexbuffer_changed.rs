//! `fbs-flexbuffer-changed`: the attribute flexbuffer came or went.

use outlast_flatbuffers::schema::Field;

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "fbs-flexbuffer-changed",
    code: Code(3857),
    title: "the attribute flexbuffer came or went",
    text: "The bytes are the same; generated code reads them as a FlexBuffer or does not. Verifiers check them only with it.",
    seed: None,
    level: Level::Note,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for fields in context.kept() {
        let has = |field: &Field| field.attribute("flexbuffer").is_some();
        if has(fields.old) == has(fields.new) {
            continue;
        }
        let (old, new) = fields.sites(context);
        found.push(
            Draft::new(&RULE, fields.subject())
                .surface(Surface::Meaning)
                .sites(old, new)
                .why(format!("The bytes of `{}` are read as a FlexBuffer by one version only.", fields.new.name))
                .fix("Make sure that the bytes always are one, or keep the attribute as it was.")
                .bump(Bump::None),
        );
    }
}
