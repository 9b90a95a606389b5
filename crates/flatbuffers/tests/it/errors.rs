//! What is refused, with the line and column of it.

use outlast_core::ErrorKind;
use outlast_flatbuffers::schema::Schema;

/// Schemas that flatc refuses too: text, line, column.
pub(crate) const BAD: &[(&str, u32, u32)] = &[
    ("", 1, 1),
    ("  // nothing", 1, 13),
    ("tabel T {}", 1, 1),
    ("table {}", 1, 7),
    ("table T { a int; }", 1, 13),
    ("table T { a: int }", 1, 18),
    ("table T {\n  a: int;\n", 3, 1),
    ("table T { a: int; a: int; }", 1, 19),
    ("table T {} table T {}", 1, 18),
    ("table T {} enum T : int { A }", 1, 17),
    ("enum E : int { A } enum E : int { A }", 1, 25),
    ("table T { a: Gone; }", 1, 14),
    ("table T {\n  a: [a.b.Gone];\n}", 2, 7),
    ("table T { a: E; } enum E : int { A }", 1, 14),
    ("table T { a: [[int]]; }", 1, 15),
    ("table T { a: [int:3]; }", 1, 14),
    ("struct S { a: [int:0]; }", 1, 20),
    ("struct S { a: [int:65536]; }", 1, 20),
    ("struct S { a: [int:x]; }", 1, 20),
    ("struct S { a: string; }", 1, 15),
    ("struct S { a: [int]; }", 1, 15),
    ("table T {} struct S { a: T; }", 1, 26),
    ("struct S { a: R; } struct R { x: int; }", 1, 15),
    ("struct S {}", 1, 8),
    ("struct S { a: int = 5; }", 1, 21),
    ("struct S { a: int = null; }", 1, 21),
    ("struct S { a: float = 0.0; }", 1, 23),
    ("struct S { a: int (required); }", 1, 20),
    ("struct S { a: int (deprecated); }", 1, 20),
    ("struct S (force_align: 3) { a: int; }", 1, 11),
    ("struct S (force_align: 2) { a: int; }", 1, 11),
    ("struct S (force_align: 64) { a: int; }", 1, 11),
    ("table T { a: byte = 128; }", 1, 21),
    ("table T { a: ubyte = -1; }", 1, 22),
    ("table T { a: ulong = 18446744073709551616; }", 1, 22),
    ("table T { a: int = 1.5; }", 1, 20),
    ("table T { a: int = true; }", 1, 20),
    ("table T { a: bool = yes; }", 1, 21),
    ("table T { a: bool = 256; }", 1, 21),
    ("table T { a: float = 0x10; }", 1, 22),
    ("table T { a: float = 0x1.8; }", 1, 22),
    ("table T { a: float = 1.2.3; }", 1, 22),
    ("table T { a: float = pi; }", 1, 22),
    ("table T { a: float = log(2); }", 1, 22),
    ("table T { a: float = rad (2); }", 1, 22),
    ("table T { a: int = rad(2); }", 1, 20),
    ("table T { a: bool = true(id: 0); }", 1, 21),
    ("table T { a: float = null(id: 0); }", 1, 22),
    ("table T { a: int = \"5x\"; }", 1, 20),
    ("table T { a: int = ; }", 1, 20),
    ("table T { a: string = null; }", 1, 23),
    ("table T { a: string = 5; }", 1, 23),
    ("table T { a: [int] = 5; }", 1, 22),
    ("table T { a: [int] = [1]; }", 1, 23),
    ("table T { a: T = null; }", 1, 18),
    ("enum E : int { A = 1 } table T { a: E; }", 1, 34),
    ("enum E : int { A } table T { a: E = 5; }", 1, 37),
    ("enum E : int { A } table T { a: E = B; }", 1, 37),
    ("enum E : int { A } table T { a: E = E.A; }", 1, 37),
    ("enum E : int { A } table T { a: int = A; }", 1, 39),
    ("enum E : int { A } table T { a: int = \"F.A\"; }", 1, 39),
    ("enum E : int { null } table T { a: E = null; }", 1, 40),
    ("enum E { A }", 1, 8),
    ("enum E : float { A }", 1, 10),
    ("enum E : bool { A }", 1, 10),
    ("enum E : [int] { A }", 1, 10),
    ("enum E : ubyte { A = 256 }", 1, 22),
    ("enum E : byte { A = 127, B }", 1, 26),
    ("enum E : int { A, A }", 1, 19),
    ("enum E : int { A = 1, B = 1 }", 1, 23),
    ("enum E : int { A = x }", 1, 20),
    ("enum E : int { A B }", 1, 18),
    ("enum E : ubyte (bit_flags) { A = 8 }", 1, 30),
    ("enum E : byte (bit_flags) { A = 7 }", 1, 29),
    ("enum E : int (force_align: 4) { A }", 1, 15),
    ("union U { Gone }", 1, 11),
    ("table A {} union U { A, A }", 1, 25),
    ("table A {} union U { NONE: A }", 1, 22),
    ("union U { a: int }", 1, 14),
    ("table A {} union U { A } union V { u: U }", 1, 39),
    ("table A {} union U { A } table T { u: U = NONE; }", 1, 43),
    ("table A {} union U { A } table T { u: U (id: 0); }", 1, 42),
    ("table A {} union U { A } table T { u: U; u_type: int; }", 1, 42),
    ("table A {} union U { A } table T { u: U; uType: int; }", 1, 42),
    ("table T { a: [int]; a_length: int; }", 1, 21),
    ("table T { aByteVector: int; a: string; }", 1, 11),
    ("table T { a: int (id: 1); }", 1, 11),
    ("table T { a: int (id: 0); b: int; }", 1, 27),
    ("table T { a: int (id: 0); b: int (id: 0); }", 1, 27),
    ("table T { a: int (id: 0); b: int (id: 2); }", 1, 27),
    ("table T { a: int (id: -1); }", 1, 11),
    ("table T { a: int (id: \"x\"); }", 1, 11),
    ("table T { a: int (since: 3); }", 1, 19),
    ("table T { a: int (); }", 1, 19),
    ("table T { a: int (deprecated,); }", 1, 30),
    ("table T { a: int (hash: fnv1_32); }", 1, 25),
    ("table T { a: int (hash: 1.5); }", 1, 25),
    ("table T { a: int (hash: \"md5\"); }", 1, 19),
    ("table T { a: byte (hash: \"fnv1_32\"); }", 1, 20),
    ("table T { a: int (required); }", 1, 19),
    ("table T { a: int (key); b: int (key); }", 1, 33),
    ("table T { a: [int] (key); }", 1, 21),
    ("table T { a: T (key); }", 1, 17),
    ("table T { a: int = null (key); }", 1, 20),
    ("table T { a: int (shared); }", 1, 19),
    ("table T { a: int (native_inline); }", 1, 19),
    ("table T { a: int (native_custom_alloc: \"x\"); }", 1, 19),
    ("table T { a: int (cpp_type: \"x\"); }", 1, 19),
    ("table T { a: [int] (nested_flatbuffer: \"T\"); }", 1, 21),
    ("table T { a: [ubyte] (nested_flatbuffer: 5); }", 1, 23),
    ("table T { a: [ubyte] (nested_flatbuffer: \"Gone\"); }", 1, 23),
    ("table T { a: [int] (flexbuffer); }", 1, 21),
    ("table T { a: int (vector64); }", 1, 19),
    ("table T { a: int (offset64); }", 1, 19),
    ("table T { a: [string] (vector64); }", 1, 24),
    ("table T { T: int; }", 1, 11),
    ("namespace a.; table T {}", 1, 13),
    ("namespace a table T {}", 1, 13),
    ("attribute 5; table T {}", 1, 11),
    ("root_type T; table T {}", 1, 11),
    ("struct S { x: int; } root_type S;", 1, 32),
    ("namespace a; table T {} namespace a.b; root_type T;", 1, 50),
    ("file_identifier \"ABC\"; table T {}", 1, 17),
    ("file_identifier ABCD; table T {}", 1, 17),
    ("table T {} include \"x.fbs\";", 1, 12),
    ("table T {} rpc_service S {}", 1, 27),
    ("table T {} rpc_service S { a(T): T; a(T): T; }", 1, 37),
    ("struct S { x: int; } rpc_service R { a(S): S; }", 1, 40),
    ("table T {} rpc_service S { a(T): T; } rpc_service S { a(T): T; }", 1, 51),
    ("table T { a: int; /// trailing\n }", 1, 19),
    ("table T { a: int; } /* open", 1, 21),
    ("table T { a: string = \"open; }", 1, 23),
    ("table T { a: string = \"a\\q\"; }", 1, 25),
    ("table T { a: string = \"\\uD800x\"; }", 1, 30),
    ("table T { a: string = \"\\uDC00\"; }", 1, 24),
    ("table T { a: string = \"\\xff\"; }", 1, 23),
    ("table T { a: string = \"a\tb\"; }", 1, 25),
    ("table T { é: int; }", 1, 11),
    ("table T { a: int = é; }", 1, 20),
    ("table T { a: int; } $", 1, 21),
    ("namespace a; table X { f: T; } namespace b; table Y { f: a.T; } namespace a; table T {}", 1, 58),
];

