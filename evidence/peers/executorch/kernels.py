#!/usr/bin/env python3
"""Makes `op-fails` rows of what the programs of sweep.py did in real releases.

    kernels.py SWEEP_DIR > executorch-kernels.txt        reads SWEEP_DIR/*/*.json, SWEEP_DIR/results/*.jsonl

A row needs a failure with the benign recording (small positive numbers).  What fails only with the other recording becomes
a comment `# input-only`; what no condition on the shape's words tells from uses that work becomes `# no condition`.
"""
import collections
import glob
import itertools
import json
import os
import re
import sys

WIDE = re.compile(r"(?:u?int|b?float|bool|complex)\w*")
CONVERSIONS = {"aten::_to_copy.out", "dim_order_ops::_to_dim_order_copy.out"}
CHATTER = re.compile(
    r"InternalConsistency|Overriding output|set_output_data_ptr|annot override|existing data pointer|\barg \d+ with type|KernelCall failed|There are \d|"
    r"registered|DEPRECATED|cpuinfo|^\s*$|is memory planned")  # fmt: skip


def order(release):
    return tuple(map(int, release.split(".")))


def message(text):
    """The line of the log that says why, without what differs between uses."""
    lines = [re.sub(r"^\s*(?:[IEFWD] executorch:|\[)[\w.]+:\d+\] ?", "", line) for line in text.splitlines() if not CHATTER.search(line)]
    lines = [line.strip() for line in lines if line.strip()]
    telling = [line for line in lines if re.search(r"Check failed|assert failed|Unhandled|not supported|Expected|resize", line)]
    line = (telling or lines or [""])[-1]
    line = re.sub(r"(?<=dtype )\d+", "…", line)
    line = re.sub(r"\b(Byte|Char|Short|Int|Long|Half|Float|Double|Bool|BFloat16)\b(?= for )", "…", line)
    line = re.sub(r"\d{2,}|(?<![\w.])\d+(?![\w.)])", "…", line) if "Check failed" not in line and "assert failed" not in line else line
    return line.rstrip(": ")[:160]


def blame(entry, row):
    """The call that failed, as (name, shape, detail), from what the runtime says."""
    calls = entry["calls"]
    found = re.findall(r"KernelCall failed at instruction \d+:(\d+) in operator (\S+): ", row.get("log", ""))
    if found:
        index = int(found[-1][0])
        if index < len(calls) and calls[index] and calls[index][0] == found[-1][1]:
            return index
    for source in re.findall(r"\bop_(\w+)\.cpp", row.get("log", ""))[::-1]:
        for i, call in enumerate(calls):
            if call and re.sub(r"^\w+::_?|\..*$", "", call[0]).strip("_") == source.strip("_"):
                return i
    kernel = [i for i, call in enumerate(calls) if call and call[0] == entry["kernel"]]
    other = [i for i, call in enumerate(calls) if call and call[0] not in CONVERSIONS]
    return kernel[0] if kernel else other[0] if other else None


def read(folder):
    """{operator: {release: {shape: {(suffix, detail): outcome}}}}; an outcome is "ok" or (stage, outcome, message)."""
    entries = {}
    for path in glob.glob(os.path.join(folder, "*", "*.json")):
        name = os.path.basename(path)[:-5]
        if name != "mutants":
            with open(path) as f:
                entries[name] = json.load(f)
    seen = collections.defaultdict(lambda: collections.defaultdict(lambda: collections.defaultdict(dict)))
    notes = collections.Counter()
    releases = set()
    for path in glob.glob(os.path.join(folder, "results", "*.jsonl")):
        rows = {}
        with open(path) as f:
            for text in f:
                row = json.loads(text)
                if row["verification"] != "minimal":
                    rows[row["model"], row["file"], row["method"]] = row
        for wrong_too in (False, True):  # what works clears its calls of suspicion first
            for (model, file, method), row in rows.items():
                release = row["runtime"]
                releases.add(release)
                name = file[:-4]
                suffix = model[len(name):]
                entry = entries[name]["methods"].get(method)
                if entry is None or (row["outcome"] == "wrong") != wrong_too:
                    continue
                calls = [(i, call) for i, call in enumerate(entry["calls"]) if call]
                if row["outcome"] == "ok":
                    notes["ok"] += 1
                    for _, (operator, shape, detail) in calls:
                        seen[operator][release][shape][suffix, detail] = "ok"
                elif row["outcome"] == "wrong":
                    suspects = [c for _, c in calls if "ok" not in seen[c[0]][release].get(c[1], {}).values()]
                    kernel = [c for c in suspects or [c for _, c in calls] if c[0] == entry["kernel"]]
                    what = kernel or suspects or [c for _, c in calls]
                    if what:
                        notes["wrong"] += 1
                        operator, shape, detail = what[0]
                        seen[operator][release][shape][suffix, detail] = ("run", "misreads", "")
                elif re.search(r"aten_bridge.cpp|tensor_ptr.cpp", row.get("log", "")):
                    notes["not measured: the binding refuses the tensor"] += 1
                elif row.get("harness"):
                    notes["not measured: " + re.sub(r": .*", "", row["harness"])] += 1
                elif row.get("stage") != "run":
                    notes["not loaded"] += 1
                else:
                    at = blame(entry, row)
                    if at is None:
                        notes["nobody to blame"] += 1
                        continue
                    notes[row["outcome"]] += 1
                    for i, (operator, shape, detail) in calls:
                        if i == at:
                            seen[operator][release][shape][suffix, detail] = ("run", "fails", message(row.get("log", "")))
    return seen, sorted(releases, key=order), notes


