//! What can change of an operation.

use super::covers;

/// The attribute with what functions hand through to LLVM IR.
pub const PASSTHROUGH: &str = "passthrough";

/// A change of an operation between releases.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Change {
    /// The same operation has two names.
    Renamed {
        /// The older name.
        older: &'static str,
        /// The newer name.
        newer: &'static str,
    },
    /// An operation became a case of another, which older releases have as well: only the newer one can stand for the older one.
    Merged {
        /// The operation that is no more.
        older: &'static str,
        /// The one that can stand for it.
        newer: &'static str,
    },
    /// Blocks of an operation ended with a terminator, and do no longer.
    Terminator {
        /// The operation.
        around: &'static str,
        /// The terminator.
        end: &'static str,
    },
    /// Blocks of an operation end with another terminator.
    Yield {
        /// The operation, by its newer name.
        around: &'static str,
        /// The older terminator.
        older: &'static str,
        /// The newer terminator.
        newer: &'static str,
    },
    /// An attribute of an operation has two names.
    Attribute {
        /// The operation.
        op: &'static str,
        /// The attribute's older name.
        older: &'static str,
        /// Its newer name.
        newer: &'static str,
    },
    /// Numbers that an attribute (or an array of them) enumerates were renumbered.
    Numbers {
        /// The operation.
        op: &'static str,
        /// The attribute.
        attribute: &'static str,
        /// Older and newer numbers.
        pairs: Vec<(i64, i64)>,
    },
    /// Where an operation does not have the attribute, it is as one that has it with this value.
    Default {
        /// The operation; `acc.*` are all of a dialect.
        op: &'static str,
        /// The attribute.
        attribute: &'static str,
        /// The value's text.
        text: &'static str,
    },
    /// What was a unit attribute is a property with a number; without the attribute, the number is 0.
    Unit {
        /// The operation.
        op: &'static str,
        /// The unit attribute.
        older: &'static str,
        /// The property.
        newer: &'static str,
        /// The bits that stand for the attribute. Others are promises of the producer, which a reader can do without.
        value: i64,
    },
    /// A group of operands has two names.
    Group {
        /// The operation; `omp.*` are all of a dialect.
        op: &'static str,
        /// The older name, as `groups` of readers spell it.
        older: &'static str,
        /// The newer name.
        newer: &'static str,
    },
    /// The block of an operation has one more argument: for its last operand, what it is made of.
    Argument {
        /// The operation.
        op: &'static str,
    },
    /// What the block of an operation uses from around are its operands and the block's arguments, and its region is isolated from above. Constants stand in
    /// such blocks, which older releases have outside.
    Handed {
        /// The operation.
        op: &'static str,
        /// What makes constants.
        constant: &'static str,
    },
    /// Sizes behind the first operand are listed in an attribute where they are known.
    Basis {
        /// The operation.
        op: &'static str,
        /// The attribute.
        attribute: &'static str,
    },
    /// Newer releases list the sizes of the result, which older ones have in its type alone.
    Output {
        /// The operation.
        op: &'static str,
        /// The attribute.
        attribute: &'static str,
    },
    /// The layout of data has entries of which older releases know nothing; they take the layout of LLVM IR as a text.
    Layout {
        /// The operation.
        op: &'static str,
        /// The attribute with entries.
        attribute: &'static str,
        /// The attribute with the text.
        text: &'static str,
    },
    /// An operation has other regions.
    Regions {
        /// The operation.
        op: &'static str,
        /// For each of the newer regions which older one it is; none for one that is empty where the older form stands for it.
        from: Vec<Option<usize>>,
    },
    /// Older releases demand that dimensions which a transfer broadcasts are in bounds; in newer ones they always are.
    InBounds {
        /// The operation.
        op: &'static str,
    },
    /// What an attribute said of the size of an object is the object's own size.
    Sized {
        /// The operation.
        op: &'static str,
        /// The attribute.
        attribute: &'static str,
        /// The number that says so in older releases.
        whole: i64,
    },
    /// Older releases collapse all loops of a nest, newer ones as many as an attribute says.
    Collapse {
        /// The operation.
        op: &'static str,
        /// The attribute.
        attribute: &'static str,
    },
    /// The range of the values of a register is an attribute of the dialect `llvm`.
    Range {
        /// The operations: `rocdl.*`.
        op: &'static str,
        /// The attribute.
        attribute: &'static str,
        /// Whether older releases say it as numbers; else they have no use for it.
        kept: bool,
    },
    /// A list beside another one, of things that belong to what that lists; older releases know none.
    Zeros {
        /// The operation.
        op: &'static str,
        /// The attribute.
        attribute: &'static str,
        /// The other list.
        like: &'static str,
    },
    /// An operation on the element of a vector whose position is its last operand became a case of another, whose `static_position` says that it is.
    Element {
        /// The operation that is no more.
        older: &'static str,
        /// The one that can stand for it.
        newer: &'static str,
        /// How many operands stand before the position.
        values: usize,
    },
    /// An attribute that only promises something, or hints at something, of which older releases know nothing.
    Promise {
        /// The operation.
        op: &'static str,
        /// The attribute.
        attribute: &'static str,
        /// Whether it lists attributes of parameters or results, of which some are more than promises.
        of_values: bool,
    },
    /// An attribute that only promises something, hints at something, or says what is known otherwise, of which newer releases know nothing.
    Forgotten {
        /// The operation.
        op: &'static str,
        /// The attribute.
        attribute: &'static str,
        /// Whether it is the type of a function, and known otherwise only if that does not take any number of arguments.
        unless_variadic: bool,
    },
    /// What an attribute promises of parameters or results in their dictionaries, of which older releases know nothing.
    Parameter {
        /// The operation.
        op: &'static str,
        /// The attribute that lists dictionaries.
        attribute: &'static str,
        /// The promise.
        name: &'static str,
    },
    /// An attribute of calls that holds of one as well where the function has it; older releases know it of functions alone.
    OfCallee {
        /// The operation.
        op: &'static str,
        /// The attribute.
        attribute: &'static str,
        /// What functions are.
        function: &'static str,
    },
    /// An attribute of functions that older releases hand through to LLVM IR by its name there, with a number.
    Passthrough {
        /// The operation.
        op: &'static str,
        /// The attribute, an enumeration.
        attribute: &'static str,
        /// Its name in LLVM IR.
        name: &'static str,
        /// Its cases in the order of their numbers there, from 0, with a bar between them.
        cases: &'static str,
    },
    /// An operation that notes something of its module, of which older releases know nothing. They can do without where it has only notes that no function's
    /// code depends on.
    Notes {
        /// The operation.
        op: &'static str,
        /// The attribute that lists notes.
        attribute: &'static str,
        /// The keys of such notes, with a bar between them.
        keys: &'static str,
    },
    /// Operands behind the first that promise something in bundles, of which older releases know nothing.
    Bundles {
        /// The operation.
        op: &'static str,
        /// The attribute with the sizes of bundles.
        sizes: &'static str,
        /// The attribute with what they are.
        tags: &'static str,
    },
    /// An attribute says what an operand points to, which is known from its type where that tells it.
    Pointee {
        /// The operation.
        op: &'static str,
        /// The attribute.
        attribute: &'static str,
    },
}

