//! Functions whose names start with `llvm.`: their signatures, which verifying readers compare with their own.

use super::scan::Module;
use super::types::Type;

/// Adds the signatures; names stand in the string table, which follows the module.
pub(super) fn signatures(module: &mut Module, strtab: &[u8]) {
    for function in std::mem::take(&mut module.functions) {
        let Some(name) = text(strtab, function.name) else { continue };
        if !name.starts_with("llvm.") {
            continue;
        }
        let index = usize::try_from(function.kind).unwrap_or(usize::MAX);
        let index = match module.types.all.get(index) {
            Some(Type::Pointer(Some(to))) => *to,
            _ => index,
        };
        let signature = format!("{name}:{}", module.types.text(index, 0));
        module.uses.add_text("intrinsic", &signature, function.spot);
    }
}

/// A name of the string table.
pub(super) fn text(strtab: &[u8], (offset, size): (u64, u64)) -> Option<String> {
    let start = usize::try_from(offset).ok()?;
    let end = start.checked_add(usize::try_from(size).ok()?)?;
    strtab.get(start..end).map(|name| String::from_utf8_lossy(name).into_owned())
}
