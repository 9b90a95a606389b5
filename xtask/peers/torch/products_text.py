# ruff: noqa: UP006, UP007, UP032, UP045 (TorchScript, as the oldest releases parse it)
"""Products that read and write text: spelling, dates, languages, suggestions, intents, pieces."""

from enum import Enum
from typing import Dict, List, Optional, Tuple  # noqa: UP035

import torch
import torch.nn.functional as F
from modelset import model
from torch import nn


class Speller(nn.Module):
    """The known word that is one edit away and is used most."""

    def __init__(self):
        super().__init__()
        self.counts: Dict[str, int] = {"the": 500, "then": 90, "there": 80, "spelling": 12, "correct": 20, "word": 40, "world": 35}
        self.letters = "abcdefghijklmnopqrstuvwxyz"

    def edits(self, word: str) -> List[str]:
        out: List[str] = []
        for i in range(len(word) + 1):
            left, right = word[:i], word[i:]
            if len(right) > 0:
                out.append(left + right[1:])
            if len(right) > 1:
                out.append(left + right[1] + right[0] + right[2:])
            for c in self.letters:
                if len(right) > 0:
                    out.append(left + c + right[1:])
                out.append(left + c + right)
        return out

    def best(self, word: str) -> str:
        lower = word.lower()
        if lower in self.counts:
            return word
        found, most = word, 0
        for candidate in self.edits(lower):
            count = self.counts.get(candidate, 0)
            if count > most:
                found, most = candidate, count
        return found.capitalize() if word[0].isupper() else found

    def forward(self, text: str) -> Tuple[str, int]:
        out: List[str] = []
        changed = 0
        for word in text.split(" "):
            right = self.best(word)
            changed += 1 if right != word else 0
            out.append(right)
        return " ".join(out), changed


@model("spelling: candidates one edit away, a dictionary of counts")
def speller():
    return Speller(), [("Teh wrold speling corect",), ("the wrd thier zzz",)]


