"""What readers understand of files, by the code of `outlast prove`: `cargo xtask play tools`, or the program that OUTLAST_XTASK names.

A reader's mlir-opt prints a file, and the release that wrote the original prints that; the two texts are compared operation by operation, under what is known of
both releases (crates/prove/src/tools/mlir). What a release prints is kept, so that it is asked once about each file.
"""

import json
import os
import pathlib
import subprocess
import tempfile

import releases


def ask(kept, questions):
    """Answers to questions: reader and file, and the release that wrote the original with that, or none of both to see only whether the file is read. Each
    answer is what the reader did and what there is to say of it: `same` (what it is not told, if anything), `other` (the first difference), `fails` (its message),
    `reads`, or `excluded` (why nothing can be said). `kept` is the folder that keeps texts."""
    jobs = []
    for reader, file, producer, original in questions:
        job = {"file": str(pathlib.Path(file).absolute()), "reader": f"mlir-{reader}"}
        jobs.append(job | ({"original": str(pathlib.Path(original).absolute()), "producer": f"mlir-{producer}"} if original else {}))
    if not jobs:
        return []
    xtask = os.environ.get("OUTLAST_XTASK")
    command = [xtask] if xtask else ["cargo", "run", "--quiet", "--locked", "--package", "xtask", "--"]
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.write("".join(json.dumps(job) + "\n" for job in jobs))
        file.flush()
        command = [*command, "play", "tools", file.name, str(pathlib.Path(kept).absolute())]
        done = subprocess.run(command, cwd=releases.ROOT, stdout=subprocess.PIPE, text=True, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    return [(answer["did"], answer["says"].replace("\t", " ").replace("\n", " ")) for answer in answers]
