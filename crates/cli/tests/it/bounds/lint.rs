//! `lint` on schemas, record layouts, dialects and operator sets of at most 100 KB that ask for much: in each, every declaration changes.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::Failed;

use super::limited;
use crate::run::scratch;

/// Bytes of an input.
const SIZE: usize = 100_000;

/// Two versions of an input, as the end of its name says what it is.
type Made = fn(new: bool) -> String;

/// Lines with a number each, as many as there is room for between a head and a tail.
fn lines(head: &str, line: impl Fn(usize) -> String, tail: &str) -> String {
    let mut text = String::from(head);
    for n in 0.. {
        let next = line(n);
        if text.len() + next.len() + tail.len() > SIZE {
            break;
        }
        text.push_str(&next);
    }
    text + tail
}

/// As many lines as these.
fn few(head: &str, count: usize, line: impl Fn(usize) -> String, tail: &str) -> String {
    (0..count).fold(String::from(head), |text, n| text + &line(n)) + tail
}

fn pick(new: bool, old: &'static str, changed: &'static str) -> &'static str {
    if new { changed } else { old }
}

const INPUTS: &[(&str, Made)] = &[
    ("structs-of-two.fbs", |new| {
        let first = format!("struct S0 {{ a:{}; b:int; }}\n", pick(new, "int", "long"));
        few(
            &first,
            23,
            |n| format!("struct S{} {{ a:S{n}; b:S{n}; }}\n", n + 1),
            "table T { s:S23; } root_type T;\n",
        )
    }),
    ("structs-of-one.fbs", |new| {
        let first = format!("struct S0 {{ a:{}; }}\n", pick(new, "int", "long"));
        let tail = "table T { s:S1; t:[S0]; } root_type T;\n";
        lines(&first, |n| format!("struct S{} {{ a:S{n}; }}\n", n + 1), tail)
    }),
    ("arrays-of-arrays.fbs", |new| {
        let first = format!("struct S0 {{ a:{}; }}\n", pick(new, "ubyte", "byte"));
        few(
            &first,
            2,
            |n| format!("struct S{} {{ a:[S{n}:30000]; }}\n", n + 1),
            "table T { s:S2; } root_type T;\n",
        )
    }),
    ("structs-changed.fbs", |new| {
        let (word, tail) = (pick(new, "x:int", "x:int; y:int"), "\nroot_type T0;\n");
        lines("", |n| format!("struct S{n} {{ {word}; }} table T{n} {{ s:S{n}; n:T{}; }}\n", n / 2), tail)
    }),
    ("fields-renamed.fbs", |new| {
        let name = pick(new, "old", "other");
        lines("table T {\n", |n| format!("{name}{n}:int;\n"), "}\nroot_type T;\n")
    }),
    ("fields-renamed-few.fbs", |new| {
        let name = pick(new, "a", "b");
        few("table T {\n", 600, |n| format!("{name}{n}:int;\n"), "}\nroot_type T;\n")
    }),
    ("fields-retyped.fbs", |new| {
        let ty = pick(new, "int", "uint");
        lines("table T {\n", |n| format!("f{n}:{ty};\n"), "}\nroot_type T;\n")
    }),
    ("fields-moved.fbs", |new| {
        let head = format!("table T {{\n{}n:string (required);\n", pick(new, "", "first:int;\n"));
        lines(&head, |n| format!("f{n}:int;\n"), "}\nroot_type T;\n")
    }),
    ("fields-required.fbs", |new| {
        let word = pick(new, "", " (required)");
        lines("table T {\n", |n| format!("f{n}:string{word};\n"), "}\nroot_type T;\n")
    }),
    ("required-of-two.fbs", |new| {
        let first = format!("table T0 {{ a:{}; }}\n", pick(new, "int = 1", "int = 2"));
        let line = |n| format!("table T{} {{ a:T{n} (required); b:T{n} (required); }}\n", n + 1);
        few(&first, 40, line, "root_type T40;\n")
    }),
    ("tables-in-tables.fbs", |new| {
        let first = format!("table T0 {{ a:{}; }}\n", pick(new, "int = 1", "int = 2"));
        few(&first, 2500, |n| format!("table T{} {{ a:T{n}; }}\n", n + 1), "root_type T2500;\n")
    }),
    ("tables-renamed.fbs", |new| {
        let name = pick(new, "A", "B");
        let line = |n| format!("table {name}{} {{ a:{name}{n}; }}\n", n + 1);
        few(&format!("table {name}0 {{ a:int; }}\n"), 2500, line, &format!("root_type {name}2500;\n"))
    }),
    ("enum-renumbered.fbs", |new| {
        let tail = "}\ntable T { e:E; f:[E]; } root_type T;\n";
        let head = format!("enum E:uint {{\n{}", pick(new, "", "First,\n"));
        lines(&head, |n| format!("V{n},\n"), tail)
    }),
    ("enums-changed.fbs", |new| {
        let values = pick(new, "A, B", "B, A");
        let line = |n| format!("enum E{n}:int {{ {values} }} table T{n} {{ e:E{n} = A; }}\n");
        lines("", line, "root_type T0;\n")
    }),
    ("unions-of-many.fbs", |new| {
        let tables = few("", 250, |n| format!("table T{n} {{ a:int; u:U; v:[U]; }}\n"), "root_type T0;\n");
        let order: Vec<usize> = if new { (0..250).rev().collect() } else { (0..250).collect() };
        let members: Vec<String> = order.iter().map(|n| format!("T{n}")).collect();
        format!("union U {{ {} }}\n{tables}", members.join(", "))
    }),
    ("keys-moved.fbs", |new| {
        let keys = pick(new, "a:int (key); b:int", "a:int; b:int (key)");
        lines("", |n| format!("table T{n} {{ {keys}; v:[T{n}]; }}\n"), "root_type T0;\n")
    }),
    ("operators-overloads.txt", |new| {
        let ty = pick(new, "int", "Tensor");
        lines("", |n| format!("my::op{}.o{n}(Tensor x, {ty} a) -> Tensor\n", n / 64), "")
    }),
    ("operators-defaults.txt", |new| {
        let value = pick(new, "1", "2");
        lines("", |n| format!("my::op{n}(Tensor x, int a={value}) -> Tensor\n"), "")
    }),
    ("operators-arguments.txt", |new| {
        let value = pick(new, "1", "2");
        let mut text = String::new();
        for n in 0..30 {
            let arguments: Vec<String> = (0..240).map(|at| format!("int a{at}={value}")).collect();
            let _ = writeln!(text, "my::op{n}({}) -> Tensor", arguments.join(", "));
        }
        text
    }),
    ("operators-renamed.txt", |new| {
        let name = pick(new, "a", "b");
        lines("", |n| format!("my::op{}.o{n}(Tensor {name}{n}) -> Tensor\n", n / 64), "")
    }),
    ("layout-records.toml", |new| {
        let head = "[format]\nname = \"Demo\"\nmagic = \"DEMO\"\n[[block]]\nid = 8\nname = \"B\"\n";
        let shift = usize::from(new);
        let record = |n| {
            let code = n + 1 + shift;
            format!("[[block.record]]\ncode = {code}\nname = \"R{n}\"\nfields = [\"a: u32 as vbr(6)\"]\n")
        };
        lines(head, record, "")
    }),
    ("layout-fields.toml", |new| {
        let head = "[format]\nname = \"Demo\"\nmagic = \"DEMO\"\n[[block]]\nid = 8\nname = \"B\"\n[[block.record]]\ncode = 1\nname = \"R\"\nfields = [\n";
        let ty = pick(new, "u32", "i32");
        lines(head, |n| format!("\"f{n}: {ty} as vbr(6)\",\n"), "]\n")
    }),
    ("layout-required.toml", |new| {
        let head = "[format]\nname = \"Demo\"\nmagic = \"DEMO\"\n";
        let inside: Vec<String> = (0..40).map(|n| format!("\"B{n}\"")).collect();
        let ty = pick(new, "u32", "i32");
        let block = |n| {
            format!(
                "[[block]]\nid = {}\nname = \"B{n}\"\nrequired = true\ninside = [\"top\", {}]\n[[block.record]]\ncode = 1\nname = \"R\"\nfields = [\"a: {ty} as vbr(6)\"]\n",
                n + 8,
                inside.join(", ")
            )
        };
        few(head, 40, block, "")
    }),
    ("layout-enum.toml", |new| {
        let head = "[format]\nname = \"Demo\"\nmagic = \"DEMO\"\n[[block]]\nid = 8\nname = \"B\"\n[[block.record]]\ncode = 1\nname = \"R\"\nfields = [\"a: E as vbr(6)\"]\n[[enum]]\nname = \"E\"\n[enum.cases]\n";
        let shift = usize::from(new);
        lines(head, |n| format!("V{n} = {}\n", n + shift), "")
    }),
    ("dialect-operations.txt", |new| {
        let fields = pick(new, "a:int b:string", "b:string a:int");
        lines(
            &format!("release toy {}.0\ndialect toy\n", if new { 2 } else { 1 }),
            |n| format!("toy.op{n} {fields}\n"),
            "",
        )
    }),
    ("dialect-renamed.txt", |new| {
        let name = pick(new, "a", "b");
        lines(
            &format!("release toy {}.0\ndialect toy\n", if new { 2 } else { 1 }),
            |n| format!("toy.{name}{n} x:int y:string\n"),
            "",
        )
    }),
];

