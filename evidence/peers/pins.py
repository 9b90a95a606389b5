#!/usr/bin/env python3
"""Reads pins.toml for the scripts that set up and ask releases: pins.py FAMILY FIELD… prints the fields of each pin, a line each.

The name of a pin stands first. With `KEY=VALUE` among the fields, only pins that have it, with `in=LIST` those of a list: pins.py llvm
package=ziglang version. `-` instead of the name of a field leaves the name of the pin out.
"""

import sys
from pathlib import Path

import tomllib


def pins(family, within=None):
    """The pins of a family, or of one of its lists, oldest release first: by name."""
    found = tomllib.loads(Path(__file__).with_name("pins.toml").read_text())[family]
    if within is None:
        return found
    mine = {name: pin for name, pin in found.items() if within in pin.get("lists", "").split()}
    return dict(sorted(mine.items(), key=lambda item: [int(part) for part in item[1]["release"].split(".")]))


def releases(family, within):
    return [pin["release"] for pin in pins(family, within).values()]


def numbers(family, within):
    """The first parts of releases: `14`, `15`."""
    return [release.split(".")[0] for release in releases(family, within)]


def main():
    family, *fields = sys.argv[1:]
    wanted = dict(field.split("=", 1) for field in fields if "=" in field)
    shown = [field for field in fields if "=" not in field and field != "-"]
    for name, pin in pins(family, wanted.pop("in", None)).items():
        # A pin without a field that is asked for is of another sort.
        if all(pin.get(key) == value for key, value in wanted.items()) and all(field in pin for field in shown):
            print(*([] if "-" in fields else [name]), *(pin[field] for field in shown))


if __name__ == "__main__":
    main()
