//! Affine maps and integer sets: read to expressions, kept as text. They are encoded as LLVM 24 does it, and printed from that.

use outlast_core::{QuickMap, Result};

use super::Parser;
use crate::ids::AttrId;
use crate::print::affine;
use crate::wire::{Reader, svarint, varint};

/// The most dimensions and symbols.
const MAX_NAMES: usize = 1 << 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expr {
    Dim(u64),
    Symbol(u64),
    Constant(i64),
    /// Code of the operation, left, right.
    Binary(u64, usize, usize),
}

/// Codes of attributes.
const MAP: u64 = 23;
const SET: u64 = 24;

const ADD: u64 = 3;
const MUL: u64 = 4;
const MOD: u64 = 5;
const FLOOR: u64 = 6;
const CEIL: u64 = 7;

/// Names and expressions of one map or set.
#[derive(Default)]
struct Space<'t> {
    names: QuickMap<&'t str, Expr>,
    dims: u64,
    symbols: u64,
    exprs: Vec<Expr>,
}

impl Space<'_> {
    fn add(&mut self, expr: Expr) -> usize {
        self.exprs.push(expr);
        self.exprs.len() - 1
    }

    #[expect(clippy::indexing_slicing, reason = "`add` gives out the places, and no expression is removed")]
    fn get(&self, place: usize) -> Expr {
        self.exprs[place]
    }

    /// An operation, with what upstream would not keep folded: numbers, and factors one behind the other.
    fn binary(&mut self, op: u64, left: usize, right: usize) -> usize {
        use Expr::{Binary, Constant};
        match (self.get(left), self.get(right)) {
            (Constant(a), Constant(b)) => {
                let folded = match op {
                    ADD => a.checked_add(b),
                    MUL => a.checked_mul(b),
                    MOD if b > 0 => a.checked_rem_euclid(b),
                    FLOOR if b > 0 => a.checked_div_euclid(b),
                    CEIL if b > 0 => {
                        a.checked_neg().and_then(|a| a.checked_div_euclid(b)).and_then(i64::checked_neg)
                    }
                    _ => None,
                };
                if let Some(folded) = folded {
                    return self.add(Constant(folded));
                }
            }
            // Numbers stand on the right.
            (Constant(_), _) if op == ADD || op == MUL => return self.binary(op, right, left),
            (_, Constant(0)) if op == ADD => return left,
            (_, Constant(1)) if op == MUL => return left,
            (Binary(MUL, inner, by), Constant(b)) if op == MUL => {
                if let Constant(a) = self.get(by)
                    && let Some(product) = a.checked_mul(b)
                {
                    let product = self.add(Constant(product));
                    return self.binary(MUL, inner, product);
                }
            }
            (Binary(ADD, inner, more), Constant(b)) if op == ADD => {
                if let Constant(a) = self.get(more)
                    && let Some(sum) = a.checked_add(b)
                {
                    let sum = self.add(Constant(sum));
                    return self.binary(ADD, inner, sum);
                }
            }
            _ => {}
        }
        self.add(Binary(op, left, right))
    }

    fn negative(&mut self, expr: usize) -> usize {
        let minus = self.add(Expr::Constant(-1));
        self.binary(MUL, expr, minus)
    }

    /// Appends an expression in prefix form.
    fn encode(&self, bytes: &mut Vec<u8>, root: usize) {
        let mut stack = vec![root];
        while let Some(at) = stack.pop() {
            match self.get(at) {
                Expr::Dim(number) | Expr::Symbol(number) => {
                    varint(bytes, u64::from(matches!(self.get(at), Expr::Symbol(_))));
                    varint(bytes, number);
                }
                Expr::Constant(value) => {
                    varint(bytes, 2);
                    svarint(bytes, value);
                }
                Expr::Binary(op, left, right) => {
                    varint(bytes, op);
                    stack.extend([right, left]);
                }
            }
        }
    }
}

impl<'t> Parser<'t> {
    /// The map that changes nothing, which memrefs have if they say nothing else.
    pub(super) fn identity_map(&mut self, rank: usize) -> AttrId {
        let mut bytes = Vec::new();
        varint(&mut bytes, u64::try_from(rank).unwrap_or(u64::MAX) << 2);
        // Only ranks above the limit of the printer cannot be printed, and no such text is short.
        self.map_or_set(MAP, &bytes).unwrap_or_else(|_| self.interner.unit())
    }

    /// An attribute of a code: encoded, or as text.
    fn map_or_set(&mut self, code: u64, bytes: &[u8]) -> Result<AttrId> {
        if self.interner.encodes_all {
            let mut encoded = Vec::new();
            varint(&mut encoded, code);
            encoded.extend_from_slice(bytes);
            return Ok(self.interner.attr(&encoded));
        }
        let (mut text, mut reader) = (Vec::new(), Reader::new(bytes));
        match code {
            MAP => affine::map(&mut text, &mut reader)?,
            _ => affine::set(&mut text, &mut reader)?,
        }
        Ok(self.interner.text_attr(b"builtin", &text))
    }

