//! [`Kind`]: the first word of a row, and the change that it is.

use super::Change;

/// Kinds of rows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Renamed,
    Merged,
    Terminator,
    Yield,
    Attribute,
    Numbers,
    Default,
    Unit,
    Group,
    Argument,
    Regions,
    InBounds,
    Sized,
    Collapse,
    Range,
    Element,
    Zeros,
    Promise,
    Bundles,
    Pointee,
    Forgotten,
    Passthrough,
    Notes,
    Handed,
    Parameter,
    OfCallee,
    Basis,
    Layout,
    Output,
}

/// Kinds in the order of their numbers, and what they are called.
const KINDS: [(Kind, &str); 29] = [
    (Kind::Renamed, "renamed"),
    (Kind::Merged, "merged"),
    (Kind::Terminator, "terminator"),
    (Kind::Yield, "yield"),
    (Kind::Attribute, "attribute"),
    (Kind::Numbers, "numbers"),
    (Kind::Default, "default"),
    (Kind::Unit, "unit"),
    (Kind::Group, "group"),
    (Kind::Argument, "argument"),
    (Kind::Regions, "regions"),
    (Kind::InBounds, "in-bounds"),
    (Kind::Sized, "sized"),
    (Kind::Collapse, "collapse"),
    (Kind::Range, "range"),
    (Kind::Element, "element"),
    (Kind::Zeros, "zeros"),
    (Kind::Promise, "promise"),
    (Kind::Bundles, "bundles"),
    (Kind::Pointee, "pointee"),
    (Kind::Forgotten, "forgotten"),
    (Kind::Passthrough, "passthrough"),
    (Kind::Notes, "notes"),
    (Kind::Handed, "handed"),
    (Kind::Parameter, "parameter"),
    (Kind::OfCallee, "of-callee"),
    (Kind::Basis, "basis"),
    (Kind::Layout, "layout"),
    (Kind::Output, "output"),
];

impl Kind {
    pub(super) fn named(name: &str) -> Option<Kind> {
        KINDS.iter().find(|(_, known)| *known == name).map(|(kind, _)| *kind)
    }

    /// Whether the name of an attribute stands behind that of the operation.
    pub(super) fn of_attribute(self) -> bool {
        matches!(
            self,
            Kind::Attribute
                | Kind::Numbers
                | Kind::Default
                | Kind::Unit
                | Kind::Group
                | Kind::Sized
                | Kind::Range
                | Kind::Zeros
                | Kind::Promise
                | Kind::Pointee
                | Kind::Forgotten
                | Kind::Passthrough
                | Kind::Parameter
                | Kind::OfCallee
                | Kind::Basis
                | Kind::Layout
                | Kind::Output
        )
    }

    /// How many words a row has, the operation among them.
    pub(super) fn words(self) -> usize {
        match self {
            Kind::Regions => 1,
            Kind::Renamed
            | Kind::Element
            | Kind::Merged
            | Kind::Terminator
            | Kind::Numbers
            | Kind::Argument
            | Kind::InBounds
            | Kind::Handed
            | Kind::Collapse => 2,
            Kind::Yield
            | Kind::Attribute
            | Kind::Default
            | Kind::Unit
            | Kind::Group
            | Kind::Sized
            | Kind::Range
            | Kind::Zeros
            | Kind::Promise
            | Kind::Bundles
            | Kind::Pointee
            | Kind::Forgotten
            | Kind::Parameter
            | Kind::OfCallee
            | Kind::Basis
            | Kind::Layout
            | Kind::Output
            | Kind::Notes => 3,
            Kind::Passthrough => 4,
        }
    }
}

/// The change that a row is, by its words, of which the last are empty, and its pairs.
pub(super) fn change(
    kind: Kind,
    [first, second, third, fourth]: [&'static str; 4],
    pairs: Vec<(i64, i64)>,
) -> Change {
    match kind {
        Kind::Renamed => Change::Renamed { older: first, newer: second },
        Kind::Merged => Change::Merged { older: first, newer: second },
        Kind::Terminator => Change::Terminator { around: first, end: second },
        Kind::Yield => Change::Yield { around: first, older: second, newer: third },
        Kind::Attribute => Change::Attribute { op: first, older: second, newer: third },
        Kind::Numbers => Change::Numbers { op: first, attribute: second, pairs },
        Kind::Default => Change::Default { op: first, attribute: second, text: third },
        Kind::Unit => {
            let value = pairs.first().map_or(0, |(_, value)| *value);
            Change::Unit { op: first, older: second, newer: third, value }
        }
        Kind::Group => Change::Group { op: first, older: second, newer: third },
        Kind::Argument => Change::Argument { op: first },
        Kind::Regions => {
            let from = |(_, from): (i64, i64)| usize::try_from(from).ok();
            Change::Regions { op: first, from: pairs.into_iter().map(from).collect() }
        }
        Kind::InBounds => Change::InBounds { op: first },
        Kind::Sized => Change::Sized { op: first, attribute: second, whole: third.parse().unwrap_or(-1) },
        Kind::Collapse => Change::Collapse { op: first, attribute: second },
        Kind::Element => {
            let values = pairs.first().and_then(|(_, values)| usize::try_from(*values).ok());
            Change::Element { older: first, newer: second, values: values.unwrap_or(1) }
        }
        Kind::Zeros => Change::Zeros { op: first, attribute: second, like: third },
        Kind::Promise => Change::Promise { op: first, attribute: second, of_values: third == "of-values" },
        Kind::Bundles => Change::Bundles { op: first, sizes: second, tags: third },
        Kind::Pointee => Change::Pointee { op: first, attribute: second },
        Kind::Handed => Change::Handed { op: first, constant: second },
        Kind::Parameter => Change::Parameter { op: first, attribute: second, name: third },
        Kind::OfCallee => Change::OfCallee { op: first, attribute: second, function: third },
        Kind::Basis => Change::Basis { op: first, attribute: second },
        Kind::Output => Change::Output { op: first, attribute: second },
        Kind::Layout => Change::Layout { op: first, attribute: second, text: third },
        Kind::Forgotten => {
            Change::Forgotten { op: first, attribute: second, unless_variadic: third == "unless-variadic" }
        }
        Kind::Passthrough => Change::Passthrough { op: first, attribute: second, name: third, cases: fourth },
        Kind::Notes => Change::Notes { op: first, attribute: second, keys: third },
        Kind::Range => Change::Range { op: first, attribute: second, kept: third == "numbers" },
    }
}
