//! Test cases as arrays for a real runtime.

use crate::defs::ScalarType;
use crate::{Layout, TestCase, TestValue};

use crate::arrays::{Array, Arrays};

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
        false if matches!(layout.dim_order[..], [0, 2, 3, 1] | [0, 2, 3, 4, 1]) => {
            (channels_second(&sizes, element, data), true)
        }
        false => return Err(format!("{layout}: a Python runtime is not given tensors in this order")),
    };
    if layout.scalar_type.name() == Some("bfloat16") {
        let wide =
            |pair: &[u8]| [0, 0, pair.first().copied().unwrap_or(0), pair.last().copied().unwrap_or(0)];
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

#[cfg(test)]
mod tests {
    use super::channels_second;

    #[test]
    fn channels_are_brought_to_their_place() {
        // One image of two channels and three places: [c0p0 c1p0 c0p1 …].
        assert_eq!(channels_second(&[1, 2, 1, 3], 1, &[0, 10, 1, 11, 2, 12]), [0, 1, 2, 10, 11, 12]);
        assert!(channels_second(&[1, 0, 2, 2], 4, &[]).is_empty());
    }
}
