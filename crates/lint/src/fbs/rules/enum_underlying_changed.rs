//! `fbs-enum-underlying-changed`: an enum is stored as another integer type.

use super::prelude::*;
use crate::fbs::data::Questioned;
use crate::fbs::relation::scalars;

pub(super) static RULE: Rule = Rule {
    name: "fbs-enum-underlying-changed",
    code: Code(3876),
    title: "an enum is stored as another integer type",
    text: "The type is what fields of the enum are on the wire. Another width is read wrongly; another sign only for numbers with the most significant bit set. Keep the type.",
    seed: Some("Ideally the types of fields must not change."),
    level: Level::Break,
};

pub(super) fn check(context: &Context<'_>, found: &mut Findings) {
    for enums in context.enums().filter(|enums| enums.old.scalar != enums.new.scalar) {
        let (s, t) = (enums.old.scalar, enums.new.scalar);
        let (old, new) = context.enum_sites(enums);
        let (level, question) = match scalars(s, t) {
            Relation::Sign(..) => {
                let of = Questioned::Enum(enums.pair.old);
                let predicate = Predicate::HighBit;
                (Level::DependsOnData, Some(Question { of, path: enums.pair.path.clone(), predicate }))
            }
            _ => (Level::Break, None),
        };
        found.push(
            Draft::new(&RULE, enums.pair.path.clone())
                .files_decide()
                .by_rule(super::wider(s, t))
                .level(level)
                .sites(old, new)
                .why(format!(
                    "`{}` was stored as `{}` and is stored as `{}`.",
                    enums.new.name,
                    s.name(),
                    t.name()
                ))
                .fix(format!("Write `enum {} : {}`.", enums.new.short_name(), s.name()))
                .aim(Aim::Numbers { old: enums.pair.old, new: enums.pair.new })
                .ask(question),
        );
    }
}
