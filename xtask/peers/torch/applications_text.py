# ruff: noqa: UP006, UP007, UP031, UP032, UP045, SIM401 (TorchScript, as the oldest releases parse it)
"""Unseen models of text, tokens and numbers of the language: programs with few tensors, classes, functions that are saved alone."""

from enum import Enum
from typing import Dict, List, NamedTuple, Optional, Tuple  # noqa: UP035

import torch
from modelset import model
from modelset.inputs import f, n
from torch import nn


class PairMerges(nn.Module):
    """Merges of neighbours by rank, until there is none."""

    def __init__(self):
        super().__init__()
        self.ranks: Dict[str, int] = {"l o": 0, "lo w": 1, "e r": 2, "n e": 3, "ne w": 4, "low er": 5}
        self.ids: Dict[str, int] = {"low": 1, "er": 2, "new": 3, "lower": 4, "e": 5, "s": 6, "t": 7}
        self.unknown = 0

    def split(self, word: str) -> List[str]:
        parts: List[str] = []
        for i in range(len(word)):
            parts.append(word[i])
        while len(parts) > 1:
            best, at = 1000000, -1
            for i in range(len(parts) - 1):
                rank = self.ranks.get(parts[i] + " " + parts[i + 1], 1000000)
                if rank < best:
                    best, at = rank, i
            if at < 0:
                break
            parts = parts[:at] + [parts[at] + parts[at + 1]] + parts[at + 2:]
        return parts

    def forward(self, text: str) -> Tuple[List[str], torch.Tensor]:
        pieces: List[str] = []
        ids: List[int] = []
        for word in text.lower().split(" "):
            for piece in self.split(word):
                pieces.append(piece)
                ids.append(self.ids.get(piece, self.unknown))
        return pieces, torch.tensor(ids, dtype=torch.int32)


@model("byte-pair merges: dictionaries of texts, slices of lists")
def pair_merges():
    return PairMerges(), [("Lower new lowest",), ("e",)]


class Vocabulary:
    def __init__(self, words: List[str], unknown: str):
        self.words = words
        self.index = torch.jit.annotate(Dict[str, int], {})
        for i in range(len(words)):
            self.index[words[i]] = i
        self.unknown = self.index[unknown]

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, word: str) -> bool:
        return word in self.index

    def __getitem__(self, word: str) -> int:
        if word in self.index:
            return self.index[word]
        return self.unknown

    def add(self, word: str) -> int:
        if word not in self.index:
            self.index[word] = len(self.words)
            self.words.append(word)
        return self.index[word]


class WordBag(nn.Module):
    def __init__(self):
        super().__init__()
        self.words: List[str] = ["?", "the", "cat", "sat"]
        self.weights = nn.Parameter(f(8))

    def forward(self, tokens: List[str], grow: bool = False) -> Tuple[torch.Tensor, List[int], int]:
        vocabulary = Vocabulary(self.words, "?")
        ids: List[int] = []
        for token in tokens:
            ids.append(vocabulary.add(token) if grow else vocabulary[token])
        known = 0
        for token in tokens:
            if token in vocabulary:
                known += 1
        counts = torch.bincount(torch.tensor(ids), minlength=8)
        return counts.to(torch.float32) * self.weights, ids, len(vocabulary) * 100 + known


@model("a vocabulary as a class: len, in, [], a method that grows it")
def vocabulary_class():
    return WordBag(), [(["the", "cat", "ran"],), (["a", "cat", "a"], True)]


class WordPieces(nn.Module):
    def __init__(self):
        super().__init__()
        self.pieces: Dict[str, int] = {"un": 3, "##aff": 4, "##able": 5, "##a": 6, "play": 7, "##ing": 8, "##s": 9}

    def forward(self, text: str, most: int = 8) -> List[int]:
        ids = [1]
        for word in text.strip().split():
            start = 0
            found: List[int] = []
            bad = False
            while start < len(word):
                end = len(word)
                piece = -1
                while start < end:
                    part = word[start:end] if start == 0 else "##" + word[start:end]
                    if part in self.pieces:
                        piece = self.pieces[part]
                        break
                    end -= 1
                if piece < 0:
                    bad = True
                    break
                found.append(piece)
                start = end
            if bad:
                ids.append(0)
            else:
                ids.extend(found)
        ids = ids[: most - 1]
        ids.append(2)
        while len(ids) < most:
            ids.append(-1)
        return ids


@model("word pieces: the longest that match, padded")
def word_pieces():
    return WordPieces(), [("unaffable plays",), (" playing xyz\tun ", 6)]


