"""What PyTorch's own parser makes of pieces of TorchScript.

    LD_LIBRARY_PATH=VENV/stubs VENV/bin/python -W ignore evidence/peers/torch/syntax.py EXPRESSIONS FUNCTIONS > corpus/torch/runs/syntax.tsv

Makes that many expressions and functions at random, well-formed ones and mutations of them, and prints for each: `e` or `f`, the text with escapes
of Python, and the answer. For an expression that is the tree that PyTorch prints, on one line (the parser of type comments reads any expression);
for a function `parsed`; `refused` where the parser or the lexer refuses the text. The same arguments give the same texts in every release.
"""

import random
import re
import sys

import torch

NAMES = "a b self x1 _0 torch ops CONSTANTS inf nan int List NoneType Ellipsis".split()
LITERALS = ["0", "1", "-1", "1.5", ".5", "1e-3", "2j", "0x1F", "0x1.8p3", "08", "1.e5", "True", "False", "None", "...", "'a'", '"b"', '"a" \'b\'', r'"\n\\\101"', "'''a\nb'''", '""']
BINARY = "and or in not_in < > is is_not == <= >= != | ^ & << >> + - * / // % @ **".split()
UNARY = ["not ", "~", "-", "*"]
TOKENS = re.compile(r"[A-Za-z_0-9.]+|'[^'\n]*'|\"[^\"\n]*\"|->|\*\*|//|<<|>>|[<>=!]=|\s+|.")
JUNK = NAMES + LITERALS + [b.replace("_", " ") for b in BINARY] + UNARY + list("()[]{},:=.;#$?!\\ \t") + [
    "# type:", "...", "->", "if", "else", "for", "in", "lambda", "def", "return", "<=>", "'", '"', "'''", "\\\n", "\n", r'"\x41"', r'"\r"', r'"\400"', r'"\7"',
    "+=", "1_000", "1e", "1..", "..", "0x", "0b1", "1jj", "é", "is  not", "notin", "x is nothing", "not input", "`", "\x0c", "\r"]


def expression(rng, depth):
    if depth == 0 or rng.random() < 0.25:
        return rng.choice(NAMES) if rng.random() < 0.6 else rng.choice(LITERALS)
    part = lambda: expression(rng, depth - 1)
    parts = lambda least=0: [part() for _ in range(rng.randint(least, 3))]
    comma = lambda: rng.choice(["", ",", ", "])
    match rng.randrange(16):
        case 0:
            return f"{part()} {rng.choice(BINARY).replace('_', ' ')} {part()}"
        case 1:
            return f"{part()} {rng.choice(BINARY).replace('_', ' ')} {part()} {rng.choice(BINARY).replace('_', ' ')} {part()}"
        case 2:
            return f"{rng.choice(UNARY)}{part()}"
        case 3:
            return f"({part()})"
        case 4:
            return f"({', '.join(parts(1))}{comma()})"
        case 5:
            some = parts()
            return f"[{', '.join(some)}{comma() if some else ''}]"
        case 6:
            return "{" + ", ".join(f"{part()}: {part()}" for _ in range(rng.randint(0, 2))) + "}"
        case 7:
            return f"[{part()} for {rng.choice(NAMES)} in {part()}]"
        case 8:
            return "{" + f"{part()}: {part()} for {rng.choice(NAMES)} in {part()}" + "}"
        case 9:
            return f"{part()}.{rng.choice(NAMES)}"
        case 10 | 11:
            some = parts() + [f"{rng.choice(NAMES)}={part()}" for _ in range(rng.randint(0, 2))]
            return f"{rng.choice(NAMES)}({', '.join(some)}{comma() if some else ''})"
        case 12:
            return f"{rng.choice(NAMES)}[{', '.join(parts(1))}]"
        case 13:
            slices = [rng.choice([":", "::", f"{part()}:", f":{part()}", f"{part()}:{part()}:{part()}", f"::{part()}"]) for _ in range(rng.randint(1, 2))]
            return f"{rng.choice(NAMES)}[{', '.join(slices)}]"
        case 14:
            return f"{part()} if {part()} else {part()}"
        case _:
            return f"({part()} for {rng.choice(NAMES)} in {part()})"


def block(rng, depth, level):
    return "".join(statement(rng, depth, level) for _ in range(rng.randint(1, 3)))


