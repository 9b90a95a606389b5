"""Opens downloads that are not read on, and says how much memory a server has meanwhile: downloads.py PID PORT PATH TOKEN COUNT.

Each has got the head of its answer and some bytes, and then waits. Prints megabytes of resident memory: the most while they begin, and when all wait.
"""

import resource
import socket
import sys
import time
from pathlib import Path


def memory(pid, field):
    """A number of kilobytes of a process, as megabytes."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(field)) / 1000


def main():
    pid, port, path, token, count = sys.argv[1:]
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    request = f"GET {path} HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer {token}\r\n\r\n".encode()
    before = memory(pid, "VmRSS:")
    downloads = []
    for _ in range(int(count)):
        one = socket.create_connection(("127.0.0.1", int(port)))
        one.sendall(request)
        downloads.append(one)
    for one in downloads:
        head = one.recv(12)
        if not head.startswith(b"HTTP/1.1 200"):
            sys.exit(f"not served: {head!r}")
    time.sleep(2)
    print(f"{before:.1f} {memory(pid, 'VmHWM:'):.1f} {memory(pid, 'VmRSS:'):.1f}")


if __name__ == "__main__":
    main()
