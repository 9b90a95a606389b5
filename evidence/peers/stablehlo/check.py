#!/usr/bin/env python3
"""Portable artifacts against the real StableHLO: check.py OUTLAST REWRITE DIR ARTIFACTS [PART…]

OUTLAST is the program, REWRITE the example program `rewrite` of crates/mlir, DIR what setup.sh made, ARTIFACTS a folder of StableHLO's own
compatibility suite (`*.mlir.bc`), or a folder that is not there. Parts, in order:

  make      programs (programs.py, src/*.mlir), and artifacts of them for every version, by every writer
  dump      text is what torch-mlir-opt prints; written anew, a file keeps its bytes
  verdicts  what `check` says of every artifact is what every release of jaxlib does with it
  convert   converted from the newest version down, and from the oldest up, artifacts are what the real serialiser writes
  legal     as StableHLO they are what the real deserialiser makes; from StableHLO, what the serialiser writes
  round     0.9.0 to the newest version and back is the same text
  run       converted artifacts give the recorded results in every release of jaxlib

Each prints what is wrong, and how much is right. Exit status 1 if something is wrong.
"""

import collections
import json
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))
import play  # noqa: E402 (beside the folder)

VERSIONS = [f"0.{minor}.0" for minor in range(9, 21)] + [f"1.{minor}.0" for minor in range(0, 21)]
# What the newest release of jaxlib writes at most.
WRITTEN = [version for version in VERSIONS if version not in ("1.18.0", "1.19.0", "1.20.0")]
GENERIC = ["--mlir-print-op-generic", "--mlir-print-local-scope"]


class Setup:
    def __init__(self, outlast, rewrite, folder, artifacts):
        self.outlast, self.rewrite, self.folder = outlast, rewrite, pathlib.Path(folder).resolve()
        self.paths = json.loads((self.folder / "paths.json").read_text())
        self.newest = list(self.paths)[-1]
        self.opt = self.folder / "torch-mlir/torch_mlir/_mlir_libs/torch-mlir-opt"
        self.programs, self.written = self.folder / "programs", self.folder / "written"
        self.work = self.folder / "work"
        self.work.mkdir(exist_ok=True)
        self.artifacts = sorted(pathlib.Path(artifacts).glob("*.mlir.bc"))

    def names(self):
        return sorted(path.stem for path in self.programs.glob("*.mlir"))

    def artifact(self, writer, name, version):
        return self.written / writer / f"{name}@{version}.mlir.bc"

    def made(self, name, version):
        """By StableHLO's own serialiser if it does, by XLA's otherwise."""
        paths = [self.artifact(by, name, version) for by in (f"{self.newest}-dialect", f"{self.newest}-xla")]
        return next((path for path in paths if path.exists()), None)

    def peer(self, release, work, jobs):
        """Runs peer.py with a release; the answers, in order."""
        path = self.work / f"{work}-{release}.jobs"
        path.write_text("".join(json.dumps(job) + "\n" for job in jobs))
        environment = {**os.environ, "PYTHONPATH": self.paths[release]}
        done = subprocess.run([sys.executable, HERE / "peer.py", work, path], env=environment, capture_output=True, text=True, check=True)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def run(self, release, jobs):
        """Runs artifacts in a release, by the code of `outlast prove`: for each whether all cases are equal, and what is wrong."""
        path = self.work / f"run-{release}.jobs"
        path.write_text("".join(json.dumps({**job, "rtol": 1e-5, "atol": 1e-6}) + "\n" for job in jobs))
        python = self.folder / f"venv-{release}/bin/python"
        answers = []
        for line in play.asked(["play", "cases", "stablehlo", f"jaxlib-{release}", python, path]).splitlines():
            wrong = [case for case in json.loads(line)["cases"] if case["outcome"] != "equal"]
            answers.append({"ok": not wrong, "says": f"{wrong[0]['outcome']}: {wrong[0]['message']}" if wrong else None})
        return answers

    def rewritten(self, jobs):
        """Runs `rewrite` on (IN, VERSION, OUT); None for what was written, or why it was refused."""
        path = self.work / "rewrite.jobs"
        path.write_text("".join(f"{one} {version} {out}\n" for one, version, out in jobs))
        done = subprocess.run([self.rewrite, path], capture_output=True, text=True, check=True)
        lines = [line.split("\t") for line in done.stdout.splitlines()]
        return [None if line[0] == "written" else line[3] for line in lines]

    def text(self, path, *options):
        """What torch-mlir-opt prints; None if it does not read the file."""
        done = subprocess.run([self.opt, path, *GENERIC, *options], capture_output=True, text=True)
        return done.stdout if done.returncode == 0 else None

    def all(self):
        return sorted(self.written.glob("*/*.mlir.bc")) + self.artifacts


