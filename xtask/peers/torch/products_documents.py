# ruff: noqa: UP006, UP007, UP045 (TorchScript, as the oldest releases parse it)
"""Products that read documents: text lines, bar codes, cards, passports, receipts, tables."""

from typing import Dict, List, NamedTuple, Optional, Tuple  # noqa: UP035

import torch
import torch.nn.functional as F
from modelset import model
from modelset.inputs import f, n
from torch import nn


class LineReader(nn.Module):
    """Columns of a line of text to letters, by a beam search over prefixes that merges what collapses to the same text."""

    def __init__(self):
        super().__init__()
        self.columns = nn.Sequential(nn.Conv2d(1, 6, (5, 3), padding=(2, 1), stride=(2, 1)), nn.ReLU(inplace=True), nn.MaxPool2d((2, 1)))
        self.reader = nn.LSTM(12, 5, bidirectional=True, batch_first=True)
        self.letters, self.alphabet = nn.Linear(10, 6), "-aeo0n"

    def search(self, logs: List[List[float]], width: int) -> List[Tuple[str, float]]:
        beams: Dict[str, Tuple[float, float]] = {"": (1.0, 0.0)}
        for row in logs:
            after: Dict[str, Tuple[float, float]] = {}
            for text, (blank, letter) in beams.items():
                known = after.get(text, (0.0, 0.0))
                repeated = 0.0
                if len(text) > 0:
                    repeated = letter * row[self.alphabet.find(text[-1])]
                after[text] = (known[0] + (blank + letter) * row[0], known[1] + repeated)
                for k in range(1, len(row)):
                    longer = text + self.alphabet[k]
                    chance = (blank if len(text) > 0 and text[-1] == self.alphabet[k] else blank + letter) * row[k]
                    other = after.get(longer, (0.0, 0.0))
                    after[longer] = (other[0], other[1] + chance)
            totals = [pair[0] + pair[1] for pair in after.values()]
            totals.sort(reverse=True)
            least = totals[min(width, len(totals)) - 1]
            kept: Dict[str, Tuple[float, float]] = {}
            for text, (blank, letter) in after.items():
                if blank + letter >= least:
                    kept[text] = (blank, letter)
            beams = kept
        return [(text, pair[0] + pair[1]) for text, pair in beams.items()]

    def forward(self, image, width: int = 3) -> List[List[Tuple[str, float]]]:
        seen = self.columns(image)
        chances = self.letters(self.reader(seen.permute(0, 3, 1, 2).flatten(2))[0]).softmax(-1)
        out: List[List[Tuple[str, float]]] = []
        for line in chances.unbind():
            rows: List[List[float]] = []
            for column in line.unbind():
                rows.append([float(x) for x in column.unbind()])
            out.append(self.search(rows, width))
        return out


@model("a reader of text lines: convolutions, an LSTM, a beam search over prefixes in a dictionary of pairs")
def line_reader():
    return LineReader(), [(f(2, 1, 8, 7),), (f(1, 1, 8, 5), 2)]


