//! Conditions on the call of an operator, in rows `op-fails` and `op-note`. N and M count arguments from 0; -1 is the last.
//!
//! | condition | holds where |
//! |---|---|
//! | `always` | |
//! | `type N A,B` | argument N is a tensor, or a list of tensors, of one of these element types |
//! | `rank N A,B` | it is a tensor of one of these ranks |
//! | `is N A,B` | it is one of these: `true`, `false`, `Null`, `Int`, `Int=1`, … |
//! | `not N A,B` | it is none of these |
//! | `sizes-differ N M` | arguments N and M are tensors of different sizes |
//! | `same-sizes N M` | they are tensors of the same sizes |
//! | `ranks-differ N M` | they are tensors of different ranks |
//! | `one-element N` | argument N is a tensor of one element |
//! | `many N` | it is a tensor of more than one element |
//! | `empty N`, `filled N` | it is a tensor without elements; it is one with elements |
//! | `varies N`, `static N` | its sizes can vary; they cannot |
//! | `order N A,B` | it has one of these dimension orders, none of them the natural one: `0231` |
//! | `orders N M` | arguments N and M have different dimension orders |
//! | `layouts N M` | they have, of the dimensions that have more than one element: other places in memory |
//! | `ordered N` | argument N has another dimension order than the natural one |
//! | `laid N` | its dimensions of more than one element lie in another order than the natural one |
//! | `carries N M` | of the dimensions of tensor N, those in which tensor M has one element do not follow one another in memory as they do by number |
//! | `mixed N,M,…` | of the tensors among these arguments, neither all have the natural dimension order nor all channels last |
//! | `negative N` | argument N is a short list of integers with a negative one |
//! | `crop-reached N M` | N, which pads tensor M from its last dimension on, has a negative number for a dimension that is not behind the last one that grows |
//! | `types-differ N M` | they are tensors of different element types |
//! | `other-rank N A,B` | it is a tensor of none of these ranks |
//! | `other-size N D A,B` | it is a tensor whose dimension D has none of these sizes |
//! | `above N D A` | it is a tensor whose dimension D can be larger than A |
//! | `times-above N M A` | tensor N has more than A elements for each of tensor M |
//! | `times-more N M D A` | dimension D of tensor N has more than A times the elements of that of tensor M |
//! | `fewer N M` | tensor N has fewer elements than tensor M, and neither varies |
//! | `dims-differ N D M E` | dimension D of tensor N and E of M have different sizes, and neither varies |
//! | `no-broadcast N M` | tensors N and M do not vary, and the sizes of N do not broadcast to those of M |

use crate::Layout;
use crate::defs::{ScalarType, ValueKind};
use crate::facts::{Argument, CallShape, TensorShape};

use super::{Condition, Position, Rows, list};

/// See the module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) enum OfCall {
    Always,
    Type(Position, Vec<ScalarType>),
    Rank(Position, Vec<usize>),
    Is(Position, Vec<Argument>),
    Not(Position, Vec<Argument>),
    SizesDiffer(Position, Position),
    SameSizes(Position, Position),
    RanksDiffer(Position, Position),
    OneElement(Position),
    Many(Position),
    Empty(Position),
    Filled(Position),
    Varies(Position),
    Static(Position),
    Order(Position, Vec<Vec<u8>>),
    Orders(Position, Position),
    Layouts(Position, Position),
    Ordered(Position),
    Laid(Position),
    Carries(Position, Position),
    Mixed(Vec<Position>),
    Negative(Position),
    CropReached(Position, Position),
    TypesDiffer(Position, Position),
    OtherRank(Position, Vec<usize>),
    OtherSize(Position, usize, Vec<i32>),
    Above(Position, usize, i32),
    TimesAbove(Position, Position, i64),
    TimesMore(Position, Position, usize, i32),
    Fewer(Position, Position),
    DimsDiffer(Position, usize, Position, usize),
    NoBroadcast(Position, Position),
}

/// The size of a dimension; `None` where the tensor has fewer.
fn dimension(tensor: &TensorShape, at: usize) -> Option<i32> {
    tensor.layout.sizes.get(at).copied()
}

