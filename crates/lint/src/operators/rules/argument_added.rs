//! `operator-argument-added`: an argument with a default is new.

use super::prelude::*;

pub(super) static RULE: Rule = rule_of("operator-argument-added", lint::ARGUMENT, Level::Note);

pub(super) fn check(context: &Context<'_>, found: &mut Drafts) {
    context.compatible(|old, new| {
        let has = |name: &str| old.schema.arguments.iter().any(|argument| argument.name == name);
        let names = new.schema.arguments.iter().map(|argument| argument.name.as_str());
        let added: Vec<String> = names.filter(|name| !has(name)).map(|name| format!("`{name}`")).collect();
        if !added.is_empty() {
            let draft = context.noted(&RULE, old, new);
            found.push(draft.why(format!("Old readers refuse programs that give {}.", added.join(", "))));
        }
    });
}
