//! Against the real flatc: what it accepts, and what its binary schemas say. These tests are ignored unless asked for:
//! `cargo xtask interop executorch` installs flatc and asks.

use std::path::{Path, PathBuf};
use std::process::Command;

use outlast_flatbuffers::schema::{Default, Scalar, Schema, Type};

use crate::{errors, generator, language};

/// flatc from `FLATC` or `PATH`. Only tests that are asked for by `--include-ignored` need it.
pub(crate) fn flatc() -> PathBuf {
    let named = std::env::var_os("FLATC").map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders = std::env::split_paths(&path).map(|dir| dir.join("flatc"));
    named.or_else(|| folders.find(|p| p.is_file())).expect("flatc: name it in FLATC")
}

/// A folder of its own for a test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("flatc-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    dir
}

/// The binary schema that flatc makes of a text, or what it says.
fn binary(flatc: &Path, dir: &Path, text: &str) -> Result<Vec<u8>, String> {
    let source = dir.join("case.fbs");
    std::fs::write(&source, text).unwrap();
    let out = dir.join("case.bfbs");
    let _ = std::fs::remove_file(&out);
    let run = Command::new(flatc)
        .args(["--binary", "--schema", "--bfbs-builtins", "--bfbs-comments", "-o"])
        .args([dir, &source])
        .output()
        .unwrap();
    if run.status.success() {
        return Ok(std::fs::read(&out).unwrap());
    }
    Err(String::from_utf8_lossy(&run.stderr).into_owned() + &String::from_utf8_lossy(&run.stdout))
}

/// Attributes as binary schemas have them: sorted, and 0 is no value except for `id`.
fn tidy(attributes: &mut [(String, String)]) {
    attributes.sort();
    attributes.iter_mut().filter(|(name, value)| name != "id" && value == "0").for_each(|(_, v)| v.clear());
}

/// What a binary schema can tell of a schema.
pub(crate) fn as_binary(schema: &Schema) -> Schema {
    let mut schema = schema.sorted();
    schema.attributes.clear();
    schema.services.sort();
    for object in &mut schema.objects {
        tidy(&mut object.attributes);
        for field in &mut object.fields {
            tidy(&mut field.attributes);
            field.default_text = None;
            field.default = match field.default {
                Default::Text => Default::Empty,
                Default::Integer(n) if n > i128::from(i64::MAX) => Default::Integer(0),
                // Also -0.0, which a builder leaves out.
                Default::Real(0.0) => Default::Real(0.0),
                other => other,
            };
            if field.required && field.default == Default::Empty {
                field.default = Default::Reference;
            }
        }
    }
    for new in &mut schema.enums {
        tidy(&mut new.attributes);
        new.values.iter_mut().for_each(|v| tidy(&mut v.attributes));
    }
    schema
}

fn same(text: &str, binary: &[u8]) {
    let ours = as_binary(&Schema::parse(text).unwrap());
    let theirs = as_binary(&Schema::from_bfbs(binary).unwrap_or_else(|e| panic!("{e:?}\n{text}")));
    if ours != theirs {
        for (a, b) in ours.objects.iter().zip(&theirs.objects) {
            assert_eq!(a, b, "{text}");
        }
        for (a, b) in ours.enums.iter().zip(&theirs.enums) {
            assert_eq!(a, b, "{text}");
        }
        assert_eq!(ours, theirs, "{text}");
    }
}

#[test]
#[ignore = "needs flatc"]
fn generated_schemas_mean_the_same() {
    let flatc = flatc();
    let dir = folder("generated");
    let count = 300;
    for seed in 0..count {
        let text = generator::schema(seed);
        match binary(&flatc, &dir, &text) {
            Ok(bytes) => same(&text, &bytes),
            Err(message) => panic!("flatc refuses seed {seed}: {message}\n{text}"),
        }
    }
    println!("{count} generated schemas: the text and flatc's binary give the same model");
}

#[test]
#[ignore = "needs flatc"]
fn printed_schemas_mean_the_same() {
    let flatc = flatc();
    let dir = folder("printed");
    for seed in 1000..1100 {
        let text = outlast_flatbuffers::schema::to_fbs(&Schema::parse(&generator::schema(seed)).unwrap());
        match binary(&flatc, &dir, &text) {
            Ok(bytes) => same(&text, &bytes),
            Err(message) => panic!("flatc refuses what was printed for seed {seed}: {message}\n{text}"),
        }
    }
}

