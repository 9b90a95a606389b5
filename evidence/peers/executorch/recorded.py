#!/usr/bin/env python3
"""Makes `op-runs` and `xnnpack-runs` rows: which operators, and nodes of XNNPACK graphs, with which element types were seen to
run right in which release. From the recorded runs of the corpus, and what its programs call; no release is needed.

    recorded.py USES DIR …               USES: what the example `uses` of outlast-executorch prints for the files, and corpus/executorch/facts,
                                         which has the same of files that are not kept
    recorded.py --libraries USES DIR …   only operators of libraries, in runs that loaded them first: of the programs of libraries.py

A DIR is a part of the corpus (`runs/RELEASE.tsv`, files in folders by exporter) or a set that was unseen until its first score
(`outcomes.tsv` beside its files).

A method counts whose recorded run came out right; not where it has jumps, so that a part of it may not have run, nor where the
Python binding or a library loaded by hand had a share in it.  A delegate counts with its method.
"""
import collections
import pathlib
import sys

import tomllib

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from intervals import intervals, number  # noqa: E402 (beside the folder)


def elsewhere(corpus):
    """Where files stand that several releases wrote alike, by the paths under which they do not: `also` in the manifest of the corpus."""
    corpus = pathlib.Path(corpus)
    manifest = corpus.parent / "manifest.toml"
    found = {}
    for files in tomllib.loads(manifest.read_text())["set"] if manifest.exists() else ():
        parent, _, release = files["folder"].rpartition("/")
        if parent == corpus.name:
            for file in files["files"]:
                found |= {f"{corpus}/{other}/{file['name']}": f"{corpus}/{release}/{file['name']}" for other in file.get("also", ())}
    return found


LIBRARIES = ("llama::", "preprocess::", "quantized_decomposed::")


def main(uses, *corpora):
    with_libraries = uses == "--libraries"
    if with_libraries:
        uses, *corpora = corpora
    calls, jumps = collections.defaultdict(set), set()
    for line in pathlib.Path(uses).read_text().splitlines():
        if line.startswith("#"):
            continue
        file, method, kind, name, types, *_ = line.split("\t")
        if kind == "jumps":
            jumps.add((file, method))
        elif kind in ("op", "xnnpack") and types not in ("", "-") and (not with_libraries or name.startswith(LIBRARIES)):  # what takes no tensors is the same for all element types
            calls[file, method].add((kind, name, types))
    seen, releases = collections.defaultdict(set), set()
    for corpus in corpora:
        scored = pathlib.Path(corpus, "outcomes.tsv")
        for line in scored.read_text().splitlines() if scored.exists() else ():
            file, target, outcome, *_ = line.split("\t") if "\t" in line else ("", "", "")
            if outcome == "loads":
                for (path, method), used in calls.items():
                    if path == f"{corpus}/{file}" and (path, method) not in jumps:
                        for use in used:
                            seen[use].add(target.removeprefix("executorch-"))
        stands = elsewhere(corpus)
        for table in sorted(pathlib.Path(corpus, "runs").glob("*.tsv")):
            releases.add(table.stem)
            for line in table.read_text().splitlines():
                exporter, file, _, libraries, method, outcome, _, _, _, harness, _ = line.split("\t")
                path = f"{corpus}/{exporter}/{file}"
                key = (stands.get(path, path), method)
                if outcome == "ok" and harness == "-" and (libraries != "-") == with_libraries and key not in jumps:
                    for use in calls.get(key, ()):
                        seen[use].add(table.stem)
    known = sorted(releases, key=number)
    if with_libraries:  # not all releases were asked: what lies between two was not measured
        table = pathlib.Path(__file__).resolve().parents[3] / "crates/executorch/targets/executorch.txt"
        known = next(line for line in table.read_text().splitlines() if line.startswith("releases ")).split()[1:]
    grouped = collections.defaultdict(list)
    for (kind, name, types), found in seen.items():
        grouped[kind, name, intervals(found, known)].append(types)
    for (kind, name, when), types in sorted(grouped.items()):
        print(f"{kind}-runs {name} {when} = {' '.join(sorted(types))}")


main(*sys.argv[1:])
