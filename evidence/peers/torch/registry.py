"""In which order one installed release of PyTorch tries the operators of a name, and which functions it compiles from its own text.

    python registry.py > RELEASE.tsv            runs with Python 3.7 and newer

prints `operator` or `function`, a tab, and a schema, in the release's order. Functions are found by calls that nothing takes: the message lists what
was tried. registry.tar.xz has what twenty releases printed, 1.3.1 to 2.15.0. crates/opset/schemas/registry.txt is made of it by

    tar xJf registry.tar.xz -C FOLDER; cargo run -p outlast-opset --example registry FOLDER/*.tsv

behind the three lines that begin it; `cargo xtask bless` compiles it.
"""

import torch

try:
    from torch.jit import _builtins
except ImportError:  # up to 1.4
    import torch.jit as _builtins

# All names that some release defines in `builtin_functions.cpp`, and operators that have several schemas beside them.
NAMES = """aten::mul aten::add aten::ne aten::eq aten::sub aten::div aten::lt aten::le aten::gt aten::ge aten::_single aten::_pair aten::_triple aten::_quadruple
aten::floordiv aten::_assert_int_or_pair aten::list_with_default aten::_assert aten::device aten::type aten::__contains__ aten::div_ aten::full
aten::pow aten::rsub aten::remainder aten::floor_divide aten::true_divide aten::fmod aten::neg
prim::ndim prim::T prim::H prim::mT prim::mH prim::shape prim::data prim::grad prim::name prim::layout prim::is_sparse
upgraders::div_0_3 upgraders::div__0_3 upgraders::full_0_4 upgraders::_test_serialization_subcmul_0_2""".split()


def tried(name):
    """The schemas in the message for a call that nothing takes."""
    none = lambda: None
    _builtins._register_builtin(none, name)
    values = ", ".join(["x"] * 8)
    text = "def asked(x: Future[int]):\n  return OP(%s, nothing=x)\n" % values
    try:
        torch._C.CompilationUnit().define(text, lambda wanted, depth=0: none if wanted == "OP" else None)
    except RuntimeError as error:
        return [line.strip().rstrip(":") for line in str(error).split("\n") if "(" in line and ") ->" in line]
    raise SystemExit("%s takes anything" % name)


def main():
    _builtins._find_builtin(len)
    for name in sorted({schema.name for schema in torch._C._jit_get_all_schemas()}):
        for schema in torch._C._jit_get_schemas_for_operator(name):
            print("operator", schema, sep="\t")
    for name in NAMES:
        for schema in tried(name):
            # Operators are printed with their namespace, functions without.
            if "::" not in schema.split("(")[0]:
                print("function", name + schema[schema.index("(") :], sep="\t")


main()
