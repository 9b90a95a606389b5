"""Runs portable artifacts of StableHLO on XLA's CPU, by jaxlib, for `outlast prove`. Follows driver_common.py."""


def numbers():
    from jaxlib.version import __version__ as release
    return release, tuple(int(part) for part in release.split(".")[:3])


def dialect():
    """The dialect's module, a context, and what is said in it."""
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import stablehlo
    context, said = ir.Context(), []
    context.attach_diagnostic_handler(lambda found: said.append(str(found.message)) or True)
    stablehlo.register_dialect(context)
    return stablehlo, context, said


def text_of(data, release):
    """The module of an artifact, as text."""
    # Up to here, the function of the dialect's module crashes, and text is all that comes of an artifact.
    if release <= (0, 4, 31):
        from jaxlib import xla_extension
        text = xla_extension.mlir.deserialize_portable_artifact(data)
        return text if isinstance(text, str) else text.decode()
    stablehlo, context, said = dialect()
    try:
        return str(stablehlo.deserialize_portable_artifact(context, data))
    except Exception as error:
        raise ValueError("; ".join(said) or first(error))


def client(release):
    from jaxlib import xla_client
    if release < (0, 5):
        jit = xla_client._xla.jax_jit
        jit.set_thread_local_state_initialization_callback(lambda: None)
        state = jit.global_state()
        state.enable_x64, state.enable_memories, state.disable_jit = True, False, False
    if release >= (0, 10):
        import jax
        jax.config.update("jax_enable_x64", True)
        return jax.devices()[0].client
    return xla_client.make_cpu_client()


def calls():
    """What jaxlib implements itself on a CPU, by name; none where it does not say."""
    try:
        from jaxlib.cpu import _lapack
    except ImportError:
        return {}
    if hasattr(_lapack, "initialize"):
        _lapack.initialize()
    return _lapack.registrations()


def register(release):
    """jax registers them on import."""
    from jaxlib import xla_client
    for name, target in calls().items():
        if hasattr(xla_client, "register_custom_call_target"):
            how = {"api_version": 1} if name.endswith("_ffi") else {}
            xla_client.register_custom_call_target(name.encode() if release < (0, 4, 26) else name, target, platform="cpu", **how)


def compiled(there, text):
    """The program, and a function from its inputs to its outputs, on the first device."""
    import numpy as np
    from jaxlib import xla_client
    device, options = there.local_devices()[0], xla_client.CompileOptions()
    if hasattr(there, "compile_and_load"):
        program = there.compile_and_load(text, xla_client.DeviceList((device,)), options)
    else:
        program = there.compile(text, options)

    def execute(values):
        if hasattr(there, "buffer_from_pyval"):
            given = [there.buffer_from_pyval(value, device) for value in values]
        else:
            import jax
            given = [jax.device_put(value, device) for value in values]
        found = program.execute_sharded(given).disassemble_into_single_device_arrays()
        # Element types that NumPy does not have are read by this method alone where jax is not imported.
        return [getattr(one[0], "_single_device_array_to_np_array", lambda one=one: np.asarray(one[0]))() for one in found]

    return execute


def given(np, arrays):
    """Inputs; element types that NumPy does not have travel as others, with their name as the kind."""
    import ml_dtypes
    own = lambda array, kind: array.astype(getattr(ml_dtypes, kind)) if kind else array
    return [as_complex(np, array) if kind == "complex" else own(array, kind) for array, kind in by_position(arrays)]


def as_complex(np, pairs):
    return np.ascontiguousarray(pairs).view("complex128" if pairs.dtype == np.float64 else "complex64")[..., 0]


def kept(np, array):
    if array.dtype.kind == "c":
        return ".complex", np.stack([array.real, array.imag], -1)
    if array.dtype.isbuiltin == 1:
        return "", array
    name = array.dtype.name
    return "." + name, array.astype("int8" if name.startswith("int") else "uint8" if name.startswith("uint") else "float32")


def describe(release):
    from jaxlib.mlir.dialects import stablehlo
    versions = {}
    for name in ("get_current_version", "get_minimum_version"):
        if hasattr(stablehlo, name):
            versions["stablehlo " + name.split("_")[1]] = getattr(stablehlo, name)()
    say(event="described", version=release, operators=sorted(calls()), versions=versions)


def prepare():
    import numpy as np
    import jaxlib
    return (np,) + numbers()


def work(ready, request, stage):
    np, name, release = ready
    if request.get("describe"):
        describe(name)
        return
    set_up(request, stage)
    stage("load")
    with open(request["file"], "rb") as file:
        text = text_of(file.read(), release)
    register(release)
    execute = compiled(client(release), text)
    say(event="loaded", version=name)

    def compute(method, arrays):
        placed = given(np, arrays)
        stage("run")
        return [kept(np, array) for array in execute(placed)], []

    cases(np, request, stage, compute)


serve(prepare, work)
