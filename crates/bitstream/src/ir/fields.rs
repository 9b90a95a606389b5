//! Records of `METADATA_BLOCK_ID` (15) that are nodes of debug information: which of their fields are numbers of other metadata, counted from 1 (0 is none),
//! and of which kind these have to be.
//!
//! The kind of a node, string or value is the code of its record. Readers cast some fields without a look, verifiers look at others: a field of another
//! kind makes some readers drop debug information, and others crash.

/// The kind of a value of the function, which no node of the module can have.
pub(super) const LOCAL: u32 = 0x100;

/// What a field has to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Is {
    /// A string.
    String,
    /// Anything that is not of a function alone.
    Any,
    /// A node.
    Node,
    /// A list: a plain node.
    List,
    File,
    Scope,
    /// A subprogram, or a lexical block in it.
    LocalScope,
    /// A type; before LLVM 3.9 its identifier, a string.
    Type,
    /// A type or a namespace or another scope; before LLVM 3.9 the identifier of a type.
    TypeScope,
    Unit,
    Program,
    Variable,
    LocalVariable,
    Label,
    Expression,
    Location,
    AssignId,
    VariableExpression,
    /// A constant, a variable or an expression: bounds and sizes.
    Bound,
    /// A value, or a list of values.
    Values,
}

impl Is {
    /// Whether a record of a code is that.
    pub(super) fn takes(self, code: u32) -> bool {
        match self {
            Is::String => matches!(code, 1 | 35),
            Is::Any => code != LOCAL,
            Is::Node => !matches!(code, 1 | 2 | 35 | 46 | LOCAL),
            Is::List => matches!(code, 3 | 5 | 8),
            Is::File => code == 16,
            Is::Scope => is_scope(code),
            Is::LocalScope => matches!(code, 21..=23),
            Is::Type => is_type(code) || matches!(code, 1 | 35),
            Is::TypeScope => is_scope(code) || matches!(code, 1 | 35),
            Is::Unit => code == 20,
            Is::Program => code == 21,
            Is::Variable => code == 27,
            Is::LocalVariable => code == 28,
            Is::Label => code == 40,
            Is::Expression => code == 29,
            Is::Location => code == 7,
            Is::AssignId => code == 47,
            Is::VariableExpression => matches!(code, 27 | 37),
            Is::Bound => matches!(code, 2 | 17 | 27..=29),
            // An empty node stands for no value.
            Is::Values => matches!(code, 2 | 3 | 5 | 46 | LOCAL),
        }
    }
}

fn is_type(code: u32) -> bool {
    matches!(code, 15 | 17..=19 | 41 | 48 | 49)
}

fn is_scope(code: u32) -> bool {
    is_type(code) || matches!(code, 16 | 20..=24 | 32 | 44)
}

/// Fields that a record has whatever its length and version.
const FIELDS: &[(u32, &[(usize, Is)])] = &[
    (7, &[(4, Is::Location)]),
    (12, &[(3, Is::String)]),
    (14, &[(2, Is::String)]),
    (15, &[(2, Is::String)]),
    (16, &[(1, Is::String), (2, Is::String), (5, Is::String)]),
    (17, &[(2, Is::String), (3, Is::File), (5, Is::TypeScope), (6, Is::Type), (11, Is::Any), (13, Is::List)]),
    (
        18,
        &[
            (2, Is::String),
            (3, Is::File),
            (5, Is::TypeScope),
            (6, Is::Type),
            (11, Is::List),
            (13, Is::Type),
            (14, Is::List),
            (15, Is::String),
            (16, Is::Node),
            (17, Is::Bound),
            (18, Is::Bound),
            (19, Is::Bound),
            (20, Is::Bound),
            (21, Is::List),
            (23, Is::Type),
            (25, Is::Bound),
        ],
    ),
    (19, &[(2, Is::List)]),
    (
        20,
        &[
            (2, Is::File),
            (3, Is::String),
            (5, Is::String),
            (7, Is::String),
            (9, Is::List),
            (10, Is::List),
            (11, Is::List),
            (12, Is::List),
            (13, Is::List),
            (15, Is::List),
            (20, Is::String),
            (21, Is::String),
        ],
    ),
    (21, &[(1, Is::TypeScope), (2, Is::String), (3, Is::String), (4, Is::File), (6, Is::Type)]),
    (22, &[(1, Is::LocalScope), (2, Is::File)]),
    (23, &[(1, Is::LocalScope), (2, Is::File)]),
    (24, &[(1, Is::Scope)]),
    (25, &[(1, Is::String), (2, Is::Type)]),
    (26, &[(2, Is::String), (3, Is::Type)]),
    (27, &[(1, Is::Scope), (2, Is::String), (3, Is::String), (4, Is::File), (6, Is::Type)]),
    (30, &[(1, Is::String), (2, Is::File), (4, Is::String), (5, Is::String), (7, Is::Type)]),
    (31, &[(2, Is::Scope), (3, Is::Any), (5, Is::String), (6, Is::File), (7, Is::List)]),
    (33, &[(3, Is::String), (4, Is::String)]),
    (34, &[(3, Is::File), (4, Is::List)]),
    (37, &[(1, Is::Variable), (2, Is::Expression)]),
    (40, &[(1, Is::LocalScope), (2, Is::String), (3, Is::File)]),
    (41, &[(2, Is::String), (3, Is::Any), (4, Is::Expression)]),
    (44, &[(1, Is::Scope), (2, Is::Variable), (3, Is::String), (4, Is::File)]),
    (45, &[(1, Is::Bound), (2, Is::Bound), (3, Is::Bound), (4, Is::Bound)]),
    (
        48,
        &[
            (1, Is::String),
            (2, Is::File),
            (4, Is::Scope),
            (8, Is::Type),
            (9, Is::Bound),
            (10, Is::Bound),
            (11, Is::Bound),
            (12, Is::Bound),
        ],
    ),
    (49, &[(2, Is::String)]),
];

