"""Puts the mutants of a tree into it side by side, each behind a switch that a variable sets.

A patch that changes the bodies of functions alone needs no build of its own: the body becomes

    if activeMutant == 7 { the body with the patch } else { the body }

and one build has all of them (the field calls this mutant schemata). `DOCK_MUTANT=7` in the
environment of a process switches the seventh on.
"""

import re
from difflib import SequenceMatcher

# What each module with switches gets: the number of the mutant that is on, 0 if none is.
STATE = """\
#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@usableFromInline let activeMutant = getenv("DOCK_MUTANT").flatMap { Int(String(cString: $0)) } ?? 0
"""

_WORDS = (
    r"(?:(?:@\w+(?:\([^)]*\))?|public|package|internal|private|fileprivate|private\(set\)|static"
    r"|final|override|mutating|nonmutating|nonisolated|required|convenience|prefix|postfix"
    r"|borrowing|consuming|lazy|class(?= func)) )*")
_BODY = re.compile(r"( *)" + _WORDS + r"(func |init[?(<]|deinit|subscript[(<]|var )")
_ACCESSOR = re.compile(r"( *)(?:mutating |nonmutating )?(get|set|didSet|willSet)\b")
# What follows the line that a statement begins with, at the same depth.
_CONTINUED = re.compile(r"[})\].?:&|]|case |default|#|\"\"\"")
# What begins a statement that is no expression.
_STATEMENTS = {
    "return", "guard", "let", "var", "for", "while", "defer", "do", "throw", "repeat",
    "preconditionFailure", "fatalError",
}


class Body:
    """The body of a function or of an accessor: its lines, apart from what stands around them."""

    def __init__(self, lines, start, kind):
        """Reads the declaration of a `kind` from line `start` on; ValueError if it has no body."""
        self.indent = _indent(lines[start])
        self.start, self.kind = start, kind
        first = lines[start]
        if first.endswith(" }") and " { " in first:
            head, text = _one_line(first)
            self.header, self.inner, self.end = [head], [self.indent + "  " + text], start + 1
            return
        opening = start
        while not lines[opening].endswith(" {"):
            opening += 1
            if opening == len(lines) or not self.continues(lines[opening]):
                raise ValueError("no body")
        if kind == "var" and " = " in first:
            raise ValueError("a stored property")
        self.header = lines[start:opening + 1]
        close = lines.index(self.indent + "}", opening)
        self.inner, self.end = lines[opening + 1:close], close + 1

    def continues(self, line):
        """True if `line` is a further line of the head of the declaration."""
        return line.startswith(tuple(self.indent + sign for sign in [" ", ")", "]", "where"]))

    @property
    def returns(self):
        """True if a single expression in the body is what it returns."""
        if self.kind in ("var", "get"):
            return True
        return self.kind in ("func", "subscript") and " -> " in " ".join(self.header)

    def statements(self, inner):
        """`inner` with the word `return` that it could do without while it was the whole body."""
        if not self.returns:
            return inner
        deep = min(len(_indent(line)) for line in inner if line.strip())
        begins = [
            at for at, line in enumerate(inner)
            if line.strip() and len(_indent(line)) == deep and not line.strip().startswith("//")
            and not _CONTINUED.match(line.strip())]
        first = inner[begins[0]].strip()
        word = re.match(r"\w*", first).group()
        if len(begins) > 1 or word in _STATEMENTS:
            return inner
        if word in ("if", "switch") and any(re.search(r"\breturn\b", line) for line in inner):
            return inner
        changed = list(inner)
        changed[begins[0]] = " " * deep + "return " + first
        return changed


def _indent(line):
    """The blanks that `line` begins with."""
    return re.match(" *", line).group()


def _one_line(line):
    """The declaration on `line` up to its `{`, and what is between that and the last `}`."""
    depth, at = 0, len(line) - 1
    while at >= 0:
        depth += {"}": 1, "{": -1}.get(line[at], 0)
        if depth == 0:
            break
        at -= 1
    return line[:at + 1], line[at + 2:-2]


def bodies(lines):
    """The outermost bodies in `lines`, in their order."""
    found, at = [], 0
    while at < len(lines):
        match = _BODY.match(lines[at])
        try:
            if not match:
                raise ValueError
            body = Body(lines, at, re.match(r"\w+", match.group(2)).group())
        except ValueError:
            at += 1
            continue
        found += _accessors(lines, body) or [body]
        at = body.end
    return found


def _accessors(lines, body):
    """The bodies of the accessors in `body`, if it has some."""
    texts = [line for line in body.inner if line.strip() and not line.strip().startswith("//")]
    if body.kind not in ("var", "subscript") or not texts or not _ACCESSOR.match(texts[0]):
        return []
    if body.end - body.start == len(body.header):
        return []
    found = []
    for at in range(body.start + len(body.header), body.end):
        match = _ACCESSOR.match(lines[at])
        if match and match.group(1) == body.indent + "  ":
            try:
                found.append(Body(lines, at, match.group(2)))
            except ValueError:
                pass
    return found


def changes(before, after):
    """The bodies of `before` that `after` changes, each with its lines in `after`.

    None if something outside bodies is changed, too.
    """
    known, found = bodies(before), {}
    edits = [code for code in SequenceMatcher(None, before, after, False).get_opcodes()
             if code[0] != "equal"]
    for _, low, high, _, _ in edits:
        body = next((one for one in known if one.start <= low and high <= one.end
                     and low < one.end), None)
        if body is None:
            return None
        found[body.start] = body
    shift, pairs = 0, []
    later = {one.start: one for one in bodies(after)}
    for start in sorted(found):
        body = found[start]
        shift = sum((d - c) - (b - a) for _, a, b, c, d in edits if b <= start and a < start)
        other = later.get(start + shift)
        if other is None or " ".join(other.header).split() != " ".join(body.header).split():
            return None
        pairs.append((body, other.inner))
    return pairs


def switched(lines, mutants):
    """`lines` with `mutants` behind switches, and whose number each line of it belongs to.

    A mutant is its number and what `changes` says of it. A line of a body that has mutants belongs
    to all of these.
    """
    by_body = {}
    for number, pairs in mutants:
        for body, inner in pairs:
            by_body.setdefault(body.start, (body, []))[1].append((number, inner))
    text, owners, at = [], [], 0

    def put(new, owner=()):
        text.extend(new)
        owners.extend([owner] * len(new))

    for start in sorted(by_body):
        body, variants = by_body[start]
        everybody = tuple(number for number, _ in variants)
        put(lines[at:start])
        put(body.header, everybody)
        pad = body.indent + "  "
        for place, (number, inner) in enumerate(variants):
            word = "} else if" if place else "if"
            put([f"{pad}{word} activeMutant == {number} {{"], (number,))
            put(body.statements(inner), (number,))
        put([pad + "} else {"], everybody)
        put(body.statements(body.inner), everybody)
        put([pad + "}", body.indent + "}"], everybody)
        at = body.end
    put(lines[at:])
    return text, owners
