//! `layout-literal-changed`: a literal changed, or is no longer a literal.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    name: "layout-literal-changed",
    code: Code(3955),
    title: "a literal changed, or is no longer a literal",
    text: "A literal has no bits in a record that is written by its abbreviation, but readers get its value, and some check it.",
    seed: Some(
        "At a high level, this means that whatever data is introduced in v6, it doesn't interfere with what v5 is looking for.",
    ),
    level: Level::Break,
};

pub(super) fn check(context: &Context, found: &mut Findings) {
    for fields in context.fields() {
        let literal = |field: &Field| match field.op {
            Op::Literal(value) => Some(value),
            _ => None,
        };
        let (was, is) = (literal(fields.old), literal(fields.new));
        if was == is {
            continue;
        }
        let text =
            |value: Option<u64>| value.map_or("any value".to_string(), |value| format!("always {value}"));
        let question = is.and_then(|value| fields.ask_old(|operand| Predicate::NotIn(operand, vec![value])));
        let checked = context.old.reader.checks_literals || context.new.reader.checks_literals;
        let level = match (was.is_some() && is.is_some(), checked) {
            (_, false) => Level::Note,
            (true, true) => Level::Break,
            (false, true) => Level::DependsOnData,
        };
        found.push(
            Draft::new(&RULE, fields.path())
                .level(level)
                .sites(fields.old.site.clone(), fields.new.site.clone())
                .why(format!("It is {}, and was {}.", text(is), text(was)))
                .fix("Keep the literal; say what is new in a field at the end.")
                .ask(question)
                .aim(Aim::field(fields.records.blocks.new.key(), fields.records.new.key(), fields.new.key())),
        );
    }
}
