"""Values of torch from arrays of NumPy, and back. Follows driver_common.py."""


def given(np, torch, arrays):
    """Arguments and keyword arguments."""
    placed, named = inputs(arrays)
    return [value(np, torch, *one) for one in placed], {name: value(np, torch, *named[name]) for name in named}


def value(np, torch, array, kind):
    if kind == "":
        return torch.from_numpy(np.array(array))
    if kind == "channels_last":
        tensor = torch.from_numpy(np.array(array))
        return tensor.to(memory_format=torch.channels_last if tensor.dim() == 4 else torch.channels_last_3d)
    if kind == "none":
        return None
    if kind == "str":
        return bytes(bytearray(array.tolist())).decode()
    if kind in ("int", "float", "bool"):
        return {"int": int, "float": float, "bool": bool}[kind](array)
    if kind in ("ints", "floats"):
        return [{"ints": int, "floats": float}[kind](x) for x in array.tolist()]
    if kind == "bfloat16":
        return torch.from_numpy(np.array(array)).to(torch.bfloat16)
    if kind == "complex":
        return torch.view_as_complex(torch.from_numpy(np.array(array)))
    raise ValueError("an input of the kind `%s`" % kind)


def leaves(result, name=""):
    """The parts of a result, in order, each with its name in a dictionary."""
    if isinstance(result, dict):
        for key in result:
            for leaf in leaves(result[key], str(key)):
                yield leaf
    elif isinstance(result, (list, tuple)):
        for part in result:
            for leaf in leaves(part, name):
                yield leaf
    else:
        yield name, result


def kept(np, torch, leaf):
    if leaf is None:
        return ".none", np.zeros(0, "uint8")
    if isinstance(leaf, bool):
        return ".bool", np.array(leaf)
    if isinstance(leaf, int):
        return ".int", np.array(leaf, "int64")
    if isinstance(leaf, float):
        return ".float", np.array(leaf, "float64")
    if isinstance(leaf, str):
        return ".str", np.frombuffer(leaf.encode(), "uint8")
    if not isinstance(leaf, torch.Tensor):
        raise TypeError("a result of the class %s" % type(leaf).__name__)
    tensor = leaf.detach().cpu()
    if tensor.is_quantized:
        return ".quantised", tensor.dequantize().numpy()
    if tensor.layout != torch.strided:
        tensor = tensor.to_dense()
    if str(tensor.dtype) == "torch.bfloat16":
        return ".bfloat16", tensor.float().numpy()
    if str(tensor.dtype).startswith("torch.complex"):
        return ".complex", torch.view_as_real(tensor.resolve_conj() if hasattr(tensor, "resolve_conj") else tensor).numpy()
    return "", tensor.contiguous().numpy()
