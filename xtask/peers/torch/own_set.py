"""An operator set of a user, `foo`, at any of its versions, in a release of PyTorch: models that call it, and runs of models.

    python own_set.py make VERSION OUT_DIR       models with the set at a version, and what they compute: expected.json
    python own_set.py run VERSION FILE …         what models compute with the set at a version: a JSON row each
    python own_set.py cross OUTLAST TABLE_DIR WORK_DIR
                                                 models of four versions on readers of four versions, as they are and converted, beside the verdicts

The set is the example of the operator versioning proposal; its table is crates/outlast/tests/data/foo.
"""

import collections
import json
import pathlib
import subprocess
import sys

import torch

ARGUMENTS = (torch.tensor([1.0, -2.0, 3.5]), torch.tensor([0.5, 4.0, -1.0]))


def operators(version):
    """Schema and kernel of each operator of the set at a version."""
    if version < 10:
        yield "foo(Tensor self, Tensor b) -> Tensor", lambda self, b: self + 2 * b
    elif version < 25:
        yield "foo(Tensor self, Tensor b, *, Scalar alpha=1) -> Tensor", lambda self, b, *, alpha=1: self + alpha * b
    else:
        yield "foo(Tensor self, Tensor c, Tensor b, *, Scalar alpha=1) -> Tensor", lambda self, c, b, *, alpha=1: self + alpha * b + c
    if version < 12:
        yield "bar(Tensor self) -> Tensor", lambda self: self + 1
    else:
        yield 'bar(Tensor self, *, str mode="plain") -> Tensor', lambda self, *, mode="plain": (self + 1) * (2 if mode == "double" else 1)
    if version < 15:
        yield "baz(Tensor self) -> Tensor", lambda self: self - 1
    else:
        yield "baz(Tensor self, int n) -> Tensor", lambda self, n: self - n
    if version < 20:
        yield "qux(Tensor self) -> Tensor", lambda self: self * 3
    else:
        yield "qux(Tensor self, bool flag=False) -> Tensor", lambda self, flag=False: self * (5 if flag else 3)


def register(version):
    library = torch.library.Library("foo", "DEF")
    for schema, kernel in operators(version):
        library.define(schema)
        library.impl(schema.split("(")[0], kernel, "CompositeExplicitAutograd")
    return library


MODELS = {
    "plain": (0, "return x + b"),
    "foo": (0, {0: "return torch.ops.foo.foo(x, b)", 25: "return torch.ops.foo.foo(x, x, b)"}),
    "chain": (0, {0: "y = torch.ops.foo.foo(x, b)\n    return torch.ops.foo.foo(y, x) + torch.ops.foo.bar(b)", 25: "y = torch.ops.foo.foo(x, b, b)\n    return torch.ops.foo.foo(y, x, x) + torch.ops.foo.bar(b)"}),
    "alpha": (10, {10: "return torch.ops.foo.foo(x, b, alpha=3)", 25: "return torch.ops.foo.foo(x, b, b, alpha=3)"}),
    "bar": (0, "return torch.ops.foo.bar(x)"),
    "double": (12, "return torch.ops.foo.bar(x, mode='double')"),
    "baz": (0, {0: "return torch.ops.foo.baz(x)", 15: "return torch.ops.foo.baz(x, 2)"}),
    "qux": (0, "return torch.ops.foo.qux(x)"),
}


def module(name, version):
    first, body = MODELS[name]
    if version < first:
        return None
    if isinstance(body, dict):
        body = body[max(since for since in body if since <= version)]
    text = f"def forward(self, x, b):\n    {body}\n"
    scripted = torch.jit.script(type(name.title(), (torch.nn.Module,), {})())
    scripted.define(text)
    return scripted


VERSIONS = (0, 10, 20, 25)


def judged(outlast, arguments, path):
    said = subprocess.run([outlast, *arguments, "-f", "json", str(path)], capture_output=True, text=True)
    return json.loads(said.stdout)


def within(*arguments):
    """Runs this script in a process of its own: operators are registered once in each."""
    said = subprocess.run([sys.executable, __file__, *map(str, arguments)], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in said.stdout.splitlines()]


def cross(outlast, table, work):
    work = pathlib.Path(work)
    counts, bad = collections.Counter(), []
    for version in VERSIONS:
        within("make", version, work / f"v{version}")
    for reader in VERSIONS:
        profile = work / f"reader{reader}.toml"
        release = torch.__version__.split("+")[0]
        profile.write_text(f'schema = "outlast/profile/1"\nname = "reader{reader}"\nbase = "torch-{release}"\n[operator_sets]\nfoo = {{ version = {reader} }}\n')
        asked, jobs = ["--operators", table, "--target", str(profile)], []
        for version in VERSIONS:
            expected = json.loads((work / f"v{version}" / "expected.json").read_text())
            for name, values in expected.items():
                path = work / f"v{version}" / name
                outcome = judged(outlast, ["check", *asked], path)["results"][0]["outcome"]
                jobs.append((f"v{version}/{name}", "as it is", path, outcome, values))
                out = work / f"v{version}-{reader}-{name}"
                out.unlink(missing_ok=True)
                result = judged(outlast, ["convert", *asked, "-o", str(out)], path)["result"]
                if outcome not in ("loads", "upgrades") and result != "refused":
                    jobs.append((f"v{version}/{name}", "converted", out, "loads", values))
                counts[reader, "refused"] += result == "refused"
        rows = within("run", reader, *(path for _, _, path, _, _ in jobs))
        for (name, how, _, outcome, values), (_, got) in zip(jobs, rows, strict=True):
            right = got == values
            counts[reader, how, outcome, "right" if right else "another result" if isinstance(got, list) else "refused"] += 1
            if outcome == "loads" and not right:
                bad.append(f"{name} on {reader}, {how}: {got} for {values}")
    for key, count in sorted(counts.items(), key=str):
        print(*key, count, sep="\t")
    print(f"{len(bad)} that are said to load do not compute what they should")
    print(*bad, sep="\n")
    return 1 if bad else 0


def main():
    if sys.argv[1] == "cross":
        sys.exit(cross(*sys.argv[2:]))
    command, version, *rest = sys.argv[1:]
    version = int(version)
    _library = register(version)
    if command == "make":
        folder = pathlib.Path(rest[0])
        folder.mkdir(parents=True, exist_ok=True)
        expected = {}
        for name in MODELS:
            model = module(name, version)
            if model is None:
                continue
            model.save(str(folder / f"{name}.pt"), _extra_files={"operator_versions.json": json.dumps({"foo": version})})
            expected[f"{name}.pt"] = model(*ARGUMENTS).tolist()
        (folder / "expected.json").write_text(json.dumps(expected, indent=1) + "\n")
        return
    for path in rest:
        try:
            values = torch.jit.load(path)(*ARGUMENTS).tolist()
        except Exception as error:  # noqa: BLE001 (whatever this release says)
            values = str(error).strip().splitlines()[-1][:200]
        print(json.dumps([path, values]))


main()
