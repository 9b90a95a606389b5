//! What stands between programs and runtimes of different versions, and what can be wrong with a table. Codes `OL36…` are those of operator versions.

outlast_core::codes! {
    pub CODES;
    UNKNOWN_OPERATOR = 3601, "unknown operator",
        "The runtime has no operator of this name and overload, and the version table does not list it. Deliver the program to a runtime that has it, or \
         register the operator.";
    NEWER = 3602, "the operator is newer than the runtime",
        "The program uses the operator as it is since a version that the runtime has not reached. Deliver an older export of the program, or one that a \
         downgrader takes back.";
    OLDER_THAN_MINIMUM = 3603, "the program is older than the runtime's minimum",
        "The runtime no longer carries upgraders for programs of this version. Upgrade the program before it is delivered (`outlast convert`).";
    RETIRED = 3604, "the version is outside the support window",
        "The support of programs of this version ended on the day that the table says. Upgrade the program before it is delivered, or export it again.";
    HARD_BREAK = 3605, "the change has no upgrader",
        "No function does with the new operator what the old one did. Regenerate the model with the new operator set.";
    OTHER_FORMAT = 3606, "the upgrader is not for this file format",
        "The table restricts upgrader and downgrader to other file formats than the program's.";
    NO_DOWNGRADER = 3607, "the change has no downgrader",
        "No function does with the old operator what the new one does.";
    CONDITION = 3608, "the downgrader's condition does not hold",
        "The downgrader takes back only calls whose arguments meet its condition.";
    VERSION_UNKNOWN = 3609, "the verdict depends on the program's version, which is not known",
        "The operator changed between the versions that the program may be of.";
    VERSION_TWICE = 3611, "two changes of an operator at one version",
        "The ranges of versions that their upgraders are for would overlap. Bump the version for the later change.";
    VERSION_ABOVE = 3612, "a change above the set's version",
        "The table says that the set is at an older version than one of its changes. Raise `version`.";
    VERSION_ZERO = 3613, "a change at version 0",
        "Every operator is at version 0 from the start: a change begins at version 1 at the earliest.";
    UPGRADER_NAME = 3614, "the upgrader's name does not say its range",
        "An upgrader is named for the versions whose programs it upgrades: `name_FROM_TO`, from the version of the change before to the last one before its own, \
         without gaps and overlap.";
    NO_UPGRADER = 3615, "a change without the upgrader that its kind asks for",
        "A change of kind `upgrader` names one. Name it, or call the change `hard` if there is none and `fc-only` if none is needed.";
    NEEDLESS_UPGRADER = 3616, "an upgrader that the kind does not ask for",
        "A change of kind `hard` has no upgrader, and one of kind `fc-only` needs none.";
    NO_OLD_SCHEMA = 3617, "an upgrader without the old schema",
        "Calls of older programs are matched with the schema that the operator had when they were written.";
    OLD_SCHEMA_NAME = 3618, "the old schema is of another operator",
        "The old schema names the operator and overload that the entry is about.";
    SHARED_UPGRADER = 3619, "one function for two changes",
        "Every change has an upgrader and a downgrader of its own: one for each historic signature.";
    BAD_FUNCTION = 3621, "an unusable upgrader or downgrader",
        "The function is missing, does not parse or compile against the operators of its version, or takes other arguments than the schema that it stands in \
         for.";
    BAD_CONDITION = 3622, "a condition that cannot be read",
        "Conditions are comparisons of arguments with literals, joined by `and`, `or` and `not`.";
    DATES = 3620, "dates in the wrong order",
        "A change is made before its support ends, and before writers may use it.";
}