def statement(rng, depth, level):
    pad, part = "  " * level, lambda: expression(rng, 1)
    inner = lambda: block(rng, depth - 1, level + 1)
    end = rng.choice(["\n"] * 8 + [" # comment\n", "\n\n", "\n   # comment\n"])
    match rng.randrange(18 if depth else 12):
        case 0:
            return f"{pad}{part()}{end}"
        case 1:
            return f"{pad}x = {part()}{end}"
        case 2:
            return f"{pad}x : {part()} = {part()}{end}"
        case 3:
            return f"{pad}a, b{rng.choice(['', ','])} = {part()}{end}"
        case 4:
            return f"{pad}a = b = {part()}{end}"
        case 5:
            return f"{pad}x {rng.choice('+ - * / % | & ^ << >> **'.split())}= {part()}{end}"
        case 6:
            return f"{pad}return{rng.choice(['', ' ' + part(), f' {part()}, {part()}', f' {part()},'])}{end}"
        case 7:
            return f"{pad}{rng.choice(['pass', 'break', 'continue', 'global a, b'])}{end}"
        case 8:
            return f"{pad}raise {part()}{end}"
        case 9:
            return f"{pad}assert {part()}{rng.choice(['', ', ' + part()])}{end}"
        case 10:
            return f"{pad}del {part()}{rng.choice(['', ', ' + part()])}{end}"
        case 11:
            return f"{pad}x : {part()}{end}"
        case 12 | 13:
            text = f"{pad}if {part()}:\n{inner()}"
            if rng.random() < 0.3:
                text += f"{pad}elif {part()}:\n{inner()}"
            return text + (f"{pad}else:\n{inner()}" if rng.random() < 0.5 else "")
        case 14:
            return f"{pad}while {part()}:\n{inner()}"
        case 15:
            return f"{pad}for {rng.choice(['a', 'a, b', '(a, b)', ''])} in {part()}:\n{inner()}"
        case 16:
            return f"{pad}with {part()}{rng.choice(['', ' as a', ' as a, b'])}:\n{inner()}"
        case _:
            return f"{pad}def g({rng.choice(['', 'a', 'a: int, b: int=1'])}):\n{inner()}"


def function(rng):
    heads = ["", "x", "x: int", "x: int=1", "x,", "*, x: int", "x: int=1, y: List[int]", "self, *, k: float=1., n: str='a'"]
    comment = rng.choice(["", "", "", "  # type: (int) -> int\n", "  # type: () -> Tensor\n"])
    return f"def f({rng.choice(heads)}){rng.choice(['', ' -> int', ' -> Tuple[int, str]'])}:\n{comment}{block(rng, 2, 1)}"


def change(rng, text):
    tokens = TOKENS.findall(text)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(tokens) + 1)
        match rng.randrange(4):
            case 0:
                tokens[at : at + 1] = []
            case 1:
                tokens[at:at] = [rng.choice(JUNK)]
            case 2:
                tokens[at : at + 1] = [rng.choice(JUNK)]
            case _:
                tokens[at:at] = tokens[at : at + 2]
        if not tokens:
            tokens = ["a"]
    return "".join(tokens)


REFUSED = re.compile(
    r"\s*(expected (?!exactly)|invalid indent level|unsupported (hex|unicode) specifier|ill formed octal| *augmented assignment can only|Annotated multiple assignment|"
    r"Number of type annotations| *expected a single list comprehension|.*type\.present\(\) INTERNAL ASSERT)"
)


def of_expression(text):
    try:
        return " ".join(str(torch._C.parse_type_comment(f"# type: () -> {text}\n")).split())
    except UnicodeDecodeError:
        # Of the message, which has half a character in it: what is beyond ASCII begins no token.
        return "refused"
    except RuntimeError as error:
        return "refused" if REFUSED.match(str(error)) else f"other {str(error)[:80]!r}"


def of_function(text):
    try:
        torch.jit.CompilationUnit(text)
    except UnicodeDecodeError:
        return "refused"
    except Exception as error:
        return "refused" if REFUSED.match(str(error)) else "parsed"
    return "parsed"


def main():
    rng = random.Random(14)
    for kind, count in ("e", int(sys.argv[1])), ("f", int(sys.argv[2])):
        for at in range(count):
            text = expression(rng, 3) if kind == "e" else function(rng)
            if at % 2:
                text = change(rng, text)
            # What is behind the expression is not looked at, and a line end before it would be in the comment.
            if kind == "e":
                text = text.lstrip() or "a"
            answer = of_expression(text) if kind == "e" else of_function(text)
            print(kind, text.encode().decode("latin-1").encode("unicode_escape").decode(), answer, sep="\t", flush=True)


if __name__ == "__main__":
    main()
