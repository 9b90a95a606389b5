//! Values that are made up from what a program says that it takes. The same seed gives the same.

use std::collections::BTreeMap;

use outlast::arrays::{Array, Arrays, ScalarType};

/// Elements of the values that are made up for one case.
const MOST_ELEMENTS: usize = 1 << 26;
/// How much larger than its least value a size without an upper bound is made.
const BEYOND_LEAST: u64 = 14;

/// What a method takes: each input with the keyword that it is given by, if it is given by one.
pub(crate) type Inputs = Vec<(Option<String>, Wanted)>;

/// What an input takes.
#[derive(Clone, Debug)]
pub(crate) enum Wanted {
    /// A tensor.
    Tensor(Tensor),
    /// This value: its kind, the type of its element, and its bytes.
    Is(&'static str, &'static str, Vec<u8>),
}

/// A tensor of made-up elements.
#[derive(Clone, Debug)]
pub(crate) struct Tensor {
    /// `float32`, `bfloat16`.
    pub(crate) element: String,
    pub(crate) sizes: Vec<Size>,
    /// How many values an index in it may have; none where it is no index that is seen.
    pub(crate) bound: Option<u64>,
    /// Whether something is divided by it.
    pub(crate) is_divisor: bool,
    /// Whether its sizes are the largest, and it may have fewer elements.
    pub(crate) is_bound: bool,
    /// Whether its channels are last in memory.
    pub(crate) is_channels_last: bool,
}

/// A size of a tensor.
#[derive(Clone, Debug)]
pub(crate) enum Size {
    Fixed(u64),
    /// Of a symbol, which has one value in a case.
    Symbol(String, u64, Option<u64>),
}

impl Wanted {
    pub(crate) fn int(value: i64) -> Wanted {
        Wanted::Is("int", "int64", value.to_le_bytes().to_vec())
    }

    pub(crate) fn float(value: f64) -> Wanted {
        Wanted::Is("float", "float64", value.to_le_bytes().to_vec())
    }

    pub(crate) fn bool(value: bool) -> Wanted {
        Wanted::Is("bool", "bool", vec![u8::from(value)])
    }

    pub(crate) fn none() -> Wanted {
        Wanted::Is("none", "uint8", Vec::new())
    }

    /// A tensor of numbers that are used in no way that matters.
    pub(crate) fn tensor(element: &str, sizes: Vec<Size>) -> Wanted {
        let element = element.to_string();
        Wanted::Tensor(Tensor {
            element,
            sizes,
            bound: None,
            is_divisor: false,
            is_bound: false,
            is_channels_last: false,
        })
    }
}

/// The inputs of one case; each with the keyword that it is given by, if it is given by one.
///
/// # Errors
///
/// An input is larger than is made up, or of a type that is not.
pub(crate) fn inputs(
    wanted: &[(Option<String>, Wanted)],
    random: &mut Random,
) -> Result<Arrays<'static>, String> {
    let mut symbols = BTreeMap::new();
    let mut arrays = Vec::new();
    for (at, (keyword, wanted)) in wanted.iter().enumerate() {
        let said = |why: String| format!("input {at}: {why}");
        let place = keyword.clone().unwrap_or_else(|| at.to_string());
        let array = match wanted {
            Wanted::Is(kind, element, data) => {
                let sizes = if *kind == "none" { vec![0] } else { Vec::new() };
                Array {
                    name: format!("input_{place}.{kind}"),
                    scalar_type: named(element).map_err(said)?,
                    sizes,
                    data: data.clone().into(),
                }
            }
            Wanted::Tensor(tensor) => made_up(&place, tensor, &mut symbols, random).map_err(said)?,
        };
        arrays.push(array);
    }
    Ok(Arrays { arrays, ..Arrays::default() })
}

fn named(element: &str) -> Result<ScalarType, String> {
    ScalarType::from_name(element).ok_or_else(|| format!("no elements of `{element}` are made up"))
}

fn made_up(
    place: &str,
    tensor: &Tensor,
    symbols: &mut BTreeMap<String, u64>,
    random: &mut Random,
) -> Result<Array<'static>, String> {
    let mut sizes = Vec::new();
    for size in &tensor.sizes {
        let size = match size {
            Size::Fixed(size) => *size,
            Size::Symbol(name, least, most) => *symbols.entry(name.clone()).or_insert_with(|| {
                let most = most.unwrap_or(u64::MAX).min(least.saturating_add(BEYOND_LEAST)).max(*least);
                least + random.next() % (most - least + 1)
            }),
        };
        sizes.push(usize::try_from(size).map_err(|_| format!("a size of {size}"))?);
    }
    let count = sizes.iter().try_fold(1usize, |count, size| count.checked_mul(*size));
    let count =
        count.filter(|count| *count <= MOST_ELEMENTS).ok_or("it has more elements than are made up")?;
    // What NumPy does not have travels as other elements.
    let (element, kind) = match tensor.element.as_str() {
        "bfloat16" => ("float32", ".bfloat16"),
        other => (other, if tensor.is_channels_last { ".channels_last" } else { "" }),
    };
    let scalar_type = named(element)?;
    let data =
        elements(tensor, count, random).ok_or_else(|| format!("no elements of `{element}` are made up"))?;
    Ok(Array { name: format!("input_{place}{kind}"), scalar_type, sizes, data: data.into() })
}

