//! `outlast prove FILE` with scripts in place of a compiler's tools: what they did is an outcome, whatever it was.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;

use libtest_mimic::{Failed, Trial};

use crate::run::{command, scratch};

type Test = fn() -> Result<(), Failed>;

/// Programs that LLVM 19, MLIR 19 and Swift 6.0.3 load; the scripts do not look at them.
const LLVM: &str = "corpus/llvm/19.1.7/plain.bc";
const MLIR: &str = "corpus/mlir/19.1.7/steps.mlirbc";
const SWIFT: &str = "corpus/llvm/swift-6.0.3/Small.swiftmodule";

/// A module of MLIR, and of LLVM with `main`, as text.
const TEXT: &str = r#""builtin.module"() ({
  %0 = "arith.constant"() <{value = 42 : i32}> : () -> i32
}) : () -> ()
"#;
const MAIN: &str =
    "define i32 @main() #0 {\n  %1 = add nsw i32 1, 2\n  ret i32 %1\n}\nattributes #0 = { nounwind }\n";

pub(crate) fn trials() -> Vec<Trial> {
    let tests: &[(&str, Test)] = &[
        ("tools_read_verify_and_run", tools_read_verify_and_run),
        ("tools_refuse_and_crash", tools_refuse_and_crash),
        ("tools_that_never_end", tools_that_never_end),
        ("what_tools_print_is_compared", what_tools_print_is_compared),
        ("llvm_is_compared_by_the_newer_release", llvm_is_compared_by_the_newer_release),
        ("swift_modules_are_imported", swift_modules_are_imported),
        ("the_family_of_a_program_decides", the_family_of_a_program_decides),
        ("tools_say_what_they_have", tools_say_what_they_have),
        ("what_tools_are_not_asked", what_tools_are_not_asked),
    ];
    tests.iter().map(|(name, test)| Trial::test(*name, test)).collect()
}

/// Writes `$1` to where the option `-o` says.
const WRITES: &str = r#"writes() { text=$1; shift; while [ $# -gt 0 ]; do [ "$1" = -o ] && printf '%s' "$text" >"$2"; shift; done; }"#;

/// A folder with scripts: each is called as its tool, and says a release.
fn tools(name: &str, says: &str, scripts: &[(&str, &str)]) -> Result<PathBuf, Failed> {
    let folder = scratch(name)?;
    for (tool, body) in scripts {
        let script = folder.join("script");
        let text =
            format!("#!/bin/sh\n[ \"$1\" = --version ] && {{ echo '{says}'; exit 0; }}\n{WRITES}\n{body}\n");
        fs::write(&script, text)?;
        let path = folder.join(tool);
        // Copied by another process: a file that this one has open for writing while a test forks cannot be run.
        Command::new("cp").arg(&script).arg(&path).status()?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
    }
    Ok(folder)
}

fn run(arguments: &[&str]) -> Result<(i32, String), Failed> {
    let output = command(arguments).output()?;
    let said =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    Ok((output.status.code().unwrap_or(-1), said))
}

fn prove(
    file: &str,
    target: &str,
    folder: &std::path::Path,
    options: &[&str],
) -> Result<(i32, String), Failed> {
    let runtime = format!("{target}={}", folder.display());
    let mut arguments = vec!["prove", file, "--runtime", &runtime];
    arguments.extend(options);
    run(&arguments)
}

fn demand((code, said): (i32, String), wanted: i32, parts: &[&str]) -> Result<(), Failed> {
    match code == wanted && parts.iter().all(|part| said.contains(part)) {
        true => Ok(()),
        false => Err(format!("exit status {code}, and {wanted} with {parts:?} was expected:\n{said}").into()),
    }
}

fn tools_read_verify_and_run() -> Result<(), Failed> {
    let dis = format!("writes '{MAIN}' \"$@\"");
    let folder = tools(
        "tools-good",
        "LLVM version 19.1.7",
        &[("llvm-dis", &dis), ("opt", "exit 0"), ("lli", "echo hello; exit 3")],
    )?;
    let ran = [
        "as predicted (loads)",
        "llvm-dis   runs",
        "verify     runs",
        "main       runs",
        "exit status 3, 6 bytes of output",
    ];
    demand(prove(LLVM, "llvm-19.1.7", &folder, &[])?, 0, &ran)?;
    demand(
        prove(LLVM, "llvm-19.1.7", &folder, &["-f", "json"])?,
        0,
        &["\"name\": \"verify\"", "\"real\": \"runs\"", "\"result\": \"as-predicted\""],
    )?;
    // A program that its machine cannot link is none that the reader refuses.
    let folder = tools(
        "tools-symbols",
        "LLVM version 19.1.7",
        &[
            ("llvm-dis", &dis),
            ("opt", "exit 0"),
            ("lli", "echo 'JIT session error: Symbols not found: [ f ]' >&2; exit 1"),
        ],
    )?;
    demand(prove(LLVM, "llvm-19.1.7", &folder, &[])?, 0, &["main       not run", "lli does not run it alone"])
}