/// Schemas that flatc takes and that are refused here, because no buffer or reader can make sense of them.
pub(crate) const STRICTER: &[(&str, u32, u32)] = &[
    ("struct S { x: int; s: S; }", 1, 23),
    ("table A {} union U (bit_flags) { A }", 1, 21),
    ("table T { a: [int] (force_align: 3); }", 1, 21),
    ("table T { a: int (id); }", 1, 11),
    ("struct S { a: [ubyte:65535]; } struct R { s: [S:65535]; }", 1, 39),
];

#[test]
fn bad_schemas_are_refused_at_the_right_place() {
    let mut wrong = Vec::new();
    for (text, want_line, want_column) in BAD.iter().chain(STRICTER) {
        match Schema::parse(text) {
            Ok(_) => wrong.push(format!("accepted: {text:?}")),
            Err(error) => {
                let ErrorKind::Syntax { message, line, column } = error.kind() else {
                    wrong.push(format!("{text:?}: {error}"));
                    continue;
                };
                if (line, column) != (want_line, want_column) || message.is_empty() {
                    wrong.push(format!("{text:?}: {error}, expected {want_line}:{want_column}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn messages_say_what_to_do() {
    let error = |text| Schema::parse(text).unwrap_err();
    assert_eq!(
        error("table T { a: byte = 128; }").to_string(),
        "1:21: 128 does not fit `byte`, which holds -128 to 127"
    );
    assert_eq!(
        error("table T {\n  a: int (since: 3);\n}").help(),
        Some("declare it above: `attribute \"since\";`")
    );
    assert_eq!(error("table T { é: int; }").to_string(), "1:11: illegal character 'é'");
    assert_eq!(
        error("table T { a: E; } enum E : int { A }").help(),
        Some("an enum or union must be declared before it is used, and be visible from this namespace")
    );
    // Columns count characters, not bytes.
    assert_eq!(error("/* éé */ tabel T {}").to_string().split(": ").next(), Some("1:10"));
}
