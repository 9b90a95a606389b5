//! No input makes the parser panic, recurse deeply or take more than linear time.

use std::fmt::Write;
use std::time::{Duration, Instant};

use outlast_flatbuffers::schema::Schema;

use crate::generator::{self, Rng};
use crate::language;

const PIECES: [&str; 40] = [
    "table",
    "struct",
    "enum",
    "union",
    "namespace",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ":",
    ";",
    ",",
    "=",
    ".",
    "T",
    "int",
    "string",
    "id",
    "key",
    "\"x\"",
    "\"",
    "'",
    "5",
    "-1",
    "0x",
    "1e9",
    "inf",
    "-",
    "null",
    "rad(",
    "///",
    "/*",
    "*/",
    "\n",
    "\u{e9}",
    "\0",
    "include",
    "root_type",
];

#[test]
fn cut_and_shuffled_texts_do_not_panic() {
    let mut rng = Rng::new(7);
    for seed in 0..400 {
        let text = match language::GOOD.get(usize::try_from(seed).unwrap()) {
            Some(text) => (*text).to_string(),
            None => generator::schema(seed),
        };
        for _ in 0..20 {
            let mut at = rng.below(text.len() + 1);
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            let (before, after) = text.split_at(at);
            let _ = Schema::parse(before);
            let _ = Schema::parse(&format!("{before}{}{after}", rng.pick(&PIECES)));
            let skipped: String = after.chars().skip(rng.below(5)).collect();
            let _ = Schema::parse(&format!("{before}{skipped}"));
        }
    }
}

#[test]
fn random_tokens_do_not_panic() {
    let mut rng = Rng::new(11);
    for _ in 0..3000 {
        let text: String = (0..rng.below(40)).flat_map(|_| [*rng.pick(&PIECES), " "]).collect();
        let _ = Schema::parse(&text);
    }
}

#[test]
fn depth_is_not_recursion() {
    let n = 200_000;
    for (open, close) in [("[", "]"), ("rad(", ")"), ("(", ")"), ("{", "}")] {
        for text in [
            format!("table T {{ a: {}int{}; }}", open.repeat(n), close.repeat(n)),
            format!("table T {{ a: float = {}1{}; }}", open.repeat(n), close.repeat(n)),
        ] {
            assert!(Schema::parse(&text).is_err());
        }
    }
    assert!(
        Schema::parse(&format!("table T {{ a: double = {}1{}; }}", "rad(".repeat(64), ")".repeat(64)))
            .is_ok()
    );
}

/// A chain of structs, each inside the next, is as long as the text.
#[test]
fn long_chains_are_read() {
    let mut text = String::from("struct S0 { x: byte; }\n");
    for n in 1..20_000 {
        writeln!(text, "struct S{n} {{ s: S{}; }}", n - 1).unwrap();
    }
    let schema = Schema::parse(&text).unwrap();
    assert_eq!(schema.objects.len(), 20_000);
    let doubling: String = (1..64).map(|n| format!("struct S{n} {{ a: S{0}; b: S{0}; }}\n", n - 1)).collect();
    assert!(Schema::parse(&format!("struct S0 {{ x: byte; }}\n{doubling}")).is_err());
}

fn seconds(text: &str) -> Duration {
    let start = Instant::now();
    let _ = Schema::parse(text);
    start.elapsed()
}

#[test]
fn time_is_linear() {
    let n = 20_000;
    let fields: String = (0..n).map(|n| format!("f{n}: int (id: {}); ", 19_999 - n)).collect();
    let values: String = (0..n).map(|n| format!("V{n} = {}, ", n * 3)).collect();
    let uses: String =
        (0..n).map(|n| format!("table T{n} {{ a: U{n}; b: E = V{n}; }} table U{n} {{}} ")).collect();
    let attributes: String = (0..n).map(|n| format!("attribute a{n}; ")).collect();
    let used: String = (0..n).map(|n| format!("a{n}, ")).collect();
    let words: String = (0..n).map(|n| format!("V{n} ")).collect();
    let cases = [
        ("fields", format!("table T {{ {fields} }}")),
        ("uses", format!("enum E : int {{ {values} }} namespace a.b.c.d.e.f; {uses}")),
        ("attributes", format!("{attributes} table T ({used} a0) {{ x: int ({used} a0); }}")),
        ("words", format!("enum E : int {{ {values} }} table T {{ a: E = \"{}\"; }}", words.trim_end())),
        ("undeclared", (0..n).map(|n| format!("table T{n} {{ a: U{n}; }} ")).collect()),
        ("comments", format!("{}\ntable T {{}}", "/// doc\n".repeat(100_000))),
        ("blanks", " \n".repeat(1_000_000) + "x"),
    ];
    for (name, text) in cases {
        let took = seconds(&text);
        assert!(took < Duration::from_secs(5), "{name}: {took:?} for {} bytes", text.len());
    }
}
