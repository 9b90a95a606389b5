//! What releases of upstream's dialects changed, where the one can stand for the other: the rows of `schemas/changes.txt`.
//!
//! A line for each, `#` starts a comment line; the first row lists the releases that rows may name, by their major numbers:
//!
//! ```text
//! releases 16 17 18 19 21 22 23
//! renamed tensor.pack 16-19>22- = linalg.pack
//! merged vector.splat 16-19>22- = vector.broadcast
//! terminator gpu.module 16-19>22- = gpu.module_end
//! yield gpu.warp_execute_on_lane_0 16-19>22- = vector.yield gpu.yield
//! attribute affine.for lower_bound 16>19- = lowerBoundMap
//! numbers memref.atomic_rmw kind 16-19>22- = 0:0 1:1 2:3
//! default llvm.func unsafe_fp_math 16- = false
//! unit llvm.getelementptr inbounds 16-19>22- = noWrapFlags 3
//! group omp.* allocatorsvars 16-19>22- = allocatorvars
//! argument linalg.map 16-19>22- = init
//! regions omp.declare_reduction 19>22- = . 0 1 2 3 .
//! in-bounds vector.transfer_read 19>22- = broadcast
//! sized llvm.intr.lifetime.start size 16-19>22- = -1
//! collapse omp.loop_nest 19>22- = collapse_num_loops
//! range rocdl.* range 19>22- = numbers
//! zeros llvm.mlir.global_ctors data 16-19>22- = ctors
//! element vector.extractelement 16-19>22- = vector.extract 1
//! promise llvm.call memory_effects 16-19>22- = left-out
//! bundles llvm.intr.assume 16-19>22- = op_bundle_sizes op_bundle_tags
//! pointee acc.copyin varType 16-19>22- = element
//! handed emitc.expression 19>22- = emitc.constant
//! basis affine.delinearize_index static_basis 16-19>22- = operands
//! output tensor.expand_shape static_output_shape 16-18>19- = result
//! layout builtin.module dlti.dl_spec 16-19>22- = llvm.data_layout
//! forgotten llvm.call branch_weights 16-19>22- = left-out
//! parameter llvm.func arg_attrs 16-19>22- = llvm.range
//! of-callee llvm.call convergent 16-19>22- = llvm.func
//! passthrough llvm.func uwtable_kind 19>22- = uwtable none|sync|async
//! notes llvm.module_flags 16-19>22- = flags wchar_size|PIC Level
//! ```
//!
//! Behind the kind stand the operation and, of an attribute, its name: the older ones. Then the windows of releases: those that have the
//! older form, `>`, those that have the newer one; of a default attribute, those in which it is the default. `16-19` is from the one to the
//! other, `22-` up to the newest. Then what the newer form is. A release that stands in no window has neither form, or
//! something else by the same name.
//!
//! A test stops at a word that is not known. The text is short, and read when a conversion first asks for it.

mod change;
mod implied_defaults;
mod kind;
mod text;

use std::sync::OnceLock;

use outlast_core::Interval;

pub use change::{Change, PASSTHROUGH};
pub use implied_defaults::{Elided, elided, is_elided, left_out, say_defaults, with_defaults};

static TEXT: &str = include_str!("../../schemas/changes.txt");

/// The form of a change that a release has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The older one.
    Older,
    /// The newer one; also that of a default attribute.
    Newer,
}

/// A change, and which releases have which form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The change.
    pub change: Change,
    /// Releases that have the older form; none of a default attribute.
    pub older: Option<Interval<u32>>,
    /// Releases that have the newer one.
    pub newer: Interval<u32>,
}

impl Row {
    /// The form that a release has; none if it has neither.
    pub fn form(&self, release: u32) -> Option<Form> {
        if self.newer.contains(release) {
            return Some(Form::Newer);
        }
        self.older.filter(|older| older.contains(release)).map(|_| Form::Older)
    }
}

