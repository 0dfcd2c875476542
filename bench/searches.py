# SPDX-License-Identifier: EUPL-1.2
"""The classes of searches that are compared, and their values.

Every class is requested with many different values, drawn with a fixed seed from the register that is
searched, so that no cached answer is measured. The peers' statements for each class
are in peers/*_statements.*, with the same names.
"""

import bisect
import collections
import json
import random
from typing import Callable, NamedTuple

import rows

API = "/enhetsregisteret/api/"
VALUES = 40  # Different values in a class.
CHEAP_VALUES = 1000  # In classes with answers in microseconds.
LIST_SIZE = 200  # Organisation numbers in one request.
SAMPLE = 200_000  # Units that values are drawn from.
MIX_SIZE = 2000
MIX_SHARES = (("look-up", 0.60), ("sub-entities of one", 0.10), ("names", 0.18), ("rest", 0.12))


class SearchClass(NamedTuple):
    name: str
    statement: str  # The name in the peers' files.
    path: str  # orgreg's, behind API.
    draw: Callable  # From facts to values, a dictionary each.
    totals_agree: bool = True  # Peers must count what orgreg counts,
    pages_agree: bool = True  # and return the same records in the same order.


class Request(NamedTuple):
    statement: str
    values: dict
    path: str


class Facts:
    """The source of values: a sample of the register, and all words of its names."""

    def __init__(self, inventory, seed=1):
        self.random = random.Random(seed)
        self.names = []  # Folded, of all entities.
        self.units = self._sample(self._noting_names(rows.read(inventory, "entities")))
        subs = self._sample(rows.read(inventory, "sub_entities"))
        self.superiors = sorted({row.superior for row in subs if row.superior})
        self.random.shuffle(self.superiors)
        self.frequency = collections.Counter(word for name in self.names for word in set(name.split()))
        self.dictionary = sorted(self.frequency)

    def _noting_names(self, source):
        for row in source:
            self.names.append(row.words)
            yield row._replace(record="")

    def _sample(self, source):
        chosen = []
        for at, row in enumerate(source):
            place = at if at < SAMPLE else self.random.randrange(at + 1)
            if place == len(chosen):
                chosen.append(row)
            elif place < SAMPLE:
                chosen[place] = row
        self.random.shuffle(chosen)
        return chosen

    def whole_words(self, words):
        """Returns those of `words` that no name has in two parts, so that every server finds the same names by them."""
        wanted = {word for word in words if word.isascii() and word.isalpha() and len(word) >= FEWEST_LETTERS}
        by_part = collections.defaultdict(list)
        for word in wanted:
            for length in range(1, len(word)):
                by_part[word[:length]].append(word)
        for name in self.names:
            parts = name.split()
            for first, second in zip(parts, parts[1:]):
                wanted.difference_update([word for word in by_part.get(first, ()) if (first + second).startswith(word)])
        return wanted

    def is_beginning(self, text):
        place = bisect.bisect_left(self.dictionary, text)
        return place < len(self.dictionary) and self.dictionary[place].startswith(text)


FEWEST_LETTERS = 5  # Shorter words are also tried as initials.


def take(source, count):
    """Returns the first `count` different values of a source."""
    found = {}
    for value in source:
        found.setdefault(json.dumps(value), value)
        if len(found) == count:
            break
    return list(found.values())


def draw_numbers(facts):
    return [{"number": unit.number} for unit in facts.units[:CHEAP_VALUES]]


def draw_common_words(facts):
    common = [word for word, count in facts.frequency.most_common(200) if count < len(facts.names) * 0.03]
    whole = facts.whole_words(common)
    return [{"last": word} for word in common if word in whole][:VALUES]


def draw_two_words(facts):
    common = {word for word, _ in facts.frequency.most_common(300)}
    pairs = take((pair for pair in (unit.words.split()[:2] for unit in facts.units)
                  if len(pair) == 2 and pair[0] != pair[1] and pair[0] in common and not facts.is_beginning("".join(pair))), 10 * VALUES)
    whole = facts.whole_words(word for pair in pairs for word in pair)
    return [{"first": first, "last": last} for first, last in pairs if first in whole and last in whole][:VALUES]


def draw_rare_words(facts):
    words = take((word for unit in facts.units for word in unit.words.split() if 1 < facts.frequency[word] < 6), 3 * VALUES)
    whole = facts.whole_words(words)
    return [{"last": word} for word in words if word in whole][:VALUES]


def draw_prefixes(facts):
    words = (word for unit in facts.units for word in unit.words.split())
    lengths = (3, 4, 5)
    return take(({"last": word[:lengths[at % len(lengths)]]} for at, word in enumerate(words)
                 if word.isascii() and word.isalpha() and len(word) > lengths[-1]), VALUES)


def draw_filters(*names):
    def draw(facts):
        units = (unit for unit in facts.units if unit.municipalities and unit.industries and unit.in_vat_register is not None)
        values = ({"municipality": unit.municipalities[0], "form": unit.form, "industry": unit.industries[0],
                   "vat": unit.in_vat_register} for unit in units)
        return take(({name: value[name] for name in names} for value in values), VALUES)
    return draw


