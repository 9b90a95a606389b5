"""What a reader really does with a file, and what `convert` makes of it: for scripts that hold verdicts to outcomes."""

import gzip
import hashlib
import json
import subprocess

import same

GOOD = ("loads", "noted", "upgrades")


def kept(folder, release, path):
    """What a release prints for a file: status, and text or message; from FOLDER/texts if it was asked before."""
    digest = hashlib.sha256(path.read_bytes()).hexdigest()[:24]
    place = folder / "texts" / release / f"{digest}.gz"
    if place.exists():
        status, _, text = gzip.decompress(place.read_bytes()).decode(errors="replace").partition("\n")
        return int(status), text
    status, text = same.ask(release, path)
    if status != 124:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(gzip.compress(f"{status}\n{text}".encode(errors="replace"), 4))
    return status, text


def real(folder, producer, reader, original, read):
    """What a reader really does with a file: `loads`, `fails` with its message, `misreads` with the first difference; what it is promised less."""
    status, said = kept(folder, reader, read)
    if status:
        return ("excluded", "the reader did not end in time") if status == 124 else ("fails", said[:300])
    own, meant = kept(folder, producer, original)
    if own:
        return "excluded", "its own release does not read it"
    pair = (producer, reader)
    ours, theirs = same.normal(meant, producer, pair), same.normal(said, reader, pair)
    found = same.difference(ours, theirs)
    lost = same.weaker(ours, theirs)
    return ("loads", f"without promises: {lost}" if lost else "-") if found is None else ("misreads", found[:400])


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