/// All rows, in the order in which a conversion makes them.
pub fn rows() -> &'static [Row] {
    static ROWS: OnceLock<Vec<Row>> = OnceLock::new();
    ROWS.get_or_init(|| text::read(TEXT).unwrap_or_default())
}

/// Changes that concern a file of one release and a reader of another, by their major numbers, with the form that the reader has.
///
/// Both releases have a form of each. They may have the same one: what was converted before can have the names of a release that its
/// producer is not. Of a file whose release is not known, only the reader counts.
pub fn between(from: Option<u32>, to: u32) -> impl Iterator<Item = (&'static Change, Form)> {
    let of = move |row: &'static Row| {
        from.is_none_or(|from| row.form(from).is_some())
            .then(|| row.form(to).map(|form| (&row.change, form)))?
    };
    rows().iter().filter_map(of)
}

/// The form of a change that a release has.
pub fn form_in(change: &Change, release: Option<u32>) -> Option<Form> {
    rows().iter().find(|row| row.change == *change)?.form(release?)
}

/// The other name that an operation has in one of two releases; that of what became a case of it, if it has been one of its own always.
pub fn other_operation(from: Option<u32>, to: u32, name: &str) -> Option<&'static str> {
    between(from, to).find_map(|(change, _)| match change {
        Change::Renamed { older, newer }
        | Change::Merged { older, newer }
        | Change::Element { older, newer, .. }
            if *newer == name =>
        {
            Some(*older)
        }
        Change::Renamed { older, newer } if *older == name => Some(*newer),
        _ => None,
    })
}

/// The other name that an attribute of an operation has in one of two releases.
pub fn other_attribute(from: Option<u32>, to: u32, op: &str, name: &str) -> Option<&'static str> {
    between(from, to).find_map(|(change, _)| match change {
        Change::Attribute { op: of, older, newer } | Change::Unit { op: of, older, newer, .. }
            if *of == op && *older == name =>
        {
            Some(*newer)
        }
        Change::Attribute { op: of, older, newer } | Change::Unit { op: of, older, newer, .. }
            if *of == op && *newer == name =>
        {
            Some(*older)
        }
        _ => None,
    })
}

/// The other name of a group of operands in one of two releases.
pub fn other_group(from: Option<u32>, to: u32, op: &str, name: &str) -> Option<&'static str> {
    between(from, to).find_map(|(change, _)| match change {
        Change::Group { op: of, older, newer } if covers(of, op) && *older == name => Some(*newer),
        Change::Group { op: of, older, newer } if covers(of, op) && *newer == name => Some(*older),
        _ => None,
    })
}

/// Whether a row's operation, or dialect, is that of an operation.
pub fn covers(of: &str, op: &str) -> bool {
    of.strip_suffix('*').map_or(of == op, |dialect| op.starts_with(dialect))
}

/// The text of the value that an operation without an attribute has, whatever the releases; none if no row says it.
pub fn default(op: &str, attribute: &str) -> Option<&'static str> {
    rows().iter().find_map(|row| match row.change {
        Change::Default { op: of, attribute: name, text } if name == attribute && covers(of, op) => {
            Some(text)
        }
        _ => None,
    })
}

/// How a reader numbers what an attribute enumerates, if the release that gave the numbers does it in another way.
pub fn numbers(from: u32, to: u32, op: &str, attribute: &str) -> Option<Renumbering> {
    rows().iter().find_map(|row| match &row.change {
        Change::Numbers { op: of, attribute: name, pairs } if *of == op && *name == attribute => {
            let to = row.form(to)?;
            (row.form(from)? != to).then_some(Renumbering { pairs, to })
        }
        _ => None,
    })
}

/// Numbers of one release, and those of another for the same.
#[derive(Clone, Copy, Debug)]
pub struct Renumbering {
    pairs: &'static [(i64, i64)],
    to: Form,
}

