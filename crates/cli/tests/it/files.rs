//! `outlast bundle` and `outlast data`: what they write, and that they leave nothing behind where they refuse.

use std::path::Path;

use libtest_mimic::{Failed, Trial};

use crate::run::{file, outlast, root, scratch};

const MODELS: &str = "corpus/executorch/1.5.1";

type Test = fn() -> Result<(), Failed>;

pub(crate) fn trials() -> Vec<Trial> {
    let tests: &[(&str, Test)] = &[
        ("bundles_are_made_and_taken_apart", bundles_are_made_and_taken_apart),
        ("another_program_in_a_bundle", another_program_in_a_bundle),
        ("data_goes_round", data_goes_round),
        ("data_is_set_removed_renamed", data_is_set_removed_renamed),
        ("standard_output_takes_files", standard_output_takes_files),
        ("answers_are_documents", answers_are_documents),
        ("malformed_inputs_leave_nothing_behind", malformed_inputs_leave_nothing_behind),
        ("inputs_are_never_overwritten", inputs_are_never_overwritten),
    ];
    tests.iter().map(|(name, test)| Trial::test(*name, test)).collect()
}

fn check(condition: bool, message: impl Into<String>) -> Result<(), Failed> {
    if condition { Ok(()) } else { Err(message.into().into()) }
}

/// Runs a line that must have this status; returns what it printed on standard output.
fn expect(code: i32, line: &[&str]) -> Result<String, Failed> {
    let output = outlast(line);
    let said = format!("{line:?}: status {}\n{}{}", output.code, output.stdout, output.stderr);
    check(output.code == code, said)?;
    Ok(output.stdout)
}

fn place(folder: &Path, name: &str) -> String {
    folder.join(name).to_string_lossy().into_owned()
}

fn bundles_are_made_and_taken_apart() -> Result<(), Failed> {
    let folder = scratch("bundle")?;
    let (bundle, back) = (place(&folder, "m.bpte"), place(&folder, "m.pte"));
    for model in ["mlp_dyn", "dim_order_input", "kv", "mlp_align"] {
        let (pte, npz) = (format!("{MODELS}/{model}.pte"), format!("{MODELS}/{model}.npz"));
        let said = expect(0, &["bundle", "make", &pte, "--cases", &npz, "-o", &bundle])?;
        check(said.contains("forward with"), said)?;
        expect(0, &["verify", &bundle])?;
        expect(0, &["bundle", "extract", &bundle, "-o", &back])?;
        check(std::fs::read(&back)? == std::fs::read(root().join(&pte))?, model)?;
    }
    let (pte, npz) = (format!("{MODELS}/multi.pte"), format!("{MODELS}/multi.npz"));
    let make = ["bundle", "make", &pte, "--cases", &npz, "-o", &bundle];
    check(expect(1, &make)?.contains("runtimes compare tensors only"), "the reason")?;
    expect(0, &[&make[..], &["--inputs-only"]].concat())?;
    let one = expect(0, &[&make[..], &["--method", "encode"]].concat())?;
    check(one.contains("m.bpte: encode with 1 case ("), one)?;
    check(
        expect(1, &[&make[..], &["--method", "nobody"]].concat())?.contains("no method `nobody`"),
        "the name",
    )
}

fn another_program_in_a_bundle() -> Result<(), Failed> {
    let folder = scratch("bundle-replace")?;
    let out = place(&folder, "m.bpte");
    let bundle = format!("{MODELS}/bundled.bpte");
    let other = "corpus/executorch/0.4.0/bundled.pte";
    expect(0, &["bundle", "replace", &bundle, "--program", other, "-o", &out])?;
    expect(0, &["verify", &out])?;
    let back = place(&folder, "m.pte");
    expect(0, &["bundle", "extract", &out, "-o", &back])?;
    check(std::fs::read(&back)? == std::fs::read(root().join(other))?, "the program inside")?;
    let line = ["bundle", "replace", &bundle, "--program", &format!("{MODELS}/conv.pte"), "-o", &out];
    check(expect(1, &line)?.contains("case 0: input 0 is"), "the case that does not fit")
}

