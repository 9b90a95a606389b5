//! Types of expressions and what calls mean, in code that is written for it.

use std::sync::OnceLock;

use outlast_opset::history::{OperatorSet, Origin, Release, torch};
use outlast_opset::resolve::Constant;
use outlast_testkit::corpus;
use outlast_testkit::mutate::{Rng, flip};
use outlast_torchscript::program::{
    Analysis, Answer, ClassKind, Compiled, ForVersion, ProblemKind, Program, Reach, analyse,
};

use crate::source::language::code;

pub(crate) fn newest() -> &'static OperatorSet {
    static SET: OnceLock<OperatorSet> = OnceLock::new();
    SET.get_or_init(|| OperatorSet::new(torch(), Release::parse("2.15.0").unwrap()).unwrap())
}

fn analyze(text: &str) -> (Program, Analysis) {
    let program = Program::of_code([("__torch__", text.as_bytes())], 10);
    let analysis = analyse(&program, &ForVersion { set: newest(), version: 10 });
    (program, analysis)
}

/// The overloads that a function calls, implicit ones in brackets.
fn calls(text: &str) -> String {
    let (_, analysis) = analyze(text);
    assert_eq!(problems(&analysis), "", "{text}");
    let mut shown = Vec::new();
    for unit in &analysis.units {
        for call in &unit.calls {
            let name = match &call.answer {
                Answer::Overload { name, .. } => name.clone(),
                Answer::Undecided { possible, .. } => format!("?{}", possible.join("|")),
                other => panic!("{text} {} {other:?}", call.name),
            };
            let name = name.replace("aten::", "");
            shown.push(if call.implicit { format!("[{name}]") } else { name });
        }
    }
    shown.join(" ")
}

fn problems(analysis: &Analysis) -> String {
    let units = analysis.units.iter().flat_map(|unit| &unit.problems);
    let all = analysis
        .problems
        .iter()
        .chain(units)
        .map(|problem| format!("{:?}: {}", problem.kind, problem.message));
    all.collect::<Vec<_>>().join("\n")
}

/// What is refused in the body of a function.
fn refused(body: &str) -> String {
    let (_, analysis) = analyze(&function(body));
    let refused = analysis.units.iter().flat_map(|unit| &unit.calls).filter_map(|call| match &call.answer {
        Answer::NoOperator => Some(format!("no {}", call.name)),
        Answer::Refused(refusals) => Some(format!("{} refused {}", call.name, refusals.len())),
        _ => None,
    });
    refused.chain(Some(problems(&analysis))).filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n")
}

fn function(body: &str) -> String {
    let lines: String = body.lines().map(|line| format!("  {line}\n")).collect();
    format!(
        "def f(x: Tensor, n: int, o: Optional[int], s: str, l: List[int], t: Tuple[int, str], u: Union[int, str, Tensor], a: Any):\n{lines}"
    )
}

fn body(body: &str) -> String {
    calls(&function(body))
}

#[test]
fn overloads() {
    for (code, expected) in [
        ("return torch.add(x, 1)", "add.Scalar"),
        ("return torch.add(x, x, alpha=2)", "add.Tensor"),
        ("return torch.add(n, 1.)", "add.int_float"),
        ("return torch.add(l, [1])", "add.t"),
        ("return torch.autograd.grad([x], [x])", "grad"),
        ("return ops.prim.NumToTensor(n)", "prim::NumToTensor.Scalar"),
        ("return x.add(1).relu()", "add.Scalar relu"),
        ("return x.size(0)", "size.int"),
        ("return x.shape", "prim::shape"),
        ("return x.float()", "to.dtype"),
        ("return torch.zeros([2, 3])", "zeros"),
        ("return int(x)", "Int.Tensor"),
        ("return bool(l)", "len.t [gt.int]"),
        ("return float(1.)", ""),
        ("print(x, n)\nreturn x", "prim::Print"),
        ("a, b, = torch.max(x, 0)\nreturn torch.add(a, b)", "max.dim add.Tensor"),
        ("return torch.max(x, 0).values.relu()", "max.dim relu"),
        ("return torch.len(t[1])", "len.str"),
        ("return [n, 1.][0]", "[__getitem__.t]"),
        ("return annotate(Optional[int], None) is None", ""),
        ("return torch.full([1], inf)", "full"),
        ("return torch.mul(x, infj)", "mul.Scalar"),
        // A tensor where a number is asked for.
        ("return torch.select(x, 0, x)", "[IntImplicit] select.int"),
        ("return torch.to(x, \"cpu\")", "[device] to.prim_Device"),
    ] {
        assert_eq!(body(code), expected, "{code}");
    }
}

