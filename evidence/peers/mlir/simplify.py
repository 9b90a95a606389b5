"""Code that people wrote to verify operations, in a form in which releases can be compared: beyond `cpp`'s, which spells expressions alike,
variables are replaced by what they stand for, helpers that moved or were renamed have one name, and what a check consists of is one
statement each.

A function becomes a list of statements: `("when", condition, body)`, `("return", …)`, `("do", …)`, loops, and `("let", name, …)` of variables that are
changed later. Names of such variables say what they are (their type, what is looped over), and not where they stand, so that a statement more
or less changes nothing in the others.
"""

import hashlib

import cpp

SUCCESS = ("call", ("name", "success"))
FAILURE = ("return", ("failure",))
FAILS = ("block", FAILURE)
# Functions that became members of a class or the reverse, with their object as the first argument.
MEMBERS = {"getStridesAndOffset", "isStrided", "canonicalizeStridedLayout", "areTrailingDimsContiguous", "isLastDimUnitStride"}
# Names that were changed alone; what they stand for is the same.
RENAMED = {
    "ParallelCombiningOpInterface": "InParallelOpInterface", "getResultVectorType": "getVectorType", "isIntOrIndexOrFloat": "isSignlessIntOrIndexOrFloat",
    "isTopLevelValueOrAbove": "isTopLevelValue", "getBase": "getMemRef",
}
# What converts a number and changes no value of those that are compared.
NUMBERS = {"int64_t", "size_t", "unsigned", "int", "uint64_t", "int32_t", "uint32_t"}
CHANGING = {"push_back", "append", "insert", "erase", "pop_back", "resize", "emplace_back", "try_emplace", "clear", "set", "reset", "assign",
            "pop_back_val", "walk", "swap", "push", "pop"}


def simplified(block, parameters):
    """Statements of a function's body, from the parser's tree of it."""
    scope = {name: ("name", f"$arg{at}") for at, name in enumerate(parameters) if name}
    return tidy(statements(block, scope, {}))


def substituted(tree, scope):
    """A parser's tree with variables replaced by what they stand for."""
    if not isinstance(tree, tuple) or not tree:
        return tree
    kind = tree[0]
    if kind == "name" and len(tree) == 2:
        return scope.get(tree[1], tree)
    if kind == "lambda":
        inner = {name: value for name, value in scope.items() if name not in {one for _, one in tree[1]}}
        return ("lambda", tree[1], substituted(tree[2], inner))
    if kind in ("num", "chr", "str"):
        return tree
    if kind == "member":
        return ("member", substituted(tree[1], scope), tree[2])
    if kind == "template":
        return ("template", substituted(tree[1], scope), *tree[2:])
    if kind == "let":
        return (*tree[:3], *[substituted(part, scope) for part in tree[3:]])
    return tuple(substituted(part, scope) if isinstance(part, tuple) else part for part in tree)


def expression(tree, scope):
    return rewritten(cpp.canonical(substituted(tree, scope)))


def short(tree):
    return hashlib.sha1(repr(tree).encode()).hexdigest()[:6]


def changed(tree, name):
    """Whether code changes a variable."""
    if not isinstance(tree, tuple) or not tree:
        return False
    if tree[0] == "assign" and base(tree[2]) == name:
        return True
    if tree[0] in ("unary", "after") and tree[1] in ("++", "--", "&") and base(tree[2]) == name:
        return True
    if tree[0] == "call" and tree[1][0] == "member" and tree[1][2] in CHANGING and base(tree[1][1]) == name:
        return True
    return any(changed(part, name) for part in tree if isinstance(part, tuple))


def base(tree):
    """The variable that an expression is of."""
    while tree[0] in ("member", "index", "unary", "call"):
        tree = tree[2] if tree[0] == "unary" else tree[1]
    return tree[1] if tree[0] == "name" else None


