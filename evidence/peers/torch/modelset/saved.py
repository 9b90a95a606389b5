"""What `torch.save` and `torch.package` write: modules and state dicts of these networks, and other objects."""

import collections
import io

import torch
from torch import nn

from . import networks, quantised


def state_dict():
    return networks.convnet()[0].state_dict()


def checkpoint():
    net = networks.Mlp()
    optimiser = torch.optim.Adam(net.parameters(), lr=1e-3)
    net(torch.ones(1, 4)).sum().backward()
    optimiser.step()
    return {"epoch": 3, "net": net.state_dict(), "optimiser": optimiser.state_dict(), "note": "caf\u00e9", "names": {"a", "b"}}


def views():
    base = torch.arange(24.0)
    return collections.OrderedDict(
        base=base, strided=base[::2], matrix=base.view(4, 6).t(), scalar=torch.tensor(3), empty=torch.zeros(0), parameter=nn.Parameter(torch.ones(2)),
        half=torch.ones(2, dtype=torch.float16), flags=torch.tensor([True]), dtype=torch.float32, size=torch.Size([1, 2]), big=2**70, tuple=(1,), none=None,
    )


def new_types():
    return {"complex": torch.ones(2, dtype=torch.complex64), "conj": torch.ones(2, dtype=torch.complex64).conj(), "sparse": torch.eye(2).to_sparse(), "brain": torch.ones(2).bfloat16()}


def newest_types():
    return {"float8": torch.ones(2).to(torch.float8_e4m3fn), "uint16": torch.ones(2).to(torch.uint16)}


def buffer_of_script():
    buffer = io.BytesIO()
    torch.jit.save(torch.jit.script(networks.Mlp().eval()), buffer)
    return {"model": buffer.getvalue()}


def module():
    return networks.Mlp().eval()


def recurrent():
    return networks.Recurrent(nn.LSTM).eval()


def quantised_state():
    return quantised.quantised_dynamic()[0].state_dict()


def whole_transformer():
    return networks.transformer()[0].eval()


# name: (what it is, how it is made, inputs of a call if the object is a module)
OBJECTS = {
    "state_dict": ("the state dict of a convnet", state_dict, None),
    "checkpoint": ("a checkpoint: state dicts of a net and an optimiser, text, a set", checkpoint, None),
    "views": ("views, scalars, other objects", views, None),
    "new_types": ("complex, conjugate, sparse and bfloat16 tensors", new_types, None),
    "newest_types": ("float8 and uint16 tensors", newest_types, None),
    "bytes": ("the bytes of a TorchScript file in a dictionary", buffer_of_script, None),
    "module": ("a whole module, which names its class", module, (2, 4)),
    "lstm_module": ("a whole LSTM", recurrent, (5, 2, 3)),
    "transformer_module": ("a whole transformer encoder", whole_transformer, (5, 2, 8)),
    "quantised_state": ("the state dict of a quantised module", quantised_state, None),
}
