//! Forms of code that not every release loads.

use outlast_opset::history::Release;
use outlast_testkit::corpus;
use outlast_torchscript::archive::TorchArchive;
use outlast_torchscript::program::Program;
use outlast_torchscript::program::forms::{forms, intervals, loads, releases};

use crate::archive::files::{real, short};

fn release(text: &str) -> Release {
    Release::parse(text).unwrap()
}

#[test]
fn table() {
    let known: Vec<Release> = releases().collect();
    assert!(known.is_sorted() && known.contains(&release("2.15.0")));
    for (form, old, new) in [
        ("type NoneType", false, true),
        ("type Union", false, true),
        ("with", true, true),
        ("class Enum", false, true),
        ("complex", false, true),
        ("infj", false, true),
        ("__forward_hooks__", false, true),
        ("type int", true, true),
        ("global", false, false),
    ] {
        assert_eq!(loads(form, release("1.6.0")), Some(old), "{form}");
        assert_eq!(loads(form, release("2.15.0")), Some(new), "{form}");
    }
    assert_eq!(loads("type Union", release("1.10.99")), None);
    assert_eq!(loads("nothing", release("2.15.0")), None);
    assert_eq!(intervals("global"), Some("none"));
}

/// What the releases wrote, they load; every form is in the table.
#[test]
fn of_the_corpus() {
    let (mut found, mut asked) = (std::collections::BTreeSet::new(), 0);
    for path in real() {
        let data = std::fs::read(&path).unwrap();
        let Ok(archive) = TorchArchive::open(&data) else { continue };
        let Ok(program) = Program::read(&archive) else { continue };
        let producer = short(&path).split('/').next().and_then(Release::parse);
        for form in forms(&program) {
            assert!(intervals(form.form).is_some(), "{}", form.form);
            found.insert(form.form);
            if let Some(answer) = producer.and_then(|producer| loads(form.form, producer)) {
                assert!(answer, "{} {}", short(&path), form.form);
                asked += 1;
            }
        }
    }
    let found: Vec<&str> = found.into_iter().collect();
    let expected = "Enum of str, Final, __annotations__, __buffers__, annotate, annotated Optional, class, class Enum, class NamedTuple, default, dict, for, getattr, import, no op_version_set, op_version_set, \
        pass, set attribute, slice, type Device, type Dict, type Dict of int, type List, type None, type NoneType, type Optional, type Tuple, type complex, \
        type torch.classes, unchecked_cast, uninitialized, unpack, while";
    corpus::figures((found.join(", "), asked), (expected.to_string(), 356));
}

#[test]
fn places() {
    let text = "\
class E(Enum):
  A = \"a\"
class P(NamedTuple):
  a : Union[int, NoneType]
  b : int = 3
class M(Module):
  __buffers__ = []
  k : Final[int] = 3
  q : __torch__.torch.classes.a.B
  def forward(self: __torch__.M,
    d: Dict[int, Tensor],
    n: int=1,
    m: List[complex]) -> Tuple[()]:
    with d as e:
      if isinstance(n, (int, List[str])):
        return 1.+2.j
      elif annotate(Optional[number], None) is not None:
        v : Optional[int] = -infj
    a, *b = \"\\101\" \"\\a\"
    x[..., ::2] **= {}
    def __forked_function():
      return 1
    return fork(__forked_function)
";
    let program = Program::of_code([("__torch__", text.as_bytes())], 3);
    let found: Vec<&str> = forms(&program).iter().map(|form| form.form).collect();
    let expected = [
        "Enum of str",
        "Final",
        "NamedTuple default",
        "__buffers__",
        "annotate",
        "annotated Optional",
        "augmented **=",
        "class Enum",
        "class NamedTuple",
        "complex",
        "complex of two parts",
        "default",
        "default before none",
        "dict",
        "elif",
        "escape \\a",
        "forked function",
        "infj",
        "isinstance",
        "isinstance of List",
        "isinstance of several",
        "no op_version_set",
        "octal escape",
        "operator - before",
        "operator is not",
        "return in block",
        "slice step",
        "strings joined",
        "tensor ...",
        "type Dict",
        "type Dict of int",
        "type List",
        "type NoneType",
        "type Optional",
        "type Tuple[()]",
        "type Union",
        "type complex",
        "type number",
        "type torch.classes",
        "unpack star",
        "with",
    ];
    assert_eq!(found, expected);
    let union = forms(&program).into_iter().find(|form| form.form == "type Union").unwrap();
    let at = text.find("Union[int, NoneType]").unwrap();
    assert_eq!(union.first.span.range(), at..at + 20);
    assert_eq!(union.count, 1);
}
