# SPDX-License-Identifier: EUPL-1.2
"""Checks what a .wire file expects of a response.

    200 application/json         status and exact Content-Type; `-`: there is none;
                                 without a type any will do; `200|204`: either
    closed                       no response: the connection is closed; also `408|closed`
    header NAME: VALUE           exactly this value
    header NAME absent | matches REGEX | contains TOKEN | saved as X
    $.path = JSON                equal, with order of members and text of numbers
    $.path absent | present | length N | matches REGEX | contains JSON | is TYPE
    $.path includes JSON         the array has every element of this array
    $.path within LOW HIGH       a number between these, both included
    $.path saved as X            a string, for {X} later
    order $.path = [names]       the members of an object, in order
    order $.path among [names]   the named members come in this order
    body text equals FILE        the same bytes
    body matches REGEX           found in the body as UTF-8
    body empty | body equals FILE | body saved as X | body same as X | body differs from X
    body bytes same as X         before decoding
    body atom                    a feed that keeps to the rules (atom_check.py)
    etag saved as X | etag same as X | etag differs from X   (X holds a strong ETag)
    connection closed            nothing follows and the server closes

Every response must also have X-Content-Type-Options: nosniff.

Paths: $.a.b[0].c, $["a/b"], [*] for every element, [-1] for the last.
"""

import difflib
import re
from pathlib import Path

import atom_check
from json_text import Number, dumps, loads, same
from wire_file import Mistake, substitute

EXPECTED = Path(__file__).resolve().parent / "expected"
STRONG_ETAG = re.compile(r'^"[!#-~\x80-\xff]*"$')
TYPES = {"string": str, "object": dict, "array": list, "boolean": bool}


class Failure(Exception):
    """The response does not meet the expectation."""


_MISSING = object()
_STEP = re.compile(r"\.([^.\[\]\s]+)|\[\"([^\"]+)\"\]|\[(-?\d+)\]|\[(\*)\]")


def find(value, path):
    """Returns the value at a path, _MISSING if it is not there; a list if [*] occurs."""
    at = 1
    while at < len(path):
        step = _STEP.match(path, at)
        if not step:
            raise Mistake(f"bad path {path}")
        at = step.end()
        if step[4]:
            if not isinstance(value, list):
                return _MISSING
            return [found for item in value
                    if (found := find(item, "$" + path[at:])) is not _MISSING]
        if step[3]:
            index = int(step[3])
            if not isinstance(value, list) or not -len(value) <= index < len(value):
                return _MISSING
            value = value[index]
            continue
        name = step[1] or step[2]
        if not isinstance(value, dict) or name not in value:
            return _MISSING
        value = value[name]
    return value


def shown(value):
    text = "nothing" if value is _MISSING else dumps(value)
    return text if len(text) <= 1500 else text[:1500] + " …"


def demand(condition, message):
    if not condition:
        raise Failure(message)


