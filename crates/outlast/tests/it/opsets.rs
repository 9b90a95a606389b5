//! An operator set that is not PyTorch's: the example of the proposal, by the same engine.

use std::rc::Rc;

use outlast::opsets::VersionedSet;
use outlast_opset::history::{OperatorSet, Release, torch};
use outlast_opset::schema::OperatorName;
use outlast_opset::versions::{FileFormat, Runtime, codes};
use outlast_torchscript::program::{Operators, Program};
use outlast_torchscript::upgraders::{Bridge, Pack, Refusal, Rewritten, SetAt, check, rewrite};

/// The set that the guides and the tests of the command line have, too.
const TABLE: &str = include_str!("../../../cli/tests/data/foo/operator_versions.yaml");
const FUNCTIONS: &str = include_str!("../../../cli/tests/data/foo/operator_upgraders.py");

/// PyTorch's operators, which the functions of the set call, too.
struct Base(OperatorSet);

impl Operators for Base {
    fn variants(&self, name: &str) -> outlast_opset::history::Variants {
        self.0.variants(name)
    }

    fn rules(&self) -> outlast_opset::resolve::Rules {
        self.0.rules()
    }
}

struct Foo {
    set: VersionedSet,
    pack: Pack,
    base: Rc<dyn Operators>,
}

impl Foo {
    fn new() -> Foo {
        let set = VersionedSet::parse(TABLE).unwrap();
        let mut pack = Pack::default();
        pack.add(FUNCTIONS).unwrap();
        let release = Release { major: 2, minor: 1, patch: 2 };
        Foo { set, pack, base: Rc::new(Base(OperatorSet::new(torch(), release).unwrap())) }
    }

    fn at(&self, version: u64) -> Option<Rc<dyn Operators>> {
        Some(Rc::new(SetAt::new(&self.set.schemas, &self.set.table, version, Rc::clone(&self.base))))
    }

    /// A program of a version, rewritten for a runtime.
    fn carried(&self, body: &str, from: u64, to: u64, format: FileFormat) -> Result<Rewritten, Vec<Refusal>> {
        let code = format!(
            "class M(Module):\n  __parameters__ = []\n  __buffers__ = []\n  def forward(self: __torch__.M,\n    x: Tensor,\n    b: Tensor) -> Tensor:\n    {body}\n"
        );
        let program = Program::of_code([("__torch__", code.as_bytes())], 3);
        let sets = |version| self.at(version);
        let runtime = Runtime { version: to, minimum: 0, as_of: None };
        let bridge = Bridge { table: &self.set.table, pack: &self.pack, sets: &sets, runtime, format };
        rewrite(&program, from..=from, &*self.at(from).unwrap(), &bridge)
    }

    /// The line that a body becomes, and the functions beside it.
    fn becomes(&self, body: &str, from: u64, to: u64) -> (String, Vec<String>) {
        let rewritten = self.carried(body, from, to, FileFormat::TorchScript).unwrap();
        let text = rewritten.records.iter().find(|(record, _)| record == "code/__torch__.py");
        let line = text.map_or(body.to_string(), |(_, text)| {
            String::from_utf8_lossy(text).lines().last().unwrap().trim().to_string()
        });
        (line, rewritten.functions.into_iter().collect())
    }

    fn refused(&self, body: &str, from: u64, to: u64, format: FileFormat) -> Vec<outlast::Code> {
        self.carried(body, from, to, format).unwrap_err().into_iter().map(|refusal| refusal.code).collect()
    }
}

#[test]
fn the_table_and_its_functions_hold() {
    let foo = Foo::new();
    assert_eq!(foo.set.table.faults(), []);
    let newest =
        |operator: &OperatorName| foo.set.schemas.iter().find(|schema| schema.name == *operator).cloned();
    assert_eq!(check(&foo.set.table, &foo.pack, &|version| foo.at(version), &newest), []);
}

