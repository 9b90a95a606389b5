//! `dialect-field-retyped`: a property is another kind of attribute.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-field-retyped",
    code: Code(4026),
    title: "a property is another kind of attribute",
    text: "Readers refuse an attribute whose class is not that of the definition.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for (both, old, new) in super::changed(context) {
        if old.property.kind != new.property.kind || old.property.form == new.property.form || !old.is_attr()
        {
            continue;
        }
        let (was, is) = (class(&old.property.form), class(&new.property.form));
        let why = format!(
            "It has to be {}, and was {}.",
            is.unwrap_or("of another class"),
            was.unwrap_or("of another class")
        );
        let draft = super::rewritten(&RULE, &both, old, new).why(why);
        match (old.property.form.codes(), new.property.form.codes()) {
            (Some(was), Some(is)) if !was.iter().any(|code| is.contains(code)) => found.push(draft),
            // Which attributes are of a class that is no builtin one is not known.
            (Some(was), Some(is)) => {
                // One class is part of the other: who knows the smaller one may refuse.
                let wider = was.iter().all(|code| is.contains(code));
                let directions = if wider { Directions::OLD_READS_NEW } else { Directions::NEW_READS_OLD };
                found.push(super::without_aim(draft.level(Level::DependsOnData).directions(directions)));
            }
            _ => found.push(super::without_aim(draft.level(Level::Note))),
        }
    }
}