class Calculator(nn.Module):
    """Reads an expression with two stacks."""

    def level(self, operator: str) -> int:
        if operator == "+" or operator == "-":
            return 1
        if operator in ["*", "/"]:
            return 2
        return 0

    def apply(self, numbers: List[float], operator: str):
        if len(numbers) < 2:
            raise ValueError("an operator has no operands")
        b = numbers.pop()
        a = numbers.pop()
        if operator == "+":
            numbers.append(a + b)
        elif operator == "-":
            numbers.append(a - b)
        elif operator == "*":
            numbers.append(a * b)
        else:
            assert b != 0.0, "division by zero"
            numbers.append(a / b)

    def forward(self, text: str) -> float:
        numbers: List[float] = []
        operators: List[str] = []
        for token in text.split(" "):
            if token == "(":
                operators.append(token)
            elif token == ")":
                while operators[-1] != "(":
                    self.apply(numbers, operators.pop())
                operators.pop()
            elif self.level(token) > 0:
                while len(operators) > 0 and self.level(operators[-1]) >= self.level(token):
                    self.apply(numbers, operators.pop())
                operators.append(token)
            else:
                numbers.append(float(token))
        while len(operators) > 0:
            self.apply(numbers, operators.pop())
        return numbers[0]


@model("a calculator of expressions: stacks of texts and floats; exceptions and asserts that fire, and do not")
def calculator():
    return Calculator(), [("( 1.5 + 2 ) * 4",), ("8 / 4 - 3 * 2",), ("1 / 0",), ("1 +",)]


class Distance(nn.Module):
    def forward(self, a: str, b: str) -> Tuple[int, List[List[int]]]:
        table = [[0 for _ in range(len(b) + 1)] for _ in range(len(a) + 1)]
        for i in range(len(a) + 1):
            table[i][0] = i
        for j in range(len(b) + 1):
            table[0][j] = j
        for i in range(1, len(a) + 1):
            for j in range(1, len(b) + 1):
                cost = 0 if a[i - 1] == b[j - 1] else 1
                table[i][j] = min(min(table[i - 1][j] + 1, table[i][j - 1] + 1), table[i - 1][j - 1] + cost)
        return table[-1][-1], table


@model("the distance of two texts: a table of lists of lists by comprehension")
def edit_distance():
    return Distance(), [("kitten", "sitting"), ("ab", "ab")]


class Readings(nn.Module):
    """Lines of a log to features."""

    def forward(self, lines: List[str]) -> Tuple[Dict[str, float], str, torch.Tensor]:
        sums: Dict[str, float] = {}
        bad = 0
        for line in lines:
            line = line.split("#")[0].strip()
            if len(line) == 0:
                continue
            if line.count("=") != 1:
                bad += 1
                continue
            key, value = line.split("=", 1)
            key = key.strip().replace("-", "_")
            value = value.strip()
            number = 0.0
            if value.startswith("0x"):
                number = float(len(value))
            elif value.replace(".", "").isdigit():
                number = float(value)
            else:
                bad += 1
                continue
            sums[key] = sums.get(key, 0.0) + number
        out: List[str] = []
        for key, value in sums.items():
            out.append("{}:{}".format(key, int(value)))
        return sums, ";".join(out).ljust(24, ".") + str(bad), torch.tensor(list(sums.values()))


@model("lines of a log to features: split, strip, count, isdigit, numbers from text")
def log_features():
    return Readings(), [(["speed=1.5 # m/s", "", "a-b = 0x1f", "speed=2", "x=y", "novalue"],)]


class Hashes(nn.Module):
    """Features by hashing: Fowler-Noll-Vo, a checksum, a filter of bits."""

    def fnv(self, text: str) -> int:
        h = 2166136261
        for i in range(len(text)):
            h = ((h ^ ord(text[i])) * 16777619) & 4294967295
        return h

    def adler(self, text: str) -> int:
        a, b = 1, 0
        for c in text:
            a = (a + ord(c)) % 65521
            b = (b + a) % 65521
        return (b << 16) | a

    def forward(self, words: List[str], buckets: int) -> Tuple[torch.Tensor, List[int], bool]:
        counts = torch.zeros([buckets])
        bits = 0
        for word in words:
            h = self.fnv(word)
            counts[h % buckets] += 1 - 2 * ((h >> 8) & 1)
            bits = bits | (1 << (h % 61))
        present = (bits >> (self.fnv(words[0]) % 61)) & 1
        return counts, [self.adler(word) for word in words], present == 1


@model("hashes of texts: ord, shifts, masks, a filter of bits")
def hashed_features():
    return Hashes(), [(["alpha", "beta", "gamma"], 8)]


