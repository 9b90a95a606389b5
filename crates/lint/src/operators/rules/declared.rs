//! The rules whose findings `outlast_opset` makes: what each makes of the findings with its code.

use super::prelude::*;

/// Declares rules: what each is about, its name, code and level, and the method of [`Context`] that drafts its findings.
macro_rules! declared {
    ($(#[$doc:meta] $rule:ident: $name:literal, $code:expr, $level:ident, $draft:ident($($direction:ident)?);)*) => {$(
        #[$doc]
        pub(in crate::operators::rules) mod $rule {
            use super::*;

            pub(in crate::operators::rules) static RULE: Rule = rule_of($name, $code, Level::$level);

            pub(in crate::operators::rules) fn check(context: &Context<'_>, found: &mut Drafts) {
                context.$draft(&RULE, $(Direction::$direction,)? found);
            }
        }
    )*};
}

declared! {
    /// Two changes of an operator at one version.
    table_version_twice: "operator-table-version-twice", versions::VERSION_TWICE, Break, table();
    /// A change above the set's version.
    table_version_above: "operator-table-version-above", versions::VERSION_ABOVE, Break, table();
    /// A change at version 0.
    table_version_zero: "operator-table-version-zero", versions::VERSION_ZERO, Break, table();
    /// The upgrader's name does not say its range.
    upgrader_name: "operator-upgrader-name", versions::UPGRADER_NAME, Break, table();
    /// A change without the upgrader that its kind asks for.
    no_upgrader: "operator-no-upgrader", versions::NO_UPGRADER, Break, table();
    /// An upgrader that the kind does not ask for.
    needless_upgrader: "operator-needless-upgrader", versions::NEEDLESS_UPGRADER, Break, table();
    /// An upgrader without the old schema.
    no_old_schema: "operator-no-old-schema", versions::NO_OLD_SCHEMA, Break, table();
    /// The old schema is of another operator.
    old_schema_name: "operator-old-schema-name", versions::OLD_SCHEMA_NAME, Break, table();
    /// One function for two changes.
    shared_upgrader: "operator-shared-upgrader", versions::SHARED_UPGRADER, Break, table();
    /// Dates in the wrong order.
    table_dates: "operator-table-dates", versions::DATES, Break, table();
    /// An unusable upgrader or downgrader.
    upgrader_fails: "operator-upgrader-fails", versions::BAD_FUNCTION, Break, table();
    /// A condition that cannot be read.
    bad_condition: "operator-bad-condition", versions::BAD_CONDITION, Break, table();
    /// An operator is removed.
    removed: "operator-removed", lint::REMOVED, Break, breaks(NewReadsOld);
    /// Programs for the old schema do not run with the new one.
    backward: "operator-backward", lint::BACKWARD, Break, breaks(NewReadsOld);
    /// Programs for the new schema do not run with the old one.
    forward: "operator-forward", lint::FORWARD, DependsOnData, breaks(OldReadsNew);
    /// An operator is new.
    added: "operator-added", lint::ADDED, Note, breaks(OldReadsNew);
    /// The table has another old schema.
    other_schema: "operator-other-schema", lint::OTHER_SCHEMA, Break, says(NewReadsOld);
    /// The table says `fc-only` for a change that breaks more.
    not_fc_only: "operator-not-fc-only", lint::NOT_FC_ONLY, Break, says(NewReadsOld);
    /// A change without upgrader, as the table says.
    hard: "operator-hard", lint::HARD, DependsOnData, breaks(NewReadsOld);
    /// An old schema that no release had.
    not_in_history: "operator-not-in-history", lint::NOT_IN_HISTORY, DependsOnData, table();
    /// The table lists an operator that no set has.
    not_in_set: "operator-not-in-set", lint::NOT_IN_SET, DependsOnData, table();
    /// The new form may not be written yet.
    too_early: "operator-too-early", lint::TOO_EARLY, Break, breaks(OldReadsNew);
    /// The table does not say when writers may give the new form.
    no_window: "operator-no-window", lint::NO_WINDOW, DependsOnData, says(OldReadsNew);
    /// A change with a later date.
    not_made_yet: "operator-not-made-yet", lint::NOT_MADE_YET, DependsOnData, table();
    /// An allowance has expired.
    allowance_expired: "operator-allowance-expired", lint::ALLOWANCE_EXPIRED, Break, allow();
    /// An unused allowance.
    allowance_unused: "operator-allowance-unused", lint::ALLOWANCE_UNUSED, DependsOnData, allow();
}
