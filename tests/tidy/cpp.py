# SPDX-License-Identifier: EUPL-1.2
"""As much of C++ as the checks need: comments, string literals, and where functions begin and end.

It reads text, not meaning. It is exact about comments and literals, and takes text in
a namespace or class for a function if it looks like `name(parameters) … {`. Lambdas inside a
function count as part of it.
"""

import bisect
import dataclasses
import re

_TOKEN = re.compile(
    r'//(?:\\\n|[^\n])*'
    r'|/\*.*?\*/'
    r'|(?:u8|[uUL])?R"(?P<mark>[^()\\\s]{0,16})\(.*?\)(?P=mark)"'
    r'|(?:u8|[uUL])?"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9A-Za-z_])(?:u8|[uUL])?'(?:\\.|[^'\\\n])+'",
    re.DOTALL)


@dataclasses.dataclass
class Literal:
    line: int
    text: str


@dataclasses.dataclass
class Function:
    name: str
    line: int
    lines: int
    parameters: int
    defined: bool


class Source:
    """One file: `code` has comments and the insides of literals blanked, with lines kept in place."""

    def __init__(self, text):
        self.literals = []
        self.comments = []
        self._starts = [0] + [match.end() for match in re.finditer("\n", text)]
        self.code = _TOKEN.sub(self._blank, text)
        self.code = re.sub(r"(?m)^[ \t]*#(?:\\\n|[^\n])*", self._blank_directive, self.code)

    def line_at(self, offset):
        return bisect.bisect_right(self._starts, offset)

    def _blank(self, match):
        whole = match.group(0)
        line = self.line_at(match.start())
        if whole.startswith(("//", "/*")):
            self.comments.append(Literal(line, whole))
            return re.sub(r"[^\n]", " ", whole)
        if whole.endswith("'"):
            return "0" * len(whole)
        first = whole.index('"')
        inside = whole[first + 1:-1]
        if match.group("mark") is not None:
            around = len(match.group("mark")) + 1
            inside = inside[around:-around]
        self.literals.append(Literal(line, inside))
        return '"' + re.sub(r"[^\n]", " ", whole[1:-1]) + '"'

    @staticmethod
    def _blank_directive(match):
        return re.sub(r"[^\n]", " ", match.group(0))

    def functions(self):
        return list(_Scanner(self).scan())


_TYPE_SCOPE = re.compile(r"(?:^|[\s;}])(?:namespace|class|struct|union|enum|extern)\b")
_CONTROL = {"if", "for", "while", "switch", "catch", "return", "sizeof", "alignof", "decltype",
            "noexcept", "requires", "static_assert", "alignas", "explicit", "__attribute__"}
_INITIALISER_LIST = re.compile(r"\)\s*(?:noexcept\s*)?:(?!:)[^;]*[\w>]\s*$", re.DOTALL)
_BRACKETS = {"(": ")", "[": "]"}


class _Scanner:
    """Walks the code once. `chunk` is the text between the last boundary and here."""

    def __init__(self, source):
        self.source = source
        self.code = source.code

    def scan(self):
        yield from self._scope(0, len(self.code))

    # A namespace or the inside of a class: declarations one after the other.
    def _scope(self, at, end):
        begin = at
        while at < end:
            char = self.code[at]
            if char in _BRACKETS:
                at = self._closing(at, end)
            elif char == "{":
                chunk = self.code[begin:at]
                close = self._closing(at, end)
                if _INITIALISER_LIST.search(chunk):
                    at = close + 1
                    continue
                signature = _signature(chunk)
                if signature:
                    yield self._function(begin, chunk, close, signature)
                elif _TYPE_SCOPE.search(chunk) and "=" not in _outside_templates(chunk):
                    yield from self._scope(at + 1, close)
                else:
                    # A value in braces, such as a table: the text after it belongs to it.
                    at = close + 1
                    continue
                at = close
                begin = close + 1
            elif char in ";}":
                signature = _signature(self.code[begin:at]) if char == ";" else None
                if signature:
                    yield self._function(begin, self.code[begin:at], at, signature, defined=False)
                begin = at + 1
            at += 1

    def _function(self, begin, chunk, close, signature, defined=True):
        chunk = _without_access(chunk)
        start = begin + len(chunk) - len(chunk.lstrip())
        line = self.source.line_at(start)
        name, parameters = signature
        return Function(name, line, self.source.line_at(close) - line + 1, parameters, defined)

    def _closing(self, at, end):
        """Returns where the bracket opened at `at` closes; `end` if it never does."""
        depth = 0
        while at < end:
            if self.code[at] in "({[":
                depth += 1
            elif self.code[at] in ")}]":
                depth -= 1
                if depth == 0:
                    return at
            at += 1
        return end


def _outside_templates(chunk):
    """Returns the chunk without the text between angle brackets or parentheses."""
    kept, depth = [], 0
    for char in chunk:
        if char in "<(":
            depth += 1
        elif char in ">)":
            depth = max(0, depth - 1)
        elif depth == 0:
            kept.append(char)
    return "".join(kept)


_ACCESS = re.compile(r"\b(?:public|private|protected)\s*:(?!:)")
_OPERATOR = re.compile(r"\boperator\s*(?:\(\s*\)|\[\s*\]|[-+*/%^&|~!=<>,]+)")


def _without_access(chunk):
    """Returns the chunk with `public:` and similar words blanked."""
    return _ACCESS.sub(lambda match: " " * len(match.group(0)), chunk)


def _signature(chunk):
    """Returns (name, number of parameters) if the chunk is the head of a function, else None."""
    chunk = _without_access(chunk)
    chunk = _OPERATOR.sub(lambda match: "operator".ljust(len(match.group(0)), "_"), chunk)
    depth = 0
    for at, char in enumerate(chunk):
        if char == "<":
            depth += 1
        elif char == ">" and chunk[at - 1] not in "-=":
            depth = max(0, depth - 1)
        elif char == "=" and depth == 0:
            return None
        elif char == "(" and depth == 0:
            name = re.search(r"(~?[A-Za-z_][\w:~]*)\s*$", chunk[:at])
            closing = _matching(chunk, at)
            if not name or closing is None:
                return None
            if name.group(1) in _CONTROL:
                return _signature(chunk[closing + 1:])
            if not re.search(r"[\w>&*\]]\s+[&*]*$|[&*:>]$|^\s*$", chunk[:name.start()]):
                return None
            return name.group(1), count_parameters(chunk[at + 1:closing])
    return None


def _matching(text, at):
    depth = 0
    for position in range(at, len(text)):
        if text[position] in "([{":
            depth += 1
        elif text[position] in ")]}":
            depth -= 1
            if depth == 0:
                return position
    return None


def count_parameters(text):
    """Counts commas outside brackets, plus one; none for an empty text and for (void)."""
    if text.strip() in ("", "void"):
        return 0
    depth, count = 0, 1
    for at, char in enumerate(text):
        if char in "([{<":
            depth += 1
        elif char in ")]}" or (char == ">" and text[at - 1] != "-"):
            depth -= 1
        elif char == "," and depth == 0:
            count += 1
        if depth < 0:
            break
    return count
