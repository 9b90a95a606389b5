# ruff: noqa: UP006, UP007, UP032, UP045 (TorchScript, as the oldest releases parse it)
"""Products that turn text and bytes into other text: stems, codes, tables, search, numbers as words."""

from typing import Dict, List, NamedTuple, Tuple  # noqa: UP035

import torch
from modelset import model
from torch import nn


class Stems(nn.Module):
    """Endings taken from words, and how words sound."""

    def stem(self, word: str) -> str:
        for ending, instead in [("sses", "ss"), ("ies", "i"), ("ational", "ate"), ("ization", "ize"), ("ing", ""), ("ed", ""), ("ly", "")]:
            if word.endswith(ending) and len(word) - len(ending) > 2:
                return word[:len(word) - len(ending)] + instead
        if word.endswith("s") and not word.endswith("ss"):
            return word[:-1]
        return word

    def sound(self, word: str) -> str:
        codes = {"bfpv": "1", "cgjkqsxz": "2", "dt": "3", "l": "4", "mn": "5", "r": "6"}
        out, last = word[0].upper(), ""
        for i in range(len(word)):
            code = ""
            for letters, digit in codes.items():
                if letters.find(word[i].lower()) >= 0:
                    code = digit
            if i > 0 and code != last and code != "":
                out += code
            if word[i] != "h" and word[i] != "w":
                last = code
        return (out + "000")[:4]

    def forward(self, words: List[str]) -> Dict[str, List[str]]:
        groups: Dict[str, List[str]] = {}
        for word in words:
            key = self.sound(word)
            stem = self.stem(word.lower())
            if key in groups:
                groups[key].append(stem)
            else:
                groups[key] = [stem]
        return groups


@model("stems and sounds of words: loops over a list of pairs of texts, groups in a dictionary of lists")
def stems_and_sounds():
    return Stems(), [(["Robert", "Rupert", "Ponies", "relational", "walked", "caresses", "Ashcraft", "cats"],)]


class Base64(nn.Module):
    """Bytes to letters and back, and text with percents."""

    def __init__(self):
        super().__init__()
        self.alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

    def forward(self, data) -> str:
        out = ""
        size = data.numel()
        for i in range(0, size, 3):
            triple = 0
            for j in range(3):
                triple = triple << 8 | (int(data[i + j]) if i + j < size else 0)
            for j in range(4):
                out += self.alphabet[(triple >> (18 - 6 * j)) & 63] if i + j <= size else "="
        return out

    @torch.jit.export
    def back(self, text: str):
        values: List[int] = []
        held, bits = 0, 0
        for c in text:
            at = self.alphabet.find(c)
            if at < 0:
                break
            held = (held << 6 | at) & 0xFFFF
            bits += 6
            if bits >= 8:
                bits -= 8
                values.append(held >> bits & 0xFF)
        return torch.tensor(values).to(torch.uint8)

    @torch.jit.export
    def percent(self, text: str) -> str:
        out = ""
        for c in text:
            out += c if c.isalnum() or "-_.~".find(c) >= 0 else "%" + hex(ord(c))[2:].upper()
        return out


@model("bytes as letters and back: shifts, find, hexadecimal")
def base64_codec():
    return Base64(), [(torch.tensor([77, 97, 110, 0, 255, 16, 7]).to(torch.uint8),), ("back", ("TWFuAP8QBw==",)), ("percent", ("a b/c?~",))]


class Row(NamedTuple):
    label: str
    values: List[float]


