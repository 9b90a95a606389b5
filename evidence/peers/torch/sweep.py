"""What every operator of a release computes for inputs of every kind, so that releases can be compared: changes that no schema shows.

    LD_LIBRARY_PATH=VENV/stubs VENV/bin/python -W ignore evidence/peers/torch/sweep.py run OUT.json [NAME …]
    python3 evidence/peers/torch/sweep.py compare OLDER.json … NEWEST.json [--rows crates/torchscript/targets/torch-readers.txt]

`run` calls each functional operator of `aten` with what its schemas ask for: tensors with ties, halves, negative and not finite numbers, of several element types and
shapes, and numbers. Operators run in processes of their own. `compare` prints, for neighbouring releases that have an operator, the first case that gives something else;
with `--rows`, only operators about which the rows say nothing. Left out are random numbers, memory that is not set, and other devices.
"""

import itertools
import json
import os
import re
import select
import signal
import sys

SECONDS = 20
# Random, not set, not of this processor, not of values, or parts of others.
SKIPPED = re.compile(
    r"rand|bernoulli|multinomial|normal|dropout|uniform|exponential|cauchy|geometric|poisson|binomial|gumbel|empty|cuda|cudnn|miopen|mkldnn|mps|backward|jvp|hip|nccl|"
    r"_fused|pin_memory|is_pinned|record_stream|_pack|resize|set_|data_ptr|storage|requires_grad|retain|_version|debug|_test|nested|flash|efficient|sparse|coo|csr|values$|"
    r"_thnn|copy_$|_sobol|hash|manual_seed|seed|initial|warn|print|format|save|input$|open|close|file|share|device|wait|fork|thread|cond$|grad$|alias|_foreach|_amp|"
    r"_cslt|_int_mm|_weight|_dyn|quantize|_choose|fake_|qscheme|q_|_make_|int_repr|_transform|_scaled|_segment|_convert|_spdiags|_spsolve|rename|align_|refine|names|"
    r"is_set_to|_nnpack|_slow|_conv_depthwise|_validate|sym_|_assert|_print|_functional|lift|_propagate|_reinterpret|_local_scalar|item$|numpy|to_|_to_|^to$|^cpu$|^cuda$|"
    r"^len|^str|^ord|^chr|^list|^dict|^keys|^items|^pop|^insert|^append|^extend|^remove|^reverse|^clear|^sort$|^Delete|^find|^join|^split$|^strip|^upper|^lower"
)


def pool(torch):
    """Tensors by name."""
    t = torch.tensor
    nan, inf = float("nan"), float("inf")
    image = (torch.arange(2 * 3 * 6 * 6).remainder(17).to(torch.float32) - 8.0).mul(0.25).reshape(2, 3, 6, 6)
    spd = t([[4.0, 1.0, 0.5], [1.0, 3.0, 0.25], [0.5, 0.25, 2.0]])
    return {
        "floats": t([[0.5, -1.5, 2.5], [2.5, 0.5, -0.0], [-1.5, 3.25, 1.0]]),
        "special": t([[nan, 1.0, inf], [-inf, 0.0, -2.5], [1.0, nan, 1.0]]),
        "ints": t([[7, -7, 2], [2, 0, 7], [-7, 3, 1]]),
        "positive": t([[1, 2, 0], [2, 0, 1], [0, 1, 2]]),
        "truths": t([[True, False, True], [True, True, False], [False, False, True]]),
        "bytes": t([[250, 3, 0], [3, 7, 250], [1, 0, 3]], dtype=torch.uint8),
        "doubles": t([[0.5, -1.5, 2.5], [2.5, 0.5, -0.0], [-1.5, 3.25, 1.0]], dtype=torch.float64),
        "halves": t([[0.5, -1.5, 2.5], [2.5, 0.5, -0.0], [-1.5, 3.25, 1.0]], dtype=torch.float16),
        "row": t([2.5, 0.5, 2.5]),
        "numbers": t([2, 0, 1]),
        "zero": t(1.5),
        "one": t(3),
        "none": torch.zeros(0, 3),
        "spd": spd,
        "batch": torch.stack([spd, spd * 2]),
        "image": image,
        "signal": image[:, :, 0, :].contiguous(),
        "volume": image.reshape(2, 3, 3, 3, 4).contiguous(),
        "kernel": image[:, :, :3, :3].contiguous(),
    }


