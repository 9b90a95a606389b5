//! The language of `code/*.py`: every file of the corpus, and what real code does not show.

use std::collections::BTreeMap;

use outlast_testkit::corpus;
use outlast_testkit::mutate::{Rng, cuts, flip};
use outlast_torchscript::archive::TorchArchive;
use outlast_torchscript::source::{
    ExprKind, Item, Kind, MAX_BLOCKS, MAX_EXPRESSIONS, Number, Piece, StmtKind, Tree, Trivia, parse,
    parse_methods,
};

use crate::archive::files::{real, short};

/// A file of code in the corpus.
pub(crate) struct Code {
    pub(crate) file: String,
    pub(crate) record: String,
    pub(crate) text: Vec<u8>,
}

pub(crate) fn code() -> Vec<Code> {
    let mut found = Vec::new();
    for path in real() {
        let data = std::fs::read(&path).unwrap();
        let Ok(archive) = TorchArchive::open(&data) else { continue };
        for record in archive.records().unwrap() {
            if !record.name.starts_with("code/") || !record.name.ends_with(".py") {
                continue;
            }
            let text = archive.content(&record.name).unwrap().unwrap().into_owned();
            found.push(Code { file: short(&path), record: record.name.to_string(), text });
        }
    }
    found
}

/// Puts a text together from its pieces, and looks at each.
fn replay(tree: &Tree) -> Vec<u8> {
    let (mut text, mut tokens) = (Vec::new(), 0);
    for piece in tree.pieces() {
        let span = match *piece {
            Piece::Token(at) => {
                let token = tree.tokens()[usize::try_from(at).unwrap()];
                assert_ne!(token.kind, Kind::Bad);
                tokens += 1;
                token.span
            }
            Piece::Trivia(trivia, span) => {
                let bytes = tree.bytes(span);
                match trivia {
                    Trivia::Blank => {
                        assert!(bytes.iter().all(u8::is_ascii_whitespace) && !bytes.contains(&b'\n'));
                    }
                    Trivia::LineEnd => assert_eq!(bytes, b"\n"),
                    Trivia::Comment => assert!(bytes.starts_with(b"#") && !bytes.contains(&b'\n')),
                    Trivia::Continuation => assert_eq!(bytes, b"\\\n"),
                }
                span
            }
        };
        assert_eq!(span.range().start, text.len());
        text.extend_from_slice(tree.bytes(span));
    }
    let wide = tree.tokens().iter().filter(|t| t.span.start < t.span.end && t.kind != Kind::Dedent);
    assert_eq!(wide.count(), tokens);
    text
}

/// Every node is in the node that it is a part of, and in the text.
fn spans(tree: &Tree) {
    for (id, expr) in tree.exprs() {
        assert!(expr.span.range().end <= tree.text().len());
        assert!(!tree.bytes(expr.span).is_empty());
        expr.kind.each(&mut |part| {
            assert!(part < id);
            let inner = tree.expr(part).span;
            assert!(expr.span.start <= inner.start && inner.end <= expr.span.end);
        });
    }
    for (_, stmt) in tree.stmts() {
        stmt.kind.each(&mut |part| {
            let inner = tree.expr(part).span;
            assert!(stmt.span.start <= inner.start && inner.end <= stmt.span.end);
        });
        for inner in stmt.kind.blocks().flatten() {
            let inner = tree.stmt(*inner).span;
            assert!(stmt.span.start <= inner.start && inner.end <= stmt.span.end);
        }
    }
}

/// All code of the corpus is read, put together again from its tokens, and printed as PyTorch prints it.
#[test]
fn corpus_code() {
    let mut counts = BTreeMap::<String, (usize, usize)>::new();
    for Code { file, record, text } in code() {
        let tree = if file.starts_with("1.2") { parse_methods(&text) } else { parse(&text) };
        let tree = tree.unwrap_or_else(|fault| panic!("{file} {record}: {fault}"));
        assert_eq!(replay(&tree), text, "{file} {record}");
        spans(&tree);
        let same = tree.canonical() == text;
        if !same {
            println!("{file} {record} is printed otherwise");
        }
        let release = counts.entry(file.split('/').next().unwrap().to_string()).or_default();
        release.0 += 1;
        release.1 += usize::from(same);
    }
    let counts: Vec<_> =
        counts.iter().map(|(release, (all, same))| format!("{release} {same}/{all}")).collect();
    corpus::figures(
        counts.join(", "),
        "1.10.2 15/15, 1.13.1 15/15, 1.2.0 10/10, 1.3.1 16/16, 1.5.1 23/23, 2.15.0 34/34".to_string(),
    );
}

