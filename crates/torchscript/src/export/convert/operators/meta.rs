//! [`Meta`]: what a graph says of a tensor before it runs (`TensorMeta`): element type, sizes, strides, device, layout.
//!
//! Element types have the numbers of PyTorch's code here (`c10::ScalarType`), which TorchScript writes; programs of `torch.export` have numbers of
//! their own.

use std::borrow::Cow;

use super::super::tree::Tree;

/// A size or a stride: a number, or an expression of symbols as SymPy's `srepr` writes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Dim {
    Known(i64),
    Symbol(String),
}

impl Dim {
    pub(super) fn known(&self) -> Option<i64> {
        match self {
            Dim::Known(number) => Some(*number),
            Dim::Symbol(_) => None,
        }
    }

    /// As an expression.
    pub(super) fn srepr(&self) -> String {
        match self {
            Dim::Known(number) => format!("Integer({number})"),
            Dim::Symbol(text) => text.clone(),
        }
    }

    pub(super) fn times(&self, other: &Dim) -> Dim {
        match (self, other) {
            (Dim::Known(left), Dim::Known(right)) => Dim::Known(left.saturating_mul(*right)),
            (Dim::Known(1), other) | (other, Dim::Known(1)) => other.clone(),
            // As SymPy has products: the number first.
            (Dim::Known(number), Dim::Symbol(text)) | (Dim::Symbol(text), Dim::Known(number)) => {
                let product = text.strip_prefix("Mul(Integer(").and_then(|rest| rest.split_once("), "));
                let factor = product.and_then(|(factor, rest)| Some((factor.parse::<i64>().ok()?, rest)));
                Dim::Symbol(match factor {
                    Some((factor, rest)) => {
                        format!("Mul(Integer({}), {rest}", factor.saturating_mul(*number))
                    }
                    None => format!("Mul(Integer({number}), {text})"),
                })
            }
            _ => Dim::Symbol(format!("Mul({}, {})", self.srepr(), other.srepr())),
        }
    }

    pub(super) fn plus(&self, other: &Dim) -> Dim {
        match (self, other) {
            (Dim::Known(left), Dim::Known(right)) => Dim::Known(left.saturating_add(*right)),
            (Dim::Known(0), other) | (other, Dim::Known(0)) => other.clone(),
            // As SymPy has sums: the number last.
            (number @ Dim::Known(_), other) => {
                Dim::Symbol(format!("Add({}, {})", other.srepr(), number.srepr()))
            }
            _ => Dim::Symbol(format!("Add({}, {})", self.srepr(), other.srepr())),
        }
    }

    fn read(tree: &Tree<'_>) -> Option<Dim> {
        match tree.tag()? {
            ("as_int", number) => Some(Dim::Known(number.as_i64()?)),
            ("as_expr", expr) => {
                let text = expr.get("expr_str").and_then(Tree::as_str)?;
                Some(Dim::Symbol(text.into_owned()))
            }
            _ => None,
        }
    }

    /// A `SymInt`.
    pub(super) fn to_tree<'d>(&self) -> Tree<'d> {
        match self {
            Dim::Known(number) => Tree::object([("as_int", Tree::number(number))]),
            Dim::Symbol(text) => {
                let expr = Tree::object([("expr_str", Tree::text(text)), ("hint", Tree::NULL)]);
                Tree::object([("as_expr", expr)])
            }
        }
    }
}

/// Element types: the number in PyTorch's code, that of programs of `torch.export`, and the word for it.
const DTYPES: [(i64, i64, &str); 22] = [
    (0, 1, "uint8"),
    (1, 2, "int8"),
    (2, 3, "int16"),
    (3, 4, "int32"),
    (4, 5, "int64"),
    (5, 6, "float16"),
    (6, 7, "float32"),
    (7, 8, "float64"),
    (8, 9, "complex32"),
    (9, 10, "complex64"),
    (10, 11, "complex128"),
    (11, 12, "bool"),
    (15, 13, "bfloat16"),
    (23, 30, "float8_e5m2"),
    (24, 29, "float8_e4m3fn"),
    (25, 32, "float8_e5m2fnuz"),
    (26, 31, "float8_e4m3fnuz"),
    (27, 28, "uint16"),
    (28, 34, "uint32"),
    (29, 35, "uint64"),
    (44, 33, "float8_e8m0fnu"),
    // `UNKNOWN`, as some releases write what they have no number for.
    (-1, 0, "unknown"),
];