def draw_dates(facts):
    years = [(facts.random.randrange(1996, 2026), facts.random.randrange(1, 10)) for _ in range(4 * VALUES)]
    return take(({"first": f"{year}-{month:02}-01", "last": f"{year}-{month + 2:02}-28", "vat": True} for year, month in years), VALUES)


def draw_employees(facts):
    return [{"fewest": fewest} for fewest in range(5, 5 + VALUES)]


def draw_pages(facts):
    middle = min(400, len(facts.names) // 40)  # A small register has fewer pages, and Groonga refuses those after the last one.
    return [{"skip": page * 20, "page": page} for page in range(middle - VALUES // 2, middle + VALUES // 2)]


def draw_lists(facts):
    size = max(1, min(LIST_SIZE, len(facts.units) // 2))
    return [{"numbers": [unit.number for unit in facts.random.sample(facts.units, size)]} for _ in range(VALUES)]


def draw_superiors(facts):
    return [{"superior": superior} for superior in facts.superiors[:CHEAP_VALUES]]


CLASSES = (
    SearchClass("look-up", "lookup", "enheter/{number}", draw_numbers),
    SearchClass("one common word", "name_one", "enheter?navn={last}", draw_common_words, pages_agree=False),
    SearchClass("two words", "name_two", "enheter?navn={first}+{last}", draw_two_words, pages_agree=False),
    SearchClass("rare word", "name_one", "enheter?navn={last}", draw_rare_words, pages_agree=False),
    SearchClass("beginning of a word", "name_one", "enheter?navn={last}", draw_prefixes, totals_agree=False, pages_agree=False),
    SearchClass("one filter", "one_filter", "enheter?kommunenummer={municipality}", draw_filters("municipality")),
    SearchClass("two filters", "two_filters", "enheter?kommunenummer={municipality}&organisasjonsform={form}",
                draw_filters("municipality", "form")),
    SearchClass("three filters", "three_filters", "enheter?kommunenummer={municipality}&organisasjonsform={form}&naeringskode={industry}",
                draw_filters("municipality", "form", "industry")),
    SearchClass("four filters", "four_filters", "enheter?kommunenummer={municipality}&organisasjonsform={form}&naeringskode={industry}"
                "&registrertIMvaregisteret={vat}", draw_filters("municipality", "form", "industry", "vat")),
    SearchClass("dates with a flag", "dates", "enheter?fraRegistreringsdatoEnhetsregisteret={first}"
                "&tilRegistreringsdatoEnhetsregisteret={last}&registrertIMvaregisteret={vat}", draw_dates),
    SearchClass("employees, sorted", "employees", "enheter?fraAntallAnsatte={fewest}&sort=antallAnsatte,desc", draw_employees),
    SearchClass("sorted, about page 400", "deep_page", "enheter?sort=registreringsdatoEnhetsregisteret&page={page}", draw_pages),
    SearchClass("page of 100", "page_of_100", "enheter?naeringskode={industry}&size=100", draw_filters("industry")),
    SearchClass("200 numbers, page of 20", "numbers_20", "enheter?organisasjonsnummer={numbers}", draw_lists),
    SearchClass("200 numbers, page of 200", "numbers_200", "enheter?organisasjonsnummer={numbers}&size=200", draw_lists),
    SearchClass("sub-entities of one", "subs_of_one", "underenheter?overordnetEnhet={superior}", draw_superiors),
)
NAMES = ("one common word", "two words", "rare word", "beginning of a word")


def as_text(value):
    """Returns a value as it is written in a query."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def request_of(search, values):
    path = API + search.path.format(**{name: as_text(value) for name, value in values.items()})
    return Request(search.statement, values, path)


def mix_of(requests, seed=1):
    """Mixes look-ups, sub-entities, names and the rest, in the shares above, in a fixed order."""
    dice = random.Random(seed)
    groups = {"names": NAMES, "rest": [name for name in requests if name not in NAMES + ("look-up", "sub-entities of one")]}
    mix = []
    for name, share in MIX_SHARES:
        members = groups.get(name, [name])
        mix += [dice.choice(requests[members[at % len(members)]]) for at in range(round(MIX_SIZE * share))]
    dice.shuffle(mix)
    return mix


def prepare(inventory, cache, fewest=20):
    """Returns the requests of each class, by its name, with the mix; drawn once and kept in the file `cache`."""
    kept = json.loads(cache.read_text()) if cache.exists() else {}
    if kept.get("inventory") != rows.fingerprint(inventory):
        facts = Facts(inventory)
        kept = {"inventory": rows.fingerprint(inventory), "values": {search.name: search.draw(facts) for search in CLASSES}}
        cache.write_text(json.dumps(kept))
    values = kept["values"]
    requests = {search.name: [request_of(search, each) for each in values[search.name]] for search in CLASSES}
    short = [name for name, asked in requests.items() if len(asked) < fewest]
    if short:
        raise SystemExit(f"the register is too small: fewer than {fewest} values for {', '.join(short)}")
    requests["mix"] = mix_of(requests)
    return requests
