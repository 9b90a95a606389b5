//! Bundled programs (`.bpte`): a program, byte for byte, with test cases for its methods.

mod indices;
mod make;
mod signature;

use std::borrow::Cow;

use outlast_core::{Budget, Bytes, Error, Result, Step};
use outlast_flatbuffers::view::{self, Table, Vector};

use crate::defs::BUNDLED_IDENTIFIER;
use crate::flat_tensor::Layout;
use crate::header::expect_identifier;
use crate::work::{Spending, budget};

pub use indices::{InputUse, input_uses};
pub use make::{make_bundle, rename_cases, with_program};
pub use signature::{Mismatch, Parameter, Side, Signature};

/// A bundled program, opened.
#[derive(Clone, Copy, Debug)]
pub struct BundledFile<'a> {
    /// The whole file.
    pub file: Bytes<'a>,
    /// The root table.
    pub root: Table<'a>,
    /// The program inside; its offsets count from its own start, its places from the start of the file.
    pub program: Option<Bytes<'a>>,
}

/// The test cases of one method.
#[derive(Clone, PartialEq, Debug)]
pub struct TestSuite<'a> {
    /// The method.
    pub method: Option<String>,
    /// Its cases.
    pub cases: Vec<TestCase<'a>>,
}

/// One test case.
#[derive(Clone, PartialEq, Debug)]
pub struct TestCase<'a> {
    /// What is given.
    pub inputs: Vec<TestValue<'a>>,
    /// What must come out.
    pub expected_outputs: Vec<TestValue<'a>>,
}

/// A value of a test case. Tensor data stay in the file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum TestValue<'a> {
    /// A tensor.
    Tensor {
        /// Type and shape.
        layout: Layout,
        /// Its data.
        data: Cow<'a, [u8]>,
    },
    /// An integer.
    Int(i64),
    /// A boolean.
    Bool(bool),
    /// A number.
    Double(f64),
    /// A tag that no known release defines, or a value that is not there.
    Unknown(u8),
}

impl<'a> BundledFile<'a> {
    /// Opens a bundled program.
    pub fn open(file: Bytes<'a>) -> Result<BundledFile<'a>> {
        expect_identifier(&file, BUNDLED_IDENTIFIER, "BP08")?;
        let root = view::root(file)?;
        let program = root.vector(2, 1).map_err(|e| e.within(Step::Field("program".into())))?;
        let program = program.map(|v| file.window(v.pos(), v.byte_len(), "program")).transpose()?;
        Ok(BundledFile { file, root, program })
    }

    /// The test suites.
    pub fn suites(&self) -> Result<Vec<TestSuite<'a>>> {
        let within = |e: Error| e.within(Step::Field("method_test_suites".into()));
        let mut work = budget(&self.file);
        let Some(list) = self.root.vector(1, 4).map_err(within)? else { return Ok(Vec::new()) };
        let mut suites = Vec::new();
        for i in 0..list.len() {
            let suite = list.table(i).and_then(|table| suite(&table, &mut work));
            suites.push(suite.map_err(|e| within(e.within(Step::Index(i as u64))))?);
        }
        Ok(suites)
    }
}

fn suite<'a>(suite: &Table<'a>, work: &mut Budget) -> Result<TestSuite<'a>> {
    let mut cases = Vec::new();
    if let Some(list) = suite.vector(1, 4)? {
        for c in 0..list.len() {
            cases.push(test_case(&list.table(c)?, work)?);
        }
    }
    let method = match suite.string(0)? {
        Some(name) => {
            work.visit(name.bytes().len())?;
            Some(name.text()?.to_string())
        }
        None => None,
    };
    Ok(TestSuite { method, cases })
}

/// Reads a test case.
pub(crate) fn test_case<'a>(case: &Table<'a>, work: &mut Budget) -> Result<TestCase<'a>> {
    work.visit(case.size())?;
    let mut values = |id| -> Result<Vec<TestValue<'a>>> {
        let Some(list) = case.vector(id, 4)? else { return Ok(Vec::new()) };
        (0..list.len()).map(|i| value(&list, i, work)).collect()
    };
    Ok(TestCase { inputs: values(0)?, expected_outputs: values(1)? })
}

fn value<'a>(list: &Vector<'a>, index: usize, work: &mut Budget) -> Result<TestValue<'a>> {
    let value = list.table(index)?;
    work.visit(4 + value.size())?;
    let tag = value.u8(0)?.unwrap_or(0);
    let Some(table) = value.table(1)? else { return Ok(TestValue::Unknown(tag)) };
    Ok(match tag {
        1 => {
            let layout = Layout::new(table.i8(0)?.unwrap_or(0), table.vector(1, 4)?, table.vector(3, 1)?)?;
            work.visit(5 * layout.sizes.len())?;
            TestValue::Tensor { layout, data: table.vector(2, 1)?.map_or(&[][..], |v| v.bytes()).into() }
        }
        2 => TestValue::Int(table.i64(0)?.unwrap_or(0)),
        3 => TestValue::Bool(table.u8(0)?.unwrap_or(0) != 0),
        4 => TestValue::Double(table.f64(0)?.unwrap_or(0.0)),
        other => TestValue::Unknown(other),
    })
}

/// Numbers are equal if their bits are.
impl PartialEq for TestValue<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (TestValue::Tensor { layout: a, data: x }, TestValue::Tensor { layout: b, data: y }) => {
                a == b && x == y
            }
            (TestValue::Int(a), TestValue::Int(b)) => a == b,
            (TestValue::Bool(a), TestValue::Bool(b)) => a == b,
            (TestValue::Double(a), TestValue::Double(b)) => a.to_bits() == b.to_bits(),
            (TestValue::Unknown(a), TestValue::Unknown(b)) => a == b,
            _ => false,
        }
    }
}
