//! Numbers that readers look at: where one is needed, an expression does as far as the reader computes it while it reads.
//!
//! LLVM's own writers compute such expressions before they write; others leave that to readers. How much these compute differs between
//! releases.

use super::module::Module;
use super::shape::{Kind, Operation, Value, Word};
use super::types::Type;
use super::uses::Spot;
use super::values::{Source, Values};
use outlast_core::QuickMap;

/// The longest chain of expressions that is followed.
const MOST: usize = 64;
/// The widest address that is compared with its number.
const ADDRESS: u64 = 64;

/// An operation on constants: a binary operation, a cast, or another one.
#[derive(Clone, Copy, Debug)]
struct Expression {
    code: u32,
    operation: u64,
    of: [u64; 2],
}

/// Operations among constants, by the numbers of these.
#[derive(Debug, Default)]
pub(super) struct Expressions {
    module: QuickMap<usize, Expression>,
    body: QuickMap<usize, Expression>,
}

impl Expressions {
    /// A body begins: constants of the one before are gone.
    pub(super) fn enter(&mut self) {
        self.body.clear();
    }
}

impl Values {
    /// Keeps what the last constant is made of.
    pub(super) fn keep_expression(&mut self, code: u32, ops: &[u64], inside: bool) {
        let (operation, of) = match (code, ops) {
            (10, [operation, one, other, ..]) => (*operation, [*one, *other]),
            (11, [operation, _, of, ..]) => (*operation, [*of, u64::MAX]),
            (3 | 26, _) => (0, [u64::MAX; 2]),
            _ => return,
        };
        let number = self.all.len().saturating_sub(1);
        let kept = if inside { &mut self.expressions.body } else { &mut self.expressions.module };
        kept.insert(number, Expression { code, operation, of });
    }

    fn expression(&self, number: usize) -> Option<Expression> {
        self.expressions.body.get(&number).or_else(|| self.expressions.module.get(&number)).copied()
    }
}

/// Notes what readers compute where the value of a number must be a number.
pub(super) fn wanted(module: &mut Module, value: u64, kind: Kind, spot: Spot) {
    let mut open = vec![value];
    let mut left = MOST;
    while let Some(value) = open.pop() {
        let Ok(number) = usize::try_from(value) else { continue };
        let (what, of) = match step(module, number) {
            Step::Number => continue,
            Step::Operation(operation, number, of) => (Value::Expression(operation, number), of),
            Step::Word(word, of) => (Value::Word(word), [of, None]),
        };
        module.uses.put(kind, what, spot);
        left -= 1;
        if left == 0 {
            module.uses.put(kind, Value::Word(Word::OtherExpression), spot);
            return;
        }
        open.extend(of.into_iter().flatten());
    }
}

/// What a value is, where a number is wanted.
enum Step {
    Number,
    /// An operation on numbers.
    Operation(Operation, u64, [Option<u64>; 2]),
    /// Another expression, and the number that it is made of, if it is made of one.
    Word(Word, Option<u64>),
}

/// One step into an expression.
fn step(module: &Module, number: usize) -> Step {
    let width =
        |value: usize| match module.values.get(Some(value))?.kind.and_then(|kind| module.types.at(kind)) {
            Some(Type::Integer(width)) => Some(*width),
            _ => None,
        };
    let other = Step::Word(Word::OtherExpression, None);
    let (Some(value), Some(own)) = (module.values.get(Some(number)), width(number)) else { return other };
    if value.plain {
        return Step::Number;
    }
    let Some(Expression { code, operation, of }) = module.values.expression(number) else { return other };
    let from = usize::try_from(of[0]).ok();
    match (code, operation) {
        (3 | 26, _) => Step::Word(Word::NoNumber, None),
        (10, 0..=12) => Step::Operation(Operation::Binary, operation, of.map(Some)),
        (11, 0..=2 | 11) if from.and_then(width).is_some() => {
            Step::Operation(Operation::Cast, operation, [Some(of[0]), None])
        }
        // The number of an address in the first address space.
        (11, 9) => match from.and_then(|from| Some((from, address(module, from)?))) {
            Some((_, Source::Global)) => Step::Word(Word::GlobalAddress, None),
            Some((from, _)) if module.values.get(Some(from)).is_some_and(|value| value.plain) => {
                Step::Word(Word::NullAddress, None)
            }
            Some((from, _)) => match module.values.expression(from) {
                Some(Expression { code: 11, operation: 10, of: [number, _] }) => {
                    match usize::try_from(number).ok().and_then(width) {
                        Some(width) if width == own && own <= ADDRESS => {
                            Step::Word(Word::RoundTrip, Some(number))
                        }
                        Some(width) if width <= ADDRESS && own <= ADDRESS => {
                            Step::Word(Word::OtherWidth, None)
                        }
                        _ => other,
                    }
                }
                _ => other,
            },
            None => other,
        },
        _ => other,
    }
}

/// Where an address comes from, if it is one of the first address space.
fn address(module: &Module, number: usize) -> Option<Source> {
    let value = module.values.get(Some(number))?;
    match module.types.at(value.kind?)? {
        Type::Pointer(_, 0) => Some(value.source),
        _ => None,
    }
}