#[test]
fn programs_of_0_and_10_are_loaded_by_20_and_25() {
    let foo = Foo::new();
    let call = "return ops.foo.foo(x, b)";
    assert_eq!(
        foo.becomes(call, 0, 20),
        ("return __torch__.outlast_upgraders.foo_0_9(x, b)".into(), vec!["foo_0_9".into()])
    );
    assert_eq!(foo.becomes(call, 10, 20), (call.into(), vec![]));
    assert_eq!(
        foo.becomes(call, 10, 25),
        (
            "return __torch__.outlast_upgraders.foo_10_24(x, b)".into(),
            vec!["foo_10_24".into(), "nothing".into()]
        )
    );
    // Two steps: the upgrader of the first is upgraded itself.
    let (line, functions) = foo.becomes(call, 0, 25);
    assert_eq!(line, "return __torch__.outlast_upgraders.foo_0_9(x, b)");
    assert_eq!(functions, ["foo_0_9", "foo_10_24", "nothing"]);
    let rewritten = foo.carried(call, 0, 25, FileFormat::TorchScript).unwrap();
    let added = String::from_utf8(rewritten.records[1].1.clone()).unwrap();
    assert!(added.contains("return __torch__.outlast_upgraders.foo_10_24(self, b, alpha=2)"), "{added}");
    assert!(added.contains("return ops.foo.foo(self, c, b, alpha=alpha)"), "{added}");
    // What was carried over is of the runtime's version, and needs nothing more.
    let texts: Vec<(String, Vec<u8>)> = rewritten.records;
    let files = texts.iter().map(|(record, text)| {
        (
            record.strip_prefix("code/").unwrap().strip_suffix(".py").unwrap().replace('/', "."),
            text.as_slice(),
        )
    });
    let files: Vec<(String, &[u8])> = files.collect();
    let program = Program::of_code(files.iter().map(|(name, text)| (name.as_str(), *text)), 3);
    let sets = |version| foo.at(version);
    let bridge = Bridge {
        table: &foo.set.table,
        pack: &foo.pack,
        sets: &sets,
        runtime: Runtime { version: 25, minimum: 0, as_of: None },
        format: FileFormat::TorchScript,
    };
    assert_eq!(rewrite(&program, 25..=25, &*foo.at(25).unwrap(), &bridge).unwrap(), Rewritten::default());
}

#[test]
fn a_pack_parses_what_a_program_needs() {
    let foo = Foo::new();
    foo.becomes("return torch.add(x, b)", 0, 30);
    assert_eq!(foo.pack.parsed(), 0);
    foo.becomes("return ops.foo.foo(x, b)", 0, 20);
    assert_eq!(foo.pack.parsed(), 1);
    foo.becomes("return ops.foo.foo(x, b)", 0, 25);
    assert_eq!((foo.pack.parsed(), foo.pack.names().count()), (3, 6));
}

#[test]
fn older_runtimes_get_downgraders_under_their_conditions() {
    let foo = Foo::new();
    let (line, functions) = foo.becomes("return ops.foo.foo(x, x, b)", 25, 20);
    assert_eq!(
        (line.as_str(), functions),
        ("return __torch__.outlast_upgraders.foo_25_back(x, x, b)", vec!["foo_25_back".to_string()])
    );
    // Before 10 nothing takes it back, and the refusal says so.
    assert_eq!(
        foo.refused("return ops.foo.foo(x, x, b)", 25, 5, FileFormat::TorchScript),
        [codes::NO_DOWNGRADER]
    );
    // The minimal version is by use: without the new argument, or with its default, the call is as old as the operator.
    assert_eq!(foo.becomes("return ops.foo.bar(x)", 12, 10), ("return ops.foo.bar(x)".into(), vec![]));
    let refused =
        foo.carried("return ops.foo.bar(x, mode=\"steep\")", 12, 10, FileFormat::TorchScript).unwrap_err();
    assert_eq!(refused[0].code, codes::CONDITION);
    assert_eq!(
        refused[0].message,
        "`foo::bar` can be taken back to version 10 only if `mode == 'plain'`, which does not hold for this call"
    );
}

#[test]
fn hard_breaks_and_other_formats_are_refused() {
    let foo = Foo::new();
    assert_eq!(foo.refused("return ops.foo.baz(x)", 0, 20, FileFormat::TorchScript), [codes::HARD_BREAK]);
    assert_eq!(foo.refused("return ops.foo.qux(x)", 0, 20, FileFormat::TorchScript), [codes::OTHER_FORMAT]);
    assert!(foo.carried("return ops.foo.qux(x)", 0, 20, FileFormat::Lite).is_ok());
    // An `fc-only` bump asks nothing of older programs.
    assert_eq!(foo.becomes("return ops.foo.bar(x)", 0, 30), ("return ops.foo.bar(x)".into(), vec![]));
}