fn data_goes_round() -> Result<(), Failed> {
    let folder = scratch("data")?;
    let (arrays, made) = (place(&folder, "w.safetensors"), place(&folder, "w.ptd"));
    for data in ["ext.ptd", "xnn_ext.ptd"] {
        let data = format!("{MODELS}/{data}");
        expect(0, &["data", "extract", &data, "-o", &arrays])?;
        expect(0, &["data", "make", &arrays, "-o", &made])?;
        expect(0, &["diff", &data, &made])?;
        let (old, new) = (place(&folder, "old.ptd"), place(&folder, "new.ptd"));
        expect(0, &["data", "convert", &data, "--target", "executorch-0.6.0", "-o", &old])?;
        check(outlast(&["inspect", &old]).stdout.contains("v0b"), "the layout version")?;
        expect(0, &["data", "convert", &old, "--target", "executorch-1.0.1", "-o", &new])?;
        expect(0, &["diff", &data, &new])?;
        // What has the layout version already is not changed.
        expect(0, &["data", "convert", &data, "--layout-version", "v1", "-o", &new])?;
        check(std::fs::read(&new)? == std::fs::read(root().join(&data))?, "the same bytes")?;
    }
    let blobs = format!("{MODELS}/xnn_ext.ptd");
    let refused = expect(1, &["data", "convert", &blobs, "--layout-version", "v0a", "-o", &made])?;
    check(refused.contains("a blob"), refused)?;
    let none = expect(1, &["data", "convert", &blobs, "--target", "executorch-0.4.0", "-o", &made])?;
    check(none.contains("reads no tensor data files"), none)
}

fn data_is_set_removed_renamed() -> Result<(), Failed> {
    let folder = scratch("data-edit")?;
    let at = |name: &str| place(&folder, name);
    let data = format!("{MODELS}/ext.ptd");
    let one = npy(&[4], &[0, 0, 128, 63].repeat(4));
    let bias = file(&folder, "b.bias.npy", &one)?;
    let said = expect(0, &["data", "set", &data, "--from", &bias, "-o", &at("set.ptd")])?;
    check(said.contains("`b.bias` has new values"), said)?;
    check(std::fs::metadata(at("set.ptd"))?.len() == 1424, "data of the same size stay at their place")?;
    expect(0, &["verify", &at("set.ptd")])?;
    let wrong = file(&folder, "a.bias.npy", &one)?;
    let refused = expect(1, &["data", "set", &data, "--from", &wrong, "-o", &at("no.ptd")])?;
    check(refused.contains("`a.bias` is float32 [4], the entry float32 [16]"), refused)?;
    let more = file(&folder, "lora.npy", &one)?;
    let refused = expect(1, &["data", "set", &data, "--from", &more, "-o", &at("no.ptd")])?;
    check(refused.contains("--add makes one"), refused)?;
    expect(0, &["data", "set", &data, "--from", &more, "--add", "-o", &at("more.ptd")])?;
    expect(0, &["data", "rename", &at("more.ptd"), "lora", "lora.a", "-o", &at("renamed.ptd")])?;
    expect(1, &["data", "rename", &at("more.ptd"), "lora", "a.bias", "-o", &at("no.ptd")])?;
    expect(0, &["data", "remove", &at("renamed.ptd"), "lora.a", "-o", &at("less.ptd")])?;
    expect(0, &["diff", &data, &at("less.ptd")])?;
    expect(1, &["data", "remove", &at("renamed.ptd"), "nobody", "-o", &at("no.ptd")])?;
    check(!folder.join("no.ptd").exists(), "a refused file was left behind")
}

/// A NumPy array of `float32`.
fn npy(shape: &[usize], data: &[u8]) -> Vec<u8> {
    let shape: String = shape.iter().map(|n| format!("{n},")).collect();
    let header = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': ({shape}), }}\n");
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend([u8::try_from(header.len()).unwrap_or(0), 0]);
    bytes.extend(header.as_bytes());
    bytes.extend(data);
    bytes
}

fn standard_output_takes_files() -> Result<(), Failed> {
    let bundle = format!("{MODELS}/bundled.bpte");
    let output = crate::run::command(&["bundle", "extract", &bundle, "-o", "-"]).output()?;
    check(output.status.success(), "status")?;
    check(output.stdout == std::fs::read(root().join(MODELS).join("bundled.pte"))?, "other bytes")?;
    check(String::from_utf8_lossy(&output.stderr).contains("byte for byte"), "the answer goes aside")
}

