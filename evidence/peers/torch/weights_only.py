"""What the weights-only reader of a PyTorch release does with files: the oracle of which pickles are data.

    python weights_only.py FILE …            one row per file: folder/name, `loads` or the error
    python weights_only.py --globals         the globals that it takes by default, one a line

Nothing is executed: `weights_only=True` refuses what is not on its list.
"""

import io
import pathlib
import sys
import warnings

import torch
from torch import _weights_only_unpickler as reader

warnings.filterwarnings("ignore")


class Bare(reader.Unpickler):
    """Of pickles that stand alone: persistent ids stand for themselves."""

    def persistent_load(self, key):
        return ("persistent", key)


def outcome(path: pathlib.Path) -> str:
    try:
        if path.suffix == ".pkl":
            Bare(io.BytesIO(path.read_bytes())).load()
        else:
            torch.load(str(path), weights_only=True)
    except Exception as error:
        text = " ".join(str(error).split())
        # The advice comes first in some releases.
        at = text.find("WeightsUnpickler error:")
        return f"{type(error).__name__}: {text[max(at, 0):][:160]}"
    return "loads"


def main() -> None:
    if sys.argv[1] == "--globals":
        print(*sorted(reader._get_allowed_globals()), sep="\n")
        return
    for name in sys.argv[1:]:
        path = pathlib.Path(name)
        print(f"{path.parent.name}/{path.name}", outcome(path), sep="\t")


if __name__ == "__main__":
    main()
