"""PyTorch's own answers about schemas beside those of outlast-opset.

    cargo build -p outlast-opset --example answers
    LD_LIBRARY_PATH=VENV/stubs VENV/bin/python -W ignore evidence/peers/torch/compare.py evidence/peers/torch/schemas.tar.xz target/debug/examples/answers

Pairs: every schema of a release with every overload of the same operator in the next release, in 2.15.0 for 1.10.2 and 2.0.1 as well; and schemas of
2.15.0 with mutations of them, which only the two parsers have to agree on first. Prints how many schemas each release breaks, and the confusion counts;
status 1 if an answer differs.
"""

import collections
import itertools
import pathlib
import random
import re
import subprocess
import sys
import tarfile
import tempfile

import torch

MUTATIONS = 150_000
PIECES = """( ) [ ] ? ! * ... -> , = | : . "x" 1 -1 1e3 0.5 None True int[2]_x=1 Tensor(a!) Union(int,str) Dict(str,int) Future(int) [] (a) (a->*) (a|b!) _int_y=2
*,_ SymInt ScalarType Scalar float bool str Device t [3] [1,2] =None =1 =1.5 =True =[1] ='a' MemoryFormat Any complex 1j Generator Layout (int,Tensor) Stream
NoneType""".replace("_", " ").split()
TOKENS = re.compile(r"[A-Za-z_0-9.]+|->|\.\.\.|\s+|.")


def parse(text):
    try:
        return torch._C.parse_schema(text)
    except Exception:  # It raises whatever it meets.
        return None


def letter(question):
    try:
        return "ny"[question()]
    except IndexError:
        return "x"


def answer(new, old):
    return letter(lambda: new.is_backward_compatible_with(old)) + letter(lambda: new.check_forward_compatible_with(old)[0])


def mutated(text, rng):
    tokens = TOKENS.findall(text)
    for _ in range(rng.randint(1, 3)):
        at, kind = rng.randrange(len(tokens)), rng.random()
        if kind < 0.25 and len(tokens) > 3:
            del tokens[at]
        elif kind < 0.6:
            tokens.insert(at, rng.choice(PIECES))
        elif kind < 0.9:
            tokens[at] = rng.choice(PIECES)
        else:
            other = rng.randrange(len(tokens))
            tokens[at], tokens[other] = tokens[other], tokens[at]
    return "".join(tokens)


def ours(program, pairs):
    text = "".join(f"{old}\t{new}\n" for old, new in pairs)
    out = subprocess.run([program], input=text, stdout=subprocess.PIPE, text=True, check=True).stdout
    return [line.split("\t", 1) for line in out.split("\n")[:-1]]


def main():
    archive, program = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder, tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
        paths = sorted(pathlib.Path(folder).rglob("*.txt"), key=lambda path: tuple(map(int, path.stem.split("."))))
        texts = {path.stem: path.read_text().splitlines() for path in paths}
    schemas = {release: [(text, schema) for text in lines if (schema := parse(text)) is not None] for release, lines in texts.items()}
    confusion, wrong = collections.Counter(), 0
    for old_release, new_release in [*itertools.pairwise(texts), ("1.10.2", "2.15.0"), ("2.0.1", "2.15.0")]:
        by_name = collections.defaultdict(list)
        for text, schema in schemas[new_release]:
            by_name[schema.name].append((text, schema))
        pairs, theirs, broken = [], [], [0, 0]
        for text, schema in schemas[old_release]:
            answers = [answer(new, schema) for _, new in by_name[schema.name]]
            pairs += [(text, new) for new, _ in by_name[schema.name]]
            theirs += answers
            for direction in range(2):
                broken[direction] += not any(one[direction] == "y" for one in answers)
        unread = len(texts[old_release]) - len(schemas[old_release])
        print(f"{old_release} to {new_release}: {len(schemas[old_release])} schemas ({unread} not read), {broken[0]} break backward, {broken[1]} forward")
        for pair, their, (our, _) in zip(pairs, theirs, ours(program, pairs), strict=True):
            confusion["between releases", "PyTorch " + their, "ours " + our[:2]] += 1
            if their != our[:2]:
                wrong += 1
                print("differs:", *pair, their, our, sep="\n  ")
    rng = random.Random(14)
    lines = [text for text, _ in schemas["2.15.0"]]
    pairs = [(text, mutated(text, rng)) for text in rng.choices(lines, k=MUTATIONS)]
    for (old, new), (our, _) in zip(pairs, ours(program, pairs), strict=True):
        schema = parse(new)
        their = "-" if schema is None else answer(schema, parse(old))
        confusion["mutated", "PyTorch " + their, "ours " + our[:2]] += 1
        if "-" not in (their, our) and their != our[:2]:
            wrong += 1
            print("differs:", old, new, their, our, sep="\n  ")
    for key, count in sorted(confusion.items()):
        print(f"{count:8}", *key, sep="  ")
    print(wrong, "answers differ")
    sys.exit(wrong > 0)


main()