def make(setup):
    environment = {**os.environ, "PYTHONPATH": setup.paths[setup.newest]}
    if not setup.programs.exists():
        subprocess.run([sys.executable, HERE / "programs.py", setup.programs], env=environment, check=True, stderr=subprocess.DEVNULL)
        for path in (HERE / "src").glob("*.mlir"):
            shutil.copy(path, setup.programs)
    counts = collections.Counter()
    for release in setup.paths:
        # Older releases have no function that takes text.
        if tuple(map(int, release.split("."))) < (0, 4, 38):
            continue
        for by in ["dialect", "xla"] if release == setup.newest else ["dialect"]:
            out = setup.written / f"{release}-{by}"
            if not out.exists():
                out.mkdir(parents=True)
                jobs = [{"text": str(path), "versions": WRITTEN, "by": by, "file": f"{out}/{path.stem}@{{}}.mlir.bc"} for path in sorted(setup.programs.glob("*.mlir"))]
                setup.peer(release, "write", jobs)
            counts[f"{release} {by}"] = len(list(out.glob("*")))
    print(f"  {len(setup.names())} programs; artifacts: {dict(counts)}; {len(setup.artifacts)} of the compatibility suite")
    return len(setup.names()), 0, 0


def dump(setup):
    right = wrong = skipped = 0
    files = [path for path in setup.all() if f"{setup.newest}-" in str(path) or path in setup.artifacts]
    for path in files:
        theirs = setup.text(path)
        if theirs is None:
            skipped += 1
            continue
        ours = subprocess.run([setup.outlast, "dump", path, "--local-scope"], capture_output=True, text=True).stdout
        anew = setup.work / "canonical.bc"
        anew.unlink(missing_ok=True)
        subprocess.run([setup.outlast, "convert", path, "--canonical", "-o", anew], capture_output=True)
        bad = [what for what, good in (("text", ours == theirs), ("bytes", anew.exists() and anew.read_bytes() == path.read_bytes())) if not good]
        right, wrong = right + (not bad), wrong + bool(bad)
        if bad:
            print(f"  {path.name}: other {' and '.join(bad)}")
    return right, skipped, wrong


def verdicts(setup):
    files = setup.all()
    counts, right, wrong = collections.Counter(), 0, 0
    real = {}
    for release in setup.paths:
        for answer in setup.peer(release, "read", [{"file": str(path)} for path in files]):
            real[answer["file"], release] = answer["ok"]
    targets = ",".join(f"jaxlib-{release}" for release in setup.paths)
    for at in range(0, len(files), 200):
        command = [setup.outlast, "check", *files[at : at + 200], "--target", targets, "--format", "json"]
        for result in json.loads(subprocess.run(command, capture_output=True, text=True).stdout)["results"]:
            ok = real[result["file"], result["target"].removeprefix("jaxlib-")]
            # What fails later is read all the same.
            outcome = "loads" if result["outcome"] == "fails" and result["stage"] != "load" else result["outcome"]
            counts["reads" if ok else "refuses", outcome] += 1
            if outcome == ("loads" if ok else "fails"):
                right += 1
            else:
                wrong += 1
                print(f"  {result['file']} on {result['target']}: {outcome}, and it {'reads' if ok else 'refuses'} it")
    for (does, outcome), count in sorted(counts.items()):
        print(f"  {does}: {count} said to be `{outcome}`")
    return right, 0, wrong