FIRST = ["floats", "special", "ints", "positive", "truths", "bytes", "doubles", "halves", "row", "numbers", "zero", "none", "spd", "batch", "image", "signal", "volume"]
PAIRS = [("floats", "floats"), ("floats", "row"), ("special", "special"), ("special", "floats"), ("ints", "ints"), ("ints", "positive"), ("ints", "floats"), ("floats", "ints"), ("floats", "zero"), ("ints", "zero"), ("ints", "one"),
         ("truths", "truths"), ("truths", "floats"), ("truths", "ints"), ("bytes", "bytes"), ("bytes", "ints"), ("doubles", "floats"), ("halves", "floats"), ("row", "numbers"), ("floats", "positive"), ("spd", "spd"), ("batch", "batch"),
         ("image", "kernel"), ("row", "row"), ("numbers", "numbers"), ("floats", "truths"), ("floats", "numbers"), ("floats", "bytes"), ("spd", "row")]
THIRD = ["same", "positive", "truths", "row", "numbers", "floats"]
NUMBERS = {"int": [1, 2, -1, 0], "float": [0.5, -1.5, 2.0], "Scalar": [2, 0.5, -3, 0], "number": [2, 0.5, -3, 0], "bool": [True, False], "str": ["mean", "constant", "floor"],
           "int[]": [[1], [0, 1], [1, 1], [2, 2]], "float[]": [[0.5], [2.0, 2.0]], "bool[]": [[True]]}


def plain(ty):
    ty = re.sub(r"\(.*?\)", "", ty).strip()
    ty = ty.replace("SymInt", "int")
    ty = re.sub(r"\[\d+\]", "[]", ty)
    return {"List[int]": "int[]", "List[float]": "float[]", "List[bool]": "bool[]", "List[Tensor]": "Tensor[]"}.get(ty, ty)


def asked(schema):
    """What a schema asks for without defaults, and the truth values that have defaults; None if that is something else."""
    needed, flags = [], []
    for argument in schema.arguments:
        ty = plain(str(argument.type))
        if argument.has_default_value():
            if ty == "bool" and argument.name not in ("sparse", "scale_grad_by_freq"):
                flags.append((argument.name, not argument.default_value))
            continue
        if ty.startswith("Optional") or ty.endswith("?"):
            needed.append((argument.name, None))
        elif ty in NUMBERS or ty in ("Tensor", "Tensor[]"):
            needed.append((argument.name, ty))
        else:
            return None
        if argument.name == "out":
            return None
    return needed, flags


def cases(needed):
    """Names of tensors and numbers for each argument."""
    tensors = [at for at, (_, ty) in enumerate(needed) if ty == "Tensor"]
    rest = [NUMBERS.get(ty, [None]) if ty not in ("Tensor", "Tensor[]") else None for _, ty in needed]
    if len(tensors) == 0:
        firsts = [()]
    elif len(tensors) == 1:
        firsts = [(name,) for name in FIRST]
    elif len(tensors) == 2:
        firsts = PAIRS
    else:
        firsts = [pair + (pair[0] if third == "same" else third,) * (len(tensors) - 2) for pair in PAIRS for third in THIRD]
    lists = [at for at, (_, ty) in enumerate(needed) if ty == "Tensor[]"]
    others = [at for at in range(len(needed)) if at not in tensors and at not in lists]
    choices = list(itertools.islice(itertools.product(*(rest[at] for at in others)), 24))
    for first in firsts:
        for chosen in choices:
            made = [None] * len(needed)
            for at, name in zip(tensors, first):
                made[at] = {"tensor": name}
            for at in lists:
                made[at] = {"tensors": list(first) or ["floats", "ints"]}
            for at, value in zip(others, chosen):
                made[at] = value
            yield made


