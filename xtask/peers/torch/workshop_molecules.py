# ruff: noqa: UP006, UP007, UP045 (TorchScript, as the oldest releases parse it)
"""Molecules and genomes: graphs of atoms, a line notation, forces in a periodic box, alignment with affine gaps, profiles, words of bases."""

from typing import Dict, List, Optional, Tuple  # noqa: UP035

import torch
import torch.nn.functional as F
from modelset import model
from modelset.inputs import f, n, p
from torch import Tensor, nn


def segment_softmax(score: Tensor, segment: Tensor, count: int) -> Tensor:
    """Softmax over rows that share a segment."""
    peak = torch.full([count], -1e30, dtype=score.dtype)
    for k in range(score.size(0)):
        s = int(segment[k])
        peak[s] = torch.max(peak[s], score[k])
    weight = torch.exp(score - peak.index_select(0, segment))
    total = torch.zeros(count, dtype=score.dtype).scatter_add_(0, segment, weight)
    return weight / total[segment]


class BondConv(nn.Module):
    def __init__(self, width: int, bonds: int):
        super().__init__()
        self.kinds = nn.ModuleList([nn.Linear(width, width, bias=False), nn.Linear(width, width)])
        self.bond = nn.Embedding(bonds, width, padding_idx=0)
        self.cell = nn.GRUCell(width, width)
        self.alpha = nn.Parameter(f(width) * 0.3)

    def forward(self, h: Tensor, edges: Tensor, kinds: Tensor) -> Tensor:
        source, target = edges[0], edges[1]
        message = self.kinds[0](h)[source] + self.kinds[-1](h)[target] + self.bond(kinds)
        score = F.leaky_relu(message, 0.2).matmul(self.alpha)
        weight = segment_softmax(score, target, h.size(0))
        gathered = torch.zeros_like(h).index_add(0, target, message * weight.unsqueeze(-1))
        return self.cell(F.elu(gathered), h)


class MoleculeNet(nn.Module):
    """Messages along bonds, then one vector for each molecule of the batch: sums, largest values and gated means."""

    __constants__ = ["width"]

    def __init__(self, width: int = 8, layers: int = 3):
        super().__init__()
        self.width = width
        self.atoms = nn.Embedding(12, width)
        self.convs = nn.ModuleList([BondConv(width, 5) for _ in range(layers)])
        self.gate = nn.Linear(width, 1)
        self.head = nn.Sequential(nn.Linear(3 * width, 6), nn.SELU(), nn.Linear(6, 2))

    def forward(self, atoms: Tensor, edges: Tensor, kinds: Tensor, batch: Tensor, charges: Optional[Tensor] = None) -> Tuple[Tensor, Tensor]:
        h = self.atoms(atoms)
        if charges is not None:
            h = torch.cat([h[:, :-1], charges.unsqueeze(-1)], 1)
        both = torch.cat([edges, edges.flip([0])], 1)
        twice = torch.cat([kinds, kinds])
        for conv in self.convs:
            h = h + conv(h, both, twice)
        count = int(batch.max()) + 1
        totals = torch.zeros(count, self.width).index_add_(0, batch, h)
        sizes = torch.bincount(batch, minlength=count).to(h.dtype)
        gate = torch.sigmoid(self.gate(h)).squeeze(1)
        gated = torch.zeros(count, self.width).scatter_add(0, batch.unsqueeze(1).expand_as(h), h * gate.unsqueeze(1))
        largest: List[Tensor] = []
        for k in range(count):
            largest.append(h[batch == k].max(dim=0)[0])
        pooled = torch.cat([totals, gated / sizes.unsqueeze(1), torch.stack(largest)], dim=-1)
        return self.head(pooled), F.normalize(pooled, p=1.0, dim=1)


@model("graphs of atoms in a batch: softmax over segments, a gated cell, three ways to pool by molecule")
def molecule_net():
    atoms = torch.tensor([6, 6, 8, 6, 7, 6, 1])
    edges = torch.tensor([[0, 1, 3, 4, 5], [1, 2, 4, 5, 6]])
    kinds = torch.tensor([1, 2, 1, 3, 1])
    batch = torch.tensor([0, 0, 0, 1, 1, 1, 1])
    return MoleculeNet(), [(atoms, edges, kinds, batch), (atoms, edges, kinds, batch, f(7) * 0.2)]


