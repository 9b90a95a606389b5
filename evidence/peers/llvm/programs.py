#!/usr/bin/env python3
"""Bitcode that compilers really write: small programs in C, C++ and Objective-C, by every clang, at several levels.

    programs.py OUT [--producers 14,15,…]      bitcode into OUT/PRODUCER/
"""
import argparse
import itertools
import os
import random
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

# Each stands in programs.txt, below `== NAME`.
TEXTS = ("\n" + Path(__file__).with_suffix(".txt").read_text().rstrip("\n")).split("\n== ")[1:]
PROGRAMS = {name: f"\n{program}\n" for name, program in (text.split("\n", 1) for text in TEXTS)}
LANGUAGES = {".c": "c", ".cc": "c++", ".m": "objective-c"}
LEVELS = [["-O0"], ["-O1"], ["-O2"], ["-O3", "-ffast-math"], ["-Os"], ["-O2", "-g"], ["-O0", "-g"], ["-O1", "-g3", "-gdwarf-4"], ["-O2", "-gline-tables-only"],
          ["-O2", "-flto=thin"], ["-O2", "-flto=full"], ["-O2", "-flto=thin", "-g"], ["-O1", "-fsanitize=address"], ["-O1", "-fsanitize=undefined"], ["-O1", "-fsanitize=thread"],
          ["-O2", "-march=x86-64-v3", "-ffast-math"], ["-O1", "-fstack-protector-strong", "-fcf-protection=full"], ["-O1", "-mcmodel=large", "-fno-pic"], ["-O2", "-fprofile-generate"],
          ["-O0", "-Xclang", "-disable-O0-optnone"], ["-O2", "-fno-delete-null-pointer-checks", "-fwrapv", "-ffp-model=strict"],
          ["-O1", "--target=aarch64-linux-gnu"], ["-O2", "--target=wasm32"], ["-O2", "--target=riscv64"], ["-O1", "--target=arm64-apple-macos12"], ["-O1", "--target=i686-pc-windows-msvc"], ["-O2", "-g", "--target=x86_64-pc-windows-msvc", "-gcodeview"],
          ["-O2", "--target=nvptx64"], ["-O1", "-fno-unwind-tables", "-fno-asynchronous-unwind-tables"], ["-O2", "-fvisibility=hidden", "-fwhole-program-vtables", "-flto"]]
TYPED = [["-Xclang", "-no-opaque-pointers"]]


def commands(producer):
    release = producer.rstrip("t")
    for (name, text), (number, flags) in itertools.product(PROGRAMS.items(), enumerate(LEVELS)):
        flags = list(flags) + (TYPED[0] if producer.endswith("t") else [])
        if release in ("17", "18", "20"):
            if any(f.startswith(("--target", "-flto", "-fsan", "-fprofile")) for f in flags):
                continue
            compiler = [os.environ["OUTLAST_LLVM"] + f"/zig-{release}/ziglang/zig", "clang", "-target", "x86_64-linux-gnu"]
        else:
            compiler = [f"clang-{release}"]
        yield name, number, text, compiler + flags + ["-w", "-ffreestanding" if any("--target" in f for f in flags) else "-w", "-c", "-emit-llvm", "-x", LANGUAGES[Path(name).suffix], "-"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("--producers", default="14,15,16,19,22,15t,16t,17,18,20")
    parser.add_argument("--share", type=float, default=100, help="per cent of all combinations")
    parser.add_argument("--seed", default="1")
    args = parser.parse_args()
    pick = random.Random(args.seed)

    def one(job):
        target, text, command = job
        env = dict(os.environ, ZIG_GLOBAL_CACHE_DIR=tempfile.gettempdir() + "/zig-cache-global", ZIG_LOCAL_CACHE_DIR=tempfile.gettempdir() + "/zig-cache-local")
        subprocess.run(command + ["-o", str(target)], input=text.encode(), capture_output=True, cwd=tempfile.gettempdir(), env=env, timeout=120)

    for producer in args.producers.split(","):
        folder = Path(args.out) / producer
        folder.mkdir(parents=True, exist_ok=True)
        jobs = [(folder / f"{name.replace('.', '-')}-{number}.bc", text, command) for name, number, text, command in commands(producer) if pick.random() * 100 < args.share]
        with ThreadPoolExecutor(3) as workers:
            list(workers.map(one, [job for job in jobs if not job[0].exists()]))
        print(producer, len(list(folder.glob("*.bc"))), flush=True)


if __name__ == "__main__":
    main()