impl Renumbering {
    /// The reader's number for the same; none if it has none.
    pub fn number(self, value: i64) -> Option<i64> {
        let mut pairs = self.pairs.iter();
        match self.to {
            Form::Newer => pairs.find(|(older, _)| *older == value).map(|(_, newer)| *newer),
            Form::Older => pairs.find(|(_, newer)| *newer == value).map(|(older, _)| *older),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Change, Form, TEXT, between, numbers, other_attribute, other_operation, text};

    #[test]
    fn every_line_is_a_row() {
        let lines = TEXT.lines().filter(|line| !line.starts_with(['#']) && !line.is_empty());
        assert_eq!(text::read(TEXT).map(|rows| rows.len()), Ok(lines.count() - 1));
    }

    #[test]
    fn names_in_both_directions() {
        for (from, to) in [(Some(19), 22), (Some(22), 19), (None, 22), (Some(16), 22), (Some(22), 22)] {
            assert_eq!(other_operation(from, to, "tensor.pack"), Some("linalg.pack"));
            assert_eq!(other_operation(from, to, "linalg.pack"), Some("tensor.pack"));
            // Older releases have the operation that another one became a case of.
            assert_eq!(other_operation(from, to, "vector.broadcast"), Some("vector.splat"));
            assert_eq!(other_operation(from, to, "vector.splat"), None);
        }
        assert_eq!(other_attribute(Some(19), 22, "tosa.const", "value"), Some("values"));
        assert_eq!(other_attribute(Some(22), 16, "tosa.const", "values"), Some("value"));
        assert_eq!(other_attribute(Some(19), 22, "tosa.mul", "value"), None);
    }

    #[test]
    fn what_does_not_hold_of_a_release_is_not_said_of_it() {
        // LLVM 16 has neither name of the operation, nor groups of privatizers.
        assert_eq!(other_operation(Some(19), 22, "tosa.int_div"), Some("tosa.intdiv"));
        assert_eq!(other_operation(Some(22), 16, "tosa.intdiv"), None);
        assert_eq!(other_operation(Some(16), 22, "tosa.int_div"), None);
        assert_eq!(other_attribute(Some(22), 16, "omp.parallel", "private_syms"), None);
        assert_eq!(between(Some(19), 24).count(), between(Some(19), 23).count());
        // Steps chain: what came between 19 and 21 is no change from there to 22, and the other way round.
        assert_eq!(other_attribute(Some(19), 21, "tosa.const", "value"), Some("values"));
        assert_eq!(other_attribute(Some(18), 23, "tosa.const", "value"), Some("values"));
        assert_eq!(other_operation(Some(22), 17, "linalg.pack"), Some("tensor.pack"));
        let regions = |from: u32, to: u32| {
            between(Some(from), to).filter(|(change, _)| matches!(change, Change::Regions { .. })).count()
        };
        assert_eq!([regions(19, 21), regions(19, 22), regions(22, 21), regions(18, 22)], [1, 1, 1, 0]);
        // Of attributes that were renamed, only the two of `affine.for` have another name in 19 than in 16.
        let newer = between(Some(16), 19).filter(|(_, form)| *form == Form::Newer);
        let attributes = newer.filter(|(change, _)| matches!(change, Change::Attribute { .. }));
        assert_eq!(attributes.count(), 2);
    }

    #[test]
    fn numbers_and_back() {
        let [up, down] =
            [(19, 22), (22, 16)].map(|(from, to)| numbers(from, to, "memref.atomic_rmw", "kind"));
        let (up, down) = (up.unwrap(), down.unwrap());
        for older in 0..=14 {
            assert_eq!(up.number(older).and_then(|newer| down.number(newer)), Some(older));
        }
        assert_eq!((up.number(12), up.number(15), down.number(15)), (Some(2), None, None));
        assert!(numbers(19, 16, "memref.atomic_rmw", "kind").is_none());
        assert!(numbers(16, 22, "xegpu.atomic_rmw", "kind").is_none());
        assert!(numbers(19, 21, "memref.atomic_rmw", "kind").is_none());
        assert!(numbers(21, 22, "memref.atomic_rmw", "kind").is_some());
    }
}
