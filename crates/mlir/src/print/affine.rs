//! Affine maps and integer sets as LLVM 24 encodes them; earlier releases write them as text.

use crate::text::Text;
use outlast_core::Result;

use crate::escape;
use crate::wire::Reader;

/// An expression.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Expr {
    Dim(u64),
    Symbol(u64),
    Constant(i64),
    Binary { op: Op, left: usize, right: usize },
}

/// An operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    Add,
    Mul,
    Mod,
    FloorDiv,
    CeilDiv,
}

impl Op {
    fn spelling(self) -> &'static [u8] {
        match self {
            Op::Add => b" + ",
            Op::Mul => b" * ",
            Op::Mod => b" mod ",
            Op::FloorDiv => b" floordiv ",
            Op::CeilDiv => b" ceildiv ",
        }
    }
}

/// Expressions, each of which refers to earlier ones.
#[derive(Debug, Default)]
struct Exprs(Vec<Expr>);

/// What is still to be printed.
enum Work {
    /// An expression, and whether what is around it binds strongly.
    Expr(usize, bool),
    Text(&'static [u8]),
    Number(u64),
}

impl Exprs {
    /// Reads an expression in prefix form.
    fn read(&mut self, reader: &mut Reader<'_>) -> Result<usize> {
        let mut open: Vec<(Op, Option<usize>)> = Vec::new();
        loop {
            let at = reader.offset();
            let expr = match reader.varint("kind of an affine expression")? {
                0 => Expr::Dim(reader.varint("dimension")?),
                1 => Expr::Symbol(reader.varint("symbol")?),
                2 => Expr::Constant(reader.svarint("constant")?),
                kind => {
                    let op = match kind {
                        3 => Op::Add,
                        4 => Op::Mul,
                        5 => Op::Mod,
                        6 => Op::FloorDiv,
                        7 => Op::CeilDiv,
                        _ => return Err(reader.invalid(at, "affine expression", format!("kind {kind}"))),
                    };
                    open.push((op, None));
                    continue;
                }
            };
            let mut done = self.add(expr);
            loop {
                match open.pop() {
                    None => return Ok(done),
                    Some((op, None)) => {
                        open.push((op, Some(done)));
                        break;
                    }
                    Some((op, Some(left))) => done = self.add(Expr::Binary { op, left, right: done }),
                }
            }
        }
    }

    fn add(&mut self, expr: Expr) -> usize {
        self.0.push(expr);
        self.0.len() - 1
    }

    #[expect(clippy::indexing_slicing, reason = "`add` gives out the places, and no expression is removed")]
    fn get(&self, place: usize) -> Expr {
        self.0[place]
    }

    fn print(&self, out: &mut impl Text, root: usize) {
        let mut stack = vec![Work::Expr(root, false)];
        while let Some(work) = stack.pop() {
            match work {
                Work::Text(text) => out.extend_from_slice(text),
                Work::Number(number) => escape::number(out, number),
                Work::Expr(at, strong) => match self.get(at) {
                    Expr::Dim(position) => {
                        out.push(b'd');
                        escape::number(out, position);
                    }
                    Expr::Symbol(position) => {
                        out.push(b's');
                        escape::number(out, position);
                    }
                    Expr::Constant(value) => escape::signed(out, value),
                    Expr::Binary { op, left, right } => {
                        if strong {
                            out.push(b'(');
                            stack.push(Work::Text(b")"));
                        }
                        self.binary(&mut stack, op, left, right);
                    }
                },
            }
        }
    }

