//! [`OperatorSet`]: the operators that a file or a target declares.

use outlast_core::{Error, ErrorKind, QuickMap, Result, Span};
use outlast_opset::history::Release;
use outlast_opset::lint::{Coverage, Declared, Inventory};

use super::{VersionedSet, dump, native, target};

/// Bytes of a file: PyTorch's own have 600,000.
const MAX_BYTES: usize = 8 << 20;
/// Bytes of one line: the longest schema of twenty releases of PyTorch has 972.
pub(super) const MAX_LINE: usize = 64 * 1024;
/// Schemas of one operator name, with all overloads: PyTorch has up to 21. Each is compared with all others.
const MAX_OVERLOADS: usize = 64;

/// What declares an operator set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetKind {
    /// Schemas, one a line, as `torch._C._jit_get_all_schemas()` prints them.
    Dump,
    /// `native_functions.yaml`.
    NativeFunctions,
    /// `operator_versions.yaml` with `schemas`.
    VersionedSet,
    /// A profile file.
    Profile,
    /// A target that this library knows.
    Target,
}

impl SetKind {
    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            SetKind::Dump => "schema-dump",
            SetKind::NativeFunctions => "native-functions",
            SetKind::VersionedSet => "operator-set",
            SetKind::Profile => "profile",
            SetKind::Target => "target",
        }
    }

    /// Its name in text.
    pub fn title(self) -> &'static str {
        match self {
            SetKind::Dump => "dump of schemas",
            SetKind::NativeFunctions => "native_functions.yaml",
            SetKind::VersionedSet => "operator set",
            SetKind::Profile => "profile",
            SetKind::Target => "target",
        }
    }
}

/// The operators that a file or a target declares.
#[derive(Clone, PartialEq, Debug)]
pub struct OperatorSet {
    /// What declares them.
    pub kind: SetKind,
    /// The operators.
    pub inventory: Inventory,
    /// Schemas that follow from what the file says and are not in it: PyTorch's `autogen`.
    pub derived: usize,
    /// The release of PyTorch that has them, where it is known.
    pub release: Option<Release>,
}

const FORMS: &str = "expected schemas, one a line (`aten::relu(Tensor self) -> Tensor`), a native_functions.yaml (`- func: …`), an operator set \
                     (`set: …` with `schemas:`), or a profile file (`schema = \"outlast/profile/1\"`)";

/// Reads an operator set from a file.
///
/// # Errors
///
/// An empty file, a binary file, a text in none of the formats above; the first line that is no schema, with its place; an operator with more
/// than 64 schemas.
pub fn read_set(bytes: &[u8]) -> Result<OperatorSet> {
    if bytes.len() > MAX_BYTES {
        let number = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
        let kind = ErrorKind::Limit { what: "bytes of an operator set", limit: number(MAX_BYTES) };
        return Err(Error::new(kind, Span::bytes(number(MAX_BYTES), number(bytes.len()))));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let at = u64::try_from(error.valid_up_to()).unwrap_or(u64::MAX);
        Error::new(ErrorKind::BadUtf8 { what: "the operator set" }, Span::at(at, 1)).with_help(FORMS)
    })?;
    let (kind, derived, schemas) = match detect(text)? {
        SetKind::NativeFunctions => {
            let (schemas, derived) = native::read(text)?;
            (SetKind::NativeFunctions, derived, schemas)
        }
        SetKind::VersionedSet => (SetKind::VersionedSet, 0, versioned(text)?),
        SetKind::Profile => {
            let target = crate::family::FAMILY
                .described(text)
                .map_err(|error| invalid("the profile file", error.to_string()))?;
            let set = target::set_of_target(&target).map_err(|why| invalid("the profile file", why))?;
            return Ok(OperatorSet { kind: SetKind::Profile, ..set });
        }
        SetKind::Dump | SetKind::Target => (SetKind::Dump, 0, dump::read(text)?),
    };
    limit(&schemas)?;
    let coverage = match kind {
        SetKind::NativeFunctions => Coverage::Declarations,
        _ => Coverage::Complete,
    };
    Ok(OperatorSet { kind, inventory: Inventory { coverage, schemas }, derived, release: None })
}

fn invalid(what: &'static str, why: String) -> Error {
    Error::new(ErrorKind::Invalid { what, why }, Span::default())
}