class Primes(nn.Module):
    def gcd(self, a: int, b: int) -> int:
        while b != 0:
            a, b = b, a % b
        return abs(a)

    def power(self, base: int, exponent: int, modulus: int) -> int:
        result = 1
        base = base % modulus
        while exponent > 0:
            if exponent & 1:
                result = result * base % modulus
            base = base * base % modulus
            exponent = exponent >> 1
        return result

    def forward(self, most: int) -> Tuple[List[int], List[int], Tuple[int, int], List[bool]]:
        sieve = [True] * (most + 1)
        found: List[int] = []
        for k in range(2, most + 1):
            if sieve[k]:
                found.append(k)
                for m in range(k * k, most + 1, k):
                    sieve[m] = False
        sums = [self.gcd(84, -k) + self.power(3, k, 101) for k in found]
        return found, sums, (-7 // 2, -7 % 3), [k in found for k in range(5)]


@model("numbers: a sieve, powers by squares, // and % of negative integers")
def number_theory():
    return Primes(), [(30,), (2,)]


class Calendar(nn.Module):
    def forward(self, days: int) -> Tuple[int, int, int, str]:
        z = days + 719468
        era = (z if z >= 0 else z - 146096) // 146097
        of_era = z - era * 146097
        year = (of_era - of_era // 1460 + of_era // 36524 - of_era // 146096) // 365
        of_year = of_era - (365 * year + year // 4 - year // 100)
        m = (5 * of_year + 2) // 153
        day = of_year - (153 * m + 2) // 5 + 1
        month = m + 3 if m < 10 else m - 9
        y = year + era * 400 + (1 if month <= 2 else 0)
        return y, month, day, "{}-{}-{}".format(y, month, day)


@model("a calendar: dates from days")
def calendar():
    return Calendar(), [(20000,), (-1,), (0,)]


class Phase(Enum):
    IDLE = 0
    RUNNING = 1
    FAILED = 2


class Limits(NamedTuple):
    low: float
    high: float
    name: str


class Machine(nn.Module):
    """States that follow each other; limits as a tuple with names, made by a method (attributes lose the names)."""

    def __init__(self):
        super().__init__()
        self.options: Dict[str, int] = {"patience": 2, "reset": 1}

    def limits(self) -> Limits:
        return Limits(low=-0.5, high=1.0, name="band")

    def after(self, phase: Phase, value: float, strikes: int) -> Tuple[Phase, int]:
        if phase == Phase.FAILED:
            return (Phase.IDLE, 0) if self.options["reset"] == 1 else (phase, strikes)
        if value < self.limits().low or value > self.limits().high:
            strikes += 1
            return (Phase.FAILED if strikes >= self.options["patience"] else Phase.RUNNING), strikes
        return Phase.RUNNING, 0

    def forward(self, values: List[float]) -> Tuple[List[str], int, Limits]:
        phase, strikes = Phase.IDLE, 0
        names: List[str] = []
        total = 0
        for value in values:
            phase, strikes = self.after(phase, value, strikes)
            names.append(phase.name)
            total += phase.value
        return names, total, Limits(0.0, self.limits().high, self.limits().name)


@model("a machine of states: an enumeration in a loop, limits as a NamedTuple, options in a dictionary")
def state_machine():
    return Machine(), [([0.0, 2.0, 3.0, 0.1, -4.0],)]


class Settings(NamedTuple):
    scale: float
    steps: int
    clip: Optional[float]


class Configured(nn.Module):
    """What it does depends on dictionaries and on a tuple with names."""

    def __init__(self):
        super().__init__()
        self.flags: Dict[str, bool] = {"residual": True, "square": False}
        self.order: List[Tuple[str, float]] = [("shift", 1.0), ("scale", 2.0), ("shift", -0.5)]

    def forward(self, x, names: Dict[str, float]) -> Dict[str, torch.Tensor]:
        settings = Settings(0.5, 3, None)
        out: Dict[str, torch.Tensor] = {}
        y = x
        for kind, amount in self.order:
            amount = names[kind] if kind in names else amount
            y = y + amount if kind == "shift" else y * amount
        if self.flags["square"]:
            y = y ** 2
        for _ in range(settings.steps):
            y = y * settings.scale + (x if self.flags["residual"] else 0.0 * x)
        clip = settings.clip
        out["y"] = y.clamp(max=clip) if clip is not None else y
        for name, value in names.items():
            out["with_" + name] = y * value
        return out


@model("control by a NamedTuple, dictionaries and lists of pairs")
def configured():
    return Configured(), [(f(2, 3), {"scale": 3.0, "other": 1.5}), (f(1, 2), {"shift": 0.0})]


class Entry:
    def __init__(self, score: float, name: str):
        self.score = score
        self.name = name

    def __lt__(self, other: "Entry") -> bool:
        return self.score < other.score


class Leaderboard(nn.Module):
    def forward(self, scores: List[float], names: List[str]) -> Tuple[List[str], List[Tuple[float, str]], int]:
        entries: List[Entry] = []
        for i in range(len(scores)):
            entries.append(Entry(scores[i], names[i]))
        entries.sort(reverse=True)
        out: List[str] = []
        for entry in entries:
            out.append(entry.name)
        pairs: List[Tuple[float, str]] = []
        for s, t in zip(scores, names):
            pairs.append((s, t))
        low, at = scores[0], 0
        for i, s in enumerate(scores):
            if s < low:
                low, at = s, i
        return out, pairs, at


@model("a list of objects of a class, sorted by their __lt__")
def leaderboard():
    return Leaderboard(), [([0.5, 2.5, -1.0], ["b", "a", "c"])]


def encode_bits(values: List[int]) -> int:
    out = 0
    for value in values:
        out = (out << 4) | (value & 15)
    return out


def alone_filter(x, weights: List[float], scale: float = 1.0, labels: Optional[List[int]] = None):
    """A function that is saved without a module; it calls another."""
    total = torch.zeros_like(x)
    for i, weight in enumerate(weights):
        total = total + torch.roll(x, i) * weight
    code = encode_bits([1, 2, 3] if labels is None else labels)
    return total * scale, code


@model("a function saved alone, with defaults and a function that it calls")
def function_alone():
    import unseen

    return unseen.Alone(alone_filter), [(f(5), [0.5, 0.25]), (f(5), [1.0], 2.0), (f(5), [1.0], 2.0, [4, 5])]


def alone_scores(x, y):
    """A function of tensors alone, that can be traced."""
    similar = torch.nn.functional.cosine_similarity(x.unsqueeze(1), y.unsqueeze(0), dim=2)
    return similar, torch.nn.functional.pairwise_distance(x, y[: x.size(0)]), torch.cdist(x, y, p=1.0)


@model("a function of tensors saved alone")
def function_of_tensors():
    import unseen

    return unseen.Alone(alone_scores), [(f(3, 4), f(5, 4).flip(0))]


class Huffman(nn.Module):
    """Packs codes into bytes and reads them back."""

    def __init__(self):
        super().__init__()
        self.codes: Dict[int, Tuple[int, int]] = {0: (0, 1), 1: (2, 2), 2: (6, 3), 3: (7, 3)}

    def forward(self, symbols) -> Tuple[torch.Tensor, List[int]]:
        packed: List[int] = []
        held, count = 0, 0
        for symbol in symbols.unbind(0):
            code, width = self.codes[int(symbol)]
            held = (held << width) | code
            count += width
            while count >= 8:
                packed.append((held >> (count - 8)) & 255)
                count -= 8
                held = held & ((1 << count) - 1)
        packed.append((held << (8 - count)) & 255)
        return torch.tensor(packed, dtype=torch.uint8), self.read(packed, symbols.size(0))

    def read(self, packed: List[int], most: int) -> List[int]:
        out: List[int] = []
        code, width, at = 0, 0, 0
        while len(out) < most and at < len(packed) * 8:
            code = (code << 1) | ((packed[at // 8] >> (7 - at % 8)) & 1)
            width += 1
            at += 1
            for symbol, (c, w) in self.codes.items():
                if c == code and w == width:
                    out.append(symbol)
                    code, width = 0, 0
                    break
        return out


@model("codes packed into bytes: a dictionary of pairs, shifts of integers")
def huffman():
    return Huffman(), [(n(12, low=0, high=3),)]


class Life(nn.Module):
    def forward(self, board, steps: int):
        around = torch.ones(1, 1, 3, 3)
        around[0, 0, 1, 1] = 0
        for _ in range(steps):
            wide = torch.cat([board[-1:], board, board[:1]])
            wide = torch.cat([wide[:, -1:], wide, wide[:, :1]], 1)
            count = torch.conv2d(wide[None, None].to(torch.float), around)[0, 0].round().int()
            board = ((count == 3) | ((count == 2) & board.to(torch.bool))).to(board.dtype)
        return board, board.sum()


@model("a game of cells: integers, a convolution that counts, edges that wrap")
def game_of_cells():
    return Life(), [(n(5, 6, low=0, high=2).eq(1).long(), 3)]