pub(super) fn cost_little() -> Result<(), Failed> {
    if !cfg!(target_os = "linux") {
        println!("skipped: the limits are those of Linux");
        return Ok(());
    }
    let folder = scratch("bounds-lint")?;
    let mut lines: Vec<(String, Vec<String>)> = Vec::new();
    for (name, made) in INPUTS {
        let paths = [("old", made(false)), ("new", made(true))].map(|(version, text)| {
            let path = folder.join(format!("{version}-{name}"));
            (path, text)
        });
        for (path, text) in &paths {
            assert!(text.len() <= SIZE, "{name}: {} bytes", text.len());
            fs::write(path, text)?;
        }
        let [(old, _), (new, _)] = paths;
        lines.push((name.to_string(), line(&new, &old)));
        lines.push((format!("{name}, the other way"), line(&old, &new)));
    }
    for chain in [true, false] {
        let name = if chain { "includes-in-a-chain" } else { "includes-of-all" };
        let [old, new] = ["old", "new"].map(|version| folder.join(format!("{version}-{name}")));
        includes(&old, chain, "int")?;
        includes(&new, chain, "long")?;
        lines.push((name.to_string(), line(&new, &old)));
    }
    let mut failures = Vec::new();
    let count = lines.len();
    for (name, line) in lines {
        let start = std::time::Instant::now();
        // All of them are sound: the answer is what breaks, or that nothing does. Only folders may ask for too much.
        let most = if name.starts_with("includes") { 2 } else { 1 };
        let status = limited(&line)?;
        if status.code().is_none_or(|code| code > most) {
            failures.push(format!("{name}: {status}"));
        }
        println!("{name}: {:.1} s", start.elapsed().as_secs_f64());
    }
    println!("{count} comparisons, {} beyond limits", failures.len());
    match failures.is_empty() {
        true => Ok(()),
        false => Err(failures.join("\n").into()),
    }
}

fn line(new: &Path, old: &Path) -> Vec<String> {
    let [new, old] = [new, old].map(|path| path.display().to_string());
    ["lint", &new, "--against", &old].map(str::to_string).to_vec()
}

/// A folder of schemas that include each other, each of which is a root: 100 KB in all.
fn includes(folder: &PathBuf, chain: bool, ty: &str) -> Result<(), Failed> {
    fs::create_dir_all(folder)?;
    let count = if chain { 900 } else { 80 };
    for n in 0..count {
        let included: Vec<usize> = match chain {
            true => (n + 1..count).take(1).collect(),
            false => (n + 1..count).collect(),
        };
        let mut text: String = included.iter().map(|n| format!("include \"f{n}.fbs\";\n")).collect();
        let _ = writeln!(text, "table T{n} {{ a:{ty}; b:string; c:[int]; }}\nroot_type T{n};");
        fs::write(folder.join(format!("f{n}.fbs")), text)?;
    }
    Ok(())
}
