//! What speaks against it that a file is as its writer wrote it: what [`mod@crate::verify`] finds, and what no writer of MLIR does.
//!
//! A verdict `loads` presupposes that a file is sound: its producer's verifier took all that is in it. Where bytes were changed afterwards, that does not
//! hold. Most such changes show: what is referred to has another number than the writer gives it, a text cannot be parsed, a value is used where it is not
//! defined. One pass over the operations, function by function, in the order in which writers number them.

mod builtin;
mod strings;
mod texts;
mod values;
mod words;

use outlast_core::{Code, Diagnostic, Path, Place, Result, Severity, SortShort, Span};

use crate::file::File;
use crate::ids::RegionId;
use crate::ir::{Ir, LazyRegions, Nested};
use crate::schema::FileSchemas;
use crate::tables::Tables;
use crate::verify::{self, Parts};
use crate::write::AsWritten;

/// Something that speaks against a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The code of the finding of [`mod@crate::verify`]; none if it is none.
    pub code: Option<Code>,
    /// Whether that finding is an error.
    pub is_error: bool,
    /// What is wrong.
    pub what: String,
    /// Where.
    pub place: Place,
}

impl Fault {
    fn new(what: String, place: Place) -> Fault {
        Fault { code: None, is_error: false, what, place }
    }

    fn of(finding: Diagnostic) -> Fault {
        let is_error = finding.severity == Severity::Error;
        Fault { code: Some(finding.code), is_error, what: finding.title, place: finding.place }
    }
}

/// How many faults are kept of each kind.
const MOST: usize = 8;

/// What speaks against a file whose tables were read; nothing if nothing does.
///
/// # Errors
///
/// An operation that cannot be read.
pub(crate) fn faults(file: &File<'_>, tables: &Tables<'_>, schemas: &FileSchemas) -> Result<Vec<Fault>> {
    let mut parts = Parts::of(file, tables);
    let mut written = AsWritten::new(file.version(), tables, schemas);
    let mut properties = Uses::default();
    let mut found: Vec<Fault> = Vec::new();
    let top = Ir::read(file, tables, Nested::Skip(1))?;
    let first = top.ops().next();
    if let Some(op) = first {
        written.top(&top, op);
    }
    let look = |ir: &Ir, lazy: Option<&LazyRegions>, found: &mut Vec<Fault>, parts: &mut Parts<'_, '_>| {
        parts.look(ir, lazy);
        if found.len() < MOST {
            let path = verify::path_of(crate::defs::section::IR);
            let path = lazy.map_or(path.clone(), |lazy| path.item("operation", lazy.op.index()));
            let span = parts.span(lazy);
            values::check(ir, tables, &mut |what, op| {
                let path: Path = path.item("operation", op.index());
                found.push(Fault::new(what, Place::new(span.clone(), path)));
            });
        }
    };
    look(&top, None, &mut found, &mut parts);
    // Regions outside of functions, and functions, in the order in which writers go through them: the last ones first.
    let mut next: Vec<Next> = first.into_iter().flat_map(|op| top.regions(op)).map(Next::Region).collect();
    while let Some(one) = next.pop() {
        match one {
            Next::Region(region) => {
                written.region(&top, region);
                for op in top.blocks(region).flat_map(|block| top.block_ops(block)) {
                    match top.all_lazy().binary_search_by_key(&op, |lazy| lazy.op) {
                        Ok(at) => next.push(Next::Function(at)),
                        Err(_) => next.extend(top.regions(op).map(Next::Region)),
                    }
                }
            }
            Next::Function(at) => {
                let Some(lazy) = top.all_lazy().get(at) else { continue };
                let inner = Ir::materialize(file, tables, lazy, Nested::Read)?;
                look(&inner, Some(lazy), &mut found, &mut parts);
                properties.look(at, &inner);
                let mut inside: Vec<RegionId> = inner.root_regions().collect();
                while let Some(region) = inside.pop() {
                    written.region(&inner, region);
                    for op in inner.blocks(region).flat_map(|block| inner.block_ops(block)) {
                        inside.extend(inner.regions(op));
                    }
                }
            }
        }
    }
    let (findings, unsure) = parts.into_findings();
    let mut all: Vec<Fault> = findings.into_iter().map(Fault::of).collect();
    all.extend(unsure.into_iter().map(|(what, place)| Fault::new(what, place)));
    all.append(&mut found);
    let whole = |id: u8| Place::new(Span::default(), verify::path_of(id));
    let numbering = written.other(tables, file.producer());
    let number = |(what, number)| format!("{what} {number} has another number than MLIR's writer gives it");
    all.extend(numbering.map(number).map(|what| Fault::new(what, whole(crate::defs::section::ATTR_TYPE))));
    all.extend(
        properties.other(&top, tables).map(|what| Fault::new(what, whole(crate::defs::section::PROPERTIES))),
    );
    all.extend(strings::check(tables).map(|what| Fault::new(what, whole(crate::defs::section::STRING))));
    builtin::check(tables, MOST, &mut all);
    texts::check(file, tables, MOST, &mut all);
    texts::names(tables, MOST, &mut all);
    Ok(all)
}

/// What is to be gone through next.
enum Next {
    Region(RegionId),
    Function(usize),
}

/// By function, the distinct properties that its operations have, in their order.
#[derive(Default)]
struct Uses(Vec<(usize, Vec<u32>)>);

impl Uses {
    fn look(&mut self, function: usize, ir: &Ir) {
        self.0.push((function, Uses::of(ir, 0..ir.len())));
    }

    /// Those that are greater than all before: these alone can be met for the first time.
    fn of(ir: &Ir, ops: std::ops::Range<usize>) -> Vec<u32> {
        let mut all: Vec<u32> = Vec::new();
        for op in ops.filter_map(|op| u32::try_from(op).ok()) {
            if let Some(id) = ir.properties(crate::ids::OpId(op))
                && all.last().is_none_or(|last| *last < id.0)
            {
                all.push(id.0);
            }
        }
        all
    }

    /// Properties that are not in the order in which operations have them for the first time.
    fn other(mut self, top: &Ir, tables: &Tables<'_>) -> Option<String> {
        // A dialect that writes an older version of itself may have properties of its own making.
        if tables.dialects.iter().any(|dialect| dialect.version.is_some()) {
            return None;
        }
        self.0.sort_short_by_key(|(function, _)| *function);
        let mut functions = self.0.into_iter().map(|(_, uses)| uses);
        let (mut next, mut from) = (0, 0);
        let mut out = None;
        let mut meet = |uses: Vec<u32>| {
            for id in uses {
                match id {
                    id if id == next => next += 1,
                    id if id > next && out.is_none() => out = Some(id),
                    _ => {}
                }
            }
        };
        for lazy in top.all_lazy() {
            let end = lazy.op.index() + 1;
            meet(Uses::of(top, from..end));
            meet(functions.next().unwrap_or_default());
            from = end;
        }
        meet(Uses::of(top, from..top.len()));
        let len = u32::try_from(tables.properties.len()).unwrap_or(u32::MAX);
        let out = out.or((next < len).then_some(next))?;
        Some(format!("properties {out} have another number than MLIR's writer gives them"))
    }
}
