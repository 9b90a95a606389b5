"""The operators that a release of PyTorch calls for code in TorchScript archives.

    evidence/peers/torch/resolved.py VENV FILE … > ROWS
    cargo run -p outlast-torchscript --example calls RELEASE FILE … > CALLS
    python evidence/peers/torch/resolved.py --compare ROWS CALLS

A row for each operator that the loaded graphs of a file have at a line of code: the release, the file, the record with the line, the operator's name with the
overload that runs, behind a row `loaded`. Releases before 1.9 do not say overloads. Each file is loaded in a process of its own, without the records that say where the code came from: with them, places are those
of the original Python. `refused` and a line of the message for files that the release does not load. Calls whose result the release knows or does not
need are removed by it, and are not in the rows. Files are named by their folder and name.
"""

import io
import os
import pathlib
import re
import sys
import zipfile

PLACE = re.compile(r'File "([^"]*)", line (\d+)')


def without_debug(path):
    out = io.BytesIO()
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as new:
        for name in old.namelist():
            if "/debug/" in name:
                # Archives of 1.0 to 1.2 need these records.
                new.writestr(name, b"\x80\x02).")
            elif "debug_pkl" not in name:
                new.writestr(name, old.read(name))
    return io.BytesIO(out.getvalue())


def nodes(block):
    for node in block.nodes():
        yield node
        for inner in node.blocks():
            yield from nodes(inner)
        for name in node.attributeNames():
            if node.kindOf(name) == "g":
                yield from nodes(node.g(name))


def graphs(module):
    """The graphs of all methods, with what they call in them."""
    import torch

    seen = {}
    open_modules = [module._c]
    while open_modules:
        one = open_modules.pop()
        for name in one._method_names():
            graph = one._get_method(name).graph.copy()
            torch._C._jit_pass_inline(graph)
            yield graph
        if id(one) in seen:
            continue
        # Kept, so that no other module gets its number.
        seen[id(one)] = one
        for _, inner in torch._C.ModuleDict(one).items():
            open_modules.append(inner)


def one(path, stage):
    """Called inside the release: the rows of a file, without those that are the same for all."""
    import torch

    rows = set()
    stage("load")
    try:
        loaded = torch.jit.load(without_debug(path), map_location="cpu")
        for graph in graphs(loaded):
            for node in nodes(graph):
                try:
                    schema = node.schema()
                except Exception:
                    continue
                if "(" not in schema or schema.startswith("(no"):
                    continue
                place = PLACE.search(node.sourceRange())
                if place:
                    rows.add((place.group(1), int(place.group(2)), schema.split("(")[0].strip()))
    except Exception as error:
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        return [("refused", lines[0][:200] if lines else "")]
    return [("loaded", ""), *((f"{record}:{line}", name) for record, line, name in sorted(rows))]


def short(path):
    return "/".join(os.path.abspath(path).split("/")[-2:])


