//! Whether inputs are such as a program takes.

use outlast::arrays::{Array, Arrays};

use crate::generate_inputs::{Inputs, Size, Tensor, Wanted};

/// How inputs differ from what a method takes; none if they do not, as far as its signature says.
pub(crate) fn misfit(wanted: &Inputs, inputs: &Arrays<'_>) -> Option<String> {
    let place = |array: &Array<'_>| -> Option<(String, String)> {
        let rest = array.name.strip_prefix("input_")?;
        let (place, kind) = rest.split_once('.').unwrap_or((rest, ""));
        Some((place.to_string(), kind.to_string()))
    };
    let given: Vec<(String, String, &Array<'_>)> = inputs
        .arrays
        .iter()
        .filter_map(|array| place(array).map(|(place, kind)| (place, kind, array)))
        .collect();
    if given.len() != wanted.len() {
        return Some(format!("inputs given: {}, the method takes {}", given.len(), wanted.len()));
    }
    wanted.iter().enumerate().find_map(|(at, (keyword, wanted))| {
        let (number, keyword) = (at.to_string(), keyword.as_deref().unwrap_or_default());
        let found = given.iter().find(|(place, ..)| *place == number || *place == keyword);
        let Some((_, kind, array)) = found else {
            // By a name that the signature does not say.
            let is_named = given.iter().any(|(place, ..)| place.parse::<usize>().is_err());
            return (!is_named).then(|| format!("input {at} is not given"));
        };
        let wrong = match wanted {
            Wanted::Tensor(tensor) => of_tensor(tensor, kind, array),
            Wanted::Is(wanted, ..) if kind != wanted => Some(format!("of the kind `{wanted}`")),
            // A program holds the numbers that it was exported with.
            Wanted::Is("int" | "bool", _, data) if *array.data != data[..] => Some("another number".into()),
            Wanted::Is(..) => None,
        };
        let shown = match kind.as_str() {
            "" | "channels_last" => format!("{} {:?}", array.scalar_type, array.sizes),
            kind => format!("{kind} {:?}", array.sizes),
        };
        wrong.map(|wanted| format!("input {at} is {shown}, the method takes {wanted}"))
    })
}

/// What a method takes, where a tensor is something else.
fn of_tensor(tensor: &Tensor, kind: &str, array: &Array<'_>) -> Option<String> {
    let element = match kind {
        "" | "channels_last" => array.scalar_type.name().unwrap_or_default(),
        kind => kind,
    };
    let sizes: Vec<u64> = array.sizes.iter().filter_map(|size| u64::try_from(*size).ok()).collect();
    let is_size = |(wanted, size): (&Size, &u64)| match wanted {
        Size::Fixed(wanted) => wanted == size,
        Size::Symbol(_, least, most) => least <= size && most.is_none_or(|most| *size <= most),
    };
    let is_sized = sizes.len() == tensor.sizes.len()
        && match tensor.is_bound {
            false => tensor.sizes.iter().zip(&sizes).all(is_size),
            true => {
                let largest = tensor.sizes.iter().map(|size| match size {
                    Size::Fixed(size) => *size,
                    Size::Symbol(_, _, most) => most.unwrap_or(u64::MAX),
                });
                sizes.iter().fold(1, |count: u64, size| count.saturating_mul(*size))
                    <= largest.fold(1, u64::saturating_mul)
            }
        };
    (element != tensor.element || !is_sized).then(|| tensor.to_string())
}

impl std::fmt::Display for Tensor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let size = |size: &Size| match size {
            Size::Fixed(size) => size.to_string(),
            Size::Symbol(name, least, Some(most)) => format!("{name} ({least} to {most})"),
            Size::Symbol(name, least, None) => format!("{name} (from {least})"),
        };
        let sizes = self.sizes.iter().map(size).collect::<Vec<_>>().join(", ");
        let at_most = if self.is_bound { "at most " } else { "" };
        write!(f, "{at_most}{} [{sizes}]", self.element)
    }
}

#[cfg(test)]
mod tests {
    use outlast::arrays::{Array, Arrays, ScalarType};

    use super::misfit;
    use crate::generate_inputs::{Size, Wanted};

    fn case(arrays: &[(&str, &str, &[usize])]) -> Arrays<'static> {
        let array = |(name, element, sizes): &(&str, &str, &[usize])| {
            let scalar_type = ScalarType::from_name(element).unwrap();
            let bytes =
                sizes.iter().product::<usize>() * usize::try_from(scalar_type.size().unwrap()).unwrap();
            Array {
                name: (*name).to_string(),
                scalar_type,
                sizes: sizes.to_vec(),
                data: vec![0; bytes].into(),
            }
        };
        Arrays { arrays: arrays.iter().map(array).collect(), ..Arrays::default() }
    }

    #[test]
    fn types_sizes_and_numbers_are_held_to_the_signature() {
        let sizes = vec![Size::Fixed(2), Size::Symbol("s0".into(), 2, Some(8))];
        let wanted = vec![(None, Wanted::tensor("float32", sizes)), (Some("k".to_string()), Wanted::int(0))];
        let said = |arrays: &[(&str, &str, &[usize])]| misfit(&wanted, &case(arrays)).unwrap_or_default();
        assert_eq!(said(&[("input_0", "float32", &[2, 5]), ("input_k.int", "int64", &[])]), "");
        assert_eq!(said(&[("input_0", "float32", &[2, 5])]), "inputs given: 1, the method takes 2");
        let other = said(&[("input_0", "float64", &[2, 5]), ("input_1.int", "int64", &[])]);
        assert_eq!(other, "input 0 is float64 [2, 5], the method takes float32 [2, s0 (2 to 8)]");
        assert!(said(&[("input_0", "float32", &[2, 9]), ("input_1.int", "int64", &[])]).contains("[2, 9]"));
        assert!(
            said(&[("input_0", "float32", &[2, 5]), ("input_1", "int64", &[])]).contains("of the kind `int`")
        );
    }
}
