//! [`Ir::walk`]: all operations of a file in their order, with no more than one function in memory.

use std::ops::Range;
use std::rc::Rc;

use outlast_core::Result;

use super::{Ir, Nested};
use crate::file::File;
use crate::ids::OpId;
use crate::tables::Tables;

/// Operations of a file that follow each other.
#[derive(Clone, Debug)]
pub struct Part<'p> {
    /// What they were read with: all that is outside of functions; or a function, which is the first operation, with all that is inside.
    pub ir: &'p Ir,
    /// The operations.
    pub ops: Range<u32>,
    /// The number that the first of them has in the file.
    pub first: u32,
}

impl Part<'_> {
    /// The operations, each with its number in the file.
    pub fn ops(&self) -> impl Iterator<Item = (OpId, OpId)> + use<> {
        let before = self.ops.start;
        let first = self.first;
        self.ops.clone().map(move |op| (OpId(op), OpId(first.saturating_add(op - before))))
    }
}

impl Ir {
    /// Reads all operations of a file, and hands them over in the order of the file: what stands outside of regions in a section of their
    /// own together, and each operation with such regions by itself, with all that is inside.
    ///
    /// # Errors
    ///
    /// As for [`Ir::read`] of all: it is then unknown how much was handed over.
    pub fn walk(file: &File<'_>, tables: &Tables<'_>, mut each: impl FnMut(&Part<'_>)) -> Result<()> {
        // Places of errors count all operations.
        Ir::parts(file, tables, &mut each)
            .or_else(|error| Ir::read(file, tables, Nested::Read).and(Err(error)))
    }

    /// Reads all operations of a file: each operation with regions in a section of their own by itself, with all that is inside, in the order of the file;
    /// then all that stands outside of those, where they are without regions. With the numbers that operations have in the file; none of those that
    /// were handed over before. With a function comes what stands outside, and which operation of that it is.
    ///
    /// # Errors
    ///
    /// As for [`Ir::read`] of all.
    pub fn walk_functions(
        file: &File<'_>,
        tables: &Tables<'_>,
        mut each: impl FnMut(Rc<Ir>, &[Option<OpId>], Option<(&Rc<Ir>, OpId)>),
    ) -> Result<()> {
        let top = Rc::new(Ir::read(file, tables, Nested::Skip(1))?);
        let mut outside = Vec::with_capacity(top.len());
        let mut next = 0_u32;
        let mut number = || {
            let op = OpId(next);
            next = next.saturating_add(1);
            Some(op)
        };
        let mut inside = Vec::new();
        for lazy in top.all_lazy() {
            while outside.len() < lazy.op.index() {
                outside.push(number());
            }
            let inner = Ir::function(file, tables, &top, lazy)?;
            inside.clear();
            inside.extend((0..inner.len()).map(|_| number()));
            each(Rc::new(inner), &inside, Some((&top, lazy.op)));
            outside.push(None);
        }
        while outside.len() < top.len() {
            outside.push(number());
        }
        each(Rc::clone(&top), &outside, None);
        Ok(())
    }

    fn parts(file: &File<'_>, tables: &Tables<'_>, each: &mut dyn FnMut(&Part<'_>)) -> Result<()> {
        let top = Ir::read(file, tables, Nested::Skip(1))?;
        let wide = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let (mut next, mut number) = (0, 0_u32);
        for lazy in top.all_lazy() {
            let ops = next..lazy.op.0;
            next = lazy.op.0 + 1;
            let count = ops.end - ops.start;
            if count > 0 {
                each(&Part { ir: &top, ops, first: number });
            }
            number = number.saturating_add(count);
            let inner = Ir::function(file, tables, &top, lazy)?;
            let ops = 0..wide(inner.len());
            let count = ops.end;
            each(&Part { ir: &inner, ops, first: number });
            number = number.saturating_add(count);
        }
        let ops = next..wide(top.len());
        each(&Part { ir: &top, ops, first: number });
        Ok(())
    }
}
