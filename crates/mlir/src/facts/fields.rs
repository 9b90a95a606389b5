//! Attributes of the LLVM dialect in assembly text whose fields are all those of LLVM 19, whatever fields later releases gave them.
//!
//! Their parsers take fields by name, `<NAME = VALUE, …>`: a text has the same meaning for all releases whose definitions have its fields with the same
//! class, and demand no others. Fields, classes and what is mandatory are those of `LLVMAttrDefs.td` of LLVM 19, 21 and 22.

/// An attribute that later releases parse in another way, with the fields that LLVM 19 demands, and those that it takes besides.
struct Former {
    name: &'static str,
    demanded: &'static [&'static str],
    others: &'static [&'static str],
}

const FORMER: &[Former] = &[
    Former {
        name: "llvm.di_subprogram",
        demanded: &["scope", "file"],
        others: &["id", "compileUnit", "name", "linkageName", "line", "scopeLine", "subprogramFlags", "type"],
    },
    Former {
        name: "llvm.di_compile_unit",
        demanded: &["id", "sourceLanguage", "file", "isOptimized", "emissionKind"],
        others: &["producer", "nameTableKind"],
    },
    Former {
        name: "llvm.di_local_variable",
        demanded: &["scope"],
        others: &["name", "file", "line", "arg", "alignInBits", "type"],
    },
    // Later releases do not demand a tag.
    Former { name: "llvm.di_basic_type", demanded: &["tag", "name"], others: &["sizeInBits", "encoding"] },
    Former {
        name: "llvm.di_derived_type",
        demanded: &["tag"],
        others: &[
            "name",
            "baseType",
            "sizeInBits",
            "alignInBits",
            "offsetInBits",
            "dwarfAddressSpace",
            "extraData",
        ],
    },
    Former { name: "llvm.alias_scope", demanded: &["id", "domain"], others: &["description"] },
    Former { name: "llvm.alias_scope_domain", demanded: &["id"], others: &["description"] },
];

/// Fields whose class tells which attribute it is, and which is printed without its name.
const NESTED: &[(&str, &str)] =
    &[("compileUnit", "llvm.di_compile_unit"), ("domain", "llvm.alias_scope_domain")];

/// Whether an attribute has no fields but those that LLVM 19 knows, and all that LLVM 19 demands. `text` begins behind its name.
pub(super) fn are_former(name: &str, text: &[u8]) -> bool {
    let Some(former) = FORMER.iter().find(|former| former.name == name) else { return false };
    let Some(fields) = text.strip_prefix(b"<").and_then(fields) else { return false };
    let has = |name: &str| fields.iter().any(|(key, _)| *key == name.as_bytes());
    let known = |key: &[u8]| former.demanded.iter().chain(former.others).any(|name| name.as_bytes() == key);
    former.demanded.iter().all(|name| has(name))
        && fields.iter().all(|(key, value)| {
            // Later releases also take strings for distinct attributes.
            let is_distinct = *key != b"id" || value.starts_with(b"distinct[");
            let nested = NESTED.iter().find(|(field, _)| field.as_bytes() == *key && value.starts_with(b"<"));
            known(key) && is_distinct && nested.is_none_or(|(_, name)| are_former(name, value))
        })
}

/// Names and values up to the bracket that closes. None if the text is no list of them.
fn fields(text: &[u8]) -> Option<Vec<(&[u8], &[u8])>> {
    let mut found = Vec::new();
    let (mut start, mut depth, mut quoted, mut at) = (0, 0_usize, false, 0);
    while let Some(byte) = text.get(at) {
        let ends = match byte {
            b'\\' if quoted => {
                at += 1;
                false
            }
            b'"' => {
                quoted = !quoted;
                false
            }
            _ if quoted => false,
            b'<' | b'(' | b'[' | b'{' => {
                depth += 1;
                false
            }
            b'>' | b')' | b']' | b'}' if depth > 0 => {
                depth -= 1;
                false
            }
            b',' | b'>' => depth == 0,
            _ => false,
        };
        if ends {
            let field = text.get(start..at)?;
            let (name, value) = field.split_at(field.iter().position(|byte| *byte == b'=')?);
            found.push((name.trim_ascii(), value.get(1..)?.trim_ascii()));
            if *byte == b'>' {
                return Some(found);
            }
            start = at + 1;
        }
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::are_former;

    #[test]
    fn fields_are_told_from_those_of_later_releases() {
        let unit = "id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = <\"a>,b\" in \"\">, isOptimized = true, emissionKind = Full";
        let cases = [
            ("llvm.di_compile_unit", format!("<{unit}>"), true),
            ("llvm.di_compile_unit", format!("<{unit}, splitDebugFilename = \"x\">"), false),
            ("llvm.di_compile_unit", "<id = distinct[0]<>>".to_owned(), false),
            (
                "llvm.di_subprogram",
                format!(
                    "<compileUnit = <{unit}>, scope = #llvm.di_file<\"a\" in \"\">, file = <\"a\" in \"\">>, 1"
                ),
                true,
            ),
            (
                "llvm.di_subprogram",
                format!("<compileUnit = <{unit}, splitDebugFilename = \"x\">, scope = <>, file = <>>"),
                false,
            ),
            ("llvm.di_subprogram", "<recId = distinct[0]<>, scope = <>, file = <>>".to_owned(), false),
            ("llvm.di_subprogram", "<scope = <>, file = <>".to_owned(), false),
            (
                "llvm.alias_scope",
                "<id = distinct[0]<>, domain = <id = distinct[1]<>, description = \"d\">>".to_owned(),
                true,
            ),
            ("llvm.alias_scope", "<id = distinct[0]<>, domain = <id = \"text\">>".to_owned(), false),
            ("llvm.di_file", "<\"a\" in \"\">".to_owned(), false),
        ];
        for (name, text, former) in cases {
            assert_eq!(are_former(name, text.as_bytes()), former, "{name}{text}");
        }
    }
}
