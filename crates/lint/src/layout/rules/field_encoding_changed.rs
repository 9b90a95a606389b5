//! `layout-field-encoding-changed`: a field is encoded in another way.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-field-encoding-changed",
    code: Code(3950),
    title: "a field is encoded in another way",
    text: "Widths and encodings are not part of the format: a stream says itself how its records are encoded. Readers that follow its abbreviations do not see the difference.",
    seed: Some(
        "A format change doesn't immediately invalidate existing bitstream files, because the stream includes layout information for each record.",
    ),
    level: Level::Note,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    for fields in
        context.fields().filter(|fields| fields.old.kind == fields.new.kind && fields.old.op != fields.new.op)
    {
        let literal = |field: &Field| matches!(field.op, Op::Literal(_));
        if literal(fields.old) || literal(fields.new) {
            continue;
        }
        found.push(
            Draft::new(&RULE, fields.path())
                .surface(Surface::Source)
                .sites(fields.old.site.clone(), fields.new.site.clone())
                .why(format!(
                    "It is {}, and was {}; readers follow the abbreviation in the stream.",
                    op_text(fields.new.op),
                    op_text(fields.old.op)
                ))
                .fix("Nothing."),
        );
    }
}
