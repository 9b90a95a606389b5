"""Runs functions in forked children, with a time and a memory limit, so that a crash or a hang of the library is an outcome.

`run(function, seconds)` gives {"status": "done", "result": what the function returned (JSON)} or {"status": "crash", "signal": …},
{"status": "timeout"}, each with "stage": the last that the child announced with `stage(name)`, and "stderr": the end of what it wrote there.

`run_all(functions, seconds)` yields the same for each, in order, with many functions in one child (a fork of a process with these libraries takes
longer than most of the functions): the child of one that ends it is replaced, and that function is run once more in a child of its own.
"""

import json
import os
import resource
import select
import signal
import sys
import tempfile
import time
import traceback

MEMORY = 12 << 30  # of address space: the libraries alone map some gigabytes
BATCH = 60
_pipe = None


def stage(name):
    """Announces what comes next."""
    if _pipe is not None:
        _say({"stage": name})


def _say(record):
    data = (json.dumps(record) + "\n").encode()
    while data:
        data = data[os.write(_pipe, data):]


def _child(functions, write, log):
    global _pipe
    _pipe = write
    os.dup2(log, 2)
    os.dup2(log, 1)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for function in functions:
        os.ftruncate(log, 0)
        os.lseek(log, 0, os.SEEK_SET)
        _say({"start": True})
        try:
            _say({"result": function()})
        except MemoryError:
            _say({"memory": True})
    sys.stdout.flush()


def _lines(read, pid, seconds):
    """The records that a child writes, None where it was silent for too long and was killed."""
    rest = b""
    while True:
        end = time.time() + seconds
        while b"\n" not in rest:
            ready, _, _ = select.select([read], [], [], max(0.0, end - time.time()))
            if not ready:
                os.kill(pid, signal.SIGKILL)
                yield None
                return
            chunk = os.read(read, 1 << 16)
            if not chunk:
                return
            rest += chunk
        line, _, rest = rest.partition(b"\n")
        yield json.loads(line.decode())


def _leave(pid, seconds):
    """Waits for a child; one that said all and hangs while it leaves is killed."""
    end = time.time() + seconds
    while True:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            return status
        if time.time() > end:
            os.kill(pid, signal.SIGKILL)
            end += seconds
        time.sleep(0.001)


def _batch(functions, seconds):
    """What the functions gave; shorter than the list if one ended the child: then that one is the last."""
    read, write = os.pipe()
    with tempfile.TemporaryFile() as log:
        pid = os.fork()
        if pid == 0:
            try:
                os.close(read)
                _child(functions, write, log.fileno())
            except BaseException:  # noqa: BLE001 (the child must not return into the parent's code)
                traceback.print_exc()
                os._exit(70)
            os._exit(0)
        os.close(write)
        said, current, late = [], None, False
        for record in _lines(read, pid, seconds):
            if record is None:
                late = True
            elif "start" in record:
                current = {"stage": None}
            elif "stage" in record:
                current["stage"] = record["stage"]
            else:
                current["status"] = "memory" if "memory" in record else "done"
                current["result"] = record.get("result")
                said.append(current)
                current = None
        os.close(read)
        status = _leave(pid, seconds)
        if current is not None:
            log.seek(0, 2)
            log.seek(max(0, log.tell() - 40000))
            current["stderr"] = log.read().decode("utf-8", "replace")
            current["status"] = "timeout" if late else "crash"
            current["signal"] = signal.Signals(os.WTERMSIG(status)).name if os.WIFSIGNALED(status) else f"exit {os.WEXITSTATUS(status)}"
            said.append(current)
        return said


def run(function, seconds=30):
    return _batch([function], seconds)[0]


def run_all(functions, seconds=30):
    functions = list(functions)
    at = 0
    while at < len(functions):
        said = _batch(functions[at:at + BATCH], seconds)
        if said[-1]["status"] != "done" and len(said) > 1:
            said[-1] = run(functions[at + len(said) - 1], seconds)
        yield from said
        at += len(said)