/// How many elements a tensor has at most; `None` where the number is too large.
fn elements(tensor: &TensorShape) -> Option<i64> {
    tensor.layout.sizes.iter().try_fold(1_i64, |all, size| all.checked_mul(i64::from(*size)))
}

/// Whether sizes broadcast to others: counted from the last dimension, each is 1 or the same.
fn broadcasts(sizes: &[i32], to: &[i32]) -> bool {
    sizes.len() <= to.len() && sizes.iter().rev().zip(to.iter().rev()).all(|(a, b)| *a == 1 || a == b)
}

/// An argument that is no tensor, as rows write it.
fn argument(word: &str) -> Option<Argument> {
    if let Some(numbers) = word.strip_prefix("IntList=") {
        return Some(Argument::Negative(list(numbers, |n| n.parse().ok())?.into()));
    }
    match (word, word.strip_suffix("=1")) {
        ("true", _) => Some(Argument::Bool(true)),
        ("false", _) => Some(Argument::Bool(false)),
        (_, Some(kind)) => ValueKind::from_name(kind).map(Argument::One),
        _ => ValueKind::from_name(word).map(Argument::Other),
    }
}

/// A dimension order, one digit to the base of 36 each.
fn order(word: &str) -> Option<Vec<u8>> {
    word.chars().map(|digit| u8::try_from(digit.to_digit(36)?).ok()).collect()
}

/// The dimension order of an argument, unless it has none or the natural one.
fn unusual_order(argument: &Argument) -> Option<&[u8]> {
    argument.tensor().filter(|tensor| !tensor.is_contiguous()).map(|tensor| &*tensor.layout.dim_order)
}

/// Whether the channels, of four or five dimensions, are last.
fn is_channels_last(tensor: &TensorShape) -> bool {
    matches!(*tensor.layout.dim_order, [0, 2, 3, 1] | [0, 2, 3, 4, 1])
}

/// The dimension order of an argument without dimensions of one element, which make no difference in memory, unless it has none or the
/// natural one.
fn unusual_layout(argument: &Argument) -> Option<Vec<u8>> {
    let Layout { sizes, dim_order, .. } = &argument.tensor()?.layout;
    let counts = |dimension: &&u8| sizes.get(usize::from(**dimension)) != Some(&1);
    let order = || dim_order.iter().filter(counts).copied();
    (!order().is_sorted()).then(|| order().collect())
}

/// Whether a kernel that pads dimension by dimension, from the first to the last one that grows, and copies what is behind that as a whole,
/// meets a negative number. Numbers are in pairs, those of the last dimension first.
fn reaches_crop(pads: &[i64], rank: usize) -> bool {
    let pairs: Vec<&[i64]> = pads.chunks_exact(2).collect();
    let grows =
        |pair: &&[i64]| pair.iter().try_fold(0_i64, |sum, n| sum.checked_add(*n)).is_some_and(|sum| sum > 0);
    let from = pairs.iter().position(grows).unwrap_or(rank.saturating_sub(1));
    pairs.iter().skip(from).any(|pair| pair.iter().any(|n| *n < 0))
}

/// How far apart neighbours of each dimension lie in memory.
fn strides(layout: &Layout) -> Vec<i64> {
    let mut found = vec![0; layout.sizes.len()];
    let mut next = 1_i64;
    for dimension in layout.dim_order.iter().rev().map(|at| usize::from(*at)) {
        let Some((stride, size)) = found.get_mut(dimension).zip(layout.sizes.get(dimension)) else {
            return Vec::new();
        };
        *stride = next;
        next = next.saturating_mul(i64::from(*size));
    }
    found
}

