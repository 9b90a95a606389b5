//! Schemas as a release knew them, and comparison by wire meaning.

use outlast_flatbuffers::schema::{Schema, compare, same_wire, to_fbs};

fn parse(text: &str) -> Schema {
    Schema::parse(text).unwrap_or_else(|e| panic!("{e:?}\n{text}"))
}

/// Three numbers that compare.
pub(crate) fn version(text: &str) -> Vec<u32> {
    text.split('.').map(|part| part.parse().unwrap()).collect()
}

const ANNOTATED: &str = r#"
attribute "since"; attribute "until";
enum E : int { A, B (since: "0.2.0"), C (until: "0.3.0") }
enum New : byte (since: "0.3.0") { X }
table Old {}
table Added (since: "0.2.0") { v: int; }
union U { Old, Added }
table T {
  a: int;
  u: U;
  e: E = A;
  w: Added;
  v: [U] (since: "0.3.0");
  n: New;
}
root_type T;
"#;

#[test]
fn a_release_knows_what_came_by_then() {
    let schema = parse(ANNOTATED);
    let at = |release: &str| schema.as_of(|since| version(since) <= version(release));
    let old = parse(
        "enum E : int { A, C = 2 } table Old {} union U { Old } table T { a: int; u: U; e: E; } root_type T;",
    );
    assert_eq!(same_wire(&at("0.1.0"), &old), Vec::<String>::new());
    let middle = at("0.2.0");
    assert_eq!(middle.objects.len(), 3);
    let names: Vec<&str> = middle.root_object().unwrap().fields.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(names, ["a", "u_type", "u", "e", "w"]);
    let newest = at("9.0.0");
    assert_eq!(newest.root_object().unwrap().fields.len(), 8);
    assert_eq!(newest.enums[0].values.iter().map(|v| v.name.as_str()).collect::<Vec<_>>(), ["A", "B"]);
    assert_eq!(schema.root_object().unwrap().field("v").unwrap().since(), Some("0.3.0"));
    assert_eq!(schema.enums[0].values[1].since(), Some("0.2.0"));
    for release in ["0.1.0", "0.2.0", "0.3.0"] {
        let printed = to_fbs(&at(release));
        assert_eq!(same_wire(&parse(&printed), &at(release)), Vec::<String>::new(), "{printed}");
    }
}

#[test]
fn only_the_wire_counts() {
    let a = parse(
        "namespace a; enum E : byte { X, Y } table S { v: [E]; } table T { s: S; n: int = 3; } root_type T; file_identifier \"AAAA\";",
    );
    let renamed = parse(
        "enum F : byte { X, Z } table R { w: [F]; } table Q { r: R; m: int = 3; } root_type Q; file_identifier \"AAAA\";",
    );
    let found = compare(&a, &renamed);
    assert_eq!(found.differences, Vec::<String>::new());
    assert_eq!(found.renames.len(), 7, "{:?}", found.renames);
}

#[test]
fn differences_are_found() {
    let base = "enum E : byte { X, Y } struct P { x: int; } table M {} union U { M } \
                table T { a: int = 3; p: P; u: U; e: E; v: [ubyte] (force_align: 8); s: string; } root_type T; file_identifier \"AAAA\";";
    let changes = [
        ("x: int;", "x: int; y: int;"),
        ("a: int = 3", "a: int = 4"),
        ("a: int = 3", "a: uint = 3"),
        ("X, Y", "X, Y, Z"),
        ("E : byte", "E : ubyte"),
        ("union U { M }", "union U { s: string }"),
        ("union U { M }", "union U { M, b: M }"),
        ("force_align: 8", "force_align: 16"),
        ("s: string;", ""),
        ("s: string;", "s: string (required);"),
        ("s: string;", "s: [string];"),
        ("AAAA", "AAAB"),
        ("root_type T;", ""),
    ];
    for (from, to) in changes {
        let other = parse(&base.replace(from, to));
        assert!(!same_wire(&parse(base), &other).is_empty(), "{from} -> {to}");
        assert!(!same_wire(&other, &parse(base)).is_empty(), "{to} -> {from}");
    }
    assert!(same_wire(&parse(base), &parse(base)).is_empty());
}

#[test]
fn enums_alone_are_compared_by_name() {
    let a = parse("namespace n; enum E : byte { A, B }");
    assert!(same_wire(&a, &parse("enum E : byte { A, B }")).is_empty());
    assert_eq!(same_wire(&a, &parse("enum E : byte { A }")).len(), 1);
    assert_eq!(same_wire(&a, &parse("enum F : byte { A, B }")).len(), 2);
}
