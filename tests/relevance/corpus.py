# SPDX-License-Identifier: EUPL-1.2
"""Reads the relevance corpus, the fixed list and the queries, and refuses errors in them."""

import re
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
# The generator issues 91–93 and 95–99, and numbers with 8 in front.
UNISSUED = "90"
FLAGS = {"konkurs": "konkurs", "underAvvikling": "underAvvikling",
         "tvangsopplosning": "underTvangsavviklingEllerTvangsopplosning"}
MODES = ("", "FORTLOEPENDE")
NO_HIT = "-"
LEAST_QUERIES, LEAST_CLASSES = 160, 10
HIDDEN = re.compile(r"\\u([0-9a-f]{4})")


class Mistake(Exception):
    """The corpus itself is wrong."""


@dataclass(frozen=True)
class Unit:
    number: str
    form: str
    flags: tuple
    name: str

    def record(self):
        """Returns a record as in the published inventory, with only the members that a search by name uses."""
        return {"organisasjonsnummer": self.number, "navn": self.name,
                "organisasjonsform": {"kode": self.form},
                "registreringsdatoEnhetsregisteret": "2010-01-01",
                **{member: flag in self.flags for flag, member in FLAGS.items()},
                "respons_klasse": "Enhet"}


@dataclass(frozen=True)
class Query:
    group: str
    text: str
    mode: str
    expected: str
    # The numbers that may come first; none if no match is expected.
    best: frozenset

    def parameters(self):
        mode = [("navnMetodeForSoek", self.mode)] if self.mode else []
        return [("navn", self.text), *mode]


def rows(path, columns):
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        cells = line.split("\t")
        if len(cells) != columns:
            raise Mistake(f"{path.name}:{number}: {len(cells)} columns in place of {columns}")
        yield f"{path.name}:{number}", cells


def check_digit(eight):
    """Returns the ninth digit, or None if there is none and no such number is issued."""
    rest = sum(int(digit) * weight for digit, weight in zip(eight, (3, 2, 7, 6, 5, 4, 3, 2))) % 11
    return {0: "0", 1: None}.get(rest, str(11 - rest))


def read_units(path=HERE / "names.tsv"):
    units, seen = [], set()
    for place, (number, form, flags, name) in rows(path, 4):
        if not re.fullmatch(UNISSUED + "[0-9]{7}", number):
            raise Mistake(f"{place}: {number} is no number of nine digits that begins {UNISSUED}")
        if number[8] != check_digit(number[:8]):
            raise Mistake(f"{place}: {number} should end in {check_digit(number[:8])}")
        if number in seen:
            raise Mistake(f"{place}: {number} is there twice")
        flags = tuple(flags.split(",")) if flags else ()
        if not name or not form or set(flags) - FLAGS.keys():
            raise Mistake(f"{place}: name, form or flags are wrong")
        seen.add(number)
        units.append(Unit(number, form, flags, name))
    return units


def best_numbers(place, expected, units):
    if expected == NO_HIT:
        return frozenset()
    best = set()
    for choice in expected.split("|"):
        name, _, number = choice.partition("#")
        named = [unit.number for unit in units if unit.name == name]
        found = [one for one in named if number in ("", one)]
        if len(found) != 1:
            raise Mistake(f"{place}: {choice} means {len(found)} units; of that name: {named}")
        best.update(found)
    return frozenset(best)


def read_queries(units, path=HERE / "queries.tsv"):
    queries, seen = [], set()
    for place, (group, text, mode, expected, _) in rows(path, 5):
        if not re.fullmatch("[a-z_]+", group) or mode not in MODES or (text, mode) in seen:
            raise Mistake(f"{place}: class or mode is wrong, or the query is there twice")
        seen.add((text, mode))
        shown = HIDDEN.sub(lambda code: chr(int(code[1], 16)), text)
        queries.append(Query(group, shown, mode, expected, best_numbers(place, expected, units)))
    if len(queries) < LEAST_QUERIES or len({query.group for query in queries}) < LEAST_CLASSES:
        raise Mistake(f"{path.name}: under {LEAST_QUERIES} queries or {LEAST_CLASSES} classes")
    return queries


def read_least(path=HERE / "score.txt"):
    ((_, (score,)),) = rows(path, 1)
    return float(score)


def same_names(units, records):
    """Returns the names of the list that a generated unit has too, except for signs and spaces."""
    def bare(name):
        return "".join(filter(str.isalnum, name.casefold()))

    generated = {bare(record["navn"]) for record in records}
    return sorted(unit.name for unit in units if bare(unit.name) in generated)
