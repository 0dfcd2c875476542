# SPDX-License-Identifier: EUPL-1.2
"""Requests for a register, made from its records: each parameter alone, each
sort, and seeded random combinations."""

from folding import fold_words
from oracle import SECTIONS, get

FLAGS = ("true", "false")
SINGLE_WORD_LISTS = ("adresse",)


def values_of(register, path):
    """Returns the distinct values at a path, rarest last; strings only."""
    counts = {}
    for record in register.records.values():
        value = get(record, path)
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, str) and item:
                counts[item] = counts.get(item, 0) + 1
    return sorted(counts, key=lambda v: (-counts[v], v))


def pick(random, values, count=1):
    """Returns some values, frequent and rare ones; a comma inside a value would split it."""
    values = [v for v in values if "," not in v]
    if not values:
        return None
    half = values[:20]
    return ",".join(random.choice(half if random.random() < 0.4 else values)
                    for _ in range(count))


def words_from(random, values, most=2):
    words = fold_words(random.choice(values)) if values else []
    if not words:
        return None
    return " ".join(random.sample(words, min(len(words), random.randint(1, most))))


def address_of(random, values):
    """Returns a web site written in one of the ways that people write addresses."""
    if not values:
        return None
    site = random.choice(values)
    return (random.choice(("", "http://", "HTTPS://")) + random.choice(("", "www.")) + site
            + random.choice(("", "/", "/om-oss", "?side=1#to")))


class Questioner:
    """Makes parameter values for one register from a seeded random source."""

    def __init__(self, register, random):
        self.register = register
        self.random = random
        self._values = {}

    def values(self, path):
        if path not in self._values:
            self._values[path] = values_of(self.register, path)
        return self._values[path]

    def name(self):
        values = self.values("navn")
        words = fold_words(self.random.choice(values))
        if not words:
            return "as"
        start = self.random.randrange(len(words))
        chosen = words[start:start + self.random.randint(1, 3)]
        if self.random.random() < 0.3:
            self.random.shuffle(chosen)
        if self.random.random() < 0.3 and len(chosen[-1]) > 4:
            chosen[-1] = chosen[-1][:self.random.randint(3, len(chosen[-1]))]
        text = " ".join(chosen)
        return text.upper() if self.random.random() < 0.5 else text

    def employees(self, parameter):
        low = ("0", "1", "5", "6", "10", "50") if parameter.startswith("fra") else (
            "0", "4", "5", "6", "9", "20", "100000")
        return self.random.choice(low)

    def industry(self):
        code = self.random.choice(self.values("naeringskode1.kode") or ["62.100"])
        if self.random.random() < 0.2:
            return self.random.choice(sorted(SECTIONS))
        return code[:self.random.choice((2, 4, 5, 6))]

    def value(self, parameter):
        """Returns a valid value of a filter, or None if the records have none."""
        name = parameter.split(".")[-1]
        if parameter == "navn":
            return self.name()
        if parameter in ("fraAntallAnsatte", "tilAntallAnsatte"):
            return self.employees(parameter)
        if parameter == "naeringskode":
            return ",".join(self.industry() for _ in range(self.random.randint(1, 2)))
        if parameter[:3] in ("fra", "til"):
            path = parameter[3].lower() + parameter[4:]
            return pick(self.random, self.values(path)) or "2020-01-01"
        if name == "hjemmeside" and self.random.random() < 0.5:
            return address_of(self.random, self.values(parameter))
        if name in ("poststed", "hjemmeside", "adresse"):
            return words_from(self.random, self.values(parameter))
        if parameter == "kommunenummer":
            return pick(self.random, [*self.values("forretningsadresse.kommunenummer"),
                                      *self.values("beliggenhetsadresse.kommunenummer"),
                                      *self.values("postadresse.kommunenummer")], 2)
        if parameter == "organisasjonsform":
            return pick(self.random, self.values("organisasjonsform.kode"), 2)
        if parameter == "institusjonellSektorkode":
            return pick(self.random, self.values("institusjonellSektorkode.kode"))
        if parameter == "frivilligRegistrertIMvaregisteret":
            return pick(self.random, self.values("frivilligMvaRegistrertBeskrivelser"))
        if parameter == "organisasjonsnummer":
            return pick(self.random, self.values(parameter), self.random.randint(1, 40))
        if parameter == "overordnetEnhet":
            return pick(self.random, self.values(parameter))
        if name in ("landkode", "kommunenummer", "postnummer", "sisteInnsendteAarsregnskap"):
            return pick(self.random, self.values(parameter), self.random.randint(1, 3))
        return self.random.choice(FLAGS)

    def alone(self, times):
        """Yields every filter alone, several values each."""
        for parameter in ["navn", *self.register.filters]:
            for _ in range(times):
                value = self.value(parameter)
                if value:
                    yield {parameter: value}
        for _ in range(times * 3):
            yield {"navn": self.name(), "navnMetodeForSoek": "FORTLOEPENDE"}

    def sorts(self):
        """Yields every sort in both directions."""
        for path in self.register.sorts:
            for ascending in (True, False):
                yield [(path, ascending)]

    def random_sorts(self):
        count = self.random.choice((0, 0, 1, 1, 2, 3))
        return [(path, self.random.random() < 0.5)
                for path in self.random.sample(self.register.sorts, count)]

    def combination(self):
        """Returns up to four filters and up to three sorts at once, in any order."""
        names = self.random.sample(["navn", *self.register.filters], self.random.randint(1, 4))
        asked = {}
        for name in names:
            value = self.value(name)
            if value:
                asked[name] = value
        low, high = asked.get("fraAntallAnsatte"), asked.get("tilAntallAnsatte")
        if low and high and int(low) > int(high):
            del asked["fraAntallAnsatte"]
        if "navn" in asked and self.random.random() < 0.2:
            asked["navnMetodeForSoek"] = "FORTLOEPENDE"
        return asked, self.random_sorts()
