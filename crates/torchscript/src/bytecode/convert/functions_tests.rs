//! Calls that become the code of functions: with a table of their own, and with chains, conditions, defaults and results.

use std::rc::Rc;

use outlast_opset::history::Release;
use outlast_opset::schema::{OperatorName, Schema, Value as Literal};
use outlast_opset::versions::{Change, ChangeKind, Downgrader, FileFormat, Runtime, VersionTable, codes};

use super::form::{Code, Slot};
use super::functions::Functions;
use super::overloads::Meant;
use super::refusal::{Reason, Refusals};
use super::rewrite::Rewriter;
use super::rewrite_tests::{function, rows};
use super::tests::{set, wanted};
use crate::bytecode::{Opcode, Operator};
use crate::pickle::Graph;
use crate::program::{ForVersion, Operators};
use crate::upgraders::{Bridge, Pack};

use Opcode::{DROPR, JF, JMP, LOAD, LOADC, OP, RET, STOREN};

const PACK: &str = "\
def qr_0_4(self: Tensor, some: bool=True) -> Tuple[Tensor, Tensor]:
  mode = \"complete\"
  if some:
    mode = \"reduced\"
  Q, R = torch.linalg_qr(self, mode)
  return (Q, torch.triu(R))

def triu_0_6(self: Tensor, diagonal: int=0) -> Tensor:
  return torch.sub(self, torch.tril(self, diagonal - 1))

