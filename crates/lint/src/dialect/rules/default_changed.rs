//! `dialect-default-changed`: an attribute has another default.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "dialect-default-changed",
    code: Code(4033),
    title: "an attribute has another default",
    text: "An attribute that has its default need not be in the file. Where it is not, it means what the reader takes as default: another value than its writer meant.",
    seed: None,
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for (both, old, new) in super::changed(context) {
        if old.default == new.default || new.is_required() || old.is_required() {
            continue;
        }
        let word = |field: &Field| field.default.clone().unwrap_or("none".to_string());
        let draft = Draft::new(&RULE, both.field(new))
            .surface(Surface::Meaning)
            .sites(both.old.site.clone(), both.new.site.clone())
            .why(format!("The default of `{}` was {} and is {}.", new.name(), word(old), word(new)))
            .fix("Keep the default, and let writers set the other value.")
            .ask(both.of.old_name().map(|name| Question::op(&name)));
        // Whether two expressions of C++ give the same attribute cannot be told.
        let literal = [old, new].iter().all(|field| field.default.as_deref().is_none_or(super::is_literal));
        found.push(match literal {
            true => draft.aim(Aim::defaults(both.of.old_name(), both.of.new_name())),
            false => draft.level(Level::Note),
        });
    }
}