fn tools_refuse_and_crash() -> Result<(), Failed> {
    let refused = tools(
        "tools-refused",
        "LLVM version 19.1.7",
        &[("mlir-opt", "echo 'x.mlirbc: error: no such dialect' >&2; exit 1")],
    )?;
    let parts = ["not as predicted (loads): it is refused", "it does not load: no such dialect"];
    demand(prove(MLIR, "mlir-19.1.7", &refused, &[])?, 1, &parts)?;
    let crashed = tools("tools-crashed", "LLVM version 19.1.7", &[("mlir-opt", "kill -SEGV $$")])?;
    let parts = ["the runtime crashes", "mlir-opt   crash", "the process ended: signal: 11"];
    demand(prove(MLIR, "mlir-19.1.7", &crashed, &[])?, 1, &parts)?;
    let dis = format!("writes '{MAIN}' \"$@\"");
    let broken = tools(
        "tools-broken",
        "LLVM version 19.1.7",
        &[("llvm-dis", &dis), ("opt", "echo 'opt: x.bc: error: input module is broken!' >&2; exit 1")],
    )?;
    demand(prove(LLVM, "llvm-19.1.7", &broken, &[])?, 1, &["verify     fails", "input module is broken!"])
}

fn tools_that_never_end() -> Result<(), Failed> {
    let endless = tools("tools-endless", "LLVM version 19.1.7", &[("mlir-opt", "exec sleep 1000")])?;
    let parts = ["it exceeds the time limit", "mlir-opt   timeout", "not finished after 1 seconds"];
    demand(prove(MLIR, "mlir-19.1.7", &endless, &["--timeout", "1"])?, 1, &parts)
}

fn what_tools_print_is_compared() -> Result<(), Failed> {
    let printed = |name: &str, text: &str| {
        tools(name, "LLVM version 19.1.7", &[("mlir-opt", &format!("writes '{text}' \"$@\""))])
    };
    let first = printed("tools-first", TEXT)?;
    let original = format!("mlir-19.1.7={}", first.display());
    let compared = |folder: &std::path::Path| {
        prove(MLIR, "mlir-19.1.7", folder, &["--converted", MLIR, "--runtime", &original])
    };
    // Names of values tell nothing.
    let same = printed("tools-same", &TEXT.replace("%0", "%7"))?;
    demand(compared(&same)?, 0, &["as predicted (loads)", "1 of 1 case is equal", "meaning    equal"])?;
    let other = printed("tools-other", &TEXT.replace("42", "43"))?;
    let parts = ["not as predicted (loads)", "meaning    differs", "value = 42 : i32", "value = 43 : i32"];
    demand(compared(&other)?, 1, &parts)?;
    let dropped = printed(
        "tools-dropped",
        &TEXT
            .replace("  %0", "  // %0")
            .replace("  // ", "\n")
            .replace("%0 = \"arith.constant\"() <{value = 42 : i32}> : () -> i32\n", ""),
    )?;
    demand(compared(&dropped)?, 1, &["meaning    differs", "arith.constant", "is missing"])?;
    let refused = tools("tools-original", "LLVM version 19.1.7", &[("mlir-opt", "exit 1")])?;
    let original = format!("mlir-19.1.7={}", refused.display());
    let failed = prove(MLIR, "mlir-19.1.7", &first, &["--converted", MLIR, "--runtime", &original])?;
    demand(failed, 2, &["nothing was run", "steps.mlirbc in mlir-19.1.7"])
}

fn llvm_is_compared_by_the_newer_release() -> Result<(), Failed> {
    // What `opt` writes is what `llvm-dis` of the newer release prints.
    let dis = format!("case \"$1\" in *again.bc) cp \"$1\" \"$3\";; *) writes '{MAIN}' \"$@\";; esac");
    let made = |name: &str, text: &str, status: &str| {
        let opt = format!("writes '{text}' \"$@\"");
        let lli = format!("echo out; exit {status}");
        tools(name, "LLVM version 19.1.7", &[("llvm-dis", &dis), ("opt", &opt), ("lli", &lli)])
    };
    let first = made("tools-llvm-first", MAIN, "3")?;
    let original = format!("llvm-19.1.7={}", first.display());
    let compared = |folder: &std::path::Path| {
        prove(LLVM, "llvm-19.1.7", folder, &["--converted", LLVM, "--runtime", &original])
    };
    // A group of attributes with another number is the same one.
    let same = made("tools-llvm-same", &MAIN.replace("#0", "#4"), "3")?;
    demand(compared(&same)?, 0, &["2 of 2 cases are equal", "meaning    equal", "main       equal"])?;
    let flag = made("tools-llvm-flag", &MAIN.replace(" nsw", ""), "3")?;
    let parts = ["meaning    differs", "`%1 = add nsw i32 1, 2` became `%1 = add i32 1, 2`"];
    demand(compared(&flag)?, 1, &parts)?;
    let status = made("tools-llvm-status", MAIN, "4")?;
    demand(
        compared(&status)?,
        1,
        &["main       differs", "exit status 4, 4 bytes of output, and exit status 3"],
    )
}

