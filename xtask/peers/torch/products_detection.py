# ruff: noqa: UP006, UP007, UP045 (TorchScript, as the oldest releases parse it)
"""Products that find things in pictures: boxes, bodies, hands, faces, lanes, tracks, outlines."""

from typing import Dict, List, Optional, Tuple  # noqa: UP035

import torch
import torch.nn.functional as F
from modelset import model
from modelset.inputs import f, p
from torch import nn

RELEASE = tuple(int(x) for x in torch.__version__.split("+")[0].split(".")[:2])
cholesky = torch.cholesky if RELEASE < (1, 8) else torch.linalg.cholesky


class Grid(nn.Module):
    """Boxes of three scales from grids; suppression of all classes at once, by a matrix of overlaps."""

    strides: List[int]

    def __init__(self, classes: int = 2):
        super().__init__()
        self.classes = classes
        self.strides = [4, 8]
        self.register_buffer("anchors", torch.tensor([[[3.0, 4.0], [6.0, 5.0]], [[9.0, 9.0], [14.0, 12.0]]]))
        self.heads = nn.ModuleList([nn.Conv2d(c, 2 * (5 + classes), 1) for c in (3, 4)])

    def decode(self, x, stride: int, anchors):
        b, _, h, w = x.shape
        x = x.view(b, 2, 5 + self.classes, h, w).permute(0, 1, 3, 4, 2).contiguous()
        y, z = torch.meshgrid([torch.arange(h), torch.arange(w)])
        grid = torch.stack((z, y), 2).view(1, 1, h, w, 2).to(x.dtype)
        s = x.sigmoid()
        centre = (s[..., 0:2] * 2.0 - 0.5 + grid) * stride
        size = (s[..., 2:4] * 2) ** 2 * anchors.view(1, 2, 1, 1, 2)
        return torch.cat((centre, size, s[..., 4:]), -1).view(b, -1, 5 + self.classes)

    def forward(self, fine, coarse, limit: float = 0.25, overlap: float = 0.45) -> List[torch.Tensor]:
        levels = [fine, coarse]
        decoded: List[torch.Tensor] = []
        for i, head in enumerate(self.heads):
            decoded.append(self.decode(head(levels[i]), self.strides[i], self.anchors[i]))
        found: List[torch.Tensor] = []
        for one in torch.cat(decoded, 1).unbind(0):
            score, kind = (one[:, 5:] * one[:, 4:5]).max(1)
            keep = score > limit
            boxes, score, kind = one[keep, :4], score[keep], kind[keep]
            score, order = score.sort(descending=True)
            boxes, kind = boxes[order], kind[order]
            corners = torch.cat([boxes[:, :2] - boxes[:, 2:] / 2, boxes[:, :2] + boxes[:, 2:] / 2], 1)
            apart = corners + kind.unsqueeze(1).to(corners.dtype) * 4096.0
            common = (torch.min(apart[:, None, 2:], apart[None, :, 2:]) - torch.max(apart[:, None, :2], apart[None, :, :2])).clamp(min=0).prod(2)
            area = (boxes[:, 2] * boxes[:, 3])
            iou = (common / (area[:, None] + area - common)).triu(diagonal=1)
            kept = iou.max(0)[0] <= overlap if iou.numel() > 0 else torch.zeros(0, dtype=torch.bool)
            found.append(torch.cat([corners[kept], score[kept, None], kind[kept].unsqueeze(-1).float()], dim=-1))
        return found


@model("a one-shot detector of two scales: grids, suppression by a matrix of overlaps")
def grid_detector():
    return Grid(), [(f(2, 3, 4, 4), f(2, 4, 2, 2)), (f(1, 3, 4, 4), f(1, 4, 2, 2), 0.99), (f(1, 3, 3, 5), f(1, 4, 1, 2), 0.3, 0.1)]


