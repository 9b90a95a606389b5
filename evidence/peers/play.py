"""Asks runtimes by the code of `outlast prove`: `cargo xtask play`."""

import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


def calls(environment, script, function, arguments, seconds=30, alone=False):
    """Calls a function of a script in the Python of an environment with each argument, one after the other or each in a process of its own; one that ends
    the process always is. What became of them, in order:
    {"result": …}, or {"failure": `fails`, `crash`, `timeout` or `memory`, "message", "stage", "printed"}."""
    environment = pathlib.Path(environment).resolve()
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
        file.writelines(json.dumps(argument) + "\n" for argument in arguments)
        file.flush()
        words = ["play", "calls", environment / "bin/python", script, function, file.name, "--seconds", seconds, f"LD_LIBRARY_PATH={environment}/stubs", *["--alone"] * alone]
        return [json.loads(line) for line in asked(words).splitlines()]


def asked(words):
    """What `evidence` prints. OUTLAST_EVIDENCE names a binary that is built."""
    ready = os.environ.get("OUTLAST_EVIDENCE")
    command = [ready] if ready else ["cargo", "run", "--quiet", "--locked", "--manifest-path", "evidence/Cargo.toml", "--target-dir", "target/evidence", "--"]
    return subprocess.run([*command, *map(str, words)], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout


def how_it_ended(answer):
    """The signal or the exit status that a process ended with, as words: `SIGSEGV`, `exit status: 1`."""
    found = re.search(r"signal (\d+)", answer["message"])
    return signal.Signals(int(found.group(1))).name if found else answer["message"].removeprefix("the process ended: ")
