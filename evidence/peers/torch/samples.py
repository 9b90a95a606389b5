# ruff: noqa: UP006, UP007, UP045 (annotations as the oldest releases parse them)
"""Small real files of every kind that one PyTorch release writes.

    python samples.py OUT_DIR [NAME …]   (in an environment with torch; from a folder that holds no torch/)

Writes OUT_DIR/<name>.<extension>, of all cases or of those that are named, and OUT_DIR/index.json, which says of each file what it is; a file that this release cannot write
is listed there under `not_written` with the error. Weights are small and come from one seed, so that only what is random by design
(`.data/serialization_id`) differs between runs.
"""

import collections
import enum
import io
import json
import pathlib
import sys
import warnings
from typing import Dict, List, NamedTuple, Optional, Tuple  # noqa: UP035 (old releases know these only)

import torch
from torch import nn

warnings.filterwarnings("ignore")


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(3, 4)
        self.second = nn.Linear(4, 2, bias=False)

    def forward(self, x):
        return self.second(torch.relu(self.first(x)))


class Pair(NamedTuple):
    left: torch.Tensor
    right: List[int]


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Shade(enum.Enum):
    LIGHT = "light"
    DARK = "dark"


class Named(nn.Module):
    def forward(self, x) -> Pair:
        return Pair(x, [1, 2])


class Enums(nn.Module):
    def __init__(self):
        super().__init__()
        self.colour = Colour.BLUE
        self.shade = Shade.DARK

    def forward(self, x):
        if self.colour == Colour.BLUE:
            return x + 1
        return x


@torch.jit.script
class Counter:
    def __init__(self, start: int, names: List[str]):
        self.count = start
        self.names = names

    def add(self, n: int):
        self.count = self.count + n


class Attributes(nn.Module):
    """Every kind of attribute that TorchScript keeps."""

    numbers: List[int]
    floats: List[float]
    flags: List[bool]
    tensors: List[torch.Tensor]
    nested: Dict[str, List[Tuple[int, float]]]
    by_number: Dict[int, torch.Tensor]
    empty: Dict[str, int]
    nothing: Optional[torch.Tensor]

    def __init__(self):
        super().__init__()
        self.numbers = [0, 255, 256, 65535, 65536, -1, 2**31 - 1, 2**31, -(2**31) - 1, 2**63 - 1]
        self.floats = [0.0, -0.0, 1.5, float("inf"), 1e-300]
        self.flags = [True, False]
        shared = torch.arange(12.0).reshape(3, 4)
        self.tensors = [shared, shared[1], shared.t(), torch.tensor(7), torch.zeros(0, 3), torch.ones(2, 2, dtype=torch.float64)]
        self.nested = {"a": [(1, 2.0)], "b": [], "\u00e9\u4e2d": [(3, 4.0)]}
        self.by_number = {7: shared, -3: torch.ones(1, dtype=torch.int64)}
        self.empty = {}
        self.nothing = None
        self.text = "text" * 80
        self.pair = (1, "text" * 80, (2.5, None))
        self.one = (3,)
        self.counter = Counter(5, ["x", "y"])
        # From here on, only what the release has.
        rare = {
            "device": lambda: torch.device("cpu"),
            "imaginary": lambda: 1.5 - 2.5j,
            "half": lambda: torch.zeros(3).to(torch.float16),
            "brain": lambda: torch.zeros(3).to(torch.bfloat16),
            "complex": lambda: torch.zeros(2).to(torch.complex64),
        }
        for name, make in rare.items():
            since = "block_diag" if name != "device" else "cummin"  # of 1.6, and of 1.5
            if hasattr(torch, since):
                setattr(self, name, make())
        self.bits = torch.tensor([True, False])
        self.bytes = torch.arange(5, dtype=torch.uint8)
        self.weight = nn.Parameter(torch.ones(2))
        self.register_buffer("running", torch.zeros(2))

    def forward(self, x, k: str):
        return x + self.weight + self.by_number[7][0, 0] + len(self.nested[k])


class Many(nn.Module):
    """More than 256 memoised things, and deep modules."""

    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(*[nn.Linear(1, 1) for _ in range(60)])

    def forward(self, x):
        return self.layers(x)