def statements(block, scope, counts):
    """Statements of a parser's block: variables that are set once are gone."""
    scope, out = dict(scope), []
    items = list(block[1:])

    def fresh(what):
        counts[what] = counts.get(what, 0) + 1
        return ("name", f"${what}" + (f"#{counts[what]}" if counts[what] > 1 else ""))

    for at, one in enumerate(items):
        kind = one[0]
        if kind == "let":
            of, name, init = one[1], one[2], one[3:]
            rest = tuple(items[at + 1:])
            if name.startswith("["):
                value = substituted(init[0], scope)
                for number, part in enumerate(name.strip("[]").split(",")):
                    scope[part] = ("call", ("name", f"part{number}"), value)
                continue
            if not init:
                scope[name] = fresh(of)
                out.append(("let", scope[name][1]))
                continue
            if changed(rest, name) or init[0][0] == "lambda":
                value = expression(init[0], scope)
                scope[name] = fresh(f"{of}={short(value)}")
                out.append(("let", scope[name][1], value))
            else:
                scope[name] = substituted(init[0], scope)
        elif kind == "block":
            out += statements(one, scope, counts)
        elif kind == "when":
            inner = dict(scope)
            if one[1][0] == "with":
                inner[one[1][1][2]] = substituted(one[1][1][3], scope)
                condition = expression(one[1][2], inner)
            else:
                condition = expression(one[1], scope)
            then = statements(one[2], inner, counts)
            other = statements(one[3], inner, counts) if len(one) > 3 else []
            out.append(("when", condition, ("block", *then), *([("block", *other)] if other else [])))
        elif kind == "for":
            inner, head = dict(scope), one[1]
            if head[0] == "each":
                over = expression(head[2], scope)
                names = head[1].strip("[]").split(",")
                for number, name in enumerate(names):
                    inner[name] = fresh(f"each:{short(over)}:{number}")
                made = ("each", over)
            else:
                first = []
                for part in head[1]:
                    if part[0] == "let":
                        value = [expression(value, inner) for value in part[3:]]
                        inner[part[2]] = fresh(f"loop:{short(value)}")
                        first.append(("let", inner[part[2]][1], *value))
                    else:
                        first.append(plain(part, inner))
                made = ("loop", tuple(first), expression(head[2], inner) if head[2] else (), tuple(expression(part, inner) for part in head[3]))
            out.append(("for", made, ("block", *statements(one[2], inner, counts))))
        elif kind == "while":
            out.append(("while", expression(one[1], scope), ("block", *statements(one[2], scope, counts))))
        elif kind == "switch":
            out.append(("switch", expression(one[1], scope), ("block", *statements(one[2], scope, counts))))
        else:
            made = plain(one, scope)
            # Helpers answer with a truth value as well.
            if made in (("return", cpp.TRUE), ("return", ("name", "false"))):
                made = ("return", SUCCESS) if made[1] == cpp.TRUE else FAILURE
            if made is not None:
                out.append(made)
    return out


def plain(one, scope):
    """A statement of one expression; none if it only puts a message together."""
    if one[0] == "do" and cpp.told(one[1]) in cpp.SAYING:
        return None
    if one[0] == "case":
        return ("case", one[1] if one[1] == "default" else expression(one[1], scope))
    made = cpp.canonical(substituted(one, scope))
    return None if made is None else rewritten(made)