pub(super) const INT64: i64 = 4;
pub(super) const FLOAT32: i64 = 6;
pub(super) const BOOL: i64 = 11;

/// The word for an element type.
pub(super) fn dtype_name(dtype: i64) -> Cow<'static, str> {
    match DTYPES.iter().find(|(code, _, _)| *code == dtype) {
        Some((_, _, name)) => Cow::Borrowed(name),
        None => Cow::Owned(format!("element type {dtype}")),
    }
}

pub(super) fn dtype_of_export(number: i64) -> Option<i64> {
    DTYPES.iter().find(|(code, export, _)| *export == number && *code >= 0).map(|(code, _, _)| *code)
}

pub(super) fn dtype_to_export(dtype: i64) -> Option<i64> {
    DTYPES.iter().find(|(code, _, _)| *code == dtype && dtype >= 0).map(|(_, export, _)| *export)
}

/// Layouts: in PyTorch's code, and in programs of `torch.export`.
const LAYOUTS: [(i64, i64); 7] = [(0, 7), (1, 1), (2, 2), (3, 6), (4, 3), (5, 4), (6, 5)];

pub(super) fn layout_of_export(number: i64) -> Option<i64> {
    LAYOUTS.iter().find(|(_, export)| *export == number).map(|(code, _)| *code)
}

pub(super) fn layout_to_export(layout: i64) -> Option<i64> {
    LAYOUTS.iter().find(|(code, _)| *code == layout).map(|(_, export)| *export)
}

/// Memory formats: in PyTorch's code, and in programs of `torch.export`.
const FORMATS: [(i64, i64); 4] = [(0, 1), (1, 4), (2, 2), (3, 3)];

pub(super) fn format_of_export(number: i64) -> Option<i64> {
    FORMATS.iter().find(|(_, export)| *export == number).map(|(code, _)| *code)
}

pub(super) fn format_to_export(format: i64) -> Option<i64> {
    FORMATS.iter().find(|(code, _)| *code == format).map(|(_, export)| *export)
}

/// A device: its type, and its index where that is said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Device {
    pub(super) kind: String,
    pub(super) index: Option<i64>,
}

impl Device {
    pub(super) fn cpu() -> Device {
        Device { kind: "cpu".into(), index: None }
    }

    /// `cuda:1`.
    pub(super) fn parse(text: &str) -> Option<Device> {
        let (kind, index) = match text.split_once(':') {
            Some((kind, index)) => (kind, Some(index.parse().ok()?)),
            None => (text, None),
        };
        (!kind.is_empty()).then(|| Device { kind: kind.to_string(), index })
    }

    pub(super) fn read(tree: &Tree<'_>) -> Option<Device> {
        let kind = tree.get("type").and_then(Tree::as_str)?.into_owned();
        Some(Device { kind, index: tree.get("index").and_then(Tree::as_i64) })
    }

    pub(super) fn to_tree<'d>(&self) -> Tree<'d> {
        let index = self.index.map_or(Tree::NULL, Tree::number);
        Tree::object([("type", Tree::text(&self.kind)), ("index", index)])
    }
}

/// What is known of a tensor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Meta {
    pub(super) dtype: i64,
    pub(super) sizes: Vec<Dim>,
    pub(super) strides: Vec<Dim>,
    pub(super) device: Device,
    /// In PyTorch's code: 0 has strides.
    pub(super) layout: i64,
    pub(super) requires_grad: bool,
}

impl Meta {
    /// A tensor without gaps, rows behind each other.
    pub(super) fn contiguous(dtype: i64, sizes: Vec<Dim>, device: Device) -> Meta {
        let strides = contiguous(&sizes);
        Meta { dtype, sizes, strides, device, layout: 0, requires_grad: false }
    }

    pub(super) fn read(tree: &Tree<'_>) -> Option<Meta> {
        let dims = |name: &str| tree.get(name)?.items().iter().map(Dim::read).collect::<Option<Vec<_>>>();
        Some(Meta {
            dtype: dtype_of_export(tree.get("dtype")?.as_i64()?)?,
            sizes: dims("sizes")?,
            strides: dims("strides")?,
            device: Device::read(tree.get("device")?)?,
            layout: layout_of_export(tree.get("layout")?.as_i64()?)?,
            requires_grad: tree.get("requires_grad").and_then(Tree::as_bool).unwrap_or(false),
        })
    }