class Csv(nn.Module):
    """Lines with commas and quotes to rows, and rows to JSON."""

    def fields(self, line: str) -> List[str]:
        out: List[str] = []
        field, quoted = "", False
        for c in line:
            if c == '"':
                quoted = not quoted
            elif c == "," and not quoted:
                out.append(field)
                field = ""
            else:
                field += c
        out.append(field)
        return out

    def row(self, line: str, columns: int) -> Row:
        fields = self.fields(line)
        if len(fields) != columns:
            raise RuntimeError("a line has not as many fields as the first")
        values: List[float] = []
        for field in fields[1:]:
            values.append(float(field) if len(field.strip()) > 0 else -1.0)
        return Row(fields[0], values)

    def json(self, rows: List[Row]) -> str:
        parts: List[str] = []
        for row in rows:
            numbers = [str(v) for v in row.values]
            parts.append('{"' + row.label.replace("\\", "\\\\").replace('"', '\\"') + '": [' + ", ".join(numbers) + "]}")
        return "[" + ",\n ".join(parts) + "]"

    def forward(self, text: str) -> Tuple[torch.Tensor, str]:
        lines = text.splitlines()
        columns = len(self.fields(lines[0]))
        rows: List[Row] = []
        for line in lines[1:]:
            if len(line) > 0:
                rows.append(self.row(line, columns))
        return torch.tensor([row.values for row in rows]), self.json(rows)


@model("lines with commas to a tensor and to JSON: quotes, escapes, NamedTuples with lists, an exception")
def csv_to_json():
    return Csv(), [('name,a,b\n"x, y",1.5,2\nz,,-3.25\n\nback\\slash,1,1e2',), ("a,b\nü,4",), ("a,b\nc",)]


class Search(nn.Module):
    """Documents ranked for words (BM25), from a dictionary of postings."""

    def __init__(self):
        super().__init__()
        self.postings: Dict[str, List[Tuple[int, int]]] = {"cat": [(0, 2), (2, 1)], "dog": [(1, 3)], "fish": [(0, 1), (1, 1), (3, 4)]}
        self.register_buffer("lengths", torch.tensor([5.0, 7.0, 3.0, 9.0]))

    def forward(self, query: List[str], k: float = 1.2, b: float = 0.75) -> Tuple[List[int], List[float]]:
        scores = torch.zeros_like(self.lengths)
        count = self.lengths.numel()
        norm = k * (1 - b + b * self.lengths / self.lengths.mean())
        for word in query:
            if word in self.postings:
                found = self.postings[word]
                weight = torch.log(torch.tensor((count - len(found) + 0.5) / (len(found) + 0.5) + 1.0))
                for document, times in found:
                    scores[document] += weight * times * (k + 1) / (times + norm[document])
        top, order = torch.sort(scores, dim=0, descending=True)
        documents: List[int] = []
        values: List[float] = []
        for i in range(count):
            if float(top[i]) > 0.0:
                documents.append(int(order[i]))
                values.append(float(top[i]))
        return documents, values


@model("documents ranked for words: lists of pairs in a dictionary")
def document_search():
    return Search(), [(["cat", "fish"],), (["dog", "unicorn"], 2.0, 0.5)]


class Say(nn.Module):
    """Numbers as words and as Roman digits, by templates."""

    def __init__(self):
        super().__init__()
        self.small = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ")
        self.tens = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]

    def below(self, k: int) -> str:
        out = ""
        if k >= 100:
            out = self.small[k // 100] + " hundred"
            k = k % 100
            if k == 0:
                return out
            out += " and "
        if k < 20:
            return out + self.small[k]
        return out + self.tens[k // 10] + ("-" + self.small[k % 10] if k % 10 != 0 else "")

    def roman(self, k: int) -> str:
        out = ""
        for value, letters in zip([1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1], ["M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"]):
            while k >= value:
                out += letters
                k -= value
        return out

    def forward(self, k: int) -> str:
        words = "minus " if k < 0 else ""
        whole = abs(k)
        if whole >= 1000:
            words += self.below(whole // 1000) + " thousand "
            whole = whole % 1000
        words += self.below(whole)
        return f"{words.strip()} ({k}, {self.roman(abs(k) % 4000)})"


@model("numbers as words and Roman digits: f-strings with calls in them")
def spoken_numbers():
    return Say(), [(0,), (-17,), (42_999,), (1984,)]