def rewritten(tree):
    """Expressions that mean the same, in one spelling."""
    if not isinstance(tree, tuple) or not tree or tree[0] in ("num", "chr", "str"):
        return tree
    tree = tuple(rewritten(part) if isinstance(part, tuple) else part for part in tree)
    kind = tree[0]
    if kind == "name" and len(tree) == 2:
        last = tree[1].split("::")[-1]
        return ("name", RENAMED[last]) if last in RENAMED else ("name", tree[1].removeprefix("std::"))
    if kind == "isa" and tree[1].split("::")[-1] in RENAMED:
        return ("isa", RENAMED[tree[1].split("::")[-1]], *tree[2:])
    if kind == "member" and tree[2] in RENAMED:
        tree = ("member", tree[1], RENAMED[tree[2]])
    if kind == "member" and tree[1] in (("name", "this"), ("call", ("name", "getOperation")), ("unary", "*", ("call", ("name", "getOperation")))):
        return ("name", tree[2])
    if tree == ("call", ("name", "getOperation")):
        return ("name", "this")
    if kind == "convert" and tree[1] in NUMBERS:
        return tree[2]
    if kind == "unary" and tree[1] == "!":
        return cpp.negated(tree[2])
    if kind in ("&&", "||"):
        return cpp.chain(kind, list(tree[1:]))
    if kind == "call":
        callee, args = tree[1], tree[2:]
        if callee[0] == "template" and callee[1] == ("name", "static_cast") and callee[2:] and callee[2] in NUMBERS and len(args) == 1:
            return args[0]
        if callee[0] == "name" and callee[1] in NUMBERS and len(args) == 1:
            return args[0]
        # A union of pointers.
        if callee[0] == "template" and callee[1][0] == "member" and callee[1][2] in ("get", "is", "dyn_cast") and not args and len(callee) == 3:
            of, value = callee[2], callee[1][1]
            return ("isa", of, value) if callee[1][2] == "is" else ("call", ("template", ("name", {"get": "cast", "dyn_cast": "dyn_cast"}[callee[1][2]]), of), value)
        last = callee[1].split("::")[-1] if callee[0] == "name" else callee[2] if callee[0] == "member" else ""
        if last == "isStatic" and len(args) == 1:
            return cpp.negated(("call", ("name", "ShapedType::isDynamic"), *args))
        if last == "isDynamic" and callee[0] == "name":
            return ("call", ("name", "ShapedType::isDynamic"), *args)
        if last == "isStaticShape" and len(args) == 1:
            return cpp.negated(("call", ("name", "ShapedType::isDynamicShape"), *args))
        if last in MEMBERS and callee[0] == "member":
            return ("call", ("name", last), callee[1], *args)
        if last in MEMBERS and callee[0] == "name":
            return ("call", ("name", last), *args)
        # `f(x.begin(), x.end(), …)`
        ends = len(args) > 1 and all(arg[0] == "call" and arg[1][0] == "member" and len(arg) == 2 for arg in args[:2]) \
            and (args[0][1][2], args[1][1][2]) == ("begin", "end") and args[0][1][1] == args[1][1][1]
        if callee[0] == "name" and ends:
            return ("call", ("name", last), args[0][1][1], *args[2:])
        if last == "empty" and callee[0] == "member" and not args:
            return ("op", "==", *sorted((("num", "0"), ("call", ("member", callee[1], "size"))), key=repr))
        if callee == ("name", "success") and len(args) == 1:
            return args[0]
        if callee == ("name", "failure") and len(args) == 1:
            return cpp.negated(args[0])
    if kind == "op" and tree[1] in ("==", "!="):
        return ("op", tree[1], *sorted(tree[2:], key=repr))
    return tree


def tidy(items):
    """Statements with one check each."""
    out = []
    items = list(items)
    while items:
        one = items.pop(0)
        if one[0] == "when":
            then = tidy(one[2][1:])
            other = tidy(one[3][1:]) if len(one) > 3 else []
            # After `return` there is no `else`.
            if other and then and then[-1][0] in ("return", "continue", "break"):
                items = list(other) + items
                other = []
            if not then and not other:
                continue
            # `if (a) if (b) …`
            if len(then) == 1 and then[0][0] == "when" and len(then[0]) == 3 and not other:
                items.insert(0, ("when", cpp.chain("&&", [one[1], then[0][1]]), then[0][2]))
                continue
            if one[1][0] == "||" and then == [FAILURE] and not other:
                items = [("when", part, FAILS) for part in one[1][1:]] + items
                continue
            out.append(("when", one[1], ("block", *then), *([("block", *other)] if other else [])))
        elif one[0] in ("for", "while", "switch"):
            inner = tidy(one[2][1:])
            if inner:
                out.append((one[0], one[1], ("block", *inner)))
        elif one[0] == "return" and len(one) == 2 and one[1] not in (SUCCESS, ("failure",)) and is_condition(one[1]):
            items = [("when", cpp.negated(one[1]), FAILS), ("return", SUCCESS)] + items
        else:
            out.append(one)
            if one[0] in ("return", "continue", "break"):
                # Nothing comes after it; cases of a switch do.
                rest = [at for at, other in enumerate(items) if other[0] == "case"]
                items = items[rest[0]:] if rest else []
    return out