/// Why a text is refused.
fn fault(text: &str) -> String {
    match parse(text.as_bytes()) {
        Ok(_) => panic!("{text:?} is read"),
        Err(fault) => format!("{} {fault}", fault.code),
    }
}

/// The only expression of a text.
fn printed_expr(text: &str) -> String {
    let tree =
        parse(format!("def f():\n  return {text}\n").as_bytes()).unwrap_or_else(|e| panic!("{text}: {e}"));
    assert_eq!(replay(&tree), tree.text());
    spans(&tree);
    let canonical = String::from_utf8(tree.canonical()).unwrap();
    // What is printed is read as the same.
    assert_eq!(parse(canonical.as_bytes()).unwrap().canonical(), canonical.as_bytes());
    canonical.strip_prefix("def f():\n  return ").unwrap().trim_end().to_string()
}

#[test]
fn expressions() {
    for text in [
        "not a and b or c",
        "-x ** 2",
        "a if b else c if d else e",
        "x[:, 1:2, ::3, ..., None, -1:]",
        "{a: b, c: d}",
        "{}",
        "[]",
        "()",
        "(a,)",
        "(a, b)",
        "* *a",
        "[i + 1 for i in range(3)]",
        "{k: v for k in x}",
        "[a for (a, b) in x]",
        "f(*args, k=1, )",
        "a @ b // c % d",
        "a << 1 >> 2",
        "a <= b",
        "a != b",
        "a == b",
        "~x | y & z ^ w",
        "x is not None",
        "x not in y",
        "x[0][1].a(b)",
        "0x1F",
        "1.5e-3j",
        ".5",
        "5.",
        "(self).forward(x, )",
        "CONSTANTS.c0",
        "__torch__.a.___torch_mangle_0.B.__new__(__torch__.a.___torch_mangle_0.B)",
        "x[0, ]",
        "Tuple[()]",
        "int | None",
    ] {
        let printed = printed_expr(text);
        assert_eq!(printed, text.replace("Ellipsis", "..."), "{text}");
    }
    for (text, printed) in [
        // Longest tokens: `not in` and `put`.
        ("a not input", "a not in put"),
        ("x is notable", "x is not able"),
        ("'a' \"b\" '''c\nd'''", r#""abc\nd""#),
        (r#""\a\b\f\n\v\t\\\'\"\101\000\377""#, r#""\a\b\f\n\v\t\\\'\"A\000\377""#),
        ("\"a\\\nb\"", r#""a\nb""#),
        ("( # comment\n  a # another\n,\\\nb)", "(a, b)"),
        ("1\u{c}+ 2", "1 + 2"),
    ] {
        assert_eq!(printed_expr(text), printed, "{text}");
    }
}

/// PyTorch's parser takes an annotation in front of an augmented assignment, and forgets it; the tree keeps it.
#[test]
fn annotated_augmented_assignment() {
    let text = b"def f():\n  x : List[int] += y\n";
    let tree = parse(text).unwrap();
    assert_eq!(tree.canonical(), text);
    let StmtKind::AugmentedAssign { annotation: Some(annotation), .. } = tree.stmts().next().unwrap().1.kind
    else {
        panic!("{:?}", tree.stmts().next());
    };
    assert_eq!(tree.bytes(tree.expr(annotation).span), b"List[int]");
}

#[test]
fn numbers() {
    let number = |text: &str| {
        let tree = parse(format!("def f():\n  {text}\n").as_bytes()).unwrap();
        let last = tree.exprs().last().unwrap().0;
        tree.number(last)
    };
    for (text, value) in [
        ("17", Number::Int(17)),
        ("-9223372036854775808", Number::Int(i64::MIN)),
        ("0x1F", Number::Int(31)),
        ("010", Number::Int(8)),
        ("08", Number::Int(0)),
        ("0x1E", Number::Float(30.0)),
        ("0x1.8p3", Number::Float(12.0)),
        ("1.", Number::Float(1.0)),
        ("-.5e1", Number::Float(-5.0)),
        ("1e400", Number::Float(f64::INFINITY)),
        ("2j", Number::Imaginary(2.0)),
        ("-(1)", Number::Int(-1)),
        ("--1.5", Number::Float(0.0)),
    ] {
        assert_eq!(number(text), Some(value), "{text}");
    }
    for text in ["9223372036854775808", "--1", "x", "'1'"] {
        assert_eq!(number(text), None, "{text}");
    }
}

#[test]
fn statements() {
    let text = "\
op_version_set = 1
import __torch__.a.b
class E(Enum):
  A = \"x\"
class M(Module):
  __parameters__ = [\"w\", ]
  __annotations__ = []
  __annotations__[\"0\"] = Tensor
  w : Tensor
  n : Final[int] = 3
  def forward(self: __torch__.M,
    x: Tensor,
    *, k: int=3,
    y: List[int]) -> Tensor:
    # type: (Tensor, int, List[int]) -> Tensor
    global g, h
    a, b, = x
    c = d = e
    a += 1
    a **= 2
    assert x, \"no\"
    del x[0], y
    with x as y, z:
      pass
    i: Optional[int] = None
    j = 0
    for k, l in zip(x, y), z:
      if a:
        break
      elif b:
        continue
      else:
        raise Exception(\"no\")
    while True:
      def g(a: int, b: int):
        return
      v : int = 1
    return x
class I(Interface):
  def m(self, x: Tensor) -> Tensor:
    pass
";
    let tree = parse(text.as_bytes()).unwrap();
    assert_eq!(String::from_utf8(tree.canonical()).unwrap(), text);
    assert_eq!(replay(&tree), text.as_bytes());
    spans(&tree);
    assert_eq!(tree.items.len(), 4);
    let (class, forward) = tree.functions().next().unwrap();
    assert_eq!((tree.name(class.unwrap().name), tree.name(forward.name)), ("M", "forward"));
    let only: Vec<_> = forward.parameters.iter().map(|parameter| parameter.keyword_only).collect();
    assert_eq!(only, [false, false, true, true]);
    let Item::Import { name, .. } = &tree.items[0] else { panic!() };
    assert_eq!(name, "__torch__.a.b");
    // One line, without a line end at its own.
    let tree = parse(b"def f(x, ): return x # the end\n").unwrap();
    let (_, f) = tree.functions().next().unwrap();
    assert!(matches!(tree.stmt(f.body[0]).kind, StmtKind::Return(Some(_))));
    assert_eq!(tree.bytes(f.span), b"def f(x, ): return x");
}

#[test]
fn refused() {
    for (text, expected) in [
        ("def f():\n  return x", "OL1602 2:11: the end of the line expected, the end of the text found"),
        ("def f(:\n  pass\n", "OL1602 1:7: a name expected, `:` found"),
        ("def f(x):\n  return x;\n", "OL1601 2:11: a token expected, `;` found"),
        ("def f(x):\n    pass\n  pass\n", "OL1603 3:1: a line indented by 2, as none before it"),
        ("def f(x):\n  return \"\\x41\"\n", "OL1604 2:11: an escape of TorchScript expected, `\\x` found"),
        ("def f(x):\n  return \"a\\r\"\n", "OL1604 2:12: an escape of TorchScript expected, `\\r` found"),
        ("def f(x):\n  return \"\\400\"\n", "OL1604 2:11: an escape of TorchScript expected, `\\4` found"),
        ("def f(x):\n  return \"a\n", "OL1601 2:10: a token expected, `\\\"` found"),
        ("x = 1\n", "OL1608 1:1: a class or a function expected, a name found"),
        ("import a\n", "OL1608 2:1: a class or a function expected, the end of the text found"),
        (
            "def f(x):\n  # type: (int, str) -> int\n  pass\n",
            "OL1609 2:3: types of 1 parameters expected, 2 found",
        ),
        (
            "def f(x):\n  a : int = b = 1\n",
            "OL1610 2:7: one target of an annotated assignment expected, several found",
        ),
        (
            "def f(x):\n  a, b += 1\n",
            "OL1610 2:3: one target of an augmented assignment expected, a tuple found",
        ),
        (
            "def f(x):\n  return [a for a in b, c]\n",
            "OL1611 2:10: a single comprehension in square brackets expected, several elements found",
        ),
        ("def f(x):\n  return lambda y: y\n", "OL1602 2:17: the end of the line expected, a name `y` found"),
        ("def f(x):\n  return x.None\n", "OL1602 2:12: a name expected, `None` found"),
        (
            "def f(x):\n  try:\n    pass\n",
            "OL1602 3:1: an expression expected, a line that is indented more found",
        ),
        ("class A(B, C):\n  pass\n", "OL1602 1:10: `)` expected, `,` found"),
        (
            "def f(x):\n  pass\n)\ndef g(x):\n  pass\n",
            "OL1608 3:1: a class or a function expected, `)` found",
        ),
    ] {
        assert_eq!(fault(text), expected, "{text}");
    }
}

/// Code that is nested as no genuine code is: refused at the limit, and read up to it, on a stack of 2 MB.
#[test]
fn depths() {
    let brackets = |n: usize| format!("def f():\n  return {}x{}\n", "(".repeat(n), ")".repeat(n));
    let minus = |n: usize| format!("def f():\n  return {}x\n", "-".repeat(n));
    let calls = |n: usize| format!("def f():\n  return x{}\n", "(1)".repeat(n));
    let lists = |n: usize| format!("def f():\n  return {}{}\n", "[".repeat(n), "]".repeat(n));
    let powers = |n: usize| format!("def f():\n  return {}x\n", "x ** ".repeat(n));
    let sums = |n: usize| format!("def f():\n  return {}x\n", "x + ".repeat(n));
    let makers: [&dyn Fn(usize) -> String; 6] = [&brackets, &minus, &calls, &lists, &powers, &sums];
    for make in makers {
        let most = usize::from(MAX_EXPRESSIONS);
        let tree = parse(make(most - 1).as_bytes()).unwrap();
        assert_eq!(parse(&tree.canonical()).unwrap().exprs().count(), tree.exprs().count());
        for n in [most + 1, 100_000] {
            assert!(fault(&make(n)).ends_with("more than 200 expressions in each other"));
        }
    }
    let blocks = |n: usize| {
        let ifs = (0..n).map(|n| format!("{}if x:\n", " ".repeat(n + 1)));
        format!("def f():\n{}{}pass\n", ifs.collect::<String>(), " ".repeat(n + 1))
    };
    let elifs = |n: usize| format!("def f():\n  if x:\n    pass\n{}", "  elif x:\n    pass\n".repeat(n));
    let one_line = |n: usize| format!("{}pass\n", "def f(): ".repeat(n));
    let makers: [&dyn Fn(usize) -> String; 3] = [&blocks, &elifs, &one_line];
    for make in makers {
        let most = usize::from(MAX_BLOCKS);
        let tree = parse(make(most - 2).as_bytes()).unwrap();
        assert_eq!(parse(&tree.canonical()).unwrap().stmts().count(), tree.stmts().count());
        for n in [most + 1, 5_000] {
            assert!(fault(&make(n)).ends_with("more than 300 blocks in each other"));
        }
    }
}

/// Changed and cut code: no panic; what is still read, is still put together and printed.
#[test]
fn changed_code() {
    let (mut rng, mut count, mut read) = (Rng(16), 0, 0);
    let mut ask = |data: &[u8]| {
        count += 1;
        let _ = parse_methods(data);
        let Ok(tree) = parse(data) else { return };
        read += 1;
        assert_eq!(replay(&tree), data);
        spans(&tree);
        let canonical = tree.canonical();
        let again = parse(&canonical)
            .unwrap_or_else(|fault| panic!("{fault}\n{}\n{}", data.escape_ascii(), canonical.escape_ascii()));
        assert_eq!(again.canonical(), canonical);
    };
    let rounds = std::env::var("OUTLAST_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(40);
    for Code { text, .. } in code() {
        for _ in 0..rounds {
            ask(&flip(&text, &mut rng));
        }
        for len in cuts(text.len()) {
            ask(&text[..len]);
        }
    }
    corpus::figures((count, read), (18391, 1436));
}

/// What is an expression in brackets and what is a tuple.
#[test]
fn brackets() {
    let tree = parse(b"def f():\n  return ((a, b), (c))\n").unwrap();
    let groups = tree.exprs().filter(|(_, e)| matches!(e.kind, ExprKind::Group(_))).count();
    let tuples = tree.exprs().filter(|(_, e)| matches!(e.kind, ExprKind::Tuple { .. })).count();
    assert_eq!((groups, tuples), (3, 2));
}
