//! Outputs beside what was recorded.
#![allow(clippy::unwrap_used, reason = "tests")]

use outlast::arrays::{self, Array, Arrays};
use outlast_prove::{Difference, Tolerance, compare};

/// An array as NumPy writes it, under a name.
fn array(name: &str, descr: &str, sizes: &[usize], data: &[u8]) -> Array<'static> {
    let shape: String = sizes.iter().map(|size| format!("{size},")).collect();
    let mut header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({shape}), }}");
    while (header.len() + 11) % 64 != 0 {
        header.push(' ');
    }
    header.push('\n');
    let mut file = b"\x93NUMPY\x01\x00".to_vec();
    file.extend(u16::try_from(header.len()).unwrap().to_le_bytes());
    file.extend(header.as_bytes());
    file.extend(data);
    let read = arrays::read(&file).unwrap();
    let array = read.arrays.into_iter().next().unwrap();
    let data = array.data.into_owned().into();
    Array { name: name.into(), scalar_type: array.scalar_type, sizes: array.sizes, data }
}

fn floats(name: &str, values: &[f32]) -> Array<'static> {
    let data: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    array(name, "<f4", &[values.len()], &data)
}

fn compared(expected: &[Array<'static>], found: &[Array<'static>]) -> Option<Difference> {
    let of = |arrays: &[Array<'static>]| Arrays { arrays: arrays.to_vec(), ..Arrays::default() };
    compare(&of(expected), &of(found), Tolerance::default())
}

#[test]
fn near_numbers_are_equal() {
    let expected = [floats("input_0", &[9.0]), floats("output_0", &[1.0, -2.0, f32::NAN, f32::INFINITY])];
    let found = [floats("output_0", &[1.000_005, -2.0, f32::NAN, f32::INFINITY])];
    assert_eq!(compared(&expected, &found), None);
}

#[test]
fn infinity_is_near_nothing() {
    for (expected, found) in [
        (f32::INFINITY, 0.0),
        (f32::INFINITY, f32::NEG_INFINITY),
        (f32::NEG_INFINITY, f32::MAX),
        (f32::INFINITY, f32::NAN),
        (f32::NAN, 0.0),
        (0.0, f32::INFINITY),
    ] {
        let difference = compared(&[floats("output_0", &[expected])], &[floats("output_0", &[found])]);
        assert!(matches!(difference, Some(Difference::Values { .. })), "{found} for {expected}");
    }
}

#[test]
fn outputs_are_the_ones_that_were_recorded() {
    let other = compared(&[floats("output_1", &[1.0])], &[floats("output_0", &[1.0])]);
    assert_eq!(other, Some(Difference::Name("1".into(), vec!["0".into()])));
    let none = |value: u8| array("output_0.none", "|u1", &[1], &[value]);
    assert_eq!(compared(&[none(0)], &[none(1)]), None);
}

#[test]
fn the_first_element_that_differs_is_named() {
    let expected = [floats("output_0", &[1.0, 2.0, 3.0, 4.0])];
    let found = [floats("output_0", &[1.0, 2.5, 3.0, -4.0])];
    let difference = compared(&expected, &found).unwrap();
    let values = Difference::Values { output: 0, element: 1, expected: 2.0, found: 2.5, count: (2, 4) };
    assert_eq!(difference, values);
    assert_eq!(
        difference.to_string(),
        "output 0: 2 of 4 elements differ, the first at 1: 2.5, and 2 was recorded"
    );
    assert!(compared(&[floats("output_0", &[f32::NAN])], &[floats("output_0", &[0.0])]).is_some());
}

#[test]
fn whole_numbers_are_equal_bit_by_bit() {
    let number = |value: i64| array("output_0.int", "<i8", &[], &value.to_le_bytes());
    let large = 1i64 << 60;
    assert_eq!(compared(&[number(large)], &[number(large)]), None);
    assert!(matches!(
        compared(&[number(large)], &[number(large + 1)]),
        Some(Difference::Values { count: (1, 1), .. })
    ));
    let negative = compared(
        &[array("output_0", "<i2", &[1], &(-2i16).to_le_bytes())],
        &[array("output_0", "<i2", &[1], &5i16.to_le_bytes())],
    );
    assert!(matches!(negative, Some(Difference::Values { expected: -2.0, found: 5.0, .. })), "{negative:?}");
}

#[test]
fn half_precision_is_read() {
    // 1.0, 65504, the smallest subnormal, -0, infinity.
    let bits = [0x3c00u16, 0x7bff, 0x0001, 0x8000, 0x7c00];
    let data: Vec<u8> = bits.iter().flat_map(|bits| bits.to_le_bytes()).collect();
    let half = array("output_0", "<f2", &[5], &data);
    assert_eq!(compared(std::slice::from_ref(&half), std::slice::from_ref(&half)), None);
    let mut other = half.clone();
    other.data.to_mut()[0] = 0x01;
    let found = compared(&[half], &[other]);
    assert!(
        matches!(found, Some(Difference::Values { element: 0, expected: 1.0, found, .. }) if (found - 1.000_976_562_5).abs() < 1e-12),
        "{found:?}"
    );
}

#[test]
fn kinds_sizes_and_counts_count() {
    let tensor = floats("output_0", &[1.0]);
    let number = array("output_0.float", "<f8", &[], &1f64.to_le_bytes());
    assert!(matches!(compared(std::slice::from_ref(&tensor), &[number]), Some(Difference::Type(0, ..))));
    let wide = array("output_0", "<f8", &[1], &1f64.to_le_bytes());
    assert!(matches!(compared(std::slice::from_ref(&tensor), &[wide]), Some(Difference::Type(0, ..))));
    let column = array("output_0", "<f4", &[1, 1], &1f32.to_le_bytes());
    assert_eq!(
        compared(std::slice::from_ref(&tensor), &[column]),
        Some(Difference::Sizes(0, vec![1], vec![1, 1]))
    );
    assert_eq!(compared(&[tensor], &[]), Some(Difference::Count(1, 0)));
}
