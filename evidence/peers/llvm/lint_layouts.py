"""Infers record layouts from streams of two releases of LLVM and Clang, and holds what the lint finds to the changes that are known.

    lint_layouts.py OUTLAST SAMPLES OUT HEADERS [OLD NEW]

SAMPLES is what `samples.sh` made with both releases, 14 and 22 unless others are named; HEADERS is what `headers.sh` unpacked. OUT gets a folder with
the streams that both releases made of the same sources, by kind: LLVM IR, Clang's syntax trees, diagnostics, remarks.

Known changes are of two kinds:

1. Records that the headers of one release have and those of the other have not, or with another code, by name. Those that are counted stand in a
   stream, by what llvm-bcanalyzer of the newer release prints: an old record that is gone or has another code in a stream of the old release, a new one
   in a stream of the new release. What no stream shows cannot be found; it is counted apart.
2. Operands that were added, and constants that changed: `lint_layouts.tsv`.

Status 1 where one of them is not found.
"""

import collections
import json
import pathlib
import re
import shutil
import subprocess
import sys

from names_carried import clang, enumerators, stripped
from tools import tool

HERE = pathlib.Path(__file__).parent
MAGICS = {b"BC\xc0\xde": "ir", b"\xde\xc0\x17\x0b": "ir", b"CPCH": "ast", b"DIAG": "diagnostics", b"RMRK": "remarks"}
# Enums of LLVMBitCodes.h, and the blocks that they are of.
IR = {
    "IdentificationCodes": [13], "ModuleCodes": [8], "AttributeCodes": [9, 10], "TypeCodes": [17], "OperandBundleTagCode": [21], "ValueSymtabCodes": [14],
    "ModulePathSymtabCodes": [19], "GlobalValueSummarySymtabCodes": [20, 24], "MetadataCodes": [15, 16, 22], "ConstantsCodes": [11],
    "FunctionCodes": [12], "UseListCodes": [18], "SyncScopeNameCode": [26], "StrtabCodes": [23], "SymtabCodes": [25],
}
RULES = {
    "added": {"layout-record-added", "layout-record-code-reused", "layout-second-record"},
    "renumbered": {"layout-record-renumbered", "layout-record-code-reused"},
    "renamed": {"layout-renamed", "layout-record-code-reused", "layout-record-removed", "layout-record-added"},
    "removed": {"layout-record-removed", "layout-record-code-reused"},
}
# Of few streams, nobody can say that what they have in common is always so.
REMARKS = [(source, level) for source in ("loops.c", "program.c", "other.c", "tiny.c") for level in ("-O1", "-O2", "-O3", "-Os")]


def collect(samples, out, releases):
    """The streams that both releases have, by kind."""
    shutil.rmtree(out, ignore_errors=True)
    kinds = collections.Counter()
    for old in sorted((samples / f"v{releases[0]}").iterdir()):
        new = samples / f"v{releases[1]}" / old.name
        kind = MAGICS.get(old.read_bytes()[:4])
        if kind is None or not new.exists() or MAGICS.get(new.read_bytes()[:4]) != kind:
            continue
        kinds[kind] += 1
        for release, file in zip(releases, (old, new)):
            folder = out / kind / release
            folder.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, folder / file.name)
    for source, level in REMARKS:
        name = f"{source.removesuffix('.c')}{level}.opt.bitstream"
        for release in releases:
            subprocess.run([f"clang-{release}", level, "-g", "-w", "-c", "-emit-llvm", HERE / "src" / source, "-o", "/dev/null",
                            "-fsave-optimization-record=bitstream", f"-foptimization-record-file={out}/remarks/{release}/{name}"], check=True)
        files = [out / "remarks" / release / name for release in releases]
        if not all(file.exists() and file.stat().st_size for file in files):
            for file in files:
                file.unlink(missing_ok=True)
        else:
            kinds["remarks"] += 1
    return kinds


def seen(folder, release):
    """The records in streams, as (block, code), and names of blocks."""
    records, names = set(), {}
    for file in sorted(folder.iterdir()):
        done = subprocess.run([*tool("llvm-bcanalyzer", release), "--dump", "--non-symbolic", file], capture_output=True)
        if done.returncode:
            raise RuntimeError(f"{file}: {done.stderr.decode()}")
        blocks = []
        for line in done.stdout.decode("utf-8", "replace").splitlines():
            if not line.strip():
                break
            if found := re.match(r" *<(\w+)(?: BlockID=(\d+))? NumWords=", line):
                block = int(found[2] or found[1].removeprefix("UnknownBlock"))
                names[block] = found[1]
                blocks.append(block)
            elif re.match(r" *</", line):
                blocks.pop()
            elif found := re.match(r" *<[^<>]*?(?: codeid=(\d+)|UnknownCode(\d+))\b", line):
                records.add((blocks[-1], int(found[1] or found[2])))
    return records, names