def convert(setup):
    """From the newest and the oldest artifact of each program, to every version."""
    out = setup.work / "converted"
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir()
    jobs = []
    for name in setup.names():
        there = [version for version in WRITTEN if setup.artifact(f"{setup.newest}-dialect", name, version).exists()]
        newest, low = setup.made(name, WRITTEN[-1]), there[:1]
        for version in WRITTEN:
            jobs.append((name, "down", str(newest), version, f"{out}/{name}@{version}.down"))
            if low and WRITTEN.index(version) >= WRITTEN.index(low[0]):
                jobs.append((name, "up", str(setup.artifact(f"{setup.newest}-dialect", name, low[0])), version, f"{out}/{name}@{version}.up"))
    counts, wrong = collections.Counter(), 0
    for (name, way, _, version, path), refused in zip(jobs, setup.rewritten([(job[2], job[3], job[4]) for job in jobs])):
        theirs = [setup.artifact(f"{setup.newest}-{by}", name, version) for by in ("dialect", "xla")]
        theirs = [other for other in theirs if other.exists()]
        if refused is not None:
            what = "refused by both" if not theirs else "refused by us alone"
        elif not theirs:
            what = "written by us alone"
        elif any(other.read_bytes() == pathlib.Path(path).read_bytes() for other in theirs):
            what = "the same bytes"
        elif (text := setup.text(path)) and any(setup.text(other) == text for other in theirs):
            what = "the same text"
        elif not theirs[0].parent.name.endswith("dialect"):
            # XLA also moves constants to the front and unites them: such files are run, not compared.
            what = "expanded as XLA does it, in another order"
        else:
            what = "another text"
        counts[way, what] += 1
        if what in ("refused by us alone", "written by us alone", "another text"):
            wrong += 1
            print(f"  {name}@{version} {way}: {what} {refused or ''}")
    for (way, what), count in sorted(counts.items()):
        print(f"  {way}: {count} {what}")
    return len(jobs) - wrong, 0, wrong


def legal(setup):
    out = setup.work / "legal"
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir()
    files = [setup.made(name, WRITTEN[-1]) for name in setup.names()] + setup.artifacts
    answers = setup.peer(setup.newest, "read", [{"file": str(path), "text": f"{out}/{path.name}.real"} for path in files])
    refused = setup.rewritten([(str(path), "stablehlo", f"{out}/{path.name}.ours") for path in files])
    right = skipped = wrong = 0
    for path, answer, why in zip(files, answers, refused):
        if not answer["ok"]:
            skipped += 1
        elif why is None and (text := setup.text(f"{out}/{path.name}.ours")) and text == setup.text(f"{out}/{path.name}.real"):
            right += 1
        else:
            wrong += 1
            print(f"  {path.name} as StableHLO: {why or 'another text'}")
    print(f"  as StableHLO: {right} have the deserialiser's text, {skipped} it does not read")
    jobs = []
    for name in setup.names():
        for container in "4", "6":
            path = out / f"{name}.stablehlo-{container}"
            command = [setup.opt, setup.programs / f"{name}.mlir", "--emit-bytecode", f"--emit-bytecode-version={container}", "-o", path]
            if subprocess.run(command, capture_output=True).returncode == 0:
                jobs.append((name, path, out / f"{path.name}.vhlo"))
    refused = setup.rewritten([(str(path), "vhlo", str(made)) for _, path, made in jobs])
    again, before = [], right
    for (name, path, made), why in zip(jobs, refused):
        if why is None:
            again += [(name, version, made, out / f"{made.name}.{version}") for version in WRITTEN]
        elif setup.made(name, WRITTEN[-1]):
            wrong += 1
            print(f"  {path.name} as VHLO: {why}")
    for (name, version, _, path), why in zip(again, setup.rewritten([(str(one[2]), one[1], str(one[3])) for one in again])):
        theirs = setup.artifact(f"{setup.newest}-dialect", name, version)
        if why is not None and not setup.made(name, version) or why is None and not theirs.exists():
            skipped += 1
        elif why is None and (path.read_bytes() == theirs.read_bytes() or setup.text(path) == setup.text(theirs)):
            right += 1
        else:
            wrong += 1
            print(f"  {path.name}: {why or 'another text'}")
    print(f"  from StableHLO: {right - before} are what the serialiser writes")
    return right, skipped, wrong


