//! Any text: no panic, bounded time; what is read is written to something that reads the same.

use std::time::Instant;

use outlast_opset::history;
use outlast_opset::schema::Schema;
use outlast_testkit::corpus::figures;
use outlast_testkit::mutate::{Rng, cuts};

/// Pieces that mean something to the language.
const PIECES: [&str; 30] = [
    "(",
    ")",
    "[",
    "]",
    "?",
    "!",
    "*",
    "...",
    "->",
    ",",
    "=",
    "|",
    ":",
    ".",
    "\"",
    "'",
    "\\",
    "#",
    "\n",
    "-",
    "1",
    "1e",
    "0.5j",
    "None",
    "int[2] x=1",
    "Tensor(a!)",
    "Union(",
    "Dict(",
    "Future(",
    "é",
];

fn mutated(text: &str, rng: &mut Rng) -> String {
    let mut text = text.to_string();
    for _ in 0..=rng.below(3) {
        let mut at = rng.below(text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let mut end = (at + rng.below(4)).min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let piece = if rng.below(3) == 0 { "" } else { PIECES[rng.below(PIECES.len())] };
        text.replace_range(at.min(end)..end, piece);
    }
    text
}

#[test]
fn mutations_of_real_schemas() {
    let mut rng = Rng(14);
    let (mut read, mut refused) = (0, 0);
    for entry in history::torch().entries().step_by(3) {
        let text = entry.text();
        for _ in 0..8 {
            let text = mutated(&text, &mut rng);
            match Schema::parse_with_places(&text) {
                Ok((schema, places)) => {
                    let printed = schema.to_string();
                    let again = Schema::parse(&printed)
                        .unwrap_or_else(|error| panic!("{text:?} as {printed:?}: {error}"));
                    assert_eq!(again.to_string(), printed, "{text:?}");
                    assert_eq!(places.arguments.len(), schema.arguments.len());
                    assert!(
                        places
                            .arguments
                            .iter()
                            .chain(&places.returns)
                            .all(|at| text.get(at.clone()).is_some_and(|part| !part.is_empty()))
                    );
                    read += 1;
                }
                Err(error) => {
                    assert!(error.place().span.end_byte() <= text.len() as u64, "{text:?}: {error}");
                    refused += 1;
                }
            }
        }
    }
    figures((read, refused), (2310, 16162));
}

#[test]
fn cut_schemas_are_refused_or_names() {
    let mut refused = 0;
    for entry in history::torch().entries().step_by(40) {
        let text = entry.schema().unwrap().to_string();
        for cut in cuts(text.len()) {
            refused += usize::from(Schema::parse(&text[..cut]).is_err());
        }
    }
    figures(refused, 13843);
}

#[test]
fn time_grows_with_the_text() {
    let of = |count: usize| {
        format!(
            "a::f({}int last) -> ()",
            "Tensor(a!)[](b)? x=None, int[2] y=[1, 2], str s=\"a\\n\", ".repeat(count)
        )
    };
    let timed = |text: &str| {
        let start = Instant::now();
        assert!(Schema::parse(text).is_ok());
        start.elapsed()
    };
    // Unions of unions, and two chains of types that have to be compared with each other.
    let chain = |leaf: &str| (0..30).fold(leaf.to_string(), |of, _| format!("Union(int, ({of}, str))"));
    let nested = format!("Union({}, {}) x, ", chain("float"), chain("bool"));
    let unions = |count: usize| format!("a::f({}int last) -> ()", nested.repeat(count));
    for (of, count) in [(&of as &dyn Fn(usize) -> String, 1_000), (&unions, 20)] {
        let (short, long) = (of(count), of(32 * count));
        let one = (0..3).map(|_| timed(&short)).min().unwrap();
        let many = timed(&long);
        // 32 times the text: far less than the square.
        assert!(many < one * 320 + std::time::Duration::from_millis(200), "{one:?}, {many:?}");
    }
    for text in [
        "(".repeat(1 << 20),
        "a::f(".repeat(1 << 18),
        format!("a::f(str x=\"{}", "\\n".repeat(1 << 20)),
        "a::f(Union(".to_string() + &"int, ".repeat(1 << 12),
    ] {
        assert!(Schema::parse(&text).is_err());
    }
}
