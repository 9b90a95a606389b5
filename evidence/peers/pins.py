#!/usr/bin/env python3
"""Reads pins.toml for the scripts that set up releases: pins.py FAMILY FIELD… prints the fields of each pin, a line each.

The name of a pin stands first. With `KEY=VALUE` among the fields, only pins that have it: pins.py llvm package=ziglang version
"""

import sys
from pathlib import Path

import tomllib


def main():
    family, *fields = sys.argv[1:]
    pins = tomllib.loads(Path(__file__).with_name("pins.toml").read_text())[family]
    wanted = dict(field.split("=", 1) for field in fields if "=" in field)
    shown = [field for field in fields if "=" not in field]
    for name, pin in pins.items():
        # A pin without a field that is asked for is of another sort.
        if all(pin.get(key) == value for key, value in wanted.items()) and all(field in pin for field in shown):
            print(name, *(pin[field] for field in shown))


if __name__ == "__main__":
    main()
