"""Which overload a release of PyTorch takes for calls of its operators.

    python overloads.py [VARIANTS]          VARIANTS calls for each schema (8), in the order of operators; runs with Python 3.7 and newer

prints a row for each call: the call, the overload or what else it means, the types of the results, those of the operator's inputs; tabs between.

    aten::add(Tensor, 1, alpha=2.5)    aten::add.Scalar    Tensor    Tensor, int, float

An argument of a call is a type (a value of that type, of which nothing else is known) or a literal. Where a release has several operators of one
name, `#2` behind it is the index among all of them; releases before 1.7 do not say (`?`). `as aten::mul.Tensor`: the release calls the operator by another name afterwards. `builtin` is a
function that the release compiles from its own text, `taken` is a call that is removed because its result is known or not used, `incomplete` is an
operator that code cannot call, `refused` is taken by no overload, and `crashed` ended the process. What runs is asked for, not what was matched: the node's own schema.
"""

import os
import random
import sys

import torch

try:
    from torch.jit import _builtins
except ImportError:  # up to 1.4
    import torch.jit as _builtins

# As schemas and as annotations write them; the first release that reads the annotation.
TYPES = [
    ("Tensor", "Tensor", 0), ("int", "int", 0), ("float", "float", 0), ("bool", "bool", 0), ("str", "str", 0), ("Scalar", "number", 0),
    ("Device", "Device", 0), ("complex", "complex", 108), ("Tensor?", "Optional[Tensor]", 0), ("int?", "Optional[int]", 0), ("float?", "Optional[float]", 0),
    ("bool?", "Optional[bool]", 0), ("str?", "Optional[str]", 0), ("Scalar?", "Optional[number]", 0), ("Device?", "Optional[Device]", 0),
    ("int[]", "List[int]", 0), ("float[]", "List[float]", 0), ("bool[]", "List[bool]", 0), ("str[]", "List[str]", 0), ("Tensor[]", "List[Tensor]", 0),
    ("Tensor?[]", "List[Optional[Tensor]]", 0), ("int[]?", "Optional[List[int]]", 0), ("float[]?", "Optional[List[float]]", 0), ("Scalar[]", "List[number]", 0),
    ("int[][]", "List[List[int]]", 0), ("complex[]", "List[complex]", 108), ("(int, int)", "Tuple[int, int]", 0), ("(Tensor, Tensor)", "Tuple[Tensor, Tensor]", 0),
    ("(float, int)", "Tuple[float, int]", 0), ("(int, Tensor)", "Tuple[int, Tensor]", 0), ("Dict(str, int)", "Dict[str, int]", 0),
    ("Dict(int, Tensor)", "Dict[int, Tensor]", 0), ("Any", "Any", 104), ("Union(int, str)", "Union[int, str]", 110), ("Future(int)", "Future[int]", 105),
    ("Union(Tensor, int[])", "Union[Tensor, List[int]]", 110), ("t[]", "List[int]", 999), ("t", "int", 999), ("Tensor[]?", "Optional[List[Tensor]]", 0),
]  # fmt: skip
LITERALS = ["None", "1", "2.5", "True", '"cpu"', "[]", "[1, 2]", "[2.5]", "(1, 2)", "(1, 2.5)", "(2.5, 2.5)"]
RELEASE = tuple(int(part) for part in torch.__version__.split("+")[0].split(".")[:2])
KNOWN = [(schema, annotation) for schema, annotation, since in TYPES if since <= RELEASE[0] * 100 + RELEASE[1]]
SPELLED = {**{annotation: schema for schema, annotation in KNOWN}, **{schema: schema for schema, _ in KNOWN}, "number": "Scalar", "Optional[number]": "Scalar?"}
ANNOTATIONS = dict(KNOWN)
ANY = [schema for schema, _ in KNOWN] + LITERALS


def has_default(argument):
    if hasattr(argument, "has_default_value"):
        return argument.has_default_value()
    return argument.default_value is not None or str(argument.type).startswith("Optional")


