//! What the strings of a runtime's code say: operators and backends that it registers, names and messages of its sources.
//!
//! A runtime registers operators and backends when it starts, from strings: `aten::add.out`, `XnnpackBackend`. They stand in its
//! read-only data, each ended by a zero byte. Names of C++ and messages stand there, too, and in tables of symbols.

use std::collections::{BTreeSet, HashSet};

/// Strings of interest are not longer: messages of runtimes, symbols with many parameters.
const MAX_STRING: usize = 4096;

/// Names of operators and backends have at most this many bytes.
const MAX_NAME: usize = 200;

/// Operators and backends of one image that no table names, at most.
const MAX_CUSTOM: usize = 4096;

/// Constants of four bytes without a zero byte, right behind which linkers put other strings.
const CONSTANTS: &[&str] =
    &["XH00", "XN00", "XN01", "VH00", "VK00", "ET12", "FT01", "FH01", "BP08", "eh00", "AR00", "MP00"];

/// Backends that runtimes register by these names; a name that none of them is counts where it stands beside its class.
const BACKENDS: &[&str] = &[
    "AotiBackend",
    "ArmBackend",
    "CadenceBackend",
    "CoreMLBackend",
    "CudaBackend",
    "EnnBackend",
    "EthosUBackend",
    "MLXBackend",
    "MPSBackend",
    "MetalBackend",
    "NeuropilotBackend",
    "NeutronBackend",
    "NXPBackend",
    "OpenvinoBackend",
    "QnnBackend",
    "SamsungBackend",
    "VgfBackend",
    "VulkanBackend",
    "WebGPUBackend",
    "XnnpackBackend",
];

/// Names that kernels call themselves by in messages, and that are registered nowhere.
const MENTIONED: &[&str] =
    &["quantized_decomposed::embedding_xbit.out", "quantized_decomposed::embedding_xbit.dtype_out"];

/// Namespaces of C++ as they begin mangled names of ExecuTorch.
const NAMESPACES: &[&str] = &["10executorch", "5torch8executor"];

/// Element types by the names that runtimes print, those that some releases lack or had later; others are in every release.
const ELEMENT_TYPES: &[(&str, &str)] = &[
    ("QInt8", "qint8"),
    ("QUInt8", "quint8"),
    ("QInt32", "qint32"),
    ("BFloat16", "bfloat16"),
    ("QUInt4x2", "quint4x2"),
    ("QUInt2x4", "quint2x4"),
    ("Bits16", "bits16"),
    ("Float8_e5m2", "float8_e5m2"),
    ("Float8_e4m3fn", "float8_e4m3fn"),
    ("Float8_e5m2fnuz", "float8_e5m2fnuz"),
    ("Float8_e4m3fnuz", "float8_e4m3fnuz"),
    ("UInt16", "uint16"),
    ("UInt32", "uint32"),
    ("UInt64", "uint64"),
    ("ComplexHalf", "complex32"),
    ("ComplexFloat", "complex64"),
    ("ComplexDouble", "complex128"),
];

/// Names that stand nowhere but in the table of all element types.
const TABLE_OF_TYPES: [&str; 2] = ["quint4x2", "quint2x4"];