/// Whether a kernel that reduces several dimensions, and takes the stride of the dimension before for the way back to the start of one,
/// leaves the elements that it is to visit.
fn carries(layout: &Layout, reduced: &[i32]) -> bool {
    if layout.sizes.len() != reduced.len() {
        return false;
    }
    let gone = layout.sizes.iter().zip(reduced).map(|(size, left)| *size != 1 && *left == 1);
    let places: Vec<usize> = gone.enumerate().filter_map(|(at, gone)| gone.then_some(at)).collect();
    let strides = strides(layout);
    let apart = |at: &usize| {
        let size = layout.sizes.get(*at).copied().map_or(0, i64::from);
        let own = strides.get(*at).map(|stride| stride.saturating_mul(size));
        at.checked_sub(1).and_then(|before| strides.get(before)) != own.as_ref()
    };
    places.iter().skip(1).any(apart)
}

impl Condition for OfCall {
    type Use = CallShape;

    fn parse(words: &[&str]) -> Option<OfCall> {
        let at = Position::parse;
        Some(match *words {
            ["always"] => OfCall::Always,
            ["type", n, types] => OfCall::Type(at(n)?, list(types, ScalarType::from_name)?),
            ["rank", n, ranks] => OfCall::Rank(at(n)?, list(ranks, |rank| rank.parse().ok())?),
            ["is", n, words] => OfCall::Is(at(n)?, list(words, argument)?),
            ["not", n, words] => OfCall::Not(at(n)?, list(words, argument)?),
            ["sizes-differ", n, m] => OfCall::SizesDiffer(at(n)?, at(m)?),
            ["same-sizes", n, m] => OfCall::SameSizes(at(n)?, at(m)?),
            ["ranks-differ", n, m] => OfCall::RanksDiffer(at(n)?, at(m)?),
            ["one-element", n] => OfCall::OneElement(at(n)?),
            ["many", n] => OfCall::Many(at(n)?),
            ["empty", n] => OfCall::Empty(at(n)?),
            ["filled", n] => OfCall::Filled(at(n)?),
            ["varies", n] => OfCall::Varies(at(n)?),
            ["static", n] => OfCall::Static(at(n)?),
            ["order", n, orders] => OfCall::Order(at(n)?, list(orders, order)?),
            ["orders", n, m] => OfCall::Orders(at(n)?, at(m)?),
            ["layouts", n, m] => OfCall::Layouts(at(n)?, at(m)?),
            ["ordered", n] => OfCall::Ordered(at(n)?),
            ["laid", n] => OfCall::Laid(at(n)?),
            ["carries", n, m] => OfCall::Carries(at(n)?, at(m)?),
            ["mixed", all] => OfCall::Mixed(list(all, at)?),
            ["negative", n] => OfCall::Negative(at(n)?),
            ["crop-reached", n, m] => OfCall::CropReached(at(n)?, at(m)?),
            ["types-differ", n, m] => OfCall::TypesDiffer(at(n)?, at(m)?),
            ["other-rank", n, ranks] => OfCall::OtherRank(at(n)?, list(ranks, |rank| rank.parse().ok())?),
            ["other-size", n, d, sizes] => {
                OfCall::OtherSize(at(n)?, d.parse().ok()?, list(sizes, |size| size.parse().ok())?)
            }
            ["above", n, d, size] => OfCall::Above(at(n)?, d.parse().ok()?, size.parse().ok()?),
            ["times-above", n, m, times] => OfCall::TimesAbove(at(n)?, at(m)?, times.parse().ok()?),
            ["times-more", n, m, d, times] => {
                OfCall::TimesMore(at(n)?, at(m)?, d.parse().ok()?, times.parse().ok()?)
            }
            ["fewer", n, m] => OfCall::Fewer(at(n)?, at(m)?),
            ["dims-differ", n, d, m, e] => {
                OfCall::DimsDiffer(at(n)?, d.parse().ok()?, at(m)?, e.parse().ok()?)
            }
            ["no-broadcast", n, m] => OfCall::NoBroadcast(at(n)?, at(m)?),
            _ => return None,
        })
    }