class Centres(nn.Module):
    """Objects as peaks of a map of centres."""

    def __init__(self):
        super().__init__()
        self.heat, self.size, self.shift = nn.Conv2d(4, 3, 3, padding=1), nn.Conv2d(4, 2, 1), nn.Conv2d(4, 2, 1)

    def take(self, x, index):
        x = x.flatten(2).transpose(1, 2)
        return x.gather(1, index.unsqueeze(2).expand(index.size(0), index.size(1), x.size(2)))

    def forward(self, x, most: int = 4) -> Dict[str, torch.Tensor]:
        heat = torch.sigmoid(self.heat(x))
        peaks = F.max_pool2d(heat, kernel_size=3, stride=1, padding=1)
        heat = heat * (peaks == heat).to(heat)
        b, k, h, w = heat.shape
        score, place = torch.topk(heat.reshape(b, -1), most)
        kind = place // (h * w)
        place = place.fmod(h * w)
        centre = torch.stack([place % w, place // w], dim=2).float() + self.take(self.shift(x), place)
        half = self.take(self.size(x), place).abs() / 2
        return {"boxes": torch.cat([centre - half, centre + half], dim=2), "scores": score, "labels": kind}


@model("objects as peaks: pooled maxima compared, topk, gather with an expanded index")
def centre_peaks():
    return Centres(), [(f(2, 4, 6, 5),), (f(1, 4, 3, 3), 2)]




class Bodies(nn.Module):
    """Parts of bodies joined to people along fields of direction."""

    limbs: List[Tuple[int, int]]

    def __init__(self):
        super().__init__()
        self.limbs = [(0, 1), (1, 2)]

    def peaks(self, heat) -> Dict[int, List[torch.Tensor]]:
        out: Dict[int, List[torch.Tensor]] = {}
        tops = F.max_pool2d(heat.unsqueeze(0), 3, 1, 1).squeeze(0)
        for k in range(heat.size(0)):
            rows = torch.nonzero((heat[k] == tops[k]) & (heat[k] > 0.5))
            places: List[torch.Tensor] = []
            for i in range(rows.size(0)):
                places.append(rows[i])
            out[k] = places
        return out

    def along(self, a, b, field) -> float:
        way = (b - a).float()
        length = way.norm()
        if float(length) == 0.0:
            return 0.0
        total = 0.0
        for i in range(5):
            at = (a.float() + way * (i / 4.0)).round().long()
            total += float(torch.dot(field[:, at[0], at[1]], way / length))
        return total / 5

    def forward(self, heat, fields) -> List[Tuple[List[int], float]]:
        peaks = self.peaks(heat)
        people: List[Dict[int, int]] = []
        scores: List[float] = []
        for limb, (start, end) in enumerate(self.limbs):
            used: List[int] = []
            for i, a in enumerate(peaks[start]):
                best, which = 0.1, -1
                for j, b in enumerate(peaks[end]):
                    value = self.along(a, b, fields[2 * limb:2 * limb + 2])
                    if value > best and j not in used:
                        best, which = value, j
                if which < 0:
                    continue
                used.append(which)
                joined = False
                for person in range(len(people)):
                    if people[person].get(start, -1) == i:
                        people[person][end] = which
                        scores[person] += best
                        joined = True
                if not joined:
                    people.append({start: i, end: which})
                    scores.append(best)
        out: List[Tuple[List[int], float]] = []
        for person, score in zip(people, scores):
            out.append(([person.get(k, -1) for k in range(3)], score))
        return out


@model("bodies from parts and fields: a dictionary of lists of tensors, a list of dictionaries")
def body_parts():
    heat, fields = torch.zeros(3, 8, 8), torch.zeros(4, 8, 8)
    for k, row in enumerate((1, 4, 6)):
        heat[k, row, 2], heat[k, row, 6] = 0.9, 0.8
    fields[0], fields[2] = 0.9, 0.7
    return Bodies(), [(heat, fields)]


class Track:
    def __init__(self, number: int, box: List[float]):
        self.number = number
        self.box = box
        self.missed = 0
        self.hits = 1

    def overlap(self, other: List[float]) -> float:
        w = min(self.box[2], other[2]) - max(self.box[0], other[0])
        h = min(self.box[3], other[3]) - max(self.box[1], other[1])
        if w <= 0.0 or h <= 0.0:
            return 0.0
        both = (self.box[2] - self.box[0]) * (self.box[3] - self.box[1]) + (other[2] - other[0]) * (other[3] - other[1])
        return w * h / (both - w * h)


class Tracker(nn.Module):
    """Boxes of frames in sequence to tracks, by the best overlap."""

    def forward(self, frames: List[List[List[float]]], limit: float = 0.3, patience: int = 1) -> List[Dict[int, List[float]]]:
        tracks: List[Track] = []
        following = 1
        out: List[Dict[int, List[float]]] = []
        for boxes in frames:
            taken = [False for _ in boxes]
            for track in tracks:
                best, which = limit, -1
                for j, box in enumerate(boxes):
                    value = track.overlap(box)
                    if value > best and not taken[j]:
                        best, which = value, j
                if which >= 0:
                    track.box = boxes[which]
                    track.hits += 1
                    track.missed = 0
                    taken[which] = True
                else:
                    track.missed += 1
            left: List[Track] = []
            for track in tracks:
                if track.missed <= patience:
                    left.append(track)
            for j, box in enumerate(boxes):
                if not taken[j]:
                    left.append(Track(following, box))
                    following += 1
            tracks = left
            frame: Dict[int, List[float]] = {}
            for track in tracks:
                if track.missed == 0:
                    frame[track.number] = track.box + [float(track.hits)]
            out.append(frame)
        return out


@model("a tracker: a list of objects of a class that change, frames as lists of lists of lists")
def box_tracker():
    a, b = [0.0, 0.0, 4.0, 4.0], [10.0, 10.0, 14.0, 15.0]
    return Tracker(), [([[a, b], [[1.0, 0.0, 5.0, 4.0]], [[10.0, 11.0, 14.0, 15.0], [2.0, 0.0, 6.0, 4.0]], [], [[30.0, 0.0, 31.0, 2.0]]],)]


class MaskCodes(nn.Module):
    """Masks as runs, their boxes, and their overlaps."""

    def forward(self, masks) -> Tuple[List[List[int]], torch.Tensor, torch.Tensor]:
        codes: List[List[int]] = []
        boxes = torch.full([masks.size(0), 4], -1, dtype=torch.int32)
        for k in range(masks.size(0)):
            flat = masks[k].t().contiguous().view(-1).to(torch.uint8)
            change = torch.cat([torch.ones(1, dtype=torch.bool), flat[1:] != flat[:-1]]).nonzero().squeeze(-1)
            ends = torch.cat([change[1:], torch.tensor([flat.numel()])])
            counts: List[int] = []
            if int(flat[0]) != 0:
                counts.append(0)
            for length in (ends - change).unbind():
                counts.append(int(length))
            codes.append(counts)
            rows, columns = masks[k].any(dim=1).nonzero(), masks[k].any(dim=0).nonzero()
            if rows.size(0) > 0:
                boxes[k] = torch.cat([columns[0], rows[0], columns[-1] + 1, rows[-1] + 1]).int()
        flat_all = masks.flatten(1).float()
        common = flat_all @ flat_all.t()
        area = flat_all.sum(1)
        return codes, boxes, common / (area[:, None] + area[None, :] - common).clamp(min=1.0)


@model("masks as runs, boxes and overlaps: any along dimensions, rows of a tensor assigned")
def mask_codes():
    masks = f(3, 5, 6).gt(0.2)
    masks[2] = False
    return MaskCodes(), [(masks,)]


class Outline(nn.Module):
    """A line of points with fewer points (Douglas and Peucker), by a stack; its area and its perimeter."""

    def forward(self, points: List[Tuple[float, float]], tolerance: float) -> Tuple[List[Tuple[float, float]], float, float]:
        keep = [False] * len(points)
        keep[0], keep[-1] = True, True
        stack = [(0, len(points) - 1)]
        while len(stack) > 0:
            low, high = stack.pop()
            (x1, y1), (x2, y2) = points[low], points[high]
            length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
            far, at = 0.0, -1
            for i in range(low + 1, high):
                x, y = points[i]
                apart = abs((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1)) / length if length > 0.0 else ((x - x1) ** 2 + (y - y1) ** 2) ** 0.5
                if apart > far:
                    far, at = apart, i
            if at >= 0 and far > tolerance:
                keep[at] = True
                stack.append((low, at))
                stack.append((at, high))
        out: List[Tuple[float, float]] = []
        for one, kept in zip(points, keep):
            if kept:
                out.append(one)
        area, around = 0.0, 0.0
        for i in range(len(out)):
            a, b = out[i], out[(i + 1) % len(out)]
            area += a[0] * b[1] - b[0] * a[1]
            around += ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5
        return out, abs(area) / 2, around


@model("an outline made simpler: a stack of pairs, points unpacked from a list of pairs")
def outline():
    points = [(0.0, 0.0), (1.0, 0.1), (2.0, -0.1), (3.0, 5.0), (4.0, 6.0), (5.0, 7.0), (6.0, 8.1), (7.0, 9.0), (8.0, 9.0), (9.0, 9.0)]
    return Outline(), [(points, 1.0), (points, 0.05)]


class Faces(nn.Module):
    """Faces turned upright by their landmarks, embedded, and compared with people who are known."""

    def __init__(self):
        super().__init__()
        self.register_buffer("template", torch.tensor([[0.35, 0.4], [0.65, 0.4], [0.5, 0.6], [0.38, 0.75], [0.62, 0.75]]))
        self.net = nn.Sequential(nn.Conv2d(1, 6, 3, 2, bias=False), nn.BatchNorm2d(6), nn.PReLU(6), nn.Conv2d(6, 6, 3, groups=6), nn.Flatten(), nn.Linear(6, 4), nn.BatchNorm1d(4, affine=False))
        self.people = torch.jit.Attribute({}, Dict[str, torch.Tensor])

    def similarity(self, marks):
        """The transform of five points to the template, by the least squares of a similarity."""
        a, b = self.template - self.template.mean(0), marks - marks.mean(0)
        cov = (a * b).sum() / (a * a).sum()
        turn = (a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum() / (a * a).sum()
        m = torch.stack([torch.stack([cov, -turn]), torch.stack([turn, cov])])
        return torch.cat([m, (marks.mean(0) - m @ self.template.mean(0)).unsqueeze(1)], 1)

    def forward(self, image, marks):
        theta: List[torch.Tensor] = []
        for k in range(marks.size(0)):
            m = self.similarity(marks[k])
            theta.append(torch.cat([m[:, :2], (2 * m[:, 2] + m[:, :2].sum(1) - 1).unsqueeze(1)], 1))
        grid = F.affine_grid(torch.stack(theta), [marks.size(0), 1, 7, 7], align_corners=False)
        return F.normalize(self.net(F.grid_sample(image.expand(marks.size(0), -1, -1, -1), grid, align_corners=False)))

    @torch.jit.export
    def enrol(self, name: str, embedding) -> int:
        known = self.people.get(name, torch.zeros_like(embedding))
        self.people[name] = F.normalize(known + embedding, dim=-1)
        return len(self.people)

    @torch.jit.export
    def who(self, embedding, limit: float = 0.3) -> Optional[str]:
        best: Optional[str] = None
        for name, known in self.people.items():
            score = float(F.cosine_similarity(known, embedding, dim=-1))
            if score > limit:
                limit = score
                best = name
        return best


@model("faces: landmarks to affine grids, an empty dictionary of tensors that methods fill and search")
def face_gallery():
    marks = Faces().template.expand(2, 5, 2) + f(2, 5, 2) * 0.02
    return Faces(), [(p(1, 1, 9, 9), marks), ("enrol", ("Zoë", f(4))), ("enrol", ("Bo", -f(4))), ("who", (f(4) + 0.1,)), ("who", (torch.tensor([1.0, 1, -3, 1]), 0.95))]


class Lanes(nn.Module):
    """Points of lanes to polynomials, by weighted least squares."""

    def __init__(self, degree: int = 2):
        super().__init__()
        self.degree = degree
        self.soft = nn.Softmax(dim=2)

    def forward(self, scores, rows):
        chances = self.soft(scores[..., :-1])
        columns = (chances * torch.arange(1, scores.size(2)).to(chances)).sum(2)
        seen = scores.argmax(2).ne(scores.size(2) - 1).to(scores.dtype)
        powers = torch.stack([rows ** k for k in range(self.degree + 1)], dim=1)
        system = torch.einsum("lr,ri,rj->lij", seen, powers, powers) + 1e-4 * torch.eye(self.degree + 1)
        right = torch.einsum("lr,ri,lr->li", seen, powers, columns)
        fit = torch.cholesky_solve(right.unsqueeze(2), cholesky(system)).squeeze(2)
        return fit, fit @ powers.t(), seen.sum(1).long()


@model("lanes: expectations of columns, weighted least squares by a Cholesky factor")
def lane_fit():
    return Lanes(), [(f(2, 6, 5), torch.linspace(-1, 1, 6))]


class Hand(nn.Module):
    """Which fingers are stretched, and what the hand says."""

    def __init__(self):
        super().__init__()
        self.meanings: Dict[str, str] = {"01000": "point", "01100": "victory ✌", "11111": "stop ✋", "00000": "fist ✊", "10000": "good 👍"}
        self.history = torch.jit.Attribute([], List[str])

    def forward(self, marks) -> Tuple[str, str]:
        wrist = marks[0]
        tips, knuckles = marks[4::4], marks[2::4]
        stretched = (tips - wrist).pow(2).sum(-1).sqrt() > (knuckles - wrist).pow(2).sum(-1).sqrt() * 1.3
        code = ""
        for i in range(stretched.size(0)):
            code += "1" if bool(stretched[i].item()) else "0"
        meaning = "?"
        if code in self.meanings:
            meaning = self.meanings[code]
        self.history.append(meaning)
        if len(self.history) > 3:
            self.history.pop(0)
        votes: Dict[str, int] = {}
        winner, most = "?", 0
        for one in self.history:
            votes[one] = votes.get(one, 0) + 1
            if votes[one] > most:
                winner, most = one, votes[one]
        return meaning, winner


def hand(code):
    marks = torch.zeros(21, 2)
    for k in range(5):
        for j in range(4):
            marks[1 + 4 * k + j] = torch.tensor([k - 2.0, 1.0]) * (1 + 0.5 * (j if code[k] == "1" or j < 2 else 1.0))
    return marks


@model("gestures of a hand: texts with symbols, a history that is popped, votes")
def hand_gestures():
    return Hand(), [(hand(code),) for code in ("01100", "11111", "01100", "00110")]
