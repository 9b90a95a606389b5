"""The tensors of files, as PyTorch itself loads them: the oracle of what Outlast reads without loading.

    python tensors.py FILE …         (with the release that wrote the files; run them only if you trust them: this loads them)

One row per tensor that has a name: file, name, dtype, sizes, strides, offset, requires_grad, parameter or not, quantiser. Modules show
parameters and buffers, other objects what dictionaries, lists and tuples lead to.
"""

import collections
import pathlib
import sys
import warnings

import torch

sys.path.insert(0, str(pathlib.Path(__file__).parent))
warnings.filterwarnings("ignore")


def walk(name, value):
    """The tensors in dictionaries, lists and tuples; level by level, as the first way to each counts."""
    queue, seen = collections.deque([(name, value)]), set()
    while queue:
        name, value = queue.popleft()
        if id(value) in seen:
            continue
        seen.add(id(value))
        join = lambda key, name=name: f"{name}.{key}" if name else str(key)
        if isinstance(value, torch.Tensor):
            yield name, value
        elif isinstance(value, dict):
            queue.extend((join(key), inner) for key, inner in value.items())
        elif isinstance(value, (list, tuple)):
            queue.extend((join(i), inner) for i, inner in enumerate(value))


def row(path, name, tensor):
    quantiser = ""
    if tensor.is_quantized:
        scheme = str(tensor.qscheme()).split(".")[-1]
        quantiser = f"{scheme} {tensor.q_per_channel_axis()}" if "channel" in scheme else f"{scheme} {tensor.q_scale()} {tensor.q_zero_point()}"
    numbers = lambda values: ",".join(map(str, values))
    # `state_dict` of a module detaches its tensors.
    module = path.suffix == ".pt"
    parameter = "" if module else isinstance(tensor, torch.nn.Parameter)
    grad = "" if module else tensor.requires_grad
    dtype = str(tensor.dtype).split(".")[-1]
    print(path.name, name, dtype, numbers(tensor.size()), numbers(tensor.stride()), tensor.storage_offset(), grad, parameter, quantiser, sep="\t")


def main():
    for name in sys.argv[1:]:
        path = pathlib.Path(name)
        try:
            if path.suffix == ".pt":
                module = torch.jit.load(str(path))
                found = list(module.state_dict().items())
            else:
                arguments = {"weights_only": False} if "weights_only" in torch.load.__code__.co_varnames else {}
                found = list(walk("", torch.load(str(path), **arguments)))
        except Exception as error:
            print(path.name, f"not loaded: {type(error).__name__}", sep="\t")
            continue
        for name, tensor in found:
            if tensor.layout == torch.strided:
                row(path, name, tensor)


if __name__ == "__main__":
    main()
