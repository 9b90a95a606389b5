//! What a need is called, which code its reasons have, and what helps.

use outlast_bitstream::ir;
use outlast_core::{Code, Need};

use super::codes;

/// The code of reasons for needs of this key.
pub(super) fn code(key: &str) -> Code {
    match key {
        "epoch" | "module-version" | "identification-record" | "block" | "module-record" | "data-layout" => {
            codes::CONTAINER
        }
        "type" | "type-shape" | "target-type" => codes::TYPE,
        "attribute" | "attribute-record" | "attribute-text" => codes::ATTRIBUTE,
        "memory" => codes::MEMORY,
        "initializer" | "metadata-value" => codes::EXPRESSION,
        "global"
        | "global-of-target-type"
        | "function"
        | "alias"
        | "aliasee"
        | "ifunc"
        | "comdat"
        | "linkage"
        | "calling-convention" => codes::GLOBAL,
        "metadata" | "metadata-last" | "metadata-language" | "metadata-shape" | "expression" => {
            codes::METADATA
        }
        _ if key.starts_with("summary") => codes::SUMMARY,
        _ if key.starts_with("constant") => codes::CONSTANT,
        _ => codes::INSTRUCTION,
    }
}

/// What the need is, in words: `attribute captures (kind 102, with a value)`.
pub(super) fn subject(need: &Need) -> String {
    let value = need.value.to_string();
    let numbers: Vec<u64> = value.split('/').filter_map(|word| word.parse().ok()).collect();
    let name = |kind: &str, number: u64| ir::name(kind, number).unwrap_or("?").to_string();
    match (need.key, numbers.as_slice()) {
        ("attribute", [encoding, kind]) => {
            let how = match encoding {
                0 => "",
                1 => ", with a number",
                5 => ", with a type",
                7 => ", with a range",
                8 => ", with ranges",
                _ => ", in an unknown encoding",
            };
            format!("attribute {} (kind {kind}{how})", name("attribute", *kind))
        }
        ("type", [code]) => format!("type {} (code {code})", name("type", *code)),
        ("constant", [code]) => {
            let name = name("constant", *code).replacen("gep", "getelementptr", 1);
            format!("constant {name} (code {code})")
        }
        ("constant-gep", [code]) => {
            format!("constant getelementptr (code {code}) of a type that is not there")
        }
        ("constant-gep", [code, flags]) => format!("constant getelementptr (code {code}, flags {flags})"),
        ("constant-cast", [op]) => format!("constant {} (cast {op})", name("cast", *op)),
        ("constant-binary" | "constant-binary-flags", [op]) => format!("constant {}", name("binary", *op)),
        ("instruction", [code]) => {
            format!("record {} (code {code}) of a function", name("instruction", *code))
        }
        ("cast" | "binary" | "unary", [op]) => format!("{} ({} {op})", name(need.key, *op), need.key),
        ("cast" | "binary" | "unary", [op, flags]) => {
            format!("flags of {} ({} {op}, flags {flags})", name(need.key, *op), need.key)
        }
        ("atomicrmw", [op]) => format!("atomicrmw {} (operation {op})", name("atomicrmw", *op)),
        ("compare", [class, _]) => {
            format!("flags of {}", if *class == 0 { "fcmp" } else { "icmp (samesign)" })
        }
        ("select", _) => "fast-math flags of select".into(),
        ("gep", [flags]) => format!("getelementptr with flags {flags}{}", gep_flags(*flags)),
        ("metadata", [code, rest @ ..]) => {
            let fields = rest.first().filter(|count| **count > 0).map(|count| format!(", {count} fields"));
            format!("metadata {} (code {code}{})", name("metadata", *code), fields.unwrap_or_default())
        }
        ("metadata-last", [code, index]) => {
            format!("field {index} of metadata {} (code {code})", name("metadata", *code))
        }
        ("intrinsic" | "intrinsic-declared", _) => {
            let (name, signature) = value.split_once(':').unwrap_or((&value, ""));
            format!("intrinsic {name} of the signature {signature}")
        }
        ("attribute-text", _) => {
            let (name, value) = value.split_once('=').unwrap_or((&value, ""));
            format!("attribute \"{name}\"=\"{value}\"")
        }
        ("constant-null", _) => format!("null constant of target({value})"),
        ("aliasee", [code]) => {
            format!("alias of a constant {} (code {code})", name("constant", *code))
        }
        ("atomic-vector", [op]) => format!("atomicrmw {} on vectors", name("atomicrmw", *op)),
        ("atomic-vector", _) => format!("atomic {value} of a vector"),
        ("bundle", _) => {
            let (tag, how) = value.split_once('/').unwrap_or((&value, ""));
            let how = if how == "constant" { "with a constant" } else { &format!("on {how} calls") };
            format!("operand bundle \"{tag}\" {how}")
        }
        ("callbr", _) => "callbr of an intrinsic".into(),
        ("summary-version", [version]) => format!("summary version {version}"),
        _ => format!("{} {value}", need.key),
    }
}

fn gep_flags(flags: u64) -> String {
    let words: Vec<&str> = [(1, "inbounds"), (2, "nusw"), (4, "nuw")]
        .iter()
        .filter(|(bit, _)| flags & bit != 0)
        .map(|(_, word)| *word)
        .collect();
    if words.is_empty() { String::new() } else { format!(" ({})", words.join(" ")) }
}

/// What helps, if anything does.
pub(super) fn help(need: &Need) -> Option<&'static str> {
    let value = need.value.to_string();
    match (need.key, value.as_str()) {
        ("type", "25") => {
            Some("clang 15 and 16: compile with -Xclang -no-opaque-pointers; later ones have no such option")
        }
        ("metadata" | "metadata-last" | "metadata-shape" | "expression" | "metadata-language", _) => {
            Some("compile with -g0: no debug information")
        }
        ("instruction", "61" | "62" | "63" | "64" | "65" | "66") => Some(
            "compile with -g0, or with LLVM 19 write intrinsics: -mllvm -write-experimental-debuginfo=false",
        ),
        ("summary-version", _) => Some("compile with -flto=full, or without -flto: no summary"),
        _ => None,
    }
}