class Constants(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = {"x": 1}

    def forward(self, x):
        return x + torch.tensor([1.0, 2.0, 3.0]) * torch.tensor(2)


def traced_constants(x):
    return x + torch.tensor([1.0, 2.0, 3.0])


class Activation(nn.Module):
    """An operator of version 10: since 1.12, that is the version of the file."""

    def forward(self, x):
        return nn.functional.gelu(x)


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(2, 2, batch_first=True)

    def forward(self, x):
        return self.lstm(x)[0]


class GetState(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.ones(2)

    @torch.jit.export
    def __getstate__(self):
        return (self.weight, self.training)

    @torch.jit.export
    def __setstate__(self, state: Tuple[torch.Tensor, bool]):
        self.weight = state[0]
        self.training = state[1]

    def forward(self, x):
        return x + self.weight


class Special(torch.Tensor):
    """A subclass, which pickles name by its module."""


def quantised():
    torch.backends.quantized.engine = "fbgemm" if "fbgemm" in torch.backends.quantized.supported_engines else "qnnpack"
    return torch.quantization.quantize_dynamic(Net(), {nn.Linear}, dtype=torch.qint8)


class QuantisedTensors(nn.Module):
    def __init__(self):
        super().__init__()
        x = torch.arange(6.0).reshape(2, 3)
        self.whole = torch.quantize_per_tensor(x, 0.5, 3, torch.quint8)
        scales, zeros = torch.tensor([0.5, 0.25], dtype=torch.float64), torch.tensor([1, 2])
        self.channels = torch.quantize_per_channel(x, scales, zeros, 0, torch.qint8)

    def forward(self, x):
        return x + self.whole.dequantize() + self.channels.dequantize()


def state_dict():
    return Net().state_dict()


def checkpoint():
    net = Net()
    optimiser = torch.optim.Adam(net.parameters(), lr=1e-3)
    net(torch.ones(1, 3)).sum().backward()
    optimiser.step()
    return {"epoch": 3, "net": net.state_dict(), "optimiser": optimiser.state_dict(), "note": "caf\u00e9", "best": 0.5, "names": {"a", "b"}}


def views():
    base = torch.arange(24.0)
    sparse = torch.sparse_coo_tensor([[0, 1], [1, 0]], [1.0, 2.0], (2, 2))
    return collections.OrderedDict(
        base=base, strided=base[::2], matrix=base.view(4, 6).t(), scalar=torch.tensor(3), empty=torch.zeros(0),
        parameter=nn.Parameter(torch.ones(2)), half=torch.ones(2, dtype=torch.float16), brain=torch.ones(2, dtype=torch.bfloat16),
        flags=torch.tensor([True]), sparse=sparse, dtype=torch.float32, device=torch.device("cpu"), size=torch.Size([1, 2]),
        big=2**70, small=-(2**70), raw=b"\x00\xff", none=None, tuple=(1,), complex=1 + 2j, conj=torch.ones(2, dtype=torch.complex64).conj(),
    )


class Frozen(nn.Module):
    """Frozen, its tensors are constants of the bytecode."""

    def __init__(self):
        super().__init__()
        self.register_buffer("factors", torch.arange(3.0))

    def forward(self, x):
        return x * self.factors + 1


class Control(nn.Module):
    """What bytecode has instructions for: loops, branches, containers, types, warnings, exceptions."""

    table: Dict[str, List[int]]

    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(3))
        self.table = {"a": [1, 2]}
        self.seen = 0

    def forward(self, x, names: List[str], limit: Optional[int] = None) -> Tuple[torch.Tensor, Dict[str, torch.Tensor], List[int]]:
        found: Dict[str, torch.Tensor] = {}
        sizes = [x.size(0), x.size(1)]
        for i, name in enumerate(names):
            if limit is not None and i >= limit:
                break
            found[name] = x * self.scale + i
        while sizes[0] < 10:
            sizes[0] += 3
        if len(names) > 100:
            raise ValueError("too many")
        if x.dim() > 5:
            warnings.warn("many dimensions")  # noqa: B028
        first, second = sizes
        self.seen = first + second
        parts = ("{} {}".format(first, second), x.sum(), self.table["a"])  # noqa: UP032 (an operator of its own)
        return self.pick(parts[1:], found), found, torch.jit.annotate(List[int], torch.arange(3).tolist())

    def pick(self, parts: Tuple[torch.Tensor, List[int]], found: Dict[str, torch.Tensor]) -> torch.Tensor:
        total, numbers = parts
        for value in found.values():
            total = total + value.mean() * numbers[0]
        return total if not (total is None) else torch.zeros(1)  # noqa: E714 (an instruction of its own)


class ControlNamed(Control):
    """The same with a NamedTuple, which FlatBuffers do not take."""

    @torch.jit.export
    def pair(self, x, thing: Optional[Tuple[int, float]] = None) -> Pair:
        if thing is not None:
            x = torch.linspace(0.0, thing[1], thing[0]).to(x.device) + x
        return Pair(torch.nn.functional.gelu(x), [7])


def recursive():
    inner = []
    outer = {"inner": inner}
    inner.append(outer)
    return outer


CASES = {
    # name: (what it is, how it is made, how it is written)
    "script": ("a scripted module", Net, "script"),
    "named": ("a method that returns a NamedTuple", Named, "script"),
    "enums": ("attributes that are enums", Enums, "script"),
    "attributes": ("attributes of every type, shared tensors, a TorchScript class", Attributes, "script"),
    "many": ("61 modules, more than 256 memoised values", Many, "script"),
    "constants": ("tensor constants in code", Constants, "script"),
    "gelu": ("an operator of version 10", Activation, "script"),
    "lstm": ("an LSTM", Recurrent, "script"),
    "getstate": ("a module with __getstate__", GetState, "script"),
    "quantised": ("a dynamically quantised module with packed weights", quantised, "script"),
    "qtensors": ("tensors quantised per tensor and per channel", QuantisedTensors, "script"),
    "traced": ("a traced function with a constant", None, "trace"),
    "extra": ("a scripted module with extra files", Net, "extra"),
    "lite": ("a scripted module for the lite interpreter", Net, "lite"),
    "lite_attributes": ("attributes of every type, for the lite interpreter", Attributes, "lite"),
    "lite_control": ("methods with control flow, containers and types, for the lite interpreter", ControlNamed, "lite"),
    "lite_constants": ("tensor constants in bytecode", Frozen, "lite_frozen"),
    "lite_debug": ("the same without the NamedTuple, with debug information", Control, "lite_debug"),
    "flat": ("a scripted module for the lite interpreter, as FlatBuffers", Net, "flat"),
    "flat_attributes": ("attributes of every type, as FlatBuffers", Attributes, "flat"),
    "flat_control": ("methods with control flow, containers and types, as FlatBuffers", Control, "flat"),
    "flat_getstate": ("a module with __getstate__, as FlatBuffers", GetState, "flat"),
    "flat_qtensors": ("tensors quantised per tensor and per channel, as FlatBuffers", QuantisedTensors, "flat"),
    "flat_jit": ("a scripted module with its source and extra files, as FlatBuffers", Constants, "flat_jit"),
    "state_dict": ("a state_dict", state_dict, "save"),
    "no_checksums": ("a state_dict without checksums", state_dict, "save_unchecked"),
    "checkpoint": ("a checkpoint with the state of an optimiser, a set, text", checkpoint, "save"),
    "views": ("views, scalars, sparse and complex tensors, other objects", views, "save"),
    "recursive": ("a dictionary in a list in itself", recursive, "save"),
    "subclass": ("a tensor subclass", lambda: torch.ones(2).as_subclass(Special), "save"),
    "module": ("a whole module, which names its class", Net, "save"),
    "legacy": ("a state_dict in the format before 1.6", state_dict, "legacy"),
    "legacy_views": ("views and other objects in the format before 1.6", views, "legacy"),
    "legacy_module": ("a whole module in the format before 1.6", Net, "legacy"),
    "protocol_0": ("a state_dict in the old format, pickle protocol 0", state_dict, "legacy0"),
    "protocol_4": ("a checkpoint, pickle protocol 4", checkpoint, "save4"),
    "protocol_5": ("a checkpoint, pickle protocol 5", checkpoint, "save5"),
    "package": ("a torch.package archive", Net, "package"),
    "exported": ("an exported program", Net, "export"),
}


def write(kind: str, made, path: pathlib.Path) -> None:
    if kind in ("script", "extra", "lite", "trace", "lite_debug", "lite_frozen", "flat", "flat_jit"):
        scripted = torch.jit.trace(traced_constants, torch.ones(3)) if kind == "trace" else torch.jit.script(made.eval())
        if kind == "lite":
            scripted._save_for_lite_interpreter(str(path))
        elif kind == "lite_frozen":
            torch.jit.freeze(scripted)._save_for_lite_interpreter(str(path))
        elif kind == "lite_debug":
            scripted._c._save_for_mobile(str(path), {}, True)
        elif kind == "flat":
            scripted._save_for_lite_interpreter(str(path), _use_flatbuffer=True)
        elif kind == "flat_jit":
            torch.jit.save_jit_module_to_flatbuffer(scripted, str(path), _extra_files={"note.txt": b"for the reader"})
        elif kind == "extra":
            files = {"note.txt": "for the reader", "nested/data.json": "{}"}
            if hasattr(torch._C, "ExtraFilesMap"):
                given, files = files, torch._C.ExtraFilesMap()
                for key, text in given.items():
                    files[key] = text
            torch.jit.save(scripted, str(path), _extra_files=files)
        else:
            torch.jit.save(scripted, str(path))
    elif kind == "save":
        torch.save(made, str(path))
    elif kind == "save_unchecked":
        torch.serialization.set_crc32_options(False)
        try:
            torch.save(made, str(path))
        finally:
            torch.serialization.set_crc32_options(True)
    elif kind == "legacy":
        torch.save(made, str(path), _use_new_zipfile_serialization=False)
    elif kind == "legacy0":
        torch.save(made, str(path), _use_new_zipfile_serialization=False, pickle_protocol=0)
    elif kind in ("save4", "save5"):
        torch.save(made, str(path), pickle_protocol=int(kind[-1]))
    elif kind == "package":
        from torch.package import PackageExporter

        with PackageExporter(str(path)) as exporter:
            exporter.save_source_string("own", "class Thing:\n    pass\n")
            exporter.save_pickle("model", "model.pkl", {"weights": made.state_dict()})
            exporter.save_text("notes", "note.txt", "text")
    elif kind == "export":
        torch.export.save(torch.export.export(made.eval(), (torch.ones(1, 3),)), str(path))


EXTENSIONS = {"lite": "ptl", "lite_debug": "ptl", "lite_frozen": "ptl", "flat": "ff", "flat_jit": "ff", "save": "pth", "save_unchecked": "pth", "save4": "pth", "save5": "pth", "legacy": "pth", "legacy0": "pth", "export": "pt2"}


def main() -> None:
    out = pathlib.Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    # So that what is pickled by name has one, whatever this script is called.
    sys.modules["samples"] = sys.modules["__main__"]
    for thing in (Net, Pair, Colour, Shade, Special):
        thing.__module__ = "samples"
    index, not_written = {}, {}
    wanted = sys.argv[2:]
    for name, (what, make, kind) in CASES.items():
        if wanted and name not in wanted:
            continue
        path = out / f"{name}.{EXTENSIONS.get(kind, 'pt')}"
        torch.manual_seed(0)
        try:
            write(kind, make() if make else None, path)
        except Exception as error:  # noqa: BLE001 (whatever this release says)
            if path.exists():
                path.unlink()
            not_written[path.name] = f"{type(error).__name__}: {error}".splitlines()[0][:200]
            continue
        index[path.stem] = {"exercises": what, "files": [path.name]}
    if not wanted or "buffer" in wanted:
        # What is written to a buffer has the root folder `archive`.
        buffer = io.BytesIO()
        torch.manual_seed(0)
        torch.save(state_dict(), buffer)
        (out / "buffer.pth").write_bytes(buffer.getvalue())
        index["buffer"] = {"exercises": "a state_dict, written to a buffer: the root folder is `archive`", "files": ["buffer.pth"]}
    text = json.dumps({"torch": torch.__version__, "models": index, "not_written": not_written}, indent=1, ensure_ascii=False)
    (out / "index.json").write_text(text + "\n", encoding="utf-8")
    print(f"{len(index)} files, {len(not_written)} not written", *(f"{k}: {v}" for k, v in not_written.items()), sep="\n  ")


if __name__ == "__main__":
    main()