/// Elements that are made up: between -1 and 1, or whole numbers in the range of what they are indices of.
fn elements(tensor: &Tensor, count: usize, random: &mut Random) -> Option<Vec<u8>> {
    let name = tensor.element.as_str();
    // Those that a type has.
    let most = match name {
        "int8" => 1 << 7,
        "uint8" => 1 << 8,
        "int16" => 1 << 15,
        "uint16" => 1 << 16,
        "int32" => 1 << 31,
        "uint32" => 1 << 32,
        _ => u64::MAX,
    };
    // Where no use is seen, something that is not may take them for indices.
    let bound = tensor.bound.unwrap_or(2).clamp(1, most);
    let least = u64::from(tensor.is_divisor && bound > 1);
    let mut data = Vec::new();
    for _ in 0..count {
        let bits = random.next();
        let whole = (least + (bits >> 16) % (bound - least)).to_le_bytes();
        // 24 bits after the point, which all types with a fraction but the small ones hold.
        let part = (bits >> 40) as f32 / 8_388_608.0 - 1.0;
        match name {
            "bool" => data.push(u8::from(bits >> 63 == 1)),
            "int8" | "uint8" => data.extend(whole.get(..1)?),
            "int16" | "uint16" => data.extend(whole.get(..2)?),
            "int32" | "uint32" => data.extend(whole.get(..4)?),
            "int64" | "uint64" => data.extend(whole),
            "float32" => data.extend(part.to_le_bytes()),
            "float64" => data.extend(f64::from(part).to_le_bytes()),
            // As `float32`: the upper half of a number between -1 and 1 is one, too.
            "bfloat16" => data.extend((part.to_bits() & 0xffff_0000).to_le_bytes()),
            // Multiples of 1/64 from -1 to 1: their numbers of binary16.
            "float16" => data.extend(sixty_fourth(bits)),
            _ => return None,
        }
    }
    Some(data)
}

/// A multiple of 1/64 between -1 and 1, as binary16.
fn sixty_fourth(bits: u64) -> [u8; 2] {
    let sign = u16::from(bits >> 63 == 1) << 15;
    let whole = u16::try_from(bits >> 40 & 63).unwrap_or(0);
    let Some(high) = whole.checked_ilog2().and_then(|high| u16::try_from(high).ok()) else {
        return sign.to_le_bytes();
    };
    let exponent = high + 15 - 6;
    let fraction = (whole << (10 - high)) & 0x3ff;
    (sign | exponent << 10 | fraction).to_le_bytes()
}

/// Numbers that look random: `SplitMix64`.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::{Random, Size, Tensor, Wanted, inputs, sixty_fourth};

    #[test]
    fn halves_are_between_minus_one_and_one() {
        for whole in 0..64u64 {
            let bits = u16::from_le_bytes(sixty_fourth(whole << 40));
            let (exponent, fraction) = (i32::from(bits >> 10), f64::from(bits & 0x3ff));
            let value = if bits == 0 { 0.0 } else { (1024.0 + fraction) * 2f64.powi(exponent - 25) };
            assert!((value * 64.0 - whole as f64).abs() < f64::EPSILON, "{whole}: {value}");
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_numbers() {
        let take = |seed| {
            let mut random = Random(seed);
            [random.next(), random.next()]
        };
        assert_eq!(take(7), take(7));
        assert_ne!(take(7), take(8));
    }

    #[test]
    fn indices_are_in_range_and_a_symbol_has_one_value() {
        let tensor = |bound, is_divisor| Tensor {
            element: "int64".into(),
            sizes: vec![Size::Symbol("s0".into(), 2, Some(40)), Size::Fixed(3)],
            bound,
            is_divisor,
            is_bound: false,
            is_channels_last: false,
        };
        let wanted = [
            (None, Wanted::Tensor(tensor(Some(5), false))),
            (Some("mask".to_string()), Wanted::Tensor(tensor(None, true))),
        ];
        for seed in 0..50 {
            let Ok(made) = inputs(&wanted, &mut Random(seed)) else { panic!("nothing is made up") };
            let [index, divisor] = &made.arrays[..] else { panic!("two arrays are expected") };
            assert_eq!((index.name.as_str(), divisor.name.as_str()), ("input_0", "input_mask"));
            assert_eq!(index.sizes, divisor.sizes);
            assert!((2..=16).contains(&index.sizes[0]) && index.sizes[1] == 3);
            let values = |array: &outlast::arrays::Array<'_>| -> Vec<u64> {
                array
                    .data
                    .chunks_exact(8)
                    .map(|eight| u64::from_le_bytes(eight.try_into().unwrap()))
                    .collect()
            };
            assert!(values(index).iter().all(|value| *value < 5));
            assert!(values(divisor).iter().all(|value| *value == 1));
        }
    }
}
