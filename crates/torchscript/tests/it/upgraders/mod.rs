//! Upgraders and downgraders: packs, conditions, and code that is rewritten to call them.

use std::rc::Rc;

use outlast_opset::history::{OperatorSet, Release, torch};
use outlast_opset::versions::{FileFormat, Runtime};
use outlast_torchscript::opsets::VersionedSet;
use outlast_torchscript::program::{ForVersion, Operators, Program};
use outlast_torchscript::upgraders::{Bridge, Pack, SetAt, marked, rewrite, unmarked, version_of_program};

/// A set whose operator got an argument at 10, and lost another at 20.
const SET: &str = "\
set: foo
version: 20
schemas:
- 'foo::foo(Tensor self, Tensor c) -> Tensor'
operators:
  foo::foo:
  - {version: 10, kind: upgrader, upgrader: foo_0_9, old_schema: 'foo::foo(Tensor self, Tensor b) -> Tensor'}
  - {version: 20, kind: upgrader, upgrader: foo_10_19, old_schema: 'foo::foo(Tensor self, Tensor b, Tensor c) -> Tensor'}
";
const FUNCTIONS: &str = "\
# What 10 brought.
def foo_0_9(self: Tensor, b: Tensor) -> Tensor:
  return ops.foo.foo(self, b, torch.zeros_like(self))

# What 20 took away.
def foo_10_19(self: Tensor, b: Tensor, c: Tensor) -> Tensor:
  return ops.foo.foo(torch.add(self, b), c)
";
const CODE: &str = "def forward(x: Tensor, y: Tensor) -> Tensor:\n  return ops.foo.foo(x, y)\n";

fn base() -> Rc<dyn Operators> {
    struct Newest(OperatorSet);
    impl Operators for Newest {
        fn variants(&self, name: &str) -> outlast_opset::history::Variants {
            ForVersion { set: &self.0, version: 10 }.variants(name)
        }

        fn rules(&self) -> outlast_opset::resolve::Rules {
            ForVersion { set: &self.0, version: 10 }.rules()
        }
    }
    Rc::new(Newest(OperatorSet::new(torch(), Release::parse("2.15.0").unwrap()).unwrap()))
}

fn pack() -> Pack {
    let mut pack = Pack::default();
    pack.add(FUNCTIONS).unwrap();
    pack
}

/// The code of a program of a version, for a runtime of another.
fn rewritten(code: &str, program: u64, runtime: u64) -> Result<Vec<(String, String)>, Vec<String>> {
    let set = VersionedSet::parse(SET).unwrap();
    let (base, pack) = (base(), pack());
    let sets = |version: u64| -> Option<Rc<dyn Operators>> {
        Some(Rc::new(SetAt::new(&set.schemas, &set.table, version, Rc::clone(&base))))
    };
    let bridge = Bridge {
        table: &set.table,
        pack: &pack,
        sets: &sets,
        runtime: Runtime { version: runtime, minimum: 0, as_of: None },
        format: FileFormat::TorchScript,
    };
    let of = Program::of_code([("__torch__", code.as_bytes())], 10);
    let operators = sets(program).unwrap();
    match rewrite(&of, program..=program, &*operators, &bridge) {
        Ok(made) => Ok(made
            .records
            .into_iter()
            .map(|(name, text)| (name, String::from_utf8(text).unwrap()))
            .collect()),
        Err(refusals) => Err(refusals.into_iter().map(|refusal| refusal.message).collect()),
    }
}

/// Functions begin with `def`, are parsed when they are asked for, and once.
#[test]
fn packs_are_parsed_function_by_function() {
    let mut pack = pack();
    assert_eq!((pack.names().collect::<Vec<_>>(), pack.parsed()), (vec!["foo_0_9", "foo_10_19"], 0));
    let parsed = pack.function("foo_0_9").unwrap().unwrap();
    assert!(parsed.text.ends_with("zeros_like(self))\n"), "{}", parsed.text);
    assert!(pack.function("foo_0_9").is_some() && pack.function("bar").is_none());
    assert_eq!((pack.parsed(), pack.has("foo_10_19")), (1, true));
    assert_eq!(pack.add(FUNCTIONS), Err("the function `foo_0_9` occurs twice".into()));
    pack.add("def broken(:\n").unwrap();
    assert!(pack.function("broken").unwrap().is_err());
}

/// Two changes in a row: each function calls the operator of its version, which the next one stands in for.
#[test]
fn upgraders_are_chained() {
    let records = rewritten(CODE, 0, 20).unwrap();
    let [(_, code), (name, functions)] = &records[..] else { panic!("{records:?}") };
    assert!(code.contains("return __torch__.outlast_upgraders.foo_0_9(x, y)"), "{code}");
    assert_eq!(name, "code/__torch__/outlast_upgraders.py");
    assert!(functions.contains("__torch__.outlast_upgraders.foo_10_19(self, b, torch.zeros_like(self))"));
    assert!(functions.contains("return ops.foo.foo(torch.add(self, b), c)"), "{functions}");
}

/// Code of the runtime's own version stays as it is.
#[test]
fn code_of_the_same_version_stays() {
    assert_eq!(rewritten(CODE, 20, 20), Ok(Vec::new()));
}

/// Without a downgrader, newer code is refused.
#[test]
fn newer_code_is_refused() {
    let refused = rewritten(CODE, 20, 10).unwrap_err();
    assert!(!refused.is_empty() && refused[0].contains("version"), "{refused:?}");
}

/// The version that code was rewritten for stands in the file of functions, and can be taken out again.
#[test]
fn rewritten_code_says_its_version() {
    let program = Program::of_code([("__torch__", CODE.as_bytes())], 10);
    let (name, text) = marked(&program, 20);
    assert_eq!(name, "code/__torch__/outlast_upgraders.py");
    assert_eq!(unmarked(text.clone()), b"");
    let of = [("__torch__", CODE.as_bytes()), ("__torch__.outlast_upgraders", text.as_slice())];
    assert_eq!(version_of_program(&Program::of_code(of, 10)), Some(20));
    assert_eq!(version_of_program(&program), None);
}