/// What a text is, by its first line that says something.
fn detect(text: &str) -> Result<SetKind> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let said = line.trim_start_matches('\u{feff}').trim();
        if said.is_empty() || said.starts_with('#') || said == "---" {
            start += line.len();
            continue;
        }
        let key = said.split([':', '=', ' ']).next().unwrap_or_default();
        let name = said.split('(').next().unwrap_or_default();
        return match key {
            "-" => Ok(SetKind::NativeFunctions),
            "set" | "version" | "minimum" | "support_window_days" | "schemas" | "operators"
                if !said.contains("::") || key == "schemas" =>
            {
                Ok(SetKind::VersionedSet)
            }
            "schema" | "name" | "base" if said.contains('=') && !said.contains('(') => Ok(SetKind::Profile),
            _ if said.contains('(') || name.contains("::") => Ok(SetKind::Dump),
            _ => {
                let at = u64::try_from(start).unwrap_or(u64::MAX);
                let shown: String = said.chars().take(40).collect();
                let why = format!("the first line, `{}`, declares no operator", shown.escape_debug());
                let span = Span::at(at, u64::try_from(line.len()).unwrap_or(0));
                Err(Error::new(ErrorKind::Invalid { what: "the operator set", why }, span).with_help(FORMS))
            }
        };
    }
    let why =
        if text.is_empty() { "the file is empty" } else { "the file has blank lines and comments only" };
    Err(Error::new(ErrorKind::Invalid { what: "the operator set", why: why.into() }, Span::default())
        .with_help(FORMS))
}

/// The schemas that an `operator_versions.yaml` has.
fn versioned(text: &str) -> Result<Vec<Declared>> {
    let set = VersionedSet::parse(text).map_err(|error| {
        let line = u32::try_from(error.line).unwrap_or(u32::MAX);
        Error::new(ErrorKind::Syntax { message: error.message, line, column: 1 }, Span::default())
    })?;
    if set.schemas.is_empty() {
        let missing = ErrorKind::Missing { what: "`schemas`, what the set has now,".into() };
        return Err(Error::new(missing, Span::default()));
    }
    Ok(set.schemas.into_iter().map(Declared::known).collect())
}