def own(dice, argument):
    """Something that an argument takes, in most cases."""
    spelled = SPELLED.get(str(argument.type))
    if spelled is None:
        text = str(argument.type)
        if text.startswith("Optional") or text.endswith("?"):
            return "None"
        # Element types and layouts are numbers; type variables are anything.
        return {"t[]": "int[]", "List[t]": "Tensor[]", "t": "Tensor"}.get(text, dice.choice(ANY))
    if spelled.startswith("int[") and getattr(argument, "N", None) and dice.random() < 0.4:
        return dice.choice(["int", "1", "(1, 2)", "[1, 2]"])
    return spelled


NEAR = {
    "Scalar": ["int", "float", "Tensor", "bool", "1", "2.5", "True", "complex"], "int": ["Scalar", "Tensor", "bool", "1", "True"], "float": ["Scalar", "Tensor", "int", "bool", "2.5", "1"],
    "int[]": ["(1, 2)", "int", "[]", "[1, 2]", "(int, int)", "Scalar", "(int, Tensor)", "Tensor[]"], "Tensor[]": ["(Tensor, Tensor)", "Tensor", "[]", "Tensor?[]"],
    "Tensor?[]": ["Tensor[]", "[]", "(Tensor, Tensor)"], "Tensor?": ["Tensor", "None", "int"], "int?": ["int", "None", "1", "Tensor", "bool", "Scalar"], "Device": ["str", '"cpu"'],
    "Device?": ["str", '"cpu"', "None", "Device"], "float[]": ["(2.5, 2.5)", "[2.5]", "float", "[1, 2]", "(1, 2.5)"], "int[]?": ["int[]", "(1, 2)", "int", "[]", "None"],
    "Scalar?": ["int", "Tensor", "Scalar", "None", "bool"], "float?": ["float", "int", "Tensor", "None", "2.5"], "bool": ["True", "int", "Tensor"], "Tensor": ["float", "int", "Scalar", "2.5"],
    "str": ['"cpu"', "Device"], "bool?": ["bool", "True", "None"], "complex": ["float", "Scalar", "Tensor"],
}  # fmt: skip


NEAR = {value: [one for one in near if one in ANY] for value, near in NEAR.items()}


def call(dice, schema, way):
    """One call of a schema: values, and values with keywords."""
    arguments = list(schema.arguments)
    values = []
    for argument in arguments:
        if way not in (0, 4) and has_default(argument) and dice.random() < (0.95 if way == 1 else 0.5):
            continue
        values.append([argument.name, own(dice, argument), getattr(argument, "kwarg_only", False)])
    if way == 2 and values:
        dice.choice(values)[1] = dice.choice(ANY)
    if way in (3, 6, 7):
        for value in values:
            if dice.random() < 0.5:
                value[1] = dice.choice(NEAR.get(value[1], ANY))
    if way == 5 and values:
        what = dice.randrange(4)
        if what == 0:
            values.append(["nothing", dice.choice(ANY), True])
        elif what == 1:
            values.insert(dice.randrange(len(values) + 1), ["", dice.choice(ANY), False])
        elif what == 2:
            del values[dice.randrange(len(values))]
        else:
            for _ in range(dice.randrange(1, 4)):
                values.append(["", dice.choice(["1", "int", "Tensor", "Scalar"]), False])
    # What comes behind an omitted argument has to be given by keyword.
    positional, keywords = [], []
    order = {argument.name: at for at, argument in enumerate(arguments)}
    for name, value, only in values:
        if name and (only or keywords or order.get(name, 0) > len(positional) or (way in (4, 7) and dice.random() < 0.3)):
            if dice.random() < 0.2 and name == "self":
                name = "input"
            keywords.append((name, value))
        elif not keywords or not name:
            positional.append(value)
    if way in (4, 7):
        dice.shuffle(keywords)
    return positional, keywords


def spelled(name, positional, keywords):
    return "%s(%s)" % (name, ", ".join(positional + ["%s=%s" % pair for pair in keywords]))


