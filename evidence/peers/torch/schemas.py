"""The table of operator schemas by release, from what twenty releases printed.

    cargo build -p outlast-opset --example fold
    python3 evidence/peers/torch/schemas.py evidence/peers/torch/schemas.tar.xz target/debug/examples/fold > torch.txt

prints crates/opset/schemas/torch.txt; `cargo xtask bless` compiles it. The example `fold` joins the spellings of all releases.
"""

import hashlib
import json
import pathlib
import subprocess
import sys
import tarfile
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from intervals import intervals, number  # noqa: E402 (beside the folder)


def main():
    archive, fold = sys.argv[1:]
    with tempfile.TemporaryDirectory() as temporary:
        with tarfile.open(archive) as tar:
            tar.extractall(temporary, filter="data")
        folder = pathlib.Path(temporary)
        files = sorted(folder.rglob("*.txt"), key=lambda path: number(path.stem))
        releases = [path.stem for path in files]
        print(f"# Operator schemas of {len(releases)} releases of PyTorch, {releases[0]} to {releases[-1]}, and their version maps.")
        print("# Form: see the module `history::table` of crates/opset.")
        print("# Made by evidence/peers/torch/schemas.py; do not edit.")
        digest = hashlib.sha256(pathlib.Path(archive).read_bytes()).hexdigest()[:16]
        print(f"# From {pathlib.Path(archive).name} (sha256 {digest}), which evidence/peers/torch/dump_schemas.py made with each release.")
        print("releases", *releases)
        upgraders = {}
        versions = []
        for path in files:
            raw = path.read_bytes()
            print("printed lines", path.stem, "=", len(raw.splitlines()), hashlib.sha256(raw).hexdigest()[:16])
            info = json.loads(path.with_suffix(".info.json").read_text())
            if info.get("_get_max_operator_version") is not None:
                versions.append((path.stem, info["_get_max_operator_version"]))
            for operator, entries in (info.get("_get_operator_version_map") or {}).items():
                for bumped_at, upgrader, old_schema in entries:
                    upgraders.setdefault((operator, bumped_at, upgrader, old_schema), []).append(path.stem)
        for release, version in versions:
            print("version operators", release, "=", version)
        for (operator, bumped_at, upgrader, old_schema), held in sorted(upgraders.items()):
            print("upgrader", operator, intervals(held, releases), "=", bumped_at, upgrader, old_schema)
        sys.stdout.flush()
        subprocess.run([fold, *map(str, files)], check=True)


main()