def words(shape):
    return [w.strip("[]").split("@")[0].split("~")[0] for w in shape.split(" ")]


def numeric(word):
    return WIDE.fullmatch(word) is not None


def candidates(failing):
    """Sets of argument numbers, the simplest first."""
    length = min(len(words(s)) for s in failing)
    places = [n for n in range(length) if all(numeric(words(s)[n]) or words(s)[n] in ("true", "false", "Null") for s in failing)]
    for size in (1, 2, 3):
        yield from itertools.combinations(places, size)


def dim_order(shape, place):
    word = shape.split(" ")[place]
    return word.split("@")[1].strip("~]") if "@" in word else ""


def differ(shape, a, b):
    """Whether two arguments are tensors with different dimension orders."""
    kinds = words(shape)
    return len(kinds) > max(a, b) and numeric(kinds[a]) and numeric(kinds[b]) and dim_order(shape, a) != dim_order(shape, b)


def conditions(failing, working):
    """Conditions (texts) that together hold for all failing shapes and for no working one, and the shapes that are left."""
    texts = []
    for a, b in ((0, -1), (1, -1), (0, 1)):
        found = [s for s in failing if differ(s, a, b)]
        if found and not any(differ(s, a, b) for s in working):
            texts.append(f"orders {a} {b}")
            failing = [s for s in failing if s not in found]
    for places in ((0,), (1,), (0, -1)):
        found = [s for s in failing if len(s.split(" ")) > 1 and all(dim_order(s, n) for n in places)]
        sets = [sorted({dim_order(s, n) for s in found}) for n in places]
        if found and not any(len(s.split(" ")) > 1 and all(dim_order(s, n) in each for n, each in zip(places, sets)) for s in working):
            texts.append(" and ".join(f"order {n} {','.join(each)}" for n, each in zip(places, sets)))
            failing = [s for s in failing if s not in found]
    if not failing:
        return texts, []
    more, left = typed(failing, working)
    return texts + more, left


def one(place, words):
    """The condition that an argument is one of these: element types of a tensor, or other values."""
    return f"{'type' if all(map(WIDE.fullmatch, words)) else 'is'} {place} {','.join(words)}"


def typed(failing, working):
    """The same, by the element types and flags of arguments."""
    if not working and len(failing) >= 6:
        return ["always"], []
    working = [words(s) for s in working]
    for places in candidates(failing):
        sets = [sorted({words(s)[n] for s in failing}) for n in places]
        if not any(all(len(w) > n and w[n] in s for n, s in zip(places, sets)) for w in working):
            return [" and ".join(one(n, s) for n, s in zip(places, sets))], []
    if len(failing) == 1:
        return [], failing
    # one by one, grouped by the first argument that sets them apart
    found, left = collections.defaultdict(set), []
    for shape in failing:
        mine = words(shape)
        for places in candidates([shape]):
            if not any(all(len(w) > n and w[n] == mine[n] for n in places) for w in working):
                key = tuple((n, mine[n]) for n in places[:-1]) + ((places[-1], None),)
                found[key].add(mine[places[-1]])
                break
        else:
            left.append(shape)
    rows = [[(n, frozenset([t])) for n, t in key[:-1]] + [(key[-1][0], frozenset(last))] for key, last in sorted(found.items(), key=str)]
    return sorted(" and ".join(one(n, sorted(s)) for n, s in row) for row in merged(rows)), left


def merged(rows):
    """Joins rows that differ in one set."""
    for a, b in itertools.combinations(rows, 2):
        apart = [i for i, (x, y) in enumerate(zip(a, b)) if x[1] != y[1]]
        if [n for n, _ in a] == [n for n, _ in b] and len(apart) == 1:
            i = apart[0]
            joined = a[:i] + [(a[i][0], a[i][1] | b[i][1])] + a[i + 1 :]
            return merged([joined] + [row for row in rows if row is not a and row is not b])
    return rows


