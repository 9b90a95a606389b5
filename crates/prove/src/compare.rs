//! [`compare`]: what a runtime computed, beside what was recorded.

use outlast::arrays::{Array, Arrays};
use outlast_core::SortShort;

use crate::runner::RAW;

/// How far numbers with a fraction may be apart: `|found - expected| <= absolute + relative * |expected|`. Others must be equal.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tolerance {
    /// Of the size of the expected number.
    pub relative: f64,
    /// In any case.
    pub absolute: f64,
}

impl Default for Tolerance {
    fn default() -> Tolerance {
        Tolerance { relative: 1e-5, absolute: 1e-8 }
    }
}

/// The first way in which outputs differ.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Difference {
    /// No output has the name that one was recorded by: that, and those there are.
    Name(String, Vec<String>),
    /// Another number of outputs: expected, found.
    Count(usize, usize),
    /// An output is of another kind or element type: its number, expected, found.
    Type(usize, String, String),
    /// An output has other sizes: its number, expected, found.
    Sizes(usize, Vec<usize>, Vec<usize>),
    /// Elements differ.
    Values {
        /// The number of the output.
        output: usize,
        /// The first element that differs, counted in row-major order.
        element: usize,
        /// What was recorded for it.
        expected: f64,
        /// What was computed.
        found: f64,
        /// How many elements differ, and of how many.
        count: (usize, usize),
    },
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Difference::Name(name, names) => {
                let there = if names.is_empty() {
                    "none has a name".into()
                } else {
                    format!("there are {}", names.join(", "))
                };
                write!(f, "no output is called `{}`: {there}", name.escape_debug())
            }
            Difference::Count(expected, found) => {
                let s = if *found == 1 { "" } else { "s" };
                write!(f, "{found} output{s}, and {expected} recorded")
            }
            Difference::Type(output, expected, found) => {
                write!(f, "output {output} is {found}, and {expected} was recorded")
            }
            Difference::Sizes(output, expected, found) => {
                write!(f, "output {output} has the sizes {found:?}, and {expected:?} were recorded")
            }
            Difference::Values { output, element, expected, found, count: (differ, of) } => write!(
                f,
                "output {output}: {differ} of {of} elements differ, the first at {element}: {found}, and {expected} was recorded"
            ),
        }
    }
}

/// An output: its number, its kind (the type behind its name), its array.
type Found<'a> = (usize, &'a str, &'a Array<'a>);

/// The outputs of a file of arrays, in order: `output_0`, `output_1.int`, and by `names`, `output_logits`. Or a name that is not among them.
fn outputs<'a>(arrays: &'a Arrays<'a>, names: &[String]) -> Result<Vec<Found<'a>>, String> {
    let mut found: Vec<Found<'a>> = Vec::new();
    for array in &arrays.arrays {
        let Some(rest) = array.name.strip_prefix("output_") else { continue };
        let (place, kind) = rest.split_once('.').unwrap_or((rest, ""));
        let number = place.parse().ok().or_else(|| names.iter().position(|name| name == place));
        found.push((number.ok_or_else(|| place.to_string())?, kind, array));
    }
    found.sort_short_by_key(|(number, ..)| *number);
    Ok(found)
}

/// The numbers of outputs, as names.
fn numbers(found: &[Found<'_>]) -> Vec<String> {
    found.iter().map(|(number, ..)| number.to_string()).collect()
}

/// The names that a runtime gave outputs.
fn names(arrays: &Arrays<'_>) -> Vec<String> {
    let names = arrays.arrays.iter().find(|array| array.name == "names");
    names.and_then(|names| serde_json::from_slice(&names.data).ok()).unwrap_or_default()
}

/// How far outputs are apart.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Measured {
    /// The largest distance between two numbers; infinite where one of them alone is not finite.
    pub absolute: f64,
    /// The largest distance as a part of the expected number, where that is not zero.
    pub relative: f64,
    /// The first way in which they differ by more than they may.
    pub difference: Option<Difference>,
}

/// Compares outputs; the first difference, if there is one.
pub fn compare(expected: &Arrays<'_>, found: &Arrays<'_>, tolerance: Tolerance) -> Option<Difference> {
    measure(expected, found, tolerance).difference
}

/// Compares outputs, and says how far they are apart.
pub fn measure(expected: &Arrays<'_>, found: &Arrays<'_>, tolerance: Tolerance) -> Measured {
    let mut measured = Measured::default();
    let names = names(found);
    let (expected, found) = match (outputs(expected, &names), outputs(found, &names)) {
        (Ok(expected), Ok(found)) => (expected, found),
        (Err(name), _) | (_, Err(name)) => {
            measured.difference = Some(Difference::Name(name, names));
            return measured;
        }
    };
    if expected.len() != found.len() {
        measured.difference = Some(Difference::Count(expected.len(), found.len()));
        return measured;
    }
    if let Some((number, ..)) =
        expected.iter().zip(&found).find(|(one, other)| one.0 != other.0).map(|(one, _)| one)
    {
        measured.difference = Some(Difference::Name(number.to_string(), numbers(&found)));
        return measured;
    }
    for ((output, kind, expected), (_, other, found)) in expected.into_iter().zip(found) {
        let differs = of_one(output, (kind, expected), (other, found), tolerance, &mut measured);
        measured.difference = measured.difference.or(differs);
    }
    measured
}