    fn holds(&self, CallShape(arguments): &CallShape) -> bool {
        let tensor = |at: Position| at.of(arguments).and_then(Argument::tensor);
        let fixed =
            |a: Position, b: Position| tensor(a).zip(tensor(b)).filter(|(a, b)| !a.varies && !b.varies);
        let is = |at: Position, known: fn(&TensorShape) -> bool| tensor(at).is_some_and(known);
        match self {
            OfCall::Always => true,
            OfCall::Type(n, types) => tensor(*n).is_some_and(|t| types.contains(&t.layout.scalar_type)),
            OfCall::Rank(n, ranks) => tensor(*n).is_some_and(|t| ranks.contains(&t.layout.sizes.len())),
            OfCall::Is(n, words) => n.of(arguments).is_some_and(|argument| words.contains(argument)),
            OfCall::Not(n, words) => n.of(arguments).is_some_and(|argument| !words.contains(argument)),
            OfCall::SizesDiffer(n, m) => {
                tensor(*n).zip(tensor(*m)).is_some_and(|(a, b)| a.layout.sizes != b.layout.sizes)
            }
            OfCall::SameSizes(n, m) => {
                tensor(*n).zip(tensor(*m)).is_some_and(|(a, b)| a.layout.sizes == b.layout.sizes)
            }
            OfCall::RanksDiffer(n, m) => {
                tensor(*n).zip(tensor(*m)).is_some_and(|(a, b)| a.layout.sizes.len() != b.layout.sizes.len())
            }
            OfCall::OneElement(n) => is(*n, |t| t.layout.sizes.iter().all(|size| *size == 1)),
            OfCall::Many(n) => is(*n, |t| elements(t).is_none_or(|count| count > 1)),
            OfCall::Empty(n) => is(*n, |t| t.layout.sizes.contains(&0)),
            OfCall::Filled(n) => is(*n, |t| !t.layout.sizes.contains(&0)),
            OfCall::Varies(n) => is(*n, |t| t.varies),
            OfCall::Static(n) => n.of(arguments).is_some() && !is(*n, |t| t.varies),
            OfCall::Order(n, orders) => {
                let order = n.of(arguments).and_then(unusual_order);
                order.is_some_and(|order| orders.iter().any(|known| known == order))
            }
            OfCall::Orders(n, m) => {
                let both = n.of(arguments).zip(m.of(arguments));
                both.is_some_and(|(a, b)| unusual_order(a) != unusual_order(b))
            }
            OfCall::Layouts(n, m) => {
                let both = n.of(arguments).zip(m.of(arguments));
                both.is_some_and(|(a, b)| unusual_layout(a) != unusual_layout(b))
            }
            OfCall::Ordered(n) => n.of(arguments).and_then(unusual_order).is_some(),
            OfCall::Laid(n) => n.of(arguments).and_then(unusual_layout).is_some(),
            OfCall::Carries(n, m) => {
                tensor(*n).zip(tensor(*m)).is_some_and(|(a, b)| carries(&a.layout, &b.layout.sizes))
            }
            OfCall::Mixed(all) => {
                let tensors: Vec<&TensorShape> = all.iter().filter_map(|n| tensor(*n)).collect();
                !tensors.iter().all(|t| t.is_contiguous()) && !tensors.iter().all(|t| is_channels_last(t))
            }
            OfCall::Negative(n) => matches!(n.of(arguments), Some(Argument::Negative(_))),
            OfCall::CropReached(n, m) => match n.of(arguments) {
                Some(Argument::Negative(pads)) => {
                    tensor(*m).is_some_and(|t| reaches_crop(pads, t.layout.sizes.len()))
                }
                _ => false,
            },
            OfCall::TypesDiffer(n, m) => {
                tensor(*n).zip(tensor(*m)).is_some_and(|(a, b)| a.layout.scalar_type != b.layout.scalar_type)
            }
            OfCall::OtherRank(n, ranks) => tensor(*n).is_some_and(|t| !ranks.contains(&t.layout.sizes.len())),
            OfCall::OtherSize(n, d, sizes) => {
                tensor(*n).and_then(|t| dimension(t, *d)).is_some_and(|size| !sizes.contains(&size))
            }
            OfCall::Above(n, d, size) => {
                tensor(*n).and_then(|t| dimension(t, *d)).is_some_and(|found| found > *size)
            }
            OfCall::TimesAbove(n, m, times) => {
                let both = tensor(*n).and_then(elements).zip(tensor(*m).and_then(elements));
                both.is_some_and(|(a, b)| b.checked_mul(*times).is_some_and(|most| a > most))
            }
            OfCall::TimesMore(n, m, d, times) => {
                let of = |at: Position| tensor(at).and_then(|t| dimension(t, *d));
                of(*n).zip(of(*m)).is_some_and(|(a, b)| a > b.saturating_mul(*times))
            }
            OfCall::Fewer(n, m) => fixed(*n, *m)
                .and_then(|(a, b)| elements(a).zip(elements(b)))
                .is_some_and(|(one, other)| one < other),
            OfCall::DimsDiffer(n, d, m, e) => fixed(*n, *m).is_some_and(|(a, b)| {
                dimension(a, *d).zip(dimension(b, *e)).is_some_and(|(one, other)| one != other)
            }),
            OfCall::NoBroadcast(n, m) => {
                fixed(*n, *m).is_some_and(|(a, b)| !broadcasts(&a.layout.sizes, &b.layout.sizes))
            }
        }
    }

