//! Files that were broken on purpose: one thing altered in their text, which is assembled again.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context;

use super::Family;
use super::made::assembled;

/// How a line is altered; none where it does not have what is altered.
type Alter = fn(&str) -> Option<String>;

const LLVM: &[(&str, Alter)] = &[
    ("a dropped flag", without_flag),
    ("an altered constant", other_constant),
    ("another instruction", other_instruction),
];
const MLIR: &[(&str, Alter)] = &[
    ("an altered constant", other_value),
    ("a dropped attribute", without_attribute),
    ("another operation", other_operation),
];

/// What can be altered in a file, each in a file of its own that the release takes.
pub(super) fn all(
    family: Family,
    release: &str,
    file: &Path,
    base: &Path,
) -> anyhow::Result<Vec<(&'static str, PathBuf)>> {
    let (tool, assembler, ways) = match family {
        Family::Llvm => ("llvm-dis", "llvm-as", LLVM),
        Family::Mlir => ("mlir-opt", "mlir-opt", MLIR),
    };
    let mut command = Command::new(format!("{tool}-{release}"));
    if family == Family::Mlir {
        command.args(["--allow-unregistered-dialect", "--mlir-print-op-generic", "--mlir-print-local-scope"]);
    }
    // Of a file with several modules, it writes `-.0`, `-.1`, … where it is.
    command.current_dir(base.parent().unwrap_or(base));
    let text = command.arg(file).args(["-o", "-"]).output().context(tool)?.stdout;
    let text = String::from_utf8_lossy(&text);
    let mut found = Vec::new();
    for (number, (what, alter)) in ways.iter().enumerate() {
        let to = base.with_extension(format!("broken-{number}"));
        let lines: Vec<&str> = text.lines().collect();
        // In the middle of the file, and if that is not taken, elsewhere.
        let mut places: Vec<usize> =
            (0..lines.len()).filter(|at| lines.get(*at).is_some_and(|line| alter(line).is_some())).collect();
        let middle = places.len() / 2;
        places.rotate_left(middle);
        for at in places.into_iter().take(5) {
            let changed = lines.iter().enumerate().map(|(place, line)| match place == at {
                true => alter(line).unwrap_or_default(),
                false => (*line).to_string(),
            });
            let changed = changed.collect::<Vec<_>>().join("\n") + "\n";
            if assembled(assembler, release, changed.as_bytes(), &to)? {
                found.push((*what, to));
                break;
            }
        }
    }
    Ok(found)
}

/// `  %3 = add nsw i32 %1, %2`: without a flag.
fn without_flag(line: &str) -> Option<String> {
    const FLAGS: [&str; 6] = [" nsw ", " nuw ", " inbounds ", " exact ", " fast ", " volatile "];
    let flag = FLAGS.iter().find(|flag| line.starts_with("  ") && line.contains(**flag))?;
    Some(line.replacen(flag, " ", 1))
}

/// `  store i32 7, ptr %1`: with another number.
fn other_constant(line: &str) -> Option<String> {
    const WORDS: [&str; 3] = ["  store i32 ", "  ret i32 ", "icmp eq i32 %"];
    let word = WORDS.iter().find(|word| line.contains(**word))?;
    let behind = line.find(word)? + word.len();
    let rest = line.get(behind..)?;
    let from = match word.ends_with('%') {
        // Behind the comma.
        true => behind + rest.find(", ")? + 2,
        false => behind,
    };
    number_at(line, from)
}

/// `  %3 = add i32 %1, %2`: another instruction on the same operands.
fn other_instruction(line: &str) -> Option<String> {
    const PAIRS: [(&str, &str); 5] = [
        (" = mul ", " = add "),
        (" = add ", " = sub "),
        (" = fmul ", " = fadd "),
        (" = and ", " = or "),
        (" icmp eq ", " icmp ne "),
    ];
    let (from, to) = PAIRS.iter().find(|(from, _)| line.contains(from))?;
    Some(line.replacen(from, to, 1))
}

/// `value = 4 : index`: another number.
fn other_value(line: &str) -> Option<String> {
    let at = line.find("value = ")? + "value = ".len();
    let changed = number_at(line, at)?;
    // A truth value has no other number.
    changed.get(at..)?.contains(" : i").then_some(changed).filter(|line| !line.contains(" : i1}"))
}

/// A line with the number that stands at a place greater by one.
fn number_at(line: &str, at: usize) -> Option<String> {
    let rest = line.get(at..)?;
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let number: u64 = rest.get(..end)?.parse().ok()?;
    Some(format!("{}{}{}", line.get(..at)?, number + 1, rest.get(end..)?))
}

/// `"d.op"(%0) {x = 1} : …`: without its attributes.
fn without_attribute(line: &str) -> Option<String> {
    if let Some(at) = line.find(", sym_visibility = \"private\"") {
        return Some(line.get(..at)?.to_string() + line.get(at + ", sym_visibility = \"private\"".len()..)?);
    }
    let at = line.find(") {").map(|at| at + 1).or_else(|| line.find("}> {").map(|at| at + 2))?;
    let end = line.get(at..)?.find("} : ")? + at + 1;
    // Flags of which none is set, and sizes of no groups, are as good as none.
    let given = line.get(at..end)?;
    let says_nothing = |item: &str| item.contains("<none>") || item.contains("egment_sizes");
    if given.split(", ").all(says_nothing) {
        return None;
    }
    Some(line.get(..at)?.to_string() + line.get(end..)?)
}

/// Another operation on the same operands.
fn other_operation(line: &str) -> Option<String> {
    const PAIRS: [(&str, &str); 7] = [
        ("\"arith.addi\"", "\"arith.muli\""),
        ("\"arith.muli\"", "\"arith.addi\""),
        ("\"arith.addf\"", "\"arith.mulf\""),
        ("\"arith.mulf\"", "\"arith.addf\""),
        ("\"llvm.add\"", "\"llvm.mul\""),
        ("\"llvm.fadd\"", "\"llvm.fmul\""),
        ("\"tosa.add\"", "\"tosa.sub\""),
    ];
    let (from, to) = PAIRS.iter().find(|(from, _)| line.contains(from))?;
    Some(line.replacen(from, to, 1))
}

#[cfg(test)]
mod tests {
    use super::{other_constant, other_value, without_attribute, without_flag};

    #[test]
    fn one_thing_is_altered() {
        assert_eq!(without_flag("  %3 = add nsw i32 %1, 2").as_deref(), Some("  %3 = add i32 %1, 2"));
        assert_eq!(other_constant("  store i32 9, ptr %1").as_deref(), Some("  store i32 10, ptr %1"));
        assert_eq!(other_constant("  %2 = icmp eq i32 %1, 4").as_deref(), Some("  %2 = icmp eq i32 %1, 5"));
        assert_eq!(other_value("<{value = 4 : index}>").as_deref(), Some("<{value = 5 : index}>"));
        assert_eq!(other_value("<{value = dense<1> : tensor<1xi8>}>"), None);
        let line = "\"d.op\"(%0) {x = 1 : i8} : (i8) -> ()";
        assert_eq!(without_attribute(line).as_deref(), Some("\"d.op\"(%0) : (i8) -> ()"));
        assert_eq!(without_attribute("\"d.op\"() {fastmath = #arith.fastmath<none>} : () -> ()"), None);
    }
}