def ask(name, positional, keywords, operators):
    taken = lambda: None
    _builtins._register_builtin(taken, name)
    parameters, given = [], []
    for value in positional + [value for _, value in keywords]:
        if value in ANNOTATIONS:
            parameters.append("a%d: %s" % (len(parameters), ANNOTATIONS[value]))
            given.append("a%d" % (len(parameters) - 1))
        else:
            given.append(value)
    for at, (word, _) in enumerate(keywords, len(positional)):
        given[at] = "%s=%s" % (word, given[at])
    text = "def asked(%s):\n  return OP(%s)\n" % (", ".join(parameters), ", ".join(given))
    unit = torch._C.CompilationUnit()
    try:
        unit.define(text, lambda wanted, depth=0: taken if wanted == "OP" else None)
        graph = getattr(unit, "asked", None) or unit.find_function("asked")
        nodes = [node for node in graph.graph.nodes() if node.kind() == name]
    except RuntimeError as error:
        # Messages about calls have the schemas that were tried; others are of operators that need more than values.
        told = any(part in str(error) for part in (name + "(", name + ".", name.split("::")[1] + "(", "list element"))
        return "refused" if told else "incomplete", "", ""
    finally:
        _builtins._get_builtin_table().pop(id(taken), None)
    every = list(graph.graph.nodes())
    mine = [node for node in every if "def asked(" in node.sourceRange() and not node.kind().startswith("prim::")]
    if not nodes and not mine:
        others = [node for node in every if node.sourceRange() and "def asked(" not in node.sourceRange() and node.kind() != "prim::Constant"]
        return "builtin" if others else "taken", "", ""
    node = nodes[-1] if nodes else mine[-1]
    if "def asked(" not in node.sourceRange():
        return "builtin", "", ""
    results = " ".join(value.type().str() for value in node.outputs())
    inputs = ", ".join(value.type().str() for value in node.inputs())
    if not hasattr(node, "schema"):
        return ("?" if nodes else "as " + node.kind()), results, inputs
    schema = node.schema()
    if schema == "(no schema)":
        return "no schema", results, inputs
    parsed = torch._C.parse_schema(schema)
    shown = parsed.name + ("." + parsed.overload_name if parsed.overload_name else "")
    if not nodes:
        return "as " + shown, results, inputs
    texts = [str(one) for one in operators]
    if len([one for one in operators if one.overload_name == parsed.overload_name]) > 1:
        shown += "#%d" % texts.index(schema)
    return shown, results, inputs


def calls(variants):
    seen = set()
    for name in sorted({schema.name for schema in torch._C._jit_get_all_schemas()}):
        operators = list(torch._C._jit_get_schemas_for_operator(name))
        for at, schema in enumerate(operators):
            dice = random.Random("%s %d" % (name, at))
            for variant in range(variants):
                positional, keywords = call(dice, schema, variant % 8)
                row = spelled(name, positional, keywords)
                if len({word for word, _ in keywords}) == len(keywords) and row not in seen:
                    seen.add(row)
                    yield row, name, positional, keywords, operators


def answered(rows):
    """The answers for rows in order, from a child process; fewer where it crashed."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        with os.fdopen(write, "w") as out:
            for _, name, positional, keywords, operators in rows:
                out.write("%s\t%s\t%s\n" % ask(name, positional, keywords, operators))
                out.flush()
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as lines:
        found = [line.rstrip("\n") for line in lines]
    os.waitpid(child, 0)
    return found


def main():
    rows = list(calls(int(sys.argv[1]) if len(sys.argv) > 1 else 8))
    _builtins._find_builtin(len)
    while rows:
        found = answered(rows)
        for (row, *_), answer in zip(rows, found):
            print(row, answer, sep="\t")
        if len(found) < len(rows):
            print(rows[len(found)][0], "crashed\t\t", sep="\t")
        rows = rows[len(found) + 1 :]


main()