    fn rows() -> &'static Rows<OfCall> {
        static ROWS: Rows<OfCall> = Rows::new();
        &ROWS
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::family::condition::{Failure, is_known};
    use outlast_model::verdict::{Outcome, Stage};

    /// A call whose arguments are written as they are displayed: `float32[2,3]@10~`, `list(int8[2])`, `true`, `Int=1`.
    fn call(text: &str) -> CallShape {
        let tensor = |word: &str| {
            let (rest, varies) = word.strip_suffix('~').map_or((word, false), |rest| (rest, true));
            let (rest, dim_order) = rest.split_once('@').map_or((rest, None), |(a, b)| (a, order(b)));
            let (name, sizes) = rest.split_once('[').unwrap();
            let sizes = sizes.trim_end_matches(']').split(',').filter(|word| !word.is_empty());
            let sizes: Vec<i32> = sizes.map(|word| word.parse().unwrap()).collect();
            let dim_order = dim_order.unwrap_or_else(|| (0..).take(sizes.len()).collect());
            let scalar_type = ScalarType::from_name(name).unwrap();
            Arc::new(TensorShape { layout: Layout { scalar_type, sizes, dim_order }, varies })
        };
        let shape = CallShape(
            text.split_whitespace()
                .map(|word| match word.strip_prefix("list(").and_then(|word| word.strip_suffix(')')) {
                    Some(first) => Argument::TensorList(ValueKind::TensorList, tensor(first)),
                    None => argument(word).unwrap_or_else(|| Argument::Tensor(tensor(word))),
                })
                .collect(),
        );
        assert_eq!(shape.to_string(), text, "the text is the one that is displayed");
        shape
    }

    fn holds(condition: &str, text: &str) -> bool {
        super::super::holds::<OfCall>(condition, &call(text))
    }

    #[test]
    fn types_ranks_and_words() {
        assert!(holds("always", ""));
        assert!(holds("type 0 uint16,int8", "uint16[2,3]@10~ true float32[1]"));
        assert!(!holds("type 0 uint16,int8", "float32[1] uint16[1]"));
        assert!(holds("type 0 uint16", "list(uint16[2]) float32[]"));
        assert!(holds("type -1 int64", "float32[2] int64[2]"));
        assert!(!holds("type 2 int64", "float32[2] int64[2]"));
        assert!(holds("rank 0 1,3 and is 1 true", "float32[2,3,4] true"));
        assert!(!holds("rank 0 1,3 and is 1 true", "float32[2,3] true"));
        assert!(holds("rank 0 0", "float32[]"));
        assert!(holds("one-element 0 and not 1 Int=1", "int8[1,1] Int"));
        assert!(!holds("one-element 0 and not 1 Int=1", "int8[] Int=1"));
        assert!(!holds("one-element 0", "int8[2]") && !holds("one-element 0", "Int=1"));
        assert!(
            holds("empty 0 and filled -1", "float32[2,0] float32[2]") && !holds("empty 0", "float32[2,1]")
        );
        assert!(!holds("filled 0", "float32[0]") && !holds("filled 0", "Int") && !holds("empty 0", "Int"));
    }