/// The element types that a runtime cannot name, and so does not have; nothing is known where it has no table of names.
pub(super) fn unnamed(named: &BTreeSet<&'static str>) -> BTreeSet<&'static str> {
    match TABLE_OF_TYPES.iter().all(|name| named.contains(name)) {
        true => ELEMENT_TYPES.iter().map(|(_, name)| *name).filter(|name| !named.contains(name)).collect(),
        false => BTreeSet::new(),
    }
}

/// What was found in the strings of one image.
#[derive(Clone, Default, Debug)]
pub(super) struct Found {
    pub(super) operators: BTreeSet<String>,
    pub(super) backends: BTreeSet<String>,
    /// Keys of kernels for some element types and dimension orders only.
    pub(super) kernels: BTreeSet<String>,
    /// Texts, and names of C++, that tell releases: those that were asked for.
    pub(super) telling: BTreeSet<String>,
    /// Element types that it has names of.
    pub(super) types: BTreeSet<&'static str>,
    /// Whether it has names of ExecuTorch's own code.
    pub(super) is_part: bool,
}

/// Looks for operators, known by these names or by their form, and for what tells releases.
pub(super) fn scan(bytes: &[u8], known: &HashSet<&str>, telling: &HashSet<&str>) -> Found {
    let mut found = Found::default();
    let mut classes = HashSet::new();
    let mut ends_in_backend = BTreeSet::new();
    let mut start = 0;
    for (at, byte) in bytes.iter().enumerate() {
        if matches!(byte, b'\t' | b'\n' | 0x20..=0x7e) {
            continue;
        }
        let run = bytes.get(start..at).unwrap_or_default();
        start = at + 1;
        if *byte != 0 || run.len() < 5 || run.len() > MAX_STRING {
            continue;
        }
        let Ok(text) = std::str::from_utf8(run) else { continue };
        if telling.contains(text) {
            found.telling.insert(text.to_string());
        }
        if let Some((_, name)) = ELEMENT_TYPES.iter().find(|(printed, _)| *printed == text) {
            found.types.insert(name);
        }
        cpp_names(text, |name, is_class| {
            found.is_part = true;
            if telling.contains(name) {
                found.telling.insert(name.to_string());
            }
            if let Some(class) =
                name.rsplit("::").next().filter(|class| is_class && class.ends_with("Backend"))
            {
                classes.insert(class.to_string());
            }
        });
        let text = CONSTANTS.iter().find_map(|constant| text.strip_prefix(constant)).unwrap_or(text);
        if text.len() > MAX_NAME {
            continue;
        }
        if is_operator(text, known) && found.operators.len() < known.len() + MAX_CUSTOM {
            found.operators.insert(text.to_string());
        } else if text.ends_with("Backend") && ends_in_backend.len() < MAX_CUSTOM {
            ends_in_backend.insert(text.to_string());
        } else if is_kernel_key(text) && found.kernels.len() < MAX_CUSTOM {
            found.kernels.insert(text.to_string());
        }
    }
    let registers = |name: &String| BACKENDS.contains(&name.as_str()) || classes.contains(name);
    found.backends = ends_in_backend.into_iter().filter(registers).collect();
    found
}

/// Whether this is the name of an operator: one that some release has, one of the runtime itself, or by its form one that writes to
/// what the caller gives (`my::op.out`), which all kernels of ExecuTorch do.
fn is_operator(text: &str, known: &HashSet<&str>) -> bool {
    let Some((space, rest)) = text.split_once("::") else { return false };
    if known.contains(text) {
        return true;
    }
    let word = |word: &str| {
        !word.is_empty()
            && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
            && !word.starts_with(|first: char| first.is_ascii_digit())
    };
    if MENTIONED.contains(&text) || !word(space) || space.starts_with("native_call_") {
        return false;
    }
    match rest.split_once('.') {
        Some((name, overload)) => {
            word(name)
                && word(overload)
                && (overload == "out" || overload.ends_with("_out") || space == "executorch_prim")
        }
        None => space == "executorch_prim" && word(rest),
    }
}

/// `v1/6;0,1|6;0,1`.
fn is_kernel_key(text: &str) -> bool {
    text.strip_prefix("v1/").is_some_and(|rest| {
        rest.contains(';') && rest.bytes().all(|b| b.is_ascii_digit() || matches!(b, b';' | b',' | b'|'))
    })
}

/// The names of ExecuTorch's classes and functions in a mangled name, without parameters: `executorch::runtime::Method::init`; and
/// whether it is that of a class with virtual functions.
fn cpp_names(text: &str, mut visit: impl FnMut(&str, bool)) {
    for space in NAMESPACES {
        for (at, _) in text.match_indices(space) {
            let (before, mut rest) = text.split_at(at);
            let Some(before) = before.strip_suffix(['N', 'K']) else { continue };
            let mut name = String::new();
            let mut parts = 0;
            while let Some((part, behind)) = component(rest) {
                if !name.is_empty() {
                    name.push_str("::");
                }
                name.push_str(part);
                (rest, parts) = (behind, parts + 1);
            }
            let is_class =
                before.is_empty() || ["ZTI", "ZTS", "ZTV"].iter().any(|kind| before.ends_with(kind));
            if parts > 1 {
                visit(&name, is_class && rest == "E");
            }
        }
    }
}

/// One part of a mangled name: its length, and as many bytes.
fn component(text: &str) -> Option<(&str, &str)> {
    let (digits, named) = text.split_at(text.bytes().take(3).take_while(u8::is_ascii_digit).count());
    let len: usize = digits.parse().ok()?;
    let (part, rest) = named.split_at_checked(len)?;
    let legal = part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    (len > 0 && len <= MAX_NAME && legal).then_some((part, rest))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{cpp_names, scan};

    fn scan_strings(strings: &[&str]) -> super::Found {
        let bytes = strings.join("\0") + "\0";
        let known = HashSet::from(["aten::add.out", "aten::sym_numel"]);
        scan(
            bytes.as_bytes(),
            &known,
            &HashSet::from(["executorch::runtime::Method::init", "Malformed file."]),
        )
    }

    #[test]
    fn operators_by_table_and_by_form() {
        let found = scan_strings(&[
            "aten::add.out",
            "aten::sym_numel",
            "mine::twice.out",
            "executorch_prim::et_view.default",
        ]);
        assert_eq!(found.operators.len(), 4, "{:?}", found.operators);
        let found = scan_strings(&[
            "vector::_M_range_insert",
            "std::nullptr_t",
            "aten::add",
            "quantized_decomposed::embedding_xbit.out",
            "native_call_mine::twice.out",
            "see aten::add.out",
            "9lives::of.out",
        ]);
        assert!(found.operators.is_empty(), "{:?}", found.operators);
    }

    #[test]
    fn strings_without_an_end_are_none() {
        let known = HashSet::from(["aten::add.out"]);
        let scan = |bytes: &[u8]| scan(bytes, &known, &HashSet::new()).operators.len();
        assert_eq!(scan(b"aten::add.out"), 0);
        assert_eq!(scan(b"aten::add.out\xff"), 0);
        assert_eq!(scan(b"\xffaten::add.out\0"), 1);
        assert_eq!(scan(b"XH00aten::add.out\0"), 1, "behind a constant of four bytes");
    }

    #[test]
    fn backends_are_known_or_stand_beside_their_class() {
        let found = scan_strings(&[
            "XnnpackBackend",
            "XH00CoreMLBackend",
            "OwnBackend",
            "N2my10OwnBackendE",
            "kGpuBackend",
        ]);
        assert_eq!(found.backends, ["CoreMLBackend", "XnnpackBackend"].map(String::from).into());
        let found = scan_strings(&["OwnBackend", "_ZTIN10executorch8backends10OwnBackendE"]);
        assert_eq!(found.backends, [String::from("OwnBackend")].into());
        let found = scan_strings(&["InitBackend", "_ZN10executorch8backends11InitBackendEv"]);
        assert!(found.backends.is_empty(), "a function");
    }

    #[test]
    fn names_of_cpp_have_no_parameters() {
        let mut names = Vec::new();
        cpp_names("_ZN10executorch7runtime6Method4initEPNS0_7ProgramE", |name, is_class| {
            assert!(!is_class);
            names.push(name.to_string());
        });
        assert_eq!(names, ["executorch::runtime::Method::init"]);
        cpp_names("N10executorch99runtimeE 10executorch N10executorch", |name, _| panic!("{name}"));
        let found =
            scan_strings(&["_ZN10executorch7runtime6Method4initEv", "Malformed file.", "Malformed file"]);
        assert!(found.is_part);
        assert_eq!(found.telling.len(), 2);
    }
}