/// Calls `field` with the number of each field and what it has to be; fields that are none are left out.
pub(super) fn each(code: u32, ops: &[u64], field: &mut impl FnMut(u64, Is)) {
    let mut one = |at: usize, is: Is| {
        if let Some(number) = ops.get(at).filter(|number| **number != 0) {
            field(*number, is);
        }
    };
    let first = ops.first().copied().unwrap_or(0);
    if let Some((_, fields)) = FIELDS.iter().find(|(known, _)| *known == code) {
        fields.iter().for_each(|(at, is)| one(*at, *is));
    }
    match code {
        3 | 5 => (0..ops.len()).for_each(|at| one(at, Is::Any)),
        12 => (4..ops.len()).for_each(|at| one(at, Is::Any)),
        // `[distinct | version << 1, …]`: the count is a number of its own in the first version, the lower bound in the second, too.
        13 if first >> 1 == 1 => one(1, Is::Bound),
        13 if first >> 1 == 2 => (1..5).for_each(|at| one(at, Is::Bound)),
        // Sizes and offsets are numbers of their own, or metadata.
        15 | 49 if first & 2 != 0 => one(3, Is::Bound),
        16 if ops.get(3).is_some_and(|kind| *kind != 0) => one(4, Is::String),
        17 if first & 2 != 0 => [7, 9].into_iter().for_each(|at| one(at, Is::Bound)),
        18 if first & 4 != 0 => [7, 9].into_iter().for_each(|at| one(at, Is::Bound)),
        48 if first & 2 != 0 => one(5, Is::Bound),
        21 => program(ops, &mut one),
        24 => one(if ops.len() == 3 { 2 } else { 3 }, Is::String),
        26 => one(if ops.len() == 6 { 5 } else { 4 }, Is::Any),
        27 if first >> 1 == 2 => {
            one(9, Is::Node);
            one(10, Is::List);
            one(12, Is::List);
        }
        27 if first >> 1 == 1 => one(10, Is::Node),
        28 => {
            let late = usize::from(first & 2 == 0 && ops.len() > 8);
            one(1 + late, Is::LocalScope);
            one(2 + late, Is::String);
            one(3 + late, Is::File);
            one(5 + late, Is::Type);
            if first & 2 != 0 {
                one(9, Is::List);
            }
        }
        // `[distinct, (file), scope, name, …]`
        32 => {
            let late = if ops.len() >= 8 { 2 } else { 1 };
            if late == 2 {
                one(1, Is::File);
            }
            one(late, Is::Scope);
            (1..5).for_each(|at| one(at + late, Is::String));
        }
        41 if ops.len() > 8 => one(5, Is::Expression),
        _ => {}
    }
    // What is counted from 0: the scope of a location, and values in a list.
    match (code, ops) {
        (7, [_, _, _, scope, ..]) => field(scope.saturating_add(1), Is::LocalScope),
        (46, values) => values.iter().for_each(|value| field(value.saturating_add(1), Is::Values)),
        _ => {}
    }
}

