//! The project's own ExecuTorch schemas: they parse, and filtered to a release they are that release's schemas.
//!
//! The releases' schemas are read from `OUTLAST_EXECUTORCH_SCHEMAS/<release>/*.fbs`; the comparison is
//! ignored unless asked for.

use std::path::{Path, PathBuf};

use outlast_flatbuffers::schema::{Schema, compare};

use crate::generations::version;

const OURS: [&str; 8] = [
    "program",
    "scalar_type",
    "bundled_program",
    "flat_tensor_v0a",
    "flat_tensor_v0b",
    "flat_tensor",
    "xnnpack",
    "vulkan",
];

fn load(path: &Path) -> Schema {
    let text = std::fs::read_to_string(path).unwrap();
    let mut resolver = |path: &str| std::fs::read_to_string(path).ok();
    Schema::parse_with(&path.to_string_lossy(), &text, &mut resolver).unwrap_or_else(|e| panic!("{e:?}"))
}

fn ours(name: &str) -> Schema {
    load(&Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../executorch/schemas/{name}.fbs")))
}

#[test]
fn our_schemas_parse() {
    for name in OURS {
        let schema = ours(name);
        assert!(!schema.enums.is_empty(), "{name}");
    }
    let program = ours("program");
    let field = program.root_object().unwrap().field("named_data").unwrap();
    assert_eq!((field.id, field.since()), (7, Some("0.6.0")));
    let members = |release: &str| {
        let schema = ours("xnnpack").as_of(|since| version(since) <= version(release));
        schema.enumeration(schema.find_enum("XNodeUnion").unwrap()).values.len() - 1
    };
    assert_eq!(["0.1.0", "0.2.1", "0.6.0", "0.7.0", "1.5.1"].map(members), [35, 36, 40, 44, 47]);
}

/// Which of our schemas a file of a release must equal, and the differences that it may have.
fn counterpart(file: &str, release: &[u32]) -> Option<(&'static str, &'static [&'static str])> {
    Some(match file {
        "program.fbs" => ("program", &[]),
        "scalar_type.fbs" => ("scalar_type", &[]),
        // Other identifier and alignment: said in the file.
        "bundled_program_schema.fbs" if release < [0, 2].as_slice() => return None,
        "bundled_program_schema.fbs" => ("bundled_program", &[]),
        "flat_tensor.fbs" if release < [0, 6].as_slice() => ("flat_tensor_v0a", &[]),
        "flat_tensor.fbs" if release < [0, 7].as_slice() => ("flat_tensor_v0b", &[]),
        "flat_tensor.fbs" => ("flat_tensor", &[]),
        "xnnpack_runtime_schema.fbs" => ("xnnpack", &["file identifier: Some(\"XN01\") / Some(\"XN00\")"]),
        "xnnpack_schema.fbs" if release < [0, 2].as_slice() => {
            ("xnnpack", &["file identifier: Some(\"XN01\") / Some(\"XN00\")"])
        }
        "xnnpack_schema.fbs" => ("xnnpack", &["fb_xnnpack.XNNTensorValue slot 7: dq_datatype / nothing"]),
        // One field less, under the same identifier: said in the file.
        "vulkan_schema.fbs" if release < [0, 3].as_slice() => return None,
        "vulkan_schema.fbs" => ("vulkan", &[]),
        _ => return None,
    })
}

#[test]
#[ignore = "needs the schemas of real releases"]
fn filtered_to_a_release_they_are_its_schemas() {
    let root = std::env::var_os("OUTLAST_EXECUTORCH_SCHEMAS").map(PathBuf::from);
    let root = root.expect("the folder of schemas: name it in OUTLAST_EXECUTORCH_SCHEMAS");
    let mut releases: Vec<String> = std::fs::read_dir(&root)
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().into_string().ok())
        .filter(|name| name.split('.').all(|part| part.parse::<u32>().is_ok()))
        .collect();
    releases.sort_by_key(|release| version(release));
    let (mut compared, mut renames) = (0, Vec::new());
    for release in &releases {
        for file in std::fs::read_dir(root.join(release)).unwrap() {
            let path = file.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let Some((own, allowed)) = counterpart(&name, &version(release)) else { continue };
            let filtered = ours(own).as_of(|since| version(since) <= version(release));
            let found = compare(&filtered, &load(&path));
            let rest: Vec<&String> =
                found.differences.iter().filter(|d| !allowed.contains(&d.as_str())).collect();
            assert!(rest.is_empty(), "{release}/{name}: {rest:#?}");
            renames.extend(found.renames.into_iter().map(|rename| format!("{release}/{name}: {rename}")));
            compared += 1;
        }
    }
    assert!(compared > 0, "no schemas to compare with");
    println!("{compared} schemas of {} releases are equal on the wire", releases.len());
    println!("other names:\n  {}", renames.join("\n  "));
}
