//! Functions whose names start with `llvm.`: their signatures, which verifying readers compare with their own.

use outlast_core::Budget;

use super::module::Module;
use super::shape::{Kind, Value, Word};
use super::signature::{Signature, TypeShape};
use super::types::{Type, Types};

/// Adds the signatures; names stand in the string table, which follows the module.
pub(super) fn signatures(module: &mut Module, strtab: &[u8]) {
    for function in std::mem::take(&mut module.functions) {
        let Some(name) = text(strtab, function.name) else { continue };
        if !name.starts_with("llvm.") {
            continue;
        }
        let Some(Type::Function(result, params, more)) = module.types.function(function.kind) else {
            continue;
        };
        let kinds: Vec<usize> = std::iter::once(*result).chain(params.iter().copied()).collect();
        let signature = Value::Signature(Box::new(signature(&module.types, &name, &kinds, *more)));
        let called = module.values.called.contains(&function.value);
        if called || module.values.unused.contains(&function.value) {
            module.uses.put(Kind::Intrinsic, signature.clone(), function.spot);
            let kind = if called { Kind::IntrinsicName } else { Kind::IntrinsicUnused };
            module.uses.put(kind, Value::Name(name), function.spot);
        }
        module.uses.put(Kind::IntrinsicDeclared, signature, function.spot);
        if module.values.branched.contains(&function.value) {
            module.uses.put(Kind::Callbr, Value::Word(Word::Intrinsic), function.spot);
        }
    }
}

/// Types that a signature is made of, at most: types in types can be many more than the bytes that say them.
const MOST: u64 = 4096;

/// Name and types. Where parts of the name are types, these are left out, and the signature has classes of types only.
fn signature(types: &Types, name: &str, kinds: &[usize], variadic: bool) -> Signature {
    let base = base(name);
    let overloaded = base != name;
    let mut left = Budget::new(MOST);
    let mut all = kinds.iter().map(|kind| match overloaded {
        true => types.class(*kind, &mut left, 0),
        false => types.shape(*kind, &mut left, 0),
    });
    let result = all.next().unwrap_or(TypeShape::Other);
    Signature { name: base.to_string(), overloaded, result, parameters: all.collect(), variadic }
}

/// A name without parts at its end that are types.
fn base(name: &str) -> &str {
    let mut base = name;
    while let Some((head, part)) = base.rsplit_once('.') {
        if !is_type(part) {
            break;
        }
        base = head;
    }
    base
}

/// Whether that is how a name says a type: `i32`, `f64`, `p0`, `p0i8`, `v4i32`, `nxv4f32`, …
fn is_type(part: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let scalar = |text: &str| {
        text.strip_prefix(['i', 'f']).is_some_and(digits)
            || matches!(text, "bf16" | "ppcf128")
            || text.strip_prefix('p').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    let vector = part
        .strip_prefix("nx")
        .unwrap_or(part)
        .strip_prefix('v')
        .map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
    scalar(part)
        || vector.is_some_and(scalar)
        || part.starts_with("s_")
        || part.starts_with("sl_")
        || matches!(part, "isVoid" | "Metadata" | "x86amx" | "token")
}

/// A name of the string table.
pub(super) fn text(strtab: &[u8], (offset, size): (u64, u64)) -> Option<String> {
    let start = usize::try_from(offset).ok()?;
    let end = start.checked_add(usize::try_from(size).ok()?)?;
    strtab.get(start..end).map(|name| String::from_utf8_lossy(name).into_owned())
}