fn limit(schemas: &[Declared]) -> Result<()> {
    let mut counts: QuickMap<&str, usize> = QuickMap::default();
    for declared in schemas {
        let count = counts.entry(&declared.schema.name.name).or_default();
        *count += 1;
        if *count > MAX_OVERLOADS {
            let kind = ErrorKind::Limit {
                what: "schemas of one operator name",
                limit: u64::try_from(MAX_OVERLOADS).unwrap_or(u64::MAX),
            };
            let bytes = &declared.bytes;
            return Err(Error::new(kind, Span::bytes(bytes.start, bytes.end)));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use outlast_opset::lint::Coverage;

    use super::{SetKind, read_set};

    #[test]
    fn kinds_are_told_by_content() {
        let kind = |text: &str| read_set(text.as_bytes()).map(|set| set.kind);
        assert_eq!(kind("# from 1.10.2\n\naten::relu(Tensor self) -> (Tensor)\n").unwrap(), SetKind::Dump);
        assert_eq!(kind("my::set(Tensor self) -> Tensor").unwrap(), SetKind::Dump);
        assert_eq!(kind("set::version(Tensor self) -> Tensor").unwrap(), SetKind::Dump);
        assert_eq!(kind("# c\n- func: relu(Tensor self) -> Tensor\n").unwrap(), SetKind::NativeFunctions);
        assert_eq!(
            kind("set: foo\nversion: 1\nschemas:\n- 'foo::a(Tensor x) -> Tensor'\n").unwrap(),
            SetKind::VersionedSet
        );
        let profile = "schema = \"outlast/profile/1\"\nname = \"p\"\nbase = \"torch-2.15.0\"\nmissing = [\"aten::relu\"]\n";
        let set = read_set(profile.as_bytes()).unwrap();
        assert_eq!((set.kind, set.inventory.coverage), (SetKind::Profile, Coverage::Complete));
        let has = |name: &str| set.inventory.schemas.iter().any(|one| one.schema.name.to_string() == name);
        assert!(has("aten::add.Tensor") && !has("aten::relu"));
    }

    #[test]
    fn what_declares_no_operators_is_refused() {
        let error = |bytes: &[u8]| read_set(bytes).unwrap_err().to_string();
        assert_eq!(error(b""), "the operator set: the file is empty (at 0x0)");
        assert_eq!(
            error(b"# a\n\n"),
            "the operator set: the file has blank lines and comments only (at 0x0)"
        );
        assert_eq!(error(b"\x7fELF\xff\0"), "the operator set is not UTF-8 (at 0x4..0x5)");
        assert!(error(b"hello\n").contains("the first line, `hello`, declares no operator"));
        assert!(error(b"PK\x03\x04\0\0").contains("declares no operator"));
        let text = "aten::relu(Tensor self) -> Tensor\n  aten::gelu(Tensor self, strin x) -> Wrong\n";
        assert_eq!(error(text.as_bytes()), "2:39: `Wrong` is not a type");
        assert!(error(b"a::b\na::c\n").contains("this is a name without a schema"));
        let long = format!("a::b(Tensor x) -> Tensor {}\n", "x".repeat(1 << 20));
        assert_eq!(error(long.as_bytes()), "more than 65536 bytes in one line (at 0x0..0x100019)");
        let large = vec![b'x'; 10 << 20];
        assert_eq!(error(&large), "more than 8388608 bytes of an operator set (at 0x800000..0xa00000)");
        let many: String = (0..600).map(|at| format!("a::b.o{at}(Tensor x) -> Tensor\n")).collect();
        assert!(error(many.as_bytes()).starts_with("more than 64 schemas of one operator name"));
        assert!(error(b"set: foo\nversion: 1\n").contains("`schemas`, what the set has now, is missing"));
    }

    /// Every beginning of real texts, and each with one byte changed, is read or refused.
    #[test]
    fn damaged_texts_are_refused_with_a_place() {
        let yaml = "# c\n- func: gelu.out(Tensor self, *, str approximate='none', Tensor(a!) out) -> Tensor(a!)\n  structured: True\n  dispatch:\n    CPU, CUDA: gelu\n  tags: [core, pointwise]\n- func: 'f_(Tensor(a!)[] self) -> ()'\n  dispatch:\n    CPU: f\n  autogen: f.out, f\n";
        let dump =
            "aten::relu(Tensor self) -> (Tensor)\n# c\naten::f(int[2] x=[1, 1], *, str y=\"a\") -> ()\n";
        let set = "set: foo\nversion: 1\nschemas:\n- 'foo::a(Tensor x) -> Tensor'\n";
        let (mut read, mut refused) = (0, 0);
        for text in [yaml, dump, set] {
            assert!(read_set(text.as_bytes()).is_ok(), "{text}");
            let mut look = |bytes: &[u8]| match read_set(bytes) {
                Ok(_) => read += 1,
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    refused += 1;
                }
            };
            for at in 0..text.len() {
                look(&text.as_bytes()[..at]);
                for byte in *b"\0 (*:-'[{&\xff" {
                    let mut changed = text.as_bytes().to_vec();
                    changed[at] = byte;
                    look(&changed);
                }
            }
        }
        assert!(read > 900 && refused > 3000, "{read} read, {refused} refused");
    }

    #[test]
    fn native_functions_have_places_and_derived_overloads() {
        let yaml = "- func: f_(Tensor(a!)[] self) -> ()\n  dispatch:\n    CPU: f\n  autogen: f.out, f\n- func: >-\n    my::g(Tensor x)\n    -> Tensor\n- func: h(Tensor x) -> Tensor\n  autogen: h.out\n";
        let set = read_set(yaml.as_bytes()).unwrap();
        let said: Vec<(String, u64)> =
            set.inventory.schemas.iter().map(|one| (one.schema.to_string(), one.line)).collect();
        let expected = [
            ("aten::f.out(Tensor[] self, *, Tensor(a!)[] out) -> ()", 1),
            ("aten::f(Tensor[] self) -> Tensor[] self_out", 1),
            ("aten::f_(Tensor(a!)[] self) -> ()", 1),
            ("my::g(Tensor x) -> Tensor", 6),
            ("aten::h(Tensor x) -> Tensor", 8),
        ];
        assert_eq!(said, expected.map(|(schema, line)| (schema.to_string(), line)));
        assert_eq!(set.derived, 2, "none of an operator that is made of others");
        let own = &set.inventory.schemas[2];
        let bytes = usize::try_from(own.bytes.start).unwrap()..usize::try_from(own.bytes.end).unwrap();
        assert_eq!(&yaml[bytes], "f_(Tensor(a!)[] self) -> ()");
        let wrong = "- func: f(Tensor x) -> Tensor\n- func: g(Tensor x) -> Wrong\n";
        assert_eq!(read_set(wrong.as_bytes()).unwrap_err().to_string(), "2:24: `Wrong` is not a type");
        let entry = read_set(b"- name: f\n").unwrap_err().to_string();
        assert!(entry.starts_with("1:") && entry.contains("missing field `func`"), "{entry}");
    }
}