class LineNotation(nn.Module):
    """A molecule from one line of text: branches on a stack, rings in a dictionary, hydrogens that are implied."""

    valence: Dict[str, int]
    orders: Dict[str, int]

    def __init__(self):
        super().__init__()
        self.valence = {"C": 4, "N": 3, "O": 2, "F": 1, "S": 2, "Cl": 1, "Br": 1}
        self.orders = {"-": 1, "=": 2, "#": 3, ":": 4}

    def forward(self, line: str) -> Tuple[List[str], Tensor, Dict[str, int], Tensor]:
        atoms: List[str] = []
        aromatic: List[bool] = []
        bonds: List[List[int]] = []
        stack: List[int] = []
        rings: Dict[str, Tuple[int, int]] = {}
        last, order, k = -1, 0, 0
        while k < len(line):
            c = line[k]
            k += 1
            if c == "(":
                stack.append(last)
            elif c == ")":
                if len(stack) == 0:
                    raise RuntimeError("branch closed twice in " + line)
                last = stack.pop()
            elif c in self.orders:
                order = self.orders[c]
            elif c.isdigit():
                if c in rings:
                    other, ring_order = rings.pop(c)
                    bonds.append([other, last, max(order, ring_order)])
                else:
                    rings[c] = (last, order)
                order = 0
            else:
                symbol = c.upper()
                if k < len(line) and symbol + line[k] in self.valence:
                    symbol += line[k]
                    k += 1
                assert symbol in self.valence, "element"
                atoms.append(symbol)
                aromatic.append(c.islower())
                if last >= 0:
                    bonds.append([last, len(atoms) - 1, order])
                last, order = len(atoms) - 1, 0
        if len(rings) > 0:
            raise RuntimeError("ring left open")
        table = torch.zeros(len(atoms), len(atoms), dtype=torch.int64)
        for bond in bonds:
            a, b, o = bond
            kind = o if o > 0 else (4 if aromatic[a] and aromatic[b] else 1)
            table[a, b] = kind
            table[b, a] = kind
        shared = torch.where(table == 4, torch.full_like(table, 3), table * 2).sum(0)
        formula: Dict[str, int] = {"C": 0, "H": 0}
        for i, symbol in enumerate(atoms):
            formula[symbol] = formula[symbol] + 1 if symbol in formula else 1
            formula["H"] += max(0, self.valence[symbol] - int(shared[i]) // 2)
        degree = (table > 0).sum(1)
        return atoms, table.triu(), formula, torch.stack([degree, shared])


@model("a molecule from a line of text: a stack, rings in a dictionary of pairs that are popped, lists unpacked")
def line_notation():
    return LineNotation(), [("CC(=O)Nc1ccc(O)cc1",), ("ClC#N",), ("C1CC",), ("C)C",)]


class PeriodicBox(nn.Module):
    """Energy and forces of particles in a box that repeats: nearest images, Lennard-Jones, angles of triples."""

    def __init__(self, box: float = 4.0, cutoff: float = 1.9):
        super().__init__()
        self.cutoff = cutoff
        self.register_buffer("box", torch.tensor([box, box, box * 1.5]))

    def forward(self, place: Tensor, triples: Tensor) -> Tuple[Tensor, Tensor, Tensor, Tensor]:
        folded = torch.remainder(place, self.box)
        apart = folded.unsqueeze(0) - folded.unsqueeze(1)
        apart -= self.box * torch.round(apart / self.box)
        squared = apart.pow(2).sum(-1).fill_diagonal_(1e9)
        near = squared.le(self.cutoff ** 2)
        inverse = squared.clamp_min(0.6).reciprocal()
        sixth = inverse.pow(3).mul(0.3)
        energy = 4 * (sixth.mul(sixth) - sixth).masked_fill(near.logical_not(), 0.0)
        factor = torch.where(near, 24 * (2 * sixth * sixth - sixth) * inverse, torch.zeros_like(inverse))
        force = torch.sum(factor.unsqueeze(-1) * apart.neg(), dim=1)
        i, j, k = triples.unbind(1)
        a, b = apart[i, j], apart[k, j]
        angle = torch.acos(F.cosine_similarity(a, b, dim=1, eps=1e-6).clamp(-0.999, 0.999))
        normal = torch.cross(a, b, dim=1)
        counts = torch.histc(squared.masked_select(near).sqrt(), bins=6, min=0.0, max=self.cutoff)
        return energy.triu(1).sum(), force, torch.cat([angle, normal.norm(p=2, dim=1)]), counts


@model("particles in a box that repeats: a diagonal filled in place, remainder and round by a row, histc of what a mask selects")
def periodic_box():
    triples = torch.tensor([[0, 1, 2], [3, 4, 5], [2, 0, 5]])
    return PeriodicBox(), [(f(7, 3) * 3, triples)]


class AffineAligner(nn.Module):
    """Two sequences aligned with a price for opening and one for extending a gap; the way back as text."""

    def __init__(self, letters: str = "ACGT"):
        super().__init__()
        self.letters = letters
        table = torch.full((4, 4), -3, dtype=torch.int64)
        table[torch.arange(4), torch.arange(4)] = 2
        table[0, 2] = table[2, 0] = table[1, 3] = table[3, 1] = -1
        self.register_buffer("table", table)

    def encode(self, text: str) -> List[int]:
        codes: List[int] = []
        for letter in text:
            codes.append(self.letters.find(letter))
        return codes

    @torch.jit.export
    def reverse_complement(self, text: str) -> str:
        out = ""
        for i in range(len(text) - 1, -1, -1):
            out += self.letters[3 - self.letters.find(text[i])]
        return out

    def forward(self, one: str, two: str, opening: int = 5, extending: int = 1) -> Tuple[int, str, Tensor]:
        a, b = self.encode(one), self.encode(two)
        rows, columns = len(a) + 1, len(b) + 1
        score = torch.full([3, rows, columns], -1000, dtype=torch.int32)
        come = torch.zeros(3, rows, columns, dtype=torch.uint8)
        score[0, 0, 0] = 0
        score[1, 1:, 0] = -opening - extending * torch.arange(rows - 1, dtype=torch.int32)
        score[2, 0, 1:] = torch.arange(columns - 1, dtype=torch.int32).mul(-extending).sub(opening)
        come[1, 2:, 0] = 1
        come[2, 0, 2:] = 2
        for i in range(1, rows):
            for j in range(1, columns):
                best, where = score[:, i - 1, j - 1].max(0)
                score[0, i, j] = best + self.table[a[i - 1], b[j - 1]].to(torch.int32)
                come[0, i, j] = where
                up = [int(score[0, i - 1, j]) - opening, int(score[1, i - 1, j]) - extending]
                left = [int(score[0, i, j - 1]) - opening, int(score[2, i, j - 1]) - extending]
                score[1, i, j] = max(up)
                come[1, i, j] = 1 if up[1] > up[0] else 0
                score[2, i, j] = max(left)
                come[2, i, j] = 2 if left[1] > left[0] else 0
        i, j = rows - 1, columns - 1
        state = int(score[:, i, j].argmax(0))
        total = int(score[state, i, j])
        path = ""
        while i > 0 or j > 0:
            path = "MDI"[state] + path
            before = int(come[state, i, j])
            if state != 2:
                i -= 1
            if state != 1:
                j -= 1
            state = before
        runs, at = "", 0
        while at < len(path):
            end = at
            while end < len(path) and path[end] == path[at]:
                end += 1
            runs += str(end - at) + path[at]
            at = end
        return total, runs, score.max(0)[0][-1]


@model("two sequences aligned with affine gaps: 32-bit tables filled cell by cell, runs as text, a letter of a constant by index")
def affine_alignment():
    return AffineAligner(), [("ACGTTGA", "ACTGA"), ("GATTACA", "GCATGCA", 3, 2), ("reverse_complement", ("GATTACA",))]


class ProfileModel(nn.Module):
    """A profile of a family: match, insert and delete states in logarithms, all columns of a step at once."""

    def __init__(self, length: int = 5, letters: int = 4):
        super().__init__()
        self.register_buffer("emit", F.log_softmax(f(length, letters), dim=1))
        self.register_buffer("move", F.log_softmax(f(3, 3), dim=-1))
        self.length = length

    def forward(self, sequence: Tensor, mask: Optional[Tensor] = None) -> Tuple[Tensor, Tensor]:
        floor = torch.tensor(-1e4)
        match = floor.repeat(self.length + 1)
        match[0] = 0.0
        insert = floor.repeat(self.length + 1)
        delete = torch.cat([floor.view(1), torch.cumsum(self.move[2, 2].expand(self.length), 0)])
        trail: List[Tensor] = []
        for t in range(sequence.numel()):
            arrive = torch.logsumexp(torch.stack([match + self.move[0, 0], insert + self.move[1, 0], delete + self.move[2, 0]]), dim=0)
            emitted = self.emit.index_select(1, sequence[t].view(1)).squeeze(1)
            new_match = torch.cat([floor.view(1), arrive[:-1] + emitted])
            new_insert = torch.logaddexp(match + self.move[0, 1], insert + self.move[1, 1]) - 1.386
            opened = torch.roll(new_match, 1) + self.move[0, 2]
            opened[0] = -1e4
            if mask is not None and bool(mask[t]):
                new_match, new_insert = match, insert
            steps = torch.arange(self.length + 1, dtype=torch.float32) * self.move[2, 2]
            delete = torch.logcumsumexp(opened - steps, dim=0) + steps
            match, insert = new_match, new_insert
            trail.append(torch.max(match, insert))
        return torch.logsumexp(torch.stack([match[-1], insert[-1], delete[-1]]), 0), torch.stack(trail).clamp(min=-100.0)


@model("a profile of a family: logcumsumexp along the deletions, logaddexp, states that a mask holds")
def profile_model():
    sequence = torch.tensor([0, 2, 1, 3, 3, 0])
    return ProfileModel(), [(sequence,), (sequence[:4], torch.tensor([False, True, False, False]))]


class BaseWords(nn.Module):
    """Words of bases: codes by a convolution of integers, the lesser of a word and its reverse complement, sketches, repeats."""

    def __init__(self, size: int = 3):
        super().__init__()
        self.size, self.words = size, 4 ** size
        self.register_buffer("powers", torch.pow(4, torch.arange(size - 1, -1, -1)))

    def codes(self, bases: Tensor) -> Tensor:
        return bases.unfold(-1, self.size, 1).mul(self.powers).sum(-1)

    def forward(self, bases: Tensor, quality: Tensor) -> Tuple[Tensor, Tensor, Tensor, Tensor, Tensor, Tensor]:
        there = self.codes(bases)
        back = self.codes((3 - bases).flip(-1)).flip(-1)
        word = torch.min(there, back)
        mixed = torch.bitwise_xor(word * 2654435, (word * 40503).fmod(65536)) % 9973
        sketch = torch.unique(mixed)[:4]
        counts = torch.bincount(word.flatten(), minlength=self.words)
        share = counts[counts > 0].to(torch.float64) / counts.sum()
        entropy = -(share * share.log2()).sum()
        runs, _, lengths = torch.unique_consecutive(bases[0], return_inverse=True, return_counts=True)
        wrong = torch.pow(10.0, quality.to(torch.float32) / -10)
        trimmed = torch.cumsum(0.05 - wrong, dim=-1)
        end = trimmed.argmax(-1)
        whole = torch.repeat_interleave(runs, lengths)
        assert torch.equal(whole, bases[0])
        common, how_many = torch.mode(word, -1)
        return sketch, entropy, torch.stack([runs, lengths]), end, torch.stack([common, how_many.mul(0)]), wrong.log1p().sum(1)


@model("words of bases: a number to the power of integers, unique and unique_consecutive, mode, an assert of equal tensors")
def base_words():
    bases = n(2, 20, low=0, high=3)
    bases[0, 3:7] = 2
    return BaseWords(), [(bases, n(2, 20, low=2, high=40))]
