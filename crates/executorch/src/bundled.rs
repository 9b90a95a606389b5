//! Bundled programs (`.bpte`): a program, byte for byte, with test cases for its methods.

use outlast_core::{Bytes, Error, Result, Step};
use outlast_flatbuffers::view::{self, Table, Vector};

use crate::defs::BUNDLED_IDENTIFIER;
use crate::flat_tensor::Layout;
use crate::header::expect_identifier;

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
#[derive(Clone, Debug)]
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
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum TestValue<'a> {
    /// A tensor.
    Tensor {
        /// Type and shape.
        layout: Layout,
        /// Its data.
        data: &'a [u8],
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
        let Some(list) = self.root.vector(1, 4).map_err(within)? else { return Ok(Vec::new()) };
        (0..list.len())
            .map(|i| {
                let suite = list.table(i)?;
                let cases = match suite.vector(1, 4)? {
                    None => Vec::new(),
                    Some(cases) => {
                        (0..cases.len()).map(|c| test_case(&cases.table(c)?)).collect::<Result<_>>()?
                    }
                };
                let method = suite.string(0)?.map(|s| s.text().map(str::to_string)).transpose()?;
                Ok(TestSuite { method, cases })
            })
            .collect::<Result<_>>()
            .map_err(within)
    }
}

fn test_case<'a>(case: &Table<'a>) -> Result<TestCase<'a>> {
    let values = |id| -> Result<Vec<TestValue<'a>>> {
        let Some(list) = case.vector(id, 4)? else { return Ok(Vec::new()) };
        values(&list)
    };
    Ok(TestCase { inputs: values(0)?, expected_outputs: values(1)? })
}

fn values<'a>(list: &Vector<'a>) -> Result<Vec<TestValue<'a>>> {
    (0..list.len())
        .map(|i| {
            let value = list.table(i)?;
            let tag = value.u8(0)?.unwrap_or(0);
            let Some(table) = value.table(1)? else { return Ok(TestValue::Unknown(tag)) };
            Ok(match tag {
                1 => TestValue::Tensor {
                    layout: Layout::new(table.i8(0)?.unwrap_or(0), table.vector(1, 4)?, table.vector(3, 1)?)?,
                    data: table.vector(2, 1)?.map_or(&[][..], |v| v.bytes()),
                },
                2 => TestValue::Int(table.i64(0)?.unwrap_or(0)),
                3 => TestValue::Bool(table.u8(0)?.unwrap_or(0) != 0),
                4 => TestValue::Double(table.f64(0)?.unwrap_or(0.0)),
                other => TestValue::Unknown(other),
            })
        })
        .collect()
}
