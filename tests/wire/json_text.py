# SPDX-License-Identifier: EUPL-1.2
"""JSON that keeps what ordinary parsers lose: the text of numbers and the order of members.

Used by the wire tests, the property tests and the maker of test data. Two numbers are equal
only when they are written alike (1000.00 is not 1000.0), and a number never equals a string.
"""

import json


class Number(str):
    """A JSON number as written."""

    __slots__ = ()

    def __eq__(self, other):
        return isinstance(other, Number) and str.__eq__(self, other)

    def __ne__(self, other):
        return not self == other

    __hash__ = str.__hash__

    def __repr__(self):
        return str(self)


def _no_duplicates(pairs):
    members = {}
    for name, value in pairs:
        if name in members:
            raise ValueError(f"member {name!r} occurs twice in one object")
        members[name] = value
    return members


def _no_constant(text):
    raise ValueError(f"{text} is not JSON")


def loads(text):
    """Parses JSON. Objects keep their order; a duplicate member is an error."""
    if isinstance(text, (bytes, bytearray)):
        text = bytes(text).decode("utf-8")
    return json.loads(text, parse_int=Number, parse_float=Number, parse_constant=_no_constant,
                      object_pairs_hook=_no_duplicates)


def dumps(value, indent=None, level=0):
    """Writes JSON; indent=None gives the shortest form, otherwise each level has that many spaces."""
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, dict):
        items = [f"{_quote(name)}{': ' if indent else ':'}{dumps(item, indent, level + 1)}"
                 for name, item in value.items()]
        return _bracket("{}", items, indent, level)
    if isinstance(value, (list, tuple)):
        return _bracket("[]", [dumps(item, indent, level + 1) for item in value], indent, level)
    return _quote(value) if isinstance(value, str) else json.dumps(value)


def _quote(text):
    return json.dumps(text, ensure_ascii=False)


def _bracket(pair, items, indent, level):
    if not items:
        return pair
    if indent is None:
        return pair[0] + ",".join(items) + pair[1]
    pad = "\n" + " " * indent * (level + 1)
    return pair[0] + pad + ("," + pad).join(items) + "\n" + " " * indent * level + pair[1]


def same(left, right):
    """Equal, including the order of members at every level and the text of numbers."""
    if isinstance(left, dict) and isinstance(right, dict):
        return list(left) == list(right) and all(same(left[k], right[k]) for k in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    return type(left) is type(right) and left == right
