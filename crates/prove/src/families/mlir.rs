//! Cases of StableHLO that are made up: from the type of `main`.

use outlast::Program;

use crate::generate_inputs::{Inputs, Size, Wanted};

/// What `main` takes; none if the program has no such function.
pub(crate) fn wanted(program: &Program<'_>) -> Option<Result<Inputs, String>> {
    let summary = program.full_summary().ok()?;
    let listing = summary.listings.iter().find(|listing| listing.title == "entry points")?;
    let at = |name: &str| listing.columns.iter().position(|column| *column == name);
    let (name, kind) = (at("name")?, at("type")?);
    let row = listing.rows.iter().find(|row| row.get(name).is_some_and(|cell| cell == "main"))?;
    Some(
        parameters(row.get(kind)?)
            .and_then(|types| types.into_iter().map(|one| Ok((None, tensor(one)?))).collect()),
    )
}

/// The types of the parameters in the text of a function's type.
fn parameters(text: &str) -> Result<Vec<&str>, String> {
    let unread = || format!("the type of `main` is not read: {text}");
    let inside = text.strip_prefix("!vhlo.func_v1<").unwrap_or(text).strip_prefix('(').ok_or_else(unread)?;
    let (mut depth, mut start, mut found) = (0usize, 0, Vec::new());
    for (at, c) in inside.char_indices() {
        match c {
            '<' | '(' | '[' => depth += 1,
            ')' if depth == 0 => {
                found.extend(inside.get(start..at).map(str::trim).filter(|text| !text.is_empty()));
                return Ok(found);
            }
            // That of an arrow closes nothing.
            '>' if inside.get(..at).is_some_and(|before| before.ends_with('-')) => {}
            '>' | ')' | ']' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                found.extend(inside.get(start..at).map(str::trim));
                start = at + 1;
            }
            _ => {}
        }
    }
    Err(unread())
}

/// A tensor of a type: `tensor<2x3xf32>`, `!vhlo.tensor_v1<2x3x!vhlo.f32_v1>`.
fn tensor(text: &str) -> Result<Wanted, String> {
    let unmade = || format!("no values of the type `{text}` are generated");
    let inside =
        text.strip_prefix("!vhlo.tensor_v1<").or_else(|| text.strip_prefix("tensor<")).ok_or_else(unmade)?;
    let mut rest = inside.strip_suffix('>').ok_or_else(unmade)?;
    let mut sizes = Vec::new();
    while let Some((size, after)) =
        rest.split_once('x').and_then(|(size, after)| Some((size.parse().ok()?, after)))
    {
        sizes.push(Size::Fixed(size));
        rest = after;
    }
    let element = rest.strip_prefix("!vhlo.").unwrap_or(rest);
    let element = element.strip_suffix("_v1").unwrap_or(element);
    let element = match element {
        "f16" => "float16",
        "f32" => "float32",
        "f64" => "float64",
        "bf16" => "bfloat16",
        "i1" | "bool" => "bool",
        "i8" => "int8",
        "i16" => "int16",
        "i32" => "int32",
        "i64" => "int64",
        "ui8" => "uint8",
        "ui16" => "uint16",
        "ui32" => "uint32",
        "ui64" => "uint64",
        _ => return Err(unmade()),
    };
    Ok(Wanted::tensor(element, sizes))
}

#[cfg(test)]
mod tests {
    use super::{parameters, tensor};
    use crate::generate_inputs::{Size, Wanted};

    #[test]
    fn types_are_read() {
        let text = "!vhlo.func_v1<(!vhlo.tensor_v1<2x5x!vhlo.f32_v1>, !vhlo.tensor_v1<!vhlo.bool_v1>) -> !vhlo.tensor_v1<2x!vhlo.f64_v1>>";
        let found = parameters(text).unwrap();
        assert_eq!(found, ["!vhlo.tensor_v1<2x5x!vhlo.f32_v1>", "!vhlo.tensor_v1<!vhlo.bool_v1>"]);
        let Ok(Wanted::Tensor(first)) = tensor(found[0]) else { panic!("no tensor") };
        assert!(first.element == "float32" && matches!(first.sizes[..], [Size::Fixed(2), Size::Fixed(5)]));
        assert!(parameters("() -> tensor<f32>").unwrap().is_empty());
        assert_eq!(parameters("(tensor<3xi8>, tensor<i1>) -> ()").unwrap().len(), 2);
        assert!(parameters("tensor<3xi8>").is_err());
        assert!(tensor("tensor<?xf32>").is_err());
        assert!(tensor("!vhlo.tuple_v1<>").is_err());
    }
}