#[test]
#[ignore = "needs flatc"]
fn good_and_bad_schemas_are_judged_alike() {
    let flatc = flatc();
    let dir = folder("judged");
    let mut wrong = Vec::new();
    let (mut good, mut bad) = (0, 0);
    for text in language::GOOD {
        match binary(&flatc, &dir, text) {
            Ok(bytes) => same(text, &bytes),
            Err(message) => wrong.push(format!("flatc refuses {text:?}: {message}")),
        }
        good += 1;
    }
    for (text, _, _) in errors::BAD {
        if binary(&flatc, &dir, text).is_ok() {
            wrong.push(format!("flatc accepts {text:?}"));
        }
        bad += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    println!("flatc agrees on {good} good and {bad} bad schemas");
}

/// Where this parser knowingly refuses what flatc takes.
#[test]
#[ignore = "needs flatc"]
fn stricter_than_flatc() {
    for (text, _, _) in errors::STRICTER {
        assert!(Schema::parse(text).is_err(), "{text}");
    }
    let flatc = flatc();
    let dir = folder("stricter");
    for (text, _, _) in errors::STRICTER {
        assert!(binary(&flatc, &dir, text).is_ok(), "flatc refuses it too: {text}");
    }
}

#[test]
#[ignore = "needs flatc"]
fn unsigned_defaults_beyond_long_are_lost_in_binary_schemas() {
    let text = "table T { a: ulong = 18446744073709551615; }";
    let schema = Schema::parse(text).unwrap();
    assert_eq!(schema.objects[0].fields[0].default, Default::Integer(u64::MAX.into()));
    assert_eq!(
        schema.objects[0].fields[0].ty,
        Type::Single(outlast_flatbuffers::schema::Element::Scalar(Scalar::U64))
    );
    let flatc = flatc();
    let bytes = binary(&flatc, &folder("ulong"), text).unwrap();
    assert_eq!(Schema::from_bfbs(&bytes).unwrap().objects[0].fields[0].default, Default::Integer(0));
}

/// Words, numbers, strings and punctuation of a text.
fn tokens(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
        let len = match first {
            '"' => rest[1..].find('"').map_or(rest.len(), |at| at + 2),
            c if word(c) => rest.find(|c| !word(c)).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        found.push(&rest[..len]);
        rest = &rest[len..];
    }
    found
}

/// Schemas with a token taken out, doubled or moved: both take them and mean the same, or both refuse them.
#[test]
#[ignore = "needs flatc"]
fn mutants_are_judged_alike() {
    let flatc = flatc();
    let dir = folder("mutants");
    let count: u64 = std::env::var("MUTANTS").ok().and_then(|n| n.parse().ok()).unwrap_or(600);
    let mut rng = generator::Rng::new(5 + count);
    let (mut taken, mut refused, mut stricter, mut wrong) = (0, 0, 0, Vec::new());
    for seed in 0..count {
        let whole =
            if seed % 3 == 0 { generator::schema(seed) } else { (*rng.pick(language::GOOD)).to_string() };
        let mut parts = tokens(&whole);
        for _ in 0..1 + rng.below(2) {
            let (at, other) = (rng.below(parts.len()), rng.below(parts.len()));
            match rng.below(4) {
                0 => drop(parts.remove(at)),
                1 => parts.insert(at, parts[other]),
                2 => parts.swap(at, other),
                _ => parts[at] = parts[other],
            }
        }
        let text = parts.concat();
        let ours = Schema::parse(&text);
        match (binary(&flatc, &dir, &text), &ours) {
            (Ok(bytes), Ok(_)) => {
                taken += 1;
                same(&text, &bytes);
            }
            (Err(_), Err(_)) => refused += 1,
            (Ok(_), Err(error)) if error.to_string().contains("a struct cannot contain itself") => {
                stricter += 1;
            }
            (Ok(_), Err(error)) => wrong.push(format!("only flatc takes it ({error}): {text}")),
            (Err(message), Ok(_)) => wrong.push(format!("flatc refuses it ({message}): {text}")),
        }
    }
    println!("{count} mutants: both take {taken}, both refuse {refused}, knowingly stricter {stricter}");
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n\n"));
}
