//! What a lint of two operator sets finds. Codes `OL37…` are those of changes of a set; the reasons why two schemas are not compatible have `OL35…`, faults
//! of a table in itself `OL36…`.

outlast_core::codes! {
    pub CODES;
    REMOVED = 3701, "an operator is removed",
        "Programs that call it do not load with the new set (new-reads-old). Keep the operator, or give the change a version and an upgrader that says with \
         other operators what it did; files that cannot be carried over have to be made again (`hard`).";
    BACKWARD = 3702, "programs for the old schema do not run with the new one",
        "The change breaks new-reads-old (backward compatibility, BC). Change the operator so that old calls keep their meaning (new arguments last, with a default), \
         or bump the version of the set and write an upgrader for programs of the versions before.";
    FORWARD = 3703, "programs for the new schema do not run with the old one",
        "The change breaks old-reads-new (forward compatibility, FC). Release readers that know the new form first, let writers give it only after the window in which \
         they are rolled out (`emit_after`), and write a downgrader for readers that stay behind.";
    ADDED = 3704, "an operator is new",
        "Programs that call it do not load with the old set (old-reads-new). A writer may give it when readers know it.";
    RAISES = 3705, "PyTorch's own check ends with an exception",
        "`check_forward_backward_compatibility.py` stops at this operator: it gives neither a yes nor a no for it, and none for the operators after it.";
    ARGUMENT = 3706, "an argument with a default is new",
        "Programs that do not give it run with both sets. Those that give it are refused by the old set (old-reads-new): let writers give it only when readers know it.";
    OTHER_SCHEMA = 3711, "the table has another old schema",
        "The version table lists the operator, but none of its old schemas is the one that the old set has: calls of old programs would not be matched. Copy the schema \
         of the old set to `old_schema`.";
    NOT_FC_ONLY = 3712, "the table says `fc-only` for a change that breaks more",
        "A change of kind `fc-only` needs no upgrader because old programs run as they are. These do not. Write an upgrader, or call the change `hard`.";
    HARD = 3713, "a change without upgrader, as the table says",
        "The table calls the change `hard`: programs of older versions have to be made again. That is known and meant, and it strands every file in production.";
    NOT_IN_HISTORY = 3714, "an old schema that no release had",
        "The old schema of the entry is neither that of the two sets nor that of a release that is known: no program was written for it.";
    NOT_IN_SET = 3715, "the table lists an operator that no set has",
        "Neither the old set nor the new one has the operator. The name is misspelt, or the entry is about an operator that was removed from both.";
    TOO_EARLY = 3721, "the new form may not be written yet",
        "Readers learn a new form before writers give it. The table says from which day on writers may (`emit_after`), and it is not reached: programs written with the new set would \
         not load on readers that are not updated yet.";
    NO_WINDOW = 3722, "the table does not say when writers may give the new form",
        "The change breaks old-reads-new. Add `emit_after`, the day on which the window ends in which readers are updated.";
    NOT_MADE_YET = 3723, "a change with a later date",
        "The table says that the change was made after the day that is asked about.";
    ALLOWANCE_EXPIRED = 3731, "an allowance has expired",
        "The entry of the allow-list ended on the day that it names, and allows nothing any more. Its owner makes the change whole, or extends it.";
    ALLOWANCE_UNUSED = 3732, "an unused allowance",
        "No finding needs the entry of the allow-list: remove it, before it hides another change.";
}