def gelu_5_back(self: Tensor, *, approximate: str=\"none\") -> Tensor:
  return torch.relu(self)

def add_out_0_4(self: Tensor, other: Tensor, *, alpha: number=1, out: Tensor) -> Tensor:
  return torch.sub(self, other, alpha=alpha, out=out)
";

fn change(operator: &str, version: u64, old: &str) -> Change {
    let (name, overload) = operator.split_once('.').unwrap_or((operator, ""));
    Change {
        unversioned_in: Vec::new(),
        operator: OperatorName { name: name.into(), overload: overload.into() },
        version,
        kind: ChangeKind::Upgrader,
        upgrader: None,
        downgrader: None,
        same_if: None,
        old_reads_new: false,
        old_schema: Schema::parse(old).ok(),
        formats: vec![FileFormat::Lite],
        created: None,
        expires: None,
        emit_after: None,
        line: 0,
    }
}

fn table() -> VersionTable {
    let mut table = VersionTable::new("test", 9);
    let up = |operator, version, old, name: &str| Change {
        upgrader: Some(name.into()),
        ..change(operator, version, old)
    };
    table.push(up("aten::qr", 5, "aten::qr(Tensor self, bool some=True) -> (Tensor Q, Tensor R)", "qr_0_4"));
    table.push(up("aten::triu", 7, "aten::triu(Tensor self, int diagonal=0) -> Tensor", "triu_0_6"));
    let out = "aten::add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)";
    table.push(up("aten::add.out", 5, out, "add_out_0_4"));
    let downgrader = Downgrader {
        function: "gelu_5_back".into(),
        condition: Some("approximate == 'tanh' or approximate == 'relu'".into()),
    };
    let old = "aten::gelu(Tensor self) -> Tensor";
    table.push(Change {
        kind: ChangeKind::FcOnly,
        downgrader: Some(downgrader),
        ..change("aten::gelu", 5, old)
    });
    table
}

/// Rewrites a function of version `program` for a reader of version `reader`.
fn rewritten(
    code: &mut Code,
    releases: (&str, &str),
    bytecode: i64,
    program: u64,
    reader: u64,
) -> Vec<Reason> {
    let mut pack = Pack::default();
    pack.add(PACK).unwrap();
    let (table, own) = (table(), ForVersion { set: set(releases.1), version: u64::MAX });
    let sets = |_: u64| -> Option<Rc<dyn Operators>> {
        let release = Release::parse(releases.1)?;
        Some(Rc::new(ForVersion { set: set(&release.to_string()), version: u64::MAX }))
    };
    let runtime = Runtime { version: reader, minimum: 0, as_of: None };
    let bridge = Bridge { table: &table, pack: &pack, sets: &sets, runtime, format: FileFormat::Lite };
    let functions = Functions { bridge: &bridge, versions: program..=program, operators: &own, own: None };
    let wanted = super::Wanted { functions: Some(&functions), ..wanted(releases.0, releases.1, bytecode) };
    let (meant, graph) = (Meant::default(), Graph::default());
    let mut refusals = Refusals::new(outlast_core::Source::file());
    Rewriter::new(&wanted, &meant, &graph).function(code, &mut refusals);
    refusals.refusal.reasons
}

fn text(text: &str) -> Slot {
    Slot::New(Literal::Text(text.as_bytes().to_vec()))
}

#[test]
fn a_chain_with_defaults_and_two_results() {
    // qr(x) in front of something that jumps over it.
    let call =
        [(STOREN, 1, 2), (LOAD, 1, 0), (JF, 4, 0), (LOAD, 2, 0), (OP, 0, 0), (DROPR, 2, 0), (RET, 0, 0)];
    let mut code = function(&call, &[("aten::qr", "", 1), ("aten::unused", "", 1)], &[], 2);
    assert_eq!(rewritten(&mut code, ("1.10.2", "2.15.0"), 8, 1, 9), []);
    let names: Vec<(String, Option<i64>)> =
        code.operators.iter().map(|operator| (operator.full_name(), operator.specified)).collect();
    // `triu` changed again, and is gone; what nothing called stays.
    let expected = [
        ("aten::unused", 1),
        ("aten::linalg_qr", 2),
        ("aten::sub.Tensor", 2),
        ("aten::tril", 2),
        ("aten::sub.int", 2),
    ];
    let mut found: Vec<(&str, i64)> =
        names.iter().map(|(name, count)| (name.as_str(), count.unwrap())).collect();
    found.sort_unstable();
    let mut expected = expected.to_vec();
    expected.sort_unstable();
    assert_eq!(found, expected);
    let rows = rows(&code);
    // The default is pushed, the function takes both, and leaves two values.
    assert_eq!(
        rows[..6],
        [
            "STOREN 1 2",
            "LOAD 1 0",
            &format!("JF {} 0", rows.len() - 3),
            "LOAD 2 0",
            "LOADC 0 0",
            "STOREN 3 2"
        ]
    );
    assert_eq!(rows[rows.len() - 2..], ["DROPR 2 0", "RET 0 0"]);
    assert!(!rows.iter().any(|row| row.starts_with("TUPLE")), "{rows:#?}");
    assert_eq!(code.constants[0], Slot::New(Literal::Bool(true)));
    // Every new instruction has the debug handle of the call.
    let handles = code.handles.unwrap();
    assert_eq!(handles.len(), code.instructions.len());
    assert!(handles[4..handles.len() - 2].iter().all(|handle| *handle == 4));
    assert!(code.registers > 2 && handles[handles.len() - 2..] == [5, 6]);
}

#[test]
fn out_arguments_are_given_last() {
    let call = [(STOREN, 1, 3), (LOAD, 1, 0), (LOAD, 2, 0), (LOAD, 3, 0), (OP, 0, 0), (RET, 0, 0)];
    let mut code = function(&call, &[("aten::add", "out", 3)], &[], 3);
    assert_eq!(rewritten(&mut code, ("1.10.2", "2.15.0"), 7, 1, 9), []);
    let expected = [
        "STOREN 1 3",
        "LOAD 1 0",
        "LOAD 2 0",
        "LOAD 3 0",
        "STORE 4 0",
        "LOADC 0 0",
        "MOVE 4 0",
        "STOREN 4 4",
        "MOVE 4 0",
        "MOVE 5 0",
        "MOVE 6 0",
        "MOVE 7 0",
        "OP 0 0",
        "RET 0 0",
    ];
    assert_eq!(rows(&code), expected);
    assert_eq!(
        (code.operators[0].full_name(), code.operators[0].specified),
        ("aten::sub.out".into(), Some(4))
    );
}

#[test]
fn conditions_are_decided_by_the_constants_of_a_call() {
    let call = |x| [(STOREN, 1, 2), (LOAD, 2, 0), (LOADC, x, 0), (OP, 0, 0), (RET, 0, 0)];
    let constants = [text("none"), text("tanh"), text("erf")];
    let down = |code: &mut Code| rewritten(code, ("2.15.0", "1.10.2"), 7, 9, 1);
    // The default says nothing that the old operator cannot say.
    let mut code = function(&call(0), &[("aten::gelu", "", 2)], &constants, 2);
    assert_eq!(down(&mut code), []);
    assert_eq!((code.operators[0].full_name(), code.operators[0].specified), ("aten::gelu".into(), Some(1)));
    // The condition holds.
    let mut code = function(&call(1), &[("aten::gelu", "", 2)], &constants, 2);
    assert_eq!(down(&mut code), []);
    assert_eq!(code.operators.iter().map(Operator::full_name).collect::<Vec<_>>(), ["aten::relu"]);
    // It does not.
    let mut code = function(&call(2), &[("aten::gelu", "", 2)], &constants, 2);
    let [reason] = &down(&mut code)[..] else { panic!() };
    assert_eq!((reason.code, reason.subject.as_str()), (codes::CONDITION, "aten::gelu"));
    assert!(
        reason.why.ends_with("which does not hold for this call (instruction 3 of `f`)"),
        "{}",
        reason.why
    );
    // The value is not in the file.
    let variable = [(STOREN, 1, 2), (LOAD, 2, 0), (LOAD, 1, 0), (OP, 0, 0), (RET, 0, 0)];
    let mut code = function(&variable, &[("aten::gelu", "", 2)], &[], 2);
    let [reason] = &down(&mut code)[..] else { panic!() };
    assert!(reason.why.contains("is not known to hold"), "{}", reason.why);
    // Nobody comes there.
    let never = [
        (STOREN, 1, 2),
        (LOADC, 0, 0),
        (JF, 5, 0),
        (LOAD, 2, 0),
        (LOAD, 1, 0),
        (OP, 0, 0),
        (JMP, 2, 0),
        (LOAD, 2, 0),
        (RET, 0, 0),
    ];
    let mut code = function(&never, &[("aten::gelu", "", 2)], &[Slot::New(Literal::Bool(false))], 2);
    assert_eq!(down(&mut code), []);
}
