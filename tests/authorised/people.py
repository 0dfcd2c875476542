# SPDX-License-Identifier: EUPL-1.2
"""Invented identification numbers, and the search for them in the output of a process.

The numbers are synthetic: 80 is added to the month, so no person has one. All begin with the same
six digits, so that one pass over a file finds all of them. A number is searched for in every form in which
it could be read again without a key.
"""

import base64
import itertools
import re

BORN = "118303"  # 11 March [+ 80] 2003 or 1903.
FIRST = (3, 7, 6, 1, 8, 9, 4, 5, 2)
SECOND = (5, 4, 3, 2, 7, 6, 5, 4, 3, 2)


def _check_digit(digits, weights):
    """Returns the check digit, or None if there is none."""
    rest = sum(int(d) * w for d, w in zip(digits, weights, strict=True)) % 11
    return None if rest == 1 else str((11 - rest) % 11)


def complete(nine):
    """Adds both check digits; None if the nine digits cannot have them."""
    first = _check_digit(nine, FIRST)
    second = first and _check_digit(nine + first, SECOND)
    return nine + first + second if second else None


def identity_numbers():
    """Yields all valid numbers of the day, one after the other."""
    return filter(None, (complete(f"{BORN}{serial:03d}") for serial in range(100, 1000)))


def wrong_digit(number):
    """Returns the number with a wrong check digit."""
    return number[:-1] + str((int(number[-1]) + 1) % 10)


def _base64_part(data, before):
    """Returns the base64 of the data after so many other bytes, without the characters that depend on neighbours."""
    text = base64.b64encode(b"\0" * before + data)
    return text[-(-8 * before // 6):(before + len(data)) * 8 // 6]


def forms(number):
    """Maps a form to its bytes of the number, or of the beginning of one.

    No digit's bytes make a + or / in base64, nor a letter in hex, so that all variants of these are one.
    """
    plain = number.encode("ascii")
    found = {
        "plain": plain,
        "with a blank": plain[:6] + b" " + plain[6:],
        "reversed": plain[::-1],
        "percent": b"".join(b"%%%02X" % byte for byte in plain),
        "hex": plain.hex().encode(),
        "UTF-16": number.encode("utf-16-le")[:-1],  # The last zero, or in the other byte order the first, may belong to another character.
        "escaped": "".join(f"\\u00{byte:02x}" for byte in plain).encode(),
        "entities": "".join(f"&#{byte};" for byte in plain).encode(),
    }
    for before in range(3):
        found[f"base64 after {before}"] = _base64_part(plain, before)
        found[f"base64 of reversed after {before}"] = _base64_part(plain[::-1], before)
    return found


def integers(number):
    """Yields it as a column or a variable holds it."""
    value = int(number)
    return {"integer, low byte first": value.to_bytes(8, "little"), "integer, high byte first": value.to_bytes(6, "big")}


class Finder:
    """Searches for some numbers in bytes."""

    def __init__(self, numbers):
        self._needles = [(number, form, needle) for number in numbers
                         for form, needle in itertools.chain(forms(number).items(), integers(number).items())]
        # The text that all needles of a form share; a form whose shared part is at the end is found by that.
        self._rough = [re.compile(re.escape(part)) for part in self._shared(numbers)]
        self._plain = re.compile(rb"(?=(\d{11}))")

    def _shared(self, numbers):
        by_form = {}
        for _, form, needle in self._needles:
            by_form.setdefault(form, []).append(needle)
        self._by_form = by_form
        for needles in by_form.values():
            begin = len(_common(needles))
            end = len(_common([needle[::-1] for needle in needles]))
            yield needles[0][:begin] if begin >= end else needles[0][len(needles[0]) - end:]

    def find(self, data):
        """Yields (number, form) of each finding."""
        found = set()
        for rough, (form, _) in zip(self._rough, self._by_form.items(), strict=True):
            if not rough.search(data):
                continue
            found |= {(number, form) for number, of, needle in self._needles if of == form and needle in data}
        return sorted(found)


def _common(texts):
    shortest = min(texts, key=len)
    for place, byte in enumerate(shortest):
        if any(text[place] != byte for text in texts):
            return shortest[:place]
    return shortest