#[test]
fn types_of_variables() {
    for (code, expected) in [
        // Refined by conditions.
        ("if o is not None:\n  return torch.add(o, 1)\nreturn 0", "__isnot__ add.int"),
        (
            "if torch.__isnot__(o, None):\n  p = unchecked_cast(int, o)\nelse:\n  p = 0\nreturn torch.add(p, 1)",
            "__isnot__ add.int",
        ),
        (
            "if isinstance(u, int):\n  return torch.add(u, 1)\nelif isinstance(u, str):\n  return torch.len(u)\nelse:\n  return torch.dim(u)",
            "add.int len.str dim",
        ),
        ("assert isinstance(a, int)\nreturn torch.add(a, 1)", "add.int"),
        ("if o is None or torch.gt(o, 1):\n  pass\nreturn x", "__is__ gt.int"),
        // One branch only.
        ("if isinstance(n, int):\n  return torch.add(n, 1)\nelse:\n  return torch.nonsense(n)", "add.int"),
        ("if False:\n  v = nothing\nelse:\n  v = n\nreturn torch.add(v, 1)", "add.int"),
        // Joined behind branches and loops.
        (
            "v : Optional[int] = None\nif torch.eq(n, 1):\n  v = n\nreturn torch.__is__(v, None)",
            "eq.int __is__",
        ),
        ("v = x\nfor i in range(n):\n  v = torch.add(v, i)\nreturn v", "add.Scalar"),
        (
            "for i in range(1, n):\n  x = torch.add(x, i)\nreturn x",
            "[__range_length] [__derive_index] add.Scalar",
        ),
        ("for e in l:\n  n = torch.add(n, e)\nreturn n", "[len.t] [__getitem__.t] add.int"),
        (
            "for i, e in enumerate(l):\n  n = torch.add(i, e)\nreturn n",
            "[len.t] [prim::min.self_int] [__getitem__.t] add.int",
        ),
        (
            "c = torch.eq(n, 1)\nwhile c:\n  n = torch.add(n, 1)\n  c = torch.eq(n, 2)\nreturn n",
            "eq.int add.int eq.int",
        ),
        // Tuples are gone through element by element.
        ("for e in t:\n  torch.str(e)\nreturn x", "str str"),
        ("return [torch.add(e, 1.) for e in l][0]", "[__getitem__.t] add.int_float [__getitem__.t]"),
        ("d = {s: x}\nreturn torch.relu(d[s])", "[__getitem__.Dict_str] relu"),
        ("v = annotate(List[str], [])\nv2 = torch.append(v, s)\nreturn torch.len(v)", "append.t len.t"),
        ("v = uninitialized(Dict[str, int])\nreturn torch.keys(v)", "keys.str"),
        ("a, *b = (n, s, x)\nreturn torch.relu(b[1])", "relu"),
        (
            "x[0, :, None] = 1\nreturn x",
            "[select.int] [slice.Tensor] [unsqueeze] [prim::dtype] [prim::device] [tensor.int] [copy_]",
        ),
        ("x += 1\nn += 1\nl += l\nreturn x", "add_.Scalar add.int add_.t"),
        (
            "def g(a: int):\n  return torch.add(a, 1.)\nv = fork(g, n)\nreturn torch.wait(v)",
            "add.int_float wait",
        ),
        ("return n + 1 if n > 0 else -n", "gt.int add.int neg.int"),
        ("return x @ x // 2", "matmul floordiv"),
    ] {
        let found = body(code);
        assert_eq!(found, expected, "{code}");
    }
}

const CLASSES: &str = "\
class E(Enum):
  A = 1
  B = 2
