# SPDX-License-Identifier: EUPL-1.2
"""Reads .wire files: requests and their expected responses, as text.

    # A comment above a request says what the exchange shows.
    GET /enhetsregisteret/api/enheter?size=0
    Accept: application/json

    a body, if there is one
    ---
    400 application/json
    $.antallFeil = 1

A file holds any number of exchanges; the next begins at its request line. `fixture NAME`
as the first line chooses the register that answers (fixtures.py). In place of a request line,
`RAW` begins a block of bytes sent as they are: its lines are joined without line breaks, the
escapes \\r \\n \\t \\\\ \\xNN work, and each further `---` begins the next response expected on the
same connection. `{base}`, `{scheme}`, `{host}`, `{port}` and saved names are replaced everywhere, and in
requests `{text*N}` repeats text. checks.py says what may be written below `---`.
"""

import re
from dataclasses import dataclass, field

REQUEST = re.compile(r"^([A-Za-z]+) (/\S*|\*)$")


@dataclass
class Line:
    number: int
    text: str


@dataclass
class Exchange:
    line: int
    title: str
    method: str = "GET"
    target: str = ""
    headers: list = field(default_factory=list)
    body: str = ""
    raw: str = None  # The bytes of a RAW block, before escapes.
    answers: list = field(default_factory=list)  # One list of Lines for each response.


@dataclass
class WireFile:
    path: str
    fixture: str
    exchanges: list


class Mistake(Exception):
    """The test itself is written wrongly."""


def starts_exchange(text):
    return text == "RAW" or REQUEST.match(text) is not None


def parse(path, text):
    lines = [Line(number, line) for number, line in enumerate(text.split("\n"), 1)]
    fixture = "register"
    exchanges, comments, at = [], [], 0
    while at < len(lines):
        line = lines[at].text
        if line.startswith("#"):
            comments.append(line[1:].strip())
        elif line.startswith("fixture ") and not exchanges:
            fixture = line.split()[1]
        elif starts_exchange(line):
            exchange = Exchange(lines[at].number, " ".join(comments))
            comments = []
            at = _read_request(exchange, lines, at, path)
            at = _read_answers(exchange, lines, at)
            exchanges.append(exchange)
            continue
        elif line.strip():
            raise Mistake(f"{path}:{lines[at].number}: no request line: {line}")
        at += 1
    if not exchanges:
        raise Mistake(f"{path}: no exchange")
    return WireFile(path, fixture, exchanges)


def _read_request(exchange, lines, at, path):
    end = at
    while end < len(lines) and lines[end].text != "---":
        end += 1
    if end == len(lines):
        raise Mistake(f"{path}:{lines[at].number}: no --- after the request")
    block = [line.text for line in lines[at + 1:end]]
    if lines[at].text == "RAW":
        exchange.method, exchange.raw = "RAW", "".join(block)
        return end
    exchange.method, exchange.target = REQUEST.match(lines[at].text).groups()
    blank = block.index("") if "" in block else len(block)
    for text in block[:blank]:
        name, colon, value = text.partition(":")
        if not colon:
            raise Mistake(f"{path}:{lines[at].number}: no header: {text}")
        exchange.headers.append((name, value.strip()))
    exchange.body = "\n".join(block[blank + 1:])
    return end


def _read_answers(exchange, lines, at):
    """Reads from the first --- to the next request line; comments above that stay unread."""
    while at < len(lines) and not starts_exchange(lines[at].text):
        text = lines[at].text
        if text == "---":
            exchange.answers.append([])
        elif text.startswith("#"):
            if _next_is_exchange(lines, at):
                return at
        elif text.strip():
            exchange.answers[-1].append(lines[at])
        at += 1
    return at


def _next_is_exchange(lines, at):
    while at < len(lines) and (lines[at].text.startswith("#") or not lines[at].text.strip()):
        at += 1
    return at < len(lines) and starts_exchange(lines[at].text)


_ESCAPE = re.compile(r"\\(x[0-9A-Fa-f]{2}|.)")
_REPEAT = re.compile(r"\{([^{}]+)\*(\d+)\}")
_NAME = re.compile(r"\{([A-Za-z_][\w-]*)\}")


def substitute(text, names):
    """Replaces {name} where the name is known; other braces are JSON and stay."""
    return _NAME.sub(lambda m: names.get(m[1], m[0]), text)


def expand(text, names):
    return _REPEAT.sub(lambda m: m[1] * int(m[2]), substitute(text, names))


def unescape(text):
    """Returns the bytes of a RAW block."""
    known = {"r": "\r", "n": "\n", "t": "\t", "\\": "\\"}
    parts, last = [], 0
    for match in _ESCAPE.finditer(text):
        parts.append(text[last:match.start()].encode())
        escape = match[1]
        if len(escape) == 3:
            parts.append(bytes([int(escape[1:], 16)]))
        elif escape in known:
            parts.append(known[escape].encode())
        else:
            raise Mistake(f"unknown escape \\{escape}")
        last = match.end()
    return b"".join(parts) + text[last:].encode()