def ir_names(headers):
    """Records of LLVM IR, as {(block, code): name}."""
    text = stripped(headers / "llvm/Bitcode/LLVMBitCodes.h")
    records = {}
    for name, body in re.findall(r"enum\s+(\w+)[^{;]*\{(.*?)\}", text, flags=re.S):
        for key, code in enumerators(body, {}).items() if name in IR else []:
            for block in IR[name]:
                records.setdefault((block, code), key)
    return records


def changes(old_names, new_names, old_seen, new_seen):
    """Known changes that streams show, and how many they do not show."""
    by_name = [collections.defaultdict(dict) for _ in range(2)]
    for of, names in zip(by_name, (old_names, new_names)):
        for (block, code), name in names.items():
            of[block][name] = code
    shown, hidden = {}, 0
    for block in sorted({block for block, _ in [*old_names, *new_names]}):
        old, new = by_name[0][block], by_name[1][block]
        for name in sorted({*old, *new}):
            was, is_ = old.get(name), new.get(name)
            if was == is_:
                continue
            # A name that another one has taken the place of is counted with that one.
            if was is None:
                before = old_names.get((block, is_))
                if before and before not in new:
                    continue
                what, there = "added", (block, is_) in new_seen
            elif is_ is None:
                after = new_names.get((block, was))
                if after == name + "_OLD":
                    # Readers still read it.
                    continue
                what, there = "removed", (block, was) in old_seen
                if after and after not in old:
                    what, there = "renamed", there or (block, was) in new_seen
            else:
                what, there = "renumbered", (block, was) in old_seen or (block, is_) in new_seen
            if there:
                shown[block, name] = (what, was, is_)
            else:
                hidden += 1
    return shown, hidden


def lint(outlast, new, old):
    done = subprocess.run([outlast, "lint", "--kind", "layout", new, "--against", old, "--no-config", "-f", "json"], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{new}: status {done.returncode} {done.stderr.strip()}")
    return json.loads(done.stdout)["findings"]


def is_about(finding, block, name, codes):
    """Whether a finding is about a record; names lack what is common to all records of a block, or are numbers."""
    head, _, record = finding["subject"].partition(".")
    if head not in (block, f"{block}_ID", block.removesuffix("_ID")):
        return False
    said = {record, *re.findall(r"`(\w+)`", finding["why"])}
    return record in {f"record {code}" for code in codes} or any(one == name or name.endswith("_" + one) for one in said)


def main():
    outlast, samples, out, headers = (pathlib.Path(word).resolve() for word in sys.argv[1:5])
    releases = sys.argv[5:7] or ["14", "22"]
    kinds = collect(samples, out, releases)
    listed = [line.split("\t") for line in (HERE / "lint_layouts.tsv").read_text().splitlines() if not line.startswith("#")]
    faults = []
    for kind, count in sorted(kinds.items()):
        folders = [out / kind / release for release in releases]
        findings = lint(outlast, folders[1], folders[0])
        levels = collections.Counter(finding["level"] for finding in findings)
        print(f"{kind}: {count} streams of each release; breaks {levels['break']}, depends on data {levels['depends-on-data']}, notes {levels['note']}")
        for rule, number in sorted(collections.Counter(finding["rule"] for finding in findings).items()):
            print(f"  {number:4} {rule}")
        if levels["break"]:
            faults.append(f"{kind}: a break that only streams show")
        (old_seen, _), (new_seen, names) = (seen(folder, releases[1]) for folder in folders)
        known = []
        if kind == "ir":
            known = [ir_names(headers / release / "include") for release in releases]
        elif kind == "ast":
            read = [clang(headers / release / "include/clang/Serialization") for release in releases]
            print(f"  VERSION_MAJOR {read[0][0]} and {read[1][0]}")
            known = [records for _, _, records in read]
        if known:
            shown, hidden = changes(*known, old_seen, new_seen)
            found = collections.Counter()
            for (block, name), (what, was, is_) in sorted(shown.items()):
                told = {name, known[1].get((block, was), name)} if what == "renamed" else {name}
                about = [f for f in findings if f["rule"] in RULES[what] and any(is_about(f, names.get(block, ""), one, (was, is_)) for one in told)]
                found[what] += bool(about)
                if not about:
                    faults.append(f"{kind}: {name} of {names.get(block, block)} was {was} and is {is_}: {what}, not found")
            total = collections.Counter(what for what, *_ in shown.values())
            print(f"  changes of records by the headers that these streams show: {sum(found.values())} of {len(shown)} found:",
                  ", ".join(f"{what} {found[what]} of {total[what]}" for what in sorted(total)) + f"; no stream shows {hidden} more")
        mine = [row for row in listed if row[0] == kind]
        good = 0
        for _, subject, rule, why, upstream in mine:
            if any((f["subject"], f["rule"]) == (subject, rule) and why in f["why"] for f in findings):
                good += 1
                print(f"    {rule} {subject}: {upstream}")
            else:
                faults.append(f"{kind}: {rule} {subject} ({upstream}) is not found")
        if mine:
            print(f"  changes of operands and constants: {good} of {len(mine)} found")
    print("\n".join(faults[:60]))
    print(f"{len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