/// `[distinct | unit << 1 | flags << 2, scope, name, linkage name, file, line, type, …]`: with flags of subprograms in one number the fields after the type
/// stand two or three places before where they stood.
fn program(ops: &[u64], one: &mut impl FnMut(usize, Is)) {
    let first = ops.first().copied().unwrap_or(0);
    let flags = first & 4 != 0;
    let (a, b) = match (flags, ops.len()) {
        (true, _) => (0, 0),
        (false, ..19) => (2, 2),
        (false, _) => (2, 3),
    };
    one(8 + a, Is::Type);
    if first & 2 != 0 {
        one(12 + b, Is::Unit);
    }
    one(13 + b, Is::List);
    one(14 + b, Is::Program);
    one(15 + b, Is::List);
    if flags || ops.len() >= 21 {
        one(17 + b, Is::List);
    }
    if flags {
        one(18, Is::List);
        one(19, Is::String);
    }
}

/// Fields of a record of debug information between instructions, counted from 0: place, variable, expression, and what they are of.
pub(super) fn debug_record(code: u32) -> &'static [(usize, Is)] {
    const PLACED: [(usize, Is); 4] =
        [(0, Is::Location), (1, Is::LocalVariable), (2, Is::Expression), (3, Is::Values)];
    match code {
        61 | 62 | 66 => &PLACED,
        63 => &[
            (0, Is::Location),
            (1, Is::LocalVariable),
            (2, Is::Expression),
            (3, Is::Values),
            (4, Is::AssignId),
            (5, Is::Expression),
            (6, Is::Values),
        ],
        64 => &[(0, Is::Location), (1, Is::LocalVariable), (2, Is::Expression)],
        65 => &[(0, Is::Location), (1, Is::Label)],
        _ => &[],
    }
}

/// Whether a record says something that no reader takes: a version, a number that is too large.
pub(super) fn is_odd(code: u32, ops: &[u64]) -> bool {
    let at = |index: usize| ops.get(index).copied().unwrap_or(0);
    let small = |number: u64| u32::try_from(number).is_ok();
    match code {
        // `[distinct, tag, version, …]`
        12 => at(1) >= 1 << 16 || at(2) != 0,
        13 => at(0) >> 1 > 2,
        18 => !small(at(8)),
        // Flags in one number stand only beside a unit's field.
        21 => at(0) & 6 == 4 || at(0) & 6 == 2 && ops.len() < 19,
        27 => at(0) >> 1 > 2 || at(0) >> 1 == 0 && !small(at(11)),
        28 => at(0) & 2 != 0 && !small(at(8)),
        29 => at(0) >> 1 > 3,
        40 => ops.len() > 6 && at(6) != u64::MAX && !small(at(6)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{Is, LOCAL, each, is_odd};

    fn operand_fields(code: u32, ops: &[u64]) -> Vec<(u64, Is)> {
        let mut found = Vec::new();
        each(code, ops, &mut |number, is| found.push((number, is)));
        found
    }

    #[test]
    fn fields_stand_where_the_version_has_them() {
        // A local variable, with the tag that older ones have before the scope, and without.
        assert_eq!(
            operand_fields(28, &[0, 256, 21, 22, 23, 4, 25, 1, 0])[..2],
            [(21, Is::LocalScope), (22, Is::String)]
        );
        assert_eq!(
            operand_fields(28, &[2, 21, 22, 23, 4, 25, 1, 0, 0, 0])[..2],
            [(21, Is::LocalScope), (22, Is::String)]
        );
        // The unit of a subprogram, with flags in one number and without.
        let mut program = [0; 21];
        (program[0], program[12]) = (7, 5);
        assert_eq!(operand_fields(21, &program), [(5, Is::Unit)]);
        (program[0], program[12], program[15]) = (3, 0, 5);
        assert_eq!(operand_fields(21, &program), [(5, Is::Unit)]);
        // A size that is metadata, and one that is a number.
        assert_eq!(operand_fields(15, &[2, 36, 7, 8]), [(7, Is::String), (8, Is::Bound)]);
        assert_eq!(operand_fields(15, &[0, 36, 7, 8]), [(7, Is::String)]);
        // The scope of a location counts from 0.
        assert_eq!(operand_fields(7, &[0, 1, 2, 3, 0, 0]), [(4, Is::LocalScope)]);
    }

    #[test]
    fn kinds() {
        assert!(Is::Scope.takes(21) && Is::Scope.takes(18) && !Is::Scope.takes(28));
        assert!(Is::Any.takes(2) && !Is::Any.takes(LOCAL) && Is::Values.takes(LOCAL));
        assert!(Is::Type.takes(35) && !Is::Node.takes(35));
    }

    #[test]
    fn versions_and_numbers_that_no_reader_takes() {
        assert!(is_odd(12, &[0, 46, 15]) && !is_odd(12, &[0, 46, 0]));
        assert!(is_odd(21, &[5]) && !is_odd(21, &[7]));
        assert!(is_odd(40, &[0, 1, 2, 3, 4, 5, 1 << 40]) && !is_odd(40, &[0, 1, 2, 3, 4, 5, u64::MAX]));
    }
}