    /// A `TensorMeta`; `None` for an element type or a layout that those do not have.
    pub(super) fn to_tree<'d>(&self) -> Option<Tree<'d>> {
        let dims = |dims: &[Dim]| Tree::List(dims.iter().map(Dim::to_tree).collect());
        Some(Tree::object([
            ("dtype", Tree::number(dtype_to_export(self.dtype)?)),
            ("sizes", dims(&self.sizes)),
            ("requires_grad", Tree::bool(self.requires_grad)),
            ("device", self.device.to_tree()),
            ("strides", dims(&self.strides)),
            ("storage_offset", Tree::object([("as_int", Tree::number(0))])),
            ("layout", Tree::number(layout_to_export(self.layout)?)),
        ]))
    }

    pub(super) fn rank(&self) -> usize {
        self.sizes.len()
    }

    /// Element types and sizes, in words.
    pub(super) fn text(&self) -> String {
        let sizes: Vec<String> = self
            .sizes
            .iter()
            .map(|size| match size {
                Dim::Known(number) => number.to_string(),
                Dim::Symbol(_) => "?".to_string(),
            })
            .collect();
        format!("{} [{}]", dtype_name(self.dtype), sizes.join(", "))
    }
}

/// The strides of rows behind each other. Dimensions of no elements count as of one.
pub(super) fn contiguous(sizes: &[Dim]) -> Vec<Dim> {
    let mut strides = Vec::with_capacity(sizes.len());
    let mut step = Dim::Known(1);
    for size in sizes.iter().rev() {
        strides.push(step.clone());
        step = match size {
            Dim::Known(0) => step,
            size => size.times(&step),
        };
    }
    strides.reverse();
    strides
}

/// Kinds of element types, from the smallest to the largest: truth values, whole numbers, numbers with a fraction, complex numbers.
pub(super) fn category(dtype: i64) -> u8 {
    match dtype {
        BOOL => 0,
        0..=4 | 27..=29 => 1,
        8..=10 => 3,
        _ => 2,
    }
}

pub(super) fn is_float(dtype: i64) -> bool {
    category(dtype) == 2
}

pub(super) fn is_complex(dtype: i64) -> bool {
    category(dtype) == 3
}

/// The element type that two become together (`c10::promoteTypes`). `None` for types of which one does not say.
pub(super) fn promote(left: i64, right: i64) -> Option<i64> {
    if left == right {
        return Some(left);
    }
    let ordinary = |dtype: i64| matches!(dtype, 0..=11 | 15);
    if !ordinary(left) || !ordinary(right) {
        return None;
    }
    let (low, high) = if category(left) <= category(right) { (left, right) } else { (right, left) };
    Some(match (category(low), category(high)) {
        (0, _) => high,
        // `uint8` with a type that has a sign; otherwise the wider one.
        (1, 1) => match (low.min(high), low.max(high)) {
            (0, 1) => 2,
            (_, wider) => wider,
        },
        (1, _) => high,
        (2, 2) => match (low, high) {
            (5, 15) | (15, 5) => FLOAT32,
            (15, other) | (other, 15) => other,
            (one, other) => one.max(other),
        },
        (2, 3) => match low {
            7 => 10,
            6 | 15 => high.max(9),
            _ => high,
        },
        _ => low.max(high),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn element_types_become_one() {
        for (left, right, expected) in [
            (0, 1, Some(2)),
            (0, 3, Some(3)),
            (11, 4, Some(4)),
            (4, 5, Some(5)),
            (5, 15, Some(6)),
            (15, 6, Some(6)),
            (7, 6, Some(7)),
            (9, 7, Some(10)),
            (8, 6, Some(9)),
            (8, 5, Some(8)),
            (27, 4, None),
        ] {
            assert_eq!(promote(left, right), expected, "{left} {right}");
            assert_eq!(promote(right, left), expected, "{right} {left}");
        }
    }

    #[test]
    fn strides_are_those_of_rows() {
        let sizes = [Dim::Known(2), Dim::Symbol("Symbol('s0')".into()), Dim::Known(3)];
        assert_eq!(
            contiguous(&sizes),
            [Dim::Symbol("Mul(Integer(3), Symbol('s0'))".into()), Dim::Known(3), Dim::Known(1)]
        );
        assert_eq!(contiguous(&[Dim::Known(0), Dim::Known(4)]), [Dim::Known(4), Dim::Known(1)]);
    }
}