class P(NamedTuple):
  a : int
  b : Tensor
class I(Interface):
  def go(self, x: int) -> Tensor:
    pass
class C:
  n : int
  def __init__(self: __torch__.C,
    n: int) -> NoneType:
    self.n = n
    return None
  def go(self: __torch__.C,
    x: int) -> Tensor:
    return torch.tensor(torch.add(self.n, x))
class M(Module):
  __parameters__ = [\"w\", ]
  __buffers__ = [\"b\", ]
  __annotations__ = []
  __annotations__[\"0\"] = __torch__.C
  w : Tensor
  b : Tensor
  k : Final[int] = 3
  q : __torch__.torch.classes.quantized.LinearPackedParamsBase
  def forward(self: __torch__.M,
    e: __torch__.E,
    p: __torch__.P) -> Tensor:
    _0 = __torch__.helper
    c = __torch__.C.__new__(__torch__.C)
    _1 = (c).__init__(1, )
    _2 = (getattr(self, \"0\")).go(torch.add((p).a, (e).value), )
    if torch.eq(e, __torch__.E.A):
      r = torch.mul(_2, p.b)
    else:
      r = _0(c, )
    _3 = (self.q).unpack()
    return torch.sub(r, self.w)
def helper(i: __torch__.I,
    n: int=1) -> Tensor:
  return (i).go(n, )
";

#[test]
fn classes() {
    let expected = "tensor.int add.int add.int eq.enum mul.Tensor sub.Tensor";
    let found = calls(CLASSES);
    let mut sorted: Vec<&str> = found.split(' ').collect();
    sorted.sort_unstable();
    let mut of: Vec<&str> = expected.split(' ').collect();
    of.sort_unstable();
    assert_eq!(sorted, of);
    let (program, analysis) = analyze(CLASSES);
    let forward = program.function("__torch__.M.forward").unwrap();
    let unit = &analysis.units[forward];
    let callees: Vec<&str> =
        unit.callees.iter().map(|(callee, _)| &*program.functions[*callee].name).collect();
    assert_eq!(callees, ["__torch__.C.__init__", "__torch__.C.go", "__torch__.helper"]);
    assert_eq!(unit.custom[0].method.as_deref(), Some("unpack"));
    let reach = Reach::new(&program, &analysis);
    // The interface leads to the class that has its methods, and to itself.
    let reached: Vec<&str> = reach.from(forward).into_iter().map(|at| &*program.functions[at].name).collect();
    assert_eq!(
        reached,
        [
            "__torch__.I.go",
            "__torch__.C.__init__",
            "__torch__.C.go",
            "__torch__.M.forward",
            "__torch__.helper"
        ]
    );
    assert!(reach.recursive().is_empty());
    // What nothing names is not compiled.
    let mut program = program;
    program.roots = vec!["__torch__.C".into()];
    let compiled = Compiled::new(&program, &analysis);
    assert_eq!(compiled.classes, ["__torch__.C"]);
    assert_eq!((compiled.functions.len(), program.entries().len()), (2, 2));
    program.roots = vec!["__torch__.M".into()];
    let compiled = Compiled::new(&program, &analysis);
    assert_eq!(compiled.classes, ["__torch__.C", "__torch__.E", "__torch__.I", "__torch__.M", "__torch__.P"]);
    assert_eq!((compiled.functions.len(), program.entries().len()), (5, 1));
    let model = program.class_model("__torch__.M").unwrap();
    assert_eq!(model.kind, ClassKind::Module);
    let attributes: Vec<_> =
        model.attributes.iter().map(|a| (&*a.name, a.parameter, a.buffer, a.constant)).collect();
    assert_eq!(
        attributes,
        [
            ("0", false, false, false),
            ("w", true, false, false),
            ("b", false, true, false),
            ("k", false, false, true),
            ("q", false, false, false)
        ]
    );
}

/// Releases up to 1.4 do not write what `__init__` says.
#[test]
fn attributes_that_init_sets() {
    let undeclared = CLASSES.replace("  n : int\n", "");
    assert_ne!(undeclared, CLASSES);
    assert_eq!(calls(&undeclared), calls(CLASSES));
    let (_, analysis) = analyze(&undeclared.replace("self.n, x", "self.m, x"));
    assert!(problems(&analysis).contains("`__torch__.C` has no attribute or method `m`"));
}

#[test]
fn problems_are_said() {
    for (code, expected) in [
        ("return torch.nonsense(x)", "no aten::nonsense"),
        ("return torch.relu(s)", "aten::relu refused 2"),
        ("return y", "Undefined: undefined value `y`"),
        ("return __torch__.nothing(x, )", "Call: a namespace cannot be called"),
        ("return (x).nothing(1, )", "Undefined: `Tensor` has no attribute or method `nothing`"),
        ("x = 1\nreturn x", ""),
        (
            "if torch.eq(n, 1):\n  n = \"a\"\nreturn n",
            "Mismatch: `n` is of type `int`, a value of type `str` found",
        ),
        ("v : int = s\nreturn v", "Mismatch: `v` is annotated as `int`, a value of type `str` found"),
        ("return annotate(int, s)", "Mismatch: `int` expected, a value of type `str` found"),
        ("v = annotate(Nothing, s)\nreturn x", "Type: unknown type name `Nothing`"),
        ("v = annotate(Set[int], s)\nreturn x", "Type: unknown type constructor `Set`"),
        ("return t[2]", "Mismatch: index 2 is outside of a tuple of length 2"),
        ("a, b, c, = t\nreturn x", "Mismatch: 3 values expected, 2 found"),
        ("if torch.eq(n, 1):\n  v = 1\nreturn v", "Undefined: undefined value `v`"),
        ("return 9223372036854775808", "Construct: an integer of 64 bits expected, a larger one found"),
        ("return CONSTANTS.c0", "Undefined: `CONSTANTS.c0`: there are 0 constants"),
    ] {
        assert_eq!(refused(code), expected, "{code}");
    }
    let (program, analysis) = analyze(
        "def a(x: int) -> int:\n  return __torch__.b(x, )\ndef b(x: int) -> int:\n  return __torch__.a(x, )\n",
    );
    let reach = Reach::new(&program, &analysis);
    assert_eq!((reach.recursive(), reach.operator_calls(&analysis)), (vec![0, 1], vec![0, 0]));
    // Each place that calls counts, branches too.
    let (program, analysis) = analyze(
        "def a(x: Tensor) -> Tensor:\n  y = __torch__.b(torch.neg(x), )\n  if bool(torch.any(y)):\n    y = __torch__.b(y, )\n  else:\n    pass\n  \
         return __torch__.c(__torch__.b(y, ), )\ndef b(x: Tensor) -> Tensor:\n  return torch.neg(torch.abs(x))\ndef c(x: Tensor) -> Tensor:\n  return __torch__.b(x, )\n",
    );
    assert_eq!(problems(&analysis), "");
    assert_eq!(Reach::new(&program, &analysis).operator_calls(&analysis), [3 + 4 * 2, 2, 2]);
    let (_, analysis) = analyze("def f(x: int) -> str:\n  return x\n");
    assert_eq!(
        problems(&analysis),
        "Mismatch: what is returned is of type `str`, a value of type `int` found"
    );
    let (_, analysis) = analyze("def f(x: int) -> str:\n  pass\n");
    assert_eq!(problems(&analysis), "Mismatch: `str` is to be returned, and the end is reached without");
    let (_, analysis) = analyze("def f(x: int) -> str:\n  return x +\n");
    assert_eq!(analysis.problems[0].kind, ProblemKind::Syntax);
}

/// What a call gives, and which upgraders apply.
#[test]
fn arguments() {
    let text = "def f(x: Tensor) -> Tensor:\n  return torch.linspace(0, 1, 5, dtype=None)\n";
    let program = Program::of_code([("__torch__", text.as_bytes())], 7);
    let analysis = analyse(&program, &ForVersion { set: newest(), version: 7 });
    let call = &analysis.units[0].calls[0];
    let given: Vec<_> =
        call.given.iter().map(|given| (&*given.argument, given.keyword, given.constant.clone())).collect();
    assert_eq!(
        given,
        [
            ("start", false, Some(Constant::Int(0))),
            ("end", false, Some(Constant::Int(1))),
            ("steps", false, Some(Constant::Int(5))),
            ("dtype", true, Some(Constant::None)),
        ]
    );
    let Answer::Overload { origin, .. } = &call.answer else { panic!("{:?}", call.answer) };
    assert_eq!(*origin, Origin::Historic { upgrader: "linspace_0_7".into() });
}

/// Types that are not known leave undecided what depends on them, and nothing else.
#[test]
fn unknown_types() {
    let text = "def f(q: __torch__.torch.classes.a.B,\n    x: Tensor) -> Tensor:\n  v = (q).get()\n  y = torch.relu(v)\n  z = torch.add(v, 1)\n  return torch.add(y, 1)\n";
    let (_, analysis) = analyze(text);
    let shown: Vec<String> = analysis.units[0]
        .calls
        .iter()
        .map(|call| match &call.answer {
            Answer::Overload { name, .. } => name.clone(),
            Answer::Undecided { possible, refusable } => format!("{} {refusable}", possible.len()),
            other => format!("{other:?}"),
        })
        .collect();
    assert_eq!(shown[0], "1 true");
    assert!(shown[1].ends_with(" true"));
    assert_eq!(shown[2], "aten::add.Scalar");
    assert_eq!(problems(&analysis), "");
}

/// Code that asks for much: types that double with every line, loops in loops over tuples, functions that call each other.
#[test]
fn bounded() {
    let lines: String = (0..200).map(|n| format!("  a{} = (a{n}, a{n})\n", n + 1)).collect();
    analyze(&format!("def f(a0: Tensor):\n{lines}  return a200\n"));
    let nested: String = (1..40).map(|n| format!("{}for i{n} in (1, 2, 3, 4):\n", " ".repeat(n))).collect();
    let (_, analysis) = analyze(&format!("def f(x: Tensor):\n{nested}{}x += 1\n", " ".repeat(40)));
    assert!(analysis.units[0].unknown > 0);
    let chain: String =
        (0..2000).map(|n| format!("def f{n}(x: Tensor):\n  return __torch__.f{}(x, )\n", n + 1)).collect();
    analyze(&chain);
    let tuples: String = (0..200)
        .map(|n| format!("class T{n}(NamedTuple):\n  a : __torch__.T{}\n  b : __torch__.T{}\n", n + 1, n + 1))
        .collect();
    analyze(&format!("{tuples}class T200(NamedTuple):\n  a : int\ndef f(x: __torch__.T0):\n  return x\n"));
    let own = "class T(NamedTuple):\n  a : __torch__.T\ndef f(x: __torch__.T):\n  return x\n";
    analyze(own);
    // As deep as the parser reads.
    let deep =
        |n: usize| format!("def f(x: Tensor):\n  return {}x{}\n", "torch.relu(".repeat(n), ")".repeat(n));
    analyze(&deep(99));
    let blocks: String = (0..298).map(|n| format!("{}if torch.eq(n, 1):\n", " ".repeat(n + 1))).collect();
    analyze(&format!("def f(n: int):\n{blocks}{}n = 2\n", " ".repeat(299)));
    let types = format!("def f(x: {}int{}):\n  return x\n", "List[".repeat(150), "]".repeat(150));
    analyze(&types);
}

/// Changed code is compiled without a panic.
#[test]
fn changed_code() {
    let rounds = std::env::var("OUTLAST_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(20);
    let (mut rng, mut read) = (Rng(17), 0);
    for code in code() {
        for _ in 0..rounds {
            let text = flip(&code.text, &mut rng);
            let qualifier =
                code.record.strip_prefix("code/").unwrap().strip_suffix(".py").unwrap().replace('/', ".");
            let program = Program::of_code([(&*qualifier, &text[..])], 3);
            let analysis = analyse(&program, &ForVersion { set: newest(), version: 3 });
            read += usize::from(program.files[0].tree.is_ok());
            Reach::new(&program, &analysis).recursive();
        }
    }
    corpus::figures(read, 148);
}