    #[test]
    fn sizes_and_orders() {
        assert!(holds("sizes-differ 0 1", "int8[2,3] int8[3]"));
        assert!(!holds("sizes-differ 0 1", "int8[2,3] int8[2,3]"));
        assert!(!holds("sizes-differ 0 1", "int8[2,3] Int"));
        assert!(
            holds("same-sizes 0 1", "int8[2,3] bool[2,3]") && !holds("same-sizes 0 1", "int8[2,3] int8[3]")
        );
        assert!(
            holds("ranks-differ 0 1", "int8[2,3] int8[3]") && !holds("ranks-differ 0 1", "int8[2] int8[3]")
        );
        assert!(!holds("same-sizes 0 1", "int8[2] Int") && !holds("ranks-differ 0 1", "int8[2] Int"));
        assert!(holds("varies 0", "int8[2]~") && !holds("varies 0", "int8[2]"));
        assert!(holds("static 0", "float32[2] float32[2]~"));
        assert!(!holds("static 0", "float32[2]~ float32[2]"));
        assert!(holds("order 0 0231 and not 0 Null", "list(float32[1,2,3,4]@0231~) Int"));
        assert!(!holds("order 0 0231", "float32[1,2,3,4]"));
        assert!(holds("orders 0 -1", "float32[1,2,3,4]@0231 Null float32[1,2,3,4]"));
        assert!(!holds("orders 0 -1", "float32[1,2,3,4]@0231 Null float32[1,2,3,4]@0231~"));
    }

    #[test]
    fn dimensions_of_one_element_lie_anywhere() {
        assert!(
            !holds("layouts 0 1", "int64[23,1]@10 int64[23]")
                && holds("orders 0 1", "int64[23,1]@10 int64[23]")
        );
        assert!(!holds("layouts 0 -1", "int8[1,3,1,1]@0231 int8[3]"));
        assert!(holds("layouts 0 -1", "int8[1,3,2,1]@0231 int8[1,3,2,1]"));
        assert!(!holds("layouts 0 -1", "int8[1,3,2,1]@0231 int8[1,3,2,1]@0231"));
        assert!(holds("laid 0", "int8[1,3,2,1]@0231") && !holds("laid 0", "int8[1,3,1,1]@0231"));
        let reduced =
            |from: &str, to: &str| holds("carries 0 -1", &format!("float32[{from}]@0231 float32[{to}]"));
        assert!(
            reduced("2,3,4,5", "1,3,1,1") && reduced("2,3,4,5", "1,1,4,5") && reduced("2,3,4,5", "2,1,1,5")
        );
        assert!(
            !reduced("2,3,4,5", "2,3,1,1")
                && !reduced("2,3,4,5", "2,1,4,5")
                && !reduced("1,3,4,5", "1,3,1,1")
        );
        assert!(
            !holds("carries 0 -1", "float32[2,3,4,5] float32[1,3,1,1]"),
            "nothing is amiss in the natural order"
        );
        assert!(holds("many 0", "int8[1,3]") && !holds("many 0", "int8[1,1]") && !holds("many 0", "Int"));
    }

    #[test]
    fn orders_that_kernels_ask_for() {
        assert!(
            holds("ordered 0", "int8[2,1]@10")
                && !holds("ordered 0", "int8[2,1]")
                && !holds("ordered 0", "Int")
        );
        let last = "float32[1,2,3,4]@0231";
        assert!(
            !holds("mixed 0,1,2", &format!("{last} {last} {last}"))
                && !holds("mixed 0,1", "int8[2] int8[2,1]")
        );
        assert!(holds("mixed 0,1", &format!("{last} float32[]")), "a number is in the natural order only");
        assert!(!holds("mixed 0,1,2", &format!("{last} Int {last}")), "what is no tensor is not asked");
        assert!(
            holds("mixed 0,1", "int8[2,1]@10 int8[2,1]@10"),
            "neither the natural order nor channels last"
        );
    }