    /// Pushes the parts of an operation, the last first.
    fn binary(&self, stack: &mut Vec<Work>, op: Op, left: usize, right: usize) {
        if op != Op::Add {
            if op == Op::Mul && matches!(self.get(right), Expr::Constant(-1)) {
                return stack.extend([Work::Expr(left, true), Work::Text(b"-")]);
            }
            return stack.extend([
                Work::Expr(right, true),
                Work::Text(op.spelling()),
                Work::Expr(left, true),
            ]);
        }
        // A sum with something negative is a difference.
        match self.get(right) {
            Expr::Binary { op: Op::Mul, left: factor, right: constant } => match self.get(constant) {
                Expr::Constant(-1) => {
                    let is_sum = matches!(self.get(factor), Expr::Binary { op: Op::Add, .. });
                    let parts = [Work::Expr(factor, is_sum), Work::Text(b" - "), Work::Expr(left, false)];
                    return stack.extend(parts);
                }
                Expr::Constant(value) if value < -1 => {
                    return stack.extend([
                        Work::Number(value.unsigned_abs()),
                        Work::Text(b" * "),
                        Work::Expr(factor, true),
                        Work::Text(b" - "),
                        Work::Expr(left, false),
                    ]);
                }
                _ => {}
            },
            Expr::Constant(value) if value < 0 => {
                let parts = [Work::Number(value.unsigned_abs()), Work::Text(b" - "), Work::Expr(left, false)];
                return stack.extend(parts);
            }
            _ => {}
        }
        stack.extend([Work::Expr(right, false), Work::Text(b" + "), Work::Expr(left, false)]);
    }
}

/// The most names that are listed: a count in a file needs no bytes behind it.
const MAX_NAMES: u64 = 1 << 16;

fn names(out: &mut impl Text, letter: u8, count: u64) {
    for at in 0..count {
        if at != 0 {
            out.extend_from_slice(b", ");
        }
        out.push(letter);
        escape::number(out, at);
    }
}

fn header(out: &mut impl Text, dims: u64, symbols: u64) {
    out.push(b'(');
    names(out, b'd', dims);
    out.push(b')');
    if symbols != 0 {
        out.push(b'[');
        names(out, b's', symbols);
        out.push(b']');
    }
}

fn count_of(reader: &mut Reader<'_>, what: &'static str) -> Result<u64> {
    let at = reader.offset();
    let count = reader.varint(what)?;
    match count <= MAX_NAMES {
        true => Ok(count),
        false => Err(reader.invalid(at, what, format!("{count} are too many"))),
    }
}

/// An affine map.
pub(crate) struct AffineMap {
    pub(crate) dims: u64,
    pub(crate) symbols: u64,
    exprs: Exprs,
    results: Vec<usize>,
}

impl AffineMap {
    /// Reads what stands behind its code.
    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<AffineMap> {
        let at = reader.offset();
        let header_word = reader.varint("dimensions of an affine map")?;
        let (dims, kind) = (header_word >> 2, header_word & 3);
        if dims > MAX_NAMES {
            return Err(reader.invalid(at, "dimensions of an affine map", format!("{dims} are too many")));
        }
        let mut exprs = Exprs::default();
        let symbols = if kind == 3 { count_of(reader, "symbols of an affine map")? } else { 0 };
        let results: Vec<usize> = match kind {
            0 => (0..dims).map(|dim| exprs.add(Expr::Dim(dim))).collect(),
            _ => {
                let count = if kind == 1 { dims } else { count_of(reader, "results of an affine map")? };
                let read = |_| match kind {
                    3 => exprs.read(reader),
                    _ => Ok(exprs.add(Expr::Dim(reader.varint("dimension")?))),
                };
                (0..count).map(read).collect::<Result<_>>()?
            }
        };
        Ok(AffineMap { dims, symbols, exprs, results })
    }

    /// Its results.
    pub(crate) fn results(&self) -> impl Iterator<Item = Expr> {
        self.results.iter().filter_map(|at| self.exprs.0.get(*at).copied())
    }
}

/// Appends `affine_map<…>`.
pub(crate) fn map(out: &mut impl Text, reader: &mut Reader<'_>) -> Result<()> {
    let map = AffineMap::read(reader)?;
    out.extend_from_slice(b"affine_map<");
    header(out, map.dims, map.symbols);
    out.extend_from_slice(b" -> (");
    for (at, result) in map.results.into_iter().enumerate() {
        if at != 0 {
            out.extend_from_slice(b", ");
        }
        map.exprs.print(out, result);
    }
    out.extend_from_slice(b")>");
    Ok(())
}

/// Appends `strided<…>`.
pub(crate) fn strided(out: &mut impl Text, reader: &mut Reader<'_>) -> Result<()> {
    let offset = reader.svarint("offset")?;
    out.extend_from_slice(b"strided<[");
    for at in 0..reader.count("number of strides")? {
        if at != 0 {
            out.extend_from_slice(b", ");
        }
        escape::dimension(out, reader.svarint("stride")?);
    }
    out.push(b']');
    if offset != 0 {
        out.extend_from_slice(b", offset: ");
        escape::dimension(out, offset);
    }
    out.push(b'>');
    Ok(())
}

/// How many dimensions and symbols an integer set has; its constraints follow.
pub(crate) fn set_names(reader: &mut Reader<'_>) -> Result<(u64, u64)> {
    let dims = count_of(reader, "dimensions of an integer set")?;
    Ok((dims, count_of(reader, "symbols of an integer set")?))
}

/// Appends `affine_set<…>`.
pub(crate) fn set(out: &mut impl Text, reader: &mut Reader<'_>) -> Result<()> {
    out.extend_from_slice(b"affine_set<");
    let (dims, symbols) = set_names(reader)?;
    let count = count_of(reader, "constraints of an integer set")?;
    let mut exprs = Exprs::default();
    let constraints = (0..count).map(|_| exprs.read(reader)).collect::<Result<Vec<_>>>()?;
    header(out, dims, symbols);
    out.extend_from_slice(b" : (");
    for (at, constraint) in constraints.into_iter().enumerate() {
        if at != 0 {
            out.extend_from_slice(b", ");
        }
        exprs.print(out, constraint);
        let equal = reader.byte("kind of a constraint")? != 0;
        out.extend_from_slice(if equal { b" == 0" } else { b" >= 0" });
    }
    out.extend_from_slice(b")>");
    Ok(())
}

/// Whether the text of an affine map says that its results are its dimensions.
pub(crate) fn is_identity(text: &[u8]) -> bool {
    let Some(inner) = text.strip_prefix(b"affine_map<").and_then(|text| text.strip_suffix(b">")) else {
        return false;
    };
    let Some(end) = inner.iter().position(|byte| *byte == b')') else { return false };
    let (dims, rest) = inner.split_at(end + 1);
    let rest = match rest {
        [b'[', symbols @ ..] => match symbols.iter().position(|byte| *byte == b']') {
            Some(end) => symbols.get(end + 1..).unwrap_or_default(),
            None => return false,
        },
        rest => rest,
    };
    rest.strip_prefix(b" -> ") == Some(dims)
}
