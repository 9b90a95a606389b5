//! Calls as `evidence/peers/torch/overloads.py` writes them, and answers as it prints them.

use outlast_opset::history::{Origin, Variant, candidates};
use outlast_opset::resolve::{Actual, Failure, Resolved, runs};
use outlast_opset::schema::Schema;
use outlast_opset::types::Type;

/// Name, values, and values with keywords.
pub(crate) type Call<'c> = (&'c str, Vec<Actual>, Vec<(&'c str, Actual)>);

/// Reads `aten::add(Tensor, 1, alpha=2.5)`; `unknown` is a value of which nothing is known.
pub(crate) fn read(call: &str) -> Option<Call<'_>> {
    let (name, rest) = call.split_once('(')?;
    let (mut positional, mut keywords) = (Vec::new(), Vec::new());
    for piece in pieces(rest.strip_suffix(')')?) {
        match piece.split_once('=') {
            Some((word, value)) => keywords.push((word, actual(value)?)),
            None => positional.push(actual(piece)?),
        }
    }
    Some((name, positional, keywords))
}

/// What commas outside of parentheses separate.
fn pieces(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut found) = (0, 0, Vec::new());
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            ',' if depth == 0 => {
                found.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(text[start..].trim());
    found.retain(|piece| !piece.is_empty());
    found
}

fn actual(text: &str) -> Option<Actual> {
    let literal = |text: &str| text.starts_with(|first: char| first.is_ascii_digit());
    if let Some(inside) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        let elements: Vec<Actual> = pieces(inside).into_iter().map(actual).collect::<Option<_>>()?;
        return Some(match elements.first() {
            None => Actual::empty_list(),
            Some(first) => Actual::list(first.ty.clone(), elements),
        });
    }
    match text {
        "None" => Some(Actual::none()),
        "True" => Some(Actual::bool(true)),
        "unknown" => Some(Actual::unknown()),
        _ if text.starts_with('"') => Some(Actual::text(text.trim_matches('"'))),
        _ if literal(text) && text.contains('.') => text.parse().ok().map(Actual::float),
        _ if literal(text) => text.parse().ok().map(Actual::int),
        _ if text.strip_prefix('(').is_some_and(literal) => {
            let inside = text.strip_prefix('(')?.strip_suffix(')')?;
            pieces(inside).into_iter().map(actual).collect::<Option<_>>().map(Actual::tuple)
        }
        _ => {
            let schema = Schema::parse(&format!("a::f({text} x) -> ()")).ok()?;
            Some(schema.arguments.into_iter().next()?.ty.into())
        }
    }
}

/// An answer as the rows have it.
pub(crate) fn answer(variants: &[Variant], answer: Result<Resolved, Failure>) -> String {
    let candidates = candidates(variants);
    let resolved = match answer {
        Ok(resolved) => resolved,
        Err(Failure::Refused(_)) => return "refused\t\t".into(),
        Err(_) => return "undecided\t\t".into(),
    };
    let types =
        |of: &[Type], by: &str| of.iter().map(|one| one.fake().to_string()).collect::<Vec<_>>().join(by);
    let values = format!("{}\t{}", types(&resolved.returns, " "), types(&resolved.inputs, ", "));
    match &variants[resolved.candidate].origin {
        Origin::Mistaken => return "refused\t\t".into(),
        Origin::Function => return "builtin\t\t".into(),
        Origin::Historic { upgrader } => return format!("{upgrader}\t{values}"),
        _ => {}
    }
    let operators: Vec<_> =
        variants.iter().take_while(|variant| variant.origin == Origin::Operator).collect();
    let runs = runs(&candidates[..operators.len()], &resolved).unwrap_or(resolved.candidate);
    let name = &variants[runs].schema.name;
    let same = operators.iter().filter(|one| one.schema.name == *name).count();
    let index = if same > 1 { format!("#{runs}") } else { String::new() };
    format!("{name}{index}\t{values}")
}
