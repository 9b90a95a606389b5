"""What readers understand of files, by the code of `outlast prove`: `cargo xtask play tools`.

A reader's mlir-opt prints a file, and the release that wrote the original prints that; the two texts are compared operation by operation, under what is known of
both releases (crates/prove/src/tools/mlir). What a release prints is kept, so that it is asked once about each file.
"""

import json
import pathlib
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
import play  # noqa: E402 (beside the folder)


def ask(kept, questions):
    """Answers to questions: reader and file, and the release that wrote the original with that, or none of both to see only whether the file is read. Each
    answer is what the reader did and what there is to say of it: `same` (what it is not told, if anything), `other` (the first difference), `fails` (its message),
    `reads`, or `excluded` (why nothing can be said). `kept` is the folder that keeps texts."""
    jobs = []
    for reader, file, producer, original in questions:
        job = {"file": str(pathlib.Path(file).absolute()), "reader": f"mlir-{reader}"}
        jobs.append(job | ({"original": str(pathlib.Path(original).absolute()), "producer": f"mlir-{producer}"} if original else {}))
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        file.writelines(json.dumps(job) + "\n" for job in jobs)
        file.flush()
        lines = play.asked(["play", "tools", file.name, pathlib.Path(kept).absolute()]).splitlines() if jobs else []
    answers = [json.loads(line) for line in lines]
    return [(answer["did"], answer["says"].replace("\t", " ").replace("\n", " ")) for answer in answers]
