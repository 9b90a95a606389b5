#!/usr/bin/env python3
"""What a command costs: measure.py COMMAND ARGUMENT …, its output thrown away.

Prints seconds of user CPU, of system CPU and by the clock, the peak of memory in kB, and the exit status.
"""
import os
import subprocess
import sys
import time

start = time.perf_counter()
child = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
_, status, usage = os.wait4(child.pid, 0)
wall = time.perf_counter() - start
child.returncode = os.waitstatus_to_exitcode(status)
print(f"{usage.ru_utime:.4f}\t{usage.ru_stime:.4f}\t{wall:.4f}\t{usage.ru_maxrss}\t{child.returncode}")
