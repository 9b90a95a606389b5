//! `layout-field-required-added`: a new field that readers need.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-field-required-added",
    code: Code(3944),
    title: "a new field that readers need",
    text: "Files that exist do not have it. A field that came later is optional: readers look at the number of operands.",
    seed: Some(
        "If it has more fields, you can make an ArrayRef that slices off the extra ones; if it has fewer, you're reading from an old format and will need to use a different BCRecordLayout, or just read them manually.",
    ),
    level: Level::Break,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    for records in context.declared() {
        for (_, field) in records.added().filter(|(_, field)| field.kind != Kind::Array && !field.optional) {
            found.push(
                Draft::new(&RULE, format!("{}.{}", records.path(), field.name))
                    .directions(Directions::NEW_READS_OLD)
                    .sites(records.old.site.clone(), field.site.clone())
                    .why("New readers refuse old records without it.")
                    .fix("Make it optional: readers look at the number of operands before they take it.")
                    .aim(Aim::field(records.blocks.new.key(), records.new.key(), field.key())),
            );
        }
    }
}
