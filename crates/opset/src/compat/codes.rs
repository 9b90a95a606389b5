//! What the reasons for incompatibility mean. Codes `OL35…` are those of changes between two schemas of an operator.

outlast_core::codes! {
    pub CODES;
    NAME = 3501, "another operator or overload",
        "The two schemas are not of the same operator and overload. Files name both, so that a renamed overload is a new one, and the old one was removed.";
    VARIADIC = 3502, "`...` is added or removed",
        "One schema takes or returns any number of values, and the other does not.";
    RETURNS = 3503, "another number of results",
        "Code that was written for the one schema takes apart as many results as that one has.";
    REMOVED = 3504, "an argument is removed",
        "Code that gives the argument is refused by a reader whose schema does not have it.";
    RENAMED = 3505, "another argument at this position",
        "The argument is renamed, moved, or another one is inserted before it. Positional arguments mean something else, and keyword arguments are unknown. \
         Add new arguments after the others, with a default.";
    LENGTH = 3506, "another length of a list",
        "`int[2]` takes a single number for a list of two. With another length, or without one, that number means another list or is refused.";
    ALIAS = 3507, "another alias annotation",
        "What the operator writes to, or what shares memory with what, is not the same: a compiler that relies on it moves or removes operations wrongly.";
    KWARG_ONLY = 3508, "an argument is by keyword only",
        "Code that gives it by position is refused.";
    TYPE = 3509, "a type does not accept the other",
        "Values that code for one schema gives are not accepted by the other.";
    DEFAULT = 3510, "a default is changed or dropped",
        "Code that does not give the argument gets another value, or is refused.";
    DEFAULT_ADDED = 3511, "a default is added",
        "Code for the new schema may leave the argument out, and the old schema has no default for it.";
    NO_DEFAULT = 3512, "a new argument without a default",
        "Code for the old schema does not give it.";
    CONTAINER_DEFAULT = 3513, "a new argument whose default is a list",
        "PyTorch leaves a default out of a file only if it is not a container: files of the new release name the argument, which the old release does not know.";
    OUT_ARGUMENTS = 3514, "another number of out arguments",
        "Code for one schema gives as many out arguments as that one has.";
    RETURN_TYPE = 3515, "a result of an unexpected type",
        "What the reader's operator returns is not accepted where code uses the result.";
    POSITIONAL = 3516, "an argument may be given by position",
        "Code for the new schema may give it by position, and the old schema takes it by keyword only. PyTorch's own check overlooks this.";
    RAISES = 3517, "PyTorch's own check ends with an exception",
        "`is_backward_compatible_with` or `check_forward_compatible_with` reads past the end of the list of arguments for these two schemas.";
}