class Ean(nn.Module):
    """Widths of bars to thirteen digits, or None."""

    def __init__(self):
        super().__init__()
        self.left: Dict[str, int] = {"3211": 0, "2221": 1, "2122": 2, "1411": 3, "1132": 4, "1231": 5, "1114": 6, "1312": 7, "1213": 8, "3112": 9}
        self.parity = ["LLLLLL", "LLGLGG", "LLGGLG", "LLGGGL", "LGLLGG", "LGGLLG", "LGGGLL", "LGLGLG", "LGLGGL", "LGGLGL"]

    def digit(self, widths: List[int]) -> Tuple[int, str]:
        key = ""
        for w in widths:
            key += str(w)
        if key in self.left:
            return self.left[key], "L"
        back = ""
        for i in range(len(key)):
            back = key[i] + back
        return (self.left[back], "G") if back in self.left else (-1, "?")

    def forward(self, row) -> Optional[Tuple[str, int]]:
        dark = row < row.mean()
        edges = torch.nonzero(dark[1:] != dark[:-1]).flatten() + 1
        runs: List[int] = []
        for w in (edges[1:] - edges[:-1]).unbind():
            runs.append(int(w))
        if len(runs) != 59:
            return None
        unit = runs[0]
        code, parity = "", ""
        for k in range(12):
            at = 3 + 4 * k + (5 if k >= 6 else 0)
            value, kind = self.digit([(w + unit // 2) // unit for w in runs[at:at + 4]])
            if value < 0:
                return None
            code += str(value)
            if k < 6:
                parity += kind
        first = -1
        for k, known in enumerate(self.parity):
            if known == parity:
                first = k
        if first < 0:
            return None
        total = 0
        for i in range(13):
            total += int((str(first) + code)[i]) * (3 if i % 2 == 1 else 1)
        return str(first) + code, total % 10


def bars(text, unit=2):
    """The row of pixels of a code."""
    widths, sides = ["3211", "2221", "2122", "1411", "1132", "1231", "1114", "1312", "1213", "3112"], Ean().parity[int(text[0])]
    digits = [widths[int(x)] if k >= 6 or sides[k] == "L" else widths[int(x)][::-1] for k, x in enumerate(text[1:])]
    runs, dark, row = "111" + "".join(digits[:6]) + "11111" + "".join(digits[6:]) + "111", True, [200.0] * 4
    for w in runs:
        row += [20.0 if dark else 200.0] * (int(w) * unit)
        dark = not dark
    return torch.tensor(row + [200.0] * 4)


@model("a bar code: edges to widths, digits from a dictionary of texts, an optional result")
def bar_code():
    row = bars("4006381333931")
    return Ean(), [(row,), (row.flip(0),), (row[10:],)]


class ReedSolomon(nn.Module):
    """Error words of a two-dimensional code over GF(256): tables of logarithms as lists, syndromes, one error put right."""

    def __init__(self):
        super().__init__()
        exp, x = [], 1
        for _ in range(255):
            exp.append(x)
            x = (x << 1) ^ (0x11D if x & 0x80 else 0)
        self.exp: List[int] = exp
        self.log: List[int] = [0] + [exp.index(k) for k in range(1, 256)]

    def times(self, a: int, b: int) -> int:
        product = 0
        if min(a, b) > 0:
            product = self.exp[(self.log[a] + self.log[b]) % 255]
        return product

    def syndromes(self, words: List[int], count: int) -> List[int]:
        out: List[int] = []
        for i in range(count):
            total = 0
            for w in words:
                product = self.times(total, self.exp[i])
                total = w ^ product
            out.append(total)
        return out

    def forward(self, words: List[int], count: int) -> Tuple[List[int], int]:
        s = self.syndromes(words, count)
        if max(s) == 0:
            return words[:-count], -1
        assert s[0] != 0, "more than one error"
        place = (self.log[s[1]] - self.log[s[0]]) % 255
        fixed = words[:]
        at = len(words) - 1 - place
        fixed[at] = fixed[at] ^ s[0]
        if max(self.syndromes(fixed, count)) > 0:
            raise ValueError("cannot be put right")
        return fixed[:-count], place

    @torch.jit.export
    def format_bits(self, data: int) -> str:
        value = data << 10
        for i in range(4, -1, -1):
            if (value >> (i + 10)) & 1 == 1:
                value = value ^ (0b10100110111 << i)
        value = ((data << 10) | value) ^ 0x5412
        out = ""
        for i in range(15):
            out = ("1" if (value >> i) & 1 == 1 else "0") + out
        return out


@model("error correction of a two-dimensional code: a finite field in lists, ^ and <<, an exception")
def reed_solomon():
    words = [0x40, 0xD2, 0x75, 0x47]
    module = ReedSolomon()
    work = words + [0] * 4
    generator = [1]
    for i in range(4):
        generator = [a ^ module.times(b, module.exp[i]) for a, b in zip(generator + [0], [0] + generator)]
    for i in range(len(words)):
        lead = work[i]
        for j, g in enumerate(generator):
            work[i + j] ^= module.times(lead, g)
    good = words + work[4:]
    return module, [(good, 4), (good[:2] + [good[2] ^ 0x5A] + good[3:], 4), ("format_bits", (5,)), ("format_bits", (0b01101,))]


class MaskedMatrix(nn.Module):
    """The modules of a code without their mask, and their bytes in zigzag order."""

    def pattern(self, size: int, kind: int):
        r, c = torch.meshgrid([torch.arange(size), torch.arange(size)])
        if kind == 0:
            return (r + c) % 2 == 0
        elif kind == 1:
            return r % 2 == 0
        elif kind == 2:
            return c % 3 == 0
        return ((r * c) % 2 + (r * c) % 3).eq(0)

    def forward(self, modules, kind: int) -> Tuple[torch.Tensor, List[int]]:
        size = modules.size(0)
        plain = modules ^ self.pattern(size, kind)
        bits: List[bool] = []
        up = True
        column = size - 1
        while column > 0:
            if column == 6:
                column -= 1
            for k in range(size):
                row = size - 1 - k if up else k
                for c in [column, column - 1]:
                    bits.append(bool(plain[row, c]))
            up = not up
            column -= 2
        data: List[int] = []
        for i in range(0, len(bits) - 7, 8):
            byte = 0
            for bit in bits[i:i + 8]:
                byte = byte * 2 + int(bit)
            data.append(byte)
        return plain, data


@model("a matrix of modules: meshgrid, a mask by ^, bytes in zigzag")
def masked_matrix():
    spots = n(9, 9, low=0, high=4).gt(2)
    return MaskedMatrix(), [(spots, k) for k in range(4)]


class Skew(nn.Module):
    """The angle of the lines of a page, by projections into bins; where its lines are."""

    def __init__(self):
        super().__init__()
        self.register_buffer("angles", torch.linspace(-0.3, 0.3, 7))

    def forward(self, page) -> Tuple[torch.Tensor, torch.Tensor, List[Tuple[int, int]]]:
        ink = torch.nonzero(page < 0.5).to(torch.float32)
        scores = torch.zeros(self.angles.size(0))
        for i, angle in enumerate(self.angles.unbind(0)):
            rows = ink[:, 0] * angle.cos() - ink[:, 1] * angle.sin()
            counts = torch.bincount((rows - rows.min()).round().to(torch.int64), minlength=page.size(0))
            scores[i] = (counts.float() ** 2).sum()
        best = self.angles[scores.argmax()]
        profile = (page < 0.5).sum(dim=1)
        spans: List[Tuple[int, int]] = []
        start = -1
        for r in range(profile.size(0)):
            dark = int(profile[r]) > 0
            if dark and start < 0:
                start = r
            elif not dark and start >= 0:
                spans.append((start, r))
                start = -1
        return best, torch.histc(page, bins=4, min=0.0, max=1.0), spans


@model("the skew of a page: bincount of projections, histc, spans of lines")
def page_skew():
    page = torch.ones(16, 20)
    for r in (2, 3, 7, 8, 12):
        for c in range(2, 18):
            page[min(15, r + c // 10), c] = 0.1
    return Skew(), [(page,)]


class Threshold(nn.Module):
    """Ink from paper by the mean and deviation around each pixel (Sauvola)."""

    def __init__(self, window: int = 5, k: float = 0.2):
        super().__init__()
        self.window, self.k = window, k
        self.mean = nn.AvgPool2d(window, stride=1, padding=window // 2, count_include_pad=False)

    def forward(self, page):
        x = page.unsqueeze(0).unsqueeze(0).float() / 255
        mean = self.mean(x)
        deviation = torch.sqrt((self.mean(x * x) - mean * mean).clamp_min(0.0) + 1e-8)
        limit = mean * (1 + self.k * (deviation / 0.5 - 1))
        ink = x.le(limit)
        opened = -F.max_pool2d(-ink.float(), 3, 1, 1)
        opened = F.max_pool2d(opened, 3, 1, 1)
        return ink.squeeze(0).squeeze(0), opened[0, 0].to(torch.uint8) * 255


@model("ink from paper by neighbourhoods: pooling without the padding, morphology by negative maxima")
def adaptive_threshold():
    return Threshold(), [(n(9, 11, low=0, high=255).to(torch.uint8),)]


class Passport(nn.Module):
    """The two lines of a passport, and whether their check digits are right."""

    def value(self, c: str) -> int:
        if c == "<":
            return 0
        if c.isdigit():
            return ord(c) - ord("0")
        return ord(c) - ord("A") + 10

    def check(self, field: str) -> str:
        weights = [7, 3, 1]
        total = 0
        for i in range(len(field)):
            total += self.value(field[i]) * weights[i % 3]
        return str(total % 10)

    def forward(self, first: str, second: str) -> Dict[str, str]:
        out: Dict[str, str] = {}
        names = first[5:].rstrip("<").split("<<")
        out["country"] = first[2:5]
        out["surname"] = names[0].replace("<", " ").title()
        out["given"] = " ".join(names[1].split("<")).title() if len(names) > 1 else ""
        fields = [("number", 0, 9), ("birth", 13, 19), ("expiry", 21, 27)]
        for name, low, high in fields:
            field = second[low:high]
            good = self.check(field) == second[high]
            out[name] = field.strip("<") + ("" if good else "?")
        out["sex"] = {"M": "male", "F": "female", "<": "-"}[second[20]]
        return out


@model("a passport: slices of text, check digits, a dictionary that is indexed where it is written")
def passport_lines():
    return Passport(), [
        ("P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10"),
        ("P<D<<VAN<DER<BERG<<", "C01X00T478D<<6408125M2702283<<<<<<<<<<<<<<<4"),
    ]


class Line(NamedTuple):
    name: str
    count: int
    cents: int


class Receipt(nn.Module):
    """Lines of a receipt: items, and whether they give the total."""

    def cents(self, text: str) -> int:
        text = text.strip().replace("€", "").replace(",", ".")
        minus = text.endswith("-")
        whole, dot, part = text.rstrip("-").partition(".")
        value = int(whole) * 100 + (int((part + "00")[:2]) if len(dot) > 0 else 0)
        return -value if minus else value

    def forward(self, lines: List[str]) -> Tuple[List[Line], int, bool]:
        items: List[Line] = []
        total = -1
        for line in lines:
            words = line.split(" ")
            if len(words) < 2 or not words[-1].strip("-")[-1:].isdigit():
                continue
            price = self.cents(words[-1])
            if words[0].upper() in ["TOTAL", "SUMME", "合計"]:
                total = price
                break
            count = 1
            start = 0
            if words[0].endswith("x") and words[0][:-1].isdigit():
                count = int(words[0][:-1])
                start = 1
            items.append(Line(" ".join(words[start:-1]), count, price))
        found = 0
        for item in items:
            found += item.count * item.cents
        return items, total, found == total


@model("a receipt: prices from text by partition, a list of NamedTuples, non-ASCII text")
def receipt_total():
    return Receipt(), [(["CAFÉ ZÜRICH", "2x Brötchen 1,50", "Käse 3.25€", "Rabatt 0,25-", "Summe 6.00", "danke"],), (["茶 4", "合計 5"],)]


class Cells(nn.Module):
    """Words to cells of a table, from the rulings between rows and columns."""

    def forward(self, boxes, rows, columns) -> Dict[int, List[int]]:
        centres = (boxes[:, :2] + boxes[:, 2:]) / 2
        row = torch.bucketize(centres[:, 1].contiguous(), rows)
        column = torch.searchsorted(columns, centres[:, 0].contiguous(), right=True)
        cell = row * (columns.numel() + 1) + column
        order = torch.argsort(cell * 1000 + centres[:, 0].long())
        out: Dict[int, List[int]] = {}
        places: List[int] = order.tolist()
        for k in places:
            key = int(cell[k])
            if key not in out:
                out[key] = torch.jit.annotate(List[int], [])
            out[key].append(k)
        return out


@model("cells of a table: bucketize, searchsorted, a dictionary of integers to lists")
def table_cells():
    boxes = torch.tensor([[1.0, 1, 3, 2], [4, 1, 9, 2], [11, 1, 14, 2], [2, 5, 5, 6], [12, 6, 15, 7], [16, 6, 19, 7], [6, 5, 8, 6]])
    return Cells(), [(boxes, torch.tensor([4.0]), torch.tensor([10.0, 15.5]))]


class Dewarp(nn.Module):
    """Four corners of a page to a rectangle: the homography by a linear system, then sampling."""

    def homography(self, corners, height: int, width: int):
        target = torch.tensor([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
        rows: List[torch.Tensor] = []
        for k in range(4):
            x, y = target[k, 0], target[k, 1]
            u, v = corners[k, 0] * 2 / (width - 1) - 1, corners[k, 1] * 2 / (height - 1) - 1
            one, zero = torch.ones_like(x), torch.zeros_like(x)
            rows.append(torch.stack([x, y, one, zero, zero, zero, -u * x, -u * y, u]))
            rows.append(torch.stack([zero, zero, zero, x, y, one, -v * x, -v * y, v]))
        system = torch.stack(rows)
        h = torch.inverse(system[:, :8]).mv(system[:, 8])
        return torch.cat([h, torch.ones(1)]).view(3, 3)

    def forward(self, page, corners, size: Tuple[int, int]):
        h = self.homography(corners, page.size(2), page.size(3))
        ys = torch.linspace(-1, 1, size[0]).view(-1, 1).expand(size[0], size[1])
        xs = torch.linspace(-1, 1, size[1]).view(1, -1).expand(size[0], size[1])
        points = torch.stack([xs, ys, torch.ones_like(xs)], -1) @ h.t()
        grid = points[..., :2] / points[..., 2:]
        return F.grid_sample(page, grid.unsqueeze(0), mode="bilinear", padding_mode="zeros", align_corners=True), h


@model("a page made straight: a homography solved and sampled; a size as a pair")
def page_dewarp():
    return Dewarp(), [(f(1, 1, 8, 10), torch.tensor([[1.0, 0.5], [8.0, 1.0], [8.5, 6.5], [0.5, 6.0]]), (5, 6))]