/// Compares one output.
fn of_one(
    output: usize,
    (kind, expected): (&str, &Array<'_>),
    (other, found): (&str, &Array<'_>),
    tolerance: Tolerance,
    measured: &mut Measured,
) -> Option<Difference> {
    if kind == "none" && other == "none" {
        return None;
    }
    let typed;
    let (other, found) = match retyped(expected, (other, found)) {
        Some(array) => {
            typed = array;
            (kind, &typed)
        }
        None => (other, found),
    };
    if kind != other || expected.scalar_type != found.scalar_type {
        let name = |kind: &str, array: &Array<'_>| match kind {
            "" => format!("a tensor of {}", array.scalar_type),
            RAW => format!("{} bytes", array.data.len()),
            kind => kind.to_string(),
        };
        return Some(Difference::Type(output, name(kind, expected), name(other, found)));
    }
    if expected.sizes != found.sizes {
        return Some(Difference::Sizes(output, expected.sizes.clone(), found.sizes.clone()));
    }
    let name = expected.scalar_type.name().unwrap_or_default();
    let size =
        expected.scalar_type.size().and_then(|size| usize::try_from(size).ok()).filter(|size| *size > 0)?;
    let pairs = expected.data.chunks_exact(size).zip(found.data.chunks_exact(size));
    let of = pairs.len();
    let (mut first, mut differing) = (None, 0);
    for (element, (a, b)) in pairs.enumerate().filter(|(_, (a, b))| a != b) {
        let (a, b) = (number(name, a), number(name, b));
        if a == b || a.is_nan() && b.is_nan() {
            // Zeros of both signs; and whole numbers that are one number for a person.
            if name.starts_with("float") {
                continue;
            }
        }
        let distance = (a - b).abs();
        // Infinity and what is no number are near nothing but themselves.
        let distance = if distance.is_finite() { distance } else { f64::INFINITY };
        measured.absolute = measured.absolute.max(distance);
        if distance.is_infinite() {
            measured.relative = f64::INFINITY;
        } else if a != 0.0 {
            measured.relative = measured.relative.max(distance / a.abs());
        }
        let near = tolerance.absolute + tolerance.relative * a.abs();
        if !(name.starts_with("float") && distance.is_finite() && distance <= near) {
            differing += 1;
            first.get_or_insert((element, a, b));
        }
    }
    let (element, expected, found) = first?;
    Some(Difference::Values { output, element, expected, found, count: (differing, of) })
}

/// What a runner wrote, as the type and sizes that are expected, if there are as many bytes.
fn retyped(expected: &Array<'_>, (kind, found): (&str, &Array<'_>)) -> Option<Array<'static>> {
    let is_raw = kind == RAW && !expected.name.ends_with(RAW);
    // Elements of `bfloat16` travel as `float32`.
    let data = match expected.name.ends_with(".bfloat16") {
        true => found.data.chunks_exact(2).flat_map(|two| [&[0, 0], two].concat()).collect(),
        false => found.data.to_vec(),
    };
    (is_raw && data.len() == expected.data.len()).then(|| Array {
        name: expected.name.clone(),
        scalar_type: expected.scalar_type,
        sizes: expected.sizes.clone(),
        data: data.into(),
    })
}

/// The elements of an array, in row-major order, as numbers; large whole numbers lose their last digits.
pub fn elements<'a>(array: &'a Array<'_>) -> impl Iterator<Item = f64> + 'a {
    let name = array.scalar_type.name().unwrap_or_default();
    let size = array.scalar_type.size().and_then(|size| usize::try_from(size).ok()).filter(|size| *size > 0);
    array.data.chunks_exact(size.unwrap_or(usize::MAX)).map(|bytes| number(name, bytes))
}

/// An element, little-endian, as a number; large whole numbers lose their last digits.
fn number(name: &str, bytes: &[u8]) -> f64 {
    let mut wide = [0; 8];
    for (to, from) in wide.iter_mut().zip(bytes) {
        *to = *from;
    }
    let unsigned = u64::from_le_bytes(wide);
    let low = |bits: u32| unsigned & (u64::MAX >> (64 - bits));
    #[allow(clippy::cast_precision_loss, reason = "for people to look at")]
    let whole = |bits: u32| {
        let shift = 64 - bits;
        (low(bits) << shift).cast_signed() as f64 / 2f64.powi(i32::try_from(shift).unwrap_or_default())
    };
    match name {
        "float64" => f64::from_bits(unsigned),
        "float32" => f32::from_bits(u32::try_from(low(32)).unwrap_or_default()).into(),
        "float16" => half(u16::try_from(low(16)).unwrap_or_default()),
        "int8" => whole(8),
        "int16" => whole(16),
        "int32" => whole(32),
        "int64" => whole(64),
        #[allow(clippy::cast_precision_loss, reason = "for people to look at")]
        _ => unsigned as f64,
    }
}

/// A number of IEEE 754 binary16.
fn half(bits: u16) -> f64 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let (exponent, fraction) = (i32::from(bits >> 10 & 0x1f), f64::from(bits & 0x3ff));
    let magnitude = match exponent {
        0 => fraction * 2f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        exponent => (1024.0 + fraction) * 2f64.powi(exponent - 25),
    };
    sign * magnitude
}