def round_trip(setup):
    files = [path for path in setup.all() if f"{setup.newest}-dialect" in str(path) and "@0.9.0" in path.name or "0_9_0" in path.name]
    there, back = setup.work / "there.bc", setup.work / "back.bc"
    right = wrong = 0
    for path in files:
        refused = setup.rewritten([(str(path), VERSIONS[-1], str(there)), (str(there), VERSIONS[0], str(back))])
        same = refused == [None, None] and setup.text(back) == setup.text(path)
        right, wrong = right + same, wrong + (not same)
        if not same:
            print(f"  {path.name}: {refused}")
    return right, 0, wrong


def run(setup):
    """Of every program that runs on one device: its newest artifact and its oldest, converted for each release, beside the real one."""
    out = setup.work / "run"
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir()
    total, wrong = collections.Counter(), 0
    names = sorted(path.stem for path in setup.programs.glob("*.npz"))
    for release in setup.paths:
        jobs, asked = [], 0
        target = f"jaxlib-{release}"
        base = carried(setup, release)
        for name in names:
            there = [version for version in WRITTEN if setup.artifact(f"{setup.newest}-dialect", name, version).exists()]
            files = {"down": setup.made(name, WRITTEN[-1]), "up": setup.artifact(f"{setup.newest}-dialect", name, there[0]) if there else None}
            for way, path in files.items():
                made = out / f"{name}.{way}.{release}"
                asked += path is not None
                if path and subprocess.run([setup.outlast, "convert", path, "--target", target, "-o", made], capture_output=True).returncode == 0:
                    jobs.append((name, way, made))
        cases = lambda name: str(setup.programs / f"{name}.npz")
        real = [name for name in names if setup.artifact(f"{setup.newest}-xla", name, base).exists()]
        answers = setup.run(release, [{"file": str(setup.artifact(f"{setup.newest}-xla", name, base)), "cases": cases(name)} for name in real])
        known = {name: (answer["ok"], answer["says"]) for name, answer in zip(real, answers)}
        counts = collections.Counter()
        for (name, _, made), answer in zip(jobs, setup.run(release, [{"file": str(made), "cases": cases(name)} for name, _, made in jobs])):
            theirs, says = known.get(name, (None, None))
            if answer["ok"]:
                counts["right"] += 1
            elif theirs is False:
                counts["no more than the real artifact"] += 1
            else:
                wrong += 1
                print(f"  {made.name}: {answer['says']}")
        print(f"  jaxlib {release} (StableHLO {base}): {dict(counts)}, {asked - len(jobs)} refused")
        total += counts
    return total["right"], total["no more than the real artifact"], wrong


def carried(setup, release):
    """The version of StableHLO in a release, with the patch number 0."""
    text = (HERE / "../../../crates/mlir/targets/jaxlib.txt").read_text()
    line = next(line for line in text.splitlines() if line.startswith(f"carries stablehlo {release} "))
    major, minor, _ = line.split(" = ")[1].split(".")
    return f"{major}.{minor}.0"


PARTS = {"make": make, "dump": dump, "verdicts": verdicts, "convert": convert, "legal": legal, "round": round_trip, "run": run}


def main():
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    setup = Setup(*sys.argv[1:5])
    bad = []
    for name in sys.argv[5:] or PARTS:
        print(f"\n{name}", flush=True)
        right, skipped, wrong = PARTS[name](setup)
        print(f"{name}: {right} right, {skipped} skipped, {wrong} wrong", flush=True)
        if wrong or not right:
            bad.append(name)
    if bad:
        sys.exit(f"wrong, or nothing checked: {', '.join(bad)}")


if __name__ == "__main__":
    main()
