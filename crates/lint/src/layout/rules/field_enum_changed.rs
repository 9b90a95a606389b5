//! `layout-field-enum-changed`: a field holds a number with a name, or no longer.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-field-enum-changed",
    code: Code(3954),
    title: "a field holds a number with a name, or no longer",
    text: "The numbers are the same. Readers that refuse numbers without a name refuse what others wrote.",
    seed: None,
    level: Level::Note,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    for fields in context.fields() {
        let of = |layout: &Layout, ty: &Type| match ty {
            Type::Enum(name) => layout
                .enumeration(name)
                .map(|of| of.cases.iter().map(|case| case.number).collect::<Vec<u64>>()),
            _ => None,
        };
        let (was, is) = (of(&context.old, &fields.old.ty), of(&context.new, &fields.new.ty));
        let same = matches!((&fields.old.ty, &fields.new.ty), (Type::Enum(a), Type::Enum(b)) if a != b);
        if was.is_some() == is.is_some() && !same {
            continue;
        }
        let draft = Draft::new(&RULE, fields.path())
            .sites(fields.old.site.clone(), fields.new.site.clone())
            .fix("Let readers keep numbers that have no name.")
            .why(format!("It is {}, and was {}.", fields.new.ty.text(), fields.old.ty.text()));
        // A type may have no room for all numbers of the enum.
        let narrow = |numbers: &Option<Vec<u64>>, ty: &Type| {
            numbers.iter().flatten().any(|number| *number > ty.highest())
        };
        let narrows = narrow(&was, &fields.new.ty) || narrow(&is, &fields.old.ty);
        let refuses = narrows
            || context.old.reader.refuses_unknown_values
            || context.new.reader.refuses_unknown_values
            || same;
        if refuses {
            let key = fields.records.blocks.new.key();
            found.push(
                draft
                    .level(Level::DependsOnData)
                    .ask(is.and_then(|names| fields.ask_old(|operand| Predicate::NotIn(operand, names))))
                    .aim(Aim::field(key, fields.records.new.key(), fields.new.key())),
            );
        } else {
            found.push(draft.surface(Surface::Source));
        }
    }
}
