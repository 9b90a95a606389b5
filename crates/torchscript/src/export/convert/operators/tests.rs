//! Operators of a set that is nobody's: tables, functions and graphs are written here.

use std::rc::Rc;

use outlast_opset::history::{self, OperatorSet, Release, Variants};
use outlast_opset::resolve::Rules;
use outlast_opset::schema::Schema;
use outlast_opset::versions::{Change, ChangeKind, Downgrader, FileFormat, Runtime, VersionTable, codes};

use super::*;
use crate::json::Document;
use crate::program::Operators as OperatorSetOf;
use crate::upgraders::{Pack, SetAt};

/// The operators of 2.15, which functions call.
struct Newest(OperatorSet);

impl OperatorSetOf for Newest {
    fn variants(&self, name: &str) -> Variants {
        self.0.variants(name)
    }

    fn rules(&self) -> Rules {
        self.0.rules()
    }
}

const NOW: &str = "my::f(Tensor self, int n=1, *, str mode=\"plain\") -> Tensor";

/// One operator, `my::f`, which got two arguments at version 10: a function takes it back.
fn table(function: &str, condition: Option<&str>) -> VersionTable {
    let mut table = VersionTable::new("my", 20);
    table.push(change(10, function, condition, "my::f(Tensor self) -> Tensor"));
    table
}

fn change(version: u64, function: &str, condition: Option<&str>, old: &str) -> Change {
    let old = Schema::parse(old).unwrap();
    Change {
        operator: old.name.clone(),
        version,
        kind: ChangeKind::FcOnly,
        upgrader: None,
        downgrader: Some(Downgrader { function: function.into(), condition: condition.map(Into::into) }),
        same_if: None,
        old_reads_new: false,
        old_schema: Some(old),
        formats: FileFormat::NAMES.map(|(_, format)| format).to_vec(),
        unversioned_in: Vec::new(),
        created: None,
        expires: None,
        emit_after: None,
        line: 0,
    }
}

const HEAD: &str = "(self: Tensor, n: int=1, *, mode: str=\"plain\") -> Tensor:\n";
const PLACE: &str = r#"{"stack_trace": "here", "nn_module_stack": "a,b,c"}"#;

fn meta(dtype: i64, sizes: &str) -> String {
    let sizes: Vec<&str> = sizes.split_whitespace().collect();
    let dim = |text: &&str| match text.parse::<i64>() {
        Ok(number) => format!(r#"{{"as_int": {number}}}"#),
        Err(_) => format!(
            r#"{{"as_expr": {{"expr_str": "Symbol('{text}', integer=True, positive=True)", "hint": null}}}}"#
        ),
    };
    let sizes = sizes.iter().map(dim).collect::<Vec<_>>().join(", ");
    let strides = vec![r#"{"as_int": 1}"#; sizes.matches("as_").count()].join(", ");
    format!(
        r#"{{"dtype": {dtype}, "sizes": [{sizes}], "requires_grad": false, "device": {{"type": "cpu", "index": null}}, "strides": [{strides}], "storage_offset": {{"as_int": 0}}, "layout": 7}}"#
    )
}

/// A program of one call of `my::f` on `x`, whose result is `y`.
fn program(arguments: &str, x: &str, y: &str) -> String {
    format!(
        r#"{{"graph_module": {{"graph": {{"inputs": [{{"as_tensor": {{"name": "x"}}}}], "outputs": [{{"as_tensor": {{"name": "y"}}}}],
        "nodes": [{{"target": "torch.ops.my.f.default", "inputs": [{{"name": "self", "arg": {{"as_tensor": {{"name": "x"}}}}, "kind": 1}}{arguments}],
            "outputs": [{{"as_tensor": {{"name": "y"}}}}], "metadata": {PLACE}, "is_hop_single_tensor_return": null, "name": "y"}}],
        "tensor_values": {{"x": {x}, "y": {y}, "add_1": {x}}}, "sym_int_values": {{}}, "sym_bool_values": {{}}}}}},
        "opset_version": {{"aten": 10, "my": 12}}, "range_constraints": {{"s0": {{"min_val": 2, "max_val": 8}}}}, "torch_version": "2.12.0"}}"#
    )
}