class Dates(nn.Module):
    """Dates in texts of several ways of writing, to year, month and day."""

    def __init__(self):
        super().__init__()
        self.months: Dict[str, int] = {"jan": 1, "feb": 2, "mar": 3, "apr": 4, "may": 5, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "oct": 10, "nov": 11, "dec": 12, "mär": 3, "okt": 10}

    def valid(self, y: int, m: int, d: int) -> bool:
        if m < 1 or m > 12 or d < 1:
            return False
        days = [31, 29 if (y % 4 == 0 and y % 100 != 0) or y % 400 == 0 else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return d <= days[m - 1]

    def parse(self, text: str) -> Optional[Tuple[int, int, int]]:
        words = text.strip().replace(",", " ").replace(".", " ").replace("/", " ").replace("-", " ").split(" ")
        numbers: List[int] = []
        month = 0
        for word in words:
            if word.isdigit():
                numbers.append(int(word))
            elif len(word) >= 3:
                key = word.lower()[:3]
                if key in self.months:
                    month = self.months[key]
        y, m, d = 0, 0, 0
        if month > 0 and len(numbers) == 2:
            d, y = numbers[0], numbers[1]
            m = month
        elif len(numbers) == 3:
            if numbers[0] > 31:
                y, m, d = numbers[0], numbers[1], numbers[2]
            elif text.find("/") >= 0:
                m, d, y = numbers[0], numbers[1], numbers[2]
            else:
                d, m, y = numbers[0], numbers[1], numbers[2]
        else:
            return None
        y = y + 2000 if y < 70 else (y + 1900 if y < 100 else y)
        return (y, m, d) if self.valid(y, m, d) else None

    def forward(self, texts: List[str]) -> Tuple[List[str], int]:
        out: List[str] = []
        missed = 0
        for text in texts:
            date = self.parse(text)
            if date is not None:
                y, m, d = date
                out.append(str(y) + "-" + ("0" + str(m))[-2:] + "-" + ("0" + str(d))[-2:])
            else:
                missed += 1
                out.append("?")
        return out, missed


@model("dates in texts: an optional triple, slices from the end, a list with a conditional in it")
def date_reader():
    return Dates(), [(["2024-02-29", "3/14/15", "1. März 1999", "Dec 25, 2020", "30.02.2001", "soon", "07.11.68"],)]


class LanguageId(nn.Module):
    """The language of a text by hashed pairs and triples of its bytes."""

    def __init__(self):
        super().__init__()
        self.table, self.out = nn.EmbeddingBag(64, 6, mode="mean"), nn.Linear(6, 3)
        self.names = ("de", "en", "fr")

    def buckets(self, text: str) -> List[int]:
        padded = "<" + text + ">"
        found: List[int] = []
        for size in [2, 3]:
            for i in range(len(padded) - size + 1):
                h = 5381
                for c in padded[i:i + size]:
                    h = (h * 33 + ord(c)) % 1000003
                found.append(h % 64)
        return found

    def forward(self, texts: List[str]) -> List[Tuple[str, float]]:
        flat: List[int] = []
        offsets: List[int] = []
        for text in texts:
            offsets.append(len(flat))
            flat += self.buckets(text.lower())
        chances = F.softmax(self.out(self.table(torch.tensor(flat), torch.tensor(offsets))), dim=1)
        score, which = chances.max(1)
        out: List[Tuple[str, float]] = []
        for k in range(len(texts)):
            at = int(which[k])
            name = self.names[0] if at == 0 else (self.names[1] if at == 1 else self.names[2])
            out.append((name, float(score[k])))
        return out


@model("the language of texts: hashed pairs of letters, bags with offsets from lists")
def language_of_text():
    return LanguageId(), [(["Guten Tag", "good day", "bonjour"],), (["a"],)]


class NextWord(nn.Module):
    """Suggestions from counts of pairs, with a tree of prefixes for what is being typed."""

    def __init__(self):
        super().__init__()
        self.pairs: Dict[str, Dict[str, int]] = {"i": {"am": 5, "have": 3, "will": 2}, "am": {"here": 2, "happy": 4}, "": {"i": 9, "the": 7}}
        self.tree: Dict[int, Dict[str, int]] = {0: {"h": 1, "t": 4}, 1: {"a": 2, "e": 3}, 2: {"v": 5}, 3: {"": 3}, 4: {"h": 6}, 5: {"": 5}, 6: {"": 6}}
        self.words: Dict[int, str] = {2: "ha", 3: "he", 5: "hav(e)", 6: "the"}

    def under(self, node: int) -> List[str]:
        out: List[str] = []
        todo = [node]
        while len(todo) > 0:
            at = todo.pop(0)
            if at in self.words:
                out.append(self.words[at])
            for letter, after in self.tree[at].items():
                if len(letter) > 0:
                    todo.append(after)
        return out

    def forward(self, text: str, most: int = 2) -> List[str]:
        words = text.lower().split(" ")
        typed = words.pop()
        if len(typed) > 0:
            node = 0
            for c in typed:
                branch = self.tree[node]
                if c not in branch:
                    return torch.jit.annotate(List[str], [])
                node = branch[c]
            return self.under(node)[:most]
        last = words[-1] if len(words) > 0 else ""
        after = self.pairs.get(last, self.pairs[""])
        counts = list(after.values())
        counts.sort(reverse=True)
        least = counts[min(most, len(counts)) - 1]
        out: List[str] = []
        for word, count in after.items():
            if count >= least:
                out.append(word)
        return out

    @torch.jit.export
    def learn(self, first: str, second: str) -> int:
        if first not in self.pairs:
            self.pairs[first] = torch.jit.annotate(Dict[str, int], {})
        self.pairs[first][second] = self.pairs[first].get(second, 0) + 1
        return len(self.pairs)


@model("suggestions of words: dictionaries of dictionaries, a tree of prefixes, a method that learns")
def next_word():
    return NextWord(), [("I am ",), ("h", 3), ("th",), ("xy",), ("learn", ("happy", "new")), ("I am happy ",)]


class Intent(Enum):
    LIGHT = "light"
    TIMER = "timer"
    MUSIC = "music"
    NONE = "none"


class Assistant(nn.Module):
    """What a sentence asks for, and with which details."""

    def __init__(self):
        super().__init__()
        self.numbers: Dict[str, int] = {"one": 1, "two": 2, "five": 5, "ten": 10, "twenty": 20}

    def intent(self, words: List[str]) -> Intent:
        if "light" in words or "lights" in words:
            return Intent.LIGHT
        if "timer" in words or "remind" in words:
            return Intent.TIMER
        return Intent.MUSIC if "play" in words else Intent.NONE

    def slots(self, words: List[str], intent: Intent) -> List[Dict[str, str]]:
        out: List[Dict[str, str]] = []
        for i, word in enumerate(words):
            if intent == Intent.TIMER and (word in self.numbers or word.isdigit()):
                value = self.numbers[word] if word in self.numbers else int(word)
                unit = words[i + 1] if i + 1 < len(words) else "minutes"
                out.append({"value": str(value), "unit": unit})
            elif intent == Intent.LIGHT and (word == "on" or word == "off"):
                out.append({"state": word, "room": words[-1]})
            elif intent == Intent.MUSIC and word == "by":
                out.append({"title": " ".join(words[1:i]), "artist": " ".join(words[i + 1:])})
        return out

    def forward(self, text: str) -> Tuple[str, List[Dict[str, str]], str]:
        words = text.lower().rstrip("?.!").split(" ")
        intent = self.intent(words)
        slots = self.slots(words, intent)
        if intent == Intent.NONE:
            return intent.name, slots, "Sorry?"
        if len(slots) == 0:
            return intent.name, slots, "Which " + intent.value + "?"
        first = slots[0]
        said = ", ".join(list(first.values()))
        return intent.name, slots, "OK, {}: {}".format(intent.value, said)


@model("an assistant: an enumeration of texts, lists of dictionaries, answers by format")
def assistant():
    return Assistant(), [("Set a timer for five minutes.",), ("Turn off the lights in the kitchen",), ("play Jóga by Björk",), ("play",), ("why?",)]


class Unigram(nn.Module):
    """Pieces of words with the best sum of scores, and back; spaces as a letter of their own."""

    def __init__(self):
        super().__init__()
        self.scores: Dict[str, float] = {"_": -2.0, "_h": -2.5, "el": -3.0, "lo": -3.1, "hello": -6.0, "_hell": -4.0, "o": -3.5, "_w": -3.0, "orld": -3.2, "l": -4.0, "e": -4.0, "h": -4.5, "r": -5.0}

    @torch.jit.export
    def join(self, pieces: List[str]) -> str:
        return "".join(pieces).replace("_", " ").strip()

    def forward(self, text: str) -> Tuple[List[str], float]:
        text = "_" + text.replace(" ", "_")
        best: List[float] = [0.0]
        back: List[int] = [0]
        for end in range(1, len(text) + 1):
            top, at = -1e9, -1
            for start in range(max(0, end - 6), end):
                piece = text[start:end]
                score = self.scores.get(piece, -20.0 if end - start == 1 else -1e9)
                if best[start] + score > top:
                    top, at = best[start] + score, start
            best.append(top)
            back.append(at)
        pieces: List[str] = []
        end = len(text)
        while end > 0:
            pieces.append(text[back[end]:end])
            end = back[end]
        pieces.reverse()
        return pieces, best[-1]


@model("pieces of words by their scores: a best path over a text, a method that joins")
def unigram_pieces():
    return Unigram(), [("hello world",), ("hole",), ("join", (["_hell", "o", "_w", "orld"],))]