    pub(super) fn affine_map(&mut self) -> Result<AttrId> {
        let start = self.cursor;
        self.cursor.expect("<")?;
        let mut space = self.names()?;
        self.cursor.expect("->")?;
        self.cursor.expect("(")?;
        let mut results = Vec::new();
        self.members(")", |parser| {
            results.push(parser.inside(|parser| parser.sum(&mut space))?);
            Ok(())
        })?;
        self.cursor.expect(">")?;
        let mut bytes = Vec::new();
        varint(&mut bytes, space.dims << 2 | 3);
        varint(&mut bytes, space.symbols);
        varint(&mut bytes, u64::try_from(results.len()).unwrap_or(u64::MAX));
        results.iter().for_each(|result| space.encode(&mut bytes, *result));
        self.map_or_set(MAP, &bytes).map_err(|error| start.error(error.kind().to_string()))
    }

    pub(super) fn affine_set(&mut self) -> Result<AttrId> {
        let start = self.cursor;
        self.cursor.expect("<")?;
        let mut space = self.names()?;
        self.cursor.expect(":")?;
        self.cursor.expect("(")?;
        let mut constraints = Vec::new();
        self.members(")", |parser| {
            constraints.push(parser.inside(|parser| parser.constraint(&mut space))?);
            Ok(())
        })?;
        self.cursor.expect(">")?;
        let mut bytes = Vec::new();
        varint(&mut bytes, space.dims);
        varint(&mut bytes, space.symbols);
        varint(&mut bytes, u64::try_from(constraints.len()).unwrap_or(u64::MAX));
        constraints.iter().for_each(|(constraint, _)| space.encode(&mut bytes, *constraint));
        bytes.extend(constraints.iter().map(|(_, equal)| u8::from(*equal)));
        self.map_or_set(SET, &bytes).map_err(|error| start.error(error.kind().to_string()))
    }

    /// `(d0, d1)[s0]`.
    fn names(&mut self) -> Result<Space<'t>> {
        let mut space = Space::default();
        self.cursor.expect("(")?;
        self.members(")", |parser| {
            space.dims += 1;
            parser.name(&mut space, Expr::Dim)
        })?;
        if self.cursor.eat("[") {
            self.members("]", |parser| {
                space.symbols += 1;
                parser.name(&mut space, Expr::Symbol)
            })?;
        }
        Ok(space)
    }

    fn name(&mut self, space: &mut Space<'t>, expr: fn(u64) -> Expr) -> Result<()> {
        let start = self.cursor;
        let Some(name) = self.cursor.word() else {
            return Err(self.cursor.expected("the name of a dimension or symbol"));
        };
        if space.names.len() >= MAX_NAMES {
            return Err(start.limit("names of dimensions", u64::try_from(MAX_NAMES).unwrap_or(u64::MAX)));
        }
        let number = match expr(0) {
            Expr::Dim(_) => space.dims,
            _ => space.symbols,
        };
        match space.names.insert(name, expr(number - 1)) {
            None => Ok(()),
            Some(_) => Err(start.error(format!("`{name}` occurs twice"))),
        }
    }

    fn constraint(&mut self, space: &mut Space<'t>) -> Result<(usize, bool)> {
        let left = self.sum(space)?;
        for (text, equal) in [(">=", false), ("<=", false), ("==", true)] {
            if !self.cursor.eat(text) {
                continue;
            }
            let right = self.sum(space)?;
            let (left, right) = if text == "<=" { (right, left) } else { (left, right) };
            let negative = space.negative(right);
            return Ok((space.binary(ADD, left, negative), equal));
        }
        Err(self.cursor.expected("`==`, `>=` or `<=`"))
    }

    fn sum(&mut self, space: &mut Space<'t>) -> Result<usize> {
        let mut left = self.product(space)?;
        loop {
            if self.cursor.eat("+") {
                let right = self.product(space)?;
                left = space.binary(ADD, left, right);
            } else if !self.cursor.sees("->") && self.cursor.eat("-") {
                let right = self.product(space)?;
                let negative = space.negative(right);
                left = space.binary(ADD, left, negative);
            } else {
                return Ok(left);
            }
        }
    }

    fn product(&mut self, space: &mut Space<'t>) -> Result<usize> {
        let mut left = self.factor(space)?;
        loop {
            let op = if self.cursor.eat("*") {
                MUL
            } else if self.cursor.eat_word("mod") {
                MOD
            } else if self.cursor.eat_word("floordiv") {
                FLOOR
            } else if self.cursor.eat_word("ceildiv") {
                CEIL
            } else {
                return Ok(left);
            };
            let right = self.factor(space)?;
            left = space.binary(op, left, right);
        }
    }

    fn factor(&mut self, space: &mut Space<'t>) -> Result<usize> {
        self.cursor.skip();
        let start = self.cursor;
        if self.cursor.eat("(") {
            let inner = self.inside(|parser| parser.sum(space))?;
            self.cursor.expect(")")?;
            return Ok(inner);
        }
        if self.cursor.eat("-") {
            let inner = self.inside(|parser| parser.factor(space))?;
            return Ok(space.negative(inner));
        }
        if let Some(word) = self.cursor.word() {
            let Some(expr) = space.names.get(word).copied() else {
                self.cursor = start;
                return Err(start.expected("the name of a dimension or symbol"));
            };
            return Ok(space.add(expr));
        }
        let number = self.cursor.unsigned("an affine expression")?;
        let number = i64::try_from(number).map_err(|_| start.error("expected a number that fits 64 bits"))?;
        Ok(space.add(Expr::Constant(number)))
    }
}