fn int(name: &str, number: i64) -> String {
    format!(r#", {{"name": "{name}", "arg": {{"as_int": {number}}}, "kind": 1}}"#)
}

/// What becomes of a program in a runtime at a version: its text, what is said, and refusals.
fn at(table: &VersionTable, pack: &str, text: &str, runtime: u64) -> (String, Vec<String>, Vec<String>) {
    let mut functions = Pack::default();
    functions.add(pack).unwrap();
    let release = Release { major: 2, minor: 15, patch: 0 };
    let newest = [Schema::parse(NOW).unwrap()];
    let sets = |version: u64| -> Option<Rc<dyn OperatorSetOf>> {
        let set = OperatorSet::new(history::torch(), release)?;
        Some(Rc::new(SetAt::new(&newest, table, version, Rc::new(Newest(set)))))
    };
    let bridge = Bridge {
        table,
        pack: &functions,
        sets: &sets,
        runtime: Runtime { version: runtime, minimum: 0, as_of: None },
        format: FileFormat::Export,
    };
    let opset = BTreeMap::from([("my".to_string(), runtime)]);
    let version = |releases: &[Release]| u64::from(releases.first().map_or(0, |release| release.minor));
    let versions = |releases: &[Release]| version(releases)..=version(releases);
    let operators = Operators { bridge: &bridge, versions: &versions, results: &|_| None, opset };
    let document = Document::parse(text.as_bytes()).unwrap();
    let mut tree = Tree::read(document.root()).unwrap();
    let mut notes = Notes::default();
    rewrite(&mut tree, &[Release { major: 2, minor: 12, patch: 0 }], &operators, &mut notes);
    let text = tree.to_text();
    if notes.is_refused() {
        let reasons = notes.reasons(document.root(), &outlast_core::Source::file());
        let shown = |reason: super::super::Reason| {
            let (code, operator) = reason.operator.unwrap();
            format!("{code} {operator} {}: {}", reason.place.path, reason.what)
        };
        return (text, Vec::new(), reasons.into_iter().map(shown).collect());
    }
    (text, notes.changes(), Vec::new())
}

/// Targets of the nodes with the names that they give, of a text.
fn nodes(text: &str) -> Vec<String> {
    let document = Document::parse(text.as_bytes()).unwrap();
    let tree = Tree::read(document.root()).unwrap();
    let graph = tree.get("graph_module").unwrap().get("graph").unwrap();
    let mut all = Vec::new();
    for node in graph.get("nodes").unwrap().items() {
        assert_eq!(node.get("metadata").unwrap().to_text(), PLACE);
        let target = node.get("target").unwrap().as_str().unwrap().replace("torch.ops.", "");
        let mut given = Vec::new();
        for input in node.get("inputs").unwrap().items() {
            let mut argument = input.get("arg").unwrap().tag().unwrap().1.to_text();
            build::names(input.get("arg").unwrap(), &mut |name| argument = name.to_string());
            given.push(format!("{}={argument}", input.get("name").unwrap().as_str().unwrap()));
        }
        let mut results = Vec::new();
        node.get("outputs").unwrap().items().iter().for_each(|output| {
            build::names(output, &mut |name| results.push(name.to_string()));
        });
        // Every new tensor is described.
        let tables = ["tensor_values", "sym_int_values"].map(|table| graph.get(table).unwrap());
        assert!(
            results.iter().all(|name| tables.iter().any(|table| table.get(name).is_some())),
            "{results:?}"
        );
        all.push(format!("{} = {target}({})", results.join(", "), given.join(", ")));
    }
    all
}

#[test]
fn loops_and_branches_on_what_is_known_are_decided() {
    let pack = format!(
        "def power(x: Tensor, n: int) -> Tensor:\n  out = x\n  for i in range(n - 1):\n    out = torch.mul(out, x)\n  return out\n\n\
         def f_10_back{HEAD}  unused = torch.exp(self)\n  dims = annotate(List[int], [])\n  for i in range(torch.dim(self)):\n    dims.append(-1 - i)\n  \
         if ops.prim.dtype(self) == 6:\n    x = torch.add(self, 1)\n  else:\n    x = torch.svd(self)\n  \
         if mode != \"plain\":\n    ops.prim.RaiseException(\"only plain\")\n  \
         return torch.sum(__torch__.outlast_upgraders.power(x, n), dims)\n"
    );
    let table = table("f_10_back", None);
    let text = program(&int("n", 3), &meta(7, "2 3"), &meta(7, ""));
    let (text, said, refused) = at(&table, &pack, &text, 9);
    assert_eq!(refused, [] as [&str; 0]);
    assert_eq!(
        nodes(&text),
        [
            // `add_1` is taken.
            "add_2 = aten.add.Scalar(self=x, other=1)",
            "mul_1 = aten.mul.Tensor(self=add_2, other=add_2)",
            "mul_2 = aten.mul.Tensor(self=mul_1, other=add_2)",
            "y = aten.sum.dim_IntList(self=mul_2, dim=[-1, -2])",
        ]
    );
    assert_eq!(
        said,
        [
            "1 call of `my::f` became 4 nodes, those of `f_10_back`",
            "`opset_version` of `my` is 9 instead of 12"
        ]
    );
    assert!(text.contains(r#""opset_version": {"aten": 10, "my": 9}"#));
    // A runtime that has the operator as the program calls it.
    let same = program(&int("n", 3), &meta(7, "2 3"), &meta(7, ""));
    let (_, said, refused) = at(&table, &pack, &same, 10);
    assert_eq!((said.len(), refused.len()), (0, 0));
    // A call that the old schema takes.
    let plain = program("", &meta(7, "2 3"), &meta(7, ""));
    assert_eq!(at(&table, &pack, &plain, 9).1.len(), 0);
}

#[test]
fn what_cannot_be_decided_is_refused_with_the_node() {
    let table = table("f_10_back", None);
    let refused = |body: &str, arguments: &str| {
        let pack = format!("def f_10_back{HEAD}{body}");
        let text = program(arguments, &meta(7, "2 s0"), &meta(7, "2 s0"));
        let (_, _, refused) = at(&table, &pack, &text, 9);
        let [one] = &refused[..] else { panic!("{body}: {refused:?}") };
        let head = format!("{} my::f graph_module / graph / nodes[0]: ", codes::CONDITION);
        one.strip_prefix(&head).unwrap_or_else(|| panic!("{one}")).to_string()
    };
    let n = int("n", 2);
    for (body, expected) in [
        (
            "  if bool(torch.gt(self, 0)):\n    return self\n  return torch.neg(self)\n",
            "`bool` is called by `f_10_back` with a tensor",
        ),
        (
            "  if torch.size(self, 1) == 3:\n    return self\n  return torch.neg(self)\n",
            "the function has a number that is known when the program runs == an integer, which cannot be decided",
        ),
        (
            "  U, S, V = torch.svd(self)\n  return torch.mul(self, torch.sum(S))\n",
            "the metadata of the result of `torch.ops.aten.svd.default` in `f_10_back` cannot be derived",
        ),
        (
            "  return torch.to(self, 7)\n",
            "`f_10_back` gives float64 [2, ?], where the graph has float32 [2, ?]",
        ),
        (
            "  return torch.unsqueeze(self, 0)\n",
            "`f_10_back` gives float32 [1, 2, ?], where the graph has float32 [2, ?]",
        ),
        ("  ops.prim.RaiseException(\"not for this\")\n  return self\n", "not for this"),
        (
            "  while True:\n    n = n\n  return self\n",
            "the function takes more than 20000 steps or 2000 operators for this call",
        ),
        (
            "  return __torch__.outlast_upgraders.f_10_back(self, n)\n",
            "functions call each other more than 24 deep",
        ),
        ("  x = [n]\n  while True:\n    x = [x]\n  return self\n", "lists in lists, more than 4 deep"),
        ("  x = annotate(List[int], [])\n  x.append(x)\n  return self\n", "lists in lists, more than 4 deep"),
        ("  x = \"a\"\n  while True:\n    x = x + x\n  return self\n", "a text of more than 65536 bytes"),
        (
            "  s = torch.size(self, 1)\n  while True:\n    s = s * s\n  return self\n",
            "the function has a number that is known when the program runs * a number that is known when the program runs, which cannot be decided",
        ),
        ("  return torch.add(self, unknown)\n", "the function has no variable `unknown`"),
        (
            "  return torch.mul(self, n // 0)\n",
            "the function has an integer // an integer, which cannot be decided",
        ),
    ] {
        assert_eq!(refused(body, &n), expected);
    }
    let odd = r#", {"name": "n", "arg": {"as_complex": {"real": 0.0, "imag": 1.0}}, "kind": 1}"#;
    assert_eq!(refused("  return self\n", odd), "`n` is an argument of the kind `as_complex`");
}

#[test]
fn conditions_of_the_table_are_decided_by_constants() {
    let pack = format!("def f_10_back{HEAD}  return torch.neg(self)\n");
    let table = table("f_10_back", Some("n > 1 and mode == 'plain'"));
    let run = |arguments: &str| at(&table, &pack, &program(arguments, &meta(7, "2"), &meta(7, "2")), 9);
    assert_eq!(nodes(&run(&int("n", 2)).0), ["y = aten.neg.default(self=x)"]);
    let expected = |how: &str| {
        format!(
            "{} my::f graph_module / graph / nodes[0]: `my::f` can be taken back to version 9 only if `n > 1 and mode == 'plain'`, which {how} for this call",
            codes::CONDITION
        )
    };
    assert_eq!(run(&int("n", 1)).2, [expected("does not hold")]);
    let symbol = r#", {"name": "n", "arg": {"as_sym_int": {"as_name": "s"}}, "kind": 1}"#;
    assert_eq!(run(symbol).2, [expected("is not known to hold")]);
    // Nothing takes it back.
    let mut none = VersionTable::new("my", 20);
    none.push(Change { downgrader: None, ..change(10, "", None, "my::f(Tensor self) -> Tensor") });
    let (.., refused) = at(&none, &pack, &program(&int("n", 1), &meta(7, "2"), &meta(7, "2")), 9);
    assert_eq!(
        refused,
        [format!(
            "{} my::f graph_module / graph / nodes[0]: `my::f` changed at version 10 and has no downgrader; the runtime is at version 9",
            codes::NO_DOWNGRADER
        )]
    );
    let (.., refused) = at(&table, "", &program(&int("n", 2), &meta(7, "2"), &meta(7, "2")), 9);
    assert_eq!(
        refused,
        [format!(
            "{} my::f graph_module / graph / nodes[0]: the pack has no function `f_10_back`",
            codes::NO_UPGRADER
        )]
    );
}

#[test]
fn sizes_that_are_known_when_the_program_runs_become_nodes() {
    let pack = format!(
        "def f_10_back{HEAD}  s = torch.size(self, 0)\n  x = self\n  if s > 1 and s <= 8:\n    x = torch.reshape(self, [s * 2, n])\n  \
         y = torch.narrow(x, 0, 0, s)\n  return torch.expand(torch.zeros([s, torch.size(self, 0) // 2 + 1], dtype=6, layout=None, device=None, pin_memory=None), [-1, -1])\n"
    );
    let table = table("f_10_back", None);
    let (text, _, refused) =
        at(&table, &pack, &program(&int("n", 3), &meta(7, "s0 6"), &meta(7, "s0 s0")), 9);
    assert_eq!(refused, [] as [&str; 0]);
    assert_eq!(
        nodes(&text),
        [
            "sym_size_int_1 = aten.sym_size.int(self=x, dim=0)",
            "floordiv_1 = _operator.floordiv(a=sym_size_int_1, b=2)",
            "add_2 = _operator.add(a=floordiv_1, b=1)",
            // Of several names in a list, the last is shown.
            "zeros_1 = aten.zeros.default(size=add_2, dtype=7)",
            "y = aten.expand.default(self=zeros_1, size=[-1, -1])",
        ]
    );
    let expr = "Add(FloorDiv(Symbol('s0', integer=True, positive=True), Integer(2)), Integer(1))";
    assert!(
        text.contains(&format!(r#""add_2": {{"as_expr": {{"expr_str": "{expr}", "hint": null}}}}"#)),
        "{text}"
    );
}

#[test]
fn functions_of_several_changes_chain_and_results_keep_their_names() {
    let pack = format!(
        "def f_10_back{HEAD}  return self\n\ndef f_15_back(self: Tensor, n: int=1, *, mode: str=\"plain\") -> Tensor:\n  return ops.my.f(torch.neg(self), n)\n"
    );
    let mut table = table("f_10_back", None);
    table.push(change(12, "f_15_back", None, "my::f(Tensor self, int n=1) -> Tensor"));
    let text = program(&int("n", 2), &meta(7, "2"), &meta(7, "2"));
    let mode = r#", {"name": "mode", "arg": {"as_string": "plain"}, "kind": 1}"#;
    let both = program(&format!("{}{mode}", int("n", 2)), &meta(7, "2"), &meta(7, "2"));
    // `my::f(…, n)` alone means the same from 12 on, and what `f_10_back` gives is its argument.
    assert_eq!(nodes(&at(&table, &pack, &text, 9).0), ["y = aten.alias.default(self=x)"]);
    assert_eq!(nodes(&at(&table, &pack, &both, 9).0), ["y = aten.neg.default(self=x)"]);
    assert_eq!(
        nodes(&at(&table, &pack, &both, 11).0),
        ["neg_1 = aten.neg.default(self=x)", "y = my.f.default(self=neg_1, n=2)"]
    );
}

#[test]
fn graphs_in_arguments_are_rewritten_with_their_own_names() {
    let pack = format!("def f_10_back{HEAD}  return torch.neg(torch.abs(self))\n");
    let table = table("f_10_back", None);
    let inner = program(&int("n", 2), &meta(7, "2"), &meta(7, "2"));
    let document = Document::parse(inner.as_bytes()).unwrap();
    let tree = Tree::read(document.root()).unwrap();
    let graph = tree.get("graph_module").unwrap().get("graph").unwrap().to_text();
    let argument =
        format!(r#", {{"name": "", "arg": {{"as_graph": {{"name": "g", "graph": {graph}}}}}, "kind": 1}}"#);
    let text = program(&argument, &meta(7, "2"), &meta(7, "2")).replacen(
        "torch.ops.my.f",
        "torch.ops.higher_order.h",
        1,
    );
    let (text, said, refused) = at(&table, &pack, &text, 9);
    assert_eq!(refused, [] as [&str; 0]);
    assert_eq!(said.first().unwrap(), "1 call of `my::f` became 2 nodes, those of `f_10_back`");
    assert!(text.contains("torch.ops.aten.abs.default") && !text.contains("torch.ops.my.f"));
}
