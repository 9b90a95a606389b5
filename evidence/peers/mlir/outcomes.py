"""What a reader really does with a file, and what `convert` makes of it: for scripts that hold verdicts to outcomes."""

import json
import subprocess

import understood

GOOD = ("loads", "noted", "upgrades")


def real(folder, questions):
    """What readers really do with files, for each (producer, reader, original, read): `loads` with what the reader is promised less, `fails` with its message,
    `misreads` with the first difference, `excluded` with the reason. What releases print is kept in FOLDER/texts."""
    asked = [(reader, read, producer, original) for producer, reader, original, read in questions]
    words = {"same": "loads", "other": "misreads"}
    answers = understood.ask(folder / "texts", asked)
    return [(words.get(did, did), (said or "-")[: 300 if did == "fails" else 400]) for did, said in answers]


def verdict_of(result):
    reasons = [reason for entry in result.get("entry_points") or [] for reason in entry["reasons"]]
    mine = [reason for reason in reasons if reason["outcome"] == result.get("outcome")] or reasons
    return result.get("outcome") or "error", mine[0]["message"] if mine else "-"


def converted(outlast, path, reader, out):
    """What `convert` does: `written` with the verdict on it, or `refused` with the first reason."""
    out.parent.mkdir(parents=True, exist_ok=True)
    out.unlink(missing_ok=True)
    command = [outlast, "convert", str(path), "--target", f"mlir-{reader}", "-o", str(out), "--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    answer = json.loads(done.stdout) if done.stdout.startswith("{") else {}
    if done.returncode == 0 and out.exists():
        return "written", *verdict_of(answer["verdict"])
    reasons = answer.get("reasons") or []
    first = reasons[0] if reasons else answer.get("error") or {"message": done.stderr.strip()[:200]}
    return "refused", "refused", first if isinstance(first, str) else first.get("why") or first.get("message") or str(first)