fn swift_modules_are_imported() -> Result<(), Failed> {
    let says = "Swift version 6.0.3 (swift-6.0.3-RELEASE)";
    // The module stands under its own name in the folder that is searched.
    let looks = r#"while [ $# -gt 0 ]; do [ "$1" = -I ] && : "${folder:=$2}"; last=$1; shift; done
grep -q "^import Small$" "$last" && [ -s "$folder/Small.swiftmodule" ] || { echo "error: no such module" >&2; exit 1; }"#;
    let good = tools("tools-swift", says, &[("swift-frontend", looks)])?;
    demand(prove(SWIFT, "swift-6.0.3", &good, &[])?, 0, &["as predicted (loads)", "import   runs"])?;
    let runtime = good.display().to_string();
    demand(run(&["prove", SWIFT, "--runtime", &runtime])?, 0, &["in swift-6.0.3", "import   runs"])?;
    let both = prove(SWIFT, "swift-6.0.3", &good, &["--converted", SWIFT])?;
    demand(both, 0, &["both are imported; nothing more of modules is compared"])?;
    let refused = tools(
        "tools-swift-refused",
        says,
        &[("swift-frontend", "echo 'x: error: not a module' >&2; exit 1")],
    )?;
    demand(
        prove(SWIFT, "swift-6.0.3", &refused, &[])?,
        1,
        &["import   fails", "it does not load: not a module"],
    )
}

fn the_family_of_a_program_decides() -> Result<(), Failed> {
    let scripts: &[(&str, &str)] =
        &[("mlir-opt", &format!("writes '{TEXT}' \"$@\"")), ("llvm-dis", &format!("writes '{MAIN}' \"$@\""))];
    let folder = tools("tools-both", "Debian LLVM version 19.1.7", scripts)?;
    let path = folder.display().to_string();
    demand(run(&["prove", LLVM, "--runtime", &path])?, 0, &["in llvm-19.1.7"])?;
    demand(run(&["prove", MLIR, "--runtime", &path])?, 0, &["in mlir-19.1.7"])?;
    demand(prove(MLIR, "llvm-19.1.7", &folder, &[])?, 0, &["in mlir-19.1.7"])?;
    demand(run(&["prove", SWIFT, "--runtime", &path])?, 2, &["not a runtime: there is no swift-frontend"])?;
    let tool = folder.join("mlir-opt").display().to_string();
    demand(run(&["prove", MLIR, "--runtime", &tool])?, 0, &["in mlir-19.1.7"])?;
    // Siblings have the same release behind their names.
    let suffixed = tools(
        "tools-suffixed",
        "LLVM version 19.1.7",
        &[("llvm-dis-19", scripts[1].1), ("opt-19", "exit 0")],
    )?;
    let tool = suffixed.join("llvm-dis-19").display().to_string();
    demand(
        run(&["prove", LLVM, "--runtime", &tool])?,
        0,
        &["in llvm-19.1.7", "verify     runs", "there is no lli next to"],
    )?;
    demand(prove(LLVM, "llvm-19.1.7", &suffixed, &[])?, 0, &["in llvm-19.1.7"])
}

fn tools_say_what_they_have() -> Result<(), Failed> {
    let registry = scratch("tools-registry")?.join("runtimes.toml");
    let folder = tools(
        "tools-described",
        "LLVM version 19.1.9",
        &[(
            "mlir-opt",
            "case \"$1\" in --show-dialects) echo 'Available Dialects: acc,ours';; *) exit 1;; esac",
        )],
    )?;
    let run = |line: &str| -> Result<(i32, String), Failed> {
        let arguments: Vec<&str> = line.split(' ').collect();
        let output = command(&arguments).env("OUTLAST_RUNTIMES", &registry).output()?;
        let said =
            format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        Ok((output.status.code().unwrap_or(-1), said))
    };
    let added = run(&format!("runtimes add phone --tools {} --target mlir-19.1.7", folder.display()))?;
    demand(added, 0, &["phone is mlir-19.1.7"])?;
    // Another patch release is told, and so are dialects.
    let parts =
        ["19.1.9 with 2 dialects", "differs from the profile of mlir-19.1.7", "only in the runtime: 1: ours"];
    demand(run("runtimes test phone")?, 1, &parts)?;
    demand(
        run("runtimes test phone -f json")?,
        1,
        &["\"is_release\": false", "\"kind\": \"tools\"", "\"versions\": {}"],
    )
}

fn what_tools_are_not_asked() -> Result<(), Failed> {
    let folder = tools("tools-none", "LLVM version 19.1.7", &[("mlir-opt", "exit 0")])?;
    let pickle = prove("corpus/torch/1.13.1/traced.pt", "mlir-19.1.7", &folder, &[])?;
    demand(pickle, 2, &["tools of a compiler are asked about modules of LLVM IR, MLIR and Swift"])?;
    let random = prove(MLIR, "mlir-19.1.7", &folder, &["--random", "3"])?;
    demand(random, 2, &["--cases, --random and --data are for programs that compute arrays"])
}
