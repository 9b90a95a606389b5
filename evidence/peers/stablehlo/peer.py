#!/usr/bin/env python3
"""What a release of jaxlib does with portable artifacts of StableHLO: a real reader and writer. Run by that release's Python path.

  peer.py read  JOBS      {"file": F, "text": T?}: deserialises F; the module's text goes to T
  peer.py write JOBS      {"text": T, "versions": [V…], "file": F, "by": B}: serialises the text T for each version V into F, in which `{}` is V; B is
                          `dialect` (StableHLO's own function), or `xla` (XLA's, which jax.export calls: it expands what older versions lack)

JOBS is a file of JSON, one object a line. For each a line is printed: the object, with `ok` (bool) and `says` (what was said). A crash is an
answer, too.
"""

import json
import os
import sys
import tempfile

from jaxlib.version import __version__ as RELEASE

NUMBERS = tuple(int(part) for part in RELEASE.split(".")[:3])
# Up to here, the function of the dialect's module crashes, and text is all that comes of an artifact.
TEXT_ONLY = NUMBERS <= (0, 4, 31)


class Refused(Exception):
    pass


def context():
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import stablehlo

    made, said = ir.Context(), []
    made.attach_diagnostic_handler(lambda found: said.append(str(found.message)) or True)
    stablehlo.register_dialect(made)
    return made, said, ir, stablehlo


def deserialize(data):
    if TEXT_ONLY:
        from jaxlib import xla_extension

        return xla_extension.mlir.deserialize_portable_artifact(data)
    made, said, _, stablehlo = context()
    try:
        module = stablehlo.deserialize_portable_artifact(made, data)
        return str(module)
    except Exception as error:
        raise Refused("; ".join(said) or str(error).splitlines()[0]) from None


def read(job):
    with open(job["file"], "rb") as file:
        text = deserialize(file.read())
    if not isinstance(text, str):
        text = text.decode()
    if "text" in job:
        with open(job["text"], "w") as file:
            file.write(text)


def write(job):
    """An answer for each version: nothing, or what was said."""
    _, said, _, stablehlo = context()
    with open(job["text"]) as file:
        text = file.read()
    answers = {}
    for version in job["versions"]:
        said.clear()
        try:
            if job["by"] == "dialect":
                data = stablehlo.serialize_portable_artifact_str(text, version)
            else:
                data = by_xla(text, version)
        except Exception as error:
            answers[version] = ("; ".join(said) or str(error).splitlines()[0])[:500]
            continue
        answers[version] = None
        with open(job["file"].replace("{}", version), "wb") as file:
            file.write(data)
    return answers


def by_xla(text, version):
    """Needs the jax of this release: its context has all dialects that XLA takes."""
    from jax._src.interpreters import mlir
    from jaxlib import _jax

    with mlir.make_ir_context() as made:
        return _jax.mlir.serialize_portable_artifact(mlir.ir.Module.parse(text, made), version, False)


def answered(work, job, said):
    """A job in this process: its answer, and what was said if it failed."""
    said.seek(0)
    said.truncate()
    try:
        return work(job), None
    except BaseException as why:
        text = str(why) if isinstance(why, Refused) else f"{type(why).__name__}: {why}"
        return None, spoken(said, text)


def spoken(said, last):
    """What was said on the way, or the last word."""
    said.seek(0)
    lines = said.read().decode(errors="replace").splitlines()
    errors = [line.split("error: ", 1)[1] for line in lines if "error: " in line]
    return ("; ".join(errors) or last.splitlines()[0] if last or errors else "nothing was said")[:500]


def apart(work, jobs):
    """Runs jobs in another process, which is made anew where one crashes; the answers, in order."""
    at = 0
    while at < len(jobs):
        ours, theirs = os.pipe()
        with tempfile.TemporaryFile() as said:
            child = os.fork()
            if child == 0:
                os.close(ours)
                os.dup2(said.fileno(), 2)
                with os.fdopen(theirs, "w") as answers:
                    for job in jobs[at:]:
                        print(json.dumps(answered(work, job, said)), file=answers, flush=True)
                os._exit(0)
            os.close(theirs)
            with os.fdopen(ours) as answers:
                for line in answers:
                    yield json.loads(line)
                    at += 1
            _, status = os.waitpid(child, 0)
            if os.WIFSIGNALED(status):
                yield None, f"crash (signal {os.WTERMSIG(status)}): {spoken(said, '')}"
                at += 1


def main():
    work = {"read": read, "write": write}[sys.argv[1]]
    with open(sys.argv[2]) as lines:
        jobs = [json.loads(line) for line in lines]
    for job, (answer, says) in zip(jobs, apart(work, jobs)):
        told = {"reader": RELEASE, "ok": says is None, "says": says}
        if sys.argv[1] != "write":
            print(json.dumps({**job, **told}), flush=True)
            continue
        for version in job["versions"]:
            said = says if answer is None else answer[version]
            file = job["file"].replace("{}", version)
            one = {"text": job["text"], "version": version, "by": job["by"], "file": file, "writer": RELEASE}
            print(json.dumps({**one, "ok": said is None, "says": said}), flush=True)


if __name__ == "__main__":
    main()