def ran(torch, values, name, schemas):
    tensors, rows = pool(torch), {}
    packet = getattr(torch.ops.aten, name)

    def value(of):
        if isinstance(of, dict):
            return tensors[of["tensor"]].clone() if "tensor" in of else [tensors[one].clone() for one in of["tensors"]]
        return of

    for schema in schemas:
        said = asked(schema)
        if said is None:
            continue
        needed, flags = said
        for made in itertools.islice(cases(needed), 500):
            for flag in [None, *flags]:
                keywords = {} if flag is None else {flag[0]: flag[1]}
                key = json.dumps([made, keywords])
                if key in rows:
                    continue
                got = []
                for _ in range(2):
                    try:
                        got.append(values.encode(packet(*[value(of) for of in made], **keywords)))
                    except Exception:  # noqa: BLE001 (whatever this release says)
                        got.append({"t": "raises"})
                # Twice the same, or it is memory that was not set.
                if json.dumps(got[0]) == json.dumps(got[1]):
                    rows[key] = got[0]
    return rows


def in_child(work):
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        with os.fdopen(writing, "w") as out:
            try:
                out.write(json.dumps(work()))
            except BaseException:  # noqa: BLE001
                pass
        os._exit(0)
    os.close(writing)
    text = b""
    while True:
        ready, _, _ = select.select([reading], [], [], SECONDS)
        part = os.read(reading, 1 << 20) if ready else b""
        if not part:
            break
        text += part
    if not text:
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(reading)
    try:
        return json.loads(text)
    except ValueError:
        return {}


def run(out, wanted):
    import torch

    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    import values

    torch.set_num_threads(1)
    schemas = {}
    for schema in torch._C._jit_get_all_schemas():
        space, name = schema.name.split("::", 1)
        if wanted and name not in wanted:
            continue
        if space == "aten" and not name.endswith("_") and not name.startswith("__") and not SKIPPED.search(name):
            schemas.setdefault(name, []).append(schema)
    found = {}
    for name in sorted(schemas):
        rows = in_child(lambda name=name: ran(torch, values, name, schemas[name]))
        if rows:
            found[name] = rows
    with open(out, "w") as file:
        json.dump({"torch": torch.__version__.split("+")[0], "operators": found}, file)
    print(torch.__version__, len(schemas), "operators,", len(found), "with results,", sum(map(len, found.values())), "cases")


def close(a, b):
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(close, a, b))
    if isinstance(a, float) and isinstance(b, float):
        return a == b or (a != a and b != b) or abs(a - b) <= 1e-5 + 1e-3 * max(abs(a), abs(b))
    return a == b


def same(a, b):
    if a["t"] != b["t"]:
        return False
    keys = (set(a) | set(b)) - {"v", "t"}
    if any(a.get(key) != b.get(key) for key in keys):
        return False
    one, other = a.get("v"), b.get("v")
    if isinstance(one, list) and one and isinstance(one[0], dict):
        return isinstance(other, list) and len(one) == len(other) and all(map(same, one, other))
    return close(one, other)


def short(of):
    text = json.dumps(of)
    return text if len(text) < 160 else text[:157] + "…"


def compare(paths, rows):
    known = set()
    if rows:
        with open(rows) as file:
            known = {line.split()[1].split("::")[-1].split(".")[0] for line in file if line.startswith("changed aten::")}
    releases = []
    for path in paths:
        with open(path) as file:
            releases.append(json.load(file))
    total = 0
    for older, newer in zip(releases, releases[1:]):
        for name in sorted(set(older["operators"]) & set(newer["operators"])):
            if name in known:
                continue
            before, after = older["operators"][name], newer["operators"][name]
            both = [key for key in before if key in after]
            other = [key for key in both if "raises" not in (before[key]["t"], after[key]["t"]) and not same(before[key], after[key])]
            if other:
                total += 1
                print(f"{older['torch']} {newer['torch']} {name}: {len(other)} of {len(both)} cases: {other[0]}\n    {short(before[other[0]])}\n    {short(after[other[0]])}")
    print(total, "operators give something else in the next release")


if __name__ == "__main__":
    if sys.argv[1:2] == ["run"]:
        run(sys.argv[2], set(sys.argv[3:]))
    elif sys.argv[1:2] == ["compare"]:
        given = sys.argv[2:]
        rows = None
        if "--rows" in given:
            at = given.index("--rows")
            rows = given[at + 1]
            del given[at:at + 2]
        compare(given, rows)
    else:
        sys.exit(__doc__)