def is_condition(tree):
    return tree[0] in ("&&", "||", "isa") or tree[0] == "op" and tree[1] in ("==", "!=", "<", "<=") or tree[0] == "unary" and tree[1] == "!"


def replaced(tree, scope):
    """Code with names of variables replaced."""
    if not isinstance(tree, tuple) or not tree:
        return tree
    if tree[0] == "name" and len(tree) == 2:
        return scope.get(tree[1], tree)
    return tuple(replaced(part, scope) if isinstance(part, tuple) else part for part in tree)


def conditions(tree):
    return set(tree[1:]) if tree[0] == "&&" else {tree}


def is_check(one):
    return one[0] == "when" and one[2:] == (FAILS,)


def is_early_success(one):
    return one[0] == "when" and one[2:] == (("block", ("return", SUCCESS)),)


def uncovered(reader, producer):
    """Statements of a reader's code that refuse something which a producer's code need not refuse: what is not in the producer's, or in other words;
    and statements of the producer that end it earlier."""
    found = []
    checks = [conditions(one[1]) for one in producer if is_check(one)]
    others = [one for one in producer if not is_check(one) and one[0] != "let"]
    used = set()
    for one in reader:
        if one[0] == "let" or one == ("return", SUCCESS) or is_early_success(one):
            used.update(at for at, other in enumerate(others) if other == one)
            continue
        if is_check(one):
            mine = conditions(one[1])
            if not any(theirs <= mine for theirs in checks):
                found.append(one)
            continue
        same = next((at for at, other in enumerate(others) if at not in used and other == one), None)
        if same is None and one[0] in ("when", "for", "while"):
            same = next((at for at, other in enumerate(others) if at not in used and other[:2] == one[:2]), None)
            if same is not None:
                used.add(same)
                parts = [uncovered(mine[1:], theirs[1:]) for mine, theirs in zip(one[2:], others[same][2:])]
                extra = [uncovered(mine[1:], ()) for mine in one[2 + len(parts):]]
                rest = [left for part in [*parts, *extra] for left in part]
                if rest:
                    found.append((one[0], one[1], ("block", *rest)))
                continue
            # What it only refuses in: nothing is left if all of that is covered at the same level.
            if uncovered(one[2][1:], ()) == [] and len(one) == 3:
                continue
        if same is None:
            found.append(one)
        else:
            used.add(same)
    # What ends the producer's code earlier lets more pass, unless nothing is checked behind it.
    checks_more = any(is_check(one) or one[0] in ("for", "while", "when", "switch") for one in reader)
    for at, other in enumerate(others):
        if at not in used and other != ("return", SUCCESS) and ends(other) and (checks_more or other[0] != "when"):
            found.append(("producer", other))
    return found


def ends(one):
    """Whether a statement may end a function with anything but a failure, or what a loop does once."""
    if not isinstance(one, tuple) or not one or one[0] == "lambda":
        return False
    if one[0] in ("return", "continue", "break"):
        return one != FAILURE
    if one[0] == "switch":
        return any(ends(part) for part in one[2][1:] if part[0] != "break")
    return any(ends(part) for part in one if isinstance(part, tuple))