# What a release calls an operator by another name, once it is resolved (passes/normalize_ops.cpp).
ALIASES = dict(
    line.split() for line in """absolute abs,absolute_ abs_,clip clamp,clip_ clamp_,det linalg_det,ger outer,arccos acos,arccos_ acos_,arcsin asin,arcsin_ asin_,arctan atan,arctan_ atan_,
    arccosh acosh,arccosh_ acosh_,arcsinh asinh,arcsinh_ asinh_,arctanh atanh,arctanh_ atanh_,fix trunc,fix_ trunc_,negative neg,negative_ neg_,subtract sub,subtract_ sub_,
    greater_equal ge,greater_equal_ ge_,greater gt,greater_ gt_,less_equal le,less_equal_ le_,less lt,less_ lt_,not_equal ne,not_equal_ ne_,divide div,divide_ div_,multiply mul,
    multiply_ mul_,linalg_matmul matmul,inverse linalg_inv,true_divide div,true_divide_ div_,concat cat,concatenate cat,row_stack vstack,swapaxes transpose,swapaxes_ transpose_,
    swapdims transpose,swapdims_ transpose_,moveaxis movedim,special_erf erf,special_erfc erfc,special_erfinv erfinv,special_expit sigmoid,special_exp2 exp2,special_expm1 expm1,
    special_logit logit,special_logsumexp logsumexp,special_round round,special_log1p log1p,special_sinc sinc,special_digamma digamma,special_psi digamma,special_i0 i0,
    special_xlogy xlogy,special_log_softmax log_softmax,special_softmax softmax,special_gammainc igamma,special_gammaincc igammac,orgqr linalg_householder_product,
    adjoint mH,rsub sub,matrix_exp linalg_matrix_exp,logdet linalg_slogdet,special_polygamma polygamma,special_gammaln lgamma,special_multigammaln mvlgamma,nanmean nanmean""".replace("\n", "").split(",")
)
COMPILER = ("prim::Uninitialized",)
# A function of numbers that is inlined where it is given floats: its operators on any numbers become those on floats in the graph.
NUMBERS = re.compile(r"[.](int|float|int_float|float_int)$")


def compare(rows, calls):
    """Compares what a release calls with what the example `calls` prints for it."""
    theirs, refused, ours, problems, unknown = {}, {}, {}, {}, 0
    for line in open(rows):
        _, file, place, what, *_ = [*line.rstrip("\n").split("\t"), ""]
        if place in ("refused", "crashed"):
            refused[file] = what
        else:
            theirs.setdefault(file, set()).add((place, what))
    for line in open(calls):
        path, place, name, meant, *ran = line.rstrip("\n").split("\t")
        file = short(path)
        if name == "problem" or meant.startswith(("none", "refused")):
            problems.setdefault(file, []).append(" ".join([place, name, meant, *ran]))
        elif name == "unknown":
            unknown += int(meant)
        else:
            namespace, plain = name.split("::")
            for one in {ran[0], meant.split(" ")[0]} - {""}:
                overload = one[len(name) :] if one.startswith(name) else ""
                ours.setdefault(file, {}).setdefault((place, name), set()).add(one)
                if plain in ALIASES:
                    alias = f"{namespace}::{ALIASES[plain]}"
                    ours[file].setdefault((place, alias), set()).add(alias + overload)
    same = differs = narrowed = 0
    for file, found in sorted(theirs.items()):
        for place, what in sorted(found):
            if place == "loaded" or place.startswith("<string>") or what in COMPILER:
                continue  # the code of an upgrader; what the compiler itself adds
            known = ours.get(file, {}).get((place, what.split(".")[0]), set())
            if what in known:
                same += 1
            elif NUMBERS.search(what) and what.split(".")[0] in known:
                narrowed += 1
            else:
                differs += 1
                print("differs", file, place, what, *sorted(known))
    for file in sorted(set(theirs) & set(problems)):
        print("loaded, and a problem for us", file, problems[file][0])
    format_version = re.compile("version|Legacy model format|archive")
    for file in sorted(set(refused) - set(problems)):
        if not format_version.search(refused[file]):
            print("refused, and no problem for us", file, refused[file])
    print(f"{len(theirs)} files loaded, {len(refused)} refused; {same} calls alike, {differs} not, {narrowed} of numbers whose kind only the caller knows; {unknown} values cannot be told")
    return 1 if differs else 0


def main():
    if sys.argv[1] == "--compare":
        sys.exit(compare(*sys.argv[2:4]))
    environment, *paths = sys.argv[1:]
    from run import about, play

    script, release = pathlib.Path(__file__).resolve(), about(environment)["release"]
    for path, answer in zip(paths, play.calls(environment, script, "one", list(map(os.path.abspath, paths)), 120, alone=True)):
        rows = answer["result"] if "result" in answer else [("crashed", play.how_it_ended(answer))]
        for row in rows:
            print(release, short(path), *row, sep="\t")


if __name__ == "__main__":
    main()