def spans(found, releases, measured):
    """Intervals of releases; a release without a measurement does not break one."""
    result, start, last = [], None, None
    for release in releases:
        if release in found:
            start, last = start or release, release
        elif release in measured and start:
            result.append((start, last))
            start = None
    if start:
        result.append((start, last))
    return result


def interval(start, end, releases):
    return f"{start}-" if end == releases[-1] else start if start == end else f"{start}-{end}"


def main(folder):
    seen, releases, notes = read(folder)
    rows, inputs, without = [], [], []
    for operator in sorted(seen):
        texts = collections.defaultdict(dict)  # (outcome, condition) -> {release: message}
        edges, unclear = collections.defaultdict(set), collections.defaultdict(set)
        measured = {r for r in releases if seen[operator].get(r)}
        for release in measured:
            shapes = seen[operator][release]
            groups, working = collections.defaultdict(list), []
            for shape, cases in sorted(shapes.items()):
                benign = {detail: o for (suffix, detail), o in cases.items() if not suffix}
                edge = {detail: o for (suffix, detail), o in cases.items() if suffix and o != "ok"}
                bad = {o for o in benign.values() if o != "ok"}
                if bad and "ok" in benign.values():
                    for detail, o in benign.items():
                        if o != "ok":
                            good = sorted(d for d, o in benign.items() if o == "ok")
                            unclear[shape, o, detail, "; ".join(good[:3])].add(release)
                    working.append(shape)
                elif bad:
                    outcome = sorted(bad)[0]
                    groups[outcome[1], outcome[2]].append(shape)
                elif "ok" in benign.values():
                    working.append(shape)
                    for _, o in edge.items():
                        edges[shape, o].add(release)
            # first together, whatever the message; then one message at a time
            everything = [s for g in groups.values() for s in g]
            for (outcome, says), failing in sorted(groups.items()):
                same = [s for s in everything if any(s in g for (o, m), g in groups.items() if o == outcome)]
                others = working + [s for s in everything if s not in same]
                made, left = conditions(failing, others)
                for text in made:
                    texts[outcome, text].setdefault(release, says)
                for shape in left:
                    unclear[shape, ("run", outcome, says), "", ""].add(release)
        for (outcome, text), found in texts.items():
            for start, end in spans(found, releases, measured):
                # rows of one message each
                part = [r for r in releases if r in found and order(start) <= order(r) <= order(end)]
                for says, same in itertools.groupby(part, key=lambda r: found[r]):
                    same = list(same)
                    tail = f" | {says}" if says else ""
                    rows.append((operator, order(same[0]), f"op-fails {operator} {interval(same[0], same[-1], releases)} = run {outcome} {text}{tail}"))
        grouped = collections.defaultdict(set)
        for (shape, (_, outcome, says)), found in edges.items():
            types = ",".join(dict.fromkeys(w for w in words(shape) if numeric(w)))
            for start, end in spans(found, releases, measured):
                grouped[interval(start, end, releases), outcome, says].add(types)
        for (when, outcome, says), types in sorted(grouped.items()):
            inputs.append(f"# input-only: {operator} {when} = run {outcome} for {' '.join(sorted(types))}{' | ' + says if says else ''}")
        lines = collections.defaultdict(list)
        for (shape, (_, outcome, says), detail, good), found in sorted(unclear.items(), key=str):
            for start, end in spans(found, releases, measured):
                lines[interval(start, end, releases), outcome, shape, says].append((detail, good))
        for (when, outcome, shape, says), uses in lines.items():
            fails = "; ".join(detail for detail, _ in uses[:3] if detail) + (f"; {len(uses) - 3} more" if len(uses) > 3 else "")
            good = uses[0][1].split("; ")[0]
            text = f"# no condition: {operator} {when} = run {outcome} ({shape})" + (f" with {fails}" if fails else "")
            without.append(text + (f", but not with {good}" if good else "") + (f" | {says}" if says else ""))
    print("# Operators that are registered and fail for some element types, by evidence/peers/executorch/kernels.py from real runs of the")
    print(f"# programs of sweep.py on {len(releases)} releases. Do not edit: make it again.")
    # What is misread is misread for where elements lie, to which dimensions of one element make no difference; a check looks at those, too.
    known = [text.replace(" orders ", " layouts ") if " = run misreads " in text else text for _, _, text in sorted(rows)]
    for text in known:
        if not re.search(r" order ", text):
            print(text)
    orders = [text for text in known if re.search(r" order ", text)]
    for part in (orders, inputs, without):
        if part:
            print()
        for text in part:
            print(text)
    print(dict(notes), file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1])