impl Change {
    /// Whether a conversion rewrites this attribute of an operation, by what the operation is otherwise: what it was is no value to be kept.
    pub fn makes_anew(&self, op: &str, attribute: &str) -> bool {
        match self {
            Change::InBounds { op: of } => *of == op && attribute == "in_bounds",
            Change::Element { newer, .. } => *newer == op && attribute == "static_position",
            Change::Range { op: of, attribute: name, .. } => *name == attribute && covers(of, op),
            Change::Passthrough { op: of, attribute: name, .. } => {
                *of == op && [*name, PASSTHROUGH].contains(&attribute)
            }
            Change::Bundles { op: of, sizes, tags } => *of == op && [*sizes, *tags].contains(&attribute),
            Change::Sized { op: of, attribute: name, .. }
            | Change::Collapse { op: of, attribute: name }
            | Change::Promise { op: of, attribute: name, .. }
            | Change::Forgotten { op: of, attribute: name, .. }
            | Change::OfCallee { op: of, attribute: name, .. }
            | Change::Pointee { op: of, attribute: name }
            | Change::Basis { op: of, attribute: name }
            | Change::Output { op: of, attribute: name }
            | Change::Layout { op: of, text: name, .. }
            | Change::Zeros { op: of, attribute: name, .. } => *of == op && *name == attribute,
            _ => false,
        }
    }
}
