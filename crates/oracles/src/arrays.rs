//! NumPy and safetensors files.

use outlast::arrays;

/// A file of arrays: sizes and data agree, and what can be written as `.safetensors` reads the same. Whether it was read.
///
/// # Panics
///
/// Where the data of an array are not as long as its sizes and type say, or where written arrays read otherwise.
pub fn arrays(bytes: &[u8]) -> bool {
    let Ok(read) = arrays::read(bytes) else { return false };
    for array in &read.arrays {
        let elements = array.sizes.iter().try_fold(1_usize, |product, size| product.checked_mul(*size));
        let width = array.scalar_type.size().and_then(|size| usize::try_from(size).ok());
        let length = elements.zip(width).and_then(|(elements, width)| elements.checked_mul(width));
        assert_eq!(length, Some(array.data.len()), "array `{}`: {:?}", array.name, array.sizes);
    }
    if let Ok(written) = arrays::safetensors::write(&read) {
        match arrays::read(&written) {
            Ok(again) => assert_eq!(again.arrays.len(), read.arrays.len(), "written arrays"),
            Err(error) => panic!("what was written does not read: {error}"),
        }
    }
    true
}