class Checker:
    """Checks one response; `names` holds earlier and newly saved values."""

    def __init__(self, response, names):
        self.response = response
        self.names = names
        self._json = _MISSING

    def json(self):
        if self._json is _MISSING:
            try:
                content = self.response.content()
                media = self.response.header("Content-Type")
                # The values of all lines.
                self._json = ([loads(line) for line in content.splitlines()]
                              if media == "application/x-ndjson" else loads(content))
            except ValueError as error:
                raise Failure(f"the body is no JSON ({error}): "
                              f"{self.response.body[:200]!r}") from error
        return self._json

    def check(self, text):
        text = substitute(text, self.names)
        word = text.split(" ", 1)[0]
        if word[0].isdigit():
            self._status(text)
        elif word == "header":
            self._header(text[7:])
        elif word == "order":
            self._order(text[6:])
        elif word == "body":
            self._body(text[5:])
        elif word == "etag":
            self._etag(text[5:])
        elif word.startswith("$"):
            self._value(text)
        elif text == "connection closed":
            pass  # run.py checks it, because it owns the connection.
        else:
            raise Mistake(f"unknown expectation: {text}")

    def check_common(self):
        """Every answer must tell clients not to guess the type of its bytes."""
        there = self.response.header("X-Content-Type-Options")
        demand(there == "nosniff", f"X-Content-Type-Options is {there!r}")

    def _status(self, text):
        statuses, _, kind = text.partition(" ")
        demand(str(self.response.status) in statuses.split("|"),
               f"status {self.response.status}, not {statuses}: {self.response.body[:600]!r}")
        if kind:
            there = self.response.header("Content-Type")
            demand(there == (None if kind == "-" else kind),
                   f"Content-Type {there!r}, not {kind!r}")

    def _header(self, text):
        pattern = r"^([A-Za-z-]+)(?:: (.*)| (absent)| (matches|contains|saved as) (.+))$"
        parts = re.match(pattern, text)
        if not parts:
            raise Mistake(f"header {text}")
        name, exact, absent, verb, argument = parts.groups()
        there = self.response.header(name)
        if absent:
            demand(there is None, f"{name} is there: {there}")
        elif exact is not None:
            demand(there == exact, f"{name} is {there!r}, not {exact!r}")
        elif verb == "saved as":
            demand(there is not None, f"{name} is missing")
            self.names[argument] = there
        elif verb == "matches":
            demand(there is not None and re.search(argument, there),
                   f"{name} is {there!r} and does not match {argument}")
        else:
            tokens = [token.strip().lower() for token in (there or "").split(",")]
            demand(argument.lower() in tokens, f"{name} is {there!r} without {argument}")

    def _order(self, text):
        parts = re.match(r"^(\$\S*) (=|among) (\[.*\])$", text)
        if not parts:
            raise Mistake(f"order {text}")
        there, wanted = find(self.json(), parts[1]), loads(parts[3])
        demand(isinstance(there, dict), f"{parts[1]} is {shown(there)}, no object")
        names = [n for n in there if parts[2] == "=" or n in wanted]
        demand(names == wanted, f"members of {parts[1]} are {shown(names)}")

    def _body(self, text):
        body = self.response.content()
        if text.startswith("matches "):
            demand(re.search(text[8:], body.decode(errors="replace")),
                   f"the body does not match: {body[:600]!r}")
            return
        if text == "atom":
            faults = atom_check.faults_in(body)
            demand(not faults, f"{faults[:5]}: {body[:600]!r}")
            return
        parts = re.match(r"^(?:(empty)|(equals|text equals|saved as|same as|differs from|bytes same as) (\S+))$",
                         text)
        if not parts:
            raise Mistake(f"body {text}")
        if parts[1]:
            demand(self.response.body == b"", f"the body has {len(body)} bytes: {body[:200]!r}")
        elif parts[2] == "equals":
            self._equals_file(parts[3])
        elif parts[2] == "text equals":
            wanted = (EXPECTED / parts[3]).read_bytes()
            demand(body == wanted, f"the body is {body!r},\nnot {wanted!r}")
        elif parts[2] == "saved as":
            self.names["body " + parts[3]] = body
        elif parts[2] == "differs from":
            demand(body != self.names["body " + parts[3]], "the bodies are the same")
        else:
            if parts[2] == "bytes same as":
                body = self.response.body
            demand(body == self.names["body " + parts[3]],
                   f"the bodies differ: {body[:300]!r}")

    def _equals_file(self, name):
        wanted = loads(substitute((EXPECTED / name).read_text("utf-8"), self.names))
        if same(self.json(), wanted):
            return
        difference = difflib.unified_diff(dumps(wanted, 2).split("\n"),
                                          dumps(self.json(), 2).split("\n"), name, "served",
                                          lineterm="", n=2)
        raise Failure("the body differs:\n" + "\n".join(list(difference)[:60]))

    def _etag(self, text):
        parts = re.match(r"^(saved as|same as|differs from) ([\w-]+)$", text)
        if not parts:
            raise Mistake(f"etag {text}")
        there = self.response.header("ETag")
        demand(there is not None and STRONG_ETAG.match(there), f"ETag {there!r} is not strong")
        if parts[1] == "saved as":
            self.names[parts[2]] = there
        else:
            demand((there == self.names[parts[2]]) == (parts[1] == "same as"),
                   f"ETag {there} is not {text}")

    def _value(self, text):
        parts = re.match(r"^(\$(?:\.[^.\[\]\s]+|\[\"[^\"]+\"\]|\[-?\d+\]|\[\*\])*) (.+)$", text)
        if not parts:
            raise Mistake(text)
        path, rest = parts.groups()
        verb, _, argument = rest.partition(" ")
        there = find(self.json(), path)
        demand(verb == "absent" or there is not _MISSING, f"{path} is missing")
        if verb == "=":
            demand(same(there, loads(argument)), f"{path} is {shown(there)}")
        elif verb == "absent":
            demand(there is _MISSING, f"{path} is {shown(there)}")
        elif verb == "length":
            demand(len(there) == int(argument), f"{path} has length {len(there)}")
        elif verb == "matches":
            demand(isinstance(there, str) and re.search(argument, there),
                   f"{path} is {shown(there)} and does not match")
        elif verb == "contains":
            demand(isinstance(there, list) and any(same(v, loads(argument)) for v in there),
                   f"{path} is {shown(there)} without {argument}")
        elif verb == "includes":
            demand(isinstance(there, list) and all(any(same(v, w) for v in there)
                                                   for w in loads(argument)),
                   f"{path} is {shown(there)} without all of {argument}")
        elif verb == "is":
            demand(type(there) is TYPES[argument], f"{path} is {shown(there)}, no {argument}")
        elif verb == "within":
            low, high = argument.split()
            demand(isinstance(there, Number) and float(low) <= float(there) <= float(high),
                   f"{path} is {shown(there)}")
        elif rest.startswith("saved as "):
            self.names[rest[9:]] = there
        elif verb != "present":
            raise Mistake(text)
