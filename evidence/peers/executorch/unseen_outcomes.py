"""How what `cargo xtask play files` says of a file becomes an outcome, for the sets of unseen.py; docs/accuracy.md has the rules."""

import math

ORDER = ["loads", "fails", "misreads"]
ALIKE = "all runtimes that run it agree with one another, and not with what its exporter recorded"


def outcome(rows, recorded_otherwise=()):
    """The worst of a file's methods; of levels of verification, the one that applications have by default.

    Methods of `recorded_otherwise` say nothing of a reader, where it gives for them what all readers give.
    """
    methods, why = {}, "the Python binding of this release cannot ask"
    for row in rows:
        methods.setdefault(row["method"], {})[row["verification"]] = row
    worst = None
    for method, levels in methods.items():
        row = next(levels[level] for level in ("none", "minimal", "internal") if level in levels)
        if row.get("harness") or row["outcome"] == "skip":
            continue
        if method in recorded_otherwise and row["outcome"] == "wrong" and close(row.get("gave"), *recorded_otherwise[method]):
            why = ALIKE
            continue
        does = {"ok": "loads", "wrong": "misreads"}.get(row["outcome"], "fails")
        # A method that ran for one input and not for another says something of the input: as in the matrix of the corpus.
        passed = (row.get("cases") or 0) - (does == "misreads")
        if does != "loads" and (row.get("stage") or "").endswith("run") and passed > 0:
            why = "several inputs ran, and the record does not say that all of them failed"
            continue
        stage = (row.get("stage") or "-").split("+")[0] if does == "fails" else "-"
        message = " ".join((row.get("exception") or row.get("log") or "-").split())[:200] if does != "loads" else "-"
        if worst is None or ORDER.index(does) > ORDER.index(worst[0]):
            worst = (does, stage, message)
    return worst or ("excluded", "-", why)


def recorded_otherwise(rows, exporter, tolerance):
    """Methods of a file for which every runtime that runs them gives the same, that of its exporter among them, and none what was recorded: the file
    does not say what its exporter recorded, and that is no fault of a reader. With what they give, and within which tolerance that is the same."""
    methods = {}
    for row in rows:
        if row["outcome"] in ("ok", "wrong"):
            methods.setdefault(row["method"], []).append(row)
    found = {}
    for method, ran in methods.items():
        own = next((row for row in ran if row["runtime"].split("+")[0] == exporter), None)
        others = {row["runtime"] for row in ran} - {own and own["runtime"]}
        if own and others and all(row["outcome"] == "wrong" and close(row.get("gave"), own.get("gave"), tolerance) for row in ran):
            found[method] = (own["gave"], tolerance)
    return found


def close(one, other, tolerance):
    """Whether what two runtimes gave is the same within a tolerance, as it compares: shapes exactly, numbers by absolute and relative error."""
    if not one or not other:
        return False
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(a == b or close(a, b, tolerance) for a, b in zip(one, other))
    if isinstance(one, float) and isinstance(other, float) and math.isfinite(one) and math.isfinite(other):
        return abs(one - other) <= tolerance + tolerance * abs(other)
    return one == other
