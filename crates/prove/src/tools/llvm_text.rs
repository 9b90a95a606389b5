//! Text of LLVM IR as `llvm-dis` prints it, in the form in which two modules are compared.
//!
//! Names of files and comments tell nothing. Groups of attributes have numbers in the order of their first use, so that one attribute that
//! differs would renumber all others: what they hold stands in their place.

use std::collections::BTreeMap;

/// Whether a module defines `main`.
pub(super) fn has_main(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("define ") && line.contains(" @main("))
}

/// The triple that a module is for, if this machine does not run its code.
pub(super) fn foreign(text: &str) -> Option<&str> {
    let line = text.lines().find_map(|line| line.strip_prefix("target triple = \""))?;
    let triple = line.strip_suffix('"').unwrap_or(line);
    let mut parts = triple.split('-');
    let architecture = parts.next().unwrap_or_default();
    let is_ours = match std::env::consts::ARCH {
        "x86" => matches!(architecture, "i386" | "i486" | "i586" | "i686"),
        "aarch64" => matches!(architecture, "aarch64" | "arm64"),
        ours => architecture == ours,
    };
    let systems: &[&str] = match std::env::consts::OS {
        "macos" => &["darwin", "macosx"],
        "linux" => &["linux"],
        "windows" => &["windows"],
        _ => &[""],
    };
    let rest = triple.get(architecture.len()..).unwrap_or_default();
    // `x86_64` alone, and `x86_64-unknown-unknown`, are for whoever runs them.
    let is_open = rest.split('-').all(|part| ["", "unknown", "pc", "none", "elf"].contains(&part));
    let is_system = is_open || systems.iter().any(|system| rest.contains(system));
    let is_here = triple.is_empty() || (is_ours && is_system);
    (!is_here).then_some(triple)
}

/// The lines of a module that tell something.
pub(super) fn normal(text: &str) -> Vec<String> {
    let mut groups = BTreeMap::new();
    for line in text.lines() {
        if let Some((number, held)) =
            line.strip_prefix("attributes #").and_then(|rest| rest.split_once(" = "))
        {
            groups.insert(number, held);
        }
    }
    let kept = text.lines().filter(|line| {
        let is_told = ["; ModuleID", "; Function Attrs", "source_filename", "attributes #"];
        !line.trim().is_empty() && !is_told.iter().any(|start| line.starts_with(start))
    });
    kept.map(|line| with_groups(without_comment(line), &groups)).collect()
}

/// A line without the blocks that lead to its own.
fn without_comment(line: &str) -> &str {
    let comments = ["; preds = ", "; No predecessors!"];
    let at = comments.iter().filter_map(|comment| line.rfind(comment)).min();
    at.and_then(|at| line.get(..at)).unwrap_or(line).trim_end()
}

/// A line with what groups of attributes hold in their place.
fn with_groups(line: &str, groups: &BTreeMap<&str, &str>) -> String {
    if !line.contains(" #") {
        return line.to_string();
    }
    let (mut out, mut is_quoted, mut rest) = (String::new(), false, line);
    while let Some(c) = rest.chars().next() {
        is_quoted ^= c == '"';
        let number: &str =
            rest.strip_prefix('#').filter(|_| !is_quoted && out.ends_with(' ')).map_or("", |behind| {
                let end = behind.find(|c: char| !c.is_ascii_digit()).unwrap_or(behind.len());
                behind.get(..end).unwrap_or_default()
            });
        let taken = match groups.get(number).filter(|_| !number.is_empty()) {
            Some(held) => {
                out.push_str(held);
                number.len() + 1
            }
            None => {
                out.push(c);
                c.len_utf8()
            }
        };
        rest = rest.get(taken..).unwrap_or_default();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{foreign, has_main, normal};

    #[test]
    fn main_is_defined() {
        assert!(has_main("define dso_local i32 @main(i32 %0) #0 {\n"));
        assert!(!has_main("declare i32 @main(i32)\n") && !has_main("define i32 @main_loop()\n"));
    }

    #[test]
    fn code_of_other_machines() {
        assert_eq!(foreign("target triple = \"wasm32-unknown-unknown\"\n"), Some("wasm32-unknown-unknown"));
        assert_eq!(foreign("define void @f()\n"), None);
        let ours =
            format!("target triple = \"{}-unknown-{}-gnu\"", std::env::consts::ARCH, std::env::consts::OS);
        if cfg!(target_os = "linux") {
            assert_eq!(foreign(&ours), None);
        }
    }

    #[test]
    fn groups_stand_in_their_place() {
        let text = "; ModuleID = 'a'\nsource_filename = \"a.c\"\n\ndefine void @f() #1 {\n2:  ; preds = %1\n  call void @g(ptr @\" #1\") #0\n}\n\
                    ; Function Attrs: x\nattributes #0 = { nounwind }\nattributes #1 = { cold }\n";
        let wanted = ["define void @f() { cold } {", "2:", "  call void @g(ptr @\" #1\") { nounwind }", "}"];
        assert_eq!(normal(text), wanted);
    }
}
