"""What people made of checks that one release's verifiers have and another's have not: the texts in `reviewed/`.

    22<21,22<19 SubViewOp::verify 3fa1c2d4 = if slice-in-bounds | why

Pairs of reader and producer, the function, a hash of the statements that only the reader has (`Comparison.stricter`), and the answer: `same` if they refuse
nothing that the producer takes, `if` with the conditions under which they refuse nothing (`crates/mlir/src/facts/verifier_rules`), `unread` if nobody could
say. What no row has is unread.
"""

import hashlib
import pathlib
import re

ROW = re.compile(r"(?P<pairs>[\d<,]+) (?P<function>\S+) (?P<hash>[0-9a-f]{8}) = (?P<answer>same|unread|if(?: (?!\| )\S+)+)(?: \| .*)?")


def short(statements):
    return hashlib.sha1(repr(tuple(statements)).encode()).hexdigest()[:8]


class Reviewed:
    def __init__(self, folder=None):
        self.rows, self.unread, self.generated_rows = {}, {}, {}
        for path in sorted((folder or pathlib.Path(__file__).with_name("reviewed")).glob("*.txt")):
            for number, line in enumerate(path.read_text().splitlines(), 1):
                if not line.strip() or line.startswith("#"):
                    continue
                found = ROW.fullmatch(line)
                if not found:
                    raise SystemExit(f"{path.name}:{number}: no row: {line}")
                if found["function"].startswith("generated:") and found["answer"] != "unread":
                    self.generated_rows[found["function"], found["hash"]] = found["answer"].split(" ")
                for pair in found["pairs"].split(","):
                    self.rows[pair, found["function"], found["hash"]] = found["answer"].split(" ")

    def conditions(self, reader, producer, found):
        """The conditions under which a reader refuses nothing of what a producer takes, of all that its verifier has more; none if that is not known."""
        words, known = set(), True
        for (owner, name), statements in found.items():
            key = f"{reader}<{producer}", "::".join(part for part in (owner, name) if part), short(statements)
            answer = self.rows.get(key)
            if answer is None:
                self.unread[key] = statements
            known &= answer not in (None, ["unread"])
            words |= set((answer or [])[1:])
        return words if known else None

    def missing(self, reader, producer, op):
        """As `conditions`, of an operation whose verifier was not found in the sources: rows `missing:DIALECT.*` with a hash of zeros."""
        for (pair, function, _), answer in self.rows.items():
            name = function.removeprefix("missing:")
            if pair == f"{reader}<{producer}" and name != function and op.startswith(name.removesuffix("*")):
                return None if answer == ["unread"] else set(answer[1:])
        return None

    def generated(self, reader, producer, name, given, wanted):
        """As `conditions`, of what generated code checks of an operation or of an attribute's value."""
        key = f"{reader}<{producer}", f"generated:{name}", short((given, wanted))
        # The same conditions of other releases are the same question.
        answer = self.rows.get(key) or self.generated_rows.get(key[1:], ["unread"])
        if answer == ["unread"]:
            self.unread[key] = given, wanted
        return None if answer == ["unread"] else set(answer[1:])

    def tell(self, path):
        """Writes what nobody has read yet, to be read."""
        lines = []
        for (pair, function, short_hash), statements in sorted(self.unread.items(), key=lambda item: item[0]):
            lines += [f"## {pair} {function} {short_hash}", *[f"    {one!r}" for one in statements]]
        pathlib.Path(path).write_text("\n".join(lines) + "\n")