    #[test]
    fn pads_that_crop() {
        let pad = |numbers: &str| format!("float32[2,5,5] IntList={numbers} float32[2,6,5]");
        assert!(holds("negative 1", &pad("1,-1,-1,2")) && !holds("negative 1", "float32[2] IntList"));
        let reached = |numbers: &str| holds("crop-reached 1 0", &pad(numbers));
        assert!(reached("1,-1,-1,2"), "the last but one grows, and its own first number is negative");
        assert!(!reached("-1,0"), "no dimension grows: the first one is copied as a whole");
        assert!(!reached("-1,0,0,2") && reached("0,2,-1,0") && reached("0,0,0,0,-1,0"));
        assert!(!holds("crop-reached 1 0", "float32[2] IntList"));
        assert!(holds("fewer 1 0", "int8[2,3] int8[5]") && !holds("fewer 1 0", "int8[2,3] int8[6]"));
        assert!(!holds("fewer 1 0", "int8[2,3]~ int8[5]"), "the sizes are bounds");
    }

    #[test]
    fn what_products_of_matrices_ask() {
        let addmm = "float32[4] float32[2,3] float32[3,4] Int=1 Int=1 float32[2,4] float32[2,4]";
        for never in
            ["types-differ 0 1", "other-rank 1 2", "dims-differ 1 1 2 0", "no-broadcast 0 -1", "above 1 0 2"]
        {
            assert!(!holds(never, addmm), "{never}");
        }
        assert!(holds("types-differ 0 1", "float16[4] float32[2,3]"));
        assert!(
            holds("other-rank 1 2", "float32[4] float32[1,2,3]")
                && !holds("other-rank 1 2", "float32[4] Int")
        );
        assert!(holds("dims-differ 1 1 2 0", "float32[4] float32[2,3] float32[2,4]"));
        assert!(
            !holds("dims-differ 1 1 2 0", "float32[4] float32[2,3]~ float32[2,4]"),
            "the sizes are bounds"
        );
        assert!(holds("no-broadcast 0 -1", "float32[3] float32[2,4]"));
        assert!(!holds("no-broadcast 0 -1", "float32[2,1] float32[2,4]"));
        assert!(
            holds("other-size 1 0 1", "Int float32[2,4]") && !holds("other-size 1 2 1", "Int float32[2,4]")
        );
        assert!(holds("above 0 1 512", "float32[1,513]~") && !holds("above 0 1 512", "float32[1,512]"));
        assert!(holds("times-above 0 1 15", "float16[2,16] float16[2,1]"), "rows of 16");
        assert!(
            holds("times-more 0 1 1 2", "int8[2,9] int8[2,4]")
                && !holds("times-more 0 1 1 2", "int8[2,8] int8[2,4]")
        );
        assert!(!holds("times-above 0 1 15", "float16[32,15] float16[32,1]"), "many short rows");
        assert!(!holds("times-above 0 1 15", "float16[32,15] Null"));
    }

    #[test]
    fn the_most_specific_row_counts() {
        let rows =
            ["run fails sizes-differ 0 1 | Check failed", "run misreads one-element 0 and sizes-differ 0 1"];
        let find = |text: &str| Failure::among::<OfCall>(&rows, &call(text));
        assert_eq!(find("int8[1] int8[2]").unwrap().outcome, Outcome::Misreads);
        let failure = find("int8[2] int8[2,2]").unwrap();
        assert_eq!(
            (failure.outcome, failure.stage, failure.says),
            (Outcome::Fails, Stage::Run, Some("Check failed"))
        );
        assert!(find("int8[2] int8[2]").is_none());
        assert!(
            Failure::among::<OfCall>(&["sometime fails always", "run fails nonsense"], &call("")).is_none()
        );
    }

    #[test]
    fn what_is_no_condition_is_refused() {
        for wrong in ["type 0", "nonsense 0 1", "type 0 float", "is 0 maybe", "rank x 1", "order 0 a-b", ""] {
            assert!(!is_known::<OfCall>(wrong), "{wrong}");
        }
    }
}
