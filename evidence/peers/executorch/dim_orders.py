#!/usr/bin/env python3
"""Writes crates/executorch/targets/executorch-orders.txt: which kernels ask their arguments for a dimension order, read off their sources.

    dim_orders.py EXECUTORCH_GIT RELEASE=COMMIT … > executorch-orders.txt

EXECUTORCH_GIT is a git directory of pytorch/executorch; releases from the oldest to the newest, each with its tag or commit. Kernels
that came with release 0.4 or later ask in their first lines, for all calls; what is asked inside a branch is left out. Where a release
has an optimized kernel as well, only what both ask counts: an application links the one or the other.
"""

import collections
import re
import subprocess
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
from intervals import intervals  # noqa: E402 (beside the folder)

FUNCTION = re.compile(r"^(?:std::tuple<[^{;]*?>|Tensor&|void)\s*(\w+)\(\s*(?:KernelRuntimeContext|RuntimeContext)&[^,]*,([^{]*?)\)\s*\{(.*?)^\}", re.S | re.M)
ENTRY = re.compile(r"^- (?:op|func): ([\w:.]+)(.*?)(?=\n\n|\n- |\Z)", re.S | re.M)
KERNEL = re.compile(r"kernel_name: torch::executor::(\w+)")
ASKS = re.compile(r"(tensor_is_default_dim_order|tensors_have_same_dim_order)\(([^()]*)\)|(is_contiguous_dim_order)\((\w+)\.dim_order\(\)")


def shown(git, commit, path):
    """The text of a file at a commit; empty where there is none."""
    return subprocess.run(["git", "-C", git, "show", f"{commit}:{path}"], capture_output=True, text=True, check=False).stdout


def kernels(*texts):
    """The operator of each kernel that lists of operators name."""
    found = {}
    for name, rest in (entry for text in texts for entry in ENTRY.findall(text)):
        kernel = KERNEL.search(rest)
        if kernel:
            found[kernel[1]] = name
    return found


def asked(body, names):
    """Conditions under which a kernel with these arguments refuses: it asks for the opposite in no branch."""
    for found in ASKS.finditer(body):
        before = body[: found.start()]
        words = [word.strip() for word in (found[2] or found[4] or "").split(",")]
        if before.count("{") != before.count("}") or any(word not in names for word in words):
            continue
        # The last argument is repeated as the result.
        places = ",".join(str(names.index(word)) for word in words)
        says = found[1] or found[3]
        yield (
            (f"mixed {places}" if says == "tensors_have_same_dim_order" else f"ordered {places}"),
            f"Check failed ({says}({found[2] or found[4] + '.dim_order()…'}))",
        )


def checks(git, commit, folder, operators):
    """By operator, what its kernel of a folder asks."""
    found = collections.defaultdict(dict)
    listed = subprocess.run(["git", "-C", git, "ls-tree", "--name-only", f"{commit}:{folder}"], capture_output=True, text=True, check=False).stdout
    for file in listed.split():
        if not re.fullmatch(r"op_\w+\.cpp", file):
            continue
        for kernel, arguments, body in FUNCTION.findall(shown(git, commit, f"{folder}/{file}")):
            if kernel in operators:
                plain = re.sub(r"/\*.*?\*/|//[^\n]*", "", arguments)
                names = [re.findall(r"\w+", part)[-1] for part in re.split(r",(?![^<]*>)", plain) if part.strip()]
                found[operators[kernel]].update(asked(body, names))
    return found


def main():
    """Reads all releases, and prints rows by intervals of them."""
    git, releases = sys.argv[1], [word.split("=", 1) for word in sys.argv[2:]]
    rows = collections.defaultdict(list)
    for release, commit in releases:
        portable = shown(git, commit, "kernels/portable/functions.yaml")
        optimized = kernels(*(shown(git, commit, f"kernels/optimized/{name}.yaml") for name in ("optimized", "optimized-oss")))
        asks = checks(git, commit, "kernels/portable/cpu", kernels(portable))
        others = checks(git, commit, "kernels/optimized/cpu", optimized)
        for operator, conditions in asks.items():
            for condition, says in conditions.items():
                if operator not in optimized.values() or condition in others.get(operator, {}):
                    rows[operator, condition, says].append(release)
    print("# What kernels ask of the dimension order of their arguments, read off their sources of all releases by")
    print("# evidence/peers/executorch/dim_orders.py. Do not edit: make it again.")
    names = [name for name, _ in releases]
    for (operator, condition, says), found in sorted(rows.items()):
        when = intervals(found, names)
        print(f"op-fails {operator if '::' in operator else 'aten::' + operator} {when} = run fails {condition} | {says}")


if __name__ == "__main__":
    main()
