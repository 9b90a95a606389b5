//! Test cases as arrays for a real runtime: what a bundle holds, and values that are made up from a method's signature.

use outlast_executorch::defs::ScalarType;
use outlast_executorch::{Layout, Parameter, ProgramFile, Signature, TestCase, TestValue, InputUse, input_uses};

use crate::arrays::{Array, Arrays};

/// Elements of the values that are made up for one case.
const MOST_ELEMENTS: usize = 1 << 26;

/// The inputs and expected outputs of a case: `input_0`, `output_0`. What is no plain tensor has its kind behind the name: `.int`, `.float`, `.bool`,
/// `.bfloat16` (elements as `float32`), `.channels_last` (an input with its channels last in memory; its elements are in row-major order here).
///
/// # Errors
///
/// Which value a runtime in Python cannot be given, and why.
pub fn arrays_of_case(case: &TestCase<'_>) -> Result<(Arrays<'static>, Arrays<'static>), String> {
    Ok((side("input", &case.inputs)?, side("output", &case.expected_outputs)?))
}

fn side(name: &str, values: &[TestValue<'_>]) -> Result<Arrays<'static>, String> {
    let one = |(at, value): (usize, &TestValue<'_>)| {
        let name = format!("{name}_{at}");
        array(&name, value).map_err(|why| format!("{name}: {why}"))
    };
    let arrays = values.iter().enumerate().map(one).collect::<Result<_, _>>()?;
    Ok(Arrays { arrays, ..Arrays::default() })
}

fn array(name: &str, value: &TestValue<'_>) -> Result<Array<'static>, String> {
    let number = |kind: &str, scalar_type: &str, data: Vec<u8>| {
        let scalar_type = ScalarType::from_name(scalar_type).ok_or("a type that is not known")?;
        Ok(Array { name: format!("{name}.{kind}"), scalar_type, sizes: Vec::new(), data: data.into() })
    };
    match value {
        TestValue::Tensor { layout, data } => tensor(name, layout, data),
        TestValue::Int(value) => number("int", "int64", value.to_le_bytes().to_vec()),
        TestValue::Double(value) => number("float", "float64", value.to_le_bytes().to_vec()),
        TestValue::Bool(value) => number("bool", "bool", vec![u8::from(*value)]),
        other => Err(format!("{other} cannot be given")),
    }
}

/// A tensor, its elements in row-major order.
fn tensor(name: &str, layout: &Layout, data: &[u8]) -> Result<Array<'static>, String> {
    let sizes: Vec<usize> = layout.sizes.iter().filter_map(|size| usize::try_from(*size).ok()).collect();
    let element = layout.scalar_type.size().and_then(|size| usize::try_from(size).ok());
    let element = element.ok_or_else(|| format!("{layout} has elements of no size"))?;
    let count = sizes.iter().try_fold(element, |count, size| count.checked_mul(*size));
    if count != Some(data.len()) {
        return Err(format!("{layout} has {} bytes", data.len()));
    }
    let (data, is_last) = match layout.is_contiguous() {
        true => (data.to_vec(), false),
        // No other order has a name in PyTorch.
        false if matches!(layout.dim_order[..], [0, 2, 3, 1] | [0, 2, 3, 4, 1]) => (channels_second(&sizes, element, data), true),
        false => return Err(format!("{layout}: a Python runtime is not given tensors in this order")),
    };
    if layout.scalar_type.name() == Some("bfloat16") {
        let wide = |pair: &[u8]| [0, 0, pair.first().copied().unwrap_or(0), pair.last().copied().unwrap_or(0)];
        let data: Vec<u8> = data.chunks_exact(2).flat_map(wide).collect();
        let scalar_type = ScalarType::from_name("float32").ok_or("a type that is not known")?;
        return Ok(Array { name: format!("{name}.bfloat16"), scalar_type, sizes, data: data.into() });
    }
    let kind = if is_last && name.starts_with("input") { ".channels_last" } else { "" };
    Ok(Array { name: format!("{name}{kind}"), scalar_type: layout.scalar_type, sizes, data: data.into() })
}

/// Elements with their channels last, in row-major order; `sizes` are those of the tensor, with its channels second.
fn channels_second(sizes: &[usize], element: usize, data: &[u8]) -> Vec<u8> {
    let channels = sizes.get(1).copied().unwrap_or(1).max(1);
    let of_image = sizes.iter().skip(1).product::<usize>();
    let places = of_image / channels;
    let mut out = Vec::with_capacity(data.len());
    for image in data.chunks_exact((of_image * element).max(1)) {
        for channel in 0..channels {
            for place in 0..places {
                let at = (place * channels + channel) * element;
                out.extend_from_slice(image.get(at..at + element).unwrap_or_default());
            }
        }
    }
    out
}

/// Cases that are made up for all methods: each with its method, and its inputs as [`arrays_of_case`] names them. The same seed gives the same values.
///
/// Sizes are those that the method was planned for, which are the largest. Numbers with a fraction are between -1 and 1. Whole numbers are in the
/// range of what they are indices of, where the program shows that; others are 0 or 1, as a delegate may use them as indices, too; 1 where something is
/// divided by them.
///
/// # Errors
///
/// The program cannot be read, or a method takes what no case can hold.
pub fn random_cases(
    program: &ProgramFile<'_>,
    count: usize,
    seed: u64,
) -> Result<Vec<(String, Arrays<'static>)>, String> {
    let signatures = Signature::all(program).map_err(|error| error.to_string())?;
    let mut random = Random(seed);
    let mut cases = Vec::new();
    for (number, signature) in signatures.iter().enumerate() {
        let uses = input_uses(program, number).map_err(|error| error.to_string())?;
        for _ in 0..count {
            let values = signature.inputs.iter().enumerate().map(|(at, parameter)| {
                let made = made_up(parameter, uses.get(at).copied().unwrap_or_default(), &mut random);
                made.map_err(|why| format!("{}: input {at}: {why}", signature.method))
            });
            let values: Vec<TestValue<'_>> = values.collect::<Result<_, _>>()?;
            cases.push((signature.method.clone(), side("input", &values)?));
        }
    }
    Ok(cases)
}

fn made_up(parameter: &Parameter, used: InputUse, random: &mut Random) -> Result<TestValue<'static>, String> {
    Ok(match parameter {
        Parameter::Int(value) => TestValue::Int(*value),
        Parameter::Bool(value) => TestValue::Bool(*value),
        Parameter::Double(value) => TestValue::Double(*value),
        Parameter::Tensor { layout, .. } => {
            let sizes = layout.sizes.iter().map(|size| usize::try_from(*size).unwrap_or(0));
            let count = sizes.fold(1usize, usize::saturating_mul);
            if count > MOST_ELEMENTS {
                return Err(format!("{layout} is more than is made up"));
            }
            let data = elements(layout.scalar_type, count, used, random)
                .ok_or_else(|| format!("{layout}: no elements of this type are made up"))?;
            TestValue::Tensor { layout: layout.clone(), data: data.into() }
        }
        other => return Err(format!("{other} cannot be given")),
    })
}

/// Elements that are made up.
fn elements(of: ScalarType, count: usize, used: InputUse, random: &mut Random) -> Option<Vec<u8>> {
    let name = of.name()?;
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
    let bound = used.bound.unwrap_or(2).clamp(1, most);
    let least = u64::from(used.is_divisor && bound > 1);
    let mut data = Vec::new();
    for _ in 0..count {
        let bits = random.next();
        let whole = least + (bits >> 16) % (bound - least);
        // 24 bits after the point, which all types with a fraction but the small ones hold.
        let part = (bits >> 40) as f32 / 8_388_608.0 - 1.0;
        match name {
            "bool" => data.push(u8::from(bits >> 63 == 1)),
            "int8" | "uint8" => data.extend(whole.to_le_bytes().get(..1)?),
            "int16" | "uint16" => data.extend(whole.to_le_bytes().get(..2)?),
            "int32" | "uint32" => data.extend(whole.to_le_bytes().get(..4)?),
            "int64" | "uint64" => data.extend(whole.to_le_bytes()),
            "float32" => data.extend(part.to_le_bytes()),
            "float64" => data.extend(f64::from(part).to_le_bytes()),
            // The upper half of a number between -1 and 1 is one, too.
            "bfloat16" => data.extend(part.to_le_bytes().get(2..)?),
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
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::{Random, channels_second, sixty_fourth};

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
    fn channels_are_brought_to_their_place() {
        // One image of two channels and three places: [c0p0 c1p0 c0p1 …].
        assert_eq!(channels_second(&[1, 2, 1, 3], 1, &[0, 10, 1, 11, 2, 12]), [0, 1, 2, 10, 11, 12]);
        assert!(channels_second(&[1, 0, 2, 2], 4, &[]).is_empty());
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
}