fn answers_are_documents() -> Result<(), Failed> {
    let folder = scratch("documents")?;
    let out = place(&folder, "out");
    let at = |name: &str| format!("{MODELS}/{name}");
    let (mlp, npz, ext, bundled) = (at("mlp.pte"), at("mlp.npz"), at("ext.ptd"), at("bundled.bpte"));
    let lines: &[(i32, &str, &[&str])] = &[
        (0, "bundle", &["make", &mlp, "--cases", &npz]),
        (1, "bundle", &["make", &mlp, "--cases", &at("conv.npz")]),
        (2, "bundle", &["make", &mlp, "--cases", "missing"]),
        (2, "bundle", &["make", &bundled, "--cases", &npz]),
        (0, "bundle", &["extract", &bundled]),
        (0, "data", &["make", &npz]),
        (1, "data", &["make", &npz, &npz]),
        (2, "data", &["make", &mlp]),
        (0, "data", &["extract", &ext]),
        (1, "data", &["remove", &ext, "nobody"]),
        (2, "data", &["remove", &mlp, "nobody"]),
    ];
    for (code, command, args) in lines {
        let line: Vec<&str> = [&[*command], *args, &["-f", "json", "-o", &out]].concat();
        let text = expect(*code, &line)?;
        let value: serde_json::Value =
            serde_json::from_str(&text).map_err(|e| format!("{line:?}: {e}: {text}"))?;
        check(value["schema"] == format!("outlast/{command}/1"), format!("{line:?}: {text}"))?;
        let problems = value["problems"].as_array().map_or(0, Vec::len);
        check((*code == 1) == (problems > 0), format!("{line:?}: {text}"))?;
        check((*code == 2) == value["error"].is_object(), format!("{line:?}: {text}"))?;
        check((*code == 0) == folder.join("out").exists(), format!("{line:?}: {text}"))?;
        let _ = std::fs::remove_file(&out);
    }
    Ok(())
}

/// Every command with every kind of damage: refused in words, and nothing is left in the folder.
fn malformed_inputs_leave_nothing_behind() -> Result<(), Failed> {
    let (inputs, outputs) = (scratch("malformed")?, scratch("malformed-out")?);
    let out = place(&outputs, "out");
    let good = |name: &str| format!("{MODELS}/{name}");
    // Where {} stands, the damaged file goes.
    let lines: &[(&str, &[&str])] = &[
        ("mlp.pte", &["bundle", "make", "{}", "--cases", &good("mlp.npz")]),
        ("mlp.npz", &["bundle", "make", &good("mlp.pte"), "--cases", "{}"]),
        ("bundled.bpte", &["bundle", "extract", "{}"]),
        ("bundled.bpte", &["bundle", "replace", "{}", "--program", &good("bundled.pte")]),
        ("bundled.pte", &["bundle", "replace", &good("bundled.bpte"), "--program", "{}"]),
        ("mlp.npz", &["data", "make", "{}"]),
        ("ext.ptd", &["data", "extract", "{}"]),
        ("ext.ptd", &["data", "set", "{}", "--from", &good("mlp.npz"), "--add"]),
        ("mlp.npz", &["data", "set", &good("ext.ptd"), "--from", "{}", "--add"]),
        ("ext.ptd", &["data", "remove", "{}", "a.bias"]),
        ("ext.ptd", &["data", "rename", "{}", "a.bias", "x"]),
        ("ext.ptd", &["data", "convert", "{}", "--layout-version", "v0b"]),
    ];
    for (name, line) in lines {
        let whole = std::fs::read(root().join(good(name)))?;
        let mut flipped = whole.clone();
        flipped[..80].iter_mut().skip(12).for_each(|b| *b ^= 0xff);
        let wrong = std::fs::read(root().join("crates/cli/tests/data/module.bc"))?;
        let damaged = [&b""[..], &whole[..20], &whole[..whole.len() / 2], &flipped, &wrong, b"what?"];
        let mut paths = vec![place(&inputs, "missing"), inputs.to_string_lossy().into_owned()];
        for (i, bytes) in damaged.iter().enumerate() {
            paths.push(file(&inputs, &format!("{i}-{name}"), bytes)?);
        }
        for path in &paths {
            let args = line.iter().map(|arg| if *arg == "{}" { path.as_str() } else { *arg });
            let args: Vec<&str> = args.chain(["-o", &out]).collect();
            let output = outlast(&args);
            let said = format!("{}{}", output.stdout, output.stderr);
            let refused = matches!(output.code, 1 | 2) && !said.contains("panicked") && said.len() > 20;
            check(refused, format!("{args:?}: status {}\n{said}", output.code))?;
            let left: Vec<_> = std::fs::read_dir(&outputs)?.collect();
            check(left.is_empty(), format!("{args:?}: {left:?}"))?;
        }
        // A place where nothing can be written.
        for place in ["no/such/folder/out", "."] {
            let args = line.iter().map(|arg| if *arg == "{}" { good(name) } else { (*arg).to_string() });
            let args: Vec<String> = args.chain(["-o".into(), place.into()]).collect();
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            expect(2, &args)?;
        }
    }
    Ok(())
}

fn inputs_are_never_overwritten() -> Result<(), Failed> {
    let folder = scratch("overwrite")?;
    let data = std::fs::read(root().join(MODELS).join("ext.ptd"))?;
    let path = file(&folder, "w.ptd", &data)?;
    let output = outlast(&["data", "remove", &path, "a.bias", "-o", &path]);
    check(output.code == 2 && output.stderr.contains("is an input"), output.stderr)?;
    check(std::fs::read(&path)? == data, "the file changed")
}
